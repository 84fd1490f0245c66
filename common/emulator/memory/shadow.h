/*
 * shadow.h - which bytes were ever written (initcheck).
 *
 * Idea: one bit for each byte, and a flag for "all of them" so that the
 * common case (the host copied the whole array) is one test.  Guarantee: a
 * byte is reported as unwritten exactly if nothing marked it since creation
 * or the last shadow_clear.
 *
 * A shadow of global memory is marked by many host threads at once; all its
 * functions may be called concurrently but for clear and destroy.  A private
 * one (shared memory of a block) belongs to one host thread at a time and
 * does without atomic read-modify-writes.
 */
#ifndef SHADOW_H
#define SHADOW_H

#include "base/limits.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shadow {
    _Atomic bool all;        /* every byte is marked */
    bool private;            /* one host thread at a time */
    uint64_t size;           /* bytes of memory */
    _Atomic uint64_t marked; /* bytes marked */
    _Atomic uint64_t *bits;  /* a word for 64 bytes of memory */
};

/* No byte is marked.  NULL when memory is exhausted.  Pages of the bitmap
 * that are never touched take no memory. */
struct shadow *shadow_create(uint64_t size, bool private);
void shadow_destroy(struct shadow *sh); /* NULL is fine */
/* Marks nothing again: about a nanosecond for 100 bytes. */
void shadow_clear(struct shadow *sh);

/* Test this first: then nothing else of this file need be called. */
static inline bool shadow_all(const struct shadow *sh)
{
    return atomic_load_explicit(&sh->all, memory_order_relaxed);
}

/* Ranges must lie inside the memory; n may be 0. */
void shadow_mark(struct shadow *sh, uint64_t offset, uint64_t n);
/* Marks nothing of a range again, of a private one. */
void shadow_unmark(struct shadow *sh, uint64_t offset, uint64_t n);
bool shadow_is_marked(const struct shadow *sh, uint64_t offset, uint64_t n);
/* The first unmarked offset in [offset, offset + n), or offset + n. */
uint64_t shadow_first_unmarked(const struct shadow *sh, uint64_t offset,
                               uint64_t n);
/* The first marked one, or the same. */
uint64_t shadow_first_marked(const struct shadow *sh, uint64_t offset,
                             uint64_t n);
/* Pieces of step bytes there, the last one perhaps shorter: bit i of marked is
 * set if byte i of one of them is marked. */
enum { SHADOW_STEP = 256 }; /* at most */
struct shadow_folded {
    uint64_t marked[SHADOW_STEP / 64];
};
struct shadow_folded shadow_fold(const struct shadow *sh, uint64_t offset,
                                 uint64_t n, unsigned step);
/* No marks lie outside of [low, high); both 0: there are none.  They lie a
 * little apart from the outermost. */
struct shadow_extent {
    uint64_t low, high;
};
struct shadow_extent shadow_extent(const struct shadow *sh);
/* Bytes there marked in both, of two memories of one size; *first: the first.
 * low and high are those of extents. */
uint64_t shadow_both(const struct shadow *a, const struct shadow *b,
                     struct shadow_extent within, uint64_t *first);
/* Copies marks with the data: n bytes from one memory to another (or the
 * same one, even overlapping); what was unmarked in src is unmarked in dst
 * only if it was so before. */
void shadow_copy(struct shadow *dst, uint64_t to, const struct shadow *src,
                 uint64_t from, uint64_t n);

/* Warp accesses: lane l of mask touches width bytes at offset[l]; width is a
 * power of two up to 16 and offsets are multiples of it.  Where the pattern
 * is known (transactions.h), a range or a single lane is faster than these. */
void shadow_mark_lanes(struct shadow *sh, const uint64_t offset[WARP_SIZE],
                       uint32_t mask, unsigned width);
/* Have all bytes of the lanes' accesses been marked?  Quick, without an answer
 * for each lane. */
bool shadow_lanes_marked(const struct shadow *sh,
                         const uint64_t offset[WARP_SIZE], uint32_t mask,
                         unsigned width);
/* Lanes of mask with an element of which no byte is marked; element is a
 * power of two up to width: 1 asks for every byte. */
uint32_t shadow_unmarked_lanes(const struct shadow *sh,
                               const uint64_t offset[WARP_SIZE],
                               uint32_t mask, unsigned width,
                               unsigned element);

/* The same for the 32-bit offsets of shared memory. */
void shadow_mark_shared(struct shadow *sh, const uint32_t offset[WARP_SIZE],
                        uint32_t mask, unsigned width);
uint32_t shadow_unmarked_shared(const struct shadow *sh,
                                const uint32_t offset[WARP_SIZE],
                                uint32_t mask, unsigned width,
                                unsigned element);

#endif
