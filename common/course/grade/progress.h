/*
 * progress.h - how far a class is: a bar with the time left; where that cannot
 * be drawn, a line now and then.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "term/bar.h"

struct progress {
    struct bar bar;
    size_t done, count;      /* units */
    double work_done, work;  /* their cost */
    double started, told;    /* seconds of the clock */
    const char *where;       /* "on this machine", "by Slurm": may be "" */
};

void progress_open(struct progress *progress, size_t count, double work);
/* One more is done, which was to cost so much. */
void progress_step(struct progress *progress, double cost);
/* To be called every second or so. */
void progress_show(struct progress *progress);
void progress_close(struct progress *progress);

/* "about 3 minutes": seconds as a person says them. */
void progress_in_words(double seconds, char *text, size_t n);

#endif
