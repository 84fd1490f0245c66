/*
 * plan.h - what is to be graded: labs of submissions that have no result.
 *
 * Idea: the unit of work is a lab and the bytes that were handed in for it; who
 * handed in the same shares a result.
 */
#ifndef PLAN_H
#define PLAN_H

#include "store/store.h"

struct plan_unit {
    const char *lab;
    char source[DIGEST_TEXT], digest[DIGEST_TEXT]; /* store.h, result.c */
    char predictions[DIGEST_TEXT];
    char *path;              /* of student.cu: of the first who has it */
    size_t students;         /* that handed in the same */
    double cost;             /* expected, in any unit */
    bool done;               /* there is a result, graded or refused */
    bool outdated;           /* there is one of what was asked for before */
};

struct plan {
    const char *out;
    struct plan_unit *units; /* those to be graded first, dearest first */
    size_t count, open;      /* all; those to be graded */
    size_t outdated;         /* of these, graded before, as asked for then */
    size_t submissions;
    size_t room;             /* units that there is memory for */
};

/* Of all submissions in OUT, for one lab or all ("").  before: what was asked
 * for the last time; NULL: nothing was.  False, told, if there is no memory or
 * no submission can be read. */
bool plan_open(struct plan *plan, const char *out, const struct course *course,
               const struct course *before, const char *lab);
void plan_close(struct plan *plan);

/* Has the unit a result by now, graded or refused?  failed: one that says the
 * grading failed; may be NULL. */
bool plan_unit_done(const struct plan *plan, const struct plan_unit *unit,
                    bool *failed);

#endif
