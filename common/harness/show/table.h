/*
 * table.h - what a student reads.
 */
#ifndef TABLE_H
#define TABLE_H

#include "grade/progress.h"
#include "grade/results.h"
#include "run/session.h"

/* Its title, and what the compiler warned of. */
void table_lab(const struct session *session, const struct lab *lab);
/* The exercise graded last. */
void table_exercise(const struct session *session,
                    const struct lab_result *results);
/* What to do behind an exercise that has all points. */
void table_next(const struct session *session, const struct next *next);
void table_end(const struct session *session, const struct results *results);

#endif
