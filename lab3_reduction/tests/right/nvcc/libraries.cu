/*
 * libraries.cu - another right solution of lab 3, which needs the CUDA
 * Toolkit's own headers (CUDACC=nvcc): CUB's sums of a block and of a warp,
 * cooperative groups' reduce.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>

#include "kernels.h"

namespace cg = cooperative_groups;

// ---- dot ------------------------------------------------------------------

// Any block size: warps by CUB, which knows how many lanes count; then a tree
// of what is left.
__global__ void dot_kernel(const float *a, const float *b, float *partial,
                           int n)
{
    typedef cub::WarpReduce<float> warp_reduce;
    __shared__ typename warp_reduce::TempStorage room[32];
    __shared__ float sums[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lanes = min(32, (int)blockDim.x - 32 * warp);
    int warps = (blockDim.x + 31) / 32;
    float sum = 0.0f;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    sum = warp_reduce(room[warp]).Sum(sum, lanes);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    for (int left = warps; left > 1;) {
        int half = (left + 1) / 2;
        if (threadIdx.x + half < left)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
        left = half;
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sums[0];
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    dot_kernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- dot_shuffle ----------------------------------------------------------

__global__ void dot_shuffle_kernel(const float *a, const float *b,
                                   float *partial, int n)
{
    __shared__ float sums[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    float sum = 0.0f;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0)
        sums[warp.meta_group_rank()] = sum;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        sum = warp.thread_rank() < warp.meta_group_size()
                  ? sums[warp.thread_rank()]
                  : 0.0f;
        sum = cg::reduce(warp, sum, cg::plus<float>());
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
    const float *slice = input + (size_t)blockIdx.x * count;

    block.sync();
    long long start = clock64();
    float smallest = slice[min((int)threadIdx.x, count - 1)];
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        smallest = fminf(smallest, slice[i]);
    least[threadIdx.x] = smallest;
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        block.sync();
        if (threadIdx.x < left - half)
            least[threadIdx.x] =
                fminf(least[threadIdx.x], least[threadIdx.x + half]);
        left = half;
    }
    if (threadIdx.x == 0)
        minima[blockIdx.x] = least[0];
    block.sync();
    long long stop = clock64();
    if (block.thread_rank() == 0) {
        stamps[blockIdx.x] = start;
        stamps[gridDim.x + blockIdx.x] = stop;
    }
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

typedef cub::BlockReduce<double, BLOCK> block_reduce;

// Column k of the output, by the block's sums of CUB.
static __device__ void product(const double *matrix, const double *v,
                               double *output, int L, int N, int k)
{
    __shared__ typename block_reduce::TempStorage room;

    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = threadIdx.x; j < L; j += BLOCK)
            sum += matrix[(size_t)i * L + j] * v[j];
        sum = block_reduce(room).Sum(sum);
        if (threadIdx.x == 0)
            output[(size_t)i * N + k] = sum;
        __syncthreads(); // before room is used again
    }
}

static __device__ void means_by_threads(const double *batch, double *v, int L,
                                        int M)
{
    for (int j = threadIdx.x; j < L; j += BLOCK) {
        double sum = 0.0;
        for (int i = 0; i < M; i++)
            sum += batch[(size_t)j * M + i];
        v[j] = sum / M;
    }
    __syncthreads();
}

static __device__ void means_by_warps(const double *batch, double *v, int L,
                                      int M)
{
    cg::thread_block_tile<32> warp =
        cg::tiled_partition<32>(cg::this_thread_block());

    for (int j = warp.meta_group_rank(); j < L; j += warp.meta_group_size()) {
        double sum = 0.0;
        for (int i = warp.thread_rank(); i < M; i += 32)
            sum += batch[(size_t)j * M + i];
        sum = cg::reduce(warp, sum, cg::plus<double>());
        if (warp.thread_rank() == 0)
            v[j] = sum / M;
    }
    __syncthreads();
}

__global__ void batch_one_block_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    extern __shared__ double v[];

    for (int k = 0; k < N; k++) {
        means_by_threads(input + (size_t)k * L * M, v, L, M);
        product(matrix, v, output, L, N, k);
    }
}

__global__ void batch_grid_kernel(const double *input, const double *matrix,
                                  double *output, int L, int M, int N)
{
    extern __shared__ double v[];

    means_by_threads(input + (size_t)blockIdx.x * L * M, v, L, M);
    product(matrix, v, output, L, N, blockIdx.x);
}

__global__ void batch_coalesced_kernel(const double *input,
                                       const double *matrix, double *output,
                                       int L, int M, int N)
{
    extern __shared__ double v[];

    means_by_warps(input + (size_t)blockIdx.x * L * M, v, L, M);
    product(matrix, v, output, L, N, blockIdx.x);
}

// A warp for each row of the product.
__global__ void batch_shuffle_kernel(const double *input, const double *matrix,
                                     double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    cg::thread_block_tile<32> warp =
        cg::tiled_partition<32>(cg::this_thread_block());

    means_by_warps(input + (size_t)blockIdx.x * L * M, v, L, M);
    for (int i = warp.meta_group_rank(); i < L; i += warp.meta_group_size()) {
        double sum = 0.0;
        for (int j = warp.thread_rank(); j < L; j += 32)
            sum += matrix[(size_t)i * L + j] * v[j];
        sum = cg::reduce(warp, sum, cg::plus<double>());
        if (warp.thread_rank() == 0)
            output[(size_t)i * N + blockIdx.x] = sum;
    }
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
    batch_grid_kernel<<<N, BLOCK, L * sizeof(double)>>>(input, matrix, output,
                                                        L, M, N);
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_coalesced_kernel<<<N, BLOCK, L * sizeof(double)>>>(input, matrix,
                                                             output, L, M, N);
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    batch_shuffle_kernel<<<N, BLOCK, L * sizeof(double)>>>(input, matrix,
                                                           output, L, M, N);
}
