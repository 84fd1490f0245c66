/*
 * test_statistics.c - medians and quartiles of a few times.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "run/statistics.h"

static void nothing_is_not_a_number(void **state)
{
    struct times times = times_of(NULL, 0);
    (void)state;
    assert_int_equal(times.samples, 0);
    assert_true(isnan(times.median));
}

static void one_sample_is_all(void **state)
{
    double samples[] = {7};
    struct times times = times_of(samples, 1);
    (void)state;
    assert_true(times.median == 7 && times.minimum == 7);
    assert_true(times.lower == 7 && times.upper == 7);
}

static void quartiles_lie_between_samples(void **state)
{
    double samples[] = {4, 1, 3, 2};
    struct times times = times_of(samples, 4);
    (void)state;
    assert_true(times.median == 2.5);
    assert_true(times.minimum == 1);
    assert_true(times.lower == 1.75);
    assert_true(times.upper == 3.25);
}

static void an_outlier_does_not_move_the_median(void **state)
{
    double samples[] = {10, 11, 12, 13, 1e9};
    (void)state;
    assert_true(times_of(samples, 5).median == 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_not_a_number),
        cmocka_unit_test(one_sample_is_all),
        cmocka_unit_test(quartiles_lie_between_samples),
        cmocka_unit_test(an_outlier_does_not_move_the_median),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
