/*
 * suppose_length.c - numbers that a launch or a size gives, and their names.
 */
#include <stdio.h>

#include "suppose.h"

size_t suppose_length(const struct supposition *s, const struct trial *trial)
{
    const struct evidence *e = trial->view.evidence;
    struct size size = trial->view.problem->size;
    size_t threads = (size_t)e->block[0] * e->block[1] * e->block[2];
    size_t blocks = (size_t)e->grid[0] * e->grid[1] * e->grid[2];
    switch (s->length) {
    case LENGTH_FIXED: return s->fixed;
    case LENGTH_BLOCK_X: return e->block[0];
    case LENGTH_BLOCK_Y: return e->block[1];
    case LENGTH_BLOCK: return threads;
    case LENGTH_BLOCKS: return blocks;
    case LENGTH_GRID: return threads * blocks;
    case LENGTH_GRID_X: return (size_t)e->grid[0] * e->block[0];
    case LENGTH_BLOCK_WARPS: return (threads + 31) / 32;
    case LENGTH_WARPS: return (threads + 31) / 32 * blocks;
    case LENGTH_ROWS: return (size_t)size.rows;
    case LENGTH_COLS: return (size_t)size.cols;
    case LENGTH_INNER: return (size_t)size.inner;
    case LENGTH_PIECE: return ((size_t)size.cols - 1) / (size_t)size.rows + 1;
    }
    return 0;
}

void suppose_name_length(const struct supposition *s, const struct trial *trial,
                         char *text, size_t n)
{
    static const char *const names[] = {
        [LENGTH_BLOCK_X] = "the threads of a block in x",
        [LENGTH_BLOCK_Y] = "the threads of a block in y",
        [LENGTH_BLOCK] = "the threads of a block",
        [LENGTH_BLOCKS] = "the number of blocks",
        [LENGTH_BLOCK_WARPS] = "the warps of a block",
        [LENGTH_GRID] = "all threads",
        [LENGTH_WARPS] = "all warps",
        [LENGTH_GRID_X] = "all threads in x"};
    static const char *const usual[] = {"the rows", "the columns",
                                        "the third dimension"};
    const char *const *own = trial->view.problem->exercise->dimensions;
    if (s->length == LENGTH_FIXED || s->length == LENGTH_PIECE)
        snprintf(text, n, "%zu", suppose_length(s, trial));
    else if (s->length >= LENGTH_ROWS)
        snprintf(text, n, "%s",
                 own[0] ? own[s->length - LENGTH_ROWS]
                        : usual[s->length - LENGTH_ROWS]);
    else
        snprintf(text, n, "%s", names[s->length]);
}
