/*
 * markdown.h - the results as a report has them.
 */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include "check.h"

/* A sentence on what ran where, and a table of the points, to standard output.
 */
void markdown_results(const struct session *session,
                      const struct results *results);

#endif
