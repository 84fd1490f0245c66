/*
 * test_profile.c - measure/profile.c: what is worth a line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "measure/profile.h"

const struct lab *const all_labs[] = {NULL}; /* no lab is asked */
const size_t lab_count = 0;

static const struct profile_metric *metric_named(const char *name)
{
    for (size_t i = 0; i < profile_metric_count; i++)
        if (!strcmp(profile_metrics[i].metric, name))
            return &profile_metrics[i];
    return NULL;
}

static double shown(const char *metric, struct counters counters)
{
    struct launch_record launch = {.counters = counters};
    struct profiled profiled = {
        .run = {.launches = &launch, .launch_count = 1}};
    return profile_value(metric_named(metric), &profiled, 0);
}

static void test_memory_nobody_used_is_not_shown(void **state)
{
    struct counters none = {0};
    (void)state;
    assert_true(isnan(shown("local_load_requests", none)));
    assert_true(isnan(shown("shared_store_requests", none)));
    assert_true(shown("global_load_requests", none) == 0);
}

static void test_memory_that_was_used_is_shown_whole(void **state)
{
    struct counters spilled = {.local_store_requests = 5};
    (void)state;
    assert_true(shown("local_store_requests", spilled) == 5);
    assert_true(shown("local_load_requests", spilled) == 0);
    assert_true(isnan(shown("shared_store_requests", spilled)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_nobody_used_is_not_shown),
        cmocka_unit_test(test_memory_that_was_used_is_shown_whole),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
