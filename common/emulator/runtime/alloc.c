/*
 * alloc.c - memory that the program allocates, frees, registers.
 *
 * The device keeps the bytes; here are CUDA's rules about which call may free
 * what.
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#include <stdlib.h>

#include "alloc.h"
#include "capture.h"
#include "late.h"
#include "pointers.h"
#include "pool.h"

/* Ranges of cudaHostRegister. */
struct registered {
    uint8_t *start;
    size_t size;
    unsigned flags;
    struct registered *next;
};
static struct registered *registered;

enum { PITCH_ALIGNMENT = 512 };

/* ---- allocate ----------------------------------------------------------- */

cudaError_t alloc_memory(void **pointer, size_t size,
                         enum device_memory_kind kind)
{
    if (!pointer)
        return cudaErrorInvalidValue;
    cudaError_t error = capture_refuses_unsafe("an allocation");
    if (error)
        return error;
    *pointer = NULL;
    if (!size)
        return cudaSuccess;
    uint64_t address;
    error = device_allocate(size, kind, call_here(), &address);
    if (!error)
        *pointer = (void *)(uintptr_t)address;
    return error;
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    API(alloc_memory(pointer, size, DEVICE_ONLY));
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    API(alloc_memory(pointer, size, DEVICE_PINNED));
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    const unsigned known = cudaHostAllocPortable | cudaHostAllocMapped |
                           cudaHostAllocWriteCombined;
    API(flags & ~known ? cudaErrorInvalidValue
                       : alloc_memory(pointer, size, DEVICE_PINNED));
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    API(known ? alloc_memory(pointer, size, DEVICE_MANAGED)
              : cudaErrorInvalidValue);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width,
                            size_t height)
{
    size_t row =
        (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (!pitch || row < width || (height && row > SIZE_MAX / height))
        API(cudaErrorInvalidValue);
    *pitch = row;
    API(alloc_memory(pointer, row * height, DEVICE_ONLY));
}

/* ---- free --------------------------------------------------------------- */

/* What is wrong with freeing it, and what to do; what: NULL if nothing is. */
struct complaint {
    const char *what, *hint;
};

static struct complaint complain(const struct device_memory *m,
                                 const void *pointer, bool host)
{
    bool pinned = m->kind == DEVICE_PINNED;
    bool opaque = m->kind == DEVICE_ARRAY || m->kind == DEVICE_OBJECT;
    if (!m->inside)
        return (struct complaint){
            "memory that CUDA did not allocate",
            host ? "free() is for what malloc returned"
                 : "cudaFree takes what cudaMalloc returned"};
    if (m->freed)
        return (struct complaint){"memory that was freed before",
                                  "set the pointer to NULL when it is freed"};
    if (pointer_address(pointer) != m->address)
        return (struct complaint){
            "a pointer into an allocation",
            "free the pointer that was allocated, not one that was moved"};
    if (opaque)
        return (struct complaint){
            m->kind == DEVICE_ARRAY ? "a CUDA array" : "a texture or surface",
            "cudaFreeArray frees what cudaMallocArray and cudaMalloc3DArray "
            "make; objects are destroyed"};
    if (host != pinned || m->kind == DEVICE_VARIABLE || m->kind == DEVICE_HEAP)
        return (struct complaint){
            "memory of another kind",
            pinned ? "cudaFreeHost frees what cudaMallocHost and cudaHostAlloc "
                     "return"
                   : "cudaFree frees what cudaMalloc and cudaMallocManaged "
                     "return"};
    return (struct complaint){NULL, NULL};
}

cudaError_t alloc_free(const char *call, void *pointer, bool host)
{
    cudaError_t error = api_synchronize();
    if (error || !pointer)
        return error;
    struct device_memory m = device_memory_at(pointer_address(pointer));
    struct complaint wrong = complain(&m, pointer, host);
    if (wrong.what) {
        api_tell((struct device_finding){
            .tool = DEVICE_MEMCHECK,
            .allocated = m.inside ? m.allocated : NULL,
            .freed = m.inside ? m.freed_by : NULL,
            .title = api_text("%s of %s", call, wrong.what).chars,
            .detail = pointer_describe(pointer).chars,
            .hint = wrong.hint});
        return cudaErrorInvalidValue;
    }
    error = device_free(m.address, call_here());
    if (!error)
        pool_take_back(pointer);
    return error;
}

static cudaError_t free_now(const char *call, void *pointer, bool host)
{
    cudaError_t error = pointer ? capture_refuses_unsafe(call) : cudaSuccess;
    if (pointer)
        late_drain();
    if (pointer && !error)
        device_note(DEVICE_NOTE_WAITED, 0, 0, 0);
    return error ? error : alloc_free(call, pointer, host);
}

cudaError_t cudaFree(void *pointer)
{
    API(free_now("cudaFree", pointer, false));
}

cudaError_t cudaFreeHost(void *pointer)
{
    API(free_now("cudaFreeHost", pointer, true));
}

/* ---- host memory -------------------------------------------------------- */

static struct registered *registered_at(const void *pointer)
{
    const uint8_t *p = pointer;
    struct registered *r = registered;
    while (r && (p < r->start || p >= r->start + r->size))
        r = r->next;
    return r;
}

static cudaError_t register_range(void *pointer, size_t size, unsigned flags)
{
    if (!pointer || !size || flags > 0xf)
        return cudaErrorInvalidValue;
    if (registered_at(pointer))
        return cudaErrorHostMemoryAlreadyRegistered;
    struct registered *r = malloc(sizeof *r);
    if (!r || device_register(pointer, size)) {
        free(r);
        return cudaErrorMemoryAllocation;
    }
    *r = (struct registered){pointer, size, flags, registered};
    registered = r;
    return cudaSuccess;
}

static cudaError_t unregister_range(void *pointer)
{
    for (struct registered **r = &registered; *r; r = &(*r)->next)
        if ((*r)->start == pointer) {
            struct registered *gone = *r;
            *r = gone->next;
            late_drain();
            device_unregister(pointer);
            free(gone);
            return cudaSuccess;
        }
    return cudaErrorHostMemoryNotRegistered;
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags)
{
    API(register_range(pointer, size, flags));
}

cudaError_t cudaHostUnregister(void *pointer)
{
    API(unregister_range(pointer));
}

/* Registered memory counts as mapped, as on every device of today. */
static cudaError_t device_pointer(void **device, void *host)
{
    struct device_memory m = device_memory_at(pointer_address(host));
    if (!device)
        return cudaErrorInvalidValue;
    bool mapped =
        m.live && (m.kind == DEVICE_PINNED || m.kind == DEVICE_REGISTERED);
    *device = mapped ? host : NULL;
    return mapped ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    API(flags ? cudaErrorInvalidValue : device_pointer(device, host));
}

static cudaError_t host_flags(unsigned *flags, const void *host)
{
    const struct registered *r = registered_at(host);
    struct device_memory m = device_memory_at(pointer_address(host));
    if (!flags || (!r && !(m.live && m.kind == DEVICE_PINNED)))
        return cudaErrorInvalidValue;
    *flags = r ? r->flags : cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    API(host_flags(flags, host));
}

/* ---- questions ---------------------------------------------------------- */

static cudaError_t info(size_t *free_bytes, size_t *total_bytes)
{
    size_t unused;
    device_memory_info(free_bytes ? free_bytes : &unused,
                       total_bytes ? total_bytes : &unused);
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    API(info(free_bytes, total_bytes));
}

static cudaError_t pointer_attributes(struct cudaPointerAttributes *out,
                                      const void *pointer)
{
    if (!out)
        return cudaErrorInvalidValue;
    struct device_memory m = device_memory_at(pointer_address(pointer));
    void *p = (void *)(uintptr_t)pointer;
    out->type = cudaMemoryTypeUnregistered;
    out->device = cudaInvalidDeviceId;
    out->devicePointer = NULL;
    out->hostPointer = p;
    if (!m.live)
        return cudaSuccess;
    bool host = m.kind == DEVICE_PINNED || m.kind == DEVICE_REGISTERED;
    out->type = host                       ? cudaMemoryTypeHost
                : m.kind == DEVICE_MANAGED ? cudaMemoryTypeManaged
                                           : cudaMemoryTypeDevice;
    out->device = 0;
    out->devicePointer = p;
    if (out->type == cudaMemoryTypeDevice)
        out->hostPointer = NULL;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer)
{
    API(pointer_attributes(attributes, pointer));
}

/* Hints: right when the range is managed, and nothing to do. */
static cudaError_t managed_range(const void *pointer, size_t count)
{
    uint64_t address = pointer_address(pointer);
    struct device_memory m = device_memory_at(address);
    bool inside = m.live && m.kind == DEVICE_MANAGED && count &&
                  count <= m.address + m.size - address;
    return inside ? cudaSuccess : cudaErrorInvalidValue;
}

/* The fourth parameter is cudaMemLocation in CUDA 13: eight bytes by value,
 * in the same register as this int, and not used. */
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device,
                                 cudaStream_t stream)
{
    (void)device, (void)stream;
    API(managed_range(pointer, count));
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count,
                          enum cudaMemoryAdvise advice, int device)
{
    (void)device, (void)advice;
    API(managed_range(pointer, count));
}

/* Whose turn it is to touch managed memory matters to old devices only. */
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                     size_t length, unsigned flags)
{
    (void)length, (void)flags;
    API(stream_exists(stream) ? managed_range(pointer, 1)
                              : cudaErrorInvalidResourceHandle);
}
