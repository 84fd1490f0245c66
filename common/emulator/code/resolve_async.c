/*
 * resolve_async.c - copies into shared memory, and from it.
 *
 * A copy is a load and a store: its bytes are there when it was issued, so
 * what waits for it never has to; who uses them before is told
 * (machine/copies.h).
 * Source: PTX ISA 9.0, 9.7.9.25 "cp.async", "cp.async.bulk".
 */
#include "resolver.h"

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

static bool emit_groups(struct resolver *r, uint16_t op, int32_t what)
{
    struct insn *insn = emit_micro(r, op, NO_SLOT, NO_SLOT);
    if (insn)
        insn->offset = what;
    return insn;
}

static bool emit_wait(struct resolver *r, uint16_t op)
{
    uint64_t groups;
    if (!literal(r, 0, &groups) || groups > INT32_MAX)
        return resolver_unsupported(r);
    return emit_groups(r, op, (int32_t)groups);
}

/* ---- bulk copies --------------------------------------------------------- */

/* The address of operand i, 64 bits wide. */
static bool bulk_address(struct resolver *r, unsigned i, uint32_t *slot)
{
    struct place place;
    if (!place_find(r, i, &place))
        return false;
    if (place.slot == NO_SLOT)
        return resolver_fail(r, "%.60s of a parameter is not supported",
                             r->source->opcode);
    uint32_t wide = place.narrow ? slot_new(r, 8) : place.slot;
    *slot = place.offset ? slot_new(r, 8) : wide;
    if (place.narrow && !emit_micro(r, OP_cvt_u64_u32, wide, place.slot))
        return false;
    struct insn *sum =
        place.offset ? emit_micro(r, OP_add_64, *slot, wide) : NULL;
    if (sum)
        sum->b = slot_number(r, (uint64_t)(int64_t)place.offset, 8);
    return !place.offset || sum;
}

/* [destination], [source], bytes{, [mbarrier]} */
static bool emit_bulk_copy(struct resolver *r, uint16_t op, bool waits)
{
    uint32_t to, from, bytes, barrier = NO_SLOT;
    if (r->source->operand_count != (waits ? 4 : 3))
        return resolver_unsupported(r);
    if (!bulk_address(r, 0, &to) || !bulk_address(r, 1, &from) ||
        !operand_source(r, 2, 4, &bytes) ||
        (waits && !bulk_address(r, 3, &barrier)))
        return false;
    r->detail.fourth = barrier;
    struct insn *insn = emit_slots(r, op, NO_SLOT, to, bytes, from);
    if (!insn)
        return false;
    insn->width = BULK_UNIT;
    r->program->has_bulk = true;
    return emit_site(r, insn);
}

/* .shared::cluster is the block's own: mapa, which makes addresses in those of
 * others, is refused. */
static bool is_own_shared(const char *text)
{
    return is(text, "shared::cluster") || is(text, "shared::cta");
}

/* cp.async.bulk.DESTINATION.SOURCE.COMPLETION, without tensors, multicast,
 * policies, masks; prefetches, which are hints; and groups. */
static bool emit_bulk(struct resolver *r)
{
    const char *to = opcode_part(r, 3), *from = opcode_part(r, 4);
    if (is(to, "commit_group"))
        return emit_groups(r, OP_bulk_groups, COPIES_COMMIT);
    if (is(to, "wait_group"))
        return emit_wait(r, OP_bulk_groups);
    if (is(to, "prefetch") && is(from, "L2"))
        return emit_nothing(r);
    if (r->part_count != 6)
        return resolver_unsupported(r);
    if (is_own_shared(to) && is(from, "global") &&
        !strncmp(opcode_part(r, 5), "mbarrier::", 10))
        return emit_bulk_copy(r, OP_bulk_load, true);
    if (is(to, "global") && is(from, "shared::cta") &&
        is(opcode_part(r, 5), "bulk_group"))
        return emit_bulk_copy(r, OP_bulk_store, false);
    return resolver_unsupported(r);
}

/* cp.reduce.async.bulk.global.shared::cta.bulk_group.OP.TYPE */
static bool emit_bulk_reduction(struct resolver *r)
{
    unsigned op = opcode_has(r, "noftz") ? 8 : 7;
    if (r->part_count != op + 2 || !is(opcode_part(r, 4), "global") ||
        !is(opcode_part(r, 5), "shared::cta") ||
        !is(opcode_part(r, 6), "bulk_group") ||
        !atomic_reduces(opcode_part(r, op), opcode_part(r, op + 1),
                        &r->detail.atomic))
        return resolver_unsupported(r);
    r->detail.type = type_named(opcode_part(r, op + 1));
    r->detail.reduces = true;
    return emit_bulk_copy(r, OP_bulk_store, false);
}

bool emit_copy(struct resolver *r)
{
    const char *what = opcode_part(r, 2);
    if (is(opcode_part(r, 1), "reduce") && is(what, "async") &&
        is(opcode_part(r, 3), "bulk"))
        return emit_bulk_reduction(r);
    if (!is(opcode_part(r, 1), "async"))
        return resolver_unsupported(r);
    if (is(what, "commit_group"))
        return emit_groups(r, OP_copies, COPIES_COMMIT);
    if (is(what, "wait_group"))
        return emit_wait(r, OP_copies);
    if (is(what, "wait_all"))
        return emit_groups(r, OP_copies, COPIES_WAIT_ALL);
    /* With .noinc it is an arrival, and without an arrival more was expected
     * first. */
    if (is(what, "mbarrier"))
        return emit_copies_arrive(r);
    if (is(what, "bulk"))
        return emit_bulk(r);
    return is(what, "ca") || is(what, "cg") ? emit_copy_words(r)
                                            : resolver_unsupported(r);
}
