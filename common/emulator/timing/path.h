/*
 * path.h - the way of a multiprocessor's accesses: LSU, L1, L2, memory.
 *
 * Idea: each part of the way is a queue.  It serves one access after the other
 * for as long as its rate says, and an access has left it when those before it
 * have and its own latency has passed.  What L1 has to wait for is passed on
 * when it is there, in the time that LSU has left.  What all multiprocessors
 * share, L2 and memory, has the rate of one one's share.
 * Guarantee: depends on the order of calls alone.
 */
#ifndef PATH_H
#define PATH_H

#include "base/gpu.h"
#include "timing/cache.h"
#include "timing/hot.h"
#include "timing/tape.h"

/* What a multiprocessor is given of the GPU. */
struct path_share {
    double active;         /* multiprocessors that work beside it, and it */
    uint32_t l1_lines;     /* what shared memory leaves */
    /* The part of the lines, 0 to 1, that L2 does not hold (held.c); NULL:
     * it holds all. */
    double (*missing)(const void *held, uint64_t line);
    const void *held;
    /* [TAPE_SLICES]: who else has atomics there; NULL: nobody. */
    const struct hot_slice *slices;
};

/* Clocks in which each part was busy. */
struct path_busy {
    double lsu;            /* requests and passes */
    double l2, dram, atomics;
    double dram_sectors;
    double asked, returned; /* of lines that L2 may lack; of these, of ones
                             * that it had been asked for before */
    double past_l1, stored; /* requests of loads past L1; of these, of lines
                             * that were stored just before */
    double met;            /* atomics waited for others of their slice */
};

struct path;

/* NULL: out of memory. */
struct path *path_new(const struct gpu *gpu, struct path_share share);
void path_free(struct path *path); /* NULL is fine */
struct path_busy path_busy(const struct path *path);

/* Accesses, count of them with the lines they have, begin at a clock: as one
 * request.  When their result is there, or for stores: has arrived. */
struct path_request {
    const struct tape_access *accesses;
    uint32_t count;
    const struct tape_line *lines;
    uint64_t block;        /* whose local memory it is */
    bool past_l1;          /* volatile, .cg: L2 has what counts */
    double tries;          /* atomic of shared memory that is a loop of
                            * compare-and-swap, as ptxas has no other: of the
                            * lanes that share an address, the part that swaps
                            * (0 to 1; 0: it is no loop) */
    bool counts;           /* atomic of shared memory that adds 1 and has no
                            * result, or has one lane do it for all: lanes that
                            * share an address do one */
    bool returns;          /* atomic of global memory: with its result */
    bool floats;           /* are added */
    bool twice;            /* of doubles, or a comparison: takes L2 twice as
                            * long, but for a line's only sector */
};
double path_load(struct path *path, double at, struct path_request request);
double path_store(struct path *path, double at, struct path_request request);
double path_atomic(struct path *path, double at, struct path_request request);
/* The clock at which the last atomic of global memory leaves the
 * multiprocessor: not while too many are before it. */
double path_sent(const struct path *path);
/* A load that ptxas has made part of a request of so many passes: how many
 * more it takes. */
double path_more_passes(struct path *path, double more);
/* The clock at which all that was begun has been served; nothing comes on top
 * of what was stored. */
double path_done(struct path *path);
/* What L1 holds is of no use any more. */
void path_forget(struct path *path);
/* The first clock at which LSU takes another request. */
double path_open(const struct path *path);

#endif
