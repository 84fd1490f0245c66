/*
 * sync.c - lanes that act together: shuffles, votes, matches, redux,
 * mma, __syncwarp, and the block's barriers.
 *
 * A .sync instruction is executed once all live lanes of its mask stand at
 * one like it (PTX ISA 9.0, 9.7.9 and 9.7.13); lanes of other splits that
 * wait at the same place are carried along.  What never arrives is reported.
 */
#include "arith.h"
#include "base/letters.h"
#include "names.h"
#include "steps.h"
#include "warp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- warp-level synchronisation ----------------------------------------- */

/* Lanes named by the mask operand; the executing ones when there is none. */
static uint32_t member_lanes(const struct frame *frame, const struct insn *insn,
                             uint32_t mask)
{
    uint32_t slot = insn->detail->fourth;
    return slot == NO_SLOT
               ? mask
               : ((const u32 *)(frame->slots + slot))[first_lane(mask)];
}

/* Those of the lanes that name the same mask as the first of them. */
INLINE uint32_t same_mask(const struct frame *frame, const struct insn *insn,
                          uint32_t lanes)
{
    uint32_t slot = insn->detail->fourth, same = 0;
    if (slot == NO_SLOT)
        return lanes;
    const u32 *masks = (const u32 *)(frame->slots + slot);
    u32 member = masks[first_lane(lanes)];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        same |= (u32)(masks[l] == member) << l;
    return same & lanes;
}

/* Do all of the lanes name one mask?  As vector code: bits of those that are
 * not asked do not count. */
INLINE bool all_name_alike(const struct frame *frame, const struct insn *insn,
                           uint32_t lanes)
{
    uint32_t slot = insn->detail->fourth, differs = 0;
    if (slot == NO_SLOT)
        return true;
    const u32 *masks = (const u32 *)(frame->slots + slot);
    u32 member = masks[first_lane(lanes)];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        differs |= (masks[l] ^ member) & -(lanes >> l & 1);
    return !differs;
}

static void report_not_member(struct warp *w, const struct insn *insn,
                              uint32_t mask, uint32_t member)
{
    struct finding f =
        finding_at(w, insn, first_lane(mask & ~member), SYNCCHECK);
    f.lanes = (uint32_t)__builtin_popcount(mask & ~member);
    snprintf(f.title, sizeof f.title,
             "%.40s is called by a thread that its mask does not name",
             call_name(insn->detail));
    snprintf(f.detail, sizeof f.detail,
             "the mask is 0x%08x, lanes 0x%08x make the call", member, mask);
    snprintf(f.hint, sizeof f.hint,
             "the mask must name every lane that makes the call");
    diagnose(&f);
}

/* All lanes that take part in the sync the running split stands at: 0 while
 * named lanes are missing.  Those waiting at the same place are carried
 * along: the caller executes for all and they go on behind it. */
static uint32_t gather_members(struct warp *w, const struct insn *insn,
                               uint32_t member)
{
    struct split *s = &w->splits[w->current];
    uint32_t present = s->mask;
    bool forced = s->forced;
    s->member = member;
    s->state = SPLIT_READY;
    s->forced = false;
    if (forced || !split_missing(w, s, present))
        return present;
    present = split_present(w, s);
    if (split_missing(w, s, present)) {
        s->state = SPLIT_AT_SYNC;
        return 0;
    }
    uint32_t together = s->mask;
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct split *other = &w->splits[i];
        if (i == w->current || !split_waits_alike(s, other))
            continue;
        other->state = SPLIT_READY;
        if (other->frame == s->frame && split_insn(other) == insn) {
            together |= other->mask;
            other->pc++;
        } else if (insn->op == OP_warp_sync) {
            other->pc++;
        } else {
            other->forced = true; /* elsewhere: among themselves */
        }
    }
    return together;
}

/* ---- shuffles, votes, matches ------------------------------------------- */

/* Without branches that differ from lane to lane. */
INLINE int shuffle_source(uint16_t op, int lane, uint32_t b, uint32_t c,
                          bool *valid)
{
    int segment = (int)(c >> 8 & 31), most = (int)(c & 31);
    int last = (lane & segment) | (most & ~segment);
    int by = (int)(b & 31), from = lane + by;
    if (op == OP_shfl_up)
        from = lane - by;
    else if (op == OP_shfl_bfly)
        from = lane ^ by;
    else if (op != OP_shfl_down)
        from = (lane & segment) | (by & ~segment);
    *valid = op == OP_shfl_up ? from >= last : from <= last;
    return *valid ? from : lane;
}

/* Of a whole warp, where nobody can be absent; returns who has valid ones. */
HOT static uint32_t shuffle_all(uint16_t op, u32 *d, const u32 *old,
                                const u32 *b, const u32 *c)
{
    int from[WARP_SIZE];
    uint32_t valid[WARP_SIZE], lanes = 0;
    for (int l = 0; l < WARP_SIZE; l++) {
        bool is_valid;
        from[l] = shuffle_source(op, l, b[l], c[l], &is_valid);
        valid[l] = is_valid;
    }
    for (int l = 0; l < WARP_SIZE; l++) {
        d[l] = old[from[l]];
        lanes |= valid[l] << l;
    }
    return lanes;
}

/* from: the lane that the first of them reads. */
static void report_shuffle_source(struct warp *w, const struct insn *insn,
                                  uint32_t lanes, int from)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), SYNCCHECK);
    f.lanes = (uint32_t)__builtin_popcount(lanes);
    snprintf(f.title, sizeof f.title,
             "%.40s reads a lane that does not take part",
             call_name(insn->detail));
    snprintf(f.detail, sizeof f.detail,
             "lane %u reads lane %d: the value is undefined, an H200 gives 0",
             first_lane(lanes), from);
    snprintf(f.hint, sizeof f.hint,
             "every lane that is read must make the call too, and be named "
             "in the mask");
    diagnose(&f);
}

/* PTX takes five bits of a distance.  Upwards, 32 may be the last step of a
 * scan, whose value no lane uses; idx is meant to be taken modulo the width. */
static void report_far_shuffle(struct warp *w, const struct insn *insn,
                               uint32_t mask, const u32 *by)
{
    struct finding f = finding_at(w, insn, first_lane(mask), SYNCCHECK);
    f.severity = FINDING_WARNING;
    f.lanes = (uint32_t)__builtin_popcount(mask);
    snprintf(f.title, sizeof f.title, "%.40s over more lanes than a warp has",
             call_name(insn->detail));
    snprintf(f.detail, sizeof f.detail, "by %u, of which %u is left modulo 32",
             by[first_lane(mask)], by[first_lane(mask)] % WARP_SIZE);
    snprintf(f.hint, sizeof f.hint,
             "the first step of a reduction is by half of the lanes: 16 of a "
             "warp of 32");
    diagnose(&f);
}

HOT static uint32_t far_lanes(const u32 *by)
{
    uint32_t bits = 0, lanes = 0;
    for (int l = 0; l < WARP_SIZE; l++)
        bits |= by[l];
    for (int l = 0; bits >= WARP_SIZE && l < WARP_SIZE; l++)
        lanes |= (uint32_t)(by[l] >= WARP_SIZE) << l;
    return lanes;
}

static void watch_shuffle(struct warp *w, const struct frame *frame,
                          const struct insn *insn, uint32_t mask)
{
    const u32 *b = (const u32 *)(frame->slots + insn->b);
    const u32 *c = (const u32 *)(frame->slots + insn->c);
    int from[WARP_SIZE];
    bool valid;
    for (int l = 0; l < WARP_SIZE; l++)
        from[l] = shuffle_source(insn->op, l, b[l], c[l], &valid);
    steps_shuffle(w, insn, mask, from);
}

static void shuffle(struct warp *w, struct frame *frame,
                    const struct insn *insn, uint32_t mask)
{
    uint8_t *base = frame->slots;
    u32 *d = (u32 *)(base + insn->d), old[WARP_SIZE];
    const u32 *b = (const u32 *)(base + insn->b);
    const u32 *c = (const u32 *)(base + insn->c);
    uint32_t valid_lanes = 0, absent = 0, far = 0;
    u32 distance[WARP_SIZE]; /* the result may take its place */
    int first_absent = 0;
    memcpy(old, base + insn->a, sizeof old);
    if (insn->op == OP_shfl_down || insn->op == OP_shfl_bfly)
        far = far_lanes(b) & mask;
    if (far)
        memcpy(distance, b, sizeof distance);
    if (mask == ALL_LANES)
        valid_lanes = shuffle_all(insn->op, d, old, b, c);
    for (uint32_t m = mask == ALL_LANES ? 0 : mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        bool valid;
        int from = shuffle_source(insn->op, (int)l, b[l], c[l], &valid);
        d[l] = mask >> from & 1 ? old[from] : 0; /* as an H200 has it */
        valid_lanes |= (uint32_t)valid << l;
        if (mask >> from & 1)
            continue;
        first_absent = absent ? first_absent : from;
        absent |= 1u << l;
    }
    if (absent)
        report_shuffle_source(w, insn, absent, first_absent);
    if (far)
        report_far_shuffle(w, insn, far, distance);
    if (insn->detail->second != NO_SLOT) {
        u32 *p = (u32 *)(base + insn->detail->second);
        *p = (*p & ~mask) | valid_lanes;
    }
}

static void vote(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    uint32_t yes = *(const u32 *)(frame->slots + insn->a) & mask;
    switch (insn->op) {
    case OP_vote_all: predicate_set(frame, insn->d, mask, yes == mask); break;
    case OP_vote_any: predicate_set(frame, insn->d, mask, yes != 0); break;
    case OP_vote_uni:
        predicate_set(frame, insn->d, mask, yes == mask || yes == 0);
        break;
    default: lanes_set(frame, insn->d, mask, yes); break;
    }
}

static u64 match_value(const struct frame *frame, const struct insn *insn,
                       unsigned lane)
{
    const uint8_t *slot = frame->slots + insn->a;
    return insn->op == OP_match_any_64 || insn->op == OP_match_all_64
               ? ((const u64 *)slot)[lane]
               : ((const u32 *)slot)[lane];
}

static void match(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    u32 *d = (u32 *)(frame->slots + insn->d);
    bool all = insn->op == OP_match_all_32 || insn->op == OP_match_all_64;
    bool equal = true;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        uint32_t peers = 0;
        for (uint32_t k = mask; k; k &= k - 1)
            if (match_value(frame, insn, first_lane(k)) ==
                match_value(frame, insn, l))
                peers |= k & -k;
        equal &= peers == mask;
        d[l] = peers;
    }
    if (!all)
        return;
    lanes_set(frame, insn->d, mask, equal ? mask : 0);
    if (insn->detail->second != NO_SLOT)
        predicate_set(frame, insn->detail->second, mask, equal);
}

static void reduce(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    const u32 *a = (const u32 *)(frame->slots + insn->a);
    u32 sum = a[first_lane(mask)];
    for (uint32_t m = mask & (mask - 1); m; m &= m - 1) {
        u32 x = a[first_lane(m)];
        switch (insn->op) {
        case OP_redux_add: sum += x; break;
        case OP_redux_min_u32: sum = min_u32(sum, x); break;
        case OP_redux_max_u32: sum = max_u32(sum, x); break;
        case OP_redux_min_s32: sum = (u32)min_s32((s32)sum, (s32)x); break;
        case OP_redux_max_s32: sum = (u32)max_s32((s32)sum, (s32)x); break;
        case OP_redux_and: sum &= x; break;
        case OP_redux_or: sum |= x; break;
        default: sum ^= x; break;
        }
    }
    lanes_set(frame, insn->d, mask, sum);
}

static void elect(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    unsigned leader = first_lane(mask);
    lanes_set(frame, insn->d, mask, leader);
    if (insn->detail->second != NO_SLOT) {
        predicate_set(frame, insn->detail->second, mask, false);
        predicate_set(frame, insn->detail->second, 1u << leader, true);
    }
}

/* One .sync instruction for all the lanes that take part.  None of them: a
 * row of ops.def that has its case nowhere, as execute.c leaves the rest to
 * sync_try(). */
static void run_sync(struct warp *w, const struct insn *insn, uint32_t mask)
{
    struct frame *frame = w->splits[w->current].frame;
    switch (insn->op) {
    case OP_warp_sync:
        race_warp_sync(w->block->race, w->index, mask);
        if (w->block->steps)
            steps_barrier(w, insn, mask);
        break;
    case OP_shfl_up:
    case OP_shfl_down:
    case OP_shfl_bfly:
    case OP_shfl_idx:
        w->block->worker->counters.shuffles++;
        if (w->block->steps)
            watch_shuffle(w, frame, insn, mask);
        shuffle(w, frame, insn, mask);
        break;
    case OP_vote_all:
    case OP_vote_any:
    case OP_vote_uni:
    case OP_vote_ballot: vote(frame, insn, mask); break;
    case OP_match_any_32:
    case OP_match_any_64:
    case OP_match_all_32:
    case OP_match_all_64: match(frame, insn, mask); break;
    case OP_elect: elect(frame, insn, mask); break;
    case OP_mma: matrix_multiply(w, frame, insn, mask); break;
    case OP_redux_add:
    case OP_redux_min_u32:
    case OP_redux_min_s32:
    case OP_redux_max_u32:
    case OP_redux_max_s32:
    case OP_redux_and:
    case OP_redux_or:
    case OP_redux_xor: reduce(frame, insn, mask); break;
    default: abort();
    }
}

/* The live lanes that each lane names; those that name nobody else.  False:
 * a lane does not name itself. */
INLINE bool lane_groups(const struct warp *w, const struct insn *insn,
                        uint32_t group[WARP_SIZE], uint32_t *alone)
{
    const struct split *s = &w->splits[w->current];
    const u32 *masks = (const u32 *)(s->frame->slots + insn->detail->fourth);
    uint32_t members = 0, lone = 0;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        group[l] = masks[l] & w->live;
        members |= group[l] & 1u << l;
        lone |= (uint32_t)(group[l] == 1u << l) << l;
    }
    *alone = lone & s->mask;
    return !(s->mask & ~members);
}

/* Each lane votes among its group. */
HOT static void vote_groups(struct frame *frame, const struct insn *insn,
                            uint32_t mask, const uint32_t group[WARP_SIZE])
{
    uint32_t yes = *(const u32 *)(frame->slots + insn->a);
    u32 *d = (u32 *)(frame->slots + insn->d), all = 0, any = 0;
    if (insn->op == OP_vote_ballot) {
        for (unsigned l = 0; l < WARP_SIZE; l++)
            d[l] = mask >> l & 1 ? yes & group[l] : d[l];
        return;
    }
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        all |= (uint32_t)((yes & group[l]) == group[l]) << l;
        any |= (uint32_t)((yes & group[l]) != 0) << l;
    }
    uint32_t truth = insn->op == OP_vote_all   ? all
                     : insn->op == OP_vote_any ? any
                                               : all | ~any;
    *d = (*d & ~mask) | (truth & mask);
}

static bool votes(uint16_t op)
{
    return op == OP_vote_all || op == OP_vote_any || op == OP_vote_uni ||
           op == OP_vote_ballot;
}

/* All groups are complete. */
static void run_groups(struct warp *w, const struct insn *insn,
                       const uint32_t group[WARP_SIZE])
{
    struct split *s = &w->splits[w->current];
    if (votes(insn->op)) {
        vote_groups(s->frame, insn, s->mask, group);
        return;
    }
    for (uint32_t rest = s->mask; rest; rest &= ~group[first_lane(rest)])
        run_sync(w, insn, group[first_lane(rest)]);
}

/* Lanes that name different masks, as the tiles of a warp do: group by group
 * if every group is complete.  Else the first group goes its own way.  A lane
 * that names itself only is a group, if no other names that lane alone. */
HOT static bool sync_groups(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    uint32_t group[WARP_SIZE], alone, same;
    uint32_t rest = s->mask;
    if (lane_groups(w, insn, group, &alone))
        rest &= ~alone;
    for (; rest; rest &= ~same) {
        same = same_mask(s->frame, insn, rest);
        if (group[first_lane(rest)] != same) {
            split_part(w, same, s->pc, s->pc, s->pc + 1);
            return false;
        }
    }
    run_groups(w, insn, group);
    s->pc++;
    return true;
}

HOT bool sync_try(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    if (!all_name_alike(s->frame, insn, s->mask))
        return sync_groups(w, insn);
    uint32_t member = member_lanes(s->frame, insn, s->mask);
    if (s->mask & ~member)
        report_not_member(w, insn, s->mask, member);
    uint32_t together = gather_members(w, insn, member | s->mask);
    if (!together)
        return false;
    run_sync(w, insn, together);
    w->splits[w->current].pc++;
    return true;
}

/* ---- barriers ----------------------------------------------------------- */

static bool bad_barrier(struct warp *w, const struct insn *insn, u32 id,
                        u32 count)
{
    struct finding f = finding_at(w, insn, first_lane(w->live), SYNCCHECK);
    snprintf(f.title, sizeof f.title,
             "a barrier that there is not: they are 0 to %d, for whole warps",
             NAMED_BARRIERS - 1);
    snprintf(f.detail, sizeof f.detail, "it is barrier %u, for %u thread%s", id,
             count, plural(count));
    diagnose(&f);
    launch_status_set(w->block->worker, LAUNCH_TRAP, true);
    return false;
}

static void contribute(struct barrier *barrier, const struct frame *frame,
                       const struct insn *insn, uint32_t mask)
{
    if (insn->c == NO_SLOT)
        return;
    uint32_t yes = *(const u32 *)(frame->slots + insn->c) & mask;
    barrier->popc += (uint32_t)__builtin_popcount(yes);
    barrier->agree += yes != 0;
    barrier->disagree += yes != mask;
}

static void barrier_result(struct warp *w, const struct insn *insn)
{
    const struct split *s = &w->splits[w->current];
    const struct barrier *barrier = &w->block->barriers[s->barrier];
    if (insn->op == OP_barrier_red_popc)
        lanes_set(s->frame, insn->d, s->mask, barrier->result_popc);
    else if (insn->op == OP_barrier_red_and)
        predicate_set(s->frame, insn->d, s->mask, barrier->result_and);
    else if (insn->op == OP_barrier_red_or)
        predicate_set(s->frame, insn->d, s->mask, barrier->result_or);
}

uint32_t barrier_threads(const struct warp *w, uint32_t lanes)
{
    return lanes == w->live ? WARP_SIZE : (uint32_t)__builtin_popcount(lanes);
}

bool barrier_try(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    if (s->released) {
        s->released = false;
        s->diverged = false;
        barrier_result(w, insn);
        s->pc++;
        return true;
    }
    unsigned l = first_lane(s->mask);
    u32 id = ((const u32 *)(s->frame->slots + insn->a))[l];
    u32 count =
        insn->b == NO_SLOT ? 0 : ((const u32 *)(s->frame->slots + insn->b))[l];
    if (id >= NAMED_BARRIERS || count % WARP_SIZE)
        return bad_barrier(w, insn, id, count);
    w->block->worker->counters.barriers++;
    struct barrier *barrier = &w->block->barriers[id];
    contribute(barrier, s->frame, insn, s->mask);
    if (w->block->steps)
        steps_barrier(w, insn, s->mask);
    if (insn->op == OP_barrier_arrive) {
        barrier->arrived += barrier_threads(w, s->mask);
        barrier->arrived_warps |= 1u << w->index;
        s->pc++;
        return true;
    }
    s->state = SPLIT_AT_BARRIER;
    s->judged = insn->op == OP_barrier_loose;
    s->barrier = id;
    s->expected = count;
    return false;
}
