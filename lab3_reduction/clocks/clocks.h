/*
 * clocks.h - what the files of this program share: how a figure is taken, and
 * how it is printed.
 */
#ifndef CLOCKS_H
#define CLOCKS_H

#include "../../common/learn/check.h"

// Of so many samples.
struct figures {
    double least, median, most;
};

/* ---- main.cu ---- */

extern int multiprocessors;
extern double mhz; // of the multiprocessors, while they compute
/* Microseconds of the host's clock. */
double host_us(void);
/* Sorts the samples. */
struct figures figures_of(double *samples, int count);
/* The head of a table: gnuplot takes two empty lines for the end of one. */
void begin_table(const char *title, const char *columns);

/* ---- a file each ---- */

void print_watches(void);  // one launch, by seven clocks
void print_sweeps(void);   // block_clock by blocks and by threads
void print_slices(void);   // a slice for each block, or one for all
void print_ladder(void);   // what one thread waits for
void print_copies(void);   // pageable and pinned memory
void print_streams(void);  // add_streams by chunks and streams
void launch_once(void);    // for ncu

#endif
