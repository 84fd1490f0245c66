/*
 * uses.h - who touched which bytes of an allocation, of work that others may
 * run beside (order.h).
 *
 * Idea: a launch, a copy or a fill is a piece of work; of each allocation that
 * is followed it leaves which bytes it read, wrote and changed by atomics.
 * Those of work that the host has not waited for yet are kept, and the next
 * piece of work is held against them.
 * Guarantee: of two pieces that nothing orders and that touch a byte, one of
 * them writing, one by one that is no atomic, the later is told, once for each
 * earlier one; no others are.  Of more than USES_KEPT pieces at a time the
 * oldest are forgotten.
 */
#ifndef USES_H
#define USES_H

#include "memory.h"
#include "order.h"
#include "shadow.h"
#include "transactions.h"

#include <stdatomic.h>

enum { USES_KEPT = 32 };
/* Volatile and strong accesses count as atomics. */
enum use_kind { USE_READ, USE_WRITE, USE_ATOMIC, USE_KINDS };

/* What a piece of work did to one allocation. */
struct use {
    struct moment moment;
    struct call_site *site;  /* who asked for it; or NULL */
    const char *what;        /* a kernel's name, "a copy", ...; stays */
    bool kernel;             /* it is one */
    bool answers;            /* it has told the host how far it is: by a flag
                              * in memory that both see, or behind a fence */
    _Atomic(struct shadow *) marks[USE_KINDS]; /* NULL: none */
    struct shadow_extent extents[USE_KINDS];   /* of these, once it ended */
    struct use *older;
};

/* From now on, what host and device both see is followed; or everything, but
 * what kernels allocate.  Until these are called, nothing is. */
void uses_follow_visible(void);
void uses_follow_all(void);
/* Is memory of that kind followed? */
bool uses_follows(enum memory_kind kind);

/* A piece of work begins, in the current stream. */
void uses_begin(struct call_site *site, const char *what, bool kernel);
/* It touches lanes or a range of what is followed; from any thread. */
void uses_mark_lanes(struct allocation *al, enum access_kind kind,
                     const uint64_t offset[WARP_SIZE], uint32_t mask,
                     unsigned width);
void uses_mark(struct allocation *al, enum use_kind kind, uint64_t offset,
               uint64_t n);

struct meeting {
    struct allocation *allocation;
    const struct use *earlier, *later;
    enum use_kind before, now; /* what they did there */
    uint64_t first, bytes;     /* offset of the first byte; how many */
};
/* It has ended. */
void uses_end(bool answers, void (*tell)(const struct meeting *));

/* The host has waited: forgets what it knows to be done. */
void uses_prune(struct allocation *al);
/* The latest piece of work that the host does not know to be done and that
 * did this to all of these bytes; NULL: none. */
const struct use *use_of(const struct allocation *al, enum use_kind kind,
                         uint64_t offset, uint64_t n);
/* The allocation goes. */
void uses_destroy(struct allocation *al);

#endif
