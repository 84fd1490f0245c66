/*
 * race.c - vector clocks of a block, and what a check reports.
 *
 * The idea and its guarantee stand in race.h, the trick with the epochs in
 * race_internal.h.  Cells: race_shared.c, race_global.c.
 */
#include "race_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- blocks and clocks -------------------------------------------------- */

struct race_block *race_block_create(struct race_launch *launch, unsigned warps,
                                     uint32_t shared_bytes)
{
    struct race_block *rb = calloc(1, sizeof *rb);
    if (!rb)
        return NULL;
    rb->launch = launch;
    rb->warps = warps;
    race_shared_create(&rb->shared, shared_bytes);
    return rb;
}

void race_block_destroy(struct race_block *rb)
{
    if (!rb)
        return;
    race_shared_destroy(&rb->shared);
    free(rb);
}

/* Everybody knows everything up to now; all go on in a new epoch. */
static void join_all(struct race_block *rb)
{
    rb->floor = rb->top++;
    for (unsigned w = 0; w < rb->warps; w++)
        rb->own[w] = rb->top;
    race_shared_barrier(&rb->shared);
}

void race_block_begin(struct race_block *rb, uint64_t index)
{
    rb->index = index;
    if (rb->top > UINT32_MAX / 4) { /* far from wrapping in one block */
        race_shared_forget(rb);
        memset(rb->told, 0, sizeof rb->told);
        rb->top = 0;
    }
    join_all(rb);
    rb->fenced = false;
    memset(rb->published, 0, sizeof rb->published);
    race_global_begin(rb);
}

/* What any of the warps knows, in told[] of each of them. */
static void join_some(struct race_block *rb, uint32_t warps)
{
    uint32_t sum[MAX_BLOCK_WARPS] = {0};
    for (uint32_t m = warps; m != 0; m &= m - 1) {
        unsigned w = (unsigned)__builtin_ctz(m);
        for (unsigned v = 0; v < MAX_BLOCK_WARPS; v++)
            if (rb->told[w][v] > sum[v])
                sum[v] = rb->told[w][v];
        if (rb->own[w] > sum[w])
            sum[w] = rb->own[w];
    }
    rb->top++;
    for (uint32_t m = warps; m != 0; m &= m - 1) {
        unsigned w = (unsigned)__builtin_ctz(m);
        memcpy(rb->told[w], sum, sizeof sum);
        rb->own[w] = rb->top;
    }
}

void race_barrier(struct race_block *rb, uint32_t warps)
{
    uint32_t all = ~0u >> (MAX_BLOCK_WARPS - rb->warps);
    race_global_barrier(rb, warps & all);
    if ((warps & all) == all)
        join_all(rb);
    else
        join_some(rb, warps & all);
}

/* A new epoch for the warp alone: its lanes are ordered, other warps are not
 * told.  Which lanes took part is not looked at. */
void race_warp_sync(struct race_block *rb, unsigned warp, uint32_t lanes)
{
    if (lanes & (lanes - 1)) /* one lane orders nothing */
        rb->own[warp] = ++rb->top;
}

/* ---- fences and atomics ------------------------------------------------- */

/* Fences are cumulative: what the warp was told of others is covered too. */
static void publish(struct race_block *rb, unsigned warp)
{
    for (unsigned v = 0; v < rb->warps; v++) {
        uint32_t epoch = race_before_fence(rb, warp, v);
        if (epoch > rb->published[v])
            rb->published[v] = epoch;
    }
    rb->fenced = true;
}

void race_fence(struct race_block *rb, unsigned warp, bool device)
{
    publish(rb, warp);
    if (device)
        race_global_fence(rb, warp);
    rb->own[warp] = ++rb->top; /* later accesses are not covered */
}

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

/* ---- reports ------------------------------------------------------------ */

static bool alike(const struct race_conflict *a, const struct race_conflict *b)
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
        if (!alike(old, conflict))
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
