/*
 * runtime_device.c - the one device there is, and what it says of itself.
 *
 * It answers as an NVIDIA H200 does where programs decide by the answer, and
 * is called what it is: emulated.
 * Source: CUDA Runtime API reference, "Device Management".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/builtins.h"
#include "device_prop.h"
#include "alloc.h"
#include "version.h"
#include "capture.h"
#include "report.h"

/* Here both are defined, the name of CUDA 12 and the one of 11 and 13. */
#undef cudaGetDeviceProperties

/* ---- attributes --------------------------------------------------------- */

/* By number; what is not listed is unknown or 0. */
static const int attributes[] = {
    [cudaDevAttrMaxThreadsPerBlock] = MAX_BLOCK_THREADS,
    [cudaDevAttrMaxBlockDimX] = MAX_BLOCK_X,
    [cudaDevAttrMaxBlockDimY] = MAX_BLOCK_Y,
    [cudaDevAttrMaxBlockDimZ] = MAX_BLOCK_Z,
    [cudaDevAttrMaxGridDimX] = MAX_GRID_X,
    [cudaDevAttrMaxGridDimY] = MAX_GRID_Y,
    [cudaDevAttrMaxGridDimZ] = MAX_GRID_Z,
    [cudaDevAttrMaxSharedMemoryPerBlock] = SHARED_BYTES,
    [cudaDevAttrTotalConstantMemory] = CONST_BYTES,
    [cudaDevAttrWarpSize] = WARP_SIZE,
    [cudaDevAttrMaxPitch] = 2147483647,
    [cudaDevAttrMaxRegistersPerBlock] = MULTIPROCESSOR_REGISTERS,
    [cudaDevAttrClockRate] = CLOCK_KHZ,
    [cudaDevAttrTextureAlignment] = 512,
    [cudaDevAttrGpuOverlap] = 1,
    [cudaDevAttrMultiProcessorCount] = MULTIPROCESSORS,
    [cudaDevAttrCanMapHostMemory] = 1,
    [cudaDevAttrConcurrentKernels] = 1,
    [cudaDevAttrMemoryClockRate] = MEMORY_CLOCK_KHZ,
    [cudaDevAttrGlobalMemoryBusWidth] = MEMORY_BUS_BITS,
    [cudaDevAttrL2CacheSize] = L2_BYTES,
    [cudaDevAttrMaxThreadsPerMultiProcessor] = MULTIPROCESSOR_THREADS,
    [cudaDevAttrAsyncEngineCount] = 3,
    [cudaDevAttrUnifiedAddressing] = 1,
    [cudaDevAttrComputeCapabilityMajor] = 9,
    [cudaDevAttrComputeCapabilityMinor] = 0,
    [cudaDevAttrStreamPrioritiesSupported] = 1,
    [cudaDevAttrGlobalL1CacheSupported] = 1,
    [cudaDevAttrLocalL1CacheSupported] = 1,
    [cudaDevAttrMaxSharedMemoryPerMultiprocessor] = MULTIPROCESSOR_SHARED,
    [cudaDevAttrMaxRegistersPerMultiprocessor] = MULTIPROCESSOR_REGISTERS,
    [cudaDevAttrManagedMemory] = 1,
    [cudaDevAttrSingleToDoublePrecisionPerfRatio] = 2,
    [cudaDevAttrConcurrentManagedAccess] = 1,
    [cudaDevAttrComputePreemptionSupported] = 1,
    [cudaDevAttrCooperativeLaunch] = 1,
    [cudaDevAttrMaxSharedMemoryPerBlockOptin] = SHARED_BYTES_OPTIN,
    [cudaDevAttrHostRegisterSupported] = 1,
    [cudaDevAttrMaxBlocksPerMultiprocessor] = MULTIPROCESSOR_BLOCKS,
    [cudaDevAttrReservedSharedMemoryPerBlock] = RESERVED_SHARED,
    [cudaDevAttrMemoryPoolsSupported] = 1,
    [cudaDevAttrClusterLaunch] = 0,
};
enum {
    ATTRIBUTES = sizeof attributes / sizeof *attributes,
    LAST_ATTRIBUTE = 147 /* of CUDA 13 */
};

static cudaError_t attribute(int *value, enum cudaDeviceAttr attr, int device)
{
    if (device)
        return cudaErrorInvalidDevice;
    if (!value || (int)attr < 1 || (int)attr > LAST_ATTRIBUTE)
        return cudaErrorInvalidValue;
    *value = (unsigned)attr < ATTRIBUTES ? attributes[attr] : 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                   int device)
{
    API_ALWAYS(attribute(value, attr, device));
}

/* ---- properties --------------------------------------------------------- */

static void describe(struct cudaDeviceProp *p)
{
    size_t free_bytes;
    *p = (struct cudaDeviceProp){
        .name = "Emulated device (PTX on the CPU, limits of an H200)",
        .sharedMemPerBlock = SHARED_BYTES,
        .memoryPoolsSupported = 1,
        .regsPerBlock = MULTIPROCESSOR_REGISTERS,
        .warpSize = WARP_SIZE,
        .memPitch = 2147483647,
        .maxThreadsPerBlock = MAX_BLOCK_THREADS,
        .maxThreadsDim = {MAX_BLOCK_X, MAX_BLOCK_Y, MAX_BLOCK_Z},
        .maxGridSize = {MAX_GRID_X, MAX_GRID_Y, MAX_GRID_Z},
        .clockRate = CLOCK_KHZ,
        .totalConstMem = CONST_BYTES,
        .major = 9,
        .textureAlignment = 512,
        .texturePitchAlignment = 32,
        .deviceOverlap = 1,
        .multiProcessorCount = MULTIPROCESSORS,
        .canMapHostMemory = 1,
        .surfaceAlignment = 512,
        .concurrentKernels = 1,
        .asyncEngineCount = 3,
        .unifiedAddressing = 1,
        .memoryClockRate = MEMORY_CLOCK_KHZ,
        .memoryBusWidth = MEMORY_BUS_BITS,
        .l2CacheSize = L2_BYTES,
        .maxThreadsPerMultiProcessor = MULTIPROCESSOR_THREADS,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = MULTIPROCESSOR_SHARED,
        .regsPerMultiprocessor = MULTIPROCESSOR_REGISTERS,
        .managedMemory = 1,
        .singleToDoublePrecisionPerfRatio = 2,
        .concurrentManagedAccess = 1,
        .computePreemptionSupported = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = SHARED_BYTES_OPTIN,
        .maxBlocksPerMultiProcessor = MULTIPROCESSOR_BLOCKS,
        .reservedSharedMemPerBlock = RESERVED_SHARED,
        .hostRegisterSupported = 1,
    };
    memory_info(&free_bytes, &p->totalGlobalMem);
}

static void translate(struct device_prop_13 *to, const struct cudaDeviceProp *p)
{
    *to = (struct device_prop_13){
        .total_global_mem = p->totalGlobalMem,
        .shared_mem_per_block = p->sharedMemPerBlock,
        .regs_per_block = p->regsPerBlock,
        .warp_size = p->warpSize,
        .mem_pitch = p->memPitch,
        .max_threads_per_block = p->maxThreadsPerBlock,
        .total_const_mem = p->totalConstMem,
        .major = p->major,
        .minor = p->minor,
        .texture_alignment = p->textureAlignment,
        .texture_pitch_alignment = p->texturePitchAlignment,
        .multiprocessor_count = p->multiProcessorCount,
        .can_map_host_memory = p->canMapHostMemory,
        .surface_alignment = p->surfaceAlignment,
        .concurrent_kernels = p->concurrentKernels,
        .async_engine_count = p->asyncEngineCount,
        .unified_addressing = p->unifiedAddressing,
        .memory_bus_width = p->memoryBusWidth,
        .l2_cache_size = p->l2CacheSize,
        .max_threads_per_multiprocessor = p->maxThreadsPerMultiProcessor,
        .stream_priorities_supported = p->streamPrioritiesSupported,
        .global_l1_cache_supported = p->globalL1CacheSupported,
        .local_l1_cache_supported = p->localL1CacheSupported,
        .shared_mem_per_multiprocessor = p->sharedMemPerMultiprocessor,
        .regs_per_multiprocessor = p->regsPerMultiprocessor,
        .managed_memory = p->managedMemory,
        .concurrent_managed_access = p->concurrentManagedAccess,
        .compute_preemption_supported = p->computePreemptionSupported,
        .cooperative_launch = p->cooperativeLaunch,
        .shared_mem_per_block_optin = p->sharedMemPerBlockOptin,
        .max_blocks_per_multiprocessor = p->maxBlocksPerMultiProcessor,
        .reserved_shared_mem_per_block = p->reservedSharedMemPerBlock,
        .features = {p->hostRegisterSupported},
    };
    memcpy(to->name, p->name, sizeof to->name);
    memcpy(to->max_threads_dim, p->maxThreadsDim, sizeof p->maxThreadsDim);
    memcpy(to->max_grid_size, p->maxGridSize, sizeof p->maxGridSize);
}

static cudaError_t properties(void *out, int device, int layout)
{
    struct cudaDeviceProp p;
    struct device_prop_13 p13;
    if (device)
        return cudaErrorInvalidDevice;
    if (!out)
        return cudaErrorInvalidValue;
    describe(&p);
    translate(&p13, &p);
    if (layout == 13)
        memcpy(out, &p13, sizeof p13);
    else
        memcpy(out, &p, layout == 12 ? sizeof p : DEVICE_PROP_11_BYTES);
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *prop, int device)
{
    API(properties(prop, device, 12));
}

/* libcudart.so.12 has this one for programs of CUDA 11. */
cudaError_t cudaGetDeviceProperties(void *prop, int device)
{
    API(properties(prop, device, version_major() == 13 ? 13 : 11));
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (!device || !prop)
        API(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

/* ---- the one device ----------------------------------------------------- */

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        API(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        API(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    API_ALWAYS(device ? cudaErrorInvalidDevice : cudaSuccess);
}

static unsigned device_flags = cudaDeviceMapHost;

static cudaError_t set_flags(unsigned flags)
{
    if (flags & ~(unsigned)cudaDeviceMask)
        return cudaErrorInvalidValue;
    device_flags = flags;
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    API_ALWAYS(set_flags(flags));
}

static cudaError_t get_flags(unsigned *flags)
{
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = device_flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    API_ALWAYS(get_flags(flags));
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    static const char address[] = "0000:00:00.0";
    if (!id || length < (int)sizeof address || device)
        API(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    memcpy(id, address, sizeof address);
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned new_flags, unsigned flags)
{
    (void)new_flags, (void)flags;
    API(device ? cudaErrorInvalidDevice : cudaSuccess);
}

static cudaError_t device_wait(void)
{
    cudaError_t error = capture_refuses(NULL, "cudaDeviceSynchronize");
    return error ? error : api_synchronize();
}

cudaError_t cudaDeviceSynchronize(void)
{
    API(device_wait());
}

cudaError_t cudaThreadSynchronize(void)
{
    API(device_wait());
}

cudaError_t cudaDeviceReset(void)
{
    api_begin();
    api_synchronize();
    report_leaks();
    diagnostics_flush();
    alloc_free_all();
    heap_reset();
    api_reset();
    return api_end(cudaSuccess);
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

/* ---- limits and settings ------------------------------------------------ */

static size_t stack_size = 1024;

static cudaError_t set_limit(enum cudaLimit limit, size_t value)
{
    switch ((int)limit) {
    case cudaLimitStackSize: /* local memory grows as it is needed */
        if (value > LOCAL_BYTES_PER_THREAD)
            return cudaErrorInvalidValue;
        stack_size = value;
        return cudaSuccess;
    case cudaLimitPrintfFifoSize: print_set_limit(value); return cudaSuccess;
    case cudaLimitMallocHeapSize: heap_set_limit(value); return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity:
    case cudaLimitPersistingL2CacheSize: return cudaSuccess; /* hints */
    case LIMIT_CALLS: api_fail_call(value); return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    API(set_limit(limit, value));
}

static cudaError_t get_limit(size_t *value, enum cudaLimit limit)
{
    if (!value)
        return cudaErrorInvalidValue;
    switch ((int)limit) {
    case cudaLimitStackSize: *value = stack_size; return cudaSuccess;
    case cudaLimitPrintfFifoSize: *value = print_limit(); return cudaSuccess;
    case cudaLimitMallocHeapSize: *value = heap_limit(); return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity: *value = 64; return cudaSuccess;
    case cudaLimitPersistingL2CacheSize: *value = 0; return cudaSuccess;
    case LIMIT_CALLS: *value = api_failed_call(); return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if ((int)limit == LIMIT_CALLS) /* what failed may have lost the device */
        API_ALWAYS(get_limit(value, limit));
    API(get_limit(value, limit));
}

/* Preferences without effect on what is computed or counted. */
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    if (!config)
        API(cudaErrorInvalidValue);
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    (void)config;
    API(cudaSuccess);
}

/* Banks have four bytes on every device since compute capability 5. */
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    if (!config)
        API(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    API(cudaSuccess);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!can || device || peer)
        API(can ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *can = 0; /* a device is no peer of itself */
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)flags;
    API(peer ? cudaErrorInvalidDevice : cudaErrorPeerAccessUnsupported);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    API(peer ? cudaErrorInvalidDevice : cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaProfilerStart(void)
{
    API(cudaSuccess);
}

cudaError_t cudaProfilerStop(void)
{
    API(cudaSuccess);
}
