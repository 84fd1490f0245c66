/*
 * progress.h - a word on the terminal while a launch takes long: which kernel
 * runs, and how far it is.
 */
#ifndef MACHINE_PROGRESS_H
#define MACHINE_PROGRESS_H

#include "machine.h"

/* Around each launch. */
void progress_begin(void);
void progress_end(void);
/* Now and then, from any worker. */
void progress_show(struct grid *grid);

/* Blocks started after some milliseconds. */
struct progress {
    double ms, blocks;
};
/* Milliseconds until the launch ends, if its blocks have all taken about as
 * long, of `all`; half: when about half of the time until now had gone.
 * 0: not known. */
double progress_left(struct progress half, struct progress now, double all);

#endif
