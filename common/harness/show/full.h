/*
 * full.h - all that was found out about an exercise.
 */
#ifndef FULL_H
#define FULL_H

#include "grade/results.h"
#include "run/session.h"

/* Its checks, with all that their messages say. */
void full_checks(const struct session *session,
                 const struct exercise_result *result);
/* These, and what the emulated device and the program said. */
void full_exercise(const struct session *session,
                   const struct exercise_result *result);
/* A text of the compiler's or the emulated device's, indented. */
void full_text(const char *text);
/* The beginning of what the program printed. */
void full_printed(const struct session *session,
                  const struct exercise_result *result);

#endif
