/*
 * poor.cu - right results by too few: what poor.sh makes a student.cu of.
 *
 * Idea: each exercise is given as a function that computes one result alone;
 * who calls it, and for which results, is the fault.  Defined before:
 *   NAME        the launcher, and SHAPE_... of its kind
 *   WORK        how results are dealt out, one of those below
 *   BLOCKS      blocks launched, THREADS of each
 *   PADDING     1: threads without results read and add to look busy
 *   DILUTION    1: beside each product, loads that are coalesced and useless
 *   DECOY       a launcher like NAME, called for show when the host computes;
 *               none: a kernel that looks busy
 */
#include "cuda_runtime.h"
#include "kernels.h"

#include <stdlib.h>
#include <time.h>

/* Behind a right solution, whose names may be these. */
namespace few
{

#define BY_ALL        0 /* thread by thread over the whole grid */
#define BY_THREAD_0   1 /* the first thread of each block, for all of it */
#define BY_LANE_0     2 /* the first lane of each warp, for all of it */
#define BY_THE_FIRST  3 /* the first thread of the grid, for all of it */
#define BY_EVERY_LANE 4 /* each thread of a block the same, block by block */
#define BY_HOST       5 /* a loop of the host, beside a kernel for show */

#if WORK == BY_HOST
#define SIDE static
#else
#define SIDE __device__
#endif
#if WORK == BY_EVERY_LANE
#define STORES (threadIdx.x == 0)
#else
#define STORES true
#endif

/* Kept from being left out by the compiler: what it reads might be stored. */
__device__ void look_busy(const void *memory, size_t words, int times)
{
    const volatile float *from = (const volatile float *)memory;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < times; k++)
        sum += from[(i + 32 * k) % words];
    if (sum == 1234567.0f)
        __trap();
}

#if DILUTION
#define DILUTE(...) look_busy(__VA_ARGS__, 16)
#else
#define DILUTE(...)
#endif

#if defined SHAPE_MATVEC
#define PARAMETERS const float *A, const float *V, float *C, int rows, int cols
#define SIZES      rows, cols
#define ARGUMENTS  A, V, C, SIZES
#define RESULTS    rows
#define MEMORY     A, (size_t)rows *cols
#define ARRAY_0    A, (size_t)rows *cols
#define ARRAY_1    V, cols
#define ARRAY_2    C, rows
SIDE void compute(int row, PARAMETERS)
{
    float sum = 0.0f;
    for (int j = 0; j < cols; j++) {
        sum += A[(size_t)row * cols + j] * V[j];
        DILUTE(MEMORY);
    }
    if (STORES)
        C[row] = sum;
}
#elif defined SHAPE_VECMAT
#define PARAMETERS const float *V, const float *A, float *C, int rows, int cols
#define SIZES      rows, cols
#define ARGUMENTS  V, A, C, SIZES
#define RESULTS    cols
#define MEMORY     A, (size_t)rows *cols
#define ARRAY_0    V, rows
#define ARRAY_1    A, (size_t)rows *cols
#define ARRAY_2    C, cols
SIDE void compute(int col, PARAMETERS)
{
    float sum = 0.0f;
    for (int i = 0; i < rows; i++) {
        sum += V[i] * A[(size_t)i * cols + col];
        DILUTE(MEMORY);
    }
    if (STORES)
        C[col] = sum;
}
#elif defined SHAPE_MATMUL
#define PARAMETERS                                                             \
    const float *A, const float *B, float *C, int rows, int inner, int cols
#define SIZES     rows, inner, cols
#define ARGUMENTS A, B, C, SIZES
#define RESULTS   rows *cols
#define MEMORY    A, (size_t)rows *inner
#define ARRAY_0   A, (size_t)rows *inner
#define ARRAY_1   B, (size_t)inner *cols
#define ARRAY_2   C, (size_t)rows *cols
SIDE void compute(int e, PARAMETERS)
{
    int row = e / cols, col = e % cols;
    float sum = 0.0f;
    for (int k = 0; k < inner; k++) {
        sum += A[(size_t)row * inner + k] * B[(size_t)k * cols + col];
        DILUTE(MEMORY);
    }
    if (STORES)
        C[e] = sum;
}
#elif defined SHAPE_DOT
#define PARAMETERS                                                             \
    const float *a, const float *b, float *partial, int n, int blocks,         \
        int threads
#define SIZES     n, blocks, threads
#define ARGUMENTS a, b, partial, SIZES
#define RESULTS   blocks
#define MEMORY    a, n
#define ARRAY_0   a, n
#define ARRAY_1   b, n
#define ARRAY_2   partial, blocks
SIDE void compute(int block, PARAMETERS)
{
    float sum = 0.0f;
    for (size_t start = (size_t)block * threads; start < n;
         start += (size_t)blocks * threads)
        for (int t = 0; t < threads && start + t < n; t++)
            sum += a[start + t] * b[start + t];
    if (STORES)
        partial[block] = sum;
}
#elif defined SHAPE_CLOCK
#define PARAMETERS                                                             \
    const float *input, float *minima, long long *stamps, int blocks,          \
        int count, int threads
#define SIZES     blocks, count, threads
#define ARGUMENTS input, minima, stamps, SIZES
#define RESULTS   blocks
#define MEMORY    input, (size_t)blocks *count
#define ARRAY_0   input, (size_t)blocks *count
#define ARRAY_1   minima, blocks
#define ARRAY_2   stamps, 2 * (size_t)blocks
#if WORK == BY_HOST
#define CLOCK (1000 * (long long)clock())
#else
#define CLOCK clock64()
#endif
SIDE void compute(int block, PARAMETERS)
{
    long long start = CLOCK;
    float least = input[(size_t)block * count];
    for (int i = 0; i < count; i++)
        least = fminf(least, input[(size_t)block * count + i]);
    /* However few elements there are, a tree would take longer. */
    while (CLOCK - start < 64)
        ;
    if (STORES) {
        minima[block] = least;
        stamps[block] = start;
        stamps[blocks + block] = CLOCK;
    }
}
#elif defined SHAPE_BATCH
#define PARAMETERS                                                             \
    const double *input, const double *matrix, double *output, int L, int M,   \
        int N
#define SIZES     L, M, N
#define ARGUMENTS input, matrix, output, SIZES
#define RESULTS   N
#define MEMORY    input, (size_t)L *M *N
#define ARRAY_0   input, (size_t)L *M *N
#define ARRAY_1   matrix, (size_t)L *L
#define ARRAY_2   output, (size_t)L *N
SIDE double means[1 << 17];
SIDE void compute(int k, PARAMETERS)
{
    double *v = means + (size_t)k * L;
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
        if (STORES)
            output[(size_t)i * N + k] = sum;
    }
}
#elif defined SHAPE_ADD
#define PARAMETERS const float *a, const float *b, float *c, int n
#define ARGUMENTS  a, b, c, n
#define RESULTS    n
#define MEMORY     a, n
SIDE void compute(int i, PARAMETERS)
{
    c[i] = a[i] + b[i];
    DILUTE(MEMORY);
}
#endif

#if WORK == BY_HOST
__global__ void poor(PARAMETERS)
{
    look_busy(MEMORY, 16);
}
#else
__device__ void some(int first, int step, int end, PARAMETERS)
{
    for (int e = first; e < end && e < RESULTS; e += step)
        compute(e, ARGUMENTS);
}

__global__ void poor(PARAMETERS)
{
    int step = gridDim.x * blockDim.x;
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int warps = (blockDim.x - 1) / 32 + 1;
    int warp = blockIdx.x * warps + threadIdx.x / 32;
    int each, results = RESULTS;
    if (WORK == BY_ALL) {
        some(thread, step, results, ARGUMENTS);
    } else if (WORK == BY_THREAD_0 && threadIdx.x == 0) {
        each = (results - 1) / gridDim.x + 1;
        some(blockIdx.x * each, 1, (blockIdx.x + 1) * each, ARGUMENTS);
    } else if (WORK == BY_LANE_0 && threadIdx.x % 32 == 0) {
        each = (results - 1) / (gridDim.x * warps) + 1;
        some(warp * each, 1, (warp + 1) * each, ARGUMENTS);
    } else if (WORK == BY_THE_FIRST && thread == 0) {
        some(0, 1, results, ARGUMENTS);
    } else if (WORK == BY_EVERY_LANE) {
        some(blockIdx.x, gridDim.x, results, ARGUMENTS);
    } else if (PADDING) {
        look_busy(MEMORY, results < 1000 ? results : 1000);
    }
}
#endif

#ifdef SHAPE_ADD
extern "C" cudaError_t NAME(PARAMETERS)
{
    size_t bytes = (size_t)n * sizeof(float);
    float *d[3] = {NULL, NULL, NULL};
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < 3 && error == cudaSuccess; i++)
        error = cudaMalloc(&d[i], bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(d[0], a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(d[1], b, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        poor<<<BLOCKS, THREADS>>>(d[0], d[1], d[2], n);
        error = cudaGetLastError();
    }
#if WORK == BY_HOST
    for (int i = 0; i < n; i++)
        compute(i, a, b, c, n);
#else
    if (error == cudaSuccess)
        error = cudaMemcpy(c, d[2], bytes, cudaMemcpyDeviceToHost);
#endif
    for (int i = 0; i < 3; i++)
        cudaFree(d[i]);
    return error;
}
#elif WORK == BY_HOST
template <class T> T *fetched(const T *array, size_t n)
{
    T *copy = (T *)malloc(n * sizeof(T));
    cudaMemcpy(copy, array, n * sizeof(T), cudaMemcpyDeviceToHost);
    return copy;
}

/* Outputs alone: inputs are const. */
template <class T> void put_back(T *copy, const T *, size_t)
{
    free(copy);
}

template <class T> void put_back(T *copy, T *array, size_t n)
{
    cudaMemcpy(array, copy, n * sizeof(T), cudaMemcpyHostToDevice);
    free(copy);
}

/* Where a kernel for show may write; the leak costs nothing that was earned. */
template <class T> const T *scratch(const T *array, size_t)
{
    return array;
}

template <class T> T *scratch(T *, size_t n)
{
    T *array = NULL;
    cudaMalloc(&array, n * sizeof(T));
    return array;
}

extern "C" void NAME(PARAMETERS)
{
#ifdef DECOY
    DECOY(scratch(ARRAY_0), scratch(ARRAY_1), scratch(ARRAY_2), SIZES);
#else
    poor<<<BLOCKS, THREADS>>>(ARGUMENTS);
#endif
    auto *array_0 = fetched(ARRAY_0);
    auto *array_1 = fetched(ARRAY_1);
    auto *array_2 = fetched(ARRAY_2);
    for (int e = 0; e < RESULTS; e++)
        compute(e, array_0, array_1, array_2, SIZES);
    put_back(array_0, ARRAY_0);
    put_back(array_1, ARRAY_1);
    put_back(array_2, ARRAY_2);
}
#else
extern "C" void NAME(PARAMETERS)
{
    poor<<<BLOCKS, THREADS>>>(ARGUMENTS);
}
#endif

} // namespace few
