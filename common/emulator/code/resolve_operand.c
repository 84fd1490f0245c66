/*
 * resolve_operand.c - operands: literals, names, addresses of variables.
 */
#include "resolver.h"

#include "base/options.h"

static const struct ptx_var *module_var(struct resolver *r, const char *text)
{
    uint32_t variable = arena_record(text)->variable;
    return variable ? &r->module->ptx->vars[variable - 1] : NULL;
}

bool shared_place(struct resolver *r, const struct ptx_var *var,
                  struct name *name)
{
    struct program *p = r->program;
    uint64_t at = p->static_shared;
    uint64_t size = var->count * ptx_type_size(var->type);
    at = (at + var->align - 1) / var->align * var->align;
    if (at + size > options()->gpu->block_shared_optin)
        return resolver_fail(r,
                             "%.60s and the rest take more than %d bytes of "
                             "shared memory",
                             var->name,
                             (int)options()->gpu->block_shared_optin);
    p->static_shared = (uint32_t)(at + size);
    if (p->shared_end > 0 && p->gap_count < MAX_GAPS) {
        struct gap *gap = &p->gaps[p->gap_count++];
        gap->start = p->shared_end;
        gap->bytes = (uint32_t)at + GAP_BYTES * p->gap_count - gap->start;
    }
    at += GAP_BYTES * p->gap_count;
    p->shared_end = (uint32_t)(at + size);
    struct shared_array *array = arena_alloc(r->module->arena, sizeof *array);
    if (!array)
        return resolver_no_memory(r);
    *array = (struct shared_array){.name = var->name,
                                   .start = (uint32_t)at,
                                   .bytes = (uint32_t)size,
                                   .next = p->arrays};
    p->arrays = array;
    name->kind = NAME_SHARED;
    name->offset = at;
    name->size = size;
    return true;
}

/* A shared variable of the module: one place in the program, whoever names
 * it.  An open array stands behind all others: see struct constant. */
static bool module_shared(struct resolver *r, const struct ptx_var *var,
                          uint64_t *offset, bool *dynamic)
{
    uint32_t *placed = &r->program->shared_places[var - r->module->ptx->vars];
    struct name name;
    *dynamic = var->is_extern;
    *offset = 0;
    if (var->is_extern) {
        r->program->dynamic_name = var->name;
        return true;
    }
    if (!*placed) {
        if (!shared_place(r, var, &name))
            return false;
        *placed = (uint32_t)name.offset + 1;
    }
    *offset = *placed - 1;
    return true;
}

bool address_find(struct resolver *r, const char *text, struct address *address)
{
    struct name *name = name_known(r, text);
    const struct ptx_var *var = name ? NULL : module_var(r, text);
    *address = (struct address){.space = PTX_GENERIC};
    if (name) {
        address->space = name->kind == NAME_SHARED  ? PTX_SHARED
                         : name->kind == NAME_LOCAL ? PTX_LOCAL
                                                    : PTX_PARAM;
        address->offset = name->offset;
        return name->kind != NAME_LABEL ||
               resolver_fail(r, "the address of label %.60s is not supported",
                             text);
    }
    if (var && var->space == PTX_SHARED) {
        address->space = PTX_SHARED;
        return module_shared(r, var, &address->offset, &address->dynamic);
    }
    const struct symbol *symbol = symbol_find(r->module, text);
    if (symbol) {
        address->space = symbol->space;
        address->offset = symbol->address;
        return true;
    }
    if (var)
        return resolver_fail(r, "%.60s is declared .extern and defined nowhere",
                             text);
    uint32_t function = module_func_index(text);
    if (function == NO_SLOT)
        return resolver_fail(r, "%.60s is not declared", text);
    address->offset = FUNCTION_WINDOW + 16ull * function;
    return true;
}

bool address_slot(struct resolver *r, const struct address *address,
                  uint64_t addend, uint32_t bytes, uint32_t *slot)
{
    bool module_wide =
        address->space == PTX_GLOBAL || address->space == PTX_CONST;
    *slot = slot_constant(r, (struct constant){.bits = address->offset + addend,
                                               .bytes = bytes,
                                               .dynamic = address->dynamic});
    if (r->starved)
        return false;
    slot_mark(r, *slot, module_wide ? THROUGH_SYMBOLS : THROUGH_PRIVATE);
    return true;
}

bool address_local(struct resolver *r, uint64_t offset, uint32_t bytes,
                   uint32_t *slot)
{
    if (r->code->is_entry) {
        struct address address = {PTX_LOCAL, offset, false};
        return address_slot(r, &address, 0, bytes, slot);
    }
    *slot = slot_new(r, bytes);
    struct insn *insn = emit_micro(r, OP_mov_local, *slot, NO_SLOT);
    if (!insn)
        return false;
    insn->offset = (int32_t)offset;
    insn->width = (uint8_t)bytes;
    slot_mark(r, *slot, THROUGH_PRIVATE);
    return true;
}

/* ---- sources ------------------------------------------------------------- */

const struct ptx_operand *operand_at(struct resolver *r, unsigned i)
{
    static const struct ptx_operand none = {.kind = PTX_OPND_NONE};
    return i < r->source->operand_count ? &r->source->operands[i] : &none;
}

uint64_t literal_bits(const struct ptx_operand *o, uint32_t bytes)
{
    if (o->kind == PTX_OPND_FLOAT && o->type == PTX_F64 && bytes == 4) {
        double wide;
        memcpy(&wide, &o->bits, sizeof wide);
        float narrow = (float)wide;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        return bits;
    }
    if (o->kind == PTX_OPND_FLOAT && o->type == PTX_F32 && bytes == 8) {
        uint32_t bits = (uint32_t)o->bits;
        float narrow;
        memcpy(&narrow, &bits, sizeof narrow);
        double wide = narrow;
        uint64_t wide_bits;
        memcpy(&wide_bits, &wide, sizeof wide_bits);
        return wide_bits;
    }
    return o->bits;
}

static bool negate_predicate(struct resolver *r, uint32_t *slot)
{
    uint32_t negated = slot_new(r, 0);
    struct insn *insn = emit_micro(r, OP_not_pred, negated, *slot);
    if (!insn)
        return false;
    insn->b = *slot; /* every row on predicates reads two */
    *slot = negated;
    return true;
}

/* Special registers have 32 bits; %gridid may be read as 64. */
static bool fit_special(struct resolver *r, const struct ptx_operand *o,
                        uint32_t bytes, uint32_t *slot)
{
    if (bytes == 4)
        return true;
    if (bytes != 8 || !is(o->name, "%gridid"))
        return resolver_fail(r, "%.60s has 32 bits where %u are needed",
                             o->name, bytes * 8);
    uint32_t wide = slot_new(r, 8);
    struct insn *insn = emit_micro(r, OP_cvt_u64_u32, wide, *slot);
    *slot = wide;
    return insn != NULL;
}

/* The shared memory in which cooperative groups keep the barriers of tiles of
 * several warps, from compute_80 on: an array behind the kernel's own. */
static bool reserved_source(struct resolver *r, uint32_t bytes, uint32_t *slot)
{
    static const struct ptx_var array = {.name = "%reserved_smem_offset_1",
                                         .space = PTX_SHARED,
                                         .type = PTX_B8,
                                         .align = 16,
                                         .count = RESERVED_SHARED_BYTES,
                                         .is_array = true};
    struct name name = {.offset = r->program->reserved_place};
    if (bytes != 4)
        return resolver_fail(r, "%s has 32 bits", array.name);
    if (!r->program->has_reserved && !shared_place(r, &array, &name))
        return false;
    r->program->has_reserved = true;
    r->program->reserved_place = (uint32_t)name.offset;
    struct address address = {PTX_SHARED, name.offset, false};
    return address_slot(r, &address, 0, bytes, slot);
}

static bool named_source(struct resolver *r, const struct ptx_operand *o,
                         uint32_t bytes, uint32_t *slot)
{
    struct name *name = name_find(r, o->name);
    if (name && name->kind == NAME_REGISTER) {
        if (o->component)
            return resolver_fail(r, "%.60s has no .%c", o->name, o->component);
        if (o->negated && bytes != 0)
            return resolver_fail(r, "!%.60s: only predicates are negated so",
                                 o->name);
        if (name->bytes != bytes)
            return resolver_fail(r, "%.60s has %u bits where %u are needed",
                                 o->name, name->bytes * 8, bytes * 8);
        *slot = name->slot;
        return !o->negated || negate_predicate(r, slot);
    }
    *slot = name ? NO_SLOT : slot_special(r, o);
    if (*slot != NO_SLOT)
        return fit_special(r, o, bytes, slot);
    if (is(o->name, "%reserved_smem_offset_1"))
        return reserved_source(r, bytes, slot);
    if (o->name[0] == '%')
        return resolver_fail(
            r,
            "%.60s is not declared, nor a special register that "
            "is supported",
            o->name);
    struct address address;
    if (!address_find(r, o->name, &address))
        return false;
    if (address.space == PTX_LOCAL)
        return address_local(r, address.offset + o->bits, bytes, slot);
    return address_slot(r, &address, o->bits, bytes, slot);
}

bool operand_read(struct resolver *r, const struct ptx_operand *o, unsigned i,
                  uint32_t bytes, uint32_t *slot)
{
    switch (o->kind) {
    case PTX_OPND_NAME: return named_source(r, o, bytes, slot);
    case PTX_OPND_INT:
    case PTX_OPND_FLOAT:
        *slot = slot_number(r, literal_bits(o, bytes), bytes);
        return true;
    default:
        return resolver_fail(r,
                             "%.60s: operand %u is not a register or a number",
                             r->source->opcode, i + 1);
    }
}

bool operand_source(struct resolver *r, unsigned i, uint32_t bytes,
                    uint32_t *slot)
{
    return operand_read(r, operand_at(r, i), i, bytes, slot);
}

/* ---- destinations -------------------------------------------------------- */

bool operand_written(struct resolver *r, const struct ptx_operand *o,
                     uint32_t bytes, uint32_t *slot)
{
    if (o->kind == PTX_OPND_DISCARD) {
        *slot = slot_new(r, bytes);
        return true;
    }
    if (o->kind != PTX_OPND_NAME)
        return resolver_fail(r, "%.60s needs a register to write to",
                             r->source->opcode);
    struct name *name = register_named(r, o->name);
    if (!name)
        return false;
    if (name->bytes != bytes)
        return resolver_fail(r, "%.60s has %u bits where %u are written",
                             o->name, name->bytes * 8, bytes * 8);
    *slot = name->slot;
    return true;
}

bool operand_destination(struct resolver *r, unsigned i, uint32_t bytes,
                         uint32_t *slot)
{
    return operand_written(r, operand_at(r, i), bytes, slot);
}

bool operand_pair(struct resolver *r, uint32_t bytes, uint32_t second_bytes,
                  uint32_t *slot, uint32_t *second)
{
    const struct ptx_operand *o = operand_at(r, 0);
    *second = NO_SLOT;
    if (o->kind != PTX_OPND_PAIR)
        return operand_written(r, o, bytes, slot);
    if (o->list_count != 2)
        return resolver_unsupported(r);
    if (!operand_written(r, &o->list[0], bytes, slot))
        return false;
    return o->list[1].kind == PTX_OPND_DISCARD ||
           operand_written(r, &o->list[1], second_bytes, second);
}
