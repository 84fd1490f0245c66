/*
 * resolve_slot.c - slots of registers and constants, and the instructions
 * that use them.
 *
 * A register gets its slot when it is first named, a special register or a
 * constant one for the whole function.
 */
#include "resolver.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>

#include "words.h"

/* ---- slots -------------------------------------------------------------- */

uint32_t slot_new(struct resolver *r, uint32_t bytes)
{
    uint32_t slot = r->code->frame_bytes;
    uint32_t size = bytes ? bytes * WARP_SIZE : 64;
    r->code->frame_bytes += (size + 63) / 64 * 64;
    return slot;
}

void slot_mark(struct resolver *r, uint32_t slot, uint64_t through)
{
    uint32_t index = slot / 64;
    if (index >= r->source_room) {
        uint32_t room = (index + 64) * 2;
        uint64_t *bigger = arena_alloc(r->module->arena, room * sizeof *bigger);
        if (!bigger) {
            r->starved = true;
            return;
        }
        if (r->source_room)
            memcpy(bigger, r->sources, r->source_room * sizeof *bigger);
        r->sources = bigger;
        r->source_room = room;
    }
    r->sources[index] |= through;
}

uint32_t slot_constant(struct resolver *r, struct constant wanted)
{
    struct code *code = r->code;
    for (uint32_t i = 0; i < code->constant_count; i++)
        if (code->constants[i].bits == wanted.bits &&
            code->constants[i].bytes == wanted.bytes &&
            code->constants[i].dynamic == wanted.dynamic)
            return code->constants[i].slot;
    struct constant *grown =
        arena_grow(r->module->arena, code->constants, code->constant_count,
                   &r->constant_room, sizeof *grown);
    if (!grown) {
        r->starved = true;
        return NO_SLOT;
    }
    code->constants = grown;
    wanted.slot = slot_new(r, wanted.bytes);
    grown[code->constant_count++] = wanted;
    return wanted.slot;
}

uint32_t slot_number(struct resolver *r, uint64_t bits, uint32_t bytes)
{
    if (bytes == 4)
        bits = (uint32_t)bits;
    else if (bytes == 2)
        bits = (uint16_t)bits;
    else if (bytes == 0)
        bits = bits ? ALL_LANES : 0;
    return slot_constant(r, (struct constant){.bits = bits, .bytes = bytes});
}

static const struct special_name {
    const char *name;
    enum special what;
} special_names[] = {
    {"%tid.x", SPECIAL_TID_X},
    {"%tid.y", SPECIAL_TID_Y},
    {"%tid.z", SPECIAL_TID_Z},
    {"%ntid.x", SPECIAL_NTID_X},
    {"%ntid.y", SPECIAL_NTID_Y},
    {"%ntid.z", SPECIAL_NTID_Z},
    {"%ctaid.x", SPECIAL_CTAID_X},
    {"%ctaid.y", SPECIAL_CTAID_Y},
    {"%ctaid.z", SPECIAL_CTAID_Z},
    {"%nctaid.x", SPECIAL_NCTAID_X},
    {"%nctaid.y", SPECIAL_NCTAID_Y},
    {"%nctaid.z", SPECIAL_NCTAID_Z},
    {"%laneid", SPECIAL_LANEID},
    {"%warpid", SPECIAL_WARPID},
    {"%nwarpid", SPECIAL_NWARPID},
    {"%smid", SPECIAL_SMID},
    {"%nsmid", SPECIAL_NSMID},
    {"%gridid", SPECIAL_GRIDID},
    {"%lanemask_eq", SPECIAL_LANEMASK_EQ},
    {"%lanemask_lt", SPECIAL_LANEMASK_LT},
    {"%lanemask_le", SPECIAL_LANEMASK_LE},
    {"%lanemask_gt", SPECIAL_LANEMASK_GT},
    {"%lanemask_ge", SPECIAL_LANEMASK_GE},
    {"%dynamic_smem_size", SPECIAL_DYNAMIC_SMEM_SIZE},
    {"%total_smem_size", SPECIAL_TOTAL_SMEM_SIZE},
    {"%envreg1", SPECIAL_ENVREG1},
    {"%envreg2", SPECIAL_ENVREG2},
};

const char *special_name(size_t i)
{
    enum { COUNT = sizeof special_names / sizeof *special_names };
    return i < COUNT ? special_names[i].name : NULL;
}

uint32_t slot_special(struct resolver *r, const struct ptx_operand *o)
{
    char name[40];
    struct code *code = r->code;
    if (o->component)
        snprintf(name, sizeof name, "%.30s.%c", o->name, o->component);
    else
        snprintf(name, sizeof name, "%.36s", o->name);
    for (size_t i = 0; i < sizeof special_names / sizeof *special_names; i++) {
        if (!is(special_names[i].name, name))
            continue;
        enum special what = special_names[i].what;
        for (uint32_t k = 0; k < code->special_count; k++)
            if (code->specials[k].what == what)
                return code->specials[k].slot;
        code->specials[code->special_count] =
            (struct special_use){what, slot_new(r, 4)};
        return code->specials[code->special_count++].slot;
    }
    return NO_SLOT;
}

/* ---- names -------------------------------------------------------------- */

static int compare_pointers(const void *a, const void *b)
{
    const char *left = ((const struct name *)a)->text;
    const char *right = ((const struct name *)b)->text;
    return left < right ? -1 : left > right;
}

struct name *name_add(struct resolver *r, const char *text)
{
    struct name *name = arena_alloc(r->module->arena, sizeof *name);
    if (name)
        name->text = text;
    struct name **place =
        name ? tsearch(name, &r->names, compare_pointers) : NULL;
    r->starved |= !place;
    return place ? *place : NULL;
}

struct name *name_known(struct resolver *r, const char *text)
{
    struct name key = {.text = text};
    struct name **place = tfind(&key, &r->names, compare_pointers);
    return place ? *place : NULL;
}

/* The declaration that makes text a register: "%r" x 23 makes %r0..%r22. */
static const struct ptx_reg *declared(const struct ptx_func *func,
                                      const char *text)
{
    for (uint32_t i = 0; i < func->reg_count; i++) {
        const struct ptx_reg *reg = &func->regs[i];
        size_t length = strlen(reg->name);
        if (reg->count == 0) {
            if (reg->name == text)
                return reg;
            continue;
        }
        if (strncmp(text, reg->name, length) || !text[length])
            continue;
        char *end;
        unsigned long number = strtoul(text + length, &end, 10);
        if (!*end && number < reg->count)
            return reg;
    }
    return NULL;
}

struct name *name_find(struct resolver *r, const char *text)
{
    struct name *name = name_known(r, text);
    if (name)
        return name;
    const struct ptx_reg *reg = declared(r->func, text);
    if (!reg)
        return NULL;
    uint32_t bytes = register_bytes(reg->type);
    if (bytes > 8 || !(name = name_add(r, text)))
        return NULL;
    name->kind = NAME_REGISTER;
    name->bytes = bytes;
    name->slot = slot_new(r, bytes);
    return name;
}

struct name *register_named(struct resolver *r, const char *text)
{
    struct name *name = text ? name_find(r, text) : NULL;
    if (name && name->kind == NAME_REGISTER)
        return name;
    resolver_fail(r, "%.60s is not a register of at most 64 bits",
                  text ? text : "operand");
    return NULL;
}

/* ---- emitting ----------------------------------------------------------- */

struct insn *emit(struct resolver *r, uint16_t op)
{
    struct code *code = r->code;
    struct insn *grown =
        arena_grow(r->module->arena, code->insns, code->insn_count,
                   &r->insn_room, sizeof *grown);
    struct insn_detail *detail = arena_alloc(r->module->arena, sizeof *detail);
    if (!grown || !detail) {
        resolver_no_memory(r);
        return NULL;
    }
    code->insns = grown;
    struct insn *insn = &grown[code->insn_count];
    *insn = (struct insn){.op = op,
                          .guard = NO_SLOT,
                          .d = NO_SLOT,
                          .a = NO_SLOT,
                          .b = NO_SLOT,
                          .c = NO_SLOT,
                          .target = NO_SLOT,
                          .join = EXIT_PC};
    *detail = r->detail;
    detail->op = op;
    insn->detail = detail;
    code->insn_count++;
    return insn;
}

struct insn *emit_slots(struct resolver *r, uint16_t op, uint32_t d, uint32_t a,
                        uint32_t b, uint32_t c)
{
    struct insn *insn = emit(r, op);
    if (insn) {
        insn->d = d;
        insn->a = a;
        insn->b = b;
        insn->c = c;
    }
    return insn;
}

struct insn *emit_micro(struct resolver *r, uint16_t op, uint32_t d, uint32_t a)
{
    struct insn *insn = emit(r, op);
    if (insn) {
        insn->d = d;
        insn->a = a;
        insn->flags |= INSN_MICRO;
    }
    return insn;
}

bool emit_site(struct resolver *r, struct insn *insn)
{
    struct program *program = r->program;
    const struct insn_detail **grown =
        arena_grow(r->module->arena, program->site_details, program->site_count,
                   &program->site_room, sizeof *grown);
    if (!grown)
        return resolver_no_memory(r);
    program->site_details = grown;
    grown[program->site_count] = insn->detail;
    insn->site = program->site_count++;
    return true;
}

bool emit_guard(struct resolver *r)
{
    const struct ptx_insn *source = r->source;
    bool counted = false;
    struct name *guard =
        source->guard ? register_named(r, source->guard) : NULL;
    if (source->guard && !guard)
        return false;
    if (guard && guard->bytes != 0)
        return resolver_fail(r, "%.60s guards but is no predicate",
                             source->guard);
    for (uint32_t i = r->first; i < r->code->insn_count; i++) {
        struct insn *insn = &r->code->insns[i];
        if (guard) {
            insn->guard = guard->slot;
            insn->flags |= source->guard_negated ? INSN_GUARD_NEGATED : 0;
        }
        /* Of an instruction's steps the last unmarked one counts; if all
         * are marked, the first does. */
        counted |= !(insn->flags & INSN_MICRO);
    }
    if (r->first >= r->code->insn_count)
        return true;
    struct insn *first = &r->code->insns[r->first];
    if (!counted)
        first->flags &= (uint8_t)~INSN_MICRO;
    if (source->no_unroll)
        first->flags |= INSN_NO_UNROLL;
    return true;
}
