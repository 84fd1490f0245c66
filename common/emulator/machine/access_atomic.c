/*
 * access_atomic.c - the arithmetic of atom and red.
 *
 * PTX ISA 9.0, "atom": each lane's update is one compare-and-swap of the
 * host, so that blocks on other threads see it whole.
 */
#include "access_data.h"
#include "arith.h"
#include "mbarriers.h"

static f32 single_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    f32 value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static f64 double_of(uint64_t bits)
{
    f64 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t add_values(enum ptx_type type, uint64_t a, uint64_t b)
{
    uint64_t bits = 0;
    if (type == PTX_F32) {
        f32 sum = single_of(a) + single_of(b);
        memcpy(&bits, &sum, sizeof sum);
        return bits;
    }
    if (type == PTX_F64) {
        f64 sum = double_of(a) + double_of(b);
        memcpy(&bits, &sum, sizeof sum);
        return bits;
    }
    if (type == PTX_F16)
        return half_add((u16)a, (u16)b);
    if (type == PTX_F16X2)
        return (uint64_t)half_add((u16)(a >> 16), (u16)(b >> 16)) << 16 |
               half_add((u16)a, (u16)b);
    return a + b;
}

static bool below(enum ptx_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case PTX_S32: return (int32_t)a < (int32_t)b;
    case PTX_S64: return (int64_t)a < (int64_t)b;
    case PTX_F32: return single_of(a) < single_of(b);
    case PTX_F64: return double_of(a) < double_of(b);
    default: return a < b;
    }
}

/* PTX ISA, "atom": what is stored, given what was there. */
static uint64_t atomic_result(const struct insn_detail *detail, uint64_t old,
                              uint64_t b, uint64_t c)
{
    switch (detail->atomic) {
    case ATOMIC_ADD: return add_values(detail->type, old, b);
    case ATOMIC_MIN: return below(detail->type, b, old) ? b : old;
    case ATOMIC_MAX: return below(detail->type, old, b) ? b : old;
    case ATOMIC_INC: return old >= b ? 0 : old + 1;
    case ATOMIC_DEC: return old == 0 || old > b ? b : old - 1;
    case ATOMIC_AND: return old & b;
    case ATOMIC_OR: return old | b;
    case ATOMIC_XOR: return old ^ b;
    case ATOMIC_EXCH: return b;
    case ATOMIC_CAS: return old == b ? c : old;
    default: return mbarrier_next(old, detail->atomic, b);
    }
}

#define UPDATE(bits)                                                           \
    static uint64_t update##bits(uint##bits##_t *at,                           \
                                 const struct insn_detail *detail, uint64_t b, \
                                 uint64_t c)                                   \
    {                                                                          \
        uint##bits##_t old = __atomic_load_n(at, __ATOMIC_RELAXED), new;       \
        do {                                                                   \
            new = (uint##bits##_t)atomic_result(detail, old, b, c);            \
        } while (!__atomic_compare_exchange_n(                                 \
            at, &old, new, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));         \
        return old;                                                            \
    }
UPDATE(16)
UPDATE(32)
UPDATE(64)
#undef UPDATE

static uint64_t update(void *at, const struct insn_detail *detail, unsigned n,
                       uint64_t b, uint64_t c)
{
    return n == 2   ? update16(at, detail, b, c)
           : n == 4 ? update32(at, detail, b, c)
                    : update64(at, detail, b, c);
}

void atomic_element(uint8_t *at, const struct insn *insn, uint64_t value)
{
    update(at, insn->detail, ptx_type_size(insn->detail->type), value, 0);
}

void atomic_data(struct frame *frame, const struct insn *insn, uint32_t mask,
                 uint8_t *host, const uint64_t offset[WARP_SIZE])
{
    unsigned n = insn->width;
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        uint64_t b = get_register(frame->slots + insn->b, n, l);
        uint64_t c =
            insn->c == NO_SLOT ? 0 : get_register(frame->slots + insn->c, n, l);
        uint64_t old = update(host + offset[l], insn->detail, n, b, c);
        if (insn->d != NO_SLOT)
            set_register(frame->slots + insn->d, n, l, old);
    }
}
