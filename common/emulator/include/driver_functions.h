/*
 * driver_functions.h - make_cudaExtent and its like; C and C++.
 *
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#ifndef EMU_DRIVER_FUNCTIONS_H
#define EMU_DRIVER_FUNCTIONS_H
#pragma GCC system_header

#include "driver_types.h"

static inline struct cudaPitchedPtr
make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr made = {pointer, pitch, xsize, ysize};
    return made;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos made = {x, y, z};
    return made;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height,
                                                size_t depth)
{
    struct cudaExtent made = {width, height, depth};
    return made;
}

#endif
