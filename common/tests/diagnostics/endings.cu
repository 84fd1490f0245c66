/*
 * endings.cu - kernels that end before their time, or never.
 */
#include "hazards.h"
#include <assert.h>

template <bool fixed> __global__ void spin(volatile int *flag)
{
    // EXPECT endless memcheck: the kernel does not end, or has more work
    while (*flag == (fixed ? 1 : 0))
        ;
}

template <bool fixed> void endless(void)
{
    int *flag = zeroed<int>(1);
    spin<fixed><<<1, 32>>>(flag);
    cudaDeviceSynchronize();
    cudaFree(flag);
}

/* Recursion that never comes to an end, and one that does. */
__device__ __noinline__ int depth(int n, int last)
{
    // EXPECT too_deep memcheck: stack overflow
    return n == last ? 0 : 1 + depth(n + 1, last) % 7;
}

__global__ void recurse(int *out, int last)
{
    *out = depth(0, last);
}

template <bool fixed> void too_deep(void)
{
    int *out = zeroed<int>(1);
    recurse<<<1, 1>>>(out, fixed ? 20 : -1);
    cudaFree(out);
}

template <bool fixed> __global__ void stop(const int *in)
{
    if (in[threadIdx.x] != (fixed ? 0 : 1))
        // EXPECT trapped memcheck: executed a trap
        __trap();
}

template <bool fixed> void trapped(void)
{
    int *in = zeroed<int>(32);
    stop<fixed><<<1, 32>>>(in);
    cudaFree(in);
}

template <bool fixed> __global__ void positive(const int *in)
{
    // EXPECT asserted memcheck: in[threadIdx.x] > 0
    assert(fixed || in[threadIdx.x] > 0);
}

template <bool fixed> void asserted(void)
{
    int *in = zeroed<int>(32);
    positive<fixed><<<1, 32>>>(in);
    cudaFree(in);
}

__device__ __noinline__ int twice(int x)
{
    return 2 * x;
}
__device__ int (*table[2])(int) = {twice, NULL};

__global__ void call(int which, int *out)
{
    // EXPECT no_function memcheck: call through a pointer that is no function
    *out = table[which](21);
}

template <bool fixed> void no_function(void)
{
    int *out = zeroed<int>(1);
    call<<<1, 1>>>(fixed ? 0 : 1, out);
    cudaFree(out);
}

#define FETCH "tex.cube.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%0, %0, %0, %0}];"

template <bool fixed> __global__ void fetch(float *out)
{
    float x = 0.5f;
    if (!fixed)
        // EXPECT not_supported apicheck: tex.cube
        asm volatile(FETCH : "+f"(x) : "l"(0ull));
    *out = x;
}

template <bool fixed> void not_supported(void)
{
    float *out = zeroed<float>(1);
    fetch<fixed><<<1, 1>>>(out);
    cudaFree(out);
}

/* Of doubles there is an mma, of other types none. */
#define HALVES(d, x)                                                           \
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"            \
                 " {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"        \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])              \
                 : "r"(x))

template <bool fixed> __global__ void half_matrices(float *out)
{
    float d[4] = {0, 0, 0, 0};
    unsigned x = threadIdx.x;
    if (!fixed)
        // EXPECT not_of_doubles apicheck: m16n8k8.row.col.f32.f16.f16.f32 is no
        HALVES(d, x);
    out[x] = d[0];
}

template <bool fixed> void not_of_doubles(void)
{
    float *out = zeroed<float>(32);
    half_matrices<fixed><<<1, 32>>>(out);
    cudaFree(out);
}

int main(int argc, char **argv)
{
    static const struct hazard hazards[] = {
        HAZARD(endless),       HAZARD(too_deep),    HAZARD(trapped),
        HAZARD(asserted),      HAZARD(no_function), HAZARD(not_supported),
        HAZARD(not_of_doubles)};
    return RUN(hazards);
}
