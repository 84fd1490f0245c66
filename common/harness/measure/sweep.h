/*
 * sweep.h - times for graphs.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "run/session.h"

/* Writes build/results/LAB_sweep.csv for each lab asked for; for SUB_MODEL, on
 * the emulated device, build/results/model/LAB_sweep.csv. */
enum exit_status sweep(struct session *session);

#endif
