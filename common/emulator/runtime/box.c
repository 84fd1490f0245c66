/*
 * box.c - memory of three dimensions: allocated, copied, filled.
 *
 * A box lies in slices of rows; the rows of a slice, and so the slices, are a
 * pitch apart.
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#include <stdint.h>

#include "array.h"
#include "pointers.h"

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer,
                         struct cudaExtent extent)
{
    size_t rows;
    if (!pointer || __builtin_mul_overflow(extent.height, extent.depth, &rows))
        API(cudaErrorInvalidValue);
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
}

/* Where the box starts that lies at this position, which need not be in any
 * memory; NULL: in an array. */
static uint8_t *at(struct cudaPitchedPtr p, struct cudaPos position)
{
    uintptr_t offset =
        position.z * p.ysize * p.pitch + position.y * p.pitch + position.x;
    return p.ptr ? (uint8_t *)((uintptr_t)p.ptr + offset) : NULL;
}

/* A position can lead out of the device's memory, to the host's.  False: it
 * does, which is told. */
static bool stays_there(const char *call, const char *which,
                        struct cudaPitchedPtr p, const uint8_t *start)
{
    return !device_reserved(pointer_address(p.ptr)) ||
           device_reserved(pointer_address(start)) ||
           range_fits(call, which, start, 1);
}

/* Of what an array takes part in, positions and extents are in its elements;
 * of a pointer, positions are in bytes.  0: the two arrays' differ. */
static size_t element_of(const struct array *dst, const struct array *src)
{
    if (dst && src && dst->element != src->element)
        return 0;
    return dst ? dst->element : src ? src->element : 1;
}

static bool place_array(struct copy *c, enum array_side side,
                        const struct array *array, struct cudaPos at)
{
    if (array)
        at.x *= array->element;
    return !array || array_box(c, side, array, at, "elements");
}

cudaError_t box_copy(struct copy *c, const char *call,
                     const struct cudaMemcpy3DParms *p)
{
    if (!p || !p->srcPtr.ptr == !p->srcArray || !p->dstPtr.ptr == !p->dstArray)
        return cudaErrorInvalidValue;
    const struct array *dst = NULL, *src = NULL;
    if ((p->dstArray && !(dst = array_named(call, "dstArray", p->dstArray))) ||
        (p->srcArray && !(src = array_named(call, "srcArray", p->srcArray))))
        return cudaErrorInvalidValue;
    size_t element = element_of(dst, src);
    if (!element || p->extent.width > SIZE_MAX / element)
        return cudaErrorInvalidValue;
    *c = (struct copy){.work = {&copy_kind, 0},
                       .call = call,
                       .dst = at(p->dstPtr, p->dstPos),
                       .src = at(p->srcPtr, p->srcPos),
                       .dst_pitch = p->dstPtr.pitch,
                       .src_pitch = p->srcPtr.pitch,
                       .dst_slice = p->dstPtr.pitch * p->dstPtr.ysize,
                       .src_slice = p->srcPtr.pitch * p->srcPtr.ysize,
                       .width = p->extent.width * element,
                       .height = p->extent.height,
                       .depth = p->extent.depth,
                       .kind = p->kind};
    return stays_there(call, "dst", p->dstPtr, c->dst) &&
                   stays_there(call, "src", p->srcPtr, c->src) &&
                   place_array(c, ARRAY_DST, dst, p->dstPos) &&
                   place_array(c, ARRAY_SRC, src, p->srcPos)
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = box_copy(&c, "cudaMemcpy3D", parameters);
    return api_end(error ? error : copy_now(c));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters,
                              cudaStream_t stream)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = box_copy(&c, "cudaMemcpy3DAsync", parameters);
    return api_end(error ? error : copy_in(stream, c));
}

static struct fill box_fill(const char *call, struct cudaPitchedPtr p,
                            int value, struct cudaExtent extent)
{
    return (struct fill){.work = {&fill_kind, 0},
                         .call = call,
                         .pointer = p.ptr,
                         .pitch = p.pitch,
                         .slice = p.pitch * p.ysize,
                         .value = (unsigned char)value,
                         .element = 1,
                         .width = extent.width,
                         .height = extent.height,
                         .depth = extent.depth};
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value,
                         struct cudaExtent extent)
{
    API(fill_default(box_fill("cudaMemset3D", pointer, value, extent)));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pointer, int value,
                              struct cudaExtent extent, cudaStream_t stream)
{
    API(fill_in(stream, box_fill("cudaMemset3DAsync", pointer, value, extent)));
}
