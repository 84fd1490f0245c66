/*
 * test_predictions.c - what a file of predictions says, and how far off they
 * are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grade/predictions.h"

static const struct exercise exercise = {
    .name = "sum",
    .predict = {{"global_load_requests", NULL}, {"time", "old"}}};
static const struct exercise unasked = {.name = "other"};
static const struct lab lab = {.name = "lab"};
static const double seven_and_two[QUESTIONS] = {7, 2};
static char folder[] = "/tmp/test_predictions.XXXXXX";

static int begin(void **state)
{
    (void)state;
    return !mkdtemp(folder) || chdir(folder) || mkdir("lab", 0700);
}

static int end(void **state)
{
    (void)state;
    return remove("lab/predictions.csv") | rmdir("lab") | chdir("/") |
           rmdir(folder);
}

static int without_file(void **state)
{
    (void)state;
    remove("lab/predictions.csv");
    return 0;
}

static void write_rows(const char *rows)
{
    FILE *file = fopen("lab/predictions.csv", "we");
    assert_non_null(file);
    fprintf(file, "exercise,metric,value,made\n%s", rows);
    fclose(file);
}

static void no_file_is_no_prediction(void **state)
{
    struct predictions predictions = predictions_read(&lab, &exercise);
    (void)state;
    assert_int_equal(predictions.asked, 2);
    assert_false(predictions_complete(&predictions));
    predictions = predictions_read(&lab, &unasked);
    assert_false(predictions_complete(&predictions));
}

static void what_was_added_is_read(void **state)
{
    struct predictions predictions;
    (void)state;
    assert_true(predictions_add(&lab, &exercise, seven_and_two));
    predictions = predictions_read(&lab, &exercise);
    assert_true(predictions_complete(&predictions));
    assert_false(predictions_late(&predictions));
    assert_false(predictions.profiled);
    assert_true(predictions.of[0].value == 7);
    assert_true(predictions.of[1].value == 2);
}

static void before_the_profile_the_last_counts(void **state)
{
    static const double others[QUESTIONS] = {8, 3};
    struct predictions predictions;
    (void)state;
    predictions_add(&lab, &exercise, seven_and_two);
    predictions_add(&lab, &exercise, others);
    assert_true(predictions_profiled(&lab, &exercise));
    predictions_add(&lab, &exercise, seven_and_two);
    predictions = predictions_read(&lab, &exercise);
    assert_true(predictions.profiled);
    assert_false(predictions_late(&predictions));
    assert_true(predictions.of[0].value == 8);
}

static void behind_the_profile_it_is_late(void **state)
{
    struct predictions predictions;
    (void)state;
    assert_true(predictions_profiled(&lab, &exercise));
    assert_true(predictions_profiled(&lab, &exercise));
    predictions_add(&lab, &exercise, seven_and_two);
    predictions = predictions_read(&lab, &exercise);
    assert_true(predictions_complete(&predictions));
    assert_true(predictions_late(&predictions));
}

static void a_part_is_not_all(void **state)
{
    struct predictions predictions;
    (void)state;
    write_rows("sum,global_load_requests,7,now\n");
    predictions = predictions_read(&lab, &exercise);
    assert_true(predictions.of[0].made);
    assert_false(predictions_complete(&predictions));
}

/* Other exercises, other metrics, no numbers, broken rows. */
static void what_is_no_prediction_is_none(void **state)
{
    struct predictions predictions;
    (void)state;
    write_rows("others,global_load_requests,7,now\n"
               "sum,global_store_requests,7,now\n"
               "sum,global_load_requests,nan,now\n"
               "sum,global_load_requests,-1,now\n"
               "sum,global_load_requests,1e999,now\n"
               "sum,global_load_requests,7x,now\n"
               "sum,global_load_requests,,now\n"
               "sum,times_as_fast_as_old\n\n,,,,,,\n\"sum");
    predictions = predictions_read(&lab, &exercise);
    assert_false(predictions.of[0].made);
    assert_false(predictions.of[1].made);
    assert_false(predictions.profiled);
}

static void errors_are_said_as_people_say_them(void **state)
{
    static const struct {
        double value, counted;
        const char *text;
    } cases[] = {{32, 32, "right"},
                 {4, 32, "x 8 too low"},
                 {32, 4, "x 8 too high"},
                 {16.5, 16.32, "1.1 % too high"},
                 {0, 12, "12 too low"},
                 {12, 0, "12 too high"},
                 {0, 0, "right"},
                 {1, 1.001, "right"},
                 {95, 100, "5.0 % too low"},
                 {1, 158079, "x 158079 too low"},
                 {1, 0.0 / 0.0, ""}};
    char text[40];
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        prediction_error(text, sizeof text, cases[i].value, cases[i].counted);
        assert_string_equal(text, cases[i].text);
    }
}

#define TEST(name) cmocka_unit_test_setup(name, without_file)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_file_is_no_prediction),
        TEST(what_was_added_is_read),
        TEST(before_the_profile_the_last_counts),
        TEST(behind_the_profile_it_is_late),
        TEST(a_part_is_not_all),
        TEST(what_is_no_prediction_is_none),
        cmocka_unit_test(errors_are_said_as_people_say_them),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, begin, end);
}
