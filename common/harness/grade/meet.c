/*
 * meet.c - looks for two steps of a block that may come in either order.
 */
#include "meet.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_TRIED = 400 };

/* What the warp of a step had come to before it. */
struct met {
    uint32_t barriers, syncs; /* of the block, of the warp */
};

/* Of each step; NULL: no memory. */
static struct met *count_barriers(const struct steps *steps)
{
    struct met *met = calloc(steps->count + 1, sizeof *met);
    for (size_t i = 0; met && i < steps->count; i++) {
        const struct step *step = &steps->step[i];
        for (size_t k = i; k-- > 0;) {
            const struct step *last = &steps->step[k];
            if (last->warp != step->warp || last->block != step->block ||
                last->launch != step->launch)
                continue;
            met[i].barriers = met[k].barriers + step_is(last, "barrier");
            met[i].syncs = met[k].syncs + step_is(last, "syncwarp");
            break;
        }
    }
    return met;
}

/* Lanes of two steps that touch one place; a thread's own have an order. */
static bool share_place(const struct step *a, const struct step *b,
                        unsigned lane[2])
{
    for (unsigned x = 0; x < WARP_SIZE; x++)
        for (unsigned y = 0; y < WARP_SIZE; y++) {
            if ((x == y && a->warp == b->warp) || !(a->lanes >> x & 1) ||
                !(b->lanes >> y & 1) || a->offset[x] != b->offset[y])
                continue;
            lane[0] = x;
            lane[1] = y;
            return true;
        }
    return false;
}

static bool may_meet(const struct step *a, const struct step *b,
                     unsigned lane[2])
{
    return a->shared && b->shared && a->launch == b->launch &&
           a->block == b->block && a->start == b->start &&
           (step_stores(a) || step_stores(b)) && share_place(a, b, lane);
}

static const char *verb(const struct step *step)
{
    return step_is(step, "load") ? "reads" : "writes";
}

static void tell(const struct trail *trail, const struct step *step[2],
                 const unsigned lane[2], struct difference *d)
{
    uint32_t number[2];
    char thread[2][40], place[80];
    for (unsigned i = 0; i < 2; i++) {
        number[i] = (uint32_t)(step[i] - trail->steps->step) + 1;
        trail_thread(trail, step[i], lane[i], thread[i], sizeof thread[i]);
    }
    trail_place(trail, step[0], lane[0], place, sizeof place);
    d->step = number[0];
    d->other = number[1];
    d->launch = step[0]->launch;
    d->block = step[0]->block;
    d->warp = step[0]->warp;
    snprintf(d->text, sizeof d->text,
             "Step %u, line %u: %s of block %u %s %s.  Step %u, line %u: %s "
             "%s it.  No barrier stands between the two%s: here they came in "
             "this order, another time they may come in the other.",
             number[0], step[0]->line, thread[0], d->block, verb(step[0]),
             place, number[1], step[1]->line, thread[1], verb(step[1]),
             step[0]->warp == step[1]->warp ? ", nor __syncwarp()" : "");
}

bool meet_find(const struct trail *trail, uint32_t line, uint32_t other_line,
               struct difference *d)
{
    const struct steps *steps = trail->steps;
    struct met *met = count_barriers(steps);
    bool found = false;
    size_t tried = 0;
    for (size_t i = 0; met && !found && i < steps->count; i++) {
        const struct step *a = &steps->step[i];
        if (!a->shared || (a->line != line && a->line != other_line) ||
            tried++ > MOST_TRIED)
            continue;
        for (size_t k = i + 1; k < steps->count && !found; k++) {
            const struct step *b = &steps->step[k];
            unsigned lane[2];
            found = (b->line == line || b->line == other_line) &&
                    met[i].barriers == met[k].barriers &&
                    (a->warp != b->warp || met[i].syncs == met[k].syncs) &&
                    may_meet(a, b, lane);
            if (found)
                tell(trail, (const struct step *[]){a, b}, lane, d);
        }
    }
    free(met);
    return found;
}
