/*
 * kernels.h - the launcher of this case.
 *
 * B[i][j] = A[i][j] + bias[i]: to each row of a matrix a number of its own.  A
 * and B: rows x cols, row-major; bias: rows.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB1_GLOBAL_ADD_BIAS_KERNELS_H
#define LAB1_GLOBAL_ADD_BIAS_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void add_bias(const float *A, const float *bias, float *B, int rows, int cols);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(add_bias, p[0], p[1], p[2], s.rows, s.cols)
#endif
