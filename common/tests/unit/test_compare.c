/*
 * test_compare.c - what counts as right: bounds, NaN, poison.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "grade/compare.h"
#include "run/protocol.h"

/* A sum of `terms` products whose magnitudes add up to `magnitude`. */
static struct expected sum(double value, double magnitude, double terms)
{
    return (struct expected){value, magnitude, terms};
}

static void nan_is_never_right(void **state)
{
    struct expected expected = sum(1, 1e30, 1000);
    struct expected broken = sum(NAN, 1, 1);
    (void)state;
    assert_false(element_right(ELEMENT_F32, NAN, &expected));
    assert_false(element_right(ELEMENT_F64, NAN, &expected));
    assert_false(element_right(ELEMENT_F32, 1, &broken));
    assert_false(element_right(ELEMENT_F32, INFINITY, &expected));
}

static void any_order_of_summation_is_right(void **state)
{
    enum { N = 4096 };
    static float x[N];
    struct expected expected = sum(0, 0, N);
    float up = 0, down = 0;

    (void)state;
    for (int i = 0; i < N; i++) {
        x[i] = sinf((float)i * 0.7f) / (float)(i % 97 + 1);
        expected.value += x[i];
        expected.magnitude += fabs((double)x[i]);
    }
    for (int i = 0; i < N; i++) {
        up += x[i];
        down += x[N - 1 - i];
    }
    assert_true(element_right(ELEMENT_F32, up, &expected));
    assert_true(element_right(ELEMENT_F32, down, &expected));
}

static void a_lost_product_is_wrong(void **state)
{
    /* 2000 products of 0.25, one of them missing. */
    struct expected expected = sum(500, 500, 2000);

    (void)state;
    assert_true(element_right(ELEMENT_F32, 500 + 0.05, &expected));
    assert_false(element_right(ELEMENT_F32, 500 - 0.25, &expected));
}

static void the_bound_grows_with_terms_and_magnitude(void **state)
{
    struct expected small = sum(0, 1, 10);
    struct expected longer = sum(0, 1, 100);
    struct expected larger = sum(0, 50, 10);
    (void)state;
    assert_true(element_bound(ELEMENT_F32, &longer) >
                9 * element_bound(ELEMENT_F32, &small));
    assert_true(element_bound(ELEMENT_F32, &larger) >
                49 * element_bound(ELEMENT_F32, &small));
    assert_true(element_bound(ELEMENT_F64, &small) <
                1e-8 * element_bound(ELEMENT_F32, &small));
}

static void integers_must_be_equal(void **state)
{
    struct expected expected = sum(1000, 1000, 1000);
    (void)state;
    assert_true(element_right(ELEMENT_I32, 1000, &expected));
    assert_false(element_right(ELEMENT_I32, 1001, &expected));
    assert_false(element_right(ELEMENT_I64, 999, &expected));
}

static void compare_counts_wrong_and_unwritten(void **state)
{
    float got[5] = {1, 2, 3.5f, 4, 5};
    struct expected expected[5];
    struct comparison result;
    (void)state;
    for (int i = 0; i < 5; i++)
        expected[i] = sum(i + 1, i + 1, 1);
    memset(&got[4], POISON_NAN, sizeof got[4]);
    compare(&result, ELEMENT_F32, got, expected, 5, POISON_NAN);
    assert_int_equal(result.count, 5);
    assert_int_equal(result.wrong, 2);
    assert_int_equal(result.first_wrong, 2);
    assert_int_equal(result.poisoned, 1);
}

static void no_poison_passes_for_a_result(void **state)
{
    unsigned char bytes[2][8];
    (void)state;
    memset(bytes[0], POISON_NAN, 8);
    memset(bytes[1], POISON_NUMBER, 8);
    assert_true(isnan(element_value(ELEMENT_F32, bytes[0], 0)));
    assert_true(isnan(element_value(ELEMENT_F64, bytes[0], 0)));
    assert_true(isfinite(element_value(ELEMENT_F32, bytes[1], 0)));
    assert_true(element_poisoned(ELEMENT_I32, bytes[1], 0, POISON_NUMBER));
    assert_false(element_poisoned(ELEMENT_I32, bytes[1], 0, POISON_NAN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nan_is_never_right),
        cmocka_unit_test(any_order_of_summation_is_right),
        cmocka_unit_test(a_lost_product_is_wrong),
        cmocka_unit_test(the_bound_grows_with_terms_and_magnitude),
        cmocka_unit_test(integers_must_be_equal),
        cmocka_unit_test(compare_counts_wrong_and_unwritten),
        cmocka_unit_test(no_poison_passes_for_a_result),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
