/*
 * watch.h - looks at jobs until nothing of them is under way any more.
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "grade/progress.h"
#include "nodes.h"
#include "queue.h"
#include "wanted.h"

enum watched {
    WATCHED_ALL,         /* each has a result */
    WATCHED_QUIET,       /* no task waits or runs, and some have none */
    WATCHED_NO_ANSWER,   /* told: the controller is silent */
    WATCHED_NO_NODE,     /* told: the job waits for what will not come */
    WATCHED_INTERRUPTED  /* by a signal */
};

struct watch {
    const char *out;
    struct wanted wanted;
    struct nodes nodes;
    struct array *arrays;     /* jobs in Slurm, or just ended */
    size_t count;
    struct progress progress;
    unsigned patience, delay; /* seconds, as in slurm.h */
    double began;             /* of clock_seconds */
    /* Of watch_jobs: */
    double asked, answered, active, came; /* when last, of clock_seconds */
    double next_look; /* not to be before */
    unsigned told;
    bool heard;       /* Slurm answered the last question */
    bool waits_told;
};

/* From now on SIGINT and SIGTERM end watch_jobs; which one came, or 0. */
void watch_signals(void);
int watch_signal(void);

/* Half a second, or less if a signal comes. */
void watch_rest(void);

/* Has all that this task was to do a result, as far as it is wanted? */
bool watch_all_there(const struct watch *watch, const struct job *job,
                     size_t task);

enum watched watch_jobs(struct watch *watch);

#endif
