/*
 * kernels.h - the functions that student.cu and reference.cu both define.
 *
 * Matrices are row-major and dense: element (i, j) of a matrix with `cols`
 * columns is A[i * cols + j].  Every size is at least 1; nothing is promised
 * about divisibility by a block or a tile.  Arrays do not overlap.  Inputs
 * stay as they are; every element of the output is written.  All pointers are
 * DEVICE pointers; a launcher may return before its kernel has finished.
 */
#ifndef LAB2_SHARED_KERNELS_H
#define LAB2_SHARED_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

/* C = A x V.  A: rows x cols; V: cols; C: rows.  A thread per row; V comes
 * through shared memory, a tile at a time. */
void matvec_tiled(const float *A, const float *V, float *C, int rows, int cols);

/* The same, with the running sum in a register from first tile to last. */
void matvec_tiled_acc(const float *A, const float *V, float *C, int rows,
                      int cols);

/* C = V x A.  V: rows; A: rows x cols; C: cols.  Several threads per column,
 * each with a slice of the rows; V comes through shared memory. */
void vecmat_tiled(const float *V, const float *A, float *C, int rows, int cols);

/* C = A x V.  A comes through shared memory in square tiles, read along rows
 * and used along columns. */
void matvec_transposed_tile(const float *A, const float *V, float *C, int rows,
                            int cols);

/* C = A x B.  A: rows x inner; B: inner x cols; C: rows x cols.  Both come
 * through shared memory in square tiles; rows up to 65535 * 32. */
void matmul_tiled(const float *A, const float *B, float *C, int rows, int inner,
                  int cols);

/* The same, 4 x 4 elements of C per thread: each word that a thread reads from
 * shared memory serves four products. */
void matmul_register(const float *A, const float *B, float *C, int rows,
                     int inner, int cols);

/* The open one.  C = A x B once more, by any kernels, in any number of launches
 * of any shape.  What one call leaves in memory of its own (a __device__ array)
 * must not make the next one wrong; nothing is allocated.  Times are taken of
 * many calls that follow each other. */
void matmul_best(const float *A, const float *B, float *C, int rows, int inner,
                 int cols);

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
LAUNCHER(matvec_tiled, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(matvec_tiled_acc, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(vecmat_tiled, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(matvec_transposed_tile, p[0], p[1], p[2], s.rows, s.cols)
LAUNCHER(matmul_tiled, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(matmul_register, p[0], p[1], p[2], s.rows, s.cols, s.inner)
LAUNCHER(matmul_best, p[0], p[1], p[2], s.rows, s.cols, s.inner)
#endif
