/*
 * kernels.h - the launcher of this case.
 *
 * counts[b] = how many of the n elements x[i], each from -1 to below 1, lie in
 * bin b, which is (int)((x[i] + 1) * 32); 64 bins.  Whatever stood in counts
 * before does not matter.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB3_REDUCTION_HISTOGRAM_KERNELS_H
#define LAB3_REDUCTION_HISTOGRAM_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void histogram(const float *x, int *counts, int n);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(histogram, p[0], p[1], s.cols)
#endif
