/*
 * uses.c - the slots of an instruction, by its class: see uses.h.
 */
#include "uses.h"
#include "op_class.h"

static void add(struct uses *uses, uint32_t slot)
{
    if (slot != NO_SLOT)
        uses->slot[uses->count++] = slot;
}

/* In target, of additions with carry, is the slot of their flag. */
static bool has_carry(uint16_t op)
{
    switch (op) {
#define C(id, name, class, T, x, y, in, sets) case OP_##id:
#define OP(id, name, class)
#include "ops.def"
        return true;
    default: return false;
    }
}

struct uses uses_read(const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    struct uses uses = {.count = 0};
    add(&uses, insn->guard);
    add(&uses, insn->a);
    add(&uses, insn->b);
    add(&uses, insn->c);
    add(&uses, detail->fourth);
    for (uint32_t i = 0; !op_fills_slots(insn->op) && i < detail->vector; i++)
        add(&uses, detail->slots[i]);
    if (has_carry(insn->op))
        add(&uses, insn->target);
    if (detail->call)
        add(&uses, detail->call->pointer);
    return uses;
}

struct uses uses_written(const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    struct uses uses = {.count = 0};
    add(&uses, insn->d);
    add(&uses, detail->second);
    for (uint32_t i = 0; op_fills_slots(insn->op) && i < detail->vector; i++)
        add(&uses, detail->slots[i]);
    if (has_carry(insn->op))
        add(&uses, insn->target);
    return uses;
}

/* ---- atomics ------------------------------------------------------------ */

static bool reads(const struct insn *insn, uint32_t slot)
{
    struct uses uses = uses_read(insn);
    for (unsigned i = 0; i < uses.count; i++)
        if (uses.slot[i] == slot)
            return true;
    return false;
}

static bool is_read(const struct code *code, const struct insn *but)
{
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (&code->insns[i] != but && reads(&code->insns[i], but->d))
            return true;
    return false;
}

/* As ptxas has it: what need not come back is a reduction, RED, but for
 * exchanges, which there are none of. */
void uses_of_atomics(struct code *code)
{
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct insn *insn = &code->insns[i];
        if (!op_updates(insn->op))
            continue;
        bool reduces = insn->detail->atomic < ATOMIC_EXCH;
        insn->detail->returns =
            !reduces || (insn->d != NO_SLOT && is_read(code, insn));
    }
}
