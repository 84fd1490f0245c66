/*
 * resolve_sync.c - what lanes do together: shuffles, votes, barriers.
 */
#include "resolver.h"

#include <stdio.h>

/* ---- warp and block ----------------------------------------------------- */

/* The member mask of a .sync form, or every lane for the old forms. */
static bool member_mask(struct resolver *r, unsigned i, uint32_t *slot)
{
    if (i < r->source->operand_count)
        return operand_source(r, i, 4, slot);
    *slot = NO_SLOT;
    return true;
}

/* Old forms without .sync are the new ones among the active lanes. */
static bool sync_op(struct resolver *r, uint16_t *op)
{
    char name[PART_CHARS] = "";
    size_t at = (size_t)snprintf(name, sizeof name, "%s", r->parts[0]);
    bool match = is(r->parts[0], "match");
    if (!opcode_has(r, "sync") && !match)
        at += (size_t)snprintf(name + at, sizeof name - at, ".sync");
    for (unsigned i = 1; i < r->part_count && at < sizeof name; i++)
        at += (size_t)snprintf(name + at, sizeof name - at, ".%s", r->parts[i]);
    return (at < sizeof name && op_find(name, op)) || resolver_unsupported(r);
}

bool emit_shuffle(struct resolver *r)
{
    uint16_t op;
    uint32_t d, a, b, c, mask;
    if (!sync_op(r, &op) || !operand_pair(r, 4, 0, &d, &r->detail.second) ||
        !operand_source(r, 1, 4, &a) || !operand_source(r, 2, 4, &b) ||
        !operand_source(r, 3, 4, &c) || !member_mask(r, 4, &mask))
        return false;
    r->detail.fourth = mask;
    return emit_slots(r, op, d, a, b, c);
}

/* vote, match, redux: d, a, mask */
bool emit_vote(struct resolver *r)
{
    uint16_t op;
    bool vote = is(r->parts[0], "vote");
    uint32_t d, a, mask;
    uint32_t bytes = vote ? 0 : ptx_type_size(opcode_type(r));
    uint32_t result = vote ? register_bytes(opcode_type(r)) : 4;
    if (!sync_op(r, &op) ||
        !operand_pair(r, result, 0, &d, &r->detail.second) ||
        !operand_source(r, 1, bytes, &a) || !member_mask(r, 2, &mask))
        return false;
    r->detail.fourth = mask;
    return emit_slots(r, op, d, a, NO_SLOT, NO_SLOT);
}

bool emit_elect(struct resolver *r)
{
    uint32_t d, mask;
    if (!operand_pair(r, 4, 0, &d, &r->detail.second) ||
        !operand_source(r, 1, 4, &mask))
        return false;
    r->detail.fourth = mask;
    return emit_slots(r, OP_elect, d, NO_SLOT, NO_SLOT, NO_SLOT);
}

bool emit_activemask(struct resolver *r)
{
    uint32_t d;
    if (!operand_destination(r, 0, 4, &d))
        return false;
    return emit_slots(r, OP_activemask, d, NO_SLOT, NO_SLOT, NO_SLOT);
}

static bool emit_warp_sync(struct resolver *r)
{
    uint32_t mask;
    if (!member_mask(r, 0, &mask))
        return false;
    r->detail.fourth = mask;
    return emit(r, OP_warp_sync) != NULL;
}

static uint16_t barrier_op(const struct resolver *r)
{
    bool loose = is(r->parts[0], "barrier") && !opcode_has(r, "aligned");
    if (opcode_has(r, "arrive"))
        return OP_barrier_arrive;
    if (opcode_has(r, "red"))
        return opcode_has(r, "popc")  ? OP_barrier_red_popc
               : opcode_has(r, "and") ? OP_barrier_red_and
                                      : OP_barrier_red_or;
    if (!opcode_has(r, "sync"))
        return OP_COUNT;
    return loose ? OP_barrier_loose : OP_barrier;
}

/* bar.sync a{, b}; bar.arrive a, b; bar.red.op d, a{, b}, p */
bool emit_barrier(struct resolver *r)
{
    if (opcode_has(r, "warp"))
        return emit_warp_sync(r);
    uint16_t op = barrier_op(r);
    uint32_t d = NO_SLOT, a, b = NO_SLOT, p = NO_SLOT;
    unsigned at = 0, count = r->source->operand_count;
    if (op == OP_COUNT || opcode_has(r, "cluster"))
        return resolver_unsupported(r);
    bool reduces = opcode_has(r, "red");
    uint32_t result = opcode_has(r, "popc") ? 4 : 0;
    if (reduces && !operand_destination(r, at++, result, &d))
        return false;
    if (!operand_source(r, at++, 4, &a))
        return false;
    if (at + (reduces ? 1 : 0) < count && !operand_source(r, at++, 4, &b))
        return false;
    if (reduces && !operand_source(r, at, 0, &p))
        return false;
    return emit_slots(r, op, d, a, b, p);
}
