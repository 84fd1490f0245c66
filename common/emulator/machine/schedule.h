/*
 * schedule.h - other orders of blocks and warps, of those that CUDA allows.
 *
 * Idea: a kernel may count on no order but what its barriers and atomics make.
 * With a seed the blocks of a grid start in another order, several are on their
 * way at once, and each warp's turn is as short or long as it happens.
 * Guarantee: the same seed, the same order; blocks that wait for others do not
 * wait for ever: whoever cannot go on makes room for those not yet started.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "tell/finding.h"

struct allocation;

/* One host thread's. */
struct schedule {
    uint64_t state;  /* of the generator; 0: the usual order */
    uint64_t step, first, blocks; /* block i is (first + i * step) % blocks */
    uint32_t window; /* so many blocks are on their way at once */
};
void schedule_begin(struct schedule *schedule, uint64_t seed, uint64_t blocks);
/* Which block is started as the i-th. */
uint64_t schedule_block(const struct schedule *schedule, uint64_t i);
/* A number below n. */
uint32_t schedule_draw(struct schedule *schedule, uint32_t n);
/* Is it another block's turn to start, with so many on their way? */
bool schedule_starts(struct schedule *schedule, uint32_t running);
/* All of them had a turn and none came to its end. */
void schedule_stuck(struct schedule *schedule, uint32_t running);
/* How long, in instructions, the next turn of a warp is. */
uint64_t schedule_slice(struct schedule *schedule, uint64_t usual);

/* Who was the last to write to a byte of an allocation. */
struct spy {
    const struct allocation *allocation;
    uint64_t offset;
    bool written;          /* then: */
    bool sums;             /* by an atomic sum of floats */
    struct finding writer; /* at its place; no words yet */
    uint32_t width;        /* of an element */
};

#endif
