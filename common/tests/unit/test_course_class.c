/*
 * test_course_class.c - points that add up, and the instructor's word.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "class/class.h"
#include "class_records.h"
#include "grade/points.h"

static struct class class;
static const char *out;

static int begin(void **state)
{
    *state = &class;
    out = records_begin();
    records_student("Zoe", "Zoe", "one");
    records_student("Ann", "Ann", "two");
    records_results("one", LACKS_NOTHING, "");
    records_results("two", 3, "C was never written");
    return 0;
}

static void read_class(void)
{
    assert_true(class_read(&class, out, NULL, NULL));
}

static int all_points(void)
{
    return LAB_POINTS * (int)lab_count;
}

/* ---- records ------------------------------------------------------------- */

static void students_come_by_name_with_their_points(void **state)
{
    (void)state;
    read_class();
    assert_int_equal(class.count, 2);
    assert_int_equal(class.lab_count, lab_count);
    assert_int_equal(class_points(&class), all_points());
    assert_string_equal(class.students[0].name, "Ann");
    assert_int_equal(class.students[0].status, CLASS_GRADED);
    assert_int_equal(class.students[0].score,
                     all_points() - 3 * (int)lab_count);
    assert_int_equal(class.students[1].score, all_points());
    assert_int_equal(class.students[1].flag_count, 0);
    assert_int_equal(class.damaged, 0);
}

static void other_labs_do_not_count(void **state)
{
    const char *labs[] = {all_labs[1]->name, NULL};
    (void)state;
    assert_true(class_read(&class, out, labs, NULL));
    assert_int_equal(class.lab_count, 1);
    assert_int_equal(class.students[0].max_score, LAB_POINTS);
    assert_int_equal(class.students[0].score, LAB_POINTS - 3);
}

static void an_unknown_lab_is_wrong_use(void **state)
{
    const char *labs[] = {"lab9", NULL};
    (void)state;
    assert_false(class_read(&class, out, labs, NULL));
}

static void what_is_not_graded_has_no_points(void **state)
{
    (void)state;
    records_student("Bob", "Bob", "three");
    records_student("Cyd", "Cyd", "");
    records_student("Dan", "Dan", "four");
    records_results("four", REFUSED, "it is no text");
    records_student("Eve", "Eve", "five");
    records_results("five", FAILED, "the judge died");
    read_class();
    assert_int_equal(class.students[1].status, CLASS_WAITING);
    assert_int_equal(class_lab_score(&class.students[1].labs[0]), -1);
    assert_int_equal(class.students[2].status, CLASS_NOTHING);
    assert_int_equal(class.students[3].status, CLASS_REFUSED);
    assert_string_equal(class.students[3].labs[0].why, "it is no text");
    assert_int_equal(class.students[4].status, CLASS_FAILED);
    assert_int_equal(class.students[4].score, 0);
}

static void one_lab_of_several_is_a_part(void **state)
{
    char text[PUBLISH_PATH], digest[DIGEST_TEXT];
    (void)state;
    digest_bytes("one", 3, digest);
    snprintf(text, sizeof text,
             "{\"student\": \"Zoe\", \"key\": \"Zoe\", \"status\": \"ok\","
             "\"files\": {\"%s\": \"%s\"}}",
             all_labs[1]->name, digest);
    records_file("submissions/Zoe/submission.json", text);
    read_class();
    assert_int_equal(class.students[1].status, CLASS_PARTLY);
    assert_int_equal(class.students[1].score, LAB_POINTS);
    assert_int_equal(class.students[1].max_score, all_points());
    assert_int_equal(class_lab_score(&class.students[1].labs[0]), -1);
}

/* The exercise that lacks three points, as the lab's table and as the class has
 * it, whose first ones are the same. */
static const struct exercise *dearest(void)
{
    return &all_labs[0]->exercises[records_dearest(all_labs[0])];
}

static const struct class_exercise *dearest_of_first(void)
{
    return &class.students[0].labs[0].exercises[records_dearest(all_labs[0])];
}

static const char *exercise(void)
{
    return dearest()->name;
}

static int most(void)
{
    return points_of_exercise(all_labs[0], dearest());
}

static void a_record_edited_by_hand_does_not_count(void **state)
{
    char path[PUBLISH_PATH];
    static char text[1 << 20];
    char found[32], full[32];
    const char *was;
    (void)state;
    records_result_path(path, all_labs[0], "two");
    was = records_read(path + strlen(out) + 1);
    assert_non_null(was);
    strcpy(text, was);
    snprintf(found, sizeof found, "\"score\":\t%2d", most() - 3);
    snprintf(full, sizeof full, "\"score\":\t%2d", most());
    assert_non_null(strstr(text, found));
    memcpy(strstr(text, found), full, strlen(full));
    records_file(path + strlen(out) + 1, text);
    read_class();
    assert_int_equal(class.damaged, 1);
    assert_int_equal(class.students[0].status, CLASS_WAITING);
    assert_int_equal(class.students[0].labs[0].status, LAB_WAITING);
    assert_int_equal(class.students[0].labs[1].status, LAB_GRADED);
}

static void half_a_record_does_not_lose_a_student(void **state)
{
    (void)state;
    records_file("submissions/Ann/submission.json", "{\"student\": \"An");
    read_class();
    assert_int_equal(class.count, 2);
    assert_int_equal(class.damaged, 1);
    assert_string_equal(class.students[0].name, "Ann");
    assert_int_equal(class.students[0].status, CLASS_FAILED);
    assert_int_equal(class.students[0].note_count, 1);
}

static void who_claims_more_is_flagged(void **state)
{
    char members[64];
    (void)state;
    snprintf(members, sizeof members,
             "\"claimed\": {\"score\": %d, \"max_score\": %d}", all_points(),
             all_points());
    records_student_with("Ann", "Ann", "two", members);
    records_student_with("Zoe", "Zoe", "one", members);
    read_class();
    assert_true(class_has_flag(&class.students[0], "claims_more"));
    assert_false(class_has_flag(&class.students[1], "claims_more"));
}

static void flags_are_sorted_and_none_is_twice(void **state)
{
    (void)state;
    records_student_with("Ann", "Ann", "two",
                         "\"flags\": [\"late\", \"bomb\", \"late\"]");
    read_class();
    class_flag(&class.students[0], "answers_missing");
    assert_int_equal(class.students[0].flag_count, 3);
    assert_string_equal(class.students[0].flags[0], "answers_missing");
    assert_string_equal(class.students[0].flags[1], "bomb");
    assert_string_equal(class.students[0].flags[2], "late");
}

/* ---- overrides ----------------------------------------------------------- */

static void override_with(const char *header, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void override_with(const char *header, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    int n = snprintf(text, sizeof text, "%s\n", header);
    va_start(arguments, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, arguments);
    va_end(arguments);
    records_file("overrides.csv", text);
    read_class();
}

#define HEADER "student,exercise,points,reason"

static void an_override_counts_and_is_shown(void **state)
{
    const struct class_lab *lab;
    (void)state;
    override_with(HEADER, "Ann,%s,%d,\"right, said by hand\"\n", exercise(),
                  most() - 1);
    lab = &class.students[0].labs[0];
    assert_int_equal(dearest_of_first()->score, most() - 1);
    assert_int_equal(dearest_of_first()->found, most() - 3);
    assert_int_equal(lab->score, LAB_POINTS - 1);
    assert_int_equal(dearest_of_first()->override->replaced, most() - 3);
    assert_string_equal(dearest_of_first()->override->reason,
                        "right, said by hand");
    assert_true(class_has_flag(&class.students[0], "override"));
    assert_false(class_has_flag(&class.students[1], "override"));
    assert_int_equal(class_unapplied(&class), 0);
}

static void a_whole_lab_can_be_given(void **state)
{
    (void)state;
    records_student("Bob", "Bob", "");
    override_with(HEADER, "Bob,%s,60,on paper\n", all_labs[1]->name);
    assert_int_equal(class.students[1].score, 60);
    assert_int_equal(class_lab_score(&class.students[1].labs[0]), -1);
    assert_int_equal(class_lab_score(&class.students[1].labs[1]), 60);
}

static void spreadsheets_write_other_separators(void **state)
{
    (void)state;
    override_with("\xef\xbb\xbfReason;points;Exercise;student",
                  "\"it's;\n\"\"right\"\"\";%d; %s/%s ;Ann\r\n;;;\r\n", most(),
                  all_labs[0]->name, exercise());
    assert_int_equal(class.override_count, 1);
    assert_null(class.overrides[0].trouble);
    assert_string_equal(class.overrides[0].reason, "it's;\n\"right\"");
    assert_int_equal(class.students[0].labs[0].score, LAB_POINTS);
}

static void assert_trouble(size_t i, const char *part)
{
    assert_true(i < class.override_count);
    assert_false(class.overrides[i].applied);
    assert_non_null(class.overrides[i].trouble);
    assert_non_null(strstr(class.overrides[i].trouble, part));
}

static void what_does_not_fit_is_not_applied(void **state)
{
    char bounds[32];
    (void)state;
    override_with(HEADER,
                  "Nobody,%s,1,x\nAnn,foo,1,x\nAnn,%s,%d,x\nAnn,%s,-1,x\n"
                  "Ann,%s,7.5,x\nAnn,%s\nAnn,%s,%d,x\nAnn,%s,2,again\n",
                  exercise(), exercise(), most() + 1, exercise(), exercise(),
                  exercise(), exercise(), most() - 1, exercise());
    assert_trouble(0, "nobody in this class is called \"Nobody\"");
    assert_trouble(1, "no exercise or lab \"foo\"");
    snprintf(bounds, sizeof bounds, "from 0 to %d", most());
    assert_trouble(2, bounds);
    assert_trouble(3, bounds);
    assert_trouble(4, "\"7.5\"");
    assert_trouble(5, "2 fields");
    assert_true(class.overrides[6].applied);
    assert_trouble(7, "row 8 has decided this already");
    assert_int_equal(class.overrides[0].row, 2);
    assert_int_equal(class_unapplied(&class), 7);
    assert_int_equal(dearest_of_first()->score, most() - 1);
    assert_true(class_has_flag(&class.students[0], "override_unfit"));
}

static void what_has_changed_since_is_told(void **state)
{
    char told[64];
    (void)state;
    snprintf(told, sizeof told, "gave %d points, and they give %d now",
             most() - 3, most());
    override_with(HEADER ",was", "Ann,%s,%d,x,%d\nZoe,%s,%d,x,%d\n", exercise(),
                  most() - 1, most() - 3, exercise(), most() - 1, most() - 3);
    assert_null(class.overrides[0].trouble);
    assert_true(class.overrides[1].applied);
    assert_non_null(strstr(class.overrides[1].trouble, told));
    assert_true(class_has_flag(&class.students[1], "override_unfit"));
    assert_int_equal(class_unapplied(&class), 0);
}

static void without_its_header_nothing_is_applied(void **state)
{
    (void)state;
    override_with("Ann,whatever,1,x", "Ann,%s,1,x\n", exercise());
    assert_trouble(0, "first line");
    assert_int_equal(dearest_of_first()->score, most() - 3);
}

static void a_file_that_was_named_must_be_there(void **state)
{
    (void)state;
    assert_false(class_read(&class, out, NULL, "/nowhere/overrides.csv"));
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, begin, records_end_class)
    const struct CMUnitTest tests[] = {
        TEST(students_come_by_name_with_their_points),
        TEST(other_labs_do_not_count),
        TEST(an_unknown_lab_is_wrong_use),
        TEST(what_is_not_graded_has_no_points),
        TEST(one_lab_of_several_is_a_part),
        TEST(a_record_edited_by_hand_does_not_count),
        TEST(half_a_record_does_not_lose_a_student),
        TEST(who_claims_more_is_flagged),
        TEST(flags_are_sorted_and_none_is_twice),
        TEST(an_override_counts_and_is_shown),
        TEST(a_whole_lab_can_be_given),
        TEST(spreadsheets_write_other_separators),
        TEST(what_does_not_fit_is_not_applied),
        TEST(what_has_changed_since_is_told),
        TEST(without_its_header_nothing_is_applied),
        TEST(a_file_that_was_named_must_be_there),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("course_class", tests, NULL, NULL);
}
