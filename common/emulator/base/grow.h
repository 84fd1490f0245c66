/* grow.h - arrays that double. */
#ifndef GROW_H
#define GROW_H

#include <stddef.h>

/* Room for one more element of size bytes behind the first count: the array,
 * or where it has moved to.  room: elements there is room for, 0 for an array
 * that is NULL.  NULL: out of memory, and the array is as it was. */
void *grow(void *array, size_t count, size_t *room, size_t size);

#endif
