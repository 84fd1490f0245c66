/*
 * transactions.h - what one warp-level access costs: sectors and wavefronts.
 *
 * Idea: nearly every access is uniform, unit stride or constant stride; these
 * are answered by arithmetic, everything else by an exact count.  Guarantee:
 * the fast answers equal the exact ones (test_transactions.c holds both against
 * the definitions below).
 *
 * Definitions, as Nsight Compute's "Memory Tables" and the CUDA Programming
 * Guide ("Shared Memory", compute capability 5.x and later) give them:
 *
 *   sector     an aligned piece of 32 bytes of global memory; a request costs
 *              the distinct sectors its active lanes touch.
 *   wavefront  one pass over the 32 banks of shared memory.  In one pass each
 *              bank delivers one 4-byte word, to every lane that wants that
 *              word.  Lanes are served together in groups: the whole warp for
 *              accesses up to 4 bytes, each half for 8 bytes, each quarter
 *              for 16 bytes.  A group needs as many passes as its busiest
 *              bank has distinct words; a group without active lanes needs
 *              none.  Groups do not share passes, even when they want the
 *              same words (the hardware sometimes merges them; the guide does
 *              not promise it, and the conflicts do not change).
 *   ideal      one pass for every group with an active lane: what the width
 *              costs without any conflict.
 *   conflicts  wavefronts - ideal.
 *
 * Stores and atomics are counted alike: lanes that write the same word share
 * a pass.
 */
#ifndef TRANSACTIONS_H
#define TRANSACTIONS_H

#include "base/limits.h"

#include <stdbool.h>
#include <stdint.h>

/* Atomic: a read-modify-write, or a strong (volatile, relaxed, release) store
 * to global memory, or one past the L1 cache (.cg, .wt).  Strong read: a
 * volatile, relaxed or acquire load of global memory, or one past the L1 cache
 * (.cg, .cv). */
enum access_kind {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_STRONG_READ,
    ACCESS_ATOMIC
};

enum access_pattern {
    ACCESS_GENERAL,
    ACCESS_UNIFORM, /* all active lanes at one address (also: one lane) */
    ACCESS_UNIT     /* the active lanes are neighbours, l0..l0+n-1, and lane
                     * l is at offset[l0] + (l - l0) * width: one piece of
                     * n * width bytes.  n >= 2. */
};

struct access_shape {
    uint32_t sectors;  /* distinct 32-byte pieces, 0..32 */
    uint32_t bytes;    /* distinct bytes, 0..512 */
    enum access_pattern pattern;
};

/* Offsets count from a base that is aligned to at least 32 bytes; those of
 * inactive lanes are ignored.  Width is 1, 2, 4, 8 or 16 bytes and every
 * active offset a multiple of it.  Two active lanes share an address exactly
 * when bytes < active lanes * width.  Mask 0: all zero, general. */
struct access_shape access_shape(const uint64_t offset[WARP_SIZE],
                                 uint32_t mask, unsigned width);

/* Sectors of an atomic: lanes that share an address go one after the other, so
 * a sector counts as often as the most of them that share one in it.  (As an
 * H200 counts: common/emulator/counters_h200.md.) */
uint32_t atomic_sectors(const uint64_t offset[WARP_SIZE], uint32_t mask);

/* n lanes, stride bytes apart; as each access lies in one sector, only the
 * first byte of each matters. */
static inline struct access_shape access_strided(uint64_t first,
                                                 uint64_t stride, unsigned n,
                                                 unsigned width)
{
    if (stride == 0)
        return (struct access_shape){1, width, ACCESS_UNIFORM};

    struct access_shape shape = {n, n * width, ACCESS_GENERAL};
    if (stride == width)
        shape.pattern = ACCESS_UNIT;
    if (stride >> 63) { /* downwards: the same bytes, from the last lane */
        first += (n - 1) * stride;
        stride = -stride;
    }
    uint64_t last = first + (n - 1) * stride;
    if (stride < SECTOR_BYTES) /* no sector between is skipped */
        shape.sectors =
            (uint32_t)(last / SECTOR_BYTES - first / SECTOR_BYTES + 1);
    return shape;
}

struct shared_shape {
    uint32_t wavefronts; /* 0..32; 0 only for mask 0 */
    uint32_t ideal;      /* 0..4; bank conflicts = wavefronts - ideal */
    bool overlap;        /* false: no two active lanes share an address;
                          * true: they may (race_overlap decides) */
    enum access_pattern pattern;
};

/* Offsets count from the start of the block's shared memory. */
struct shared_shape shared_shape(const uint32_t offset[WARP_SIZE],
                                 uint32_t mask, unsigned width);

/* The same for all 32 lanes side by side, or all at one place. */
static inline struct shared_shape shared_run_shape(bool side_by_side,
                                                   unsigned width)
{
    uint32_t groups = width <= BANK_BYTES ? 1 : width / BANK_BYTES;
    return (struct shared_shape){groups, groups, !side_by_side,
                                 side_by_side ? ACCESS_UNIT : ACCESS_UNIFORM};
}

/* Passes that a load takes if lanes take the width bytes around their offset:
 * two groups are served as one if all lanes next to each other, or all next but
 * one, want the same.  (As an H100 was measured: 145 patterns of addresses, of
 * 4, 8 and 16 bytes.) */
uint32_t shared_load_passes(const uint32_t offset[WARP_SIZE], uint32_t mask,
                            unsigned width);

/* Gives each active lane its pass, from 0; how many there are in all, as
 * shared_shape counts them. */
uint32_t shared_passes(const uint32_t offset[WARP_SIZE], uint32_t mask,
                       unsigned width, uint8_t pass[WARP_SIZE]);

#endif
