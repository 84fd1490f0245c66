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
    uint32_t bytes;            /* of a lane */
    uint32_t group[WARP_SIZE]; /* groups that the lane had committed before */
    uint32_t offset[WARP_SIZE];
    uint32_t bound; /* lanes whose copies arrive at an mbarrier: */
    uint32_t barrier[WARP_SIZE], phase[WARP_SIZE]; /* its offset; in which */
};

enum { KIND_ASYNC, KIND_BULK, KINDS }; /* of groups */

struct copies {
    struct copy *list;
    size_t count, room;
    uint32_t committed[KINDS][MAX_BLOCK_WARPS][WARP_SIZE];
};

/* From shared memory; all others go there. */
static bool reads_shared(const struct copy *copy)
{
    return copy->insn->op == OP_bulk_store;
}

static bool is_bulk(const struct copy *copy)
{
    return reads_shared(copy) || copy->insn->op == OP_bulk_load;
}

/* Who never waits has no more than so many kept. */
enum { MOST_COPIES = 1 << 14 };

/* NULL: out of memory; then copies are complete at once. */
static struct copies *copies_of(struct block *b)
{
    if (!b->copies)
        b->copies = calloc(1, sizeof *b->copies);
    return b->copies;
}

static void add(struct warp *w, const struct copy *copy)
{
    struct copies *c = copies_of(w->block);
    struct copy *grown = c && c->count < MOST_COPIES
                             ? grow(c->list, c->count, &c->room, sizeof *grown)
                             : NULL;
    if (!grown)
        return;
    c->list = grown;
    unsigned kind = is_bulk(copy) ? KIND_BULK : KIND_ASYNC;
    struct copy *added = &c->list[c->count++];
    *added = *copy;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        added->group[l] = c->committed[kind][w->index][l];
    w->block->copying = c->count;
}

void copies_issue(struct warp *w, const struct insn *insn, uint32_t mask,
                  const uint32_t offset[WARP_SIZE])
{
    struct copy copy = {
        .warp = w, .insn = insn, .mask = mask, .bytes = insn->width};
    for (unsigned l = 0; l < WARP_SIZE; l++)
        copy.offset[l] = offset[l];
    add(w, &copy);
}

void copies_issue_bulk(struct warp *w, const struct insn *insn, unsigned lane,
                       uint32_t offset, uint32_t bytes, uint32_t barrier,
                       unsigned phase)
{
    struct copy copy = {
        .warp = w, .insn = insn, .mask = 1u << lane, .bytes = bytes};
    copy.offset[lane] = offset;
    if (insn->op == OP_bulk_load) {
        copy.bound = copy.mask;
        copy.barrier[lane] = barrier;
        copy.phase[lane] = phase;
    }
    add(w, &copy);
}

void copies_bind(struct warp *w, uint32_t lanes,
                 const uint32_t barrier[WARP_SIZE],
                 const uint32_t phase[WARP_SIZE])
{
    struct copies *c = w->block->copies;
    for (size_t i = 0; c && i < c->count; i++) {
        struct copy *copy = &c->list[i];
        bool mine = copy->warp == w && !is_bulk(copy);
        uint32_t free = mine ? copy->mask & lanes & ~copy->bound : 0;
        copy->bound |= free;
        for (; free; free &= free - 1) {
            unsigned l = first_lane(free);
            copy->barrier[l] = barrier[l];
            copy->phase[l] = phase[l];
        }
    }
}

/* ---- waited for --------------------------------------------------------- */

/* What a lane copies is written, or read, now, as a lane of w sees it that has
 * waited: who touches it has to come after this. */
static void finish_lane(const struct copy *copy, unsigned lane,
                        const struct warp *w, unsigned waiter)
{
    struct race_conflict conflicts[RACE_CONFLICTS];
    struct race_access access = {.kind = reads_shared(copy) ? ACCESS_READ
                                                            : ACCESS_WRITE,
                                 .warp = w->index,
                                 .mask = 1u << waiter,
                                 .width = copy->insn->width,
                                 .pc = copy->insn->site,
                                 .pattern = ACCESS_GENERAL};
    uint32_t offset[WARP_SIZE];
    for (uint32_t at = 0; at < copy->bytes; at += access.width) {
        offset[waiter] = copy->offset[lane] + at;
        race_shared(w->block->race, &access, offset, conflicts);
    }
}

/* waiter: who has waited for all of them; OWN_LANE: each for its own. */
enum { OWN_LANE = WARP_SIZE };
static void finish(struct copy *copy, uint32_t lanes, const struct warp *w,
                   unsigned waiter)
{
    copy->mask &= ~lanes;
    copy->bound &= ~lanes;
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = first_lane(lanes);
        finish_lane(copy, l, w, waiter == OWN_LANE ? l : waiter);
    }
}

/* Lanes of the mask for which no more than `left` groups, with those that
 * came later, stand behind the copy's. */
static uint32_t lanes_done(const struct copy *copy, const uint32_t *committed,
                           uint32_t mask, int32_t left)
{
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

/* Those without lanes are done. */
static void tidy(struct block *b)
{
    struct copies *c = b->copies;
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++)
        if (c->list[i].mask)
            c->list[kept++] = c->list[i];
    b->copying = c->count = kept;
}

void copies_step(struct warp *w, const struct insn *insn, uint32_t mask)
{
    struct copies *c = copies_of(w->block);
    bool bulk = insn->op == OP_bulk_groups;
    if (!c)
        return;
    uint32_t *committed = c->committed[bulk ? KIND_BULK : KIND_ASYNC][w->index];
    if (insn->offset == COPIES_COMMIT) {
        for (uint32_t m = mask; m; m &= m - 1)
            committed[first_lane(m)]++;
        return;
    }
    for (size_t i = 0; i < c->count; i++) {
        struct copy *copy = &c->list[i];
        bool mine = copy->warp == w && is_bulk(copy) == bulk &&
                    copy->insn->op != OP_bulk_load;
        if (mine)
            finish(copy, lanes_done(copy, committed, mask, insn->offset), w,
                   OWN_LANE);
    }
    tidy(w->block);
}

static uint32_t lanes_landed(const struct copy *copy, uint32_t barrier,
                             unsigned phase)
{
    uint32_t landed = 0;
    for (uint32_t m = copy->bound; m; m &= m - 1) {
        unsigned l = first_lane(m);
        bool done = copy->barrier[l] == barrier && copy->phase[l] != phase;
        landed |= (uint32_t)done << l;
    }
    return landed;
}

/* The mbarrier lets others know as well, as a fence and a flag do. */
void copies_landed(struct warp *w, unsigned lane, uint32_t barrier,
                   unsigned phase)
{
    struct copies *c = w->block->copies;
    bool any = false;
    for (size_t i = 0; c && i < c->count; i++) {
        uint32_t lanes = lanes_landed(&c->list[i], barrier, phase);
        any |= lanes != 0;
        finish(&c->list[i], lanes, w, lane);
    }
    if (!any)
        return;
    race_fence(w->block->race, w->index, false);
    tidy(w->block);
}

/* ---- told --------------------------------------------------------------- */

static const char *missing_wait(const struct copy *copy, bool bound)
{
    if (reads_shared(copy))
        return "cp.async.bulk.wait_group.read 0 by the thread that copies, "
               "then __syncthreads() for the others";
    if (bound)
        return "every thread that uses what was copied waits for the phase of "
               "the mbarrier first, or comes behind a barrier of one that did";
    return "cp.async.wait_group (__pipeline_wait_prior) by the thread that "
           "copies, then __syncthreads() for the others";
}

static void tell_touch(struct warp *w, const struct insn *insn, bool reads,
                       unsigned lane, uint32_t offset, const struct copy *copy)
{
    char name[80];
    const struct grid *grid = w->block->worker->grid;
    struct finding f = finding_at(w, insn, lane, RACECHECK);
    uint32_t start = shared_array_start(grid, offset);
    unsigned copying = first_lane(copy->mask);
    bool bound = copy->bound >> copying & 1;
    unsigned thread = copy->warp->index * WARP_SIZE + copying;
    snprintf(f.title, sizeof f.title,
             "race: __shared__ %.60s is %s while a copy may still %s it",
             shared_array_name(grid, start, name, sizeof name),
             reads ? "read" : "written", reads_shared(copy) ? "read" : "write");
    if (bound)
        snprintf(f.detail, sizeof f.detail,
                 "byte %u; nobody has seen the phase of the copy's mbarrier "
                 "complete",
                 offset - start);
    else
        snprintf(f.detail, sizeof f.detail,
                 "byte %u; thread %u of the block has not waited for its copy",
                 offset - start, thread);
    snprintf(f.hint, sizeof f.hint, "%s", missing_wait(copy, bound));
    f.other = copy->insn->detail->loc;
    f.other_note = "the copy is here";
    diagnose(&f);
}

static bool meets(const struct copy *copy, bool reads, uint32_t offset,
                  uint32_t bytes)
{
    if (reads && reads_shared(copy))
        return false;
    for (uint32_t m = copy->mask; m; m &= m - 1) {
        uint32_t to = copy->offset[first_lane(m)];
        if (offset < to + copy->bytes && to < offset + bytes)
            return true;
    }
    return false;
}

/* The first copy that it meets; NULL: none. */
static const struct copy *find(const struct block *b, bool reads,
                               uint32_t offset, uint32_t bytes)
{
    const struct copies *c = b->copies;
    for (size_t i = 0; c && i < c->count; i++)
        if (meets(&c->list[i], reads, offset, bytes))
            return &c->list[i];
    return NULL;
}

void copies_met(struct warp *w, const struct insn *insn, bool reads,
                unsigned lane, uint32_t offset, uint32_t bytes)
{
    const struct copy *copy = find(w->block, reads, offset, bytes);
    if (copy)
        tell_touch(w, insn, reads, lane, offset, copy);
}

/* Once for an instruction: its first lane that meets a copy. */
void copies_touched(struct warp *w, const struct insn *insn, bool reads,
                    uint32_t mask, const uint32_t offset[WARP_SIZE])
{
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        const struct copy *copy = find(w->block, reads, offset[l], insn->width);
        if (copy) {
            tell_touch(w, insn, reads, l, offset[l], copy);
            return;
        }
    }
}

/* What was asked for and never came to use is no fault of what came out; but
 * the shared memory that a bulk copy goes on with is no longer the block's. */
static void tell_left(const struct copy *copy)
{
    unsigned lane = first_lane(copy->mask);
    struct finding f = finding_at(copy->warp, copy->insn, lane, RACECHECK);
    bool bound = copy->bound >> lane & 1;
    f.severity = is_bulk(copy) ? FINDING_ERROR : FINDING_WARNING;
    f.lanes = (uint32_t)__builtin_popcount(copy->mask);
    snprintf(f.title, sizeof f.title, "%s copy that %s waits for",
             is_bulk(copy) ? "bulk" : "asynchronous",
             bound ? "nobody" : "its thread never");
    snprintf(f.hint, sizeof f.hint,
             reads_shared(copy) ? "commit and wait before the kernel ends: "
                                  "cp.async.bulk.commit_group, "
                                  "cp.async.bulk.wait_group.read 0"
             : bound ? "wait for the phase of its mbarrier before the kernel "
                       "ends"
                     : "wait for all groups before the kernel ends: "
                       "cp.async.wait_all, __pipeline_wait_prior(0)");
    diagnose(&f);
}

/* A launch that was stopped did not come to its waits. */
void copies_end(struct block *b)
{
    struct copies *c = b->copies;
    bool stopped = b->worker->stop || atomic_load(&b->worker->grid->stop);
    if (!c)
        return;
    for (size_t i = 0; i < c->count && !stopped; i++)
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
