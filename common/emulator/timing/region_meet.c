/*
 * region_meet.c - where lanes of a warp that may part meet again.
 *
 * ptxas has each branch whose condition may differ between lanes remember
 * where they meet (BSSY), and there each warp waits for those that went the
 * other way (BSYNC), whether or not some did.  What differs between lanes is
 * the thread's number, what is loaded, what other lanes gave, and what is made
 * of these.
 */
#include "code/op_class.h"
#include "code/resolve.h"
#include "code/uses.h"
#include "region_code.h"

#include <stdlib.h>

static bool is_of_thread(enum special what)
{
    return what <= SPECIAL_TID_Z || what == SPECIAL_LANEID ||
           (what >= SPECIAL_LANEMASK_EQ && what <= SPECIAL_LANEMASK_GT) ||
           what == SPECIAL_LANEMASK_GE;
}

/* Does it bring in what differs, whatever it reads? */
static bool brings(const struct insn *insn)
{
    const struct op_class *class = op_class(insn->op);
    switch (class->role) {
    case ROLE_LOADS:
        return class->space != PTX_PARAM && class->space != PTX_CONST;
    case ROLE_UPDATES:
    case ROLE_CALLS: return true;
    default: return class->wait == WAIT_SHUFFLE;
    }
}

static bool reads_varying(const struct region_code *f, const struct insn *insn,
                          const bool *varies)
{
    struct uses read = uses_read(insn);
    for (unsigned k = 0; k < read.count; k++) {
        uint16_t reg = region_register(f, read.slot[k]);
        if (reg != NO_REGISTER && varies[reg])
            return true;
    }
    return false;
}

/* Marks what an instruction writes; is that new? */
static bool spread(const struct region_code *f, const struct insn *insn,
                   bool *varies)
{
    struct uses written = uses_written(insn);
    bool changed = false;
    if (!brings(insn) && !reads_varying(f, insn, varies))
        return false;
    for (unsigned k = 0; k < written.count; k++) {
        uint16_t reg = region_register(f, written.slot[k]);
        if (reg == NO_REGISTER || varies[reg])
            continue;
        varies[reg] = changed = true;
    }
    return changed;
}

static void find_varying(const struct region_code *f, bool *varies)
{
    bool changed = true;
    for (uint32_t i = 0; i < f->code->special_count; i++) {
        uint16_t reg = region_register(f, f->code->specials[i].slot);
        varies[reg] = is_of_thread(f->code->specials[i].what);
    }
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < f->code->insn_count; i++)
            changed |= spread(f, &f->code->insns[i], varies);
    }
}

/* A branch that is none, or the end of it all, is no place to meet.  Where the
 * lanes of a branch out of a loop meet is remembered in front of that, once. */
static void mark(struct region_code *f, uint32_t at, const bool *varies)
{
    const struct insn *insn = &f->code->insns[at];
    uint16_t reg = region_register(f, insn->guard);
    if (insn->op != OP_bra || reg == NO_REGISTER || !varies[reg] ||
        f->predicated[at] || f->idle[at] || f->gone[at] ||
        insn->join >= f->code->insn_count ||
        op_class(f->code->insns[insn->join].op)->role == ROLE_ENDS)
        return;
    f->parts[at] = !f->meets[insn->join] && insn->join > at &&
                   flow_latch(f->code, at) >= insn->join;
    f->meets[insn->join] = true;
}

/* May lanes leave a loop in different turns? */
static void compare_turns(struct region_code *f, uint32_t head,
                          const bool *varies)
{
    struct region_loop *loop = &f->loops[head];
    const struct insn *last = &f->code->insns[loop->latch];
    uint32_t guard = last->guard != NO_SLOT ? last->guard : last[-1].guard;
    uint16_t reg = region_register(f, guard);
    loop->apart = reg != NO_REGISTER && varies[reg];
}

/* In a loop that lanes leave in different turns there is no uniform datapath:
 * what is worked out there, or kept for it, has a register of each lane. */
static void keep_in_registers(struct region_code *f, uint32_t latch,
                              const bool *varies)
{
    const struct insn *branch = &f->code->insns[latch];
    uint16_t guard = region_register(f, branch->guard);
    if (branch->op != OP_bra || branch->target > latch ||
        guard == NO_REGISTER || !varies[guard] ||
        f->loops[branch->target].latch)
        return;
    for (uint32_t i = 0; i < f->register_count; i++)
        if (f->cheap[i] && !f->given[i] &&
            region_is_written(f, branch->target, latch, (uint16_t)i))
            f->cheap[i] = false;
}

bool region_meets_find(struct region_code *f)
{
    bool *varies = calloc((size_t)f->register_count + 1, sizeof *varies);
    if (varies)
        find_varying(f, varies);
    for (uint32_t i = 0; varies && i < f->code->insn_count; i++) {
        mark(f, i, varies);
        if (f->loops[i].latch)
            compare_turns(f, i, varies);
        keep_in_registers(f, i, varies);
    }
    free(varies);
    return varies != NULL;
}
