/*
 * resolve_memory.c - loads, stores, atomics and fences.
 */
#include "resolver.h"
#include "words.h"

/* ---- memory ------------------------------------------------------------- */

static bool split_offset(struct resolver *r, uint64_t bits, int32_t *offset)
{
    *offset = (int32_t)bits;
    return (uint64_t)(int64_t)*offset == bits ||
           resolver_fail(r, "an address offset does not fit 32 bits");
}

/* Of a register: clang may add 2^34 to one, for an index that it takes for an
 * unsigned number, and take it off again in the offset. */
static bool register_place(struct resolver *r, uint64_t bits,
                           struct place *place)
{
    if (place->narrow || (uint64_t)(int64_t)(int32_t)bits == bits)
        return split_offset(r, bits, &place->offset);
    uint32_t sum = slot_new(r, 8), number = slot_number(r, bits, 8);
    struct insn *insn = emit_micro(r, OP_add_64, sum, place->slot);
    if (insn)
        insn->b = number;
    place->slot = sum;
    return insn != NULL;
}

static bool symbol_place(struct resolver *r, const struct ptx_operand *o,
                         struct place *place)
{
    struct address address;
    struct name *name = name_known(r, o->name);
    if (name && (name->kind == NAME_PARAM || name->kind == NAME_KERNEL_PARAM)) {
        place->kind = name->kind;
        uint64_t bytes =
            (uint64_t)ptx_type_size(r->detail.type) * r->detail.vector;
        if (bytes > name->size || o->bits > name->size - bytes)
            return resolver_fail(r, "[%.60s+%llu] lies outside it", o->name,
                                 (unsigned long long)o->bits);
        return split_offset(r, name->offset + o->bits, &place->offset);
    }
    if (!address_find(r, o->name, &address) ||
        !split_offset(r, o->bits, &place->offset))
        return false;
    if (address.space == PTX_LOCAL)
        return address_local(r, address.offset, 8, &place->slot);
    return address_slot(r, &address, 0, 8, &place->slot);
}

bool place_find(struct resolver *r, unsigned i, struct place *place)
{
    const struct ptx_operand *o = operand_at(r, i);
    *place = (struct place){.slot = NO_SLOT, .kind = NAME_LABEL};
    if (o->kind != PTX_OPND_ADDRESS)
        return resolver_fail(r, "%.60s: operand %u is not an address",
                             r->source->opcode, i + 1);
    if (!o->name) {
        place->slot = slot_number(r, o->bits, 8);
        return true;
    }
    struct name *name = name_find(r, o->name);
    if (!name || name->kind != NAME_REGISTER)
        return symbol_place(r, o, place);
    if (name->bytes != 4 && name->bytes != 8)
        return resolver_fail(r, "%.60s is no address", o->name);
    place->slot = name->slot;
    place->narrow = name->bytes == 4;
    return register_place(r, o->bits, place);
}

bool value_slots(struct resolver *r, unsigned i, bool store)
{
    const struct ptx_operand *o = operand_at(r, i);
    const struct ptx_operand *list = o;
    uint32_t count = 1;
    if (o->kind == PTX_OPND_VECTOR) {
        list = o->list;
        count = o->list_count;
    }
    if (count != r->detail.vector)
        return resolver_fail(r, "%.60s needs %u values", r->source->opcode,
                             r->detail.vector);
    r->detail.register_bytes = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t least = register_bytes(r->detail.type);
        uint32_t *slot = &r->detail.slots[k];
        struct name *name =
            list[k].kind == PTX_OPND_NAME ? name_find(r, list[k].name) : NULL;
        *slot = NO_SLOT;
        if (name && name->kind == NAME_REGISTER) {
            least = name->bytes;
            *slot = name->slot;
        } else if (store && (list[k].kind == PTX_OPND_INT ||
                             list[k].kind == PTX_OPND_FLOAT)) {
            *slot = slot_number(r, literal_bits(&list[k], least), least);
        } else if (list[k].kind != PTX_OPND_DISCARD || store) {
            return resolver_fail(r, "%.60s: value %u is not a register",
                                 r->source->opcode, k + 1);
        }
        if (least < ptx_type_size(r->detail.type) ||
            (r->detail.register_bytes && least != r->detail.register_bytes))
            return resolver_fail(r, "%.60s: value %u has the wrong width",
                                 r->source->opcode, k + 1);
        r->detail.register_bytes = (uint8_t)least;
    }
    return true;
}

struct access_words {
    enum ptx_space space;
    bool is_strong;
};

const char *access_word(size_t i)
{
    static const char *const words[] = {"weak", "nc",      "ca",  "cs",
                                        "lu",   "wb",      "gpu", "cta",
                                        "sys",  "cluster", "u",   "noftz"};
    return i < sizeof words / sizeof *words ? words[i] : NULL;
}

static bool is_one_of(const char *text, const char *word(size_t i))
{
    size_t i = 0;
    while (word(i) && !is(text, word(i)))
        i++;
    return word(i);
}

/* The modifiers of ld and st that matter; false if one is not known.  What
 * goes past the L1 cache, by which blocks do not see each other, is meant to
 * meet the others': CUB's flags between blocks are .cg where the device knows
 * no .relaxed. */
static bool access_words(struct resolver *r, struct access_words *words)
{
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
                 is(text, "acquire") || is(text, "release") ||
                 is(text, "mmio") || is(text, "cg") || is(text, "cv") ||
                 is(text, "wt"))
            words->is_strong = true;
        else if (strncmp(text, "L1::", 4) && strncmp(text, "L2::", 4) &&
                 !is_one_of(text, access_word))
            return resolver_unsupported(r);
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
    bool release = opcode_has(r, "release") || opcode_has(r, "acq_rel");
    struct insn *fence =
        release ? emit_micro(r, OP_fence, NO_SLOT, NO_SLOT) : NULL;
    if (fence)
        fence->offset = opcode_has(r, "cta");
    return !release || fence;
}

/* The lanes' values in memory and in registers are the same bytes. */
static bool is_whole(const struct insn_detail *detail, unsigned width)
{
    return detail->vector == 1 && detail->register_bytes == width &&
           detail->slots[0] != NO_SLOT;
}

static bool emit_access(struct resolver *r, bool store)
{
    struct access_words words;
    struct place place;
    unsigned address = store ? 0 : 1;
    r->detail.type = opcode_type(r);
    unsigned size = ptx_type_size(r->detail.type);
    if (!size || size > 8 || !access_words(r, &words) ||
        size * r->detail.vector > 16)
        return r->error->message[0] ? false : resolver_unsupported(r);
    r->detail.strong = words.is_strong;
    r->detail.is_volatile = opcode_has(r, "volatile");
    if (!place_find(r, address, &place) || !value_slots(r, !address, store))
        return false;
    bool param = place.kind == NAME_PARAM || place.kind == NAME_KERNEL_PARAM;
    if ((param && words.space != PTX_PARAM) ||
        (store && place.kind == NAME_KERNEL_PARAM))
        return resolver_fail(r, "%.60s of a parameter is not supported",
                             r->source->opcode);
    uint16_t op = memory_op(words.space, store);
    if (words.space == PTX_PARAM && r->code->is_entry && !store &&
        place.kind != NAME_PARAM)
        op = OP_ld_param;
    if (words.space == PTX_PARAM && place.slot != NO_SLOT && op != OP_ld_param)
        return resolver_fail(r,
                             "%.60s through a register is not supported in a "
                             "function",
                             r->source->opcode);
    if (op == OP_COUNT)
        return resolver_unsupported(r);
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
    insn->flags |=
        (uint8_t)((place.narrow ? INSN_ADDRESS_32 : 0) |
                  (words.is_strong ? INSN_VOLATILE : 0) |
                  (type_is_signed(r->detail.type) ? INSN_SIGNED : 0) |
                  (is_whole(&r->detail, insn->width) ? INSN_WHOLE : 0));
    return emit_site(r, insn);
}

bool emit_load(struct resolver *r)
{
    return emit_access(r, false);
}

bool emit_store(struct resolver *r)
{
    return emit_access(r, true);
}

/* The operations with the types PTX has them for; in order of the enum. */
static const struct {
    const char *name, *types;
} atomics[] = {
    {"add", "u32 s32 u64 f16 f16x2 f32 f64"},
    {"min", "u32 s32 u64 s64"},
    {"max", "u32 s32 u64 s64"},
    {"inc", "u32"},
    {"dec", "u32"},
    {"and", "b32 b64"},
    {"or", "b32 b64"},
    {"xor", "b32 b64"},
    {"exch", "b32 b64"},
    {"cas", "b16 b32 b64"},
};

const char *atomic_name(size_t i)
{
    return i < sizeof atomics / sizeof *atomics ? atomics[i].name : NULL;
}

const char *atomic_types(size_t i)
{
    return atomics[i].types;
}

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

bool atomic_reduces(const char *name, const char *type, enum atomic_op *op)
{
    return atomic_named(name, op) && *op < ATOMIC_EXCH &&
           type_named(type) != PTX_NO_TYPE && strstr(atomics[*op].types, type);
}

const char *order_word(size_t i)
{
    static const char *const words[] = {"relaxed", "acquire", "release",
                                        "acq_rel", "cta",     "cluster",
                                        "gpu",     "sys"};
    return i < sizeof words / sizeof *words ? words[i] : NULL;
}

/* .sem .scope .space .op .noftz .type, into detail and *space. */
static bool atomic_words(struct resolver *r, enum ptx_space *space)
{
    bool found = false, noftz = false, exchanges;
    bool is_half = r->detail.type == PTX_F16 || r->detail.type == PTX_F16X2;
    *space = PTX_GENERIC;
    for (unsigned i = 1; i + 1 < r->part_count; i++) {
        const char *text = r->parts[i];
        if (space_named(text) != PTX_GENERIC)
            *space = space_named(text);
        else if (!found && atomic_named(text, &r->detail.atomic))
            found = true;
        else if (is(text, "noftz"))
            noftz = true;
        else if (!is_one_of(text, order_word))
            return resolver_unsupported(r);
    }
    exchanges = r->detail.atomic >= ATOMIC_EXCH;
    return (found && noftz == is_half &&
            strstr(atomics[r->detail.atomic].types,
                   ptx_type_name(r->detail.type)) &&
            (*space == PTX_GENERIC || *space == PTX_GLOBAL ||
             *space == PTX_SHARED) &&
            !(exchanges && is(r->parts[0], "red"))) ||
           resolver_unsupported(r);
}

/* Loads a little before that have the address of the atomic to come: "if (x <
 * best) atomicMin(&best, x)".  Back to where the address was made. */
static void mark_looks(struct resolver *r, struct place place)
{
    enum { FAR = 200 };
    struct insn *insns = r->code->insns;
    uint32_t end = r->code->insn_count, first = end > FAR ? end - FAR : 0;
    for (uint32_t i = end; i-- > first && insns[i].d != place.slot;)
        if (insns[i].a == place.slot && insns[i].offset == place.offset)
            insns[i].detail->looks_first = true;
}

/* atom.sem.scope.space.op.type d, [a], b, c;   red: the same without d */
bool emit_atomic(struct resolver *r)
{
    bool returns = is(r->parts[0], "atom");
    enum ptx_space space;
    struct place place;
    r->detail.strong = true;
    uint32_t b, c = NO_SLOT, d = NO_SLOT;
    unsigned first = returns ? 1 : 0;
    r->detail.type = opcode_type(r);
    uint32_t bytes = ptx_type_size(r->detail.type);
    if (!bytes || !atomic_words(r, &space))
        return bytes ? false : resolver_unsupported(r);
    if (r->source->operand_count !=
        first + 2 + (r->detail.atomic == ATOMIC_CAS))
        return resolver_fail(r, "%.60s: wrong number of operands",
                             r->source->opcode);
    if (!place_find(r, first, &place) ||
        !operand_source(r, first + 1, bytes, &b) ||
        (r->detail.atomic == ATOMIC_CAS &&
         !operand_source(r, first + 2, bytes, &c)) ||
        !release_fence(r) || (returns && !operand_destination(r, 0, bytes, &d)))
        return false;
    if (place.slot == NO_SLOT)
        return resolver_fail(r, "%.60s of a parameter is not supported",
                             r->source->opcode);
    struct insn *insn = emit(r, space == PTX_SHARED   ? OP_atom_shared
                                : space == PTX_GLOBAL ? OP_atom_global
                                                      : OP_atom_generic);
    if (!insn)
        return false;
    mark_looks(r, place);
    insn->d = d;
    insn->a = place.slot;
    insn->b = b;
    insn->c = c;
    insn->offset = place.offset;
    insn->width = (uint8_t)bytes;
    insn->flags |= place.narrow ? INSN_ADDRESS_32 : 0;
    return emit_site(r, insn);
}

/* Between ordinary stores and bulk copies; it orders no threads. */
static bool emit_proxy_fence(struct resolver *r)
{
    bool others = is(opcode_part(r, 3), "global");
    return emit(r, others ? OP_nop : OP_fence_proxy);
}

bool emit_fence(struct resolver *r)
{
    if (is(opcode_part(r, 1), "proxy") && is(opcode_part(r, 2), "async"))
        return emit_proxy_fence(r);
    struct insn *insn = emit(r, OP_fence);
    if (!insn)
        return false;
    insn->offset = opcode_has(r, "cta");
    return true;
}

/* Hints, and what only debuggers see. */
bool emit_nothing(struct resolver *r)
{
    uint16_t op = OP_nop;
    if (!op_find(r->parts[0], &op))
        op_find(r->source->opcode, &op);
    return emit(r, op) != NULL;
}
