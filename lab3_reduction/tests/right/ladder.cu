/*
 * ladder.cu - the sums of the ladder and the CPU's part, right in another
 * style: no constants, early names, the second launch in place of atomics.
 */
#include <algorithm>
#include <vector>

#include "cuda_runtime.h"
#include "kernels.h"

// ---- dot_whole ------------------------------------------------------------

__device__ float of_blocks[64];

__global__ void whole_first(const float *a, const float *b, int n)
{
    __shared__ float t[256];
    unsigned tid = threadIdx.x;
    float s = 0;
    for (int i = blockIdx.x * 256 + tid; i < n; i += 256 * gridDim.x)
        s += a[i] * b[i];
    t[tid] = s;
    __syncthreads();
    for (unsigned h = 128; h > 0; h >>= 1) {
        if (tid < h)
            t[tid] += t[tid + h];
        __syncthreads();
    }
    if (tid == 0)
        of_blocks[blockIdx.x] = t[0];
}

__global__ void whole_second(float *result)
{
    __shared__ float t[64];
    t[threadIdx.x] = of_blocks[threadIdx.x];
    __syncthreads();
    for (unsigned h = 32; h > 0; h >>= 1) {
        if (threadIdx.x < h)
            t[threadIdx.x] += t[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *result = t[0];
}

extern "C" void dot_whole(const float *a, const float *b, float *result, int n)
{
    whole_first<<<64, 256>>>(a, b, n);
    whole_second<<<1, 64>>>(result);
}

// ---- reduce_modulo --------------------------------------------------------

__global__ void rung1(const float *in, float *partial, int n)
{
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = 0;
    if (i < n)
        s[tid] = in[i];
    __syncthreads();
    for (unsigned int d = 1; d < blockDim.x; d <<= 1) {
        if ((tid & (2 * d - 1)) == 0)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = s[0];
}

extern "C" void reduce_modulo(const float *in, float *partial, int n,
                              int threads)
{
    rung1<<<(n + threads - 1) / threads, threads, threads * 4>>>(in, partial,
                                                                 n);
}

// ---- reduce_strided -------------------------------------------------------

__global__ void rung2(const float *in, float *partial, int n)
{
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned int d = 1; d < blockDim.x; d <<= 1) {
        if (tid < blockDim.x / (2 * d))
            s[2 * d * tid] += s[2 * d * tid + d];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = s[0];
}

extern "C" void reduce_strided(const float *in, float *partial, int n,
                               int threads)
{
    rung2<<<(n + threads - 1) / threads, threads, threads * 4>>>(in, partial,
                                                                 n);
}

// ---- reduce_halves --------------------------------------------------------

// The sum stays in a register beside its place.
__global__ void rung3(const float *in, float *partial, int n)
{
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? in[i] : 0;
    s[tid] = mine;
    __syncthreads();
    for (unsigned int d = blockDim.x / 2; d; d >>= 1) {
        if (tid < d)
            s[tid] = mine = mine + s[tid + d];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = mine;
}

extern "C" void reduce_halves(const float *in, float *partial, int n,
                              int threads)
{
    rung3<<<(n + threads - 1) / threads, threads, threads * 4>>>(in, partial,
                                                                 n);
}

// ---- reduce_first_add -----------------------------------------------------

__global__ void rung4(const float *in, float *partial, int n)
{
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    float mine = 0;
    for (int k = 0; k < 2; k++)
        if (i + k * blockDim.x < n)
            mine += in[i + k * blockDim.x];
    s[tid] = mine;
    __syncthreads();
    for (unsigned int d = blockDim.x / 2; d; d >>= 1) {
        if (tid < d)
            s[tid] = mine = mine + s[tid + d];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = mine;
}

extern "C" void reduce_first_add(const float *in, float *partial, int n,
                                 int threads)
{
    rung4<<<(n + 2 * threads - 1) / (2 * threads), threads, threads * 4>>>(
        in, partial, n);
}

// ---- reduce_last_warp -----------------------------------------------------

// The last warp with __syncwarp in shared memory, the last steps by shuffles.
__global__ void rung5(const float *in, float *partial, int n)
{
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    float mine =
        (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    s[tid] = mine;
    __syncthreads();
    for (unsigned int d = blockDim.x / 2; d > 32; d >>= 1) {
        if (tid < d)
            s[tid] = mine = mine + s[tid + d];
        __syncthreads();
    }
    if (tid < 32) {
        mine += s[tid + 32];
        for (int d = 1; d < 32; d <<= 1)
            mine += __shfl_xor_sync(0xffffffff, mine, d);
    }
    if (tid == 0)
        partial[blockIdx.x] = mine;
}

extern "C" void reduce_last_warp(const float *in, float *partial, int n,
                                 int threads)
{
    rung5<<<(n + 2 * threads - 1) / (2 * threads), threads, threads * 4>>>(
        in, partial, n);
}

// ---- reduce_unrolled ------------------------------------------------------

// A template, as in the talk.
template <unsigned int THREADS, unsigned int EACH>
__global__ void rung6(const float *in, float *partial, unsigned int n)
{
    __shared__ float s[THREADS];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (THREADS * EACH) + threadIdx.x;
    float mine = 0;
#pragma unroll
    for (unsigned int k = 0; k < EACH; k++, i += THREADS)
        if (i < n)
            mine += in[i];
    s[tid] = mine;
    __syncthreads();
    if (THREADS >= 256) {
        if (tid < 128)
            s[tid] = mine = mine + s[tid + 128];
        __syncthreads();
    }
    if (THREADS >= 128) {
        if (tid < 64)
            s[tid] = mine = mine + s[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        mine += s[tid + 32];
        mine += __shfl_down_sync(0xffffffff, mine, 16);
        mine += __shfl_down_sync(0xffffffff, mine, 8);
        mine += __shfl_down_sync(0xffffffff, mine, 4);
        mine += __shfl_down_sync(0xffffffff, mine, 2);
        mine += __shfl_down_sync(0xffffffff, mine, 1);
    }
    if (tid == 0)
        partial[blockIdx.x] = mine;
}

extern "C" void reduce_unrolled(const float *in, float *partial, int n)
{
    rung6<256, 2><<<(n + 511) / 512, 256>>>(in, partial, n);
}

// ---- reduce_many ----------------------------------------------------------

extern "C" void reduce_many(const float *in, float *partial, int n)
{
    rung6<256, 16><<<(n + 4095) / 4096, 256>>>(in, partial, n);
}

// ---- time_calls -----------------------------------------------------------

extern "C" void time_calls(void (*work)(void *), void *with,
                           double (*now)(void), int calls, double *result)
{
    std::vector<double> times;
    work(with);
    double last = now();
    for (int i = 0; i < calls; i++) {
        work(with);
        double time = now();
        times.push_back(time - last);
        last = time;
    }
    std::sort(times.begin(), times.end());
    result[0] = times[calls / 2];
    result[1] = times.front();
    result[2] = times.back();
}

// ---- batch_cpu ------------------------------------------------------------

extern "C" void batch_cpu(const double *input, const double *matrix,
                          double *output, int L, int M, int N)
{
    std::fill(output, output + (size_t)L * N, 0.0);
    for (int k = 0; k < N; k++)
        for (int j = 0; j < L; j++) {
            const double *row = input + ((size_t)k * L + j) * M;
            double mean = 0;
            for (int i = 0; i < M; i++)
                mean += row[i] / M;
            for (int i = 0; i < L; i++)
                output[(size_t)i * N + k] += matrix[(size_t)i * L + j] * mean;
        }
}
