/*
 * mbarriers.h - the mbarriers of a block, which lie in its shared memory.
 *
 * Guarantee: who uses one that was not initialised, or arrives once more than
 * it counts, is told; so are threads that wait for a phase while all that the
 * block does is to wait, with what is missing.
 * Source: PTX ISA 9.0, 9.7.13.15 "mbarrier"; code.h has the layout.
 */
#ifndef MBARRIERS_H
#define MBARRIERS_H

#include "machine.h"

/* What an operation on it leaves, of n threads or bytes.  With the last thread
 * and the last byte a phase is complete. */
uint64_t mbarrier_next(uint64_t old, enum atomic_op op, uint64_t n);

/* mbarrier.init, behind the store of its counts; mbarrier.inval. */
access_function mbarriers_init, mbarriers_inval;
/* cp.async.mbarrier.arrive: what lanes have copied so far arrives there. */
access_function mbarriers_bind;
/* Lanes are about to change or to look at those at these offsets; all but
 * these lanes may. */
uint32_t mbarriers_refused(struct warp *w, const struct frame *frame,
                           const struct insn *insn, uint32_t mask,
                           const uint32_t offset[WARP_SIZE]);
/* What lanes take for one is not in shared memory, or at no multiple of 8. */
void mbarriers_misplaced(struct warp *w, const struct insn *insn,
                         uint32_t lanes);
/* They have looked: is the phase that they wait for complete?  What it stands
 * for has happened then. */
access_function mbarriers_test;
/* Is there one at this offset, for a copy that a lane issues?  False: that is
 * told.  Then, the copy's bytes are there. */
bool mbarriers_known(struct warp *w, const struct insn *insn, unsigned lane,
                     uint64_t offset);
void mbarriers_complete(struct warp *w, uint64_t offset, uint32_t bytes);
/* The number of the phase that is not complete yet, modulo a small power of
 * two. */
unsigned mbarriers_phase(const struct block *b, uint32_t offset);
/* After a round of the block's warps that did nothing but look: has it been so
 * for long, and only mbarriers were tested?  Then that is told. */
bool mbarriers_stuck(struct block *b);
/* The block begins, or goes. */
void mbarriers_forget(struct block *b);
void mbarriers_release(struct block *b);

#endif
