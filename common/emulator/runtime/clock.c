/*
 * clock.c - the modelled clock, which event times are read from.
 *
 * Event times are never the emulator's own: they come from a clock that a
 * launch moves by the least time the modelled GPU could have needed for the
 * instructions and sectors counted, and a copy by its bytes.  A lower bound,
 * the same on every machine and every run; the plots use the fuller model of
 * common/harness.
 */
#include "clock.h"

#include "base/options.h"

static double now; /* milliseconds */

double clock_now(void)
{
    return now;
}

void clock_add_launch(double busy_ms)
{
    now += busy_ms;
}

void clock_add_copy(size_t bytes)
{
    now += (double)bytes / options()->gpu->link_bytes_per_ms;
}

void clock_add_fill(size_t bytes)
{
    now += (double)bytes / options()->gpu->memory_bytes_per_ms;
}
