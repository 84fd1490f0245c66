/* host_defines.h - CUDA's words for where a function or variable lives. */
#ifndef EMU_HOST_DEFINES_H
#define EMU_HOST_DEFINES_H
#pragma GCC system_header

#if defined(__CUDA__) && defined(__clang__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#endif

#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define CUDARTAPI

/* A keyword from clang 15 on. */
#if defined(__CUDA__) && __clang_major__ < 15
#define __noinline__ __attribute__((noinline))
#endif

#endif
