/*
 * cases.h - lab 3's detective cases as data: sizes and what comes out.
 *
 * Included by lab.c alone, and rows.h in its table.  What a launcher has to do
 * stands in NAME/kernels.h.
 */
#ifndef LAB3_CASES_H
#define LAB3_CASES_H

#include <math.h>

#include "lab/caps.h"
#include "lab/case.h"
#include "lab/linear.h"
#include "lab/random.h"

/* ---- row_peaks ---------------------------------------------------------- */

static const struct size peaks_sizes[] = {
    {1, 1, 1},   {5, 3, 1},   {7, 31, 1},   {20, 95, 1},  {20, 96, 1},
    {20, 97, 1}, {9, 128, 1}, {20, 960, 1}, {64, 1000, 1}};

static void oracle_peaks(const void *const *in, struct size s,
                         struct expected *out)
{
    const float *a = in[0];
    size_t cols = linear_cols(s);
    for (size_t i = 0; i < linear_rows(s); i++) {
        out[i] = (struct expected){.value = a[i * cols]};
        for (size_t j = 0; j < cols; j++)
            out[i].value = fmax(out[i].value, a[i * cols + j]);
    }
}

/* ---- histogram ---------------------------------------------------------- */

enum { BINS = 64 };

static const struct size histogram_sizes[] = {
    {1, 1, 1}, {1, 255, 1}, {1, 257, 1}, {1, 1000, 1}, {1, 40000, 1}};

static size_t count_bins(struct size s)
{
    (void)s;
    return BINS;
}

/* Numbers of 24 bits: their sum with 1 is exact, so no bin is in doubt. */
static void oracle_histogram(const void *const *in, struct size s,
                             struct expected *out)
{
    const float *x = in[0];
    for (size_t b = 0; b < BINS; b++)
        out[b] = (struct expected){.value = 0};
    for (size_t i = 0; i < linear_cols(s); i++) {
        double bin = (x[i] + 1.0) * (BINS / 2);
        if (bin >= 0 && bin < BINS) /* it is asked with any numbers (needs.c) */
            out[(size_t)bin].value++;
    }
}

/* ---- count_wrong -------------------------------------------------------- */

static const struct size wrong_sizes[] = {
    {1, 1, 1}, {1, 31, 1}, {1, 257, 1}, {1, 1000, 1}, {1, 40000, 1}};

static size_t count_one(struct size s)
{
    (void)s;
    return 1;
}

/* A third each is right, far off, and no number; none lies near the limit. */
static void prepare_wrong(void *const *inputs, struct size s, uint64_t seed)
{
    float *results = inputs[0];
    const float *expected = inputs[1];
    for (size_t i = 0; i < linear_cols(s); i++) {
        double off = random_unit(&seed);
        switch (random_next(&seed) % 6) {
        case 0: results[i] = NAN; break;
        case 1: results[i] = INFINITY; break;
        case 2:
        case 3: results[i] = expected[i] + (float)(0.01 + off); break;
        default: results[i] = expected[i] + (float)(off * 5e-4); break;
        }
    }
}

static void oracle_wrong(const void *const *in, struct size s,
                         struct expected *out)
{
    const float *results = in[0], *expected = in[1];
    *out = (struct expected){.value = 0};
    for (size_t i = 0; i < linear_cols(s); i++) {
        double off = fabs((double)results[i] - expected[i]);
        out->value += isnan(off) || off > 1e-3;
    }
}

/* ---- all ---------------------------------------------------------------- */

static double flops_of_case(struct size s)
{
    return 4.0 * (s.rows + BINS) * s.cols;
}

#endif
