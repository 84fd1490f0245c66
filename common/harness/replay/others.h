/*
 * others.h - who else is on a GPU.
 *
 * Source: NVML, nvml.h of CUDA 13.0; libnvidia-ml.so.1 comes with the driver.
 */
#ifndef REPLAY_OTHERS_H
#define REPLAY_OTHERS_H

#include <stdbool.h>

/* Waits until nobody else measures on this machine: one after the other.  The
 * lock ends with the process.  False, told: it cannot be had. */
bool others_wait(void);
/* Processes with a context on the GPU of that address on the bus, ours
 * included; 0: not known. */
unsigned others_count(const char *bus);

#endif
