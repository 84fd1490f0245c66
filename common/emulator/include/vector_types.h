/*
 * vector_types.h - int2, float4 and their kin, and dim3; C and C++.
 *
 * Guarantee: size and alignment are those of the CUDA C++ Programming Guide,
 * "Built-in Vector Types", so that a float4 is loaded in one instruction.
 */
#ifndef EMU_VECTOR_TYPES_H
#define EMU_VECTOR_TYPES_H
#pragma GCC system_header

#include "host_defines.h"

#define EMU_VECTORS(T, base, a2, a4)                                         \
    struct base##1 { T x; };                                                 \
    struct __align__(a2) base##2 { T x, y; };                                \
    struct base##3 { T x, y, z; };                                           \
    struct __align__(a4) base##4 { T x, y, z, w; };                          \
    typedef struct base##1 base##1;                                          \
    typedef struct base##2 base##2;                                          \
    typedef struct base##3 base##3;                                          \
    typedef struct base##4 base##4;

EMU_VECTORS(signed char, char, 2, 4)
EMU_VECTORS(unsigned char, uchar, 2, 4)
EMU_VECTORS(short, short, 4, 8)
EMU_VECTORS(unsigned short, ushort, 4, 8)
EMU_VECTORS(int, int, 8, 16)
EMU_VECTORS(unsigned int, uint, 8, 16)
EMU_VECTORS(long, long, 16, 16)
EMU_VECTORS(unsigned long, ulong, 16, 16)
EMU_VECTORS(long long, longlong, 16, 16)
EMU_VECTORS(unsigned long long, ulonglong, 16, 16)
EMU_VECTORS(float, float, 8, 16)
EMU_VECTORS(double, double, 16, 16)
#undef EMU_VECTORS

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(unsigned int x_ = 1,
                                       unsigned int y_ = 1,
                                       unsigned int z_ = 1)
        : x(x_), y(y_), z(z_) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#endif
