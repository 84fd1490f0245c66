/*
 * test_criteria.c - metrics from counters, and what a lab asks of them.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "grade/criteria.h"

/* A x V, a thread per row, 2500x2000, as an H200 counted it. */
static const struct measured matvec = {
    .counters = {.global_load_requests = 316000,
                 .global_load_sectors = 5158000,
                 .global_load_bytes = 20632000,
                 .global_store_requests = 79,
                 .global_store_sectors = 313,
                 .global_store_bytes = 10000,
                 .shared_store_requests = 630,
                 .barriers = 1280,
                 .warp_instructions = 100,
                 .thread_instructions = 1600},
    .launches = 1,
    .size = {2500, 2000, 1},
    .blocks = 10,
    .warps = 80,
    .threads = 2560};

static double value_of(const char *name, const struct measured *measured)
{
    double value = -1;
    assert_true(metric_value(name, measured, &value));
    return value;
}

static void ratios_are_the_hardware_s(void **state)
{
    (void)state;
    assert_true(fabs(value_of("global_load_sectors_per_request", &matvec) -
                     16.32) < 0.01);
    assert_true(fabs(value_of("global_load_efficiency", &matvec) - 12.5) <
                1e-9);
    assert_true(value_of("warp_execution_efficiency", &matvec) == 50);
    assert_true(value_of("shared_store_requests_per_block", &matvec) == 63);
    assert_true(value_of("barriers_per_warp", &matvec) == 16);
    assert_true(value_of("launches", &matvec) == 1);
    assert_true(value_of("threads", &matvec) == 2560);
}

static void every_counter_has_its_own_name(void **state)
{
    struct measured measured = {.launches = 1, .size = {1, 1, 1}};
    (void)state;
#define X(name)                                                                \
    measured.counters.name = 4711;                                             \
    assert_true(value_of(#name, &measured) == 4711);                           \
    measured.counters.name = 0;
    COUNTERS(X)
#undef X
}

static void a_ratio_of_nothing_is_nan_and_never_met(void **state)
{
    struct measured nothing = {.launches = 1, .size = {1, 1, 1}};
    struct criterion criterion = {.name = "coalesced",
                                  .metric = "global_load_sectors_per_request",
                                  .at_most = 4,
                                  .at_least = NAN};
    char text[200];
    (void)state;
    assert_true(isnan(value_of(criterion.metric, &nothing)));
    assert_false(criterion_met(&criterion, &nothing, text, sizeof text));
    assert_non_null(strstr(text, "no such access"));
}

static void limits_include_their_ends(void **state)
{
    struct criterion criterion = {
        .metric = "global_store_requests", .at_most = 79, .at_least = NAN};
    char text[200];

    (void)state;
    assert_true(criterion_met(&criterion, &matvec, text, sizeof text));
    criterion.at_most = 78;
    assert_false(criterion_met(&criterion, &matvec, text, sizeof text));
    assert_non_null(strstr(text, "79 global store requests"));
    assert_non_null(strstr(text, "at most 78"));
    criterion.at_most = NAN;
    criterion.at_least = 80;
    assert_false(criterion_met(&criterion, &matvec, text, sizeof text));
    assert_non_null(strstr(text, "at least 80"));
}

static void both_bounds_are_asked_for(void **state)
{
    struct criterion criterion = {
        .metric = "global_store_requests", .at_most = 100, .at_least = 20};
    struct measured nothing = {.launches = 1};
    char text[200];

    (void)state;
    assert_true(criterion_met(&criterion, &matvec, text, sizeof text));
    assert_string_equal(text,
                        "79 global store requests (asked for: 20 to 100)");
    assert_false(criterion_met(&criterion, &nothing, text, sizeof text));
    assert_string_equal(text,
                        "0 global store requests (asked for: at least 20)");
    criterion.at_most = 78;
    assert_false(criterion_met(&criterion, &matvec, text, sizeof text));
    assert_non_null(strstr(text, "at most 78"));
    criterion.at_most = criterion.at_least = 79;
    assert_true(criterion_met(&criterion, &matvec, text, sizeof text));
    assert_non_null(strstr(text, "asked for: 79)"));
}

/* A x V reads 12.5 % of what it moves; with 30 times as many good loads beside
 * that nobody needs, 90 %. */
static void loads_that_nobody_needs_do_not_help(void **state)
{
    struct measured diluted = {.counters = {.global_load_requests = 2000000,
                                            .global_load_sectors = 12000000,
                                            .global_load_bytes = 360000000}};
    struct criterion criterion = {
        .metric = "global_load_efficiency",
        .at_most = 100,
        .at_least = 90,
        .also = {"global_load_sectors", 625000, 2500000}};
    char text[200];

    (void)state;
    assert_false(criterion_met(&criterion, &matvec, text, sizeof text));
    assert_non_null(strstr(text, "12.50 %"));
    assert_false(criterion_met(&criterion, &diluted, text, sizeof text));
    assert_string_equal(
        text, "12000000 global load sectors (asked for: at most 2500000)");
}

/* 100 launches of one warp are not 100 warps. */
static void what_is_busiest_adds_up_over_launches(void **state)
{
    struct counters launch = {.max_warp_instructions = 5,
                              .max_block_load_bytes = 7,
                              .global_load_requests = 2};
    struct measured measured = {.size = {1, 1, 1}};

    (void)state;
    for (int i = 0; i < 100; i++)
        measured_add(&measured, &launch);
    assert_true(value_of("launches", &measured) == 100);
    assert_true(value_of("max_warp_instructions", &measured) == 500);
    assert_true(value_of("max_block_load_bytes", &measured) == 700);
    assert_true(value_of("global_load_requests", &measured) == 200);
}

static void sums_take_both_kinds(void **state)
{
    struct measured measured = {.counters = {.flops_single = 1,
                                             .flops_double = 2,
                                             .atomics = 1,
                                             .shared_load_bank_conflicts = 3,
                                             .shared_store_bank_conflicts = 4}};

    (void)state;
    assert_true(value_of("arithmetic", &measured) == 35);
    assert_true(value_of("shared_bank_conflicts", &measured) == 7);
    assert_true(metric_is_ratio("global_load_efficiency"));
    assert_false(metric_is_ratio("shared_bank_conflicts"));
    assert_false(metric_is_ratio("global_load_requests"));
}

static void an_unknown_metric_is_named(void **state)
{
    struct criterion criterion = {
        .metric = "speed", .at_most = 1, .at_least = NAN};
    char text[200];
    double value;

    (void)state;
    assert_false(metric_value("speed", &matvec, &value));
    assert_false(criterion_met(&criterion, &matvec, text, sizeof text));
    assert_non_null(strstr(text, "speed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_are_the_hardware_s),
        cmocka_unit_test(every_counter_has_its_own_name),
        cmocka_unit_test(a_ratio_of_nothing_is_nan_and_never_met),
        cmocka_unit_test(limits_include_their_ends),
        cmocka_unit_test(both_bounds_are_asked_for),
        cmocka_unit_test(loads_that_nobody_needs_do_not_help),
        cmocka_unit_test(what_is_busiest_adds_up_over_launches),
        cmocka_unit_test(sums_take_both_kinds),
        cmocka_unit_test(an_unknown_metric_is_named),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("criteria", tests, NULL, NULL);
}
