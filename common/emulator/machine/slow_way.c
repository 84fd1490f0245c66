/*
 * slow_way.c - see slow_way.h.
 */
#include "slow_way.h"

#include "base/limits.h"

#include <stdlib.h>

/* Bits that are all ones in what is not finite. */
enum { MOST_32 = 0xff, MOST_64 = 0x7ff };
/* Exponents of a quotient, and of what is divided, that are left to the slow
 * way. */
enum { FAR_32 = 125, FEW_32 = 25, LARGE_32 = 253, FEW_64 = 0x36 };

static int exponent_32(const void *lanes, unsigned l)
{
    return ((const uint32_t *)lanes)[l] >> 23 & MOST_32;
}

static int exponent_64(const void *lanes, unsigned l)
{
    return ((const uint64_t *)lanes)[l] >> 52 & MOST_64;
}

static bool divides_slowly_32(int a, int b)
{
    return a < FEW_32 || a == MOST_32 || !b || b >= LARGE_32 ||
           abs(a - b) > FAR_32;
}

static bool divides_slowly_64(int a, int b)
{
    return a < FEW_64 || a == MOST_64 || !b || b >= MOST_64 - 2;
}

/* Negative ones as well, which have none. */
static bool has_slow_root_32(const void *lanes, unsigned l)
{
    return ((const uint32_t *)lanes)[l] - 0x0d000000u > 0x727fffffu;
}

static bool has_slow_root_64(const void *lanes, unsigned l)
{
    uint32_t high = (uint32_t)(((const uint64_t *)lanes)[l] >> 32);
    return high - 0x03500000u >= 0x7ca00000u;
}

static bool is_slow(enum op op, const void *a, const void *b, unsigned l)
{
    switch (op) {
    case OP_div_f32:
        return divides_slowly_32(exponent_32(a, l), exponent_32(b, l));
    case OP_div_f64:
        return divides_slowly_64(exponent_64(a, l), exponent_64(b, l));
    case OP_rcp_f32: return !exponent_32(a, l) || exponent_32(a, l) >= LARGE_32;
    case OP_rcp_f64:
        return !exponent_64(a, l) || exponent_64(a, l) >= MOST_64 - 2;
    case OP_sqrt_f32: return has_slow_root_32(a, l);
    default: return has_slow_root_64(a, l);
    }
}

bool takes_slow_way(enum op op, const void *a, const void *b, uint32_t active)
{
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (active >> l & 1 && is_slow(op, a, b, l))
            return true;
    return false;
}
