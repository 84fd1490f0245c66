/*
 * lanes.c - operations that are more than a row of ops.def, a lane at a time.
 *
 * Carries, bit fields, cvt, packing, parameter memory, address windows and
 * clocks: too rare to be worth vector code.
 */
#include "base/letters.h"
#include "convert.h"

#include "warp.h"

#include <string.h>

/* ---- arithmetic --------------------------------------------------------- */

/* A row of carries: x + y + in in twice the bits, of which one is the flag. */
#define C(id, name, class, T, x, y, in, sets)                                  \
    case OP_##id:                                                              \
        for (uint32_t m = mask; m; m &= m - 1) {                               \
            unsigned l = first_lane(m);                                        \
            T a = LANES(T, insn->a)[l], b = LANES(T, insn->b)[l];              \
            T c = LANES(T, third)[l];                                          \
            bool flag = *flags >> l & 1;                                       \
            u128 sum = (u128)(T)(x) + (T)(y) + (in);                           \
            u32 carry = sum >> 8 * sizeof(T) & 1;                              \
            (void)c;                                                           \
            (void)flag;                                                        \
            LANES(T, insn->d)[l] = (T)sum;                                     \
            if (sets)                                                          \
                *flags = (*flags & ~(1u << l)) | carry << l;                   \
        }                                                                      \
        break;

void lanes_carry(struct frame *frame, const struct insn *insn, uint32_t mask)
{
    uint8_t *base = frame->slots;
    u32 *flags = LANES(u32, insn->target);
    uint32_t third = insn->c == NO_SLOT ? insn->a : insn->c;
    switch ((enum op)insn->op) {
#include "code/ops.def"
    default: break;
    }
}

void lanes_bits(struct frame *frame, const struct insn *insn, uint32_t mask)
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

/* ---- registers of any width --------------------------------------------- */

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

void lanes_convert(struct frame *frame, const struct insn *insn, uint32_t mask)
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
            result = extend_bits(result, detail->type);
        set_lane_bits(frame->slots + insn->d, detail->register_bytes, l,
                      result);
    }
    if (rounds)
        fesetround(before);
}

void lanes_pieces(struct frame *frame, const struct insn *insn, uint32_t mask)
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

/* ---- parameter memory --------------------------------------------------- */

static void report_param(struct warp *w, const struct insn *insn, unsigned lane,
                         u64 at)
{
    struct finding f = finding_at(w, insn, lane, MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "read of %u byte%s past the end of the kernel's parameters",
             ptx_type_size(insn->detail->type),
             plural(ptx_type_size(insn->detail->type)));
    snprintf(f.detail, sizeof f.detail, "they have %u byte%s, offset %lld",
             w->block->worker->grid->launch->kernel->param_bytes,
             plural(w->block->worker->grid->launch->kernel->param_bytes),
             (long long)at);
    diagnose(&f);
    launch_status_set(w->block->worker, LAUNCH_BAD_ADDRESS, false);
}

/* The lanes read at the same place. */
static void param_lanes(struct warp *w, struct frame *frame,
                        const struct insn *insn, uint32_t lanes, u64 at)
{
    const struct launch *launch = w->block->worker->grid->launch;
    const struct insn_detail *detail = insn->detail;
    unsigned size = ptx_type_size(detail->type);
    for (unsigned i = 0; i < detail->vector; i++, at += size) {
        u64 bits = 0;
        if (at <= launch->kernel->param_bytes &&
            size <= launch->kernel->param_bytes - at)
            memcpy(&bits, (const uint8_t *)launch->params + at, size);
        else
            report_param(w, insn, first_lane(lanes), at);
        bits = extend_bits(bits, detail->type);
        for (uint32_t m = detail->slots[i] == NO_SLOT ? 0 : lanes; m;
             m &= m - 1)
            set_lane_bits(frame->slots + detail->slots[i],
                          detail->register_bytes, first_lane(m), bits);
    }
}

void lanes_kernel_param(struct warp *w, struct frame *frame,
                        const struct insn *insn, uint32_t mask)
{
    u64 offset = (u64)(s64)insn->offset;
    if (insn->a == NO_SLOT) { /* at a fixed place */
        param_lanes(w, frame, insn, mask, offset);
        return;
    }
    unsigned bytes = insn->flags & INSN_ADDRESS_32 ? 4 : 8;
    for (; mask; mask &= mask - 1) {
        u64 at = lane_bits(frame->slots + insn->a, bytes, first_lane(mask));
        param_lanes(w, frame, insn, mask & -mask, at + offset);
    }
}

void lanes_frame_param(struct frame *frame, const struct insn *insn,
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
                          extend_bits(bits, detail->type));
        }
    }
}

/* ---- addresses and clocks ----------------------------------------------- */

uint32_t lanes_in_space(const struct frame *frame, const struct insn *insn,
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

void lanes_window(uint8_t *base, const struct insn *in, uint32_t active)
{
    const u64 *a = LANES(u64, in->a), *b = LANES(u64, in->b);
    u64 *d = LANES(u64, in->d);
    for (; active; active &= active - 1) {
        unsigned l = first_lane(active);
        d[l] = in->op == OP_cvta ? a[l] + b[l] : a[l] - b[l];
    }
}

void lanes_local_address(struct frame *frame, const struct insn *in,
                         uint32_t active)
{
    for (uint32_t m = active; m; m &= m - 1)
        set_lane_bits(frame->slots + in->d, in->width, first_lane(m),
                      frame->local_base + (u64)(s64)in->offset);
}

void lanes_clock(uint8_t *base, const struct insn *in, uint32_t active,
                 uint64_t now)
{
    for (; active; active &= active - 1) {
        if (in->op == OP_mov_clock)
            LANES(u32, in->d)[first_lane(active)] = (u32)now;
        else
            LANES(u64, in->d)[first_lane(active)] = now;
    }
}
