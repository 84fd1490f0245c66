/*
 * cases.h - lab 1's detective cases as data: sizes and what comes out.
 *
 * Included by lab.c alone, and rows.h in its table.  What a launcher has to do
 * stands in NAME/kernels.h.
 */
#ifndef LAB1_CASES_H
#define LAB1_CASES_H

#include <math.h>

#include "lab/caps.h"
#include "lab/case.h"
#include "lab/linear.h"

/* ---- add_scaled --------------------------------------------------------- */

static const struct size scaled_sizes[] = {
    {1, 1, 1}, {1, 255, 1}, {1, 257, 1}, {1, 1000, 1}, {1, 40000, 1}};

static void oracle_scaled(const void *const *in, struct size s,
                          struct expected *out)
{
    const float *a = in[0], *b = in[1];
    for (size_t i = 0; i < linear_cols(s); i++)
        out[i] = (struct expected){
            3.0 * a[i] + b[i], fabs(3.0 * a[i]) + fabs((double)b[i]), 2};
}

/* ---- stir --------------------------------------------------------------- */

/* From 53022 on the product of two ints does not fit, from 106042 on not even
 * that of two unsigned ones. */
static const struct size stir_sizes[] = {
    {1, 1, 1},     {1, 255, 1},   {1, 257, 1},   {1, 50000, 1},
    {1, 53021, 1}, {1, 60000, 1}, {1, 200003, 1}};

static void oracle_stir(const void *const *in, struct size s,
                        struct expected *out)
{
    const float *from = in[0];
    size_t n = linear_cols(s), at = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = (struct expected){.value = from[at]};
        at = (at + 40503) % n;
    }
}

/* ---- add_bias ----------------------------------------------------------- */

static const struct size bias_sizes[] = {
    {1, 1, 1},   {2, 3, 1},   {8, 32, 1}, {9, 33, 1},    {64, 64, 1},
    {1, 500, 1}, {500, 1, 1}, {50, 40, 1}, {200, 200, 1}};

static void oracle_bias(const void *const *in, struct size s,
                        struct expected *out)
{
    const float *a = in[0], *bias = in[1];
    for (size_t e = 0; e < linear_matrix(s); e++) {
        double own = bias[e / linear_cols(s)];
        out[e] = (struct expected){a[e] + own,
                                   fabs((double)a[e]) + fabs(own), 1};
    }
}

/* ---- all ---------------------------------------------------------------- */

/* Of 40000 elements, bytes that have to be read; some two dozen instructions
 * for 32 of them, so that one warp alone would need 30000. */
#define CASE_CAPS(bytes, ...)                                                  \
    CAP_READ(bytes, __VA_ARGS__), CAP_WARP(2000, __VA_ARGS__)

#endif
