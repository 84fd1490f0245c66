/*
 * progress.h - what each exercise got when it was last graded.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "results.h"
#include "run/session.h"

/* Enters what a student's file got.  False, and said why, if it could not be
 * written. */
bool progress_record(const struct session *session,
                     const struct results *results);

/* What comes behind an exercise that has all its points: the next that does
 * not, in the order of the labs, and then from the first on; open ones and
 * cases are nobody's next. */
enum next_state {
    NEXT_NOT_YET, /* it has not */
    NEXT_THERE,
    NEXT_NONE     /* nor is there any other that does not */
};
struct next {
    const struct lab *lab;
    const struct exercise *exercise;
};
enum next_state progress_next(const struct exercise *after, struct next *next);

/* The same on standard output, if there is one: LAB, tab, EXERCISE. */
enum exit_status progress_print_next(const struct arguments *arguments);

/* All exercises as CSV on standard output; the score is empty of those never
 * graded. */
enum exit_status progress_print(void);

#endif
