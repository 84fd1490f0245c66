/*
 * own_size.c - see own_size.h.
 *
 * Idea: a lab of one exercise, that has one size and nothing that is counted,
 * is checked as any other; then what the arrays hold is printed, as much of
 * them as a terminal shows.
 */
#include "own_size.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "grade/check.h"
#include "grade/compare.h"
#include "grade/explain.h"
#include "lab/random.h"
#include "paint.h"
#include "run/dimensions.h"
#include "term/wrap.h"

enum { SHOWN_ROWS = 16, COLUMN = 11 };

/* More takes longer than a look at a size is worth. */
static const double most_bytes = 1 << 28, most_flops = 1 << 29;

/* ---- is it a size? ------------------------------------------------------- */

/* Is it another number than 1 at any size that is checked? */
static bool has_dimension(const struct exercise *exercise, size_t i)
{
    for (size_t k = 0; k < exercise->size_count; k++) {
        struct size size = size_given(exercise, exercise->sizes[k]);
        if (*size_dimension(&size, i) != 1)
            return true;
    }
    return false;
}

static void tell_dimensions(const struct exercise *exercise)
{
    fprintf(stderr, "grader: a size of %s is given by", exercise->name);
    for (size_t i = 0; i < DIMENSIONS; i++) {
        if (has_dimension(exercise, i))
            size_tell_dimension(exercise, i);
    }
    fprintf(stderr, ".\n");
}

bool own_size_take(const struct exercise *exercise, struct size given,
                   struct size *size)
{
    for (size_t i = 0; i < DIMENSIONS; i++) {
        int *at = size_dimension(&given, i);
        bool has = has_dimension(exercise, i);
        if (*at == 0 && !has)
            *at = 1;
        if (*at < 1 || (*at > 1 && !has)) {
            tell_dimensions(exercise);
            return false;
        }
    }
    *size = size_given(exercise, given);
    if (!size_allowed(exercise, *size))
        return false;
    if ((double)problem_bytes(exercise, *size) <= most_bytes &&
        exercise->flops(*size) <= most_flops)
        return true;
    fprintf(stderr,
            "grader: that is too large to look at: at most %.0f MiB and "
            "%.0f million operations\n",
            most_bytes / 0x1p20, most_flops / 1e6);
    return false;
}

/* ---- the arrays ---------------------------------------------------------- */

/* An array, and how much of it is shown from where. */
struct shown {
    const struct session *session;
    const struct buffer *buffer;
    const void *array;
    const struct expected *expected; /* NULL: of an input */
    size_t count, rows, cols;        /* a vector is folded into rows */
    bool vector;
    bool wrong;      /* an element is */
    size_t row, col; /* the first */
};

static bool is_right(const struct shown *s, size_t i)
{
    return !s->expected ||
           element_right(s->buffer->element,
                         element_value(s->buffer->element, s->array, i),
                         &s->expected[i]);
}

static bool is_unset(const struct shown *s, size_t i)
{
    return s->expected &&
           (element_poisoned(s->buffer->element, s->array, i, POISON_NAN) ||
            element_poisoned(s->buffer->element, s->array, i, POISON_NUMBER));
}

/* Beside each other; there may be more. */
static size_t most_columns(void)
{
    return (wrap_width() - 4) / COLUMN;
}

static size_t shown_columns(const struct shown *s)
{
    size_t fit = most_columns();
    return s->cols - s->col < fit ? s->cols - s->col : fit;
}

static size_t shown_rows(const struct shown *s)
{
    return s->rows - s->row < SHOWN_ROWS ? s->rows - s->row : SHOWN_ROWS;
}

/* So that the first wrong element is in it. */
static void look_at_wrong(struct shown *s)
{
    size_t wrong = 0;
    while (wrong < s->count && is_right(s, wrong))
        wrong++;
    s->wrong = wrong < s->count;
    if (!s->wrong)
        return;
    if (wrong / s->cols >= SHOWN_ROWS)
        s->row = wrong / s->cols;
    if (wrong % s->cols >= shown_columns(s))
        s->col = wrong % s->cols;
}

static void print_element(const struct shown *s, size_t i, bool expected)
{
    double value = expected ? s->expected[i].value
                            : element_value(s->buffer->element, s->array, i);
    bool wrong = !expected && !is_right(s, i);
    char text[32];
    snprintf(text, sizeof text, "%.4g%s", value, wrong ? "*" : "");
    if (!expected && is_unset(s, i))
        snprintf(text, sizeof text, "unset*");
    printf("%s%*s%s", wrong ? paint(s->session, RED) : "", COLUMN, text,
           wrong ? paint(s->session, PLAIN) : "");
}

static void print_rows(const struct shown *s, bool expected)
{
    for (size_t i = 0; i < shown_rows(s); i++) {
        printf("  ");
        for (size_t k = 0; k < shown_columns(s); k++) {
            size_t at = (s->row + i) * s->cols + s->col + k;
            if (at < s->count)
                print_element(s, at, expected);
        }
        puts(s->col + shown_columns(s) < s->cols ? " ..." : "");
    }
    if (s->row + shown_rows(s) < s->rows)
        printf("  %*s\n", COLUMN, "...");
}

/* "A, 5 x 3"; where it begins, if that is not the first element. */
static void print_head(const struct shown *s, const char *what)
{
    printf("\n  %s%s", s->buffer->name, what);
    if (s->vector)
        printf(", %zu element%s", s->count, s->count == 1 ? "" : "s");
    else
        printf(", %zu x %zu", s->rows, s->cols);
    if (s->vector && s->row)
        printf(", from element %zu on", s->row * s->cols);
    else if (s->row || s->col)
        printf(", from row %zu, column %zu on", s->row, s->col);
    putchar('\n');
}

/* What a run that was stopped leaves. */
static bool is_blank(const struct shown *s)
{
    for (size_t i = 0; i < s->count; i++) {
        if (!is_unset(s, i) &&
            element_value(s->buffer->element, s->array, i) != 0)
            return false;
    }
    return true;
}

static void print_array(struct shown *s, bool stopped)
{
    if (s->expected)
        look_at_wrong(s);
    if (s->expected && stopped && is_blank(s)) {
        print_head(s, " as it should be; the kernel was stopped");
        print_rows(s, true);
        return;
    }
    print_head(s, s->wrong ? " (* is wrong)" : "");
    print_rows(s, false);
    if (!s->wrong)
        return;
    print_head(s, " as it should be");
    print_rows(s, true);
}

static void print_arrays(const struct session *session, bool stopped)
{
    const struct problem *problem = &session->problem;
    const void *arrays[MAX_BUFFERS];
    problem_arrays(problem, arrays);
    for (size_t i = 0; i < buffer_count(problem->exercise); i++) {
        const struct buffer *buffer = &problem->exercise->buffers[i];
        size_t count = buffer->count(problem->size);
        size_t cols = buffer_columns(buffer, problem->size);
        struct shown shown = {
            .session = session,
            .buffer = buffer,
            .array = arrays[i],
            .expected = i == problem->output ? problem->expected : NULL,
            .count = count,
            .vector = !cols,
            .cols = cols ? cols : most_columns()};
        shown.rows = (count + shown.cols - 1) / shown.cols;
        if (shown.array && count > 0)
            print_array(&shown, stopped);
    }
}

/* ---- the check ----------------------------------------------------------- */

static void print_result(const struct session *session,
                         struct exercise_result *result)
{
    char size[64];
    bool right = !result->first[0];
    size_in_words(result->exercise, session->problem.size, size, sizeof size);
    printf("\n%s at %s: %s%s%s\n", result->exercise->name, size,
           paint(session, right ? GREEN : RED), right ? "right" : "not right",
           paint(session, PLAIN));
    result->count = 0; /* no points hang on these checks */
    if (!right)
        failure_print(session, result);
}

/* Not every size need be borne: an exercise may be for whole blocks only. */
static void tell_sizes(const struct exercise *exercise)
{
    enum { SOME = 3 };
    char text[300] = "kernels.h says which sizes there are; make check has ";
    for (size_t i = 0; i < SOME && i < exercise->size_count; i++) {
        size_t used = strlen(text);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s",
                                 i ? "; " : "");
        size_in_words(exercise, exercise->sizes[i], text + used,
                      sizeof text - used);
    }
    strncat(text, exercise->size_count > SOME ? "; ..." : ".",
            sizeof text - strlen(text) - 1);
    putchar('\n');
    wrap_print(stdout, text, 0, 0);
}

static enum exit_status check_at(struct session *session, struct size size)
{
    const struct arguments *arguments = session->arguments;
    struct exercise own = *arguments->exercise;
    struct lab lab = *arguments->lab;
    struct exercise_result result;
    bool right, unbuilt;
    own.sizes = &size;
    own.size_count = 1;
    own.criteria[0].name = NULL;
    own.caps[0].name = NULL;
    own.predict[0].metric = NULL;
    own.shares.errors = 0;
    lab.exercises = &own;
    lab.exercise_count = 1;
    check_exercise(session, &lab, &own, &result);
    right = !result.first[0];
    unbuilt = !strcmp(result.checks[0].name, "compiles");
    print_result(session, &result);
    if (!unbuilt)
        print_arrays(session, result.finding.tool[0]);
    if (!right)
        tell_sizes(arguments->exercise);
    printf("\nNo points hang on this size.  The same again: SEED=%llu\n",
           (unsigned long long)arguments->seed);
    free(result.complaints);
    free(result.printed);
    return right ? STATUS_FULL_SCORE : STATUS_POINTS_MISSING;
}

enum exit_status own_size_check(struct session *session)
{
    const struct arguments *arguments = session->arguments;
    struct size size;
    if (!arguments->exercise) {
        fprintf(stderr, "grader: a size of your own is for one exercise: make "
                        "check EX=... ROWS=5 COLS=3\n");
        return STATUS_WRONG_USE;
    }
    if (!own_size_take(arguments->exercise, arguments->own, &size))
        return STATUS_WRONG_USE;
    return check_at(session, size);
}
