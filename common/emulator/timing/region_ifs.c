/*
 * region_ifs.c - ifs that ptxas predicates, with an else or without.
 */
#include "region_code.h"
#include "region_insn.h"
#include "code/uses.h"

/* Instructions, without those that cost nothing, that are predicated: more of
 * them where that lets a load go ahead, one of the if or of what stands behind
 * it.  (Ifs of 1 to 26 instructions of many kinds were compiled.) */
enum { PREDICATED = 8, PREDICATED_WITH_LOADS = 20 };

static bool can_be_predicated(const struct insn *insn)
{
    switch (op_class(insn->op)->role) {
    case ROLE_COMPUTES: return op_class(insn->op)->steps <= 1;
    case ROLE_LOADS:
    case ROLE_STORES: return true;
    default: return false; /* atomics are always jumped over */
    }
}

/* clang leaves these where blocks stand as in the source. */
static bool is_idle(const struct region_code *f, uint32_t at)
{
    const struct insn *insn = &f->code->insns[at];
    return is_jump(insn) && insn->target == at + 1;
}

/* A second condition of an if, "a && b", that is worked out whatever the first
 * one says: NVVM makes one of both. */
static bool is_second(const struct insn *insn, uint32_t over, bool accesses)
{
    return is_guarded(insn) && insn->target == over && !accesses;
}

/* Is there nothing behind an if?  Then lanes end in front of it. */
static bool is_last(const struct region_code *f, uint32_t over)
{
    return op_class(f->code->insns[over].op)->role == ROLE_ENDS;
}

/* Does such a load stand in an if, or behind it before anything branches? */
static bool load_would_go_ahead(const struct region_code *f, uint32_t from,
                                uint32_t over)
{
    for (uint32_t i = from; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (is_far_load(insn))
            return true;
        if (i >= over &&
            (op_class(insn->op)->role == ROLE_BRANCHES || f->starts[i + 1]))
            return false;
    }
    return false;
}

static bool reads_address(const struct region_code *f, uint32_t at,
                          uint32_t slot)
{
    const struct insn *insn = &f->code->insns[at];
    const struct op_class *class = op_class(insn->op);
    return insn->a == slot &&
           (class->role == ROLE_LOADS || class->role == ROLE_STORES);
}

/* Sums of 64 bits become part of addresses; a constant that is added to one is
 * part of the access. */
static bool takes_issue(const struct region_code *f, const struct insn *insn)
{
    int64_t by;
    if (is_free(insn) || insn->op == OP_add_64 || insn->detail->is_element ||
        insn->detail->leads)
        return false;
    return insn->op != OP_add_32 || !region_constant(f, insn->b, &by) ||
           !region_only_read(f, insn->d, reads_address);
}

/* Can a few instructions be predicated, that nothing else jumps into?  over:
 * where the if ends. */
static bool is_short(const struct region_code *f, uint32_t from, uint32_t to,
                     uint32_t over)
{
    uint32_t length = 0, behind = from;
    bool accesses = false;
    if (is_last(f, over))
        return false;
    for (uint32_t i = from; i < to; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (f->starts[i] && i > behind && !is_idle(f, i - 1))
            return false;
        if (is_second(insn, over, accesses))
            behind = i + 1;
        if (is_idle(f, i) || behind == i + 1)
            continue;
        if (!can_be_predicated(insn))
            return false;
        accesses |= op_class(insn->op)->role != ROLE_COMPUTES;
        length += takes_issue(f, insn);
        if (length > PREDICATED_WITH_LOADS)
            return false;
    }
    return length <= PREDICATED || load_would_go_ahead(f, from, over);
}

/* "a || b": "@a bra in; ...; @!b bra over; in: ...; over:", and more of them.
 * Nothing but conditions stands in front of "in". */
static bool is_alternative(const struct region_code *f, uint32_t at)
{
    const struct insn *insns = f->code->insns;
    uint32_t in = insns[at].target, last = in - 1;
    last -= is_idle(f, last);
    if (last <= at || !is_guarded(&insns[last]) || insns[last].target <= in ||
        last - at > PREDICATED ||
        !is_short(f, last + 1, insns[last].target, insns[last].target))
        return false;
    for (uint32_t i = at + 1; i < last; i++) {
        bool another = is_guarded(&insns[i]) && insns[i].target == in;
        if (f->starts[i] && !is_guarded(&insns[i - 1]))
            return false;
        if (!another && op_class(insns[i].op)->role != ROLE_COMPUTES)
            return false;
    }
    return true;
}

/* Branches that lead to an instruction, and that it is behind, if it does not
 * stand behind a jump. */
static unsigned entries(const struct region_code *f, uint32_t at)
{
    unsigned count = !is_jump(&f->code->insns[at - 1]);
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        count += f->code->insns[i].op == OP_bra &&
                 f->code->insns[i].target == at && !is_idle(f, i);
    return count;
}

/* An if with an else: "@p bra b; a: ...; bra over; b: ...; over:", or with
 * "@p bra a; bra b;" at its head; "@q bra over" may stand in a, before anything
 * is accessed.  ptxas predicates both, if both are short. */
static bool find_else(struct region_code *f, uint32_t at, uint32_t from,
                      uint32_t other)
{
    const struct insn *jump = &f->code->insns[other - 1];
    uint32_t over = jump->target;
    if (other <= from || !is_jump(jump) || over <= other ||
        over >= f->code->insn_count || entries(f, other) != 1 ||
        !is_short(f, from, other - 1, over) || !is_short(f, other, over, over))
        return false;
    for (uint32_t i = from; i < other; i++)
        if (f->code->insns[i].op == OP_bra && f->code->insns[i].target == over)
            f->over[i] = over;
    for (uint32_t i = from; i + 1 < other; i++)
        f->predicated[i] = f->over[i] == over;
    f->over[at] = over;
    f->predicated[at] = f->idle[other - 1] = f->soft[other] = true;
    return true;
}

/* "@p bra over; ...; over:", or "@p bra in; bra over; in: ...; over:". */
static void find_short_if(struct region_code *f, uint32_t at)
{
    const struct insn *insn = &f->code->insns[at];
    if (!is_guarded(insn) || insn->target <= at)
        return;
    bool turned = at + 2 < f->code->insn_count && insn->target == at + 2 &&
                  is_jump(insn + 1) && insn[1].target > at + 2;
    uint32_t over = turned ? insn[1].target : insn->target;
    uint32_t from = turned ? at + 2 : at + 1;
    bool two = find_else(f, at, from, over);
    if (!two && !is_short(f, from, over, over) && !is_alternative(f, at))
        return;
    if (!two)
        f->over[at] = over;
    f->predicated[at] = true;
    f->idle[at + 1] |= turned;
}

void region_ifs_find(struct region_code *f)
{
    const struct insn *insns = f->code->insns;
    uint32_t n = f->code->insn_count;
    for (uint32_t i = 0; i < n; i++) {
        find_short_if(f, i);
        f->idle[i] |= is_idle(f, i);
        if (f->predicated[i])
            f->soft[f->over[i]] = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (insns[i].op == OP_bra && !f->predicated[i] && !f->idle[i])
            f->soft[insns[i].target] = false;
        for (uint32_t k = 0; k < insns[i].detail->target_count; k++)
            f->soft[insns[i].detail->targets[k]] = false;
    }
}
