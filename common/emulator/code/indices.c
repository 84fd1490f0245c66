/*
 * indices.c - products of ints that become addresses: see indices.h.
 *
 * Idea: two questions of each register, answered over all instructions in any
 * order.  What does its value stem from?  And which product is part of it?
 * The second goes with the value through sums, shifts and conversions to
 * 64 bits; where it arrives at an access of global memory, it was an index.
 */
#include "indices.h"
#include "op_class.h"
#include "uses.h"

#include <stdlib.h>

/* What a value stems from; 0: constants. */
enum { SIZE = 1, THREAD = 2, OTHER = 4 };

struct slot_facts {
    uint8_t from;
    bool written;
    uint32_t product; /* number of its instruction, from 1; 0: none */
};

struct search {
    struct code *code;
    struct slot_facts *slots; /* [slot / 64] */
    bool changed;
};

static struct slot_facts facts(const struct search *s, uint32_t slot)
{
    struct slot_facts none = {0};
    return slot == NO_SLOT ? none : s->slots[slot / 64];
}

static void learn(struct search *s, uint32_t slot, uint8_t from,
                  uint32_t product)
{
    struct slot_facts *known = &s->slots[slot / 64];
    if (slot == NO_SLOT)
        return;
    s->changed |= (from & ~known->from) || (product && !known->product);
    known->from |= from;
    if (!known->product)
        known->product = product;
}

/* A constant that keeps what it is combined with below 2^16. */
static bool is_small(const struct search *s, uint32_t slot)
{
    const struct constant *constant = code_constant(s->code, slot);
    return constant && constant->bytes && constant->bits < 1u << 16;
}

static bool is_kept_small(const struct search *s, const struct insn *insn)
{
    switch (insn->op) {
    case OP_and_32:
    case OP_min_u32:
    case OP_min_s32:
    case OP_rem_u32:
    case OP_rem_s32: return is_small(s, insn->a) || is_small(s, insn->b);
    default: return false;
    }
}

/* Parts of a whole, times the number of one, are no more than the whole. */
static bool divides(uint16_t op)
{
    return op == OP_div_u32 || op == OP_div_s32;
}

static bool is_product(const struct search *s, const struct insn *insn)
{
    uint8_t a = facts(s, insn->a).from, b = facts(s, insn->b).from;
    return (insn->op == OP_mul_lo_32 || insn->op == OP_mad_lo_32) &&
           ((a & SIZE && b) || (b & SIZE && a));
}

static bool is_int(enum ptx_type type)
{
    return type == PTX_U32 || type == PTX_S32 || type == PTX_B32;
}

static void follow_load(struct search *s, const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    bool size = insn->op == OP_ld_param && is_int(detail->type);
    for (uint32_t i = 0; i < detail->vector; i++)
        learn(s, detail->slots[i], size ? SIZE : OTHER, 0);
}

/* Sums and the like: what is part of an operand is part of the result. */
static void follow_value(struct search *s, uint32_t at)
{
    const struct insn *insn = &s->code->insns[at];
    struct slot_facts a = facts(s, insn->a), b = facts(s, insn->b);
    struct slot_facts c = facts(s, insn->c);
    uint8_t from = a.from | b.from | c.from;
    uint32_t product = a.product   ? a.product
                       : b.product ? b.product
                                   : c.product;
    if (is_kept_small(s, insn)) {
        learn(s, insn->d, from & ~SIZE ? from & ~SIZE : OTHER, 0);
        return;
    }
    if (divides(insn->op))
        from = OTHER;
    learn(s, insn->d, from, is_product(s, insn) ? at + 1 : product);
}

static void follow(struct search *s, uint32_t at)
{
    const struct insn *insn = &s->code->insns[at];
    if (op_class(insn->op)->role == ROLE_LOADS)
        follow_load(s, insn);
    else if (uses_pass_on(insn) && !op_fills_slots(insn->op))
        follow_value(s, at);
    else if (insn->d != NO_SLOT)
        learn(s, insn->d, OTHER, 0);
}

/* What is written at more places than one may be a loop's. */
static void begin(struct search *s)
{
    const struct code *code = s->code;
    for (uint32_t i = 0; i < code->special_count; i++)
        learn(s, code->specials[i].slot, THREAD, 0);
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct uses written = uses_written(&code->insns[i]);
        for (unsigned k = 0; k < written.count; k++) {
            struct slot_facts *slot = &s->slots[written.slot[k] / 64];
            if (slot->written)
                slot->from |= OTHER;
            slot->written = true;
        }
    }
}

static bool same_line(struct ptx_loc a, struct ptx_loc b)
{
    return a.line == b.line && a.file == b.file;
}

/* A loop's head, or a condition.  Compilers say of what they took out of a loop
 * that it is of its head. */
static bool branches_at(const struct code *code, struct ptx_loc loc)
{
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (code->insns[i].op == OP_bra &&
            same_line(code->insns[i].detail->loc, loc))
            return true;
    return false;
}

/* Where the source has the product: of its own line or, if that is a loop's,
 * that of the access.  One for each line. */
static void keep(struct code *code, struct ptx_loc product,
                 struct ptx_loc access)
{
    struct ptx_loc loc = branches_at(code, product) ? access : product;
    for (uint32_t i = 0; i < code->product_count; i++)
        if (same_line(code->products[i], loc))
            return;
    if (code->product_count < MAX_PRODUCTS)
        code->products[code->product_count++] = loc;
}

bool indices_find(struct code *code)
{
    struct search s = {.code = code};
    s.slots = calloc(code->frame_bytes / 64 + 1, sizeof *s.slots);
    if (!s.slots)
        return false;
    begin(&s);
    do {
        s.changed = false;
        for (uint32_t i = 0; i < code->insn_count; i++)
            follow(&s, i);
    } while (s.changed);
    for (uint32_t i = 0; i < code->insn_count; i++) {
        const struct insn *insn = &code->insns[i];
        uint32_t product = facts(&s, insn->a).product;
        enum op_role role = op_class(insn->op)->role;
        if (product && op_reaches_global(insn->op) && role != ROLE_COMPUTES)
            keep(code, code->insns[product - 1].detail->loc, insn->detail->loc);
    }
    free(s.slots);
    return true;
}
