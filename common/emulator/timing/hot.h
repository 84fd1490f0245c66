/*
 * hot.h - atomics that meet: how long L2 takes for those of one place.
 *
 * Idea: updates of one address are done one after the other, and so are those
 * of one slice of L2.  All of them together are a bound for the launch.  Which
 * of them are under way at the same time one multiprocessor shows (path.c): for
 * each of its own, as many others come as others update the slice more often
 * than it does.
 * Source: common/maintain/constants on an H200, red_*_one, *_one_line,
 * *_lanes_16 to 65536.
 */
#ifndef HOT_PLACES_H
#define HOT_PLACES_H

#include "base/gpu.h"
#include "code/code.h"
#include "timing/tape.h"

/* In turns of one address: an update of a part of 32 bytes, as slices have them
 * one after the other; 0.82 of one line alone (red_u32_one_line), and slices
 * have not quite as much to do each (lines in step, over 4 to 16 KiB). */
#define SLICE_TURN 0.95

/* Half of the lines are in the other half of L2, from where results come so
 * many clocks later (atomics of own lines, of 1 and of 8 multiprocessors, on an
 * H200: 327 and 572 clocks a turn). */
#define FAR_HALF 245.0

/* What one multiprocessor does. */
struct hot_blocks {
    const struct tape **blocks;
    size_t count;
    double part;            /* of its blocks, 0 to 1 */
    double at_once;         /* of all blocks, 0 to 1 */
    uint32_t active;        /* multiprocessors that do the same */
};

/* A slice, for one multiprocessor. */
struct hot_slice {
    double others;          /* updates of all for each of its own */
    bool several;           /* more than one line is updated */
};

struct hot {
    double us, requests;    /* that they take; of its own that are among them */
    double looks_us;        /* loads past L1 of one place */
    double swaps_us;        /* comparisons, where who loses tries again */
    struct hot_slice *slices; /* [TAPE_SLICES]; NULL: no atomics */
};

/* Is it an atomic on floats? */
bool hot_adds_floats(const struct insn *insn);
/* False: out of memory. */
bool hot_find(struct hot *hot, const struct gpu *gpu,
              const struct program *program, const struct tapes *tapes,
              struct hot_blocks own);
void hot_free(struct hot *hot);

/* Stores to one sector that write a part of it, by whatever warps: L2 merges
 * one after the other with what it has, and what comes behind them waits. */
double hot_store_us(const struct gpu *gpu, const struct tapes *tapes);

#endif
