/*
 * race_block.c - vector clocks of a block.
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

uint32_t race_epoch(const struct race_block *rb, unsigned warp)
{
    return rb->own[warp];
}

bool race_knows(const struct race_block *rb, unsigned warp, unsigned other,
                uint32_t epoch)
{
    return race_known(rb, warp, other) >= epoch;
}
