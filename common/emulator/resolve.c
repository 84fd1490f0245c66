/*
 * resolve.c - from names to slots: a parsed function becomes decoded code.
 *
 * Every operand becomes the offset of a slot (32 lanes side by side) in the
 * frame: registers, immediates and special registers alike.  An opcode is
 * looked up in ops.def; what a modifier changes (.ftz, .sat, a rounding mode)
 * becomes a step of its own before or after, marked INSN_MICRO so that it is
 * not counted.  What is not known is refused by name and line.
 *
 * Reading order: the resolver's state; slots and operands; arithmetic;
 * the instructions that need more than a row; the function as a whole.
 */
#include "resolve.h"

#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- state -------------------------------------------------------------- */

enum { MAX_PARTS = 12, PART_CHARS = 96 };

enum name_kind {
    NAME_REGISTER,
    NAME_SHARED,
    NAME_LOCAL,
    NAME_PARAM,
    NAME_KERNEL_PARAM,
    NAME_LABEL
};

/* What a name means inside the function.  Keyed by its interned pointer. */
struct name {
    const char *text;
    enum name_kind kind;
    uint32_t slot;   /* register */
    uint32_t bytes;  /* register: 0 predicate, 2, 4, 8 */
    uint64_t offset; /* variables: in their space; label: instruction */
    uint64_t size;
};

struct resolver {
    struct module *module;
    struct program *program;
    const struct ptx_func *func;
    const struct ptx_insn *source; /* the instruction at hand */
    struct code *code;
    struct ptx_error *error;
    void *names;               /* tsearch tree of struct name */
    char parts[MAX_PARTS][16]; /* opcode, cut at the dots */
    char opcode[PART_CHARS];
    unsigned part_count;
    uint32_t insn_room, constant_room;
    uint32_t first;    /* decoded index of this instruction */
    uint32_t carry;    /* slot of the carry flag, or NO_SLOT */
    uint64_t *sources; /* [slot/64]: see flow_stores */
    uint32_t source_room;
    uint32_t *starts;          /* decoded index of each ptx_insn */
    struct insn_detail detail; /* of the instruction being built */
};

__attribute__((format(printf, 2, 3))) static bool fail(struct resolver *r,
                                                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->error->no_memory = false;
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    r->error->line = r->source ? r->source->text_line : r->func->text_line;
    r->error->column = 1;
    r->error->loc = r->source ? r->source->loc : r->func->loc;
    return false;
}

static bool unsupported(struct resolver *r)
{
    return fail(r, "%.80s is not supported", r->source->opcode);
}

static bool out_of_memory(struct resolver *r)
{
    ptx_no_memory(r->error);
    return false;
}

/* Room for one more element; doubles.  Elements are plain data. */
static void *grow(struct resolver *r, void *array, uint32_t count,
                  uint32_t *room, size_t size)
{
    if (count < *room)
        return array;
    uint32_t bigger = *room ? *room * 2 : 64;
    void *copy = arena_alloc(r->module->arena, bigger * size);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, array, count * size);
    *room = bigger;
    return copy;
}

/* ---- the opcode's parts ------------------------------------------------- */

/* "ld.global.L1::evict_last.f32" -> ld, global, ... */
static bool split_opcode(struct resolver *r)
{
    const char *at = r->source->opcode;
    r->part_count = 0;
    while (*at) {
        size_t length = strcspn(at, ".");
        if (r->part_count == MAX_PARTS)
            return unsupported(r);
        size_t kept = length < 15 ? length : 15;
        memcpy(r->parts[r->part_count], at, kept);
        r->parts[r->part_count++][kept] = '\0';
        at += length + (at[length] == '.');
    }
    return r->part_count > 0;
}

static const char *part(const struct resolver *r, unsigned i)
{
    return i < r->part_count ? r->parts[i] : "";
}

static bool is(const char *text, const char *word)
{
    return strcmp(text, word) == 0;
}

static bool has_part(const struct resolver *r, const char *word)
{
    for (unsigned i = 1; i < r->part_count; i++)
        if (is(r->parts[i], word))
            return true;
    return false;
}

static enum ptx_type type_named(const char *name)
{
    for (int type = 1; type < PTX_TYPE_COUNT; type++)
        if (is(ptx_type_name((enum ptx_type)type), name))
            return (enum ptx_type)type;
    return PTX_NO_TYPE;
}

/* Types always stand last. */
static enum ptx_type last_type(const struct resolver *r)
{
    return type_named(part(r, r->part_count - 1));
}

static bool is_float(enum ptx_type type)
{
    return type >= PTX_F16 && type <= PTX_F64;
}

static bool is_signed(enum ptx_type type)
{
    return type >= PTX_S8 && type <= PTX_S64;
}

/* Width of the register that holds a value: bytes share with halves. */
static uint32_t register_bytes(enum ptx_type type)
{
    uint32_t size = ptx_type_size(type);
    return type == PTX_PRED ? 0 : size == 1 ? 2 : size;
}

/* ---- the table of operations -------------------------------------------- */

struct op_name {
    const char *name;
    uint16_t op;
};

static struct op_name op_names[] = {
#define OP(id, name)    {name, OP_##id},
#define ALIAS(id, name) {name, OP_##id},
#include "ops.def"
};

enum { OP_NAMES = sizeof op_names / sizeof op_names[0] };

/* Bytes of the lanes of d, a, b, c; 0: predicate or unused. */
static const struct op_lanes {
    uint8_t d, a, b, c;
} op_lanes[] = {
#define W(T)                           sizeof(T)
#define U(id, name, D, A, v)           {W(D), W(A), 0, 0},
#define B(id, name, D, A, B, v)        {W(D), W(A), W(B), 0},
#define T(id, name, D, A, B, C, v)     {W(D), W(A), W(B), W(C)},
#define F(id, name, kind, T, flops, v) LANES_##kind(T)
#define LANES_U(T)                     {W(T), W(T), 0, 0},
#define LANES_B(T)                     {W(T), W(T), W(T), 0},
#define LANES_T(T)                     {W(T), W(T), W(T), W(T)},
#define S(id, name, A, condition)      {0, W(A), W(A), 0},
#define OP(id, name)                   {0, 0, 0, 0},
#include "ops.def"
#undef W
};

/* Operands the row takes, d included; 0: has a case of its own. */
static const uint8_t op_arity[] = {
#define U(id, name, D, A, v)           2,
#define B(id, name, D, A, B, v)        3,
#define T(id, name, D, A, B, C, v)     4,
#define F(id, name, kind, T, flops, v) ARITY_##kind
#define ARITY_U                        2,
#define ARITY_B                        3,
#define ARITY_T                        4,
#define S(id, name, A, condition)      3,
#define OP(id, name)                   0,
#include "ops.def"
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct op_name *)a)->name,
                  ((const struct op_name *)b)->name);
}

/* Sorted at load, before any thread can ask. */
__attribute__((constructor)) static void sort_names(void)
{
    qsort(op_names, OP_NAMES, sizeof op_names[0], compare_names);
}

static bool find_op(const char *name, uint16_t *op)
{
    struct op_name key = {name, 0};
    const struct op_name *found =
        bsearch(&key, op_names, OP_NAMES, sizeof key, compare_names);
    if (found)
        *op = found->op;
    return found != NULL;
}

/* ---- slots -------------------------------------------------------------- */

/* A new slot for lanes of so many bytes; 0: a predicate's mask. */
static uint32_t new_slot(struct resolver *r, uint32_t bytes)
{
    uint32_t slot = r->code->frame_bytes;
    uint32_t size = bytes ? bytes * WARP_SIZE : 64;
    r->code->frame_bytes += (size + 63) / 64 * 64;
    return slot;
}

static void mark_source(struct resolver *r, uint32_t slot, uint64_t through)
{
    uint32_t index = slot / 64;
    if (index >= r->source_room) {
        uint32_t room = (index + 64) * 2;
        uint64_t *bigger = arena_alloc(r->module->arena, room * sizeof *bigger);
        if (!bigger)
            return;
        if (r->source_room)
            memcpy(bigger, r->sources, r->source_room * sizeof *bigger);
        r->sources = bigger;
        r->source_room = room;
    }
    r->sources[index] |= through;
}

static uint32_t add_constant(struct resolver *r, struct constant wanted)
{
    struct code *code = r->code;
    for (uint32_t i = 0; i < code->constant_count; i++)
        if (code->constants[i].bits == wanted.bits &&
            code->constants[i].bytes == wanted.bytes &&
            code->constants[i].dynamic == wanted.dynamic)
            return code->constants[i].slot;
    struct constant *grown = grow(r, code->constants, code->constant_count,
                                  &r->constant_room, sizeof *grown);
    if (!grown)
        return NO_SLOT;
    code->constants = grown;
    wanted.slot = new_slot(r, wanted.bytes);
    grown[code->constant_count++] = wanted;
    return wanted.slot;
}

static uint32_t constant_slot(struct resolver *r, uint64_t bits, uint32_t bytes)
{
    if (bytes == 4)
        bits = (uint32_t)bits;
    else if (bytes == 2)
        bits = (uint16_t)bits;
    else if (bytes == 0)
        bits = bits ? ALL_LANES : 0;
    return add_constant(r, (struct constant){.bits = bits, .bytes = bytes});
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

/* Slot of a special register, or NO_SLOT if there is none of the name. */
static uint32_t special_slot(struct resolver *r, const struct ptx_operand *o)
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
            (struct special_use){what, new_slot(r, 4)};
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

static struct name *add_name(struct resolver *r, const char *text)
{
    struct name *name = arena_alloc(r->module->arena, sizeof *name);
    if (!name)
        return NULL;
    name->text = text;
    struct name **place = tsearch(name, &r->names, compare_pointers);
    return place ? *place : NULL;
}

static struct name *known_name(struct resolver *r, const char *text)
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
        if (strncmp(text, reg->name, length) != 0 || !text[length])
            continue;
        char *end;
        unsigned long number = strtoul(text + length, &end, 10);
        if (!*end && number < reg->count)
            return reg;
    }
    return NULL;
}

/* A register gets its slot when it is first named. */
static struct name *find_name(struct resolver *r, const char *text)
{
    struct name *name = known_name(r, text);
    if (name)
        return name;
    const struct ptx_reg *reg = declared(r->func, text);
    if (!reg)
        return NULL;
    uint32_t bytes = register_bytes(reg->type);
    if (bytes > 8 || !(name = add_name(r, text)))
        return NULL;
    name->kind = NAME_REGISTER;
    name->bytes = bytes;
    name->slot = new_slot(r, bytes);
    return name;
}

static struct name *register_named(struct resolver *r, const char *text)
{
    struct name *name = text ? find_name(r, text) : NULL;
    if (name && name->kind == NAME_REGISTER)
        return name;
    fail(r, "%.60s is not a register of at most 64 bits",
         text ? text : "operand");
    return NULL;
}

/* ---- emitting ----------------------------------------------------------- */

static struct insn *emit(struct resolver *r, uint16_t op)
{
    struct code *code = r->code;
    struct insn *grown =
        grow(r, code->insns, code->insn_count, &r->insn_room, sizeof *grown);
    struct insn_detail *detail = arena_alloc(r->module->arena, sizeof *detail);
    if (!grown || !detail) {
        out_of_memory(r);
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

static struct insn *emit_micro(struct resolver *r, uint16_t op, uint32_t d,
                               uint32_t a)
{
    struct insn *insn = emit(r, op);
    if (insn) {
        insn->d = d;
        insn->a = a;
        insn->flags |= INSN_MICRO;
    }
    return insn;
}

/* Numbers a load, store or atomic, and remembers its place for messages. */
static bool number_site(struct resolver *r, struct insn *insn)
{
    struct program *program = r->program;
    const struct insn_detail **grown =
        grow(r, program->site_details, program->site_count, &program->site_room,
             sizeof *grown);
    if (!grown)
        return out_of_memory(r);
    program->site_details = grown;
    grown[program->site_count] = insn->detail;
    insn->site = program->site_count++;
    return true;
}

/* The guard holds for every step; a branch has it as its condition. */
static bool guard_steps(struct resolver *r)
{
    const struct ptx_insn *source = r->source;
    bool counted = false;
    struct name *guard =
        source->guard ? register_named(r, source->guard) : NULL;
    if (source->guard && !guard)
        return false;
    if (guard && guard->bytes != 0)
        return fail(r, "%.60s guards but is no predicate", source->guard);
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
    if (!counted && r->first < r->code->insn_count)
        r->code->insns[r->first].flags &= (uint8_t)~INSN_MICRO;
    return true;
}

/* ---- operands ----------------------------------------------------------- */

static const struct ptx_operand *operand(struct resolver *r, unsigned i)
{
    static const struct ptx_operand none = {.kind = PTX_OPND_NONE};
    return i < r->source->operand_count ? &r->source->operands[i] : &none;
}

static const struct ptx_var *module_var(struct resolver *r, const char *text)
{
    const struct word *word =
        arena_find(r->module->ptx->arena, text, strlen(text));
    if (!word || !word->variable)
        return NULL;
    return &r->module->ptx->vars[word->variable - 1];
}

/* Shared variables of the module get their place in this program when the
 * kernel, or what it calls, first names them. */
static bool place_shared(struct resolver *r, const struct ptx_var *var,
                         struct name *name)
{
    struct program *p = r->program;
    uint64_t at = p->static_shared;
    uint64_t size = var->count * ptx_type_size(var->type);
    at = (at + var->align - 1) / var->align * var->align;
    if (at + size > SHARED_BYTES_OPTIN)
        return fail(r,
                    "%.60s and the rest take more than %d bytes of "
                    "shared memory",
                    var->name, SHARED_BYTES_OPTIN);
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
        return out_of_memory(r);
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
        if (!place_shared(r, var, &name))
            return false;
        *placed = (uint32_t)name.offset + 1;
    }
    *offset = *placed - 1;
    return true;
}

struct address {
    enum ptx_space space;
    uint64_t offset; /* in the space; generic for global and const */
    bool dynamic;    /* counted from the end of static shared memory */
};

/* Address of a variable or function in its own space; false if unknown. */
static bool address_of(struct resolver *r, const char *text,
                       struct address *address)
{
    uint64_t size;
    struct name *name = known_name(r, text);
    const struct ptx_var *var = name ? NULL : module_var(r, text);
    *address = (struct address){.space = PTX_GENERIC};
    if (name) {
        address->space = name->kind == NAME_SHARED  ? PTX_SHARED
                         : name->kind == NAME_LOCAL ? PTX_LOCAL
                                                    : PTX_PARAM;
        address->offset = name->offset;
        return name->kind != NAME_LABEL ||
               fail(r, "the address of label %.60s is not supported", text);
    }
    if (var && var->space == PTX_SHARED) {
        address->space = PTX_SHARED;
        return module_shared(r, var, &address->offset, &address->dynamic);
    }
    if (module_symbol(r->module, text, &address->offset, &size)) {
        address->space = var ? var->space : PTX_GLOBAL;
        return true;
    }
    uint32_t function = module_func_index(r->module, text);
    if (function == NO_SLOT)
        return fail(r, "%.60s is not declared", text);
    address->offset = FUNCTION_WINDOW + 16ull * function;
    return true;
}

/* Constant slot holding an address, remembered for flow_stores. */
static bool address_slot(struct resolver *r, const struct address *address,
                         uint64_t addend, uint32_t bytes, uint32_t *slot)
{
    bool module_wide =
        address->space == PTX_GLOBAL || address->space == PTX_CONST;
    *slot = add_constant(r, (struct constant){.bits = address->offset + addend,
                                              .bytes = bytes,
                                              .dynamic = address->dynamic});
    if (*slot == NO_SLOT)
        return out_of_memory(r);
    mark_source(r, *slot, module_wide ? THROUGH_SYMBOLS : THROUGH_PRIVATE);
    return true;
}

/* Bits of a literal as lanes of so many bytes hold them. */
static uint64_t literal_bits(const struct ptx_operand *o, uint32_t bytes)
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
    uint32_t negated = new_slot(r, 0);
    struct insn *insn = emit_micro(r, OP_not_pred, negated, *slot);
    if (!insn)
        return false;
    insn->b = *slot; /* every row on predicates reads two */
    *slot = negated;
    return true;
}

/* The address of a .local variable moves with the call depth. */
static bool local_address(struct resolver *r, uint64_t offset, uint32_t bytes,
                          uint32_t *slot)
{
    if (r->code->is_entry) {
        struct address address = {PTX_LOCAL, offset, false};
        return address_slot(r, &address, 0, bytes, slot);
    }
    *slot = new_slot(r, bytes);
    struct insn *insn = emit_micro(r, OP_mov_local, *slot, NO_SLOT);
    if (!insn)
        return false;
    insn->offset = (int32_t)offset;
    insn->width = (uint8_t)bytes;
    mark_source(r, *slot, THROUGH_PRIVATE);
    return true;
}

/* Special registers have 32 bits; %gridid may be read as 64. */
static bool fit_special(struct resolver *r, const struct ptx_operand *o,
                        uint32_t bytes, uint32_t *slot)
{
    if (bytes == 4)
        return true;
    if (bytes != 8 || !is(o->name, "%gridid"))
        return fail(r, "%.60s has 32 bits where %u are needed", o->name,
                    bytes * 8);
    uint32_t wide = new_slot(r, 8);
    struct insn *insn = emit_micro(r, OP_cvt_u64_u32, wide, *slot);
    *slot = wide;
    return insn != NULL;
}

static bool named_source(struct resolver *r, const struct ptx_operand *o,
                         uint32_t bytes, uint32_t *slot)
{
    struct name *name = find_name(r, o->name);
    if (name && name->kind == NAME_REGISTER) {
        if (o->component)
            return fail(r, "%.60s has no .%c", o->name, o->component);
        if (o->negated && bytes != 0)
            return fail(r, "!%.60s: only predicates are negated so", o->name);
        if (name->bytes != bytes)
            return fail(r, "%.60s has %u bits where %u are needed", o->name,
                        name->bytes * 8, bytes * 8);
        *slot = name->slot;
        return !o->negated || negate_predicate(r, slot);
    }
    *slot = name ? NO_SLOT : special_slot(r, o);
    if (*slot != NO_SLOT)
        return fit_special(r, o, bytes, slot);
    if (is(o->name, "WARP_SZ")) {
        *slot = constant_slot(r, WARP_SIZE, bytes);
        return *slot != NO_SLOT;
    }
    if (o->name[0] == '%')
        return fail(r,
                    "%.60s is not declared, nor a special register that "
                    "is supported",
                    o->name);
    struct address address;
    if (!address_of(r, o->name, &address))
        return false;
    if (address.space == PTX_LOCAL)
        return local_address(r, address.offset + o->bits, bytes, slot);
    return address_slot(r, &address, o->bits, bytes, slot);
}

/* A source operand as lanes of so many bytes (0: predicate). */
static bool source(struct resolver *r, unsigned i, uint32_t bytes,
                   uint32_t *slot)
{
    const struct ptx_operand *o = operand(r, i);
    switch (o->kind) {
    case PTX_OPND_NAME: return named_source(r, o, bytes, slot);
    case PTX_OPND_INT:
    case PTX_OPND_FLOAT:
        *slot = constant_slot(r, literal_bits(o, bytes), bytes);
        return *slot != NO_SLOT || out_of_memory(r);
    default:
        return fail(r, "%.60s: operand %u is not a register or a number",
                    r->source->opcode, i + 1);
    }
}

/* A destination; "_" gets a slot nobody reads. */
static bool destination_operand(struct resolver *r, const struct ptx_operand *o,
                                uint32_t bytes, uint32_t *slot)
{
    if (o->kind == PTX_OPND_DISCARD) {
        *slot = new_slot(r, bytes);
        return true;
    }
    if (o->kind != PTX_OPND_NAME)
        return fail(r, "%.60s needs a register to write to", r->source->opcode);
    struct name *name = register_named(r, o->name);
    if (!name)
        return false;
    if (name->bytes != bytes)
        return fail(r, "%.60s has %u bits where %u are written", o->name,
                    name->bytes * 8, bytes * 8);
    *slot = name->slot;
    return true;
}

static bool destination(struct resolver *r, unsigned i, uint32_t bytes,
                        uint32_t *slot)
{
    return destination_operand(r, operand(r, i), bytes, slot);
}

/* d or d|p: the second goes to *second, NO_SLOT when absent or "_". */
static bool destination_pair(struct resolver *r, uint32_t bytes,
                             uint32_t second_bytes, uint32_t *slot,
                             uint32_t *second)
{
    const struct ptx_operand *o = operand(r, 0);
    *second = NO_SLOT;
    if (o->kind != PTX_OPND_PAIR)
        return destination_operand(r, o, bytes, slot);
    if (o->list_count != 2)
        return unsupported(r);
    if (!destination_operand(r, &o->list[0], bytes, slot))
        return false;
    return o->list[1].kind == PTX_OPND_DISCARD ||
           destination_operand(r, &o->list[1], second_bytes, second);
}

/* ---- arithmetic: a row of ops.def --------------------------------------- */

static enum rounding rounding_named(const char *text)
{
    static const char *const names[] = {"",    "rn",  "rz",  "rm", "rp",
                                        "rni", "rzi", "rmi", "rpi"};
    for (int i = 1; i < 9; i++)
        if (is(text, names[i]))
            return (enum rounding)i;
    return ROUND_NONE;
}

/* Approximations of double precision have rows of their own for .ftz. */
static bool has_row_for_ftz(const struct resolver *r)
{
    return is(r->parts[0], "rcp") || is(r->parts[0], "rsqrt");
}

/* Opcode without the modifiers that do not choose the row. */
static void plain_name(struct resolver *r, enum ptx_type type)
{
    size_t at = 0;
    bool approximate_double =
        type == PTX_F64 && (is(r->parts[0], "rcp") || is(r->parts[0], "rsqrt"));
    bool divides = is(r->parts[0], "div");
    for (unsigned i = 0; i < r->part_count; i++) {
        const char *text = r->parts[i];
        if (i > 0 && is_float(type)) {
            enum rounding rounding = rounding_named(text);
            if (rounding)
                r->detail.rounding = rounding;
            r->detail.saturate |= is(text, "sat");
            r->detail.flush |= is(text, "ftz");
            if (rounding || is(text, "sat") || is(text, "full") ||
                (is(text, "approx") && !divides) ||
                (is(text, "ftz") && !approximate_double))
                continue;
        }
        at += (size_t)snprintf(r->opcode + at, sizeof r->opcode - at,
                               i ? ".%s" : "%s", text);
        if (at >= sizeof r->opcode)
            break;
    }
}

/* .ftz: what goes in and what comes out. */
static bool flush_source(struct resolver *r, uint32_t *slot)
{
    uint32_t flushed = new_slot(r, 4);
    if (!emit_micro(r, OP_flush_f32, flushed, *slot))
        return false;
    *slot = flushed;
    return true;
}

static bool finish_float(struct resolver *r, enum ptx_type type, uint32_t d)
{
    bool single = type == PTX_F32;
    if (r->detail.rounding > ROUND_RN &&
        !emit_micro(r, OP_round_end, NO_SLOT, NO_SLOT))
        return false;
    if (r->detail.flush && single && !emit_micro(r, OP_flush_f32, d, d))
        return false;
    return !r->detail.saturate || emit_micro(r, OP_saturate_f32, d, d);
}

static bool row_operands(struct resolver *r, uint16_t op, enum ptx_type type,
                         uint32_t slots[4])
{
    struct op_lanes lanes = op_lanes[op];
    const uint8_t bytes[4] = {lanes.d, lanes.a, lanes.b, lanes.c};
    unsigned arity = op_arity[op];
    bool selects = is(r->parts[0], "slct");
    if (r->source->operand_count != arity)
        return fail(r, "%.60s takes %u operands, not %u", r->source->opcode,
                    arity, r->source->operand_count);
    for (unsigned i = 1; i < arity; i++) {
        if (!source(r, i, bytes[i], &slots[i]))
            return false;
        bool number = !selects || i == 3;
        if (r->detail.flush && type == PTX_F32 && bytes[i] == 4 && number &&
            !flush_source(r, &slots[i]))
            return false;
    }
    if (selects)
        r->detail.flush = false; /* what it chooses is bits */
    return destination(r, 0, lanes.d, &slots[0]);
}

static bool emit_row(struct resolver *r)
{
    enum ptx_type type = last_type(r);
    uint32_t slots[4] = {NO_SLOT, NO_SLOT, NO_SLOT, NO_SLOT};
    uint16_t op;
    plain_name(r, type);
    if (!find_op(r->opcode, &op) || !op_arity[op])
        return unsupported(r);
    bool half = type == PTX_F16 || type == PTX_F16X2;
    if ((type != PTX_F32 &&
         (r->detail.saturate || (r->detail.flush && !has_row_for_ftz(r)))) ||
        (half && r->detail.rounding > ROUND_RN))
        return unsupported(r);
    if (!row_operands(r, op, type, slots))
        return false;
    if (r->detail.rounding > ROUND_RN &&
        !emit_micro(r, OP_round_begin, NO_SLOT, NO_SLOT))
        return false;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = slots[0];
    insn->a = slots[1];
    insn->b = slots[2];
    insn->c = slots[3];
    return finish_float(r, type, slots[0]);
}

/* and.pred, or.pred, xor.pred, not.pred, mov.pred */
static bool emit_predicate(struct resolver *r)
{
    uint16_t op;
    uint32_t d, a, b = NO_SLOT;
    if (!find_op(r->source->opcode, &op))
        return unsupported(r);
    if (!destination(r, 0, 0, &d) || !source(r, 1, 0, &a) ||
        (r->source->operand_count > 2 && !source(r, 2, 0, &b)))
        return false;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = b == NO_SLOT ? a : b;
    return true;
}

static bool emit_arithmetic(struct resolver *r)
{
    return last_type(r) == PTX_PRED ? emit_predicate(r) : emit_row(r);
}

/* add.cc, addc, subc, mad.lo.cc: the carry is a slot of its own. */
static bool emit_carry(struct resolver *r)
{
    uint16_t op;
    uint32_t bytes = ptx_type_size(last_type(r));
    uint32_t d, a, b, c = NO_SLOT;
    if (!find_op(r->source->opcode, &op))
        return unsupported(r);
    if (!source(r, 1, bytes, &a) || !source(r, 2, bytes, &b) ||
        (r->source->operand_count > 3 && !source(r, 3, bytes, &c)) ||
        !destination(r, 0, bytes, &d))
        return false;
    if (r->carry == NO_SLOT)
        r->carry = new_slot(r, 0);
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = b;
    insn->c = c;
    insn->target = r->carry;
    return true;
}

/* Rows with a fourth source: bfi, lop3; and prmt. */
static bool emit_bits(struct resolver *r)
{
    uint16_t op;
    uint32_t bytes = ptx_type_size(last_type(r));
    uint32_t count = r->source->operand_count;
    uint32_t d, a, b, c, fourth = NO_SLOT;
    if (!find_op(r->source->opcode, &op))
        return unsupported(r);
    if (!source(r, 1, bytes, &a) || !source(r, 2, bytes, &b) ||
        !source(r, 3, 4, &c) || (count > 4 && !source(r, 4, 4, &fourth)) ||
        !destination(r, 0, bytes, &d))
        return false;
    if ((op == OP_prmt) != (count == 4))
        return unsupported(r);
    r->detail.fourth = fourth;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = b;
    insn->c = c;
    return true;
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
    if (!find_op(r->opcode, &op) || (has_part(r, "ftz") && type == PTX_F16))
        return unsupported(r);
    if (!source(r, first, bytes, &a) || !source(r, first + 1, bytes, &b))
        return false;
    if (r->detail.boolean && !source(r, first + 2, 0, &c))
        return false;
    if (has_part(r, "ftz") && type == PTX_F32 &&
        (!flush_source(r, &a) || !flush_source(r, &b)))
        return false;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = b;
    insn->c = c;
    return true;
}

static bool emit_setp(struct resolver *r)
{
    uint32_t d;
    r->detail.boolean = bool_op_named(part(r, 2));
    return destination_pair(r, 0, 0, &d, &r->detail.second) &&
           emit_compare(r, part(r, 1), last_type(r), 1, d);
}

static bool emit_testp(struct resolver *r)
{
    uint16_t op;
    uint32_t d, a, bytes = ptx_type_size(last_type(r));
    if (!find_op(r->source->opcode, &op))
        return unsupported(r);
    if (!destination(r, 0, 0, &d) || !source(r, 1, bytes, &a))
        return false;
    r->detail.second = NO_SLOT;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = insn->b = a;
    return true;
}

static bool emit_selection(struct resolver *r, uint32_t bytes, uint32_t d,
                           uint32_t a, uint32_t b, uint32_t predicate)
{
    struct insn *insn = emit(r, bytes == 2   ? OP_selp_16
                                : bytes == 4 ? OP_selp_32
                                             : OP_selp_64);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = b;
    insn->c = predicate;
    return true;
}

/* set.cmp.dtype.stype: all ones, or 1.0 for a floating-point d. */
static bool emit_set(struct resolver *r)
{
    enum ptx_type result = type_named(part(r, r->part_count - 2));
    uint32_t bytes = register_bytes(result), d;
    uint32_t truth = new_slot(r, 0);
    uint64_t yes = result == PTX_F32 ? 0x3f800000 : ~0ull;
    r->detail.boolean = bool_op_named(part(r, 2));
    r->detail.second = NO_SLOT;
    bool integer = result == PTX_U32 || result == PTX_S32;
    if (!integer && (result != PTX_F32 || last_type(r) == PTX_F16))
        return unsupported(r);
    if (!destination(r, 0, bytes, &d) ||
        !emit_compare(r, part(r, 1), last_type(r), 1, truth))
        return false;
    if (!emit_selection(r, bytes, d, constant_slot(r, yes, bytes),
                        constant_slot(r, 0, bytes), truth))
        return false;
    r->code->insns[r->code->insn_count - 1].flags |= INSN_MICRO;
    return true;
}

static bool emit_selp(struct resolver *r)
{
    uint32_t bytes = register_bytes(last_type(r));
    uint32_t d, a, b, predicate;
    return destination(r, 0, bytes, &d) && source(r, 1, bytes, &a) &&
           source(r, 2, bytes, &b) && source(r, 3, 0, &predicate) &&
           emit_selection(r, bytes, d, a, b, predicate);
}

/* ---- mov and cvt -------------------------------------------------------- */

/* mov.b64 %rd, {%r1, %r2}; mov.b64 {%r1, %r2}, %rd */
static bool emit_pieces(struct resolver *r, bool pack)
{
    const struct ptx_operand *vector = operand(r, pack ? 1 : 0);
    uint32_t bytes = register_bytes(last_type(r)), whole;
    uint32_t count = vector->list_count;
    if (bytes < 4 || (count != 2 && count != 4) || bytes / count < 2)
        return unsupported(r);
    r->detail.vector = (uint8_t)count;
    r->detail.register_bytes = (uint8_t)(bytes / count);
    for (uint32_t i = 0; i < count; i++) {
        const struct ptx_operand *o = &vector->list[i];
        r->detail.slots[i] = NO_SLOT;
        if (pack && o->kind == PTX_OPND_INT)
            r->detail.slots[i] = constant_slot(r, o->bits, bytes / count);
        else if ((pack || o->kind != PTX_OPND_DISCARD) &&
                 !destination_operand(r, o, bytes / count, &r->detail.slots[i]))
            return false;
    }
    if (pack ? !destination(r, 0, bytes, &whole) : !source(r, 1, bytes, &whole))
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

static bool emit_mov(struct resolver *r)
{
    const struct ptx_operand *from = operand(r, 1);
    uint32_t bytes, d;
    uint16_t op;
    if (last_type(r) == PTX_PRED)
        return emit_predicate(r);
    if (from->kind == PTX_OPND_VECTOR)
        return emit_pieces(r, true);
    if (operand(r, 0)->kind == PTX_OPND_VECTOR)
        return emit_pieces(r, false);
    if (from->kind != PTX_OPND_NAME || !clock_op(from->name, &op, &bytes))
        return emit_row(r);
    if (!destination(r, 0, bytes, &d))
        return false;
    struct insn *insn = emit(r, op);
    if (insn)
        insn->d = d;
    return insn != NULL;
}

/* cvt: register operands may be wider than the types. */
static bool cvt_register(struct resolver *r, unsigned i, uint32_t least,
                         uint32_t *slot, uint8_t *bytes)
{
    const struct ptx_operand *o = operand(r, i);
    struct name *name =
        o->kind == PTX_OPND_NAME && o->name ? find_name(r, o->name) : NULL;
    if (name && name->kind == NAME_REGISTER && name->bytes >= least) {
        *slot = name->slot;
        *bytes = (uint8_t)name->bytes;
        return true;
    }
    *bytes = (uint8_t)least;
    return i == 0 ? destination(r, 0, least, slot) : source(r, i, least, slot);
}

static bool emit_cvt(struct resolver *r)
{
    enum ptx_type to = type_named(part(r, r->part_count - 2));
    enum ptx_type from = last_type(r);
    uint16_t op;
    uint32_t d, a;
    for (unsigned i = 1; i + 2 < r->part_count; i++) {
        enum rounding rounding = rounding_named(r->parts[i]);
        r->detail.rounding = rounding ? rounding : r->detail.rounding;
        r->detail.saturate |= is(r->parts[i], "sat");
        r->detail.flush |= is(r->parts[i], "ftz");
        if (!rounding && !is(r->parts[i], "sat") && !is(r->parts[i], "ftz"))
            return unsupported(r);
    }
    if (!register_bytes(to) || !register_bytes(from) || to == PTX_F16X2 ||
        to == PTX_BF16 || to == PTX_BF16X2 || from == PTX_F16X2 ||
        from == PTX_BF16 || from == PTX_BF16X2)
        return unsupported(r);
    r->detail.type = to;
    r->detail.source_type = from;
    if (!cvt_register(r, 0, register_bytes(to), &d,
                      &r->detail.register_bytes) ||
        !cvt_register(r, 1, register_bytes(from), &a, &r->detail.source_bytes))
        return false;
    bool whole = r->detail.register_bytes == ptx_type_size(to) &&
                 r->detail.source_bytes == ptx_type_size(from);
    if (!whole || !find_op(r->source->opcode, &op))
        op = OP_cvt_any;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    return true;
}

static enum ptx_space space_named(const char *text)
{
    return is(text, "global")                ? PTX_GLOBAL
           : strncmp(text, "shared", 6) == 0 ? PTX_SHARED
           : is(text, "local")               ? PTX_LOCAL
           : is(text, "const")               ? PTX_CONST
           : strncmp(text, "param", 5) == 0  ? PTX_PARAM
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
static bool emit_cvta(struct resolver *r)
{
    bool to = is(part(r, 1), "to");
    uint64_t window = window_of(space_named(part(r, to ? 2 : 1)));
    uint32_t d, a;
    if (!destination(r, 0, 8, &d) || !source(r, 1, 8, &a))
        return false;
    struct insn *insn = emit(r, window == 0 ? OP_mov_64
                                : to        ? OP_cvta_to
                                            : OP_cvta);
    uint32_t base = constant_slot(r, window, 8);
    if (!insn || base == NO_SLOT)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = window ? base : NO_SLOT;
    return true;
}

static bool emit_isspacep(struct resolver *r)
{
    enum ptx_space space = space_named(part(r, 1));
    uint32_t d, a;
    if (!destination(r, 0, 0, &d) || !source(r, 1, 8, &a))
        return false;
    struct insn *insn = emit(r, OP_isspacep);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->offset = (int32_t)space;
    return true;
}

/* ---- memory ------------------------------------------------------------- */

struct place {
    uint32_t slot; /* of the address; NO_SLOT: offset alone */
    bool narrow;   /* a 32-bit address register */
    int32_t offset;
    enum name_kind kind; /* NAME_PARAM, NAME_KERNEL_PARAM, or something else */
};

static bool split_offset(struct resolver *r, uint64_t bits, int32_t *offset)
{
    *offset = (int32_t)bits;
    return (uint64_t)(int64_t)*offset == bits ||
           fail(r, "an address offset does not fit 32 bits");
}

static bool symbol_place(struct resolver *r, const struct ptx_operand *o,
                         struct place *place)
{
    struct address address;
    struct name *name = known_name(r, o->name);
    if (name && (name->kind == NAME_PARAM || name->kind == NAME_KERNEL_PARAM)) {
        place->kind = name->kind;
        uint64_t bytes =
            (uint64_t)ptx_type_size(r->detail.type) * r->detail.vector;
        if (bytes > name->size || o->bits > name->size - bytes)
            return fail(r, "[%.60s+%llu] lies outside it", o->name,
                        (unsigned long long)o->bits);
        return split_offset(r, name->offset + o->bits, &place->offset);
    }
    if (!address_of(r, o->name, &address) ||
        !split_offset(r, o->bits, &place->offset))
        return false;
    if (address.space == PTX_LOCAL)
        return local_address(r, address.offset, 8, &place->slot);
    return address_slot(r, &address, 0, 8, &place->slot);
}

/* [register + n], [variable + n], [n] */
static bool find_place(struct resolver *r, unsigned i, struct place *place)
{
    const struct ptx_operand *o = operand(r, i);
    *place = (struct place){.slot = NO_SLOT, .kind = NAME_LABEL};
    if (o->kind != PTX_OPND_ADDRESS)
        return fail(r, "%.60s: operand %u is not an address", r->source->opcode,
                    i + 1);
    if (!o->name) {
        place->slot = constant_slot(r, o->bits, 8);
        return place->slot != NO_SLOT || out_of_memory(r);
    }
    struct name *name = find_name(r, o->name);
    if (!name || name->kind != NAME_REGISTER)
        return symbol_place(r, o, place);
    if (name->bytes != 4 && name->bytes != 8)
        return fail(r, "%.60s is no address", o->name);
    place->slot = name->slot;
    place->narrow = name->bytes == 4;
    return split_offset(r, o->bits, &place->offset);
}

/* A value operand of a load or store, scalar or vector, into detail. */
static bool value_slots(struct resolver *r, unsigned i, bool store)
{
    const struct ptx_operand *o = operand(r, i);
    const struct ptx_operand *list = o;
    uint32_t count = 1;
    if (o->kind == PTX_OPND_VECTOR) {
        list = o->list;
        count = o->list_count;
    }
    if (count != r->detail.vector)
        return fail(r, "%.60s needs %u values", r->source->opcode,
                    r->detail.vector);
    r->detail.register_bytes = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t least = register_bytes(r->detail.type);
        uint32_t *slot = &r->detail.slots[k];
        struct name *name =
            list[k].kind == PTX_OPND_NAME ? find_name(r, list[k].name) : NULL;
        *slot = NO_SLOT;
        if (name && name->kind == NAME_REGISTER) {
            least = name->bytes;
            *slot = name->slot;
        } else if (store && (list[k].kind == PTX_OPND_INT ||
                             list[k].kind == PTX_OPND_FLOAT)) {
            *slot = constant_slot(r, literal_bits(&list[k], least), least);
        } else if (list[k].kind != PTX_OPND_DISCARD || store) {
            return fail(r, "%.60s: value %u is not a register",
                        r->source->opcode, k + 1);
        }
        if (least < ptx_type_size(r->detail.type) ||
            (r->detail.register_bytes && least != r->detail.register_bytes))
            return fail(r, "%.60s: value %u has the wrong width",
                        r->source->opcode, k + 1);
        r->detail.register_bytes = (uint8_t)least;
    }
    return true;
}

struct access_words {
    enum ptx_space space;
    bool is_volatile;
};

/* The modifiers of ld and st that matter; false if one is not known. */
static bool access_words(struct resolver *r, struct access_words *words)
{
    static const char *const harmless[] = {
        "weak", "nc",  "ca",  "cg",  "cs",      "lu", "cv",   "wb",
        "wt",   "gpu", "cta", "sys", "cluster", "u",  "noftz"};
    *words = (struct access_words){PTX_GENERIC, false};
    r->detail.vector = 1;
    for (unsigned i = 1; i + 1 < r->part_count; i++) {
        const char *text = r->parts[i];
        enum ptx_space space = space_named(text);
        if (space != PTX_GENERIC)
            words->space = space;
        else if (is(text, "v2") || is(text, "v4"))
            r->detail.vector = (uint8_t)(text[1] - '0');
        else if (is(text, "volatile") || is(text, "relaxed") ||
                 is(text, "acquire") || is(text, "release") || is(text, "mmio"))
            words->is_volatile = true;
        else if (strncmp(text, "L1::", 4) && strncmp(text, "L2::", 4)) {
            size_t k = 0;
            while (k < sizeof harmless / sizeof *harmless &&
                   !is(text, harmless[k]))
                k++;
            if (k == sizeof harmless / sizeof *harmless)
                return unsupported(r);
        }
    }
    return true;
}

static uint16_t memory_op(enum ptx_space space, bool store)
{
    switch (space) {
    case PTX_GLOBAL: return store ? OP_st_global : OP_ld_global;
    case PTX_SHARED: return store ? OP_st_shared : OP_ld_shared;
    case PTX_LOCAL: return store ? OP_st_local : OP_ld_local;
    case PTX_CONST: return store ? OP_COUNT : OP_ld_const;
    case PTX_PARAM: return store ? OP_st_frame : OP_ld_frame;
    default: return store ? OP_st_generic : OP_ld_generic;
    }
}

/* What a release store or atomic publishes was fenced before it. */
static bool release_fence(struct resolver *r)
{
    bool release = has_part(r, "release") || has_part(r, "acq_rel");
    return !release || has_part(r, "cta") ||
           emit_micro(r, OP_fence, NO_SLOT, NO_SLOT);
}

static bool emit_access(struct resolver *r, bool store)
{
    struct access_words words;
    struct place place;
    unsigned address = store ? 0 : 1;
    r->detail.type = last_type(r);
    unsigned size = ptx_type_size(r->detail.type);
    if (!size || size > 8 || !access_words(r, &words) ||
        size * r->detail.vector > 16)
        return r->error->message[0] ? false : unsupported(r);
    r->detail.strong = words.is_volatile;
    if (!find_place(r, address, &place) || !value_slots(r, !address, store))
        return false;
    bool param = place.kind == NAME_PARAM || place.kind == NAME_KERNEL_PARAM;
    if ((param && words.space != PTX_PARAM) ||
        (store && place.kind == NAME_KERNEL_PARAM))
        return fail(r, "%.60s of a parameter is not supported",
                    r->source->opcode);
    uint16_t op = memory_op(words.space, store);
    if (words.space == PTX_PARAM && r->code->is_entry && !store &&
        place.kind != NAME_PARAM)
        op = OP_ld_param;
    if (words.space == PTX_PARAM && place.slot != NO_SLOT && op != OP_ld_param)
        return fail(r,
                    "%.60s through a register is not supported in a "
                    "function",
                    r->source->opcode);
    if (op == OP_COUNT)
        return unsupported(r);
    if (!release_fence(r))
        return false;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->a = place.slot;
    insn->offset = place.offset;
    insn->d = store ? NO_SLOT : r->detail.slots[0];
    insn->b = store ? r->detail.slots[0] : NO_SLOT;
    insn->width = (uint8_t)(size * r->detail.vector);
    insn->flags |= (uint8_t)((place.narrow ? INSN_ADDRESS_32 : 0) |
                             (words.is_volatile ? INSN_VOLATILE : 0) |
                             (is_signed(r->detail.type) ? INSN_SIGNED : 0));
    return number_site(r, insn);
}

static bool emit_load(struct resolver *r)
{
    return emit_access(r, false);
}
static bool emit_store(struct resolver *r)
{
    return emit_access(r, true);
}

/* The operations with the types PTX has them for; in order of the enum. */
static const struct {
    const char *name, *types;
} atomics[] = {
    {"add", "u32 s32 u64 f32 f64"},
    {"min", "u32 s32 u64 s64"},
    {"max", "u32 s32 u64 s64"},
    {"inc", "u32"},
    {"dec", "u32"},
    {"and", "b32 b64"},
    {"or", "b32 b64"},
    {"xor", "b32 b64"},
    {"exch", "b32 b64"},
    {"cas", "b32 b64"},
};

static bool atomic_named(const char *text, enum atomic_op *op)
{
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
        if (is(text, atomics[i].name)) {
            *op = (enum atomic_op)i;
            return true;
        }
    }
    return false;
}

static bool is_order(const char *text)
{
    static const char *const names[] = {"relaxed", "acquire", "release",
                                        "acq_rel", "cta",     "cluster",
                                        "gpu",     "sys"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(text, names[i]))
            return true;
    return false;
}

/* .sem .scope .space .op .type, into detail and *space. */
static bool atomic_words(struct resolver *r, enum ptx_space *space)
{
    bool found = false, exchanges;
    *space = PTX_GENERIC;
    for (unsigned i = 1; i + 1 < r->part_count; i++) {
        const char *text = r->parts[i];
        if (space_named(text) != PTX_GENERIC)
            *space = space_named(text);
        else if (!found && atomic_named(text, &r->detail.atomic))
            found = true;
        else if (!is_order(text))
            return unsupported(r);
    }
    exchanges = r->detail.atomic >= ATOMIC_EXCH;
    return (found &&
            strstr(atomics[r->detail.atomic].types,
                   ptx_type_name(r->detail.type)) &&
            (*space == PTX_GENERIC || *space == PTX_GLOBAL ||
             *space == PTX_SHARED) &&
            !(exchanges && is(r->parts[0], "red"))) ||
           unsupported(r);
}

/* atom.sem.scope.space.op.type d, [a], b, c;   red: the same without d */
static bool emit_atomic(struct resolver *r)
{
    bool returns = is(r->parts[0], "atom");
    enum ptx_space space;
    struct place place;
    uint32_t b, c = NO_SLOT, d = NO_SLOT;
    unsigned first = returns ? 1 : 0;
    r->detail.type = last_type(r);
    uint32_t bytes = ptx_type_size(r->detail.type);
    if (!bytes || !atomic_words(r, &space))
        return bytes ? false : unsupported(r);
    if (r->source->operand_count !=
        first + 2 + (r->detail.atomic == ATOMIC_CAS))
        return fail(r, "%.60s: wrong number of operands", r->source->opcode);
    if (!find_place(r, first, &place) || !source(r, first + 1, bytes, &b) ||
        (r->detail.atomic == ATOMIC_CAS && !source(r, first + 2, bytes, &c)) ||
        !release_fence(r) || (returns && !destination(r, 0, bytes, &d)))
        return false;
    if (place.slot == NO_SLOT)
        return fail(r, "%.60s of a parameter is not supported",
                    r->source->opcode);
    struct insn *insn = emit(r, space == PTX_SHARED   ? OP_atom_shared
                                : space == PTX_GLOBAL ? OP_atom_global
                                                      : OP_atom_generic);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = place.slot;
    insn->b = b;
    insn->c = c;
    insn->offset = place.offset;
    insn->width = (uint8_t)bytes;
    insn->flags |= place.narrow ? INSN_ADDRESS_32 : 0;
    return number_site(r, insn);
}

static bool emit_fence(struct resolver *r)
{
    struct insn *insn = emit(r, OP_fence);
    if (!insn)
        return false;
    insn->offset = has_part(r, "cta");
    return true;
}

/* Hints, and what only debuggers see. */
static bool emit_nothing(struct resolver *r)
{
    uint16_t op = OP_nop;
    if (!find_op(r->parts[0], &op))
        find_op(r->source->opcode, &op);
    return emit(r, op) != NULL;
}

/* ---- control ------------------------------------------------------------ */

/* Labels are bound to PTX instructions; finish() turns them into decoded
 * ones. */
static bool label_target(struct resolver *r, const char *text, uint32_t *target)
{
    struct name *name = text ? known_name(r, text) : NULL;
    if (!name || name->kind != NAME_LABEL)
        return fail(r, "there is no label %.60s", text ? text : "here");
    *target = (uint32_t)name->offset;
    return true;
}

static bool emit_branch(struct resolver *r)
{
    struct insn *insn = emit(r, OP_bra);
    return insn && label_target(r, operand(r, 0)->name, &insn->target);
}

static const struct ptx_targets *targets_named(struct resolver *r,
                                               const char *text)
{
    for (uint32_t i = 0; i < r->func->target_count; i++)
        if (r->func->targets[i].name == text)
            return &r->func->targets[i];
    return NULL;
}

static bool emit_indexed_branch(struct resolver *r)
{
    uint32_t index;
    const struct ptx_targets *targets = targets_named(r, operand(r, 1)->name);
    if (!is(part(r, 1), "idx") || !targets || !targets->count)
        return unsupported(r);
    r->detail.target_count = targets->count;
    r->detail.targets =
        arena_alloc(r->module->arena, targets->count * sizeof(uint32_t));
    if (!r->detail.targets)
        return out_of_memory(r);
    for (uint32_t i = 0; i < targets->count; i++)
        if (!label_target(r, targets->labels[i], &r->detail.targets[i]))
            return false;
    if (!source(r, 0, 4, &index))
        return false;
    struct insn *insn = emit(r, OP_brx_idx);
    if (insn)
        insn->a = index;
    return insn != NULL;
}

static bool emit_plain(struct resolver *r)
{
    uint16_t op;
    return (find_op(r->parts[0], &op) || unsupported(r)) && emit(r, op) != NULL;
}

/* ---- calls -------------------------------------------------------------- */

static bool call_places(struct resolver *r, const struct ptx_operand *list,
                        uint32_t *count, struct param_place **places)
{
    *count = list ? list->list_count : 0;
    *places = arena_alloc(r->module->arena, (*count + 1) * sizeof **places);
    if (!*places)
        return out_of_memory(r);
    for (uint32_t i = 0; i < *count; i++) {
        struct name *name = list->list[i].kind == PTX_OPND_NAME
                                ? known_name(r, list->list[i].name)
                                : NULL;
        if (!name || name->kind != NAME_PARAM)
            return fail(r, "a call with arguments in registers is not "
                           "supported");
        (*places)[i] =
            (struct param_place){(uint32_t)name->offset, (uint32_t)name->size};
    }
    return true;
}

/* Address-taken functions may be called from anywhere in the program. */
static bool resolve_all(struct resolver *r)
{
    const struct ptx_module *ptx = r->module->ptx;
    for (uint32_t i = 0; i < ptx->func_count; i++)
        if (!ptx->funcs[i].is_entry && !ptx->funcs[i].is_extern &&
            !r->program->functions[i] &&
            !resolve_function(r->module, r->program, i, r->error))
            return false;
    return true;
}

static bool call_target(struct resolver *r, const struct ptx_operand *callee,
                        struct call *call)
{
    call->callee = call->pointer = NO_SLOT;
    struct name *pointer = find_name(r, callee->name);
    if (pointer && pointer->kind == NAME_REGISTER) {
        call->pointer = pointer->slot;
        return (pointer->bytes == 8 || unsupported(r)) && resolve_all(r);
    }
    uint32_t index = module_func_index(r->module, callee->name);
    if (index == NO_SLOT)
        return fail(r, "%.60s is called but not declared", callee->name);
    if (r->module->ptx->funcs[index].is_extern) {
        call->builtin = builtin_find(callee->name);
        return call->builtin ||
               fail(r, "%.60s is called but neither defined nor known",
                    callee->name);
    }
    if (r->module->ptx->funcs[index].is_entry)
        return fail(r, "%.60s is a kernel, which no code can call",
                    callee->name);
    call->callee = index;
    return r->program->functions[index] ||
           resolve_function(r->module, r->program, index, r->error);
}

/* call (results), f, (arguments), prototype; results, arguments optional */
static bool emit_call(struct resolver *r)
{
    const struct ptx_operand *results = NULL, *arguments = NULL;
    unsigned i = 0;
    if (operand(r, i)->kind == PTX_OPND_LIST)
        results = operand(r, i++);
    const struct ptx_operand *callee = operand(r, i++);
    if (operand(r, i)->kind == PTX_OPND_LIST)
        arguments = operand(r, i);
    struct call *call = arena_alloc(r->module->arena, sizeof *call);
    if (!call)
        return out_of_memory(r);
    if (callee->kind != PTX_OPND_NAME)
        return unsupported(r);
    if (!call_places(r, results, &call->result_count, &call->results) ||
        !call_places(r, arguments, &call->arg_count, &call->args) ||
        !call_target(r, callee, call))
        return false;
    if (call->arg_count > 8 && call->builtin)
        return unsupported(r);
    r->detail.call = call;
    return emit(r, OP_call) != NULL;
}

/* ---- warp and block ----------------------------------------------------- */

/* The member mask of a .sync form, or every lane for the old forms. */
static bool member_mask(struct resolver *r, unsigned i, uint32_t *slot)
{
    if (i < r->source->operand_count)
        return source(r, i, 4, slot);
    *slot = NO_SLOT;
    return true;
}

/* Old forms without .sync are the new ones among the active lanes. */
static bool sync_op(struct resolver *r, uint16_t *op)
{
    char name[PART_CHARS] = "";
    size_t at = (size_t)snprintf(name, sizeof name, "%s", r->parts[0]);
    bool match = is(r->parts[0], "match");
    if (!has_part(r, "sync") && !match)
        at += (size_t)snprintf(name + at, sizeof name - at, ".sync");
    for (unsigned i = 1; i < r->part_count && at < sizeof name; i++)
        at += (size_t)snprintf(name + at, sizeof name - at, ".%s", r->parts[i]);
    return (at < sizeof name && find_op(name, op)) || unsupported(r);
}

static bool emit_shuffle(struct resolver *r)
{
    uint16_t op;
    uint32_t d, a, b, c, mask;
    if (!sync_op(r, &op) || !destination_pair(r, 4, 0, &d, &r->detail.second) ||
        !source(r, 1, 4, &a) || !source(r, 2, 4, &b) || !source(r, 3, 4, &c) ||
        !member_mask(r, 4, &mask))
        return false;
    r->detail.fourth = mask;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = b;
    insn->c = c;
    return true;
}

/* vote, match, redux: d, a, mask */
static bool emit_vote(struct resolver *r)
{
    uint16_t op;
    bool vote = is(r->parts[0], "vote");
    uint32_t d, a, mask;
    uint32_t bytes = vote ? 0 : ptx_type_size(last_type(r));
    uint32_t result = vote ? register_bytes(last_type(r)) : 4;
    if (!sync_op(r, &op) ||
        !destination_pair(r, result, 0, &d, &r->detail.second) ||
        !source(r, 1, bytes, &a) || !member_mask(r, 2, &mask))
        return false;
    r->detail.fourth = mask;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    return true;
}

static bool emit_elect(struct resolver *r)
{
    uint32_t d, mask;
    if (!destination_pair(r, 4, 0, &d, &r->detail.second) ||
        !source(r, 1, 4, &mask))
        return false;
    r->detail.fourth = mask;
    struct insn *insn = emit(r, OP_elect);
    if (insn)
        insn->d = d;
    return insn != NULL;
}

static bool emit_activemask(struct resolver *r)
{
    uint32_t d;
    if (!destination(r, 0, 4, &d))
        return false;
    struct insn *insn = emit(r, OP_activemask);
    if (insn)
        insn->d = d;
    return insn != NULL;
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
    bool loose = is(r->parts[0], "barrier") && !has_part(r, "aligned");
    if (has_part(r, "arrive"))
        return OP_barrier_arrive;
    if (has_part(r, "red"))
        return has_part(r, "popc")  ? OP_barrier_red_popc
               : has_part(r, "and") ? OP_barrier_red_and
                                    : OP_barrier_red_or;
    if (!has_part(r, "sync"))
        return OP_COUNT;
    return loose ? OP_barrier_loose : OP_barrier;
}

/* bar.sync a{, b}; bar.arrive a, b; bar.red.op d, a{, b}, p */
static bool emit_barrier(struct resolver *r)
{
    if (has_part(r, "warp"))
        return emit_warp_sync(r);
    uint16_t op = barrier_op(r);
    uint32_t d = NO_SLOT, a, b = NO_SLOT, p = NO_SLOT;
    unsigned at = 0, count = r->source->operand_count;
    if (op == OP_COUNT || has_part(r, "cluster"))
        return unsupported(r);
    bool reduces = has_part(r, "red");
    uint32_t result = has_part(r, "popc") ? 4 : 0;
    if (reduces && !destination(r, at++, result, &d))
        return false;
    if (!source(r, at++, 4, &a))
        return false;
    if (at + (reduces ? 1 : 0) < count && !source(r, at++, 4, &b))
        return false;
    if (reduces && !source(r, at, 0, &p))
        return false;
    struct insn *insn = emit(r, op);
    if (!insn)
        return false;
    insn->d = d;
    insn->a = a;
    insn->b = b;
    insn->c = p;
    return true;
}

/* ---- one instruction ---------------------------------------------------- */

static const struct emitter {
    const char *base;
    bool (*emit)(struct resolver *r);
} emitters[] = {
    {"ld", emit_load},
    {"ldu", emit_load},
    {"st", emit_store},
    {"atom", emit_atomic},
    {"red", emit_atomic},
    {"bra", emit_branch},
    {"brx", emit_indexed_branch},
    {"call", emit_call},
    {"ret", emit_plain},
    {"exit", emit_plain},
    {"trap", emit_plain},
    {"brkpt", emit_nothing},
    {"mov", emit_mov},
    {"cvt", emit_cvt},
    {"cvta", emit_cvta},
    {"isspacep", emit_isspacep},
    {"setp", emit_setp},
    {"set", emit_set},
    {"selp", emit_selp},
    {"testp", emit_testp},
    {"shfl", emit_shuffle},
    {"vote", emit_vote},
    {"match", emit_vote},
    {"redux", emit_vote},
    {"elect", emit_elect},
    {"activemask", emit_activemask},
    {"bar", emit_barrier},
    {"barrier", emit_barrier},
    {"membar", emit_fence},
    {"fence", emit_fence},
    {"prefetch", emit_nothing},
    {"prefetchu", emit_nothing},
    {"nanosleep", emit_nothing},
    {"pmevent", emit_nothing},
    {"addc", emit_carry},
    {"subc", emit_carry},
    {"madc", emit_carry},
    {"bfi", emit_bits},
    {"lop3", emit_bits},
    {"prmt", emit_bits},
};

static bool emit_instruction(struct resolver *r)
{
    if (has_part(r, "cc"))
        return emit_carry(r);
    for (size_t i = 0; i < sizeof emitters / sizeof *emitters; i++)
        if (is(emitters[i].base, r->parts[0]))
            return emitters[i].emit(r);
    return emit_arithmetic(r);
}

static bool resolve_instruction(struct resolver *r, uint32_t i)
{
    r->source = &r->func->insns[i];
    r->first = r->starts[i] = r->code->insn_count;
    r->detail = (struct insn_detail){.loc = r->source->loc,
                                     .text = r->source->opcode,
                                     .second = NO_SLOT,
                                     .fourth = NO_SLOT};
    r->error->message[0] = '\0';
    return split_opcode(r) && emit_instruction(r) && guard_steps(r);
}

/* ---- the function as a whole -------------------------------------------- */

static bool bind_var(struct resolver *r, const struct ptx_var *var,
                     enum name_kind kind, uint32_t *at)
{
    struct name *name = add_name(r, var->name);
    uint64_t size = var->count * ptx_type_size(var->type);
    if (!name)
        return out_of_memory(r);
    if (var->space == PTX_SHARED)
        return place_shared(r, var, name);
    uint64_t offset =
        ((uint64_t)*at + var->align - 1) / var->align * var->align;
    if (size > LOCAL_BYTES_PER_THREAD || offset + size > LOCAL_BYTES_PER_THREAD)
        return fail(r, "%.60s needs more than %u bytes a thread", var->name,
                    LOCAL_BYTES_PER_THREAD);
    name->kind = kind;
    name->offset = offset;
    name->size = size;
    *at = (uint32_t)(offset + size);
    return true;
}

static bool bind_params(struct resolver *r)
{
    const struct ptx_signature *sig = &r->func->sig;
    uint32_t at = 0;
    if (r->code->is_entry) {
        for (uint32_t i = 0; i < sig->param_count; i++)
            if (!bind_var(r, &sig->params[i], NAME_KERNEL_PARAM, &at))
                return false;
        return true;
    }
    struct code *code = r->code;
    code->args = arena_alloc(r->module->arena,
                             (sig->param_count + 1) * sizeof *code->args);
    code->results = arena_alloc(r->module->arena, (sig->result_count + 1) *
                                                      sizeof *code->results);
    if (!code->args || !code->results)
        return out_of_memory(r);
    for (uint32_t i = 0; i < sig->param_count + sig->result_count; i++) {
        bool result = i >= sig->param_count;
        const struct ptx_var *var =
            result ? &sig->results[i - sig->param_count] : &sig->params[i];
        if (var->space != PTX_PARAM)
            return fail(r, "parameters in registers are not supported");
        if (!bind_var(r, var, NAME_PARAM, &code->param_bytes))
            return false;
        struct name *name = known_name(r, var->name);
        struct param_place place = {(uint32_t)name->offset,
                                    (uint32_t)name->size};
        if (result)
            code->results[code->result_count++] = place;
        else
            code->args[code->arg_count++] = place;
    }
    return true;
}

static bool bind_body(struct resolver *r)
{
    const struct ptx_func *func = r->func;
    for (uint32_t i = 0; i < func->var_count; i++) {
        const struct ptx_var *var = &func->vars[i];
        bool param = var->space == PTX_PARAM;
        if (!bind_var(r, var, param ? NAME_PARAM : NAME_LOCAL,
                      param ? &r->code->param_bytes : &r->code->local_bytes))
            return false;
    }
    for (uint32_t i = 0; i < func->label_count; i++) {
        struct name *name = add_name(r, func->labels[i].name);
        if (!name)
            return out_of_memory(r);
        name->kind = NAME_LABEL;
        name->offset = func->labels[i].at;
    }
    return true;
}

/* Branch targets: from PTX instructions to decoded ones. */
static void patch_targets(struct resolver *r)
{
    for (uint32_t i = 0; i < r->code->insn_count; i++) {
        struct insn *insn = &r->code->insns[i];
        if (insn->op == OP_bra)
            insn->target = r->starts[insn->target];
        if (insn->op == OP_brx_idx)
            for (uint32_t k = 0; k < insn->detail->target_count; k++)
                insn->detail->targets[k] = r->starts[insn->detail->targets[k]];
    }
}

/* A body that runs off its end returns. */
static bool end_body(struct resolver *r)
{
    r->starts[r->func->insn_count] = r->code->insn_count;
    r->detail = (struct insn_detail){.text = "ret",
                                     .second = NO_SLOT,
                                     .fourth = NO_SLOT,
                                     .loc = r->func->loc};
    return emit_micro(r, OP_ret, NO_SLOT, NO_SLOT) != NULL;
}

static bool prepare(struct resolver *r)
{
    struct arena *arena = r->module->arena;
    struct code *code = r->code;
    code->name = r->func->sig.name;
    code->is_entry = r->func->is_entry;
    code->specials = arena_alloc(arena, SPECIAL_COUNT * sizeof *code->specials);
    r->starts = arena_alloc(arena, ((size_t)r->func->insn_count + 1) *
                                       sizeof *r->starts);
    return (code->specials && r->starts) || out_of_memory(r);
}

static bool resolve_body(struct resolver *r)
{
    if (!prepare(r) || !bind_params(r) || !bind_body(r))
        return false;
    for (uint32_t i = 0; i < r->func->insn_count; i++)
        if (!resolve_instruction(r, i))
            return false;
    r->source = NULL;
    if (!end_body(r))
        return false;
    patch_targets(r);
    mark_source(r, r->code->frame_bytes, 0); /* room for every slot */
    return (flow_joins(r->code) && flow_stores(r->code, r->sources) &&
            chain_waits(r->code, r->module->arena)) ||
           out_of_memory(r);
}

static void no_action(void *node)
{
    (void)node;
}

bool resolve_function(struct module *module, struct program *program,
                      uint32_t index, struct ptx_error *error)
{
    struct code *code = arena_alloc(module->arena, sizeof *code);
    struct resolver r = {.module = module,
                         .program = program,
                         .func = &module->ptx->funcs[index],
                         .code = code,
                         .error = error,
                         .carry = NO_SLOT};
    if (!code)
        return out_of_memory(&r);
    program->functions[index] = code; /* before the body: recursion */
    bool done = resolve_body(&r);
    tdestroy(r.names, no_action);
    return done;
}
