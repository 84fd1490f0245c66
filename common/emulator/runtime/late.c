/*
 * late.c - streams that do later what they are told.
 *
 * Idea: a stream that does everything at once forgives whoever does not wait
 * for it.  With PTXRUN_LATE=1 streams that the program makes keep what they are
 * told, and do it when the host waits for them: all streams in turn, one thing
 * each, the stream that was made last first.  Who reads too early, or lets two
 * streams use one place, then sees it in the result.
 * Guarantee: an order that CUDA allows.  What the host has to wait for at once,
 * such as a copy of pageable memory, it waits for.
 * Source: CUDA C++ Programming Guide, "Asynchronous Concurrent Execution".
 */
#include "late.h"

#include <stdlib.h>

#include "runtime.h"

struct late {
    struct work *work;
    struct call_site *site; /* where the stream was told */
    struct late *next;
};

static struct late **end_of(cudaStream_t stream)
{
    struct late **end = &stream->late;
    while (*end)
        end = &(*end)->next;
    return end;
}

static void drop(struct late *late)
{
    work_release(late->work);
    free(late);
}

bool late_takes(cudaStream_t stream, const struct work *work)
{
    return stream_own(stream) && stream->is_late && work->kind->may_wait &&
           work->kind->may_wait(work);
}

/* A stream that failed takes nothing more until somebody has waited for it. */
cudaError_t late_keep(cudaStream_t stream, const struct work *work)
{
    if (stream->late_error)
        return stream->late_error;
    struct late *late = malloc(sizeof *late);
    struct work *kept = late ? work_keep(work) : NULL;
    if (!kept) {
        free(late);
        return cudaErrorMemoryAllocation;
    }
    *late = (struct late){.work = kept, .site = call_here()};
    *end_of(stream) = late;
    return cudaSuccess;
}

/* After an error the rest is not done. */
static void fail(cudaStream_t stream, cudaError_t error)
{
    stream->late_error = error;
    while (stream->late) {
        struct late *late = stream->late;
        stream->late = late->next;
        drop(late);
    }
}

/* Whose the work is that follows, where that is not what was said before. */
static void note_stream(cudaStream_t stream)
{
    static uint32_t said;
    uint32_t number = stream_number(stream);
    if (number != said)
        device_note(DEVICE_NOTE_STREAM, number, 0, 0);
    said = number;
}

cudaError_t late_now(cudaStream_t stream, const struct work *work)
{
    note_stream(stream);
    return work->kind->run(work);
}

/* The stream's next thing, if what that waits for was done; false: not. */
static bool do_one(cudaStream_t stream)
{
    struct late *late = stream->late;
    const struct work_kind *kind = late ? late->work->kind : NULL;
    if (!late || (kind->ready && !kind->ready(late->work)))
        return false;
    stream->late = late->next;
    call_resume(late->site);
    cudaError_t error = late_now(stream, late->work);
    call_resume(NULL);
    drop(late);
    if (error)
        fail(stream, error);
    return true;
}

/* False: nothing was left that could be done. */
static bool do_round(void)
{
    bool done = false;
    for (cudaStream_t s = stream_latest(); s; s = s->next)
        done |= do_one(s);
    return done;
}

static cudaError_t take_error(cudaStream_t stream)
{
    cudaError_t error = stream->late_error;
    stream->late_error = cudaSuccess;
    return error;
}

/* Streams that were destroyed; what they failed with is told first. */
static void remove_gone(void)
{
    for (cudaStream_t s = stream_latest(), next; s; s = next) {
        next = s->next;
        if (s->gone && !s->late && !s->late_error)
            stream_remove(s);
    }
}

void late_drain(void)
{
    while (do_round())
        ;
    remove_gone();
}

static cudaError_t finish_all(void)
{
    cudaError_t first = cudaSuccess;
    late_drain();
    for (cudaStream_t s = stream_latest(); s; s = s->next) {
        cudaError_t error = take_error(s);
        first = first ? first : error;
    }
    remove_gone();
    return first;
}

cudaError_t late_finish(cudaStream_t stream)
{
    if (!stream_own(stream))
        return finish_all();
    while (stream->late && do_round())
        ;
    return take_error(stream);
}

cudaError_t late_reach(cudaEvent_t event)
{
    while (event->done < event->asked && do_round())
        ;
    cudaStream_t stream = event->done < event->asked ? stream_latest() : NULL;
    while (stream && !stream->late_error)
        stream = stream->next;
    return stream ? stream->late_error : cudaSuccess;
}
