/*
 * tape.h - what the warps of a launch did, kept to be played again.
 *
 * Idea: a time is modelled by playing what warps executed on a simulation of
 * one multiprocessor.  While a launch runs, each warp writes down the stretches
 * of instructions it executed and, of each access, the lines or passes it
 * took: a tape.  Of a launch that is too long for that, only the blocks of one
 * multiprocessor have tapes, the first of them: of the one in the middle of the
 * grid or, where these have more work, at its ends.  Of blocks too long for
 * that, tapes end early.  What concerns the whole GPU is counted over all
 * blocks.
 *
 * Guarantee: the same for any number of host threads, as long as what a block
 * executes does not depend on when others do.  Nothing is recorded, and little
 * more than a pointer looked at, unless a launch was given a struct tapes.
 */
#ifndef TAPE_H
#define TAPE_H

#include "base/limits.h"
#include "code/code.h"
#include "memory/transactions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Instructions [from, to) of one function, one after the other.  A branch that
 * was taken is the last; barriers, shuffles and branches not taken may stand
 * anywhere.  Lanes apart have runs of their own, in the order in which they
 * were executed here. */
struct tape_run {
    uint32_t function;  /* index in program->functions */
    uint32_t from, to;  /* of its instructions */
    uint32_t accesses;  /* that follow those of the run before */
    uint8_t lanes;      /* active at its start */
};

/* What one instruction accessed for the lanes that were active, one at least
 * (but for tape_slow_way); in the order of execution.  Where they met several
 * allocations or spaces, several of the same pc stand side by side, a part of
 * the lanes each. */
struct tape_access {
    uint32_t pc;
    uint16_t passes;   /* shared: wavefronts, and of other memory what these
                        * would be, as L1 has the same banks; constant:
                        * different values */
    uint16_t pieces;   /* global, local: lines of the tape that are its own */
    uint8_t space;     /* enum ptx_space: never PTX_GENERIC */
    uint8_t lanes;
    union {
        struct {
            uint8_t most_same; /* atomics: the most lanes that share an
                                * address; 1 if ptxas lets one lane do it for
                                * all */
            uint8_t where;     /* of shared memory: that address, of so many
                                * words */
        };
        uint8_t wide[2]; /* loads of shared memory: passes if each lane took
                          * the 8, or 16, bytes around; 0: as many as such
                          * loads have without conflicts */
        uint8_t apart;   /* loads of global memory: passes if lines that L1
                          * looks up at once are passed on by themselves */
    };
};

/* Of 128 bytes; parts of 32.  Those of local memory are numbered as the
 * hardware lays it out, lanes side by side: LOCAL_LINES, the warp's number in
 * the block, the line of the warp. */
struct tape_line {
    uint64_t line;   /* address / TAPE_LINE_BYTES */
    uint8_t sectors; /* a bit for each part touched */
    uint8_t full;    /* stores: for each part written whole */
    uint8_t turns;   /* atomics: of each part the most lanes that share an
                      * address, all parts together */
};
enum { TAPE_LINE_BYTES = 128 };
#define LOCAL_LINES (1ull << 56)
enum { LOCAL_WARP_SHIFT = 20 };

struct tape_warp {
    struct tape_run *runs;
    struct tape_access *accesses;
    struct tape_line *lines;
    uint32_t run_count, access_count, line_count;
    uint64_t instructions; /* executed, what is cut off included */
    bool cut;              /* it did more than stands here */
};

struct tape {
    uint64_t block;        /* its number, linear */
    struct tape_warp *warps;
    uint32_t warp_count;
    uint64_t instructions; /* of its warps, what is cut off included */
    bool cut;              /* one of its warps is */
};

/* The work of so many blocks as stand side by side. */
struct tape_work {
    uint64_t instructions, sectors; /* of all */
};

/* A block touched a line of global memory.  Only of a sample of lines: those
 * for which tape_samples(). */
struct tape_touch {
    uint64_t block, line;
    uint32_t loads;            /* requests */
    uint8_t loaded, changed;   /* parts of 32 bytes; changed: by stores and
                                * atomics */
};

/* Of atomics on global memory: the part of 32 bytes that has the most, and the
 * slice of L2 that has.  And of stores, and of loads past L1. */
struct tape_hot {
    uint64_t requests; /* of warps */
    uint64_t serial;   /* lanes that share an address one after the other */
    uint64_t slice;    /* the same, all parts of the slice together */
    uint64_t stores;   /* requests that write a part of one sector, the most */
    uint64_t looks;    /* loads past L1 of one sector, the most */
    uint64_t changes;  /* and atomics there */
    bool looked;       /* one that has atomics is loaded past L1 */
};

/* Lines that L1 looks up in a clock at most: one in each bank of its tags;
 * which bank has a line. */
enum { TAG_BANKS = 4 };
unsigned tape_tag_bank(uint64_t line);
/* Clocks in which so many lines are looked up: of those that share a bank, the
 * most. */
unsigned tape_tag_clocks(const struct tape_line *lines, uint32_t count);

/* Slices of L2, of an H200; which of them has a line; atomics there. */
enum { TAPE_SLICES = 94 };
size_t tape_slice(uint64_t line);
struct tape_updates {
    uint32_t turns; /* of lanes, as in tape_line */
    bool several;   /* more than one line has some */
};

/* An address where lanes compare and swap what they have read: so many. */
struct tape_swaps {
    uint64_t address;
    uint32_t count;
};

/* A launch.  The arrays are its own. */
struct tapes {
    struct tape *tapes;        /* by number of their block */
    size_t count;
    uint64_t block_count;      /* of the launch */
    uint32_t block_warps;      /* of a block */
    uint32_t multiprocessors;  /* that have blocks */
    bool sampled;              /* tapes are of one of them only: of the first
                                * blocks with number % multiprocessors ==
                                * sample, of all of these if complete */
    uint32_t sample;
    bool complete;
    bool failed;               /* out of memory: no model */
    struct tape_work *work;    /* [work_count], blocks_each blocks in each */
    uint32_t work_count;
    uint64_t blocks_each;
    struct tape_hot hot;
    uint64_t atomic_requests;  /* global, of warps: as counted in hot */
    struct tape_updates *slices; /* [TAPE_SLICES]; NULL: no atomics */
    struct tape_swaps *swaps;  /* all, if they are few; in no order */
    size_t swap_count;
    struct tape_touch *touches; /* by block, then as met in it */
    size_t touch_count;
    uint64_t touch_rate;       /* one line of so many is in the sample */
    uint64_t footprint_bytes;  /* touched by anybody, about: from the sample */
    struct tape_keeper *keeper; /* while it is recorded: tape.c */
};

/* ---- a launch is recorded ----------------------------------------------- */

struct tape_size {
    uint64_t blocks;
    uint32_t block_threads;
    uint32_t multiprocessors; /* of the GPU */
    uint32_t resident_threads, resident_blocks; /* of a multiprocessor */
};

/* Bytes of tapes: of all blocks; where that is not enough, of the sampled. */
struct tape_budget { size_t all, sampled; };
extern const struct tape_budget tape_budget;

/* NULL: out of memory. */
struct tapes *tapes_begin(struct tape_size size, struct tape_budget budget);
/* All blocks have ended.  What is left in tapes is for the model to read. */
void tapes_end(struct tapes *tapes);
void tapes_free(struct tapes *tapes); /* NULL: nothing */

/* Of sampled tapes: how many blocks their multiprocessor has, with tapes or
 * not. */
uint64_t tapes_sample_size(const struct tapes *tapes);

/* Is the line in the sample of which one in rate (a power of 2) is taken? */
bool tape_samples(uint64_t line, uint64_t rate);

/* ---- one block: on one host thread -------------------------------------- */

struct tape_block;
struct tape_writer; /* of one warp */

/* NULL: out of memory; the launch goes on. */
struct tape_block *tape_block_begin(struct tapes *tapes, uint64_t block);
struct tape_writer *tape_writer(struct tape_block *block, uint32_t warp);
/* The block has ended, with so many sectors of global memory; NULL: nothing. */
void tape_block_end(struct tape_block *block, uint64_t sectors);

/* A warp went straight on from one instruction to another; what it accessed
 * on the way has been recorded.  Of a stretch that goes on where the one
 * before ended, with the same lanes, both become one run. */
void tape_ran(struct tape_writer *writer, const struct code *code,
              uint32_t from, uint32_t to, uint32_t mask);

/* An access to global or constant memory: base + offset[l] for each lane of
 * the mask, not 0. */
void tape_global(struct tape_writer *writer, uint32_t pc,
                 const struct insn *insn, uint32_t mask,
                 enum access_pattern pattern, uint64_t base,
                 const uint64_t offset[WARP_SIZE]);
/* A full warp's load at one stride. */
void tape_strided(struct tape_writer *writer, uint32_t pc,
                  const struct insn *insn, uint64_t first, uint64_t stride);
/* Of atomics: the lanes' offsets; else NULL.  A load's passes are those that it
 * has where groups of lanes at one place are served as one. */
void tape_shared(struct tape_writer *writer, uint32_t pc, uint32_t mask,
                 uint32_t passes, const uint64_t *offset);
/* A load whose lanes are not side by side, of width bytes each. */
void tape_shared_load(struct tape_writer *writer, uint32_t pc, uint32_t mask,
                      unsigned width, const uint32_t offset[WARP_SIZE]);
/* Each lane at an offset of its own local memory. */
void tape_local(struct tape_writer *writer, uint32_t pc,
                const struct insn *insn, uint32_t mask,
                const uint64_t offset[WARP_SIZE]);
/* A division or a root took its slow way: an access without lanes, of
 * parameters. */
void tape_slow_way(struct tape_writer *writer, uint32_t pc);

#endif
