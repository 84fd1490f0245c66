/*
 * held.h - what of a launch's data L2 does not hold.
 *
 * Idea: a launch whose data is no larger than half of L2 finds it there, as the
 * launch before left it.  Of a larger one, the touches of a sample of lines,
 * block by block, tell how many others come between two of one line, and so how
 * probably it is lost.  What share misses is kept by pages: private data is
 * read from memory and a table that all blocks read is not.
 * Guarantee: depends on the tapes alone.
 */
#ifndef HELD_H
#define HELD_H

#include "base/gpu.h"
#include "timing/tape.h"

struct held;

/* together: all blocks run at once.  NULL: all of it is in L2, or there is no
 * memory to find out. */
struct held *held_new(const struct gpu *gpu, const struct tapes *tapes,
                      bool together);
void held_free(struct held *held); /* NULL is fine */
/* The part, 0 to 1, of what is asked of L2 in the page of this line that must
 * come from memory. */
double held_missing(const void *held, uint64_t line);

#endif
