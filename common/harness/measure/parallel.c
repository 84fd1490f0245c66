/*
 * parallel.c - shares of nearly equal size, one for each thread.
 */
#include "parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Neighbouring parts may lie in one cache line, over which the threads on both
 * sides of a border would quarrel (false sharing).  Where a share is many
 * lines long, a border is put between lines: 16 floats are 64 bytes. */
enum { LINE = 16, MANY_LINES = 8 };

int parallel_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 0;
#endif
}

/* Where share t of so many begins, in [0, parts]. */
static size_t border(size_t parts, size_t shares, size_t t)
{
    if (t == shares)
        return parts;
    size_t at = parts * t / shares;
    return parts / shares < (size_t)LINE * MANY_LINES ? at : at - at % LINE;
}

void parallel_run(const struct exercise *exercise, void *const *pointers,
                  struct size size)
{
    size_t parts = exercise->parts(size);
    int threads = parallel_threads() > 0 ? parallel_threads() : 1;
    size_t shares = (size_t)threads;
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(threads)
#endif
    for (size_t t = 0; t < shares; t++)
        exercise->serial(pointers, size, border(parts, shares, t),
                         border(parts, shares, t + 1));
}
