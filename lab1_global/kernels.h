/*
 * kernels.h - the functions that student.cu and reference.cu both define.
 *
 * Matrices are row-major and dense: element (i, j) of a matrix with `cols`
 * columns is A[i * cols + j].  Every size is at least 1; nothing is promised
 * about divisibility by a block or a tile.  Arrays do not overlap.  Inputs
 * stay as they are; every element of the output is written.
 */
#ifndef LAB1_GLOBAL_KERNELS_H
#define LAB1_GLOBAL_KERNELS_H

#ifdef __cplusplus
#include "cuda_runtime.h"
extern "C" {
#else
typedef int cudaError_t; /* the harness is plain C and knows no CUDA */
#endif

/* ---- the warm-up; DEVICE pointers, but for the last -------------------- */

/* who[b * threads + t] = 10000 * b + t for thread t of block b, of so many
 * blocks of so many threads, at most 1024. */
void warm_index(int *who, int blocks, int threads);

/* y[i] = x[i] * x[i] + 1 for i in [0, n).  n is a multiple of 256. */
void warm_map(const float *x, float *y, int n);

/* d[i] = x[i + 1] - x[i] for i in [0, n).  x has n + 1 elements. */
void warm_guard(const float *x, float *d, int n);

/* C[row][col] = u[row] * v[col].  u: rows; v: cols; C: rows x cols; rows up to
 * 65535 * 8, as a grid has 65535 blocks in y. */
void warm_grid(const float *u, const float *v, float *C, int rows, int cols);

/* y[i] = c[0] + c[1] x[i] + ... + c[7] x[i]^7 for i in [0, n), by a block of
 * 256 threads for each SM of device 0.  coefficients: the 8 of c. */
void warm_device(const float *coefficients, const float *x, float *y, int n);

/* y[i] = 2 x[i] for i in [0, n).  HOST pointers.  times: of the kernel alone,
 * of the kernel and both copies, in milliseconds; then 8 n bytes over each of
 * these, in GB/s.  Returns an error if there was one. */
cudaError_t warm_events(const float *x, float *y, float *times, int n);

/* ---- the tasks ----------------------------------------------------------- */

/* c[i] = a[i] + b[i] for i in [0, n).  HOST pointers: the function moves the
 * data itself.  Returns the error of the first call that failed, else
 * cudaSuccess; frees what it allocated either way. */
cudaError_t vector_add(const float *a, const float *b, float *c, int n);

/* The launchers below take DEVICE pointers and may return before the kernel
 * has finished. */

/* C = A x V.  A: rows x cols; V: cols; C: rows.  A thread per row. */
void matvec(const float *A, const float *V, float *C, int rows, int cols);

/* C = V x A.  V: rows; A: rows x cols; C: cols.  A thread per column. */
void vecmat(const float *V, const float *A, float *C, int rows, int cols);

/* C = A x V again, a warp (32 threads) per row. */
void matvec_warp(const float *A, const float *V, float *C, int rows,
                 int cols);

/* C = A x B.  A: rows x inner; B: inner x cols; C: rows x cols.  A thread per
 * element of C; rows up to 65535 * 32, as a grid has 65535 blocks in y. */
void matmul_naive(const float *A, const float *B, float *C, int rows,
                  int inner, int cols);

/* The open ones.  C = A x V and C = V x A once more, by any kernels, in any
 * number of launches of any shape.  What one call leaves in memory of its own
 * (a __device__ array) must not make the next one wrong; nothing is allocated.
 * Times are taken of many calls that follow each other. */
void matvec_best(const float *A, const float *V, float *C, int rows, int cols);
void vecmat_best(const float *V, const float *A, float *C, int rows, int cols);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how each is called -----------------------------------
 *
 * p: the arrays, in the order of the exercise's buffers (lab.c); s: the size.
 * Of this common/harness/runner/launchers.c makes what a program is entered
 * by. */
#ifdef LAUNCHER
LAUNCHER(warm_index, p[0], s.rows, s.cols)
LAUNCHER(warm_map, p[0], p[1], s.cols)
LAUNCHER(warm_guard, p[0], p[1], s.cols)
LAUNCHER(warm_grid, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(warm_device, p[0], p[1], p[2], s.cols)
LAUNCHER_WITH_ERROR(warm_events, p[0], p[1], p[2], s.cols)
LAUNCHER_WITH_ERROR(vector_add, p[0], p[1], p[2], s.cols)
LAUNCHER(matvec, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(matvec_warp, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(vecmat, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(matmul_naive, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(matvec_best, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(vecmat_best, p[0], p[1], p[2], s.rows, s.cols)
#endif
