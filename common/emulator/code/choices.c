/*
 * choices.c - see choices.h.
 */
#include "choices.h"
#include "op_class.h"
#include "uses.h"

#include <string.h>

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

static bool writes(const struct insn *insn, uint32_t slot)
{
    struct uses written = uses_written(insn);
    for (unsigned k = 0; k < written.count; k++)
        if (written.slot[k] == slot)
            return true;
    return false;
}

/* Does an instruction write one of these? */
static bool writes_any(const struct insn *insn, struct uses of)
{
    for (unsigned k = 0; k < of.count; k++)
        if (writes(insn, of.slot[k]))
            return true;
    return false;
}

/* May two that follow each other not change places? */
static bool keeps(const struct insn *first, const struct insn *second)
{
    return writes_any(first, uses_read(second)) ||
           writes_any(second, uses_read(first)) ||
           writes_any(first, uses_written(second));
}

static bool goes_on(const struct insn *insn)
{
    return uses_pass_on(insn) || op_class(insn->op)->role == ROLE_LOADS;
}

/* Does a branch lead to one of these? */
static bool is_entered(const struct code *code, const struct insn *first,
                       const struct insn *last)
{
    uint32_t from = (uint32_t)(first - code->insns);
    uint32_t to = (uint32_t)(last - code->insns);
    for (uint32_t i = 0; i < code->insn_count; i++) {
        const struct insn *insn = &code->insns[i];
        if (insn->op == OP_bra && insn->target >= from && insn->target <= to)
            return true;
        for (uint32_t k = 0; k < insn->detail->target_count; k++)
            if (insn->detail->targets[k] >= from &&
                insn->detail->targets[k] <= to)
                return true;
    }
    return false;
}

/* clang works a choice out in front of its selection, which may be behind the
 * root: it goes in front of that, if nothing on the way keeps it. */
static bool comes_first(const struct code *code, struct insn *root,
                        uint32_t choice)
{
    struct insn *at = root, *end = code->insns + code->insn_count;
    while (at < end && !writes(at, choice))
        at++;
    if (at == end || !uses_pass_on(at) || !is_known(code, choice, at + 1))
        return false;
    if (is_entered(code, root + 1, at))
        return false;
    for (struct insn *other = root; other < at; other++)
        if (!goes_on(other) || keeps(other, at))
            return false;
    struct insn moved = *at;
    memmove(root + 1, root, (size_t)(at - root) * sizeof *root);
    *root = moved;
    return true;
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
        bool if_first = next->a == last->d;
        uint32_t choice = next->c;
        if (choice == last->d)
            return;
        bool moved = !is_known(code, choice, insn);
        if (moved && !comes_first(code, insn, choice))
            return;
        insn[moved].detail->chosen = true;
        insn[moved].detail->choice = choice;
        insn[moved].detail->chosen_if = if_first;
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
