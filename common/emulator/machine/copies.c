/*
 * copies.c - the copies of a block that are on their way.
 */
#include "copies.h"

#include "base/grow.h"

#include <stdio.h>
#include <stdlib.h>

/* Of a warp, by one instruction. */
struct copy {
    struct warp *warp;
    const struct insn *insn;
    uint32_t mask;             /* lanes that have not waited for it */
    uint32_t group[WARP_SIZE]; /* groups that the lane had committed before */
    uint32_t offset[WARP_SIZE];
};

struct copies {
    struct copy *list;
    size_t count, room;
    uint32_t committed[MAX_BLOCK_WARPS][WARP_SIZE];
};

/* NULL: out of memory; then copies are complete at once. */
static struct copies *copies_of(struct block *b)
{
    if (!b->copies)
        b->copies = calloc(1, sizeof *b->copies);
    return b->copies;
}

void copies_issue(struct warp *w, const struct insn *insn, uint32_t mask,
                  const uint32_t offset[WARP_SIZE])
{
    struct copies *c = copies_of(w->block);
    struct copy *grown =
        c ? grow(c->list, c->count, &c->room, sizeof *grown) : NULL;
    if (!grown)
        return;
    c->list = grown;
    struct copy *copy = &c->list[c->count++];
    *copy = (struct copy){.warp = w, .insn = insn, .mask = mask};
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        copy->group[l] = c->committed[w->index][l];
        copy->offset[l] = offset[l];
    }
    w->block->copying = c->count;
}

/* ---- waited for --------------------------------------------------------- */

/* It is written now, and who reads it has to come after this. */
static void arrive(const struct copy *copy, uint32_t lanes)
{
    struct race_conflict conflicts[RACE_CONFLICTS];
    struct race_access access = {.kind = ACCESS_WRITE,
                                 .warp = copy->warp->index,
                                 .mask = lanes,
                                 .width = copy->insn->width,
                                 .pc = copy->insn->site,
                                 .pattern = ACCESS_GENERAL};
    race_shared(copy->warp->block->race, &access, copy->offset, conflicts);
}

/* Lanes of the mask for which no more than `left` groups, with those that
 * came later, stand behind the copy's. */
static uint32_t lanes_done(const struct copies *c, const struct copy *copy,
                           uint32_t mask, int32_t left)
{
    const uint32_t *committed = c->committed[copy->warp->index];
    uint32_t done = 0;
    if (left == COPIES_WAIT_ALL)
        return copy->mask & mask;
    for (uint32_t m = copy->mask & mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        uint64_t behind = (uint64_t)copy->group[l] + (uint32_t)left;
        done |= (uint32_t)(behind < committed[l]) << l;
    }
    return done;
}

static void wait_for(struct warp *w, uint32_t mask, int32_t left)
{
    struct copies *c = w->block->copies;
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++) {
        struct copy *copy = &c->list[i];
        uint32_t done = copy->warp == w ? lanes_done(c, copy, mask, left) : 0;
        if (done)
            arrive(copy, done);
        copy->mask &= ~done;
        if (copy->mask)
            c->list[kept++] = *copy;
    }
    c->count = kept;
    w->block->copying = kept;
}

void copies_step(struct warp *w, const struct insn *insn, uint32_t mask)
{
    struct copies *c = w->block->copies;
    if (!c)
        return;
    if (insn->offset != COPIES_COMMIT) {
        wait_for(w, mask, insn->offset);
        return;
    }
    for (uint32_t m = mask; m; m &= m - 1)
        c->committed[w->index][first_lane(m)]++;
}

/* ---- told --------------------------------------------------------------- */

static void tell_touch(struct warp *w, const struct insn *insn, bool reads,
                       unsigned lane, uint32_t offset, const struct copy *copy)
{
    char name[80];
    const struct grid *grid = w->block->worker->grid;
    struct finding f = finding_at(w, insn, lane, RACECHECK);
    uint32_t start = shared_array_start(grid, offset);
    snprintf(f.title, sizeof f.title,
             "race: __shared__ %.60s is %s while a copy may still write it",
             shared_array_name(grid, start, name, sizeof name),
             reads ? "read" : "written");
    snprintf(f.detail, sizeof f.detail,
             "byte %u; thread %u of the block has not waited for its copy",
             offset - start,
             copy->warp->index * WARP_SIZE + first_lane(copy->mask));
    snprintf(f.hint, sizeof f.hint,
             "cp.async.wait_group (__pipeline_wait_prior) by the thread that "
             "copies, then __syncthreads() for the others");
    f.other = copy->insn->detail->loc;
    f.other_note = "the copy is here";
    diagnose(&f);
}

static bool meets(const struct copy *copy, uint32_t offset, unsigned width)
{
    unsigned bytes = copy->insn->width;
    for (uint32_t m = copy->mask; m; m &= m - 1) {
        uint32_t to = copy->offset[first_lane(m)];
        if (offset < to + bytes && to < offset + width)
            return true;
    }
    return false;
}

/* Once for an instruction: its first lane that meets a copy. */
void copies_touched(struct warp *w, const struct insn *insn, bool reads,
                    uint32_t mask, const uint32_t offset[WARP_SIZE])
{
    const struct copies *c = w->block->copies;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        for (size_t i = 0; i < c->count; i++)
            if (meets(&c->list[i], offset[l], insn->width)) {
                tell_touch(w, insn, reads, l, offset[l], &c->list[i]);
                return;
            }
    }
}

/* What was asked for and never came to use is no fault of what came out. */
static void tell_left(const struct copy *copy)
{
    struct finding f =
        finding_at(copy->warp, copy->insn, first_lane(copy->mask), RACECHECK);
    f.severity = FINDING_WARNING;
    f.lanes = (uint32_t)__builtin_popcount(copy->mask);
    snprintf(f.title, sizeof f.title,
             "asynchronous copy that its thread never waits for");
    snprintf(f.hint, sizeof f.hint,
             "wait for all groups before the kernel ends: "
             "cp.async.wait_all, __pipeline_wait_prior(0)");
    diagnose(&f);
}

void copies_end(struct block *b)
{
    struct copies *c = b->copies;
    if (!c)
        return;
    for (size_t i = 0; i < c->count; i++)
        tell_left(&c->list[i]);
    copies_release(b);
}

void copies_release(struct block *b)
{
    if (b->copies)
        free(b->copies->list);
    free(b->copies);
    b->copies = NULL;
    b->copying = 0;
}
