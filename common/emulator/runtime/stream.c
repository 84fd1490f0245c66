/*
 * runtime_stream.c - streams, events and the modelled clock.
 *
 * Work is done when it is submitted, so a stream only has to be a valid
 * handle and every order the program may see is kept.
 *
 * Event times are never the emulator's own: they come from a clock that a
 * launch moves by the least time the modelled GPU (device_limits.h,
 * runtime.h) could
 * have needed for the instructions and sectors counted, and a copy by its
 * bytes.  A lower bound, the same on every machine and every run; the plots
 * use the fuller model of common/harness.
 * Source: CUDA Runtime API reference, "Stream Management", "Event
 * Management".
 */
#include <stdlib.h>

#include "graph.h"

struct CUstream_st {
    unsigned flags;
    int priority;
    struct tip tip; /* of what it captures */
    struct CUstream_st *next;
};

struct CUevent_st {
    unsigned flags;
    bool recorded;
    double milliseconds; /* on the modelled clock */
    struct tip tip;      /* of what it captured */
    struct CUevent_st *next;
};

static struct CUstream_st *streams;
static struct CUevent_st *events;

/* ---- the modelled clock ------------------------------------------------- */

static double now; /* milliseconds */

/* Bytes a millisecond: PCI Express 5.0 x16, and H200's memory. */
static const double link_bytes = 64e6, memory_bytes = 4.8e9;
/* What a launch costs the device when the kernel does nothing. */
static const double launch_milliseconds = 1e-3;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

void clock_add_launch(const struct counters *c)
{
    double all = (double)MULTIPROCESSORS;
    double clocks = (double)c->max_warp_instructions;
    clocks =
        larger(clocks, (double)c->max_block_instructions / WARP_SCHEDULERS);
    clocks =
        larger(clocks, (double)c->warp_instructions / (all * WARP_SCHEDULERS));
    clocks = larger(clocks, (double)c->max_block_sectors / SECTORS_PER_CLOCK);
    clocks = larger(clocks,
                    (double)(c->global_load_sectors + c->global_store_sectors) /
                        (all * SECTORS_PER_CLOCK));
    now += launch_milliseconds + clocks / CLOCK_KHZ;
}

void clock_add_copy(size_t bytes)
{
    now += (double)bytes / link_bytes;
}

void clock_add_fill(size_t bytes)
{
    now += (double)bytes / memory_bytes;
}

/* ---- streams ------------------------------------------------------------ */

bool stream_exists(cudaStream_t stream)
{
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
        return true;
    const struct CUstream_st *s = streams;
    while (s && s != stream)
        s = s->next;
    return s != NULL;
}

/* Of those that the program created. */
static bool own_stream(cudaStream_t stream)
{
    return stream && stream != cudaStreamLegacy &&
           stream != cudaStreamPerThread && stream_exists(stream);
}

struct tip *stream_tip(cudaStream_t stream)
{
    return own_stream(stream) ? &stream->tip : NULL;
}

bool stream_blocks(cudaStream_t stream)
{
    return own_stream(stream) && !(stream->flags & cudaStreamNonBlocking);
}

void each_tip(void (*visit)(struct tip *, void *), void *arg)
{
    for (struct CUstream_st *s = streams; s; s = s->next)
        visit(&s->tip, arg);
    for (struct CUevent_st *e = events; e; e = e->next)
        visit(&e->tip, arg);
}

static cudaError_t create_stream(cudaStream_t *stream, unsigned flags,
                                 int priority)
{
    if (!stream || flags & ~(unsigned)cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    struct CUstream_st *s = malloc(sizeof *s);
    if (!s)
        return cudaErrorMemoryAllocation;
    *s = (struct CUstream_st){
        .flags = flags, .priority = priority, .next = streams};
    streams = s;
    *stream = s;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    API(create_stream(stream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    API(create_stream(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                         int priority)
{
    API(create_stream(stream, flags, priority));
}

static cudaError_t destroy_stream(cudaStream_t stream)
{
    for (struct CUstream_st **s = &streams; *s; s = &(*s)->next)
        if (*s == stream) {
            capture_abandon(stream);
            *s = stream->next;
            free(stream);
            return cudaSuccess;
        }
    return cudaErrorInvalidResourceHandle;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    API(destroy_stream(stream));
}

static cudaError_t wait_for(cudaStream_t stream, const char *call)
{
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    const struct tip *tip = stream_tip(stream);
    cudaError_t error =
        tip ? capture_refuses(tip, call) : capture_refuses_legacy(call);
    if (!error && !tip)
        error = capture_refuses_unsafe(call);
    return error ? error : synchronize();
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    API(wait_for(stream, "cudaStreamSynchronize"));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    API(wait_for(stream, "cudaStreamQuery"));
}

static cudaError_t stream_flags(cudaStream_t stream, unsigned *flags)
{
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (!flags)
        return cudaErrorInvalidValue;
    bool own =
        stream && stream != cudaStreamLegacy && stream != cudaStreamPerThread;
    *flags = own ? stream->flags : cudaStreamDefault;
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    API(stream_flags(stream, flags));
}

static cudaError_t stream_priority(cudaStream_t stream, int *priority)
{
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (!priority)
        return cudaErrorInvalidValue;
    bool own =
        stream && stream != cudaStreamLegacy && stream != cudaStreamPerThread;
    *priority = own ? stream->priority : 0;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    API(stream_priority(stream, priority));
}

cudaError_t host_run(struct cudaHostNodeParams host)
{
    if (device_faulted())
        return cudaSuccess;
    api_end(cudaSuccess);
    host.fn(host.userData);
    return api_begin();
}

static cudaError_t host_in(cudaStream_t stream, cudaHostFn_t function,
                           void *data)
{
    if (!function)
        return cudaErrorInvalidValue;
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    struct work work = {.type = cudaGraphNodeTypeHost,
                        .host = {function, data}};
    return submit(stream, &work);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *data)
{
    API(host_in(stream, function, data));
}

/* Called even when the device has failed. */
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    cudaError_t status = api_begin(), error = cudaSuccess;
    if (!callback || flags)
        error = cudaErrorInvalidValue;
    else if (!stream_exists(stream))
        error = cudaErrorInvalidResourceHandle;
    else if (capturing(stream))
        error = capture_refuses(stream_tip(stream), "cudaStreamAddCallback");
    api_end(status ? status : error);
    if (!status && !error)
        callback(stream, cudaSuccess, data);
    return status ? status : error;
}

/* ---- events ------------------------------------------------------------- */

bool event_exists(cudaEvent_t event)
{
    const struct CUevent_st *e = events;
    while (e && e != event)
        e = e->next;
    return e != NULL;
}

static cudaError_t create_event(cudaEvent_t *event, unsigned flags)
{
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming;
    if (!event || flags & ~known)
        return cudaErrorInvalidValue;
    struct CUevent_st *e = calloc(1, sizeof *e);
    if (!e)
        return cudaErrorMemoryAllocation;
    e->flags = flags;
    e->next = events;
    events = e;
    *event = e;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    API(create_event(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    API(create_event(event, flags));
}

static cudaError_t destroy_event(cudaEvent_t event)
{
    for (struct CUevent_st **e = &events; *e; e = &(*e)->next)
        if (*e == event) {
            *e = event->next;
            capture_forget(&event->tip);
            free(event);
            return cudaSuccess;
        }
    return cudaErrorInvalidResourceHandle;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    API(destroy_event(event));
}

cudaError_t event_record(cudaEvent_t event)
{
    if (!event_exists(event))
        return cudaErrorInvalidResourceHandle;
    capture_forget(&event->tip);
    event->recorded = true;
    event->milliseconds = now;
    return cudaSuccess;
}

/* While the stream captures, an event only stands for a place in it, unless
 * the program wants a node that records it. */
static cudaError_t record(cudaEvent_t event, cudaStream_t stream,
                          unsigned flags)
{
    if (flags & ~(unsigned)cudaEventRecordExternal)
        return cudaErrorInvalidValue;
    if (!event_exists(event) || !stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (capturing(stream) && !(flags & cudaEventRecordExternal))
        return capture_record(stream_tip(stream), &event->tip);
    struct work work = {.type = cudaGraphNodeTypeEventRecord, .event = event};
    return submit(stream, &work);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    API(record(event, stream, cudaEventRecordDefault));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned flags)
{
    API(record(event, stream, flags));
}

static cudaError_t wait_event(cudaEvent_t event, const char *call)
{
    if (!event_exists(event))
        return cudaErrorInvalidResourceHandle;
    if (event->tip.capture)
        return capture_refuses(&event->tip, call) ? cudaErrorCapturedEvent
                                                  : cudaSuccess;
    return synchronize();
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    API(wait_event(event, "cudaEventSynchronize"));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    API(wait_event(event, "cudaEventQuery"));
}

static cudaError_t stream_waits(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags)
{
    if (flags & ~(unsigned)cudaEventWaitExternal)
        return cudaErrorInvalidValue;
    if (!event_exists(event) || !stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    struct tip *tip = stream_tip(stream);
    bool captured = event->tip.capture || (tip && tip->capture);
    if (captured && !tip)
        return capture_refuses(&event->tip, "a wait of the default stream")
                   ? cudaErrorStreamCaptureImplicit
                   : cudaSuccess;
    if (captured && !(flags & cudaEventWaitExternal))
        return capture_wait(tip, &event->tip);
    struct work work = {.type = cudaGraphNodeTypeWaitEvent, .event = event};
    return submit(stream, &work);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags)
{
    API(stream_waits(stream, event, flags));
}

static cudaError_t elapsed(float *milliseconds, cudaEvent_t start,
                           cudaEvent_t end)
{
    if (!milliseconds)
        return cudaErrorInvalidValue;
    if (!event_exists(start) || !event_exists(end) || !start->recorded ||
        !end->recorded || (start->flags | end->flags) & cudaEventDisableTiming)
        return cudaErrorInvalidResourceHandle;
    *milliseconds = (float)(end->milliseconds - start->milliseconds);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end)
{
    API(elapsed(milliseconds, start, end));
}
