/*
 * ready.h - which of a few warps, or places for blocks, is ready first.
 *
 * A heap: equal times go by number, so that the order is always the same.
 */
#ifndef READY_H
#define READY_H

#include <stdbool.h>
#include <stdint.h>

enum { READY_MOST = 8192 };

struct ready_entry {
    double time;
    uint32_t who;
};

struct ready {
    struct ready_entry heap[READY_MOST];
    uint32_t count;
};

static inline bool ready_before(struct ready_entry a, struct ready_entry b)
{
    return a.time < b.time || (a.time == b.time && a.who < b.who);
}

/* Puts an entry where the first one is, whose place is free. */
static inline void ready_sink(struct ready *r, struct ready_entry entry)
{
    uint32_t at = 0, child;
    while ((child = 2 * at + 1) < r->count) {
        if (child + 1 < r->count &&
            ready_before(r->heap[child + 1], r->heap[child]))
            child++;
        if (!ready_before(r->heap[child], entry))
            break;
        r->heap[at] = r->heap[child];
        at = child;
    }
    r->heap[at] = entry;
}

/* count < READY_MOST */
static inline void ready_add(struct ready *r, struct ready_entry entry)
{
    uint32_t at = r->count++;
    for (uint32_t up; at; at = up) {
        up = (at - 1) / 2;
        if (!ready_before(entry, r->heap[up]))
            break;
        r->heap[at] = r->heap[up];
    }
    r->heap[at] = entry;
}

/* count > 0 */
static inline struct ready_entry ready_take(struct ready *r)
{
    struct ready_entry first = r->heap[0];
    if (--r->count)
        ready_sink(r, r->heap[r->count]);
    return first;
}

#endif
