/*
 * device.c - the one device there is, and what it says of itself.
 *
 * It answers as the GPU of the profile in use does (base/gpu.h) where programs
 * decide by the answer, and is called what it is: emulated.
 * Source: CUDA Runtime API reference, "Device Management".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/options.h"
#include "capture.h"
#include "late.h"
#include "device_prop.h"
#include "runtime.h"
#include "version.h"

/* Here both are defined, the name of CUDA 12 and the one of 11 and 13. */
#undef cudaGetDeviceProperties

/* ---- properties --------------------------------------------------------- */

/* Of a row of device_prop.def, what the attributes need. */
#define PROPERTY(field_12, field_13, attribute, value)                         \
    ATTRIBUTE(attribute, value)
#define PROPERTY_12(field_12, attribute, value) ATTRIBUTE(attribute, value)
#define PROPERTY_ONLY(field_12, field_13, value)

enum { LAST_ATTRIBUTE = 147 /* of CUDA 13 */ };

static int attribute_of(const struct gpu *gpu, enum cudaDeviceAttr attribute)
{
    switch (attribute) {
#define ATTRIBUTE(attribute, value)                                            \
    case cudaDevAttr##attribute:                                               \
        return (int)(value);
#include "device_prop.def"
#undef ATTRIBUTE
    default: return 0;
    }
}

#undef PROPERTY
#undef PROPERTY_12
#undef PROPERTY_ONLY

static cudaError_t attribute(int *value, enum cudaDeviceAttr attr, int device)
{
    if (device)
        return cudaErrorInvalidDevice;
    if (!value || (int)attr < 1 || (int)attr > LAST_ATTRIBUTE)
        return cudaErrorInvalidValue;
    *value = attribute_of(options()->gpu, attr);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                   int device)
{
    API_ALWAYS(attribute(value, attr, device));
}

/* Both structures. */
static void describe(struct cudaDeviceProp *to_12, struct device_prop_13 *to_13)
{
    const struct gpu *gpu = options()->gpu;
    size_t free_bytes;
    *to_12 = (struct cudaDeviceProp){0};
    *to_13 = (struct device_prop_13){0};
#define ATTRIBUTE(attribute, value)
#define PROPERTY_ONLY(field_12, field_13, value)                               \
    to_12->field_12 = value;                                                   \
    to_13->field_13 = value;
#define PROPERTY(field_12, field_13, attribute, value)                         \
    PROPERTY_ONLY(field_12, field_13, value)
#define PROPERTY_12(field_12, attribute, value) to_12->field_12 = value;
#include "device_prop.def"
#undef PROPERTY
#undef PROPERTY_12
#undef PROPERTY_ONLY
#undef ATTRIBUTE
    snprintf(to_12->name, sizeof to_12->name,
             "Emulated device (PTX on the CPU, limits of %s)", gpu->name);
    memcpy(to_13->name, to_12->name, sizeof to_13->name);
    device_memory_info(&free_bytes, &to_12->totalGlobalMem);
    to_13->total_global_mem = to_12->totalGlobalMem;
}

static cudaError_t properties(void *out, int device, int layout)
{
    struct cudaDeviceProp p;
    struct device_prop_13 p13;
    if (device)
        return cudaErrorInvalidDevice;
    if (!out)
        return cudaErrorInvalidValue;
    describe(&p, &p13);
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
    if (!error)
        error = late_finish(NULL);
    if (error)
        return error;
    device_note(DEVICE_NOTE_WAIT, 0, 0, 0);
    return api_synchronize();
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
    if (!api_faulted())
        device_tell_leaks();
    device_note(DEVICE_NOTE_WAITED, 0, 0, 0);
    device_free_all();
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
    case cudaLimitPrintfFifoSize:
        device_set_limit(DEVICE_PRINT_BYTES, value);
        return cudaSuccess;
    case cudaLimitMallocHeapSize:
        device_set_limit(DEVICE_HEAP_BYTES, value);
        return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity:
    case cudaLimitPersistingL2CacheSize: return cudaSuccess; /* hints */
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
    case cudaLimitPrintfFifoSize:
        *value = device_limit(DEVICE_PRINT_BYTES);
        return cudaSuccess;
    case cudaLimitMallocHeapSize:
        *value = device_limit(DEVICE_HEAP_BYTES);
        return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity: *value = 64; return cudaSuccess;
    case cudaLimitPersistingL2CacheSize: *value = 0; return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
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
