/* report.h - the rows of PTXRUN_COUNTERS, and leaks (report.c). */
#ifndef REPORT_H
#define REPORT_H

#include "runtime.h"

void report_launch(const struct launch *launch);
/* Allocations that were never freed, when leaks are checked. */
void report_leaks(void);

#endif
