/*
 * shared_arrays.c - which array in shared memory an offset belongs to.
 *
 * Here arrays lie apart (struct gap), on hardware side by side: what is told
 * are the hardware's offsets.
 */
#include "machine.h"
#include "names.h"

uint64_t shared_told_offset(const struct grid *grid, uint64_t offset)
{
    uint64_t told = offset;
    for (uint32_t i = 0; i < grid->gap_count; i++)
        if (offset >= grid->gaps[i].start + (uint64_t)grid->gaps[i].bytes)
            told -= GAP_BYTES;
    return told;
}

static const struct shared_array *find_array(const struct grid *grid,
                                             uint64_t offset)
{
    const struct shared_array *a = grid->program->arrays;
    while (a && offset - a->start >= a->bytes)
        a = a->next;
    return a;
}

uint32_t shared_array_start(const struct grid *grid, uint64_t offset)
{
    const struct shared_array *array = find_array(grid, offset);
    return array ? array->start : grid->dynamic_start;
}

const char *shared_array_name(const struct grid *grid, uint32_t start,
                              char *text, size_t n)
{
    const struct shared_array *array = find_array(grid, start);
    const char *dynamic = grid->program->dynamic_name;
    return local_name(array     ? array->name
                      : dynamic ? dynamic
                                : "shared memory",
                      text, n);
}
