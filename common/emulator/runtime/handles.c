/*
 * handles.c - streams and events: which there are, and what each remembers.
 *
 * Guarantee: a handle is compared with those that exist before it is followed,
 * so that one that was destroyed or never made is refused.
 * Source: CUDA Runtime API reference, "Stream Management", "Event Management".
 */
#include "handles.h"

#include <stdlib.h>

static struct CUstream_st *streams;
static struct CUevent_st *events;
static struct tip of_thread; /* of cudaStreamPerThread: one for all threads */

/* ---- streams ------------------------------------------------------------ */

cudaStream_t stream_create(unsigned flags, int priority)
{
    static uint32_t count;
    const char *late = getenv("PTXRUN_LATE");
    cudaStream_t stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    stream->number = ++count;
    stream->flags = flags;
    stream->priority = priority;
    stream->is_late = late && *late == '1';
    stream->next = streams;
    streams = stream;
    return stream;
}

void stream_remove(cudaStream_t stream)
{
    cudaStream_t *s = &streams;
    while (*s != stream)
        s = &(*s)->next;
    *s = stream->next;
    free(stream);
}

cudaStream_t stream_latest(void)
{
    return streams;
}

bool stream_own(cudaStream_t stream)
{
    const struct CUstream_st *s = streams;
    while (s && s != stream)
        s = s->next;
    return s && !s->gone;
}

bool stream_exists(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy ||
           stream == cudaStreamPerThread || stream_own(stream);
}

uint32_t stream_number(cudaStream_t stream)
{
    return stream_own(stream) ? stream->number : 0;
}

bool stream_blocks(cudaStream_t stream)
{
    return stream == cudaStreamPerThread ||
           (stream_own(stream) && !(stream->flags & cudaStreamNonBlocking));
}

struct tip *stream_tip(cudaStream_t stream)
{
    if (stream == cudaStreamPerThread)
        return &of_thread;
    return stream_own(stream) ? &stream->tip : NULL;
}

bool stream_captures(cudaStream_t stream)
{
    const struct tip *tip = stream_tip(stream);
    return tip && tip->capture;
}

/* ---- events ------------------------------------------------------------- */

cudaEvent_t event_create(unsigned flags)
{
    static uint32_t count;
    cudaEvent_t event = calloc(1, sizeof *event);
    if (!event)
        return NULL;
    event->number = ++count;
    event->flags = flags;
    event->next = events;
    events = event;
    return event;
}

void event_remove(cudaEvent_t event)
{
    cudaEvent_t *e = &events;
    while (*e != event)
        e = &(*e)->next;
    *e = event->next;
    free(event);
}

bool event_exists(cudaEvent_t event)
{
    const struct CUevent_st *e = events;
    while (e && e != event)
        e = e->next;
    return e != NULL;
}

void tip_each(void (*visit)(struct tip *, void *), void *arg)
{
    visit(&of_thread, arg);
    for (struct CUstream_st *s = streams; s; s = s->next)
        visit(&s->tip, arg);
    for (struct CUevent_st *e = events; e; e = e->next)
        visit(&e->tip, arg);
}
