/*
 * locals.c - see locals.h.
 */
#include "locals.h"
#include "op_class.h"
#include "uses.h"

#include <stdlib.h>

/* From an access back to where local memory begins. */
enum { MOST_STEPS = 8 };

struct finder {
    struct resolver *r;
    const struct code *code;
    uint32_t *writer; /* [slot / 64]: the only instruction that writes it, from
                       * 1; 0: none */
    bool *various;    /* [slot / 64]: there are several, or lanes without it */
};

/* ---- places -------------------------------------------------------------- */

static bool find_writers(struct finder *f)
{
    size_t slots = f->code->frame_bytes / 64 + 1;
    f->writer = calloc(slots, sizeof *f->writer);
    f->various = calloc(slots, sizeof *f->various);
    for (uint32_t i = 0; f->writer && f->various && i < f->code->insn_count;
         i++) {
        const struct insn *insn = &f->code->insns[i];
        struct uses written = uses_written(insn);
        for (unsigned k = 0; k < written.count; k++) {
            uint32_t at = written.slot[k] / 64, only = f->writer[at];
            f->various[at] |= (only && only != i + 1) || insn->guard != NO_SLOT;
            f->writer[at] = i + 1;
        }
    }
    return f->writer && f->various;
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

static bool reads(const struct insn *insn, uint32_t slot)
{
    struct uses read = uses_read(insn);
    for (unsigned k = 0; k < read.count; k++)
        if (read.slot[k] == slot)
            return true;
    return false;
}

/* Is what a slot points to only loaded from and stored to? */
static bool stays(const struct finder *f, uint32_t slot, unsigned steps)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (!reads(insn, slot))
            continue;
        if (is_access(insn) && insn->a == slot && !stores(insn, slot))
            continue;
        if (!steps || !moves(f, insn) || maker(f, insn->d) != insn ||
            !stays(f, insn->d, steps - 1))
            return false;
    }
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

static bool all_are_known(const struct finder *f)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        uint64_t place;
        bool known;
        if (is_window(f, insn) &&
            (maker(f, insn->d) != insn || !stays(f, insn->d, MOST_STEPS)))
            return false;
        if (is_local(f, insn, &place, &known) && !known)
            return false;
    }
    return true;
}

/* Is all that others access of it the same bytes?  slot: that of others. */
static bool is_variable(const struct finder *f, const struct insn *insn,
                        uint64_t place, uint32_t *slot)
{
    *slot = NO_SLOT;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *other = &f->code->insns[i];
        uint64_t at;
        bool known;
        if (!is_local(f, other, &at, &known) || at >= place + insn->width ||
            place >= at + other->width)
            continue;
        if (at != place || other->width != insn->width ||
            other->detail->vector != 1)
            return false;
        if (other->detail->is_kept)
            *slot = other->detail->kept;
    }
    return true;
}

static void keep_all(struct finder *f)
{
    f->r->code->keeps_locals = true;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        uint64_t place;
        bool known;
        uint32_t slot;
        if (!is_local(f, insn, &place, &known))
            continue;
        if (!is_variable(f, insn, place, &slot)) {
            f->r->code->keeps_locals = false;
            continue;
        }
        insn->detail->kept =
            slot == NO_SLOT ? slot_new(f->r, insn->width == 8 ? 8 : 4) : slot;
        insn->detail->is_kept = true;
    }
}

bool locals_keep(struct resolver *r)
{
    struct finder f = {.r = r, .code = r->code};
    if (!r->code->is_entry || !r->code->local_bytes)
        return true;
    bool done = find_writers(&f);
    if (done && all_are_known(&f))
        keep_all(&f);
    free(f.writer);
    free(f.various);
    return done;
}
