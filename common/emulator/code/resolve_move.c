/*
 * resolve_move.c - mov, cvt, cvta and isspacep.
 */
#include "resolver.h"

/* ---- mov and cvt -------------------------------------------------------- */

/* mov.b64 %rd, {%r1, %r2}; mov.b64 {%r1, %r2}, %rd */
static bool emit_pieces(struct resolver *r, bool pack)
{
    const struct ptx_operand *vector = operand_at(r, pack ? 1 : 0);
    uint32_t bytes = register_bytes(opcode_type(r)), whole;
    uint32_t count = vector->list_count;
    if (bytes < 4 || (count != 2 && count != 4) || bytes / count < 2)
        return resolver_unsupported(r);
    r->detail.vector = (uint8_t)count;
    r->detail.register_bytes = (uint8_t)(bytes / count);
    for (uint32_t i = 0; i < count; i++) {
        const struct ptx_operand *o = &vector->list[i];
        r->detail.slots[i] = NO_SLOT;
        if (pack && o->kind == PTX_OPND_INT)
            r->detail.slots[i] = slot_number(r, o->bits, bytes / count);
        else if ((pack || o->kind != PTX_OPND_DISCARD) &&
                 !operand_written(r, o, bytes / count, &r->detail.slots[i]))
            return false;
    }
    if (pack ? !operand_destination(r, 0, bytes, &whole)
             : !operand_source(r, 1, bytes, &whole))
        return false;
    struct insn *insn = emit(r, pack ? OP_pack : OP_unpack);
    if (!insn)
        return false;
    insn->width = (uint8_t)bytes;
    *(pack ? &insn->d : &insn->a) = whole;
    return true;
}

static bool clock_op(const char *name, uint16_t *op, uint32_t *bytes)
{
    *bytes = is(name, "%clock") || is(name, "%clock_hi") ? 4 : 8;
    *op = is(name, "%clock")         ? OP_mov_clock
          : is(name, "%clock64")     ? OP_mov_clock64
          : is(name, "%globaltimer") ? OP_mov_globaltimer
                                     : OP_COUNT;
    return *op != OP_COUNT;
}

bool emit_mov(struct resolver *r)
{
    const struct ptx_operand *from = operand_at(r, 1);
    uint32_t bytes, d;
    uint16_t op;
    if (opcode_type(r) == PTX_PRED)
        return emit_predicate(r);
    if (from->kind == PTX_OPND_VECTOR)
        return emit_pieces(r, true);
    if (operand_at(r, 0)->kind == PTX_OPND_VECTOR)
        return emit_pieces(r, false);
    if (from->kind != PTX_OPND_NAME || !clock_op(from->name, &op, &bytes))
        return emit_row(r);
    if (!operand_destination(r, 0, bytes, &d))
        return false;
    r->program->reads_clock |= op != OP_mov_globaltimer;
    return emit_slots(r, op, d, NO_SLOT, NO_SLOT, NO_SLOT);
}

/* cvt: register operands may be wider than the types. */
static bool cvt_register(struct resolver *r, unsigned i, uint32_t least,
                         uint32_t *slot, uint8_t *bytes)
{
    const struct ptx_operand *o = operand_at(r, i);
    struct name *name =
        o->kind == PTX_OPND_NAME && o->name ? name_find(r, o->name) : NULL;
    if (name && name->kind == NAME_REGISTER && name->bytes >= least) {
        *slot = name->slot;
        *bytes = (uint8_t)name->bytes;
        return true;
    }
    *bytes = (uint8_t)least;
    return i == 0 ? operand_destination(r, 0, least, slot)
                  : operand_source(r, i, least, slot);
}

/* False: a modifier of another kind. */
static bool cvt_modifiers(struct resolver *r)
{
    for (unsigned i = 1; i + 2 < r->part_count; i++) {
        const char *text = r->parts[i];
        enum rounding rounding = rounding_named(text);
        r->detail.rounding = rounding ? rounding : r->detail.rounding;
        r->detail.saturate |= is(text, "sat");
        r->detail.flush |= is(text, "ftz");
        r->detail.relu |= is(text, "relu");
        if (!rounding && !is(text, "sat") && !is(text, "ftz") &&
            !is(text, "relu"))
            return false;
    }
    return true;
}

/* cvt.rn.f16x2.f32 d, a, b: into the upper and the lower half. */
static bool emit_cvt_pair(struct resolver *r)
{
    uint32_t d, a, b;
    if (r->detail.saturate || r->detail.flush || r->detail.rounding > ROUND_RZ)
        return resolver_unsupported(r);
    if (!operand_source(r, 1, 4, &a) || !operand_source(r, 2, 4, &b) ||
        !operand_destination(r, 0, 4, &d))
        return false;
    if (r->detail.rounding > ROUND_RN &&
        !emit_micro(r, OP_round_begin, NO_SLOT, NO_SLOT))
        return false;
    return emit_slots(r, OP_cvt_f16x2_f32, d, a, b, NO_SLOT) &&
           float_finish(r, PTX_F16X2, d);
}

bool emit_cvt(struct resolver *r)
{
    enum ptx_type to = type_named(opcode_part(r, r->part_count - 2));
    enum ptx_type from = opcode_type(r);
    uint16_t op;
    uint32_t d, a;
    if (is(opcode_part(r, 1), "pack"))
        return emit_row(r);
    if (!cvt_modifiers(r))
        return resolver_unsupported(r);
    if (to == PTX_F16X2 && from == PTX_F32)
        return emit_cvt_pair(r);
    if (r->detail.relu && (to != PTX_F16 || from != PTX_F32))
        return resolver_unsupported(r);
    if (!register_bytes(to) || !register_bytes(from) || to == PTX_F16X2 ||
        to == PTX_BF16 || to == PTX_BF16X2 || from == PTX_F16X2 ||
        from == PTX_BF16 || from == PTX_BF16X2)
        return resolver_unsupported(r);
    r->detail.type = to;
    r->detail.source_type = from;
    if (!cvt_register(r, 0, register_bytes(to), &d,
                      &r->detail.register_bytes) ||
        !cvt_register(r, 1, register_bytes(from), &a, &r->detail.source_bytes))
        return false;
    bool whole = r->detail.register_bytes == ptx_type_size(to) &&
                 r->detail.source_bytes == ptx_type_size(from);
    if (!whole || !op_find(r->source->opcode, &op))
        op = OP_cvt_any;
    return emit_slots(r, op, d, a, NO_SLOT, NO_SLOT) &&
           float_step(r, "relu", r->detail.relu, to, d);
}

enum ptx_space space_named(const char *text)
{
    return is(text, "global")            ? PTX_GLOBAL
           : !strncmp(text, "shared", 6) ? PTX_SHARED
           : is(text, "local")           ? PTX_LOCAL
           : is(text, "const")           ? PTX_CONST
           : !strncmp(text, "param", 5)  ? PTX_PARAM
                                         : PTX_GENERIC;
}

static uint64_t window_of(enum ptx_space space)
{
    return space == PTX_SHARED  ? SHARED_WINDOW
           : space == PTX_LOCAL ? LOCAL_WINDOW
           : space == PTX_PARAM ? PARAM_WINDOW
                                : 0;
}

/* cvta.space adds the window's base, cvta.to.space takes it off. */
bool emit_cvta(struct resolver *r)
{
    bool to = is(opcode_part(r, 1), "to");
    uint64_t window = window_of(space_named(opcode_part(r, to ? 2 : 1)));
    uint32_t d, a;
    if (!operand_destination(r, 0, 8, &d) || !operand_source(r, 1, 8, &a))
        return false;
    struct insn *insn = emit(r, window == 0 ? OP_mov_64
                                : to        ? OP_cvta_to
                                            : OP_cvta);
    uint32_t base = slot_number(r, window, 8);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = window ? base : NO_SLOT;
    return true;
}

bool emit_isspacep(struct resolver *r)
{
    enum ptx_space space = space_named(opcode_part(r, 1));
    uint32_t d, a;
    if (!operand_destination(r, 0, 0, &d) || !operand_source(r, 1, 8, &a))
        return false;
    struct insn *insn = emit(r, OP_isspacep);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->offset = (int32_t)space;
    return true;
}
