/*
 * capture.c - streams that write down what they are told.
 *
 * While a stream captures, its work becomes nodes of a graph, each after the
 * stream's last.  An event recorded in it stands for these last nodes, and a
 * stream told to wait for that event joins the capture.  Where one capture is
 * left is the tip (handles.h) of each stream and event in it.
 * Guarantee: what CUDA forbids while a stream captures is refused with its
 * error, and the capture is lost, as on hardware.
 * Source: CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture".
 */
#include <stdlib.h>

#include "capture.h"
#include "runtime.h"

struct capture {
    cudaGraph_t graph;
    cudaStream_t origin;
    enum cudaStreamCaptureMode mode;
    unsigned long long id;
    bool lost, blocking; /* waits for the legacy stream, and it for this */
    struct capture *next;
};

static struct capture *captures;

/* ---- tips --------------------------------------------------------------- */

void capture_forget(struct tip *tip)
{
    free(tip->after.nodes);
    *tip = (struct tip){NULL, {NULL, 0}};
}

static cudaError_t extend(struct tip *tip, const struct node_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!node_list_has(&tip->after, list->nodes[i]) &&
            !node_list_add(&tip->after, list->nodes[i]))
            return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

cudaError_t capture_add(struct tip *tip, const struct work *work)
{
    if (tip->capture->lost)
        return cudaErrorStreamCaptureInvalidated;
    cudaGraphNode_t node = graph_add(tip->capture->graph, work,
                                     tip->after.nodes, tip->after.count);
    if (!node)
        return cudaErrorMemoryAllocation;
    tip->after.count = 0;
    return node_list_add(&tip->after, node) ? cudaSuccess
                                            : cudaErrorMemoryAllocation;
}

cudaError_t capture_record(const struct tip *stream, struct tip *event)
{
    capture_forget(event);
    event->capture = stream->capture;
    return extend(event, &stream->after);
}

cudaError_t capture_wait(struct tip *stream, const struct tip *event)
{
    if (!event->capture && stream->capture) {
        stream->capture->lost = true;
        return cudaErrorStreamCaptureIsolation;
    }
    if (stream->capture && stream->capture != event->capture) {
        stream->capture->lost = event->capture->lost = true;
        return cudaErrorStreamCaptureMerge;
    }
    stream->capture = event->capture;
    return extend(stream, &event->after);
}

/* ---- what is not allowed meanwhile -------------------------------------- */

static void lose(struct capture *capture, const char *call, const char *hint)
{
    capture->lost = true;
    struct text title =
        api_text("%s is not allowed while a stream is capturing", call);
    api_finding(title.chars, "the capture is invalid from now on", hint);
}

cudaError_t capture_refuses(const struct tip *tip, const char *call)
{
    struct capture *capture = tip ? tip->capture : captures;
    if (!capture)
        return cudaSuccess;
    lose(capture, call,
         "work that is captured is not done yet: wait for it "
         "when the graph was launched");
    return cudaErrorStreamCaptureUnsupported;
}

cudaError_t capture_refuses_legacy(const char *call)
{
    struct capture *capture = captures;
    while (capture && !capture->blocking)
        capture = capture->next;
    if (!capture)
        return cudaSuccess;
    lose(capture, call,
         "the default stream waits for all others; name the "
         "stream that captures, or create it with "
         "cudaStreamNonBlocking");
    return cudaErrorStreamCaptureImplicit;
}

cudaError_t capture_refuses_unsafe(const char *call)
{
    struct capture *capture = captures;
    while (capture && capture->mode == cudaStreamCaptureModeRelaxed)
        capture = capture->next;
    if (!capture)
        return cudaSuccess;
    lose(capture, call,
         "allocate before the capture; cudaMallocAsync becomes "
         "a part of the graph");
    return cudaErrorStreamCaptureUnsupported;
}

/* ---- begin and end ------------------------------------------------------ */

static cudaError_t begin(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    static unsigned long long ids;
    struct tip *tip = stream_tip(stream);
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (!tip) {
        api_finding("the default stream cannot capture", "",
                    "create a stream with cudaStreamCreate");
        return cudaErrorStreamCaptureUnsupported;
    }
    if (tip->capture)
        return cudaErrorIllegalState;
    struct capture *capture = calloc(1, sizeof *capture);
    if (!capture || !(capture->graph = graph_create(true))) {
        free(capture);
        return cudaErrorMemoryAllocation;
    }
    capture->origin = stream;
    capture->mode = mode;
    capture->id = ++ids;
    capture->blocking = stream_blocks(stream);
    capture->next = captures;
    captures = capture;
    tip->capture = capture;
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   enum cudaStreamCaptureMode mode)
{
    API(begin(stream, mode));
}

static void leave(struct tip *tip, void *capture)
{
    if (tip->capture == capture)
        capture_forget(tip);
}

/* Every node without one that comes after it must be a last one of the stream
 * that began. */
static bool joined(const struct capture *capture, const struct tip *tip)
{
    for (cudaGraphNode_t n = capture->graph->first; n; n = n->next) {
        bool last = true;
        for (cudaGraphNode_t m = n->next; m && last; m = m->next)
            last = !node_list_has(&m->after, n);
        if (last && !node_list_has(&tip->after, n))
            return false;
    }
    return true;
}

static void end_capture(struct capture *capture)
{
    tip_each(leave, capture);
    struct capture **c = &captures;
    while (*c != capture)
        c = &(*c)->next;
    *c = capture->next;
    free(capture);
}

void capture_abandon(cudaStream_t stream)
{
    struct capture *capture = stream_tip(stream)->capture;
    if (capture && capture->origin == stream) {
        graph_destroy(capture->graph);
        end_capture(capture);
    }
    capture_forget(stream_tip(stream));
}

static cudaError_t end(cudaStream_t stream, cudaGraph_t *graph)
{
    const struct tip *tip = stream_tip(stream);
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (!tip || !tip->capture)
        return cudaErrorIllegalState;
    struct capture *capture = tip->capture;
    if (capture->origin != stream) {
        capture->lost = true;
        return cudaErrorStreamCaptureUnmatched;
    }
    cudaError_t error = capture->lost ? cudaErrorStreamCaptureInvalidated
                        : joined(capture, tip) ? cudaSuccess
                                               : cudaErrorStreamCaptureUnjoined;
    if (error == cudaErrorStreamCaptureUnjoined)
        api_finding("cudaStreamEndCapture: another stream's work was captured "
                    "and not joined",
                    "",
                    "record an event in that stream and let the first "
                    "stream wait for it");
    capture->graph->inner = false;
    if (error || !graph)
        graph_destroy(capture->graph);
    if (graph)
        *graph = error ? NULL : capture->graph;
    end_capture(capture);
    return error;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    API(end(stream, graph));
}

static enum cudaStreamCaptureStatus status_of(const struct tip *tip)
{
    return !tip || !tip->capture ? cudaStreamCaptureStatusNone
           : tip->capture->lost  ? cudaStreamCaptureStatusInvalidated
                                 : cudaStreamCaptureStatusActive;
}

static cudaError_t is_capturing(cudaStream_t stream,
                                enum cudaStreamCaptureStatus *status)
{
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (!status)
        return cudaErrorInvalidValue;
    *status = status_of(stream_tip(stream));
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *status)
{
    API(is_capturing(stream, status));
}
