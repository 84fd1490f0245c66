/*
 * device.c - the emulated device as fuzzers want it: silent, small, with one
 * host thread, and what does not end is stopped soon.
 */
#include <stdlib.h>

__attribute__((constructor(101))) static void set(void)
{
    setenv("PTXRUN_QUIET", "1", 1);
    setenv("PTXRUN_BUDGET", "20000", 1);
    setenv("PTXRUN_MEMORY", "16777216", 1);
    setenv("PTXRUN_THREADS", "1", 1);
}
