/*
 * hot.h - atomics that meet: how long L2 takes for those of one place.
 *
 * Idea: updates of one address are done one after the other, and so are those
 * of 512 bytes, which one slice of L2 has.  What counts is what runs at the
 * same time: of the blocks that one multiprocessor has at once, the piece with
 * most to do, as often as there are multiprocessors that do the same.
 * Source: common/maintain/constants on an H200, red_*_one, *_one_line,
 * *_lanes_16 to 65536.
 */
#ifndef HOT_PLACES_H
#define HOT_PLACES_H

#include "base/gpu.h"
#include "code/code.h"
#include "timing/tape.h"

/* What one multiprocessor does: its blocks, in the order in which they
 * start. */
struct hot_blocks {
    const struct tape **blocks;
    size_t count;
    uint32_t resident;      /* at once */
    uint32_t active;        /* multiprocessors that do the same */
};

/* Microseconds that they take, and requests of its own that are among them. */
struct hot {
    double us, requests;
};
struct hot hot_of(const struct gpu *gpu, const struct program *program,
                  const struct tapes *tapes, struct hot_blocks own);

/* Stores to one sector that write a part of it, by whatever warps: L2 merges
 * one after the other with what it has, and what comes behind them waits. */
double hot_store_us(const struct gpu *gpu, const struct tapes *tapes);

#endif
