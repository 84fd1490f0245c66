/*
 * groups.cu - another right solution of lab 3: cooperative groups, templates,
 * sums in classes, pairs of elements, several batches' blocks in one grid of
 * two dimensions.
 */
#include "cuda_runtime.h"

#include <cooperative_groups.h>

#include "kernels.h"

namespace cg = cooperative_groups;

template <typename T, typename Tile> static __device__ T sum_of(Tile &tile, T x)
{
    for (int d = tile.size() / 2; d > 0; d /= 2)
        x += tile.shfl_down(x, d);
    return x;
}

// ---- dot ------------------------------------------------------------------

// The tree's first step takes what is beyond the largest power of two.
__global__ void dot_kernel(const float *a, const float *b, float *partial,
                           int n)
{
    extern __shared__ float sums[];
    cg::thread_block block = cg::this_thread_block();
    unsigned t = block.thread_rank(), power = 1;
    float sum = 0.0f;

    for (size_t i = (size_t)blockIdx.x * block.size() + t; i < n;
         i += (size_t)gridDim.x * block.size())
        sum += a[i] * b[i];
    sums[t] = sum;
    block.sync();
    while (2 * power <= block.size())
        power *= 2;
    if (t + power < block.size())
        sums[t] += sums[t + power];
    block.sync();
    for (unsigned half = power / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        block.sync();
    }
    if (t == 0)
        partial[blockIdx.x] = sums[0];
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    dot_kernel<<<blocks, threads, threads * sizeof(float)>>>(a, b, partial, n);
}

// ---- dot_shuffle ----------------------------------------------------------

__global__ void dot_shuffle_kernel(const float *a, const float *b,
                                   float *partial, int n)
{
    __shared__ float sums[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    unsigned w = block.thread_rank() / 32, warps = block.size() / 32;
    float sum = 0.0f;

    for (size_t i = (size_t)blockIdx.x * block.size() + block.thread_rank();
         i < n; i += (size_t)gridDim.x * block.size())
        sum += a[i] * b[i];
    sum = sum_of(warp, sum);
    if (warp.thread_rank() == 0)
        sums[w] = sum;
    block.sync();
    if (w == 0) {
        sum = warp.thread_rank() < warps ? sums[warp.thread_rank()] : 0.0f;
        sum = sum_of(warp, sum);
        if (warp.thread_rank() == 0)
            partial[blockIdx.x] = sum;
    }
}

extern "C" void dot_shuffle(const float *a, const float *b, float *partial,
                            int n, int blocks, int threads)
{
    dot_shuffle_kernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- block_clock ----------------------------------------------------------

__global__ void block_clock_kernel(const float *input, float *minima,
                                   long long *stamps, int count)
{
    extern __shared__ float least[];
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank(), size = block.size();
    long long start = 0;

    block.sync();
    if (t == 0)
        start = clock64();
    input += (size_t)blockIdx.x * count;
    float smallest = input[t % count];
    for (int i = t; i < count; i += size)
        if (input[i] < smallest)
            smallest = input[i];
    least[t] = smallest;
    block.sync();
    for (int left = size; left > 1;) {
        int half = left - left / 2;
        if (t + half < left && least[t + half] < least[t])
            least[t] = least[t + half];
        block.sync();
        left = half;
    }
    if (t == 0) {
        minima[blockIdx.x] = least[0];
        stamps[blockIdx.x] = start;
    }
    block.sync();
    if (t == 0)
        stamps[gridDim.x + blockIdx.x] = clock64();
}

extern "C" void block_clock(const float *input, float *minima,
                            long long *stamps, int blocks, int count,
                            int threads)
{
    block_clock_kernel<<<blocks, threads, threads * sizeof(float)>>>(
        input, minima, stamps, count);
}

// ---- the batches ----------------------------------------------------------

enum { BLOCK = 256 };

template <bool WARP_FOR_ROW>
static __device__ void means(const double *batch, double *v, int L, int M)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    if (WARP_FOR_ROW) {
        for (int j = block.thread_rank() / 32; j < L; j += BLOCK / 32) {
            double sum = 0.0;
            for (int i = warp.thread_rank(); i < M; i += 32)
                sum += batch[(size_t)j * M + i];
            sum = sum_of(warp, sum);
            if (warp.thread_rank() == 0)
                v[j] = sum / M;
        }
    } else {
        for (int j = block.thread_rank(); j < L; j += BLOCK) {
            double sum = 0.0;
            for (int i = 0; i < M; i++)
                sum += batch[(size_t)j * M + i];
            v[j] = sum / M;
        }
    }
    block.sync();
}

template <int SIZE> struct tree {
    double data[SIZE];

    // The sum of what all threads bring, for thread 0.
    __device__ double add(cg::thread_block &block, double x)
    {
        int t = block.thread_rank();
        data[t] = x;
        block.sync();
        for (int half = SIZE / 2; half > 0; half /= 2) {
            if (t < half)
                data[t] += data[t + half];
            block.sync();
        }
        x = data[0];
        block.sync();
        return x;
    }
};

template <bool WARP_FOR_ROW>
static __device__ void batch(const double *input, const double *matrix,
                             double *output, int L, int M, int N, int k)
{
    extern __shared__ double v[];
    __shared__ tree<BLOCK> sums;
    cg::thread_block block = cg::this_thread_block();

    means<WARP_FOR_ROW>(input + (size_t)k * L * M, v, L, M);
    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = threadIdx.x; j < L; j += BLOCK)
            sum += matrix[(size_t)i * L + j] * v[j];
        sum = sums.add(block, sum);
        if (threadIdx.x == 0)
            output[(size_t)i * N + k] = sum;
    }
}

__global__ void batch_one_block_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    for (int k = 0; k < N; k++)
        batch<false>(input, matrix, output, L, M, N, k);
}

template <bool WARP_FOR_ROW>
__global__ void batch_kernel(const double *input, const double *matrix,
                             double *output, int L, int M, int N)
{
    int k = blockIdx.y * gridDim.x + blockIdx.x;
    if (k < N) // the same for the whole block
        batch<WARP_FOR_ROW>(input, matrix, output, L, M, N, k);
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_one_block_kernel<<<1, BLOCK, L * sizeof(double)>>>(input, matrix,
                                                             output, L, M, N);
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    batch_kernel<false><<<dim3((N + 1) / 2, 2), BLOCK, L * sizeof(double)>>>(
        input, matrix, output, L, M, N);
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_kernel<true><<<dim3((N + 2) / 3, 3), BLOCK, L * sizeof(double)>>>(
        input, matrix, output, L, M, N);
}

// ---- batch_shuffle --------------------------------------------------------

__global__ void batch_shuffle_kernel(const double *input, const double *matrix,
                                     double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    __shared__ double sums[2][BLOCK / 32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
    int w = threadIdx.x / 32;

    means<true>(input + (size_t)blockIdx.x * L * M, v, L, M);
    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = threadIdx.x; j < L; j += BLOCK)
            sum += matrix[(size_t)i * L + j] * v[j];
        sum = sum_of(warp, sum);
        if (warp.thread_rank() == 0)
            sums[i & 1][w] = sum;
        block.sync();
        if (threadIdx.x < 8) { // eight sums, eight lanes
            sum = sum_of(eight, sums[i & 1][threadIdx.x]);
            if (threadIdx.x == 0)
                output[(size_t)i * N + blockIdx.x] = sum;
        }
    }
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    batch_shuffle_kernel<<<N, BLOCK, L * sizeof(double)>>>(input, matrix,
                                                           output, L, M, N);
}
