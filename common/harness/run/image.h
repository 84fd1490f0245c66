/*
 * image.h - the device code of a program, as our compile step has left it.
 *
 * Source: elf(5).
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>

struct image {
    unsigned char *file;       /* to be freed; NULL: there is none */
    const unsigned char *data; /* in it: PTX, or a container of fat binaries */
    size_t count;
};

/* PROGRAM.ptx; else what nvcc has embedded in PROGRAM.o, or in PROGRAM. */
bool image_read(struct image *image, const char *program);

/* Each variable of a module, by its mangled name, in PTX that ends with a zero
 * or a container that holds machine code of a GPU, not compressed. */
void image_variables(const struct image *image,
                     void (*take)(const char *name, void *context),
                     void *context);

/* Is a function of that name, of the device's library, called?  Of the same. */
bool image_calls(const struct image *image, const char *name);

#endif
