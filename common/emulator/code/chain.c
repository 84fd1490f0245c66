/*
 * chain.c - how long a warp's instructions wait for each other.
 *
 * Idea: compilers move loads up and independent work between them, so what is
 * left to wait for in a stretch of code without branches is its longest chain
 * of instructions each of which needs the one before.  The chain is found once
 * per basic block, when code is decoded, as a count for each kind of result
 * that is waited for; running adds up the counts of the blocks executed.  The
 * time model gives each kind its time.
 *
 * A loop that counts by a constant step, with one basic block as its body, is
 * unrolled by nvcc, so that the loads of up to four turns are on the way at
 * once, sixteen loads at most (as ptxas orders the labs' loops for sm_90).  A
 * short "if" without "else" that loads ends no basic block: ptxas predicates
 * what stands in it, and moves the loads of several together like others.
 * A block of code is taken to wait for all it has begun before the next one
 * starts; between two barriers the warp that waits longest is what the thread
 * block waits for.  Guarantee: the counts depend on the code and on the ways
 * the warps take, not on host threads.
 *
 * Left out: loads that are still on their way while the next block of code
 * runs, and waiting because others use the same units, which is the business
 * of the model's rates.
 */
#include "op_class.h"
#include "resolve.h"

#include <stdlib.h>
#include <string.h>

/* The same for every GPU, so that what is counted does not depend on the
 * profile (base/gpu.h), which has the model's.  Source: about what
 * common/tests/gpu/constants.cu measured on an H200 (common/gpus/h200.def). */
const uint32_t wait_cycles[WAIT_KINDS] = {
    [WAIT_ARITHMETIC] = 4, [WAIT_DOUBLE] = 8,   [WAIT_SPECIAL] = 20,
    [WAIT_SHUFFLE] = 24,   [WAIT_SHARED] = 30,  [WAIT_GLOBAL] = 280,
    [WAIT_ATOMIC] = 600,   [WAIT_BARRIER] = 30,
};

struct path {
    struct waits waits;
    uint64_t cycles; /* by wait_cycles */
};

/* The longest chain to each result of the block at hand. */
struct finder {
    const struct code *code;
    struct path *paths;   /* [slot / 64] */
    uint32_t *written_in; /* [slot / 64]: number of the block, from 1 */
    uint32_t block;
};

/* ---- what one instruction adds ------------------------------------------ */

static enum wait_kind wait_of(const struct insn *insn)
{
    return op_class(insn->op)->wait;
}

static bool is_barrier(const struct insn *insn)
{
    return op_class(insn->op)->role == ROLE_MEETS;
}

static bool is_free(const struct insn *insn)
{
    return !op_class(insn->op)->steps || insn->flags & INSN_MICRO;
}

static void path_extend(struct path *path, const struct insn *insn)
{
    enum wait_kind kind = wait_of(insn);
    uint32_t steps = op_class(insn->op)->steps;
    if (is_free(insn))
        return;
    path->waits.n[kind] += steps;
    path->cycles += (uint64_t)steps * wait_cycles[kind];
    if (steps > 1) { /* an approximation first */
        path->waits.n[WAIT_SPECIAL]++;
        path->cycles += wait_cycles[WAIT_SPECIAL];
    }
}

/* ---- the longest chain -------------------------------------------------- */

static void need(const struct finder *f, uint32_t slot, struct path *longest)
{
    uint32_t i = slot / 64;
    if (slot == NO_SLOT || slot >= f->code->frame_bytes ||
        f->written_in[i] != f->block || f->paths[i].cycles <= longest->cycles)
        return;
    *longest = f->paths[i];
}

static void result(struct finder *f, uint32_t slot, const struct path *path)
{
    if (slot == NO_SLOT || slot >= f->code->frame_bytes)
        return;
    f->paths[slot / 64] = *path;
    f->written_in[slot / 64] = f->block;
}

/* The chain that ends with this instruction. */
static struct path follow(struct finder *f, const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    struct path path = {.cycles = 0};
    bool many = op_fills_slots(insn->op);
    need(f, insn->guard, &path);
    need(f, insn->a, &path);
    need(f, insn->b, &path);
    need(f, insn->c, &path);
    need(f, detail->fourth, &path);
    for (uint32_t i = 0; !many && i < detail->vector; i++)
        need(f, detail->slots[i], &path);
    if (insn->d == NO_SLOT && !many)
        return path; /* nobody waits for it */
    path_extend(&path, insn);
    for (uint32_t i = 0; many && i < detail->vector; i++)
        result(f, detail->slots[i], &path);
    result(f, insn->d, &path);
    result(f, detail->second, &path);
    return path;
}

/* ---- loops -------------------------------------------------------------- */

/* So many turns of a loop, of so many loads, share a wait. */
enum { UNROLLED = 4, LOADS_AT_ONCE = 16 };

static bool is_constant(const struct code *code, uint32_t slot)
{
    for (uint32_t i = 0; i < code->constant_count; i++)
        if (code->constants[i].slot == slot)
            return true;
    return false;
}

/* The instruction of [from, to) that writes a slot; NULL: none. */
static const struct insn *writer(const struct code *code, uint32_t from,
                                 uint32_t to, uint32_t slot)
{
    while (slot != NO_SLOT && to-- > from)
        if (code->insns[to].d == slot)
            return &code->insns[to];
    return NULL;
}

/* The counter of a loop: compared at its end, a constant step each turn. */
static bool steps(const struct code *code, uint32_t from, uint32_t last,
                  uint32_t slot)
{
    const struct insn *step = writer(code, from, last, slot);
    if (step && is_free(step)) /* a copy */
        step = writer(code, from, last, step->a);
    return step && (step->op == OP_add_32 || step->op == OP_add_64) &&
           is_constant(code, step->b);
}

/* Does the loop go on by a constant step, so that a compiler unrolls it? */
static bool counts(const struct code *code, uint32_t from, uint32_t last)
{
    const struct insn *test = writer(code, from, last, code->insns[last].guard);
    return test && (steps(code, from, last, test->a) ||
                    steps(code, from, last, test->b));
}

/* How many turns of the loop of one basic block that this branch closes
 * have their loads on the way at once: 1, 2 or 4; also for what is no such
 * loop. */
static uint32_t turns_at_once(const struct code *code, const bool *starts,
                              uint32_t last)
{
    const struct insn *branch = &code->insns[last];
    /* "if (done) leave;" may stand before the branch back. */
    if (branch->guard == NO_SLOT && last && branch[-1].op == OP_bra)
        last--;
    uint32_t from = last, loads = 0, turns = UNROLLED;
    while (from && !starts[from]) {
        enum wait_kind kind = wait_of(&code->insns[--from]);
        loads += kind == WAIT_GLOBAL || kind == WAIT_SHARED;
    }
    if (branch->target != from || !counts(code, from, last))
        return 1;
    while (turns > 1 && turns * loads > LOADS_AT_ONCE)
        turns /= 2;
    return turns;
}

/* ---- short ifs ---------------------------------------------------------- */

/* Instructions, without those that cost nothing, that are predicated. */
enum { PREDICATED = 10 };

static bool can_be_predicated(const struct insn *insn)
{
    switch (op_class(insn->op)->role) {
    case ROLE_BRANCHES:
    case ROLE_CALLS:
    case ROLE_ENDS:
    case ROLE_MEETS: return false;
    default: return true;
    }
}

/* Is this a branch over a few instructions, loads among them, that nothing
 * else jumps into? */
static bool is_short_if(const struct code *code, const bool *starts,
                        uint32_t branch)
{
    const struct insn *insn = &code->insns[branch];
    uint32_t length = 0;
    bool loads = false;
    if (insn->op != OP_bra || insn->guard == NO_SLOT || insn->target <= branch)
        return false;
    for (uint32_t i = branch + 1; i < insn->target; i++) {
        if ((starts[i] && i > branch + 1) ||
            !can_be_predicated(&code->insns[i]))
            return false;
        length += !is_free(&code->insns[i]);
        loads |= wait_of(&code->insns[i]) == WAIT_GLOBAL;
    }
    return loads && length <= PREDICATED;
}

/* Takes the starts of basic blocks away that short ifs make: behind the
 * branch, and at its target unless other branches lead there. */
static void join_short_ifs(const struct code *code, bool *starts,
                           uint32_t *arrivals)
{
    for (uint32_t i = 0; i < code->insn_count; i++) {
        const struct insn *insn = &code->insns[i];
        if (insn->op == OP_bra)
            arrivals[insn->target]++;
        for (uint32_t k = 0; k < insn->detail->target_count; k++)
            arrivals[insn->detail->targets[k]]++;
    }
    for (uint32_t i = 0; i < code->insn_count; i++) {
        if (!is_short_if(code, starts, i))
            continue;
        starts[i + 1] = arrivals[i + 1] > 0;
        if (arrivals[code->insns[i].target] == 1)
            starts[code->insns[i].target] = false;
    }
}

/* ---- the sums ----------------------------------------------------------- */

static void add_waits(struct waits *sum, const struct waits *part)
{
    for (unsigned k = 0; k < WAIT_KINDS; k++)
        sum->n[k] += CHAIN_UNIT * part->n[k];
}

/* before[i]: what executing everything in front of instruction i waits for;
 * straight on from i to k is before[k] - before[i]. */
static void find_waits(struct finder *f, const bool *starts,
                       struct waits *before)
{
    struct waits done = {{0}};
    struct path longest = {.cycles = 0};
    f->block = 1;
    for (uint32_t i = 0; i < f->code->insn_count; i++) {
        const struct insn *insn = &f->code->insns[i];
        if (starts[i] || (i && is_barrier(insn - 1))) {
            f->block++;
            add_waits(&done, &longest.waits);
            longest = (struct path){.cycles = 0};
        }
        before[i] = done;
        add_waits(&before[i], &longest.waits);
        struct path path = follow(f, insn);
        if (path.cycles > longest.cycles)
            longest = path;
    }
    add_waits(&done, &longest.waits);
    before[f->code->insn_count] = done;
}

/* Where counting goes on after each branch: at its target; in a loop whose
 * turns share their loads, at an entry of its own behind the others, ahead of
 * the target by what is saved. */
static void share_turns(struct code *code, const bool *starts)
{
    uint32_t entry = code->insn_count + 1;
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct insn *insn = &code->insns[i];
        if (insn->op != OP_bra)
            continue;
        insn->site = insn->target;
        uint32_t turns = turns_at_once(code, starts, i);
        if (turns == 1)
            continue;
        const struct waits *begin = &code->waits[insn->target];
        struct waits *shared = &code->waits[insn->site = entry++];
        *shared = *begin;
        for (unsigned k = WAIT_SHARED; k <= WAIT_GLOBAL; k++) {
            uint32_t all = code->waits[i + 1].n[k] - begin->n[k];
            shared->n[k] += all - all / turns;
        }
    }
}

bool chain_waits(struct code *code, struct arena *arena)
{
    uint32_t slots = code->frame_bytes / 64 + 1;
    struct finder f = {.code = code,
                       .paths = calloc(slots, sizeof *f.paths),
                       .written_in = calloc(slots, sizeof *f.written_in)};
    bool *starts = calloc(code->insn_count + 1, sizeof *starts);
    uint32_t *arrivals = calloc(code->insn_count + 1, sizeof *arrivals);
    code->waits = arena_alloc(arena, (2 * (size_t)code->insn_count + 1) *
                                         sizeof *code->waits);
    bool ready = f.paths && f.written_in && starts && arrivals && code->waits;
    if (ready) {
        flow_starts(code, starts);
        join_short_ifs(code, starts, arrivals);
        find_waits(&f, starts, code->waits);
        share_turns(code, starts);
    }
    free(f.paths);
    free(f.written_in);
    free(starts);
    free(arrivals);
    return ready;
}
