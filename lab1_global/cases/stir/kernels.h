/*
 * kernels.h - the launcher of this case.
 *
 * to[i] = from[(40503 * i) mod n] for n elements, n from 1 to 1000000: a fixed
 * step through an array stirs it.
 * Pointers are DEVICE pointers.
 */
#ifndef LAB1_GLOBAL_STIR_KERNELS_H
#define LAB1_GLOBAL_STIR_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

void stir(const float *from, float *to, int n);

#ifdef __cplusplus
}
#endif

#endif

/* ---- for the harness: how it is called, as in a lab's kernels.h ---- */
#ifdef LAUNCHER
LAUNCHER(stir, p[0], p[1], s.cols)
#endif
