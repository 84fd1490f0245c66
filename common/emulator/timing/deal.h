/*
 * deal.h - which multiprocessor gets which blocks.
 *
 * Idea: one block to each in turn until their places are taken; then the next
 * block goes where one has ended.  A block takes as long as its instructions
 * say.
 */
#ifndef DEAL_H
#define DEAL_H

#include <stddef.h>
#include <stdint.h>

struct deal {
    uint32_t *who;   /* [block]: its multiprocessor */
    uint32_t last;   /* of those that have most work the first that has the
                      * block with most lookups: it ends last */
    uint32_t latest; /* the last one of these: it starts later */
    double most;     /* their work */
    uint32_t busy;   /* those that have at least a tenth of that */
};

/* who is NULL: out of memory.  work, lookups: [count] of blocks, in their
 * order; lookups, clocks in which L1 looks up their lines, may take longer than
 * the work says; zeros if that does not matter. */
struct deal deal_blocks(const uint64_t *work, const uint64_t *lookups,
                        size_t count, uint32_t multiprocessors,
                        uint32_t places);

#endif
