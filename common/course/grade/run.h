/*
 * run.h - grades what has no result yet.
 *
 *   course run --out OUT [--lab LAB] [--jobs N] [--seed N]
 *              [--engine local|slurm] [--sandbox none]
 *
 * Called in the root of the workbook, which is built (make course).  What is
 * asked for is kept in OUT/class.json; without --seed it is the one kept there,
 * or one is drawn.  Another seed, edition or sandbox than before is said.
 * Exit status: 0, 2 wrong use or a missing tool, 3 some could not be graded,
 * 130 stopped by a signal.
 */
#ifndef RUN_H
#define RUN_H

#include "plan.h"

struct run_options {
    const char *out;
    const char *folder;  /* the class; NULL: as kept in class.json */
    const char *lab;     /* "": all */
    size_t jobs;         /* 0: as many as there are processors */
    const char *seed;    /* NULL: the one that is kept, or drawn */
    const char *engine;  /* "local", or the name of another */
    const char *sandbox; /* "" or "none" */
};

/* Grades a plan elsewhere: shows how far it is, comes back when all is done
 * that can be; exit status as above. */
typedef int run_engine(const struct plan *plan,
                       const struct run_options *options);

/* Names --engine's NAME; to be called before run_main. */
void run_add_engine(const char *name, run_engine *engine);

/* Takes --NAME VALUE into options; 0: there is no such option; -1, told: it
 * has no such value; 1: taken. */
int run_take_option(struct run_options *options, const char *name,
                    const char *value);

/* Can it be done at all here?  Before anything else is. */
bool run_possible(const struct run_options *options);

/* Makes the folder, or makes it its owner's only.  False, told. */
bool run_open_out(const char *out);

/* Takes the lock (files/lock.h). */
int run_class(const struct run_options *options);

int run_main(int argc, char **argv);

#endif
