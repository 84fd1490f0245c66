/*
 * statistics.h - a few times, summed up.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* Microseconds; NAN where unknown. */
struct times {
    uint32_t samples;
    double median, minimum, lower, upper; /* lower, upper: quartiles */
};

/* Sorts the samples. */
struct times times_of(double *samples, uint32_t count);
/* Does the middle half lie within that part of the median? */
bool times_within(const struct times *times, double part);

#endif
