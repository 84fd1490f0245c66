/* meet.h - two steps that no barrier parts: a race, as the steps have it. */
#ifndef MEET_H
#define MEET_H

#include "trail.h"

/* Two accesses to one place in shared memory, of lines of the source, one of
 * which writes, by two threads with no barrier between them.  False:
 * there are none in these steps. */
bool meet_find(const struct trail *trail, uint32_t line, uint32_t other_line,
               struct difference *difference);

#endif
