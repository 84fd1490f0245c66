/*
 * ncu.h - what Nsight Compute reads of an exercise's launches on a GPU.
 */
#ifndef NCU_H
#define NCU_H

#include "run/programs.h"

enum { NCU_METRICS = 32, NCU_LAUNCHES = 8 };

struct ncu_table {
    const char *const *metrics; /* names, as ncu writes them */
    size_t metric_count;        /* at most NCU_METRICS */
    size_t launch_count;        /* at most NCU_LAUNCHES; later ones are lost */
    double values[NCU_LAUNCHES][NCU_METRICS]; /* in base units; NAN: unknown */
};

/* Runs the program once without a grader under ncu ($NCU, or from PATH).
 * metrics and metric_count are given, the rest is filled in.  False, with what
 * ncu said about it in why, if it gave no figures: it is not there, or this
 * user may not read the GPU's counters. */
bool ncu_read(struct ncu_table *table, const struct program *program,
              const struct exercise *exercise, struct size size, char *why,
              size_t n);

/* The metric's value in a launch, counted from 0; NAN if unknown. */
double ncu_value(const struct ncu_table *table, size_t launch,
                 const char *metric);

#endif
