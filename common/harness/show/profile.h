/*
 * profile.h - a profiled exercise, and how it is shown.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include "run/worker.h"
#include "measure/ncu.h"

/* One counter under three names. */
struct profile_metric {
    const char *metric; /* ours, of criteria.h */
    const char *ncu, *nvprof;
};

extern const struct profile_metric profile_metrics[];
extern const size_t profile_metric_count; /* at most NCU_METRICS */

struct profiled {
    const struct exercise *exercise;
    struct size size;
    const struct run *run;
    const struct ncu_table *ncu; /* NULL where no GPU was asked */
};

/* The metric in a launch, counted from 0.  NAN if it says nothing: there were
 * no such accesses, or no shared memory at all. */
double profile_value(const struct profile_metric *metric,
                     const struct profiled *profiled, size_t launch);

/* What ncu's metric is to be divided by, as ncu has no name for the quotient;
 * mostly NULL. */
const char *profile_divisor(const struct profile_metric *metric);
/* By ncu, where it was asked. */
double profile_by_ncu(const struct profile_metric *metric,
                      const struct profiled *profiled, size_t launch);

/* For a terminal of 80 columns; color: may letters be dim? */
void profile_print(const struct profiled *profiled, bool color);

#endif
