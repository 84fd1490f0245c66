/*
 * region_loops.c - loops all in one piece, and what NVVM and ptxas make of
 * them.
 *
 * Which loops are unrolled is what was seen of nvcc 13.0 for sm_90: its front
 * end (NVVM) unrolls a loop that counts by a constant step, or by an int that
 * does not overflow, four times, leaving a loop marked "nounroll" for the rest,
 * and ptxas unrolls loops of one straight body again (region_turns.c).
 */
#include "base/larger.h"
#include "code/choices.h"
#include "code/resolve.h"
#include "code/uses.h"
#include "region_code.h"
#include "region_insn.h"

#include <string.h>

/* The instruction of [from, to) that writes a slot last; NULL: none. */
static const struct insn *writer(const struct region_code *f, uint32_t from,
                                 uint32_t to, uint32_t slot)
{
    while (slot != NO_SLOT && to-- > from)
        if (f->code->insns[to].d == slot)
            return &f->code->insns[to];
    return NULL;
}

static const struct insn *behind_copies(const struct region_code *f,
                                        uint32_t from, uint32_t last,
                                        uint32_t slot)
{
    const struct insn *insn = writer(f, from, last, slot);
    return insn && is_free(insn) ? writer(f, from, last, insn->a) : insn;
}

static bool adds_constant(const struct region_code *f, const struct insn *insn,
                          int64_t *by)
{
    if (!insn || !region_constant(f, insn->b, by))
        return false;
    switch (insn->op) {
    case OP_sub_32:
    case OP_sub_64: *by = -*by; return true;
    case OP_add_32:
    case OP_add_64: return true;
    default: return false;
    }
}

/* The sums that lead from a counter to itself, or to a slot from one. */
enum { MOST_SUMS = 40 };

/* The counter that a slot is, or is made of by adding constants: what writes
 * it, and by how much it grows in a turn. */
static const struct insn *step_of(const struct region_code *f, uint32_t from,
                                  uint32_t last, uint32_t slot, int64_t *by)
{
    uint32_t met[MOST_SUMS] = {0};
    int64_t added[MOST_SUMS] = {0}, total = 0, one;
    for (unsigned n = 0; n < MOST_SUMS; n++) {
        const struct insn *insn = behind_copies(f, from, last, slot);
        for (unsigned k = 0; k < n; k++)
            if (met[k] == slot) {
                *by = total - added[k];
                return insn;
            }
        if (!adds_constant(f, insn, &one))
            return NULL;
        met[n] = slot;
        added[n] = total;
        total += one;
        slot = insn->a;
    }
    return NULL;
}

/* Is it a constant, or a copy of one? */
static bool is_constant(const struct region_code *f, uint32_t slot,
                        int64_t *value)
{
    const struct insn *found = NULL;
    if (region_constant(f, slot, value))
        return true;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        if (f->code->insns[i].d != slot)
            continue;
        if (found)
            return false;
        found = &f->code->insns[i];
    }
    return found && is_free(found) && region_constant(f, found->a, value);
}

/* What alone writes a register outside of a loop; NULL: several do, or none. */
static const struct insn *writer_outside(const struct region_code *f,
                                         uint32_t from, uint32_t last,
                                         uint32_t slot)
{
    const struct insn *found = NULL;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (insn->d != slot || (i >= from && i <= last))
            continue;
        if (found)
            return NULL;
        found = insn;
    }
    return found;
}

/* The value that a register has when the loop begins: true if all that writes
 * it there is one constant, or a copy of what another one begins with. */
static bool begins_with(const struct region_code *f, uint32_t from,
                        uint32_t last, uint32_t slot, int64_t *value)
{
    const struct insn *insn = writer_outside(f, from, last, slot);
    if (!insn || !is_free(insn))
        return false;
    if (is_constant(f, insn->a, value))
        return true;
    insn = writer_outside(f, from, last, insn->a);
    return insn && is_free(insn) && is_constant(f, insn->a, value);
}

struct loop {
    uint32_t head, latch, test; /* test: the branch that leaves or goes on */
    uint32_t hole, hole_end;    /* a way out that stands in between */
};

/* May it stand in a loop that is unrolled at all? */
static bool may_repeat(const struct insn *insn)
{
    const struct op_class *class = op_class(insn->op);
    switch (class->role) {
    case ROLE_ENDS: return false;
    case ROLE_CALLS: return insn->detail->call && insn->detail->call->builtin;
    default: return true;
    }
}

bool region_tries(const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    bool swaps = detail->atomic == ATOMIC_CAS || detail->atomic == ATOMIC_EXCH;
    return !swaps && (type_is_float(detail->type) || insn->width > 4);
}

/* In the loops that ptxas unrolls there is no fence, and nothing that has a
 * slow way, which is called. */
static bool keeps_from_unrolling(const struct insn *insn)
{
    if (has_slow_way((enum op)insn->op))
        return true;
    switch (insn->op) {
    case OP_fence:
    case OP_rsqrt_f64:
    case OP_div_u64:
    case OP_div_s64:
    case OP_rem_u64:
    case OP_rem_s64: return true;
    default:
        return op_updates(insn->op) &&
               (insn->op == OP_atom_shared || insn->detail->returns ||
                !type_is_float(insn->detail->type));
    }
}

/* Is it what lanes do together? */
static bool is_together(const struct insn *insn)
{
    const struct op_class *class = op_class(insn->op);
    return class->role == ROLE_MEETS || class->wait == WAIT_SHUFFLE ||
           insn->op == OP_vote_ballot || insn->op == OP_vote_any ||
           insn->op == OP_vote_all || insn->op == OP_warp_sync;
}

/* clang does not unroll what lanes do together, or functions that are not
 * there; NVVM has these in its library. */
static bool is_shy_of(const struct insn *insn)
{
    return op_class(insn->op)->role == ROLE_CALLS || is_together(insn);
}

/* Is an instruction of a loop in a short if? */
static bool is_conditional(const struct region_code *f, uint32_t head,
                           uint32_t at)
{
    for (uint32_t i = head; i < at; i++)
        if (f->predicated[i] && f->over[i] > at)
            return true;
    return f->code->insns[at].guard != NO_SLOT;
}

/* By how much the address of an access moves in a turn; 0: not known. */
static int64_t walks_by(const struct region_code *f, const struct loop *loop,
                        const struct insn *access)
{
    enum op_role role = op_class(access->op)->role;
    int64_t by;
    if ((role != ROLE_LOADS && role != ROLE_STORES) ||
        !step_of(f, loop->head, loop->test, access->a, &by))
        return 0;
    return by;
}

/* Where lanes may have different numbers of turns, ptxas unrolls no loop that
 * has lanes work together, or atomics, or stores that not each turn does, or
 * whose address is anything but a pointer that walks by a constant: of an
 * index, or a step that is not known, places might be the same. */
static bool acts(const struct region_code *f, const struct loop *loop,
                 uint32_t at)
{
    const struct insn *insn = &f->code->insns[at];
    const struct op_class *class = op_class(insn->op);
    if (is_together(insn) || class->role == ROLE_UPDATES)
        return true;
    if (class->role != ROLE_STORES ||
        (class->space != PTX_GLOBAL && class->space != PTX_GENERIC))
        return false;
    return is_conditional(f, loop->head, at) || !walks_by(f, loop, insn);
}

/* Is it the same in all turns, or the counter, or that with something added? */
static bool is_counted(const struct region_code *f, const struct loop *loop,
                       uint32_t slot)
{
    int64_t by;
    const struct insn *insn = writer(f, loop->head, loop->latch, slot);
    if (!insn || step_of(f, loop->head, loop->latch, slot, &by))
        return true;
    return insn->op == OP_or_32 && region_constant(f, insn->b, &by) &&
           step_of(f, loop->head, loop->latch, insn->a, &by);
}

static bool is_in(const struct loop *loop, uint32_t at)
{
    return at >= loop->head && at <= loop->latch &&
           (at < loop->hole || at >= loop->hole_end);
}

/* Does a branch lead on in the loop, over a way out that stands between? */
static bool jumps_way_out(const struct region_code *f, const struct loop *loop,
                          const struct insn *branch, uint32_t at)
{
    const struct insn *last = &f->code->insns[branch->target - 1];
    return is_in(loop, branch->target) && branch->target > at + 1 &&
           (op_class(last->op)->role == ROLE_ENDS ||
            (is_jump(last) && !is_in(loop, last->target)));
}

/* The first such branch, before anything else leads on. */
static void find_hole(const struct region_code *f, struct loop *loop)
{
    uint32_t i = loop->head;
    while (i < loop->test &&
           op_class(f->code->insns[i].op)->role != ROLE_BRANCHES)
        i++;
    if (f->code->insns[i].op != OP_bra || f->code->insns[i].guard == NO_SLOT ||
        f->predicated[i] || !jumps_way_out(f, loop, &f->code->insns[i], i))
        return;
    loop->hole = i + 1;
    loop->hole_end = f->code->insns[i].target;
}

/* A way out by a second condition on the counter: NVVM takes the smaller of
 * both numbers of turns. */
static bool is_counted_exit(const struct region_code *f,
                            const struct loop *loop, uint32_t at)
{
    const struct insn *branch = &f->code->insns[at];
    const struct insn *test = writer(f, loop->head, loop->latch, branch->guard);
    if (branch->op != OP_bra || branch->guard == NO_SLOT ||
        (is_in(loop, branch->target) && !jumps_way_out(f, loop, branch, at)))
        return false;
    return test && compares(test) && is_counted(f, loop, test->a) &&
           is_counted(f, loop, test->b);
}

/* Is there both a barrier and an if?  ptxas leaves such loops alone. */
static bool has_barrier_and_if(const struct region_code *f,
                               const struct loop *loop)
{
    bool barrier = false, branch = false;
    for (uint32_t i = loop->head; i < loop->test; i++) {
        barrier |= op_class(f->code->insns[i].op)->role == ROLE_MEETS;
        branch |= f->predicated[i];
    }
    return barrier && branch;
}

/* All of it in one piece? */
static bool is_straight(const struct region_code *f, const struct loop *loop,
                        struct region_loop *known)
{
    for (uint32_t i = loop->head; i < loop->test; i++) {
        const struct insn *insn = &f->code->insns[i];
        bool out = !f->predicated[i] && is_counted_exit(f, loop, i);
        if (op_class(insn->op)->role == ROLE_BRANCHES && !f->predicated[i] &&
            !f->idle[i] && !out)
            return false;
        if (!may_repeat(insn))
            return false;
        known->calls |= keeps_from_unrolling(insn) || out;
        known->shy |= is_shy_of(insn);
        known->acts |= acts(f, loop, i);
        if (out && is_in(loop, insn->target))
            i = insn->target - 1;
    }
    known->calls |= has_barrier_and_if(f, loop);
    return true;
}

static void drop_exits(struct region_code *f, const struct loop *loop)
{
    for (uint32_t i = loop->head; i < loop->test; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (f->predicated[i] || !is_counted_exit(f, loop, i))
            continue;
        f->gone[i] = true;
        if (!is_in(loop, insn->target))
            continue;
        f->inside[i] = insn->target;
        i = insn->target - 1;
    }
}

/* Is another branch of the function one into the loop? */
static bool entered_elsewhere(const struct region_code *f,
                              const struct loop *loop)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (insn->op == OP_bra && insn->target > loop->head &&
            is_in(loop, insn->target) && !is_in(loop, i))
            return true;
    }
    return false;
}

/* Is there a loop for the rest of another one's turns? */
static bool has_rest(const struct region_code *f)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        if (f->code->insns[i].flags & INSN_NO_UNROLL)
            return true;
    return false;
}

/* How a register moves with the turns: as the counter, by itself in other steps
 * or from elsewhere, or as the sum of one of these and of what stays. */
enum moving { STAYS, COUNTS, WALKS, SUMS, OTHERWISE };
struct motion {
    enum moving moving;
    int64_t by;     /* in a turn; 0: not a constant */
    bool from_zero; /* it begins there */
    bool more;      /* of a sum: and a constant */
};

/* The counter of a loop, and where it is tested. */
struct counting {
    const struct insn *counter, *test;
    int64_t step;
};

/* Does one of the sums that lead from a counter to itself begin with a
 * constant? */
static bool begins_constant(const struct region_code *f,
                            const struct loop *loop, uint32_t slot,
                            int64_t *first)
{
    int64_t by;
    for (unsigned n = 0; n < MOST_SUMS; n++) {
        if (begins_with(f, loop->head, loop->latch, slot, first))
            return true;
        const struct insn *sum =
            behind_copies(f, loop->head, loop->latch, slot);
        if (!adds_constant(f, sum, &by))
            return false;
        slot = sum->a;
    }
    return false;
}

/* Is a counter one of 32 bits that begins at 0? */
static bool is_from_zero(const struct region_code *f, const struct loop *loop,
                         const struct insn *counter)
{
    int64_t first;
    return counter->op != OP_add_64 && counter->op != OP_sub_64 &&
           begins_constant(f, loop, counter->d, &first) && !first;
}

/* Is it moved by what is in a register that stays? */
static bool strides(const struct region_code *f, const struct loop *loop,
                    uint32_t slot)
{
    const struct insn *sum = behind_copies(f, loop->head, loop->latch, slot);
    return sum && sum->op == OP_add_32 &&
           !writer(f, loop->head, loop->latch, sum->b) &&
           behind_copies(f, loop->head, loop->latch, sum->a) == sum;
}

/* What is moved by itself; false: it is not so. */
static bool walks(const struct region_code *f, const struct loop *loop,
                  uint32_t slot, const struct counting *c, struct motion *m)
{
    int64_t first = 0;
    const struct insn *sum = step_of(f, loop->head, loop->latch, slot, &m->by);
    if (sum ? sum->op != OP_add_32 && sum->op != OP_sub_32
            : !strides(f, loop, slot))
        return false;
    bool known = begins_constant(f, loop, slot, &first);
    m->moving = sum == c->counter || (sum && known && m->by == c->step) ? COUNTS
                                                                        : WALKS;
    m->from_zero = known && !first;
    return true;
}

static struct motion motion_of(const struct region_code *f,
                               const struct loop *loop, uint32_t slot,
                               const struct counting *c)
{
    struct motion m = {.moving = STAYS};
    const struct insn *sum = behind_copies(f, loop->head, loop->latch, slot);
    int64_t one;
    if (!sum || walks(f, loop, slot, c, &m))
        return m;
    m.moving = OTHERWISE;
    for (unsigned n = 0; n < MOST_SUMS && adds_constant(f, sum, &one); n++) {
        sum = behind_copies(f, loop->head, loop->latch, sum->a);
        m.more = true;
        if (!sum)
            return m;
    }
    if (sum->op != OP_add_32 && sum->op != OP_sub_32)
        return m;
    bool second = !writer(f, loop->head, loop->latch, sum->a);
    if (writer(f, loop->head, loop->latch, second ? sum->a : sum->b) ||
        !walks(f, loop, second ? sum->b : sum->a, c, &m))
        return m;
    /* k * step + step, a copy of what walks from 0 by a register, is none */
    if (!m.from_zero || m.by)
        m.moving = SUMS;
    if (second && sum->op == OP_sub_32)
        m.by = -m.by;
    return m;
}

/* What becomes an address that NVVM widens: it walks along with the turns. */
static bool widens(const struct insn *insn)
{
    return insn->op == OP_mul_wide_s32 || insn->op == OP_cvt_s64_s32;
}

/* Does an address walk along with the turns in other steps than an index? */
static bool has_other_walk(const struct region_code *f, const struct loop *loop,
                           int64_t by)
{
    enum { WIDEST = 16 };
    for (uint32_t i = loop->head; i < loop->test; i++) {
        int64_t walk = walks_by(f, loop, &f->code->insns[i]);
        if (walk && (walk % by || walk / by <= 0 || walk / by > WIDEST))
            return true;
    }
    return false;
}

/* Is what an instruction reads an index of its own for NVVM, of 32 bits? */
static bool is_own_index(const struct region_code *f, const struct loop *loop,
                         const struct insn *insn, struct motion m,
                         unsigned turns)
{
    enum { WIDE_STEP = 3 };
    if (m.moving != WALKS && m.moving != SUMS)
        return false;
    if (widens(insn))
        return (m.by < 0 ? -m.by : m.by) >= WIDE_STEP * (int64_t)turns &&
               (m.moving == SUMS || !m.from_zero) &&
               !has_other_walk(f, loop, m.by);
    return m.moving == SUMS || !m.from_zero ||
           (m.by && insn->op != OP_mul_wide_u32);
}

/* Is there an index of 32 bits besides the counter, which NVVM cannot make part
 * of an address that walks along: one without sign, or one that is compared,
 * masked, converted?  NVVM counts by the sum of two registers then, which ptxas
 * does not see through. */
static bool has_own_index(const struct region_code *f, const struct loop *loop,
                          const struct counting *c, unsigned turns)
{
    bool begins = false, other = false;
    unsigned wide = 0;
    for (uint32_t i = loop->head; i < loop->test; i++) {
        const struct insn *insn = &f->code->insns[i];
        struct uses read = uses_read(insn);
        if (insn == c->test || insn->op == OP_add_32 || insn->op == OP_sub_32 ||
            (is_free(insn) && insn->op != OP_cvt_u64_u32))
            continue;
        for (unsigned k = 0; k < read.count; k++) {
            struct motion m = motion_of(f, loop, read.slot[k], c);
            if (!is_own_index(f, loop, insn, m, turns))
                continue;
            begins |= !m.more;
            other |= insn->op != OP_mul_wide_u32;
            wide += insn->op == OP_mul_wide_u32;
        }
    }
    return begins && (other || wide > 1);
}

/* Are there several sums on the way from a counter to itself? */
static bool is_chain(const struct region_code *f, const struct loop *loop,
                     const struct insn *counter)
{
    return behind_copies(f, loop->head, loop->latch, counter->a) != counter;
}

/* Does a slot hold what moves by so much in a turn, or that and something that
 * does not move? */
static bool is_moved(const struct region_code *f, const struct loop *loop,
                     uint32_t slot, int64_t by)
{
    const struct insn *sum = writer(f, loop->head, loop->test, slot);
    int64_t own;
    if (step_of(f, loop->head, loop->test, slot, &own))
        return own == by;
    return sum && sum->op == OP_add_64 &&
           step_of(f, loop->head, loop->test, sum->b, &own) && own == by &&
           !writer(f, loop->head, loop->latch, sum->a);
}

/* The accesses whose address moves by so much in a turn; NULL: no more of them
 * from an instruction on. */
static const struct insn *next_moved(const struct region_code *f,
                                     const struct loop *loop, uint32_t *at,
                                     int64_t by)
{
    for (; *at < loop->test; ++*at) {
        const struct insn *insn = &f->code->insns[*at];
        enum op_role role = op_class(insn->op)->role;
        if ((role == ROLE_LOADS || role == ROLE_STORES) &&
            is_moved(f, loop, insn->a, by))
            return &f->code->insns[(*at)++];
    }
    return NULL;
}

/* Of an access in a loop, is there another one so far behind it? */
static bool has_next(const struct region_code *f, const struct loop *loop,
                     const struct insn *access, int64_t by, int64_t apart)
{
    const struct insn *other;
    uint32_t at = loop->head;
    while (apart && (other = next_moved(f, loop, &at, by)))
        if (other->a == access->a && other->op == access->op &&
            other->offset == access->offset + apart)
            return true;
    return false;
}

/* A counter that is an address, or moves as one does: turns of the source in
 * one; 0: it is none. */
static uint8_t turns_of_walk(const struct region_code *f,
                             const struct loop *loop, int64_t by)
{
    const struct insn *access;
    uint32_t at = loop->head;
    uint8_t turns = 0;
    while ((access = next_moved(f, loop, &at, by)))
        if (has_next(f, loop, access, by, by / 4))
            return 4;
        else if (has_next(f, loop, access, by, by / 2))
            turns = 2;
        else
            turns = turns ? turns : 1;
    return turns;
}

/* Turns of the source in one, as addresses show that are walked along; 0: there
 * are none. */
static uint8_t turns_of_addresses(const struct region_code *f,
                                  const struct loop *loop)
{
    uint8_t turns = 0;
    for (uint32_t i = loop->head; i < loop->test; i++) {
        int64_t by = walks_by(f, loop, &f->code->insns[i]);
        if (by)
            turns = (uint8_t)larger(turns, turns_of_walk(f, loop, by));
    }
    return turns;
}

/* In a function that has a loop for the rest, or by its step: "j += 4" twice is
 * a step of 8, and so is "j += 8". */
static uint8_t unrolled_by(const struct region_code *f, const struct loop *loop,
                           int64_t step, bool shy)
{
    int64_t by = step < 0 ? -step : step;
    bool rest = has_rest(f);
    uint8_t turns = by > 4 ? turns_of_addresses(f, loop) : 0;
    if (shy && !rest)
        return 1;
    if (turns)
        return turns;
    if (by == 2 || by == 4 || by == 8 || by == 16 || by == 32)
        return (uint8_t)by;
    return rest ? 4 : 1;
}

/* Does what is tested not have this turn's value yet? */
static bool is_old(const struct region_code *f, const struct loop *loop,
                   const struct insn *test, uint32_t slot)
{
    return !writer(f, loop->head, (uint32_t)(test - f->code->insns), slot);
}

/* NVVM does not know how often addresses are less than another one. */
static bool count_walk(const struct region_code *f, const struct loop *loop,
                       bool equal, int64_t step, struct region_loop *known)
{
    uint8_t turns = turns_of_walk(f, loop, step < 0 ? -step : step);
    if (!turns)
        turns = turns_of_walk(f, loop, step < 0 ? step : -step);
    if (turns) {
        known->unrolled = turns;
        known->uncounted = !equal;
    }
    return turns;
}

/* What NVVM would make of a loop that clang has compiled.  Of 64 bits, what
 * counts to a number of the source ("while (n-- > 0)") is tested itself; all
 * else NVVM counts by the sum of two registers. */
static void foresee(const struct region_code *f, const struct loop *loop,
                    const struct insn *counter, const struct insn *test,
                    uint32_t limit, int64_t step, struct region_loop *known)
{
    const char *text = test->detail->text ? test->detail->text : "";
    bool equal = strstr(text, "setp.ne") || strstr(text, "setp.eq");
    struct counting counting = {counter, test, step};
    int64_t last;
    known->unrolled = unrolled_by(f, loop, step, known->shy);
    if (known->unrolled > 1 && equal && is_from_zero(f, loop, counter))
        known->counts &= !has_own_index(f, loop, &counting, known->unrolled);
    if (counter->op == OP_add_64 || counter->op == OP_sub_64)
        known->counts &= count_walk(f, loop, equal, step, known) || !equal ||
                         !strstr(text, "64") ||
                         region_constant(f, limit, &last);
}

/* A loop whose counter is tested: what is known of its number of turns. */
static void count_turns(const struct region_code *f, const struct loop *loop,
                        struct region_loop *known)
{
    const struct insn *branch = &f->code->insns[loop->test];
    const struct insn *test = writer(f, loop->head, loop->test, branch->guard);
    int64_t step = 0, first, last;
    if (!test)
        return;
    uint32_t limit = test->b, tested = test->a;
    const struct insn *counter =
        step_of(f, loop->head, loop->test, tested, &step);
    if (!counter) {
        limit = test->a;
        tested = test->b;
        counter = step_of(f, loop->head, loop->test, tested, &step);
    }
    if (!counter || !step)
        return;
    known->counts = !is_old(f, loop, test, tested);
    known->steps = true;
    known->chained = is_chain(f, loop, counter);
    known->down = step < 0;
    if (!f->by_nvvm)
        foresee(f, loop, counter, test, limit, step, known);
    if (region_constant(f, limit, &last) &&
        begins_with(f, loop->head, loop->latch, counter->d, &first) &&
        (last - first) / step > 0 && (last - first) / step < 1 << 20) {
        known->trips = (uint32_t)((last - first) / step);
        known->counts = true;
    }
}

/* Has something between two instructions this role? */
static bool has_role(const struct region_code *f, uint32_t from, uint32_t to,
                     enum op_role role)
{
    for (uint32_t i = from; i < to; i++)
        if (op_class(f->code->insns[i].op)->role == role)
            return true;
    return false;
}

/* An if of the loop that loads, and asks what no turn changes. */
static bool only_loads(const struct region_code *f, const struct loop *loop,
                       uint32_t at)
{
    return !writer(f, loop->head, loop->latch, f->code->insns[at].guard) &&
           has_role(f, at, f->over[at], ROLE_LOADS) &&
           !has_role(f, at, f->over[at], ROLE_STORES);
}

/* Does something between two instructions read what was loaded or summed up in
 * an if in front of them? */
static bool reads_result(const struct region_code *f, uint32_t from,
                         uint32_t over, uint32_t to)
{
    for (uint32_t i = over; i < to; i++) {
        struct uses read = uses_read(&f->code->insns[i]);
        for (unsigned k = 0; k < read.count; k++)
            if (writer(f, from, over, read.slot[k]))
                return true;
    }
    return false;
}

/* Is what a branch asks a comparison, and not made of several? */
static bool asks_one_thing(const struct region_code *f,
                           const struct insn *branch)
{
    const struct insn *test = writer(f, 0, f->code->insn_count, branch->guard);
    while (test && test->op == OP_not_pred)
        test = writer(f, 0, f->code->insn_count, test->a);
    return test && test->op != OP_and_pred && test->op != OP_or_pred;
}

/* How many ifs there are, if they are the same one with nothing but counting in
 * between; 0: it is not so. */
static unsigned count_same_ifs(const struct region_code *f,
                               const struct loop *loop)
{
    unsigned count = 0;
    for (uint32_t i = loop->head, last = i; i < loop->latch; i++) {
        const struct insn *insns = f->code->insns;
        if (!f->predicated[i] || !is_in(loop, i))
            continue;
        if (!only_loads(f, loop, i) ||
            (count && (insns[i].guard != insns[last].guard ||
                       has_role(f, f->over[last], i, ROLE_LOADS) ||
                       reads_result(f, last, f->over[last], i))))
            return 0;
        last = i;
        count++;
    }
    return count;
}

/* Does a loop load from memory that all share where a pointer does not walk by
 * itself: by an index that is multiplied? */
static bool has_indexed_load(const struct region_code *f,
                             const struct loop *loop)
{
    for (uint32_t i = loop->head; i < loop->test; i++)
        if (is_far_load(&f->code->insns[i]) &&
            !walks_by(f, loop, &f->code->insns[i]))
            return true;
    return false;
}

/* In a loop unrolled before ptxas sees it, "if (inside) sum += a[i * n];" again
 * and again, which NVVM has a counter for besides the indices: ptxas leaves it
 * alone (calls).  If it asks one thing, ptxas makes one if of the first two,
 * and jumps from the third on. */
static bool parts_same_ifs(struct region_code *f, const struct loop *loop,
                           bool *calls)
{
    unsigned met = 0;
    bool parts = false;
    if (count_same_ifs(f, loop) <= 2 || !has_indexed_load(f, loop))
        return false;
    *calls = true;
    for (uint32_t i = loop->head; i < loop->latch; i++) {
        if (!f->predicated[i] || !is_in(loop, i) || ++met <= 2 ||
            !asks_one_thing(f, &f->code->insns[i]))
            continue;
        f->predicated[i] = false;
        f->soft[f->code->insns[i].target] = false;
        parts = true;
    }
    return parts;
}

/* Ifs that store, and ask what no turn changes: ptxas leaves such a loop as it
 * is. */
static bool asks_the_same(const struct region_code *f, const struct loop *loop)
{
    for (uint32_t i = loop->head; i < loop->latch; i++)
        if (f->predicated[i] && is_in(loop, i) &&
            !writer(f, loop->head, loop->latch, f->code->insns[i].guard) &&
            has_role(f, i, f->over[i], ROLE_STORES))
            return true;
    return false;
}

/* Does it access an array whose elements are registers?  Then it is one piece
 * already, with a way out after each turn. */
static bool has_elements(const struct region_code *f, const struct loop *loop)
{
    for (uint32_t i = loop->head; i < loop->test; i++)
        if (f->code->insns[i].detail->is_element)
            return true;
    return false;
}

static void find_loop(struct region_code *f, uint32_t latch)
{
    const struct insn *branch = &f->code->insns[latch];
    struct loop loop = {.latch = latch, .test = latch};
    if (branch->op != OP_bra || branch->target > latch)
        return;
    loop.head = branch->target;
    struct region_loop *place = &f->loops[loop.head];
    struct region_loop known = {
        .latch = latch, .unrolled = 1, .by_nvvm = f->by_nvvm};
    /* "if (done) leave;" may stand before the branch back. */
    if (branch->guard == NO_SLOT && latch != loop.head &&
        is_guarded(&branch[-1]))
        loop.test--;
    find_hole(f, &loop);
    if (f->code->insns[loop.test].guard == NO_SLOT || place->latch ||
        entered_elsewhere(f, &loop) || !is_straight(f, &loop, &known))
        return;
    drop_exits(f, &loop);
    known.calls |= asks_the_same(f, &loop);
    if (!(f->code->insns[loop.head].flags & INSN_NO_UNROLL))
        count_turns(f, &loop, &known);
    if (parts_same_ifs(f, &loop, &known.calls))
        return;
    known.turns = !known.steps || has_elements(f, &loop);
    *place = known;
}

/* ---- loops that are none any more ---------------------------------------- */

/* "j < 16 && start + j < n": clang makes straight code of all turns, with a way
 * out after each; NVVM takes the smaller number of turns, and of so many at a
 * time one piece. */
enum { LEAST_WAYS_OUT = 4, TURNS_AT_ONCE = 4 };

/* The next branch from an instruction on, if nothing else leads there and no
 * warp waits on the way; the end of the code: there is none. */
static uint32_t next_branch(const struct region_code *f, uint32_t from)
{
    uint32_t end = f->code->insn_count;
    for (uint32_t i = from; i < end; i++) {
        enum op_role role = op_class(f->code->insns[i].op)->role;
        if (role == ROLE_BRANCHES)
            return i;
        if (role == ROLE_ENDS || role == ROLE_CALLS || role == ROLE_MEETS ||
            f->code->insns[i].detail->is_element || f->starts[i + 1])
            return end;
    }
    return end;
}

/* Does it leave when what was counted on by a constant is a number that does
 * not change here? */
static bool is_way_out(const struct region_code *f, uint32_t from, uint32_t at,
                       uint32_t target)
{
    const struct insn *insns = f->code->insns, *branch = &insns[at];
    int64_t by;
    if (at >= f->code->insn_count || branch->op != OP_bra ||
        branch->guard == NO_SLOT || branch->target != target || target <= at)
        return false;
    const struct insn *test = writer(f, from, at, branch->guard);
    if (!test || !compares(test) || writer(f, from, at, test->b))
        return false;
    return adds_constant(f, writer(f, from, at, test->a), &by);
}

static void drop_ways_out(struct region_code *f, uint32_t first)
{
    const struct insn *insn = &f->code->insns[first];
    uint32_t count = 1, last = first, next;
    if (insn->op != OP_bra || insn->guard == NO_SLOT)
        return;
    next = next_branch(f, first + 1);
    while (is_way_out(f, last + 1, next, insn->target)) {
        last = next;
        next = next_branch(f, last + 1);
        count++;
    }
    if (count < LEAST_WAYS_OUT)
        return;
    for (uint32_t i = first + 1, n = 1; i <= last; i++)
        if (f->code->insns[i].op == OP_bra)
            f->gone[i] = n++ % TURNS_AT_ONCE != 0;
}

void region_loops_find(struct region_code *f)
{
    region_ifs_find(f);
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        find_loop(f, i);
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        if (!f->gone[i] && !f->predicated[i])
            drop_ways_out(f, i);
}
