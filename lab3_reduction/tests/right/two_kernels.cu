/*
 * two_kernels.cu - another right solution of lab 3: work divided between
 * kernels, with what is between them in memory of the program's own; streams,
 * managed memory; trees of four, volatile, warps that vote.
 */
#include "cuda_runtime.h"
#include "kernels.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                            \
    {                                                                          \
        cudaError_t e = call;                                                  \
        if (e != cudaSuccess) {                                                \
            printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));  \
            exit(1);                                                           \
        }                                                                      \
    }

// ---- dot ------------------------------------------------------------------

// Sums are halved until a warp has less than two for each lane, then the warp
// goes on without the block's barrier.
__global__ void dot_kernel(const float *a, const float *b, float *partial,
                           int n)
{
    __shared__ volatile float sums[1024];
    unsigned t = threadIdx.x, left = blockDim.x;
    float sum = 0.0f;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + t; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    sums[t] = sum;
    __syncthreads();
    while (left > 32) {
        unsigned half = (left + 1) / 2;
        if (t < left / 2)
            sums[t] = sums[t] + sums[t + half];
        __syncthreads();
        left = half;
    }
    if (t < 32) {
        unsigned mask = __ballot_sync(__activemask(), t < blockDim.x);
        while (left > 1) {
            unsigned half = (left + 1) / 2;
            float add = t < left / 2 ? sums[t + half] : 0.0f;
            __syncwarp(mask);
            if (t < left / 2)
                sums[t] = sums[t] + add;
            __syncwarp(mask);
            left = half;
        }
    }
    if (t == 0)
        partial[blockIdx.x] = sums[0];
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    dot_kernel<<<blocks, threads>>>(a, b, partial, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

// ---- dot_shuffle ----------------------------------------------------------

// The warps' sums meet in one place of shared memory, by atomics.
__global__ void dot_shuffle_kernel(const float *a, const float *b,
                                   float *partial, int n)
{
    __shared__ float total;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    if (threadIdx.x == 0)
        total = 0.0f;
    __syncthreads();
    for (; i < n; i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    for (int d = 1; d < 32; d *= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        partial[blockIdx.x] = total;
}

extern "C" void dot_shuffle(const float *a, const float *b, float *partial,
                            int n, int blocks, int threads)
{
    dot_shuffle_kernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- block_clock ----------------------------------------------------------

__device__ float lesser(float x, float y)
{
    return x < y ? x : y;
}

__global__ void block_clock_kernel(const float *input, float *minima,
                                   long long *stamps, int count)
{
    extern __shared__ float least[];
    int t = threadIdx.x, size = blockDim.x;
    long long from, to;

    __syncthreads();
    from = clock64();
    const float *slice = input + (size_t)blockIdx.x * count;
    float mine = slice[0];
    for (int i = t; i < count; i += size)
        mine = lesser(mine, slice[i]);
    least[t] = mine;
    // Quarters: three are folded onto the first.
    for (int left = size; left > 1; left = (left + 3) / 4) {
        int quarter = (left + 3) / 4;
        __syncthreads();
        if (t < quarter) {
            for (int i = t + quarter; i < left; i += quarter)
                mine = lesser(mine, least[i]);
            least[t] = mine;
        }
    }
    if (t == 0)
        minima[blockIdx.x] = mine;
    __syncthreads();
    to = clock64();
    if (t == 0) {
        stamps[blockIdx.x] = from;
        stamps[blockIdx.x + gridDim.x] = to;
    }
    assert(to > from);
}

extern "C" void block_clock(const float *input, float *minima,
                            long long *stamps, int blocks, int count,
                            int threads)
{
    block_clock_kernel<<<blocks, threads, threads * sizeof(float)>>>(
        input, minima, stamps, count);
}

// ---- the batches ----------------------------------------------------------

enum { BLOCK = 256, WARPS = BLOCK / 32 };

// Means, in global memory: mean[k * L + j].
template <bool COALESCED>
__global__ void means_kernel(const double *input, double *mean, int L, int M,
                             int N)
{
    size_t all = (size_t)N * L;

    if (COALESCED) {
        size_t row = ((size_t)blockIdx.x * BLOCK + threadIdx.x) / 32;
        int lane = threadIdx.x % 32;
        double sum = 0.0;
        if (row >= all)
            return;
        for (int i = lane; i < M; i += 32)
            sum += input[row * M + i];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
            mean[row] = sum / M;
    } else {
        for (int j = threadIdx.x; j < L; j += BLOCK) {
            size_t row = (size_t)blockIdx.x * L + j;
            double sum = 0.0;
            for (int i = 0; i < M; i++)
                sum += input[row * M + i];
            mean[row] = sum / M;
        }
    }
}

// A block for each batch; a warp for each row of the product.
__global__ void product_kernel(const double *mean, const double *matrix,
                               double *output, int L, int N)
{
    int lane = threadIdx.x % 32, k = blockIdx.x;

    for (int i = threadIdx.x / 32; i < L; i += WARPS) {
        double sum = 0.0;
        for (int j = lane; j < L; j += 32)
            sum += matrix[(size_t)i * L + j] * mean[(size_t)k * L + j];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
            output[(size_t)i * N + k] = sum;
    }
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    double *mean = NULL;

    CHECK(cudaMalloc((void **)&mean, (size_t)N * L * sizeof *mean));
    means_kernel<false><<<N, BLOCK>>>(input, mean, L, M, N);
    product_kernel<<<N, BLOCK>>>(mean, matrix, output, L, N);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(mean));
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    double *mean = NULL;

    CHECK(cudaMallocManaged((void **)&mean, (size_t)N * L * sizeof *mean));
    means_kernel<true>
        <<<(N * L + WARPS - 1) / WARPS, BLOCK>>>(input, mean, L, M, N);
    product_kernel<<<N, BLOCK>>>(mean, matrix, output, L, N);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(mean));
}

// One block; v is read where it was written, sums by a tree.
__global__ void batch_one_block_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    extern __shared__ double shared[];
    double *sums = shared, *v = shared + BLOCK;
    int t = threadIdx.x, k = N;

    while (k-- > 0) { // the last batch first
        for (int j = t; j < L; j += BLOCK) {
            v[j] = 0.0;
            for (int i = 0; i < M; i++)
                v[j] += input[((size_t)k * L + j) * M + i] / M;
        }
        for (int i = 0; i < L; i++) {
            sums[t] = 0.0;
            for (int j = t; j < L; j += BLOCK)
                sums[t] += matrix[(size_t)i * L + j] * v[j];
            for (int half = BLOCK / 2; half; half /= 2) {
                __syncthreads();
                if (t < half)
                    sums[t] += sums[t + half];
            }
            if (t == 0)
                output[(size_t)i * N + k] = sums[0];
            __syncthreads();
        }
    }
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_one_block_kernel<<<1, BLOCK, (BLOCK + L) * sizeof(double)>>>(
        input, matrix, output, L, M, N);
}

// ---- batch_shuffle --------------------------------------------------------

// Four rows of the product at once, so that barriers are a quarter of them.
__global__ void batch_shuffle_kernel(const double *input, const double *matrix,
                                     double *output, int L, int M, int N)
{
    enum { ROWS = 4 };
    extern __shared__ double v[];
    __shared__ double sums[ROWS][WARPS];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, k = blockIdx.x;

    for (int j = warp; j < L; j += WARPS) {
        double sum = 0.0;
        for (int i = lane; i < M; i += 32)
            sum += input[((size_t)k * L + j) * M + i];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
            v[j] = sum / M;
    }
    __syncthreads();
    for (int first = 0; first < L; first += ROWS) {
        double sum[ROWS] = {0.0};
        for (int r = 0; r < ROWS && first + r < L; r++) {
            for (int j = t; j < L; j += BLOCK)
                sum[r] += matrix[(size_t)(first + r) * L + j] * v[j];
            for (int d = 16; d > 0; d /= 2)
                sum[r] += __shfl_down_sync(0xffffffffu, sum[r], d);
            if (lane == 0)
                sums[r][warp] = sum[r];
        }
        __syncthreads();
        if (t < ROWS && first + t < L) { // a lane for each row
            double all = 0.0;
            for (int w = 0; w < WARPS; w++)
                all += sums[t][w];
            output[(size_t)(first + t) * N + k] = all;
        }
        __syncthreads();
    }
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    batch_shuffle_kernel<<<N, BLOCK, L * sizeof(double)>>>(input, matrix,
                                                           output, L, M, N);
}
