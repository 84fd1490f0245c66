/*
 * runtime_copy.c - copies and fills between the host and the device.
 *
 * Guarantee: a copy is done whole or not at all; what is wrong with it is
 * told in a finding, because cudaErrorInvalidValue alone tells a learner
 * nothing.
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#include <stdlib.h>
#include <string.h>

#include "graph.h"

static const char *const kind_names[] = {
    "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
    "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* Registered memory is still the host's own. */
static bool device_side(const void *pointer)
{
    const struct allocation *a = memory_find(address_of(pointer));
    return a && a->kind != MEMORY_REGISTERED;
}

/* Not the device's, nor ever was. */
static bool host_side(const void *pointer)
{
    uint64_t address = address_of(pointer);
    const struct allocation *a = memory_nearest(address);
    return pointer && !memory_reserved(address) &&
           (!a || a->kind == MEMORY_REGISTERED ||
            address >= a->address + a->size);
}

/* Out of the host's reach: neither pinned nor managed. */
static bool device_only(const void *pointer)
{
    const struct allocation *a = memory_find(address_of(pointer));
    return a && a->kind != MEMORY_PINNED && a->kind != MEMORY_MANAGED &&
           a->kind != MEMORY_REGISTERED;
}

/* Addresses are unified: where a pointer leads is known without the kind. */
static enum cudaMemcpyKind true_kind(const struct copy *c)
{
    if (device_side(c->dst))
        return device_side(c->src) ? cudaMemcpyDeviceToDevice
                                   : cudaMemcpyHostToDevice;
    return device_side(c->src) ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
}

static bool to_device(enum cudaMemcpyKind kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

static bool from_device(enum cudaMemcpyKind kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

/* ---- what is wrong with a copy ------------------------------------------ */

static const char *name_side(const void *pointer)
{
    uint64_t address = address_of(pointer);
    const struct allocation *a = memory_nearest(address);
    if (!pointer)
        return "a null pointer";
    if (host_side(pointer))
        return "a host pointer";
    if (!a || address >= a->address + a->size)
        return "a pointer outside every allocation";
    return a->freed ? "a pointer to freed memory" : "a device pointer";
}

static void diagnose_side(const struct copy *c, const char *which,
                          const void *pointer)
{
    struct text detail = describe_pointer(pointer);
    const char *is = name_side(pointer);
    struct text title = text("%s: %s is %s but kind is %s", c->call, which, is,
                             kind_names[c->kind]);
    bool swapped =
        c->dst && c->src && device_side(c->dst) != device_side(c->src);
    api_finding(title.chars, detail.chars,
                !pointer  ? "check the error of the call that should have "
                            "allocated it"
                : swapped ? "the destination comes first: "
                            "cudaMemcpy(dst, src, bytes, kind)"
                          : "the destination comes first, and kind names "
                            "source then destination");
}

static void warn_of_kind(const struct copy *c, const char *which)
{
    struct finding f = {
        .tool = APICHECK, .severity = FINDING_WARNING, .lanes = 1};
    struct text title = text("%s: %s is a device pointer but kind is %s",
                             c->call, which, kind_names[c->kind]);
    memcpy(f.title, title.chars, sizeof f.title - 1);
    strcpy(f.hint, "the copy is done by where the pointers lead; name the "
                   "kind that is meant");
    api_tell(&f);
}

/* As an H200 does it: a side that the kind calls the device's must be; one
 * that it calls the host's may be either. */
static bool side_fits(const struct copy *c, const char *which,
                      const void *pointer, bool device)
{
    if (!device_side(pointer) && (device || !host_side(pointer))) {
        diagnose_side(c, which, pointer);
        return false;
    }
    if (!device && c->kind != cudaMemcpyDefault && device_only(pointer))
        warn_of_kind(c, which);
    return true;
}

static bool sides_fit(const struct copy *c)
{
    return side_fits(c, "dst", c->dst, to_device(c->kind)) &&
           side_fits(c, "src", c->src, from_device(c->kind));
}

static void diagnose_range(const char *call, const char *which,
                           const void *pointer, size_t bytes)
{
    const struct allocation *a = memory_nearest(address_of(pointer));
    struct finding f = {
        .tool = MEMCHECK, .severity = FINDING_ERROR, .lanes = 1};
    struct text title =
                    text("%s: %s has fewer than %zu bytes", call, which, bytes),
                detail = {""};
    memcpy(f.title, title.chars, sizeof f.title - 1);
    if (a)
        detail = text("%s has %llu bytes, the range starts at byte %llu",
                      allocation_name(a).chars, (unsigned long long)a->size,
                      (unsigned long long)(address_of(pointer) - a->address));
    memcpy(f.detail, detail.chars, sizeof f.detail);
    strcpy(f.hint, "sizes are in bytes: count * sizeof(type), the same in "
                   "cudaMalloc and here");
    f.allocated = a ? a->allocated_at : NULL;
    api_tell(&f);
}

/* Bytes from the start of the first of `count` to the end of the last, each of
 * `size`, and `step` apart; 0: too many. */
static size_t extent(size_t step, size_t size, size_t count)
{
    size_t steps = count - 1;
    if (!size || (step && steps > (SIZE_MAX - size) / step))
        return 0;
    return step * steps + size;
}

/* The same of a box. */
static size_t box_extent(size_t slice, size_t depth, size_t pitch, size_t width,
                         size_t height)
{
    return extent(slice, extent(pitch, width, height), depth);
}

static bool range_fits(const char *call, const char *which, const void *pointer,
                       size_t bytes)
{
    const struct allocation *a = memory_find(address_of(pointer));
    if (a && bytes && bytes <= a->address + a->size - address_of(pointer))
        return true;
    diagnose_range(call, which, pointer, bytes);
    return false;
}

/* ---- copying ------------------------------------------------------------ */

static bool copy_row(const struct copy *c, size_t slice, size_t row)
{
    void *dst = c->dst + slice * c->dst_slice + row * c->dst_pitch;
    const void *src = c->src + slice * c->src_slice + row * c->src_pitch;
    uint64_t bad;
    switch (c->kind) {
    case cudaMemcpyHostToDevice:
        return memory_write(address_of(dst), src, c->width, &bad);
    case cudaMemcpyDeviceToHost:
        return memory_read(dst, address_of(src), c->width, &bad);
    case cudaMemcpyDeviceToDevice:
        return memory_copy(address_of(dst), address_of(src), c->width, &bad);
    default: memmove(dst, src, c->width); return true;
    }
}

static bool ranges_fit(const struct copy *c)
{
    size_t dst_bytes =
        box_extent(c->dst_slice, c->depth, c->dst_pitch, c->width, c->height);
    size_t src_bytes =
        box_extent(c->src_slice, c->depth, c->src_pitch, c->width, c->height);
    return (!to_device(c->kind) ||
            range_fits(c->call, "dst", c->dst, dst_bytes)) &&
           (!from_device(c->kind) ||
            range_fits(c->call, "src", c->src, src_bytes));
}

static cudaError_t copy_rows(const struct copy *c)
{
    for (size_t slice = 0; slice < c->depth; slice++)
        for (size_t row = 0; row < c->height; row++)
            if (!copy_row(c, slice, row))
                return cudaErrorInvalidValue;
    clock_add_copy(c->width * c->height * c->depth);
    return cudaSuccess;
}

/* Rows and slices must not lie within each other. */
static bool parted(size_t pitch, size_t slice, const struct copy *c)
{
    return (c->height <= 1 || c->width <= pitch) &&
           (c->depth <= 1 || extent(pitch, c->width, c->height) <= slice);
}

cudaError_t copy_run(struct copy c)
{
    if ((unsigned)c.kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!c.width || !c.height || !c.depth || device_faulted())
        return cudaSuccess;
    if (!parted(c.dst_pitch, c.dst_slice, &c) ||
        !parted(c.src_pitch, c.src_slice, &c))
        return cudaErrorInvalidPitchValue;
    if (call_fails(cudaErrorUnknown))
        return cudaErrorUnknown;
    if (!sides_fit(&c))
        return cudaErrorInvalidValue;
    c.kind = true_kind(&c);
    return ranges_fit(&c) ? copy_rows(&c) : cudaErrorInvalidValue;
}

cudaError_t copy_now(struct copy c)
{
    cudaError_t error = capture_refuses_legacy(c.call);
    if (!error)
        error = synchronize();
    return error ? error : copy_run(c);
}

cudaError_t copy_in(cudaStream_t stream, struct copy c)
{
    struct work work = {.type = cudaGraphNodeTypeMemcpy, .copy = c};
    return stream_exists(stream) ? submit(stream, &work)
                                 : cudaErrorInvalidResourceHandle;
}

static struct copy rows(const char *call, void *dst, size_t dst_pitch,
                        const void *src, size_t src_pitch, size_t width,
                        size_t height, enum cudaMemcpyKind kind)
{
    return (struct copy){.call = call,
                         .dst = dst,
                         .src = src,
                         .dst_pitch = dst_pitch,
                         .src_pitch = src_pitch,
                         .width = width,
                         .height = height,
                         .depth = 1,
                         .kind = kind};
}

struct copy copy_line(const char *call, void *dst, const void *src,
                      size_t count, enum cudaMemcpyKind kind)
{
    return rows(call, dst, count, src, count, count, 1, kind);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count,
                       enum cudaMemcpyKind kind)
{
    if (!count)
        API_ALWAYS(cudaSuccess);
    API(copy_now(copy_line("cudaMemcpy", dst, src, count, kind)));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    API(copy_in(stream, copy_line("cudaMemcpyAsync", dst, src, count, kind)));
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src,
                           int src_device, size_t count)
{
    API(dst_device || src_device
            ? cudaErrorInvalidDevice
            : copy_now(copy_line("cudaMemcpyPeer", dst, src, count,
                                 cudaMemcpyDeviceToDevice)));
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src,
                                int src_device, size_t count,
                                cudaStream_t stream)
{
    API(dst_device || src_device
            ? cudaErrorInvalidDevice
            : copy_in(stream, copy_line("cudaMemcpyPeerAsync", dst, src, count,
                                        cudaMemcpyDeviceToDevice)));
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src,
                         size_t spitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    API(copy_now(
        rows("cudaMemcpy2D", dst, dpitch, src, spitch, width, height, kind)));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src,
                              size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    API(copy_in(stream, rows("cudaMemcpy2DAsync", dst, dpitch, src, spitch,
                             width, height, kind)));
}

/* ---- filling ------------------------------------------------------------ */

/* A row of elements of several bytes: made here, then copied. */
static bool fill_elements(uint64_t address, const struct fill *f)
{
    uint64_t bad;
    uint8_t *row = malloc(f->width);
    for (size_t i = 0; row && i < f->width; i++)
        row[i] = (uint8_t)(f->value >> i % f->element * 8);
    bool done = row && memory_write(address, row, f->width, &bad);
    free(row);
    return done;
}

static bool fill_row(const struct fill *f, size_t slice, size_t row)
{
    uint64_t bad,
        address = address_of(f->pointer + slice * f->slice + row * f->pitch);
    return f->element == 1 ? memory_fill(address, (int)f->value, f->width, &bad)
                           : fill_elements(address, f);
}

static bool fill_fits(const struct fill *f)
{
    if (device_side(f->pointer))
        return range_fits(
            f->call, "the allocation", f->pointer,
            box_extent(f->slice, f->depth, f->pitch, f->width, f->height));
    struct text title =
        text("%s: the pointer is not a device pointer", f->call);
    api_finding(title.chars, describe_pointer(f->pointer).chars,
                "use memset for host memory");
    return false;
}

cudaError_t fill_run(struct fill f)
{
    if (f.height > 1 && f.width > f.pitch)
        return cudaErrorInvalidValue;
    if (!f.width || !f.height || !f.depth || device_faulted())
        return cudaSuccess;
    if (!fill_fits(&f))
        return cudaErrorInvalidValue;
    for (size_t slice = 0; slice < f.depth; slice++)
        for (size_t row = 0; row < f.height; row++)
            if (!fill_row(&f, slice, row))
                return cudaErrorInvalidValue;
    clock_add_fill(f.width * f.height * f.depth);
    return cudaSuccess;
}

cudaError_t fill_in(cudaStream_t stream, struct fill f)
{
    struct work work = {.type = cudaGraphNodeTypeMemset, .fill = f};
    return stream_exists(stream) ? submit(stream, &work)
                                 : cudaErrorInvalidResourceHandle;
}

static struct fill filled_rows(const char *call, void *pointer, size_t pitch,
                               int value, size_t width, size_t height)
{
    return (struct fill){.call = call,
                         .pointer = pointer,
                         .pitch = pitch,
                         .value = (unsigned char)value,
                         .element = 1,
                         .width = width,
                         .height = height,
                         .depth = 1};
}

/* As on hardware, filling device memory does not wait for it. */
cudaError_t cudaMemset(void *pointer, int value, size_t count)
{
    API(fill_in(NULL,
                filled_rows("cudaMemset", pointer, count, value, count, 1)));
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count,
                            cudaStream_t stream)
{
    API(fill_in(stream, filled_rows("cudaMemsetAsync", pointer, count, value,
                                    count, 1)));
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width,
                         size_t height)
{
    API(fill_in(NULL, filled_rows("cudaMemset2D", pointer, pitch, value, width,
                                  height)));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value,
                              size_t width, size_t height, cudaStream_t stream)
{
    API(fill_in(stream, filled_rows("cudaMemset2DAsync", pointer, pitch, value,
                                    width, height)));
}

/* ---- variables ---------------------------------------------------------- */

static cudaError_t symbol_range(const void *symbol, size_t count, size_t offset,
                                uint8_t **place)
{
    uint64_t address, size;
    cudaError_t error = find_symbol(symbol, &address, &size);
    if (error)
        return error;
    if (offset > size || count > size - offset) {
        struct text detail =
            text("it has %llu bytes, the copy %zu from byte %zu on",
                 (unsigned long long)size, count, offset);
        api_finding("a copy goes past the end of a __device__ or "
                    "__constant__ variable",
                    detail.chars, "");
        return cudaErrorInvalidValue;
    }
    *place = (uint8_t *)(uintptr_t)(address + offset);
    return cudaSuccess;
}

cudaError_t copy_to_symbol(struct copy *c, const void *symbol, const void *src,
                           size_t count, size_t offset,
                           enum cudaMemcpyKind kind)
{
    uint8_t *dst = NULL;
    if (!to_device(kind) && kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    cudaError_t error = symbol_range(symbol, count, offset, &dst);
    *c = copy_line("cudaMemcpyToSymbol", dst, src, count, kind);
    return error;
}

cudaError_t copy_from_symbol(struct copy *c, void *dst, const void *symbol,
                             size_t count, size_t offset,
                             enum cudaMemcpyKind kind)
{
    uint8_t *src = NULL;
    if (!from_device(kind) && kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    cudaError_t error = symbol_range(symbol, count, offset, &src);
    *c = copy_line("cudaMemcpyFromSymbol", dst, src, count, kind);
    return error;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src,
                               size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = copy_to_symbol(&c, symbol, src, count, offset, kind);
    return api_end(error ? error : copy_now(c));
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count,
                                 size_t offset, enum cudaMemcpyKind kind)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = copy_from_symbol(&c, dst, symbol, count, offset, kind);
    return api_end(error ? error : copy_now(c));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src,
                                    size_t count, size_t offset,
                                    enum cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = copy_to_symbol(&c, symbol, src, count, offset, kind);
    return api_end(error ? error : copy_in(stream, c));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol,
                                      size_t count, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = copy_from_symbol(&c, dst, symbol, count, offset, kind);
    return api_end(error ? error : copy_in(stream, c));
}

static cudaError_t symbol_address(void **pointer, const void *symbol)
{
    uint64_t address, size;
    cudaError_t error =
        pointer ? find_symbol(symbol, &address, &size) : cudaErrorInvalidValue;
    if (!error)
        *pointer = (void *)(uintptr_t)address;
    return error;
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    API(symbol_address(pointer, symbol));
}

static cudaError_t symbol_size(size_t *size, const void *symbol)
{
    uint64_t address, bytes;
    cudaError_t error =
        size ? find_symbol(symbol, &address, &bytes) : cudaErrorInvalidValue;
    if (!error)
        *size = (size_t)bytes;
    return error;
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    API(symbol_size(size, symbol));
}
