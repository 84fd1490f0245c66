/*
 * parallel.h - an exercise on all cores of the CPU, by OpenMP.
 *
 * Idea: the parts of an exercise's output are independent (lab.h), so that the
 * serial loop serves here too: each thread runs it once, over its share.
 * Guarantee: results are those of the serial loop, for any number of threads.
 */
#ifndef PARALLEL_H
#define PARALLEL_H

#include "lab/lab.h"

/* As OMP_NUM_THREADS says, or the processor has; 0: built without OpenMP. */
int parallel_threads(void);

/* Computes all parts; pointers as those of exercise->serial. */
void parallel_run(const struct exercise *exercise, void *const *pointers,
                  struct size size);

#endif
