/*
 * grow.c - arrays that double, so that n elements move fewer than 2n times.
 */
#include "grow.h"

#include <stdlib.h>

void *grow(void *array, size_t count, size_t *room, size_t size)
{
    size_t bigger = *room ? 2 * *room : 64;
    if (count < *room)
        return array;
    void *moved = realloc(array, bigger * size);
    if (moved)
        *room = bigger;
    return moved;
}
