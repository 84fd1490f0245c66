/*
 * timing.h - how long a launch would take on a GPU.
 *
 * Idea: the tapes of one multiprocessor's blocks are played (sm.h), with its
 * share of L2 and memory; what one multiprocessor cannot show, atomics of the
 * whole GPU on one address and work that is shared out unevenly, bounds that
 * from outside.  The time is that of a launch as a node of a graph of such
 * launches, one after the other: L2 holds what the launch before left.
 * Guarantee: modelled, not measured; the same for any number of host threads.
 */
#ifndef TIMING_H
#define TIMING_H

#include "base/counters.h"
#include "base/dims.h"
#include "base/gpu.h"
#include "code/code.h"
#include "timing/tape.h"

/* What a launch spends its time on, and how its name is written. */
#define TIMING_BOUNDS(X)                                                    \
    X(ISSUE, "issue")     /* instructions, or one of the pipes */           \
    X(L1, "L1")           /* requests to L1 and shared memory */            \
    X(L2, "L2")                                                             \
    X(DRAM, "DRAM")                                                         \
    X(WAITING, "waiting") /* for results: too few warps to hide that */     \
    X(ATOMICS, "atomics")                                                   \
    X(LAUNCH, "launch")   /* and starting blocks */

enum timing_bound {
#define X(id, name) BOUND_##id,
    TIMING_BOUNDS(X)
#undef X
    BOUND_COUNT
};

/* Why a time is to be taken with care: bits 1 << enum timing_warning, and a
 * sentence. */
#define TIMING_WARNINGS(X)                                                  \
    X(PART, "only a part of it was played; the rest is taken to be alike")  \
    X(CALLS, "it calls printf, malloc or free, whose time is not known")    \
    X(LOCAL, "it keeps arrays in local memory; ptxas may keep them in "     \
             "registers")                                                   \
    X(MEETING, "atomics meet at few places; how they share those is known " \
               "roughly")                                                   \
    X(TRIES, "it compares and swaps: how often depends on who else does")   \
    X(WAITS, "its blocks wait for each other, as long as that takes")       \
    X(IMAGES, "it reads textures or surfaces, of which instructions count, " \
              "not what they move")                                         \
    X(BULK, "it copies in bulk, of which instructions count, not what they " \
            "move")                                                         \
    X(STORED, "it loads past L1 what it has just stored; how long L2 takes " \
              "for that is not known")                                      \
    X(ORDER, "it looks at what others' atomics change meanwhile: what it "  \
             "does then depends on their order")                            \
    X(RETURNS, "it comes back to lines while L2 holds less than all: how "  \
               "many it has lost by then is not known")                     \
    X(SPILLED, "it needs more registers than a thread has; what it keeps "  \
               "in local memory instead is left out")                       \
    X(CROWDED, "ptxas may keep to 32 registers, and fewer loads go ahead")  \
    X(FILLED, "cudaMemset in front of it is counted in, about")             \
    X(ENDLESS, "it did not end, or it failed: no time")                     \
    X(MEMORY, "there was no memory to model it: no time")

enum timing_warning {
#define X(id, sentence) TIMING_##id,
    TIMING_WARNINGS(X)
#undef X
    TIMING_WARNING_COUNT
};

struct timing {
    bool known;               /* false: the warnings say why */
    double us;
    double low_us, high_us;   /* 9 of 10 launches lie between */
    double launch_us;         /* of us: an empty kernel's */
    enum timing_bound bound;
    uint32_t warnings;
};

struct timing_launch {
    const struct program *program;
    struct dims block;
    uint32_t shared_bytes;    /* of a block, static and dynamic */
    const struct tapes *tapes;
    const struct counters *counters;
    bool ended;               /* without an error */
    bool waited;              /* blocks for other blocks */
};

struct timing timing_of(const struct gpu *gpu,
                        const struct timing_launch *launch);

/* Adds what cudaMemset of so many bytes takes, as the node in front. */
void timing_add_fill(struct timing *timing, const struct gpu *gpu,
                     uint64_t bytes);

/* "L1" */
const char *timing_bound_name(enum timing_bound bound);
/* The sentence of the first of some warnings; "" if there is none. */
const char *timing_warning_text(uint32_t warnings);

#endif
