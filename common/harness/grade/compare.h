/*
 * compare.h - is an output right?
 *
 * Every element is held against a double precision result with the bound of
 * error analysis: a sum of n products, added in any order, is off by at most
 * gamma_n * sum |a||b|, gamma_n = n u / (1 - n u), u the unit roundoff
 * (Higham, "Accuracy and Stability of Numerical Algorithms", section 3.1).
 * Integers must be equal, and so must be what is said to have magnitude 0: a
 * minimum, or a sum whose parts are all exact.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "lab/lab.h"

struct comparison {
    size_t count;          /* elements */
    size_t wrong;          /* outside the bound, or NaN */
    size_t first_wrong;
    size_t poisoned;       /* still the poison: never written */
};

double element_value(enum element element, const void *array, size_t i);
void element_set(enum element element, void *array, size_t i, double value);
bool element_poisoned(enum element element, const void *array, size_t i,
                      uint8_t poison);
/* How far off an element may be. */
double element_bound(enum element element, const struct expected *expected);
/* False for NaN. */
bool element_right(enum element element, double value,
                   const struct expected *expected);

void compare(struct comparison *result, enum element element,
             const void *array, const struct expected *expected, size_t count,
             uint8_t poison);

#endif
