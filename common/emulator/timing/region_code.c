/*
 * region_code.c - basic blocks, live registers, and what registers hold in one
 * function.
 */
#include "region_code.h"
#include "region_insn.h"
#include "base/larger.h"
#include "code/op_class.h"
#include "code/resolve.h"
#include "code/uses.h"

#include <stdlib.h>
#include <string.h>

/* In place of a register's bytes. */
enum { PREDICATE = 1 };

/* ---- blocks and registers ----------------------------------------------- */

/* Blocks that are longer are several: the order of one is found in a time that
 * grows with the square of its length. */
static void part_long_blocks(struct region_code *f)
{
    for (uint32_t i = 0, from = 0; i < f->code->insn_count; i++) {
        if (i - from == LONGEST_REGION)
            f->starts[i] = f->parted = true;
        if (f->starts[i])
            from = i;
    }
}

static void number_blocks(struct region_code *f)
{
    flow_starts(f->code, f->starts);
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        f->starts[i] |= f->code->insns[i].detail->turn;
    part_long_blocks(f);
    f->starts[f->code->insn_count] = true;
    f->block_count = flow_blocks(f->code, f->starts, f->first, f->block_of);
}

uint16_t region_register(const struct region_code *f, uint32_t slot)
{
    return slot == NO_SLOT ? NO_REGISTER : f->number[slot / 64];
}

bool region_is_written(const struct region_code *f, uint32_t from, uint32_t to,
                       uint16_t reg)
{
    for (uint32_t i = from; i <= to && reg != NO_REGISTER; i++) {
        struct uses written = uses_written(&f->code->insns[i]);
        for (unsigned k = 0; k < written.count; k++)
            if (region_register(f, written.slot[k]) == reg)
                return true;
    }
    return false;
}

bool region_only_read(const struct region_code *f, uint32_t slot,
                      region_reads *fits)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        struct uses read = uses_read(&f->code->insns[i]);
        for (unsigned k = 0; k < read.count; k++)
            if (read.slot[k] == slot && !fits(f, i, slot))
                return false;
    }
    return true;
}

bool region_is_predicate(const struct region_code *f, uint16_t reg)
{
    return f->bytes[reg] == PREDICATE;
}

uint8_t region_words(const struct region_code *f, uint16_t reg)
{
    if (region_is_predicate(f, reg) || f->offset[reg])
        return 0;
    if (f->elements_words && reg == region_register(f, f->code->elements))
        return f->elements_words;
    return f->bytes[reg] == 8 && !f->narrow[reg] ? 2 : 1;
}

/* Predicates have registers of their own. */
static bool makes_predicate(const struct insn *insn)
{
    const char *text = insn->detail->text;
    return compares(insn) || (text && strstr(text, ".pred"));
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
    if (insn->detail->leads)
        return true;
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

/* The number that an instruction copies, as its constant from 1; 0: none. */
static uint32_t copied_constant(const struct region_code *f,
                                const struct insn *insn)
{
    switch (insn->op) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_cvt_s64_s32: break;
    default: return 0;
    }
    uint32_t i = insn->guard == NO_SLOT && insn->a != NO_SLOT
                     ? f->constant[insn->a / 64]
                     : 0;
    return i && !f->code->constants[i - 1].dynamic ? i : 0;
}

/* Registers that only ever hold a number are that, as WARP_SZ is. */
static void find_constants(struct region_code *f, const uint32_t *writes)
{
    bool found = true;
    while (found) {
        found = false;
        for (uint32_t i = 0; i < f->code->insn_count; i++) {
            const struct insn *insn = &f->code->insns[i];
            uint16_t to = region_register(f, insn->d);
            uint32_t constant = copied_constant(f, insn);
            if (to == NO_REGISTER || writes[to] != 1 || !constant ||
                f->constant[insn->d / 64])
                continue;
            f->constant[insn->d / 64] = constant;
            found = true;
        }
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

static bool has_constant(const struct region_code *f, uint32_t slot)
{
    return slot != NO_SLOT && f->constant[slot / 64];
}

/* Registers that are compared with a number: of bits LOP3 makes the condition
 * along with them; there is none such for uniform registers. */
static void find_compared(const struct region_code *f, bool *compared)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        uint16_t a = region_register(f, insn->a);
        uint16_t b = region_register(f, insn->b);
        if (!compares(insn))
            continue;
        if (a != NO_REGISTER && has_constant(f, insn->b))
            compared[a] = true;
        if (b != NO_REGISTER && has_constant(f, insn->a))
            compared[b] = true;
    }
}

static bool makes_bits(const struct insn *insn)
{
    return insn->op == OP_and_32 || insn->op == OP_or_32 ||
           insn->op == OP_xor_32;
}

static bool reads_tested(const struct region_code *f, const struct insn *insn)
{
    struct uses read = uses_read(insn);
    for (unsigned k = 0; k < read.count; k++) {
        uint16_t from = region_register(f, read.slot[k]);
        if (from != NO_REGISTER && f->tested[from])
            return true;
    }
    return false;
}

/* What is worked out once, of parameters and of what all of a block share, has
 * a uniform register: it takes none of a thread's. */
static bool find_uniform(struct region_code *f)
{
    uint32_t *writes = calloc((size_t)f->register_count + 1, sizeof *writes);
    bool *compared = calloc((size_t)f->register_count + 1, sizeof *compared);
    bool found = writes && compared;
    if (found) {
        count_writes(f, writes);
        find_constants(f, writes);
        find_compared(f, compared);
    }
    bool keeps = found && !has_call(f);
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
        f->tested[to] =
            (makes_bits(insn) && compared[to]) || reads_tested(f, insn);
        f->varying[to] = varying_of(f, insn);
    }
    free(writes);
    free(compared);
    return found;
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
    case OP_mul_lo_64:
    case OP_and_64:
    case OP_cvta:
    case OP_cvta_to:
    case OP_mad_wide_s32:
    case OP_mad_wide_u32: return to != NO_REGISTER && f->narrow[to];
    case OP_shl_64:
        return slot == insn->a && to != NO_REGISTER && f->narrow[to];
    default: return false;
    }
}

/* Addresses in shared and local memory, with products in them: ptxas works them
 * out in 32 bits. */
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

/* What a register is written with: a number, itself and a number, others. */
enum { BY_NUMBER = 1, BY_STEP = 2, BY_OTHER = 4 };

/* numbers: NULL, or what registers are written with that may be copied. */
static uint8_t written_with(const struct region_code *f,
                            const struct insn *insn, uint32_t slot,
                            const uint8_t *numbers)
{
    uint16_t from = region_register(f, insn->a);
    int64_t number;
    if (insn->d != slot) /* a further result */
        return BY_OTHER;
    if (insn->op == OP_add_64 && insn->a == slot &&
        region_constant(f, insn->b, &number))
        return BY_STEP;
    if (!is_free(insn))
        return BY_OTHER;
    if (region_constant(f, insn->a, &number))
        return BY_NUMBER;
    return numbers && from != NO_REGISTER && numbers[from] == BY_NUMBER
               ? BY_NUMBER
               : BY_OTHER;
}

static void find_writers(const struct region_code *f, const uint8_t *numbers,
                         uint8_t *with)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        struct uses written = uses_written(insn);
        for (unsigned k = 0; k < written.count; k++) {
            uint16_t reg = region_register(f, written.slot[k]);
            if (reg != NO_REGISTER)
                with[reg] |= written_with(f, insn, written.slot[k], numbers);
        }
    }
}

bool region_counts(const struct region_code *f, uint32_t slot)
{
    uint16_t reg = region_register(f, slot);
    return reg != NO_REGISTER && f->counter[reg];
}

static bool compares_counter(const struct region_code *f)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (compares(insn) && strstr(insn->detail->text, "64") &&
            (region_counts(f, insn->a) || region_counts(f, insn->b)))
            return true;
    }
    return false;
}

/* Where a counter begins may be a copy of what holds numbers alone: of those
 * first, then of what copies them. */
static bool find_counters(struct region_code *f)
{
    size_t n = (size_t)f->register_count + 1;
    uint8_t *numbers = calloc(n, sizeof *numbers);
    uint8_t *with = calloc(n, sizeof *with);
    bool found = numbers && with;
    if (found) {
        find_writers(f, NULL, numbers);
        find_writers(f, numbers, with);
    }
    for (uint32_t i = 0; found && i < f->register_count; i++)
        f->counter[i] = with[i] == (BY_NUMBER | BY_STEP);
    f->counts_wide = found && compares_counter(f);
    free(numbers);
    free(with);
    return found;
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

/* Is a number made an address? */
static bool widens(const struct region_code *f, uint32_t at, uint32_t slot)
{
    enum op op = f->code->insns[at].op;
    (void)slot;
    return op == OP_mul_wide_s32 || op == OP_cvt_s64_s32;
}

static bool loads_shared(const struct region_code *f, uint32_t from,
                         uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        if (f->code->insns[i].op == OP_ld_shared)
            return true;
    return false;
}

/* Is it what an address in a loop is further on than one that walks?  (Not
 * beside loads from shared memory: ptxas has no more loads ahead then.) */
static bool is_distance(const struct region_code *f, uint32_t at, uint32_t slot)
{
    const struct insn *sum = &f->code->insns[at];
    uint32_t last = flow_latch(f->code, at);
    if (sum->op != OP_add_32 || last == NO_SLOT || sum->d == slot)
        return false;
    uint32_t head = f->code->insns[last].target;
    uint16_t apart = region_register(f, slot),
             walk = region_register(f, sum->a == slot ? sum->b : sum->a);
    return !region_is_written(f, head, last, apart) &&
           region_is_written(f, head, last, walk) &&
           !loads_shared(f, head, last) && region_only_read(f, sum->d, widens);
}

/* Is it one, or moved on outside? */
static bool keeps_distance(const struct region_code *f, uint32_t at,
                           uint32_t slot)
{
    const struct insn *insn = &f->code->insns[at];
    return (insn->op == OP_add_32 && insn->d == slot) ||
           is_distance(f, at, slot);
}

/* "a[i + n]", "a[i + 2 * n]" beside "a[i]", where i walks: clang keeps how far
 * apart they are, NVVM a pointer that goes on by one step from each to the
 * next. */
static void find_distances(struct region_code *f, uint32_t at)
{
    const struct insn *sum = &f->code->insns[at];
    const uint32_t operands[] = {sum->a, sum->b};
    if (sum->op != OP_add_32)
        return;
    for (unsigned k = 0; k < 2; k++) {
        uint16_t reg = region_register(f, operands[k]);
        if (reg != NO_REGISTER && f->bytes[reg] == 4 && !f->offset[reg] &&
            is_distance(f, at, operands[k]))
            f->offset[reg] = region_only_read(f, operands[k], keeps_distance);
    }
}

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
    f->tested = calloc(slots, sizeof *f->tested);
    f->offset = calloc(slots, sizeof *f->offset);
    f->varying = calloc(slots, sizeof *f->varying);
    f->constant = calloc(slots, sizeof *f->constant);
    f->loops = calloc(n, sizeof *f->loops);
    f->wide = calloc(slots, sizeof *f->wide);
    f->narrow = calloc(slots, sizeof *f->narrow);
    f->counter = calloc(slots, sizeof *f->counter);
    f->ending = calloc(slots, sizeof *f->ending);
    f->predicated = calloc(n, sizeof *f->predicated);
    f->parts = calloc(n, sizeof *f->parts);
    f->meets = calloc(n, sizeof *f->meets);
    f->soft = calloc(n, sizeof *f->soft);
    f->gone = calloc(n, sizeof *f->gone);
    f->over = calloc(n, sizeof *f->over);
    f->idle = calloc(n, sizeof *f->idle);
    f->inside = calloc(n, sizeof *f->inside);
    return f->starts && f->block_of && f->first && f->number && f->bytes &&
           f->cheap && f->given && f->even && f->tested && f->offset &&
           f->varying && f->constant && f->loops && f->wide && f->narrow &&
           f->counter && f->ending && f->predicated && f->parts && f->meets &&
           f->soft && f->gone && f->over && f->idle && f->inside;
}

bool region_code_find(struct region_code *f, const struct code *code,
                      bool by_nvvm)
{
    *f = (struct region_code){.code = code, .by_nvvm = by_nvvm};
    if (!allocate(f))
        return false;
    number_blocks(f);
    number_registers(f);
    if (code->elements)
        f->elements_words = (uint8_t)smaller(code->local_bytes / 4, UINT8_MAX);
    if (!find_uniform(f) || !find_live(f))
        return false;
    for (uint32_t i = 0; !by_nvvm && i < code->insn_count; i++) {
        find_offset(f, &code->insns[i]);
        find_distances(f, i);
    }
    find_wide(f);
    find_narrow(f);
    return find_counters(f) && find_endings(f);
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
    free(f->tested);
    free(f->offset);
    free(f->varying);
    free(f->constant);
    free(f->live);
    free(f->loops);
    free(f->wide);
    free(f->narrow);
    free(f->counter);
    free(f->ending);
    free(f->predicated);
    free(f->parts);
    free(f->meets);
    free(f->soft);
    free(f->gone);
    free(f->over);
    free(f->idle);
    free(f->inside);
}
