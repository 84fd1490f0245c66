/*
 * locals.c - see locals.h.
 */
#include "locals.h"
#include "elements.h"
#include "op_class.h"
#include "uses.h"

#include <stdlib.h>

/* From an access back to where local memory begins. */
enum { MOST_STEPS = 8 };

/* Of local memory. */
struct access {
    const struct insn *insn;
    uint64_t place; /* of its first byte */
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
    if (leads(f, insn))
        return maker(f, insn->d) == insn;
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
                     uint64_t *place, bool *known)
{
    bool local;
    if (!is_access(insn))
        return false;
    *known = find_place(f, insn->a, place, &local);
    *place += (uint64_t)insn->offset;
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
        if (!is_local(f, insn, &access->place, &known))
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

/* Those from first on that share bytes, some by way of others: how many, and
 * whether they are one variable, whose bytes are always the same. */
static size_t find_together(const struct finder *f, size_t first, bool *one)
{
    const struct access *begin = &f->access[first];
    uint64_t end = begin->place + begin->insn->width;
    size_t i = first;
    *one = true;
    for (; i < f->accesses && f->access[i].place < end; i++) {
        const struct access *a = &f->access[i];
        *one &= a->place == begin->place &&
                a->insn->width == begin->insn->width &&
                a->insn->detail->vector == 1;
        if (end < a->place + a->insn->width)
            end = a->place + a->insn->width;
    }
    return i - first;
}

static void keep_all(struct finder *f)
{
    qsort(f->access, f->accesses, sizeof *f->access, compare);
    f->r->code->keeps_locals = true;
    for (size_t i = 0, count; i < f->accesses; i += count) {
        bool one;
        count = find_together(f, i, &one);
        f->r->code->keeps_locals &= one;
        uint32_t slot =
            one ? slot_new(f->r, f->access[i].insn->width == 8 ? 8 : 4)
                : NO_SLOT;
        for (size_t k = i; one && k < i + count; k++) {
            f->access[k].insn->detail->kept = slot;
            f->access[k].insn->detail->is_kept = true;
        }
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
