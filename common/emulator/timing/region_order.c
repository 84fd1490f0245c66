/*
 * region_order.c - the order of issue, and the places on the scoreboard.
 *
 * ptxas orders a stretch of code so that what takes longest begins first:
 * loads, and what their addresses need, move up as far as the order of memory
 * and the number of registers let them; it aims at the 32 registers a thread
 * with which an SM is full, or at those that __launch_bounds__ leave.  So does
 * this: a list schedule, longest way to the end first, in which what needs more
 * registers than there are waits for what frees some, and a load waits that the
 * longest way has not come near yet.  Of conditions no more than seven are
 * known at once.
 */
#include "region_build.h"
#include "region_insn.h"
#include "base/grow.h"
#include "base/larger.h"
#include "code/choices.h"
#include "code/op_class.h"

#include <stdlib.h>
#include <string.h>

/* Clocks that the order counts on; what the GPU takes is another matter. */
enum { LOAD_CLOCKS = 200, NEAR_CLOCKS = 30, ATOMIC_CLOCKS = 300 };
/* Where loads from memory that all share stand as well, and they do not all fit
 * into the registers with one of those, one from shared memory begins so many
 * sums later, as if it took a little less.  In 61 of 63 loops of nvcc's it
 * stands behind seven of the others or fewer, not behind all; by five most have
 * as many loads in front of the first use.  A sum counts as so many of floats
 * at most. */
enum { SUMS_LATER = 5, MOST_SUM = 4 };
/* They fit if no more than so many above those aimed at are in use. */
enum { FIT_ABOVE = 4 };
/* A load from shared memory begins so long behind the last one.  Where all are
 * from there, ptxas begins the sums when the first data are there, and has a
 * load beside each: of 16 loads for one chain of sums ten stand in front. */
enum { NEAR_PACE = 3, NEAR_SOON = 2 };
/* What waits for a fetch follows it. */
enum { FETCH_CLOCKS = 4 };
/* And by which a load may begin before it has to. */
enum { EARLY_CLOCKS = 60 };
/* Who waits no longer than this counts as ready. */
enum { SOON_CLOCKS = 8 };
/* Registers of 32 bits in use at once, if it can be helped: of 32, or of what
 * __launch_bounds__ leave, less the stack's and what pairs leave unused.
 * However many are in use all the time, there are some for what is loaded: so
 * many, or so many loads'.  By nvcc's code of 324 loops, ptxas goes on to one
 * more from some in use on. */
enum { UNUSED_WORDS = 8, AIM_WORDS = 32 - UNUSED_WORDS };
enum { LEAST_WORDS = 7, LEAST_LOADS = 4 };
enum { SOME_WORDS = 14, SOME_AIM = 25 };
/* Loads of four floats, of which each is worked on alone, are four ahead where
 * they and what is in use are no more than so many; if not, eleven of 17 loops
 * that ptxas made code of had two, the others three or four. */
enum { FOURS_FIT = 28, LEAST_FOURS = 2 };
/* With so many in use 32 are too few whatever is done, and ptxas takes 40, for
 * which so many can be in use, or yet more, with some for what is loaded.
 * Doubles have to begin at even ones: 32 are too few sooner, if by no more than
 * the pairs that are loaded anyhow; so many in use, at most, are counted. */
enum { BEYOND_WORDS = 26, NEXT_WORDS = 36, MANY_WORDS = 30, FREE_WORDS = 14 };
enum { BEYOND_PAIRS = 17, BEYOND_LEAST = 29 };
/* In use when a region begins: ptxas goes far then to have more for loads.  By
 * nvcc half of the loops with so many have a third more of them ahead or fewer,
 * and one in six of the others. */
enum { CROWDED_WORDS = 17 };

/* Registers for conditions.  Of what is known before a region begins so many
 * are kept at most: the rest is compared again where it is needed, and two are
 * left for what a region compares, as ptxas does in loops that ask something
 * of each element. */
enum { PREDICATES = 7, KEPT_PREDICATES = 5 };

struct edge {
    uint32_t to, next;
    uint32_t clocks;
};

struct order {
    struct build *b;
    struct edge *edges;
    uint32_t edge_count;
    size_t edge_room;
    uint32_t *list; /* nodes in order */
    uint32_t count;
    uint32_t first; /* all nodes before it are in order */
    bool both; /* loads from memory that all share and from shared memory, and
                * those do not all go in front of these */
    bool near; /* from shared memory alone */
    uint32_t clock;
    uint32_t next_near; /* clock by which one from shared memory may begin */
    uint32_t words;     /* registers in use */
    uint32_t aim;       /* the most, if it can be helped */
    uint32_t begun_words, most_words;
    uint32_t predicates; /* in use */
    bool starved;
};

/* ---- who waits for whom ------------------------------------------------- */

static void add_edge(struct order *o, uint32_t from, uint32_t to,
                     uint32_t clocks)
{
    struct edge *grown =
        grow(o->edges, o->edge_count, &o->edge_room, sizeof *grown);
    if (!grown) {
        o->starved = true;
        return;
    }
    o->edges = grown;
    struct node *node = &o->b->nodes[from];
    grown[o->edge_count] = (struct edge){to, node->edge, clocks};
    node->edge = o->edge_count++;
    o->b->nodes[to].waits++;
}

/* From shared or constant memory? */
static bool is_near(const struct node *load)
{
    return op_class(load->insn->op)->space == PTX_SHARED ||
           load->insn->op == OP_ld_const;
}

static uint32_t clocks_of(const struct node *node)
{
    switch (node->kind) {
    case STEP_LOAD: return is_near(node) ? NEAR_CLOCKS : LOAD_CLOCKS;
    case STEP_ATOMIC: return ATOMIC_CLOCKS;
    default: return is_fetch(node) ? FETCH_CLOCKS : node->latency;
    }
}

/* The other half of an asynchronous copy: no instruction of its own. */
static bool is_copied(const struct node *node)
{
    return node->kind == STEP_STORE && node->insn->detail->copies;
}

static void follow_values(struct order *o, uint32_t at)
{
    const struct build *b = o->b;
    const struct node *node = &b->nodes[at];
    for (unsigned k = 0; k < node->read_count; k++) {
        int32_t made_by = b->values[node->reads[k]].node;
        bool guards = node->reads[k] == node->guard;
        if (made_by >= 0)
            add_edge(o, (uint32_t)made_by, at,
                     is_copied(node) ? 0
                                     : clocks_of(&b->nodes[made_by]) +
                                           (guards ? GUARD_CLOCKS : 0));
    }
}

/* What reads a register's value from before the region stands in front of the
 * node that replaces it. */
static void follow_registers(struct order *o, uint32_t *replaces)
{
    struct build *b = o->b;
    for (uint32_t i = 0; i < b->facts->register_count; i++)
        replaces[i] = UINT32_MAX;
    for (uint32_t v = 0; v < b->value_count; v++) {
        const struct value *value = &b->values[v];
        if (value->bound != NO_REGISTER && value->node >= 0 &&
            !b->nodes[value->node].copy)
            replaces[value->bound] = (uint32_t)value->node;
    }
    for (uint32_t i = 0; i < b->node_count; i++) {
        const struct node *node = &b->nodes[i];
        for (unsigned k = 0; node->keep && k < node->read_count; k++) {
            uint16_t reg = b->values[node->reads[k]].reg;
            if (reg != NO_REGISTER && replaces[reg] != UINT32_MAX &&
                replaces[reg] > i)
                add_edge(o, i, replaces[reg], 0);
        }
    }
}

/* ---- the order of memory ------------------------------------------------ */

/* The branch around the slow way of a division or a root, or of a function of
 * the library. */
static bool has_way(const struct node *node)
{
    return node->kind == STEP_COMPUTE && !node->special && !node->copy &&
           node->part_count == 1 && node->parts[0].pipe == PIPE_NONE &&
           (has_slow_way(node->insn->op) ||
            (node->insn->op == OP_call && !is_straight(node)));
}

/* What accesses to memory keep to one side of. */
static bool is_memory(const struct node *node)
{
    return node->kind != STEP_COMPUTE || node->insn->op == OP_warp_sync ||
           has_way(node);
}

/* A load from what nobody writes while the kernel runs. */
static bool is_constant_load(const struct node *node)
{
    const char *text = node->insn->detail->text;
    return node->insn->op == OP_ld_const ||
           (node->kind == STEP_LOAD && text && strstr(text, ".nc"));
}

static bool apart(const struct node *a, const struct node *b)
{
    enum ptx_space s = op_class(a->insn->op)->space;
    enum ptx_space t = op_class(b->insn->op)->space;
    if (s != t && s != PTX_GENERIC && t != PTX_GENERIC)
        return true;
    if (s != t || a->address != b->address)
        return false;
    return a->offset + a->insn->width <= b->offset ||
           b->offset + b->insn->width <= a->offset;
}

/* Nothing moves past a loop. */
static bool is_tried(const struct node *node)
{
    return node->kind == STEP_ATOMIC &&
           op_class(node->insn->op)->space == PTX_SHARED &&
           region_tries(node->insn);
}

/* Must the first stay in front of the second? */
static bool in_order(const struct node *a, const struct node *b)
{
    if (!step_is_access(a->kind) || !step_is_access(b->kind) || is_tried(a) ||
        is_tried(b))
        return true;
    if (is_constant_load(a) || is_constant_load(b))
        return false;
    if (a->insn->detail->is_volatile && b->insn->detail->is_volatile)
        return true;
    return (a->kind != STEP_LOAD || b->kind != STEP_LOAD) && !apart(a, b);
}

/* Loads that something else keeps in front need not be looked at again: only
 * the last that everything waits for bounds the search. */
static void follow_memory(struct order *o)
{
    const struct build *b = o->b;
    uint32_t *met = malloc(((size_t)b->node_count + 1) * sizeof *met);
    uint32_t count = 0;
    if (!met) {
        o->starved = true;
        return;
    }
    for (uint32_t i = 0; i < b->node_count; i++) {
        const struct node *node = &b->nodes[i];
        if (!node->keep || !is_memory(node))
            continue;
        for (uint32_t k = count; k-- > 0;)
            if (in_order(&b->nodes[met[k]], node))
                add_edge(o, met[k], i, 1);
        if (!step_is_access(node->kind))
            count = 0;
        met[count++] = i;
    }
    free(met);
}

/* No part of a division or a root that may take a slow way, not its branch
 * alone, moves in front of what was stored before. */
static void follow_slow_ways(struct order *o)
{
    const struct build *b = o->b;
    for (uint32_t i = 0; i < b->node_count; i++) {
        if (!b->nodes[i].keep || b->nodes[i].kind != STEP_STORE)
            continue;
        for (uint32_t k = i + 1; k < b->node_count; k++)
            if (b->nodes[k].keep && has_slow_way(b->nodes[k].insn->op))
                add_edge(o, i, k, 0);
    }
}

/* The branch at the end comes last. */
static void follow_branch(struct order *o)
{
    const struct build *b = o->b;
    for (uint32_t last = b->node_count; last-- > 0;) {
        const struct node *node = &b->nodes[last];
        if (node->kind != STEP_BRANCH && node->kind != STEP_END)
            continue;
        for (uint32_t i = 0; i < last; i++)
            if (b->nodes[i].keep)
                add_edge(o, i, last, 0);
        return;
    }
}

static bool is_brought(const struct node *node)
{
    return node->keep && node->kind == STEP_LOAD && is_far_load(node->insn);
}

static bool is_shared_load(const struct node *node)
{
    return node->keep && node->kind == STEP_LOAD &&
           op_class(node->insn->op)->space == PTX_SHARED;
}

/* Clocks by which a load from shared memory may begin later than others: so
 * many sums of the kind that needs its data. */
static uint32_t clocks_later(const struct node *needs)
{
    uint32_t sum = (needs->latency + 3u) / 4;
    return SUMS_LATER * (uint32_t)smaller(larger(sum, 1), MOST_SUM);
}

/* Sums and the like count little beside loads, but for those from shared
 * memory, and what the address of a load needs nothing: it stands right before
 * the load, so that the addresses of many are not all worked out before the
 * first. */
static uint32_t way_of(const struct order *o, const struct node *node,
                       const struct node *to, uint32_t clocks)
{
    uint32_t least = LOAD_CLOCKS - (o->both ? SUMS_LATER * MOST_SUM : 0);
    if (o->near)
        return clocks;
    if (o->both && is_shared_load(node) && clocks >= NEAR_CLOCKS)
        return LOAD_CLOCKS - clocks_later(to);
    if (node->kind != STEP_COMPUTE)
        return clocks;
    return to->height < least ? (clocks + 3) / 4 : 0;
}

static void find_heights(struct order *o)
{
    struct node *nodes = o->b->nodes;
    for (uint32_t i = o->b->node_count; i-- > 0;) {
        uint32_t height = 0, late = 0, far = 0;
        for (uint32_t e = nodes[i].edge; e != NO_SLOT; e = o->edges[e].next) {
            const struct node *to = &nodes[o->edges[e].to];
            uint32_t clocks = o->edges[e].clocks;
            uint32_t way = way_of(o, &nodes[i], to, clocks) + to->height;
            height = way > height ? way : height;
            late = (uint32_t)larger(late, clocks + to->late);
            far = (uint32_t)larger(far, to->far);
        }
        nodes[i].height = height;
        nodes[i].late = late;
        nodes[i].far = far + is_brought(&nodes[i]);
    }
}

static bool stays(const struct value *value)
{
    return value->bound != NO_REGISTER;
}

/* Is what it loads for what comes behind the region? */
static bool loads_for_later(const struct build *b, const struct node *load)
{
    for (unsigned k = 0; k < load->write_count; k++)
        if (stays(&b->values[load->writes[k]]))
            return true;
    return false;
}

/* The longest way to the end takes as long as it takes: where loads wait for
 * loads on it, by their addresses, one that is off it begins no earlier than it
 * has to, but for some clocks. */
static void defer_loads(struct order *o)
{
    struct node *nodes = o->b->nodes;
    uint32_t most = 0, far = 0;
    for (uint32_t i = 0; i < o->b->node_count; i++) {
        most = (uint32_t)larger(most, nodes[i].late);
        far = (uint32_t)larger(far, nodes[i].far);
    }
    for (uint32_t i = 0; far > 1 && i < o->b->node_count; i++) {
        uint32_t spare = most - nodes[i].late;
        if (is_brought(&nodes[i]) && spare > EARLY_CLOCKS &&
            !loads_for_later(o->b, &nodes[i]))
            nodes[i].ready = spare - EARLY_CLOCKS;
    }
}

/* ---- registers in use --------------------------------------------------- */

/* What the order of one more node would add to, or take from, those in use. */
static int32_t words_by(const struct build *b, const struct node *node)
{
    int32_t by = 0;
    for (unsigned k = 0; k < node->write_count; k++) {
        const struct value *value = &b->values[node->writes[k]];
        by += value->uses || stays(value) ? value->words : 0;
    }
    for (unsigned k = 0; k < node->read_count; k++) {
        const struct value *value = &b->values[node->reads[k]];
        if (value->left == 1 && value->ends)
            by -= value->words;
    }
    return by;
}

/* Does a node ask for a condition where it is still known?  Behind a way that
 * may be slow, or behind the region, it is compared again. */
static bool asks(const struct build *b, const struct node *node,
                 const struct value *value)
{
    return value->predicate &&
           (value->node < 0 || b->nodes[value->node].ways == node->ways);
}

/* The same of registers for conditions. */
static int32_t predicates_by(const struct build *b, const struct node *node)
{
    int32_t by = 0;
    for (unsigned k = 0; k < node->write_count; k++) {
        const struct value *value = &b->values[node->writes[k]];
        by += value->predicate && value->asked;
    }
    for (unsigned k = 0; k < node->read_count; k++) {
        const struct value *value = &b->values[node->reads[k]];
        by -= asks(b, node, value) && value->asked == 1 &&
              (value->ends || value->node >= 0);
    }
    return by;
}

static void count_asked(struct build *b)
{
    uint32_t ways = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        struct node *node = &b->nodes[i];
        node->ways = ways;
        ways += node->keep && has_way(node);
        for (unsigned k = 0; node->keep && k < node->read_count; k++)
            b->values[node->reads[k]].asked +=
                asks(b, node, &b->values[node->reads[k]]);
    }
}

static uint32_t loaded_words(const struct build *b, const struct node *load)
{
    uint32_t words = 0;
    for (unsigned k = 0; k < load->write_count; k++)
        words += b->values[load->writes[k]].words;
    return words;
}

/* Registers that one of the loads needs, the widest. */
static uint32_t widest_load(const struct build *b)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < b->node_count; i++)
        if (b->nodes[i].keep && b->nodes[i].kind == STEP_LOAD)
            most = larger(most, loaded_words(b, &b->nodes[i]));
    return (uint32_t)most;
}

/* The load of four words that makes a value; -1: none. */
static int32_t four_of(const struct build *b, uint16_t value)
{
    int32_t at = b->values[value].node;
    bool four = at >= 0 && b->nodes[at].kind == STEP_LOAD &&
                b->nodes[at].write_count == 4;
    return four ? at : -1;
}

/* Registers of its address that are not in use before. */
static uint32_t address_words(const struct build *b, const struct node *load)
{
    uint16_t address = load->address;
    if (address == NO_VALUE || b->values[address].node < 0)
        return 0;
    return b->values[address].words;
}

/* Is a node a load of something else, or does it not work on one of fours
 * alone? */
static bool needs_others(const struct build *b, const struct node *node)
{
    int32_t first = -1;
    if (node->kind == STEP_LOAD)
        return !is_far_load(node->insn) || node->write_count != 4;
    for (unsigned k = 0; k < node->read_count; k++) {
        int32_t own = four_of(b, node->reads[k]);
        if (own >= 0 &&
            ((first >= 0 && own != first) || node->kind != STEP_COMPUTE))
            return true;
        first = own >= 0 ? own : first;
    }
    return false;
}

/* Are all loads of fours, from memory that all share?  words: what their
 * addresses take. */
static bool loads_lone_fours(const struct build *b, uint32_t *words)
{
    bool any = false;
    *words = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        const struct node *node = &b->nodes[i];
        if (!node->keep)
            continue;
        if (needs_others(b, node))
            return false;
        if (node->kind != STEP_LOAD)
            continue;
        any = true;
        *words = (uint32_t)larger(*words, address_words(b, node));
    }
    return any;
}

/* Registers of the loads that go ahead whatever is in use. */
static uint32_t least_loaded(const struct order *o)
{
    uint32_t widest = widest_load(o->b), words;
    bool fit = !loads_lone_fours(o->b, &words) ||
               o->words + words + LEAST_LOADS * widest <= FOURS_FIT;
    return (uint32_t)larger(LEAST_WORDS,
                            widest * (fit ? LEAST_LOADS : LEAST_FOURS));
}

static bool needs_more(const struct order *o)
{
    bool pairs = widest_load(o->b) == 2;
    return o->begun_words >= (pairs ? BEYOND_PAIRS : BEYOND_WORDS);
}

/* They are given in so many; of more than so many not all are taken for loads:
 * a kernel that may have 255 has 90. */
enum { REGISTER_UNIT = 8, MOST_BOUNDED = 64 };

/* What can be in use where __launch_bounds__ say how many blocks there shall
 * be: ptxas takes the registers that these leave a thread.  0: they do not say
 * so. */
static uint32_t bounded_words(const struct build *b)
{
    uint64_t threads = b->facts->code->sm_threads;
    uint64_t registers =
        threads ? b->gpu->registers / threads / REGISTER_UNIT * REGISTER_UNIT
                : 0;
    registers = smaller(registers, MOST_BOUNDED);
    return registers > UNUSED_WORDS ? (uint32_t)registers - UNUSED_WORDS : 0;
}

static bool is_held(const struct region_code *f, uint32_t from, uint32_t reg)
{
    return (!f->cheap[reg] || f->tested[reg]) &&
           region_live(f, from, (uint16_t)reg);
}

/* Of sums that differ by something uniform one is enough, the first of the
 * widest: the rest is added to it, from uniform registers, where it is
 * needed. */
static bool is_held_by_another(const struct region_code *f, uint32_t from,
                               uint32_t reg)
{
    uint8_t own = region_words(f, (uint16_t)reg);
    for (uint32_t i = 0; f->varying[reg] && i < f->register_count; i++) {
        uint8_t words = region_words(f, (uint16_t)i);
        if (i != reg && f->varying[i] == f->varying[reg] &&
            is_held(f, from, i) && (words > own || (words == own && i < reg)))
            return true;
    }
    return false;
}

/* What makes the condition of the branch at the end; NULL: none does. */
static const struct node *last_test(const struct build *b)
{
    for (uint32_t i = b->node_count; i-- > 0;) {
        const struct node *branch = &b->nodes[i];
        if (branch->kind != STEP_BRANCH || branch->guard == NO_VALUE)
            continue;
        int32_t at = b->values[branch->guard].node;
        return at < 0 ? NULL : &b->nodes[at];
    }
    return NULL;
}

/* Is the region several turns of a loop, which ends at a limit of its own, in
 * front of what is compared?  That has a register, if it is no number. */
static bool has_limit(const struct build *b)
{
    const struct node *test = last_test(b);
    return b->facts->loops[b->start].limited && test && test->turn &&
           test->read_count > 1;
}

/* Registers that are in use when the region begins, and which values end in
 * it. */
static void count_words(struct order *o, uint32_t from)
{
    struct build *b = o->b;
    const struct region_code *f = b->facts;
    for (uint32_t reg = 0; reg < f->register_count; reg++) {
        o->predicates += region_is_predicate(f, (uint16_t)reg) &&
                         region_live(f, from, (uint16_t)reg);
        if (is_held(f, from, reg) && !is_held_by_another(f, from, reg))
            o->words += region_words(f, (uint16_t)reg);
    }
    o->words += has_limit(b);
    o->predicates = (uint32_t)smaller(o->predicates, KEPT_PREDICATES);
    for (uint32_t v = 0; v < b->value_count; v++) {
        struct value *value = &b->values[v];
        value->left = value->uses;
        value->ends =
            !stays(value) && (value->reg == NO_REGISTER ||
                              (!f->cheap[value->reg] && value->replaced));
    }
    count_asked(b);
    uint64_t loaded = least_loaded(o);
    o->most_words = o->begun_words = o->words;
    if (o->words >= MANY_WORDS)
        loaded = larger(FREE_WORDS, loaded);
    o->aim = o->words >= BEYOND_WORDS ? NEXT_WORDS
             : o->words >= SOME_WORDS ? SOME_AIM
                                      : AIM_WORDS;
    o->aim = (uint32_t)larger(o->aim, o->words + loaded);
    o->aim = (uint32_t)larger(o->aim, bounded_words(b));
}

/* Registers of a load and of those that go with it. */
static uint32_t joined_words(const struct build *b, const struct node *load)
{
    uint32_t words = loaded_words(b, load);
    for (uint32_t i = load->leads; i; i = b->nodes[i].leads)
        words += loaded_words(b, &b->nodes[i]);
    return words;
}

/* Are there registers for all that is loaded from memory that all share, and
 * for one load from shared memory? */
static bool all_fit(const struct order *o)
{
    const struct build *b = o->b;
    uint64_t words = o->begun_words, widest = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        if (is_brought(&b->nodes[i]))
            words += loaded_words(b, &b->nodes[i]);
        if (is_shared_load(&b->nodes[i]) && !b->nodes[i].moved)
            widest = larger(widest, joined_words(b, &b->nodes[i]));
    }
    return words + widest <= larger(AIM_WORDS, bounded_words(b)) + FIT_ABOVE;
}

/* Where it loads from. */
static void find_spaces(struct order *o)
{
    const struct build *b = o->b;
    bool brought = false, shared = false;
    for (uint32_t i = 0; i < b->node_count; i++) {
        brought |= is_brought(&b->nodes[i]);
        shared |= is_shared_load(&b->nodes[i]);
    }
    o->both = brought && shared && !all_fit(o);
    o->near = shared && !brought;
}

/* ---- the list ----------------------------------------------------------- */

/* The clock by which it can be issued. */
static uint32_t ready_of(const struct order *o, const struct node *node)
{
    return is_shared_load(node) ? (uint32_t)larger(node->ready, o->next_near)
                                : node->ready;
}

static bool better(const struct order *o, const struct node *a,
                   const struct node *b)
{
    uint32_t soon = o->clock + (o->near ? NEAR_SOON : SOON_CLOCKS);
    uint32_t first = ready_of(o, a), second = ready_of(o, b);
    bool now = first <= soon, then = second <= soon;
    if (now != then)
        return now;
    if (!now && first != second)
        return first < second;
    return a->height > b->height;
}

/* Does a load that goes with this one wait for something? */
static bool others_wait(const struct build *b, const struct node *node)
{
    for (uint32_t i = node->leads; i; i = b->nodes[i].leads)
        if (b->nodes[i].waits)
            return true;
    return false;
}

static bool is_next(const struct build *b, const struct node *node)
{
    return node->keep && !node->done && !node->waits && !node->moved &&
           !others_wait(b, node);
}

/* Is there a register for the condition that it makes, if it makes one? */
static bool has_predicate(const struct order *o, const struct node *node)
{
    int32_t by = predicates_by(o->b, node);
    return by <= 0 || o->predicates + (uint32_t)by <= PREDICATES;
}

/* What makes one more condition than there are registers for comes last. */
static uint32_t choose(const struct order *o)
{
    const struct build *b = o->b;
    uint32_t best = NO_SLOT;
    bool fits = false;
    for (uint32_t i = o->first; i < b->node_count; i++) {
        const struct node *node = &b->nodes[i];
        if (!is_next(b, node))
            continue;
        bool own = has_predicate(o, node);
        if (best != NO_SLOT &&
            (own != fits ? fits : !better(o, node, &b->nodes[best])))
            continue;
        best = i;
        fits = own;
    }
    return best;
}

/* Who reads what a node makes, if nobody else does; NULL. */
static const struct node *only_reader(const struct order *o,
                                      const struct node *made)
{
    const struct build *b = o->b;
    if (made->write_count != 1 || b->values[made->writes[0]].uses != 1)
        return NULL;
    for (uint32_t e = made->edge; e != NO_SLOT; e = o->edges[e].next) {
        const struct node *to = &b->nodes[o->edges[e].to];
        for (unsigned k = 0; k < to->read_count; k++)
            if (to->reads[k] == made->writes[0])
                return to;
    }
    return NULL;
}

/* How good a choice is where registers are short: 3 frees some and need not
 * wait, 2 takes a few, 1 frees some later.  What becomes a double, to be added
 * up, frees some. */
static unsigned merit(const struct order *o, const struct node *node)
{
    if (!has_predicate(o, node))
        return 0;
    int32_t by = words_by(o->b, node);
    const struct node *sum =
        node->insn->op == OP_cvt_f64_f32 ? only_reader(o, node) : NULL;
    if (sum && sum->kind == STEP_COMPUTE)
        by += words_by(o->b, sum);
    bool now = node->ready <= o->clock;
    if (by <= 0)
        return now ? 3 : 1;
    bool few = o->words + (uint32_t)by <= o->aim;
    return now && few && node->kind == STEP_COMPUTE ? 2 : 0;
}

/* If all else fails, the first in the order of the program: as it was written,
 * it needs the fewest. */
static uint32_t choose_saving(const struct order *o)
{
    const struct build *b = o->b;
    uint32_t best = NO_SLOT, first = NO_SLOT;
    unsigned most = 1;
    for (uint32_t i = o->first; i < b->node_count; i++) {
        if (!is_next(b, &b->nodes[i]))
            continue;
        if (first == NO_SLOT || (!has_predicate(o, &b->nodes[first]) &&
                                 has_predicate(o, &b->nodes[i])))
            first = i;
        unsigned own = merit(o, &b->nodes[i]);
        if (own < most || (own == most && best != NO_SLOT &&
                           !better(o, &b->nodes[i], &b->nodes[best])))
            continue;
        best = i;
        most = own;
    }
    return best == NO_SLOT ? first : best;
}

static void issue(struct order *o, uint32_t at)
{
    struct build *b = o->b;
    struct node *node = &b->nodes[at];
    int32_t by = words_by(b, node);
    o->words = (int32_t)o->words + by < 0 ? 0 : o->words + (uint32_t)by;
    if (o->words > o->most_words)
        o->most_words = o->words;
    int32_t predicates = (int32_t)o->predicates + predicates_by(b, node);
    o->predicates = predicates < 0 ? 0 : (uint32_t)predicates;
    for (unsigned k = 0; k < node->read_count; k++) {
        struct value *value = &b->values[node->reads[k]];
        value->left--;
        value->asked -= asks(b, node, value);
    }
    o->clock = (uint32_t)larger(o->clock, ready_of(o, node));
    if (is_shared_load(node))
        o->next_near = o->clock + NEAR_PACE;
    for (uint32_t e = node->edge; e != NO_SLOT; e = o->edges[e].next) {
        struct node *next = &b->nodes[o->edges[e].to];
        uint32_t ready = o->clock + o->edges[e].clocks;
        next->ready = ready > next->ready ? ready : next->ready;
        next->waits--;
    }
    o->clock += !node->copy && !node->moved;
    node->done = true;
    o->list[o->count++] = at;
    while (o->first < b->node_count &&
           (b->nodes[o->first].done || !b->nodes[o->first].keep))
        o->first++;
}

/* The load that a value is the address of, if nobody else reads it; NULL. */
static const struct node *only_load(const struct order *o,
                                    const struct node *made)
{
    const struct node *to =
        made->kind == STEP_COMPUTE ? only_reader(o, made) : NULL;
    return to && to->kind == STEP_LOAD && to->address == made->writes[0] ? to
                                                                         : NULL;
}

/* What it adds to those in use for longer: an address gives its registers to
 * what is loaded from there. */
static int32_t lasting_words(const struct order *o, const struct node *node)
{
    const struct node *load = only_load(o, node);
    int32_t by = words_by(o->b, node);
    if (!load)
        return by;
    uint32_t address = o->b->values[node->writes[0]].words;
    return by - (int32_t)address +
           (int32_t)smaller(address, loaded_words(o->b, load));
}

static void schedule(struct order *o)
{
    for (;;) {
        uint32_t best = choose(o);
        if (best == NO_SLOT)
            return;
        int32_t by = lasting_words(o, &o->b->nodes[best]);
        if (by > 0 && o->words + (uint32_t)by > o->aim)
            best = choose_saving(o);
        issue(o, best);
        for (uint32_t i = o->b->nodes[best].leads; i; i = o->b->nodes[i].leads)
            issue(o, i);
    }
}

/* ---- places on the scoreboard ------------------------------------------- */

struct places {
    uint32_t base, free_count, next;
    uint16_t *free;
};

static uint16_t place(struct places *p)
{
    if (p->free_count)
        return p->free[--p->free_count];
    uint32_t entry = p->base + p->next++;
    return (uint16_t)(entry < REGION_ENTRIES ? entry : REGION_ENTRIES - 1);
}

static uint16_t entry_of_register(const struct build *b, uint16_t reg)
{
    uint32_t entry = b->facts->first_entry + reg;
    return (uint16_t)(entry < REGION_ENTRIES ? entry : REGION_ENTRIES - 1);
}

static void set_entries(const struct order *o, struct places *p)
{
    struct build *b = o->b;
    for (uint32_t v = 0; v < b->value_count; v++) {
        b->values[v].left = b->values[v].uses;
        if (b->values[v].reg != NO_REGISTER)
            b->values[v].entry = entry_of_register(b, b->values[v].reg);
        if (b->values[v].bound != NO_REGISTER)
            b->values[v].entry = entry_of_register(b, b->values[v].bound);
    }
    for (uint32_t i = 0; i < o->count; i++) {
        const struct node *node = &b->nodes[o->list[i]];
        for (unsigned k = 0; k < node->write_count; k++) {
            struct value *value = &b->values[node->writes[k]];
            if (value->bound == NO_REGISTER)
                value->entry = place(p);
        }
        for (unsigned k = 0; k < node->read_count; k++) {
            struct value *value = &b->values[node->reads[k]];
            if (!--value->left && value->bound == NO_REGISTER &&
                value->reg == NO_REGISTER && value->node >= 0)
                p->free[p->free_count++] = value->entry;
        }
    }
}

/* ---- counts of loads ----------------------------------------------------- */

/* Of global and local memory ptxas has loads share the last four. */
enum { FAR_BOARD = 2 };

/* Where in the list somebody first waits for a value that is there from a place
 * on; the end: nobody does. */
static uint32_t first_wait(const struct order *o, uint32_t from, uint16_t value)
{
    for (uint32_t i = from; i < o->count; i++) {
        const struct node *node = &o->b->nodes[o->list[i]];
        for (unsigned k = 0; k < node->read_count; k++) {
            if (node->reads[k] != value)
                continue;
            if (!node->copy || !node->write_count)
                return i;
            return first_wait(o, i + 1, node->writes[0]);
        }
    }
    return o->count;
}

static uint32_t first_wait_for(const struct order *o, uint32_t from,
                               const struct node *load)
{
    uint32_t first = o->count;
    for (unsigned k = 0; k < load->write_count; k++)
        first = (uint32_t)smaller(first, first_wait(o, from, load->writes[k]));
    return first;
}

/* Those that the same instruction waits for share a count; others take one that
 * is free, or that of those which are waited for last. */
static uint8_t choose_board(const uint32_t *waits, unsigned from, uint32_t at,
                            uint32_t wait)
{
    unsigned last = from;
    for (unsigned i = from; i < BOARDS; i++)
        if (waits[i] > at && waits[i] == wait)
            return (uint8_t)i;
    for (unsigned i = from; i < BOARDS; i++) {
        if (waits[i] <= at)
            return (uint8_t)i;
        if (waits[i] > waits[last])
            last = i;
    }
    return (uint8_t)last;
}

/* waits: where in the list each count is first waited for. */
static void set_boards(struct order *o)
{
    struct build *b = o->b;
    uint32_t waits[BOARDS] = {0};
    for (uint32_t i = 0; i < o->count; i++) {
        struct node *load = &b->nodes[o->list[i]];
        if (load->kind != STEP_LOAD || load->moved)
            continue;
        uint32_t wait = first_wait_for(o, i + 1, load);
        for (uint32_t k = load->leads; k; k = b->nodes[k].leads)
            wait =
                (uint32_t)smaller(wait, first_wait_for(o, i + 1, &b->nodes[k]));
        load->board =
            choose_board(waits, is_shared_load(load) ? 0 : FAR_BOARD, i, wait);
        bool busy = waits[load->board] > i;
        waits[load->board] =
            busy ? (uint32_t)smaller(waits[load->board], wait) : wait;
        for (uint32_t k = load->leads; k; k = b->nodes[k].leads)
            b->nodes[k].board = load->board;
    }
}

/* ---- steps -------------------------------------------------------------- */

static bool is_constant(const struct value *value)
{
    return value->node < 0 && value->reg == NO_REGISTER;
}

static void put_entries(const struct build *b, const struct node *node,
                        struct step *step)
{
    for (unsigned k = 0; k < node->read_count; k++)
        if (step->read_count < STEP_READS &&
            !is_constant(&b->values[node->reads[k]]))
            step->reads[step->read_count++] = b->values[node->reads[k]].entry;
    for (unsigned k = 0; k < node->write_count; k++)
        if (step->write_count < STEP_WRITES)
            step->writes[step->write_count++] =
                b->values[node->writes[k]].entry;
}

/* What is read from constant memory whatever a condition says is an operand, or
 * has a uniform register. */
static enum pipe pipe_of(const struct node *node)
{
    if (!step_is_access(node->kind))
        return PIPE_NONE;
    return node->insn->op == OP_ld_const && node->guard != NO_VALUE
               ? PIPE_CONSTANT
               : PIPE_MEMORY;
}

static struct step step_of(const struct build *b, const struct node *node)
{
    struct step step = {.pc = node->pc,
                        .turn = node->turn,
                        .kind = node->kind,
                        .pipe = pipe_of(node),
                        .joined = node->moved,
                        .board = node->board,
                        .issues = node->kind != STEP_COMPUTE && !node->moved &&
                                  !is_copied(node),
                        .guard = node->guard == NO_VALUE
                                     ? NO_ENTRY
                                     : b->values[node->guard].entry,
                        .keeps = node->keeps};
    put_entries(b, node, &step);
    return step;
}

/* The machine instructions that are not the access itself. */
static uint32_t put_parts(const struct build *b, const struct node *node,
                          struct step *steps)
{
    for (unsigned i = 0; i < node->part_count; i++) {
        steps[i] = step_of(b, node);
        steps[i].kind = STEP_COMPUTE;
        steps[i].pipe = node->parts[i].pipe;
        steps[i].issues = node->parts[i].issues;
        steps[i].passes = node->parts[i].passes;
        steps[i].latency = node->parts[i].latency;
        steps[i].mixes = is_straight(node);
        steps[i].checks = node->kind == STEP_COMPUTE && !node->fetches &&
                          steps[i].pipe == PIPE_NONE && steps[i].issues;
        if (i + 1 == node->part_count)
            steps[i].latency = (uint16_t)(steps[i].latency + node->crosses);
    }
    return node->part_count;
}

static bool has_step(const struct node *node)
{
    return !node->part_count || node->kind != STEP_COMPUTE;
}

static uint32_t put_steps(const struct order *o, struct step *steps)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        const struct node *node = &o->b->nodes[o->list[i]];
        count += put_parts(o->b, node, &steps[count]);
        if (has_step(node))
            steps[count++] = step_of(o->b, node);
    }
    return count;
}

/* Clocks from the issue of a sum to that of who needs it, and those for which
 * an operand is kept, as ptxas marks it (.reuse). */
enum { SUM_CLOCKS = 4, KEPT_CLOCKS = 2 };

static bool among(const uint16_t *entries, unsigned count, uint16_t entry)
{
    for (unsigned i = 0; i < count; i++)
        if (entries[i] == entry)
            return true;
    return false;
}

/* Clocks from the issue of the step before, of a warp alone, if what is waited
 * for was issued as late as that. */
static unsigned gap_of(const struct step *steps, const uint32_t *issued,
                       uint32_t i)
{
    uint32_t from = i > SUM_CLOCKS ? i - SUM_CLOCKS : 0,
             before = issued[(i - 1) % SUM_CLOCKS], at = before + 1;
    for (uint32_t k = from; k < i; k++)
        for (unsigned r = 0; r < steps[i].read_count; r++)
            if (among(steps[k].writes, steps[k].write_count, steps[i].reads[r]))
                at = (uint32_t)larger(at, issued[k % SUM_CLOCKS] + SUM_CLOCKS);
    return at - before;
}

/* An operand that the instruction before read as well is kept for it, if it
 * comes at once. */
static void count_fresh(struct step *steps, uint32_t count)
{
    uint32_t issued[SUM_CLOCKS] = {0}; /* of the last steps */
    for (uint32_t i = 0; i < count; i++) {
        struct step *step = &steps[i];
        unsigned gap = i ? gap_of(steps, issued, i) : SUM_CLOCKS;
        issued[i % SUM_CLOCKS] = i ? issued[(i - 1) % SUM_CLOCKS] + gap : 0;
        for (unsigned r = 0; r + step->keeps < step->read_count; r++)
            step->fresh +=
                step->reads[r] != step->guard &&
                (gap > KEPT_CLOCKS ||
                 !among(step[-1].reads, step[-1].read_count, step->reads[r]));
    }
}

/* Lanes part and meet at the end, in front of a branch. */
static void put_meetings(struct region *region, uint8_t meetings)
{
    struct step *last = &region->steps[region->count];
    if (!meetings)
        return;
    if (region->count && last[-1].kind == STEP_BRANCH) {
        last[0] = last[-1];
        last--;
    }
    *last = (struct step){.kind = STEP_COMPUTE,
                          .pipe = PIPE_NONE,
                          .issues = meetings,
                          .latency = meetings,
                          .guard = NO_ENTRY};
    region->count++;
}

static struct region *make_region(struct order *o, uint32_t base)
{
    uint32_t room = 1;
    struct places places = {
        .base = base,
        .free = calloc((size_t)o->b->value_count + 1, sizeof *places.free)};
    for (uint32_t i = 0; i < o->count; i++)
        room += o->b->nodes[o->list[i]].part_count + 1u;
    struct region *region =
        calloc(1, sizeof *region + room * sizeof *region->steps);
    if (region && places.free) {
        set_entries(o, &places);
        set_boards(o);
        region->count = put_steps(o, region->steps);
        count_fresh(region->steps, region->count);
        put_meetings(region, o->b->meetings);
    } else {
        free(region);
        region = NULL;
    }
    free(places.free);
    return region;
}

/* ptxas goes far to do with 32 registers: fewer loads ahead, values that are
 * worked out again, others in uniform registers. */
static unsigned registers_needed(const struct order *o)
{
    if (bounded_words(o->b))
        return o->most_words;
    return (unsigned)(needs_more(o) ? larger(o->most_words, BEYOND_LEAST)
                                    : smaller(o->most_words, AIM_WORDS));
}

/* Would more loads go ahead if there were more registers?  How many ptxas frees
 * for them is known about. */
static bool is_crowded(const struct order *o)
{
    return o->begun_words >= CROWDED_WORDS && o->most_words >= o->aim;
}

struct region *region_order(struct build *b, uint32_t base, unsigned *registers)
{
    struct order o = {
        .b = b, .list = calloc((size_t)b->node_count + 1, sizeof *o.list)};
    uint32_t *replaces =
        calloc((size_t)b->facts->register_count + 1, sizeof *replaces);
    struct region *region = NULL;
    for (uint32_t i = 0; i < b->node_count; i++)
        b->nodes[i].edge = NO_SLOT;
    for (uint32_t i = 0; replaces && i < b->node_count; i++)
        if (b->nodes[i].keep)
            follow_values(&o, i);
    if (o.list && replaces) {
        follow_registers(&o, replaces);
        follow_memory(&o);
        follow_slow_ways(&o);
        follow_branch(&o);
    }
    if (o.list && replaces && !o.starved) {
        count_words(&o, b->start);
        find_spaces(&o);
        find_heights(&o);
        defer_loads(&o);
        schedule(&o);
        *registers = registers_needed(&o);
        region = make_region(&o, base);
        if (region)
            region->crowded = is_crowded(&o);
    }
    free(o.list);
    free(o.edges);
    free(replaces);
    return region;
}
