/*
 * resolve_async.c - barriers in shared memory, and copies into it.
 *
 * An mbarrier is 64 bits (code.h) that atomics of its own kinds change; the
 * state that arriving returns is what was there before.  A copy is a load and
 * a store: its bytes are there when it was issued, so what waits for it never
 * has to; who uses them before is told (machine/copies.h).
 * Source: PTX ISA 9.0, 9.7.9.25 "cp.async", 9.7.13.15 "mbarrier".
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

static bool emit_at(struct resolver *r, uint16_t op, const struct place *place,
                    uint32_t d, uint32_t b)
{
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = place->slot;
    insn->b = b;
    insn->offset = place->offset;
    insn->width = 8;
    insn->flags |= place->narrow ? INSN_ADDRESS_32 : 0;
    return emit_site(r, insn);
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
                   both);
}

static bool emit_update(struct resolver *r, const struct place *place,
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

/* mbarrier.arrive state, [a]{, count};  also without the state */
static bool emit_arrive(struct resolver *r, enum atomic_op op)
{
    struct place place;
    bool returns = operand_at(r, 0)->kind != PTX_OPND_ADDRESS;
    unsigned at = returns ? 1 : 0;
    uint32_t state = NO_SLOT, wide = slot_new(r, 8), count;
    if (!mbarrier_place(r, at, &place) ||
        (returns && !operand_destination(r, 0, 8, &state)))
        return false;
    if (r->source->operand_count == at + 1)
        wide = slot_number(r, 1, 8);
    else if (!operand_source(r, at + 1, 4, &count) ||
             !emit_micro(r, OP_cvt_u64_u32, wide, count))
        return false;
    return emit_release(r) && emit_update(r, &place, op, state, wide);
}

static bool emit_shift(struct resolver *r, uint16_t op, uint32_t d, uint32_t a,
                       unsigned bits)
{
    struct insn *insn = emit_micro(r, op, d, a);
    if (insn)
        insn->b = slot_number(r, bits, 4);
    return insn;
}

/* mbarrier.test_wait p, [a], state;  .parity: of the phase to be complete,
 * which it is when that of the running one differs */
static bool emit_test(struct resolver *r)
{
    struct place place;
    const unsigned last = 63, to_last = last - MBARRIER_PHASE_BIT;
    bool parity = opcode_has(r, "parity");
    uint32_t p, seen = slot_new(r, 8), wanted, phase = slot_new(r, 8);
    if (!operand_destination(r, 0, 0, &p) || !mbarrier_place(r, 1, &place) ||
        !operand_source(r, 2, parity ? 4 : 8, &wanted) ||
        !emit_update(r, &place, ATOMIC_LOOK, seen, slot_number(r, 0, 8)))
        return false;
    bool made =
        parity
            ? emit_shift(r, OP_shl_64, seen, seen, to_last) &&
                  emit_shift(r, OP_shr_u64, seen, seen, last) &&
                  emit_micro(r, OP_cvt_u64_u32, phase, wanted)
            : emit_shift(r, OP_shr_u64, seen, seen, MBARRIER_PHASE_BIT) &&
                  emit_shift(r, OP_shr_u64, phase, wanted, MBARRIER_PHASE_BIT);
    struct insn *differ = made ? emit_micro(r, OP_setp_ne_u64, p, seen) : NULL;
    if (differ)
        differ->b = phase;
    return differ;
}

static bool emit_pending(struct resolver *r)
{
    uint32_t d, state, wide = slot_new(r, 8);
    if (!operand_destination(r, 0, 4, &d) || !operand_source(r, 1, 8, &state))
        return false;
    return emit_shift(r, OP_shl_64, wide, state,
                      64 - 2 * MBARRIER_COUNT_BITS) &&
           emit_shift(r, OP_shr_u64, wide, wide, 64 - MBARRIER_COUNT_BITS) &&
           emit_micro(r, OP_cvt_u32_u64, d, wide);
}

bool emit_mbarrier(struct resolver *r)
{
    const char *what = opcode_part(r, 1);
    if (opcode_has(r, "expect_tx"))
        return resolver_unsupported(r);
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
    return is(what, "inval") ? emit_nothing(r) : resolver_unsupported(r);
}

/* ---- copies ------------------------------------------------------------- */

/* One load or store of the words from this one on. */
static bool emit_words(struct resolver *r, uint16_t op,
                       const struct place *place, unsigned first,
                       unsigned count, const uint32_t *words)
{
    r->detail.type = PTX_B32;
    r->detail.vector = (uint8_t)count;
    r->detail.register_bytes = 4;
    memcpy(r->detail.slots, words + first, count * sizeof *words);
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->a = place->slot;
    insn->offset = place->offset + 4 * (int32_t)first;
    insn->width = (uint8_t)(4 * count);
    insn->d = op == OP_ld_global ? words[first] : NO_SLOT;
    insn->b = op == OP_ld_global ? NO_SLOT : words[first];
    insn->flags |= (uint8_t)((place->narrow ? INSN_ADDRESS_32 : 0) |
                             (count == 1 ? INSN_WHOLE : 0));
    return emit_site(r, insn);
}

/* The bytes as they stand in the program; false: they do not. */
static bool literal(struct resolver *r, unsigned i, uint64_t *value)
{
    const struct ptx_operand *o = operand_at(r, i);
    *value = o->bits;
    return o->kind == PTX_OPND_INT;
}

static bool emit_copied_words(struct resolver *r, const struct place *place,
                              unsigned count, const uint32_t *words)
{
    r->detail.copies = true;
    return emit_words(r, OP_st_shared, place, 0, count, words);
}

/* cp.async.ca.shared.global [dst], [src], size{, bytes of the source}: what
 * the source lacks is 0. */
static bool emit_copy_words(struct resolver *r)
{
    struct place dst, src;
    uint64_t size, given;
    uint32_t words[4];
    if (!place_find(r, 0, &dst) || !place_find(r, 1, &src))
        return false;
    if (!literal(r, 2, &size) || (size != 4 && size != 8 && size != 16))
        return resolver_unsupported(r);
    given = size;
    if (r->source->operand_count > 4 ||
        (r->source->operand_count > 3 && !literal(r, 3, &given)) ||
        given > size || given % 4)
        return resolver_fail(r,
                             "%.60s with a size of the source that is not "
                             "a constant, or not of whole words, is not "
                             "supported",
                             r->source->opcode);
    unsigned have = (unsigned)given / 4, all = (unsigned)size / 4;
    for (unsigned i = 0; i < all; i++)
        words[i] = i < have ? slot_new(r, 4) : slot_number(r, 0, 4);
    /* Three words are two and one. */
    unsigned first = have == 3 ? 2 : have;
    return (!first || emit_words(r, OP_ld_global, &src, 0, first, words)) &&
           (first == have ||
            emit_words(r, OP_ld_global, &src, first, 1, words)) &&
           emit_copied_words(r, &dst, all, words);
}

static bool emit_copies(struct resolver *r, int32_t what)
{
    struct insn *insn = emit_micro(r, OP_copies, NO_SLOT, NO_SLOT);
    if (insn)
        insn->offset = what;
    return insn;
}

static bool emit_wait(struct resolver *r)
{
    uint64_t groups;
    if (!literal(r, 0, &groups) || groups > INT32_MAX)
        return resolver_unsupported(r);
    return emit_copies(r, (int32_t)groups);
}

bool emit_copy(struct resolver *r)
{
    const char *what = opcode_part(r, 2);
    if (!is(opcode_part(r, 1), "async"))
        return resolver_unsupported(r);
    if (is(what, "commit_group"))
        return emit_copies(r, COPIES_COMMIT);
    if (is(what, "wait_group"))
        return emit_wait(r);
    if (is(what, "wait_all"))
        return emit_copies(r, COPIES_WAIT_ALL);
    /* The copies before it count as waited for: with .noinc it is an arrival,
     * and without an arrival more was expected first. */
    if (is(what, "mbarrier"))
        return emit_copies(r, COPIES_WAIT_ALL) &&
               (!opcode_has(r, "noinc") || emit_arrive(r, ATOMIC_ARRIVE));
    return is(what, "ca") || is(what, "cg") ? emit_copy_words(r)
                                            : resolver_unsupported(r);
}
