/*
 * steady.h - was the GPU at its full clock, and ours alone, while it was
 * measured?
 *
 * Asked of the driver (NVML, which is opened when it is there) and of the
 * times themselves: they scatter when something else runs, or the clock moves.
 */
#ifndef STEADY_H
#define STEADY_H

#include <stdbool.h>
#include <stddef.h>

#include "run/statistics.h"

struct steady {
    void *device;                   /* NVML's; NULL: it is not there */
    unsigned long long held_ns[2];  /* limited by power, by heat, up to now */
    double began;                   /* s */
    char text[120];
};

/* Before a measurement, of the GPU with this PCI bus id; "": the first. */
void steady_begin(struct steady *steady, const char *bus_id);
/* Behind it: why it is not to be believed, for the reader; NULL: it is.  Times
 * of the host's work scatter anyway: NULL for them. */
const char *steady_end(struct steady *steady, const struct times *times);

/* Processes with a context on the GPU of that id, ours included; 0: not
 * known. */
unsigned steady_processes(const char *bus_id);

#endif
