/*
 * race_internal.h - what the files of racecheck share.
 *
 * Epochs of the warps of a block are drawn from one counter, `top`, which
 * goes on from block to block.  So after a barrier of all warps one number
 * says what everybody knows (`floor`: all epochs up to it), and a new block
 * is just such a barrier: stamps in cells never need to be cleared.
 */
#ifndef RACE_INTERNAL_H
#define RACE_INTERNAL_H

#include "race.h"

#include <stdatomic.h>

/* Classes of access that shared memory keeps apart. */
enum race_class { CLASS_WRITE, CLASS_READ, CLASS_ATOMIC, CLASS_COUNT };

/* The entries a warp touched in one class since the last full barrier:
 * [low, high], empty if low > high. */
struct race_extents {
    uint32_t low[MAX_BLOCK_WARPS], high[MAX_BLOCK_WARPS];
    uint32_t warps; /* mask of those that are not empty */
};

/* A full warp's read that is not in its plane yet. */
struct race_read {
    uint64_t stamp;     /* of lane 0 */
    uint32_t low;       /* its first entry */
    uint16_t each;      /* entries of one lane */
    bool side_by_side;  /* false: all lanes at one place */
};

/* Reads of a warp that wait to be written down: see race_shared.c. */
enum { RACE_JOURNAL = 64 };

struct race_shared_cells {
    uint32_t entries;        /* of one warp's plane; 0: nothing to check */
    unsigned shift;          /* an entry is 1 << shift bytes: 4, later 1 */
    uint64_t *plane[CLASS_COUNT]; /* [warp][entry]; NULL: not used yet */
    struct race_extents extents[CLASS_COUNT];
    struct race_read *journal; /* [warp][RACE_JOURNAL]; NULL: not used yet */
    uint32_t journal_length[MAX_BLOCK_WARPS];
};

struct race_fences;

/* How this block's accesses to global memory are stamped, and what it was
 * told about other blocks: see race_global.c. */
struct race_global_side {
    uint32_t first, latest;              /* chunks; 0: none yet */
    uint32_t latest_epoch;               /* its first epoch */
    uint32_t chunk[MAX_BLOCK_WARPS];     /* the one a warp stamps with */
    uint32_t chunk_epoch[MAX_BLOCK_WARPS];
    struct race_fences *fences;          /* NULL: no fence in this block */
    uint64_t seen[MAX_BLOCK_WARPS];      /* fences done when an atomic was */
    uint32_t pending;  /* warps with an atomic whose seen is not set yet */
    bool any_seen;     /* a warp has seen or pending */
    bool raced;        /* the last access to several words met a race */
};

struct race_block {
    struct race_launch *launch;
    uint64_t index;   /* of the block, linear */
    unsigned warps;
    uint32_t top;     /* the highest epoch so far */
    uint32_t floor;   /* epochs up to it are known to all warps */
    uint32_t own[MAX_BLOCK_WARPS]; /* a warp's epoch, > floor */
    uint32_t told[MAX_BLOCK_WARPS][MAX_BLOCK_WARPS]; /* [w][v]: v's epochs
                                    * up to it are known to w */
    bool fenced;      /* a fence was executed in this block; then */
    uint32_t published[MAX_BLOCK_WARPS]; /* epochs that fences came after */
    struct race_shared_cells shared;
    struct race_global_side global;
};

/* The highest epoch of warp v that is ordered before w's accesses now. */
static inline uint32_t race_known(const struct race_block *rb, unsigned w,
                                  unsigned v)
{
    return rb->told[w][v] > rb->floor ? rb->told[w][v] : rb->floor;
}

/* The highest epoch of warp v that a fence by warp w comes after. */
static inline uint32_t race_before_fence(const struct race_block *rb,
                                         unsigned w, unsigned v)
{
    return v == w ? rb->own[w] : race_known(rb, w, v);
}

/* Conflicts of one call so far. */
struct race_report {
    struct race_conflict *out;
    unsigned count;
    uint64_t hazard[RACE_CONFLICTS]; /* of each, see race_hazard */
};

/* What is equal of conflicts that are told as one. */
static inline uint64_t race_hazard(enum race_hazard hazard, uint32_t pc,
                                   bool warp_level, bool other_block,
                                   bool other_atomic)
{
    return pc | (uint64_t)hazard << 32 | (uint64_t)warp_level << 34 |
           (uint64_t)other_block << 35 | (uint64_t)other_atomic << 36;
}

/* Where a conflict of these lanes is to be filled in.  NULL: nowhere, there is
 * one alike at a lane as low, which has these lanes as well now; or there are
 * too many.  The lanes of one alike at a higher lane are added to *lanes. */
struct race_conflict *race_slot(struct race_report *report, uint64_t hazard,
                                uint32_t *lanes);

/* race_shared.c */
void race_shared_create(struct race_shared_cells *cells, uint32_t bytes);
void race_shared_destroy(struct race_shared_cells *cells);
/* All warps are ordered: extents are empty again. */
void race_shared_barrier(struct race_shared_cells *cells);
/* Forgets all stamps, before epochs start again from 0. */
void race_shared_forget(struct race_block *rb);

/* race_global.c */
void race_global_fence(struct race_block *rb, unsigned warp);
void race_global_begin(struct race_block *rb);
void race_global_barrier(struct race_block *rb, uint32_t warps);

#endif
