/* larger.h - of two counts the larger one, or the smaller; of two times the
 * later one. */
#ifndef LARGER_H
#define LARGER_H

#include <stdint.h>

static inline uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline double later(double a, double b)
{
    return a > b ? a : b;
}

#endif
