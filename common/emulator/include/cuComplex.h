/*
 * cuComplex.h - complex numbers for C: a float2, a double2.
 *
 * Host and device.  Source: the names that programs use; the formulas are
 * those of C17, annex G, without its care for infinities.
 */
#ifndef EMU_CUCOMPLEX_H
#define EMU_CUCOMPLEX_H
#pragma GCC system_header

#include <math.h>

#include "cuda_runtime.h"

#ifdef __CUDACC__
#define EMU_COMPLEX static __host__ __device__ __inline__
#else
#define EMU_COMPLEX static inline
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* make, real, imag, conj, add, sub, mul, div, fma, abs: of one type. */
#define EMU_COMPLEX_CALLS(T, R, f, make, sqrt_of)                            \
    EMU_COMPLEX T make(R re, R im)                                           \
    {                                                                        \
        T z;                                                                 \
        z.x = re;                                                            \
        z.y = im;                                                            \
        return z;                                                            \
    }                                                                        \
    EMU_COMPLEX R cuCreal##f(T z) { return z.x; }                            \
    EMU_COMPLEX R cuCimag##f(T z) { return z.y; }                            \
    EMU_COMPLEX T cuConj##f(T z) { return make(z.x, -z.y); }                 \
    EMU_COMPLEX T cuCadd##f(T a, T b) { return make(a.x + b.x, a.y + b.y); } \
    EMU_COMPLEX T cuCsub##f(T a, T b) { return make(a.x - b.x, a.y - b.y); } \
    EMU_COMPLEX T cuCmul##f(T a, T b)                                        \
    {                                                                        \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);           \
    }                                                                        \
    EMU_COMPLEX T cuCfma##f(T a, T b, T c)                                   \
    {                                                                        \
        return cuCadd##f(cuCmul##f(a, b), c);                                \
    }                                                                        \
    EMU_COMPLEX T cuCdiv##f(T a, T b)                                        \
    {                                                                        \
        R size = b.x * b.x + b.y * b.y;                                      \
        return make((a.x * b.x + a.y * b.y) / size,                          \
                    (a.y * b.x - a.x * b.y) / size);                         \
    }                                                                        \
    EMU_COMPLEX R cuCabs##f(T z) { return sqrt_of(z.x * z.x + z.y * z.y); }

EMU_COMPLEX_CALLS(cuFloatComplex, float, f, make_cuFloatComplex, sqrtf)
EMU_COMPLEX_CALLS(cuDoubleComplex, double, , make_cuDoubleComplex, sqrt)
#undef EMU_COMPLEX_CALLS

EMU_COMPLEX cuComplex make_cuComplex(float re, float im)
{
    return make_cuFloatComplex(re, im);
}
EMU_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
{
    return make_cuDoubleComplex(z.x, z.y);
}
EMU_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#endif
