/*
 * test_costs.c - what accesses need at least, and which line is the worst.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/costs.h"
#include "run/sources.h"

/* 10 requests each; the last but one begins inside a sector, of the last the
 * lanes want one word. */
static struct line_record lines[] = {
    {.launch = 1,
     .line = 7,
     .space = "global",
     .kind = "load",
     .array = "A",
     .requests = 10,
     .sectors = 320,
     .bytes = 1280},
    {.launch = 1,
     .line = 9,
     .space = "shared",
     .kind = "store",
     .array = "t",
     .requests = 10,
     .wavefronts = 340,
     .conflicts = 330},
    {.launch = 1,
     .line = 8,
     .space = "global",
     .kind = "load",
     .array = "B",
     .requests = 10,
     .sectors = 50,
     .bytes = 1280},
    {.launch = 2,
     .line = 8,
     .space = "global",
     .kind = "load",
     .array = "V",
     .requests = 10,
     .sectors = 10,
     .bytes = 40},
};

static const struct run run = {.lines = lines, .line_count = 4};

static void what_is_costly_and_what_is_not(void **state)
{
    (void)state;
    assert_true(line_ideal(&lines[0]) == 4);
    assert_true(line_is_costly(&lines[0]));
    assert_true(line_ideal(&lines[1]) == 1);
    assert_int_equal(line_cost(&lines[1]), 340);
    assert_true(line_is_costly(&lines[1]));
    assert_false(line_is_costly(&lines[2]));
    assert_true(line_ideal(&lines[3]) == 1);
    assert_false(line_is_costly(&lines[3]));
}

static void ideals_of_metrics_are_of_their_launch(void **state)
{
    (void)state;
    assert_true(costs_ideal("global_load_sectors", &run, 1) == 80);
    assert_true(costs_ideal("global_load_sectors_per_request", &run, 1) == 4);
    assert_true(costs_ideal("global_load_efficiency", &run, 1) == 100);
    assert_true(costs_ideal("global_load_sectors", &run, 2) == 10);
    assert_true(costs_ideal("global_load_efficiency", &run, 2) == 12.5);
    assert_true(costs_ideal("shared_store_wavefronts", &run, 1) == 10);
    assert_true(costs_ideal("shared_store_bank_conflicts", &run, 1) == 0);
    assert_true(isnan(costs_ideal("global_load_requests", &run, 1)));
    assert_true(isnan(costs_ideal("warp_instructions", &run, 1)));
}

static void the_worst_wastes_most_and_is_named(void **state)
{
    char text[512];
    (void)state;
    assert_ptr_equal(costs_worst_line(&run, 1), &lines[1]);
    costs_in_words(&lines[1], text, sizeof text);
    assert_non_null(strstr(text, "line 9, store of t"));
    assert_non_null(strstr(text, "34.0 wavefronts where 1 would do"));
    costs_in_words(&lines[0], text, sizeof text);
    assert_non_null(strstr(text, "32.0 sectors where 4 would do"));
    assert_null(costs_worst_line(&run, 2));
    costs_in_words(NULL, text, sizeof text);
    assert_non_null(strstr(text, "No line wastes"));
}

static void constants_are_left_out(void **state)
{
    struct line_record line = {.launch = 1, .space = "const"};
    (void)state;
    assert_false(line_counts(&line, 1));
    assert_true(line_counts(&lines[3], 2));
    assert_false(line_counts(&lines[3], 1));
}

static void the_text_of_a_line_or_nothing(void **state)
{
    struct line_record line = {.line = 2};
    int file =
        (strcpy(line.file, "/tmp/test_costs_XXXXXX"), mkstemp(line.file));
    char text[40];
    (void)state;
    assert_true(dprintf(file, "one\n \ttwo;\r\n") > 0);
    close(file);
    line_source(&line, text, sizeof text);
    assert_string_equal(text, ""); /* a file that was not compiled here */
    source_allow(line.file);
    line_source(&line, text, sizeof text);
    assert_string_equal(text, "two;");
    line.line = 3;
    line_source(&line, text, sizeof text);
    assert_string_equal(text, "");
    unlink(line.file);
    line_source(&line, text, sizeof text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_costly_and_what_is_not),
        cmocka_unit_test(ideals_of_metrics_are_of_their_launch),
        cmocka_unit_test(the_worst_wastes_most_and_is_named),
        cmocka_unit_test(constants_are_left_out),
        cmocka_unit_test(the_text_of_a_line_or_nothing),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
