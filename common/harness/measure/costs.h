/*
 * costs.h - what the accesses of a launch cost, and what they would need.
 */
#ifndef COSTS_H
#define COSTS_H

#include "run/worker.h"

/* Is it of this launch, counted from 1?  Constants are left out: they come from
 * a cache that has neither sectors nor banks. */
bool line_counts(const struct line_record *line, uint32_t launch);

/* Shared memory costs wavefronts, global memory sectors. */
bool line_is_shared(const struct line_record *line);

/* Sectors or wavefronts of all its requests. */
uint64_t line_cost(const struct line_record *line);
/* The fewest, in each of these requests. */
double line_ideal(const struct line_record *line);
/* Is this more than the access needs?  One sector too many is not: so does a
 * request for 32 neighbours that begin inside a sector. */
bool line_is_costly(const struct line_record *line);

/* The text of the line, without what it is indented by; "" if unknown. */
void line_source(const struct line_record *line, char *text, size_t n);

/* What a metric of criteria.h would be if the requests of a launch touched as
 * little as they could; NAN where that is not a question. */
double costs_ideal(const char *metric, const struct run *run, uint32_t launch);

/* The costly line of a launch that takes most beyond what it needs, or NULL. */
const struct line_record *costs_worst_line(const struct run *run,
                                           uint32_t launch);
/* A sentence on it, or on there being none. */
void costs_in_words(const struct line_record *worst, char *text, size_t n);

#endif
