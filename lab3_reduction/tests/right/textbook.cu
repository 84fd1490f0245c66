/*
 * textbook.cu - another right solution of lab 3, as textbooks have it: trees
 * whose upper half folds onto the lower, the last warp by hand, several
 * elements for each thread, atomics where one place is enough, a second
 * kernel, means in global memory.
 */
#include "cuda_runtime.h"
#include "kernels.h"

#include <float.h>

#define FULL 0xffffffff

// ---- dot ------------------------------------------------------------------

// Elements without a partner move down by themselves: (s + 1) >> 1.
__global__ void dot_kernel(const float *a, const float *b, float *partial,
                           int n)
{
    __shared__ float cache[1024];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;

    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int size = blockDim.x;
    while (size != 1) {
        int half = (size + 1) >> 1;
        if (cacheIndex < (size >> 1))
            cache[cacheIndex] += cache[cacheIndex + half];
        __syncthreads();
        size = half;
    }
    if (cacheIndex == 0)
        partial[blockIdx.x] = cache[0];
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    dot_kernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- dot_shuffle ----------------------------------------------------------

__inline__ __device__ float warpReduceSum(float val)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        val += __shfl_down_sync(FULL, val, offset);
    return val;
}

__inline__ __device__ float blockReduceSum(float val)
{
    static __shared__ float shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;

    val = warpReduceSum(val);
    if (lane == 0)
        shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0)
        val = warpReduceSum(val);
    return val;
}

__global__ void dot_shuffle_kernel(const float *a, const float *b, float *out,
                                   int N)
{
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N;
         i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

extern "C" void dot_shuffle(const float *a, const float *b, float *partial,
                            int n, int blocks, int threads)
{
    dot_shuffle_kernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- block_clock ----------------------------------------------------------

// Of each half the thread keeps the lesser; stamps as in the sample, with
// the barriers that it forgot.
__global__ static void timedReduction(const float *input, float *output,
                                      long long *timer, int count)
{
    extern __shared__ float shared[];
    const int tid = threadIdx.x;
    const int bid = blockIdx.x;
    float mine = FLT_MAX;

    __syncthreads();
    if (tid == 0)
        timer[bid] = clock64();
    for (int i = tid; i < count; i += blockDim.x) {
        float f = input[(size_t)bid * count + i];
        mine = f < mine ? f : mine;
    }
    shared[tid] = mine;
    for (int n = blockDim.x; n > 1; n = (n + 1) / 2) {
        int d = (n + 1) / 2;
        __syncthreads();
        if (tid + d < n) {
            float f0 = shared[tid];
            float f1 = shared[tid + d];
            if (f1 < f0)
                shared[tid] = f1;
        }
    }
    if (tid == 0)
        output[bid] = shared[0];
    __syncthreads();
    if (tid == 0)
        timer[bid + gridDim.x] = clock64();
}

extern "C" void block_clock(const float *input, float *minima,
                            long long *stamps, int blocks, int count,
                            int threads)
{
    timedReduction<<<blocks, threads, sizeof(float) * threads>>>(input, minima,
                                                                 stamps, count);
}

// ---- the batches ----------------------------------------------------------

// One block of 1024 threads; a thread sums every row of the product that is
// its own, no tree: the means are in shared memory for all.
__global__ void batch_one_block_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    extern __shared__ double v[];

    for (int k = 0; k < N; k++) {
        __syncthreads();
        for (int j = threadIdx.x; j < L; j += blockDim.x) {
            double s = 0;
            const double *p = input + ((size_t)k * L + j) * M;
            for (const double *end = p + M; p != end; p++)
                s += *p;
            v[j] = s / M;
        }
        __syncthreads();
        for (int i = threadIdx.x; i < L; i += blockDim.x) {
            double s = 0;
            for (int j = 0; j < L; j++)
                s += matrix[(size_t)i * L + j] * v[j];
            output[(size_t)i * N + k] = s;
        }
    }
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_one_block_kernel<<<1, 1024, L * sizeof(double)>>>(input, matrix,
                                                            output, L, M, N);
}

// A block per batch; the sum of a row by a tree that folds.
__global__ void batch_grid_kernel(const double *input, const double *matrix,
                                  double *output, int L, int M, int N)
{
    extern __shared__ double smem[];
    double *v = smem + blockDim.x;
    int k = blockIdx.x;

    for (int j = threadIdx.x; j < L; j += blockDim.x) {
        double s = 0;
        for (int i = 0; i < M; i++)
            s += input[(size_t)k * M * L + (size_t)j * M + i];
        v[j] = s * (1.0 / M);
    }
    __syncthreads();
    for (int i = 0; i < L; i++) {
        double s = 0;
        for (int j = threadIdx.x; j < L; j += blockDim.x)
            s += matrix[(size_t)i * L + j] * v[j];
        smem[threadIdx.x] = s;
        __syncthreads();
        for (int h = blockDim.x >> 1; h > 0; h >>= 1) {
            if (threadIdx.x < h)
                smem[threadIdx.x] += smem[threadIdx.x + h];
            __syncthreads();
        }
        if (threadIdx.x == 0)
            output[(size_t)i * N + k] = smem[0];
        __syncthreads();
    }
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    batch_grid_kernel<<<N, 128, (L + 128) * sizeof(double)>>>(input, matrix,
                                                              output, L, M, N);
}

// Threads of two dimensions, a warp for each threadIdx.y.
__global__ void batch_coalesced_kernel(const double *__restrict__ input,
                                       const double *__restrict__ matrix,
                                       double *__restrict__ output, int L,
                                       int M, int N)
{
    extern __shared__ double v[];
    const int k = blockIdx.x;

    for (int j = threadIdx.y; j < L; j += blockDim.y) {
        double s = 0;
        for (int i = threadIdx.x; i < M; i += 32)
            s += __ldg(&input[((size_t)k * L + j) * M + i]);
        for (int o = 16; o; o >>= 1)
            s += __shfl_xor_sync(FULL, s, o);
        if (threadIdx.x == 0)
            v[j] = s / M;
    }
    __syncthreads();
    for (int i = threadIdx.y; i < L; i += blockDim.y) {
        double s = 0;
        for (int j = threadIdx.x; j < L; j += 32)
            s += __ldg(&matrix[(size_t)i * L + j]) * v[j];
        for (int o = 16; o; o >>= 1)
            s += __shfl_xor_sync(FULL, s, o);
        if (threadIdx.x == 0)
            output[(size_t)i * N + k] = s;
    }
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_coalesced_kernel<<<N, dim3(32, 16), L * sizeof(double)>>>(
        input, matrix, output, L, M, N);
}

// ---- batch_shuffle --------------------------------------------------------

// The published version 4, with the second barrier.
__global__ void batch_shuffle_kernel(const double *input, const double *matrix,
                                     double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    __shared__ double smem[32];
    int idx = threadIdx.x, idy = threadIdx.y, k = blockIdx.x;
    int id = idy * 32 + idx;

    for (int y = idy; y < L; y += 32) {
        double v1 = 0;
        for (int x = idx; x < M; x += 32)
            v1 += input[(size_t)k * M * L + (size_t)y * M + x];
        for (int offset = 16; offset > 0; offset >>= 1)
            v1 += __shfl_down_sync(FULL, v1, offset);
        if (idx == 0)
            v[y] = v1 / M;
    }
    __syncthreads();
    for (int row = 0; row < L; row++) {
        double v3 = 0;
        for (int j = id; j < L; j += 1024)
            v3 += v[j] * matrix[(size_t)row * L + j];
        for (int offset = 16; offset > 0; offset >>= 1)
            v3 += __shfl_down_sync(FULL, v3, offset);
        if (idx == 0)
            smem[idy] = v3;
        __syncthreads();
        if (idy == 0) {
            v3 = smem[idx];
            for (int offset = 16; offset > 0; offset >>= 1)
                v3 += __shfl_down_sync(FULL, v3, offset);
            if (idx == 0)
                output[(size_t)row * N + k] = v3;
        }
        __syncthreads();
    }
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    batch_shuffle_kernel<<<N, dim3(32, 32), L * sizeof(double)>>>(
        input, matrix, output, L, M, N);
}
