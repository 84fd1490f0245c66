/*
 * region_code.h - what is known of one function before any of it is joined
 * into regions.
 */
#ifndef REGION_CODE_H
#define REGION_CODE_H

#include "code/code.h"

/* A register's number: its slot / 64; those that nobody writes have none. */
enum { NO_REGISTER = UINT16_MAX };

/* A loop all in one piece, but for ifs that are predicated. */
struct region_loop {
    uint32_t latch;    /* the last instruction; 0: there is no such loop */
    uint32_t trips;    /* turns, where it is the same each time; 0 */
    uint8_t unrolled;  /* turns of the source in one, so far */
    bool shy;          /* clang leaves it alone, for what is in it, but for
                        * what together.awk lets it */
    bool calls;        /* or has a second way out: ptxas leaves it alone */
    bool acts;         /* does what lanes without a turn must not do */
    bool apart;        /* lanes may have different numbers of turns */
    bool steps;        /* it counts by a constant */
    bool counts;       /* in a way that ptxas sees through */
    bool by_nvvm;      /* and has been unrolled already */
    bool chained;      /* by several sums, one after the other */
    bool down;         /* to less */
    bool uncounted;    /* NVVM does not know how many turns there are */
    uint8_t turns;     /* that are one region; 0: not known yet */
    bool limited;      /* ends where fewer turns are left: region_turns.h */
};

/* What is known of the last bits of a value: so many of them, at most 4. */
struct ending {
    uint8_t known, bits;
};

struct region_code {
    const struct code *code;
    bool by_nvvm;          /* else what NVVM would do is foreseen */
    bool *starts;          /* [instruction]: of a basic block */
    uint32_t *block_of;    /* [instruction] */
    uint32_t *first;       /* [block, count + 1] */
    uint32_t block_count;
    uint16_t *number;      /* [slot / 64]: of a register that is written */
    uint8_t *bytes;        /* [register]: 0, 2, 4, 8 as far as is seen */
    bool *cheap;           /* [register]: takes none of a thread's registers:
                            * a parameter or the like, or uniform */
    bool *given;           /* [register]: a parameter or a copy of one */
    bool *even;            /* [register]: the same in all lanes, and takes one
                            * all the same */
    bool *tested;          /* [register]: bits that are compared with a number,
                            * or made of such: takes one of a thread's */
    bool *offset;          /* [register]: moves several addresses at once; NVVM
                            * moves each */
    uint64_t *varying;     /* [register]: what of it is not uniform, the same
                            * number for the same; 0: not known */
    uint8_t elements_words; /* registers of 32 bits that arrays take */
    bool parted;            /* a block is too long to be put in order as one */
    uint32_t register_count;
    uint32_t first_entry;  /* of the scoreboard: that of register 0 */
    uint32_t *constant;    /* [slot / 64]: 1 + index in code->constants; 0 */
    uint64_t *live;        /* [block + 1][words]: read before it is written */
    uint32_t words;
    bool *wide;            /* [register]: only ever a product of two ints */
    bool *narrow;          /* [register]: of 64 bits, and 32 are enough */
    bool *counter;         /* [register]: of 64 bits, holds numbers and sums of
                            * itself and a number alone */
    bool counts_wide;      /* such a one is compared: the source has 64 bits */
    struct ending *ending; /* [register] */
    struct region_loop *loops; /* [instruction]: of which it is the head */
    uint32_t *over;        /* [instruction]: of a predicated one, where what
                            * it jumps over ends */
    bool *idle;            /* [instruction]: a jump that belongs to one of
                            * these, or to the next instruction */
    uint32_t *inside;      /* [instruction]: of a branch that is gone, where
                            * the loop goes on if it is taken; 0 */
    bool *predicated;      /* [instruction]: a branch that is none: what it
                            * jumps over is predicated */
    bool *gone;            /* [instruction]: a branch out of a loop that nvcc
                            * has counted away */
    bool *parts;           /* [instruction]: the first branch at which lanes
                            * part that meet again in one place */
    bool *meets;           /* [instruction]: lanes that may have parted meet in
                            * front of it */
    bool *soft;            /* [instruction]: a block begins only because such
                            * branches lead there */
};

/* Instructions of PTX that are put in order together: about so many at most. */
enum { LONGEST_REGION = 4096 };

/* What is known without ifs and loops.  by_nvvm: the code is nvcc's, and has
 * been unrolled by its front end.  False: out of memory. */
bool region_code_find(struct region_code *facts, const struct code *code,
                      bool by_nvvm);
void region_code_free(struct region_code *facts);

/* Is an atomic a loop of compare-and-swap in shared memory?  Ints of 32 bits
 * are added there, and swapped; the rest is tried. */
bool region_tries(const struct insn *insn);

/* Marks ifs that are predicated. */
void region_ifs_find(struct region_code *facts);
/* These, and loops in one piece. */
void region_loops_find(struct region_code *facts);

/* Where lanes meet: of ifs and loops that are known.  False: out of memory. */
bool region_meets_find(struct region_code *facts);

uint16_t region_register(const struct region_code *facts, uint32_t slot);
/* Is it written by one of the instructions from .. to, both included? */
bool region_is_written(const struct region_code *facts, uint32_t from,
                       uint32_t to, uint16_t reg);
/* Does what holds for an instruction hold for all that read the slot? */
typedef bool region_reads(const struct region_code *facts, uint32_t at,
                          uint32_t slot);
bool region_only_read(const struct region_code *facts, uint32_t slot,
                      region_reads *fits);
/* Is it one of the few registers for conditions? */
bool region_is_predicate(const struct region_code *facts, uint16_t reg);
/* Registers of 32 bits that it takes. */
uint8_t region_words(const struct region_code *facts, uint16_t reg);
/* Is it a counter of 64 bits? */
bool region_counts(const struct region_code *facts, uint32_t slot);
/* The value of a constant; false: the slot has none. */
bool region_constant(const struct region_code *facts, uint32_t slot,
                     int64_t *value);
/* May what the register holds in front of an instruction be read?  That
 * begins a block, or is the end. */
bool region_live(const struct region_code *facts, uint32_t at, uint16_t reg);

#endif
