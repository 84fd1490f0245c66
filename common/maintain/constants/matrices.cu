/*
 * matrices.cu - what tensor cores take to multiply doubles: clocks from one mma
 * to the next that adds to its result, and how many a multiprocessor does a
 * clock.
 *
 * A shape is a struct with step(); the results of all are kept, though they do
 * not matter.  GPUs that have not the instruction say nothing.
 */
#include "constants.h"

enum { CHAIN = 128, CHAINS = 4, MOST_WARPS = 16 };

struct m8n8k4 {
    enum { NEEDS = 80 };
    static __device__ __forceinline__ void step(double (&d)[4], double x)
    {
#if __CUDA_ARCH__ >= 800
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"
                     " {%0, %1}, {%2}, {%2}, {%0, %1};"
                     : "+d"(d[0]), "+d"(d[1])
                     : "d"(x));
#endif
    }
};

#if __CUDA_ARCH__ >= 900
#define MMA_16(shape, a, b)                                                    \
    asm volatile("mma.sync.aligned." shape ".row.col.f64.f64.f64.f64"          \
                 " {%0, %1, %2, %3}, {" a "}, {" b "}, {%0, %1, %2, %3};"      \
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])              \
                 : "d"(x))
#else
#define MMA_16(shape, a, b)
#endif

#define SHAPE_16(name, a, b)                                                   \
    struct name {                                                              \
        enum { NEEDS = 90 };                                                   \
        static __device__ __forceinline__ void step(double (&d)[4], double x)  \
        {                                                                      \
            MMA_16(#name, a, b);                                               \
        }                                                                      \
    };

SHAPE_16(m16n8k4, "%4, %4", "%4")
SHAPE_16(m16n8k8, "%4, %4, %4, %4", "%4, %4")
SHAPE_16(m16n8k16, "%4, %4, %4, %4, %4, %4, %4, %4", "%4, %4, %4, %4")

// CHAINS_ of them side by side.
template <class Shape, int CHAINS_> static __global__ void multiply(double x)
{
    double d[CHAINS_][4] = {};
    x *= threadIdx.x;
    const long long start = stamp();
#pragma unroll 8
    for (int i = 0; i < CHAIN; i++)
#pragma unroll
        for (int k = 0; k < CHAINS_; k++)
            Shape::step(d[k], x);
    report(start);
    for (int k = 0; k < CHAINS_; k++)
        for (int i = 0; i < 4; i++)
            x += d[k][i];
    sink = x;
}

// Do they share a pipe with what is not of matrices?
template <class Shape> static __global__ void multiply_and_fma(double x)
{
    double d[CHAINS][4] = {}, v[CHAINS] = {};
    x *= threadIdx.x;
    const long long start = stamp();
#pragma unroll 4
    for (int i = 0; i < CHAIN; i++)
#pragma unroll
        for (int k = 0; k < CHAINS; k++) {
            Shape::step(d[k], x);
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm volatile("fma.rn.f64 %0, %0, %1, %1;"
                             : "+d"(v[(k + j) % CHAINS])
                             : "d"(x));
        }
    report(start);
    for (int k = 0; k < CHAINS; k++)
        for (int i = 0; i < 4; i++)
            x += d[k][i] + v[k];
    sink = x;
}

template <class Shape> static void measure(const char *name, int capability)
{
    if (capability < Shape::NEEDS)
        return;
    double clocks =
        clocks_of([&] { multiply<Shape, 1><<<1, WARP, 0, stream>>>(1); });
    print("clocks", clocks / CHAIN, "mma_f64_%s_latency", name);
    clocks = clocks_of([&] {
        multiply<Shape, CHAINS><<<1, MOST_WARPS * WARP, 0, stream>>>(1);
    });
    print("/clock", (double)CHAIN * CHAINS * MOST_WARPS / clocks,
          "mma_f64_%s_rate", name);
    clocks = clocks_of(
        [&] { multiply<Shape, CHAINS><<<1, 4 * WARP, 0, stream>>>(1); });
    print("/clock", (double)CHAIN * CHAINS * 4 / clocks,
          "mma_f64_%s_rate_4_warps", name);
    clocks = clocks_of([&] {
        multiply_and_fma<Shape><<<1, MOST_WARPS * WARP, 0, stream>>>(1);
    });
    print("/clock", (double)CHAIN * CHAINS * MOST_WARPS / clocks,
          "mma_f64_%s_rate_beside_4_fma", name);
}

void measure_matrices(void)
{
    int major = 0, minor = 0;
    CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    int capability = 10 * major + minor;
    measure<m8n8k4>("m8n8k4", capability);
    measure<m16n8k4>("m16n8k4", capability);
    measure<m16n8k8>("m16n8k8", capability);
    measure<m16n8k16>("m16n8k16", capability);
}
