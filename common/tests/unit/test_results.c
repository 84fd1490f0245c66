/*
 * test_results.c - scores, and the file an instructor's program reads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "grade/last.h"
#include "grade/results.h"

#include "have.h"

#if HAVE_CJSON
#include <cjson/cJSON.h>
#endif

static const struct exercise exercises[] = {{.name = "one"}, {.name = "two"}};
static const struct lab lab = {
    .name = "lab", .exercises = exercises, .exercise_count = 2};

/* Those that last.json may speak of. */
const struct lab *const all_labs[] = {&lab};
const size_t lab_count = 1;

/* 3 of 5 points in one, 0 of 2 in two. */
static struct results make_results(void)
{
    struct results results = {.device = "emulated device", .count = 1};
    struct check *check;
    results.labs = calloc(1, sizeof *results.labs);
    assert_non_null(results.labs);
    results.labs->lab = &lab;
    results.labs->exercises = calloc(2, sizeof *results.labs->exercises);
    assert_non_null(results.labs->exercises);
    results.labs->count = 2;
    for (int i = 0; i < 2; i++)
        results.labs->exercises[i].exercise = &exercises[i];
    check = results_add_check(&results.labs->exercises[0], "correct", 3);
    check->passed = true;
    check->points = 3;
    results_add_check(&results.labs->exercises[0], "clean", 2);
    check = results_add_check(&results.labs->exercises[1], "correct", 2);
    strcpy(check->message, "say \"no\"\nand \xd0\xa1\xff \xd0");
    return results;
}

static void points_add_up(void **state)
{
    struct results results = make_results();
    int score, maximum;
    (void)state;
    results_exercise_score(&results.labs->exercises[0], &score, &maximum);
    assert_int_equal(score, 3);
    assert_int_equal(maximum, 5);
    results_score(&results, &score, &maximum);
    assert_int_equal(score, 3);
    assert_int_equal(maximum, 7);
    results_free(&results);
}

#if HAVE_CJSON

static cJSON *read_json(const char *path)
{
    static char text[8192];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return cJSON_Parse(text);
}

static const cJSON *at(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);

    assert_non_null(item);
    return item;
}

static void the_file_has_the_promised_shape(void **state)
{
    struct results results = make_results();
    char path[] = "/tmp/test_results.XXXXXX";
    int file = mkstemp(path);
    const cJSON *exercise, *check;
    cJSON *json;

    (void)state;
    assert_true(file >= 0);
    close(file);
    assert_true(results_write_json(&results, path));
    json = read_json(path);
    assert_non_null(json);
    assert_string_equal(at(json, "device")->valuestring, "emulated device");
    assert_int_equal(at(json, "score")->valueint, 3);
    assert_int_equal(at(json, "max_score")->valueint, 7);
    exercise = cJSON_GetArrayItem(
        at(cJSON_GetArrayItem(at(json, "labs"), 0), "exercises"), 1);
    assert_string_equal(at(exercise, "name")->valuestring, "two");
    assert_int_equal(at(exercise, "max_score")->valueint, 2);
    check = cJSON_GetArrayItem(at(exercise, "checks"), 0);
    assert_true(cJSON_IsFalse(at(check, "passed")));
    assert_int_equal(at(check, "points")->valueint, 0);
    assert_int_equal(at(check, "max_points")->valueint, 2);
    assert_null(cJSON_GetObjectItemCaseSensitive(check, "waiting"));
    assert_string_equal(at(check, "message")->valuestring,
                        "say \"no\"\nand \xd0\xa1? ?");
    cJSON_Delete(json);
    unlink(path);
    results_free(&results);
}

/* Nothing in it says in which folder the file lay. */
static void the_place_of_a_cause_is_kept(void **state)
{
    struct results results = make_results();
    struct exercise_result *result = &results.labs->exercises[1];
    char path[] = "/tmp/test_results.XXXXXX";
    int file = mkstemp(path);
    const cJSON *exercise;
    cJSON *json;

    (void)state;
    assert_true(file >= 0);
    close(file);
    strcpy(result->more, "C has 5\xff bytes");
    strcpy(result->finding.file, "/a/room/lab/student.cu");
    result->finding.line = 94;
    result->finding.column = 16;
    assert_true(results_write_json(&results, path));
    json = read_json(path);
    assert_non_null(json);
    exercise = cJSON_GetArrayItem(
        at(cJSON_GetArrayItem(at(json, "labs"), 0), "exercises"), 1);
    assert_string_equal(at(exercise, "more")->valuestring, "C has 5? bytes");
    assert_string_equal(at(exercise, "file")->valuestring, "student.cu");
    assert_int_equal(at(exercise, "line")->valueint, 94);
    assert_int_equal(at(exercise, "column")->valueint, 16);
    exercise = cJSON_GetArrayItem(
        at(cJSON_GetArrayItem(at(json, "labs"), 0), "exercises"), 0);
    assert_null(cJSON_GetObjectItemCaseSensitive(exercise, "more"));
    assert_null(cJSON_GetObjectItemCaseSensitive(exercise, "line"));
    cJSON_Delete(json);
    unlink(path);
    results_free(&results);
}

static void a_file_that_cannot_be_written_is_a_failure(void **state)
{
    struct results results = make_results();
    (void)state;
    assert_false(results_write_json(&results, "/nowhere/at/all.json"));
    results_free(&results);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Enters a check of exercise two alone after one of both. */
static void each_exercise_is_kept_from_its_last_check(void **state)
{
    char folder[] = "/tmp/test_results.XXXXXX", check[64], last[64];
    struct results results = make_results();
    const cJSON *labs, *exercises;
    cJSON *json;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(check, sizeof check, "%s/check.json", folder);
    snprintf(last, sizeof last, "%s/last.json", folder);
    write_text(last, "{\"labs\": [{\"name\": \"gone\", \"exercises\": [");
    assert_true(results_write_json(&results, check));
    assert_true(last_enter(check, last));
    write_text(check, "{\"device\": \"d\", \"labs\": [{\"name\": \"lab\","
                      " \"exercises\": [{\"name\": \"two\", \"score\": 2,"
                      " \"max_score\": 2}, {\"name\": \"three\"}]},"
                      " {\"name\": \"other\", \"exercises\": []}]}");
    assert_true(last_enter(check, last));
    json = read_json(last);
    assert_non_null(json);
    assert_string_equal(at(json, "device")->valuestring, "d");
    assert_int_equal(at(json, "score")->valueint, 5);
    assert_int_equal(at(json, "max_score")->valueint, 7);
    labs = at(json, "labs");
    assert_int_equal(cJSON_GetArraySize(labs), 1);
    exercises = at(cJSON_GetArrayItem(labs, 0), "exercises");
    assert_int_equal(cJSON_GetArraySize(exercises), 2);
    assert_int_equal(at(cJSON_GetArrayItem(exercises, 0), "score")->valueint,
                     3);
    assert_int_equal(at(cJSON_GetArrayItem(exercises, 1), "score")->valueint,
                     2);
    cJSON_Delete(json);
    assert_false(last_enter(check, "/nowhere/at/all.json"));
    unlink(check);
    unlink(last);
    assert_int_equal(rmdir(folder), 0); /* nothing is left beside */
    results_free(&results);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_add_up),
#if HAVE_CJSON
        cmocka_unit_test(the_file_has_the_promised_shape),
        cmocka_unit_test(the_place_of_a_cause_is_kept),
        cmocka_unit_test(a_file_that_cannot_be_written_is_a_failure),
        cmocka_unit_test(each_exercise_is_kept_from_its_last_check),
#endif
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}
