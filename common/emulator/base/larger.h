/* larger.h - of two counts the larger one. */
#ifndef LARGER_H
#define LARGER_H

#include <stdint.h>

static inline uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

#endif
