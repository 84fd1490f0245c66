/*
 * dimensions.c - see dimensions.h.
 */
#include "dimensions.h"

#include <stdio.h>

int *size_dimension(struct size *size, size_t i)
{
    return i == 0 ? &size->rows : i == 1 ? &size->cols : &size->inner;
}

struct size size_given(const struct exercise *exercise, struct size given)
{
    if (exercise->product)
        return (struct size){given.rows, given.inner, given.cols};
    return given;
}

void size_tell_dimension(const struct exercise *exercise, size_t i)
{
    static const char *const names[] = {"ROWS", "COLS", "INNER"};
    static const char *const of_product[] = {"rows of A", "columns of B",
                                             "columns of A"};
    const char *const *owns = exercise->product         ? of_product
                              : exercise->dimensions[0] ? exercise->dimensions
                                                        : NULL;
    fprintf(stderr, " %s=", names[i]);
    if (owns)
        fprintf(stderr, " (%s)", owns[i]);
}

bool size_allowed(const struct exercise *exercise, struct size size)
{
    struct size given = size_given(exercise, size);
    struct size most = size_given(exercise, exercise->most);
    for (size_t i = 0; i < DIMENSIONS; i++) {
        int limit = *size_dimension(&most, i);
        if (limit == 0 || *size_dimension(&given, i) <= limit)
            continue;
        fprintf(stderr, "grader: a size of %s has", exercise->name);
        size_tell_dimension(exercise, i);
        fprintf(stderr, " of at most %d, as kernels.h says.\n", limit);
        return false;
    }
    return true;
}
