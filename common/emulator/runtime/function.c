/*
 * runtime_function.c - attributes and occupancy of kernels.
 *
 * Registers are those that PTX declares, at most 255; the real compiler needs
 * fewer, so they do not limit occupancy here.
 * Source: CUDA Runtime API reference, "Execution Control" and "Occupancy".
 */
#include <string.h>

#include "function.h"
#include "register.h"

enum { MAX_REGISTERS = 255 };

int function_resident_blocks(const struct kernel *kernel,
                             uint32_t block_threads, size_t dynamic_shared)
{
    if (!block_threads || block_threads > MAX_BLOCK_THREADS)
        return 0;
    uint32_t warps = (block_threads + WARP_SIZE - 1) / WARP_SIZE;
    uint64_t blocks = MULTIPROCESSOR_THREADS / WARP_SIZE / warps;
    uint64_t shared = kernel->static_shared + (uint64_t)dynamic_shared;
    if (shared > SHARED_BYTES_OPTIN)
        return 0;
    uint64_t by_shared = MULTIPROCESSOR_SHARED / (shared + RESERVED_SHARED);
    if (by_shared < blocks)
        blocks = by_shared;
    return (int)(blocks < MULTIPROCESSOR_BLOCKS ? blocks
                                                : MULTIPROCESSOR_BLOCKS);
}

/* Field by field: the structure of older programs ends earlier. */
static cudaError_t attributes_of(struct cudaFuncAttributes *out,
                                 const void *function)
{
    const struct kernel *kernel;
    uint32_t *dynamic;
    cudaError_t error = out ? register_kernel(function, &kernel, &dynamic)
                            : cudaErrorInvalidValue;
    if (error)
        return error;
    out->sharedSizeBytes = kernel->static_shared;
    out->constSizeBytes = kernel->const_bytes;
    out->localSizeBytes = kernel->local_bytes;
    out->maxThreadsPerBlock = (int)kernel->max_threads;
    out->numRegs = kernel->register_count < MAX_REGISTERS
                       ? (int)kernel->register_count
                       : MAX_REGISTERS;
    out->ptxVersion = (int)kernel->target; /* by which CUB chooses its ways */
    out->binaryVersion = 90;
    out->cacheModeCA = 0;
    out->maxDynamicSharedSizeBytes =
        *dynamic ? (int)*dynamic : SHARED_BYTES - (int)kernel->static_shared;
    out->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                  const void *function)
{
    API(attributes_of(attributes, function));
}

static cudaError_t set_attribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value)
{
    const struct kernel *kernel;
    uint32_t *dynamic;
    cudaError_t error = register_kernel(function, &kernel, &dynamic);
    if (error || attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return error;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        (uint32_t)value + kernel->static_shared > SHARED_BYTES_OPTIN)
        return cudaErrorInvalidValue;
    *dynamic = (uint32_t)value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value)
{
    API(set_attribute(function, attribute, value));
}

static cudaError_t must_exist(const void *function)
{
    const struct kernel *kernel;
    return register_kernel(function, &kernel, NULL);
}

cudaError_t cudaFuncSetCacheConfig(const void *function,
                                   enum cudaFuncCache config)
{
    (void)config;
    API(must_exist(function));
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function,
                                       enum cudaSharedMemConfig config)
{
    (void)config;
    API(must_exist(function));
}

static cudaError_t active_blocks(int *blocks, const void *function,
                                 int block_size, size_t shared_bytes)
{
    const struct kernel *kernel;
    cudaError_t error = blocks && block_size > 0
                            ? register_kernel(function, &kernel, NULL)
                            : cudaErrorInvalidValue;
    if (!error)
        *blocks = function_resident_blocks(kernel, (uint32_t)block_size,
                                           shared_bytes);
    return error;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *function,
                                                          int block_size,
                                                          size_t shared_bytes)
{
    API(active_blocks(blocks, function, block_size, shared_bytes));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_size, size_t shared_bytes,
    unsigned flags)
{
    (void)flags;
    API(active_blocks(blocks, function, block_size, shared_bytes));
}

static cudaError_t available_shared(size_t *bytes, const void *function,
                                    int blocks, int block_size)
{
    const struct kernel *kernel;
    uint32_t *dynamic;
    if (!bytes || blocks <= 0 || block_size <= 0)
        return cudaErrorInvalidValue;
    cudaError_t error = register_kernel(function, &kernel, &dynamic);
    if (error)
        return error;
    size_t most = *dynamic ? SHARED_BYTES_OPTIN : SHARED_BYTES;
    size_t each = MULTIPROCESSOR_SHARED / (size_t)blocks;
    each = each > RESERVED_SHARED ? each - RESERVED_SHARED : 0;
    if (each > most)
        each = most;
    *bytes = each > kernel->static_shared ? each - kernel->static_shared : 0;
    return cudaSuccess;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                      const void *function,
                                                      int blocks,
                                                      int block_size)
{
    API(available_shared(bytes, function, blocks, block_size));
}
