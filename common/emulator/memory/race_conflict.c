/*
 * race_conflict.c - what the sides of racecheck share: conflicts told once,
 * what an atomic learns of other warps, lanes that share an address.
 */
#include "race_internal.h"

#include <string.h>

/* ---- what fences published ---------------------------------------------- */

/* Which atomic goes with which fence is not looked at. */
void race_acquire(struct race_block *rb, unsigned warp)
{
    if (!rb->fenced)
        return;
    uint32_t *told = rb->told[warp];
    for (unsigned v = 0; v < rb->warps; v++)
        if (v != warp && rb->published[v] > told[v])
            told[v] = rb->published[v];
}

bool race_fenced(const struct race_block *rb)
{
    return rb->fenced;
}

/* ---- conflicts ---------------------------------------------------------- */

static bool same_hazard(const struct race_conflict *a,
                        const struct race_conflict *b)
{
    return a->hazard == b->hazard && a->pc == b->pc &&
           a->warp_level == b->warp_level && a->other_block == b->other_block &&
           a->other_atomic == b->other_atomic;
}

void race_report(struct race_report *report,
                 const struct race_conflict *conflict)
{
    for (unsigned i = 0; i < report->count; i++) {
        struct race_conflict *old = &report->out[i];
        if (!same_hazard(old, conflict))
            continue;
        uint32_t lanes = old->lanes | conflict->lanes;
        if (__builtin_ctz(conflict->lanes) < __builtin_ctz(old->lanes))
            *old = *conflict;
        old->lanes = lanes;
        return;
    }
    if (report->count < RACE_CONFLICTS)
        report->out[report->count++] = *conflict;
}

/* ---- one instruction ---------------------------------------------------- */

/* The few addresses that lanes share are found by going through the lanes
 * downwards, with the highest lane of each address kept. */
uint32_t race_overlap(const uint64_t offset[WARP_SIZE], uint32_t mask,
                      unsigned width, const void *values, size_t stride)
{
    const uint8_t *value = values;
    uint32_t heads = 0, lost = 0;
    while (mask != 0) {
        unsigned lane = WARP_SIZE - 1 - (unsigned)__builtin_clz(mask);
        mask &= ~(1u << lane);
        uint32_t m = heads;
        while (m != 0 && offset[__builtin_ctz(m)] != offset[lane])
            m &= m - 1;
        if (m == 0)
            heads |= 1u << lane;
        else if (memcmp(value + lane * stride,
                        value + (unsigned)__builtin_ctz(m) * stride, width))
            lost |= 1u << lane;
    }
    return lost;
}
