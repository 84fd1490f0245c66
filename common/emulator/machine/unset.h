/*
 * unset.h - values that were never written, on their way (initcheck).
 *
 * Compilers load what stands behind a condition first and select then: such a
 * value is not read as the program has it.  So a load that may be discarded
 * (code/uses.h) does not report what was never written, but marks the lanes of
 * its registers; the warp then goes on one instruction at a time, and marks go
 * where values go.  Guarantee: reported, at the load, is what is stored, what
 * an address is made of, what decides a branch, what other lanes see; not what
 * a select or a guard leaves out, nor what nobody reads any more.
 */
#ifndef UNSET_H
#define UNSET_H

#include "machine.h"

/* The lanes load bytes at the offsets that were never written, of the
 * allocation, or of shared memory if that is NULL.  False: this load is to be
 * reported at once.  What may be padding, less than 8 bytes beside some that
 * were written, may be stored elsewhere. */
bool unset_load(struct warp *warp, struct frame *frame,
                const struct insn *insn, uint32_t lanes,
                struct allocation *al, const uint64_t offset[WARP_SIZE]);
/* The same of local memory.  Structures are copied there, with members that
 * were never set, and bits are set in words of which others are not: marks go
 * into local memory with values that are copied, get lost with values made of
 * bits, and where copies are stored elsewhere that is a warning. */
void unset_load_local(struct warp *warp, struct frame *frame,
                      const struct insn *insn, uint32_t lanes,
                      const uint64_t offset[WARP_SIZE]);
/* Lanes have stored to local memory: what was never written stays so. */
void unset_stored(struct warp *warp, const struct insn *insn, uint32_t lanes,
                  const uint64_t offset[WARP_SIZE]);
/* Before the running split executes its next instruction, where warp->tracks:
 * marks move as values will.  False: no marks are left. */
bool unset_step(struct warp *warp);
/* The warp begins anew; or it goes. */
void unset_forget(struct warp *warp);
void unset_release(struct warp *warp);

#endif
