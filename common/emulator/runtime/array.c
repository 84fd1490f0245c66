/*
 * array.c - CUDA arrays: which there are.
 *
 * What is wrong with a call is told in a finding: cudaErrorInvalidValue alone
 * tells a learner nothing.
 * Source: CUDA Runtime API reference, "Memory Management"; limits of compute
 * capability 7.5 and later, CUDA C++ Programming Guide, "Technical
 * Specifications per Compute Capability".
 */
#include "array.h"

#include <stdlib.h>

#include "base/letters.h"
#include "capture.h"
#include "late.h"
#include "pointers.h"

static struct array *arrays; /* the latest first; also freed ones */

/* Elements along an axis of an array of 1, 2, 3 dimensions. */
static const size_t most[3][3] = {
    {131072, 0, 0}, {131072, 65536, 0}, {16384, 16384, 16384}};

const struct array *array_find(cudaArray_const_t handle)
{
    struct device_memory m = device_memory_at(pointer_address(handle));
    const struct array *array = arrays;
    while (array && array->address != pointer_address(handle))
        array = array->next;
    return m.live && m.kind == DEVICE_ARRAY ? array : NULL;
}

const struct array *array_named(const char *call, const char *which,
                                cudaArray_const_t handle)
{
    const struct array *array = array_find(handle);
    struct device_memory m = device_memory_at(pointer_address(handle));
    bool freed = m.freed && m.kind == DEVICE_ARRAY;
    if (array)
        return array;
    api_tell((struct device_finding){
        .tool = DEVICE_MEMCHECK,
        .allocated = m.inside ? m.allocated : NULL,
        .freed = m.inside ? m.freed_by : NULL,
        .title = api_text("%s: %s is %s", call, which,
                          !handle ? "a null pointer"
                          : freed ? "a CUDA array that was freed"
                                  : "no CUDA array")
                     .chars,
        .hint = !handle ? "check the error of the call that should have made "
                          "it"
                : freed ? "move cudaFreeArray behind the last use"
                        : "cudaMallocArray and cudaMalloc3DArray make arrays; "
                          "what cudaMalloc returns is a pointer"});
    return NULL;
}

size_t array_rows(const struct array *array)
{
    return array->extent.height ? array->extent.height : 1;
}

size_t array_slices(const struct array *array)
{
    return array->extent.depth ? array->extent.depth : 1;
}

/* ---- formats ------------------------------------------------------------ */

bool array_format(const char *call, const struct cudaChannelFormatDesc *f,
                  struct image *image)
{
    const int bits[4] = {f->x, f->y, f->z, f->w};
    unsigned n = 0;
    while (n < 4 && bits[n])
        n++;
    bool equal = n > 0;
    for (unsigned i = 0; i < 4; i++)
        equal = equal && bits[i] == (i < n ? bits[0] : 0);
    bool known = equal && (bits[0] == 8 || bits[0] == 16 || bits[0] == 32) &&
                 n != 3 && (unsigned)f->f <= cudaChannelFormatKindFloat &&
                 !(f->f == cudaChannelFormatKindFloat && bits[0] == 8);
    image->format = (uint8_t)f->f;
    image->bits = (uint8_t)bits[0];
    image->components = (uint8_t)n;
    if (!known)
        api_finding(
            api_text("%s: elements of %d, %d, %d, %d bits cannot be", call,
                     f->x, f->y, f->z, f->w)
                .chars,
            "",
            n == 3 ? "an element has 1, 2 or 4 components: take float4 for "
                     "float3"
                   : "an element has 1, 2 or 4 components of 8, 16 or 32 "
                     "bits, all alike: cudaCreateChannelDesc<float>()");
    return known;
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

/* ---- allocate and free -------------------------------------------------- */

static cudaError_t refuse_flags(const char *call, unsigned flags)
{
    const unsigned known = cudaArraySurfaceLoadStore | cudaArrayTextureGather;
    const char *what = flags & cudaArrayCubemap   ? "cubemaps"
                       : flags & cudaArrayLayered ? "layered arrays"
                       : flags & ~known           ? "sparse arrays"
                                                  : NULL;
    if (!what)
        return cudaSuccess;
    api_finding(
        api_text("%s: %s are not supported on the emulated device", call, what)
            .chars,
        "", "arrays of one, two and three dimensions are");
    return cudaErrorNotSupported;
}

/* One axis after the other; a height without a width is none. */
static cudaError_t refuse_extent(const char *call, struct cudaExtent e)
{
    const size_t n[3] = {e.width, e.height, e.depth};
    unsigned dimensions = e.depth ? 3 : e.height ? 2 : 1;
    bool fits = e.width && (!e.depth || e.height);
    for (unsigned i = 0; i < dimensions; i++)
        fits = fits && n[i] <= most[dimensions - 1][i];
    if (fits)
        return cudaSuccess;
    api_finding(api_text("%s: an array of %zu x %zu x %zu elements cannot be",
                         call, e.width, e.height, e.depth)
                    .chars,
                "",
                "width, height and depth are in elements; a height of 0 "
                "makes it one-dimensional, a depth of 0 two-dimensional");
    return cudaErrorInvalidValue;
}

static cudaError_t make(const char *call, cudaArray_t *handle,
                        const struct cudaChannelFormatDesc *format,
                        struct cudaExtent extent, unsigned flags)
{
    struct image image = {0};
    if (!handle || !format)
        return cudaErrorInvalidValue;
    cudaError_t error = capture_refuses_unsafe("an allocation");
    if (!error)
        error = refuse_flags(call, flags);
    if (!error)
        error = refuse_extent(call, extent);
    if (!error && !array_format(call, format, &image))
        error = cudaErrorInvalidChannelDescriptor;
    if (error)
        return error;
    struct array *array = malloc(sizeof *array);
    if (!array)
        return cudaErrorMemoryAllocation;
    *array = (struct array){.format = *format,
                            .extent = extent,
                            .flags = flags,
                            .element = image_bytes(&image),
                            .next = arrays};
    array->row = extent.width * array->element;
    array->slice = array->row * array_rows(array);
    error = device_allocate(array->slice * array_slices(array), DEVICE_ARRAY,
                            call_here(), &array->address);
    if (error) {
        free(array);
        return error;
    }
    arrays = array;
    *handle = (cudaArray_t)(uintptr_t)array->address;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array,
                            const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags)
{
    API(make("cudaMallocArray", array, format,
             (struct cudaExtent){width, height, 0}, flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags)
{
    API(make("cudaMalloc3DArray", array, format, extent, flags));
}

static cudaError_t free_array(cudaArray_t handle)
{
    cudaError_t error = capture_refuses_unsafe("cudaFreeArray");
    if (error)
        return error;
    late_drain();
    device_note(DEVICE_NOTE_WAITED, 0, 0, 0);
    error = api_synchronize();
    if (error)
        return error;
    const struct array *array = array_named("cudaFreeArray", "array", handle);
    return array ? device_free(array->address, call_here())
                 : cudaErrorInvalidValue;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    API(free_array(array));
}

/* ---- questions ---------------------------------------------------------- */

static cudaError_t array_info(const char *call,
                              struct cudaChannelFormatDesc *format,
                              struct cudaExtent *extent, unsigned *flags,
                              cudaArray_const_t handle)
{
    const struct array *array = array_named(call, "array", handle);
    if (!array)
        return cudaErrorInvalidValue;
    if (format)
        *format = array->format;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format,
                             struct cudaExtent *extent, unsigned *flags,
                             cudaArray_t array)
{
    API(array_info("cudaArrayGetInfo", format, extent, flags, array));
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format,
                               cudaArray_const_t array)
{
    API(format ? array_info("cudaGetChannelDesc", format, NULL, NULL, array)
               : cudaErrorInvalidValue);
}

/* ---- a side of a copy --------------------------------------------------- */

static void tell_outside(const struct copy *c, enum array_side side,
                         const struct array *a, struct cudaPos at,
                         const char *unit)
{
    bool elements = unit[0] == 'e';
    size_t by = elements ? a->element : 1;
    struct device_memory m = device_memory_at(a->address);
    api_tell((struct device_finding){
        .tool = DEVICE_MEMCHECK,
        .allocated = m.allocated,
        .title = api_text("%s: %s is smaller than what is copied", c->call,
                          side == ARRAY_DST ? "dst" : "src")
                     .chars,
        .detail = api_text("the array has %zu x %zu x %zu, the copy goes to "
                           "%zu x %zu x %zu (%s, rows, slices)",
                           a->row / by, array_rows(a), array_slices(a),
                           (at.x + c->width) / by, at.y + c->height,
                           at.z + c->depth, unit)
                      .chars,
        .hint = elements ? "where an array takes part, extents and positions "
                           "along x are in elements, not in bytes"
                         : "offsets and widths along x are in bytes: elements "
                           "* sizeof(type)"});
}

static bool within(size_t at, size_t n, size_t all)
{
    return at <= all && n <= all - at;
}

bool array_box(struct copy *c, enum array_side side, const struct array *a,
               struct cudaPos at, const char *unit)
{
    uint64_t start = a->address + at.z * a->slice + at.y * a->row + at.x;
    if (c->width && c->height && c->depth &&
        (!within(at.x, c->width, a->row) ||
         !within(at.y, c->height, array_rows(a)) ||
         !within(at.z, c->depth, array_slices(a)))) {
        tell_outside(c, side, a, at, unit);
        return false;
    }
    if (side == ARRAY_DST) {
        c->dst = (uint8_t *)(uintptr_t)start;
        c->dst_pitch = a->row;
        c->dst_slice = a->slice;
        c->dst_is_array = true;
    } else {
        c->src = (const uint8_t *)(uintptr_t)start;
        c->src_pitch = a->row;
        c->src_slice = a->slice;
        c->src_is_array = true;
    }
    return true;
}
