/*
 * criteria.h - what a lab can ask of counters, by name.
 *
 * Every counter of COUNTERS (base/counters.h) can be asked for under its own
 * name, and the ratios below, which are named and defined as Nsight Compute
 * does.
 */
#ifndef CRITERIA_H
#define CRITERIA_H

#include "base/counters.h"
#include "lab/lab.h"

/* All launches of one run. */
struct measured {
    struct counters counters;
    size_t launches;
    struct size size;
    uint64_t blocks, warps, threads; /* launched */
};

/* False when there is no metric of that name.  NAN when it has no value,
 * such as sectors per request without a request. */
bool metric_value(const char *name, const struct measured *measured,
                  double *value);
/* A value in figures: two places are enough where a ratio is meant, none for a
 * count. */
void metric_text(char *text, size_t n, double value);

/* Is it met?  The text says what was counted and what is asked for. */
bool criterion_met(const struct criterion *criterion,
                   const struct measured *measured, char *text, size_t n);

#endif
