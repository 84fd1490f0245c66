/*
 * modelled.h - how long a run on the emulated device would take on a GPU.
 */
#ifndef MODELLED_H
#define MODELLED_H

#include "base/gpu.h"
#include "lab/lab.h"
#include "run/worker.h"

/* Microseconds; NAN where the model has nothing to say. */
struct modelled {
    double us, low_us, high_us; /* 9 in 10 lie between the latter */
};

/* The launches of a run, one after the other, and the moving of data where
 * that is the launcher's part. */
struct modelled modelled_run(const struct gpu *gpu,
                             const struct exercise *exercise, struct size size,
                             const struct run *run);

#endif
