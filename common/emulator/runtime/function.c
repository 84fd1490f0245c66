/*
 * function.c - attributes and occupancy of kernels.
 *
 * Registers are those that PTX declares, at most 255; the real compiler needs
 * fewer, so they do not limit occupancy here.
 * Source: CUDA Runtime API reference, "Execution Control" and "Occupancy".
 */
#include "base/larger.h"
#include "base/limits.h"
#include "base/options.h"
#include "function.h"
#include "register.h"

enum { MAX_REGISTERS = 255 };

int function_resident_blocks(const struct device_kernel *kernel,
                             uint32_t block_threads, size_t dynamic_shared)
{
    const struct gpu *gpu = options()->gpu;
    if (!block_threads || block_threads > MAX_BLOCK_THREADS)
        return 0;
    return (int)gpu_blocks(gpu, block_threads,
                           kernel->static_shared + (uint64_t)dynamic_shared);
}

/* Field by field: the structure of older programs ends earlier. */
static cudaError_t function_attributes(struct cudaFuncAttributes *out,
                                       const void *function)
{
    struct function *f;
    cudaError_t error =
        out ? register_kernel(function, &f) : cudaErrorInvalidValue;
    if (error)
        return error;
    const struct device_kernel *kernel = &f->kernel;
    out->sharedSizeBytes = kernel->static_shared;
    out->constSizeBytes = kernel->const_bytes;
    out->localSizeBytes = kernel->local_bytes;
    out->maxThreadsPerBlock = (int)kernel->max_threads;
    out->numRegs = (int)smaller(kernel->registers, MAX_REGISTERS);
    out->ptxVersion = (int)kernel->target; /* by which CUB chooses its ways */
    out->binaryVersion =
        (int)(10 * options()->gpu->major + options()->gpu->minor);
    out->cacheModeCA = 0;
    out->maxDynamicSharedSizeBytes =
        f->max_dynamic ? (int)f->max_dynamic
                       : SHARED_BYTES - (int)kernel->static_shared;
    out->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                  const void *function)
{
    API(function_attributes(attributes, function));
}

static cudaError_t set_function_attribute(const void *function,
                                          enum cudaFuncAttribute attribute,
                                          int value)
{
    struct function *f;
    cudaError_t error = register_kernel(function, &f);
    if (error || attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return error;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        (uint32_t)value + f->kernel.static_shared >
            options()->gpu->block_shared_optin)
        return cudaErrorInvalidValue;
    f->max_dynamic = (uint32_t)value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value)
{
    API(set_function_attribute(function, attribute, value));
}

static cudaError_t must_exist(const void *function)
{
    struct function *f;
    return register_kernel(function, &f);
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
    struct function *f;
    cudaError_t error = blocks && block_size > 0 ? register_kernel(function, &f)
                                                 : cudaErrorInvalidValue;
    if (!error)
        *blocks = function_resident_blocks(&f->kernel, (uint32_t)block_size,
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
    const struct gpu *gpu = options()->gpu;
    struct function *f;
    if (!bytes || blocks <= 0 || block_size <= 0)
        return cudaErrorInvalidValue;
    cudaError_t error = register_kernel(function, &f);
    if (error)
        return error;
    uint64_t most = f->max_dynamic ? gpu->block_shared_optin : SHARED_BYTES;
    uint64_t each = gpu->shared_bytes / (uint64_t)blocks;
    each -= smaller(each, gpu->block_shared_reserved);
    each = smaller(each, most);
    *bytes = each - smaller(each, f->kernel.static_shared);
    return cudaSuccess;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                      const void *function,
                                                      int blocks,
                                                      int block_size)
{
    API(available_shared(bytes, function, blocks, block_size));
}
