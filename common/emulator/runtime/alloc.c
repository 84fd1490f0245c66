/*
 * alloc.c - memory that the program allocates, frees, registers.
 *
 * The device keeps the bytes; here are CUDA's rules about which call may free
 * what.
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "capture.h"
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

cudaError_t alloc_memory(void **pointer, size_t size, enum memory_kind kind)
{
    if (!pointer)
        return cudaErrorInvalidValue;
    cudaError_t error = capture_refuses_unsafe("an allocation");
    if (error)
        return error;
    *pointer = NULL;
    if (!size)
        return cudaSuccess;
    if (api_call_fails(cudaErrorMemoryAllocation))
        return cudaErrorMemoryAllocation;
    uint64_t address = memory_allocate(size, kind, NULL);
    if (!address)
        return cudaErrorMemoryAllocation;
    memory_find(address)->allocated_at = call_here();
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    API(alloc_memory(pointer, size, MEMORY_DEVICE));
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    API(alloc_memory(pointer, size, MEMORY_PINNED));
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    const unsigned known = cudaHostAllocPortable | cudaHostAllocMapped |
                           cudaHostAllocWriteCombined;
    API(flags & ~known ? cudaErrorInvalidValue
                       : alloc_memory(pointer, size, MEMORY_PINNED));
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    API(known ? alloc_memory(pointer, size, MEMORY_MANAGED)
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
    API(alloc_memory(pointer, row * height, MEMORY_DEVICE));
}

/* ---- free --------------------------------------------------------------- */

static void diagnose_free(const char *call, const char *what,
                          const struct allocation *a, const void *pointer,
                          const char *hint)
{
    struct finding f = {
        .tool = MEMCHECK, .severity = FINDING_ERROR, .lanes = 1};
    struct text title = text("%s of %s", call, what);
    memcpy(f.title, title.chars, sizeof f.title - 1);
    struct text detail = pointer_describe(pointer);
    memcpy(f.detail, detail.chars, sizeof f.detail);
    strncpy(f.hint, hint, sizeof f.hint - 1);
    if (a) {
        f.allocated = a->allocated_at;
        f.freed = a->freed_at;
    }
    api_tell(&f);
}

static bool host_kind(const struct allocation *a)
{
    return a->kind == MEMORY_PINNED;
}

cudaError_t alloc_free(const char *call, void *pointer, bool host)
{
    cudaError_t error = api_synchronize();
    if (error || !pointer)
        return error;
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    struct allocation *a = memory_nearest(address);
    bool inside = a && address < a->address + a->size;
    if (!inside) {
        diagnose_free(call, "memory that CUDA did not allocate", NULL, pointer,
                      host ? "free() is for what malloc returned"
                           : "cudaFree takes what cudaMalloc returned");
    } else if (a->freed) {
        diagnose_free(call, "memory that was freed before", a, pointer,
                      "set the pointer to NULL when it is freed");
    } else if (address != a->address) {
        diagnose_free(call, "a pointer into an allocation", a, pointer,
                      "free the pointer that was allocated, not one that was "
                      "moved");
    } else if (host != host_kind(a) || a->kind == MEMORY_SYMBOL ||
               a->kind == MEMORY_HEAP) {
        diagnose_free(call, "memory of another kind", a, pointer,
                      host_kind(a) ? "cudaFreeHost frees what cudaMallocHost "
                                     "and cudaHostAlloc return"
                                   : "cudaFree frees what cudaMalloc and "
                                     "cudaMallocManaged return");
    } else if (memory_free(address) == FREE_OK) {
        a->freed_at = call_here();
        pool_take_back(pointer);
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
}

static cudaError_t free_now(const char *call, void *pointer, bool host)
{
    cudaError_t error = pointer ? capture_refuses_unsafe(call) : cudaSuccess;
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
    if (!r || !memory_register(pointer, size)) {
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
            memory_unregister(pointer);
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
    const struct allocation *a = memory_find((uint64_t)(uintptr_t)host);
    if (!device)
        return cudaErrorInvalidValue;
    bool mapped =
        a && (a->kind == MEMORY_PINNED || a->kind == MEMORY_REGISTERED);
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
    const struct allocation *a = memory_find((uint64_t)(uintptr_t)host);
    if (!flags || (!r && !(a && a->kind == MEMORY_PINNED)))
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
    memory_info(free_bytes ? free_bytes : &unused,
                total_bytes ? total_bytes : &unused);
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    API(info(free_bytes, total_bytes));
}

static cudaError_t attributes_of(struct cudaPointerAttributes *out,
                                 const void *pointer)
{
    if (!out)
        return cudaErrorInvalidValue;
    const struct allocation *a = memory_find((uint64_t)(uintptr_t)pointer);
    void *p = (void *)(uintptr_t)pointer;
    out->type = cudaMemoryTypeUnregistered;
    out->device = cudaInvalidDeviceId;
    out->devicePointer = NULL;
    out->hostPointer = p;
    if (!a)
        return cudaSuccess;
    bool host = a->kind == MEMORY_PINNED || a->kind == MEMORY_REGISTERED;
    out->type = host                        ? cudaMemoryTypeHost
                : a->kind == MEMORY_MANAGED ? cudaMemoryTypeManaged
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
    API(attributes_of(attributes, pointer));
}

/* Programs make one before they ask for an array, which is refused by name. */
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

/* Hints: right when the range is managed, and nothing to do. */
static cudaError_t managed_range(const void *pointer, size_t count)
{
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    const struct allocation *a = memory_find(address);
    bool inside = a && a->kind == MEMORY_MANAGED && count &&
                  count <= a->address + a->size - address;
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

/* ---- cudaDeviceReset ---------------------------------------------------- */

struct addresses {
    uint64_t *list;
    size_t count, capacity;
};

static void note_address(struct allocation *a, void *arg)
{
    struct addresses *all = arg;
    if (a->kind == MEMORY_SYMBOL || a->kind == MEMORY_REGISTERED)
        return; /* variables keep their values: the module stays loaded */
    if (all->count == all->capacity) {
        size_t capacity = all->capacity ? 2 * all->capacity : 64;
        uint64_t *more = realloc(all->list, capacity * sizeof *more);
        if (!more)
            return;
        all->list = more;
        all->capacity = capacity;
    }
    all->list[all->count++] = a->address;
}

/* First noted, then freed: memory_each forbids changes while it walks. */
void alloc_free_all(void)
{
    struct addresses all = {0};
    memory_each(note_address, &all);
    for (size_t i = 0; i < all.count; i++)
        memory_free(all.list[i]);
    free(all.list);
}
