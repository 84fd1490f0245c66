/*
 * warps.cu - another right solution of lab 3: what warps can do among
 * themselves they do, trees end at 32, a warp does a row of the product alone;
 * blocks of other sizes, 16 bytes a load.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { WARP = 32, MOST = 1024, WARPS = 16, TWO = 2 };

#define ALL 0xffffffffu

// ---- dot ------------------------------------------------------------------

// A tree down to 32 sums, which the first warp adds up.
__global__ void dot_kernel(const float *a, const float *b, float *partial,
                           int n)
{
    __shared__ float sums[MOST];
    int thread = threadIdx.x, left = blockDim.x;

    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + thread; i < (size_t)n;
         i += (size_t)gridDim.x * blockDim.x)
        sum = fmaf(a[i], b[i], sum);
    sums[thread] = sum;
    __syncthreads();
    for (; left > WARP; __syncthreads()) {
        int half = left - left / 2;
        if (thread + half < left)
            sums[thread] += sums[thread + half];
        left = half;
    }
    for (int lanes = WARP / 2; thread < WARP && lanes > 0; lanes /= 2) {
        unsigned mask = __activemask();
        float other = thread + lanes < left ? sums[thread + lanes] : 0.0f;
        __syncwarp(mask);
        if (thread < lanes && thread < left)
            sums[thread] += other;
        __syncwarp(mask);
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    dot_kernel<<<blocks, threads>>>(a, b, partial, n);
}

// ---- dot_shuffle ----------------------------------------------------------

static __device__ float warp_sum(float sum)
{
    for (int lanes = 1; lanes < WARP; lanes *= 2)
        sum += __shfl_xor_sync(ALL, sum, lanes);
    return sum;
}

__global__ void dot_shuffle_kernel(const float *a, const float *b,
                                   float *partial, int n)
{
    __shared__ float sums[WARP];
    int lane = threadIdx.x % WARP;

    if (threadIdx.x < WARP)
        sums[lane] = 0.0f; // of warps that are not there
    __syncthreads();
    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
         i < (size_t)n; i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    sum = warp_sum(sum);
    if (lane == WARP - 1)
        sums[threadIdx.x / WARP] = sum;
    __syncthreads();
    if (threadIdx.x + WARP >= blockDim.x) { // the last warp, for a change
        sum = warp_sum(sums[lane]);
        if (lane == 5)
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
    __shared__ long long start;
    const float *slice = input + (size_t)blockIdx.x * count;

    __syncthreads();
    if (threadIdx.x == 0)
        start = clock64();
    float smallest = INFINITY;
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        smallest = fminf(smallest, slice[i]);
    least[threadIdx.x] = smallest;
    __syncthreads();
    for (unsigned left = blockDim.x; left > 1; __syncthreads()) {
        unsigned half = left / 2; // of an odd number the last stays last
        if (threadIdx.x < half)
            least[threadIdx.x] =
                fminf(least[threadIdx.x], least[left - 1 - threadIdx.x]);
        left -= half;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        stamps[gridDim.x + blockIdx.x] = clock64();
        stamps[blockIdx.x] = start;
        minima[blockIdx.x] = least[0];
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

static __device__ double warp_sum(double sum)
{
    for (int lanes = WARP / 2; lanes > 0; lanes /= 2)
        sum += __shfl_down_sync(ALL, sum, lanes);
    return __shfl_sync(ALL, sum, 0);
}

// What a lane sums of n numbers, which begin at a multiple of 16 bytes if the
// number of them in a row is even.
static __device__ double lane_sum(const double *row, int n, int lane)
{
    double sum = 0.0;

    if (n % TWO != 0) {
        for (int i = lane; i < n; i += WARP)
            sum += row[i];
        return sum;
    }
    for (int i = TWO * lane; i < n; i += TWO * WARP) {
        double2 pair = *(const double2 *)(row + i);
        sum += pair.x + pair.y;
    }
    return sum;
}

// Means, a warp for each row.
static __device__ void means(const double *batch, double *v, int L, int M)
{
    int lane = threadIdx.x % WARP;

    for (int j = threadIdx.x / WARP; j < L; j += blockDim.x / WARP) {
        double sum = warp_sum(lane_sum(batch + (size_t)j * M, M, lane));
        if (lane == 0)
            v[j] = sum / M;
    }
}

// Rows of the product, a warp for each: no barrier, and nothing is shared.
static __device__ void product(const double *matrix, const double *v,
                               double *output, int L, int N, int k)
{
    int lane = threadIdx.x % WARP;

    for (int i = threadIdx.x / WARP; i < L; i += blockDim.x / WARP) {
        double sum = 0.0;
        for (int j = lane; j < L; j += WARP)
            sum += matrix[(size_t)i * L + j] * v[j];
        sum = warp_sum(sum);
        if (lane == 0)
            output[(size_t)i * N + k] = sum;
    }
}

// Blocks do batches blockIdx.x, blockIdx.x + gridDim.x and so on.
__global__ void batch_kernel(const double *input, const double *matrix,
                             double *output, int L, int M, int N)
{
    extern __shared__ double v[];

    for (int k = blockIdx.x; k < N; k += gridDim.x) {
        means(input + (size_t)k * L * M, v, L, M);
        __syncthreads();
        product(matrix, v, output, L, N, k);
        __syncthreads(); // nobody reads v now
    }
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_kernel<<<1, 1024, L * sizeof(double)>>>(input, matrix, output, L, M,
                                                  N);
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    batch_kernel<<<264, 64, L * sizeof(double)>>>(input, matrix, output, L, M,
                                                  N);
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_kernel<<<N, 128, L * sizeof(double)>>>(input, matrix, output, L, M,
                                                 N);
}

// ---- batch_shuffle --------------------------------------------------------

// Two arrays in turn: one barrier for each row, in blocks of 16 warps.
__global__ void batch_shuffle_kernel(const double *input, const double *matrix,
                                     double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    __shared__ double sums[2][WARPS];
    int thread = threadIdx.x, lane = thread % WARP, warp = thread / WARP;

    means(input + (size_t)blockIdx.x * L * M, v, L, M);
    __syncthreads();
    for (int i = 0; i < L; i++) {
        double *turn = sums[i % 2], sum = 0.0;
        for (int j = thread; j < L; j += WARPS * WARP)
            sum += matrix[(size_t)i * L + j] * v[j];
        sum = warp_sum(sum);
        if (lane == 0)
            turn[warp] = sum;
        __syncthreads();
        if (warp == i % WARPS) { // another warp each time
            sum = warp_sum(lane < WARPS ? turn[lane] : 0.0);
            if (lane == 0)
                output[(size_t)i * N + blockIdx.x] = sum;
        }
    }
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    batch_shuffle_kernel<<<N, WARPS * WARP, L * sizeof(double)>>>(
        input, matrix, output, L, M, N);
}
