/*
 * cases.h - lab 2's detective cases as data: sizes and what comes out.
 *
 * Included by lab.c alone, and rows.h in its table.  What a launcher has to do
 * stands in NAME/kernels.h.
 */
#ifndef LAB2_CASES_H
#define LAB2_CASES_H

#include <math.h>

#include "lab/caps.h"
#include "lab/case.h"
#include "lab/linear.h"

/* ---- blur --------------------------------------------------------------- */

static const struct size blur_sizes[] = {
    {1, 1, 1},    {3, 2, 1},    {5, 255, 1},   {5, 256, 1},
    {5, 257, 1},  {40, 300, 1}, {40, 1000, 1}};

static void oracle_blur(const void *const *in, struct size s,
                        struct expected *out)
{
    const float *from = in[0];
    size_t cols = linear_cols(s);
    for (size_t e = 0; e < linear_matrix(s); e++) {
        double own = from[e], left = e % cols ? from[e - 1] : own;
        double right = (e + 1) % cols ? from[e + 1] : own;
        out[e] = (struct expected){
            (left + own + right) / 3,
            (fabs(left) + fabs(own) + fabs(right)) / 3, 4};
    }
}

/* ---- distances ---------------------------------------------------------- */

static const struct size distances_sizes[] = {
    {1, 1, 1},     {33, 31, 1},   {100, 255, 1},  {100, 256, 1},
    {100, 257, 1}, {257, 512, 1}, {300, 1000, 1}, {10000, 20, 1}};

static void oracle_distances(const void *const *in, struct size s,
                             struct expected *out)
{
    const float *x = in[0], *y = in[1];
    for (size_t i = 0; i < linear_rows(s); i++) {
        out[i] = (struct expected){.terms = s.cols};
        for (size_t k = 0; k < linear_cols(s); k++)
            out[i].value += fabs((double)x[i] - y[k]);
        out[i].magnitude = out[i].value;
    }
}

/* ---- differences -------------------------------------------------------- */

static const struct size differences_sizes[] = {
    {1, 1, 1},   {1, 127, 1}, {1, 128, 1},
    {1, 129, 1}, {1, 300, 1}, {1, 40000, 1}};

static size_t count_one_more(struct size s)
{
    return linear_cols(s) + 1;
}

static void oracle_differences(const void *const *in, struct size s,
                               struct expected *out)
{
    const float *from = in[0];
    for (size_t i = 0; i < linear_cols(s); i++) {
        double right = from[i + 1], left = from[i];
        out[i] = (struct expected){right - left, fabs(right) + fabs(left), 1};
    }
}

/* ---- all ---------------------------------------------------------------- */

static double flops_of_case(struct size s)
{
    return 4.0 * s.rows * s.cols;
}

#endif
