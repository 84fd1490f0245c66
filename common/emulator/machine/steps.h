/*
 * steps.h - what every warp of a small launch did, step by step: PTXRUN_STEPS.
 *
 * A step is an access to memory, a barrier, a shuffle, or arithmetic on values
 * that came from memory; a row of a CSV has one step of one warp, with lists
 * of what its lanes did:
 *
 *   step           counts from 1, over warps, blocks and launches, in the order
 *                  in which they were executed
 *   launch, block, warp
 *   file, line, column
 *   kind           launch, load, store, atomic, shuffle, barrier, syncwarp;
 *                  fault: an access that is wrong, and moves nothing;
 *                  add, mul, fma, min, max and the like; cut: there were more
 *                  steps than are kept
 *   space, array   of an access; the name of a kernel; of a fault, what is
 *                  wrong
 *   allocation     of an array in global memory, its number
 *   start          of an array in shared memory, in bytes, as on hardware
 *   type           of the values: f32, s64, ...
 *   passes         of an access: wavefronts, or sectors
 *   lanes          which took part, as a mask in hexadecimal
 *   offsets        in bytes from where the array begins; of a shuffle, which
 *                  lanes are read; of a launch, the grid and the block
 *   values         what was loaded, stored, added, handed on, came out
 *   a, b, c        nodes: where the operands came from
 *
 * Lists are of the lanes that took part, in their order, with spaces between.
 * A value that a step brought about is a node: 32 times the step, plus the
 * lane.  0: it came from nowhere that is known, as a constant; of a load: its
 * place was not written in this run.  What is stored is a node of its own, and
 * so is what is loaded from there.
 * Guarantee: steps are those that would be without being watched, on one host
 * thread; without the option a null pointer is looked at and nothing else done.
 */
#ifndef STEPS_H
#define STEPS_H

#include "machine.h"

/* Of a launch, if PTXRUN_STEPS asks; NULL otherwise. */
struct steps *steps_begin(const struct grid *grid);
void steps_end(struct steps *steps);
/* Of a block that starts; NULL: it is not watched, or there is no memory. */
struct block_steps *steps_block_begin(struct steps *steps,
                                      const struct block *block);
void steps_block_end(struct block_steps *steps);

/* Are steps of a block that is watched still kept? */
bool steps_wanted(void);
/* Around one instruction of the running split, of a block that is watched. */
void steps_before(struct warp *warp);
void steps_after(struct warp *warp);
/* Within it, before data moves: an access (al NULL: shared memory), a
 * shuffle, from whose lane each reads, lanes that come to a barrier. */
void steps_access(struct warp *warp, uint32_t mask, struct allocation *al,
                  const uint64_t offset[WARP_SIZE], uint32_t passes);
void steps_shuffle(struct warp *warp, const struct insn *insn, uint32_t mask,
                   const int from[WARP_SIZE]);
void steps_barrier(struct warp *warp, const struct insn *insn, uint32_t mask);
/* Lanes whose access is wrong: "read of 4 bytes past the end of A". */
void steps_fault(struct warp *warp, const struct insn *insn, uint32_t lanes,
                 const char *what);

#endif
