/*
 * event.c - places in streams, and the times at which they were reached.
 *
 * Source: CUDA Runtime API reference, "Event Management".
 */
#include "clock.h"
#include "late.h"
#include "runtime.h"
#include "stream.h"

/* ---- made and gone ------------------------------------------------------ */

static cudaError_t create_event(cudaEvent_t *event, unsigned flags)
{
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming;
    if (!event || flags & ~known)
        return cudaErrorInvalidValue;
    *event = event_create(flags);
    if (!*event)
        return cudaErrorMemoryAllocation;
    device_note(DEVICE_NOTE_MADE, 1, 0, 0);
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
    if (!event_exists(event))
        return cudaErrorInvalidResourceHandle;
    capture_forget(&event->tip);
    event_remove(event);
    device_note(DEVICE_NOTE_DESTROYED, 1, 0, 0);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    API(destroy_event(event));
}

/* ---- recorded, waited for ----------------------------------------------- */

static cudaError_t run_record(const struct work *work)
{
    cudaEvent_t event = ((const struct event_work *)work)->event;
    if (!event_exists(event))
        return cudaErrorInvalidResourceHandle;
    capture_forget(&event->tip);
    event->recorded = true;
    event->done++;
    event->milliseconds = clock_now();
    device_note(DEVICE_NOTE_RECORD, event->number, 0, 0);
    return cudaSuccess;
}

const struct work_kind event_record_kind = {cudaGraphNodeTypeEventRecord,
                                            "the default stream",
                                            sizeof(struct event_work),
                                            run_record,
                                            NULL,
                                            NULL,
                                            work_may_wait,
                                            NULL};

/* What it waits for has been done. */
static cudaError_t run_wait(const struct work *work)
{
    cudaEvent_t event = ((const struct event_work *)work)->event;
    if (event_exists(event))
        device_note(DEVICE_NOTE_WAIT_IN_STREAM, event->number, 0, 0);
    return cudaSuccess;
}

static bool event_is_there(const struct work *work)
{
    const struct event_work *w = (const struct event_work *)work;
    return !event_exists(w->event) || w->event->done >= w->asked;
}

const struct work_kind event_wait_kind = {cudaGraphNodeTypeWaitEvent,
                                          "the default stream",
                                          sizeof(struct event_work),
                                          run_wait,
                                          NULL,
                                          NULL,
                                          work_may_wait,
                                          event_is_there};

/* While the stream captures, an event only stands for a place in it, unless
 * the program wants a node that records it. */
static cudaError_t record(cudaEvent_t event, cudaStream_t stream,
                          unsigned flags)
{
    if (flags & ~(unsigned)cudaEventRecordExternal)
        return cudaErrorInvalidValue;
    if (!event_exists(event) || !stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (stream_captures(stream) && !(flags & cudaEventRecordExternal))
        return capture_record(stream_tip(stream), &event->tip);
    struct event_work work = {{&event_record_kind, 0}, event, 0};
    event->asked++;
    return stream_submit(stream, &work.work);
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
    cudaError_t error = late_reach(event);
    if (error)
        return error;
    device_note(DEVICE_NOTE_EVENT_WAIT, event->number, 0, 0);
    return api_synchronize();
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
    struct event_work work = {{&event_wait_kind, 0}, event, event->asked};
    return stream_submit(stream, &work.work);
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
    if (!event_exists(start) || !event_exists(end))
        return cudaErrorInvalidResourceHandle;
    if (start->done < start->asked || end->done < end->asked)
        return cudaErrorNotReady;
    if (!start->recorded || !end->recorded ||
        (start->flags | end->flags) & cudaEventDisableTiming)
        return cudaErrorInvalidResourceHandle;
    *milliseconds = (float)(end->milliseconds - start->milliseconds);
    device_note(DEVICE_NOTE_ELAPSED, end->number, start->number, *milliseconds);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end)
{
    API(elapsed(milliseconds, start, end));
}
