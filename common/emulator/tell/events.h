/*
 * events.h - the report for machines: JSON, an event for every launch and
 * every finding, in the order in which they happened.
 *
 * README.md describes the schema.  All of these do nothing unless
 * PTXRUN_REPORT names a file.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include "emulator.h"

/* Between these two, findings belong to this launch; error is the name of
 * what the launch ended with ("cudaSuccess"). */
void events_launch_begins(void);
void events_launch_ends(const struct launch *launch, const char *error);
/* Count: the threads that did it, over all occurrences. */
void events_finding(const struct finding *finding, uint64_t count);
/* The program came to its end; without this event it crashed. */
void events_end(uint64_t errors);

#endif
