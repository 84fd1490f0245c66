/*
 * local.h - local memory of a warp: bytes, and which of them were written
 * (initcheck).
 */
#ifndef LOCAL_H
#define LOCAL_H

#include "machine.h"

/* From one lane's bytes to the next one's: not a power of two, as all lanes'
 * would compete for the same lines of the host's cache. */
enum { LOCAL_STRIDE = LOCAL_BYTES_PER_THREAD + 9 * 64 };

/* NULL: out of memory. */
uint8_t *local_memory(struct warp *w);
/* NULL: not to be checked, or out of memory. */
struct shadow *local_shadow(struct warp *w);
/* Where a lane's byte is in either. */
INLINE uint64_t local_offset(unsigned lane, uint64_t address)
{
    return address + (uint64_t)lane * LOCAL_STRIDE;
}
/* Lanes begin with this frame: nothing in its part was written. */
void local_forget(struct warp *w, const struct frame *frame, uint32_t lanes);
/* The warp goes. */
void local_release(struct warp *w);

#endif
