/*
 * bench.h - how long launches take: microseconds of one, in a CUDA graph of
 * such launches, warm and cold.
 *
 * Idea: two graphs, one of our kernel (stage.h) alone, one with the launch
 * behind each; what they differ in, by the number of launches, is the time of
 * one, its place in a graph included, as anywhere in the workbook.  How many
 * launches there are is drawn anew for each sample.
 * What was computed by the last launch on each copy is checked after each
 * sample: a time counts only if it is right.  Launches of our own kernels need
 * neither: their graphs are used again.
 */
#ifndef REPLAY_BENCH_H
#define REPLAY_BENCH_H

#include "floor.h"
#include "run/statistics.h"
#include "stage.h"

struct bench {
    struct times warm, cold;     /* of what the launcher does */
    double clock_mhz, rated_mhz; /* of the multiprocessors, while timed */
};

/* False: stage->why, or driver_fault. */
bool bench_floor(struct stage *stage, struct floor *floor, double limit_ms);
bool bench_run(struct stage *stage, struct bench *bench, double limit_ms);

#endif
