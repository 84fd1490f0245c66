/*
 * sums.h - what has to come out, told by strides and not by a program.
 *
 * Idea: out[x][y] = the sum over t of a[x][y][t] * b[x][y][t], where a step in
 * x, y or t moves so far in each array, or not at all.  The sums of one may be
 * the factor b of another.
 * So lab.c, which students read, has no loops that compute what a student's own
 * program on the CPU is to compute (on_cpu in lab.h).
 */
#ifndef SUMS_H
#define SUMS_H

#include "lab.h"

/* An index: how many values it takes, and what a step of it is in the sums, in
 * a and in b. */
struct axis {
    size_t count;
    size_t out, a, b;
};

struct sums {
    const double *a;
    struct axis x, y; /* of the sums */
    struct axis t;    /* that is summed over */
    double divisor;   /* of each sum; 0: none */
};

/* The sums of `first`, which has no b, are the b of `second`: out has those of
 * `second`, NAN if there is no memory. */
void sums_of_sums(const struct sums *first, const struct sums *second,
                  struct expected *out);

#endif
