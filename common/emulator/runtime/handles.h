/*
 * handles.h - streams and events: which there are, and what each remembers.
 *
 * Work is done when it is submitted, so a stream only has to be a valid
 * handle, and an event the time at which it was recorded.
 */
#ifndef HANDLES_H
#define HANDLES_H

#include "graph.h"

/* Where the capture of a stream is; of an event, where it was recorded in one
 * (capture.h): the nodes that its next work comes after. */
struct capture;
struct tip {
    struct capture *capture;    /* NULL: none */
    struct node_list after;
};

struct CUstream_st {
    uint32_t number;            /* counts streams, from 1; default ones: 0 */
    unsigned flags;
    int priority;
    struct tip tip;
    bool is_late;               /* it does later what it is told (late.c) */
    struct late *late;          /* that, in order */
    cudaError_t late_error;     /* of what it did so */
    bool gone;                  /* destroyed; it still has something to do */
    struct CUstream_st *next;
};

struct CUevent_st {
    uint32_t number;            /* counts events, from 1 */
    unsigned flags;
    bool recorded;
    unsigned asked, done;       /* how often it was to be recorded, and was */
    double milliseconds;        /* on the modelled clock */
    struct tip tip;
    struct CUevent_st *next;
};

/* NULL: out of memory. */
cudaStream_t stream_create(unsigned flags, int priority);
cudaEvent_t event_create(unsigned flags);
/* Of those that stream_create and event_create made; their tips must be
 * empty. */
void stream_remove(cudaStream_t stream);
void event_remove(cudaEvent_t event);

/* Those that the program made, the latest first, by their next; also those
 * that are gone. */
cudaStream_t stream_latest(void);
/* Default streams exist always. */
bool stream_exists(cudaStream_t stream);
bool event_exists(cudaEvent_t event);
/* 0 of default ones. */
uint32_t stream_number(cudaStream_t stream);
/* Is it one that the program created? */
bool stream_own(cudaStream_t stream);
/* Does it wait for the legacy stream, and that one for it? */
bool stream_blocks(cudaStream_t stream);
/* NULL: a default stream, which cannot capture. */
struct tip *stream_tip(cudaStream_t stream);
bool stream_captures(cudaStream_t stream);
/* Of every stream and every event. */
void tip_each(void (*visit)(struct tip *, void *), void *arg);

#endif
