/*
 * local.h - grades a plan on this machine, several side by side.
 */
#ifndef LOCAL_H
#define LOCAL_H

#include "plan.h"

struct local {
    size_t jobs;     /* side by side, at least 1 */
    const char *box; /* isolation.h */
};

/* Processors that this process may use. */
size_t local_processors(void);

/* So many that memory suffices for, at most `wanted`, at least 1; said on
 * standard output if it is fewer.  kib: what one takes, at most. */
size_t local_jobs(size_t wanted, long kib);

/* Grades what is open, a process for each (grade/one.h); those that failed once
 * more, alone.  Shows a bar, or on no terminal a line now and then.
 * Guarantee: told to stop (Ctrl-C), or killed, it leaves no process; what was
 * finished stands.
 * Exit status: 0, 3 some could not be graded, 130 stopped. */
int local_run(const struct plan *plan, const struct local *local);

#endif
