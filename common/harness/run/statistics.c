/*
 * statistics.c - median and quartiles: a time has outliers on one side only,
 * which a mean would follow.
 */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the two nearest samples, linearly. */
static double quantile(const double *sorted, uint32_t count, double q)
{
    double at = q * (count - 1);
    uint32_t below = (uint32_t)at;
    uint32_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

struct times times_of(double *samples, uint32_t count)
{
    if (count == 0)
        return (struct times){0, NAN, NAN, NAN, NAN};
    qsort(samples, count, sizeof *samples, by_value);
    return (struct times){count, quantile(samples, count, 0.5), samples[0],
                          quantile(samples, count, 0.25),
                          quantile(samples, count, 0.75)};
}

bool times_within(const struct times *times, double part)
{
    return times->upper - times->lower <= part * times->median;
}
