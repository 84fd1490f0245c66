/*
 * layout.c - see layout.h.
 */
#include "layout.h"
#include "resolve.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_MET, OPEN, DONE }; /* blocks, while all ways are gone */

struct layout {
    struct code *code;
    uint32_t *block_of; /* [instruction] */
    uint32_t *first;    /* [block, count + 1] */
    uint32_t count;
    uint32_t *place; /* [block]: how many stand in front of it */
    uint32_t *stack;
    uint8_t *state; /* [block] */
    bool *in;       /* [block]: of the loop at hand */
    bool *starts;   /* [instruction] */
};

static const struct insn *last_of(const struct layout *l, uint32_t block)
{
    return &l->code->insns[l->first[block + 1] - 1];
}

static bool goes_on(const struct layout *l, uint32_t block)
{
    return block + 1 < l->count && flow_goes_on(last_of(l, block));
}

/* Blocks to which one leads: 0, 1 or 2. */
static unsigned ways(const struct layout *l, uint32_t block, uint32_t to[2])
{
    unsigned count = 0;
    if (last_of(l, block)->op == OP_bra)
        to[count++] = l->block_of[last_of(l, block)->target];
    if (goes_on(l, block))
        to[count++] = block + 1;
    return count;
}

/* ---- loops --------------------------------------------------------------- */

/* Blocks from which one leads back without passing the head. */
static void find_blocks(struct layout *l, uint32_t head, uint32_t latch)
{
    bool changed = true;
    memset(l->in, 0, l->count * sizeof *l->in);
    l->in[head] = l->in[latch] = true;
    while (changed) {
        changed = false;
        for (uint32_t b = l->count; b-- > 0;) {
            uint32_t to[2];
            unsigned count = l->in[b] || !l->state[b] ? 0 : ways(l, b, to);
            for (unsigned k = 0; k < count; k++)
                if (l->in[to[k]] && to[k] != head)
                    changed = l->in[b] = true;
        }
    }
}

/* Does something else stand between the blocks of a loop? */
static bool is_apart(const struct layout *l)
{
    uint32_t least = l->count, most = 0, count = 0;
    for (uint32_t b = 0; b < l->count; b++) {
        if (!l->in[b])
            continue;
        least = l->place[b] < least ? l->place[b] : least;
        most = l->place[b] > most ? l->place[b] : most;
        count++;
    }
    return most - least + 1 != count;
}

/* The block that a block leads to and that has not been met; the count: there
 * is none. */
static uint32_t next_way(const struct layout *l, uint32_t block)
{
    uint32_t to[2];
    unsigned count = ways(l, block, to);
    for (unsigned k = 0; k < count; k++)
        if (l->state[to[k]] == NOT_MET)
            return to[k];
    return l->count;
}

/* Marks what is reached, and the latch of each loop: a block that leads back
 * to one on the way to it. */
static void find_latches(struct layout *l, uint32_t *head)
{
    uint32_t depth = 0;
    memset(l->state, NOT_MET, l->count);
    l->stack[depth++] = 0;
    l->state[0] = OPEN;
    while (depth) {
        uint32_t block = l->stack[depth - 1], next = next_way(l, block), to[2];
        if (next < l->count) {
            l->state[next] = OPEN;
            l->stack[depth++] = next;
            continue;
        }
        unsigned count = ways(l, block, to);
        for (unsigned k = 0; k < count; k++)
            if (l->state[to[k]] == OPEN)
                head[block] = to[k];
        l->state[block] = DONE;
        depth--;
    }
}

static uint32_t count_apart(struct layout *l, const uint32_t *head)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < l->count; b++) {
        if (head[b] == l->count)
            continue;
        find_blocks(l, head[b], b);
        count += is_apart(l);
    }
    return count;
}

/* ---- places -------------------------------------------------------------- */

/* The block with which the run begins that a block belongs to. */
static uint32_t run_of(const struct layout *l, uint32_t block)
{
    while (block && goes_on(l, block - 1))
        block--;
    return block;
}

static void choose_places(struct layout *l)
{
    uint32_t placed = 0, block = 0, unplaced = 0;
    for (uint32_t b = 0; b < l->count; b++)
        l->place[b] = l->count;
    while (placed < l->count) {
        l->place[block] = placed++;
        const struct insn *last = last_of(l, block);
        if (goes_on(l, block)) {
            block++;
            continue;
        }
        while (unplaced < l->count && l->place[unplaced] < l->count)
            unplaced++;
        block = unplaced;
        if (last->op == OP_bra &&
            l->place[l->block_of[last->target]] == l->count)
            block = run_of(l, l->block_of[last->target]);
    }
}

/* Where an instruction stands when all have moved. */
static uint32_t moved(const struct layout *l, const uint32_t *begin,
                      uint32_t at)
{
    uint32_t block = l->block_of[at];
    return begin[l->place[block]] + at - l->first[block];
}

static bool move(struct layout *l)
{
    struct code *code = l->code;
    uint32_t *begin = calloc((size_t)l->count + 1, sizeof *begin);
    struct insn *insns = malloc(code->insn_count * sizeof *insns);
    for (uint32_t b = 0; begin && b < l->count; b++)
        begin[l->place[b] + 1] = l->first[b + 1] - l->first[b];
    for (uint32_t i = 0; begin && i < l->count; i++)
        begin[i + 1] += begin[i];
    for (uint32_t i = 0; begin && insns && i < code->insn_count; i++) {
        struct insn *insn = &insns[moved(l, begin, i)];
        *insn = code->insns[i];
        if (insn->op == OP_bra)
            insn->target = moved(l, begin, insn->target);
    }
    if (begin && insns)
        memcpy(code->insns, insns, code->insn_count * sizeof *insns);
    bool done = begin && insns;
    free(begin);
    free(insns);
    return done;
}

/* ---- all of it ----------------------------------------------------------- */

static bool allocate(struct layout *l)
{
    size_t n = (size_t)l->code->insn_count + 2;
    l->block_of = calloc(n, sizeof *l->block_of);
    l->first = calloc(n, sizeof *l->first);
    l->place = calloc(n, sizeof *l->place);
    l->stack = calloc(n, sizeof *l->stack);
    l->state = calloc(n, sizeof *l->state);
    l->in = calloc(n, sizeof *l->in);
    l->starts = calloc(n, sizeof *l->starts);
    return l->block_of && l->first && l->place && l->stack && l->state &&
           l->in && l->starts;
}

static bool settle(struct layout *l)
{
    flow_starts(l->code, l->starts);
    l->count = flow_blocks(l->code, l->starts, l->first, l->block_of);
    uint32_t *head = malloc(((size_t)l->count + 1) * sizeof *head);
    for (uint32_t b = 0; head && b < l->count; b++) {
        head[b] = l->count;
        l->place[b] = b;
    }
    if (!head)
        return false;
    find_latches(l, head);
    uint32_t before = count_apart(l, head);
    bool done = true;
    if (before) {
        choose_places(l);
        done = count_apart(l, head) >= before || move(l);
    }
    free(head);
    return done;
}

static bool has_targets(const struct code *code)
{
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (code->insns[i].detail->target_count)
            return true;
    return false;
}

bool layout_settle(struct code *code)
{
    struct layout l = {.code = code};
    bool done = has_targets(code) || (allocate(&l) && settle(&l));
    free(l.block_of);
    free(l.first);
    free(l.place);
    free(l.stack);
    free(l.state);
    free(l.in);
    free(l.starts);
    return done;
}
