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

/* All exercises as CSV on standard output; the score is empty of those never
 * graded. */
enum exit_status progress_print(void);

#endif
