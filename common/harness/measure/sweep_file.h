/*
 * sweep_file.h - build/results/LAB_sweep.csv: the rows that graphs are drawn
 * from, whole at any moment.
 *
 * Idea: rows are kept by exercise.  An exercise that is done replaces its own,
 * the others stay as an earlier sweep left them, and the whole file is written
 * beside the old one, whose place it then takes.
 * Guarantee: who interrupts a sweep loses the exercise under way, nothing
 * else; there is never half an exercise in the file.
 */
#ifndef SWEEP_FILE_H
#define SWEEP_FILE_H

#include <stdio.h>

#include "base/counters.h"
#include "run/programs.h"
#include "run/statistics.h"

/* One implementation at one size. */
struct sweep_row {
    const char *impl;           /* "student", "reference", "serial",
                                 * "openmp" */
    const char *device, *source; /* "measured" or "modelled" */
    struct size size;
    struct times warm, cold;    /* by the state of the L2 cache */
    double launch_us;           /* of warm, what a launch of nothing takes */
    double low_us, high_us;     /* modelled: 9 in 10 lie between */
    char bound[12], note[120];  /* modelled: by what; what to doubt */
    struct counters counters;
    bool counted;
    size_t launches;
    struct spread {
        double least, median, most;
    } clocks;                   /* of the blocks, by their own stopwatches */
};

struct sweep_file {
    const struct lab *lab;
    char path[PATH_BYTES];
    char **rows;                /* of each exercise; NULL: none */
};

/* What is not known of a row. */
extern const struct times no_times;
extern const struct spread no_clocks;

/* folder/LAB_sweep.csv of the build folder, with the rows of earlier sweeps if
 * there are any.  False after saying what is wrong. */
bool sweep_file_open(struct sweep_file *file, const struct lab *lab,
                     const char *folder);
/* Writes one row as a line. */
void sweep_file_row(const struct lab *lab, const struct exercise *exercise,
                    const struct sweep_row *row, FILE *to);
/* Takes the rows (allocated) of an exercise in place of what there was, and
 * writes the file.  False after saying what is wrong. */
bool sweep_file_put(struct sweep_file *file, size_t exercise, char *rows);
void sweep_file_close(struct sweep_file *file);

#endif
