/*
 * picture.h - where an output is wrong, as a map.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "explain.h"

enum { PICTURE_BYTES = 400 };

/* At most five lines of at most 60 columns; "" if it would tell nothing. */
void picture_of(const struct evidence *evidence, char *text, size_t n);

#endif
