/*
 * random.h - the numbers inputs are made of.
 *
 * splitmix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number
 * Generators", 2014): a counter, well mixed.  Any seed will do, and two
 * seeds that differ in one bit have nothing else in common.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "lab.h"

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A seed of its own for each (seed, what). */
static inline uint64_t random_mix(uint64_t seed, uint64_t what)
{
    uint64_t state = seed ^ (what * 0xd6e8feb86659fd93u);
    return random_next(&state);
}

/* A number of 24 random bits, in [0, 1). */
static inline double random_unit(uint64_t *state)
{
    return (double)(random_next(state) >> 40) * 0x1p-24;
}

static inline size_t element_bytes(enum element element)
{
    return element == ELEMENT_F32 || element == ELEMENT_I32 ? 4 : 8;
}

static inline void random_fill(void *to, size_t count, enum element element,
                               enum fill fill, uint64_t seed)
{
    double low = fill == FILL_POSITIVE ? 0.5 : -1;
    double span = fill == FILL_POSITIVE ? 1 : 2;
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++) {
        double value = low + span * random_unit(&state);
        switch (element) {
        case ELEMENT_F32: ((float *)to)[i] = (float)value; break;
        case ELEMENT_F64: ((double *)to)[i] = value; break;
        case ELEMENT_I32: ((int32_t *)to)[i] = (int32_t)(value * 1e3); break;
        case ELEMENT_I64: ((int64_t *)to)[i] = (int64_t)(value * 1e3); break;
        }
    }
}

#endif
