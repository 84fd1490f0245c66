/*
 * copies.h - asynchronous copies into shared memory (cp.async) that nobody has
 * waited for yet.
 *
 * Idea: a copy's bytes are there when it is issued, as early as they may be;
 * until its thread has waited for its group they may as well not be.
 * Guarantee: every access to such bytes is told, whoever makes it; and once
 * its thread has waited, the copy counts as written then (racecheck), so that
 * other threads need a barrier behind the wait.
 * Source: PTX ISA 9.0, "cp.async.commit_group", "cp.async.wait_group".
 */
#ifndef COPIES_H
#define COPIES_H

#include "machine.h"

/* Lanes of a warp copy to these offsets. */
void copies_issue(struct warp *w, const struct insn *insn, uint32_t mask,
                  const uint32_t offset[WARP_SIZE]);
void copies_step(struct warp *w, const struct insn *insn, uint32_t mask);
/* An access to shared memory of a block with copies on their way. */
void copies_touched(struct warp *w, const struct insn *insn, bool reads,
                    uint32_t mask, const uint32_t offset[WARP_SIZE]);
/* The block has ended; then, what it needed is given back. */
void copies_end(struct block *b);
void copies_release(struct block *b);

#endif
