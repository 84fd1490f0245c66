/*
 * array_copy.c - copies to and from CUDA arrays, of two dimensions and in a
 * row; box.c has those of three.
 *
 * Source: CUDA Runtime API reference, "Memory Management", and its deprecated
 * part for cudaMemcpyToArray and cudaMemcpyFromArray.
 */
#include "array.h"

/* Bytes and rows at (x, y) of an array, and where the other side is. */
struct part {
    cudaArray_const_t array;
    size_t x, y;
    const void *other;
    size_t pitch;
    size_t width, height;
};

/* To the array, or from it. */
static cudaError_t part_copy(struct copy *c, const char *call,
                             const struct part *p, enum array_side side,
                             enum cudaMemcpyKind kind)
{
    const struct array *array =
        array_named(call, side == ARRAY_DST ? "dst" : "src", p->array);
    if (!array)
        return cudaErrorInvalidValue;
    *c = (struct copy){.work = {&copy_kind, 0},
                       .call = call,
                       .dst = (uint8_t *)(uintptr_t)p->other,
                       .src = p->other,
                       .dst_pitch = p->pitch,
                       .src_pitch = p->pitch,
                       .width = p->width,
                       .height = p->height,
                       .depth = 1,
                       .kind = kind};
    return array_box(c, side, array, (struct cudaPos){p->x, p->y, 0}, "bytes")
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

/* Within cudaMemcpy2DToArray and its like: how is part_copy or line_copy; after
 * does it, at once or in a stream. */
#define COPY(how, name, side, kind, after, ...)                                \
    do {                                                                       \
        struct copy c_;                                                        \
        const struct part part_ = {__VA_ARGS__};                               \
        cudaError_t error_ = api_begin();                                      \
        if (!error_)                                                           \
            error_ = how(&c_, name, &part_, side, kind);                       \
        return api_end(error_ ? error_ : after);                               \
    } while (0)

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y,
                                const void *src, size_t spitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind)
{
    COPY(part_copy, "cudaMemcpy2DToArray", ARRAY_DST, kind, copy_now(c_), dst,
         x, y, src, spitch, width, height);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y,
                                     const void *src, size_t spitch,
                                     size_t width, size_t height,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    COPY(part_copy, "cudaMemcpy2DToArrayAsync", ARRAY_DST, kind,
         copy_in(stream, c_), dst, x, y, src, spitch, width, height);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch,
                                  cudaArray_const_t src, size_t x, size_t y,
                                  size_t width, size_t height,
                                  enum cudaMemcpyKind kind)
{
    COPY(part_copy, "cudaMemcpy2DFromArray", ARRAY_SRC, kind, copy_now(c_), src,
         x, y, dst, dpitch, width, height);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch,
                                       cudaArray_const_t src, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream)
{
    COPY(part_copy, "cudaMemcpy2DFromArrayAsync", ARRAY_SRC, kind,
         copy_in(stream, c_), src, x, y, dst, dpitch, width, height);
}

/* ---- in a row ------------------------------------------------------------ */

/* Count bytes from (x, y) on, from the end of a row to the start of the next:
 * as the rows have no gaps, a copy of one long row. */
static cudaError_t line_copy(struct copy *c, const char *call,
                             const struct part *p, enum array_side side,
                             enum cudaMemcpyKind kind)
{
    const struct array *array =
        array_named(call, side == ARRAY_DST ? "dst" : "src", p->array);
    if (!array)
        return cudaErrorInvalidValue;
    struct array line = *array;
    line.row = line.slice;
    line.extent.height = line.extent.depth = 0;
    *c = copy_line(call, (void *)(uintptr_t)p->other, p->other, p->width, kind);
    struct cudaPos at = {p->y * array->row + p->x, 0, 0};
    return p->x <= array->row && p->y < array_rows(array) &&
                   array_box(c, side, &line, at, "bytes")
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y,
                              const void *src, size_t count,
                              enum cudaMemcpyKind kind)
{
    COPY(line_copy, "cudaMemcpyToArray", ARRAY_DST, kind, copy_now(c_), dst, x,
         y, src, 0, count, 1);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y,
                                   const void *src, size_t count,
                                   enum cudaMemcpyKind kind,
                                   cudaStream_t stream)
{
    COPY(line_copy, "cudaMemcpyToArrayAsync", ARRAY_DST, kind,
         copy_in(stream, c_), dst, x, y, src, 0, count, 1);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x,
                                size_t y, size_t count,
                                enum cudaMemcpyKind kind)
{
    COPY(line_copy, "cudaMemcpyFromArray", ARRAY_SRC, kind, copy_now(c_), src,
         x, y, dst, 0, count, 1);
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x,
                                     size_t y, size_t count,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    COPY(line_copy, "cudaMemcpyFromArrayAsync", ARRAY_SRC, kind,
         copy_in(stream, c_), src, x, y, dst, 0, count, 1);
}

/* ---- from one to another ------------------------------------------------- */

static cudaError_t between(struct copy *c, const struct part *to,
                           const struct part *from, enum cudaMemcpyKind kind)
{
    const char *call = "cudaMemcpy2DArrayToArray";
    const struct array *src = array_named(call, "src", from->array);
    cudaError_t error =
        src ? part_copy(c, call, to, ARRAY_DST, kind) : cudaErrorInvalidValue;
    struct cudaPos at = {from->x, from->y, 0};
    return !error && !array_box(c, ARRAY_SRC, src, at, "bytes")
               ? cudaErrorInvalidValue
               : error;
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dst_x,
                                     size_t dst_y, cudaArray_const_t src,
                                     size_t src_x, size_t src_y, size_t width,
                                     size_t height, enum cudaMemcpyKind kind)
{
    struct copy c;
    const struct part to = {dst, dst_x, dst_y, NULL, 0, width, height};
    const struct part from = {src, src_x, src_y, NULL, 0, width, height};
    cudaError_t error = api_begin();
    if (!error)
        error = between(&c, &to, &from, kind);
    return api_end(error ? error : copy_now(c));
}
