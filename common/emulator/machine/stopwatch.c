/*
 * stopwatch.c - does a block that reads the clock time all of its work?
 *
 * Idea: a stamp is true for a block if a barrier of the whole block parts it
 * from the work on the other side.  So it is said of each block
 *   starts  if every warp that reads the clock stood at such a barrier before
 *           its first reading, and the block had read no global memory yet;
 *   stops   if every warp that reads it again stood at one before its last
 *           reading and has done no more since than to read a result from
 *           shared memory, and the other warps did all their work before.
 * Work is reading global memory, and reading, writing and shuffling what the
 * block shares.  The order is that of barriers, not the one that warps happen
 * to run in.
 * Only kernels that read the clock are looked at (program.reads_clock).
 */
#include "machine.h"

/* One value may still be read behind the last barrier, to be stored. */
enum { LIGHT = 1, HEAVY = 2 };

static uint64_t work_so_far(const struct warp *w)
{
    const struct counters *c = &w->block->worker->counters;
    return LIGHT * c->shared_load_requests +
           HEAVY * (c->shared_store_requests + c->shuffles + c->atomics +
                    w->global_loads);
}

static void take_work(struct warp *w)
{
    struct stopwatch *watch = &w->stopwatch;
    uint64_t now = work_so_far(w);
    watch->work += now - watch->seen;
    watch->seen = now;
    if (watch->work > LIGHT)
        watch->worked_in = w->block->meetings + 1;
}

void stopwatch_turn(struct warp *w, bool begins)
{
    if (begins)
        w->stopwatch.seen = work_so_far(w);
    else
        take_work(w);
}

void stopwatch_meet(struct block *b)
{
    bool loaded = false;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        loaded |= b->warps[i].global_loads > 0;
        b->warps[i].stopwatch.work = 0;
    }
    if (!b->meetings++)
        b->met_first = !loaded;
}

void stopwatch_read(struct warp *w)
{
    struct stopwatch *watch = &w->stopwatch;
    const struct block *b = w->block;
    take_work(w);
    if (!watch->readings++)
        watch->starts = b->met_first && !w->global_loads;
    watch->stops = watch->work <= LIGHT;
    watch->stopped_in = b->meetings + 1;
}

/* Have the other warps done their work in earlier turns of the block? */
static bool others_are_done(const struct block *b, const struct warp *w)
{
    for (uint32_t i = 0; i < b->warp_count; i++)
        if (&b->warps[i] != w &&
            b->warps[i].stopwatch.worked_in >= w->stopwatch.stopped_in)
            return false;
    return true;
}

void stopwatch_count(const struct block *b, struct counters *c)
{
    bool starts = true, stops = true, started = false, stopped = false;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        const struct warp *w = &b->warps[i];
        const struct stopwatch *watch = &w->stopwatch;
        if (watch->readings > 0) {
            started = true;
            starts &= watch->starts;
        }
        if (watch->readings > 1) {
            stopped = true;
            stops &= watch->stops && others_are_done(b, w);
        }
    }
    c->clock_starts += started && starts;
    c->clock_stops += stopped && stops;
}
