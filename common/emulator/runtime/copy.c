/*
 * copy.c - copies and fills between the host and the device.
 *
 * Guarantee: a copy is done whole or not at all; what is wrong with it is
 * told in a finding, because cudaErrorInvalidValue alone tells a learner
 * nothing.
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "copy.h"
#include "late.h"
#include "pointers.h"
#include "stream.h"

static const char *const kind_names[] = {
    "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
    "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};

/* Addresses are unified: where a pointer leads is known without the kind. */
static enum cudaMemcpyKind true_kind(const struct copy *c)
{
    if (pointer_on_device(c->dst))
        return pointer_on_device(c->src) ? cudaMemcpyDeviceToDevice
                                         : cudaMemcpyHostToDevice;
    return pointer_on_device(c->src) ? cudaMemcpyDeviceToHost
                                     : cudaMemcpyHostToHost;
}

bool copy_to_device(enum cudaMemcpyKind kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

bool copy_from_device(enum cudaMemcpyKind kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

/* ---- what is wrong with a copy ------------------------------------------ */

static void diagnose_side(const struct copy *c, const char *which,
                          const void *pointer)
{
    struct text detail = pointer_describe(pointer);
    const char *is = pointer_side(pointer);
    struct text title = api_text("%s: %s is %s but kind is %s", c->call, which,
                                 is, kind_names[c->kind]);
    bool swapped = c->dst && c->src &&
                   pointer_on_device(c->dst) != pointer_on_device(c->src);
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
    api_tell((struct device_finding){
        .warning = true,
        .title = api_text("%s: %s is a device pointer but kind is %s", c->call,
                          which, kind_names[c->kind])
                     .chars,
        .hint = "the copy is done by where the pointers lead; name the kind "
                "that is meant"});
}

/* A handle is no pointer, though here it could be told from one by its kind of
 * memory alone. */
static bool is_opaque(const struct copy *c, const char *which,
                      const void *pointer)
{
    struct device_memory m = device_memory_at(pointer_address(pointer));
    if (!m.live || (m.kind != DEVICE_ARRAY && m.kind != DEVICE_OBJECT))
        return false;
    api_finding(api_text("%s: %s is a %s, not a pointer", c->call, which,
                         m.kind == DEVICE_ARRAY ? "CUDA array"
                                                : "texture or surface object")
                    .chars,
                "",
                "arrays are copied by cudaMemcpy2DToArray, "
                "cudaMemcpy2DFromArray and cudaMemcpy3D");
    return true;
}

/* As an H200 does it: a side that the kind calls the device's must be; one
 * that it calls the host's may be either. */
static bool side_fits(const struct copy *c, const char *which,
                      const void *pointer, bool device)
{
    if (!pointer_on_device(pointer) && (device || !pointer_on_host(pointer))) {
        diagnose_side(c, which, pointer);
        return false;
    }
    if (!device && c->kind != cudaMemcpyDefault && pointer_device_only(pointer))
        warn_of_kind(c, which);
    return true;
}

static bool sides_fit(const struct copy *c)
{
    if ((!c->dst_is_array && is_opaque(c, "dst", c->dst)) ||
        (!c->src_is_array && is_opaque(c, "src", c->src)))
        return false;
    return side_fits(c, "dst", c->dst, copy_to_device(c->kind)) &&
           side_fits(c, "src", c->src, copy_from_device(c->kind));
}

/* ---- copying ------------------------------------------------------------ */

static cudaError_t copy_row(const struct copy *c, size_t slice, size_t row)
{
    void *dst = c->dst + slice * c->dst_slice + row * c->dst_pitch;
    const void *src = c->src + slice * c->src_slice + row * c->src_pitch;
    switch (c->kind) {
    case cudaMemcpyHostToDevice:
        return device_write(pointer_address(dst), src, c->width);
    case cudaMemcpyDeviceToHost:
        return device_read(dst, pointer_address(src), c->width);
    case cudaMemcpyDeviceToDevice:
        return device_copy(pointer_address(dst), pointer_address(src),
                           c->width);
    default: memmove(dst, src, c->width); return cudaSuccess;
    }
}

static bool ranges_fit(const struct copy *c)
{
    size_t dst_bytes =
        range_of_box(c->dst_slice, c->depth, c->dst_pitch, c->width, c->height);
    size_t src_bytes =
        range_of_box(c->src_slice, c->depth, c->src_pitch, c->width, c->height);
    return (!copy_to_device(c->kind) ||
            range_fits(c->call, "dst", c->dst, dst_bytes)) &&
           (!copy_from_device(c->kind) ||
            range_fits(c->call, "src", c->src, src_bytes));
}

static cudaError_t copy_rows(const struct copy *c)
{
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; slice < c->depth && !error; slice++)
        for (size_t row = 0; row < c->height && !error; row++)
            error = copy_row(c, slice, row);
    if (!error)
        clock_add_copy(c->width * c->height * c->depth);
    return error;
}

/* Rows and slices must not lie within each other. */
static bool parted(size_t pitch, size_t slice, const struct copy *c)
{
    return (c->height <= 1 || c->width <= pitch) &&
           (c->depth <= 1 || range_bytes(pitch, c->width, c->height) <= slice);
}

static cudaError_t run_copy(const struct work *work)
{
    struct copy c = *(const struct copy *)work;
    if ((unsigned)c.kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!c.width || !c.height || !c.depth || api_faulted())
        return cudaSuccess;
    if (!parted(c.dst_pitch, c.dst_slice, &c) ||
        !parted(c.src_pitch, c.src_slice, &c))
        return cudaErrorInvalidPitchValue;
    if (!sides_fit(&c))
        return cudaErrorInvalidValue;
    c.kind = true_kind(&c);
    return ranges_fit(&c) ? copy_rows(&c) : cudaErrorInvalidValue;
}

/* The host waits for a copy of its memory that is not pinned. */
static bool copy_may_wait(const struct work *work)
{
    const struct copy *c = (const struct copy *)work;
    return pointer_reachable(c->dst) && pointer_reachable(c->src);
}

const struct work_kind copy_kind = {cudaGraphNodeTypeMemcpy,
                                    "a copy in the default stream",
                                    sizeof(struct copy),
                                    run_copy,
                                    NULL,
                                    NULL,
                                    copy_may_wait,
                                    NULL};

cudaError_t copy_now(struct copy c)
{
    cudaError_t error = capture_refuses_legacy(c.call);
    if (!error)
        error = late_finish(NULL);
    if (!error)
        error = api_synchronize();
    if (!error)
        error = late_now(NULL, &c.work);
    if (!error)
        device_note(DEVICE_NOTE_WAIT, 0, 0, 0);
    return error;
}

cudaError_t copy_in(cudaStream_t stream, struct copy c)
{
    return stream_exists(stream) ? stream_submit(stream, &c.work)
                                 : cudaErrorInvalidResourceHandle;
}

static struct copy rows(const char *call, void *dst, size_t dst_pitch,
                        const void *src, size_t src_pitch, size_t width,
                        size_t height, enum cudaMemcpyKind kind)
{
    return (struct copy){.work = {&copy_kind, 0},
                         .call = call,
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
