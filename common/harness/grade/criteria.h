/*
 * criteria.h - what a lab can ask of counters, by name.
 *
 * Every counter of COUNTERS (base/counters.h) can be asked for under its own
 * name, and some sums and ratios, which are named and defined as Nsight Compute
 * does where it has them.
 */
#ifndef CRITERIA_H
#define CRITERIA_H

#include "base/counters.h"
#include "lab/lab.h"
#include "overlap.h"
#include "run/worker.h"

/* All launches of one run.  They run one after the other, and so what the
 * busiest warp and block of each did (max_warp_*, max_block_*) adds up. */
struct measured {
    struct counters counters;
    size_t launches;
    struct size size;
    uint64_t blocks, warps, threads; /* launched */
    struct overlap overlap;
};

/* False when there is no metric of that name.  NAN when it has no value,
 * such as sectors per request without a request. */
bool metric_value(const char *name, const struct measured *measured,
                  double *value);
/* A value in figures: two places are enough where a ratio is meant, none for a
 * count; "" for NAN. */
void metric_text(char *text, size_t n, double value);

/* Is it a ratio, which more accesses can make better? */
bool metric_is_ratio(const char *name);

/* Adds a launch to a run. */
void measured_add(struct measured *measured, const struct counters *launch);

/* What all launches of it did. */
struct measured measured_in(const struct run *run, struct size size);

/* Does the metric lie between the bounds?  True as well where none is asked.
 * The text says what was counted and what is asked for. */
bool bounds_met(const struct bounds *bounds, const struct measured *measured,
                char *text, size_t n);

/* Is it met?  The text says what was counted and what is asked for. */
bool criterion_met(const struct criterion *criterion,
                   const struct measured *measured, char *text, size_t n);

#endif
