/* dims.h - the extent of a grid or a block, or a place in one. */
#ifndef DIMS_H
#define DIMS_H

#include <stdint.h>

/* Each in elements: extents from 1, places from 0. */
struct dims { uint32_t x, y, z; };

#endif
