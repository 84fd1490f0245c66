/*
 * steps.h - the champions as they were on their way, for common/CHAMPIONS.md:
 * each with one thing less than the next.
 *
 * LAB.cu defines those of a lab, of the kernels of its reference.cu, which it
 * includes.  Arrays and sizes are those of the champion.
 */
#ifndef STEPS_H
#define STEPS_H

extern "C" {

/* matvec_best: a block per row, a float at a time; then four; then two rows a
 * block. */
void matvec_row(const float *A, const float *V, float *C, int rows, int cols);
void matvec_quads(const float *A, const float *V, float *C, int rows,
                  int cols);
void matvec_rows(const float *A, const float *V, float *C, int rows, int cols);

/* vecmat_best: strips of a warp's width; rows shared out among blocks as well,
 * whose sums atomics add up; strips of 32 columns, four floats at a time. */
void vecmat_strips(const float *V, const float *A, float *C, int rows,
                   int cols);
void vecmat_atomics(const float *V, const float *A, float *C, int rows,
                    int cols);
void vecmat_quads(const float *V, const float *A, float *C, int rows,
                  int cols);

/* matmul_best: 8 x 8 results a thread, in tiles of 128 x 128; the small tiles
 * of the champion without slices of their depth; its large ones, all copies of
 * a step started at once. */
void matmul_8x8(const float *A, const float *B, float *C, int rows, int inner,
                int cols);
void matmul_unsliced(const float *A, const float *B, float *C, int rows,
                     int inner, int cols);
void matmul_in_one_go(const float *A, const float *B, float *C, int rows,
                      int inner, int cols);

/* dot_best: a second kernel adds up; then the last block, behind a fence. */
void dot_two_kernels(const float *a, const float *b, float *result, int n);
void dot_last_block(const float *a, const float *b, float *result, int n);

/* batch_best: all means, then one product. */
void batch_two_kernels(const double *input, const double *matrix,
                       double *output, int L, int M, int N);
}

#endif
