/*
 * test_medal.c - which medal a time is worth, and what is said of it.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "grade/medal.h"

static const struct exercise exercise = {.name = "matvec_best"};

static enum medal_kind kind(double us, double rung, double library)
{
    return medal_kind_for(us, &(struct medal_target){"r", rung},
                          &(struct medal_target){"l", library});
}

static void each_medal_needs_those_before(void **state)
{
    (void)state;
    assert_int_equal(kind(30, 20, 10), MEDAL_NONE);
    assert_int_equal(kind(21, 20, 10), MEDAL_BRONZE); /* within the margin */
    assert_int_equal(kind(10.4, 20, 10), MEDAL_SILVER);
    assert_int_equal(kind(9.6, 20, 10), MEDAL_SILVER);
    assert_int_equal(kind(9.5, 20, 10), MEDAL_GOLD);
}

/* As of A x V: its last rung is faster than the library. */
static void a_rung_beyond_the_library_is_worth_silver(void **state)
{
    (void)state;
    assert_int_equal(kind(7, 5, 8), MEDAL_NONE);
    assert_int_equal(kind(5, 5, 8), MEDAL_SILVER);
    assert_int_equal(kind(4.7, 5, 8), MEDAL_GOLD);
}

static void unknown_times_give_no_medal(void **state)
{
    (void)state;
    assert_int_equal(kind(5, NAN, 8), MEDAL_NONE);
    assert_int_equal(kind(5, 5, NAN), MEDAL_BRONZE);
    assert_int_equal(kind(NAN, 5, 8), MEDAL_NONE);
}

static struct medal awarded(double us, double low, double high, double library)
{
    struct medal medal = {.device = "NVIDIA H200",
                          .size = {2500, 2000, 1},
                          .us = us,
                          .low_us = low,
                          .high_us = high,
                          .rung = {"matvec_warp", 6},
                          .library = {"cublasSgemv", library}};
    medal_award(&medal, &exercise);
    return medal;
}

static void the_time_is_told_with_its_source(void **state)
{
    struct medal medal = awarded(5.5, NAN, NAN, 4);
    (void)state;
    assert_true(medal.judged);
    assert_string_equal(medal.text,
                        "modelled on NVIDIA H200: 5.5 us at 2500 x 2000");
    assert_string_equal(medal.next, "silver: at most 4.2 us (matvec_warp takes "
                                    "6, cublasSgemv takes 4)");
}

static void an_interval_over_a_limit_is_told(void **state)
{
    struct medal medal = awarded(5.5, 4.1, 6.1, 4);
    (void)state;
    assert_non_null(strstr(medal.text, "5.5 us (4.1 to 6.1) at"));
    assert_non_null(strstr(medal.text, "by the interval bronze to silver"));
    medal = awarded(5.5, 5.2, 6, 4);
    assert_null(strstr(medal.text, "by the interval"));
}

static void the_last_medal_has_no_next(void **state)
{
    (void)state;
    assert_string_equal(awarded(3, NAN, NAN, 4).next, "");
    assert_non_null(strstr(awarded(5, NAN, NAN, NAN).next, "no time"));
    assert_non_null(strstr(awarded(9, NAN, NAN, 4).next, "bronze: at most 6"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_medal_needs_those_before),
        cmocka_unit_test(a_rung_beyond_the_library_is_worth_silver),
        cmocka_unit_test(unknown_times_give_no_medal),
        cmocka_unit_test(the_time_is_told_with_its_source),
        cmocka_unit_test(an_interval_over_a_limit_is_told),
        cmocka_unit_test(the_last_medal_has_no_next),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
