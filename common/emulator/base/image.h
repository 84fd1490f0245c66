/*
 * image.h - what a texture or a surface object says: where its elements are,
 * what they are, and how they are read.
 *
 * Idea: an object is a piece of device memory of its own, which holds this
 * structure; its address is the object's handle.  So that it lives, was
 * destroyed, where it was made, is known as of any memory.
 * Guarantee: the host's side writes it (runtime/texture.c); kernels read it
 * and trust nothing of it: image_is_sane, and every element's offset is looked
 * up in the memory it leads to.
 * Source: CUDA Runtime API reference, "Texture Object Management"; CUDA C++
 * Programming Guide, "Texture Fetching".
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stdint.h>

enum image_kind { IMAGE_TEXTURE = 1, IMAGE_SURFACE };
enum image_resource { IMAGE_ARRAY, IMAGE_LINEAR, IMAGE_PITCHED };
enum image_format { IMAGE_SIGNED, IMAGE_UNSIGNED, IMAGE_FLOAT };
/* As enum cudaTextureAddressMode has them. */
enum image_mode { IMAGE_WRAP, IMAGE_CLAMP, IMAGE_MIRROR, IMAGE_BORDER };

struct image {
    uint32_t kind;           /* enum image_kind */
    uint8_t dimensions;      /* 1 to 3 */
    uint8_t resource;        /* enum image_resource */
    uint8_t format;          /* enum image_format, of a component */
    uint8_t bits;            /* of a component: 8, 16, 32 */
    uint8_t components;      /* of an element: 1, 2, 4 */
    uint8_t modes[3];        /* enum image_mode, along x, y, z */
    uint8_t linear;          /* 1: filtered, 0: the nearest element */
    uint8_t normalized;      /* 1: coordinates count from 0 to 1 */
    uint8_t unit;            /* 1: integers are read as -1 to 1, or 0 to 1 */
    uint8_t unused;
    uint64_t address;        /* of the first element */
    uint64_t extent[3];      /* elements along x, y, z; 1 where there are no
                              * further dimensions */
    uint64_t pitch, slice;   /* bytes from row to row, slice to slice */
    float border[4];         /* what IMAGE_BORDER finds outside */
};

/* Bytes of an element: 1 to 16. */
static inline unsigned image_bytes(const struct image *image)
{
    return image->bits / 8u * image->components;
}

/* Can it be one?  Then no count in it overflows. */
static inline bool image_is_sane(const struct image *image)
{
    const uint64_t most = 1ull << 40;
    bool small = image->pitch < most && image->slice < most;
    for (unsigned i = 0; i < 3; i++)
        small = small && image->extent[i] && image->extent[i] < 1ull << 31 &&
                image->modes[i] <= IMAGE_BORDER;
    return small &&
           (image->kind == IMAGE_TEXTURE || image->kind == IMAGE_SURFACE) &&
           image->dimensions >= 1 && image->dimensions <= 3 &&
           image->format <= IMAGE_FLOAT &&
           (image->bits == 8 || image->bits == 16 || image->bits == 32) &&
           (!image->unit || image->bits < 32) &&
           (image->components == 1 || image->components == 2 ||
            image->components == 4);
}

#endif
