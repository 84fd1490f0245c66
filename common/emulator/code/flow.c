/*
 * flow.c - what the shape of the code says: where branches meet again, and
 * what its stores can reach.
 *
 * Lanes that part at a branch run together again at its immediate
 * post-dominator: the first instruction that all ways to the end pass.  It is
 * found on the reversed control flow graph with the algorithm of Cooper,
 * Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
 *
 * Who leaves a function on the way is not waited for: a branch to where nothing
 * but the end is left is an exit of some lanes (ptxas: EXIT under a condition),
 * and the others meet as if it were not there.
 */
#include "op_class.h"
#include "resolve.h"

#include <stdlib.h>

/* ---- basic blocks ------------------------------------------------------- */

struct edge {
    uint32_t to, next;
};

struct graph {
    const struct code *code;
    uint32_t *block_of; /* [instruction] */
    uint32_t *first;    /* [block]: its first instruction */
    uint32_t count;     /* of blocks; the virtual end is number count */
    struct edge *edges;
    uint32_t edge_count;
    uint32_t *successors, *predecessors; /* [block]: first edge */
    uint32_t *order;                     /* post-order of the reversed graph */
    uint32_t *number; /* [block]: place in order; NO_SLOT: not reached */
    uint32_t ordered;
    uint32_t *dominator;      /* [block]: immediate post-dominator */
    uint32_t *stack, *cursor; /* [block]: for walks */
    bool *leaves; /* [block]: lanes leave at its end, others go on */
    bool *ends;   /* [block]: the end can be reached */
    bool *around; /* [block]: a turn of an endless loop ends with it */
};

static bool ends_lane(const struct insn *insn)
{
    return op_class(insn->op)->role == ROLE_ENDS;
}

static bool ends_block(const struct insn *insn)
{
    return op_class(insn->op)->role == ROLE_BRANCHES || ends_lane(insn);
}

void flow_starts(const struct code *code, bool *starts)
{
    uint32_t n = code->insn_count;
    starts[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        const struct insn *insn = &code->insns[i];
        if (insn->op == OP_bra)
            starts[insn->target] = true;
        for (uint32_t k = 0; k < insn->detail->target_count; k++)
            starts[insn->detail->targets[k]] = true;
        if (ends_block(insn) && i + 1 < n)
            starts[i + 1] = true;
    }
}

uint32_t flow_blocks(const struct code *code, const bool *starts,
                     uint32_t *first, uint32_t *block_of)
{
    uint32_t n = code->insn_count, count = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (starts[i])
            first[count++] = i;
        block_of[i] = count - 1;
    }
    first[count] = n;
    block_of[n] = count;
    return count;
}

bool flow_goes_on(const struct insn *insn)
{
    return insn->guard != NO_SLOT || !ends_block(insn);
}

uint32_t flow_latch(const struct code *code, uint32_t at)
{
    for (uint32_t i = at; i < code->insn_count; i++)
        if (code->insns[i].op == OP_bra && code->insns[i].target <= at)
            return i;
    return NO_SLOT;
}

static void add_edge(struct graph *g, uint32_t from, uint32_t to)
{
    g->edges[g->edge_count] = (struct edge){to, g->successors[from]};
    g->successors[from] = g->edge_count++;
    g->edges[g->edge_count] = (struct edge){from, g->predecessors[to]};
    g->predecessors[to] = g->edge_count++;
}

static void connect(struct graph *g)
{
    for (uint32_t b = 0; b < g->count; b++) {
        uint32_t end = g->first[b + 1];
        const struct insn *last = &g->code->insns[end - 1];
        if (last->op == OP_bra)
            add_edge(g, b, g->block_of[last->target]);
        else if (last->op == OP_brx_idx)
            for (uint32_t k = 0; k < last->detail->target_count; k++)
                add_edge(g, b, g->block_of[last->detail->targets[k]]);
        else if (ends_lane(last))
            add_edge(g, b, g->count);
        if (flow_goes_on(last))
            add_edge(g, b, g->block_of[end]);
    }
}

/* ---- post-dominators ---------------------------------------------------- */

/* Depth-first from the end against the arrows, without recursion: code can
 * be long.  stack holds blocks, cursor the next edge of each. */
static void order_blocks(struct graph *g)
{
    uint32_t *stack = g->stack, *cursor = g->cursor, depth = 0;
    g->ordered = 0;
    for (uint32_t b = 0; b <= g->count; b++)
        g->number[b] = NO_SLOT;
    stack[depth] = g->count;
    cursor[depth++] = g->predecessors[g->count];
    g->number[g->count] = 0;
    while (depth) {
        uint32_t edge = cursor[depth - 1];
        if (edge == NO_SLOT) {
            g->number[stack[--depth]] = g->ordered;
            g->order[g->ordered++] = stack[depth];
            continue;
        }
        cursor[depth - 1] = g->edges[edge].next;
        uint32_t b = g->edges[edge].to;
        if (g->number[b] != NO_SLOT)
            continue;
        g->number[b] = 0;
        stack[depth] = b;
        cursor[depth++] = g->predecessors[b];
    }
}

static uint32_t intersect(const struct graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->number[a] < g->number[b])
            a = g->dominator[a];
        while (g->number[b] < g->number[a])
            b = g->dominator[b];
    }
    return a;
}

static uint32_t meet_of_successors(const struct graph *g, uint32_t b)
{
    uint32_t meet = NO_SLOT;
    for (uint32_t e = g->successors[b]; e != NO_SLOT; e = g->edges[e].next) {
        uint32_t s = g->edges[e].to;
        if (g->dominator[s] == NO_SLOT)
            continue;
        meet = meet == NO_SLOT ? s : intersect(g, meet, s);
    }
    return meet;
}

static void find_dominators(struct graph *g)
{
    bool changed = true;
    for (uint32_t b = 0; b <= g->count; b++)
        g->dominator[b] = NO_SLOT;
    g->dominator[g->count] = g->count;
    while (changed) {
        changed = false;
        for (uint32_t i = g->ordered - 1; i-- > 0;) {
            uint32_t b = g->order[i];
            uint32_t meet = meet_of_successors(g, b);
            if (meet != NO_SLOT && g->dominator[b] != meet) {
                g->dominator[b] = meet;
                changed = true;
            }
        }
    }
}

static uint32_t join_of(const struct graph *g, uint32_t b)
{
    uint32_t d = g->dominator[b];
    return d == NO_SLOT || d == g->count ? EXIT_PC : g->first[d];
}

/* The first block to which it goes. */
static uint32_t first_next(const struct graph *g, uint32_t b)
{
    uint32_t first = NO_SLOT;
    for (uint32_t e = g->successors[b]; e != NO_SLOT; e = g->edges[e].next)
        if (g->edges[e].to < first)
            first = g->edges[e].to;
    return first;
}

/* A branch that cannot reach the end (an endless loop) joins there; one that
 * begins another turn of it, or not yet, where that turn begins.  Does one join
 * elsewhere than it did? */
static bool set_joins(struct graph *g, struct code *code)
{
    bool changed = false;
    find_dominators(g);
    for (uint32_t b = 0; b < g->count; b++) {
        struct insn *last = &code->insns[g->first[b + 1] - 1];
        if (op_class(last->op)->role != ROLE_BRANCHES || g->leaves[b])
            continue;
        uint32_t join =
            g->around[b] ? g->first[first_next(g, b)] : join_of(g, b);
        changed |= last->join != join;
        last->join = join;
    }
    return changed;
}

/* ---- lanes that leave ---------------------------------------------------- */

/* Is that the end, or a block in which nothing comes before it? */
static bool is_end(const struct graph *g, uint32_t b)
{
    if (b == g->count)
        return true;
    const struct insn *insn = &g->code->insns[g->first[b]];
    return ends_lane(insn) && insn->guard == NO_SLOT;
}

/* The edge by which some lanes leave while others go on; NO_SLOT: none. */
static uint32_t leaving_edge(const struct graph *g, uint32_t b)
{
    uint32_t e = g->successors[b];
    uint32_t other = e == NO_SLOT ? NO_SLOT : g->edges[e].next;
    if (other == NO_SLOT || g->edges[other].next != NO_SLOT ||
        is_end(g, g->edges[e].to) == is_end(g, g->edges[other].to))
        return NO_SLOT;
    return is_end(g, g->edges[e].to) ? e : other;
}

static void cut(struct graph *g, uint32_t *list, uint32_t edge)
{
    while (*list != edge)
        list = &g->edges[*list].next;
    *list = g->edges[edge].next;
}

static void let_leave(struct graph *g)
{
    for (uint32_t b = 0; b < g->count; b++) {
        uint32_t e = leaving_edge(g, b);
        g->ends[b] = g->number[b] != NO_SLOT;
        if (e == NO_SLOT)
            continue;
        g->leaves[b] = true;
        cut(g, &g->successors[b], e);
        cut(g, &g->predecessors[g->edges[e].to], e + 1);
    }
}

/* The only block from which one comes there, if lanes leave at its end; else
 * the block itself. */
static uint32_t where_lanes_leave(const struct graph *g, uint32_t b)
{
    uint32_t e = g->predecessors[b];
    bool only = e != NO_SLOT && g->edges[e].next == NO_SLOT;
    return only && g->leaves[g->edges[e].to] ? g->edges[e].to : b;
}

/* Does a block jump back that could reach the end, and now does not? */
static bool goes_around(const struct graph *g, uint32_t b)
{
    return g->ends[b] && g->number[b] == NO_SLOT && first_next(g, b) <= b;
}

/* A loop that lanes only leave so ends with its last turn: where the outermost
 * one around the last block that jumps back does.  Is there one?  If the block
 * in front of that reaches the end already, it is not in the loop. */
static bool end_loop(struct graph *g)
{
    uint32_t b = g->count, last = NO_SLOT;
    while (b-- > 0)
        if (goes_around(g, b) &&
            (last == NO_SLOT || (first_next(g, b) < first_next(g, last) &&
                                 b >= first_next(g, last))))
            last = b;
    if (last == NO_SLOT)
        return false;
    uint32_t from = where_lanes_leave(g, last);
    if (g->number[from] != NO_SLOT)
        from = last;
    g->around[from] = from == last;
    add_edge(g, from, g->count);
    return true;
}

/* Lanes that go on do not wait for those that leave, nor these for them. */
static void leave_at_once(struct graph *g, struct code *code)
{
    for (uint32_t b = 0; b < g->count; b++)
        if (g->leaves[b])
            code->insns[g->first[b + 1] - 1].join = EXIT_PC;
}

static void joins_of_others(struct graph *g, struct code *code)
{
    let_leave(g);
    do
        order_blocks(g);
    while (end_loop(g));
    if (set_joins(g, code))
        leave_at_once(g, code);
}

static uint32_t edge_room(const struct code *code)
{
    uint32_t room = 0;
    for (uint32_t i = 0; i < code->insn_count; i++)
        room += 6 + 2 * code->insns[i].detail->target_count;
    return room;
}

bool flow_joins(struct code *code)
{
    uint32_t n = code->insn_count + 1;
    uint32_t *space = malloc((size_t)n * 9 * sizeof *space);
    bool *starts = calloc((size_t)n * 4, sizeof *starts);
    struct graph g = {.code = code,
                      .edges = malloc(edge_room(code) * sizeof *g.edges)};
    bool ready = space && starts && g.edges;
    if (ready) {
        for (uint32_t i = 0; i < n * 9; i++)
            space[i] = NO_SLOT;
        g.block_of = space;
        g.first = space + n;
        g.successors = space + 2 * n;
        g.predecessors = space + 3 * n;
        g.order = space + 4 * n;
        g.number = space + 5 * n;
        g.dominator = space + 6 * n;
        g.stack = space + 7 * n;
        g.cursor = space + 8 * n;
        g.leaves = starts + n;
        g.ends = starts + 2 * n;
        g.around = starts + 3 * n;
        flow_starts(code, starts);
        g.count = flow_blocks(code, starts, g.first, g.block_of);
        connect(&g);
        order_blocks(&g);
        set_joins(&g, code);
        joins_of_others(&g, code);
    }
    free(space);
    free(starts);
    free(g.edges);
    return ready;
}

/* ---- what stores can reach ---------------------------------------------- */

/*
 * racecheck need not watch memory that no store of the launch can reach.
 * sources[slot / 64] collects, over all instructions in any order, from which
 * kernel parameters (8-byte words), variables or unknown places a register's
 * value may stem.  An address that stems from a parameter points into the
 * allocation that parameter points into, or the access is out of bounds.
 */

static uint64_t source_of(const uint64_t *sources, uint32_t slot)
{
    return slot == NO_SLOT ? 0 : sources[slot / 64];
}

/* Of memory that another thread may read. */
static bool is_store(const struct insn *insn)
{
    enum op_role role = op_class(insn->op)->role;
    return insn->op == OP_surface_store || insn->op == OP_bulk_store ||
           ((role == ROLE_STORES || role == ROLE_UPDATES) &&
            op_reaches_global(insn->op));
}

/* What the instruction's result number i may stem from. */
static uint64_t result_source(const struct insn *insn, uint32_t i,
                              const uint64_t *sources)
{
    const struct insn_detail *detail = insn->detail;
    uint32_t bytes = insn->width / (detail->vector ? detail->vector : 1);
    if (insn->op == OP_ld_param && insn->a == NO_SLOT) {
        uint32_t word = ((uint32_t)insn->offset + i * bytes) / 8;
        return word < THROUGH_PARAMS ? 1ull << word : THROUGH_ANYTHING;
    }
    enum op_role role = op_class(insn->op)->role;
    if (role == ROLE_LOADS || role == ROLE_UPDATES)
        return bytes == 8 ? THROUGH_ANYTHING : 0;
    uint64_t from = source_of(sources, insn->a) | source_of(sources, insn->b) |
                    source_of(sources, insn->c);
    if (insn->op == OP_pack)
        for (unsigned k = 0; k < detail->vector; k++)
            from |= source_of(sources, detail->slots[k]);
    return from;
}

static bool spread(const struct insn *insn, uint64_t *sources)
{
    const struct insn_detail *detail = insn->detail;
    bool many = op_fills_slots(insn->op);
    uint32_t count = many ? detail->vector : 1;
    bool changed = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = many ? detail->slots[i] : insn->d;
        uint64_t from = result_source(insn, i, sources);
        if (slot == NO_SLOT || !(from & ~sources[slot / 64]))
            continue;
        sources[slot / 64] |= from;
        changed = true;
    }
    return changed;
}

void flow_stores(struct code *code, uint64_t *sources)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < code->insn_count; i++)
            changed |= spread(&code->insns[i], sources);
    }
    for (uint32_t i = 0; i < code->insn_count; i++) {
        const struct insn *insn = &code->insns[i];
        if (!is_store(insn))
            continue;
        uint64_t from = source_of(sources, insn->a);
        code->stores_through |= from ? from : THROUGH_ANYTHING;
    }
}
