/*
 * turns.c - see turns.h.
 */
#include "turns.h"
#include "op_class.h"
#include "resolve.h"
#include "uses.h"

#include <stdlib.h>
#include <string.h>

/* Sums from a counter back to itself; steps to what bounds a number. */
enum { MOST_SUMS = 40, MOST_STEPS = 8 };

/* What is as far from 0 is not bounded, nor summed up. */
#define FAR ((int64_t)1 << 60)

/* Instructions that NVVM makes of such a loop at most: 32 turns of 42 are one
 * piece, 64 of them, or 512 of 4, are not. */
enum { MOST_LENGTH = 1800 };

/* ---- who writes a slot --------------------------------------------------- */

static bool make_room(struct turns *t)
{
    size_t slots = t->code->frame_bytes / 64 + 2;
    size_t insns = (size_t)t->code->insn_count + 1;
    size_t writes = 0;
    for (uint32_t i = 0; i < t->code->insn_count; i++)
        writes += uses_written(&t->code->insns[i]).count;
    t->first = calloc(slots + 1, sizeof *t->first);
    t->writers = calloc(writes + 1, sizeof *t->writers);
    t->constant = calloc(slots, sizeof *t->constant);
    t->ends = calloc(slots, sizeof *t->ends);
    t->inner = calloc(insns, sizeof *t->inner);
    t->block_of = calloc(insns + 1, sizeof *t->block_of);
    t->begins = calloc(insns + 1, sizeof *t->begins);
    t->loops = calloc(insns, sizeof *t->loops);
    return t->first && t->writers && t->constant && t->ends && t->inner &&
           t->block_of && t->begins && t->loops;
}

void turns_free(struct turns *t)
{
    free(t->first);
    free(t->writers);
    free(t->constant);
    free(t->ends);
    free(t->inner);
    free(t->block_of);
    free(t->begins);
    free(t->loops);
}

/* first[s + 1] is where the writers of slot s begin until all are there, which
 * moves it to where they end, and those of s + 1 begin. */
static void find_writers(struct turns *t)
{
    const struct code *code = t->code;
    size_t slots = code->frame_bytes / 64 + 1;
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct uses written = uses_written(&code->insns[i]);
        for (unsigned k = 0; k < written.count; k++)
            t->first[written.slot[k] / 64 + 2]++;
    }
    for (size_t s = 1; s <= slots + 1; s++)
        t->first[s] += t->first[s - 1];
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct uses written = uses_written(&code->insns[i]);
        for (unsigned k = 0; k < written.count; k++)
            t->writers[t->first[written.slot[k] / 64 + 1]++] = i;
    }
    for (uint32_t i = 0; i < code->constant_count; i++)
        t->constant[code->constants[i].slot / 64] = i + 1;
}

const uint32_t *turns_writers(const struct turns *t, uint32_t slot,
                              uint32_t *count)
{
    *count = 0;
    if (slot == NO_SLOT)
        return NULL;
    *count = t->first[slot / 64 + 1] - t->first[slot / 64];
    return &t->writers[t->first[slot / 64]];
}

bool turns_constant(const struct turns *t, uint32_t slot, int64_t *value)
{
    uint32_t at = slot == NO_SLOT ? 0 : t->constant[slot / 64];
    if (!at || t->code->constants[at - 1].dynamic)
        return false;
    const struct constant *c = &t->code->constants[at - 1];
    *value = c->bytes == 4 ? (int32_t)c->bits : (int64_t)c->bits;
    return true;
}

/* The last instruction of [from, to) that writes a slot, guarded or not; the
 * number of instructions: none does. */
static uint32_t last_writer(const struct turns *t, uint32_t from, uint32_t to,
                            uint32_t slot)
{
    uint32_t count, low = 0;
    const uint32_t *writers = turns_writers(t, slot, &count);
    while (low < count) {
        uint32_t middle = low + (count - low) / 2;
        if (writers[middle] < to)
            low = middle + 1;
        else
            count = middle;
    }
    return low && writers[low - 1] >= from ? writers[low - 1]
                                           : t->code->insn_count;
}

uint32_t turns_writer(const struct turns *t, uint32_t at, uint32_t slot)
{
    return last_writer(t, 0, at, slot);
}

/* ---- loops --------------------------------------------------------------- */

const struct turn_loop *turns_around(const struct turns *t, uint32_t at)
{
    return t->inner[at] ? &t->loops[t->inner[at] - 1] : NULL;
}

/* Blocks to which one leads: 0, 1 or 2. */
static unsigned ways(const struct turns *t, uint32_t block, uint32_t to[2])
{
    const struct insn *last = &t->code->insns[t->begins[block + 1] - 1];
    unsigned count = 0;
    if (last->op == OP_bra)
        to[count++] = t->block_of[last->target];
    if (flow_goes_on(last) && block + 1 < t->blocks)
        to[count++] = block + 1;
    return count;
}

/* Which loop each block is in, by one walk along all ways (Wei, Mao, Zou and
 * Chen, A new algorithm for identifying loops in decompilation, 2007). */
struct search {
    uint32_t *place; /* [block]: on the way to where the walk is, from 1; 0 */
    uint32_t *head;  /* [block]: of the loop around it, from 1; 0: none */
    uint32_t *latch; /* [block]: the last instruction that leads back; 0 */
    uint32_t *stack; /* blocks on the way */
    uint8_t *taken;  /* [block]: ways gone, and one more */
};

/* A block is in the loop of a head on the way, from 1: heads around it are put
 * in order, the inner ones first. */
static void put_in(struct search *s, uint32_t block, uint32_t head)
{
    while (head && block + 1 != head && s->head[block] != head) {
        uint32_t other = s->head[block];
        if (!other || s->place[other - 1] < s->place[head - 1]) {
            s->head[block] = head;
            block = head - 1;
            head = other;
        } else {
            block = other - 1;
        }
    }
}

/* The next way from a block leads to one that has been met. */
static void meet(const struct turns *t, struct search *s, uint32_t block,
                 uint32_t to)
{
    uint32_t head = s->head[to];
    if (s->place[to]) {
        uint32_t last = t->begins[block + 1] - 1;
        s->latch[to] = s->latch[to] < last ? last : s->latch[to];
        put_in(s, block, to + 1);
        return;
    }
    while (head && !s->place[head - 1])
        head = s->head[head - 1];
    put_in(s, block, head);
}

static void walk(const struct turns *t, struct search *s)
{
    uint32_t depth = 1, to[2];
    s->stack[0] = 0;
    s->place[0] = 1;
    s->taken[0] = 1;
    while (depth) {
        uint32_t block = s->stack[depth - 1];
        if (s->taken[block] > ways(t, block, to)) {
            s->place[block] = 0;
            if (--depth)
                put_in(s, s->stack[depth - 1], s->head[block]);
            continue;
        }
        uint32_t next = to[s->taken[block]++ - 1];
        if (s->taken[next]) {
            meet(t, s, block, next);
            continue;
        }
        s->taken[next] = 1;
        s->stack[depth++] = next;
        s->place[next] = depth;
    }
}

/* Loops, by the place of their heads, and of each instruction the innermost. */
static void number_loops(struct turns *t, const struct search *s)
{
    for (uint32_t b = 0; b < t->blocks; b++)
        if (s->latch[b]) {
            t->loops[t->loop_count] =
                (struct turn_loop){.head = t->begins[b], .latch = s->latch[b]};
            t->inner[t->begins[b]] = ++t->loop_count;
        }
    for (uint32_t i = 0; i < t->loop_count; i++) {
        uint32_t head = s->head[t->block_of[t->loops[i].head]];
        t->loops[i].around = head ? t->inner[t->begins[head - 1]] : 0;
    }
    for (uint32_t i = 0; i < t->code->insn_count; i++) {
        uint32_t block = t->block_of[i];
        uint32_t head = s->latch[block] ? block + 1 : s->head[block];
        t->inner[i] = head ? t->inner[t->begins[head - 1]] : 0;
        if (head)
            t->loops[t->inner[i] - 1].length++;
    }
}

static bool search_loops(struct turns *t)
{
    size_t blocks = (size_t)t->blocks + 1;
    struct search s = {.place = calloc(blocks, sizeof *s.place),
                       .head = calloc(blocks, sizeof *s.head),
                       .latch = calloc(blocks, sizeof *s.latch),
                       .stack = calloc(blocks, sizeof *s.stack),
                       .taken = calloc(blocks, sizeof *s.taken)};
    bool done = s.place && s.head && s.latch && s.stack && s.taken;
    if (done && t->blocks) {
        walk(t, &s);
        number_loops(t, &s);
    }
    free(s.place);
    free(s.head);
    free(s.latch);
    free(s.stack);
    free(s.taken);
    return done;
}

static bool find_loops(struct turns *t)
{
    bool *starts = calloc((size_t)t->code->insn_count + 2, sizeof *starts);
    if (starts) {
        flow_starts(t->code, starts);
        t->blocks = flow_blocks(t->code, starts, t->begins, t->block_of);
    }
    free(starts);
    return starts && search_loops(t);
}

bool turns_in(const struct turns *t, const struct turn_loop *loop, uint32_t at)
{
    uint32_t i = t->inner[at];
    while (i && &t->loops[i - 1] != loop)
        i = t->loops[i - 1].around;
    return i;
}

/* ---- what a counter counts ----------------------------------------------- */

/* May many of such be summed up? */
static bool is_near(int64_t number)
{
    return number > -FAR / MOST_SUMS && number < FAR / MOST_SUMS;
}

/* Of an instruction that copies or adds a constant: how much. */
static bool adds(const struct turns *t, const struct insn *insn, int64_t *by)
{
    *by = 0;
    if (insn->guard != NO_SLOT)
        return false;
    switch (insn->op) {
    case OP_mov_32:
    case OP_mov_64: return true;
    case OP_add_32:
    case OP_add_64: return turns_constant(t, insn->b, by) && is_near(*by);
    case OP_sub_32:
    case OP_sub_64:
        if (!turns_constant(t, insn->b, by) || !is_near(*by))
            return false;
        *by = -*by;
        return true;
    default: return false;
    }
}

/* The slot that leads to itself on the way back through a loop, and by how much
 * it grows; NO_SLOT. */
static uint32_t find_counter(const struct turns *t,
                             const struct turn_loop *loop, uint32_t at,
                             uint32_t slot, int64_t *by)
{
    uint32_t met[MOST_SUMS], end = t->code->insn_count;
    int64_t added[MOST_SUMS], total = 0, one;
    for (unsigned n = 0; n < MOST_SUMS; n++) {
        uint32_t next = last_writer(t, loop->head, at, slot);
        if (next == end) { /* by the turn before */
            for (unsigned k = 0; k < n; k++)
                if (met[k] == slot) {
                    *by = total - added[k];
                    return slot;
                }
            met[n] = slot;
            added[n] = total;
            next = last_writer(t, at, loop->latch + 1, slot);
        } else {
            met[n] = NO_SLOT;
        }
        if (next == end || !adds(t, &t->code->insns[next], &one))
            return NO_SLOT;
        total += one;
        slot = t->code->insns[next].a;
        at = next;
    }
    return NO_SLOT;
}

bool turns_step(const struct turns *t, const struct turn_loop *loop,
                uint32_t at, uint32_t slot, int64_t *by)
{
    return find_counter(t, loop, at, slot, by) != NO_SLOT;
}

/* ---- what bounds a number ------------------------------------------------ */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

struct range {
    int64_t low, high;
};

static struct range anything(void)
{
    return (struct range){-FAR, FAR};
}

static bool is_far(int64_t number)
{
    return number <= -FAR || number >= FAR;
}

/* No further than FAR, so that two can be added. */
static struct range bounded(int64_t low, int64_t high)
{
    return (struct range){most(-FAR, least(low, FAR)),
                          most(-FAR, least(high, FAR))};
}

static struct range range_of(const struct turns *t, uint32_t slot, uint32_t at,
                             uint32_t inside, unsigned steps);

/* Bits of a number that are left. */
static struct range masked(struct range r, int64_t mask)
{
    if (mask < 0)
        return bounded(r.low > -FAR ? r.low + mask + 1 : r.low, r.high);
    if (r.low >= 0 && r.high < mask)
        mask = r.high;
    return (struct range){0, mask};
}

static struct range lesser(struct range r, int64_t than, bool is_signed)
{
    if (!is_signed && r.low < 0)
        r = (struct range){0, FAR};
    return (struct range){least(r.low, than), least(r.high, than)};
}

static struct range scaled(struct range r, int64_t by)
{
    const int64_t most_scaled = FAR >> 31;
    if (by <= 0 || by >= FAR >> 30)
        return anything();
    r.low = r.low <= -most_scaled ? -FAR : least(r.low, most_scaled) * by;
    r.high = r.high >= most_scaled ? FAR : most(r.high, -most_scaled) * by;
    return r;
}

static struct range turned(struct range r)
{
    return (struct range){-r.high, -r.low};
}

static struct range sum_of(struct range a, struct range b)
{
    return bounded(a.low <= -FAR || b.low <= -FAR ? -FAR : a.low + b.low,
                   a.high >= FAR || b.high >= FAR ? FAR : a.high + b.high);
}

/* Of arithmetic with a constant. */
static struct range made_of(const struct insn *insn, struct range r, int64_t c)
{
    switch (insn->op) {
    case OP_and_32:
    case OP_and_64: return masked(r, c);
    case OP_min_s32:
    case OP_min_s64: return lesser(r, c, true);
    case OP_min_u32:
    case OP_min_u64: return lesser(r, c, false);
    case OP_shl_32:
    case OP_shl_64: return scaled(r, c < 0 || c > 31 ? 0 : (int64_t)1 << c);
    case OP_mul_lo_32:
    case OP_mul_lo_64: return scaled(r, c);
    case OP_max_s32:
    case OP_max_s64: return (struct range){most(r.low, c), most(r.high, c)};
    default: return anything();
    }
}

static struct range range_made(const struct turns *t, uint32_t at,
                               unsigned steps)
{
    const struct insn *insn = &t->code->insns[at];
    int64_t c;
    if (insn->guard != NO_SLOT)
        return anything();
    switch (insn->op) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_cvt_s64_s32:
    case OP_cvt_u64_u32: return range_of(t, insn->a, at, t->inner[at], steps);
    case OP_add_32:
    case OP_add_64:
        return sum_of(range_of(t, insn->a, at, t->inner[at], steps),
                      range_of(t, insn->b, at, t->inner[at], steps));
    case OP_sub_32:
    case OP_sub_64:
        return sum_of(range_of(t, insn->a, at, t->inner[at], steps),
                      turned(range_of(t, insn->b, at, t->inner[at], steps)));
    case OP_selp_32:
    case OP_selp_64: {
        struct range a = range_of(t, insn->a, at, t->inner[at], steps);
        struct range b = range_of(t, insn->b, at, t->inner[at], steps);
        return (struct range){least(a.low, b.low), most(a.high, b.high)};
    }
    default:
        if (!turns_constant(t, insn->b, &c) || is_far(c))
            return anything();
        return made_of(insn, range_of(t, insn->a, at, t->inner[at], steps), c);
    }
}

/* May a loop around an instruction bring a value of its own from one turn to
 * the next, in place of what is written in front of the loop? */
static bool is_carried(const struct turns *t, uint32_t slot, uint32_t at,
                       uint32_t inside, uint32_t by)
{
    for (; inside; inside = t->loops[inside - 1].around) {
        const struct turn_loop *loop = &t->loops[inside - 1];
        if (turns_in(t, loop, by))
            return false;
        uint32_t other = last_writer(t, at, loop->latch + 1, slot);
        if (other != t->code->insn_count && turns_in(t, loop, other))
            return true;
    }
    return false;
}

/* Of what a slot has in front of an instruction, which is inside a loop, by
 * what was written last as the code stands. */
static struct range range_of(const struct turns *t, uint32_t slot, uint32_t at,
                             uint32_t inside, unsigned steps)
{
    int64_t value;
    if (turns_constant(t, slot, &value))
        return is_far(value) ? anything() : (struct range){value, value};
    uint32_t by = last_writer(t, 0, at, slot);
    if (!steps || by == t->code->insn_count ||
        is_carried(t, slot, at, inside, by))
        return anything();
    return range_made(t, by, steps - 1);
}

/* ---- how many turns ------------------------------------------------------ */

/* Of turns from a counter's first value on until it is what it is compared
 * with: at most; 0: that is not known. */
static int64_t turns_to(struct range first, struct range last, int64_t by)
{
    int64_t way = by > 0 ? last.high - first.low : first.high - last.low;
    bool known = by > 0 ? last.high < FAR && first.low > -FAR
                        : first.high < FAR && last.low > -FAR;
    int64_t step = by < 0 ? -by : by;
    return !known ? 0 : way <= step ? 1 : (way + step - 1) / step;
}

/* Is it a number of which the last bits are gone: of the turns that clang has
 * four at a time? */
static bool is_rounded(const struct turns *t, uint32_t at, uint32_t slot)
{
    uint32_t by = last_writer(t, 0, at, slot);
    return by != t->code->insn_count && (t->code->insns[by].op == OP_and_32 ||
                                         t->code->insns[by].op == OP_and_64);
}

/* What an operand of a test says, if it is a counter and the other one does not
 * change in the loop. */
static void look_at(struct turns *t, struct turn_loop *loop, uint32_t at,
                    uint32_t counted, uint32_t limit)
{
    int64_t by, turns;
    uint32_t counter = find_counter(t, loop, at, counted, &by);
    if (counter == NO_SLOT || !by || limit == NO_SLOT ||
        last_writer(t, loop->head, loop->latch + 1, limit) !=
            t->code->insn_count)
        return;
    struct range first =
        range_of(t, counter, loop->head, loop->around, MOST_STEPS);
    struct range last =
        range_of(t, limit, loop->head, loop->around, MOST_STEPS);
    turns = turns_to(first, last, by);
    if (!turns || turns > MOST_LENGTH)
        return;
    loop->turns = (uint32_t)(loop->turns ? least(loop->turns, turns) : turns);
    if (by < 0)
        by = -by;
    loop->steps = (uint32_t)most(loop->steps, by == 2 || by == 4 ? by : 1);
    loop->exact = first.low == first.high && last.low == last.high;
    loop->rounded = first.low == first.high && loop->steps > 1 &&
                    is_rounded(t, loop->head, limit);
    t->ends[limit / 64] |= loop->rounded;
}

/* Counts it in all loops that an instruction may leave; is the innermost one of
 * them? */
static bool is_exit(struct turns *t, uint32_t at)
{
    const struct insn *insn = &t->code->insns[at];
    bool ends = op_class(insn->op)->role == ROLE_ENDS, first = false;
    for (uint32_t i = t->inner[at]; i && (ends || insn->op == OP_bra);
         i = t->loops[i - 1].around) {
        struct turn_loop *loop = &t->loops[i - 1];
        bool back = insn->guard != NO_SLOT && at == loop->latch;
        if (!ends && !back && turns_in(t, loop, insn->target))
            break;
        loop->exits++;
        first = true;
    }
    return first;
}

/* A branch out of a loop, or back. */
static void look_at_exit(struct turns *t, uint32_t at)
{
    uint32_t guard = t->code->insns[at].guard;
    if (!is_exit(t, at) || guard == NO_SLOT)
        return;
    struct turn_loop *loop = &t->loops[t->inner[at] - 1];
    uint32_t by = last_writer(t, loop->head, at, guard);
    if (by == t->code->insn_count)
        return;
    const struct insn *test = &t->code->insns[by];
    if (!test->detail->text || strncmp(test->detail->text, "setp", 4))
        return;
    look_at(t, loop, by, test->a, test->b);
    look_at(t, loop, by, test->b, test->a);
}

/* Is all that an instruction reads the same in each turn? */
static bool is_fixed(const struct turns *t, const struct turn_loop *loop,
                     uint32_t at)
{
    struct uses read = uses_read(&t->code->insns[at]);
    for (unsigned k = 0; k < read.count; k++)
        if (last_writer(t, loop->head, loop->latch + 1, read.slot[k]) !=
            t->code->insn_count)
            return false;
    return true;
}

bool turns_leaves(const struct turns *t, uint32_t by, uint32_t at)
{
    for (uint32_t i = t->inner[by]; i; i = t->loops[i - 1].around) {
        const struct turn_loop *loop = &t->loops[i - 1];
        if (turns_in(t, loop, at))
            return true;
        if (((!loop->exact && !loop->rounded) || loop->exits > 1) &&
            !is_fixed(t, loop, by))
            return false;
    }
    return true;
}

/* All that a loop turns, with loops in it, is no more than NVVM makes one piece
 * of: those around it come after it. */
static void drop_long(struct turns *t)
{
    for (uint32_t i = t->loop_count; i-- > 0;) {
        struct turn_loop *loop = &t->loops[i];
        if (loop->length * loop->turns > MOST_LENGTH)
            loop->turns = 0;
        if (loop->around)
            t->loops[loop->around - 1].length +=
                loop->length * (loop->turns ? loop->turns : 1);
    }
}

bool turns_find(struct turns *t, const struct code *code)
{
    *t = (struct turns){.code = code};
    if (!make_room(t))
        return false;
    find_writers(t);
    if (!find_loops(t))
        return false;
    for (uint32_t i = 0; i < code->insn_count; i++)
        look_at_exit(t, i);
    drop_long(t);
    return true;
}
