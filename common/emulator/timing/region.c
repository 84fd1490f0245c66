/*
 * region.c - from the runs of a warp to regions: which blocks make one, and
 * those that are known already.
 */
#include "region.h"
#include "code/op_class.h"
#include "region_build.h"
#include "region_insn.h"
#include "region_turns.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PIECES = 192, MOST_RUNS = 250 };

/* A region by the pieces it is made of. */
struct kept {
    struct kept *next;
    uint32_t function, count, behind;
    struct region *region;
    struct region_piece pieces[];
};

enum { BUCKETS = 4096 };

struct regions {
    const struct program *program;
    const struct gpu *gpu;
    struct region_code *facts; /* [function] */
    uint32_t first_temporary;  /* entries behind those of registers */
    unsigned words;            /* registers of 32 bits, the most */
    bool crowded;
    struct kept *kept[BUCKETS];
};

/* ---- the program -------------------------------------------------------- */

static bool find_facts(struct region_code *facts, const struct code *code,
                       bool by_nvvm)
{
    if (!region_code_find(facts, code, by_nvvm))
        return false;
    region_loops_find(facts);
    return region_meets_find(facts);
}

struct regions *regions_new(const struct program *program,
                            const struct gpu *gpu)
{
    struct regions *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    *r = (struct regions){
        .program = program,
        .gpu = gpu,
        .facts = calloc(program->function_count, sizeof *r->facts)};
    for (uint32_t i = 0; r->facts && i < program->function_count; i++) {
        if (!program->functions[i])
            continue;
        if (!find_facts(&r->facts[i], program->functions[i],
                        program->ptx->by_nvvm)) {
            regions_free(r);
            return NULL;
        }
        r->facts[i].first_entry = r->first_temporary;
        r->first_temporary += r->facts[i].register_count;
    }
    if (r->facts)
        return r;
    free(r);
    return NULL;
}

void regions_free(struct regions *r)
{
    if (!r)
        return;
    for (uint32_t i = 0; i < r->program->function_count; i++)
        region_code_free(&r->facts[i]);
    for (uint32_t i = 0; i < BUCKETS; i++)
        while (r->kept[i]) {
            struct kept *kept = r->kept[i];
            r->kept[i] = kept->next;
            free(kept->region);
            free(kept);
        }
    free(r->facts);
    free(r);
}

/* ---- which pieces ------------------------------------------------------- */

/* The runs that come, and what has been taken of them. */
struct walk {
    const struct region_code *facts;
    const struct tape_run *runs;
    uint32_t count;
    struct region_place at;
    uint32_t first; /* run */
    struct region_piece pieces[MOST_PIECES];
    unsigned taken;
    uint32_t length; /* instructions of them */
};

static bool at_end(const struct walk *w)
{
    return w->at.run >= w->count;
}

static bool same_function(const struct walk *w)
{
    return !at_end(w) &&
           w->runs[w->at.run].function == w->runs[w->first].function;
}

static void move_to(struct walk *w, uint32_t pc)
{
    w->at.pc = pc;
    if (pc < w->runs[w->at.run].to)
        return;
    w->at.run++;
    w->at.pc = at_end(w) ? 0 : w->runs[w->at.run].from;
}

static void take(struct walk *w, uint32_t from, uint32_t to, uint32_t run)
{
    w->pieces[w->taken++] = (struct region_piece){from, to, run - w->first};
    w->length += to - from;
}

/* "if (done) leave;" in front of a jump back: ptxas makes one branch of
 * both. */
static bool is_turned(const struct region_code *f, uint32_t branch)
{
    const struct insn *insn = &f->code->insns[branch];
    return is_guarded(insn) && branch + 1 < f->code->insn_count &&
           is_jump(&insn[1]) && !f->idle[branch + 1];
}

/* What a branch did not lead to is issued all the same. */
static bool take_over(struct walk *w, uint32_t from, uint32_t run)
{
    if (w->at.pc > from)
        take(w, from, w->at.pc, run);
    return w->facts->soft[w->at.pc];
}

/* Is the block at which the walk is now joined to the one before it, which
 * ended at an instruction? */
static bool is_joined(struct walk *w, uint32_t to, uint32_t run)
{
    const struct region_code *f = w->facts;
    const struct insn *last = &f->code->insns[to - 1];
    if (w->at.pc == to && f->code->insns[to].detail->turn)
        return false;
    if (w->at.pc == to)
        return f->predicated[to - 1] || f->gone[to - 1] || f->idle[to - 1] ||
               f->soft[to] || is_turned(f, to - 1);
    if (f->predicated[to - 1] && f->idle[to] && w->at.pc == to + 1)
        return true; /* other lanes, which the first of two conditions led to
                      * what the second jumps over */
    if (last->op != OP_bra || w->at.pc != last->target)
        return false;
    if (f->gone[to - 1])
        return w->at.pc == f->inside[to - 1];
    if (f->predicated[to - 1] &&
        (w->at.pc == f->over[to - 1] || f->idle[w->at.pc - 1]))
        return take_over(w, to, run);
    if (f->predicated[to - 1])
        return true;
    return f->idle[to - 1] && take_over(w, to, run);
}

/* Of "a || b" the lanes of a and those of b come one after the other to what
 * is the same instructions; what they access counts. */
static void skip_repeated(struct walk *w)
{
    const struct region_piece *last = &w->pieces[w->taken - 1];
    const struct tape_run *run = &w->runs[w->at.run];
    if (same_function(w) && w->at.pc == run->from && w->at.pc >= last->from &&
        run->to == last->to && w->facts->soft[w->at.pc] && !run->accesses)
        move_to(w, run->to);
}

/* Of an if with an else lanes came to what was jumped over after those that
 * jumped: what they access counts. */
static void fill_over(struct walk *w)
{
    const struct tape_run *run = &w->runs[w->at.run];
    for (unsigned k = w->taken; k-- > 0 && w->pieces[k].to > w->at.pc;) {
        struct region_piece *piece = &w->pieces[k];
        if (piece->from != w->at.pc || piece->to != run->to ||
            !w->facts->idle[run->to - 1])
            continue;
        piece->turn = w->at.run - w->first;
        move_to(w, run->to);
        return;
    }
}

/* One basic block, or what is left of it, and what a branch at its end jumps
 * over if that is predicated.  Is the next one joined? */
static bool take_block(struct walk *w)
{
    const struct region_code *f = w->facts;
    const struct tape_run *run = &w->runs[w->at.run];
    uint32_t from = w->at.pc, to = from + 1, number = w->at.run;
    while (to < run->to && !f->starts[to])
        to++;
    take(w, from, to, number);
    move_to(w, to);
    skip_repeated(w);
    if (same_function(w) && w->at.pc == w->runs[w->at.run].from)
        fill_over(w);
    return same_function(w) && is_joined(w, to, number);
}

static bool has_room(const struct walk *w)
{
    return w->taken + 2 < MOST_PIECES && w->at.run - w->first < MOST_RUNS &&
           w->length < LONGEST_REGION;
}

/* Blocks that are joined. */
static void take_stretch(struct walk *w)
{
    bool joined = true;
    while (joined && has_room(w))
        joined = take_block(w);
}

/* Where the walk was after each turn. */
struct turn {
    unsigned taken;
    struct region_place at;
};

/* So many turns as there are, up to what is unrolled; of fewer ptxas has half
 * as many in another copy, or one. */
static unsigned take_turns(struct walk *w, unsigned most, struct turn *turns)
{
    uint32_t head = w->at.pc, latch = w->facts->loops[head].latch;
    unsigned count = 0;
    while (count < most && has_room(w)) {
        take_stretch(w);
        if (count && w->pieces[w->taken - 1].to < latch)
            break;
        turns[count++] = (struct turn){w->taken, w->at};
        if (!same_function(w) || w->at.pc != head)
            break;
    }
    if (count == most)
        return count;
    return most > 2 && count >= most / 2 ? most / 2 : 1;
}

/* ---- those that are known ----------------------------------------------- */

static uint32_t hash_of(const struct walk *w)
{
    uint32_t hash = w->runs[w->first].function * 31u + w->at.pc;
    for (unsigned i = 0; i < w->taken; i++)
        hash = (hash ^ w->pieces[i].from ^ w->pieces[i].to << 16 ^
                w->pieces[i].turn << 8) *
               0x9e3779b1u;
    return hash >> 20;
}

static bool is_same(const struct kept *kept, const struct walk *w)
{
    return kept->function == w->runs[w->first].function &&
           kept->count == w->taken && kept->behind == w->at.pc &&
           !memcmp(kept->pieces, w->pieces, w->taken * sizeof *w->pieces);
}

/* Do lanes come where they meet others behind an instruction?  Those for which
 * a branch holds have to go there next: of others nothing is known. */
static bool arrives(const struct region_code *f, uint32_t last, uint32_t next)
{
    const struct insn *insn = &f->code->insns[last];
    if (op_class(insn->op)->role == ROLE_ENDS)
        return false;
    if (is_guarded(insn))
        return f->meets[next] && (next == insn->target || next == last + 1);
    return f->meets[is_jump(insn) ? insn->target : last + 1];
}

/* Instructions by which lanes remember where they meet, and wait there: BSSY in
 * front of the branch at the end, and BSYNC. */
static uint8_t meetings(const struct region_code *f,
                        const struct region_piece *last, uint32_t next)
{
    uint32_t end = last->to - 1;
    bool parts = f->parts[end] ||
                 (region_jumps_for_others(f, last) && f->parts[end - 1]);
    return (uint8_t)(parts + arrives(f, end, next));
}

static struct region *build(struct regions *r, const struct walk *w)
{
    const struct region_code *f = w->facts;
    const struct region_piece *last = &w->pieces[w->taken - 1];
    uint32_t behind = same_function(w) ? w->at.pc : last->to;
    struct build b = {
        .facts = f, .gpu = r->gpu, .meetings = meetings(f, last, behind)};
    struct region *region = NULL;
    unsigned words = 0;
    b.current = malloc(((size_t)f->register_count + 1) * sizeof *b.current);
    for (uint32_t i = 0; b.current && i < f->register_count; i++)
        b.current[i] = NO_VALUE;
    if (b.current && region_nodes(&b, w->pieces, w->taken, behind)) {
        region_fold(&b);
        region = region_order(&b, r->first_temporary, &words);
        if (region)
            region->size = region_size(&b);
    }
    /* clang has the addresses of long code in front of all that uses them:
     * where that is parted it is not known what ptxas would keep. */
    if (words > r->words && !f->parted)
        r->words = words;
    free(b.current);
    free(b.nodes);
    free(b.values);
    return region;
}

unsigned region_issues(const struct region *region)
{
    unsigned sum = 0;
    for (uint32_t i = 0; i < region->count; i++)
        sum += region->steps[i].issues;
    return sum;
}

/* What one turn is made of. */
static struct region_size size_of_turn(struct regions *r, const struct walk *at)
{
    struct walk w = *at;
    uint32_t head = w.at.pc, latch = w.facts->loops[head].latch;
    uint32_t from = head;
    for (uint32_t i = head; i < latch && w.taken + 2 < MOST_PIECES; i++)
        if (w.facts->inside[i]) {
            take(&w, from, i + 1, w.first);
            from = w.facts->inside[i];
            i = from - 1;
        }
    take(&w, from, latch + 1, w.first);
    w.at.pc = head;
    struct region *region = build(r, &w);
    struct region_size size = {0};
    if (region)
        size = region->size;
    free(region);
    return size;
}

static void find_turns(struct regions *r, const struct walk *w,
                       struct region_loop *loop)
{
    loop->turns = 1;
    if (loop->latch - w->at.pc >= LONGEST_REGION)
        return;
    struct region_size size = size_of_turn(r, w);
    loop->turns = region_turns(loop, &size);
    loop->limited = region_is_limited(loop, &size);
}

static void take_region(struct regions *r, struct walk *w)
{
    struct turn turns[MOST_UNROLLED];
    struct region_loop *loop = &w->facts->loops[w->at.pc];
    if (loop->latch && !loop->turns)
        find_turns(r, w, loop);
    if (loop->turns <= 1) {
        take_stretch(w);
        return;
    }
    unsigned count = take_turns(w, loop->turns, turns);
    w->taken = turns[count - 1].taken;
    w->at = turns[count - 1].at;
}

static struct kept *keep(struct regions *r, const struct walk *w)
{
    struct kept *kept = malloc(sizeof *kept + w->taken * sizeof *kept->pieces);
    struct region *region = kept ? build(r, w) : NULL;
    if (!region) {
        free(kept);
        return NULL;
    }
    region->meets = w->facts->meets[w->pieces[0].from];
    struct kept **bucket = &r->kept[hash_of(w)];
    *kept = (struct kept){.next = *bucket,
                          .function = w->runs[w->first].function,
                          .count = w->taken,
                          .behind = w->at.pc,
                          .region = region};
    r->crowded |= region->crowded;
    memcpy(kept->pieces, w->pieces, w->taken * sizeof *kept->pieces);
    *bucket = kept;
    return kept;
}

const struct region *region_next(struct regions *r, const struct tape_run *runs,
                                 uint32_t count, struct region_place *at)
{
    struct walk w = {.facts = &r->facts[runs[at->run].function],
                     .runs = runs,
                     .count = count,
                     .at = *at,
                     .first = at->run};
    take_region(r, &w);
    *at = w.at;
    for (struct kept *kept = r->kept[hash_of(&w)]; kept; kept = kept->next)
        if (is_same(kept, &w))
            return kept->region;
    struct kept *kept = keep(r, &w);
    return kept ? kept->region : NULL;
}

bool regions_crowded(const struct regions *r)
{
    return r->crowded;
}

/* Of a thread, at most; and those that no value of the source is in. */
enum { MOST_REGISTERS = 255, OWN_REGISTERS = 4 };

bool regions_spilled(const struct regions *r)
{
    return r->words + OWN_REGISTERS > MOST_REGISTERS;
}

unsigned regions_registers(const struct regions *r)
{
    unsigned registers = (r->words + OWN_REGISTERS + 7) / 8 * 8;
    return registers < 16               ? 16
           : registers > MOST_REGISTERS ? MOST_REGISTERS
                                        : registers;
}
