/*
 * execute.c - the dispatch: one warp, one decoded instruction, 32 lanes.
 *
 * The rows of ops.def become functions of a lane and cases that apply them to
 * all lanes at once; what moves splits goes to control.c and sync.c, what
 * touches memory to access*.c, the rarer rest to lanes.c.
 */
#include "convert.h"
#include "copies.h"
#include "mbarriers.h"
#include "proxies.h"
#include "slow_way.h"
#include "steps.h"
#include "unset.h"
#include "warp.h"

/* ---- the rows of ops.def as functions of lanes ------------------------- */

#define U(id, name, class, D, A, value)                                        \
    INLINE D lane_##id(A a)                                                    \
    {                                                                          \
        return (D)(value);                                                     \
    }
#define B(id, name, class, D, A, B_, value)                                    \
    INLINE D lane_##id(A a, B_ b)                                              \
    {                                                                          \
        return (D)(value);                                                     \
    }
#define T(id, name, class, D, A, B_, C, value)                                 \
    INLINE D lane_##id(A a, B_ b, C c)                                         \
    {                                                                          \
        return (D)(value);                                                     \
    }
#define F(id, name, class, kind, T, flops, value) FUNCTION_##kind(id, T, value)
#define FUNCTION_U(id, T, value)                                               \
    INLINE T lane_##id(T a)                                                    \
    {                                                                          \
        return number_##T(value);                                              \
    }
#define FUNCTION_B(id, T, value)                                               \
    INLINE T lane_##id(T a, T b)                                               \
    {                                                                          \
        return number_##T(value);                                              \
    }
#define FUNCTION_T(id, T, value)                                               \
    INLINE T lane_##id(T a, T b, T c)                                          \
    {                                                                          \
        return number_##T(value);                                              \
    }
#define S(id, name, class, A, condition)                                       \
    INLINE bool lane_##id(A a, A b)                                            \
    {                                                                          \
        return condition;                                                      \
    }
#include "code/ops.def"

/* ---- the dispatch ------------------------------------------------------- */

/* Active lanes of d become those of t, whatever the type of their bits.
 * Not in every row: three loops instead of one in each, and this file takes
 * three times as long to compile. */
#define MERGE(bits)                                                            \
    HOT static __attribute__((noinline)) void merge_##bits(                    \
        void *d, const void *t, uint32_t active)                               \
    {                                                                          \
        u##bits *to = d;                                                       \
        const u##bits *from = t;                                               \
        _Pragma("GCC ivdep") for (unsigned l = 0; l < WARP_SIZE; l++) to[l] =  \
            active >> l & 1 ? from[l] : to[l];                                 \
    }
MERGE(16)
MERGE(32)
MERGE(64)
#undef MERGE

INLINE void merge(void *d, const void *t, size_t bytes, uint32_t active)
{
    if (bytes == 2)
        merge_16(d, t, active);
    else if (bytes == 4)
        merge_32(d, t, active);
    else
        merge_64(d, t, active);
}

/* d[l] = value for the active lanes.  Values are computed for all lanes, so
 * that the compiler makes vector code; nothing in arith.h can trap. */
#define EACH_LANE(D, value)                                                    \
    do {                                                                       \
        D t_[WARP_SIZE], *d_ = active == ALL_LANES ? LANES(D, in->d) : t_;     \
        _Pragma("GCC ivdep") for (unsigned l = 0; l < WARP_SIZE; l++) d_[l] =  \
            (D)(value);                                                        \
        if (active != ALL_LANES)                                               \
            merge(LANES(D, in->d), t_, sizeof(D), active);                     \
    } while (0)
#define U(id, name, class, D, A, value)                                        \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        EACH_LANE(D, lane_##id(a_[l]));                                        \
        break;                                                                 \
    }
#define B(id, name, class, D, A, B_, value)                                    \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        const B_ *b_ = LANES(B_, in->b);                                       \
        EACH_LANE(D, lane_##id(a_[l], b_[l]));                                 \
        break;                                                                 \
    }
#define T(id, name, class, D, A, B_, C, value)                                 \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        const B_ *b_ = LANES(B_, in->b);                                       \
        const C *c_ = LANES(C, in->c);                                         \
        EACH_LANE(D, lane_##id(a_[l], b_[l], c_[l]));                          \
        break;                                                                 \
    }
#define F(id, name, class, kind, type, flops, value) F_##kind(id, type, flops)
#define COUNT_FLOPS(type, flops)                                               \
    *(sizeof(type) == 4 ? &counters->flops_single                              \
                        : &counters->flops_double) +=                          \
        (flops) * (unsigned)__builtin_popcount(active)
/* Those that do not throw away what it gives. */
static uint32_t chosen_lanes(uint8_t *base, const struct insn *in,
                             uint32_t active)
{
    const struct insn_detail *detail = in->detail;
    if (!detail->chosen)
        return active;
    uint32_t choice = *LANES(u32, detail->choice);
    return active & (detail->chosen_if ? choice : ~choice);
}
/* The model of the time is told. */
#define TELL_SLOW_WAY(id, a, b)                                                \
    if (has_slow_way(OP_##id) && UNLIKELY(w->tape) &&                          \
        takes_slow_way(OP_##id, a, b, chosen_lanes(base, in, active)))         \
    tape_slow_way(w->tape, pc)
#define F_U(id, type, flops)                                                   \
    case OP_##id: {                                                            \
        const type *a_ = LANES(type, in->a);                                   \
        TELL_SLOW_WAY(id, a_, a_);                                             \
        EACH_LANE(type, lane_##id(a_[l]));                                     \
        COUNT_FLOPS(type, flops);                                              \
        break;                                                                 \
    }
#define F_B(id, type, flops)                                                   \
    case OP_##id: {                                                            \
        const type *a_ = LANES(type, in->a);                                   \
        const type *b_ = LANES(type, in->b);                                   \
        TELL_SLOW_WAY(id, a_, b_);                                             \
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
#define S(id, name, class, A, condition)                                       \
    case OP_##id: {                                                            \
        const A *a_ = LANES(A, in->a);                                         \
        const A *b_ = LANES(A, in->b);                                         \
        uint32_t truth = 0;                                                    \
        for (unsigned l = 0; l < WARP_SIZE; l++)                               \
            truth |= (uint32_t)lane_##id(a_[l], b_[l]) << l;                   \
        set_comparison(base, in, active, truth);                               \
        break;                                                                 \
    }
#define M(id, name, class, value)                                              \
    case OP_##id: {                                                            \
        u32 a = *LANES(u32, in->a), b = *LANES(u32, in->b);                    \
        u32 *d = LANES(u32, in->d), v = (value);                               \
        (void)a;                                                               \
        (void)b;                                                               \
        *d = (*d & ~active) | (v & active);                                    \
        break;                                                                 \
    }
#define C(id, name, class, T, x, y, in_, sets)                                 \
    case OP_##id:                                                              \
        lanes_carry(frame, in, active);                                        \
        break;
#define X(id, name, class)

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

static void select_lanes(uint8_t *base, const struct insn *in, uint32_t active)
{
    uint32_t choice = *LANES(u32, in->c);
    if (in->op == OP_selp_16) {
        const u16 *a = LANES(u16, in->a), *b = LANES(u16, in->b);
        EACH_LANE(u16, choice >> l & 1 ? a[l] : b[l]);
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
    race_fence(w->block->race, w->index, !in->offset);
    w->block->worker->fenced |= !in->offset;
}

/* What a guarded call, barrier or .sync does to the lanes its guard leaves
 * out: they go on, and the others stand alone at the instruction.  False if
 * the split has been parted and is to be chosen anew. */
static bool stands_alone(struct warp *w, uint32_t active, uint32_t mask)
{
    struct split *s = &w->splits[w->current];
    if (active == mask)
        return true;
    split_part(w, active, s->pc, s->pc + 1, s->pc + 1);
    return false;
}

/* What may move splits.  The split's pc is current on entry and on return.
 * False: the instruction is not executed yet; its lanes wait or were parted
 * and will come to it again. */
static bool run_special(struct warp *w, const struct insn *in, uint32_t active)
{
    switch (in->op) {
    case OP_ret: control_return(w, active); return true;
    case OP_exit: split_exit(w, active); return true;
    case OP_trap: control_trap(w, in, active); return true;
    default: break;
    }
    if (!stands_alone(w, active, w->splits[w->current].mask))
        return false;
    switch (in->op) {
    case OP_brx_idx: return control_indexed_branch(w, in);
    case OP_call: return control_call(w, in);
    case OP_barrier:
    case OP_barrier_loose:
    case OP_barrier_arrive:
    case OP_barrier_red_popc:
    case OP_barrier_red_and:
    case OP_barrier_red_or: return barrier_try(w, in);
    default: return sync_try(w, in); /* whose switch is the last */
    }
}

/* Straight on from one instruction to another, for the model of its time. */
INLINE void record(struct warp *w, const struct code *code, uint32_t from,
                   uint32_t to, uint32_t mask)
{
    if (UNLIKELY(w->tape))
        tape_ran(w->tape, code, from, to, mask);
}

/* What was loaded may have to be followed from here on (unset.h). */
#define LOADED                                                                 \
    if (UNLIKELY(w->tracks)) {                                                 \
        s->pc = pc + 1;                                                        \
        goto out;                                                              \
    }                                                                          \
    break

/* Runs the current split until it merges, waits, parts or has had its
 * slice, of one: for an instruction; returns the instructions executed. */
HOT static uint64_t run_split(struct warp *w, uint64_t slice)
{
    struct split *s = &w->splits[w->current];
    struct frame *frame = s->frame;
    const struct code *code = frame->code;
    const struct insn *insns = code->insns;
    uint8_t *base = frame->slots;
    struct counters *counters = &w->block->worker->counters;
    uint32_t pc = s->pc, mask = s->mask, stop = s->join_pc;
    uint64_t executed = 0, lanes = 0;
    uint32_t from = pc; /* what was executed since then is not yet recorded */
    if (slice == 1 && pc != stop)
        stop = pc + 1;
    for (;; pc++) {
        if (pc == stop) {
            s->pc = pc;
            if (pc == s->join_pc)
                split_merge(w);
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
#include "code/ops.def"
        case OP_bra:
            counters->branches++;
            if (active == mask) {
                record(w, code, from, pc + 1, mask);
                from = in->target;
                pc = in->target - 1;
            } else if (active) {
                counters->divergent_branches++;
                s->pc = pc;
                split_part(w, active, in->target, pc + 1, in->join);
                goto out;
            }
            if (executed >= slice) {
                s->pc = pc + 1;
                goto out;
            }
            break;
        case OP_ld_global:
        case OP_ld_const: global_load(w, frame, in, active); LOADED;
        case OP_ld_shared: shared_load(w, frame, in, active); LOADED;
        case OP_ld_local: local_load(w, frame, in, active); LOADED;
        case OP_ld_generic: generic_load(w, frame, in, active); LOADED;
        case OP_st_global: global_store(w, frame, in, active); break;
        case OP_st_shared: shared_store(w, frame, in, active); break;
        case OP_st_local: local_store(w, frame, in, active); break;
        case OP_st_generic: generic_store(w, frame, in, active); break;
        case OP_atom_global:
            global_atomic(w, frame, in, active);
            if (w->asked)
                slice = 0;
            break;
        case OP_atom_shared: shared_atomic(w, frame, in, active); break;
        case OP_atom_generic:
            generic_atomic(w, frame, in, active);
            if (w->asked)
                slice = 0;
            break;
        case OP_texture: texture_load(w, frame, in, active); break;
        case OP_surface_load: surface_load(w, frame, in, active); break;
        case OP_surface_store: surface_store(w, frame, in, active); break;
        case OP_image_query: image_query(w, frame, in, active); break;
        case OP_ld_param: lanes_kernel_param(w, frame, in, active); break;
        case OP_ld_frame:
        case OP_st_frame: lanes_frame_param(frame, in, active); break;
        case OP_selp_16:
        case OP_selp_32:
        case OP_selp_64: select_lanes(base, in, active); break;
        case OP_cvt_any: lanes_convert(frame, in, active); break;
        case OP_pack:
        case OP_unpack: lanes_pieces(frame, in, active); break;
        case OP_cvta:
        case OP_cvta_to: lanes_window(base, in, active); break;
        case OP_isspacep: {
            u32 *p = LANES(u32, in->d);
            *p = (*p & ~active) | lanes_in_space(frame, in, active);
            break;
        }
        case OP_mov_local: lanes_local_address(frame, in, active); break;
        case OP_mov_clock:
        case OP_mov_clock64:
            stopwatch_read(w);
            lanes_clock(base, in, active, w->block->clock + executed);
            break;
        case OP_mov_globaltimer:
            lanes_clock(base, in, active, w->block->clock + executed);
            break;
        case OP_copies:
        case OP_bulk_groups: copies_step(w, in, active); break;
        case OP_copies_bind: mbarriers_bind(w, frame, in, active); break;
        case OP_bulk_load: bulk_load(w, frame, in, active); break;
        case OP_bulk_store: bulk_store(w, frame, in, active); break;
        case OP_mbarrier_init: mbarriers_init(w, frame, in, active); break;
        case OP_mbarrier_inval: mbarriers_inval(w, frame, in, active); break;
        case OP_mbarrier_test: mbarriers_test(w, frame, in, active); break;
        case OP_activemask: lanes_set(frame, in->d, active, active); break;
        case OP_bfi_32:
        case OP_bfi_64:
        case OP_lop3:
        case OP_prmt: lanes_bits(frame, in, active); break;
        case OP_video: lanes_video(frame, in, active); break;
        case OP_round_begin:
            fesetround(host_rounding(in->detail->rounding));
            break;
        case OP_round_end: fesetround(FE_TONEAREST); break;
        case OP_fence: run_fence(w, in); break;
        case OP_fence_proxy: proxies_fence(w); break;
        case OP_nop:
        case OP_prefetch:
        case OP_nanosleep: break;
        case OP_mma:
            if (LIKELY(active == ALL_LANES)) {
                matrix_multiply(w, frame, in, active);
                break;
            }
            __attribute__((fallthrough));
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
    record(w, code, from, pc + 1, mask);
    counters->warp_instructions += executed;
    counters->thread_instructions += lanes;
    return executed;
}

enum run_result warp_run(struct warp *w, uint64_t slice)
{
    uint64_t executed = 0;
    uint32_t looking = 0; /* turns, one after the other */
    bool rotate = false;
    uint64_t at_once = slice < SPLIT_SLICE ? slice : SPLIT_SLICE;
    w->asked = false;
    while (executed < slice) {
        if (!w->live)
            return RUN_DONE;
        if (!split_choose(w, rotate)) {
            if (warp_unblock(w))
                continue;
            return RUN_BLOCKED;
        }
        bool step = UNLIKELY(w->tracks) && unset_step(w);
        bool watched = UNLIKELY(w->block->steps) && steps_wanted();
        if (watched)
            steps_before(w);
        uint64_t turn = run_split(w, step || watched ? 1 : at_once);
        if (watched)
            steps_after(w);
        executed += turn;
        w->instructions += turn;
        w->block->clock += turn;
        looking = warp_looks(w, turn) ? looking + 1 : 0;
        rotate = warp_take_turn(w, turn);
        if (w->block->worker->stop)
            return RUN_STOPPED;
        if (looking && looking >= w->split_count)
            return RUN_LOOKS;
        if (w->asked && !rotate && !looking)
            return w->live ? RUN_SLICE : RUN_DONE;
    }
    return w->live ? RUN_SLICE : RUN_DONE;
}
