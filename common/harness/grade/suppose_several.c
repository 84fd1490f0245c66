/*
 * suppose_several.c - a thread has several results, and takes one for another.
 *
 * Thread y of p has, of each area of `each` * p rows, the rows y, y + p,
 * y + 2 p, ...; the same of columns.  What the results of a thread are made of,
 * or where they are stored, may not follow its loop over them.
 */
#include <math.h>
#include <stdio.h>

#include "suppose.h"

struct several {
    /* Of row, or column, `to` the one whose values stand there. */
    size_t (*from)(size_t to, size_t p, size_t each);
    bool rows, columns; /* is it so with them? */
    const char *text;   /* of the output's name */
};

/* Every result of a thread is its first one. */
static size_t first_one(size_t to, size_t p, size_t each)
{
    return to / (each * p) * each * p + to % p;
}

/* They are computed as neighbours and stored p apart. */
static size_t neighbours(size_t to, size_t p, size_t each)
{
    size_t in_area = to % (each * p);
    return to - in_area + in_area % p * each + in_area / p;
}

/* And the other way round. */
static size_t apart(size_t to, size_t p, size_t each)
{
    size_t in_area = to % (each * p);
    return to - in_area + in_area % each * p + in_area / each;
}

static const char one_row[] =
    "all rows of %s that a thread has hold the values of its first one: does "
    "what is read of the left matrix follow the loop over them?";
static const char one_column[] =
    "all columns of %s that a thread has hold the values of its first one: "
    "does what is read of the right matrix follow the loop over them?";
static const char of_others[] =
    "threads store results of %s where those of other threads belong: are "
    "rows and columns of a thread neighbours in one place, and as far apart as "
    "the block is wide in another?";
static const char changed_places[] =
    "rows and columns change places among the results that a thread has of "
    "%s: sum[i][j] belongs to its row i and its column j";

static const struct several kinds[] = {
    {first_one, true, false, one_row},    {first_one, false, true, one_column},
    {neighbours, true, false, of_others}, {neighbours, false, true, of_others},
    {neighbours, true, true, of_others},  {apart, true, false, of_others},
    {apart, false, true, of_others},      {apart, true, true, of_others},
    {NULL, true, true, changed_places},
};

/* How many rows and columns a thread has. */
static const size_t usual[] = {2, 4, 8};

/* Which step of its thread's loop a row or column is. */
static size_t step_of(size_t i, size_t p, size_t each)
{
    return i % (each * p) / p;
}

static void find_source(const struct supposition *s, const struct view *v,
                        size_t *row, size_t *col)
{
    const struct several *kind = s->what;
    size_t across = v->evidence->block[0], down = v->evidence->block[1];
    size_t each = s->fixed, i = step_of(*row, down, each),
           j = step_of(*col, across, each);
    if (!kind->from) {
        *row = *row - i * down + j * down;
        *col = *col - j * across + i * across;
        return;
    }
    if (kind->rows)
        *row = kind->from(*row, down, each);
    if (kind->columns)
        *col = kind->from(*col, across, each);
}

static bool predict_several(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    size_t altered = 0;
    if (!view_is_table(v) || v->evidence->block[1] < 2)
        return false;
    for (size_t i = 0; i < v->count; i++) {
        size_t row = i / v->cols, col = i % v->cols;
        find_source(s, v, &row, &col);
        altered += row != i / v->cols || col != i % v->cols;
        if (row < v->rows && col < v->cols)
            trial->predicted[i] = v->expected[row * v->cols + col];
        else /* beyond the edges it may be 0, or what is not there */
            trial->predicted[i].value = SUPPOSE_ANY;
    }
    return altered > 0;
}

static void tell_several(const struct supposition *s, const struct trial *trial,
                         char *text, size_t n)
{
    const struct several *kind = s->what;
    snprintf(text, n, kind->text, trial->view.name);
}

bool suppose_several(const struct trial *trial, suppose_try *try_it,
                     void *context)
{
    struct supposition s = {.predict = predict_several, .tell = tell_several};
    (void)trial;
    for (size_t i = 0; i < COUNT(kinds) * COUNT(usual); i++) {
        s.what = &kinds[i / COUNT(usual)];
        s.fixed = usual[i % COUNT(usual)];
        if (try_it(&s, context))
            return true;
    }
    return false;
}
