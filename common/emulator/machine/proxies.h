/*
 * proxies.h - ordinary stores to shared memory that bulk copies may not see.
 *
 * Bulk copies go another way to memory than loads and stores do.  Idea: each
 * word knows its last ordinary store until a fence.proxy.async comes behind
 * it, by its thread's warp or by one that is ordered after it.  Guarantee: a
 * word is told only where no such fence was executed.
 * Source: PTX ISA 9.0, "Proxies", "Causality order", "fence.proxy.async".
 */
#ifndef PROXIES_H
#define PROXIES_H

#include "machine.h"

/* Lanes store at these offsets, width bytes each. */
void proxies_stored(struct warp *w, const struct insn *insn, uint32_t mask,
                    const uint32_t offset[WARP_SIZE]);
/* fence.proxy.async by lanes of a warp. */
void proxies_fence(struct warp *w);
/* A bulk copy writes these bytes: what was stored there is gone. */
void proxies_replaced(struct block *b, uint32_t offset, uint32_t bytes);
/* One reads them: tells of the first word that it may not see. */
void proxies_read(struct warp *w, const struct insn *insn, unsigned lane,
                  uint32_t offset, uint32_t bytes);
/* The block begins, or goes. */
void proxies_forget(struct block *b);
void proxies_release(struct block *b);

#endif
