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

#include "runtime.h"

static double now; /* milliseconds */

/* Bytes a millisecond: PCI Express 5.0 x16, and H200's memory. */
static const double link_bytes = 64e6, memory_bytes = 4.8e9;
/* What a launch costs the device when the kernel does nothing. */
static const double launch_milliseconds = 1e-3;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

double clock_now(void)
{
    return now;
}

void clock_add_launch(const struct counters *c)
{
    double all = (double)MULTIPROCESSORS;
    double clocks = (double)c->max_warp_instructions;
    clocks =
        larger(clocks, (double)c->max_block_instructions / WARP_SCHEDULERS);
    clocks =
        larger(clocks, (double)c->warp_instructions / (all * WARP_SCHEDULERS));
    clocks = larger(clocks, (double)c->max_block_sectors / SECTORS_PER_CLOCK);
    clocks = larger(clocks,
                    (double)(c->global_load_sectors + c->global_store_sectors) /
                        (all * SECTORS_PER_CLOCK));
    now += launch_milliseconds + clocks / CLOCK_KHZ;
}

void clock_add_copy(size_t bytes)
{
    now += (double)bytes / link_bytes;
}

void clock_add_fill(size_t bytes)
{
    now += (double)bytes / memory_bytes;
}
