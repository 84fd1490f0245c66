/*
 * copies.c - arrays that no cache holds: copies of a launcher's, which take
 * turns.
 *
 * Together they are more than four times the L2, so that what a launch left
 * there is gone when its turn comes again.  Arrays so small that it would take
 * too many copies get MOST of them; then a batch uses each once, and before it
 * a buffer of four times the L2 is written.
 */
#include <stdlib.h>

#include "runner.h"

enum { MOST = 512, ALIGNMENT = 512, CACHES = 4 };

static size_t aligned(size_t n)
{
    return (n + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Bytes of one copy. */
static size_t copy_bytes(const struct runner_job *job)
{
    size_t n = 0;
    for (size_t i = 0; i < job->count; i++)
        n += aligned(job->buffers[i].bytes + 1);
    return n;
}

static bool fill_copy(struct copies *copies, struct runner_job *job, size_t k)
{
    unsigned char *at = copies->data + k * copies->bytes;
    void **pointers = copies->pointers + (k + 1) * MAX_BUFFERS;
    for (size_t i = 0; i < job->count; i++) {
        size_t n = job->buffers[i].bytes;
        pointers[i] = at;
        if (n > 0 && cudaMemcpy(at, job->buffers[i].data, n,
                                cudaMemcpyDeviceToDevice) != cudaSuccess)
            return false;
        at += aligned(n + 1);
    }
    return true;
}

/* Less memory, fewer copies: two at least, as one launch leaves its own. */
static bool allocate(struct copies *copies)
{
    void *data = NULL;
    while (cudaMalloc(&data, (copies->count - 1) * copies->bytes) !=
           cudaSuccess) {
        cudaGetLastError();
        if (copies->count <= 2)
            return false;
        copies->count = copies->count / 2 + 1;
    }
    copies->data = data;
    copies->pointers =
        calloc(copies->count, MAX_BUFFERS * sizeof *copies->pointers);
    return copies->pointers;
}

static bool need_flush(struct copies *copies, size_t apart)
{
    void *flush = NULL;
    if (copies->count * copies->bytes >= apart)
        return true;
    copies->flush_bytes = apart;
    if (cudaMalloc(&flush, apart) != cudaSuccess)
        return false;
    copies->flush = flush;
    return true;
}

/* The arrays themselves are the first copy. */
bool runner_copies(struct copies *copies, struct runner_job *job)
{
    struct cudaDeviceProp properties;
    size_t apart;
    if (job->request->on_host)
        return true; /* its launcher makes its own */
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return false;
    apart = CACHES * (size_t)properties.l2CacheSize;
    copies->bytes = copy_bytes(job);
    copies->count = (uint32_t)(apart / copies->bytes + 2);
    if (copies->count > MOST)
        copies->count = MOST;
    if (!allocate(copies))
        return false;
    for (size_t i = 0; i < job->count; i++)
        copies->pointers[i] = job->pointers[i];
    for (size_t k = 0; k + 1 < copies->count; k++)
        if (!fill_copy(copies, job, k))
            return false;
    return need_flush(copies, apart);
}

void **runner_copy(const struct copies *copies, struct runner_job *job,
                   uint32_t turn)
{
    if (copies->count == 0)
        return job->pointers;
    return copies->pointers + turn % copies->count * MAX_BUFFERS;
}

/* 0 and 1 in turn: every line gets dirty. */
void runner_flush(const struct copies *copies, uint32_t turn,
                  cudaStream_t stream)
{
    if (copies->flush)
        cudaMemsetAsync(copies->flush, (int)(turn & 1), copies->flush_bytes,
                        stream);
}

void runner_copies_free(struct copies *copies)
{
    cudaFree(copies->data);
    cudaFree(copies->flush);
    free(copies->pointers);
}
