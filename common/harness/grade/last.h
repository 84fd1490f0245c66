/*
 * last.h - build/results/last.json: all exercises, each from its last check.
 *
 * check.json holds one run, often of one lab or exercise; this is what a
 * student hands in (make submit).  It has the same shape.
 */
#ifndef LAST_H
#define LAST_H

#include <stdbool.h>

/* Enters the exercises of the check.json at this path, which was just written,
 * into the file `last`, in place of what it had of them; exercises that no lab
 * has any more leave it.  A file that is damaged is begun anew.  False, and
 * said why, if it was not written; without cJSON nothing is done. */
bool last_enter(const char *check, const char *last);

#endif
