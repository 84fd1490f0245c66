/*
 * gaps.h - what of a range was never written, but for what lies between the
 * members of structures (initcheck of copies to the host).
 *
 * Idea: a kernel that sets a structure member by member leaves its padding.
 * Guarantee: of each aligned 8 bytes of the range one must have been written,
 * as of what a kernel loads.  A larger gap is padding as well if the range may
 * be an array of structures of at most SHADOW_STEP bytes in all of which
 * nobody wrote there, and if it is shorter than the power of two, 128 at most,
 * that its end is aligned to.  What looks so by chance, as every second int
 * that is left out, is missed.
 */
#ifndef GAPS_H
#define GAPS_H

#include "shadow.h"

struct gaps {
    uint64_t bytes; /* in all; 0: none, and first is 0 */
    uint64_t first; /* offset of the first */
};
/* Of n bytes from offset on. */
struct gaps gaps_find(const struct shadow *sh, uint64_t offset, uint64_t n);

#endif
