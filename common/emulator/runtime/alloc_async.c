/*
 * alloc_async.c - memory as work of streams: cudaMallocAsync, cudaFreeAsync.
 *
 * Source: CUDA Runtime API reference, "Stream Ordered Memory Allocator" and
 * "Graph Management".
 */
#include "alloc.h"
#include "pool.h"
#include "stream.h"

/* ---- as work ------------------------------------------------------------ */

static uint64_t address_of(const struct memory_work *work)
{
    return (uint64_t)(uintptr_t)work->pointer;
}

static cudaError_t run_alloc(const struct work *work)
{
    const struct memory_work *w = (const struct memory_work *)work;
    cudaError_t error = device_revive(address_of(w));
    if (error)
        return error;
    pool_lend_to_graph(w->pointer, w->bytes);
    return cudaSuccess;
}

static cudaError_t run_free(const struct work *work)
{
    const struct memory_work *w = (const struct memory_work *)work;
    return alloc_free(w->call, w->pointer, false);
}

const struct work_kind alloc_kind = {cudaGraphNodeTypeMemAlloc,
                                     "the default stream",
                                     sizeof(struct memory_work),
                                     run_alloc,
                                     NULL,
                                     NULL,
                                     NULL,
                                     NULL};
const struct work_kind free_kind = {cudaGraphNodeTypeMemFree,
                                    "the default stream",
                                    sizeof(struct memory_work),
                                    run_free,
                                    NULL,
                                    NULL,
                                    NULL,
                                    NULL};

cudaError_t alloc_reserve(struct memory_work *work, size_t bytes)
{
    uint64_t address;
    cudaError_t error =
        device_allocate(bytes, DEVICE_ONLY, call_here(), &address);
    if (error)
        return error;
    device_free(address, NULL);
    *work = (struct memory_work){
        {&alloc_kind, 0}, "", (void *)(uintptr_t)address, bytes};
    return cudaSuccess;
}

void alloc_free_left(const struct memory_work *work)
{
    if (device_memory_at(address_of(work)).live)
        alloc_free("a graph's launch", work->pointer, false);
}

/* ---- calls -------------------------------------------------------------- */

/* Captured, it is a node that allocates, and the address that node's. */
static cudaError_t capture(void **pointer, size_t size, cudaStream_t stream)
{
    struct memory_work work;
    cudaError_t error = alloc_reserve(&work, size);
    *pointer = error ? NULL : work.pointer;
    return error ? error : stream_submit(stream, &work.work);
}

static cudaError_t allocate_from(cudaMemPool_t pool, void **pointer,
                                 size_t size, cudaStream_t stream)
{
    if (!stream_exists(stream))
        return cudaErrorInvalidResourceHandle;
    if (!pool_exists(pool) || !pointer)
        return cudaErrorInvalidValue;
    if (size && stream_captures(stream))
        return capture(pointer, size, stream);
    cudaError_t error = alloc_memory(pointer, size, DEVICE_ONLY);
    if (!error && size)
        pool_lend(pool, *pointer, size);
    return error;
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    API(allocate_from(pool_current(), pointer, size, stream));
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size,
                                    cudaMemPool_t pool, cudaStream_t stream)
{
    API(allocate_from(pool, pointer, size, stream));
}

static cudaError_t free_in(cudaStream_t stream, void *pointer)
{
    struct memory_work work = {{&free_kind, 0}, "cudaFreeAsync", pointer, 0};
    return stream_exists(stream) ? stream_submit(stream, &work.work)
                                 : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    API(free_in(stream, pointer));
}
