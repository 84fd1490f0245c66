/*
 * many.cu - scalar products of many vectors, whose last warp adds without a
 * barrier of the block: volatile and __syncwarp; and redux.sync where the
 * device has it.
 */
#include "check.h"

enum { THREADS = 128, VECTORS = 11, LENGTH = 700 };

/* volatile keeps the compiler from holding words in registers; what orders
 * the lanes is __syncwarp, after each read and after each write. */
template <typename T> __device__ void last_warp(volatile T *s, unsigned lane)
{
    T v = s[lane];
    for (unsigned half = 32; half > 0; half /= 2) {
        v += lane + half < 64 ? s[lane + half] : 0;
        __syncwarp();
        s[lane] = v;
        __syncwarp();
    }
}

/* Each block adds up every gridDim.x-th product; unrolled at compile time. */
template <typename T, unsigned BLOCK>
__global__ void scalar_products(const T *a, const T *b, T *out, int vectors,
                                int length)
{
    __shared__ T s[BLOCK];
    unsigned t = threadIdx.x;
    for (int v = blockIdx.x; v < vectors; v += gridDim.x) {
        const T *x = a + v * length, *y = b + v * length;
        T sum = 0;
        for (int i = t; i < length; i += BLOCK)
            sum += x[i] * y[i];
        s[t] = sum;
        __syncthreads();
        if (BLOCK >= 256 && t < 128)
            s[t] += s[t + 128];
        __syncthreads();
        if (BLOCK >= 128 && t < 64)
            s[t] += s[t + 64];
        __syncthreads();
        if (t < 32)
            last_warp(s, t);
        if (t == 0)
            out[v] = s[0];
        __syncthreads(); /* the sum is read before the next one begins */
    }
}

__device__ int add_up(int v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffff, v);
#else
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
#endif
}

__device__ unsigned largest_of(unsigned mask, unsigned v)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(mask, v);
#else
    unsigned best = 0;
    for (int l = 0; l < 32; l++) {
        unsigned other =
            __shfl_sync(mask, v, mask >> l & 1 ? l : __ffs(mask) - 1);
        best = other > best ? other : best;
    }
    return best;
#endif
}

/* One instruction where there is one, five shuffles where not. */
__global__ void warp_results(const int *in, int *sums, unsigned *best)
{
    int t = threadIdx.x, v = in[t];
    sums[t] = add_up(v);
    bool odd = v % 2;
    unsigned mask = __ballot_sync(0xffffffff, odd);
    best[t] = 0;
    if (odd)
        best[t] = largest_of(mask, (unsigned)v);
}

template <typename T> static void check_products(void)
{
    T a[VECTORS * LENGTH], b[VECTORS * LENGTH], out[VECTORS];
    for (int i = 0; i < VECTORS * LENGTH; i++) {
        a[i] = (T)(noise(i) % 8);
        b[i] = (T)(noise(i + 5000) % 8);
    }
    T *x = on_device(a, VECTORS * LENGTH), *y = on_device(b, VECTORS * LENGTH);
    T *o = on_device<T>(NULL, VECTORS);
    scalar_products<T, THREADS><<<4, THREADS>>>(x, y, o, VECTORS, LENGTH);
    LAUNCHED();
    take_back(out, o, VECTORS);
    CUDA(cudaFree(x));
    CUDA(cudaFree(y));
    for (int v = 0; v < VECTORS; v++) {
        T sum = 0;
        for (int i = 0; i < LENGTH; i++)
            sum += a[v * LENGTH + i] * b[v * LENGTH + i];
        CHECK(out[v] == sum);
    }
}

static void check_warps(void)
{
    int in[64], sums[64], expected[2] = {0, 0};
    unsigned best[64], largest[2] = {0, 0};
    for (int i = 0; i < 64; i++) {
        in[i] = noise(i);
        expected[i / 32] += in[i];
        if (in[i] % 2 && (unsigned)in[i] > largest[i / 32])
            largest[i / 32] = (unsigned)in[i];
    }
    int *d = on_device(in, 64), *s = on_device<int>(NULL, 64);
    unsigned *b = on_device<unsigned>(NULL, 64);
    warp_results<<<1, 64>>>(d, s, b);
    LAUNCHED();
    take_back(sums, s, 64);
    take_back(best, b, 64);
    CUDA(cudaFree(d));
    for (int i = 0; i < 64; i++) {
        CHECK(sums[i] == expected[i / 32]);
        CHECK(best[i] == (in[i] % 2 ? largest[i / 32] : 0));
    }
}

int main(void)
{
    check_products<float>();
    check_products<double>();
    check_products<int>();
    check_warps();
    puts("many: products and last warps");
    return 0;
}
