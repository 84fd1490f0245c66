/*
 * control.c - where lanes go next: calls and returns, the device functions
 * that CUDA defines, brx.idx, trap.
 *
 * Function pointers and indexed branches go one target at a time: lanes that
 * want different ones are parted first, and each part executes by itself.
 */
#include "builtins.h"
#include "local.h"
#include "warp.h"

#include <stdio.h>
#include <string.h>

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
    struct frame *frame = frame_new(w, code);
    if (!frame) {
        launch_status_set(w->block->worker, LAUNCH_NO_MEMORY, true);
        return false;
    }
    int32_t index = join_new(w);
    if (index < 0) {
        frame_free(w, frame);
        return false;
    }
    frame->caller = s->frame;
    frame->call = call;
    frame->depth = s->frame->depth + 1;
    frame->local_base =
        (s->frame->local_base + s->frame->code->local_bytes + 15) / 16 * 16;
    local_forget(w, frame, s->mask);
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

static builtin_function *const builtins[] = {
#define BUILTIN(id, name) [BUILTIN_##id] = builtin_##id,
#include "code/builtins.def"
};

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
        for (uint32_t i = 0; i < call->arg_count; i++) {
            b.args[i] = params + call->args[i].offset;
            b.arg_bytes[i] = call->args[i].size;
        }
        if (call->result_count) {
            b.result = params + call->results[0].offset;
            b.result_bytes = call->results[0].size;
        }
        if (!builtins[call->builtin](&b))
            return false;
    }
    return true;
}

static bool bad_pointer(struct warp *w, const struct insn *insn, u64 address)
{
    struct finding f = finding_at(w, insn, first_lane(w->live), MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "call through a pointer that is no function");
    snprintf(f.detail, sizeof f.detail, "the pointer is 0x%llx",
             (unsigned long long)address);
    snprintf(f.hint, sizeof f.hint,
             "was the pointer set, by a kernel?  What the host calls a "
             "function's address is none on the device");
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

bool control_call(struct warp *w, const struct insn *insn)
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
        if (same != s->mask) {
            split_part(w, same, s->pc, s->pc, s->pc + 1);
            return false;
        }
        u64 index = (address - FUNCTION_WINDOW) / 16;
        if (address % 16 || index >= program->function_count ||
            !program->functions[index] || program->functions[index]->is_entry)
            return bad_pointer(w, insn, address);
        callee = (uint32_t)index;
    }
    return enter_function(w, insn, program->functions[callee]);
}

void control_return(struct warp *w, uint32_t lanes)
{
    struct split *s = &w->splits[w->current];
    struct frame *frame = s->frame;
    if (!frame->caller) {
        split_exit(w, lanes);
        return;
    }
    copy_params(
        frame, frame->code->results, frame->caller, frame->call->results,
        least(frame->code->result_count, frame->call->result_count), lanes);
    int32_t index = s->parent;
    s->mask &= ~lanes;
    s->pc++;
    if (!s->mask)
        split_drop(w, w->current);
    while (w->joins[index].callee != frame) {
        int32_t parent = w->joins[index].parent;
        w->joins[index].expected &= ~lanes;
        join_settle(w, index);
        index = parent;
    }
    w->joins[index].arrived |= lanes;
    join_settle(w, index);
}

/* ---- indexed branches and traps ----------------------------------------- */

void control_trap(struct warp *w, const struct insn *insn, uint32_t mask)
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

/* brx.idx: one target at a time; lanes that want another part from them. */
bool control_indexed_branch(struct warp *w, const struct insn *insn)
{
    struct split *s = &w->splits[w->current];
    uint32_t target, same;
    if (!indexed_target(w, insn, &target, &same)) {
        control_trap(w, insn, s->mask);
        return false;
    }
    if (same != s->mask) {
        w->block->worker->counters.divergent_branches++;
        split_part(w, same, s->pc, s->pc, insn->join);
        return false;
    }
    w->block->worker->counters.branches++;
    s->pc = target;
    return true;
}
