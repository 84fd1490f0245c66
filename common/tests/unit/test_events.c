/* test_events.c - the report in JSON: whole at every moment, as documented. */
#include "tell/events.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "have.h"

#if HAVE_CJSON
#include <cjson/cJSON.h>

static char path[] = "/tmp/test_events.XXXXXX";
static const struct ptx_module *ptx;

/* The events so far; fails unless the file is whole JSON. */
static cJSON *events(void)
{
    static char text[65536];
    static cJSON *whole;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    cJSON_Delete(whole);
    whole = cJSON_Parse(text);
    assert_non_null(whole);
    const cJSON *schema = cJSON_GetObjectItem(whole, "schema");
    assert_int_equal(cJSON_GetNumberValue(schema), 1);
    return cJSON_GetObjectItem(whole, "events");
}

static const cJSON *last(void)
{
    const cJSON *all = events();
    return cJSON_GetArrayItem(all, cJSON_GetArraySize(all) - 1);
}

static const char *text_of(const cJSON *event, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(event, name));
}

static double number_of(const cJSON *event, const char *name)
{
    const cJSON *value = cJSON_GetObjectItem(event, name);
    return value ? cJSON_GetNumberValue(value) : -1;
}

static struct finding leak(void)
{
    struct finding f = {
        .tool = LEAKCHECK, .severity = FINDING_ERROR, .lanes = 1};
    strcpy(f.title, "80 bytes never freed");
    return f;
}

static struct finding at_line_2(void)
{
    struct finding f = {
        .tool = RACECHECK,
        .severity = FINDING_WARNING,
        .ptx = ptx,
        .loc = {1, 2, 5},
        .other = {1, 1, 3},
        .other_note = "the write is here",
        .kernel = "k<\"a\">",
        .block = {2, 1, 0},
        .thread = {5, 0, 3},
        .lanes = 7,
    };
    strcpy(f.title, "race");
    strcpy(f.hint, "a\tbarrier");
    return f;
}

static void the_first_event_makes_the_file(void **state)
{
    (void)state;
    struct finding f = leak();
    diagnose(&f);
    diagnostics_flush();
    assert_int_equal(cJSON_GetArraySize(events()), 1);
    assert_string_equal(text_of(last(), "event"), "finding");
    assert_string_equal(text_of(last(), "tool"), "leakcheck");
    assert_string_equal(text_of(last(), "severity"), "error");
    assert_string_equal(text_of(last(), "title"), "80 bytes never freed");
    assert_null(cJSON_GetObjectItem(last(), "launch"));
    assert_null(cJSON_GetObjectItem(last(), "kernel"));
    assert_null(cJSON_GetObjectItem(last(), "place"));
}

static void findings_have_their_launch_and_both_places(void **state)
{
    (void)state;
    events_launch_begins();
    struct finding f = at_line_2();
    diagnose(&f);
    diagnose(&f);
    diagnostics_flush();
    const cJSON *event = last();
    assert_int_equal(number_of(event, "launch"), 1);
    assert_int_equal(number_of(event, "count"), 14);
    assert_string_equal(text_of(event, "kernel"), "k<\"a\">");
    assert_string_equal(text_of(event, "hint"), "a\tbarrier");
    assert_string_equal(text_of(event, "other_note"), "the write is here");
    const cJSON *place = cJSON_GetObjectItem(event, "place");
    const cJSON *other = cJSON_GetObjectItem(event, "other");
    assert_int_equal(number_of(place, "line"), 2);
    assert_int_equal(number_of(place, "column"), 5);
    assert_int_equal(number_of(other, "line"), 1);
    const cJSON *thread = cJSON_GetObjectItem(event, "thread");
    assert_int_equal(cJSON_GetArraySize(thread), 3);
    assert_int_equal(cJSON_GetArrayItem(thread, 2)->valueint, 3);
}

/* Counters are whole numbers, larger than a double holds exactly. */
static void launches_have_their_counters(void **state)
{
    (void)state;
    static const struct counters counted = {
        .warp_instructions = (1ull << 53) + 1, .barriers = 12};
    events_launch_ends(
        &(struct launch_event){.kernel = "set",
                               .grid = {4, 2, 1},
                               .block = {256, 1, 1},
                               .dynamic_shared = 64,
                               .counters = &counted,
                               .error = "cudaErrorIllegalAddress"});
    const cJSON *event = last();
    assert_string_equal(text_of(event, "event"), "launch");
    assert_int_equal(number_of(event, "launch"), 1);
    assert_string_equal(text_of(event, "kernel"), "set");
    assert_string_equal(text_of(event, "error"), "cudaErrorIllegalAddress");
    assert_int_equal(number_of(event, "dynamic_shared_bytes"), 64);
    const cJSON *grid = cJSON_GetObjectItem(event, "grid");
    assert_int_equal(cJSON_GetArrayItem(grid, 1)->valueint, 2);
    const cJSON *counters = cJSON_GetObjectItem(event, "counters");
    assert_int_equal(number_of(counters, "barriers"), 12);
    FILE *file = fopen(path, "r");
    char line[4096];
    bool exact = false;
    while (fgets(line, sizeof line, file))
        exact |= strstr(line, "\"warp_instructions\":9007199254740993,") != 0;
    fclose(file);
    assert_true(exact);
}

/* A comment in another encoding than UTF-8 must not spoil the file. */
static void texts_are_utf8(void **state)
{
    (void)state;
    struct finding f = leak();
    strcpy(f.title, "gr\xfc\xdf \xc3\xbc \xff \xe4");
    diagnose(&f);
    diagnostics_flush();
    assert_string_equal(text_of(last(), "title"), "gr?? \xc3\xbc ? ?");
    assert_null(cJSON_GetObjectItem(last(), "launch"));
}

static void the_end_counts_errors(void **state)
{
    (void)state;
    events_end(30);
    assert_string_equal(text_of(last(), "event"), "end");
    assert_int_equal(number_of(last(), "errors"), 30);
}

/* A file that is no report is not spoilt. */
static void other_files_are_left_alone(void **state)
{
    (void)state;
    FILE *file = fopen(path, "w");
    fputs("somebody's text", file);
    fclose(file);
    events_end(1);
    char text[64] = "";
    file = fopen(path, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "somebody's text");
}

static int start(void **state)
{
    (void)state;
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    setenv("PTXRUN_REPORT", path, 1);
    setenv("PTXRUN_QUIET", "1", 1);
    struct ptx_error error = {0};
    ptx = ptx_parse(".version 7.0\n.target sm_70\n.address_size 64\n"
                    ".visible .entry k()\n{\n.loc 1 1 1\nret;\n}\n"
                    ".file 1 \"/no/such/file.cu\"\n",
                    &error);
    return ptx == NULL;
}

static int finish(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_event_makes_the_file),
        cmocka_unit_test(findings_have_their_launch_and_both_places),
        cmocka_unit_test(launches_have_their_counters),
        cmocka_unit_test(texts_are_utf8),
        cmocka_unit_test(the_end_counts_errors),
        cmocka_unit_test(other_files_are_left_alone),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, start, finish);
}
#else
int main(void)
{
    puts("1..0 # SKIP no cJSON");
    return 0;
}
#endif
