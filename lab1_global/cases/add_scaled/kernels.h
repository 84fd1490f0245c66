/*
 * kernels.h - the launcher of this case.
 *
 * C[i] = 3 * A[i] + B[i] for n elements, n at least 1.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB1_GLOBAL_ADD_SCALED_KERNELS_H
#define LAB1_GLOBAL_ADD_SCALED_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void add_scaled(const float *A, const float *B, float *C, int n);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(add_scaled, p[0], p[1], p[2], s.cols)
#endif
