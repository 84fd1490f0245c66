/*
 * predicted.h - what a student predicted beside what was counted.
 */
#ifndef PREDICTED_H
#define PREDICTED_H

#include "grade/predictions.h"
#include "profile.h"

struct predicted {
    struct predictions predictions;
    double counted[QUESTIONS];     /* NAN: there is no such number */
    const char *whose[QUESTIONS];  /* version that a time is compared with; or
                                    * NULL */
};

/* Of a profile of the student's that launched, which it compares with. */
void predicted_take(struct session *session, const struct lab *lab,
                    const struct profiled *profiled,
                    struct predicted *predicted);

#endif
