/*
 * profile.h - what a launch of an exercise did, counter by counter.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include "grade/criteria.h"
#include "ncu.h"
#include "run/session.h"

/* One counter under three names. */
struct profile_metric {
    const char *metric; /* ours, of criteria.h */
    const char *ncu, *nvprof;
    const char *words;  /* those of the handouts */
};

extern const struct profile_metric profile_metrics[];
extern const size_t profile_metric_count; /* at most NCU_METRICS */

struct profiled {
    const struct exercise *exercise;
    struct size size;
    const struct gpu *gpu; /* for which times are modelled */
    struct run run;
    bool wrong; /* its result; asked of whom profile_take takes */
    const struct ncu_table *ncu; /* NULL where no GPU was asked */
};

/* The metric in a launch, counted from 0.  NAN if it says nothing: there were
 * no such accesses, or no shared memory at all. */
double profile_value(const struct profile_metric *metric,
                     const struct profiled *profiled, size_t launch);
/* The same of several launches together. */
double profile_value_of(const struct profile_metric *metric,
                        const struct measured *measured);

/* What ncu's metric is to be divided by, as ncu has no name for the quotient;
 * mostly NULL. */
const char *profile_divisor(const struct profile_metric *metric);
/* By ncu, where it was asked. */
double profile_by_ncu(const struct profile_metric *metric,
                      const struct profiled *profiled, size_t launch);

/* The size asked for, or the largest of the sweep. */
struct size profile_size(const struct arguments *arguments,
                         const struct exercise *exercise);

/* Launches the exercise once, at the size asked for or the largest of the
 * sweep.  False, and said why, if there is no program or no memory; else to be
 * freed. */
bool profile_take(struct session *session, const struct lab *lab,
                  const struct exercise *exercise, struct profiled *profiled);
/* The same of LAB/IMPL.cu and at this size, without ncu; false, and nothing
 * said, if there is no program. */
bool profile_impl(struct session *session, const struct lab *lab,
                  const struct exercise *exercise, const char *impl,
                  struct size size, struct profiled *profiled);
void profile_free(struct profiled *profiled);

#endif
