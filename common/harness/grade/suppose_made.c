/*
 * suppose_made.c - each element is made of the right inputs, by another
 * formula.
 *
 * Idea: an element of a map or of a table depends on one or two elements of the
 * inputs: those at its own place, the next ones, those of its row and its
 * column.  Two of these, one operation and a small whole number beside it are
 * most formulas that somebody writes by mistake.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "suppose.h"

/* Which element of an input an element of the output goes with. */
enum goes { GOES_OWN, GOES_NEXT, GOES_ROW, GOES_COLUMN };

/* "x[i] - x[i + 1]" */
struct formula {
    double (*apply)(double a, double b);
    const char *sign;
    size_t first, second; /* buffers */
    enum goes first_goes, second_goes;
};

static double add(double a, double b)
{
    return a + b;
}

static double subtract(double a, double b)
{
    return a - b;
}

static double multiply(double a, double b)
{
    return a * b;
}

static double divide(double a, double b)
{
    return a / b;
}

static const struct {
    double (*apply)(double a, double b);
    const char *sign;
    bool of_itself; /* it may be applied to an element and the same one */
} operations[] = {{multiply, "*", true},
                  {add, "+", true},
                  {subtract, "-", false},
                  {divide, "/", false}};

static const char *const places[] = {[GOES_OWN] = "i",
                                     [GOES_NEXT] = "i + 1",
                                     [GOES_ROW] = "row",
                                     [GOES_COLUMN] = "col"};

static const struct buffer *buffer_of(const struct view *v, size_t buffer)
{
    return &v->problem->exercise->buffers[buffer];
}

/* Has it an element for each of the output's? */
static bool goes_with(const struct view *v, size_t buffer, enum goes goes)
{
    const struct buffer *b = buffer_of(v, buffer);
    size_t count = b->count(v->problem->size);
    if (b->direction != INPUT)
        return false;
    switch (goes) {
    case GOES_OWN: return !view_is_table(v) && count >= v->count;
    case GOES_NEXT: return !view_is_table(v) && count > v->count;
    case GOES_ROW: return view_is_table(v) && count == v->rows;
    case GOES_COLUMN: return view_is_table(v) && count == v->cols;
    }
    return false;
}

static double operand(const struct trial *trial, size_t buffer, enum goes goes,
                      size_t i)
{
    const struct view *v = &trial->view;
    size_t at = goes == GOES_ROW      ? i / v->cols
                : goes == GOES_COLUMN ? i % v->cols
                                      : i + (goes == GOES_NEXT);
    return element_value(buffer_of(v, buffer)->element, trial->inputs[buffer],
                         at);
}

static double made(const struct formula *f, const struct trial *trial, size_t i)
{
    return f->apply(operand(trial, f->first, f->first_goes, i),
                    operand(trial, f->second, f->second_goes, i));
}

/* What is added to all of them, if it is a small whole number; else 0. */
static double beside(const struct formula *f, const struct trial *trial)
{
    double rest, whole;
    if (!trial->view.evidence->first)
        return 0;
    rest = view_got(&trial->view, 0) - made(f, trial, 0);
    whole = round(rest);
    return fabs(whole) <= 16 && fabs(rest - whole) < 1e-3 ? whole : 0;
}

static bool predict_made(const struct supposition *s, struct trial *trial)
{
    const struct formula *f = s->what;
    const struct view *v = &trial->view;
    double more;
    if (!goes_with(v, f->first, f->first_goes) ||
        !goes_with(v, f->second, f->second_goes))
        return false;
    more = beside(f, trial);
    for (size_t i = 0; i < v->count; i++) {
        double a = operand(trial, f->first, f->first_goes, i);
        double b = operand(trial, f->second, f->second_goes, i);
        double value = f->apply(a, b);
        double size = fmax(fabs(value), fmax(fabs(a), fabs(b)));
        trial->predicted[i] =
            (struct expected){value + more, size + fabs(more), 2};
    }
    return true;
}

/* Of an array in one direction "y[i]", of a table "C[row][col]". */
static void tell_made(const struct supposition *s, const struct trial *trial,
                      char *text, size_t n)
{
    const struct formula *f = s->what;
    const struct view *v = &trial->view;
    double more = beside(f, trial);
    char rest[32] = "";
    if (more != 0)
        snprintf(rest, sizeof rest, " %c %g", more < 0 ? '-' : '+', fabs(more));
    snprintf(text, n,
             "%s%s is %s[%s] %s %s[%s]%s, everywhere: is that the "
             "formula of the task?",
             v->name, view_is_table(v) ? "[row][col]" : "[i]",
             buffer_of(v, f->first)->name, places[f->first_goes], f->sign,
             buffer_of(v, f->second)->name, places[f->second_goes], rest);
}

static bool try_formula(struct formula f, suppose_try *try_it, void *context)
{
    const struct supposition s = {
        .predict = predict_made, .tell = tell_made, .what = &f};
    bool same = f.first == f.second && f.first_goes == f.second_goes;
    for (size_t i = 0; i < COUNT(operations); i++) {
        if (same && !operations[i].of_itself)
            continue;
        f.apply = operations[i].apply;
        f.sign = operations[i].sign;
        if (try_it(&s, context))
            return true;
    }
    return false;
}

/* Every pair of what elements go with; both ways round, as a - b is not
 * b - a. */
bool suppose_made(const struct trial *trial, suppose_try *try_it, void *context)
{
    const struct view *v = &trial->view;
    size_t buffers = buffer_count(v->problem->exercise);
    struct formula f = {.sign = ""};
    for (size_t k = 0; k < buffers * 4 * buffers * 4; k++) {
        f.first = k / 16 / buffers;
        f.second = k / 16 % buffers;
        f.first_goes = (enum goes)(k / 4 % 4);
        f.second_goes = (enum goes)(k % 4);
        if (goes_with(v, f.first, f.first_goes) &&
            goes_with(v, f.second, f.second_goes) &&
            try_formula(f, try_it, context))
            return true;
    }
    return false;
}
