/*
 * resolve_mbarrier.c - barriers in shared memory.
 *
 * An mbarrier is 64 bits (code.h) that atomics of its own kinds change; the
 * state that arriving returns is what was there before.  Who may use it, and
 * who has seen a phase complete, the machine keeps (machine/mbarriers.h).
 * Source: PTX ISA 9.0, 9.7.13.15 "mbarrier".
 */
#include "resolver.h"

/* ---- mbarrier ----------------------------------------------------------- */

static bool mbarrier_place(struct resolver *r, unsigned i, struct place *place)
{
    if (!place_find(r, i, place))
        return false;
    return place->slot != NO_SLOT ||
           resolver_fail(r, "%.60s of a parameter is not supported",
                         r->source->opcode);
}

static enum ptx_space mbarrier_space(struct resolver *r)
{
    enum ptx_space space = PTX_GENERIC;
    for (unsigned i = 1; i < r->part_count && space == PTX_GENERIC; i++)
        space = space_named(r->parts[i]);
    return space;
}

/* NULL: out of memory. */
static struct insn *emit_at(struct resolver *r, uint16_t op,
                            const struct place *place, uint32_t d, uint32_t b)
{
    struct insn *insn = emit(r, op);
    if (!insn)
        return NULL;
    r->detail.generic = mbarrier_space(r) == PTX_GENERIC;
    insn->d = d;
    insn->a = place->slot;
    insn->b = b;
    insn->offset = place->offset;
    insn->width = 8;
    insn->flags |= place->narrow ? INSN_ADDRESS_32 : 0;
    return emit_site(r, insn) ? insn : NULL;
}

/* A further step of the instruction. */
static struct insn *emit_further(struct resolver *r, uint16_t op,
                                 const struct place *place, uint32_t d,
                                 uint32_t b)
{
    struct insn *insn = emit_at(r, op, place, d, b);
    if (insn)
        insn->flags |= INSN_MICRO;
    return insn;
}

/* Expected and pending are the same number: n * (1 + 2^20). */
static bool emit_init(struct resolver *r)
{
    struct place place;
    uint32_t count, both = slot_new(r, 8);
    uint32_t factor = slot_number(r, 1u + (1u << MBARRIER_COUNT_BITS), 4);
    bool shared = mbarrier_space(r) == PTX_SHARED;
    if (!mbarrier_place(r, 0, &place) || !operand_source(r, 1, 4, &count))
        return false;
    struct insn *product = emit_micro(r, OP_mul_wide_u32, both, count);
    if (!product)
        return false;
    product->b = factor;
    r->detail.type = PTX_U64;
    r->detail.vector = 1;
    r->detail.register_bytes = 8;
    r->detail.slots[0] = both;
    return emit_at(r, shared ? OP_st_shared : OP_st_generic, &place, NO_SLOT,
                   both) &&
           emit_further(r, OP_mbarrier_init, &place, NO_SLOT, count);
}

static struct insn *emit_update(struct resolver *r, const struct place *place,
                                enum atomic_op op, uint32_t d, uint32_t b)
{
    bool shared = mbarrier_space(r) == PTX_SHARED;
    r->detail.type = PTX_B64;
    r->detail.atomic = op;
    r->detail.strong = true;
    return emit_at(r, shared ? OP_atom_shared : OP_atom_generic, place, d, b);
}

/* What this thread wrote is known to those who see the phase complete. */
static bool emit_release(struct resolver *r)
{
    struct insn *fence = emit_micro(r, OP_fence, NO_SLOT, NO_SLOT);
    if (fence)
        fence->offset = !opcode_has(r, "cluster");
    return fence;
}

/* Operand i, 32 bits, in a slot of 64. */
static bool wide_source(struct resolver *r, unsigned i, uint32_t *wide)
{
    uint32_t narrow;
    *wide = slot_new(r, 8);
    return operand_source(r, i, 4, &narrow) &&
           emit_micro(r, OP_cvt_u64_u32, *wide, narrow);
}

/* mbarrier.expect_tx [a], bytes; complete_tx */
static bool emit_bytes(struct resolver *r, enum atomic_op op)
{
    struct place place;
    uint32_t bytes;
    return mbarrier_place(r, 0, &place) && wide_source(r, 1, &bytes) &&
           emit_update(r, &place, op, NO_SLOT, bytes);
}

/* mbarrier.arrive state, [a]{, count};  also without the state;
 * .expect_tx: bytes instead of the count, which are expected first */
static bool emit_arrive(struct resolver *r, enum atomic_op op)
{
    struct place place;
    bool returns = operand_at(r, 0)->kind != PTX_OPND_ADDRESS;
    bool expects = opcode_has(r, "expect_tx");
    unsigned at = returns ? 1 : 0;
    uint32_t state = NO_SLOT, count = slot_number(r, 1, 8), bytes;
    bool given = r->source->operand_count > at + 1;
    if (!mbarrier_place(r, at, &place) ||
        (returns && !operand_destination(r, 0, 8, &state)) ||
        (given && !expects && !wide_source(r, at + 1, &count)))
        return false;
    if (expects && (!wide_source(r, at + 1, &bytes) ||
                    !emit_update(r, &place, ATOMIC_EXPECT, NO_SLOT, bytes)))
        return false;
    struct insn *arrives =
        emit_release(r) ? emit_update(r, &place, op, state, count) : NULL;
    if (arrives && expects)
        arrives->flags |= INSN_MICRO;
    return arrives;
}

bool emit_copies_arrive(struct resolver *r)
{
    struct place place;
    return mbarrier_place(r, 0, &place) &&
           emit_at(r, OP_copies_bind, &place, NO_SLOT, NO_SLOT) &&
           (!opcode_has(r, "noinc") || emit_arrive(r, ATOMIC_ARRIVE));
}

/* mbarrier.test_wait p, [a], state;  .parity: of the phase to be complete */
static bool emit_test(struct resolver *r)
{
    struct place place;
    bool parity = opcode_has(r, "parity");
    uint32_t p, seen = slot_new(r, 8), wanted;
    if (!operand_destination(r, 0, 0, &p) || !mbarrier_place(r, 1, &place) ||
        !operand_source(r, 2, parity ? 4 : 8, &wanted) ||
        !emit_update(r, &place, ATOMIC_LOOK, seen, slot_number(r, 0, 8)))
        return false;
    r->detail.parity = parity;
    struct insn *test = emit_further(r, OP_mbarrier_test, &place, p, seen);
    if (test)
        test->c = wanted;
    return test;
}

static bool emit_shift(struct resolver *r, uint16_t op, uint32_t d, uint32_t a,
                       unsigned bits)
{
    struct insn *insn = emit_micro(r, op, d, a);
    if (insn)
        insn->b = slot_number(r, bits, 4);
    return insn;
}

/* mbarrier.pending_count d, state; */
static bool emit_pending(struct resolver *r)
{
    uint32_t d, state, wide = slot_new(r, 8);
    if (!operand_destination(r, 0, 4, &d) || !operand_source(r, 1, 8, &state))
        return false;
    return emit_shift(r, OP_shl_64, wide, state, 64 - MBARRIER_BYTES_BIT) &&
           emit_shift(r, OP_shr_u64, wide, wide, 64 - MBARRIER_COUNT_BITS) &&
           emit_micro(r, OP_cvt_u32_u64, d, wide);
}

static bool emit_inval(struct resolver *r)
{
    struct place place;
    return mbarrier_place(r, 0, &place) &&
           emit_at(r, OP_mbarrier_inval, &place, NO_SLOT, NO_SLOT);
}

bool emit_mbarrier(struct resolver *r)
{
    const char *what = opcode_part(r, 1);
    if (is(what, "init"))
        return emit_init(r);
    if (is(what, "arrive"))
        return emit_arrive(r, ATOMIC_ARRIVE);
    if (is(what, "arrive_drop"))
        return emit_arrive(r, ATOMIC_DROP);
    if (is(what, "test_wait") || is(what, "try_wait"))
        return emit_test(r);
    if (is(what, "pending_count"))
        return emit_pending(r);
    if (is(what, "expect_tx"))
        return emit_bytes(r, ATOMIC_EXPECT);
    if (is(what, "complete_tx"))
        return emit_bytes(r, ATOMIC_COMPLETE);
    return is(what, "inval") ? emit_inval(r) : resolver_unsupported(r);
}
