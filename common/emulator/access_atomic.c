/*
 * access_atomic.c - the arithmetic of atom and red.
 *
 * PTX ISA 9.0, "atom": each lane's update is one compare-and-swap of the
 * host, so that blocks on other threads see it whole.
 */
#include "access_data.h"

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
    default: return old == b ? c : old;
    }
}

static uint64_t update32(uint32_t *at, const struct insn_detail *detail,
                         uint64_t b, uint64_t c)
{
    uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED), new;
    do {
        new = (uint32_t)atomic_result(detail, old, b, c);
    } while (!__atomic_compare_exchange_n(at, &old, new, true, __ATOMIC_SEQ_CST,
                                          __ATOMIC_RELAXED));
    return old;
}

static uint64_t update64(uint64_t *at, const struct insn_detail *detail,
                         uint64_t b, uint64_t c)
{
    uint64_t old = __atomic_load_n(at, __ATOMIC_RELAXED), new;
    do {
        new = atomic_result(detail, old, b, c);
    } while (!__atomic_compare_exchange_n(at, &old, new, true, __ATOMIC_SEQ_CST,
                                          __ATOMIC_RELAXED));
    return old;
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
        void *at = host + offset[l];
        uint64_t old = n == 4 ? update32(at, insn->detail, b, c)
                              : update64(at, insn->detail, b, c);
        if (insn->d != NO_SLOT)
            set_register(frame->slots + insn->d, n, l, old);
    }
}
