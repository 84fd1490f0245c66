/*
 * suppose_places.c - it is wrong in these places, at every size.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/random.h"
#include "suppose.h"

/* Is element i, which stands in (row, col), wrong? */
struct place {
    bool (*wrong)(const struct view *v, size_t i, size_t p);
    const char *text; /* of the output's name, what it is there, the length */
    enum length length;
    size_t fixed;
};

static bool last_one(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return i + 1 == v->count;
}

static bool last_row(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return v->rows > 1 && i / v->cols + 1 == v->rows;
}

static bool last_column(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return v->rows > 1 && i % v->cols + 1 == v->cols;
}

static bool last_row_or_column(const struct view *v, size_t i, size_t p)
{
    return last_row(v, i, p) || last_column(v, i, p);
}

static bool first_one(const struct view *v, size_t i, size_t p)
{
    (void)v;
    (void)p;
    return i == 0;
}

static bool all_but_first(const struct view *v, size_t i, size_t p)
{
    return !first_one(v, i, p);
}

static bool behind(const struct view *v, size_t i, size_t p)
{
    return v->rows == 1 && i >= p;
}

/* i = threadIdx.x * blockDim.x + blockIdx.x */
static bool thread_for_block(const struct view *v, size_t i, size_t p)
{
    return v->rows == 1 && i % p >= v->evidence->grid[0];
}

/* i = blockIdx.x * gridDim.x + threadIdx.x */
static bool blocks_for_threads(const struct view *v, size_t i, size_t p)
{
    size_t blocks = v->evidence->grid[0], block;
    if (v->rows > 1 || blocks == 0)
        return false;
    block = i / blocks < blocks ? i / blocks : blocks - 1;
    return i - block * blocks >= p;
}

static bool second_half(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return v->rows == 1 && i >= v->count / 2;
}

static bool rows_behind(const struct view *v, size_t i, size_t p)
{
    return v->rows > 1 && i / v->cols >= p;
}

static bool columns_behind(const struct view *v, size_t i, size_t p)
{
    return i % v->cols >= p;
}

static bool outside_block(const struct view *v, size_t i, size_t p)
{
    const unsigned *block = v->evidence->block;
    (void)p;
    return view_is_table(v) && block[1] > 1 &&
           (i / v->cols >= block[1] || i % v->cols >= block[0]);
}

/* The grid has no thread there, if these axes count rows and columns. */
static bool outside_axes(const struct view *v, size_t i, size_t rows,
                         size_t cols)
{
    const unsigned *grid = v->evidence->grid, *block = v->evidence->block;
    return view_is_table(v) && block[1] > 1 &&
           (i / v->cols >= (size_t)grid[rows] * block[rows] ||
            i % v->cols >= (size_t)grid[cols] * block[cols]);
}

static bool outside_grid(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return outside_axes(v, i, 1, 0);
}

/* As if x counted rows and y columns. */
static bool outside_turned(const struct view *v, size_t i, size_t p)
{
    (void)p;
    return outside_axes(v, i, 0, 1);
}

static bool last_tile(const struct view *v, size_t i, size_t p)
{
    return v->rows == 1 && i >= v->count / p * p;
}

static bool last_tile_of_columns(const struct view *v, size_t i, size_t p)
{
    return v->rows > 1 && i % v->cols >= v->cols / p * p;
}

static bool last_tile_of_rows(const struct view *v, size_t i, size_t p)
{
    return v->rows > 1 && i / v->cols >= v->rows / p * p;
}

static bool last_tiles(const struct view *v, size_t i, size_t p)
{
    return last_tile_of_columns(v, i, p) || last_tile_of_rows(v, i, p);
}

static bool but_every_pth(const struct view *v, size_t i, size_t p)
{
    (void)v;
    return i % p != 0;
}

static bool upper_half(const struct view *v, size_t i, size_t p)
{
    (void)v;
    return i % p >= p / 2;
}

/* What is advised where nobody came, and not where a value stands. */
static const char *const of_nobody[] = {
    ": the grid has no more", ": all but the first block",
    ": as many as a block has", ": do the indices include"};

/* Of the form: subject, verb, advice. */
static const struct place places[] = {
    {last_one, "the last element of %s %s: is it excluded by a comparison?",
     LENGTH_FIXED, 1},
    {last_row, "the last row of %s %s: is it excluded by a comparison?",
     LENGTH_FIXED, 1},
    {last_column, "the last column of %s %s: is it excluded by a comparison?",
     LENGTH_FIXED, 1},
    {last_row_or_column,
     "the last row and the last column of %s %s: are they "
     "excluded by comparisons?",
     LENGTH_FIXED, 1},
    {first_one, "the first element of %s %s", LENGTH_FIXED, 1},
    {behind, "%1$s from %1$s[%3$zu] on %2$s: the grid has no more threads",
     LENGTH_GRID, 0},
    {behind,
     "%1$s from %1$s[%3$zu] on %2$s: all but the first block; does the "
     "index include blockIdx.x * blockDim.x?",
     LENGTH_BLOCK, 0},
    {behind, "%1$s from %1$s[%3$zu] on %2$s: the grid has no more blocks",
     LENGTH_BLOCKS, 0},
    {behind, "%1$s from %1$s[%3$zu] on %2$s: the grid has no more warps",
     LENGTH_WARPS, 0},
    {behind,
     "%1$s from %1$s[%3$zu] on %2$s: as many as a block has warps are there; "
     "does the index include blockIdx.x?",
     LENGTH_BLOCK_WARPS, 0},
    {thread_for_block,
     "of every %3$zu elements of %1$s only as many as there are blocks are "
     "computed: do threadIdx.x and blockIdx.x stand in each other's place in "
     "the index?",
     LENGTH_BLOCK_X, 0},
    {blocks_for_threads,
     "a part of %1$s %2$s, since blocks begin as far apart as there are "
     "blocks: does the index have blockIdx.x * blockDim.x?",
     LENGTH_BLOCK_X, 0},
    {columns_behind,
     "columns of %1$s from %3$zu on: each %2$s; is there a block, or a turn of "
     "a loop, for each of them?",
     LENGTH_BLOCKS, 0},
    {all_but_first,
     "all but %1$s[0] %2$s: does each block, or thread, write "
     "to an index of its own?",
     LENGTH_FIXED, 1},
    {behind, "%1$s from %1$s[%3$zu] on %2$s: the grid has no more threads in x",
     LENGTH_GRID_X, 0},
    {outside_grid,
     "%1$s beyond the threads of the grid %2$s: is x for the columns, and y "
     "for the rows, and are blocks counted rounding up?",
     LENGTH_FIXED, 1},
    {outside_turned,
     "%1$s %2$s where the grid has no threads if x counts rows and y columns: "
     "do kernel and launch mean the same by x and y?",
     LENGTH_FIXED, 1},
    {outside_block,
     "%1$s outside the first block of threads %2$s: do the "
     "indices include blockIdx, and has the grid enough "
     "blocks?",
     LENGTH_FIXED, 1},
    {rows_behind,
     "rows of %1$s from %3$zu on: each %2$s: as many as a block has "
     "threads in y are there; does the row include blockIdx.y?",
     LENGTH_BLOCK_Y, 0},
    {columns_behind,
     "columns of %1$s from %3$zu on: each %2$s: as many as a block "
     "has threads in x are there; does the column include "
     "blockIdx.x?",
     LENGTH_BLOCK_X, 0},
    {columns_behind, "columns of %1$s from 1 on: each %2$s", LENGTH_FIXED, 1},
    {rows_behind, "rows of %1$s from 1 on: each %2$s", LENGTH_FIXED, 1},
    {rows_behind,
     "rows of %1$s from %3$zu on: each %2$s, all but as many as a block "
     "has threads",
     LENGTH_BLOCK, 0},
    {last_tile,
     "the last, partial block of %1$s %2$s, of %3$zu: are blocks "
     "counted rounding up?",
     LENGTH_BLOCK, 0},
    {last_tile,
     "the last, partial tile of %1$s %2$s, of 32: are tiles counted "
     "rounding up?",
     LENGTH_FIXED, 32},
    {last_tiles,
     "the last, partial tiles of rows and columns of %1$s %2$s, of "
     "%3$zu: are blocks counted rounding up?",
     LENGTH_BLOCK_X, 0},
    {last_tile_of_columns,
     "the last, partial tile of columns of %1$s %2$s, of "
     "%3$zu",
     LENGTH_BLOCK_X, 0},
    {last_tile_of_rows,
     "the last, partial tile of rows of %1$s %2$s, of "
     "%3$zu",
     LENGTH_BLOCK_Y, 0},
    {behind, "%1$s from %1$s[%3$zu] on %2$s, at each size", LENGTH_FIXED, 1},
    {behind, "%1$s from %1$s[%3$zu] on %2$s, at each size", LENGTH_FIXED, 8},
    {behind, "%1$s from %1$s[%3$zu] on %2$s, at each size", LENGTH_FIXED, 16},
    {behind, "%1$s from %1$s[%3$zu] on %2$s, at each size", LENGTH_FIXED, 32},
    {behind, "%1$s from %1$s[%3$zu] on %2$s, at each size", LENGTH_FIXED, 64},
    {behind, "%1$s from %1$s[%3$zu] on %2$s, at each size", LENGTH_FIXED, 128},
    {behind, "%1$s from %1$s[%3$zu] on %2$s, at each size", LENGTH_FIXED, 256},
    {behind, "%1$s from %1$s[65536] on %2$s: does an index have 16 bits only?",
     LENGTH_FIXED, 65536},
    {second_half,
     "the second half of %s %s: is n divided by 2 somewhere, or are bytes "
     "taken for elements?",
     LENGTH_FIXED, 1},
    {but_every_pth, "of every 2 elements of %1$s the second %2$s", LENGTH_FIXED,
     2},
    {upper_half, "of every 32 elements of %1$s the upper 16 %2$s", LENGTH_FIXED,
     32},
    {but_every_pth, "of every %3$zu elements of %1$s all but the first %2$s",
     LENGTH_FIXED, 32},
    {but_every_pth, "of every %3$zu elements of %1$s all but the first %2$s",
     LENGTH_BLOCK, 0},
};

static bool predict_place(const struct supposition *s, struct trial *trial)
{
    const struct place *place = s->what;
    const struct view *v = &trial->view;
    size_t p = suppose_length(s, trial), wrong = 0;
    for (size_t i = 0; i < v->count && p > 0; i++) {
        trial->predicted[i] = v->expected[i];
        if (!place->wrong(v, i, p))
            continue;
        trial->predicted[i].value = SUPPOSE_WRONG;
        wrong++;
    }
    return wrong > 0;
}

static bool never_written(const struct trial *trial)
{
    const struct view *v = &trial->view;
    for (size_t i = 0; i < v->count; i++) {
        if (isnan(trial->predicted[i].value) && !view_is_unwritten(v, i))
            return false;
    }
    return true;
}

/* Nothing came there: not written, or bytes that are all alike, as memory is
 * before a launch: 0, or what the emulated device puts into it. */
static bool untouched(const struct view *v, size_t i)
{
    size_t bytes = element_bytes(v->element);
    const unsigned char *at = v->evidence->first;
    if (view_is_unwritten(v, i))
        return true;
    at += i * bytes;
    return memcmp(at, at + 1, bytes - 1) == 0;
}

static bool all_untouched(const struct trial *trial)
{
    const struct view *v = &trial->view;
    for (size_t i = 0; i < v->count; i++) {
        if (isnan(trial->predicted[i].value) && !untouched(v, i))
            return false;
    }
    return true;
}

/* A grid that is too short, or a block that takes the places of another one,
 * writes nothing there: where a value stands, the sentence ends before that. */
static void tell_place(const struct supposition *s, const struct trial *trial,
                       char *text, size_t n)
{
    const struct place *place = s->what;
    bool untouched = all_untouched(trial);
    snprintf(text, n, place->text, trial->view.name,
             never_written(trial) ? "is never written" : "is wrong",
             suppose_length(s, trial));
    for (size_t i = 0; i < COUNT(of_nobody) && !untouched; i++) {
        char *advice = strstr(text, of_nobody[i]);
        if (advice)
            *advice = '\0';
    }
}

bool suppose_places(const struct trial *trial, suppose_try *try_it,
                    void *context)
{
    bool found = false;
    (void)trial;
    for (size_t i = 0; i < COUNT(places) && !found; i++)
        found = try_it(&(struct supposition){.predict = predict_place,
                                             .tell = tell_place,
                                             .what = &places[i],
                                             .length = places[i].length,
                                             .fixed = places[i].fixed},
                       context);
    return found;
}
