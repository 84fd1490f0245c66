/*
 * trail_follow.c - from an element of the output back to the inputs: see
 * trail.h.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "needs.h"
#include "trail.h"

/* ---- what the element is made of ----------------------------------------- */

/* Of each node, [node]. */
struct search {
    struct trail *t;
    struct needs needs;
    size_t nodes; /* one more than the highest */
    uint32_t root;
    double *times;    /* how often it goes into the result; 0: not */
    bool *good, *bad; /* it is made of what belongs there, of what not */
    bool *marked;     /* of one element: it goes into that node */
    struct difference *d;
    char output[64]; /* "C[1][0]" */
};

static bool search_open(struct search *s)
{
    s->nodes = (s->t->steps->count + 2) * WARP_SIZE;
    s->times = calloc(s->nodes, sizeof *s->times);
    s->good = calloc(s->nodes, sizeof *s->good);
    s->bad = calloc(s->nodes, sizeof *s->bad);
    s->marked = calloc(s->nodes, sizeof *s->marked);
    return s->times && s->good && s->bad && s->marked;
}

static void search_close(struct search *s)
{
    needs_close(&s->needs);
    free(s->times);
    free(s->good);
    free(s->bad);
    free(s->marked);
}

static const struct step *at(const struct search *s, uint32_t node)
{
    return step_of(s->t->steps, node);
}

static bool is_node(const struct search *s, uint32_t node)
{
    return node / WARP_SIZE && node / WARP_SIZE <= s->t->steps->count &&
           at(s, node)->lanes >> lane_of(node) & 1;
}

/* From where its operand i comes; 0: from nowhere. */
static uint32_t operand(const struct search *s, uint32_t node, unsigned i)
{
    uint32_t from = at(s, node)->source[i][lane_of(node)];
    return from < s->nodes ? from : 0;
}

static bool is_product(const struct step *step)
{
    return step_is(step, "mul") || step_is(step, "fma");
}

static bool is_zero(const struct search *s, uint32_t node)
{
    return node && !s->good[node] && !s->bad[node] &&
           at(s, node)->value[lane_of(node)] == 0;
}

/* The same, but for products with zeros that are no inputs, as those past the
 * edge of a tile. */
static uint32_t part(const struct search *s, uint32_t node, unsigned i)
{
    if (i < 2 && is_product(at(s, node)) &&
        (is_zero(s, operand(s, node, 0)) || is_zero(s, operand(s, node, 1))))
        return 0;
    if (i == 1 && operand(s, node, 0) == operand(s, node, 1))
        return 0; /* 2 * x, as x + x */
    return operand(s, node, i);
}

/* A load of what this run has not written. */
static bool is_leaf(const struct search *s, uint32_t node)
{
    const struct step *step = at(s, node);
    return step_accesses(step) && !step_stores(step) && !operand(s, node, 0);
}

/* An element of an input that the result needs? */
static bool belongs(const struct search *s, uint32_t leaf)
{
    const struct step *step = at(s, leaf);
    int buffer = trail_buffer(s->t, step);
    return buffer >= 0 && problem_input(s->t->problem, (size_t)buffer) &&
           needs_has(&s->needs, (size_t)buffer,
                     step_index(step, lane_of(leaf)));
}

/* A load of global memory that is no input, and that the host may have set. */
static bool may_be_set(const struct search *s, uint32_t leaf)
{
    int buffer = trail_buffer(s->t, at(s, leaf));
    return s->t->filled && at(s, leaf)->global &&
           (buffer < 0 || !problem_input(s->t->problem, (size_t)buffer));
}

/* Upwards: of what is each made?  Sources have lower numbers. */
static void sort_nodes(struct search *s)
{
    for (uint32_t n = WARP_SIZE; n < s->nodes; n++) {
        if (!is_node(s, n))
            continue;
        if (is_leaf(s, n)) {
            s->good[n] = belongs(s, n);
            s->bad[n] = !s->good[n] && !may_be_set(s, n);
            continue;
        }
        for (unsigned i = 0; i < STEP_SOURCES; i++) {
            uint32_t from = part(s, n, i);
            s->good[n] |= from && s->good[from];
            s->bad[n] |= from && s->bad[from];
        }
    }
}

/* Downwards: how often does each go into the result? */
static void count_times(struct search *s)
{
    s->times[s->root] = 1;
    for (uint32_t n = s->root; n >= WARP_SIZE; n--)
        for (unsigned i = 0; s->times[n] > 0 && i < STEP_SOURCES; i++) {
            uint32_t from = part(s, n, i);
            if (from)
                s->times[from] += s->times[n];
        }
}

/* ---- in words ------------------------------------------------------------ */

static void say_step(struct search *s, uint32_t node, bool other)
{
    const struct step *step = at(s, node);
    if (other) {
        s->d->other = node / WARP_SIZE;
        return;
    }
    s->d->step = node / WARP_SIZE;
    s->d->launch = step->launch;
    s->d->block = step->block;
    s->d->warp = step->warp;
}

static void name_leaf(const struct search *s, uint32_t leaf, char *text,
                      size_t n)
{
    trail_place(s->t, at(s, leaf), lane_of(leaf), text, n);
}

static void name_thread(const struct search *s, uint32_t node, char *text,
                        size_t n)
{
    const struct step *step = at(s, node);
    char thread[40];
    trail_thread(s->t, step, lane_of(node), thread, sizeof thread);
    snprintf(text, n, "%s of block %u", thread, step->block);
}

/* Who has stored what a load of shared memory reads; 0: nobody. */
static uint32_t stored_by(const struct search *s, uint32_t load)
{
    return load && at(s, load)->shared && step_is(at(s, load), "load")
               ? operand(s, load, 0)
               : 0;
}

/* Adds to the text where what is read there came from. */
static void say_store(const struct search *s, uint32_t load, size_t used)
{
    uint32_t store = stored_by(s, load);
    char place[80], thread[80];
    if (!store || used >= sizeof s->d->text)
        return;
    trail_place(s->t, at(s, load), lane_of(load), place, sizeof place);
    name_thread(s, store, thread, sizeof thread);
    snprintf(s->d->text + used, sizeof s->d->text - used,
             "  What stands in %s was stored there by %s in step %u, line %u.",
             place, thread, store / WARP_SIZE, at(s, store)->line);
}

/* ---- it does not belong together ----------------------------------------- */

/* The element of an input that came here through memory alone; 0: none did. */
static uint32_t carried(const struct search *s, uint32_t node)
{
    while (node && !is_leaf(s, node)) {
        bool single = !operand(s, node, 1) && !operand(s, node, 2);
        node = single ? operand(s, node, 0) : 0;
    }
    return node;
}

/* What the element is to be multiplied by, of the other's input. */
static bool name_mate(const struct search *s, uint32_t leaf, uint32_t other,
                      char *text, size_t n)
{
    size_t buffer = (size_t)trail_buffer(s->t, at(s, leaf));
    size_t mates = (size_t)trail_buffer(s->t, at(s, other));
    for (size_t k = 0; k < problem_elements(s->t->problem, mates); k++) {
        if (!needs_has(&s->needs, mates, k) ||
            !needs_product(&s->needs, buffer,
                           step_index(at(s, leaf), lane_of(leaf)), mates, k))
            continue;
        trail_element(s->t, mates, at(s, other)->array, k, text, n);
        return true;
    }
    return false;
}

/* Both belong in the result, but not multiplied by each other. */
static bool wrong_product(const struct search *s, uint32_t node,
                          uint32_t leaf[2])
{
    for (unsigned i = 0; i < 2; i++) {
        leaf[i] = carried(s, part(s, node, i));
        if (!leaf[i] || !s->good[leaf[i]])
            return false;
    }
    return !needs_product(&s->needs, (size_t)trail_buffer(s->t, at(s, leaf[0])),
                          step_index(at(s, leaf[0]), lane_of(leaf[0])),
                          (size_t)trail_buffer(s->t, at(s, leaf[1])),
                          step_index(at(s, leaf[1]), lane_of(leaf[1])));
}

static void tell_product(struct search *s, uint32_t node,
                         const uint32_t leaf[2])
{
    char thread[80], a[80], b[80], mate[80], with[200] = "";
    uint32_t from[2] = {part(s, node, 0), part(s, node, 1)};
    bool second = stored_by(s, from[1]) > stored_by(s, from[0]);
    say_step(s, node, false);
    name_thread(s, node, thread, sizeof thread);
    name_leaf(s, leaf[0], a, sizeof a);
    name_leaf(s, leaf[1], b, sizeof b);
    if (name_mate(s, leaf[0], leaf[1], mate, sizeof mate))
        snprintf(with, sizeof with, "  %s goes with %s.", a, mate);
    size_t used = (size_t)snprintf(
        s->d->text, sizeof s->d->text,
        "Step %u, line %u: %s multiplies %s by %s, and that is no part of "
        "%s.%s",
        node / WARP_SIZE, at(s, node)->line, thread, a, b, s->output, with);
    say_store(s, from[second], used);
}

static bool find_product(struct search *s)
{
    for (uint32_t n = WARP_SIZE; n <= s->root; n++) {
        uint32_t leaf[2];
        if (s->times[n] <= 0 || !is_node(s, n) || !is_product(at(s, n)) ||
            !wrong_product(s, n, leaf))
            continue;
        tell_product(s, n, leaf);
        return true;
    }
    return false;
}

/* ---- it belongs elsewhere ------------------------------------------------ */

/* Is it made of two inputs or more, and of nothing of them that belongs there?
 * Then it is not one index of a load that is wrong. */
static bool all_strange(const struct search *s)
{
    int first = -1;
    bool several = false;
    for (uint32_t n = WARP_SIZE; n <= s->root; n++) {
        if (s->times[n] <= 0 || !is_node(s, n) || !is_leaf(s, n))
            continue;
        int buffer = trail_buffer(s->t, at(s, n));
        if (s->good[n] || buffer < 0 ||
            !problem_input(s->t->problem, (size_t)buffer))
            return false;
        several |= first >= 0 && buffer != first;
        first = buffer;
    }
    return several;
}

/* The only element that this value is right for, up to rounding of floats; the
 * number of elements if there is none. */
static size_t element_of(const struct problem *problem, double value)
{
    size_t found = problem->count;
    for (size_t k = 0; k < problem->count; k++) {
        double right = problem->expected[k].value;
        if (fabs(value - right) > 1e-6 * fabs(right))
            continue;
        if (found < problem->count)
            return problem->count;
        found = k;
    }
    return found;
}

static bool find_misplaced(struct search *s)
{
    const struct problem *problem = s->t->problem;
    const struct step *step = at(s, s->root);
    char thread[80], name[80];
    if (!all_strange(s))
        return false;
    size_t k = element_of(problem, step->value[lane_of(s->root)]);
    if (k == problem->count)
        return false;
    say_step(s, s->root, false);
    name_thread(s, s->root, thread, sizeof thread);
    trail_element(s->t, problem->output, step->array, k, name, sizeof name);
    snprintf(s->d->text, sizeof s->d->text,
             "Step %u, line %u: %s stores in %s what belongs in %s.",
             s->root / WARP_SIZE, step->line, thread, s->output, name);
    return true;
}

/* ---- it should not be there ---------------------------------------------- */

/* The first leaf below a node that fits. */
static uint32_t leaf_below(const struct search *s, uint32_t node, bool bad)
{
    while (!is_leaf(s, node)) {
        uint32_t next = 0;
        for (unsigned i = 0; i < STEP_SOURCES && !next; i++) {
            uint32_t from = part(s, node, i);
            if (from && (bad ? s->bad[from] : s->good[from]))
                next = from;
        }
        if (!next)
            return 0;
        node = next;
    }
    return node;
}

/* Where that is a sum: the first that its thread reads of it. */
static uint32_t first_read(const struct search *s, uint32_t node)
{
    for (uint32_t n = WARP_SIZE; node && n < node; n++)
        if (s->times[n] > 0 && is_node(s, n) && s->bad[n] && !s->good[n] &&
            step_accesses(at(s, n)) && !step_stores(at(s, n)) &&
            at(s, n)->launch == at(s, node)->launch &&
            at(s, n)->block == at(s, node)->block &&
            at(s, n)->warp == at(s, node)->warp && lane_of(n) == lane_of(node))
            return n;
    return node;
}

/* The first value that a right one meets and that has no business there. */
static uint32_t first_stranger(const struct search *s)
{
    uint32_t first = 0;
    for (uint32_t n = WARP_SIZE; n <= s->root; n++) {
        if (s->times[n] <= 0 || !is_node(s, n) || !s->bad[n] ||
            (!s->good[n] && n != s->root))
            continue;
        for (unsigned i = 0; i < STEP_SOURCES; i++) {
            uint32_t from = part(s, n, i);
            if (from && s->bad[from] && !s->good[from] &&
                (!first || from < first))
                first = from;
        }
    }
    return first_read(s, first);
}

static void tell_unwritten(struct search *s, uint32_t node, uint32_t leaf)
{
    const struct step *step = at(s, leaf);
    char thread[80], place[80];
    name_thread(s, node, thread, sizeof thread);
    name_leaf(s, leaf, place, sizeof place);
    say_step(s, leaf, false);
    snprintf(s->d->text, sizeof s->d->text,
             "Step %u, line %u: %s reads %s, where nothing has been written "
             "yet, and it goes into %s.",
             leaf / WARP_SIZE, step->line, thread, place, s->output);
}

/* Where the stranger is multiplied by what belongs there: by what that is to be
 * multiplied instead. */
static bool mate_of_other(const struct search *s, uint32_t node, uint32_t leaf,
                          char *text, size_t n)
{
    char name[80], mate[80];
    for (uint32_t k = node + 1; k <= s->root; k++) {
        if (s->times[k] <= 0 || !is_node(s, k) || !is_product(at(s, k)))
            continue;
        for (unsigned i = 0; i < 2; i++) {
            uint32_t other = carried(s, part(s, k, !i));
            if (part(s, k, i) != node || !other || !s->good[other] ||
                !name_mate(s, other, leaf, mate, sizeof mate))
                continue;
            name_leaf(s, other, name, sizeof name);
            snprintf(text, n, "  It is multiplied by %s, which goes with %s.",
                     name, mate);
            return true;
        }
    }
    return false;
}

static void tell_stranger(struct search *s, uint32_t node)
{
    uint32_t leaf = leaf_below(s, node, true);
    const struct step *step = at(s, node);
    char thread[80], place[80], found[80], what[300], mate[200];
    if (!leaf)
        return;
    int buffer = trail_buffer(s->t, at(s, leaf));
    if (buffer < 0 || !problem_input(s->t->problem, (size_t)buffer)) {
        tell_unwritten(s, node, leaf);
        return;
    }
    say_step(s, node, false);
    name_thread(s, node, thread, sizeof thread);
    name_leaf(s, leaf, found, sizeof found);
    name_leaf(s, node, place, sizeof place);
    if (node == leaf)
        snprintf(what, sizeof what, "%s reads %s", thread, found);
    else if (step_accesses(step))
        snprintf(what, sizeof what, "%s reads %s, where it finds %s", thread,
                 place, found);
    else if (step_is(step, "shuffle"))
        snprintf(what, sizeof what,
                 "%s takes lane %ld's value, which has %s "
                 "in it",
                 thread, step->offset[lane_of(node)], found);
    else
        snprintf(what, sizeof what, "%s uses %s", thread, found);
    size_t used = (size_t)snprintf(
        s->d->text, sizeof s->d->text,
        "Step %u, line %u: %s, which has no business in %s.%s",
        node / WARP_SIZE, step->line, what, s->output,
        mate_of_other(s, node, leaf, mate, sizeof mate) ? mate : "");
    say_store(s, node, used);
}

/* An atomic adds to what was in the output before. */
static bool find_added(struct search *s)
{
    for (uint32_t n = WARP_SIZE; !s->t->filled && n <= s->root; n++) {
        char thread[80];
        if (s->times[n] <= 0 || !is_node(s, n) ||
            !step_is(at(s, n), "atomic") || operand(s, n, 0) ||
            !at(s, n)->global)
            continue;
        say_step(s, n, false);
        name_thread(s, n, thread, sizeof thread);
        snprintf(s->d->text, sizeof s->d->text,
                 "Step %u, line %u: %s adds to %s, where nothing has been "
                 "written yet.",
                 n / WARP_SIZE, at(s, n)->line, thread, s->output);
        return true;
    }
    return false;
}

static bool find_stranger(struct search *s)
{
    uint32_t node = first_stranger(s);
    if (node)
        tell_stranger(s, node);
    return s->d->text[0];
}

/* ---- it is there twice, or not at all ------------------------------------ */

/* Marks what the loads of an element of an input go into. */
static void mark(struct search *s, size_t buffer, size_t index)
{
    memset(s->marked, 0, s->nodes * sizeof *s->marked);
    for (uint32_t n = WARP_SIZE; n < s->nodes; n++) {
        if (!is_node(s, n))
            continue;
        const struct step *step = at(s, n);
        if (is_leaf(s, n))
            s->marked[n] = trail_buffer(s->t, step) == (int)buffer &&
                           step_index(step, lane_of(n)) == index;
        for (unsigned i = 0; i < STEP_SOURCES; i++)
            s->marked[n] |= part(s, n, i) && s->marked[part(s, n, i)];
    }
}

/* Where two values meet that have both the marked one in them. */
static uint32_t first_meeting(const struct search *s)
{
    for (uint32_t n = WARP_SIZE; n <= s->root; n++) {
        unsigned parts = 0;
        for (unsigned i = 0; s->times[n] > 0 && i < STEP_SOURCES; i++)
            parts += part(s, n, i) && s->marked[part(s, n, i)];
        if (parts > 1)
            return n;
    }
    return 0;
}

static void tell_twice(struct search *s, const char *name)
{
    uint32_t node = first_meeting(s);
    char thread[80];
    if (!node)
        return;
    say_step(s, node, false);
    name_thread(s, node, thread, sizeof thread);
    snprintf(s->d->text, sizeof s->d->text,
             "Step %u, line %u: %s adds two values that both have %s in them; "
             "it is to go into %s once.",
             node / WARP_SIZE, at(s, node)->line, thread, name, s->output);
}

/* Where the marked one got to: the nearer to the result, the more it tells. */
enum nearness { NOWHERE, SOMEWHERE, SAME_THREAD, IN_SHARED, OVERWRITTEN };

static bool same_place(const struct search *s, uint32_t a, uint32_t b)
{
    const struct step *x = at(s, a), *y = at(s, b);
    return x->shared == y->shared && x->allocation == y->allocation &&
           x->start == y->start && step_accesses(x) &&
           x->offset[lane_of(a)] == y->offset[lane_of(b)] &&
           (!x->shared || (x->launch == y->launch && x->block == y->block));
}

static enum nearness nearness_of(const struct search *s, uint32_t node)
{
    const struct step *step = at(s, node), *root = at(s, s->root);
    bool block = step->launch == root->launch && step->block == root->block;
    if (step_stores(step) && same_place(s, node, s->root))
        return OVERWRITTEN;
    if (step_stores(step) && step->shared && block)
        return IN_SHARED;
    return block && step->warp == root->warp &&
                   lane_of(node) == lane_of(s->root)
               ? SAME_THREAD
               : SOMEWHERE;
}

/* The last of the nearest; 0: nobody reads it. */
static uint32_t last_marked(const struct search *s, enum nearness *nearest)
{
    uint32_t last = 0;
    *nearest = NOWHERE;
    for (uint32_t n = (uint32_t)s->nodes - 1; n >= WARP_SIZE; n--) {
        if (!s->marked[n] || nearness_of(s, n) <= *nearest)
            continue;
        last = n;
        *nearest = nearness_of(s, n);
    }
    return last;
}

/* A load from that place before the value was there, by what goes into the
 * result. */
static uint32_t read_before(const struct search *s, uint32_t store)
{
    for (uint32_t n = store - 1; n >= WARP_SIZE; n--) {
        if (!is_node(s, n) || s->times[n] <= 0)
            continue;
        if (step_is(at(s, n), "load") && same_place(s, n, store))
            return n;
    }
    return 0;
}

/* It was stored, where nothing that goes into the result reads it. */
static void tell_stored(struct search *s, const char *name, uint32_t node)
{
    const struct step *step = at(s, node);
    char thread[80], place[80], reader[80];
    uint32_t early = step->shared ? read_before(s, node) : 0;
    name_thread(s, node, thread, sizeof thread);
    trail_place(s->t, step, lane_of(node), place, sizeof place);
    size_t used = (size_t)snprintf(
        s->d->text, sizeof s->d->text,
        "%s has to go into %s and does not.  %s stores what has it in it to "
        "%s: step %u, line %u.",
        name, s->output, thread, place, node / WARP_SIZE, step->line);
    say_step(s, node, false);
    if (early) {
        name_thread(s, early, reader, sizeof reader);
        say_step(s, early, false);
        say_step(s, node, true);
        snprintf(s->d->text + used, sizeof s->d->text - used,
                 "  But %s has read it already, in step %u, line %u: without "
                 "a barrier between them?",
                 reader, early / WARP_SIZE, at(s, early)->line);
    } else if (step->shared) {
        snprintf(s->d->text + used, sizeof s->d->text - used,
                 "  Nothing that goes into the result reads it there.");
    } else if (node / WARP_SIZE == s->root / WARP_SIZE) {
        snprintf(s->d->text + used, sizeof s->d->text - used,
                 "  Others store there in the same step, and one of them "
                 "stays: let only the one store that has the whole result.");
    } else {
        say_step(s, s->root, true);
        snprintf(s->d->text + used, sizeof s->d->text - used,
                 "  That is overwritten in step %u, line %u.",
                 s->root / WARP_SIZE, at(s, s->root)->line);
    }
}

static void tell_end(struct search *s, const char *name, uint32_t node,
                     enum nearness nearest)
{
    const struct step *step = at(s, node);
    char thread[80];
    if (nearest >= IN_SHARED) {
        tell_stored(s, name, node);
        return;
    }
    name_thread(s, node, thread, sizeof thread);
    say_step(s, node, false);
    snprintf(s->d->text, sizeof s->d->text,
             nearest == SAME_THREAD
                 ? "%s has to go into %s and does not.  The last that has it "
                   "in it is a value of %s: step %u, line %u.  It goes no "
                   "further."
                 : "%s has to go into %s, and nothing that goes there has it "
                   "in it.  The last value that has is one of %s: step %u, "
                   "line %u.",
             name, s->output, thread, node / WARP_SIZE, step->line);
}

/* Was it multiplied by something else, by whoever it was? */
static bool tell_wrong_product(struct search *s)
{
    for (uint32_t n = WARP_SIZE; n < s->nodes; n++) {
        uint32_t leaf[2];
        if (!s->marked[n] || !is_product(at(s, n)) ||
            !wrong_product(s, n, leaf) ||
            (!s->marked[leaf[0]] && !s->marked[leaf[1]]))
            continue;
        tell_product(s, n, leaf);
        return true;
    }
    return false;
}

static void tell_missing(struct search *s, const char *name)
{
    enum nearness nearest;
    uint32_t last = last_marked(s, &nearest);
    if (tell_wrong_product(s))
        return;
    if (last)
        tell_end(s, name, last, nearest);
    else
        snprintf(s->d->text, sizeof s->d->text,
                 "%s has to go into %s, and no thread reads it.", name,
                 s->output);
}

/* Are values only added and multiplied?  Twice in a minimum is no harm. */
static bool only_sums(const struct search *s)
{
    for (uint32_t n = WARP_SIZE; n <= s->root; n++)
        if (s->times[n] > 0 &&
            (step_is(at(s, n), "min") || step_is(at(s, n), "max")))
            return false;
    return true;
}

/* How often each element of an input is in the result; NULL: no memory. */
static double *count_elements(const struct search *s, size_t buffer)
{
    double *counts =
        calloc(problem_elements(s->t->problem, buffer) + 1, sizeof *counts);
    for (uint32_t n = WARP_SIZE; counts && n <= s->root; n++)
        if (s->times[n] > 0 && is_leaf(s, n) &&
            trail_buffer(s->t, at(s, n)) == (int)buffer)
            counts[step_index(at(s, n), lane_of(n))] += s->times[n];
    return counts;
}

/* The first element that is not there as often as it has to be. */
static bool find_in(struct search *s, size_t buffer, bool sums)
{
    double *counts = count_elements(s, buffer);
    char name[80];
    size_t k = 0, n = counts ? problem_elements(s->t->problem, buffer) : 0;
    while (k < n && (!needs_has(&s->needs, buffer, k) || counts[k] == 1 ||
                     (counts[k] > 1 && !sums)))
        k++;
    if (k < n) {
        trail_element(s->t, buffer, problem_buffer(s->t->problem, buffer)->name,
                      k, name, sizeof name);
        mark(s, buffer, k);
        if (counts[k] > 1)
            tell_twice(s, name);
        else
            tell_missing(s, name);
    }
    free(counts);
    return s->d->text[0];
}

static bool find_count(struct search *s)
{
    bool sums = only_sums(s);
    for (size_t i = 0; i < buffer_count(s->t->problem->exercise); i++)
        if (s->needs.needed[i] && find_in(s, i, sums))
            return true;
    return false;
}

/* ---- what is cut off ----------------------------------------------------- */

/* A conversion to a whole number, be it kept in a float, of what was none. */
static bool cuts(const struct search *s, uint32_t node)
{
    uint32_t from = operand(s, node, 0);
    double now = at(s, node)->value[lane_of(node)];
    return step_is(at(s, node), "cvt") && from && now == trunc(now) &&
           at(s, from)->value[lane_of(from)] != now;
}

static bool find_cut(struct search *s)
{
    uint32_t n = WARP_SIZE;
    char thread[80];
    while (n <= s->root && !(s->times[n] > 0 && is_node(s, n) && cuts(s, n)))
        n++;
    if (n > s->root)
        return false;
    say_step(s, n, false);
    name_thread(s, n, thread, sizeof thread);
    snprintf(s->d->text, sizeof s->d->text,
             "Step %u, line %u: %s makes %.4g a whole number, %.4g, and that "
             "goes into %s: is something an int that has to be a float?",
             n / WARP_SIZE, at(s, n)->line, thread,
             at(s, operand(s, n, 0))->value[lane_of(operand(s, n, 0))],
             at(s, n)->value[lane_of(n)], s->output);
    return true;
}

/* ---- the whole ----------------------------------------------------------- */

/* The last store to the element; 0: there is none. */
static uint32_t last_store(const struct trail *t, size_t element)
{
    for (size_t i = t->steps->count; i-- > 0;) {
        const struct step *step = &t->steps->step[i];
        if (!step->global || !step_stores(step) ||
            trail_buffer(t, step) != (int)t->problem->output)
            continue;
        for (unsigned l = WARP_SIZE; l-- > 0;)
            if (step->lanes >> l & 1 && step_index(step, l) == element)
                return (uint32_t)(i + 1) * WARP_SIZE + l;
    }
    return 0;
}

/* A warp that stores something near it, or any. */
void trail_show(const struct trail *t, size_t element, struct difference *d)
{
    uint32_t root = 0;
    for (size_t e = element + 1; e-- > 0 && !root;)
        root = last_store(t, e);
    for (size_t i = 0; i < t->steps->count; i++) {
        const struct step *step = &t->steps->step[i];
        if (step_is(step, "launch") ||
            (root && step != step_of(t->steps, root)))
            continue;
        d->launch = step->launch;
        d->block = step->block;
        d->warp = step->warp;
        return;
    }
}

/* Are the inputs asked only, as in "if (x[i] > 1) atomicAdd(n, 1)"? */
static bool needs_nothing(const struct search *s)
{
    for (size_t i = 0; i < buffer_count(s->t->problem->exercise); i++)
        for (size_t k = 0; k < problem_elements(s->t->problem, i); k++)
            if (needs_has(&s->needs, i, k))
                return false;
    return true;
}

static void search(struct search *s)
{
    sort_nodes(s);
    count_times(s);
    say_step(s, s->root, false);
    s->d->step = 0;
    if (find_added(s) || find_misplaced(s) || find_stranger(s) ||
        find_product(s) || find_count(s) || find_cut(s))
        return;
    snprintf(
        s->d->text, sizeof s->d->text,
        needs_nothing(s)
            ? "No element of the inputs goes into %s itself: they decide "
              "which threads come to step %u and the like, line %u."
            : "All that has to go into %s is in it, once each.  So it is what "
              "is done with it that differs: the result is stored in step %u, "
              "line %u.",
        s->output, s->root / WARP_SIZE, at(s, s->root)->line);
    s->d->step = s->root / WARP_SIZE;
}

void trail_follow(struct trail *t, size_t element, struct difference *d)
{
    struct search s = {.t = t, .d = d, .root = last_store(t, element)};
    size_t output = t->problem->output;
    *d = (struct difference){0};
    trail_element(t, output, problem_buffer(t->problem, output)->name, element,
                  s.output, sizeof s.output);
    trail_show(t, element, d);
    if (!s.root) {
        snprintf(d->text, sizeof d->text, "No step stores %s.%s", s.output,
                 t->steps->cut ? "  But there are more steps than are kept: "
                                 "ask for a smaller size."
                               : "");
        return;
    }
    needs_open(&s.needs, t->problem, element);
    if (s.needs.known && search_open(&s))
        search(&s);
    search_close(&s);
}
