/*
 * kernels.h - the launcher of this case.
 *
 * out[i] = in[i + 1] - in[i] for n results, n at least 1; in has n + 1
 * elements.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB2_SHARED_DIFFERENCES_KERNELS_H
#define LAB2_SHARED_DIFFERENCES_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void differences(const float *in, float *out, int n);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(differences, p[0], p[1], s.cols)
#endif
