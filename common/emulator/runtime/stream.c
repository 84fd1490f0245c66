/*
 * stream.c - what streams are told.
 *
 * Guarantee: work is done when it is submitted, so every order the program may
 * see is kept; that of a late stream later, in an order that CUDA allows
 * (late.c).
 * Source: CUDA Runtime API reference, "Stream Management".
 */
#include "stream.h"

#include "late.h"
#include "runtime.h"

cudaError_t stream_submit(cudaStream_t stream, const struct work *work)
{
    struct tip *tip = stream_tip(stream);
    if (tip && tip->capture)
        return capture_add(tip, work);
    cudaError_t error = cudaSuccess;
    if (!stream || stream == cudaStreamLegacy)
        error = capture_refuses_legacy(work->kind->in_default);
    if (!error && late_takes(stream, work))
        return late_keep(stream, work);
    if (!error && stream != cudaStreamPerThread)
        error = late_finish(stream);
    return error ? error : late_now(stream, work);
}

/* ---- made and gone ------------------------------------------------------ */

static cudaError_t create_stream(cudaStream_t *stream, unsigned flags,
                                 int priority)
{
    if (!stream || flags & ~(unsigned)cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    *stream = stream_create(flags, priority);
    if (!*stream)
        return cudaErrorMemoryAllocation;
    device_note(DEVICE_NOTE_MADE, 0, 0, 0);
    device_note(DEVICE_NOTE_STREAM_MADE, stream_number(*stream),
                flags & cudaStreamNonBlocking, 0);
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
    if (!stream_own(stream))
        return cudaErrorInvalidResourceHandle;
    capture_abandon(stream);
    device_note(DEVICE_NOTE_DESTROYED, 0, 0, 0);
    if (stream->late)
        stream->gone = true; /* it ends what it was told */
    else
        stream_remove(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    API(destroy_stream(stream));
}

/* ---- asked -------------------------------------------------------------- */

static cudaError_t wait_for(cudaStream_t stream, const char *call)
{
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    const struct tip *tip = stream_tip(stream);
    cudaError_t error =
        tip ? capture_refuses(tip, call) : capture_refuses_legacy(call);
    if (!error && !tip)
        error = capture_refuses_unsafe(call);
    if (!error)
        error = late_finish(stream);
    if (error)
        return error;
    device_note(DEVICE_NOTE_STREAM_WAIT, stream_number(stream), 0, 0);
    return api_synchronize();
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
    *flags = stream_own(stream) ? stream->flags : cudaStreamDefault;
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
    *priority = stream_own(stream) ? stream->priority : 0;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    API(stream_priority(stream, priority));
}

/* ---- functions of the host ---------------------------------------------- */

static cudaError_t run_host(const struct work *work)
{
    const struct host_work *w = (const struct host_work *)work;
    if (api_faulted())
        return cudaSuccess;
    device_note(DEVICE_NOTE_HOST_RUNS, 0, 0, 0);
    api_end(cudaSuccess);
    w->host.fn(w->host.userData);
    return api_begin();
}

const struct work_kind host_kind = {cudaGraphNodeTypeHost,
                                    "a callback in the default stream",
                                    sizeof(struct host_work),
                                    run_host,
                                    NULL,
                                    NULL,
                                    NULL,
                                    NULL};

static cudaError_t host_in(cudaStream_t stream, cudaHostFn_t function,
                           void *data)
{
    if (!function)
        return cudaErrorInvalidValue;
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    struct host_work work = {{&host_kind, 0}, {function, data}};
    return stream_submit(stream, &work.work);
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
    else if (stream_captures(stream))
        error = capture_refuses(stream_tip(stream), "cudaStreamAddCallback");
    if (!status && !error)
        device_note(DEVICE_NOTE_STREAM_WAIT, stream_number(stream), 0, 0);
    api_end(status ? status : error);
    if (!status && !error)
        callback(stream, cudaSuccess, data);
    return status ? status : error;
}
