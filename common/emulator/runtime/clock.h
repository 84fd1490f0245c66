/* clock.h - the modelled clock (clock.c). */
#ifndef CLOCK_H
#define CLOCK_H

#include <stddef.h>

/* Milliseconds since the program started, of what the device was busy. */
double clock_now(void);
/* Move it by what the device was busy with, at least: a launch of so many
 * milliseconds; so many bytes over the link to the host; so many filled. */
void clock_add_launch(double busy_ms);
void clock_add_copy(size_t bytes);
void clock_add_fill(size_t bytes);

#endif
