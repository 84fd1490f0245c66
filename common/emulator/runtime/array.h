/*
 * array.h - CUDA arrays: memory of the device whose layout is the device's own
 * (array.c), and copies to and from it (array_copy.c).
 *
 * Idea: rows follow each other without gaps, slices too.  A handle is the
 * address of that memory.  No program can tell: kernels reach an array through
 * textures and surfaces alone, the host through copies that name elements.
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#ifndef ARRAY_H
#define ARRAY_H

#include "base/image.h"
#include "copy.h"
#include "runtime.h"

struct array {
    uint64_t address;
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;    /* elements; 0: no such dimension */
    unsigned flags;              /* cudaArraySurfaceLoadStore ... */
    unsigned element;            /* bytes of one */
    size_t row, slice;           /* bytes */
    struct array *next;
};

/* That lives; NULL: there is none. */
const struct array *array_find(cudaArray_const_t handle);
/* The same; what it is instead is told as `which` of `call`. */
const struct array *array_named(const char *call, const char *which,
                                cudaArray_const_t handle);
/* Elements along y and z, of which there is at least one. */
size_t array_rows(const struct array *array);
size_t array_slices(const struct array *array);
/* The components of a format, into image.  False: it is none that an array or
 * a texture can have, which is told of `call`. */
bool array_format(const char *call, const struct cudaChannelFormatDesc *format,
                  struct image *image);

/* Makes one side of a copy the box at (x, y, z) of an array, x in bytes; c has
 * width, height and depth already.  False: it does not fit, which is told;
 * unit: "bytes" or "elements", in which the program counts along x. */
enum array_side { ARRAY_DST, ARRAY_SRC };
bool array_box(struct copy *c, enum array_side side, const struct array *array,
               struct cudaPos at, const char *unit);

#endif
