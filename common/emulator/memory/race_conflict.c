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

struct race_conflict *race_slot(struct race_report *report, uint64_t hazard,
                                uint32_t *lanes)
{
    unsigned i = 0;
    while (i < report->count && report->hazard[i] != hazard)
        i++;
    struct race_conflict *slot = &report->out[i];
    if (i == report->count) {
        if (i == RACE_CONFLICTS)
            return NULL;
        report->hazard[report->count++] = hazard;
        return slot;
    }
    bool lower = (*lanes & -*lanes) < (slot->lanes & -slot->lanes);
    slot->lanes |= *lanes;
    *lanes = slot->lanes;
    return lower ? slot : NULL;
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
