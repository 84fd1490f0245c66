/*
 * locals.c - see locals.h.
 */
#include "locals.h"
#include "elements.h"
#include "op_class.h"
#include "uses.h"

#include <stdlib.h>

/* From an access back to where local memory begins; from an argument on to the
 * call. */
enum { MOST_STEPS = 8, MOST_HANDED = 32 };

/* Of local memory: by an instruction, or through a pointer that it hands to a
 * function of the library. */
struct access {
    const struct insn *insn;
    uint64_t place; /* of its first byte */
    uint32_t width, element;
    uint32_t *out; /* a result's slot; NULL: it is no such pointer */
};

struct finder {
    struct resolver *r;
    const struct code *code;
    uint32_t *writer; /* [slot / 64]: the only instruction that writes it, from
                       * 1; 0: none */
    bool *various;    /* [slot / 64]: there are several, or lanes without it */
    bool *generic;    /* [slot / 64]: a generic address of local memory */
    struct access *access; /* [accesses], of room for all instructions */
    size_t accesses;
};

/* ---- places -------------------------------------------------------------- */

static bool make_room(struct finder *f)
{
    size_t slots = f->code->frame_bytes / 64 + 1;
    f->writer = calloc(slots, sizeof *f->writer);
    f->various = calloc(slots, sizeof *f->various);
    f->generic = calloc(slots, sizeof *f->generic);
    f->access = calloc(f->code->insn_count + 1, sizeof *f->access);
    return f->writer && f->various && f->generic && f->access;
}

static void find_writers(struct finder *f)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        struct uses written = uses_written(insn);
        for (unsigned k = 0; k < written.count; k++) {
            uint32_t at = written.slot[k] / 64, only = f->writer[at];
            f->various[at] |= (only && only != i + 1) || insn->guard != NO_SLOT;
            f->writer[at] = i + 1;
        }
    }
}

static void free_room(struct finder *f)
{
    free(f->writer);
    free(f->various);
    free(f->generic);
    free(f->access);
}

/* The instruction that gives the slot its only value; NULL: there is none. */
static const struct insn *maker(const struct finder *f, uint32_t slot)
{
    uint32_t by = slot == NO_SLOT ? 0 : f->writer[slot / 64];
    return by && !f->various[slot / 64] ? &f->code->insns[by - 1] : NULL;
}

/* Does it move an address on, by what is known? */
static bool moves(const struct finder *f, const struct insn *insn)
{
    switch (insn->op) {
    case OP_mov_64:
    case OP_cvta:
    case OP_cvta_to: return true;
    case OP_add_64: return code_constant(f->code, insn->b) != NULL;
    default: return false;
    }
}

static bool is_window(const struct finder *f, const struct insn *insn)
{
    const struct constant *window = code_constant(f->code, insn->b);
    return insn->op == OP_cvta && window && window->bits == LOCAL_WINDOW;
}

/* Where a slot points to; false: that is not known.  local: it is a generic
 * address, of local memory. */
static bool find_place(const struct finder *f, uint32_t slot, uint64_t *place,
                       bool *local)
{
    *place = 0;
    *local = false;
    for (unsigned n = 0; n < MOST_STEPS; n++) {
        const struct constant *constant =
            slot == NO_SLOT ? NULL : code_constant(f->code, slot);
        const struct insn *insn = maker(f, slot);
        if (constant && !constant->dynamic) {
            *place += constant->bits;
            return true;
        }
        if (!insn || !moves(f, insn))
            return false;
        *local |= is_window(f, insn);
        if (insn->op == OP_add_64)
            *place += code_constant(f->code, insn->b)->bits;
        slot = insn->a;
    }
    return false;
}

static bool is_access(const struct insn *insn)
{
    return insn->op == OP_ld_local || insn->op == OP_st_local ||
           insn->op == OP_ld_generic || insn->op == OP_st_generic;
}

/* ---- results through pointers -------------------------------------------- */

/* Which argument is the first to be a pointer to a result, of so many bytes; 0:
 * none is. */
static unsigned first_result(enum builtin builtin, uint32_t *bytes)
{
    *bytes = 4;
    switch (builtin) {
    case BUILTIN_nv_remquo:
    case BUILTIN_nv_remquof: return 2;
    case BUILTIN_nv_modf:
    case BUILTIN_nv_sincos:
    case BUILTIN_nv_sincospi: *bytes = 8; return 1;
    case BUILTIN_nv_frexp:
    case BUILTIN_nv_frexpf:
    case BUILTIN_nv_modff:
    case BUILTIN_nv_sincosf:
    case BUILTIN_nv_sincospif: return 1;
    default: return 0;
    }
}

/* The call that what is stored is an argument of. */
static struct call *handed_to(const struct finder *f, const struct insn *insn)
{
    const struct insn *end = &f->code->insns[f->code->insn_count];
    if (insn->op != OP_st_frame)
        return NULL;
    for (unsigned n = 0; n < MOST_HANDED && ++insn < end; n++)
        if (insn->op == OP_call)
            return insn->detail->call;
    return NULL;
}

/* Where the slot of the result is noted that a function of the library stores
 * through a pointer that is handed to it here; NULL: it is none. */
static uint32_t *result_of(const struct finder *f, const struct insn *insn,
                           uint32_t *bytes)
{
    struct call *call = handed_to(f, insn);
    unsigned first = call ? first_result(call->builtin, bytes) : 0;
    for (uint32_t k = first; first && k < call->arg_count; k++)
        if (call->args[k].offset == (uint32_t)insn->offset &&
            k - first < MOST_OUTS)
            return &call->outs[k - first];
    return NULL;
}

/* ---- addresses that leave ------------------------------------------------ */

static bool stores(const struct insn *insn, uint32_t slot)
{
    for (unsigned i = 0; !op_fills_slots(insn->op) && i < insn->detail->vector;
         i++)
        if (insn->detail->slots[i] == slot)
            return true;
    return false;
}

/* Does it lead from an address that is known to leave nothing to another? */
static bool leads(const struct finder *f, const struct insn *insn)
{
    return is_window(f, insn) ||
           (moves(f, insn) && insn->a != NO_SLOT && f->generic[insn->a / 64]);
}

/* Slots with generic addresses of local memory: those before them are found
 * first, as often as something is found. */
static void find_generic(struct finder *f)
{
    bool found = true;
    while (found) {
        found = false;
        for (uint32_t i = 0; i < f->code->insn_count; i++) {
            const struct insn *insn = &f->code->insns[i];
            if (!leads(f, insn) || insn->d == NO_SLOT ||
                f->generic[insn->d / 64])
                continue;
            found = f->generic[insn->d / 64] = true;
        }
    }
}

/* Is all that such an address is read for a load, a store or another one? */
static bool stays(const struct finder *f, const struct insn *insn)
{
    struct uses read = uses_read(insn);
    uint32_t bytes;
    if (leads(f, insn))
        return maker(f, insn->d) == insn;
    if (insn->op == OP_st_frame && result_of(f, insn, &bytes))
        return true;
    for (unsigned k = 0; k < read.count; k++)
        if (f->generic[read.slot[k] / 64] &&
            (!is_access(insn) || insn->a != read.slot[k] ||
             stores(insn, read.slot[k])))
            return false;
    return true;
}

/* ---- variables ----------------------------------------------------------- */

/* Does it access local memory?  known: and where is known. */
static bool is_local(const struct finder *f, const struct insn *insn,
                     struct access *access, bool *known)
{
    bool local;
    access->width = insn->width;
    access->element =
        insn->width / (insn->detail->vector + !insn->detail->vector);
    access->out = result_of(f, insn, &access->width);
    if (access->out) {
        access->element = access->width;
        *known = find_place(f, insn->detail->slots[0], &access->place, &local);
        return *known && local;
    }
    if (!is_access(insn))
        return false;
    *known = find_place(f, insn->a, &access->place, &local);
    access->place += (uint64_t)insn->offset;
    return insn->op == OP_ld_local || insn->op == OP_st_local ||
           (*known && local);
}

/* Fills the list of accesses; false: one is not known, or an address leaves. */
static bool all_are_known(struct finder *f)
{
    find_generic(f);
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        struct access *access = &f->access[f->accesses];
        bool known;
        if (!stays(f, insn))
            return false;
        if (!is_local(f, insn, access, &known))
            continue;
        if (!known)
            return false;
        access->insn = insn;
        f->accesses++;
    }
    return true;
}

/* By place, and each place's in the order of the code. */
static int compare(const void *a, const void *b)
{
    const struct access *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->insn < y->insn ? -1 : x->insn > y->insn;
}

/* Accesses that share bytes, some by way of others. */
struct variable {
    size_t count;
    bool one;     /* and they are always the same bytes */
    bool several; /* they are of elements that are; some are results */
};

static struct variable find_together(const struct finder *f, size_t first)
{
    const struct access *begin = &f->access[first];
    uint64_t end = begin->place + begin->width;
    struct variable v = {.one = true};
    bool results = false, alike = true;
    for (size_t i = first; i < f->accesses && f->access[i].place < end; i++) {
        const struct access *a = &f->access[i];
        v.one &= a->place == begin->place && a->width == begin->width &&
                 a->element == a->width;
        alike &= a->element == begin->element &&
                 (a->place - begin->place) % a->element == 0;
        results |= a->out != NULL;
        if (end < a->place + a->width)
            end = a->place + a->width;
        v.count++;
    }
    v.several = results && alike;
    return v;
}

static void keep(struct access *access, uint32_t slot, bool several)
{
    struct insn_detail *detail = access->insn->detail;
    if (access->out) {
        *access->out = slot;
        detail->leads = true;
        return;
    }
    detail->kept = slot;
    detail->is_kept = true;
    detail->is_element = several;
}

static void keep_all(struct finder *f)
{
    qsort(f->access, f->accesses, sizeof *f->access, compare);
    f->r->code->keeps_locals = true;
    for (size_t i = 0; i < f->accesses;) {
        struct variable v = find_together(f, i);
        bool kept = v.one || v.several;
        uint32_t slot =
            kept ? slot_new(f->r, f->access[i].element == 8 ? 8 : 4) : NO_SLOT;
        f->r->code->keeps_locals &= kept;
        for (size_t end = i + v.count; i < end; i++)
            if (kept)
                keep(&f->access[i], slot, !v.one);
    }
}

bool locals_keep(struct resolver *r)
{
    struct finder f = {.r = r, .code = r->code};
    if (!r->code->is_entry || !r->code->local_bytes)
        return true;
    bool done = make_room(&f);
    if (done)
        find_writers(&f);
    bool known = done && all_are_known(&f);
    if (known)
        keep_all(&f);
    free_room(&f);
    return done && (known || elements_keep(r));
}
