/*
 * spent.h - the time that a process takes: of processors, of waiting for one,
 * and by the clock.
 *
 * Idea: what decides is the time of processors, so that a busy machine stops
 * no program that is merely waiting for its turn; one that sleeps is given
 * some times as long by the clock.
 */
#ifndef SPENT_H
#define SPENT_H

#include <sys/types.h>

struct spent {
    const pid_t *process;        /* filled in when it has begun; 0: not yet */
    double used, delayed;        /* when the time began to count, seconds */
    double started;
};

/* Seconds since some moment; never goes back. */
double clock_seconds(void);

/* From now on the time counts. */
void spent_begin(struct spent *spent);
/* What is left of a limit, in seconds; `away`: as long by the clock it had to
 * wait for us. */
double spent_left(const struct spent *spent, double limit, double away);

#endif
