/*
 * resolve_arith.c - instructions that compute: rows of ops.def, carries, bit
 * fields, comparisons and selections.
 */
#include "resolver.h"

#include <stdio.h>

/* Bytes of the lanes of d, a, b, c; 0: predicate or unused. */
static const struct op_lanes {
    uint8_t d, a, b, c;
} op_lanes[] = {
#define W(T)                                  sizeof(T)
#define U(id, name, class, D, A, v)           {W(D), W(A), 0, 0},
#define B(id, name, class, D, A, B, v)        {W(D), W(A), W(B), 0},
#define T(id, name, class, D, A, B, C, v)     {W(D), W(A), W(B), W(C)},
#define F(id, name, class, kind, T, flops, v) LANES_##kind(T)
#define LANES_U(T)                            {W(T), W(T), 0, 0},
#define LANES_B(T)                            {W(T), W(T), W(T), 0},
#define LANES_T(T)                            {W(T), W(T), W(T), W(T)},
#define S(id, name, class, A, condition)      {0, W(A), W(A), 0},
#define OP(id, name, class)                   {0, 0, 0, 0},
#include "ops.def"
#undef W
};

/* Operands the row takes, d included; 0: has a case of its own. */
static const uint8_t op_arity[] = {
#define U(id, name, class, D, A, v)           2,
#define B(id, name, class, D, A, B, v)        3,
#define T(id, name, class, D, A, B, C, v)     4,
#define F(id, name, class, kind, T, flops, v) ARITY_##kind
#define ARITY_U                               2,
#define ARITY_B                               3,
#define ARITY_T                               4,
#define S(id, name, class, A, condition)      3,
#define OP(id, name, class)                   0,
#include "ops.def"
};

/* ---- a row of ops.def ---------------------------------------------------- */

/* Approximations of double precision have rows of their own for .ftz. */
static bool has_row_for_ftz(const struct resolver *r)
{
    return is(r->parts[0], "rcp") || is(r->parts[0], "rsqrt");
}

/* Opcode without the modifiers that do not choose the row. */
static void plain_name(struct resolver *r, enum ptx_type type)
{
    size_t at = 0;
    bool approximate_double = type == PTX_F64 && has_row_for_ftz(r);
    bool divides = is(r->parts[0], "div");
    for (unsigned i = 0; i < r->part_count; i++) {
        const char *text = r->parts[i];
        if (i > 0 && type_is_float(type)) {
            enum rounding rounding = rounding_named(text);
            if (rounding)
                r->detail.rounding = rounding;
            r->detail.saturate |= is(text, "sat");
            r->detail.flush |= is(text, "ftz");
            r->detail.relu |= is(text, "relu");
            if (rounding || is(text, "sat") || is(text, "full") ||
                is(text, "relu") || (is(text, "approx") && !divides) ||
                (is(text, "ftz") && !approximate_double))
                continue;
        }
        at += (size_t)snprintf(r->opcode + at, sizeof r->opcode - at,
                               i ? ".%s" : "%s", text);
        if (at >= sizeof r->opcode)
            break;
    }
}

/* "flush" of f32: the row "flush.f32", from a into d. */
static bool step_from(struct resolver *r, const char *step, enum ptx_type type,
                      uint32_t d, uint32_t a)
{
    char name[24];
    uint16_t op;
    snprintf(name, sizeof name, "%s.%s", step, ptx_type_name(type));
    if (!op_find(name, &op))
        return resolver_unsupported(r);
    return emit_micro(r, op, d, a) != NULL;
}

/* .ftz of what goes in. */
static bool flush_source(struct resolver *r, enum ptx_type type, uint32_t *slot)
{
    uint32_t flushed = slot_new(r, ptx_type_size(type));
    if (!step_from(r, "flush", type, flushed, *slot))
        return false;
    *slot = flushed;
    return true;
}

bool float_step(struct resolver *r, const char *step, bool wanted,
                enum ptx_type type, uint32_t d)
{
    return !wanted || step_from(r, step, type, d, d);
}

bool float_finish(struct resolver *r, enum ptx_type type, uint32_t d)
{
    bool flush = r->detail.flush && type != PTX_F64;
    if (r->detail.rounding > ROUND_RN &&
        !emit_micro(r, OP_round_end, NO_SLOT, NO_SLOT))
        return false;
    return float_step(r, "flush", flush, type, d) &&
           float_step(r, "saturate", r->detail.saturate, type, d) &&
           float_step(r, "relu", r->detail.relu, type, d);
}

static bool row_operands(struct resolver *r, uint16_t op, enum ptx_type type,
                         uint32_t slots[4])
{
    struct op_lanes lanes = op_lanes[op];
    const uint8_t bytes[4] = {lanes.d, lanes.a, lanes.b, lanes.c};
    unsigned arity = op_arity[op];
    bool selects = is(r->parts[0], "slct");
    if (r->source->operand_count != arity)
        return resolver_fail(r, "%.60s takes %u operands, not %u",
                             r->source->opcode, arity,
                             r->source->operand_count);
    for (unsigned i = 1; i < arity; i++) {
        if (!operand_source(r, i, bytes[i], &slots[i]))
            return false;
        bool number = !selects || i == 3;
        if (r->detail.flush && type != PTX_F64 && number &&
            !flush_source(r, type, &slots[i]))
            return false;
    }
    if (selects)
        r->detail.flush = false; /* what it chooses is bits */
    return operand_destination(r, 0, lanes.d, &slots[0]);
}

bool emit_row(struct resolver *r)
{
    enum ptx_type type = opcode_type(r);
    uint32_t slots[4] = {NO_SLOT, NO_SLOT, NO_SLOT, NO_SLOT};
    uint16_t op;
    plain_name(r, type);
    if (!op_find(r->opcode, &op) || !op_arity[op])
        return resolver_unsupported(r);
    bool half = type == PTX_F16 || type == PTX_F16X2;
    if ((type == PTX_F64 && r->detail.flush && !has_row_for_ftz(r)) ||
        (half && r->detail.rounding > ROUND_RN))
        return resolver_unsupported(r);
    if (!row_operands(r, op, type, slots))
        return false;
    if (r->detail.rounding > ROUND_RN &&
        !emit_micro(r, OP_round_begin, NO_SLOT, NO_SLOT))
        return false;
    return emit_slots(r, op, slots[0], slots[1], slots[2], slots[3]) &&
           float_finish(r, type, slots[0]);
}

bool emit_predicate(struct resolver *r)
{
    uint16_t op;
    uint32_t d, a, b = NO_SLOT;
    if (!op_find(r->source->opcode, &op))
        return resolver_unsupported(r);
    if (!operand_destination(r, 0, 0, &d) || !operand_source(r, 1, 0, &a) ||
        (r->source->operand_count > 2 && !operand_source(r, 2, 0, &b)))
        return false;
    return emit_slots(r, op, d, a, b == NO_SLOT ? a : b, NO_SLOT);
}

bool emit_arithmetic(struct resolver *r)
{
    return opcode_type(r) == PTX_PRED ? emit_predicate(r) : emit_row(r);
}

/* add.cc, addc, subc, mad.lo.cc: the carry is a slot of its own. */
bool emit_carry(struct resolver *r)
{
    uint16_t op;
    uint32_t bytes = ptx_type_size(opcode_type(r));
    uint32_t d, a, b, c = NO_SLOT;
    if (!op_find(r->source->opcode, &op))
        return resolver_unsupported(r);
    if (!operand_source(r, 1, bytes, &a) || !operand_source(r, 2, bytes, &b) ||
        (r->source->operand_count > 3 && !operand_source(r, 3, bytes, &c)) ||
        !operand_destination(r, 0, bytes, &d))
        return false;
    if (r->carry == NO_SLOT)
        r->carry = slot_new(r, 0);
    struct insn *insn = emit_slots(r, op, d, a, b, c);
    if (insn)
        insn->target = r->carry;
    return insn;
}

/* Rows with a fourth source: bfi, lop3; and prmt. */
bool emit_bits(struct resolver *r)
{
    uint16_t op;
    uint32_t bytes = ptx_type_size(opcode_type(r));
    uint32_t count = r->source->operand_count;
    uint32_t d, a, b, c, fourth = NO_SLOT;
    if (!op_find(r->source->opcode, &op))
        return resolver_unsupported(r);
    if (op_arity[op]) /* prmt's modes */
        return emit_row(r);
    if (!operand_source(r, 1, bytes, &a) || !operand_source(r, 2, bytes, &b) ||
        !operand_source(r, 3, 4, &c) ||
        (count > 4 && !operand_source(r, 4, 4, &fourth)) ||
        !operand_destination(r, 0, bytes, &d))
        return false;
    if ((op == OP_prmt) != (count == 4))
        return resolver_unsupported(r);
    r->detail.fourth = fourth;
    return emit_slots(r, op, d, a, b, c);
}

/* ---- comparisons -------------------------------------------------------- */

static enum bool_op bool_op_named(const char *text)
{
    return is(text, "and")   ? BOOL_AND
           : is(text, "or")  ? BOOL_OR
           : is(text, "xor") ? BOOL_XOR
                             : BOOL_NONE;
}

/* Emits the comparison of operands first and first + 1 into d. */
static bool emit_compare(struct resolver *r, const char *comparison,
                         enum ptx_type type, unsigned first, uint32_t d)
{
    uint16_t op;
    uint32_t a, b, c = NO_SLOT;
    uint32_t bytes = ptx_type_size(type);
    snprintf(r->opcode, sizeof r->opcode, "setp.%s.%s", comparison,
             ptx_type_name(type));
    if (!op_find(r->opcode, &op))
        return resolver_unsupported(r);
    if (!operand_source(r, first, bytes, &a) ||
        !operand_source(r, first + 1, bytes, &b))
        return false;
    if (r->detail.boolean && !operand_source(r, first + 2, 0, &c))
        return false;
    if (opcode_has(r, "ftz") &&
        (!flush_source(r, type, &a) || !flush_source(r, type, &b)))
        return false;
    return emit_slots(r, op, d, a, b, c);
}

/* The lower and the upper half of a source. */
static bool source_halves(struct resolver *r, unsigned operand,
                          uint32_t halves[2])
{
    uint32_t whole;
    struct insn *insn;
    if (!operand_source(r, operand, 4, &whole) ||
        (opcode_has(r, "ftz") && !flush_source(r, PTX_F16X2, &whole)))
        return false;
    r->detail.vector = r->detail.register_bytes = 2;
    for (unsigned i = 0; i < 2; i++)
        r->detail.slots[i] = halves[i] = slot_new(r, 2);
    if (!(insn = emit_micro(r, OP_unpack, NO_SLOT, whole)))
        return false;
    insn->width = 4;
    r->detail.vector = r->detail.register_bytes = 0;
    return true;
}

/* setp.f16x2 p|q: the lower halves into p, the upper ones into q.  The third
 * source may be p, so that p is written last. */
static bool emit_setp_pair(struct resolver *r)
{
    uint16_t op;
    uint32_t p, q, a[2], b[2], c = NO_SLOT, truth = slot_new(r, 0);
    snprintf(r->opcode, sizeof r->opcode, "setp.%s.f16", opcode_part(r, 1));
    if (!op_find(r->opcode, &op))
        return resolver_unsupported(r);
    if (!operand_pair(r, 0, 0, &p, &q) || !source_halves(r, 1, a) ||
        !source_halves(r, 2, b) ||
        (r->detail.boolean && !operand_source(r, 3, 0, &c)) ||
        !emit_slots(r, op, truth, a[0], b[0], c))
        return false;
    if (q != NO_SLOT) {
        if (!emit_slots(r, op, q, a[1], b[1], c))
            return false;
        r->code->insns[r->code->insn_count - 1].flags |= INSN_MICRO;
    }
    struct insn *insn = emit_micro(r, OP_mov_pred, p, truth);
    if (insn)
        insn->b = truth;
    return insn;
}

bool emit_setp(struct resolver *r)
{
    uint32_t d;
    r->detail.boolean = bool_op_named(opcode_part(r, 2));
    r->detail.second = NO_SLOT;
    if (opcode_type(r) == PTX_F16X2)
        return emit_setp_pair(r);
    return operand_pair(r, 0, 0, &d, &r->detail.second) &&
           emit_compare(r, opcode_part(r, 1), opcode_type(r), 1, d);
}

bool emit_testp(struct resolver *r)
{
    uint16_t op;
    uint32_t d, a, bytes = ptx_type_size(opcode_type(r));
    if (!op_find(r->source->opcode, &op))
        return resolver_unsupported(r);
    if (!operand_destination(r, 0, 0, &d) || !operand_source(r, 1, bytes, &a))
        return false;
    r->detail.second = NO_SLOT;
    return emit_slots(r, op, d, a, a, NO_SLOT);
}

static bool emit_selection(struct resolver *r, uint32_t bytes, uint32_t d,
                           uint32_t a, uint32_t b, uint32_t predicate)
{
    const uint16_t op = bytes == 2   ? OP_selp_16
                        : bytes == 4 ? OP_selp_32
                                     : OP_selp_64;
    return emit_slots(r, op, d, a, b, predicate);
}

/* set of two halves at once is a row. */
static bool emit_set_pair(struct resolver *r)
{
    uint32_t d, a, b;
    uint16_t op;
    snprintf(r->opcode, sizeof r->opcode, "set.%s.%s.f16x2", opcode_part(r, 1),
             opcode_part(r, r->part_count - 2));
    if (r->detail.boolean || !op_find(r->opcode, &op))
        return resolver_unsupported(r);
    if (!operand_source(r, 1, 4, &a) || !operand_source(r, 2, 4, &b) ||
        !operand_destination(r, 0, 4, &d))
        return false;
    if (opcode_has(r, "ftz") &&
        (!flush_source(r, PTX_F16X2, &a) || !flush_source(r, PTX_F16X2, &b)))
        return false;
    return emit_slots(r, op, d, a, b, NO_SLOT);
}

/* set.cmp.dtype.stype: all ones, or 1.0 for a floating-point d. */
bool emit_set(struct resolver *r)
{
    enum ptx_type result = type_named(opcode_part(r, r->part_count - 2));
    uint32_t bytes = register_bytes(result), d;
    uint32_t truth = slot_new(r, 0);
    uint64_t yes = result == PTX_F32   ? 0x3f800000
                   : result == PTX_F16 ? 0x3c00
                                       : ~0ull;
    r->detail.boolean = bool_op_named(opcode_part(r, 2));
    r->detail.second = NO_SLOT;
    bool half = opcode_type(r) == PTX_F16;
    bool integer = result == PTX_U32 || result == PTX_S32 ||
                   (half && (result == PTX_U16 || result == PTX_S16));
    if (opcode_type(r) == PTX_F16X2)
        return emit_set_pair(r);
    if (!integer && result != PTX_F16 && (result != PTX_F32 || half))
        return resolver_unsupported(r);
    if (!operand_destination(r, 0, bytes, &d) ||
        !emit_compare(r, opcode_part(r, 1), opcode_type(r), 1, truth))
        return false;
    if (!emit_selection(r, bytes, d, slot_number(r, yes, bytes),
                        slot_number(r, 0, bytes), truth))
        return false;
    r->code->insns[r->code->insn_count - 1].flags |= INSN_MICRO;
    return true;
}

bool emit_selp(struct resolver *r)
{
    uint32_t bytes = register_bytes(opcode_type(r));
    uint32_t d, a, b, predicate;
    return operand_destination(r, 0, bytes, &d) &&
           operand_source(r, 1, bytes, &a) && operand_source(r, 2, bytes, &b) &&
           operand_source(r, 3, 0, &predicate) &&
           emit_selection(r, bytes, d, a, b, predicate);
}
