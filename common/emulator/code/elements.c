/*
 * elements.c - see elements.h.
 */
#include "elements.h"
#include "op_class.h"
#include "turns.h"
#include "uses.h"

#include <stdlib.h>

/* Bytes that registers have room for; instructions from an access back to where
 * local memory begins; values that come to one from in front of a loop, from
 * the turn before, and from the loop of four turns at a time. */
enum { MOST_BYTES = 1024, MOST_DEPTH = 100, MOST_WRITERS = 8 };

enum { NOT_MET, OPEN, FOUND }; /* instructions, on the way to a place */

struct finder {
    struct resolver *r;
    const struct code *code;
    struct turns turns;
    uint8_t *state;  /* [instruction] */
    bool *leads;     /* [slot / 64]: only to places */
    uint32_t *stack; /* slots that do not */
    uint32_t count;
    uint32_t *turn; /* [slot / 64]: made of an element in that one */
    uint32_t turns_met;
};

static bool make_room(struct finder *f)
{
    size_t slots = f->code->frame_bytes / 64 + 1;
    size_t insns = (size_t)f->code->insn_count + 1;
    f->state = calloc(insns, sizeof *f->state);
    f->leads = calloc(slots, sizeof *f->leads);
    f->stack = calloc(slots, sizeof *f->stack);
    f->turn = calloc(slots, sizeof *f->turn);
    return turns_find(&f->turns, f->code) && f->state && f->leads && f->stack &&
           f->turn;
}

static void free_room(struct finder *f)
{
    turns_free(&f->turns);
    free(f->state);
    free(f->leads);
    free(f->stack);
    free(f->turn);
}

static bool is_element(const struct insn *insn)
{
    return insn->op == OP_ld_local || insn->op == OP_st_local;
}

/* ---- places -------------------------------------------------------------- */

static bool finds_by(struct finder *f, uint32_t at, unsigned depth);

/* Is what an instruction gives known?  What leads to itself is counted by the
 * loop around who asks, which has to be one piece. */
static bool is_found(struct finder *f, uint32_t by, uint32_t asks,
                     unsigned depth)
{
    const struct turn_loop *loop = turns_around(&f->turns, asks);
    if (!turns_leaves(&f->turns, by, asks))
        return false;
    if (f->state[by] == OPEN)
        return loop && loop->turns;
    return f->state[by] == FOUND || (depth && finds_by(f, by, depth - 1));
}

/* The last of a slot's writers in front of an instruction, if nothing leads in
 * between; the number of instructions: there is none. */
static uint32_t only_writer(const struct finder *f, uint32_t at, uint32_t slot)
{
    uint32_t by = turns_writer(&f->turns, at, slot);
    bool same = by < at && f->turns.block_of[by] == f->turns.block_of[at];
    return same ? by : f->code->insn_count;
}

/* May what an instruction gives be there at another one: further on, or in the
 * next turn? */
static bool reaches(const struct finder *f, uint32_t by, uint32_t at)
{
    uint32_t i = f->turns.inner[at];
    while (by >= at && i && !turns_in(&f->turns, &f->turns.loops[i - 1], by))
        i = f->turns.loops[i - 1].around;
    return by < at || i;
}

/* Is it of what clang makes of another loop: four turns at a time, and the
 * rest? */
static bool is_of_four(const struct finder *f, uint32_t at,
                       const struct turn_loop *other)
{
    struct uses read = uses_read(&f->code->insns[at]);
    const struct turn_loop *loop = turns_around(&f->turns, at);
    for (unsigned k = 0; k < read.count; k++)
        if (f->turns.ends[read.slot[k] / 64])
            return true;
    return loop && loop != other && loop->rounded;
}

/* Does it stand right in front of a loop, in the block that leads there? */
static bool is_right_before(const struct finder *f,
                            const struct turn_loop *loop, uint32_t by)
{
    return loop && by < loop->head &&
           f->turns.block_of[by] == f->turns.block_of[loop->head - 1];
}

/* May a slot come to an instruction from several places?  In a loop it comes
 * from the turn before or, first, from in front of it. */
static bool is_merged(const struct finder *f, uint32_t at,
                      const uint32_t *writers, uint32_t count)
{
    const struct turn_loop *loop = turns_around(&f->turns, at);
    uint32_t before = 0, in = 0;
    if (count > MOST_WRITERS)
        return true;
    for (uint32_t i = 0; i < count; i++) {
        bool inside = loop && turns_in(&f->turns, loop, writers[i]);
        if (is_of_four(f, writers[i], loop))
            return false;
        in += inside;
        before += !inside && reaches(f, writers[i], at);
        if (is_right_before(f, loop, writers[i]))
            before = 1;
    }
    return in > 1 || before > 1;
}

/* Is what a slot has in front of an instruction known, once loops that turn so
 * often at most are one piece? */
static bool finds(struct finder *f, uint32_t at, uint32_t slot, unsigned depth)
{
    uint32_t count, by = only_writer(f, at, slot);
    int64_t constant;
    const uint32_t *writers = turns_writers(&f->turns, slot, &count);
    if (turns_constant(&f->turns, slot, &constant))
        return true;
    if (by < f->code->insn_count)
        return is_found(f, by, at, depth);
    if (!count || f->turns.ends[slot / 64])
        return count;
    if (is_merged(f, at, writers, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (reaches(f, writers[i], at) && !is_found(f, writers[i], at, depth))
            return false;
    return true;
}

/* Arithmetic on what is known. */
static bool finds_by(struct finder *f, uint32_t at, unsigned depth)
{
    const struct insn *insn = &f->code->insns[at];
    struct uses read = uses_read(insn);
    f->state[at] = OPEN;
    if (insn->guard != NO_SLOT || !uses_pass_on(insn))
        return false;
    for (unsigned k = 0; k < read.count; k++)
        if (!finds(f, at, read.slot[k], depth))
            return false;
    f->state[at] = FOUND;
    return true;
}

/* Does it make an address of local memory one that anybody may have? */
static bool gives_away(const struct finder *f, const struct insn *insn)
{
    int64_t window;
    return insn->op == OP_cvta && turns_constant(&f->turns, insn->b, &window) &&
           (uint64_t)window == LOCAL_WINDOW;
}

static bool finds_all(struct finder *f)
{
    if (f->code->local_bytes > MOST_BYTES)
        return false;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (gives_away(f, insn) ||
            (is_element(insn) && !finds(f, i, insn->a, MOST_DEPTH)))
            return false;
    }
    return true;
}

/* ---- what only leads to places ------------------------------------------- */

static void need(struct finder *f, uint32_t slot)
{
    if (!f->leads[slot / 64])
        return;
    f->leads[slot / 64] = false;
    f->stack[f->count++] = slot;
}

static void need_all(struct finder *f, const struct insn *insn)
{
    struct uses read = uses_read(insn);
    for (unsigned k = 0; k < read.count; k++)
        need(f, read.slot[k]);
}

static bool leads(const struct finder *f, const struct insn *insn)
{
    return !is_element(insn) && insn->d != NO_SLOT && f->leads[insn->d / 64];
}

/* Accesses are marked already: an address is none of what they read. */
static void find_leads(struct finder *f)
{
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        if (f->state[i] == FOUND)
            f->leads[f->code->insns[i].d / 64] = true;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        struct uses written = uses_written(&f->code->insns[i]);
        for (unsigned k = 0; f->state[i] != FOUND && k < written.count; k++)
            f->leads[written.slot[k] / 64] = false;
    }
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        if (!leads(f, &f->code->insns[i]))
            need_all(f, &f->code->insns[i]);
    while (f->count) {
        uint32_t count;
        const uint32_t *writers =
            turns_writers(&f->turns, f->stack[--f->count], &count);
        for (uint32_t i = 0; i < count; i++)
            need_all(f, &f->code->insns[writers[i]]);
    }
    for (uint32_t i = 0; i < f->code->insn_count; i++)
        f->code->insns[i].detail->leads = leads(f, &f->code->insns[i]);
}

/* ---- turns of the source ------------------------------------------------- */

/* Addresses that walk through one loop. */
enum { MOST_WALKS = 16 };
struct walk {
    uint32_t slot;
    int64_t lowest, by; /* offset; bytes in a turn of the source */
};

struct walks {
    const struct turn_loop *loop;
    struct walk walk[MOST_WALKS];
    unsigned count;
};

static struct walk *walk_of(struct walks *w, uint32_t slot)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->walk[i].slot == slot)
            return &w->walk[i];
    return NULL;
}

/* False: there is something that is none, or there are too many. */
static bool add_walk(const struct finder *f, struct walks *w, uint32_t at)
{
    const struct insn *insn = &f->code->insns[at];
    struct walk *walk = walk_of(w, insn->a);
    int64_t by;
    if (walk) {
        if (insn->offset < walk->lowest)
            walk->lowest = insn->offset;
        return true;
    }
    if (w->count == MOST_WALKS ||
        !turns_step(&f->turns, w->loop, at, insn->a, &by) ||
        by / w->loop->steps <= 0)
        return false;
    w->walk[w->count++] =
        (struct walk){insn->a, insn->offset, by / w->loop->steps};
    return true;
}

static bool find_walks(const struct finder *f, struct walks *w)
{
    for (uint32_t i = w->loop->head; i <= w->loop->latch; i++)
        if (is_element(&f->code->insns[i]) && !add_walk(f, w, i))
            return false;
    return w->count > 0;
}

/* Of the loop's turns of the source, that of an access; -1: it is none. */
static int64_t turn_of(struct walks *w, const struct insn *insn)
{
    const struct walk *walk = is_element(insn) ? walk_of(w, insn->a) : NULL;
    return walk ? (insn->offset - walk->lowest) / walk->by : -1;
}

/* Is it made of an element of the turn at hand? */
static bool is_made(const struct finder *f, const struct insn *insn)
{
    struct uses read = uses_read(insn);
    for (unsigned k = 0; k < read.count; k++)
        if (f->turns_met && f->turn[read.slot[k] / 64] == f->turns_met)
            return true;
    return false;
}

/* The next turn begins behind what the last one makes of its elements, and of
 * an if behind its end. */
static void mark_turns(struct finder *f, struct walks *w)
{
    int64_t turn = -1;
    uint32_t behind = 0, over = 0;
    for (uint32_t i = w->loop->head; i <= w->loop->latch; i++) {
        const struct insn *insn = &f->code->insns[i];
        int64_t own = turn_of(w, insn);
        if (own > turn) {
            turn = own;
            f->turns_met++;
            if (behind < over)
                behind = over;
            if (behind && behind <= i)
                f->code->insns[behind].detail->turn = true;
        }
        if (insn->op == OP_bra && insn->target > over &&
            insn->target <= w->loop->latch)
            over = insn->target;
        if (own < 0 && !is_made(f, insn))
            continue;
        behind = i + 1;
        struct uses written = uses_written(insn);
        for (unsigned k = 0; k < written.count; k++)
            f->turn[written.slot[k] / 64] = f->turns_met;
    }
}

/* A loop without others in it, of several turns of the source in one. */
static void find_turns(struct finder *f)
{
    for (uint32_t i = 0; i < f->turns.loop_count; i++) {
        struct walks w = {.loop = &f->turns.loops[i]};
        bool outer = i + 1 < f->turns.loop_count &&
                     f->turns.loops[i + 1].head <= w.loop->latch;
        if (!outer && w.loop->steps > 1 && find_walks(f, &w))
            mark_turns(f, &w);
    }
}

/* ---- the array ----------------------------------------------------------- */

static void keep(struct finder *f)
{
    struct code *code = f->r->code;
    code->elements = slot_new(f->r, 4);
    code->keeps_locals = true;
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct insn_detail *detail = code->insns[i].detail;
        if (!is_element(&code->insns[i]))
            continue;
        detail->kept = code->elements;
        detail->is_kept = detail->is_element = true;
    }
}

bool elements_keep(struct resolver *r)
{
    struct finder f = {.r = r, .code = r->code};
    bool done = make_room(&f);
    if (done && finds_all(&f)) {
        find_turns(&f);
        keep(&f);
        find_leads(&f);
    }
    free_room(&f);
    return done;
}
