/*
 * few.cu - right results of lab 3 by too few: the first thread or the first
 * warp of each block does what all of it should.  Each part stands by itself.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- dot ------------------------------------------------------------------

// The first thread of each block takes what is the block's.
__global__ void dot_first(const float *a, const float *b, float *partial, int n)
{
    float sum = 0.0f;

    if (threadIdx.x != 0)
        return;
    for (size_t start = (size_t)blockIdx.x * blockDim.x; start < n;
         start += (size_t)gridDim.x * blockDim.x)
        for (size_t i = start; i < start + blockDim.x && i < n; i++)
            sum += a[i] * b[i];
    partial[blockIdx.x] = sum;
}

extern "C" void dot(const float *a, const float *b, float *partial, int n,
                    int blocks, int threads)
{
    dot_first<<<blocks, threads>>>(a, b, partial, n);
}

// ---- dot_shuffle ----------------------------------------------------------

// The tree of the exercise before.
__global__ void dot_tree(const float *a, const float *b, float *partial, int n)
{
    __shared__ float sums[1024];
    int thread = threadIdx.x;
    float sum = 0.0f;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + thread; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    sums[thread] = sum;
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (thread < left - half)
            sums[thread] += sums[thread + half];
        left = half;
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

extern "C" void dot_shuffle(const float *a, const float *b, float *partial,
                            int n, int blocks, int threads)
{
    dot_tree<<<blocks, threads>>>(a, b, partial, n);
}

// ---- block_clock ----------------------------------------------------------

// The first thread compares, between two stamps that all wait for.
__global__ void clock_first(const float *input, float *minima,
                            long long *stamps, int count)
{
    const float *slice = input + (size_t)blockIdx.x * count;
    long long start;

    __syncthreads();
    start = clock64();
    if (threadIdx.x == 0) {
        float least = slice[0];
        for (int i = 0; i < count; i++)
            least = fminf(least, slice[i]);
        minima[blockIdx.x] = least;
        while (clock64() - start < 64) {}
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        stamps[blockIdx.x] = start;
        stamps[gridDim.x + blockIdx.x] = clock64();
    }
}

extern "C" void block_clock(const float *input, float *minima,
                            long long *stamps, int blocks, int count,
                            int threads)
{
    clock_first<<<blocks, threads, threads * sizeof(float)>>>(input, minima,
                                                              stamps, count);
}

// ---- batch_one_block ------------------------------------------------------

// One thread for everything.
__global__ void batch_alone(const double *input, const double *matrix,
                            double *output, int L, int M, int N)
{
    extern __shared__ double v[];

    for (int k = 0; k < N; k++) {
        for (int j = 0; j < L; j++) {
            double sum = 0.0;
            for (int i = 0; i < M; i++)
                sum += input[((size_t)k * L + j) * M + i];
            v[j] = sum / M;
        }
        for (int i = 0; i < L; i++) {
            double sum = 0.0;
            for (int j = 0; j < L; j++)
                sum += matrix[(size_t)i * L + j] * v[j];
            output[(size_t)i * N + k] = sum;
        }
    }
}

extern "C" void batch_one_block(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_alone<<<1, 1, L * sizeof(double)>>>(input, matrix, output, L, M, N);
}

// ---- batch_grid -----------------------------------------------------------

// A block for each batch, of one thread.
__global__ void batch_first(const double *input, const double *matrix,
                            double *output, int L, int M, int N)
{
    extern __shared__ double mean[];
    int k = blockIdx.x;

    if (threadIdx.x != 0)
        return;
    for (int j = 0; j < L; j++) {
        double sum = 0.0;
        for (int i = 0; i < M; i++)
            sum += input[((size_t)k * L + j) * M + i];
        mean[j] = sum / M;
    }
    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = 0; j < L; j++)
            sum += matrix[(size_t)i * L + j] * mean[j];
        output[(size_t)i * N + k] = sum;
    }
}

extern "C" void batch_grid(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    batch_first<<<N, 256, L * sizeof(double)>>>(input, matrix, output, L, M, N);
}

// ---- batch_coalesced ------------------------------------------------------

// The first warp does it all, though along the rows.
__global__ void batch_warp(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    extern __shared__ double means[];
    int lane = threadIdx.x, k = blockIdx.x;

    if (lane >= 32)
        return;
    for (int j = 0; j < L; j++) {
        double sum = 0.0;
        for (int i = lane; i < M; i += 32)
            sum += input[((size_t)k * L + j) * M + i];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
            means[j] = sum / M;
    }
    __syncwarp();
    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = lane; j < L; j += 32)
            sum += matrix[(size_t)i * L + j] * means[j];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
            output[(size_t)i * N + k] = sum;
    }
}

extern "C" void batch_coalesced(const double *input, const double *matrix,
                                double *output, int L, int M, int N)
{
    batch_warp<<<N, 256, L * sizeof(double)>>>(input, matrix, output, L, M, N);
}

// ---- batch_shuffle --------------------------------------------------------

// Shuffles for the means, the tree for the product: the exercise before.
__global__ void batch_before(const double *input, const double *matrix,
                             double *output, int L, int M, int N)
{
    extern __shared__ double v_of[];
    __shared__ double sums[256];
    int thread = threadIdx.x, lane = thread % 32, k = blockIdx.x;

    for (int j = thread / 32; j < L; j += 8) {
        double sum = 0.0;
        for (int i = lane; i < M; i += 32)
            sum += input[((size_t)k * L + j) * M + i];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
            v_of[j] = sum / M;
    }
    __syncthreads();
    for (int i = 0; i < L; i++) {
        double sum = 0.0;
        for (int j = thread; j < L; j += 256)
            sum += matrix[(size_t)i * L + j] * v_of[j];
        sums[thread] = sum;
        for (int half = 128; half > 0; half /= 2) {
            __syncthreads();
            if (thread < half)
                sums[thread] += sums[thread + half];
        }
        if (thread == 0)
            output[(size_t)i * N + k] = sums[0];
        __syncthreads();
    }
}

extern "C" void batch_shuffle(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    batch_before<<<N, 256, L * sizeof(double)>>>(input, matrix, output, L, M,
                                                 N);
}

// ---- reduce_modulo --------------------------------------------------------

// The first thread of each block adds up what is the block's.
__global__ void reduce_first(const float *in, float *partial, int n, int part)
{
    float sum = 0.0f;
    size_t from = (size_t)blockIdx.x * part;

    if (threadIdx.x != 0)
        return;
    for (size_t i = from; i < from + part && i < n; i++)
        sum += in[i];
    partial[blockIdx.x] = sum;
}

extern "C" void reduce_modulo(const float *in, float *partial, int n,
                              int threads)
{
    reduce_first<<<(n - 1) / threads + 1, threads>>>(in, partial, n, threads);
}

// ---- reduce_many ----------------------------------------------------------

// The first warp of each block does it all.
__global__ void reduce_by_warp(const float *in, float *partial, int n)
{
    size_t from = (size_t)blockIdx.x * 4096, lane = threadIdx.x;
    float sum = 0.0f;

    if (lane >= 32)
        return;
    for (size_t i = from + lane; i < from + 4096 && i < n; i += 32)
        sum += in[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
        partial[blockIdx.x] = sum;
}

extern "C" void reduce_many(const float *in, float *partial, int n)
{
    reduce_by_warp<<<(n - 1) / 4096 + 1, 256>>>(in, partial, n);
}
