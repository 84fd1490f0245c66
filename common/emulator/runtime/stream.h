/* stream.h - what streams and events are told (stream.c, event.c). */
#ifndef STREAM_H
#define STREAM_H

#include "capture.h"

/* Does this now, or when the stream captures, makes it a node. */
cudaError_t stream_submit(cudaStream_t stream, const struct work *work);

/* A function of the host, called without the lock: it may wait for a thread
 * that calls the API. */
struct host_work {
    struct work work;
    struct cudaHostNodeParams host;
};
extern const struct work_kind host_kind;

struct event_work {
    struct work work;
    cudaEvent_t event;
    unsigned asked;     /* a wait: how often it is to be recorded before */
};
extern const struct work_kind event_record_kind, event_wait_kind;

#endif
