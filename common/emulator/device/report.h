/* report.h - what the device writes about launches and its end (report.c). */
#ifndef DEVICE_REPORT_H
#define DEVICE_REPORT_H

#include "machine/launch.h"
#include "timing/timing.h"

/* A row of PTXRUN_COUNTERS; timing NULL: it was not timed. */
void report_launch(const struct launch *launch, const struct timing *timing);

#endif
