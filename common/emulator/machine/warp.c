/*
 * warp.c - a warp's splits: lanes apart, and together again.
 *
 * A warp is a list of splits: lanes that share a pc.  It usually has one.
 * A branch whose lanes disagree makes two, and a join at the branch's
 * immediate post-dominator where they become one again.  A call is a join as
 * well: its lanes meet behind it, whichever way they returned.
 *
 * One split runs until it waits or merges; when others are ready too, each
 * gets its turn after SPLIT_SLICE instructions, so that a lane may wait for
 * another lane of its warp (independent thread scheduling), even for one that
 * waits at a join.
 */
#include "base/grow.h"
#include "names.h"
#include "local.h"
#include "warp.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- who is a lane ------------------------------------------------------ */

const struct insn *split_insn(const struct split *split)
{
    return &split->frame->code->insns[split->pc];
}

struct finding finding_at(const struct warp *warp, const struct insn *insn,
                          unsigned lane, enum tool tool)
{
    const struct grid *grid = warp->block->worker->grid;
    return (struct finding){.tool = tool,
                            .severity = FINDING_ERROR,
                            .ptx = grid->program->ptx,
                            .loc = insn->detail->loc,
                            .kernel = grid->launch->kernel->pretty,
                            .block = warp->block->id,
                            .thread = thread_of(warp, lane),
                            .lanes = 1};
}

bool finding_again(const struct warp *warp, uint32_t lanes,
                   struct finding_key key)
{
    unsigned lane = (unsigned)__builtin_ctz(lanes);
    return diagnose_again(key, warp->block->id, thread_of(warp, lane),
                          (uint32_t)__builtin_popcount(lanes));
}

void launch_status_set(struct worker *worker, enum launch_status status,
                       bool stop)
{
    if (worker->status == LAUNCH_OK)
        worker->status = status;
    if (stop) {
        worker->stop = true;
        atomic_store(&worker->grid->stop, true);
    }
}

/* ---- splits and joins --------------------------------------------------- */

int32_t join_new(struct warp *w)
{
    uint32_t i = 0;
    while (i < w->join_count && w->joins[i].in_use)
        i++;
    struct join *joins = grow(w->joins, i, &w->join_room, sizeof *joins);
    if (!joins) {
        launch_status_set(w->block->worker, LAUNCH_NO_MEMORY, true);
        return -1;
    }
    w->joins = joins;
    if (i == w->join_count)
        w->join_count++;
    w->joins[i] = (struct join){.in_use = true};
    return (int32_t)i;
}

void split_drop(struct warp *w, uint32_t i)
{
    w->splits[i] = w->splits[--w->split_count];
    if (w->current == w->split_count)
        w->current = i;
}

/* The lanes that have arrived run again, as one split. */
static void join_go_on(struct warp *w, const struct join *j)
{
    w->splits[w->split_count++] = (struct split){.frame = j->frame,
                                                 .pc = j->pc,
                                                 .mask = j->arrived,
                                                 .join_pc = j->join_pc,
                                                 .parent = j->parent};
}

void join_settle(struct warp *w, int32_t index)
{
    while (index >= 0) {
        struct join *j = &w->joins[index];
        if (j->arrived != j->expected)
            return;
        j->in_use = false;
        if (j->callee)
            frame_free(w, j->callee);
        if (!j->arrived) {
            index = j->parent;
            continue;
        }
        join_go_on(w, j);
        return;
    }
}

/* Lanes leave for good: nobody waits for them any more. */
static void forget_lanes(struct warp *w, int32_t index, uint32_t lanes)
{
    while (index >= 0) {
        int32_t parent = w->joins[index].parent;
        w->joins[index].expected &= ~lanes;
        join_settle(w, index);
        index = parent;
    }
}

void split_merge(struct warp *w)
{
    struct split s = w->splits[w->current];
    split_drop(w, w->current);
    w->joins[s.parent].arrived |= s.mask;
    join_settle(w, s.parent);
}

void split_exit(struct warp *w, uint32_t lanes)
{
    struct split *s = &w->splits[w->current];
    int32_t parent = s->parent;
    w->live &= ~lanes;
    s->mask &= ~lanes;
    s->pc++;
    if (!s->mask)
        split_drop(w, w->current);
    forget_lanes(w, parent, lanes);
}

void split_part(struct warp *w, uint32_t taken, uint32_t target, uint32_t next,
                uint32_t join)
{
    struct split *s = &w->splits[w->current];
    uint32_t rest = s->mask & ~taken;
    if (join != EXIT_PC && s->join_pc != join) {
        int32_t index = join_new(w);
        if (index < 0)
            return;
        w->joins[index] = (struct join){.frame = s->frame,
                                        .pc = join,
                                        .join_pc = s->join_pc,
                                        .parent = s->parent,
                                        .expected = s->mask,
                                        .in_use = true};
        s->parent = index;
        s->join_pc = join;
    }
    /* The side that goes straight to the join only has to arrive there. */
    if (join != EXIT_PC && (target == join || next == join)) {
        bool taken_waits = target == join;
        s->mask = taken_waits ? rest : taken;
        s->pc = taken_waits ? next : target;
        w->joins[s->parent].arrived |= taken_waits ? taken : rest;
        return;
    }
    struct split other = *s;
    s->mask = rest;
    s->pc = next;
    other.mask = taken;
    other.pc = target;
    w->splits[w->split_count++] = other;
}

/* ---- choosing a split --------------------------------------------------- */

/* As lanes come to an aligned barrier together, so they leave it. */
void split_unite(struct warp *w)
{
    for (uint32_t i = 0; i < w->split_count; i++)
        for (uint32_t k = w->split_count; --k > i;) {
            struct split *a = &w->splits[i], *b = &w->splits[k];
            if (!a->released || !b->released || a->frame != b->frame ||
                a->pc != b->pc || a->join_pc != b->join_pc ||
                a->parent != b->parent || split_insn(a)->op == OP_barrier_loose)
                continue;
            a->mask |= b->mask;
            split_drop(w, k);
        }
}

bool split_waits_alike(const struct split *a, const struct split *b)
{
    return b->state == SPLIT_AT_SYNC && a->member == b->member &&
           split_insn(a)->op == split_insn(b)->op;
}

/* Has a lane that goes on here only to return from the kernel? */
static bool only_returns(const struct frame *frame, uint32_t pc)
{
    if (frame->caller || pc == EXIT_PC)
        return false;
    const struct insn *next = &frame->code->insns[pc];
    return (next->op == OP_ret || next->op == OP_exit) &&
           next->guard == NO_SLOT;
}

/* They wait in front of the entry's ret.  On hardware they have exited. */
static uint32_t returning_lanes(const struct warp *w)
{
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < w->join_count; i++) {
        const struct join *j = &w->joins[i];
        if (j->in_use && only_returns(j->frame, j->pc))
            lanes |= j->arrived;
    }
    return lanes;
}

uint32_t split_missing(const struct warp *w, const struct split *s,
                       uint32_t present)
{
    uint32_t missing = s->member & w->live & ~present;
    return missing ? missing & ~returning_lanes(w) : 0;
}

uint32_t split_present(const struct warp *w, const struct split *s)
{
    uint32_t present = s->mask;
    for (uint32_t i = 0; i < w->split_count; i++)
        if (&w->splits[i] != s && split_waits_alike(s, &w->splits[i]))
            present |= w->splits[i].mask;
    return present;
}

static bool may_sync(const struct warp *w, const struct split *s)
{
    return s->forced || !split_missing(w, s, split_present(w, s));
}

static bool runnable(const struct warp *w, uint32_t i)
{
    const struct split *s = &w->splits[i];
    return s->state == SPLIT_READY ||
           (s->state == SPLIT_AT_SYNC && may_sync(w, s));
}

/* The current one if it can go on, unless others are to have their turn;
 * else the youngest.  False: every split waits. */
bool split_choose(struct warp *w, bool rotate)
{
    if (!rotate && w->current < w->split_count && runnable(w, w->current))
        return true;
    for (uint32_t k = 1; k <= w->split_count; k++) {
        uint32_t i = (w->current + w->split_count - k) % w->split_count;
        if (!rotate)
            i = w->split_count - k;
        if (runnable(w, i)) {
            w->current = i;
            return true;
        }
    }
    return false;
}

/* Lanes that have arrived where others have not, while these spin: what they
 * spin for may be for the first to do, so those go on alone. */
static void release_waiting(struct warp *w)
{
    for (uint32_t i = 0; i < w->join_count; i++) {
        struct join *j = &w->joins[i];
        if (!j->in_use || !j->arrived)
            continue;
        join_go_on(w, j);
        j->expected &= ~j->arrived;
        j->arrived = 0;
    }
}

/* Where lanes of the warp are that do not stand at this barrier. */
static struct ptx_loc elsewhere(const struct warp *w, const struct split *s)
{
    for (uint32_t i = 0; i < w->split_count; i++)
        if (&w->splits[i] != s)
            return split_insn(&w->splits[i])->detail->loc;
    for (uint32_t i = 0; i < w->join_count; i++) {
        const struct join *j = &w->joins[i];
        if (j->in_use && j->arrived && j->pc != EXIT_PC)
            return j->frame->code->insns[j->pc].detail->loc;
    }
    return (struct ptx_loc){0};
}

static void report_divergent(struct warp *w, const struct split *s,
                             uint32_t others)
{
    struct finding f =
        finding_at(w, split_insn(s), first_lane(s->mask), SYNCCHECK);
    f.lanes = (uint32_t)__builtin_popcount(s->mask);
    snprintf(f.title, sizeof f.title,
             "%s() in divergent code: some threads of the warp are elsewhere",
             call_name(split_insn(s)->detail));
    snprintf(f.detail, sizeof f.detail,
             "here are lanes 0x%08x, elsewhere 0x%08x", s->mask, others);
    f.other = elsewhere(w, s);
    if (f.other.line == f.loc.line)
        f.other.line = 0; /* behind the same if */
    f.other_note = "the others are here";
    snprintf(f.hint, sizeof f.hint,
             "every thread of the block must reach the same __syncthreads(): "
             "take it out of the if");
    diagnose(&f);
}

/* Lanes that stand at the same barrier instruction: those that took turns
 * around a lock come there one after the other. */
static uint32_t lanes_at_barrier(const struct warp *w, const struct insn *insn)
{
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < w->split_count; i++)
        if (w->splits[i].state == SPLIT_AT_BARRIER &&
            split_insn(&w->splits[i]) == insn)
            lanes |= w->splits[i].mask;
    return lanes;
}

/* All lanes wait, some of them at a barrier that the warp has to reach as
 * one.  The first split of those that did not come together is reported. */
static void judge_barriers(struct warp *w)
{
    uint32_t returning = returning_lanes(w);
    bool reported = false;
    for (uint32_t i = 0; i < w->split_count; i++)
        reported |= w->splits[i].diverged;
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct split *s = &w->splits[i];
        if (s->state != SPLIT_AT_BARRIER || s->judged)
            continue;
        uint32_t others =
            w->live & ~lanes_at_barrier(w, split_insn(s)) & ~returning;
        s->judged = true;
        s->diverged = others && !reported;
        if (s->diverged)
            report_divergent(w, s, others);
        reported |= s->diverged;
    }
}

/* True: lanes that waited at a join for lanes that stand at a barrier go on,
 * as they would on hardware. */
bool warp_unblock(struct warp *w)
{
    bool waiting = false;
    for (uint32_t i = 0; i < w->split_count; i++)
        if (w->splits[i].state != SPLIT_AT_BARRIER)
            return false;
    judge_barriers(w);
    for (uint32_t i = 0; i < w->join_count; i++)
        waiting |= w->joins[i].in_use && w->joins[i].arrived;
    if (waiting)
        release_waiting(w);
    return waiting;
}

/* Is the turn that ends with these instructions one of a loop that waits?  It
 * reads a flag every few instructions. */
bool warp_looks(const struct warp *w, uint64_t instructions)
{
    uint64_t turn = w->turn + instructions;
    return turn >= SPLIT_SLICE && w->strong_reads * LOOP_OF_A_LOOK >= turn;
}

/* Do lanes that wait go on?  Only atomics and volatile loads can see what
 * another lane does: a loop without them is just long.  One with few of them
 * may draw its work from a counter: those that wait are to go on with it. */
static bool is_waited_for(struct warp *w)
{
    enum { FEW = 64, PATIENCE = 64 };
    if (!w->strong_reads)
        return false;
    bool waited = w->strong_reads * FEW >= w->turn || ++w->patience == PATIENCE;
    if (waited)
        w->patience = 0;
    return waited;
}

/* True when it is another split's turn. */
bool warp_take_turn(struct warp *w, uint64_t instructions)
{
    w->turn += instructions;
    if (w->turn < SPLIT_SLICE)
        return false;
    if (is_waited_for(w))
        release_waiting(w);
    w->turn = w->strong_reads = 0;
    return w->split_count > 1;
}

/* ---- begin and end ------------------------------------------------------ */

void warp_start(struct warp *w)
{
    w->live = w->lanes;
    w->instructions = w->global_loads = w->load_bytes = 0;
    w->stopwatch = (struct stopwatch){0};
    w->turn = w->strong_reads = 0;
    w->patience = 0;
    w->join_count = 0;
    w->split_count = 1;
    w->current = 0;
    w->splits[0] = (struct split){
        .frame = &w->entry, .mask = w->lanes, .join_pc = EXIT_PC, .parent = -1};
    frame_specials(&w->entry, w);
    local_forget(w, &w->entry, w->lanes);
}

void warp_release(struct warp *w)
{
    /* Calls that a launch that was stopped never came back from. */
    for (uint32_t i = 0; i < w->join_count; i++)
        if (w->joins[i].in_use && w->joins[i].callee)
            frame_free(w, w->joins[i].callee);
    while (w->frames_free) {
        struct frame *next = w->frames_free->next_free;
        free(w->frames_free);
        w->frames_free = next;
    }
    free(w->joins);
    w->joins = NULL;
    w->join_count = 0;
    w->join_room = 0;
}
