/*
 * walk_print.c - a line for each step, below the line of the source that it is
 * of.
 *
 * Idea: what is read is short.  Of a long run there are the first steps, those
 * around the one where it differs, and the last.
 */
#include "walk_print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paint.h"
#include "run/sources.h"
#include "term/plain.h"

enum { FIRST = 12, AROUND = 9, LAST = 8, SHORT = 44 };
/* Columns in front of the words, and behind them. */
enum { FRONT = 23 };

/* ---- lanes, places, values ----------------------------------------------- */

static unsigned lane_number(uint32_t lanes, unsigned i)
{
    while (i-- > 0)
        lanes &= lanes - 1;
    return (unsigned)__builtin_ctz(lanes);
}

/* "lanes 0-15", "lane 3", "16 lanes from 0" */
static void put_lanes(uint32_t lanes, char *text, size_t n)
{
    unsigned first = (unsigned)__builtin_ctz(lanes);
    unsigned count = (unsigned)__builtin_popcount(lanes);
    unsigned last = 31 - (unsigned)__builtin_clz(lanes);
    if (count == 1)
        snprintf(text, n, "lane %u", first);
    else if (last - first + 1 == count)
        snprintf(text, n, "lanes %u-%u", first, last);
    else
        snprintf(text, n, "%u of %u-%u", count, first, last);
}

/* The stride of what the lanes access, in elements; false: there is none. */
static bool stride_of(const struct step *step, long *stride)
{
    unsigned count = (unsigned)__builtin_popcount(step->lanes);
    long unit = step_accesses(step) ? (long)step->bytes : 1;
    unsigned a = lane_number(step->lanes, 0), b;
    *stride = 0;
    for (unsigned i = 1; i < count; i++, a = b) {
        b = lane_number(step->lanes, i);
        long by = (step->offset[b] - step->offset[a]) / unit;
        if (i > 1 && by != *stride)
            return false;
        *stride = by;
    }
    return true;
}

/* "sums[0 .. 15]", "A[0][0], A[1][0] .. A[31][0]" */
static void put_places(const struct trail *trail, const struct step *step,
                       char *text, size_t n)
{
    unsigned count = (unsigned)__builtin_popcount(step->lanes);
    char first[40], second[40] = "", last[40];
    long stride;
    bool regular = stride_of(step, &stride);
    trail_place(trail, step, lane_number(step->lanes, 0), first, sizeof first);
    trail_place(trail, step, lane_number(step->lanes, count - 1), last,
                sizeof last);
    if (count > 1)
        trail_place(trail, step, lane_number(step->lanes, 1), second,
                    sizeof second);
    char *bracket = strrchr(first, ']'), *end = strrchr(last, '[');
    if (regular && (count == 1 || stride == 0))
        snprintf(text, n, "%s", first);
    else if (regular && stride == 1 && bracket && end &&
             !strncmp(first, last, (size_t)(end - last)))
        snprintf(text, n, "%.*s .. %s", (int)(bracket - first), first, end + 1);
    else
        snprintf(text, n, "%s, %s%s%s", first, second,
                 count > 2 ? regular ? " .. " : " ... " : "",
                 count > 2 ? last : "");
}

/* As many as fit into so many columns. */
static void put_values(const struct step *step, size_t columns, char *text,
                       size_t n)
{
    enum { SHOWN = 4 };
    unsigned count = (unsigned)__builtin_popcount(step->lanes);
    unsigned shown = 0;
    bool alike = true;
    size_t used = 0;
    for (unsigned i = 1; i < count; i++)
        alike &= step->value[lane_number(step->lanes, i)] ==
                 step->value[lane_number(step->lanes, 0)];
    for (; shown < count && shown < (alike ? 1 : SHOWN); shown++) {
        char value[32] = "NaN"; /* which C may call -nan */
        double number = step->value[lane_number(step->lanes, shown)];
        if (!isnan(number))
            snprintf(value, sizeof value, "%.*g", step->type[0] == 'f' ? 4 : 10,
                     number);
        if (shown && used + 2 + strlen(value) + 4 > columns)
            break;
        used += (size_t)snprintf(text + used, n - used, "%s%s",
                                 shown ? "  " : "", value);
    }
    if (count > 1 && alike)
        snprintf(text + used, n - used, " each");
    else if (count > shown)
        snprintf(text + used, n - used, " ...");
}

/* What is done, in a few words. */
static void put_words(const struct trail *trail, const struct step *step,
                      char *text, size_t n)
{
    static const char *const words[][2] = {{"add", "sum"},
                                           {"sub", "difference"},
                                           {"mul", "product"},
                                           {"fma", "sum of products"},
                                           {"min", "the smaller"},
                                           {"max", "the greater"},
                                           {"div", "quotient"},
                                           {"cvt", "converted"},
                                           {"barrier", "comes to the barrier"},
                                           {"syncwarp", "__syncwarp"}};
    char places[140];
    if (step_accesses(step)) {
        put_places(trail, step, places, sizeof places);
        snprintf(text, n, "%s %s",
                 step_is(step, "load")    ? "reads"
                 : step_is(step, "store") ? "writes"
                                          : "updates",
                 places);
        return;
    }
    if (step_is(step, "shuffle")) {
        long first = step->offset[lane_number(step->lanes, 0)], stride;
        bool regular = stride_of(step, &stride);
        snprintf(text, n, "value of lane %ld%s", first,
                 regular && stride == 0 ? "" : ", ...");
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (step_is(step, words[i][0])) {
            snprintf(text, n, "%s", words[i][1]);
            return;
        }
    snprintf(text, n, "%.*s", 79 - FRONT,
             step_is(step, "fault") ? step->array : step->kind);
}

/* ---- lines --------------------------------------------------------------- */

static void print_step(const struct walked *w, size_t i)
{
    const struct step *step = &w->trail->steps->step[i];
    const struct difference *d = w->difference;
    bool marked = i + 1 == d->step || i + 1 == d->other;
    char lanes[24], words[180], values[100] = "";
    put_lanes(step->lanes, lanes, sizeof lanes);
    put_words(w->trail, step, words, sizeof words);
    if (step->type[0])
        put_values(step, 79 - FRONT - (strlen(words) > 28 ? strlen(words) : 28),
                   values, sizeof values);
    printf("%s%s%6zu  %-11s %-28s  %s%s\n", marked && w->color ? RED : "",
           marked ? ">>" : "  ", i + 1, lanes, words, values,
           marked && w->color ? PLAIN : "");
}

static void print_source(const struct walked *w, uint32_t line)
{
    char text[512];
    source_line(w->source, line, text, sizeof text);
    plain_make(text);
    printf("%sline %u: %.66s%s\n", w->color ? BOLD : "", line,
           text + strspn(text, " \t"), w->color ? PLAIN : "");
}

/* Numbers of the steps of the warp that is shown; how many. */
static size_t steps_of_warp(const struct walked *w, size_t *shown)
{
    const struct steps *steps = w->trail->steps;
    const struct difference *d = w->difference;
    size_t count = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->step[i];
        if (step->launch == d->launch && step->block == d->block &&
            step->warp == d->warp && !step_is(step, "launch") &&
            !step_is(step, "cut"))
            shown[count++] = i;
    }
    return count;
}

static size_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

/* Lanes of an atomic come one after the other, each as a step: the first and
 * the last of them will do. */
static bool is_between_atomics(const struct walked *w, const size_t *shown,
                               size_t k, size_t count)
{
    const struct step *step = w->trail->steps->step;
    const struct difference *d = w->difference;
    if (k == 0 || k + 1 == count || shown[k] + 1 == d->step ||
        shown[k] + 1 == d->other)
        return false;
    for (size_t i = k - 1; i <= k + 1; i++)
        if (!step_is(&step[shown[i]], "atomic") ||
            step[shown[i]].line != step[shown[k]].line)
            return false;
    return true;
}

/* Is the k-th of them among those that are worth a line? */
static bool is_worth(size_t k, size_t count, size_t mark)
{
    return count <= SHORT || k < FIRST || k + LAST >= count ||
           distance(k, mark) <= AROUND;
}

static void print_steps(const struct walked *w, const size_t *shown,
                        size_t count)
{
    size_t mark = 0, left_out = 0;
    uint32_t line = 0;
    for (size_t k = 0; k < count; k++)
        if (shown[k] + 1 <= w->difference->step)
            mark = k;
    for (size_t k = 0; k < count; k++) {
        const struct step *step = &w->trail->steps->step[shown[k]];
        if (!is_worth(k, count, mark) ||
            is_between_atomics(w, shown, k, count)) {
            left_out++;
            continue;
        }
        if (left_out)
            printf("  ... %zu more step%s like these\n", left_out,
                   left_out == 1 ? "" : "s");
        if (step->line != line || left_out)
            print_source(w, step->line);
        left_out = 0;
        line = step->line;
        print_step(w, shown[k]);
    }
}

void walk_print(const struct walked *w)
{
    const struct steps *steps = w->trail->steps;
    const struct difference *d = w->difference;
    size_t *shown = malloc((steps->count + 1) * sizeof *shown);
    if (!shown)
        return;
    printf("Warp %u of block %u, each step with its number in the run:\n\n",
           d->warp, d->block);
    print_steps(w, shown, steps_of_warp(w, shown));
    if (d->other && steps->step[d->other - 1].warp != d->warp) {
        printf("\nAnd of warp %u:\n", steps->step[d->other - 1].warp);
        print_source(w, steps->step[d->other - 1].line);
        print_step(w, d->other - 1);
    }
    free(shown);
}
