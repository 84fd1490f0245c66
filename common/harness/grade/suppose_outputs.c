/*
 * suppose_outputs.c - right values at wrong places, or altered at the end.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "suppose.h"

/* ---- right values at other places ---------------------------------------- */

/* Where the value of element i is taken from; count: from nowhere. */
struct move {
    size_t (*from)(const struct view *v, size_t i, size_t p);
    const char *text; /* of the output's name */
    enum length length;
    size_t fixed;
};

static size_t from_transposed(const struct view *v, size_t i, size_t p)
{
    (void)p;
    if (v->rows < 2 || v->cols < 2)
        return i;
    return i % v->rows * v->cols + i / v->rows;
}

static size_t from_next(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return i + 1 < v->count ? i + 1 : v->count;
}

static size_t from_last(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return i > 0 ? i - 1 : v->count;
}

static size_t from_next_row(const struct view *v, size_t i, size_t p)
{
    (void)p;
    if (v->rows < 2)
        return i;
    return i + v->cols < v->count ? i + v->cols : v->count;
}

static size_t from_last_row(const struct view *v, size_t i, size_t p)
{
    (void)p;
    if (v->rows < 2)
        return i;
    return i >= v->cols ? i - v->cols : v->count;
}

static size_t from_block_0(const struct view *v, size_t i, size_t p)
{
    const unsigned *block = v->evidence->block;
    if (p == 0)
        return i;
    if (v->rows == 1)
        return i % p;
    return i / v->cols % (block[1] ? block[1] : 1) * v->cols +
           i % v->cols % (block[0] ? block[0] : 1);
}

static size_t from_thread_0(const struct view *v, size_t i, size_t p)
{
    return v->rows == 1 && p > 0 ? i / p * p : i;
}

static size_t from_first(const struct view *v, size_t i, size_t p)
{
    (void)v;
    (void)i;
    (void)p;
    return 0;
}

static size_t from_first_column(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return i / v->cols * v->cols;
}

static size_t from_first_row(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return v->rows < 2 ? i : i % v->cols;
}

/* Rows and columns of each tile change places. */
static size_t from_tile_transposed(const struct view *v, size_t i, size_t p)
{
    size_t row = i / v->cols, col = i % v->cols;
    size_t from_row, from_col;
    if (p == 0)
        return i;
    from_row = row / p * p + col % p;
    from_col = col / p * p + row % p;
    return from_row < v->rows && from_col < v->cols
               ? from_row * v->cols + from_col
               : v->count;
}

static size_t from_reversed(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return v->count - 1 - i;
}

static const struct move moves[] = {
    {from_transposed,
     "%s is transposed: element (row, col) belongs at row * %zu + col",
     LENGTH_FIXED, 0},
    {from_next, "off by one: %1$s[i] holds the value of %1$s[i + 1]",
     LENGTH_FIXED, 0},
    {from_last, "off by one: %1$s[i] holds the value of %1$s[i - 1]",
     LENGTH_FIXED, 0},
    {from_next_row,
     "off by one row: each row of %1$s holds the values of the "
     "next one",
     LENGTH_FIXED, 0},
    {from_last_row,
     "off by one row: each row of %1$s holds the values of the "
     "one before",
     LENGTH_FIXED, 0},
    {from_first,
     "every element of %1$s is that of %1$s[0]: does each thread, or block, "
     "use its own index?",
     LENGTH_FIXED, 0},
    {from_block_0,
     "every block computes the same elements of %1$s as block 0: "
     "does the index for reading include blockIdx?",
     LENGTH_BLOCK, 0},
    {from_thread_0,
     "every thread of a block has the element of %1$s that belongs to thread "
     "0: is threadIdx.x in the value?",
     LENGTH_BLOCK, 0},
    {from_first_column, "every column of %1$s holds the values of column 0",
     LENGTH_FIXED, 0},
    {from_first_row, "every row of %1$s holds the values of row 0",
     LENGTH_FIXED, 0},
    {from_tile_transposed,
     "tiles of %1$s are transposed: do row and column change places within a "
     "block?",
     LENGTH_BLOCK_X, 0},
    {from_reversed, "%1$s is in reverse order", LENGTH_FIXED, 0},
};

static bool predict_move(const struct supposition *s, struct trial *trial)
{
    const struct move *move = s->what;
    const struct view *v = &trial->view;
    size_t p = suppose_length(s, trial);
    for (size_t i = 0; i < v->count; i++) {
        size_t from = move->from(v, i, p);
        if (from < v->count)
            trial->predicted[i] = v->expected[from];
        else
            trial->predicted[i].value = SUPPOSE_ANY;
    }
    return true;
}

static void tell_move(const struct supposition *s, const struct trial *trial,
                      char *text, size_t n)
{
    const struct move *move = s->what;
    if (move->from == from_transposed)
        snprintf(text, n, move->text, trial->view.name, trial->view.cols);
    else
        snprintf(text, n, move->text, trial->view.name);
}

/* ---- two values that stand in each other's place ------------------------- */

enum { FEW_ELEMENTS = 8 };

/* s->fixed: the first, times FEW_ELEMENTS, and the second of them. */
static bool predict_pair(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    size_t one = s->fixed / FEW_ELEMENTS, other = s->fixed % FEW_ELEMENTS;
    if (other >= v->count || v->count > FEW_ELEMENTS)
        return false;
    for (size_t i = 0; i < v->count; i++)
        trial->predicted[i] = v->expected[i == one     ? other
                                          : i == other ? one
                                                       : i];
    return true;
}

static void tell_pair(const struct supposition *s, const struct trial *trial,
                      char *text, size_t n)
{
    const char *name = trial->view.name;
    snprintf(text, n, "%s[%zu] and %s[%zu] stand in each other's place", name,
             s->fixed / FEW_ELEMENTS, name, s->fixed % FEW_ELEMENTS);
}

static bool try_pairs(suppose_try *try_it, void *context)
{
    struct supposition s = {.predict = predict_pair, .tell = tell_pair};
    for (size_t k = 0; k < FEW_ELEMENTS * FEW_ELEMENTS; k++) {
        s.fixed = k;
        if (k / FEW_ELEMENTS < k % FEW_ELEMENTS && try_it(&s, context))
            return true;
    }
    return false;
}

/* ---- right values times a factor ----------------------------------------- */

/* The factor is a fixed number, or lengths: over / under. */
struct scale {
    double factor; /* 0: by lengths */
    enum length over, under;
};

static const struct scale scales[] = {
    {0, LENGTH_BLOCK_Y, LENGTH_FIXED},
    {0, LENGTH_BLOCK, LENGTH_FIXED},
    {0, LENGTH_BLOCKS, LENGTH_FIXED},
    {2, 0, 0},
    {-1, 0, 0},
    {0.5, 0, 0},
    {3, 0, 0},
    {4, 0, 0},
    {8, 0, 0},
    {0, LENGTH_COLS, LENGTH_ROWS},
    {0, LENGTH_ROWS, LENGTH_COLS},
    {0, LENGTH_COLS, LENGTH_INNER},
    {0, LENGTH_INNER, LENGTH_COLS},
    {0, LENGTH_COLS, LENGTH_FIXED},
    {0, LENGTH_FIXED, LENGTH_COLS},
    {0, LENGTH_ROWS, LENGTH_FIXED},
    {0, LENGTH_FIXED, LENGTH_ROWS},
    {0, LENGTH_INNER, LENGTH_FIXED},
    {0, LENGTH_FIXED, LENGTH_INNER},
    {0, LENGTH_COLS, LENGTH_BLOCK},
    {0, LENGTH_FIXED, LENGTH_BLOCK},
    {0, LENGTH_FIXED, LENGTH_BLOCKS},
    {16, 0, 0},
    {32, 0, 0},
    {1024, 0, 0},
    {1.0 / 32, 0, 0},
};

static double length_in(const struct trial *trial, enum length length)
{
    struct supposition s = {.length = length, .fixed = 1};
    return (double)suppose_length(&s, trial);
}

static double factor_of(const struct scale *scale, const struct trial *trial)
{
    double under = length_in(trial, scale->under);
    if (scale->factor != 0)
        return scale->factor;
    return under > 0 ? length_in(trial, scale->over) / under : 0;
}

static bool predict_scale(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    double factor = factor_of(s->what, trial);
    if (factor == 0 || factor == 1)
        return false;
    for (size_t i = 0; i < v->count; i++) {
        trial->predicted[i] = v->expected[i];
        trial->predicted[i].value *= factor;
        trial->predicted[i].magnitude *= fabs(factor);
        trial->predicted[i].terms *= fmax(1, fabs(factor));
    }
    return true;
}

static void tell_scale(const struct supposition *s, const struct trial *trial,
                       char *text, size_t n)
{
    const struct scale *scale = s->what;
    struct supposition over = {.length = scale->over, .fixed = 1};
    struct supposition under = {.length = scale->under, .fixed = 1};
    char a[64], b[64];
    double factor = factor_of(scale, trial);
    suppose_name_length(&over, trial, a, sizeof a);
    suppose_name_length(&under, trial, b, sizeof b);
    if (factor == -1)
        snprintf(text, n, "every element has the wrong sign");
    else if (scale->factor != 0)
        snprintf(text, n, "every element is %g times what it should be",
                 factor);
    else if (scale->under == LENGTH_FIXED)
        snprintf(text, n,
                 "every element is %g times what it should be, at each size "
                 "as many times as %s: %s",
                 factor, a,
                 scale->over >= LENGTH_ROWS ? "is a division by that missing?"
                                            : "does each of them add up all?");
    else if (scale->over == LENGTH_FIXED)
        snprintf(text, n,
                 "every element is %.4g times what it should be, at each size "
                 "one part of %s: is it divided by that once too often?",
                 factor, b);
    else
        snprintf(text, n,
                 "every element is %.4g times what it should be, at each size "
                 "%s over %s: is it divided by %s?",
                 factor, a, b, b);
}

/* ---- right values altered ------------------------------------------------ */

struct change {
    bool (*predict)(const struct supposition *s, struct trial *trial);
    const char *text; /* of the output's name */
    size_t fixed;
};

/* What stands behind the point is cut off; of what nearly is a whole number
 * nobody knows which. */
static bool predict_whole(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    (void)s;
    for (size_t i = 0; i < v->count; i++) {
        double value = v->expected[i].value;
        double bound = 2 * element_bound(v->element, &v->expected[i]);
        bool sure = trunc(value - bound) == trunc(value + bound);
        trial->predicted[i] = (struct expected){
            sure ? trunc(value) : SUPPOSE_ANY, 0, v->expected[i].terms};
    }
    return true;
}

/* A double that was a float on the way. */
static bool predict_float(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    (void)s;
    for (size_t i = 0; i < v->count; i++) {
        trial->predicted[i] = v->expected[i];
        if (v->element == ELEMENT_F64)
            trial->predicted[i].magnitude *= 0x1p29;
    }
    return v->element == ELEMENT_F64;
}

/* A minimum that starts at 0 is never above; a maximum never below. */
static bool predict_limit(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    for (size_t i = 0; i < v->count; i++) {
        double value = v->expected[i].value;
        trial->predicted[i] = v->expected[i];
        if (s->fixed ? value < 0 : value > 0)
            trial->predicted[i] = (struct expected){0, 0, 1};
    }
    return true;
}

/* Each is the sum of all up to it, in steps of 1, or of a row. */
static bool predict_running(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    size_t step = s->fixed == 0 ? 1 : v->cols;
    for (size_t i = 0; i < v->count; i++) {
        struct expected *p = &trial->predicted[i];
        bool first = s->fixed == 2 ? i % v->cols == 0 : i < step;
        size_t before = s->fixed == 2 ? i - 1 : i - step;
        *p = v->expected[i];
        if (first)
            continue;
        p->value += trial->predicted[before].value;
        p->magnitude += trial->predicted[before].magnitude;
        p->terms += trial->predicted[before].terms;
    }
    return s->fixed == 0 || v->rows > 1;
}

static bool predict_total(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    struct expected total = {0, 0, 0};
    (void)s;
    for (size_t i = 0; i < v->count; i++) {
        total.value += v->expected[i].value;
        total.magnitude += v->expected[i].magnitude;
        total.terms += v->expected[i].terms;
    }
    for (size_t i = 0; i < v->count; i++)
        trial->predicted[i] = total;
    return v->count > 1;
}

/* All are off by the same. */
static bool predict_offset(const struct supposition *s, struct trial *trial)
{
    const struct view *v = &trial->view;
    double offset;
    (void)s;
    if (v->evidence->right) /* whose output is not kept */
        return false;
    offset = view_got(v, 0) - v->expected[0].value;
    for (size_t i = 0; i < v->count; i++) {
        trial->predicted[i] = v->expected[i];
        trial->predicted[i].value += offset;
        trial->predicted[i].magnitude += fabs(offset);
    }
    trial->predicted[0].value = SUPPOSE_ANY; /* which proves nothing */
    return offset != 0;
}

/* Two numbers that only a launch can have mixed up: nothing is read, and the
 * grid has as many blocks as are asked for threads in one. */
static bool predict_swapped(const struct supposition *s, struct trial *trial)
{
    const struct evidence *e = trial->view.evidence;
    const struct problem *problem = trial->view.problem;
    struct size size = problem->size;
    (void)s;
    if (problem->output > 0 || size.rows == size.cols ||
        e->grid[0] != (unsigned)size.cols || e->block[0] != (unsigned)size.rows)
        return false;
    size.rows = problem->size.cols;
    size.cols = problem->size.rows;
    memset(trial->predicted, 0, trial->view.count * sizeof *trial->predicted);
    problem->exercise->oracle(trial->inputs, size, trial->predicted);
    return true;
}

static const struct change changes[] = {
    {predict_swapped,
     "%s is that of a launch with blocks and threads swapped: between <<< and "
     ">>> the number of blocks comes first",
     0},
    {predict_whole,
     "every element of %s is a whole number, what stands behind the point is "
     "cut off: is it kept in an int?",
     0},
    {predict_float,
     "%s is right to about 7 digits: is a float used where double is asked "
     "for?",
     0},
    {predict_limit,
     "%s is 0 wherever more is expected: does the minimum start at 0, and not "
     "with an element?",
     0},
    {predict_limit, "%s is 0 wherever less is expected", 1},
    {predict_running,
     "the sum runs on: each element of %s is the sum of all up to it; is the "
     "sum set to 0 for each of them?",
     0},
    {predict_running,
     "the sum runs on: each element of %s holds those of the rows above as "
     "well; is the sum set to 0 for each of them?",
     1},
    {predict_running,
     "the sum runs on: each element of %s holds those before it in its row as "
     "well; is the sum set to 0 for each of them?",
     2},
    {predict_total,
     "every element of %s is the sum of all of them: does each block, or "
     "thread, do the work of all?",
     0},
    {predict_offset, "every element of %s is off by the same number", 0},
};

static void tell_change(const struct supposition *s, const struct trial *trial,
                        char *text, size_t n)
{
    const struct change *change = s->what;
    snprintf(text, n, change->text, trial->view.name);
}

bool suppose_outputs(const struct trial *trial, suppose_try *try_it,
                     void *context)
{
    bool found = false;
    (void)trial;
    for (size_t i = 0; i < COUNT(moves) && !found; i++)
        found = try_it(&(struct supposition){.predict = predict_move,
                                             .tell = tell_move,
                                             .what = &moves[i],
                                             .length = moves[i].length,
                                             .fixed = moves[i].fixed},
                       context);
    found = found || try_pairs(try_it, context);
    for (size_t i = 0; i < COUNT(scales) && !found; i++)
        found = try_it(&(struct supposition){.predict = predict_scale,
                                             .tell = tell_scale,
                                             .what = &scales[i]},
                       context);
    for (size_t i = 0; i < COUNT(changes) && !found; i++)
        found = try_it(&(struct supposition){.predict = changes[i].predict,
                                             .tell = tell_change,
                                             .what = &changes[i],
                                             .fixed = changes[i].fixed},
                       context);
    return found;
}
