/* vector_functions.h - make_float4(x, y, z, w) and its kin; C and C++. */
#ifndef EMU_VECTOR_FUNCTIONS_H
#define EMU_VECTOR_FUNCTIONS_H
#pragma GCC system_header

#include "vector_types.h"

#ifdef __CUDA__
#define EMU_MAKE static __host__ __device__ __inline__ \
    __attribute__((always_inline, nodebug))
#else
#define EMU_MAKE static __inline__ __attribute__((unused))
#endif

#define EMU_MAKERS(T, base)                                                  \
    EMU_MAKE base##1 make_##base##1(T x)                                     \
    {                                                                        \
        base##1 v; v.x = x; return v;                                        \
    }                                                                        \
    EMU_MAKE base##2 make_##base##2(T x, T y)                                \
    {                                                                        \
        base##2 v; v.x = x; v.y = y; return v;                               \
    }                                                                        \
    EMU_MAKE base##3 make_##base##3(T x, T y, T z)                           \
    {                                                                        \
        base##3 v; v.x = x; v.y = y; v.z = z; return v;                      \
    }                                                                        \
    EMU_MAKE base##4 make_##base##4(T x, T y, T z, T w)                      \
    {                                                                        \
        base##4 v; v.x = x; v.y = y; v.z = z; v.w = w; return v;             \
    }

EMU_MAKERS(signed char, char)
EMU_MAKERS(unsigned char, uchar)
EMU_MAKERS(short, short)
EMU_MAKERS(unsigned short, ushort)
EMU_MAKERS(int, int)
EMU_MAKERS(unsigned int, uint)
EMU_MAKERS(long, long)
EMU_MAKERS(unsigned long, ulong)
EMU_MAKERS(long long, longlong)
EMU_MAKERS(unsigned long long, ulonglong)
EMU_MAKERS(float, float)
EMU_MAKERS(double, double)
#undef EMU_MAKERS
#undef EMU_MAKE

#endif
