/*
 * calls.h - what the host's side of a launcher did, in order: for exercises
 * that are about which calls are made, and what stands between them.
 *
 * The judge writes it down while it serves the program (judge/calls.c).  Time
 * plays no part: an event stands between the work before it and after it.
 */
#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum call_kind {
    CALL_LAUNCH,
    CALL_COPY_IN,            /* from the host to the device */
    CALL_COPY_OUT,
    CALL_COPY_WITHIN,
    CALL_FILL,
    CALL_RECORD,             /* an event, behind the stream's work so far */
    CALL_WAIT_IN_STREAM,     /* the stream waits for an event */
    CALL_ELAPSED,            /* asked: the time from one event to another */
    CALL_WAIT,               /* the host waits: for all work */
    CALL_STREAM_WAIT,        /* for that of the stream */
    CALL_EVENT_WAIT          /* for an event */
};

/* Streams and events are numbered from 1 as they are made; stream 0 stands for
 * all default ones. */
struct call_made {
    enum call_kind kind;
    uint32_t stream;
    uint64_t bytes;          /* of a copy or fill */
    uint32_t event;          /* ELAPSED: the later one */
    uint32_t since;          /* ELAPSED: the earlier one */
    float ms;                /* ELAPSED: what was answered */
    bool pinned;             /* a copy: the host's memory is */
};

enum { MOST_CALLS_MADE = 512 };

struct calls {
    int32_t streams, events; /* that were made and not destroyed */
    uint32_t allocations;    /* of memory of any kind, freed since or not */
    uint32_t count;          /* of all; the first so many are kept */
    struct call_made made[MOST_CALLS_MADE];
};

/* How many are kept. */
static inline size_t calls_kept(const struct calls *calls)
{
    return calls->count < MOST_CALLS_MADE ? calls->count : MOST_CALLS_MADE;
}

#endif
