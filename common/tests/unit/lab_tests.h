/*
 * lab_tests.h - is a lab's own data right?  What tests of every lab share.
 *
 * Included behind a lab.c, whose table `exercises` it is about.  The serial
 * loops are held against the oracles: their sums must lie within the bound
 * that the grader uses.
 */
#ifndef LAB_TESTS_H
#define LAB_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grade/compare.h"
#include "grade/criteria.h"
#include "grade/points.h"
#include "grade/predictions.h"
#include "lab/random.h"

enum { EXERCISES = COUNT(exercises) };

static const struct exercise *find(const char *name)
{
    for (size_t i = 0; i < EXERCISES; i++)
        if (!strcmp(exercises[i].name, name))
            return &exercises[i];
    fail_msg("no exercise %s", name);
    return NULL;
}

static bool same(struct size a, struct size b)
{
    return a.rows == b.rows && a.cols == b.cols && a.inner == b.inner;
}

static bool checked_at(const struct exercise *exercise, struct size size)
{
    for (size_t i = 0; i < exercise->size_count; i++)
        if (same(exercise->sizes[i], size))
            return true;
    return false;
}

static void test_points_make_a_hundred(void **state)
{
    const struct lab lab = {.exercises = exercises,
                            .exercise_count = EXERCISES};
    int points = 0;
    (void)state;
    assert_in_range(EXERCISES, 1, MAX_EXERCISES);
    for (size_t i = 0; i < EXERCISES; i++) {
        const struct points of = points_of_checks(&lab, &exercises[i]);
        int checks = of.correct + of.clean + of.race_free + of.errors +
                     of.predicted;
        for (size_t k = 0; k < MAX_CRITERIA && exercises[i].criteria[k].name;
             k++) {
            assert_true(of.criteria[k] > 0);
            checks += of.criteria[k];
        }
        assert_int_equal(checks, points_of_exercise(&lab, &exercises[i]));
        points += checks;
    }
    assert_int_equal(points, LAB_POINTS);
}

static void test_criteria_are_read_at_sizes_that_are_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++) {
        const struct criterion *c = exercises[i].criteria;
        for (; c < exercises[i].criteria + MAX_CRITERIA && c->name; c++) {
            assert_true(checked_at(&exercises[i], c->size));
            assert_non_null(c->advice);
        }
    }
}

/* "0 stores, at most 2500" would pass: a bound may only be left out with a
 * reason. */
static void test_criteria_have_both_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++) {
        const struct criterion *c = exercises[i].criteria;
        for (; c < exercises[i].criteria + MAX_CRITERIA && c->name; c++) {
            bool open = isnan(c->at_most) || isnan(c->at_least);
            if (c->also.metric)
                open = open || isnan(c->also.at_most) ||
                       isnan(c->also.at_least);
            if (open && !c->open)
                fail_msg("%s: %s: a bound is missing, and nothing says why",
                         exercises[i].name, c->name);
            if (c->at_least > c->at_most || c->also.at_least > c->also.at_most)
                fail_msg("%s: %s: nothing can meet it", exercises[i].name,
                         c->name);
        }
    }
}

/* More accesses must not mend a ratio, and no access must not meet a limit that
 * 0 meets. */
static void test_criteria_ask_for_amounts(void **state)
{
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++) {
        const struct criterion *c = exercises[i].criteria;
        for (; c < exercises[i].criteria + MAX_CRITERIA && c->name; c++) {
            bool amount = !metric_is_ratio(c->metric) && c->at_least > 0;
            bool also = c->also.metric && !metric_is_ratio(c->also.metric) &&
                        c->also.at_least > 0;
            if (!amount && !also && !c->open)
                fail_msg("%s: %s: asks for no amount", exercises[i].name,
                         c->name);
        }
    }
}

static void test_caps_can_be_read(void **state)
{
    const struct measured nothing = {.launches = 0};
    double value;
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++) {
        const struct cap *c = exercises[i].caps;
        assert_non_null(c->name);
        for (; c < exercises[i].caps + MAX_CAPS && c->name; c++) {
            assert_true(metric_value(c->bounds.metric, &nothing, &value));
            assert_in_range(c->percent, 0, 99);
            assert_true(c->size.rows > 0);
            assert_true(!isnan(c->bounds.at_least) ||
                        !isnan(c->bounds.at_most));
            assert_non_null(c->sentence);
        }
    }
}

/* By metrics that there are, and in words. */
static void test_questions_can_be_asked_and_answered(void **state)
{
    const struct measured nothing = {.launches = 0};
    char name[80];
    double value;
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++) {
        const struct question *q = exercises[i].predict;
        for (; q < exercises[i].predict + QUESTIONS && q->metric; q++) {
            question_name(q, name, sizeof name);
            assert_true(!strcmp(q->metric, "time") ||
                        metric_value(q->metric, &nothing, &value));
            assert_string_not_equal(name, q->metric);
        }
    }
}

static void test_bytes_are_told_where_they_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++)
        if (exercises[i].sweep_count > 0 || exercises[i].host_pointers)
            assert_non_null(exercises[i].bytes);
}

static void test_hints_lead_in_steps(void **state)
{
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++) {
        size_t steps = 0;
        while (steps < MAX_HINTS && exercises[i].hints[steps])
            steps++;
        assert_in_range(steps, 3, MAX_HINTS);
    }
}

static void serial_within_bound(const struct exercise *e, struct size size)
{
    size_t output = e->buffers[1].direction == OUTPUT ? 1 : 2;
    enum element element = e->buffers[output].element;
    size_t count = e->buffers[output].count(size);
    void *arrays[3] = {NULL};
    struct expected *expected = malloc(count * sizeof *expected);
    struct comparison result;
    assert_non_null(expected);
    for (size_t i = 0; i <= output; i++) {
        const struct buffer *b = &e->buffers[i];
        arrays[i] = malloc(b->count(size) * element_bytes(b->element));
        assert_non_null(arrays[i]);
        random_fill(arrays[i], b->count(size), b->element, b->fill, i + 7);
    }
    if (e->prepare)
        e->prepare(arrays, size, 7);
    e->oracle((const void *const *)arrays, size, expected);
    e->serial(arrays, size, 0, e->parts(size));
    compare(&result, element, arrays[output], expected, count, 0xff);
    if (result.wrong != 0)
        fail_msg("%s %d %d %d: %zu wrong", e->name, size.rows, size.cols,
                 size.inner, result.wrong);
    free(expected);
    for (size_t i = 0; i <= output; i++)
        free(arrays[i]);
}

static void test_serial_loops_agree_with_the_oracles(void **state)
{
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++)
        for (size_t k = 0; exercises[i].serial && k < exercises[i].size_count;
             k++)
            serial_within_bound(&exercises[i], exercises[i].sizes[k]);
}

/* What a lab's list of tests begins with. */
#define TESTS_OF_EVERY_LAB                                                     \
    cmocka_unit_test(test_points_make_a_hundred),                              \
        cmocka_unit_test(test_criteria_are_read_at_sizes_that_are_checked),    \
        cmocka_unit_test(test_criteria_have_both_bounds),                      \
        cmocka_unit_test(test_criteria_ask_for_amounts),                       \
        cmocka_unit_test(test_caps_can_be_read),                               \
        cmocka_unit_test(test_questions_can_be_asked_and_answered),            \
        cmocka_unit_test(test_bytes_are_told_where_they_are_read),             \
        cmocka_unit_test(test_hints_lead_in_steps),                            \
        cmocka_unit_test(test_serial_loops_agree_with_the_oracles)

#endif
