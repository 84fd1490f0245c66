/*
 * choices.c - see choices.h.
 */
#include "choices.h"
#include "uses.h"

/* From the root to the selection: a sum or product or two. */
enum { FAR = 4 };

/* The one instruction that reads a slot; NULL: there are more, or none. */
static const struct insn *only_reader(const struct code *code, uint32_t slot)
{
    const struct insn *found = NULL;
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct uses read = uses_read(&code->insns[i]);
        for (unsigned k = 0; k < read.count; k++) {
            if (read.slot[k] != slot || found == &code->insns[i])
                continue;
            if (found)
                return NULL;
            found = &code->insns[i];
        }
    }
    return found;
}

/* Is a slot written once, in front of an instruction? */
static bool is_known(const struct code *code, uint32_t slot,
                     const struct insn *at)
{
    unsigned before = 0, behind = 0;
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct uses written = uses_written(&code->insns[i]);
        for (unsigned k = 0; k < written.count; k++)
            if (written.slot[k] == slot)
                *(&code->insns[i] < at ? &before : &behind) += 1;
    }
    return before == 1 && !behind;
}

static bool selects(const struct insn *insn)
{
    return insn->op == OP_selp_32 || insn->op == OP_selp_64;
}

static void find_choice(const struct code *code, struct insn *insn)
{
    const struct insn *last = insn, *next = NULL;
    for (unsigned n = 0; n < FAR; n++, last = next) {
        next = only_reader(code, last->d);
        if (!next || next <= last || !uses_pass_on(next))
            return;
        if (!selects(next))
            continue;
        if (next->c != last->d && is_known(code, next->c, insn)) {
            insn->detail->chosen = true;
            insn->detail->choice = next->c;
            insn->detail->chosen_if = next->a == last->d;
        }
        return;
    }
}

static bool has_choice(const struct code *code)
{
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (selects(&code->insns[i]))
            return true;
    return false;
}

void choices_find(struct code *code)
{
    if (!has_choice(code))
        return;
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (has_slow_way((enum op)code->insns[i].op))
            find_choice(code, &code->insns[i]);
}
