/*
 * compare.c - holds outputs against expected values.
 *
 * The one comparison that decides is written !(error <= bound): with NaN on
 * either side it is wrong, where "error > bound" would let NaN pass.
 */
#include "compare.h"

#include <math.h>
#include <string.h>

#include "lab/random.h"

double element_value(enum element element, const void *array, size_t i)
{
    switch (element) {
    case ELEMENT_F32: return ((const float *)array)[i];
    case ELEMENT_F64: return ((const double *)array)[i];
    case ELEMENT_I32: return ((const int32_t *)array)[i];
    case ELEMENT_I64: return (double)((const int64_t *)array)[i];
    }
    return NAN;
}

void element_set(enum element element, void *array, size_t i, double value)
{
    switch (element) {
    case ELEMENT_F32: ((float *)array)[i] = (float)value; break;
    case ELEMENT_F64: ((double *)array)[i] = value; break;
    case ELEMENT_I32: ((int32_t *)array)[i] = (int32_t)value; break;
    case ELEMENT_I64: ((int64_t *)array)[i] = (int64_t)value; break;
    }
}

bool element_poisoned(enum element element, const void *array, size_t i,
                      uint8_t poison)
{
    size_t bytes = element_bytes(element);
    unsigned char pattern[8];
    memset(pattern, poison, sizeof pattern);
    return !memcmp((const char *)array + i * bytes, pattern, bytes);
}

double element_bound(enum element element, const struct expected *expected)
{
    double u = element == ELEMENT_F32 ? 0x1p-24 : 0x1p-53;
    double nu = fmax(expected->terms, 1) * u;
    if (element == ELEMENT_I32 || element == ELEMENT_I64 ||
        expected->magnitude == 0)
        return 0;
    /* Products below the smallest normal number lose digits of their own;
     * and the oracle rounds as well, at most as a double precision sum. */
    return nu / (1 - nu) * expected->magnitude +
           fmax(expected->terms, 1) * (element == ELEMENT_F32 ? 0x1p-149 : 0) +
           fmax(expected->terms, 1) * 0x1p-53 * expected->magnitude;
}

bool element_right(enum element element, double value,
                   const struct expected *expected)
{
    double error = fabs(value - expected->value);
    return error <= element_bound(element, expected);
}

void compare(struct comparison *result, enum element element, const void *array,
             const struct expected *expected, size_t count, uint8_t poison)
{
    *result = (struct comparison){.count = count};
    for (size_t i = 0; i < count; i++) {
        double value = element_value(element, array, i);
        double error = fabs(value - expected[i].value);
        double bound = element_bound(element, &expected[i]);
        if (element_poisoned(element, array, i, poison))
            result->poisoned++;
        if (!(error <= bound) && result->wrong++ == 0)
            result->first_wrong = i;
    }
}
