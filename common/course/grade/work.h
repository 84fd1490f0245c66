/*
 * work.h - runs a program of ours in a room, and ends it when it takes more
 * than anything may.
 *
 * Idea: what a student's program or a compiler may take is limited where these
 * are started (harness/box), the same on every machine; these limits are wide,
 * and who meets one was not graded.
 * Guarantee: when work_do returns, nothing that was started lives; nor does it
 * when this process is killed.
 */
#ifndef WORK_H
#define WORK_H

#include <stdbool.h>

struct work {
    const char *folder;         /* where it runs */
    const char *output;         /* file there that takes what it says */
    const char *const *argv;    /* found by PATH, up to NULL */
    char *const *environment;   /* all of it */
    double most_seconds;        /* by the clock */
    long most_kib, most_disk_kib; /* of all its processes; of the folder */

    /* what came of it */
    int status;                 /* as waitpid gave it */
    const char *ended;          /* why we ended it, in words: "it took more
                                 * than ..."; NULL: we did not */
    bool stopped;               /* we were told to stop: SIGINT, SIGTERM, .. */
    long peak_kib;              /* the most it and its processes had at once */
};

/* To be called once, before the first: from then on signals that ask this
 * process to stop, stop its work. */
void work_begin(void);
/* False, told, if it could not be started. */
bool work_do(struct work *work);
/* Seconds of processors of all work so far. */
double work_seconds(void);

#endif
