/*
 * copies.h - asynchronous copies into shared memory (cp.async), and bulk
 * copies into it and from it, that nobody has waited for yet.
 *
 * Idea: a copy is done when it is issued, as early as it may be; until its
 * thread has waited for its group, or somebody has seen the phase of its
 * mbarrier complete, it may as well not be.
 * Guarantee: every access to bytes that it may still write, or store to those
 * that it may still read, is told, whoever makes it; and once it was waited
 * for, it counts as done then (racecheck), so that other threads need a
 * barrier behind the wait, or the mbarrier themselves.
 * Source: PTX ISA 9.0, "cp.async.commit_group", "cp.async.wait_group",
 * "cp.async.mbarrier.arrive", "cp.async.bulk.wait_group", "mbarrier".
 */
#ifndef COPIES_H
#define COPIES_H

#include "machine.h"

/* Lanes of a warp copy to these offsets. */
void copies_issue(struct warp *w, const struct insn *insn, uint32_t mask,
                  const uint32_t offset[WARP_SIZE]);
/* A lane copies in bulk, to these bytes or from them (bulk_load, bulk_store);
 * the former are there when the mbarrier's phase is complete. */
void copies_issue_bulk(struct warp *w, const struct insn *insn, unsigned lane,
                       uint32_t offset, uint32_t bytes, uint32_t barrier,
                       unsigned phase);
/* commit_group, wait_group, wait_all, of either kind. */
void copies_step(struct warp *w, const struct insn *insn, uint32_t mask);
/* Lanes' copies so far arrive at these mbarriers, in these phases, when they
 * are done. */
void copies_bind(struct warp *w, uint32_t lanes,
                 const uint32_t barrier[WARP_SIZE],
                 const uint32_t phase[WARP_SIZE]);
/* A lane has seen that the phases of an mbarrier before this one are
 * complete. */
void copies_landed(struct warp *w, unsigned lane, uint32_t barrier,
                   unsigned phase);
/* An access to shared memory of a block with copies on their way. */
void copies_touched(struct warp *w, const struct insn *insn, bool reads,
                    uint32_t mask, const uint32_t offset[WARP_SIZE]);
/* The same of a lane that touches so many bytes. */
void copies_met(struct warp *w, const struct insn *insn, bool reads,
                unsigned lane, uint32_t offset, uint32_t bytes);
/* The block has ended; then, what it needed is given back. */
void copies_end(struct block *b);
void copies_release(struct block *b);

#endif
