/*
 * failure.h - why an exercise failed, in a few lines.
 */
#ifndef FAILURE_H
#define FAILURE_H

#include "grade/results.h"
#include "run/session.h"

/* What names the cause, the line of the source, what else is known; then a
 * line for each check that failed, one for those that passed and one for those
 * that wait. */
void failure_print(const struct session *session,
                   const struct exercise_result *result);

#endif
