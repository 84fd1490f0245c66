/*
 * test_sums.c - sums told by strides: values, and what rounding may do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lab/sums.h"

/* Means 1.5 and -2 of the rows 1 2 / -1 -3; then 2 x 2 times both. */
static void test_sums_of_means(void **state)
{
    const double rows[] = {1, 2, -1, -3}, factors[] = {2, 1, 0, -4};
    struct sums means = {.a = rows,
                         .x = {.count = 1},
                         .y = {.count = 2, .out = 1, .a = 2},
                         .t = {.count = 2, .a = 1},
                         .divisor = 2};
    struct sums products = {.a = factors,
                            .x = {.count = 2, .out = 1, .a = 2},
                            .y = {.count = 1},
                            .t = {.count = 2, .a = 1, .b = 1}};
    struct expected out[2];
    (void)state;
    sums_of_sums(&means, &products, out);
    assert_true(out[0].value == 2 * 1.5 - 2 && out[1].value == 8);
    assert_true(out[0].magnitude == 2 * 1.5 + 2 && out[1].magnitude == 8);
    assert_true(out[0].terms == 2 + 2 + 1);
}

/* The same sums, stored by columns. */
static void test_strides_of_the_result(void **state)
{
    const double rows[] = {1, 2, 3, 4, 5, 6}, one[] = {1};
    struct sums sums = {.a = rows,
                        .x = {.count = 2, .out = 1, .a = 3},
                        .y = {.count = 3, .out = 2, .a = 1},
                        .t = {.count = 1}};
    struct sums same = {.a = one,
                        .x = {.count = 6, .out = 1, .b = 1},
                        .y = {.count = 1},
                        .t = {.count = 1}};
    const double wanted[] = {1, 4, 2, 5, 3, 6};
    struct expected out[6];
    (void)state;
    sums_of_sums(&sums, &same, out);
    for (size_t i = 0; i < 6; i++)
        assert_true(out[i].value == wanted[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_of_means),
        cmocka_unit_test(test_strides_of_the_result),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
