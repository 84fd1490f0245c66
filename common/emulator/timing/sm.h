/*
 * sm.h - one multiprocessor, played from tapes.
 *
 * Idea: warps issue the steps of their regions in order, each as soon as what
 * it reads is there, its scheduler has a slot and its pipe is free; blocks
 * start as places get free.  Nothing happens between two steps of a warp, so
 * the next thing to do is always the step of the warp that is ready first.
 * Guarantee: deterministic; two million steps take a fifth of a second or so.
 */
#ifndef SM_H
#define SM_H

#include "timing/path.h"
#include "timing/region.h"

struct sm_task {
    const struct gpu *gpu;
    const struct program *program;
    struct regions *regions;
    const struct tape **blocks;  /* in the order in which they start */
    size_t block_count;
    uint32_t resident;           /* blocks at once, 1 at least */
    double begin;                /* clock at which the first of them starts */
    double second;               /* and from there to the next, at least */
    double interval;             /* and to each that follows */
    uint64_t most_steps;         /* then it stops */
    double hot;                  /* clocks that L2 takes for each request of
                                  * its atomics, where most of all meet */
    struct path_share share;
};

struct sm_played {
    double clocks;               /* until the last block, or step, was done */
    double issue;                /* of those, of the busiest scheduler */
    double pipe;                 /* and of the busiest pipe */
    double updated;              /* until L2 had done all atomics that meet */
    struct path_busy path;
    uint64_t steps;
    uint64_t instructions;       /* of the tapes, so far */
    bool stopped;                /* by most_steps */
};

/* False: out of memory. */
bool sm_play(const struct sm_task *task, struct sm_played *played);

#endif
