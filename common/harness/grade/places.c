/*
 * places.c - where an output is wrong, and where it was never written.
 */
#include <stdio.h>

#include "view.h"

enum certainty places_none_written(const struct view *v, char *text, size_t n)
{
    if (view_count(v, view_is_unwritten) < v->count)
        return UNFIT;
    snprintf(text, n, "%s was never written", v->name);
    return v->count < FEW ? PLACE : PATTERN;
}

/* The smallest corner of rows x cols that holds all elements that pass. */
struct corner {
    size_t rows, cols;
    bool full; /* all in it pass: it is the exact shape of them */
};

static struct corner corner_where(const struct view *v, view_test *test)
{
    struct corner corner = {0, 0, false};
    size_t passed = 0;
    for (size_t i = 0; i < v->count; i++) {
        size_t row = i / v->cols, col = i % v->cols;
        if (!test(v, i))
            continue;
        passed++;
        corner.rows = row >= corner.rows ? row + 1 : corner.rows;
        corner.cols = col >= corner.cols ? col + 1 : corner.cols;
    }
    corner.full = passed > 0 && passed == corner.rows * corner.cols;
    return corner;
}

/* 16 to 1024 threads, a power of two or three times one. */
static bool usual_block(size_t n)
{
    if (n < 16 || n > 1024)
        return false;
    while (n % 2 == 0)
        n /= 2;
    return n == 1 || n == 3;
}

/* What the grid has as many of as there are elements before `start`. */
static enum certainty advise_launch(const struct evidence *e, size_t start,
                                    const char **advice)
{
    size_t blocks = (size_t)e->grid[0] * e->grid[1] * e->grid[2];
    size_t threads = (size_t)e->block[0] * e->block[1] * e->block[2];
    if (start == blocks && blocks > 1) /* one may be all it takes */
        *advice = ": the grid has no more blocks";
    else if (start == blocks * threads)
        *advice = ": the grid has no more threads";
    return PLACE;
}

/* What it suggests that all from `start` on is not as it should be.  Where the
 * launch is known nothing is guessed from one size: suppose_places.c holds that
 * against all of them. */
static enum certainty advise(const struct view *v, size_t start, size_t total,
                             const char **advice)
{
    bool tile = view_tile_ending_at(start, total) > 0;
    bool block = usual_block(start);
    *advice = "";
    if (v->evidence->block[0] > 0 && view_count(v, view_is_unwritten) == 0)
        return PLACE;
    if (v->evidence->block[0] > 0)
        return advise_launch(v->evidence, start, advice);
    if (start + 1 == total) {
        *advice = "; is the last one excluded by a comparison?";
    } else if (tile && block) {
        *advice = ": all but the first block, or only the last, partial tile";
    } else if (tile) {
        *advice = ": only the last, partial tile; are tiles and blocks "
                  "counted rounding up?";
        return CAUSE;
    } else if (block) {
        *advice = ": all but the first block; does the index include "
                  "blockIdx.x * blockDim.x, and has the grid enough blocks?";
        return CAUSE;
    }
    return PLACE;
}

/* `what` is what the elements outside the corner are: "wrong". */
static enum certainty describe_rest(const struct view *v, struct corner corner,
                                    const char *what, char *text, size_t n)
{
    bool few_rows = corner.rows < v->rows;
    const char *advice;
    enum certainty certainty;
    if (v->rows == 1) {
        certainty = advise(v, corner.cols, v->cols, &advice);
        snprintf(text, n, "%s[%zu] and all behind it %s%s", v->name,
                 corner.cols, what, advice);
    } else if (few_rows && corner.cols < v->cols) {
        certainty =
            corner.rows * corner.cols <= 1024 && v->evidence->block[0] == 0
                ? CAUSE
                : PLACE;
        snprintf(
            text, n,
            "all but the first %zu rows and columns to %zu "
            "%s%s",
            corner.rows, corner.cols - 1, what,
            certainty == CAUSE
                ? ": all but the first block; do the "
                  "indices include blockIdx, and has the grid enough blocks?"
                : "");
    } else {
        certainty = few_rows ? advise(v, corner.rows, v->rows, &advice)
                             : advise(v, corner.cols, v->cols, &advice);
        snprintf(text, n, "%s from %zu on %s%s", few_rows ? "rows" : "columns",
                 few_rows ? corner.rows : corner.cols, what, advice);
    }
    return certainty;
}

static bool is_written(const struct view *v, size_t i)
{
    return !view_is_unwritten(v, i);
}

enum certainty places_unwritten(const struct view *v, char *text, size_t n)
{
    size_t missing = view_count(v, view_is_unwritten);
    struct corner written = corner_where(v, is_written);
    if (missing == 0)
        return UNFIT;
    if (written.full)
        return describe_rest(v, written, "were never written", text, n);
    snprintf(text, n, "%zu of %zu elements were never written", missing,
             v->count);
    return PLACE;
}

enum certainty places_wrong(const struct view *v, char *text, size_t n)
{
    struct corner right = corner_where(v, view_is_right);
    if (!right.full)
        return UNFIT;
    return describe_rest(v, right, "are wrong", text, n);
}

enum certainty places_stale_tile(const struct view *v, char *text, size_t n)
{
    struct corner right = corner_where(v, view_is_right);
    size_t tile = view_tile_ending_at(right.cols, v->cols);
    if (!right.full || right.rows < v->rows || tile == 0)
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        if (i % v->cols >= right.cols && !view_is_value_of(v, i, i - tile))
            return UNFIT;
    }
    snprintf(text, n,
             "a stale tile: from %zu on stand the values of the tile "
             "of %zu before; the shorter last tile was not loaded",
             right.cols, tile);
    return CAUSE;
}
