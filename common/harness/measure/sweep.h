/*
 * sweep.h - the other things the grader does: times for graphs, counters for
 * people, hints.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "grade/check.h"

/* Writes build/results/LAB_sweep.csv for each lab asked for; for SUB_MODEL, on
 * the emulated device, build/results/model/LAB_sweep.csv. */
enum exit_status sweep(struct session *session);

/* Prints the counters of each kernel at the largest size of the sweep. */
enum exit_status profile(struct session *session);

/* Prints the next hint of arguments->exercise. */
enum exit_status hint(const struct arguments *arguments);

#endif
