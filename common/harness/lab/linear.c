/*
 * linear.c - sums and products of vectors and matrices on the CPU.
 *
 * Oracles sum in double precision; the serial loops are what a C programmer
 * would write first, in float, reading every array in the order it lies in
 * memory.
 */
#include "linear.h"

#include <math.h>
#include <stdio.h>

const struct size linear_seven[LINEAR_SEVEN] = {
    {1000, 500, 1},  {1000, 1000, 1}, {1500, 1000, 1}, {2000, 1000, 1},
    {2000, 1500, 1}, {2500, 1500, 1}, {2500, 2000, 1}};

/* At the last every SM has work, also for blocks of 64 x 64 results. */
const struct size linear_matmul_sweep[LINEAR_SEVEN + LINEAR_MATMUL_GPU_ONLY] = {
    {64, 64, 64},    {128, 128, 128}, {192, 192, 192}, {256, 256, 256},
    {320, 320, 320}, {384, 384, 384}, {512, 512, 512}, {1024, 1024, 1024}};

/* ---- shapes ------------------------------------------------------------- */

size_t linear_rows(struct size s)
{
    return (size_t)s.rows;
}

size_t linear_cols(struct size s)
{
    return (size_t)s.cols;
}

size_t linear_inner(struct size s)
{
    return (size_t)s.inner;
}

size_t linear_matrix(struct size s)
{
    return (size_t)s.rows * (size_t)s.cols;
}

size_t linear_right(struct size s)
{
    return (size_t)s.cols * (size_t)s.inner;
}

size_t linear_product(struct size s)
{
    return (size_t)s.rows * (size_t)s.inner;
}

/* ---- c = a + b ---------------------------------------------------------- */

void linear_add_oracle(const void *const *in, struct size s,
                       struct expected *out)
{
    const float *a = in[0], *b = in[1];
    for (size_t i = 0; i < linear_cols(s); i++) {
        out[i].value = (double)a[i] + (double)b[i];
        out[i].magnitude = fabs((double)a[i]) + fabs((double)b[i]);
        out[i].terms = 2;
    }
}

void linear_add_serial(void *const *p, struct size s, size_t from, size_t to)
{
    const float *a = p[0], *b = p[1];
    float *c = p[2];
    (void)s;
    for (size_t i = from; i < to; i++)
        c[i] = a[i] + b[i];
}

double linear_add_bytes(struct size s)
{
    return 3.0 * sizeof(float) * s.cols;
}

double linear_add_flops(struct size s)
{
    return s.cols;
}

/* ---- C = A x V ---------------------------------------------------------- */

void linear_matvec_oracle(const void *const *in, struct size s,
                          struct expected *out)
{
    const float *A = in[0], *V = in[1];
    for (size_t i = 0; i < linear_rows(s); i++, A += s.cols) {
        double sum = 0, magnitude = 0;
        for (size_t j = 0; j < linear_cols(s); j++) {
            double product = (double)A[j] * (double)V[j];
            sum += product;
            magnitude += fabs(product);
        }
        out[i] = (struct expected){sum, magnitude, s.cols};
    }
}

void linear_matvec_serial(void *const *p, struct size s, size_t from, size_t to)
{
    const float *A = (const float *)p[0] + from * linear_cols(s), *V = p[1];
    float *C = p[2];
    for (size_t i = from; i < to; i++, A += s.cols) {
        float sum = 0.0f;
        for (size_t j = 0; j < linear_cols(s); j++)
            sum += A[j] * V[j];
        C[i] = sum;
    }
}

/* Both ways round: the matrix once, one vector in, one out. */
double linear_vector_bytes(struct size s)
{
    return sizeof(float) * ((double)s.rows * s.cols + s.rows + s.cols);
}

double linear_vector_flops(struct size s)
{
    return 2.0 * s.rows * s.cols;
}

/* ---- C = V x A ---------------------------------------------------------- */

/* Row by row, so that the host reads A in the order it lies in memory. */
void linear_vecmat_oracle(const void *const *in, struct size s,
                          struct expected *out)
{
    const float *V = in[0], *A = in[1];
    for (size_t j = 0; j < linear_cols(s); j++)
        out[j] = (struct expected){0, 0, s.rows};
    for (size_t i = 0; i < linear_rows(s); i++, A += s.cols) {
        for (size_t j = 0; j < linear_cols(s); j++) {
            double product = (double)V[i] * (double)A[j];
            out[j].value += product;
            out[j].magnitude += fabs(product);
        }
    }
}

/* Rows outside, so that a range of columns is read in order too. */
void linear_vecmat_serial(void *const *p, struct size s, size_t from, size_t to)
{
    const float *V = p[0], *A = p[1];
    float *C = p[2];
    for (size_t j = from; j < to; j++)
        C[j] = 0.0f;
    for (size_t i = 0; i < linear_rows(s); i++, A += s.cols)
        for (size_t j = from; j < to; j++)
            C[j] += V[i] * A[j];
}

/* ---- C = A x B ---------------------------------------------------------- */

/* One row of C at a time, adding rows of B to it: all reads in order. */
void linear_matmul_oracle(const void *const *in, struct size s,
                          struct expected *out)
{
    const float *A = in[0];
    for (size_t i = 0; i < linear_rows(s); i++, A += s.cols, out += s.inner) {
        const float *B = in[1];
        for (size_t j = 0; j < linear_inner(s); j++)
            out[j] = (struct expected){0, 0, s.cols};
        for (size_t k = 0; k < linear_cols(s); k++, B += s.inner) {
            for (size_t j = 0; j < linear_inner(s); j++) {
                double product = (double)A[k] * (double)B[j];
                out[j].value += product;
                out[j].magnitude += fabs(product);
            }
        }
    }
}

void linear_matmul_serial(void *const *p, struct size s, size_t from, size_t to)
{
    const float *A = (const float *)p[0] + from * linear_cols(s);
    float *C = (float *)p[2] + from * linear_inner(s);
    for (size_t i = from; i < to; i++, A += s.cols, C += s.inner) {
        const float *B = p[1];
        for (size_t j = 0; j < linear_inner(s); j++)
            C[j] = 0.0f;
        for (size_t k = 0; k < linear_cols(s); k++, B += s.inner)
            for (size_t j = 0; j < linear_inner(s); j++)
                C[j] += A[k] * B[j];
    }
}

double linear_matmul_bytes(struct size s)
{
    return sizeof(float) * ((double)s.rows * s.cols + (double)s.cols * s.inner +
                            (double)s.rows * s.inner);
}

double linear_matmul_flops(struct size s)
{
    return 2.0 * s.rows * s.cols * s.inner;
}

void linear_matmul_owner(struct size s, size_t e, char *text, size_t n)
{
    size_t row = e / linear_inner(s), col = e % linear_inner(s);
    snprintf(text, n,
             "row %zu, column %zu: with %dx%d threads a block, "
             "block (%zu,%zu), thread (%zu,%zu)",
             row, col, LINEAR_TILE, LINEAR_TILE, col / LINEAR_TILE,
             row / LINEAR_TILE, col % LINEAR_TILE, row % LINEAR_TILE);
}
