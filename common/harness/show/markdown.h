/*
 * markdown.h - results and profiles as a report has them.
 */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include "grade/results.h"
#include "measure/profile.h"

/* A sentence on what ran where, and a table of the points, to standard output.
 */
void markdown_results(const struct session *session,
                      const struct results *results);

/* After a line "@ EXERCISE": tables of the first launch, numbered as "Table @",
 * and a sentence on its worst line. */
void markdown_profile(const struct profiled *profiled);

#endif
