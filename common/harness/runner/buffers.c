/*
 * buffers.c - the arrays a launcher is given.
 *
 * On a GPU a buffer stands between guard bands, whose bytes must be the same
 * afterwards; the emulated device checks every access itself, so there the
 * buffer is exactly as large as the array (guard 0) and the first byte past
 * the end is an error with a source line.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner.h"

/* Reads as NaN: a sum that took in a guard band shows it.  Beside outputs it is
 * another one: such a sum, stored there, would change nothing. */
enum { GUARD_BYTE = 0xff, OUTPUT_GUARD_BYTE = 0xdb };

/* Pages of its own: two arrays that share one cannot both be pinned. */
static void *host_memory(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return aligned_alloc(page, (bytes + page - 1) / page * page);
}

static bool pin(struct runner_buffer *buffer)
{
    buffer->pinned = cudaHostRegister(buffer->data, buffer->bytes,
                                      cudaHostRegisterDefault) == cudaSuccess;
    return buffer->pinned;
}

static bool allocate(struct runner_buffer *buffer)
{
    size_t total = buffer->bytes + 2 * buffer->guard;
    void *base = NULL;
    if (buffer->on_host)
        base = host_memory(total);
    else if (cudaMalloc(&base, total) != cudaSuccess)
        base = NULL;
    buffer->base = base;
    buffer->data = base ? buffer->base + buffer->guard : NULL;
    return base;
}

static void fill(struct runner_buffer *buffer, unsigned char *at, int byte,
                 size_t n)
{
    if (buffer->on_host)
        memset(at, byte, n);
    else if (n > 0)
        cudaMemset(at, byte, n);
}

static bool copy_in(struct runner_buffer *to, const void *from)
{
    if (to->on_host) {
        memcpy(to->data, from, to->bytes);
        return true;
    }
    return cudaMemcpy(to->data, from, to->bytes, cudaMemcpyHostToDevice) ==
           cudaSuccess;
}

static bool copy_out(void *to, const struct runner_buffer *buffer,
                     const unsigned char *from, size_t n)
{
    if (buffer->on_host) {
        memcpy(to, from, n);
        return true;
    }
    return cudaMemcpy(to, from, n, cudaMemcpyDeviceToHost) == cudaSuccess;
}

static bool is_input(const struct runner_job *job, size_t i)
{
    return job->request->extents[i].offset < job->request->input_bytes;
}

static int guard_byte(const struct runner_job *job, size_t i)
{
    return is_input(job, i) ? GUARD_BYTE : OUTPUT_GUARD_BYTE;
}

static bool prepare_one(struct runner_job *job, size_t i)
{
    struct runner_buffer *buffer = &job->buffers[i];
    const struct extent *extent = &job->request->extents[i];
    buffer->bytes = extent->bytes;
    buffer->guard = job->request->guard_bytes;
    buffer->on_host = job->request->on_host;
    if (buffer->on_host && buffer->guard == 0)
        buffer->guard = 4096; /* nobody checks accesses of the host */
    if (!allocate(buffer) || (job->request->pinned && !pin(buffer)))
        return false;
    job->pointers[i] = buffer->data;
    if (buffer->guard > 0) {
        fill(buffer, buffer->base, guard_byte(job, i), buffer->guard);
        fill(buffer, buffer->data + buffer->bytes, guard_byte(job, i),
             buffer->guard);
    }
    if (is_input(job, i))
        return copy_in(buffer, job->shared + extent->offset);
    fill(buffer, buffer->data, job->request->poison, buffer->bytes);
    return true;
}

bool runner_prepare(struct runner_job *job)
{
    memset(job->buffers, 0, sizeof job->buffers);
    job->count = 0;
    while (job->count < job->request->buffers) {
        if (!prepare_one(job, job->count++))
            return false;
    }
    return true;
}

void runner_poison(struct runner_job *job)
{
    for (size_t i = 0; i < job->count; i++) {
        struct runner_buffer *buffer = &job->buffers[i];
        if (!is_input(job, i))
            fill(buffer, buffer->data, job->request->poison, buffer->bytes);
    }
}

/* What a launcher left behind may still use its arrays. */
void runner_release(struct runner_job *job)
{
    if (job->request->on_host)
        cudaDeviceSynchronize();
    for (size_t i = 0; i < job->count; i++) {
        struct runner_buffer *buffer = &job->buffers[i];
        if (buffer->pinned)
            cudaHostUnregister(buffer->data);
        if (buffer->on_host)
            free(buffer->base);
        else if (buffer->base)
            cudaFree(buffer->base);
    }
    job->count = 0;
}

static bool guard_intact(const struct runner_buffer *buffer,
                         const unsigned char *band, int byte)
{
    unsigned char copy[4096];
    for (size_t done = 0; done < buffer->guard; done += sizeof copy) {
        size_t left = buffer->guard - done;
        size_t n = left < sizeof copy ? left : sizeof copy;
        if (!copy_out(copy, buffer, band + done, n))
            return false;
        for (size_t i = 0; i < n; i++) {
            if (copy[i] != byte)
                return false;
        }
    }
    return true;
}

static void check_guards(const struct runner_job *job, size_t i,
                         struct response *response)
{
    const struct runner_buffer *buffer = &job->buffers[i];
    int byte = guard_byte(job, i);
    bool before = guard_intact(buffer, buffer->base, byte);
    bool after = guard_intact(buffer, buffer->data + buffer->bytes, byte);
    if (response->damaged == NO_BUFFER && !(before && after)) {
        response->damaged = (int)i;
        response->damaged_before = !before;
    }
}

/* Compares an input with what it was, a piece at a time. */
static bool check_input(const struct runner_job *job, size_t i,
                        struct response *response)
{
    enum { PIECE = 1 << 20 };
    const struct runner_buffer *buffer = &job->buffers[i];
    const unsigned char *was = job->shared + job->request->extents[i].offset;
    unsigned char *now = malloc(PIECE);
    bool done = now;

    for (size_t at = 0; done && at < buffer->bytes; at += PIECE) {
        size_t left = buffer->bytes - at;
        size_t n = left < PIECE ? left : PIECE;
        size_t k = 0;
        done = copy_out(now, buffer, buffer->data + at, n);
        if (!done || !memcmp(now, was + at, n))
            continue;
        while (now[k] == was[at + k])
            k++;
        response->changed = (int)i;
        response->changed_byte = at + k;
        break;
    }
    free(now);
    return done;
}

bool runner_collect(struct runner_job *job, struct response *response)
{
    for (size_t i = 0; i < job->count; i++) {
        const struct runner_buffer *buffer = &job->buffers[i];
        unsigned char *to = job->shared + job->request->extents[i].offset;
        check_guards(job, i, response);
        if (is_input(job, i)
                ? !check_input(job, i, response)
                : !copy_out(to, buffer, buffer->data, buffer->bytes))
            return false;
    }
    return true;
}
