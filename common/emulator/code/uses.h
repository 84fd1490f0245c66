/*
 * uses.h - which slots an instruction reads and which it writes, and what
 * becomes of loaded values.
 */
#ifndef USES_H
#define USES_H

#include "matrix.h"

/* Slots, without NO_SLOT; one may stand there twice.  The most has an mma: its
 * guard, all lanes, A, B and C. */
enum { MOST_USES = 2 + MATRIX_A + MATRIX_B + MATRIX_C };
struct uses {
    uint32_t slot[MOST_USES];
    unsigned count;
};

/* Its guard is one of those that it reads; a lane of it that is not active
 * keeps what it had in those that it writes. */
struct uses uses_read(const struct insn *insn);
struct uses uses_written(const struct insn *insn);

/* Is what it writes worked out from what it reads, in registers, lane by lane?
 * False: it loads, stores, branches, or lanes act together. */
bool uses_pass_on(const struct insn *insn);
/* May what is in a slot in front of instruction `from` be read, there or on a
 * way from there?  Also true if there is no memory to find out. */
bool uses_follow(const struct code *code, uint32_t from, uint32_t slot);

/* May it see what other warps or blocks did, while they run? */
bool uses_look(const struct insn *insn);
/* Do instructions [from, to), a loop without branches but the last, wait for
 * what somebody else does, and do nothing else: no turn leaves anything to the
 * next? */
bool uses_wait(const struct code *code, uint32_t from, uint32_t to);

/* Marks the atomics whose result nobody reads, and those that ptxas makes one
 * of for the warp: its lanes have one address, as the code shows.  False: out
 * of memory. */
bool uses_of_atomics(struct code *code);
/* Marks the loads whose value may be thrown away: compilers load what stands
 * behind a condition first and select then, or load before they branch.
 * False: out of memory. */
bool uses_of_loads(struct code *code);

#endif
