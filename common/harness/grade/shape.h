/* shape.h - how long a row of an array in shared memory is. */
#ifndef SHAPE_H
#define SHAPE_H

#include <stddef.h>

/* Of the array of that name that is declared last above a line of the source:
 * 33 of "__shared__ float tile[32][TILE + 1];", where TILE is an enumerator, a
 * constant or a macro of the same file.  0: it has one dimension, or they are
 * not understood. */
size_t shape_columns(const char *source, const char *array, unsigned line);

#endif
