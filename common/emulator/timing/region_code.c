/*
 * region_code.c - basic blocks, live registers, loops and short ifs of one
 * function.
 *
 * Which loops are unrolled, and which ifs predicated, is what was seen of
 * nvcc 13.0 for sm_90: its front end (NVVM) unrolls a loop that counts by a
 * constant step four times, leaving a loop marked "nounroll" for the rest, and
 * ptxas unrolls loops of one straight body again, if what comes of it is small
 * and nothing in it changes memory.
 */
#include "region_code.h"
#include "code/op_class.h"
#include "code/resolve.h"
#include "code/uses.h"

#include <stdlib.h>

/* ---- blocks and registers ----------------------------------------------- */

static void number_blocks(struct region_code *f)
{
    uint32_t n = f->code->insn_count;
    flow_starts(f->code, f->starts);
    f->starts[n] = true;
    for (uint32_t i = 0; i < n; i++) {
        if (f->starts[i])
            f->first[f->block_count++] = i;
        f->block_of[i] = f->block_count - 1;
    }
    f->first[f->block_count] = n;
    f->block_of[n] = f->block_count;
}

uint16_t region_register(const struct region_code *f, uint32_t slot)
{
    return slot == NO_SLOT ? NO_REGISTER : f->number[slot / 64];
}

/* Of what the instruction writes: as wide as its slot can be told to be. */
static uint8_t written_bytes(const struct insn *insn)
{
    const char *text = insn->detail->text;
    enum op_role role = op_class(insn->op)->role;
    if (role == ROLE_LOADS)
        return insn->detail->register_bytes;
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
                f->bytes[*number] = written_bytes(&f->code->insns[i]);
                f->cheap[*number] = true;
            }
            if (*number != NO_REGISTER)
                f->cheap[*number] &= is_cheap(f, &f->code->insns[i]);
        }
    }
    for (uint32_t i = 0; i < f->code->special_count; i++) {
        f->bytes[f->register_count] = 4;
        f->number[f->code->specials[i].slot / 64] =
            (uint16_t)f->register_count++;
    }
    for (uint32_t i = 0; i < f->code->constant_count; i++)
        f->constant[f->code->constants[i].slot / 64] = i + 1;
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
    enum op_role role = op_class(last->op)->role;
    for (uint32_t i = 0; i < f->words; i++)
        live[i] = 0;
    if (last->op == OP_bra)
        add_live(f, live, last->target);
    for (uint32_t k = 0; k < last->detail->target_count; k++)
        add_live(f, live, last->detail->targets[k]);
    if (last->guard != NO_SLOT || (role != ROLE_BRANCHES && role != ROLE_ENDS))
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

/* Instructions, without those that cost nothing, that are predicated. */
enum { PREDICATED = 8 };

static bool is_free(const struct insn *insn)
{
    return !op_class(insn->op)->steps || insn->flags & INSN_MICRO;
}

static bool can_be_predicated(const struct insn *insn)
{
    switch (op_class(insn->op)->role) {
    case ROLE_COMPUTES: return op_class(insn->op)->steps <= 1;
    case ROLE_LOADS:
    case ROLE_STORES:
    case ROLE_UPDATES: return true;
    default: return false;
    }
}

/* Is this a branch over a few instructions that nothing else jumps into? */
static bool is_short_if(const struct region_code *f, uint32_t branch)
{
    const struct insn *insn = &f->code->insns[branch];
    uint32_t length = 0;
    if (insn->op != OP_bra || insn->guard == NO_SLOT || insn->target <= branch)
        return false;
    for (uint32_t i = branch + 1; i < insn->target; i++) {
        if ((f->starts[i] && i > branch + 1) ||
            !can_be_predicated(&f->code->insns[i]))
            return false;
        length += !is_free(&f->code->insns[i]);
    }
    return length <= PREDICATED;
}

static void find_short_ifs(struct region_code *f)
{
    const struct insn *insns = f->code->insns;
    uint32_t n = f->code->insn_count;
    for (uint32_t i = 0; i < n; i++)
        if ((f->predicated[i] = is_short_if(f, i)))
            f->soft[insns[i].target] = true;
    for (uint32_t i = 0; i < n; i++) {
        if (insns[i].op == OP_bra && !f->predicated[i])
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

/* By how much a slot grows each turn; 0: not by a constant. */
static int64_t step_of(const struct region_code *f, uint32_t from,
                       uint32_t last, uint32_t slot)
{
    int64_t by = 0;
    const struct insn *step = writer(f, from, last, slot);
    if (step && is_free(step)) /* a copy */
        step = writer(f, from, last, step->a);
    if (!step || !region_constant(f, step->b, &by))
        return 0;
    switch (step->op) {
    case OP_add_32:
    case OP_add_64: return by;
    case OP_sub_32:
    case OP_sub_64: return -by;
    default: return 0;
    }
}

struct loop {
    uint32_t head, latch, test; /* test: the branch that leaves or goes on */
    uint32_t length, loads, changes;
    int64_t step;
};

/* All of the loop in one piece, but for ifs that are predicated. */
static bool is_straight(const struct region_code *f, struct loop *loop)
{
    for (uint32_t i = loop->head; i < loop->test; i++) {
        const struct insn *insn = &f->code->insns[i];
        const struct op_class *class = op_class(insn->op);
        if (class->role == ROLE_BRANCHES && !f->predicated[i])
            return false;
        if (class->role == ROLE_CALLS || class->role == ROLE_ENDS ||
            class->role == ROLE_MEETS)
            return false;
        loop->loads += class->role == ROLE_LOADS && class->steps;
        loop->changes += class->role == ROLE_STORES ||
                         class->role == ROLE_UPDATES || insn->op == OP_fence;
        loop->length += is_free(insn) ? 0 : class->steps;
    }
    return true;
}

/* Is another branch of the function one to this head, or into the loop? */
static bool entered_elsewhere(const struct region_code *f,
                              const struct loop *loop)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (insn->op != OP_bra || insn->target <= loop->head - !loop->head ||
            insn->target > loop->latch)
            continue;
        if (i < loop->head || i > loop->latch)
            return true;
    }
    return false;
}

/* SASS of the unrolled body, about, up to which ptxas unrolls. */
enum { UNROLLED = 4, UNROLLED_LENGTH = 120 };

static uint8_t turns_of(const struct region_code *f, struct loop *loop)
{
    const struct insn *branch = &f->code->insns[loop->test];
    const struct insn *test = writer(f, loop->head, loop->test, branch->guard);
    if (!test || f->code->insns[loop->head].flags & INSN_NO_UNROLL)
        return 1;
    loop->step = step_of(f, loop->head, loop->test, test->a);
    if (!loop->step)
        loop->step = step_of(f, loop->head, loop->test, test->b);
    if (!loop->step || loop->changes ||
        loop->length * UNROLLED > UNROLLED_LENGTH)
        return 1;
    return UNROLLED;
}

static void find_loop(struct region_code *f, uint32_t latch)
{
    const struct insn *branch = &f->code->insns[latch];
    struct loop loop = {.latch = latch, .test = latch};
    if (branch->op != OP_bra || branch->target > latch)
        return;
    loop.head = branch->target;
    /* "if (done) leave;" may stand before the branch back. */
    if (branch->guard == NO_SLOT && latch != loop.head &&
        branch[-1].op == OP_bra && branch[-1].guard != NO_SLOT)
        loop.test--;
    if (f->code->insns[loop.test].guard == NO_SLOT || f->turns[loop.head] ||
        entered_elsewhere(f, &loop) || !is_straight(f, &loop))
        return;
    f->turns[loop.head] = turns_of(f, &loop);
    f->latch[loop.head] = latch;
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
    f->constant = calloc(slots, sizeof *f->constant);
    f->turns = calloc(n, sizeof *f->turns);
    f->latch = calloc(n, sizeof *f->latch);
    f->predicated = calloc(n, sizeof *f->predicated);
    f->soft = calloc(n, sizeof *f->soft);
    return f->starts && f->block_of && f->first && f->number && f->bytes &&
           f->cheap && f->constant && f->turns && f->latch && f->predicated &&
           f->soft;
}

bool region_code_find(struct region_code *f, const struct code *code)
{
    *f = (struct region_code){.code = code};
    if (!allocate(f))
        return false;
    number_blocks(f);
    number_registers(f);
    if (!find_live(f))
        return false;
    find_short_ifs(f);
    for (uint32_t i = 0; i < code->insn_count; i++)
        find_loop(f, i);
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
    free(f->constant);
    free(f->live);
    free(f->turns);
    free(f->latch);
    free(f->predicated);
    free(f->soft);
}
