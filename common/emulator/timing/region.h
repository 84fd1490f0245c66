/*
 * region.h - what ptxas would make of the code that a warp ran.
 *
 * Idea: warps execute PTX one instruction after the other; a GPU executes what
 * ptxas made of it.  A region is a stretch without a branch in the middle: a
 * basic block, or several that ptxas joins (turns of a loop that it unrolls, a
 * short "if" that it predicates).  Its steps are machine instructions, in the
 * order in which they would be issued: what is folded into others has gone,
 * what is several instructions is there as such, loads stand as far ahead as
 * the order of memory lets them.
 * Guarantee: a region depends on the code, the GPU's constants and the way the
 * warp took; every load, store, atomic and barrier of its runs has its step.
 * Source: ptxas 13.0 for sm_90, its output read with nvdisasm
 * (region_cost.c and region_order.c say what was seen).
 */
#ifndef REGION_H
#define REGION_H

#include "base/gpu.h"
#include "code/code.h"
#include "timing/tape.h"

enum step_kind {
    STEP_COMPUTE,
    STEP_LOAD,
    STEP_STORE,
    STEP_ATOMIC, /* also without result */
    STEP_BARRIER,
    STEP_FENCE,  /* stores before it arrive before what follows is issued */
    STEP_COPIES, /* asynchronous copies become a group, or are waited for */
    STEP_BRANCH, /* a block's last, taken or not; also calls and returns */
    STEP_END     /* the warp's lanes, or some, are done */
};

/* Does it read or write memory? */
static inline bool step_is_access(unsigned kind)
{
    return kind == STEP_LOAD || kind == STEP_STORE || kind == STEP_ATOMIC;
}

/* What a warp instruction keeps busy, of its scheduler's. */
enum pipe {
    PIPE_NONE,    /* control, and what a warp does once: an issue slot alone */
    PIPE_FMA,      /* of float */
    PIPE_MULTIPLY, /* of int */
    PIPE_ALU,
    PIPE_DOUBLE,
    PIPE_SPECIAL,
    PIPE_CONVERT, /* between int and float; the same unit as PIPE_SPECIAL */
    PIPE_SHUFFLE,
    PIPE_MATRIX,  /* the tensor core, of doubles; keeps PIPE_DOUBLE busy */
    PIPE_MEMORY,
    PIPE_CONSTANT, /* LDC: constants that are indexed or under a condition */
    PIPE_COUNT
};

enum { STEP_READS = 17, STEP_WRITES = 4, NO_ENTRY = UINT16_MAX };

/* Loads are waited for by what they count down, of which there are six: who
 * waits for one load waits for all that share its count. */
enum { BOARDS = 6 };

/* Clocks that a condition takes longer where it is a guard than where it is an
 * operand: ptxas leaves 13 between a comparison and the branch, store or move
 * under its condition, and 4 to a selection. */
enum { GUARD_CLOCKS = 9 };

/* issues 0: it costs nothing and waits for nothing; what it writes is ready
 * when all it reads is. */
struct step {
    uint32_t pc;       /* the instruction that it comes from */
    uint8_t turn;      /* and the run of it, from where the region began */
    uint8_t kind, pipe;
    uint8_t issues;    /* machine instructions, one after the other */
    uint8_t passes;    /* of each through its pipe; 0: one */
    uint8_t fresh;     /* registers it reads that the one before it has not */
    bool joined;       /* load: part of the request of the step before */
    uint8_t board;     /* load: the count by which it is waited for */
    bool checks;       /* the branch around a slow way, by what it works on:
                        * where it was taken the tape has an access */
    bool mixes;        /* others' instructions stand between its own */
    uint16_t latency;  /* clocks from issue to result; 0: loads, atomics */
    uint8_t read_count, write_count;
    uint16_t reads[STEP_READS], writes[STEP_WRITES]; /* scoreboard entries */
    uint16_t guard;    /* entry of its condition; NO_ENTRY */
    bool keeps;        /* its last read is no operand: what it replaces if the
                        * condition holds */
};

/* What tells whether a loop of it is unrolled. */
struct region_size {
    uint16_t length;       /* machine instructions, with loads that became part
                            * of others */
    uint16_t weight;       /* in ptxas' measure */
    uint16_t unjoined;     /* the same before loads become part of others */
    uint16_t loads, inner; /* from memory that all share, and from others' */
};

struct region {
    uint32_t count;
    struct region_size size;
    bool meets;        /* lanes that may have parted meet in front of it */
    bool crowded;      /* loads go ahead only with more than 32 registers */
    struct step steps[];
};

/* Its machine instructions. */
unsigned region_issues(const struct region *region);

/* Where a warp is in its runs. */
struct region_place {
    uint32_t run, pc;
};

/* The regions of one program, made when first asked for.  One thread. */
struct regions;

/* NULL: out of memory. */
struct regions *regions_new(const struct program *program,
                            const struct gpu *gpu);
void regions_free(struct regions *regions); /* NULL is fine */

/* What ptxas has as one stretch of what comes next of the runs, count of them,
 * from a place on, which is moved behind it: at last to {count, 0}.  A step's
 * turn is counted from the run at which the place stood.  A step without an
 * access of its pc in that run was guarded off: it is issued all the same.
 * NULL: out of memory. */
const struct region *region_next(struct regions *regions,
                                 const struct tape_run *runs, uint32_t count,
                                 struct region_place *at);

/* Entries of a warp's scoreboard: all reads and writes are below. */
enum { REGION_ENTRIES = 8192 };

/* Was one of the regions made so far crowded? */
bool regions_crowded(const struct regions *regions);
/* Did one of them need more registers than a thread has? */
bool regions_spilled(const struct regions *regions);
/* 32-bit registers a thread would have: an estimate. */
unsigned regions_registers(const struct regions *regions);

#endif
