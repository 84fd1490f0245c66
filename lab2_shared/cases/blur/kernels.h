/*
 * kernels.h - the launcher of this case.
 *
 * out[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3 in each row of a
 * matrix of rows x cols; beyond the ends of a row its last element counts
 * again.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB2_SHARED_BLUR_KERNELS_H
#define LAB2_SHARED_BLUR_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void blur(const float *in, float *out, int rows, int cols);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(blur, p[0], p[1], s.rows, s.cols)
#endif
