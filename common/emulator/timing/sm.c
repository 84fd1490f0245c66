/*
 * sm.c - see sm.h.
 *
 * Left out: fetching of instructions, which registers share a bank, what fills
 * the queue before LSU other than LSU itself.
 */
#include "sm.h"

#include "base/larger.h"
#include "code/op_class.h"
#include "ready.h"
#include "region_code.h"
#include "region_insn.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEDULERS = 4, MOST_TURNS = 256, MOST_WARPS = 64, MOST_GROUPS = 16 };

/* Clocks for a pass of an access by one scheduler's warps. */
#define PORT_PASS        2.0
#define SHARED_PORT_PASS 1.45
/* By which each pass more of one access is there later, as shared_chain/32 has
 * it of one warp on an H200. */
#define SHARED_LATE 0.55
/* A float, or a double, in shared memory that many add to: clocks from one
 * lane's success to the next.  Of few warps all have read what that changed,
 * and begin again; of many one has read it since.  And clocks of LSU for each
 * warp that tries meanwhile, wherever (1 to 64 warps in 1 to 4 blocks, on an
 * H200). */
enum { FEW_TRY = 6, MANY_TRY = 16 };
static const struct tries {
    double few, many, each;
} try_float = {84, 45, 1.4}, try_double = {106, 55, 1.95};
enum { PLACES_TRIED = 256 };
/* Clocks for lanes to come where they wait for those that went another way,
 * and to go on from there (common/maintain/constants, two_ways and one_way); of
 * a branch that is not taken; for a call or the return from it, before which
 * all that was loaded is waited for (matvec/calls), and where the function
 * calls others, for what it stores on its stack first and loads from there at
 * last (recurse/fibonacci: 5 STL, 5 LDL). */
#define MEETING 14.5
#define PASSING 5.0
#define CALLING 30.0
#define SAVING  53.0
/* Of the clocks to L2 and back, for what a warp stores as it ends: the part
 * that any launch waits for before it begins (once/copy, little/blocks against
 * nothing/blocks). */
#define LEFT_BEHIND 0.6

/* Of the slow way of a division or a root, which is called (transform/plain:
 * lanes that divide zero): machine instructions, and clocks. */
#define SLOW_ISSUES 30.0
#define SLOW_CLOCKS 186.0

/* Microseconds until printf returns, of one warp: it asks the host's memory a
 * few times (matvec/print on an H200, beside the same without: 18.5 and 13.3;
 * by ncu its multiprocessor has one warp for some 20 in the end). */
#define PRINTING_US 16.0

/* Of loads and stores in a row: steps from one to the next, and clocks: a sum
 * in between, but not two that need each other. */
enum { IN_A_ROW = 8, AT_ONCE = 6 };

enum { NO_BOARD = UINT8_MAX };

/* A count of loads: when all of them are there. */
struct board {
    double ready;
    uint32_t turn; /* from 1; another one for each that waited */
};

/* What a register waits for: a board, if nobody has waited for that yet. */
struct pending {
    uint32_t turn;
    uint8_t board; /* NO_BOARD */
};

struct place; /* of a block */

struct warp {
    const struct tape_warp *tape;
    struct place *place;
    struct region_place at; /* behind the region that is played */
    const struct region *region;
    uint32_t step, first;           /* of the region; the run it began in */
    uint32_t accesses;              /* of the runs before that */
    uint32_t turns[MOST_TURNS + 1]; /* first access of each run of it */
    uint32_t turn_count;
    uint32_t *lines;         /* [access]: the first of its lines */
    double *ready;           /* [REGION_ENTRIES]: the scoreboard */
    double last_ready;       /* of them, ever */
    struct pending *pending; /* [REGION_ENTRIES] */
    struct board boards[BOARDS];
    double stored;              /* its stores and atomics have arrived */
    double sent;                /* its atomics have left */
    double copied;              /* its asynchronous copies have */
    double groups[MOST_GROUPS]; /* ring: those up to a group's end have */
    uint32_t group_count;
    double passes, words, loaded; /* of the load before, and those joined */
    unsigned scheduler;
    bool parts;        /* lanes came where they meet others, or others' turn
                        * is it, before the region */
    double calling;    /* clocks of a call, or the return from one, before */
    bool waits, jumps; /* at a barrier; the region ends in a jump */
};

struct place {
    const struct tape *tape;       /* NULL: free */
    uint32_t first, live, waiting; /* warps: the first, not ended, waiting */
    size_t number; /* of its block, of those of the multiprocessor */
    double done;
    double tried[PLACES_TRIED]; /* of shared memory: the last try of an atomic
                                 * has succeeded */
    uint32_t compared[PLACES_TRIED]; /* lanes that had a least or greatest
                                      * there */
};

/* Loads and stores in a row, of a scheduler. */
struct row {
    const struct warp *warp;           /* that has more of them; NULL: none */
    uint32_t waits[MOST_WARPS], count; /* others that would begin, in the order
                                        * in which they came */
};

/* Warps of a scheduler that have all that their next step reads. */
struct candidates {
    const struct warp *last; /* that issued; NULL: none yet */
    uint32_t warps[MOST_WARPS], count;
    double choose_at;  /* the clock at which one is chosen; 0: none is set */
    double last_entry; /* the latest clock of its entries among the ready */
};

struct sm {
    const struct sm_task *task;
    struct path *path;
    struct warp *warps;
    struct place *places;
    struct ready ready;
    struct row rows[SCHEDULERS];
    struct candidates candidates[SCHEDULERS];
    double slots[SCHEDULERS];  /* free from then on */
    double ints[SCHEDULERS];   /* and another instruction of ints can begin */
    double issued[SCHEDULERS]; /* slots taken */
    double pipes[SCHEDULERS][PIPE_COUNT], busy[SCHEDULERS][PIPE_COUNT];
    double cost[PIPE_COUNT];
    double parameters;   /* are there from then on; 0: nobody has asked */
    double table;        /* the same, of a table of the library's */
    double barrier_unit; /* takes arrivals one by one */
    double started;      /* when the last block did */
    double warp_unit;    /* starts warps one by one */
    double hot;          /* atomics that meet have been done */
    size_t next_block;
    uint32_t block_warps, place_count;
    double now;
    struct sm_played *played;
};

/* ---- what comes next of a warp ------------------------------------------ */

/* Where the accesses of the runs that the region covers begin. */
static void find_turns(struct warp *w)
{
    uint32_t at = w->accesses, run = w->first;
    w->turn_count = 0;
    while (run <= w->at.run && run < w->tape->run_count &&
           w->turn_count < MOST_TURNS) {
        w->turns[w->turn_count++] = at;
        at += w->tape->runs[run++].accesses;
    }
    w->turns[w->turn_count] = at;
}

static bool ends_in_jump(const struct warp *w)
{
    const struct region *r = w->region;
    return w->at.run > w->first && r->count &&
           r->steps[r->count - 1].kind == STEP_BRANCH &&
           (w->at.run >= w->tape->run_count ||
            w->at.pc == w->tape->runs[w->at.run].from);
}

static bool calls_functions(const struct code *code)
{
    for (uint32_t pc = 0; pc < code->insn_count; pc++) {
        const struct call *call = code->insns[pc].detail->call;
        if (code->insns[pc].op == OP_call && call && !call->builtin)
            return true;
    }
    return false;
}

/* Of a call that the run before the region ends in, or a return; 0: of none. */
static double calling(const struct sm *sm, const struct warp *w)
{
    const struct tape_run *now = &w->tape->runs[w->first], *run = now - 1;
    struct code *const *functions = sm->task->program->functions;
    enum op op = functions[run->function]->insns[run->to - 1].op;
    if (run->to == run->from || (op != OP_call && op != OP_ret))
        return 0;
    uint32_t called = op == OP_call ? now->function : run->function;
    return CALLING + (calls_functions(functions[called]) ? SAVING : 0);
}

/* Did lanes come to the place where they meet, in front of the region: some of
 * those that ran the one from run `was` on, while the rest goes on; or all of
 * them, and others begin that went another way? */
static bool parts(const struct sm *sm, const struct warp *w, uint32_t was)
{
    const struct tape_run *runs = w->tape->runs, *now = &runs[w->first];
    const struct tape_run *last = now - 1;
    const struct code *code = sm->task->program->functions[last->function];
    const struct insn *insn = &code->insns[last->to - 1];
    bool branches = op_class(insn->op)->role == ROLE_BRANCHES;
    if (now->function != last->function || last->to == last->from)
        return false;
    if (now->from != last->to && branches && insn->op == OP_bra &&
        now->from != insn->target)
        return true;
    if (!branches || insn->guard == NO_SLOT || now->lanes >= runs[was].lanes)
        return false;
    return now->from == last->to ? insn->target == insn->join
                                 : last->to == insn->join;
}

/* False: the tape has ended, or there is no memory. */
static bool next_region(struct sm *sm, struct warp *w)
{
    const struct tape_warp *tape = w->tape;
    uint32_t was = w->region ? w->first : UINT32_MAX;
    for (uint32_t run = w->first; run < w->at.run; run++) {
        w->accesses += tape->runs[run].accesses;
        sm->played->instructions += tape->runs[run].to - tape->runs[run].from;
    }
    w->first = w->at.run;
    w->step = 0;
    if (w->at.run >= tape->run_count)
        return false;
    w->region =
        region_next(sm->task->regions, tape->runs, tape->run_count, &w->at);
    if (!w->region)
        return false;
    find_turns(w);
    w->jumps = ends_in_jump(w);
    w->parts = was != UINT32_MAX && w->first != was && parts(sm, w, was);
    w->calling = w->first && w->first != was ? calling(sm, w) : 0;
    return true;
}

static double reads_ready(const struct warp *w, const struct step *s)
{
    double ready = 0;
    for (unsigned i = 0; i < s->read_count; i++)
        ready = later(ready, w->ready[s->reads[i]]);
    if (s->guard != NO_ENTRY)
        ready = later(ready, w->ready[s->guard] + GUARD_CLOCKS);
    return ready;
}

static void writes_ready(struct warp *w, const struct step *s, double when)
{
    w->last_ready = later(w->last_ready, when);
    for (unsigned i = 0; i < s->write_count; i++) {
        w->ready[s->writes[i]] = when;
        w->pending[s->writes[i]].board = NO_BOARD;
    }
}

/* ---- boards ------------------------------------------------------------- */

/* What was waited for by the warps that had this place before is over. */
static void boards_begin(struct warp *w)
{
    for (unsigned i = 0; i < BOARDS; i++) {
        w->boards[i].turn++;
        w->boards[i].ready = 0;
    }
}

static bool waits_for_board(const struct warp *w, uint16_t entry)
{
    struct pending p = w->pending[entry];
    return p.board != NO_BOARD && p.turn == w->boards[p.board].turn;
}

static void load_pends(struct warp *w, const struct step *s, double when)
{
    struct board *board = &w->boards[s->board];
    board->ready = later(board->ready, when);
    for (unsigned i = 0; i < s->write_count; i++)
        w->pending[s->writes[i]] = (struct pending){board->turn, s->board};
}

/* When what a step reads is there, and all loads that it has to wait for. */
static double step_ready(const struct warp *w, const struct step *s)
{
    double ready = reads_ready(w, s);
    for (unsigned i = 0; i < s->read_count; i++)
        if (waits_for_board(w, s->reads[i]))
            ready =
                later(ready, w->boards[w->pending[s->reads[i]].board].ready);
    return ready;
}

/* Nobody waits for these again. */
static void pass_boards(struct warp *w, const struct step *s)
{
    for (unsigned i = 0; i < s->read_count; i++)
        if (waits_for_board(w, s->reads[i]))
            w->boards[w->pending[s->reads[i]].board].turn++;
}

/* What is only copied still waits. */
static void pass_pending(struct warp *w, const struct step *s)
{
    for (unsigned i = 0; i < s->read_count; i++)
        if (waits_for_board(w, s->reads[i]))
            for (unsigned k = 0; k < s->write_count; k++)
                w->pending[s->writes[k]] = w->pending[s->reads[i]];
}

/* ---- accesses ----------------------------------------------------------- */

/* The accesses of a step: those of its run with its pc.  They stand in the
 * order of pc. */
static struct path_request request_of(const struct warp *w,
                                      const struct step *s)
{
    const struct tape_access *all = w->tape->accesses;
    uint32_t low = 0, high = 0, end = 0;
    if (s->turn < w->turn_count) {
        low = w->turns[s->turn];
        high = end = w->turns[s->turn + 1];
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all[middle].pc < s->pc)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t count = 0;
    while (low + count < end && all[low + count].pc == s->pc)
        count++;
    return (struct path_request){
        .accesses = all + low,
        .count = count,
        .lines = count ? w->tape->lines + w->lines[low] : NULL,
        .block = (uint64_t)(w->place->first),
    };
}

static const struct code *code_of(const struct sm *sm, const struct warp *w,
                                  const struct step *s)
{
    const struct tape_run *run = &w->tape->runs[w->first + s->turn];
    return sm->task->program->functions[run->function];
}

static const struct insn *insn_of(const struct sm *sm, const struct warp *w,
                                  const struct step *s)
{
    return &code_of(sm, w, s)->insns[s->pc];
}

static bool is_one(const struct code *code, uint32_t slot)
{
    const struct constant *constant = code_constant(code, slot);
    return constant && constant->bits == 1;
}

static bool counts(const struct code *code, const struct insn *insn)
{
    return insn->detail->combined ||
           (!insn->detail->returns && insn->detail->atomic == ATOMIC_ADD &&
            is_one(code, insn->b));
}

/* Passes of a load of so many words of each lane: two of each go back in one,
 * and lanes meet in banks as the wider ones that they are. */
static double wide_passes(const struct sm *sm, const struct warp *w,
                          const struct step *s,
                          const struct tape_access *access)
{
    double passes = later(access->passes, w->words / 2);
    double bytes = w->words * insn_of(sm, w, s)->width;
    return bytes > 4 ? later(passes, access->wide[bytes > 8]) : passes;
}

/* A load that shares the request of the one before it. */
static double joined_load(struct sm *sm, struct warp *w, const struct step *s)
{
    struct path_request request = request_of(w, s);
    double *port = &sm->pipes[w->scheduler][PIPE_MEMORY];
    double wait = sm->task->gpu->model.wait.shared;
    w->words++;
    double passes =
        request.count ? wide_passes(sm, w, s, request.accesses) : w->words / 2;
    if (passes > w->passes) {
        *port += SHARED_PORT_PASS * (passes - w->passes);
        w->loaded =
            later(later(w->loaded, *port + SHARED_LATE * (passes - 1) + wait),
                  path_more_passes(sm->path, passes - w->passes) + wait);
        w->passes = passes;
    }
    return w->loaded;
}

/* An asynchronous copy reaches shared memory when what it copies is there; the
 * warp goes on meanwhile. */
static void copy_arrives(struct sm *sm, struct warp *w, const struct step *s)
{
    struct path_request request = request_of(w, s);
    double passes = request.count ? request.accesses->passes : 0;
    w->copied = later(w->copied, later(reads_ready(w, s),
                                       path_more_passes(sm->path, passes)));
}

/* Until how many groups at most are on their way is waited for: from then on
 * the warp goes on. */
static double wait_for_copies(struct sm *sm, struct warp *w,
                              const struct step *s, double at)
{
    int32_t what = insn_of(sm, w, s)->offset;
    if (what == COPIES_WAIT_ALL)
        return later(at, w->copied);
    if (what == COPIES_COMMIT) {
        w->groups[w->group_count++ % MOST_GROUPS] = w->copied;
        return at;
    }
    uint32_t left = (uint32_t)what;
    if (w->group_count <= left || left >= MOST_GROUPS)
        return at;
    return later(at, w->groups[(w->group_count - 1 - left) % MOST_GROUPS]);
}

/* A fence for more than the block waits until what was stored has arrived; then
 * L1 holds nothing (CCTL.IVALL). */
static double wait_for_stores(struct sm *sm, struct warp *w,
                              const struct step *s, double at)
{
    const struct insn *insn = insn_of(sm, w, s);
    if (insn->offset)
        return at;
    if (!(insn->flags & INSN_MICRO))
        path_forget(sm->path);
    return later(at, w->stored);
}

/* What it costs nothing to do. */
static void pass_on(struct sm *sm, struct warp *w, const struct step *s)
{
    if (s->kind == STEP_STORE)
        copy_arrives(sm, w, s);
    else if (s->kind == STEP_LOAD) {
        double there = joined_load(sm, w, s);
        writes_ready(w, s, there);
        load_pends(w, s, there);
    } else {
        writes_ready(w, s, reads_ready(w, s) + s->latency);
        pass_pending(w, s);
    }
}

/* What a scheduler's warps asked for comes back to it at half of LSU's rate. */
static double keep_port(struct sm *sm, const struct warp *w, double at,
                        struct path_request request)
{
    double *port = &sm->pipes[w->scheduler][PIPE_MEMORY];
    if (!request.count || request.accesses->space == PTX_CONST)
        return at;
    bool shared = request.accesses->space == PTX_SHARED;
    *port = later(*port, at + (shared ? SHARED_PORT_PASS : PORT_PASS) *
                                  request.accesses->passes);
    return *port;
}

/* Clocks from one success to the next. */
static double try_clocks(const struct sm *sm, const struct warp *w, bool wide)
{
    const struct tries *t = wide ? &try_double : &try_float;
    double warps = w->place->live;
    double few = (MANY_TRY - warps) / (MANY_TRY - FEW_TRY);
    few = few < 0 ? 0 : few > 1 ? 1 : few;
    return later(t->many + few * (t->few - t->many),
                 t->each * warps * sm->place_count);
}

/* A loop of tries keeps the warp, and others of the block that try for the same
 * place. */
static double try_memory(struct sm *sm, struct warp *w, double at, double done,
                         const struct path_request *request, bool wide)
{
    const struct tape_access *access = request->accesses;
    double *tried = &w->place->tried[access->where];
    double lanes = request->tries * access->most_same;
    *tried = later(done, later(*tried, at) + try_clocks(sm, w, wide) * lanes);
    return *tried;
}

/* Of lanes that share an address, the part that swaps: all that add, but of
 * those that look for a least or a greatest only who has found one, the others
 * leave.  Of numbers in no order the k-th is that with a chance of 1 in k. */
static double swapping_part(struct warp *w, const struct insn *insn,
                            const struct tape_access *access)
{
    enum atomic_op op = insn->detail->atomic;
    double lanes = 0;
    if ((op != ATOMIC_MIN && op != ATOMIC_MAX) || !access->most_same)
        return 1;
    uint32_t *compared = &w->place->compared[access->where];
    for (unsigned i = 0; i < access->most_same; i++)
        lanes += 1.0 / ++*compared;
    return lanes / access->most_same;
}

static double update_memory(struct sm *sm, struct warp *w, const struct step *s,
                            double at, struct path_request request)
{
    const struct insn *insn = insn_of(sm, w, s);
    bool shared = request.accesses->space == PTX_SHARED;
    if (shared && region_tries(insn))
        request.tries = swapping_part(w, insn, request.accesses);
    request.counts = shared && counts(code_of(sm, w, s), insn);
    request.returns = insn->detail->returns;
    request.floats = hot_adds_floats(insn);
    request.twice =
        insn->detail->atomic == ATOMIC_CAS || insn->detail->type == PTX_F64;
    if (!shared)
        sm->hot = later(sm->hot, at) + sm->task->hot * request.count;
    double done = path_atomic(sm->path, at, request);
    if (request.tries > 0)
        at = done = try_memory(sm, w, at, done, &request, insn->width > 4);
    w->stored = later(w->stored, done);
    if (!shared)
        w->sent = later(w->sent, path_sent(sm->path));
    writes_ready(w, s, done);
    return at;
}

/* The clock at which the warp goes on. */
static double access_memory(struct sm *sm, struct warp *w, const struct step *s,
                            double at)
{
    struct path_request request = request_of(w, s);
    double passed = keep_port(sm, w, at, request);
    if (!request.count) {
        writes_ready(w, s, at + sm->task->gpu->model.wait.arithmetic);
        w->passes = w->words = 0;
        w->loaded = at;
    } else if (s->kind == STEP_LOAD) {
        request.past_l1 = insn_of(sm, w, s)->flags & INSN_VOLATILE;
        w->passes = request.accesses->passes;
        w->words = 1;
        double late = request.accesses->space == PTX_SHARED
                          ? SHARED_LATE * (w->passes - 1)
                          : 0;
        w->loaded = later(path_load(sm->path, at, request),
                          passed + late + sm->task->gpu->model.wait.shared);
        writes_ready(w, s, w->loaded);
        load_pends(w, s, w->loaded);
    } else if (s->kind == STEP_STORE) {
        w->stored = later(w->stored, path_store(sm->path, at, request));
    } else {
        at = update_memory(sm, w, s, at, request);
    }
    return at;
}

/* ---- blocks ------------------------------------------------------------- */

static bool lines_of_accesses(struct warp *w)
{
    uint32_t line = 0, count = w->tape->access_count;
    uint32_t *lines = realloc(w->lines, (count + 1) * sizeof *lines);
    if (!lines)
        return false;
    w->lines = lines;
    for (uint32_t i = 0; i < count; i++) {
        lines[i] = line;
        line += w->tape->accesses[i].pieces;
    }
    return true;
}

/* A block's warps go to one scheduler after the other, from behind the last
 * block's on; where that would be the same one again, from the next one on, so
 * that a block's first warps, which often have more to do, do not meet (%warpid
 * of blocks of 32 to 1024 threads, on an H200, at whatever time they begin). */
static uint32_t first_scheduler(const struct sm *sm, const struct place *place)
{
    uint32_t warps = sm->block_warps, number = (uint32_t)(place - sm->places);
    return number * (warps % SCHEDULERS ? warps : warps + 1) % SCHEDULERS;
}

static bool warp_begin(struct sm *sm, struct place *place, uint32_t index,
                       double at)
{
    struct warp *w = &sm->warps[place->first + index];
    w->tape = &place->tape->warps[index];
    w->place = place;
    w->at = (struct region_place){0, w->tape->run_count ? w->tape->runs[0].from
                                                        : 0};
    w->first = w->accesses = w->step = 0;
    w->region = NULL;
    w->stored = w->sent = w->last_ready = w->copied = 0;
    w->group_count = 0;
    w->waits = false;
    boards_begin(w);
    w->scheduler = (first_scheduler(sm, place) + index) % SCHEDULERS;
    const struct gpu *gpu = sm->task->gpu;
    sm->warp_unit = later(sm->warp_unit, at - gpu->model.block_start) +
                    gpu->model.warp_start;
    ready_add(&sm->ready, (struct ready_entry){later(at, sm->warp_unit),
                                               place->first + index});
    return lines_of_accesses(w);
}

/* The next block, if there is one, begins in a place that is free from a clock
 * on. */
static bool place_fill(struct sm *sm, struct place *place, double at)
{
    place->tape = NULL;
    if (sm->next_block == sm->task->block_count)
        return true;
    if (sm->next_block)
        at =
            later(at, sm->started + (sm->next_block == 1 ? sm->task->second
                                                         : sm->task->interval));
    sm->started = at;
    place->number = sm->next_block;
    place->tape = sm->task->blocks[sm->next_block++];
    place->live = place->tape->warp_count;
    place->waiting = 0;
    memset(place->tried, 0, sizeof place->tried);
    memset(place->compared, 0, sizeof place->compared);
    for (uint32_t i = 0; i < place->tape->warp_count; i++)
        if (!warp_begin(sm, place, i, at))
            return false;
    return true;
}

/* ---- barriers ----------------------------------------------------------- */

static void release(struct sm *sm, struct place *place, double at)
{
    place->waiting = 0;
    for (uint32_t i = 0; i < place->tape->warp_count; i++) {
        struct warp *w = &sm->warps[place->first + i];
        if (!w->waits)
            continue;
        w->waits = false;
        ready_add(&sm->ready, (struct ready_entry){at, place->first + i});
    }
}

static void arrive(struct sm *sm, struct warp *w, double at)
{
    struct place *place = w->place;
    sm->barrier_unit =
        later(sm->barrier_unit, at) + sm->task->gpu->model.wait.barrier_warp;
    w->waits = true;
    if (++place->waiting == place->live)
        release(sm, place,
                sm->barrier_unit + sm->task->gpu->model.wait.barrier);
}

/* ---- a step ------------------------------------------------------------- */

/* The pipe that a step keeps busy. */
static unsigned pipe_of(const struct step *s)
{
    switch (s->pipe) {
    case PIPE_CONVERT: return PIPE_SPECIAL; /* the same unit */
    case PIPE_MATRIX: return PIPE_DOUBLE;   /* other doubles wait, measured */
    default: return s->pipe;
    }
}

/* An FMA that reads three registers finds two of them in one bank: times as
 * long as others, measured as 1 to 8 of them side by side (1.98, 1.58, 1.82,
 * 1.75). */
enum { MOST_READ = 2 };
#define BANK_TIMES 1.8

/* Two pipes take ints, each an instruction in two clocks, and both together not
 * quite one in each: of eight warps of each scheduler, 64 LOP3 and 64 IMAD by
 * turns take 1.30 clocks each, SHF and IMAD 1.27.  With the order of warps that
 * is here (goes_first) one in 1.0 would be 1.17 of these, and one in this is
 * 1.25. */
#define INT_CLOCKS 1.12

static bool is_of_ints(unsigned pipe)
{
    return pipe == PIPE_ALU || pipe == PIPE_MULTIPLY;
}

/* The clock at which a step is issued that could be from `at` on. */
static double issue(struct sm *sm, struct warp *w, const struct step *s,
                    double at)
{
    unsigned k = w->scheduler, pipe = pipe_of(s);
    double issues = s->issues, passes = s->passes ? s->passes : 1;
    double clocks = issues * passes * sm->cost[s->pipe];
    if (pipe == PIPE_FMA && s->issues == 1 && s->fresh > MOST_READ)
        clocks *= BANK_TIMES;
    at = later(at, sm->slots[k]);
    if (is_of_ints(pipe)) {
        at = later(at, sm->ints[k]);
        sm->ints[k] = at + INT_CLOCKS * issues;
    }
    sm->slots[k] = at + issues;
    sm->issued[k] += issues;
    if (pipe == PIPE_MEMORY)
        at = later(at, path_open(sm->path));
    if (clocks > 0) {
        at = later(at, sm->pipes[k][pipe]);
        sm->pipes[k][pipe] = at + clocks;
        sm->busy[k][pipe] += clocks;
    }
    return at;
}

/* Instructions of one step need one another.  What stands behind and does not
 * wait for one fills the gaps of functions in line, and half of those of
 * divisions of ints: of four remainders ptxas has the first alone and the other
 * three together (matvec/skewed). */
static double spread(const struct sm *sm, const struct warp *w,
                     const struct step *s)
{
    double last = s->latency - sm->task->gpu->model.wait.arithmetic;
    if (s->issues == 1 || last <= s->issues || s->mixes)
        return s->issues;
    bool divides = is_int_division(insn_of(sm, w, s));
    return divides ? (last + s->issues) / 2 : last;
}

/* The clock at which the warp goes on, if it had to take a slow way. */
static double take_slow_way(struct sm *sm, const struct warp *w,
                            const struct step *s, double at)
{
    if (!s->checks || !request_of(w, s).count)
        return at;
    sm->slots[w->scheduler] = later(sm->slots[w->scheduler], at) + SLOW_ISSUES;
    sm->issued[w->scheduler] += SLOW_ISSUES;
    return at + SLOW_CLOCKS;
}

/* The clock at which the warp goes on, if it printed. */
static double print(const struct sm *sm, const struct warp *w,
                    const struct step *s, double at)
{
    const struct call *call = insn_of(sm, w, s)->detail->call;
    bool prints = call && call->builtin == BUILTIN_vprintf;
    return prints ? at + PRINTING_US * sm->task->gpu->clock_khz / 1e3 : at;
}

/* Parameters, and tables, come from L2 when the first warp asks. */
static double read_first(const struct sm *sm, double *there, double at)
{
    if (!*there)
        *there = at + sm->task->gpu->model.wait.l2;
    return *there;
}

static double compute(struct sm *sm, const struct warp *w, const struct step *s,
                      double at)
{
    bool parameter =
        s->pipe == PIPE_NONE && insn_of(sm, w, s)->op == OP_ld_param;
    bool table = s->pipe == PIPE_MEMORY;
    return later(at + s->latency, parameter
                                      ? read_first(sm, &sm->parameters, at)
                                  : table ? read_first(sm, &sm->table, at)
                                          : 0);
}

/* Issues it; the clock from which on the warp can go on. */
static double play(struct sm *sm, struct warp *w, const struct step *s,
                   double at)
{
    at = take_slow_way(sm, w, s, print(sm, w, s, issue(sm, w, s, at)));
    if (step_is_access(s->kind))
        at = access_memory(sm, w, s, at);
    else
        writes_ready(w, s, compute(sm, w, s, at));
    if (s->kind == STEP_BRANCH)
        return at + PASSING;
    if (s->kind == STEP_FENCE)
        return wait_for_stores(sm, w, s, at + s->issues);
    if (s->kind == STEP_COPIES)
        return wait_for_copies(sm, w, s, at + s->issues);
    return at + spread(sm, w, s);
}

/* ---- a warp ------------------------------------------------------------- */

/* From a branch to where it leads: what was measured is a turn of a sum, the
 * comparison and the branch, less one instruction. */
static double jump_clocks(const struct gpu *gpu)
{
    return gpu->model.wait.branch - gpu->model.wait.arithmetic - GUARD_CLOCKS;
}

static const struct step *step_of(const struct warp *w)
{
    return &w->region->steps[w->step];
}

/* The step at which it stands, those that cost nothing done; NULL: none. */
static const struct step *next_step(struct sm *sm, struct warp *w, double *at)
{
    for (;;) {
        if (!w->region || w->step == w->region->count) {
            if (w->region && w->jumps)
                *at += jump_clocks(sm->task->gpu) - PASSING;
            if (!next_region(sm, w))
                return NULL;
            if (w->parts || w->region->meets)
                *at += MEETING;
            if (w->calling > 0)
                *at = later(*at, w->last_ready) + w->calling;
            continue;
        }
        const struct step *s = step_of(w);
        if (s->issues)
            return s;
        pass_on(sm, w, s);
        w->step++;
    }
}

static bool warp_end(struct sm *sm, struct warp *w, double at)
{
    struct place *place = w->place;
    place->live--;
    place->done = later(later(place->done, at), w->sent);
    double left = w->stored - LEFT_BEHIND * sm->task->gpu->model.wait.l2;
    sm->now = later(sm->now, later(at, left));
    if (place->live && place->waiting == place->live)
        release(sm, place, at + sm->task->gpu->model.wait.barrier);
    return place->live ||
           place_fill(sm, place,
                      place->done + sm->task->gpu->model.block_start);
}

/* Puts a warp that could go on at a clock where its next step says. */
static bool schedule(struct sm *sm, struct warp *w, double at)
{
    const struct step *s = next_step(sm, w, &at);
    uint32_t who = (uint32_t)(w - sm->warps);
    if (!s)
        return warp_end(sm, w, at);
    ready_add(&sm->ready,
              (struct ready_entry){later(at, step_ready(w, s)), who});
    pass_boards(w, s);
    return true;
}

/* A load or store by way of L1. */
static bool asks_l1(const struct sm *sm, const struct warp *w,
                    const struct step *s)
{
    if (s->kind != STEP_LOAD && s->kind != STEP_STORE)
        return false;
    enum ptx_space space = op_class(insn_of(sm, w, s)->op)->space;
    return space != PTX_SHARED && space != PTX_CONST;
}

static bool needs(const struct step *s, const struct step *before)
{
    for (unsigned i = 0; i < s->read_count; i++)
        for (unsigned k = 0; k < before->write_count; k++)
            if (s->reads[i] == before->writes[k])
                return true;
    return false;
}

/* Does it ask again at once, sums or the like at most in between, or by when
 * LSU takes the next?  Who waits for longer for one of these lets others go
 * first. */
static bool asks_again(const struct sm *sm, const struct warp *w, double at)
{
    const struct region *region = w->region;
    const struct step *next = &region->steps[w->step];
    double when = at, done[IN_A_ROW];
    double open = later(at + AT_ONCE, path_open(sm->path));
    for (uint32_t i = 0; w->step + i < region->count && i < IN_A_ROW; i++) {
        const struct step *s = &next[i];
        when = later(when, step_ready(w, s));
        for (uint32_t k = 0; k < i; k++)
            if (needs(s, &next[k]))
                when = later(when, done[k]);
        if (when > open)
            break;
        if (s->kind != STEP_COMPUTE)
            return asks_l1(sm, w, s);
        done[i] = when + s->latency;
        when += s->issues;
    }
    return false;
}

/* A scheduler stays with a warp for what it asks L1 for in a row: must this one
 * wait for another one's? */
static bool waits_for_row(struct sm *sm, const struct warp *w)
{
    struct row *row = &sm->rows[w->scheduler];
    if (!row->warp || row->warp == w)
        return false;
    row->waits[row->count++] = (uint32_t)(w - sm->warps);
    return true;
}

/* Which of those that wait is next: of the oldest block, as there are clocks at
 * which each block of a multiprocessor ended (products of matrices, 4 and 5
 * blocks of 256 threads to each: the last one ends long after the others); of
 * one block, who has waited longest. */
static uint32_t next_in_row(const struct sm *sm, const struct row *row)
{
    uint32_t next = 0;
    for (uint32_t i = 1; i < row->count; i++)
        if (sm->warps[row->waits[i]].place->number <
            sm->warps[row->waits[next]].place->number)
            next = i;
    return next;
}

static void has_asked(struct sm *sm, const struct warp *w, double at)
{
    struct row *row = &sm->rows[w->scheduler];
    row->warp = asks_again(sm, w, at) ? w : NULL;
    if (row->warp || !row->count)
        return;
    uint32_t next = next_in_row(sm, row), *waits = row->waits;
    ready_add(&sm->ready, (struct ready_entry){at, waits[next]});
    row->count--;
    memmove(waits + next, waits + next + 1,
            (row->count - next) * sizeof *waits);
}

/* ---- who is next --------------------------------------------------------- */

/* What goes to memory, or to other lanes, waits in a queue of its pipe, which
 * takes it in the order in which warps come. */
static bool queues(const struct step *s)
{
    return s->pipe == PIPE_SHUFFLE || s->pipe == PIPE_MEMORY ||
           s->pipe == PIPE_CONSTANT;
}

/* From which clock on it can be issued: all else waits for the pipe itself. */
static double issues_from(const struct sm *sm, const struct warp *w)
{
    unsigned k = w->scheduler, pipe = pipe_of(step_of(w));
    double from = later(sm->slots[k], sm->pipes[k][pipe]);
    return is_of_ints(pipe) ? later(from, sm->ints[k]) : from;
}

/* A scheduler stays with a warp while it can, and else takes the oldest.  So
 * eight warps whose instructions need one another's results do not get out of a
 * pipe what it has, since they come to the same places one behind the other:
 * chains of FMA take 11.4 clocks, of shifts 61, where the busier pipe has 8 and
 * 44 (fma_chain, xorshift_chain; an H200).  A replay of ptxas' stalls, all sums
 * on one pipe, has 11.2 and 57 in this order, and 9.6 and 48 if who is ready
 * first goes first. */
static bool goes_first(const struct candidates *of, const struct warp *a,
                       const struct warp *b)
{
    if (a == of->last || b == of->last)
        return a == of->last;
    if (a->place->number != b->place->number)
        return a->place->number < b->place->number;
    return a < b;
}

/* Entries of schedulers stand behind those of warps: who comes at a clock is
 * there when one is chosen.  An earlier clock takes the place of a later one,
 * whose entry stays, and serves if that is wanted again. */
static void choose_later(struct sm *sm, unsigned k, double at)
{
    struct candidates *of = &sm->candidates[k];
    if (!of->count || (of->choose_at > 0 && of->choose_at <= at))
        return;
    of->choose_at = at;
    if (at == of->last_entry)
        return;
    of->last_entry = later(of->last_entry, at);
    ready_add(&sm->ready, (struct ready_entry){at, MOST_WARPS + k});
}

/* Its next step is issued at a clock. */
static bool go_on(struct sm *sm, struct warp *w, double at)
{
    const struct step *s = step_of(w);
    bool asks = asks_l1(sm, w, s);
    if (asks && waits_for_row(sm, w))
        return true;
    sm->candidates[w->scheduler].last = w;
    w->step++;
    sm->played->steps++;
    at = play(sm, w, s, at);
    sm->now = later(sm->now, at);
    if (asks)
        has_asked(sm, w, at);
    if (s->kind != STEP_BARRIER)
        return schedule(sm, w, at);
    arrive(sm, w, at);
    return true;
}

/* The number of the candidate that issues at a clock; their count: none can,
 * the first one does from *soonest on. */
static uint32_t choose(const struct sm *sm, const struct candidates *of,
                       double at, double *soonest)
{
    uint32_t best = of->count;
    *soonest = DBL_MAX;
    for (uint32_t i = 0; i < of->count; i++) {
        const struct warp *w = &sm->warps[of->warps[i]];
        double from = issues_from(sm, w);
        *soonest = from < *soonest ? from : *soonest;
        if (from <= at && (best == of->count ||
                           goes_first(of, w, &sm->warps[of->warps[best]])))
            best = i;
    }
    return best;
}

static bool issue_one(struct sm *sm, unsigned k, double at)
{
    struct candidates *of = &sm->candidates[k];
    double soonest;
    if (of->last_entry == at)
        of->last_entry = 0;
    if (of->choose_at != at)
        return true; /* an earlier clock was set since */
    of->choose_at = 0;
    uint32_t next = choose(sm, of, at, &soonest);
    if (next == of->count) {
        choose_later(sm, k, soonest);
        return true;
    }
    struct warp *w = &sm->warps[of->warps[next]];
    of->warps[next] = of->warps[--of->count];
    bool fine = go_on(sm, w, at);
    choose_later(sm, k, later(sm->slots[k], at));
    return fine;
}

static bool take_first(struct sm *sm)
{
    struct ready_entry first = ready_take(&sm->ready);
    if (first.who >= MOST_WARPS)
        return issue_one(sm, first.who - MOST_WARPS, first.time);
    struct warp *w = &sm->warps[first.who];
    if (!w->region || w->step == w->region->count || !step_of(w)->issues)
        return schedule(sm, w, first.time);
    if (queues(step_of(w)))
        return go_on(sm, w, first.time);
    struct candidates *of = &sm->candidates[w->scheduler];
    of->warps[of->count++] = first.who;
    choose_later(sm, w->scheduler, later(first.time, sm->slots[w->scheduler]));
    return true;
}

/* Is there a warp that can go on?  Barriers whose warps are not all there go on
 * without when nobody else can: the tape says that they did. */
static bool any_ready(struct sm *sm)
{
    for (uint32_t i = 0; !sm->ready.count && i < sm->place_count; i++)
        if (sm->places[i].tape && sm->places[i].waiting)
            release(sm, &sm->places[i], sm->now);
    return sm->ready.count > 0;
}

/* ---- all of it ---------------------------------------------------------- */

static void pipe_costs(struct sm *sm)
{
    const struct gpu *gpu = sm->task->gpu;
    sm->cost[PIPE_FMA] = gpu->model.pipe.fma;
    sm->cost[PIPE_MULTIPLY] = gpu->model.pipe.alu;
    sm->cost[PIPE_ALU] = gpu->model.pipe.alu;
    sm->cost[PIPE_DOUBLE] = gpu->model.pipe.in_double;
    sm->cost[PIPE_SPECIAL] = gpu->model.pipe.special;
    sm->cost[PIPE_CONVERT] = gpu->model.pipe.convert;
    sm->cost[PIPE_SHUFFLE] = gpu->model.pipe.shuffle;
    sm->cost[PIPE_MATRIX] = gpu->model.pipe.matrix;
    sm->cost[PIPE_MEMORY] = gpu->model.pipe.shuffle;
    /* barriers and loads of constants are of one unit, seen in ptxas' code */
    sm->cost[PIPE_CONSTANT] = SCHEDULERS * gpu->model.wait.barrier_warp;
}

/* How many blocks of so many warps find a place. */
static void find_room(struct sm *sm)
{
    const struct sm_task *task = sm->task;
    for (size_t i = 0; i < task->block_count; i++)
        if (task->blocks[i]->warp_count > sm->block_warps)
            sm->block_warps = task->blocks[i]->warp_count;
    sm->place_count = MOST_WARPS / sm->block_warps;
    if (sm->place_count > task->resident)
        sm->place_count = task->resident;
    if (sm->place_count > task->block_count)
        sm->place_count = (uint32_t)task->block_count;
}

static bool sm_parts(struct sm *sm)
{
    uint32_t warps = sm->place_count * sm->block_warps;
    sm->path = path_new(sm->task->gpu, sm->task->share);
    sm->warps = calloc(warps, sizeof *sm->warps);
    sm->places = calloc(sm->place_count, sizeof *sm->places);
    if (!sm->path || !sm->warps || !sm->places)
        return false;
    for (uint32_t i = 0; i < warps; i++)
        if (!(sm->warps[i].ready = calloc(REGION_ENTRIES, sizeof(double))) ||
            !(sm->warps[i].pending =
                  calloc(REGION_ENTRIES, sizeof(struct pending))))
            return false;
    return true;
}

static bool sm_begin(struct sm *sm)
{
    find_room(sm);
    if (!sm_parts(sm))
        return false;
    for (uint32_t i = 0; i < sm->place_count; i++) {
        sm->places[i].first = i * sm->block_warps;
        if (!place_fill(sm, &sm->places[i], sm->task->begin))
            return false;
    }
    return true;
}

static void sm_end(struct sm *sm)
{
    uint32_t warps = sm->warps ? sm->place_count * sm->block_warps : 0;
    for (uint32_t i = 0; i < warps; i++) {
        free(sm->warps[i].ready);
        free(sm->warps[i].pending);
        free(sm->warps[i].lines);
    }
    path_free(sm->path);
    free(sm->warps);
    free(sm->places);
}

static void sm_tell(struct sm *sm)
{
    struct sm_played *p = sm->played;
    p->clocks = later(sm->now, path_done(sm->path));
    for (unsigned k = 0; k < SCHEDULERS; k++) {
        p->issue = later(p->issue, sm->issued[k]);
        for (unsigned i = 0; i < PIPE_COUNT; i++)
            p->pipe = later(p->pipe, sm->busy[k][i]);
    }
    p->updated = sm->hot > 0 ? sm->hot + sm->task->gpu->model.wait.atomic : 0;
    p->path = path_busy(sm->path);
}

bool sm_play(const struct sm_task *task, struct sm_played *played)
{
    struct sm *sm = calloc(1, sizeof *sm);
    memset(played, 0, sizeof *played);
    if (!sm || !task->block_count || !task->blocks[0]->warp_count) {
        free(sm);
        return false;
    }
    sm->task = task;
    sm->played = played;
    pipe_costs(sm);
    bool fine = sm_begin(sm);
    while (fine && played->steps < task->most_steps && any_ready(sm))
        fine = take_first(sm);
    played->stopped = sm->ready.count > 0;
    if (fine)
        sm_tell(sm);
    sm_end(sm);
    free(sm);
    return fine;
}
