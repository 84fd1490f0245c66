/*
 * kernels.h - the launcher of this case.
 *
 * sums[i] = |x[i] - y[0]| + |x[i] - y[1]| + ... over all m elements of y; x and
 * sums have n elements; n and m at least 1.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB2_SHARED_DISTANCES_KERNELS_H
#define LAB2_SHARED_DISTANCES_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void distances(const float *x, const float *y, float *sums, int n, int m);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(distances, p[0], p[1], p[2], s.rows, s.cols)
#endif
