/*
 * sweep.h - times for graphs.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "run/session.h"

/* Writes build/results/LAB_sweep.csv for each lab asked for. */
enum exit_status sweep(struct session *session);

#endif
