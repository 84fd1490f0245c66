/*
 * advise.h - what a finding of the emulated device means in an exercise.
 *
 * The device sees a thread that leaves an array.  Who knows the exercise knows
 * more: that this thread has no element, that the index is written with another
 * length of rows, that the array was made in elements and not in bytes.
 * Guarantee: what is said is true of the launch and of the line as it stands
 * there, whatever else is wrong.
 */
#ifndef ADVISE_H
#define ADVISE_H

#include "grading.h"

struct advice {
    char who[120];   /* belongs to the sentence, behind a comma; or "" */
    char hint[300];  /* in place of the device's own; "": that one stands */
};

/* Both are "" where nothing more is known. */
void finding_advise(const struct grading *g, const struct seen *seen,
                    struct advice *advice);

#endif
