/*
 * region_turns.h - how many turns of a loop are one region.
 */
#ifndef REGION_TURNS_H
#define REGION_TURNS_H

#include "region_build.h"

/* Turns in one region, at most. */
enum { MOST_UNROLLED = 64 };

/* Of nodes that were folded. */
struct region_size region_size(const struct build *b);

/* Turns of a loop as it stands in the code, of which one is so large. */
uint8_t region_turns(const struct region_loop *loop,
                     const struct region_size *size);

/* Does ptxas make several turns of a loop one, and end it where fewer are left,
 * at a limit of its own? */
bool region_is_limited(const struct region_loop *loop,
                       const struct region_size *size);

#endif
