/*
 * check.h - grades exercises: runs them at every size and turns what came
 * out into checks with points.
 */
#ifndef CHECK_H
#define CHECK_H

#include "results.h"
#include "run/session.h"

/* ---- check.c ---- */

void check_exercise(struct session *session, const struct lab *lab,
                    const struct exercise *exercise,
                    struct exercise_result *result);

/* ---- check_errors.c ---- */

/* Launches while the launcher's first allocation, copy or kernel fails, then
 * its second, and so on.  True if each time that error is returned and nothing
 * kept; the text says what is so or what is not. */
bool check_failing_calls(struct session *session, const struct lab *lab,
                         const struct exercise *exercise, char *text,
                         size_t n);

#endif
