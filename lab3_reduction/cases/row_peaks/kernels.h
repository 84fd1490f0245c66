/*
 * kernels.h - the launcher of this case.
 *
 * peaks[i] = the greatest element of row i of A, rows x cols, cols at least 1.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB3_REDUCTION_ROW_PEAKS_KERNELS_H
#define LAB3_REDUCTION_ROW_PEAKS_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void row_peaks(const float *A, float *peaks, int rows, int cols);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(row_peaks, p[0], p[1], s.rows, s.cols)
#endif
