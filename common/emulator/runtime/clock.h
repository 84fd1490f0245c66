/* clock.h - the modelled clock (clock.c). */
#ifndef CLOCK_H
#define CLOCK_H

#include <stddef.h>

struct counters;

/* Milliseconds since the program started, of what the device was busy. */
double clock_now(void);
/* Move it by what the device was busy with, at least: a launch that counted
 * this; so many bytes over the link to the host; so many filled. */
void clock_add_launch(const struct counters *counters);
void clock_add_copy(size_t bytes);
void clock_add_fill(size_t bytes);

#endif
