/*
 * events.h - the report for machines: JSON, an event for every launch and
 * every finding, in the order in which they happened.
 *
 * README.md describes the schema.  All of these do nothing unless
 * PTXRUN_REPORT names a file.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include "base/counters.h"
#include "finding.h"

/* Of a launch, modelled. */
struct launch_time {
    const char *gpu;             /* its name */
    bool known;                  /* else the note says why not */
    double us, low_us, high_us, launch_us;
    const char *bound, *note;    /* note "": none */
};

struct launch_event {
    const char *kernel;          /* demangled, without its parameter list */
    struct dims grid, block;
    uint32_t dynamic_shared;     /* bytes */
    const struct counters *counters;
    const char *error;           /* what it ended with: "cudaSuccess" */
    const struct launch_time *time; /* NULL: nobody asked */
};

/* Between these two, findings belong to this launch. */
void events_launch_begins(void);
void events_launch_ends(const struct launch_event *launch);
/* Count: the threads that did it, over all occurrences. */
void events_finding(const struct finding *finding, uint64_t count);
/* The program came to its end; without this event it crashed. */
void events_end(uint64_t errors);

#endif
