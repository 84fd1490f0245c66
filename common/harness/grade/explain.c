/*
 * explain.c - explanations of a wrong output, tried from the most certain to
 * the most general.
 */
#include "explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "suppose.h"

void explain_count(const struct evidence *evidence, char *text, size_t n)
{
    struct view v = view_of(evidence);
    snprintf(text, n, "%zu of %zu element%s wrong",
             view_count(&v, view_is_wrong), v.count, v.count == 1 ? "" : "s");
}

/* The first that holds. */
static enum certainty try_all(view_explain *const *list, size_t count,
                              const struct view *v, char *text, size_t n)
{
    enum certainty certainty = UNFIT;
    for (size_t i = 0; i < count && certainty == UNFIT; i++)
        certainty = list[i](v, text, n);
    return certainty;
}

/* What is true of the output whatever the cause is. */
static enum certainty describe(const struct view *v, char *text, size_t n)
{
    static view_explain *const list[] = {places_unwritten,  values_nan,
                                         values_same,       values_rounded,
                                         places_stale_tile, places_wrong};
    return try_all(list, COUNT(list), v, text, n);
}

/* What only two runs can tell, and what makes all others idle. */
static enum certainty compare_runs(const struct view *v, char *text, size_t n)
{
    static view_explain *const list[] = {places_none_written, values_added_to,
                                         values_changing};
    return try_all(list, COUNT(list), v, text, n);
}

enum certainty explain_place(const struct evidence *evidence, char *text,
                             size_t n)
{
    struct view v = view_of(evidence);
    enum certainty certainty = compare_runs(&v, text, n);
    if (certainty == UNFIT)
        certainty = describe(&v, text, n);
    if (certainty == UNFIT)
        explain_count(evidence, text, n);
    return certainty;
}

/* One that is true of every size that is wrong; of those that were run twice,
 * where it takes two runs to tell. */
static enum certainty true_of_all(view_explain *explain, bool twice,
                                  const struct evidence *sizes, size_t count,
                                  char *text, size_t n, size_t *shown)
{
    enum certainty most = UNFIT;
    size_t elements = 0;
    for (size_t i = 0; i < count; i++) {
        struct view v = view_of(&sizes[i]);
        enum certainty certainty;
        if (sizes[i].right || (twice && !sizes[i].second))
            continue;
        certainty = explain(&v, text, n);
        if (certainty == UNFIT)
            return UNFIT;
        /* a small size is looked at more easily than a large one */
        if (most == UNFIT || elements < 16) {
            *shown = i;
            elements = v.count;
        }
        most = certainty > most ? certainty : most;
    }
    return most;
}

/* Where results change from run to run, nothing else is sure. */
static enum certainty change(const struct evidence *sizes, size_t count,
                             char *text, size_t n, size_t *shown)
{
    enum certainty certainty = UNFIT;
    for (size_t i = 0; i < count && certainty == UNFIT; i++) {
        struct view v = view_of(&sizes[i]);
        *shown = i;
        if (!sizes[i].right)
            certainty = values_changing(&v, text, n);
    }
    return certainty;
}

enum certainty explain_together(const struct evidence *sizes, size_t count,
                                char *text, size_t n, size_t *shown)
{
    enum certainty certainty =
        true_of_all(places_none_written, false, sizes, count, text, n, shown);
    if (certainty == UNFIT)
        certainty =
            true_of_all(values_added_to, true, sizes, count, text, n, shown);
    if (certainty == UNFIT)
        certainty = change(sizes, count, text, n, shown);
    if (certainty == UNFIT)
        certainty = suppose_all(sizes, count, text, n, shown);
    if (certainty == UNFIT)
        certainty =
            true_of_all(values_nan, false, sizes, count, text, n, shown);
    if (certainty == UNFIT)
        certainty =
            true_of_all(values_same, false, sizes, count, text, n, shown);
    return certainty;
}

enum certainty explain_mistake(const struct evidence *evidence, char *text,
                               size_t n)
{
    size_t shown;
    enum certainty certainty = explain_together(evidence, 1, text, n, &shown);
    return certainty == UNFIT ? explain_place(evidence, text, n) : certainty;
}

/* "C[5]" or "C[2][3]" */
static void name_element(const struct view *v, size_t i, char *text, size_t n)
{
    if (v->rows == 1)
        snprintf(text, n, "%s[%zu]", v->name, i);
    else
        snprintf(text, n, "%s[%zu][%zu]", v->name, i / v->cols, i % v->cols);
}

/* " (thread 7 of the grid)"; "" where the launch may be any. */
static void owner_of(const struct view *v, size_t element, char *text, size_t n)
{
    const struct exercise *exercise = v->problem->exercise;
    char owner[160] = "";
    if (exercise->owner)
        exercise->owner(v->problem->size, element, owner, sizeof owner);
    else if (v->rows == 1 && !exercise->is_case)
        snprintf(owner, sizeof owner, "thread %zu of the grid", element);
    snprintf(text, n, owner[0] ? " (%s)" : "%s", owner);
}

void explain_element(const struct evidence *evidence, size_t element,
                     char *text, size_t n)
{
    struct view v = view_of(evidence);
    double error = fabs(view_got(&v, element) - v.expected[element].value);
    double bound = element_bound(v.element, &v.expected[element]);
    char name[64], owner[170], old[64], value[32] = "NaN", off[64] = "";
    name_element(&v, element, name, sizeof name);
    owner_of(&v, element, owner, sizeof owner);
    if (view_is_unwritten(&v, element)) {
        snprintf(text, n, "%s was not written, expected %.9g%s", name,
                 v.expected[element].value, owner);
        return;
    }
    if (!isnan(view_got(&v, element)))
        snprintf(value, sizeof value, "%.9g", view_got(&v, element));
    if (bound > 0 && isfinite(error))
        snprintf(off, sizeof off, ", off by %.3g times what rounding can do",
                 error / bound);
    values_old(&v, element, old, sizeof old);
    snprintf(text, n, "%s = %s, expected %.9g%s%s%s", name, value,
             v.expected[element].value, off, old, owner);
}

/* "blocks 8, n 1000"; what has no name is not said. */
static void dimensions_in_words(const char *const names[3], struct size size,
                                char *text, size_t n)
{
    int values[3] = {size.rows, size.cols, size.inner};
    const char *comma = "";
    *text = '\0';
    for (size_t i = 0; i < 3; i++) {
        size_t at = strlen(text);
        if (!*names[i])
            continue;
        snprintf(text + at, n - at, "%s%s %d", comma, names[i], values[i]);
        comma = ", ";
    }
}

void size_in_words(const struct exercise *exercise, struct size size,
                   char *text, size_t n)
{
    bool three = false, matrix = false;
    if (exercise->dimensions[0]) {
        dimensions_in_words(exercise->dimensions, size, text, n);
        return;
    }
    for (size_t i = 0; i < exercise->size_count; i++)
        three = three || exercise->sizes[i].inner > 1;
    for (size_t i = 0; i < buffer_count(exercise); i++)
        matrix = matrix || buffer_columns(&exercise->buffers[i], size) > 0;
    if (three)
        snprintf(text, n, "%d x %d x %d", size.rows, size.cols, size.inner);
    else if (size.rows == 1 && !matrix)
        snprintf(text, n, "n = %d", size.cols);
    else
        snprintf(text, n, "%d x %d", size.rows, size.cols);
}
