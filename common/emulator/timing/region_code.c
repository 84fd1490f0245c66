/*
 * region_code.c - basic blocks, live registers, loops and short ifs of one
 * function.
 *
 * Which loops are unrolled, and which ifs predicated, is what was seen of
 * nvcc 13.0 for sm_90: its front end (NVVM) unrolls a loop that counts by a
 * constant step four times, leaving a loop marked "nounroll" for the rest, and
 * ptxas unrolls loops of one straight body again (region_turns.c).
 */
#include "region_code.h"
#include "base/larger.h"
#include "code/op_class.h"
#include "code/resolve.h"
#include "code/uses.h"

#include <stdlib.h>
#include <string.h>

/* In place of a register's bytes. */
enum { PREDICATE = 1 };

/* ---- blocks and registers ----------------------------------------------- */

static void number_blocks(struct region_code *f)
{
    flow_starts(f->code, f->starts);
    f->starts[f->code->insn_count] = true;
    f->block_count = flow_blocks(f->code, f->starts, f->first, f->block_of);
}

uint16_t region_register(const struct region_code *f, uint32_t slot)
{
    return slot == NO_SLOT ? NO_REGISTER : f->number[slot / 64];
}

uint8_t region_words(const struct region_code *f, uint16_t reg)
{
    if (f->bytes[reg] == PREDICATE || f->offset[reg])
        return 0;
    return f->bytes[reg] == 8 && !f->narrow[reg] ? 2 : 1;
}

/* Predicates have registers of their own. */
static bool makes_predicate(const struct insn *insn)
{
    const char *text = insn->detail->text ? insn->detail->text : "";
    return !strncmp(text, "setp", 4) || strstr(text, ".pred");
}

/* Of what the instruction writes: as wide as its slot can be told to be.  Of
 * what has zeros above, the lower half alone has a register. */
static uint8_t written_bytes(const struct insn *insn)
{
    const char *text = insn->detail->text;
    enum op_role role = op_class(insn->op)->role;
    if (role == ROLE_LOADS)
        return insn->detail->register_bytes;
    if (makes_predicate(insn))
        return PREDICATE;
    if (insn->op == OP_cvt_u64_u32)
        return 4;
    for (const char *s = text ? text : ""; *s; s++)
        if (s[0] == '.' && s[1] && s[2] == '6' && s[3] == '4')
            return 8;
    return 4;
}

/* What ptxas takes from constant memory whenever it needs it. */
static bool is_cheap(const struct region_code *f, const struct insn *insn)
{
    switch (insn->op) {
    case OP_ld_param: return true;
    case OP_mov_32:
    case OP_mov_64:
    case OP_cvta:
    case OP_cvta_to: {
        uint16_t from = region_register(f, insn->a);
        return from == NO_REGISTER || f->cheap[from];
    }
    default: return false;
    }
}

/* Is a special register the same in all lanes of a warp? */
static bool is_of_block(enum special what)
{
    return what >= SPECIAL_NTID_X && what <= SPECIAL_NCTAID_Z;
}

static void number_registers(struct region_code *f)
{
    uint32_t slots = f->code->frame_bytes / 64 + 1;
    for (uint32_t i = 0; i < slots; i++)
        f->number[i] = NO_REGISTER;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        struct uses written = uses_written(&f->code->insns[i]);
        for (unsigned k = 0; k < written.count; k++) {
            uint16_t *number = &f->number[written.slot[k] / 64];
            if (*number == NO_REGISTER && f->register_count < NO_REGISTER) {
                *number = (uint16_t)f->register_count++;
                f->cheap[*number] = true;
            }
            if (*number == NO_REGISTER)
                continue;
            f->bytes[*number] = (uint8_t)larger(
                f->bytes[*number], written_bytes(&f->code->insns[i]));
            f->cheap[*number] &= is_cheap(f, &f->code->insns[i]);
        }
    }
    for (uint32_t i = 0; i < f->code->special_count; i++) {
        f->bytes[f->register_count] = 4;
        f->cheap[f->register_count] = is_of_block(f->code->specials[i].what);
        f->number[f->code->specials[i].slot / 64] =
            (uint16_t)f->register_count++;
    }
    for (uint32_t i = 0; i < f->code->constant_count; i++)
        f->constant[f->code->constants[i].slot / 64] = i + 1;
}

/* Arithmetic that the uniform datapath has, too, but for long products. */
static bool is_integer_arithmetic(const struct insn *insn)
{
    switch (insn->op) {
    case OP_ld_param:
    case OP_mov_32:
    case OP_mov_64:
    case OP_cvta:
    case OP_cvta_to:
    case OP_cvt_u64_u32:
    case OP_cvt_u32_u64:
    case OP_cvt_s64_s32:
    case OP_add_32:
    case OP_add_64:
    case OP_sub_32:
    case OP_sub_64:
    case OP_shl_32:
    case OP_shl_64:
    case OP_shr_u32:
    case OP_shr_s32:
    case OP_shr_u64:
    case OP_shr_s64:
    case OP_and_32:
    case OP_or_32:
    case OP_xor_32:
    case OP_mul_lo_32:
    case OP_mul_lo_64:
    case OP_mad_lo_32:
    case OP_mul_wide_u32:
    case OP_mul_wide_s32: return insn->guard == NO_SLOT;
    default: return false;
    }
}

/* Is there a call, or a division that is one?  Uniform registers do not outlive
 * it. */
static bool has_call(const struct region_code *f)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        switch (insn->op) {
        case OP_div_u64:
        case OP_div_s64:
        case OP_rem_u64:
        case OP_rem_s64: return true;
        case OP_call:
            if (!insn->detail->call || !insn->detail->call->builtin)
                return true;
            break;
        default: break;
        }
    }
    return false;
}

/* Instructions that write each register. */
static void count_writes(const struct region_code *f, uint32_t *writes)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        struct uses written = uses_written(&f->code->insns[i]);
        for (unsigned k = 0; k < written.count; k++)
            if (region_register(f, written.slot[k]) != NO_REGISTER)
                writes[region_register(f, written.slot[k])]++;
    }
}

static bool reads_only(const struct region_code *f, const struct insn *insn,
                       const bool *those)
{
    struct uses read = uses_read(insn);
    for (unsigned k = 0; k < read.count; k++) {
        uint16_t from = region_register(f, read.slot[k]);
        if (from != NO_REGISTER && !those[from])
            return false;
    }
    return true;
}

/* Of what a slot holds; 0: nothing. */
static uint64_t varying(const struct region_code *f, uint32_t slot)
{
    uint16_t reg = region_register(f, slot);
    if (reg == NO_REGISTER || f->even[reg])
        return 0;
    return f->varying[reg] ? f->varying[reg] : reg + 1u;
}

static uint64_t mixed(uint64_t hash, uint64_t own, uint32_t slot)
{
    return (hash ^ (own ? own : slot)) * 0x9e3779b97f4a7c15u;
}

/* Sums of the same and of something uniform differ by that alone. */
static uint64_t varying_of(const struct region_code *f, const struct insn *insn)
{
    uint64_t a = varying(f, insn->a), b = varying(f, insn->b);
    uint64_t c = varying(f, insn->c);
    switch (insn->op) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_cvta:
    case OP_cvta_to:
    case OP_cvt_u64_u32:
    case OP_cvt_u32_u64:
    case OP_cvt_s64_s32: return a;
    case OP_add_32:
    case OP_add_64:
        if (!a || !b)
            return a | b;
        break;
    case OP_mad_lo_32:
        if (!a && !b)
            return c;
        break;
    default: break;
    }
    uint64_t hash = mixed(mixed(insn->op, a, insn->a), b, insn->b);
    return mixed(hash, c, insn->c) | 1ull << 63;
}

/* What is worked out once, of parameters and of what all of a block share, has
 * a uniform register: it takes none of a thread's. */
static bool find_uniform(struct region_code *f)
{
    uint32_t *writes = calloc((size_t)f->register_count + 1, sizeof *writes);
    if (writes)
        count_writes(f, writes);
    bool keeps = writes && !has_call(f);
    for (uint32_t i = 0; i < f->register_count; i++)
        f->given[i] = f->even[i] = f->cheap[i];
    for (uint32_t i = 0; keeps && i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        uint16_t to = region_register(f, insn->d);
        if (to == NO_REGISTER || writes[to] != 1 ||
            !is_integer_arithmetic(insn))
            continue;
        f->even[to] = reads_only(f, insn, f->even);
        f->cheap[to] =
            reads_only(f, insn, f->cheap) && insn->op != OP_mul_lo_64;
        f->varying[to] = varying_of(f, insn);
    }
    free(writes);
    return writes != NULL;
}

/* Is an instruction's operand put on top of something else, or copied? */
static bool adds_to_other(const struct insn *insn, uint32_t slot)
{
    if (insn->op == OP_mov_64)
        return insn->a == slot;
    return insn->op == OP_add_64;
}

/* Several arrays walked by one offset: clang keeps that beside where they
 * begin, NVVM a pointer to each. */
static void find_offset(struct region_code *f, const struct insn *step)
{
    bool used = false;
    uint16_t reg = region_register(f, step->d);
    if (step->op != OP_add_64 || step->d != step->a || reg == NO_REGISTER)
        return;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        struct uses read = uses_read(insn);
        for (unsigned k = 0; k < read.count; k++) {
            if (read.slot[k] != step->d)
                continue;
            if (!adds_to_other(insn, step->d))
                return;
            used |= insn->op == OP_add_64 && insn->d != step->d;
        }
    }
    f->offset[reg] = used;
}

bool region_constant(const struct region_code *f, uint32_t slot, int64_t *value)
{
    uint32_t i = slot == NO_SLOT ? 0 : f->constant[slot / 64];
    if (!i)
        return false;
    const struct constant *c = &f->code->constants[i - 1];
    *value = c->bytes == 8   ? (int64_t)c->bits
             : c->bytes == 4 ? (int32_t)c->bits
                             : (int16_t)c->bits;
    return true;
}

/* ---- live registers ----------------------------------------------------- */

static void set_bit(uint64_t *bits, uint16_t reg)
{
    bits[reg / 64] |= 1ull << reg % 64;
}

static void clear_bit(uint64_t *bits, uint16_t reg)
{
    bits[reg / 64] &= ~(1ull << reg % 64);
}

bool region_live(const struct region_code *f, uint32_t at, uint16_t reg)
{
    const uint64_t *live = f->live + (size_t)f->block_of[at] * f->words;
    return reg != NO_REGISTER && live[reg / 64] >> reg % 64 & 1;
}

static void step_back(const struct region_code *f, const struct insn *insn,
                      uint64_t *live)
{
    struct uses written = uses_written(insn), read = uses_read(insn);
    for (unsigned i = 0; insn->guard == NO_SLOT && i < written.count; i++)
        clear_bit(live, region_register(f, written.slot[i]));
    for (unsigned i = 0; i < read.count; i++)
        if (region_register(f, read.slot[i]) != NO_REGISTER)
            set_bit(live, region_register(f, read.slot[i]));
}

static void add_live(const struct region_code *f, uint64_t *live, uint32_t at)
{
    const uint64_t *there = f->live + (size_t)f->block_of[at] * f->words;
    for (uint32_t i = 0; i < f->words; i++)
        live[i] |= there[i];
}

/* Live behind a block. */
static void live_behind(const struct region_code *f, uint32_t block,
                        uint64_t *live)
{
    uint32_t end = f->first[block + 1];
    const struct insn *last = &f->code->insns[end - 1];
    for (uint32_t i = 0; i < f->words; i++)
        live[i] = 0;
    if (last->op == OP_bra)
        add_live(f, live, last->target);
    for (uint32_t k = 0; k < last->detail->target_count; k++)
        add_live(f, live, last->detail->targets[k]);
    if (flow_goes_on(last))
        add_live(f, live, end);
}

static bool block_changes(const struct region_code *f, uint32_t block,
                          uint64_t *live)
{
    uint64_t *before = f->live + (size_t)block * f->words;
    bool changed = false;
    live_behind(f, block, live);
    for (uint32_t i = f->first[block + 1]; i-- > f->first[block];)
        step_back(f, &f->code->insns[i], live);
    for (uint32_t i = 0; i < f->words; i++) {
        changed |= before[i] != live[i];
        before[i] = live[i];
    }
    return changed;
}

static bool find_live(struct region_code *f)
{
    uint64_t *live;
    bool changed = true;
    f->words = f->register_count / 64 + 1;
    f->live = calloc((size_t)(f->block_count + 1) * f->words, sizeof *f->live);
    live = malloc(f->words * sizeof *live);
    while (f->live && live && changed) {
        changed = false;
        for (uint32_t b = f->block_count; b-- > 0;)
            changed |= block_changes(f, b, live);
    }
    free(live);
    return f->live && live;
}

/* ---- short ifs ---------------------------------------------------------- */

/* Instructions, without those that cost nothing, that are predicated: more of
 * them where that lets a load go ahead, one of the if or of what stands behind
 * it.  (Ifs of 1 to 26 instructions of many kinds were compiled.) */
enum { PREDICATED = 8, PREDICATED_WITH_LOADS = 20 };

static bool is_free(const struct insn *insn)
{
    return !op_class(insn->op)->steps || insn->flags & INSN_MICRO;
}

static bool can_be_predicated(const struct insn *insn)
{
    switch (op_class(insn->op)->role) {
    case ROLE_COMPUTES: return op_class(insn->op)->steps <= 1;
    case ROLE_LOADS:
    case ROLE_STORES: return true;
    default: return false; /* atomics are always jumped over */
    }
}

static bool is_jump(const struct insn *insn)
{
    return insn->op == OP_bra && insn->guard == NO_SLOT;
}

/* clang leaves these where blocks stand as in the source. */
static bool is_idle(const struct region_code *f, uint32_t at)
{
    const struct insn *insn = &f->code->insns[at];
    return is_jump(insn) && insn->target == at + 1;
}

/* A second condition of an if, "a && b", that is worked out whatever the first
 * one says: NVVM makes one of both. */
static bool is_second(const struct insn *insn, uint32_t to, bool accesses)
{
    return insn->op == OP_bra && insn->guard != NO_SLOT && insn->target == to &&
           !accesses;
}

/* Loads from memory that all share. */
static bool is_far_load(const struct insn *insn)
{
    const struct op_class *class = op_class(insn->op);
    return class->role == ROLE_LOADS &&
           (class->space == PTX_GLOBAL || class->space == PTX_GENERIC);
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
        if (i >= over && (op_class(insn->op)->role == ROLE_BRANCHES ||
                          f->starts[i + 1]))
            return false;
    }
    return false;
}

/* Sums of 64 bits become part of addresses. */
static bool takes_issue(const struct insn *insn)
{
    return !is_free(insn) && insn->op != OP_add_64;
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
        if (is_second(insn, to, accesses))
            behind = i + 1;
        if (is_idle(f, i) || behind == i + 1)
            continue;
        if (!can_be_predicated(insn))
            return false;
        accesses |= op_class(insn->op)->role != ROLE_COMPUTES;
        length += takes_issue(insn);
    }
    return length <= PREDICATED ||
           (length <= PREDICATED_WITH_LOADS &&
            load_would_go_ahead(f, from, over));
}

static bool is_guarded(const struct insn *insn)
{
    return insn->op == OP_bra && insn->guard != NO_SLOT;
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
 * "@p bra a; bra b;" at its head.  ptxas predicates both, if both are short. */
static bool find_else(struct region_code *f, uint32_t at, uint32_t from,
                      uint32_t other)
{
    const struct insn *jump = &f->code->insns[other - 1];
    uint32_t over = jump->target;
    if (other <= from || !is_jump(jump) || over <= other ||
        over >= f->code->insn_count || entries(f, other) != 1 ||
        !is_short(f, from, other - 1, over) || !is_short(f, other, over, over))
        return false;
    f->over[at] = over;
    f->predicated[at] = f->idle[other - 1] = f->soft[other] = true;
    return true;
}

/* "@p bra over; ...; over:", or "@p bra in; bra over; in: ...; over:". */
static void find_short_if(struct region_code *f, uint32_t at)
{
    const struct insn *insn = &f->code->insns[at];
    if (insn->op != OP_bra || insn->guard == NO_SLOT || insn->target <= at)
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

static void find_short_ifs(struct region_code *f)
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

/* ---- loops -------------------------------------------------------------- */

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

/* The value that a register has when the loop begins: true if all that writes
 * it there is one constant. */
static bool begins_with(const struct region_code *f, uint32_t from,
                        uint32_t last, uint32_t slot, int64_t *value)
{
    unsigned found = 0;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (insn->d != slot || (i >= from && i <= last))
            continue;
        if (!is_free(insn) || !is_constant(f, insn->a, value))
            return false;
        found++;
    }
    return found == 1;
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
static bool has_slow_way(const struct insn *insn)
{
    switch (insn->op) {
    case OP_fence:
    case OP_div_f32:
    case OP_rcp_f32:
    case OP_sqrt_f32:
    case OP_div_f64:
    case OP_rcp_f64:
    case OP_sqrt_f64:
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

/* Where lanes may have different numbers of turns, ptxas unrolls no loop that
 * has lanes work together, or atomics, or stores that not each turn does, or
 * not each to another place. */
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
    return is_conditional(f, loop->head, at) ||
           !writer(f, loop->head, loop->latch, insn->a);
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
    const char *text = test ? test->detail->text : NULL;
    if (branch->op != OP_bra || branch->guard == NO_SLOT ||
        (is_in(loop, branch->target) && !jumps_way_out(f, loop, branch, at)))
        return false;
    return text && !strncmp(text, "setp", 4) && is_counted(f, loop, test->a) &&
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
        known->calls |= has_slow_way(insn) || out;
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

/* Is there an index of 32 bits without sign, in other steps than the counter?
 * NVVM counts by the sum of two registers then, which ptxas does not see
 * through. */
static bool has_other_index(const struct region_code *f,
                            const struct loop *loop, int64_t counted)
{
    for (uint32_t i = loop->head; i < loop->test; i++) {
        const struct insn *wide = &f->code->insns[i];
        int64_t by;
        if (wide->op != OP_mul_wide_u32)
            continue;
        const struct insn *step =
            step_of(f, loop->head, loop->test, wide->a, &by);
        if (step && step->d == wide->a && step->a == step->d && by != counted &&
            by != -counted)
            return true;
    }
    return false;
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

/* What NVVM would make of a loop that clang has compiled. */
static void foresee(const struct region_code *f, const struct loop *loop,
                    const struct insn *counter, const struct insn *test,
                    int64_t step, struct region_loop *known)
{
    const char *text = test->detail->text ? test->detail->text : "";
    bool equal = strstr(text, "setp.ne") || strstr(text, "setp.eq");
    known->unrolled = unrolled_by(f, loop, step, known->shy);
    known->counts &= !has_other_index(f, loop, step);
    if (counter->op == OP_add_64 || counter->op == OP_sub_64)
        known->counts &= count_walk(f, loop, equal, step, known) || !equal ||
                         !strstr(text, "64");
}

/* Does an instruction add to its register what no turn changes, and is not a
 * constant? */
static bool adds_variable(const struct region_code *f, const struct loop *loop,
                          const struct insn *insn)
{
    int64_t value;
    return (insn->op == OP_add_32 || insn->op == OP_add_64) &&
           insn->d == insn->a && !region_constant(f, insn->b, &value) &&
           !writer(f, loop->head, loop->latch, insn->b);
}

/* Is it the number of warps of a block, or the like: a special register's
 * quotient, which NVVM knows to be small?  It leaves such loops alone. */
static bool is_part_of_block(const struct region_code *f, uint32_t slot)
{
    const struct insn *insn = writer(f, 0, f->code->insn_count, slot);
    if (!insn || insn->op != OP_shr_u32)
        return false;
    const struct insn *copy = writer(f, 0, f->code->insn_count, insn->a);
    uint32_t from = copy && is_free(copy) ? copy->a : insn->a;
    for (uint32_t i = 0; i < f->code->special_count; i++)
        if (f->code->specials[i].slot == from)
            return true;
    return false;
}

/* "i += stride", an int: clang does not know that it is more than 0, and leaves
 * the loop alone; NVVM takes it for granted that i does not overflow.  What
 * shows that it does not is an address that moves by as much.  (Of what is
 * unsigned both leave the loop alone.) */
static bool has_stride(const struct region_code *f, const struct loop *loop,
                       const struct insn *test)
{
    const struct insn *counter = writer(f, loop->head, loop->test, test->a);
    bool moves = false;
    for (uint32_t i = loop->head; i < loop->test; i++)
        moves |= f->code->insns[i].op == OP_add_64 &&
                 adds_variable(f, loop, &f->code->insns[i]);
    return moves && test->op == OP_setp_lt_s32 && counter &&
           counter->op == OP_add_32 && adds_variable(f, loop, counter) &&
           !is_part_of_block(f, counter->b) &&
           !writer(f, loop->head, loop->latch, test->b);
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
    if (!counter && !f->by_nvvm && !known->shy && has_stride(f, loop, test))
        known->shy = known->steps = true;
    if (!counter || !step)
        return;
    known->counts = !is_old(f, loop, test, tested);
    known->steps = true;
    known->chained = is_chain(f, loop, counter);
    known->down = step < 0;
    if (!f->by_nvvm)
        foresee(f, loop, counter, test, step, known);
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
static bool asks_one_thing(const struct region_code *f, const struct insn *branch)
{
    const struct insn *test =
        writer(f, 0, f->code->insn_count, branch->guard);
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
        branch[-1].op == OP_bra && branch[-1].guard != NO_SLOT)
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
    known.turns = !known.steps;
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
            f->starts[i + 1])
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
    const char *text = test ? test->detail->text : NULL;
    if (!text || strncmp(text, "setp", 4) || writer(f, from, at, test->b))
        return false;
    return adds_constant(f, writer(f, from, at, test->a), &by);
}

static void drop_ways_out(struct region_code *f, uint32_t first)
{
    const struct insn *insn = &f->code->insns[first];
    uint32_t count = 1, last = first, next = next_branch(f, first + 1);
    if (insn->op != OP_bra || insn->guard == NO_SLOT)
        return;
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

/* ---- what registers hold ------------------------------------------------- */

static void find_wide(struct region_code *f)
{
    for (uint32_t i = 0; i < f->register_count; i++)
        f->wide[i] = true;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        struct uses written = uses_written(insn);
        bool wide =
            (insn->op == OP_mul_wide_s32 || insn->op == OP_mul_wide_u32) &&
            insn->guard == NO_SLOT;
        for (unsigned k = 0; k < written.count; k++) {
            uint16_t reg = region_register(f, written.slot[k]);
            if (reg != NO_REGISTER)
                f->wide[reg] &= wide;
        }
    }
}

static bool keeps_narrow(const struct region_code *f, const struct insn *insn,
                         uint32_t slot)
{
    enum ptx_space space = op_class(insn->op)->space;
    uint16_t to = region_register(f, insn->d);
    if (space == PTX_SHARED || space == PTX_LOCAL)
        return slot == insn->a;
    switch (insn->op) {
    case OP_mov_64:
    case OP_add_64:
    case OP_sub_64:
    case OP_cvta:
    case OP_cvta_to:
    case OP_mad_wide_s32:
    case OP_mad_wide_u32: return to != NO_REGISTER && f->narrow[to];
    case OP_shl_64:
        return slot == insn->a && to != NO_REGISTER && f->narrow[to];
    default: return false;
    }
}

/* Addresses in shared and local memory: ptxas works them out in 32 bits. */
static void find_narrow(struct region_code *f)
{
    bool changed = true;
    for (uint32_t i = 0; i < f->register_count; i++)
        f->narrow[i] = f->bytes[i] == 8;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < f->code->insn_count; i++) {
            struct uses read = uses_read(&f->code->insns[i]);
            for (unsigned k = 0; k < read.count; k++) {
                uint16_t reg = region_register(f, read.slot[k]);
                if (reg == NO_REGISTER || !f->narrow[reg] ||
                    keeps_narrow(f, &f->code->insns[i], read.slot[k]))
                    continue;
                f->narrow[reg] = false;
                changed = true;
            }
        }
    }
}

enum { MOST_KNOWN = 4 };

static struct ending ending_of(uint64_t known, uint64_t bits)
{
    known = smaller(known, MOST_KNOWN);
    return (struct ending){(uint8_t)known,
                           (uint8_t)(bits & ((1u << known) - 1))};
}

/* Of what a slot holds. */
static struct ending ending(const struct region_code *f, uint32_t slot)
{
    uint16_t reg = region_register(f, slot);
    uint32_t i = slot == NO_SLOT ? 0 : f->constant[slot / 64];
    if (reg != NO_REGISTER)
        return f->ending[reg];
    if (!i)
        return ending_of(0, 0);
    const struct constant *c = &f->code->constants[i - 1];
    return ending_of(MOST_KNOWN, c->dynamic ? 0 : c->bits);
}

/* Bits at the end that are 0. */
static unsigned zeros(struct ending e)
{
    unsigned n = 0;
    while (n < e.known && !(e.bits >> n & 1))
        n++;
    return n;
}

static struct ending product(struct ending a, struct ending b)
{
    uint64_t known = smaller(a.known + zeros(b), b.known + zeros(a));
    return ending_of(known, (uint64_t)a.bits * b.bits);
}

static struct ending sum_of(struct ending a, struct ending b)
{
    return ending_of(smaller(a.known, b.known), (uint64_t)a.bits + b.bits);
}

static struct ending shifted(const struct region_code *f,
                             const struct insn *insn)
{
    struct ending a = ending(f, insn->a);
    int64_t by;
    if (!region_constant(f, insn->b, &by) || by < 0 || by > 63)
        return ending_of(0, 0);
    return ending_of(a.known + (unsigned)by,
                     by > MOST_KNOWN ? 0 : (uint64_t)a.bits << by);
}

static struct ending ending_of_result(const struct region_code *f,
                                      const struct insn *insn)
{
    struct ending a = ending(f, insn->a), b = ending(f, insn->b);
    switch (insn->op) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_cvta:
    case OP_cvta_to:
    case OP_cvt_u64_u32:
    case OP_cvt_u32_u64:
    case OP_cvt_s64_s32: return a;
    case OP_add_32:
    case OP_add_64: return sum_of(a, b);
    case OP_sub_32:
    case OP_sub_64:
        return ending_of(smaller(a.known, b.known), (uint64_t)a.bits - b.bits);
    case OP_or_32: return ending_of(smaller(a.known, b.known), a.bits | b.bits);
    case OP_and_32:
        return ending_of(larger(smaller(a.known, b.known), zeros(b)),
                         a.bits & b.bits);
    case OP_shl_32:
    case OP_shl_64: return shifted(f, insn);
    case OP_mul_lo_32:
    case OP_mul_wide_s32:
    case OP_mul_wide_u32: return product(a, b);
    case OP_mad_lo_32:
    case OP_mad_wide_s32:
    case OP_mad_wide_u32: return sum_of(product(a, b), ending(f, insn->c));
    default: return ending_of(0, 0);
    }
}

/* Both may be there: what they agree in. */
static struct ending common(struct ending a, struct ending b)
{
    uint64_t known = smaller(a.known, b.known);
    while (known && (a.bits ^ b.bits) & ((1u << known) - 1))
        known--;
    return ending_of(known, a.bits);
}

static bool end_changes(struct region_code *f, const struct insn *insn,
                        bool *met)
{
    struct uses written = uses_written(insn);
    struct ending made = ending_of_result(f, insn);
    bool changed = false;
    for (unsigned k = 0; k < written.count; k++) {
        uint16_t reg = region_register(f, written.slot[k]);
        if (reg == NO_REGISTER)
            continue;
        struct ending before = f->ending[reg];
        struct ending now = met[reg] ? common(before, made) : made;
        changed |= !met[reg] || now.known != before.known;
        met[reg] = true;
        f->ending[reg] = now;
    }
    return changed;
}

/* Registers that nothing was found to write yet agree with anything. */
static bool find_endings(struct region_code *f)
{
    bool *met = calloc((size_t)f->register_count + 1, sizeof *met);
    bool changed = met != NULL;
    for (uint32_t i = 0; i < f->register_count; i++)
        f->ending[i] = ending_of(MOST_KNOWN, 0);
    for (uint32_t i = 0; met && i < f->code->special_count; i++) {
        uint16_t reg = region_register(f, f->code->specials[i].slot);
        f->ending[reg] = ending_of(0, 0);
        met[reg] = true;
    }
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < f->code->insn_count; i++)
            changed |= end_changes(f, &f->code->insns[i], met);
    }
    free(met);
    return met != NULL;
}

/* ---- all of it ---------------------------------------------------------- */

static bool allocate(struct region_code *f)
{
    size_t n = (size_t)f->code->insn_count + 2;
    size_t slots = f->code->frame_bytes / 64 + 1;
    f->starts = calloc(n, sizeof *f->starts);
    f->block_of = calloc(n, sizeof *f->block_of);
    f->first = calloc(n, sizeof *f->first);
    f->number = calloc(slots, sizeof *f->number);
    f->bytes = calloc(slots, sizeof *f->bytes);
    f->cheap = calloc(slots, sizeof *f->cheap);
    f->given = calloc(slots, sizeof *f->given);
    f->even = calloc(slots, sizeof *f->even);
    f->offset = calloc(slots, sizeof *f->offset);
    f->varying = calloc(slots, sizeof *f->varying);
    f->constant = calloc(slots, sizeof *f->constant);
    f->loops = calloc(n, sizeof *f->loops);
    f->wide = calloc(slots, sizeof *f->wide);
    f->narrow = calloc(slots, sizeof *f->narrow);
    f->ending = calloc(slots, sizeof *f->ending);
    f->predicated = calloc(n, sizeof *f->predicated);
    f->meets = calloc(n, sizeof *f->meets);
    f->soft = calloc(n, sizeof *f->soft);
    f->gone = calloc(n, sizeof *f->gone);
    f->over = calloc(n, sizeof *f->over);
    f->idle = calloc(n, sizeof *f->idle);
    f->inside = calloc(n, sizeof *f->inside);
    return f->starts && f->block_of && f->first && f->number && f->bytes &&
           f->cheap && f->given && f->even && f->offset && f->varying &&
           f->constant && f->loops && f->wide && f->narrow && f->ending &&
           f->predicated && f->meets && f->soft && f->gone && f->over &&
           f->idle && f->inside;
}

bool region_code_find(struct region_code *f, const struct code *code,
                      bool by_nvvm)
{
    *f = (struct region_code){.code = code, .by_nvvm = by_nvvm};
    if (!allocate(f))
        return false;
    number_blocks(f);
    number_registers(f);
    if (!find_uniform(f) || !find_live(f))
        return false;
    for (uint32_t i = 0; !by_nvvm && i < code->insn_count; i++)
        find_offset(f, &code->insns[i]);
    find_wide(f);
    find_narrow(f);
    if (!find_endings(f))
        return false;
    find_short_ifs(f);
    for (uint32_t i = 0; i < code->insn_count; i++)
        find_loop(f, i);
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (!f->gone[i] && !f->predicated[i])
            drop_ways_out(f, i);
    return true;
}

void region_code_free(struct region_code *f)
{
    free(f->starts);
    free(f->block_of);
    free(f->first);
    free(f->number);
    free(f->bytes);
    free(f->cheap);
    free(f->given);
    free(f->even);
    free(f->offset);
    free(f->varying);
    free(f->constant);
    free(f->live);
    free(f->loops);
    free(f->wide);
    free(f->narrow);
    free(f->ending);
    free(f->predicated);
    free(f->meets);
    free(f->soft);
    free(f->gone);
    free(f->over);
    free(f->idle);
    free(f->inside);
}
