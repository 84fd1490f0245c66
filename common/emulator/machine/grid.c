/*
 * grid.c - a launch: blocks of warps over host threads.
 *
 * Each host thread (worker) takes the next block, runs its warps in turn
 * until each waits or ends, completes barriers, and goes on until the block
 * is done.  A block that does not get done (it may wait for another block)
 * stays resident while the worker starts further ones.  One that had an answer
 * of an atomic gives way, too: blocks that take pieces of work from a counter
 * have equal shares, as on hardware, where they run at the same time; as many
 * as a GPU runs at once stay resident, and one worker runs them if times are
 * asked for.
 * Everything that is counted is counted by block or by worker and added up at
 * the end, so the sums do not depend on how many workers there were.
 */
#include "base/image.h"
#include "base/larger.h"
#include "copies.h"
#include "local.h"
#include "machine.h"
#include "mbarriers.h"
#include "proxies.h"

#include "lines.h"
#include "names.h"
#include "progress.h"
#include "steps.h"
#include "told.h"
#include "trace.h"
#include "unset.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Warp instructions a warp runs before the next warp of its block. */
#define WARP_SLICE 20000
/* Rounds over its warps before a block makes room for another one. */
#define BLOCK_ROUNDS 64
enum { SOME = 16 }; /* the most of them where the order is another one */
/* Blocks a worker keeps when they do not end (cooperative: all of them).  Those
 * that draw: all workers as many as run at once, in so much memory. */
enum { MAX_RESIDENT = 16, MAX_RESIDENT_BYTES = 1 << 28 };

/* ---- blocks ------------------------------------------------------------- */

static bool warp_create(struct warp *w, struct block *b, uint32_t index,
                        const struct code *code)
{
    uint32_t first = index * WARP_SIZE;
    uint32_t lanes =
        b->threads - first < WARP_SIZE ? b->threads - first : WARP_SIZE;
    size_t params = ((size_t)code->param_bytes * WARP_SIZE + 63) / 64 * 64;
    uint8_t *space = aligned_alloc(64, code->frame_bytes + params + 64);
    if (!space)
        return false;
    memset(space, 0, code->frame_bytes + params);
    *w = (struct warp){.block = b,
                       .index = index,
                       .lanes =
                           lanes == WARP_SIZE ? ALL_LANES : (1u << lanes) - 1};
    w->entry = (struct frame){
        .code = code, .slots = space, .params = space + code->frame_bytes};
    frame_constants(&w->entry, w);
    return true;
}

static void warp_destroy(struct warp *w)
{
    warp_release(w);
    unset_release(w);
    free(w->entry.slots);
    local_release(w);
}

static void block_destroy(struct block *b)
{
    if (!b)
        return;
    steps_block_end(b->steps);
    tape_block_end(b->tape, b->sectors); /* it was stopped */
    for (uint32_t i = 0; b->warps && i < b->warp_count; i++)
        warp_destroy(&b->warps[i]);
    copies_release(b);
    mbarriers_release(b);
    proxies_release(b);
    race_block_destroy(b->race);
    shadow_destroy(b->shadow);
    free(b->shared);
    free(b->warps);
    free(b);
}

static bool block_parts(struct block *b, const struct grid *grid)
{
    uint32_t shared = grid->shared_bytes ? grid->shared_bytes : 1;
    const struct program *program = grid->program;
    b->shared = calloc(1, shared + 16);
    b->shadow = shadow_create(shared, true);
    b->race = race_block_create(grid->race, b->warp_count, shared);
    b->warps = calloc(b->warp_count, sizeof *b->warps);
    if (!b->shared || !b->shadow || !b->race || !b->warps)
        return false;
    for (uint32_t i = 0; i < b->warp_count; i++)
        if (!warp_create(&b->warps[i], b, i,
                         program->functions[program->entry]))
            return false;
    return true;
}

static uint32_t block_threads(const struct grid *grid)
{
    struct dims block = grid->launch->block;
    return block.x * block.y * block.z;
}

static uint32_t block_warps(const struct grid *grid)
{
    return (block_threads(grid) + WARP_SIZE - 1) / WARP_SIZE;
}

static struct block *block_create(struct worker *worker)
{
    const struct grid *grid = worker->grid;
    struct block *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->worker = worker;
    b->threads = block_threads(grid);
    b->warp_count = block_warps(grid);
    b->shared_bytes = grid->shared_bytes;
    b->bulk = grid->program->has_bulk;
    if (block_parts(b, grid))
        return b;
    block_destroy(b);
    return NULL;
}

/* Cooperative groups count on zeros. */
static void clear_reserved(struct block *b, const struct program *program)
{
    if (!program->has_reserved)
        return;
    memset(b->shared + program->reserved_place, 0, RESERVED_SHARED_BYTES);
    shadow_mark(b->shadow, program->reserved_place, RESERVED_SHARED_BYTES);
}

static void block_start(struct block *b, uint64_t number)
{
    const struct grid *launched = b->worker->grid;
    struct dims grid = launched->launch->grid;
    b->number = number;
    b->id = (struct dims){(uint32_t)(number % grid.x),
                          (uint32_t)(number / grid.x % grid.y),
                          (uint32_t)(number / grid.x / grid.y)};
    b->trace = number == launched->traced_block ? launched->trace : NULL;
    b->steps = steps_block_begin(launched->steps, b);
    b->watched = b->trace || b->steps;
    b->clock = b->sectors = b->meetings = 0;
    b->met_first = false;
    b->running = true;
    b->tape =
        launched->tapes ? tape_block_begin(launched->tapes, number) : NULL;
    memset(b->barriers, 0, sizeof b->barriers);
    shadow_clear(b->shadow);
    for (uint32_t i = 0; i < launched->gap_count; i++) /* never read */
        shadow_mark(b->shadow, launched->gaps[i].start,
                    launched->gaps[i].bytes);
    clear_reserved(b, launched->program);
    mbarriers_forget(b);
    proxies_forget(b);
    race_block_begin(b->race, number);
    for (uint32_t i = 0; i < b->warp_count; i++) {
        unset_forget(&b->warps[i]);
        warp_start(&b->warps[i]);
        b->warps[i].tape = b->tape ? tape_writer(b->tape, i) : NULL;
    }
}

static void block_finish(struct block *b)
{
    struct counters *c = &b->worker->counters;
    uint64_t load_bytes = 0;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        load_bytes += b->warps[i].load_bytes;
        c->max_warp_load_bytes =
            larger(c->max_warp_load_bytes, b->warps[i].load_bytes);
        c->max_warp_instructions =
            larger(c->max_warp_instructions, b->warps[i].instructions);
        c->max_warp_global_loads =
            larger(c->max_warp_global_loads, b->warps[i].global_loads);
    }
    c->thread_load_bytes += load_bytes;
    c->max_block_load_bytes = larger(c->max_block_load_bytes, load_bytes);
    c->max_block_sectors = larger(c->max_block_sectors, b->sectors);
    c->max_block_instructions = larger(c->max_block_instructions, b->clock);
    if (b->worker->grid->program->reads_clock)
        stopwatch_count(b, c);
    copies_end(b);
    tape_block_end(b->tape, b->sectors);
    b->tape = NULL;
    steps_block_end(b->steps);
    b->steps = NULL;
    b->running = false;
}

/* ---- barriers of a block ------------------------------------------------ */

struct census {
    uint32_t waiting;  /* threads that stand at the barrier */
    uint32_t counted;  /* the same as a barrier with a count has them */
    uint32_t warps;    /* which warps they are of */
    uint32_t expected; /* 0: every thread of the block that lives */
    uint32_t live;     /* threads of the block that have not exited */
};

/* The barriers, by number, that some lanes wait at. */
static uint32_t barriers_in_use(const struct block *b)
{
    uint32_t barriers = 0;
    for (uint32_t i = 0; i < b->warp_count; i++)
        for (uint32_t k = 0; k < b->warps[i].split_count; k++)
            if (b->warps[i].splits[k].state == SPLIT_AT_BARRIER)
                barriers |= 1u << b->warps[i].splits[k].barrier;
    return barriers;
}

HOT static struct census take_census(const struct block *b, uint32_t barrier)
{
    struct census census = {0};
    for (uint32_t i = 0; i < b->warp_count; i++) {
        const struct warp *w = &b->warps[i];
        uint32_t here = 0;
        census.live += (uint32_t)__builtin_popcount(w->live);
        for (uint32_t k = 0; k < w->split_count; k++) {
            const struct split *s = &w->splits[k];
            if (s->state != SPLIT_AT_BARRIER || s->barrier != barrier)
                continue;
            census.warps |= 1u << i;
            census.expected = s->expected;
            here |= s->mask;
        }
        census.waiting += (uint32_t)__builtin_popcount(here);
        census.counted += here ? barrier_threads(w, here) : 0;
    }
    return census;
}

static bool any_diverged(const struct block *b)
{
    for (uint32_t i = 0; i < b->warp_count; i++)
        for (uint32_t k = 0; k < b->warps[i].split_count; k++)
            if (b->warps[i].splits[k].diverged)
                return true;
    return false;
}

/* Threads that left early cannot take part.  The hardware does not wait for
 * them, but the language leaves it undefined. */
static void report_early_exit(struct block *b, uint32_t barrier,
                              uint32_t exited)
{
    if (any_diverged(b))
        return; /* those that are elsewhere have been reported */
    for (uint32_t i = 0; i < b->warp_count; i++) {
        const struct warp *w = &b->warps[i];
        if (!w->split_count || w->splits[0].state != SPLIT_AT_BARRIER ||
            w->splits[0].barrier != barrier)
            continue;
        struct finding f =
            finding_at(w, split_insn(&w->splits[0]),
                       (unsigned)__builtin_ctz(w->splits[0].mask), SYNCCHECK);
        f.severity = FINDING_WARNING;
        f.lanes = exited;
        snprintf(f.title, sizeof f.title,
                 "%s() that threads of the block never reach: they have "
                 "returned",
                 call_name(split_insn(&w->splits[0])->detail));
        snprintf(f.detail, sizeof f.detail, "%u of %u threads %s returned",
                 exited, b->threads, exited == 1 ? "has" : "have");
        snprintf(f.hint, sizeof f.hint,
                 "let every thread of the block reach the barrier: no return "
                 "above it, and no if around it that some warps skip");
        diagnose(&f);
        return;
    }
}

static void release(struct block *b, uint32_t barrier,
                    const struct census *census)
{
    struct barrier *state = &b->barriers[barrier];
    state->result_popc = state->popc;
    state->result_and = state->disagree == 0;
    state->result_or = state->agree != 0;
    /* Those that arrived without waiting are ordered before what follows.
     * So is, though it need not be, what they have done since. */
    uint32_t warps = census->warps | state->arrived_warps;
    state->popc = state->agree = state->disagree = state->arrived = 0;
    state->arrived_warps = 0;
    race_barrier(b->race, census->expected ? warps : ALL_LANES);
    if (!census->expected || census->expected >= b->threads)
        stopwatch_meet(b);
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        for (uint32_t k = 0; k < w->split_count; k++) {
            struct split *s = &w->splits[k];
            if (s->state == SPLIT_AT_BARRIER && s->barrier == barrier) {
                s->state = SPLIT_READY;
                s->released = true;
            }
        }
        split_unite(w);
    }
}

/* Completes the barriers that can be; true if there was one. */
static bool release_barriers(struct block *b)
{
    bool any = false;
    for (uint32_t m = barriers_in_use(b); m; m &= m - 1) {
        uint32_t i = first_lane(m);
        struct census c = take_census(b, i);
        bool complete = c.expected
                            ? c.counted + b->barriers[i].arrived >= c.expected
                            : c.waiting == c.live;
        if (!complete)
            continue;
        if (!c.expected && c.live < b->threads)
            report_early_exit(b, i, b->threads - c.live);
        release(b, i, &c);
        any = true;
    }
    return any;
}

/* ---- a block that cannot go on ------------------------------------------ */

static void report_missing(const struct warp *w, const struct split *s)
{
    const struct insn *insn = split_insn(s);
    uint32_t present = split_present(w, s);
    if (insn->op == OP_mma)
        return; /* matrix.c does, of those that go on */
    struct finding f = finding_at(w, insn, first_lane(s->mask), SYNCCHECK);
    f.lanes = (uint32_t)__builtin_popcount(s->mask);
    snprintf(f.title, sizeof f.title,
             "%.40s: lanes named in the mask never arrive",
             call_name(insn->detail));
    snprintf(f.detail, sizeof f.detail,
             "the mask is 0x%08x, lanes 0x%08x have come, 0x%08x have not",
             s->member, present, split_missing(w, s, present));
    snprintf(f.hint, sizeof f.hint,
             "every lane in the mask must make the same call: take it out of "
             "the if, or name only the lanes that come");
    diagnose(&f);
}

static bool waits_for_lanes(const struct split *s)
{
    return s->state == SPLIT_AT_SYNC;
}

/* Lanes named by a mask that never came: say so, then go on without. */
static bool force_syncs(struct block *b)
{
    bool any = false;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        for (uint32_t k = 0; k < w->split_count; k++)
            if (waits_for_lanes(&w->splits[k]))
                report_missing(w, &w->splits[k]);
        for (uint32_t k = 0; k < w->split_count; k++) {
            struct split *s = &w->splits[k];
            if (!waits_for_lanes(s))
                continue;
            s->forced = true;
            s->state = SPLIT_READY;
            any = true;
        }
    }
    return any;
}

static void report_deadlock(struct block *b)
{
    for (uint32_t i = 0; i < b->warp_count; i++) {
        const struct warp *w = &b->warps[i];
        for (uint32_t k = 0; k < w->split_count; k++) {
            const struct split *s = &w->splits[k];
            struct finding f = finding_at(
                w, split_insn(s), (unsigned)__builtin_ctz(s->mask), SYNCCHECK);
            f.lanes = (uint32_t)__builtin_popcount(s->mask);
            snprintf(f.title, sizeof f.title,
                     "threads wait here for ever: the others are not coming "
                     "to this barrier");
            struct census c = take_census(b, s->barrier);
            snprintf(f.detail, sizeof f.detail,
                     "%u of %u threads have come to barrier %u",
                     c.counted + b->barriers[s->barrier].arrived,
                     c.expected ? c.expected : b->threads, s->barrier);
            snprintf(f.hint, sizeof f.hint,
                     "every thread of the block must reach the same "
                     "barriers, as often");
            diagnose(&f);
        }
    }
    launch_status_set(b->worker, LAUNCH_TIMEOUT, true);
}

/* ---- running ------------------------------------------------------------ */

/* Where the warp is, which has splits. */
static struct finding finding_now(const struct warp *w)
{
    return finding_at(w, split_insn(&w->splits[w->current % w->split_count]),
                      (unsigned)__builtin_ctz(w->live), MEMCHECK);
}

/* The option is ptxrun's: who grades has set a budget that others keep to. */
static const char *budget_hint(void)
{
    return options()->tell_end
               ? "does the loop's condition become false for every thread?  If "
                 "it does: ptxrun --budget N lets a kernel execute more"
               : "does the loop's condition become false for every thread, and "
                 "after as many turns as there are elements?";
}

static void report_budget(struct worker *worker, const struct warp *w)
{
    if (!w->split_count)
        return;
    struct finding f = finding_now(w);
    snprintf(f.title, sizeof f.title,
             "the kernel does not end, or has more work than its budget");
    snprintf(f.detail, sizeof f.detail, "stopped after %llu warp instructions",
             (unsigned long long)worker->grid->launch->budget);
    snprintf(f.hint, sizeof f.hint, "%s", budget_hint());
    diagnose(&f);
    launch_status_set(worker, LAUNCH_TIMEOUT, true);
}

/* Once, though every worker sees it. */
static void report_told(struct worker *worker, const struct warp *w)
{
    if (!w->split_count || atomic_exchange(&worker->grid->told, true))
        return;
    struct finding f = finding_now(w);
    f.severity = FINDING_WARNING;
    snprintf(f.title, sizeof f.title,
             "the kernel was here when the program was told to end, by %s",
             told_signal() == SIGINT ? "SIGINT" : "SIGTERM");
    snprintf(f.detail, sizeof f.detail, "after %llu warp instructions",
             (unsigned long long)(atomic_load(&worker->grid->executed) +
                                  worker->executed));
    snprintf(f.hint, sizeof f.hint,
             "an endless loop?  Does its condition become false for every "
             "thread?  If it does, the kernel needs more time, or less data");
    diagnose(&f);
    launch_status_set(worker, LAUNCH_TIMEOUT, true);
}

/* Now and then, as other threads have to wait for it. */
static void count_executed(struct worker *worker, uint64_t executed)
{
    enum { MANY = 1 << 16 };
    worker->executed += executed;
    if (worker->executed < MANY)
        return;
    atomic_fetch_add(&worker->grid->executed, worker->executed);
    worker->executed = 0;
    progress_show(worker->grid);
}

static bool budget_spent(const struct worker *worker)
{
    return atomic_load(&worker->grid->executed) + worker->executed >
           worker->grid->launch->budget;
}

/* One turn for every warp; true if any of them moved.  Looks: those that
 * moved only wait for another block, or for each other. */
static bool run_warps(struct block *b, bool *done, bool *looks)
{
    bool moved = false, timed = b->worker->grid->program->reads_clock;
    uint64_t before = b->clock;
    struct schedule *schedule = &b->worker->schedule;
    uint32_t first =
        schedule->state ? schedule_draw(schedule, b->warp_count) : 0;
    *done = *looks = true;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[(first + i) % b->warp_count];
        if (!w->live)
            continue;
        if (told_signal()) { /* before: a short block's turn ends it */
            report_told(b->worker, w);
            return true;
        }
        if (timed)
            stopwatch_turn(w, true);
        enum run_result result =
            warp_run(w, schedule_slice(schedule, WARP_SLICE));
        if (timed)
            stopwatch_turn(w, false);
        moved |= result != RUN_BLOCKED;
        *done &= result == RUN_DONE;
        *looks &= result == RUN_LOOKS || result == RUN_BLOCKED;
        if (result == RUN_STOPPED)
            return true;
        /* At a barrier as well: an endless loop may hold one. */
        if (result != RUN_DONE && budget_spent(b->worker)) {
            report_budget(b->worker, w);
            return true;
        }
    }
    count_executed(b->worker, b->clock - before);
    return moved || b->clock != before;
}

/* Some rounds, none more once it only waits for others; true when the block
 * is done or the launch ends. */
static bool block_run(struct block *b)
{
    struct worker *worker = b->worker;
    struct schedule *schedule = &worker->schedule;
    unsigned rounds =
        schedule->state ? 1 + schedule_draw(schedule, SOME) : BLOCK_ROUNDS;
    for (unsigned round = 0; round < rounds;) {
        bool done, looks;
        b->asked = false;
        bool moved = run_warps(b, &done, &looks);
        if (done || worker->stop || atomic_load(&worker->grid->stop))
            return true;
        if (release_barriers(b))
            continue;
        if (!moved && !force_syncs(b)) {
            report_deadlock(b);
            return true;
        }
        if (looks && moved && mbarriers_stuck(b))
            return true;
        worker->waited |= looks && moved;
        if (b->asked || (looks && moved))
            return false;
        round++;
    }
    return false;
}

/* ---- workers ------------------------------------------------------------ */

/* Blocks that a GPU runs at once, as far as threads and shared memory tell. */
static uint64_t blocks_at_once(const struct grid *grid)
{
    const struct gpu *gpu = options()->gpu;
    unsigned each = gpu_blocks(gpu, block_threads(grid), grid->shared_used);
    return gpu->multiprocessors * larger(each, 1);
}

/* What a warp takes here at most, about: registers of all that it may call, and
 * local memory of each lane with what is known of it, by the page. */
static uint64_t warp_bytes(const struct program *program)
{
    enum { PAGE = 4096 };
    uint64_t sum = sizeof(struct warp), local = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct code *code = program->functions[i];
        sum += code ? code->frame_bytes + code->param_bytes * WARP_SIZE : 0u;
        local += code ? code->local_bytes : 0u;
    }
    if (program->has_local)
        sum += 2 * WARP_SIZE * (local / PAGE + 1) * PAGE;
    return sum;
}

/* And a block: of shared memory it is known for each warp which words it has
 * read, and which written. */
static uint64_t block_bytes(const struct grid *grid)
{
    uint64_t warps = block_warps(grid);
    return sizeof(struct block) + warps * warp_bytes(grid->program) +
           grid->shared_bytes * (2 + 4 * warps);
}

static uint32_t worker_count(const struct grid *grid)
{
    uint32_t most = options()->threads;
    if (grid->launch->cooperative)
        most = 1; /* all blocks resident with one worker */
    if (grid->launch->recorded_for && grid->program->draws)
        most = 1; /* of several the fastest would get more than its share */
    if (grid->steps || grid->launch->seed || grid->launch->spy)
        most = 1; /* in an order that can be told */
    return grid->block_count < most ? (uint32_t)grid->block_count : most;
}

/* Pieces of work that blocks draw from a counter would all go to the first few,
 * if those were alone. */
static uint32_t resident_limit(const struct grid *grid)
{
    const struct gpu *gpu = options()->gpu;
    uint64_t most = MAX_RESIDENT;
    if (grid->launch->cooperative || grid->launch->seed)
        most = (uint64_t)gpu->multiprocessors * gpu->blocks;
    else if (grid->program->draws)
        most = larger(most, smaller(blocks_at_once(grid),
                                    MAX_RESIDENT_BYTES / block_bytes(grid)) /
                                worker_count(grid));
    return (uint32_t)smaller(grid->block_count, most);
}

/* Takes the next block of the grid into a free place; false: none left. */
static bool start_next(struct worker *worker, struct block **place)
{
    struct grid *grid = worker->grid;
    uint64_t number = atomic_fetch_add(&grid->next_block, 1);
    if (number >= grid->block_count)
        return false;
    if (!*place && !(*place = block_create(worker))) {
        launch_status_set(worker, LAUNCH_NO_MEMORY, true);
        return false;
    }
    block_start(*place, schedule_block(&worker->schedule, number));
    return true;
}

/* Runs blocks until none is left: the first place is used again and again,
 * further ones only while blocks do not get done.  These have another turn
 * when no new one can start: n blocks that wait for the last of them take n
 * turns, not n * n. */
static void run_blocks(struct worker *worker, struct block **resident,
                       uint32_t limit)
{
    uint32_t count = 0;
    bool more = true;
    while (!worker->stop && !atomic_load(&worker->grid->stop)) {
        bool starts =
            more && count < limit && schedule_starts(&worker->schedule, count);
        if (starts)
            more = start_next(worker, &resident[count]);
        bool started = starts && more;
        uint32_t from = started ? count++ : 0, before = count;
        if (!count)
            return;
        for (uint32_t i = count; i-- > from;) {
            if (!block_run(resident[i]))
                continue;
            block_finish(resident[i]);
            struct block *idle = resident[i];
            resident[i] = resident[--count];
            resident[count] = idle;
        }
        if (!started && count == before)
            schedule_stuck(&worker->schedule, count);
    }
}

static void *worker_main(void *arg)
{
    struct worker *worker = arg;
    uint32_t limit = resident_limit(worker->grid);
    struct block **resident = calloc(limit, sizeof *resident);
    if (!resident || !worker->sites) {
        launch_status_set(worker, LAUNCH_NO_MEMORY, true);
    } else {
        run_blocks(worker, resident, limit);
        for (uint32_t i = 0; i < limit; i++)
            block_destroy(resident[i]);
    }
    free(resident);
    return NULL;
}

/* What the sites of all workers counted, in those of the first. */
static void collect_sites(struct grid *grid, struct worker *workers,
                          uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (workers[0].sites && workers[i].sites)
            sites_merge(workers[0].sites, workers[i].sites,
                        grid->program->site_count);
    if (!workers[0].sites)
        return;
    sites_add(grid, workers[0].sites, &grid->launch->counters);
    if (!grid->launch->again)
        lines_report(grid, workers[0].sites);
}

/* The worst of what the workers met. */
static enum launch_status collect_workers(struct grid *grid,
                                          struct worker *workers,
                                          uint32_t count)
{
    enum launch_status status = LAUNCH_OK;
    collect_sites(grid, workers, count);
    for (uint32_t i = 0; i < count; i++) {
        counters_add(&grid->launch->counters, &workers[i].counters);
        grid->launch->waited |= workers[i].waited;
        grid->launch->fenced |= workers[i].fenced;
        grid->launch->answered |= workers[i].answered;
        if (workers[i].status && (!status || workers[i].status < status))
            status = workers[i].status;
        free(workers[i].sites);
    }
    return status;
}

/* Zeroed memory that shares no cache line with other memory; NULL: there is
 * none. */
static void *alloc_apart(size_t bytes)
{
    size_t whole = (bytes + APART - 1) / APART * APART;
    void *memory = aligned_alloc(APART, whole);
    return memory ? memset(memory, 0, whole) : NULL;
}

/* The calling thread is the first worker. */
static enum launch_status run_workers(struct grid *grid, uint32_t count)
{
    struct worker *workers = alloc_apart(count * sizeof *workers);
    pthread_t *threads = calloc(count, sizeof *threads);
    uint32_t started = 1;
    if (!workers || !threads) {
        free(workers);
        free(threads);
        return LAUNCH_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        workers[i].grid = grid;
        schedule_begin(&workers[i].schedule, grid->launch->seed,
                       grid->block_count);
        workers[i].sites =
            alloc_apart((grid->program->site_count + 1) * sizeof(struct site));
    }
    while (started < count &&
           pthread_create(&threads[started], NULL, worker_main,
                          &workers[started]) == 0)
        started++;
    worker_main(&workers[0]);
    for (uint32_t i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    enum launch_status status = collect_workers(grid, workers, count);
    free(workers);
    free(threads);
    return status;
}

/* ---- the launch --------------------------------------------------------- */

static void watch_allocation(struct allocation *al, void *number)
{
    if (!al->read_only && al->kind != MEMORY_HEAP)
        memory_watch(al, *(uint32_t *)number);
}

static void watch_symbol(struct allocation *al, void *number)
{
    if (al->kind == MEMORY_SYMBOL)
        watch_allocation(al, number);
}

/* Where a pointer leads, or the handle of a surface. */
static struct allocation *written_at(uint64_t address)
{
    struct allocation *al = memory_find(address);
    struct image image;
    if (!al || al->kind != MEMORY_OBJECT || al->size != sizeof image)
        return al;
    memcpy(&image, al->host, sizeof image);
    return memory_find(image.address);
}

/* Finds the allocations the kernel's stores may reach (flow.c). */
static void watch_written(struct grid *grid)
{
    uint64_t through = grid->program->stores_through;
    const struct launch *launch = grid->launch;
    if (through & THROUGH_ANYTHING) {
        memory_each(watch_allocation, &grid->number);
        return;
    }
    if (through & THROUGH_SYMBOLS)
        memory_each(watch_symbol, &grid->number);
    for (uint32_t i = 0; i < THROUGH_PARAMS; i++) {
        uint64_t address;
        if (!(through >> i & 1) || 8 * i + 8 > launch->kernel->param_bytes)
            continue;
        memcpy(&address, (const uint8_t *)launch->params + 8 * i, 8);
        struct allocation *al = written_at(address);
        if (al)
            watch_allocation(al, &grid->number);
    }
}

/* Where grid.sync() counts arrivals, as NVIDIA's driver gives it: its size,
 * then the barrier.  False: out of memory. */
static bool make_workspace(struct grid *grid)
{
    uint32_t workspace[2] = {sizeof workspace, 0};
    uint64_t bad;
    if (!grid->launch->cooperative)
        return true;
    grid->workspace = memory_allocate(sizeof workspace, MEMORY_HEAP, NULL);
    return grid->workspace &&
           memory_write(grid->workspace, workspace, sizeof workspace, &bad) &&
           memory_watch(memory_find(grid->workspace), grid->number);
}

/* Dynamic shared memory lies behind the static, and a gap. */
static void lay_out_shared(struct grid *grid)
{
    const struct program *program = grid->program;
    uint32_t dynamic = grid->launch->dynamic_shared;
    uint32_t start = (program->static_shared + 15) / 16 * 16;
    uint32_t gaps = program->gap_count + (program->static_shared > 0);
    grid->dynamic_start = start + gaps * GAP_BYTES;
    grid->shared_used = dynamic ? start + dynamic : program->static_shared;
    grid->shared_bytes =
        dynamic ? grid->dynamic_start + dynamic : program->shared_end;
    grid->gap_count = program->gap_count;
    memcpy(grid->gaps, program->gaps, sizeof program->gaps);
    if (dynamic && program->static_shared > 0)
        grid->gaps[grid->gap_count++] =
            (struct gap){.start = program->shared_end,
                         .bytes = grid->dynamic_start - program->shared_end};
}

static struct tapes *begin_tapes(const struct grid *grid)
{
    const struct gpu *gpu = grid->launch->recorded_for;
    if (!gpu)
        return NULL;
    struct tape_size size = {.blocks = grid->block_count,
                             .block_threads = block_threads(grid),
                             .multiprocessors = gpu->multiprocessors,
                             .resident_threads = gpu->threads,
                             .resident_blocks = gpu->blocks};
    return tapes_begin(size, tape_budget);
}

/* What a launch did that ended before its time is no measure of it. */
static void end_tapes(const struct grid *grid, enum launch_status status)
{
    struct launch *launch = grid->launch;
    if (!grid->tapes)
        return;
    tapes_end(grid->tapes);
    launch->tapes = status ? NULL : grid->tapes;
    if (status)
        tapes_free(grid->tapes);
}

/* Not at an edge of the grid, where there is one that is not. */
static uint64_t middle_block(struct dims grid)
{
    uint64_t x = (grid.x - 1) / 2, y = (grid.y - 1) / 2, z = (grid.z - 1) / 2;
    return (z * grid.y + y) * grid.x + x;
}

enum launch_status launch_run(struct launch *launch)
{
    if (!launch->budget)
        launch->budget = options()->budget;
    static uint32_t launches;
    const struct program *program = launch->kernel->program;
    struct dims size = launch->grid;
    if (!program) /* module_kernel has said why */
        return launch->kernel->no_memory ? LAUNCH_NO_MEMORY
                                         : LAUNCH_UNSUPPORTED;
    struct grid grid = {.launch = launch,
                        .program = program,
                        .number = ++launches,
                        .block_count = (uint64_t)size.x * size.y * size.z};
    lay_out_shared(&grid);
    grid.steps = launch->again ? NULL : steps_begin(&grid);
    uint32_t count = worker_count(&grid);
    launch->counters = (struct counters){0};
    launch->tapes = NULL;
    launch->waited = launch->fenced = launch->answered = false;
    grid.race = race_launch_begin(count > 1);
    if (!grid.race || !make_workspace(&grid)) {
        race_launch_end(grid.race);
        return LAUNCH_NO_MEMORY;
    }
    watch_written(&grid);
    grid.trace = launch->again ? NULL : trace_begin(launch);
    grid.tapes = begin_tapes(&grid);
    grid.traced_block = middle_block(size);
    memory_hold(true);
    progress_begin();
    enum launch_status status = run_workers(&grid, count);
    progress_end();
    memory_hold(false);
    trace_end(&grid);
    steps_end(grid.steps);
    end_tapes(&grid, status);
    if (grid.workspace)
        memory_free(grid.workspace);
    race_launch_end(grid.race);
    if (!launch->again)
        diagnostics_flush();
    return status;
}
