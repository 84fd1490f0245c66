/*
 * machine.h - the machine that runs decoded code: grids of blocks of warps.
 *
 * One decoded instruction is dispatched once for 32 lanes.  Lanes are numbered
 * 0..31; a mask has bit l set for lane l.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include "base/hot.h"
#include "base/limits.h"
#include "code/code.h"
#include "launch.h"
#include "schedule.h"
#include "memory/memory.h"
#include "memory/race.h"
#include "memory/shadow.h"
#include "memory/transactions.h"
#include "tell/finding.h"
#include "timing/tape.h"

/* Registers and parameter memory of one activation. */
struct frame {
    const struct code *code;
    uint8_t *slots;      /* 64-byte aligned */
    uint8_t *params;     /* [lane][param_bytes] */
    uint32_t local_base; /* where its .local begins, per thread */
    uint32_t depth;      /* of calls; 0: the entry */
    struct frame *caller;
    const struct call *call; /* the call it answers; NULL: entry */
    struct frame *next_free;
};

enum split_state { SPLIT_READY, SPLIT_AT_BARRIER, SPLIT_AT_SYNC };

/* Lanes of a warp that share one pc. */
struct split {
    struct frame *frame;
    uint32_t pc;
    uint32_t mask;
    uint32_t join_pc;  /* where it merges into parent; EXIT_PC: at ret */
    int32_t parent;    /* index of the join it returns to; -1: none */
    enum split_state state;
    uint32_t barrier;  /* AT_BARRIER: its number */
    uint32_t expected; /* AT_BARRIER: threads it counts for; 0: all */
    uint32_t member;   /* AT_SYNC: lanes named by the mask */
    bool released;     /* the barrier it stood at is complete */
    bool judged;       /* AT_BARRIER: whether the warp came as one is known */
    bool diverged;     /* AT_BARRIER: it did not, and that is reported */
    bool forced;       /* AT_SYNC: go on without the missing lanes */
};

/* Where the splits of one branch (or call) meet again. */
struct join {
    struct frame *frame;   /* in which execution goes on */
    struct frame *callee;  /* call: the activation that ends; else NULL */
    uint32_t pc, join_pc;
    int32_t parent;
    uint32_t arrived, expected;
    bool in_use;
};

/* What stopwatch.c knows of a warp.  Its block's barriers part time into
 * turns, which are counted from 1. */
struct stopwatch {
    uint64_t seen;       /* of the worker's counts, when last looked at */
    uint64_t work;       /* in this turn */
    uint64_t worked_in;  /* the last turn with work; 0: none */
    uint64_t stopped_in; /* that of the last reading */
    uint32_t readings;   /* of the clock */
    bool starts, stops;  /* the first, the last one is true for the block */
};

struct warp {
    struct block *block;
    uint32_t index;        /* in the block */
    uint32_t lanes;        /* lanes that exist */
    uint32_t live;         /* not exited */
    struct split splits[WARP_SIZE];
    uint32_t split_count;
    uint32_t current;      /* which split runs */
    struct join *joins;
    uint32_t join_count;
    size_t join_room;
    struct frame *frames_free;
    struct frame entry;    /* kept from block to block */
    uint8_t *local;        /* of its lanes (local.h), lazily mapped; NULL */
    struct shadow *local_shadow; /* of local; NULL: not looked at yet */
    struct unset *unset;   /* marks on registers (unset.h); or NULL */
    bool tracks;           /* there are some */
    uint64_t instructions; /* of this block's run */
    uint64_t global_loads;
    uint64_t load_bytes;   /* from global memory, every lane's */
    uint64_t turn;         /* instructions since splits last took turns */
    uint64_t strong_reads; /* atomics and volatile loads since then */
    uint32_t patience;     /* turns with few of them, lanes waiting */
    bool asked;            /* it had an answer of an atomic: others' turn */
    struct stopwatch stopwatch;
    struct tape_writer *tape; /* what it does is recorded; NULL: it is not */
};

struct barrier {
    uint32_t arrived;      /* threads that arrived without waiting */
    uint32_t arrived_warps;
    uint32_t popc, disagree, agree; /* bar.red, since the last release */
    uint32_t result_popc;
    bool result_and, result_or;
};

struct block {
    struct worker *worker;
    struct dims id;
    uint64_t number;         /* linear */
    struct warp *warps;
    uint32_t warp_count, threads;
    uint8_t *shared;
    uint32_t shared_bytes;
    struct shadow *shadow;   /* of shared */
    struct race_block *race; /* clocks, and shared cells */
    struct barrier barriers[NAMED_BARRIERS];
    uint64_t clock;          /* warp instructions so far */
    uint64_t sectors;        /* global, for the busiest block */
    uint64_t meetings;      /* barriers of all its threads, completed */
    bool met_first;         /* the first of them, before it loaded anything */
    bool asked;             /* it had an answer of an atomic: other blocks'
                             * turn (grid.c) */
    bool running;
    struct trace *trace;     /* NULL: it is not traced */
    struct block_steps *steps; /* NULL: its steps are not written */
    bool watched;            /* either is not NULL */
    struct copies *copies;   /* on their way (copies.h); NULL: none yet */
    size_t copying;          /* how many */
    struct mbarriers *mbarriers; /* in its shared memory; NULL: none yet */
    uint64_t events;         /* that somebody who waits may wait for */
    bool bulk;               /* its kernel copies in bulk, and so it has */
    struct proxies *proxies; /* stores without a fence; NULL: none yet */
    struct tape_block *tape; /* NULL: it is not recorded */
};

/* Per worker and per access in the code: counts, and the last allocation. */
struct site {
    struct allocation *last;
    uint64_t previous; /* offset of the first lane then */
    uint32_t low, high; /* of the array in shared memory */
    struct allocation *lowest; /* of those met, the one of the lowest id */
    uint32_t lowest_high;      /* of the arrays met; 0: none */
    uint64_t requests, sectors, bytes; /* global memory */
    uint64_t shared_requests, wavefronts, conflicts;
};

struct grid;

/* What one host thread writes to and another uses stands so far apart that no
 * cache line, nor the one fetched beside it, goes to and fro between them. */
#define APART 128

/* One host thread with the blocks it runs. */
struct worker {
    _Alignas(APART) struct grid *grid;
    struct site *sites;        /* [program->site_count], apart */
    struct counters counters;
    uint64_t executed;         /* warp instructions not in grid->executed yet */
    enum launch_status status; /* the worst so far */
    bool waited;               /* launch.waited */
    bool fenced;               /* launch.fenced */
    bool answered;             /* launch.answered */
    struct schedule schedule;
    bool stop;                 /* this worker runs nothing more */
};

/* One launch, shared by its workers. */
struct grid {
    struct launch *launch;
    const struct program *program;
    uint32_t number;           /* counts launches, from 1 */
    uint64_t block_count;
    uint32_t shared_bytes;     /* static and dynamic, with gaps */
    uint32_t shared_used;      /* the same without */
    struct gap gaps[MAX_GAPS + 1];
    uint32_t gap_count;
    uint32_t dynamic_start;    /* where dynamic shared memory begins */
    uint64_t workspace;        /* cooperative: address of its barrier */
    struct race_launch *race;
    struct trace *trace;       /* NULL: nobody asked for one */
    uint64_t traced_block;
    struct steps *steps;       /* NULL: nobody asked for them */
    struct tapes *tapes;       /* NULL: no time is asked for */
    _Atomic bool stop;
    _Atomic bool told;         /* where it was when a signal came */
    _Alignas(APART) _Atomic uint64_t next_block;
    _Atomic uint64_t executed; /* warp instructions, for the budget */
    _Atomic uint32_t errors;   /* wrong accesses; too many end the launch */
    _Atomic uint32_t waits;    /* for stores of others that are under way */
};

/* A mask that is not 0: its lowest lane. */
INLINE unsigned first_lane(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* ---- execute.c ---------------------------------------------------------- */

enum run_result { RUN_BLOCKED, RUN_DONE, RUN_SLICE, RUN_LOOKS, RUN_STOPPED };

/* Runs until every lane has exited (DONE), every split waits (BLOCKED), about
 * slice instructions have gone (SLICE), all splits do little but look at
 * memory, as for a flag that is not set yet (LOOKS), or the launch is to
 * end. */
enum run_result warp_run(struct warp *warp, uint64_t slice);

/* ---- warp.c ------------------------------------------------------------- */

/* The instruction a split stands at. */
const struct insn *split_insn(const struct split *split);
/* A finding at an instruction, seen from a lane; title and the rest empty. */
struct finding finding_at(const struct warp *warp, const struct insn *insn,
                          unsigned lane, enum tool tool);
/* Is one like it told already, of these lanes or earlier ones?  Then it is
 * counted (diagnose_again). */
bool finding_again(const struct warp *warp, uint32_t lanes,
                   struct finding_key key);
/* The launch will return this status; stop: and ends now. */
void launch_status_set(struct worker *worker, enum launch_status status,
                       bool stop);
/* Lanes that a split at a .sync waits for, given those that are present.  Of
 * those that its mask names, PTX waits for the ones that have not exited. */
uint32_t split_missing(const struct warp *warp, const struct split *split,
                       uint32_t present);
/* The lanes that wait where a split does, at the same kind of .sync for the
 * same lanes, and its own. */
uint32_t split_present(const struct warp *warp, const struct split *split);
/* Puts every lane at the start of the entry. */
void warp_start(struct warp *warp);
/* A barrier has been completed: lanes that stood at it as one are one split. */
void split_unite(struct warp *warp);
/* Gives back what the warp holds for calls. */
void warp_release(struct warp *warp);

/* ---- frame.c ------------------------------------------------------------ */

/* Coordinates of a lane in the block. */
struct dims thread_of(const struct warp *warp, unsigned lane);
/* Fills the slots of constants and of special registers that are the same
 * for every block; then those that are not. */
void frame_constants(struct frame *frame, const struct warp *warp);
void frame_specials(struct frame *frame, const struct warp *warp);

/* ---- shared_arrays.c ---------------------------------------------------- */

/* Where the array in shared memory begins that holds an offset. */
uint32_t shared_array_start(const struct grid *grid, uint64_t offset);
/* What the source calls the one that begins there; made in text. */
const char *shared_array_name(const struct grid *grid, uint32_t start,
                              char *text, size_t n);
/* As the hardware would have it, which knows no gaps. */
uint64_t shared_told_offset(const struct grid *grid, uint64_t offset);

/* ---- sync.c ------------------------------------------------------------- */

/* What the lanes of a warp count for at a barrier for so many threads: all
 * that live count as a full warp. */
uint32_t barrier_threads(const struct warp *warp, uint32_t lanes);

/* ---- stopwatch.c: for kernels that read the clock ----------------------- */

/* A turn of the warp begins; or ends, before any other warp runs. */
void stopwatch_turn(struct warp *warp, bool begins);
/* It reads the clock. */
void stopwatch_read(struct warp *warp);
/* All threads of the block have met. */
void stopwatch_meet(struct block *block);
/* A block that ended: clock_starts, clock_stops. */
void stopwatch_count(const struct block *block, struct counters *counters);

/* ---- access*.c: loads, stores and atomics of a warp --------------------- */

/* Each executes one instruction for the lanes of mask, mask != 0. */
typedef void access_function(struct warp *warp, struct frame *frame,
                             const struct insn *insn, uint32_t mask);
access_function global_load, global_store, global_atomic;
access_function shared_load, shared_store, shared_atomic;
access_function local_load, local_store;
access_function generic_load, generic_store, generic_atomic;
access_function bulk_load, bulk_store; /* bulk.c */
access_function texture_load, surface_load, surface_store, image_query;
/* Adds what one worker's sites counted to another's. */
void sites_merge(struct site *to, const struct site *from, uint32_t count);
/* Adds what the sites counted. */
void sites_add(const struct grid *grid, const struct site *sites,
               struct counters *counters);

#endif
