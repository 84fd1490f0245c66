/*
 * test_course_store.c - what stands in build/class is read as it was written,
 * and what is damaged is as if it were not there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/lab.h"
#include "store/store.h"

static char out[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(out, "/tmp/store.XXXXXX");
    return mkdtemp(out) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return publish_remove(out) ? 0 : -1;
}

/* Below out. */
static void write_file(const char *folder, const char *name, const char *text)
{
    char path[PUBLISH_PATH];
    assert_true(publish_path(path, "%s/%s", out, folder));
    assert_true(publish_folder(path));
    assert_true(publish_path(path, "%s/%s/%s", out, folder, name));
    assert_true(publish_text(path, text, strlen(text)));
}

static const char edition_text[] = "harness 11\nlab1_global 22\n"
                                   "lab2_shared 33\ncompiler clang 14.0.6\n";

static void read_edition(struct course *course)
{
    char path[PUBLISH_PATH];
    write_file("build", "edition.txt", edition_text);
    assert_true(publish_path(path, "%s/build/edition.txt", out));
    *course = (struct course){.folder = "a class", .sandbox = ""};
    assert_true(edition_read(course, path));
}

static void what_was_asked_for_is_kept(void **state)
{
    struct course written, read;
    (void)state;
    assert_false(course_read(&read, out));
    assert_false(read.seeded);
    read_edition(&written);
    written.seed = UINT64_MAX;
    assert_true(course_write(&written, out));
    assert_true(course_read(&read, out));
    assert_string_equal(read.folder, "a class");
    assert_true(read.seeded);
    assert_true(read.seed == UINT64_MAX);
    assert_int_equal(read.parts, 4);
    assert_string_equal(read.edition[3].name, "compiler");
    assert_string_equal(read.edition[3].value, "clang 14.0.6");
    course_free(&written);
    course_free(&read);
}

static void a_strange_edition_is_refused(void **state)
{
    struct course course = {.folder = ""};
    char path[PUBLISH_PATH];
    (void)state;
    write_file("build", "edition.txt", "harness\n");
    assert_true(publish_path(path, "%s/build/edition.txt", out));
    assert_false(edition_read(&course, path));
    course_free(&course);
}

/* Another lab's part changes nothing; all else does. */
static void digests_have_what_decides(void **state)
{
    char first[DIGEST_TEXT], other[DIGEST_TEXT];
    struct course course;
    (void)state;
    read_edition(&course);
    result_digest(&course, "lab1_global", "abc", "", first);
    course.edition[2].value = "34";
    result_digest(&course, "lab1_global", "abc", "", other);
    assert_string_equal(first, other);
    course.edition[1].value = "23";
    result_digest(&course, "lab1_global", "abc", "", other);
    assert_string_not_equal(first, other);
    course.edition[1].value = "22";
    course.seed = 1;
    result_digest(&course, "lab1_global", "abc", "", other);
    assert_string_not_equal(first, other);
    course.seed = 0;
    result_digest(&course, "lab1_global", "abd", "", other);
    assert_string_not_equal(first, other);
    result_digest(&course, "lab1_global", "abc", "12", other);
    assert_string_not_equal(first, other);
    course_free(&course);
}

/* A lab's name, and those of its cases, are the workbook's. */
static void a_source_is_called_by_its_cases_too(void **state)
{
    const struct lab *lab = all_labs[0];
    const char *name = lab->exercises[lab->exercise_count - 1].name;
    char path[PUBLISH_PATH], folder[PUBLISH_PATH];
    char alone[DIGEST_TEXT], both[DIGEST_TEXT], other[DIGEST_TEXT];
    (void)state;
    assert_true(lab->exercises[lab->exercise_count - 1].is_case);
    write_file("of", "student.cu", "1");
    assert_true(publish_path(path, "%s/of/student.cu", out));
    assert_true(source_digest(lab->name, path, alone));
    digest_bytes("1", 1, other);
    assert_string_equal(alone, other);
    assert_true(publish_path(folder, "of/cases/%s", name));
    write_file(folder, "student.cu", "2");
    assert_true(source_digest(lab->name, path, both));
    assert_string_not_equal(alone, both);
    write_file(folder, "student.cu", "3");
    assert_true(source_digest(lab->name, path, other));
    assert_string_not_equal(both, other);
    write_file("of/cases/nobody", "student.cu", "4");
    assert_true(source_digest(lab->name, path, both));
    assert_string_equal(both, other);
    assert_true(publish_path(path, "%s/none/student.cu", out));
    assert_false(source_digest(lab->name, path, other));
}

static void submissions_are_found_by_key(void **state)
{
    size_t count;
    char **keys;
    (void)state;
    write_file("submissions/b", "submission.json", "{}");
    write_file("submissions/a", "submission.json", "{}");
    write_file("submissions/c", "something", "else");
    write_file("submissions/.d", "submission.json", "{}");
    keys = submission_keys(out, &count);
    assert_int_equal(count, 2);
    assert_string_equal(keys[0], "a");
    assert_string_equal(keys[1], "b");
    submission_keys_free(keys, count);
}

static void a_submission_is_read(void **state)
{
    struct submission read;
    (void)state;
    write_file("submissions/anna", "submission.json",
               "{\"student\":\"Anna\",\"key\":\"anna\",\"status\":\"ok\","
               "\"files\":{\"lab1_global\":\"12ab\"},\"id\":7,"
               "\"claimed\":{\"score\":300,\"max_score\":300}}");
    assert_true(submission_read(&read, out, "anna"));
    assert_string_equal(read.student, "Anna");
    assert_string_equal(read.id, "");
    assert_string_equal(submission_file(&read, "lab1_global"), "12ab");
    assert_null(submission_file(&read, "lab2_shared"));
    assert_int_equal(read.status, SUBMISSION_OK);
    assert_true(read.claims);
    assert_int_equal(read.claimed_score, 300);
    submission_free(&read);
}

static void a_submission_of_another_key_is_damaged(void **state)
{
    struct submission read;
    (void)state;
    write_file("submissions/anna", "submission.json",
               "{\"student\":\"Anna\",\"key\":\"otto\",\"status\":\"ok\"}");
    assert_false(submission_read(&read, out, "anna"));
}

static void a_result_is_read(void **state)
{
    struct result read;
    (void)state;
    write_file("results", "lab1_global-12ab.json",
               "{\"lab\":\"lab1_global\",\"digest\":\"12ab\",\"seed\":\"5\","
               "\"status\":\"graded\",\"score\":3,\"max_score\":20,"
               "\"exercises\":[{\"name\":\"matvec\",\"score\":3,"
               "\"max_score\":20,\"first\":\"why\",\"checks\":["
               "{\"name\":\"correct\",\"passed\":true,\"points\":3,"
               "\"message\":\"25 sizes\"}]}]}");
    assert_true(result_read(&read, out, "lab1_global", "12ab"));
    assert_int_equal(read.status, RESULT_GRADED);
    assert_true(read.seed == 5);
    assert_int_equal(read.count, 1);
    assert_string_equal(read.exercises[0].first, "why");
    assert_string_equal(read.exercises[0].remark, "");
    assert_int_equal(read.exercises[0].count, 1);
    assert_true(read.exercises[0].checks[0].passed);
    assert_int_equal(read.exercises[0].checks[0].points, 3);
    result_free(&read);
}

static void a_result_under_another_name_is_none(void **state)
{
    struct result read;
    (void)state;
    assert_false(result_read(&read, out, "lab1_global", "12ab"));
    write_file("results", "lab1_global-12ab.json",
               "{\"lab\":\"lab1_global\",\"digest\":\"34cd\"}");
    assert_false(result_read(&read, out, "lab1_global", "12ab"));
}

static void a_failed_grading_is_not_done(void **state)
{
    bool failed = true;
    (void)state;
    assert_false(result_done(out, "lab1_global", "12ab", &failed));
    assert_false(failed);
    write_file("results", "lab1_global-12ab.json",
               "{\"lab\":\"lab1_global\",\"digest\":\"12ab\","
               "\"status\":\"failed\",\"exercises\":[]}");
    assert_false(result_done(out, "lab1_global", "12ab", &failed));
    assert_true(failed);
    write_file("results", "lab1_global-12ab.json",
               "{\"lab\":\"lab1_global\",\"digest\":\"12ab\","
               "\"status\":\"refused\",\"exercises\":[]}");
    assert_true(result_done(out, "lab1_global", "12ab", &failed));
    assert_false(failed);
}

#define WITH_FOLDER(test)                                                      \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(what_was_asked_for_is_kept),
        WITH_FOLDER(a_strange_edition_is_refused),
        WITH_FOLDER(digests_have_what_decides),
        WITH_FOLDER(a_source_is_called_by_its_cases_too),
        WITH_FOLDER(submissions_are_found_by_key),
        WITH_FOLDER(a_submission_is_read),
        WITH_FOLDER(a_submission_of_another_key_is_damaged),
        WITH_FOLDER(a_result_is_read),
        WITH_FOLDER(a_result_under_another_name_is_none),
        WITH_FOLDER(a_failed_grading_is_not_done),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
