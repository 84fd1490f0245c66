/*
 * execute.c - one warp: 32 lanes at once, apart and together again.
 *
 * A warp is a list of splits: lanes that share a pc.  It usually has one.
 * A branch whose lanes disagree makes two, and a join at the branch's
 * immediate post-dominator where they become one again.  One split runs until
 * it waits or merges; when others are ready too, each gets its turn after
 * SPLIT_SLICE instructions, so that a lane may wait for another lane of its
 * warp (independent thread scheduling), even for one that waits at a join.  A
 * call is a join as well: its lanes meet behind it, whichever way they
 * returned.
 *
 * Reading order: splits and joins; frames; warp-level synchronisation;
 * barriers; the dispatch.
 */
#include "convert.h"

#include "hot.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* After so many instructions another ready split of the warp gets a turn. */
#define SPLIT_SLICE 2000

/* ---- who is a lane ------------------------------------------------------ */

uint32_t thread_number(const struct warp *warp, unsigned lane)
{
    return warp->index * WARP_SIZE + lane;
}

struct dims thread_of(const struct warp *warp, unsigned lane)
{
    const struct dims *block = &warp->block->worker->grid->launch->block;
    uint32_t number = thread_number(warp, lane);
    return (struct dims){number % block->x, number / block->x % block->y,
                         number / block->x / block->y};
}

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
                            .module = grid->program->module,
                            .loc = insn->detail->loc,
                            .kernel = grid->launch->kernel->pretty,
                            .block = warp->block->id,
                            .thread = thread_of(warp, lane),
                            .lanes = 1};
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

static unsigned first_lane(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* ---- splits and joins --------------------------------------------------- */

static int32_t new_join(struct warp *w)
{
    uint32_t i = 0;
    while (i < w->join_count && w->joins[i].in_use)
        i++;
    if (i == w->join_room) {
        uint32_t room = w->join_room ? 2 * w->join_room : 16;
        struct join *joins = realloc(w->joins, room * sizeof *joins);
        if (!joins)
            return -1;
        w->joins = joins;
        w->join_room = room;
    }
    if (i == w->join_count)
        w->join_count++;
    w->joins[i] = (struct join){.in_use = true};
    return (int32_t)i;
}

static void drop_split(struct warp *w, uint32_t i)
{
    w->splits[i] = w->splits[--w->split_count];
    if (w->current == w->split_count)
        w->current = i;
}

static void free_frame(struct warp *w, struct frame *frame)
{
    frame->next_free = w->frames_free;
    w->frames_free = frame;
}

/* Lets the lanes that arrived go on once nobody else is expected; then the
 * join around it, if that was all it waited for. */
static void settle(struct warp *w, int32_t index)
{
    while (index >= 0) {
        struct join *j = &w->joins[index];
        if (j->arrived != j->expected)
            return;
        j->in_use = false;
        if (j->callee)
            free_frame(w, j->callee);
        if (!j->arrived) {
            index = j->parent;
            continue;
        }
        w->splits[w->split_count++] = (struct split){.frame = j->frame,
                                                     .pc = j->pc,
                                                     .mask = j->arrived,
                                                     .join_pc = j->join_pc,
                                                     .parent = j->parent};
        return;
    }
}

/* Lanes leave for good: nobody waits for them any more. */
static void forget_lanes(struct warp *w, int32_t index, uint32_t lanes)
{
    while (index >= 0) {
        int32_t parent = w->joins[index].parent;
        w->joins[index].expected &= ~lanes;
        settle(w, index);
        index = parent;
    }
}

/* The running split has reached its join. */
static void merge_current(struct warp *w)
{
    struct split s = w->splits[w->current];
    drop_split(w, w->current);
    w->joins[s.parent].arrived |= s.mask;
    settle(w, s.parent);
}

static void exit_lanes(struct warp *w, uint32_t lanes)
{
    struct split *s = &w->splits[w->current];
    int32_t parent = s->parent;
    w->live &= ~lanes;
    s->mask &= ~lanes;
    s->pc++;
    if (!s->mask)
        drop_split(w, w->current);
    forget_lanes(w, parent, lanes);
}

/* The running split parts: taken lanes go to target, the others to next.
 * False: out of memory. */
static bool part_ways(struct warp *w, uint32_t taken, uint32_t target,
                      uint32_t next, uint32_t join)
{
    struct split *s = &w->splits[w->current];
    uint32_t rest = s->mask & ~taken;
    if (join != EXIT_PC && s->join_pc != join) {
        int32_t index = new_join(w);
        if (index < 0)
            return false;
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
        return true;
    }
    struct split other = *s;
    s->mask = rest;
    s->pc = next;
    other.mask = taken;
    other.pc = target;
    w->splits[w->split_count++] = other;
    return true;
}

/* ---- frames ------------------------------------------------------------- */

static void fill(uint8_t *slot, uint32_t bytes, uint64_t bits)
{
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        if (bytes == 8)
            ((u64 *)slot)[l] = bits;
        else if (bytes == 4)
            ((u32 *)slot)[l] = (u32)bits;
        else if (bytes == 2)
            ((u16 *)slot)[l] = (u16)bits;
    }
    if (bytes == 0)
        *(u32 *)slot = (u32)bits;
}

static uint32_t special_value(const struct warp *w, enum special what,
                              unsigned lane)
{
    const struct grid *grid = w->block->worker->grid;
    const struct launch *launch = grid->launch;
    struct dims thread = thread_of(w, lane);
    uint32_t below = (1u << lane) - 1;
    switch (what) {
    case SPECIAL_TID_X: return thread.x;
    case SPECIAL_TID_Y: return thread.y;
    case SPECIAL_TID_Z: return thread.z;
    case SPECIAL_NTID_X: return launch->block.x;
    case SPECIAL_NTID_Y: return launch->block.y;
    case SPECIAL_NTID_Z: return launch->block.z;
    case SPECIAL_CTAID_X: return w->block->id.x;
    case SPECIAL_CTAID_Y: return w->block->id.y;
    case SPECIAL_CTAID_Z: return w->block->id.z;
    case SPECIAL_NCTAID_X: return launch->grid.x;
    case SPECIAL_NCTAID_Y: return launch->grid.y;
    case SPECIAL_NCTAID_Z: return launch->grid.z;
    case SPECIAL_LANEID: return lane;
    case SPECIAL_WARPID: return w->index;
    case SPECIAL_NWARPID: return MAX_BLOCK_WARPS * 2;
    case SPECIAL_SMID: return (uint32_t)(w->block->number % MULTIPROCESSORS);
    case SPECIAL_NSMID: return MULTIPROCESSORS;
    case SPECIAL_GRIDID: return grid->number;
    case SPECIAL_LANEMASK_EQ: return below + 1;
    case SPECIAL_LANEMASK_LT: return below;
    case SPECIAL_LANEMASK_LE: return below << 1 | 1;
    case SPECIAL_LANEMASK_GT: return ~(below << 1 | 1);
    case SPECIAL_LANEMASK_GE: return ~below;
    case SPECIAL_DYNAMIC_SMEM_SIZE: return launch->dynamic_shared;
    case SPECIAL_TOTAL_SMEM_SIZE: return grid->shared_used;
    case SPECIAL_ENVREG1: return (uint32_t)(grid->workspace >> 32);
    case SPECIAL_ENVREG2: return (uint32_t)grid->workspace;
    default: return 0;
    }
}

void frame_constants(struct frame *frame, const struct warp *w)
{
    const struct code *code = frame->code;
    for (uint32_t i = 0; i < code->constant_count; i++) {
        const struct constant *c = &code->constants[i];
        uint64_t start = c->dynamic ? w->block->worker->grid->dynamic_start : 0;
        fill(frame->slots + c->slot, c->bytes, c->bits + start);
    }
}

void frame_specials(struct frame *frame, const struct warp *w)
{
    const struct code *code = frame->code;
    for (uint32_t i = 0; i < code->special_count; i++) {
        u32 *slot = (u32 *)(frame->slots + code->specials[i].slot);
        for (unsigned l = 0; l < WARP_SIZE; l++)
            slot[l] = special_value(w, code->specials[i].what, l);
    }
}

static struct frame *new_frame(struct warp *w, const struct code *code)
{
    struct frame **place = &w->frames_free;
    while (*place && (*place)->code != code)
        place = &(*place)->next_free;
    struct frame *frame = *place;
    if (frame) {
        *place = frame->next_free;
    } else {
        size_t params = ((size_t)code->param_bytes * WARP_SIZE + 63) / 64 * 64;
        size_t head = (sizeof *frame + 63) / 64 * 64;
        frame = aligned_alloc(64, head + code->frame_bytes + params);
        if (!frame)
            return NULL;
        frame->code = code;
        frame->slots = (uint8_t *)frame + head;
        frame->params = frame->slots + code->frame_bytes;
        memset(frame->slots, 0, code->frame_bytes + params);
        frame_constants(frame, w);
    }
    frame_specials(frame, w);
    return frame;
}

void warp_release(struct warp *w)
{
    /* Calls that a launch that was stopped never came back from. */
    for (uint32_t i = 0; i < w->join_count; i++)
        if (w->joins[i].in_use && w->joins[i].callee)
            free_frame(w, w->joins[i].callee);
    while (w->frames_free) {
        struct frame *next = w->frames_free->next_free;
        free(w->frames_free);
        w->frames_free = next;
    }
    free(w->joins);
    w->joins = NULL;
    w->join_count = w->join_room = 0;
}

void warp_start(struct warp *w)
{
    w->live = w->lanes;
    w->instructions = w->global_loads = 0;
    memset(w->waits, 0, sizeof w->waits);
    w->turn = w->strong_reads = 0;
    w->join_count = 0;
    w->split_count = 1;
    w->current = 0;
    w->splits[0] = (struct split){
        .frame = &w->entry, .mask = w->lanes, .join_pc = EXIT_PC, .parent = -1};
    frame_specials(&w->entry, w);
}

/* ---- calls -------------------------------------------------------------- */

static void copy_params(const struct frame *from, const struct param_place *src,
                        const struct frame *to, const struct param_place *dst,
                        uint32_t count, uint32_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        size_t l = first_lane(lanes);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t n = src[i].size < dst[i].size ? src[i].size : dst[i].size;
            memcpy(to->params + l * to->code->param_bytes + dst[i].offset,
                   from->params + l * from->code->param_bytes + src[i].offset,
                   n);
        }
    }
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool call_too_deep(struct warp *w, const struct insn *insn)
{
    struct finding f = finding_at(w, insn, first_lane(w->live), MEMCHECK);
    snprintf(f.title, sizeof f.title, "stack overflow: %d calls deep",
             CALL_DEPTH);
    snprintf(f.hint, sizeof f.hint, "does the recursion end for every thread?");
    diagnose(&f);
    launch_status_set(w->block->worker, LAUNCH_STACK_OVERFLOW, true);
    return false;
}

static bool enter_function(struct warp *w, const struct insn *insn,
                           const struct code *code)
{
    struct split *s = &w->splits[w->current];
    const struct call *call = insn->detail->call;
    if (s->frame->depth >= CALL_DEPTH)
        return call_too_deep(w, insn);
    struct frame *frame = new_frame(w, code);
    int32_t index = frame ? new_join(w) : -1;
    if (index < 0) {
        launch_status_set(w->block->worker, LAUNCH_NO_MEMORY, true);
        return false;
    }
    frame->caller = s->frame;
    frame->call = call;
    frame->depth = s->frame->depth + 1;
    frame->local_base =
        (s->frame->local_base + s->frame->code->local_bytes + 15) / 16 * 16;
    copy_params(s->frame, call->args, frame, code->args,
                least(call->arg_count, code->arg_count), s->mask);
    w->joins[index] = (struct join){.frame = s->frame,
                                    .callee = frame,
                                    .pc = s->pc + 1,
                                    .join_pc = s->join_pc,
                                    .parent = s->parent,
                                    .expected = s->mask,
                                    .in_use = true};
    s->frame = frame;
    s->pc = 0;
    s->join_pc = EXIT_PC;
    s->parent = index;
    return true;
}

static bool call_builtin(struct warp *w, const struct insn *insn,
                         uint32_t lanes)
{
    struct frame *frame = w->splits[w->current].frame;
    const struct call *call = insn->detail->call;
    const struct grid *grid = w->block->worker->grid;
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = first_lane(lanes);
        uint8_t *params = frame->params + (size_t)l * frame->code->param_bytes;
        struct builtin_call b = {.warp = w,
                                 .lane = l,
                                 .arg_count = call->arg_count,
                                 .block = w->block->id,
                                 .thread = thread_of(w, l),
                                 .loc = insn->detail->loc,
                                 .kernel = grid->launch->kernel};
        for (uint32_t i = 0; i < call->arg_count; i++)
            b.args[i] = params + call->args[i].offset;
        if (call->result_count)
            b.result = params + call->results[0].offset;
        if (!call->builtin(&b))
            return false;
    }
    return true;
}

void launch_fail(struct builtin_call *call, enum launch_status status)
{
    launch_status_set(call->warp->block->worker, status, true);
}

static bool bad_pointer(struct warp *w, const struct insn *insn, u64 address)
{
    struct finding f = finding_at(w, insn, first_lane(w->live), MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "call through a pointer that is no function (0x%llx)",
             (unsigned long long)address);
    diagnose(&f);
    launch_status_set(w->block->worker, LAUNCH_BAD_ADDRESS, true);
    return false;
}

/* Lanes that call the function the first of them calls. */
static uint32_t same_callee(const struct split *s, uint32_t slot, u64 *address)
{
    const u64 *pointers = (const u64 *)(s->frame->slots + slot);
    uint32_t same = 0;
    *address = pointers[first_lane(s->mask)];
    for (uint32_t m = s->mask; m; m &= m - 1)
        if (pointers[first_lane(m)] == *address)
            same |= m & -m;
    return same;
}

/* False: the launch ends. */
static bool run_call(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    const struct program *program = w->block->worker->grid->program;
    const struct call *call = insn->detail->call;
    uint32_t callee = call->callee;
    if (call->builtin) {
        bool goes_on = call_builtin(w, insn, s->mask);
        s->pc++;
        return goes_on;
    }
    if (call->pointer != NO_SLOT) {
        u64 address;
        uint32_t same = same_callee(s, call->pointer, &address);
        if (same != s->mask)
            return part_ways(w, same, s->pc, s->pc, s->pc + 1);
        callee = (uint32_t)((address - FUNCTION_WINDOW) / 16);
        if (address < FUNCTION_WINDOW || address % 16 ||
            callee >= program->function_count || !program->functions[callee])
            return bad_pointer(w, insn, address);
    }
    return enter_function(w, insn, program->functions[callee]);
}

/* ret: lanes wait behind the call, or exit when there is none. */
static void run_return(struct warp *w, uint32_t lanes)
{
    struct split *s = &w->splits[w->current];
    struct frame *frame = s->frame;
    if (!frame->caller) {
        exit_lanes(w, lanes);
        return;
    }
    copy_params(
        frame, frame->code->results, frame->caller, frame->call->results,
        least(frame->code->result_count, frame->call->result_count), lanes);
    int32_t index = s->parent;
    s->mask &= ~lanes;
    s->pc++;
    if (!s->mask)
        drop_split(w, w->current);
    while (w->joins[index].callee != frame) {
        int32_t parent = w->joins[index].parent;
        w->joins[index].expected &= ~lanes;
        settle(w, index);
        index = parent;
    }
    w->joins[index].arrived |= lanes;
    settle(w, index);
}

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
static uint32_t alike(const struct frame *frame, const struct insn *insn,
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

static void report_not_member(struct warp *w, const struct insn *insn,
                              uint32_t mask, uint32_t member)
{
    struct finding f =
        finding_at(w, insn, first_lane(mask & ~member), SYNCCHECK);
    f.lanes = (uint32_t)__builtin_popcount(mask & ~member);
    snprintf(f.title, sizeof f.title,
             "%.40s: a thread that is not in its mask 0x%08x",
             insn->detail->text, member);
    snprintf(f.hint, sizeof f.hint,
             "the mask must name every lane that makes the call");
    diagnose(&f);
}

static bool waits_alike(const struct split *a, const struct split *b)
{
    return b->state == SPLIT_AT_SYNC && a->member == b->member &&
           split_insn(a)->op == split_insn(b)->op;
}

/* All lanes that take part in the sync the running split stands at: 0 while
 * named lanes are missing.  Those waiting at the same place are carried
 * along: the caller executes for all and they go on behind it. */
static uint32_t gather(struct warp *w, const struct insn *insn, uint32_t member)
{
    struct split *s = &w->splits[w->current];
    uint32_t named = member & w->live, present = s->mask;
    bool forced = s->forced;
    s->member = member;
    s->state = SPLIT_READY;
    s->forced = false;
    if (!(named & ~present) || forced)
        return present;
    for (uint32_t i = 0; i < w->split_count; i++)
        if (i != w->current && waits_alike(s, &w->splits[i]))
            present |= w->splits[i].mask;
    if (named & ~present) {
        s->state = SPLIT_AT_SYNC;
        return 0;
    }
    uint32_t together = s->mask;
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct split *other = &w->splits[i];
        if (i == w->current || !waits_alike(s, other))
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

static int shuffle_source(uint16_t op, int lane, uint32_t b, uint32_t c,
                          bool *valid)
{
    int segment = (int)(c >> 8 & 31), most = (int)(c & 31);
    int last = (lane & segment) | (most & ~segment);
    int first = lane & segment, from;
    switch (op) {
    case OP_shfl_up:
        from = lane - (int)(b & 31);
        *valid = from >= last;
        break;
    case OP_shfl_down:
        from = lane + (int)(b & 31);
        *valid = from <= last;
        break;
    case OP_shfl_bfly:
        from = lane ^ (int)(b & 31);
        *valid = from <= last;
        break;
    default:
        from = first | ((int)(b & 31) & ~segment);
        *valid = from <= last;
        break;
    }
    return *valid ? from : lane;
}

static void report_shuffle_source(struct warp *w, const struct insn *insn,
                                  uint32_t lanes)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), SYNCCHECK);
    f.lanes = (uint32_t)__builtin_popcount(lanes);
    snprintf(f.title, sizeof f.title,
             "shuffle reads a lane that does not take part");
    snprintf(f.detail, sizeof f.detail, "its value is undefined");
    snprintf(f.hint, sizeof f.hint,
             "every lane that is read must make the call too, and be named "
             "in the mask");
    diagnose(&f);
}

static void shuffle(struct warp *w, struct frame *frame,
                    const struct insn *insn, uint32_t mask)
{
    uint8_t *base = frame->slots;
    u32 *d = (u32 *)(base + insn->d), old[WARP_SIZE];
    const u32 *b = (const u32 *)(base + insn->b);
    const u32 *c = (const u32 *)(base + insn->c);
    uint32_t valid_lanes = 0, absent = 0;
    memcpy(old, base + insn->a, sizeof old);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        bool valid;
        int from = shuffle_source(insn->op, (int)l, b[l], c[l], &valid);
        d[l] = old[from];
        valid_lanes |= (uint32_t)valid << l;
        if (!(mask >> from & 1))
            absent |= 1u << l;
    }
    if (absent)
        report_shuffle_source(w, insn, absent);
    if (insn->detail->second != NO_SLOT) {
        u32 *p = (u32 *)(base + insn->detail->second);
        *p = (*p & ~mask) | valid_lanes;
    }
}

static void set_predicate(struct frame *frame, uint32_t slot, uint32_t mask,
                          bool value)
{
    u32 *p = (u32 *)(frame->slots + slot);
    *p = (*p & ~mask) | (value ? mask : 0);
}

static void set_lanes(struct frame *frame, uint32_t slot, uint32_t mask,
                      u32 value)
{
    u32 *d = (u32 *)(frame->slots + slot);
    for (; mask; mask &= mask - 1)
        d[first_lane(mask)] = value;
}

static void vote(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    uint32_t yes = *(const u32 *)(frame->slots + insn->a) & mask;
    switch (insn->op) {
    case OP_vote_all: set_predicate(frame, insn->d, mask, yes == mask); break;
    case OP_vote_any: set_predicate(frame, insn->d, mask, yes != 0); break;
    case OP_vote_uni:
        set_predicate(frame, insn->d, mask, yes == mask || yes == 0);
        break;
    default: set_lanes(frame, insn->d, mask, yes); break;
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
    set_lanes(frame, insn->d, mask, equal ? mask : 0);
    if (insn->detail->second != NO_SLOT)
        set_predicate(frame, insn->detail->second, mask, equal);
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
    set_lanes(frame, insn->d, mask, sum);
}

static void elect(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    unsigned leader = first_lane(mask);
    set_lanes(frame, insn->d, mask, leader);
    if (insn->detail->second != NO_SLOT) {
        set_predicate(frame, insn->detail->second, mask, false);
        set_predicate(frame, insn->detail->second, 1u << leader, true);
    }
}

/* One .sync instruction for all the lanes that take part. */
static void run_sync(struct warp *w, const struct insn *insn, uint32_t mask)
{
    struct frame *frame = w->splits[w->current].frame;
    switch (insn->op) {
    case OP_warp_sync: race_warp_sync(w->block->race, w->index, mask); break;
    case OP_shfl_up:
    case OP_shfl_down:
    case OP_shfl_bfly:
    case OP_shfl_idx: shuffle(w, frame, insn, mask); break;
    case OP_vote_all:
    case OP_vote_any:
    case OP_vote_uni:
    case OP_vote_ballot: vote(frame, insn, mask); break;
    case OP_match_any_32:
    case OP_match_any_64:
    case OP_match_all_32:
    case OP_match_all_64: match(frame, insn, mask); break;
    case OP_elect: elect(frame, insn, mask); break;
    default: reduce(frame, insn, mask); break;
    }
}

/* Lanes that name different masks, as the tiles of a warp do: group by group
 * if every group is complete.  Else the first group goes its own way. */
static bool sync_groups(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    uint32_t rest, same;
    for (rest = s->mask; rest; rest &= ~same) {
        same = alike(s->frame, insn, rest);
        if ((member_lanes(s->frame, insn, same) & w->live) != same) {
            part_ways(w, same, s->pc, s->pc, s->pc + 1);
            return false;
        }
    }
    for (rest = s->mask; rest; rest &= ~same) {
        same = alike(s->frame, insn, rest);
        run_sync(w, insn, same);
    }
    s->pc++;
    return true;
}

/* Stands at a .sync instruction.  True: it was executed. */
static bool try_sync(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    if (alike(s->frame, insn, s->mask) != s->mask)
        return sync_groups(w, insn);
    uint32_t member = member_lanes(s->frame, insn, s->mask);
    if (s->mask & ~member)
        report_not_member(w, insn, s->mask, member);
    uint32_t together = gather(w, insn, member | s->mask);
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
             "barrier %u for %u threads: there are barriers 0 to %d, for "
             "whole warps",
             id, count, NAMED_BARRIERS - 1);
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
        set_lanes(s->frame, insn->d, s->mask, barrier->result_popc);
    else if (insn->op == OP_barrier_red_and)
        set_predicate(s->frame, insn->d, s->mask, barrier->result_and);
    else if (insn->op == OP_barrier_red_or)
        set_predicate(s->frame, insn->d, s->mask, barrier->result_or);
}

uint32_t barrier_threads(const struct warp *w, uint32_t lanes)
{
    return lanes == w->live ? WARP_SIZE : (uint32_t)__builtin_popcount(lanes);
}

/* True: the lanes passed; false: they wait, or the launch ends. */
static bool try_barrier(struct warp *w, const struct insn *insn)
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

/* ---- the rarer operations ----------------------------------------------- */

static bool subtracts(uint16_t op)
{
    return op == OP_sub_cc_u32 || op == OP_subc_u32 || op == OP_subc_cc_u32 ||
           op == OP_sub_cc_u64 || op == OP_subc_u64 || op == OP_subc_cc_u64;
}

static bool takes_carry(uint16_t op)
{
    return op == OP_addc_u32 || op == OP_addc_cc_u32 || op == OP_subc_u32 ||
           op == OP_subc_cc_u32 || op == OP_addc_u64 || op == OP_addc_cc_u64 ||
           op == OP_subc_u64 || op == OP_subc_cc_u64 || op == OP_madc_lo_u32 ||
           op == OP_madc_lo_cc_u32 || op == OP_madc_hi_u32 ||
           op == OP_madc_hi_cc_u32;
}

static bool gives_carry(uint16_t op)
{
    return op != OP_addc_u32 && op != OP_subc_u32 && op != OP_addc_u64 &&
           op != OP_subc_u64 && op != OP_madc_lo_u32 && op != OP_madc_hi_u32;
}

static bool multiplies_high(uint16_t op)
{
    return op == OP_mad_hi_cc_u32 || op == OP_madc_hi_u32 ||
           op == OP_madc_hi_cc_u32;
}

/* One lane, in so many bits.  The hardware subtracts by adding the inverse:
 * the flag after it is set where there was no borrow. */
static u64 add_carry(u64 x, u64 y, bool carry, bool subtract, unsigned bits,
                     bool *out)
{
    u64 inverse = bits == 64 ? ~y : (u32)~y;
    u128 sum = (u128)x + (subtract ? inverse : y) + carry;
    *out = sum >> bits & 1;
    return (u64)sum;
}

static void run_carry(struct frame *frame, const struct insn *insn,
                      uint32_t mask)
{
    uint8_t *base = frame->slots;
    uint16_t op = insn->op;
    u32 *flag = (u32 *)(base + insn->target), carries = *flag;
    bool wide = op >= OP_add_cc_u64 && op <= OP_subc_cc_u64;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        u64 x =
            wide ? ((u64 *)(base + insn->a))[l] : ((u32 *)(base + insn->a))[l];
        u64 y =
            wide ? ((u64 *)(base + insn->b))[l] : ((u32 *)(base + insn->b))[l];
        if (insn->c != NO_SLOT) {
            x = multiplies_high(op) ? x * y >> 32 : (u32)(x * y);
            y = ((u32 *)(base + insn->c))[l];
        }
        bool out, subtract = subtracts(op);
        bool in = takes_carry(op) ? *flag >> l & 1 : subtract;
        u64 sum = add_carry(x, y, in, subtract, wide ? 64 : 32, &out);
        carries = (carries & ~(1u << l)) | (u32)out << l;
        if (wide)
            ((u64 *)(base + insn->d))[l] = sum;
        else
            ((u32 *)(base + insn->d))[l] = (u32)sum;
    }
    if (gives_carry(op))
        *flag = carries;
}

static void run_bits(struct frame *frame, const struct insn *insn,
                     uint32_t mask)
{
    uint8_t *base = frame->slots;
    const u32 *c = (const u32 *)(base + insn->c);
    const u32 *fourth = insn->detail->fourth == NO_SLOT
                            ? c
                            : (const u32 *)(base + insn->detail->fourth);
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        const u32 *a = (const u32 *)(base + insn->a);
        const u32 *b = (const u32 *)(base + insn->b);
        u32 *d = (u32 *)(base + insn->d);
        switch (insn->op) {
        case OP_bfi_32:
            d[l] = (u32)insert_u64(a[l], b[l], c[l], fourth[l], 32);
            break;
        case OP_bfi_64:
            ((u64 *)d)[l] = insert_u64(((const u64 *)a)[l], ((const u64 *)b)[l],
                                       c[l], fourth[l], 64);
            break;
        case OP_lop3: d[l] = logic3(a[l], b[l], c[l], fourth[l]); break;
        default: d[l] = permute(a[l], b[l], c[l]); break;
        }
    }
}

static u64 lane_bits(const uint8_t *slot, unsigned bytes, unsigned lane)
{
    return bytes == 8   ? ((const u64 *)slot)[lane]
           : bytes == 4 ? ((const u32 *)slot)[lane]
                        : ((const u16 *)slot)[lane];
}

static void set_lane_bits(uint8_t *slot, unsigned bytes, unsigned lane,
                          u64 bits)
{
    if (bytes == 8)
        ((u64 *)slot)[lane] = bits;
    else if (bytes == 4)
        ((u32 *)slot)[lane] = (u32)bits;
    else
        ((u16 *)slot)[lane] = (u16)bits;
}

static void run_convert(struct frame *frame, const struct insn *insn,
                        uint32_t mask)
{
    const struct insn_detail *detail = insn->detail;
    bool rounds = detail->rounding > ROUND_RN;
    int before = fegetround();
    if (rounds)
        fesetround(host_rounding(detail->rounding));
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        u64 bits = lane_bits(frame->slots + insn->a, detail->source_bytes, l);
        u64 result = convert_lane(detail, bits);
        if (type_is_signed(detail->type))
            result = extend(result, detail->type);
        set_lane_bits(frame->slots + insn->d, detail->register_bytes, l,
                      result);
    }
    if (rounds)
        fesetround(before);
}

static void run_pieces(struct frame *frame, const struct insn *insn,
                       uint32_t mask)
{
    const struct insn_detail *detail = insn->detail;
    unsigned piece = detail->register_bytes;
    u64 low = piece == 4 ? 0xffffffffu : 0xffffu;
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        u64 whole = insn->op == OP_unpack
                        ? lane_bits(frame->slots + insn->a, insn->width, l)
                        : 0;
        for (unsigned i = 0; i < detail->vector; i++) {
            uint8_t *slot = frame->slots + detail->slots[i];
            unsigned shift = 8 * piece * i;
            if (insn->op == OP_pack)
                whole |= lane_bits(slot, piece, l) << shift;
            else if (detail->slots[i] != NO_SLOT)
                set_lane_bits(slot, piece, l, whole >> shift & low);
        }
        if (insn->op == OP_pack)
            set_lane_bits(frame->slots + insn->d, insn->width, l, whole);
    }
}

static uint32_t in_space(const struct frame *frame, const struct insn *insn,
                         uint32_t mask)
{
    const u64 *a = (const u64 *)(frame->slots + insn->a);
    uint32_t result = 0;
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        bool shared = a[l] - SHARED_WINDOW < WINDOW_SIZE;
        bool local = a[l] - LOCAL_WINDOW < WINDOW_SIZE;
        bool param = a[l] - PARAM_WINDOW < WINDOW_SIZE;
        const struct allocation *al =
            shared || local || param ? NULL : memory_find(a[l]);
        bool constant = al && al->read_only;
        bool yes = insn->offset == PTX_SHARED  ? shared
                   : insn->offset == PTX_LOCAL ? local
                   : insn->offset == PTX_PARAM ? param
                   : insn->offset == PTX_CONST ? constant
                                               : !shared && !local && !param;
        result |= (uint32_t)yes << l;
    }
    return result;
}

/* ld.param of the kernel through an address, or at a fixed place. */
static void load_kernel_param(const struct warp *w, struct frame *frame,
                              const struct insn *insn, uint32_t mask)
{
    const struct launch *launch = w->block->worker->grid->launch;
    const struct insn_detail *detail = insn->detail;
    unsigned size = ptx_type_size(detail->type);
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        u64 at = insn->a == NO_SLOT ? 0
                 : insn->flags & INSN_ADDRESS_32
                     ? ((u32 *)(frame->slots + insn->a))[l]
                     : ((u64 *)(frame->slots + insn->a))[l];
        at += (u64)(s64)insn->offset;
        for (unsigned i = 0; i < detail->vector; i++, at += size) {
            u64 bits = 0;
            if (at <= launch->kernel->param_bytes &&
                size <= launch->kernel->param_bytes - at)
                memcpy(&bits, (const uint8_t *)launch->params + at, size);
            if (detail->slots[i] != NO_SLOT)
                set_lane_bits(frame->slots + detail->slots[i],
                              detail->register_bytes, l,
                              extend(bits, detail->type));
        }
    }
}

/* Parameter memory of a function or of a call: private to each lane. */
static void access_frame_param(struct frame *frame, const struct insn *insn,
                               uint32_t mask)
{
    const struct insn_detail *detail = insn->detail;
    unsigned size = ptx_type_size(detail->type);
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        uint8_t *at =
            frame->params + (size_t)l * frame->code->param_bytes + insn->offset;
        for (unsigned i = 0; i < detail->vector; i++, at += size) {
            if (detail->slots[i] == NO_SLOT)
                continue;
            uint8_t *slot = frame->slots + detail->slots[i];
            u64 bits = 0;
            if (insn->op == OP_st_frame) {
                bits = lane_bits(slot, detail->register_bytes, l);
                memcpy(at, &bits, size);
                continue;
            }
            memcpy(&bits, at, size);
            set_lane_bits(slot, detail->register_bytes, l,
                          extend(bits, detail->type));
        }
    }
}

static void run_trap(struct warp *w, const struct insn *insn, uint32_t mask)
{
    struct finding f = finding_at(w, insn, first_lane(mask), MEMCHECK);
    f.lanes = (uint32_t)__builtin_popcount(mask);
    snprintf(f.title, sizeof f.title, "the kernel executed a trap");
    snprintf(f.hint, sizeof f.hint,
             "a check in the code stopped it: __trap(), or one of a library");
    diagnose(&f);
    launch_status_set(w->block->worker, LAUNCH_TRAP, true);
}

static bool indexed_target(const struct warp *w, const struct insn *insn,
                           uint32_t *target, uint32_t *same)
{
    const struct split *s = &w->splits[w->current];
    const u32 *index = (const u32 *)(s->frame->slots + insn->a);
    u32 wanted = index[first_lane(s->mask)];
    *same = 0;
    for (uint32_t m = s->mask; m; m &= m - 1)
        if (index[first_lane(m)] == wanted)
            *same |= m & -m;
    if (wanted >= insn->detail->target_count)
        return false;
    *target = insn->detail->targets[wanted];
    return true;
}

/* brx.idx: one target at a time; the other lanes stay here as a split. */
static bool run_indexed_branch(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    uint32_t target, same;
    if (!indexed_target(w, insn, &target, &same)) {
        run_trap(w, insn, s->mask);
        return false;
    }
    w->block->worker->counters.branches++;
    if (same == s->mask) {
        s->pc = target;
        return true;
    }
    w->block->worker->counters.divergent_branches++;
    return part_ways(w, same, target, s->pc, insn->join);
}

/* ---- choosing a split --------------------------------------------------- */

static bool may_sync(const struct warp *w, const struct split *s)
{
    uint32_t present = s->mask;
    if (s->forced)
        return true;
    for (uint32_t i = 0; i < w->split_count; i++)
        if (&w->splits[i] != s && waits_alike(s, &w->splits[i]))
            present |= w->splits[i].mask;
    return !(s->member & w->live & ~present);
}

static bool runnable(const struct warp *w, uint32_t i)
{
    const struct split *s = &w->splits[i];
    return s->state == SPLIT_READY ||
           (s->state == SPLIT_AT_SYNC && may_sync(w, s));
}

/* The current one if it can go on, unless others are to have their turn;
 * else the youngest.  False: every split waits. */
static bool choose_split(struct warp *w, bool rotate)
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
        w->splits[w->split_count++] = (struct split){.frame = j->frame,
                                                     .pc = j->pc,
                                                     .mask = j->arrived,
                                                     .join_pc = j->join_pc,
                                                     .parent = j->parent};
        j->expected &= ~j->arrived;
        j->arrived = 0;
    }
}

/* Lanes that have only to return: they wait in front of the entry's ret. */
static uint32_t returning_lanes(const struct warp *w)
{
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < w->join_count; i++) {
        const struct join *j = &w->joins[i];
        if (!j->in_use || j->frame->caller || j->pc == EXIT_PC)
            continue;
        const struct insn *next = &j->frame->code->insns[j->pc];
        if ((next->op == OP_ret || next->op == OP_exit) &&
            next->guard == NO_SLOT)
            lanes |= j->arrived;
    }
    return lanes;
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
             "barrier in divergent code: %d threads of the warp are "
             "elsewhere",
             __builtin_popcount(others));
    f.other = elsewhere(w, s);
    if (f.other.line == f.loc.line)
        f.other.line = 0; /* behind the same if */
    f.other_note = "the others are here";
    snprintf(f.hint, sizeof f.hint,
             "every thread of the block must reach the same __syncthreads(): "
             "take it out of the if");
    diagnose(&f);
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
        uint32_t others = w->live & ~s->mask & ~returning;
        if (s->state != SPLIT_AT_BARRIER || s->judged)
            continue;
        s->judged = true;
        s->diverged = others && !reported;
        if (s->diverged)
            report_divergent(w, s, others);
        reported |= s->diverged;
    }
}

/* True: lanes that waited at a join for lanes that stand at a barrier go on,
 * as they would on hardware. */
static bool unblock(struct warp *w)
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

/* True when it is another split's turn.  Only atomics and volatile loads can
 * see what another lane does: a loop without them is just long. */
static bool take_turn(struct warp *w, uint64_t instructions)
{
    w->turn += instructions;
    if (w->turn < SPLIT_SLICE)
        return false;
    if (w->strong_reads)
        release_waiting(w);
    w->turn = w->strong_reads = 0;
    return w->split_count > 1;
}

/* ---- the rows of ops.def as functions of lanes ------------------------- */

#define U(id, name, D, A, value)                                               \
    INLINE D lane_##id(A a)                                                    \
    {                                                                          \
        return (D)(value);                                                     \
    }
#define B(id, name, D, A, B_, value)                                           \
    INLINE D lane_##id(A a, B_ b)                                              \
    {                                                                          \
        return (D)(value);                                                     \
    }
#define T(id, name, D, A, B_, C, value)                                        \
    INLINE D lane_##id(A a, B_ b, C c)                                         \
    {                                                                          \
        return (D)(value);                                                     \
    }
#define F(id, name, kind, T, flops, value) FUNCTION_##kind(id, T, value)
#define FUNCTION_U(id, T, value)                                               \
    INLINE T lane_##id(T a)                                                    \
    {                                                                          \
        return value;                                                          \
    }
#define FUNCTION_B(id, T, value)                                               \
    INLINE T lane_##id(T a, T b)                                               \
    {                                                                          \
        return value;                                                          \
    }
#define FUNCTION_T(id, T, value)                                               \
    INLINE T lane_##id(T a, T b, T c)                                          \
    {                                                                          \
        return value;                                                          \
    }
#define S(id, name, A, condition)                                              \
    INLINE bool lane_##id(A a, A b)                                            \
    {                                                                          \
        return condition;                                                      \
    }
#include "ops.def"

/* ---- the dispatch ------------------------------------------------------- */

#define LANES(T, slot) ((T *)(base + (slot)))

/* d[l] = value for the active lanes.  Values are computed for all lanes, so
 * that the compiler makes vector code; nothing in arith.h can trap. */
#define EACH_LANE(D, value)                                                    \
    do {                                                                       \
        D *d_ = LANES(D, in->d);                                               \
        if (active == ALL_LANES) {                                             \
            _Pragma("GCC ivdep") for (unsigned l = 0; l < WARP_SIZE; l++)      \
                d_[l] = (D)(value);                                            \
        } else {                                                               \
            D t_[WARP_SIZE];                                                   \
            for (unsigned l = 0; l < WARP_SIZE; l++)                           \
                t_[l] = (D)(value);                                            \
            for (unsigned l = 0; l < WARP_SIZE; l++)                           \
                if (active >> l & 1)                                           \
                    d_[l] = t_[l];                                             \
        }                                                                      \
    } while (0)

#define U(id, name, D, A, value)                                               \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        EACH_LANE(D, lane_##id(a_[l]));                                        \
        break;                                                                 \
    }
#define B(id, name, D, A, B_, value)                                           \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        const B_ *b_ = LANES(B_, in->b);                                       \
        EACH_LANE(D, lane_##id(a_[l], b_[l]));                                 \
        break;                                                                 \
    }
#define T(id, name, D, A, B_, C, value)                                        \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        const B_ *b_ = LANES(B_, in->b);                                       \
        const C *c_ = LANES(C, in->c);                                         \
        EACH_LANE(D, lane_##id(a_[l], b_[l], c_[l]));                          \
        break;                                                                 \
    }
#define F(id, name, kind, type, flops, value) F_##kind(id, type, flops)
#define COUNT_FLOPS(type, flops)                                               \
    *(sizeof(type) == 4 ? &counters->flops_single                              \
                        : &counters->flops_double) +=                          \
        (flops) * (unsigned)__builtin_popcount(active)
#define F_U(id, type, flops)                                                   \
    case OP_##id: {                                                            \
        const type *a_ = LANES(type, in->a);                                   \
        EACH_LANE(type, lane_##id(a_[l]));                                     \
        COUNT_FLOPS(type, flops);                                              \
        break;                                                                 \
    }
#define F_B(id, type, flops)                                                   \
    case OP_##id: {                                                            \
        const type *a_ = LANES(type, in->a);                                   \
        const type *b_ = LANES(type, in->b);                                   \
        EACH_LANE(type, lane_##id(a_[l], b_[l]));                              \
        COUNT_FLOPS(type, flops);                                              \
        break;                                                                 \
    }
#define F_T(id, type, flops)                                                   \
    case OP_##id: {                                                            \
        const type *a_ = LANES(type, in->a);                                   \
        const type *b_ = LANES(type, in->b);                                   \
        const type *c_ = LANES(type, in->c);                                   \
        EACH_LANE(type, lane_##id(a_[l], b_[l], c_[l]));                       \
        COUNT_FLOPS(type, flops);                                              \
        break;                                                                 \
    }
#define S(id, name, A, condition)                                              \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        const A *b_ = LANES(A, in->b);                                         \
        uint32_t truth = 0;                                                    \
        for (unsigned l = 0; l < WARP_SIZE; l++)                               \
            truth |= (uint32_t)lane_##id(a_[l], b_[l]) << l;                   \
        set_comparison(base, in, active, truth);                               \
        break;                                                                 \
    }
#define M(id, name, value)                                                     \
    case OP_##id: {                                                            \
        u32 a = *LANES(u32, in->a), b = *LANES(u32, in->b);                    \
        u32 *d = LANES(u32, in->d), v = (value);                               \
        (void)a;                                                               \
        (void)b;                                                               \
        *d = (*d & ~active) | (v & active);                                    \
        break;                                                                 \
    }
#define X(id, name)

static inline void set_comparison(uint8_t *base, const struct insn *in,
                                  uint32_t active, uint32_t truth)
{
    const struct insn_detail *detail = in->detail;
    uint32_t other = ~truth;
    if (detail->boolean) {
        uint32_t c = *LANES(u32, in->c);
        truth = detail->boolean == BOOL_AND  ? truth & c
                : detail->boolean == BOOL_OR ? truth | c
                                             : truth ^ c;
        other = detail->boolean == BOOL_AND  ? other & c
                : detail->boolean == BOOL_OR ? other | c
                                             : other ^ c;
    }
    u32 *p = LANES(u32, in->d);
    *p = (*p & ~active) | (truth & active);
    if (detail->second != NO_SLOT) {
        u32 *q = LANES(u32, detail->second);
        *q = (*q & ~active) | (other & active);
    }
}

static void convert_windows(uint8_t *base, const struct insn *in,
                            uint32_t active)
{
    const u64 *a = LANES(u64, in->a), *b = LANES(u64, in->b);
    u64 *d = LANES(u64, in->d);
    for (; active; active &= active - 1) {
        unsigned l = first_lane(active);
        d[l] = in->op == OP_cvta ? a[l] + b[l] : a[l] - b[l];
    }
}

static void local_address_lanes(struct frame *frame, const struct insn *in,
                                uint32_t active)
{
    for (uint32_t m = active; m; m &= m - 1)
        set_lane_bits(frame->slots + in->d, in->width, first_lane(m),
                      frame->local_base + (u64)(s64)in->offset);
}

/* %clock counts the block's warp instructions, %globaltimer likewise: time
 * on the emulated device is work done, the same in every run. */
static void read_clock(uint8_t *base, const struct insn *in, uint32_t active,
                       uint64_t now)
{
    for (; active; active &= active - 1) {
        if (in->op == OP_mov_clock)
            LANES(u32, in->d)[first_lane(active)] = (u32)now;
        else
            LANES(u64, in->d)[first_lane(active)] = now;
    }
}

static void select_lanes(uint8_t *base, const struct insn *in, uint32_t active)
{
    uint32_t choice = *LANES(u32, in->c);
    if (in->op == OP_selp_16) {
        for (uint32_t m = active; m; m &= m - 1) {
            unsigned l = first_lane(m);
            LANES(u16, in->d)
            [l] = LANES(u16, choice >> l & 1 ? in->a : in->b)[l];
        }
    } else if (in->op == OP_selp_32) {
        const u32 *a = LANES(u32, in->a), *b = LANES(u32, in->b);
        EACH_LANE(u32, choice >> l & 1 ? a[l] : b[l]);
    } else {
        const u64 *a = LANES(u64, in->a), *b = LANES(u64, in->b);
        EACH_LANE(u64, choice >> l & 1 ? a[l] : b[l]);
    }
}

static void run_fence(struct warp *w, const struct insn *in)
{
    if (!in->offset)
        race_fence(w->block->race, w->index);
}

/* What a guarded call, barrier or .sync does to the lanes its guard leaves
 * out: they go on, and the others stand alone at the instruction.  False if
 * the split has been parted and is to be chosen anew. */
static bool stands_alone(struct warp *w, uint32_t active, uint32_t mask)
{
    struct split *s = &w->splits[w->current];
    if (active == mask)
        return true;
    part_ways(w, active, s->pc, s->pc + 1, s->pc + 1);
    return false;
}

/* What may move splits.  The split's pc is current on entry and on return.
 * False: the instruction is not executed yet; its lanes wait or were parted
 * and will come to it again. */
static bool run_special(struct warp *w, const struct insn *in, uint32_t active)
{
    switch (in->op) {
    case OP_ret: run_return(w, active); return true;
    case OP_exit: exit_lanes(w, active); return true;
    case OP_trap: run_trap(w, in, active); return true;
    default: break;
    }
    if (!stands_alone(w, active, w->splits[w->current].mask))
        return false;
    switch (in->op) {
    case OP_brx_idx: return run_indexed_branch(w, in);
    case OP_call: return run_call(w, in);
    case OP_barrier:
    case OP_barrier_loose:
    case OP_barrier_arrive:
    case OP_barrier_red_popc:
    case OP_barrier_red_and:
    case OP_barrier_red_or: return try_barrier(w, in);
    default: return try_sync(w, in);
    }
}

/* What straight on from one instruction to another waits for.  Inside a basic
 * block, a kind may have gone down. */
INLINE void chain_add(struct warp *w, const struct waits *waits, uint32_t from,
                      uint32_t to)
{
    for (unsigned k = 0; k < WAIT_KINDS; k++)
        w->waits[k] += (uint64_t)(int32_t)(waits[to].n[k] - waits[from].n[k]);
}

/* Runs the current split until it merges, waits, parts or has had its
 * slice; returns the instructions executed. */
HOT static uint64_t run_split(struct warp *w, uint64_t slice)
{
    struct split *s = &w->splits[w->current];
    struct frame *frame = s->frame;
    const struct insn *insns = frame->code->insns;
    const struct waits *waits = frame->code->waits;
    uint8_t *base = frame->slots;
    struct counters *counters = &w->block->worker->counters;
    uint32_t pc = s->pc, mask = s->mask, join_pc = s->join_pc;
    uint64_t executed = 0, lanes = 0;
    uint32_t from = pc; /* what was executed since then is not yet added */

    for (;; pc++) {
        if (pc == join_pc) {
            s->pc = pc;
            merge_current(w);
            pc--;
            break;
        }
        const struct insn *in = &insns[pc];
        uint32_t active = mask;
        executed += !(in->flags & INSN_MICRO);
        if (in->guard != NO_SLOT) {
            uint32_t p = *LANES(u32, in->guard);
            active &= in->flags & INSN_GUARD_NEGATED ? ~p : p;
            if (!active && in->op != OP_bra)
                continue;
        }
        lanes += (unsigned)__builtin_popcount(active);
        switch ((enum op)in->op) {
#include "ops.def"
        case OP_bra:
            counters->branches++;
            if (active == mask) {
                chain_add(w, waits, from, pc + 1);
                from = in->site;
                pc = in->target - 1;
            } else if (active) {
                counters->divergent_branches++;
                s->pc = pc;
                if (!part_ways(w, active, in->target, pc + 1, in->join))
                    launch_status_set(w->block->worker, LAUNCH_NO_MEMORY, true);
                goto out;
            }
            if (executed >= slice) {
                s->pc = pc + 1;
                goto out;
            }
            break;
        case OP_ld_global:
        case OP_ld_shared:
        case OP_ld_local:
        case OP_ld_const:
        case OP_ld_generic: access_load(w, frame, in, active); break;
        case OP_st_global:
        case OP_st_shared:
        case OP_st_local:
        case OP_st_generic: access_store(w, frame, in, active); break;
        case OP_atom_global:
        case OP_atom_shared:
        case OP_atom_generic:
            counters->atomics++;
            access_atomic(w, frame, in, active);
            break;
        case OP_ld_param: load_kernel_param(w, frame, in, active); break;
        case OP_ld_frame:
        case OP_st_frame: access_frame_param(frame, in, active); break;
        case OP_selp_16:
        case OP_selp_32:
        case OP_selp_64: select_lanes(base, in, active); break;
        case OP_cvt_any: run_convert(frame, in, active); break;
        case OP_pack:
        case OP_unpack: run_pieces(frame, in, active); break;
        case OP_cvta:
        case OP_cvta_to: convert_windows(base, in, active); break;
        case OP_isspacep: {
            u32 *p = LANES(u32, in->d);
            *p = (*p & ~active) | in_space(frame, in, active);
            break;
        }
        case OP_mov_local: local_address_lanes(frame, in, active); break;
        case OP_mov_clock:
        case OP_mov_clock64:
        case OP_mov_globaltimer:
            read_clock(base, in, active, w->block->clock + executed);
            break;
        case OP_activemask: set_lanes(frame, in->d, active, active); break;
        case OP_bfi_32:
        case OP_bfi_64:
        case OP_lop3:
        case OP_prmt: run_bits(frame, in, active); break;
        case OP_round_begin:
            fesetround(host_rounding(in->detail->rounding));
            break;
        case OP_round_end: fesetround(FE_TONEAREST); break;
        case OP_fence: run_fence(w, in); break;
        case OP_nop:
        case OP_prefetch:
        case OP_nanosleep: break;
        case OP_add_cc_u32:
        case OP_addc_u32:
        case OP_addc_cc_u32:
        case OP_sub_cc_u32:
        case OP_subc_u32:
        case OP_subc_cc_u32:
        case OP_add_cc_u64:
        case OP_addc_u64:
        case OP_addc_cc_u64:
        case OP_sub_cc_u64:
        case OP_subc_u64:
        case OP_subc_cc_u64:
        case OP_mad_lo_cc_u32:
        case OP_madc_lo_u32:
        case OP_madc_lo_cc_u32:
        case OP_mad_hi_cc_u32:
        case OP_madc_hi_u32:
        case OP_madc_hi_cc_u32: run_carry(frame, in, active); break;
        default:
            s->pc = pc;
            if (!run_special(w, in, active)) {
                executed--;
                lanes -= (unsigned)__builtin_popcount(active);
                pc--;
            }
            goto out;
        }
    }
out:
    chain_add(w, waits, from, pc + 1);
    counters->warp_instructions += executed;
    counters->thread_instructions += lanes;
    return executed;
}

enum run_result warp_run(struct warp *w, uint64_t slice)
{
    uint64_t executed = 0;
    bool rotate = false;
    while (executed < slice) {
        if (!w->live)
            return RUN_DONE;
        if (!choose_split(w, rotate)) {
            if (unblock(w))
                continue;
            return RUN_BLOCKED;
        }
        uint64_t turn = run_split(w, SPLIT_SLICE);
        executed += turn;
        w->instructions += turn;
        w->block->clock += turn;
        rotate = take_turn(w, turn);
        if (w->block->worker->stop)
            return RUN_STOPPED;
    }
    return w->live ? RUN_SLICE : RUN_DONE;
}
