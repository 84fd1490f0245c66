/*
 * shared.cu - shared memory, its atomics, and barriers: of one multiprocessor.
 */
#include "constants.h"

enum { CHAIN = 512, WORDS = 8192 };

// Each word holds where the next is.
static __global__ void chain_loads(void)
{
    __shared__ int next[1024];
    const int base = (int)__cvta_generic_to_shared(next);
    int at = base + threadIdx.x * 4;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        next[i] = base + (i + 33) % 1024 * 4;
    const long long start = stamp();
#pragma unroll 16
    for (int i = 0; i < CHAIN; i++)
        asm volatile("ld.shared.s32 %0, [%0];" : "+r"(at));
    report(start);
    sink = at;
}

// A store, and a load of the same word, in turn.
static __global__ void chain_store_load(void)
{
    __shared__ volatile int cell[32];
    cell[threadIdx.x] = threadIdx.x;
    const long long start = stamp();
#pragma unroll 16
    for (int i = 0; i < CHAIN; i++)
        cell[threadIdx.x] = cell[threadIdx.x] + 1;
    report(start);
    sink = cell[threadIdx.x];
}

// One machine instruction, and the sum of what it loads.
template <class Word> static __device__ __forceinline__ float load(unsigned at)
{
    float x, y = 0, z = 0, w = 0;
    if (sizeof(Word) == 4)
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(at));
    else if (sizeof(Word) == 8)
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                     : "=f"(x), "=f"(y)
                     : "r"(at));
    else
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                     : "r"(at));
    return x + y + z + w;
}

// Loads that do not wait for each other; lane l reads word l * stride.
template <class Word> static __global__ void many_loads(int stride, int zero)
{
    __shared__ __align__(16) float words[WORDS];
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        words[i] = i;
    unsigned at = (unsigned)__cvta_generic_to_shared(words) +
                  threadIdx.x % WARP * stride * sizeof(Word) % 16384;
    float sum = 0;
    const long long start = stamp();
#pragma unroll 1
    for (int i = 0; i < CHAIN / 16; i++, at += zero)
#pragma unroll
        for (int k = 0; k < 16; k++) {
            sum += load<Word>(at + k * 1024);
        }
    report(start);
    sink = sum;
}

static __global__ void many_stores(int stride, float x)
{
    __shared__ float words[WORDS];
    volatile float *at = words + threadIdx.x % WARP * stride % 4096;
    const long long start = stamp();
#pragma unroll 4
    for (int i = 0; i < CHAIN / 16; i++)
#pragma unroll
        for (int k = 0; k < 16; k++)
            at[k * 128] = x;
    report(start);
    sink = words[threadIdx.x];
}

// Lane l at l * stride, warps `warps_apart` words from each other.
template <class T, bool RETURNS>
static __global__ void atomics(int stride, T one, int warps_apart)
{
    __shared__ T cell[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        cell[i] = 0;
    T *at =
        &cell[(threadIdx.x % WARP * stride + threadIdx.x / WARP * warps_apart) %
              1024];
    T sum = 0;
    const long long start = stamp();
#pragma unroll 4
    for (int i = 0; i < CHAIN; i++) {
        if (RETURNS)
            sum = atomicAdd(at, sum + one);
        else
            atomicAdd(at, one);
    }
    report(start);
    sink = (double)sum + (double)cell[threadIdx.x];
}

template <class T> static void measure_atomic(const char *name)
{
    // One warp waits for each; many do not.
    print("clocks", clocks_of([&] {
                        atomics<T, true><<<1, WARP, 0, stream>>>(1, 1, 0);
                    }) / CHAIN,
          "shared_atomic_%s_latency", name);
    print("clocks", clocks_of([&] {
                        atomics<T, true><<<1, WARP, 0, stream>>>(0, 1, 0);
                    }) / CHAIN,
          "shared_atomic_%s_one_latency", name);
    print("clocks",
          clocks_of(
              [&] { atomics<T, false><<<1, 1024, 0, stream>>>(1, 1, 32); }) /
              CHAIN / 32,
          "shared_atomic_%s", name);
    print(
        "clocks",
        clocks_of([&] { atomics<T, false><<<1, 1024, 0, stream>>>(0, 1, 1); }) /
            CHAIN / 32,
        "shared_atomic_%s_one_a_warp", name);
    print(
        "clocks",
        clocks_of([&] { atomics<T, false><<<1, 1024, 0, stream>>>(0, 1, 0); }) /
            CHAIN / 32,
        "shared_atomic_%s_one", name);
    print("clocks",
          clocks_of(
              [&] { atomics<T, false><<<1, 1024, 0, stream>>>(4, 1, 128); }) /
              CHAIN / 32,
          "shared_atomic_%s_4_way", name);
}

static __global__ void barriers(void)
{
    const long long start = stamp();
#pragma unroll 16
    for (int i = 0; i < CHAIN; i++)
        __syncthreads();
    report(start);
}

// What goes through shared memory from one warp to the next, with barriers.
static __global__ void exchange(float x)
{
    __shared__ volatile float cell[1024];
    const int thread = threadIdx.x, other = (thread + WARP) % blockDim.x;
    cell[thread] = x;
    const long long start = stamp();
#pragma unroll 8
    for (int i = 0; i < CHAIN; i++) {
        x = cell[other];
        __syncthreads();
        cell[thread] = x;
        __syncthreads();
    }
    report(start);
    sink = x;
}

static __global__ void warp_barriers(void)
{
    const long long start = stamp();
#pragma unroll 16
    for (int i = 0; i < CHAIN; i++)
        asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    report(start);
}

static __global__ void fences(float *cell, float x)
{
    const long long start = stamp();
    for (int i = 0; i < 64; i++) {
        *(volatile float *)(cell + threadIdx.x) = x;
        __threadfence();
    }
    report(start);
}

static void measure_barriers(void)
{
    float *cells;
    for (int warps = 1; warps <= 32; warps *= 2) {
        print("clocks", clocks_of([&] {
                            barriers<<<1, warps * WARP, 0, stream>>>();
                        }) / CHAIN,
              "barrier_%d_warps", warps);
        print("clocks", clocks_of([&] {
                            exchange<<<1, warps * WARP, 0, stream>>>(1.0f);
                        }) / CHAIN,
              "exchange_%d_warps", warps);
    }
    print("clocks",
          clocks_of([&] { warp_barriers<<<1, WARP, 0, stream>>>(); }) / CHAIN,
          "warp_barrier");
    CHECK(cudaMalloc(&cells, 128));
    print("clocks",
          clocks_of([&] { fences<<<1, WARP, 0, stream>>>(cells, 1); }) / 64,
          "store_and_fence");
    CHECK(cudaFree(cells));
}

void measure_shared(void)
{
    print("clocks",
          clocks_of([&] { chain_loads<<<1, WARP, 0, stream>>>(); }) / CHAIN,
          "shared_latency");
    print("clocks", clocks_of([&] {
                        chain_store_load<<<1, WARP, 0, stream>>>();
                    }) / CHAIN,
          "shared_store_load");
    for (int stride = 1; stride <= 32; stride *= 2) {
        print("clocks",
              clocks_of([&] {
                  many_loads<float><<<1, 1024, 0, stream>>>(stride, 0);
              }) / CHAIN /
                  32,
              "shared_load_%d_way", stride);
        print(
            "clocks",
            clocks_of([&] { many_stores<<<1, 1024, 0, stream>>>(stride, 1); }) /
                CHAIN / 32,
            "shared_store_%d_way", stride);
    }
    print("clocks",
          clocks_of([&] { many_loads<double><<<1, 1024, 0, stream>>>(1, 0); }) /
              CHAIN / 32,
          "shared_load_8_bytes");
    print("clocks",
          clocks_of([&] { many_loads<int4><<<1, 1024, 0, stream>>>(1, 0); }) /
              CHAIN / 32,
          "shared_load_16_bytes");
    measure_atomic<int>("s32");
    measure_atomic<float>("f32");
    measure_barriers();
}
