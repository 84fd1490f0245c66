/*
 * race.h - which accesses are not ordered (racecheck).
 *
 * Idea: happens-before by vector clocks, as in FastTrack (Flanagan, Freund,
 * PLDI 2009), at the grain of warps.  Every warp of a block has an epoch, a
 * number that only grows; an access is stamped with it.  A barrier tells the
 * warps that take part each other's epochs; an access of another warp is
 * ordered before mine if its stamp is one I was told.  Lanes of one warp are
 * ordered by barriers and by bar.warp.sync, else only with themselves.
 *
 * Guarantee: no conflict is reported between accesses ordered by barriers,
 * warp syncs, or by a fence on one side and an atomic on the other; between
 * atomics; or between different bytes of a word.  Of two unordered accesses,
 * one of them a write, the later one is reported, whichever that is.  Where
 * exactness would cost too much we rather miss: a warp sync of some lanes
 * orders all lanes of the warp; a fence orders like a warp sync; see
 * struct race_cells for global memory.
 *
 * Check before the access is carried out, in the order the host executes
 * them.  A race_block belongs to one host thread at a time; everything else
 * may be used concurrently unless it says otherwise.
 */
#ifndef RACE_H
#define RACE_H

#include "transactions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- results ------------------------------------------------------------ */

/* RAW: this access reads what the other wrote; WAR: it writes what the other
 * read; WAW: both write.  "After" is the order in which the host happened to
 * run them: between blocks, RAW in one run may be WAR in the next. */
enum race_hazard { RACE_RAW, RACE_WAR, RACE_WAW };

/* Lanes of this access that conflict with the same instruction in the same
 * way.  The other thread is the one met by the lowest of these lanes. */
struct race_conflict {
    uint32_t lanes;
    enum race_hazard hazard;
    bool warp_level;      /* both in one warp: caller's choice of severity */
    bool other_block;     /* false: same block */
    bool other_atomic;    /* the other access was atomic */
    uint32_t pc;          /* of the other access; RACE_NO_PC: unknown */
    uint64_t block;       /* linear index of the other thread's block */
    unsigned warp, lane;  /* the other thread */
    uint64_t offset;      /* byte offset of the lowest lane's access */
};

/* More than these at once are dropped. */
enum { RACE_CONFLICTS = 8 };
#define RACE_NO_PC UINT32_MAX

/* One warp-level access.  Lane l of mask touches width bytes at offset[l];
 * width is 1, 2, 4, 8 or 16 and offsets are multiples of it.  Of its kind:
 * atomic and strong do not conflict with each other; in shared memory pass
 * volatile accesses as plain ones, as volatile does not order the lanes of a
 * warp. */
struct race_access {
    enum access_kind kind;
    unsigned warp;  /* in the block, 0..31 */
    uint32_t mask;
    uint32_t width;
    uint32_t pc;    /* instruction index; given back in race_conflict.pc if
                     * below 2^17 - 1 (global), 2^26 - 1 (shared) */
    enum access_pattern pattern; /* transactions.h; GENERAL is always right */
    bool blind; /* atomic, global: nobody reads what it returns.  Else it comes
                 * after all atomics before it, and so does what its thread
                 * does next: "if (atomicInc(&n, last) == last) n = 0" */
    bool looks; /* shared: it is checked, but leaves no trace */
};

/* Lanes that write another value than a higher lane of the same instruction
 * writes to the same address (0: no hazard, equal values are none).  Lane l's
 * value is the width bytes at values + l * stride.  Needed only if the shape
 * of the access (transactions.h) says that lanes share an address. */
uint32_t race_overlap(const uint64_t offset[WARP_SIZE], uint32_t mask,
                      unsigned width, const void *values, size_t stride);

/* ---- launches and blocks ------------------------------------------------ */

/* One launch runs at a time; begin and end while no block runs.  Concurrent:
 * several host threads run blocks.  NULL when memory is exhausted. */
struct race_launch *race_launch_begin(bool concurrent);
void race_launch_end(struct race_launch *launch); /* NULL is fine */

/* What one host thread needs to run one block after another: clocks, and the
 * cells of shared memory.  Warps 1..32, shared_bytes static + dynamic.  NULL
 * when memory is exhausted.  Destroy before race_launch_end. */
struct race_block *race_block_create(struct race_launch *launch,
                                     unsigned warps, uint32_t shared_bytes);
void race_block_destroy(struct race_block *rb); /* NULL is fine */
/* A new block starts; index is its linear index in the grid.  Cheap: epochs
 * go on, so nothing is cleared. */
void race_block_begin(struct race_block *rb, uint64_t index);

/* A barrier that the warps of the mask have all reached is complete.  Warps
 * that have exited count as taking part. */
void race_barrier(struct race_block *rb, uint32_t warps);
/* bar.warp.sync by lanes of a warp. */
void race_warp_sync(struct race_block *rb, unsigned warp, uint32_t lanes);
/* A fence by lanes of a warp; device: also for other blocks (membar.gl,
 * membar.sys, fence.*.gpu or .sys). */
void race_fence(struct race_block *rb, unsigned warp, bool device);
/* A strong store to global memory comes: another block that reads it strongly
 * comes after what this warp has read.  (What is stored mostly depends on it,
 * as CUB's sums passed from block to block do; writes need a fence.) */
void race_reads_told(struct race_block *rb, unsigned warp);
/* An atomic, or a volatile or strong read of shared memory, is done: what
 * other warps of the block fenced before is known.  (race_shared and
 * race_global see to the others.) */
void race_acquire(struct race_block *rb, unsigned warp);
/* The epoch of a warp, and whether all of that epoch of another one comes
 * before what a warp does now. */
uint32_t race_epoch(const struct race_block *rb, unsigned warp);
bool race_knows(const struct race_block *rb, unsigned warp, unsigned other,
                uint32_t epoch);
/* Has a fence been executed in this block? */
bool race_fenced(const struct race_block *rb);

/* ---- accesses ----------------------------------------------------------- */

/* Checks, then records, an access to the block's shared memory; returns the
 * number of conflicts.  Lanes of this same access are not compared: see
 * race_overlap.  A race is reported at the later access only, so every
 * access after it may report it again with another pc. */
unsigned race_shared(struct race_block *rb, const struct race_access *access,
                     const uint32_t offset[WARP_SIZE],
                     struct race_conflict out[RACE_CONFLICTS]);

/* The same for a common case: a full warp reads width bytes, at least 4, for
 * each lane, side by side from offset on, or all at offset.  False: nothing is
 * done, it needs the closer look of race_shared. */
bool race_shared_read(struct race_block *rb, unsigned warp, uint32_t pc,
                      uint32_t offset, unsigned width, bool side_by_side);

/* Who touched an allocation: cells of about 16 bytes for each 4-byte word,
 * in pages that take memory only once touched.  A cell knows the last plain
 * writer, and up to two readers and two atomics, of different warps, if
 * possible of different blocks.  So the first race on a word is found, but for
 * these: three warps of a block read it, or updated it by atomics, and who
 * writes (or, after the atomics, reads) was ordered (by a barrier of some
 * warps, or a fence) with the two that are known; or threads of different
 * warps or blocks touched different bytes of it, of whom the last is known,
 * or lanes of a warp did. */
struct race_cells;
struct race_cells *race_cells_create(uint64_t size); /* NULL: no memory */
void race_cells_destroy(struct race_cells *cells);   /* NULL is fine */

/* The same for an allocation.  cells may be NULL: then nothing is checked,
 * but an atomic still orders.  Other launches do not conflict.  Other blocks
 * do, unless their side executed a fence after its access (or told after its
 * read: race_reads_told), and this warp (or one ordered before it by a
 * barrier) an atomic or a strong read since. */
unsigned race_global(struct race_block *rb, struct race_cells *cells,
                     const struct race_access *access,
                     const uint64_t offset[WARP_SIZE],
                     struct race_conflict out[RACE_CONFLICTS]);

/* Lanes of a read whose bytes this launch has written before, whoever did and
 * whatever orders the two: a cache that does not see stores, as that of
 * textures, may have older ones.  *out: of the lowest of them.  cells may be
 * NULL: 0. */
uint32_t race_written(struct race_block *rb, struct race_cells *cells,
                      const struct race_access *access,
                      const uint64_t offset[WARP_SIZE],
                      struct race_conflict *out);

#endif
