/*
 * test_points.c - whole points from shares.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "grade/points.h"

static void shares_of_a_hundred_are_points(void **state)
{
    static const int shares[] = {16, 14, 14, 14, 14, 14, 14};
    int points[COUNT(shares)];
    (void)state;
    points_divide(100, shares, points, COUNT(shares));
    assert_memory_equal(points, shares, sizeof shares);
}

/* 100 / 6 = 16.7, each of them: the first four get one more. */
static void what_is_left_goes_to_the_first_of_equals(void **state)
{
    static const int shares[] = {20, 20, 20, 20, 20, 20};
    static const int wanted[] = {17, 17, 17, 17, 16, 16};
    int points[COUNT(shares)];
    (void)state;
    points_divide(100, shares, points, COUNT(shares));
    assert_memory_equal(points, wanted, sizeof wanted);
}

/* 17 of 20: 6.8, 2.55, 1.7, 2.55, 1.7, 0.85, 0.85: 12, and five left for all
 * remainders but the two of .55. */
static void what_is_left_goes_to_the_largest_remainders(void **state)
{
    static const int shares[] = {8, 3, 2, 3, 2, 1, 1};
    static const int wanted[] = {7, 2, 2, 2, 2, 1, 1};
    int points[COUNT(shares)];
    (void)state;
    points_divide(17, shares, points, COUNT(shares));
    assert_memory_equal(points, wanted, sizeof wanted);
}

/* 10 of 100: 9.7, 0.1, 0.2.  What is left goes to the first, and two points of
 * it to those that have none. */
static void no_share_is_worth_nothing(void **state)
{
    static const int shares[] = {97, 1, 2, 0};
    static const int wanted[] = {8, 1, 1, 0};
    int points[COUNT(shares)];
    (void)state;
    points_divide(10, shares, points, COUNT(shares));
    assert_memory_equal(points, wanted, sizeof wanted);
    points_divide(1, shares, points, COUNT(shares));
    assert_int_equal(points[0] + points[1] + points[2], 1);
}

static void without_shares_there_are_no_points(void **state)
{
    static const int shares[] = {0, 0};
    int points[COUNT(shares)] = {7, 7};
    (void)state;
    points_divide(100, shares, points, COUNT(shares));
    assert_int_equal(points[0], 0);
    assert_int_equal(points[1], 0);
}

static void all_is_divided(void **state)
{
    int shares[5], points[5];
    (void)state;
    for (int n = 0; n < 3125; n++) {
        int sum = 0, rest = n;
        for (int i = 0; i < 5; i++, rest /= 5)
            shares[i] = 1 + rest % 5;
        points_divide(17, shares, points, 5);
        for (int i = 0; i < 5; i++) {
            assert_in_range(points[i], 1, 17);
            sum += points[i];
        }
        assert_int_equal(sum, 17);
    }
}

/* 40 % of 14 are 5.6, and so 5. */
static void a_cap_takes_what_is_above(void **state)
{
    (void)state;
    assert_int_equal(points_above(14, 14, 40), 9);
    assert_int_equal(points_above(20, 20, 50), 10);
    assert_int_equal(points_above(20, 20, 0), 20);
    assert_int_equal(points_above(5, 14, 40), 0);
    assert_int_equal(points_above(3, 14, 40), 0);
}

static void checks_share_what_the_exercise_has(void **state)
{
    static const struct exercise exercises[] = {
        {.share = 3,
         .shares = {.correct = 2, .clean = 1, .race_free = 1},
         .criteria = {{.name = "one", .share = 1}, {.name = "two"}}},
        {.share = 1, .shares = {.correct = 1, .errors = 4}}};
    static const struct lab lab = {.exercises = exercises, .exercise_count = 2};
    struct points first = points_of_checks(&lab, &exercises[0]);
    struct points second = points_of_checks(&lab, &exercises[1]);

    (void)state;
    assert_int_equal(points_of_exercise(&lab, &exercises[0]), 75);
    assert_int_equal(first.correct, 30);
    assert_int_equal(first.criteria[0], 15);
    assert_int_equal(first.criteria[1], 0);
    assert_int_equal(first.errors, 0);
    assert_int_equal(second.correct, 5);
    assert_int_equal(second.errors, 20);
}

/* It is one, whatever there is, and none where there are few. */
static void a_point_is_for_predicting(void **state)
{
    static const struct exercise exercises[] = {
        {.share = 14,
         .predict = {{"time", NULL}},
         .shares = {.correct = 2, .clean = 1}},
        {.share = 4, .predict = {{"time", NULL}}, .shares = {.correct = 1}},
        {.share = 82, .shares = {.correct = 1}}};
    static const struct lab lab = {.exercises = exercises, .exercise_count = 3};
    struct points of = points_of_checks(&lab, &exercises[0]);
    (void)state;
    assert_int_equal(of.predicted, 1);
    assert_int_equal(of.correct + of.clean, 13);
    assert_int_equal(points_of_checks(&lab, &exercises[1]).predicted, 0);
    assert_int_equal(points_of_checks(&lab, &exercises[2]).predicted, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_a_hundred_are_points),
        cmocka_unit_test(what_is_left_goes_to_the_first_of_equals),
        cmocka_unit_test(what_is_left_goes_to_the_largest_remainders),
        cmocka_unit_test(no_share_is_worth_nothing),
        cmocka_unit_test(without_shares_there_are_no_points),
        cmocka_unit_test(all_is_divided),
        cmocka_unit_test(a_cap_takes_what_is_above),
        cmocka_unit_test(checks_share_what_the_exercise_has),
        cmocka_unit_test(a_point_is_for_predicting),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
