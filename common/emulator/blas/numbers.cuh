/*
 * numbers.cuh - one way to write a product, whatever the numbers are.
 *
 * Of each type of elements: what it is computed in (wide), and back (narrow).
 * float and double are computed in themselves, with fma; half and bfloat16 in
 * float, bytes in int.
 */
#ifndef BLAS_NUMBERS_CUH
#define BLAS_NUMBERS_CUH

#include <cuda_fp16.h>

struct bfloat {
    unsigned short bits; /* the upper half of a float's */
};

__device__ inline float wide(float x) { return x; }
__device__ inline double wide(double x) { return x; }
__device__ inline float2 wide(float2 x) { return x; }
__device__ inline double2 wide(double2 x) { return x; }
__device__ inline int wide(signed char x) { return x; }
__device__ inline int wide(int x) { return x; }
__device__ inline float wide(__half x) { return __half2float(x); }
__device__ inline float wide(bfloat x)
{
    return __uint_as_float((unsigned)x.bits << 16);
}

__device__ inline void narrow(float *to, float x) { *to = x; }
__device__ inline void narrow(double *to, double x) { *to = x; }
__device__ inline void narrow(float2 *to, float2 x) { *to = x; }
__device__ inline void narrow(double2 *to, double2 x) { *to = x; }
__device__ inline void narrow(int *to, int x) { *to = x; }
__device__ inline void narrow(float *to, int x) { *to = (float)x; }
__device__ inline void narrow(__half *to, float x) { *to = __float2half(x); }
/* To the nearest, to even in the middle; a NaN stays one. */
__device__ inline void narrow(bfloat *to, float x)
{
    unsigned bits = __float_as_uint(x);
    if (x == x)
        bits += 0x7fff + (bits >> 16 & 1);
    else
        bits |= 1u << 22;
    to->bits = (unsigned short)(bits >> 16);
}

/* a * b + c */
__device__ inline float mad(float a, float b, float c) { return fmaf(a, b, c); }
__device__ inline double mad(double a, double b, double c)
{
    return fma(a, b, c);
}
__device__ inline int mad(int a, int b, int c) { return a * b + c; }
__device__ inline float2 mad(float2 a, float2 b, float2 c)
{
    return make_float2(fmaf(a.x, b.x, fmaf(-a.y, b.y, c.x)),
                       fmaf(a.x, b.y, fmaf(a.y, b.x, c.y)));
}
__device__ inline double2 mad(double2 a, double2 b, double2 c)
{
    return make_double2(fma(a.x, b.x, fma(-a.y, b.y, c.x)),
                        fma(a.x, b.y, fma(a.y, b.x, c.y)));
}

template <class T> __device__ inline T conjugate(T x) { return x; }
template <> __device__ inline float2 conjugate(float2 x)
{
    return make_float2(x.x, -x.y);
}
template <> __device__ inline double2 conjugate(double2 x)
{
    return make_double2(x.x, -x.y);
}

/* The real and the imaginary part, as doubles; and from these. */
__device__ inline double2 parts(float x) { return make_double2(x, 0); }
__device__ inline double2 parts(double x) { return make_double2(x, 0); }
__device__ inline double2 parts(int x) { return make_double2(x, 0); }
__device__ inline double2 parts(float2 x) { return make_double2(x.x, x.y); }
__device__ inline double2 parts(double2 x) { return x; }

__device__ inline void put(float *to, double2 x) { *to = (float)x.x; }
__device__ inline void put(double *to, double2 x) { *to = x.x; }
__device__ inline void put(int *to, double2 x) { *to = (int)x.x; }
__device__ inline void put(float2 *to, double2 x)
{
    *to = make_float2((float)x.x, (float)x.y);
}
__device__ inline void put(double2 *to, double2 x) { *to = x; }

#endif
