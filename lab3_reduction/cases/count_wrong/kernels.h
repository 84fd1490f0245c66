/*
 * kernels.h - the launcher of this case.
 *
 * *wrong = how many of the n results differ from what is expected: results[i]
 * is right if it lies within 0.001 of expected[i], and wrong in any other case.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB3_REDUCTION_COUNT_WRONG_KERNELS_H
#define LAB3_REDUCTION_COUNT_WRONG_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void count_wrong(const float *results, const float *expected, int *wrong,
                 int n);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(count_wrong, p[0], p[1], p[2], s.cols)
#endif
