/* timed.h - what ptxrun --model says of a launch (timed.c). */
#ifndef DEVICE_TIMED_H
#define DEVICE_TIMED_H

#include "machine/launch.h"
#include "timing/timing.h"

/* A row of the table for people, below its head; nothing unless it is asked
 * for. */
void timed_print(const struct launch *launch, const struct timing *timing);

#endif
