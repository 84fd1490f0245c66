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
 */
#include "cuda_runtime.h"
#include "kernels.h"

#define BY_ALL       0 /* thread by thread over the whole grid */
#define BY_THREAD_0  1 /* the first thread of each block, for all of it */
#define BY_LANE_0    2 /* the first lane of each warp, for all of it */
#define BY_THE_FIRST 3 /* the first thread of the grid, for all of it */

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

#if defined SHAPE_MATVEC
#define PARAMETERS const float *A, const float *V, float *C, int rows, int cols
#define ARGUMENTS  A, V, C, rows, cols
#define RESULTS    rows
#define MEMORY     A, (size_t)rows *cols
__device__ void compute(int row, PARAMETERS)
{
    float sum = 0.0f;
    for (int j = 0; j < cols; j++) {
        sum += A[(size_t)row * cols + j] * V[j];
        if (DILUTION)
            look_busy(MEMORY, 16);
    }
    C[row] = sum;
}
#elif defined SHAPE_VECMAT
#define PARAMETERS const float *V, const float *A, float *C, int rows, int cols
#define ARGUMENTS  V, A, C, rows, cols
#define RESULTS    cols
#define MEMORY     A, (size_t)rows *cols
__device__ void compute(int col, PARAMETERS)
{
    float sum = 0.0f;
    for (int i = 0; i < rows; i++) {
        sum += V[i] * A[(size_t)i * cols + col];
        if (DILUTION)
            look_busy(MEMORY, 16);
    }
    C[col] = sum;
}
#elif defined SHAPE_MATMUL
#define PARAMETERS                                                             \
    const float *A, const float *B, float *C, int rows, int inner, int cols
#define ARGUMENTS A, B, C, rows, inner, cols
#define RESULTS   rows *cols
#define MEMORY    A, (size_t)rows *inner
__device__ void compute(int e, PARAMETERS)
{
    int row = e / cols, col = e % cols;
    float sum = 0.0f;
    for (int k = 0; k < inner; k++) {
        sum += A[(size_t)row * inner + k] * B[(size_t)k * cols + col];
        if (DILUTION)
            look_busy(MEMORY, 16);
    }
    C[e] = sum;
}
#elif defined SHAPE_DOT
#define PARAMETERS                                                             \
    const float *a, const float *b, float *partial, int n, int blocks,         \
        int threads
#define ARGUMENTS a, b, partial, n, blocks, threads
#define RESULTS   blocks
#define MEMORY    a, n
__device__ void compute(int block, PARAMETERS)
{
    float sum = 0.0f;
    for (size_t start = (size_t)block * threads; start < n;
         start += (size_t)blocks * threads)
        for (int t = 0; t < threads && start + t < n; t++)
            sum += a[start + t] * b[start + t];
    partial[block] = sum;
}
#elif defined SHAPE_CLOCK
#define PARAMETERS                                                             \
    const float *input, float *minima, long long *stamps, int blocks,          \
        int count, int threads
#define ARGUMENTS input, minima, stamps, blocks, count, threads
#define RESULTS   blocks
#define MEMORY    input, (size_t)blocks *count
__device__ void compute(int block, PARAMETERS)
{
    long long start = clock64();
    float least = input[(size_t)block * count];
    for (int i = 0; i < count; i++)
        least = fminf(least, input[(size_t)block * count + i]);
    minima[block] = least;
    stamps[block] = start;
    /* However few elements there are, a tree would take longer. */
    while (clock64() - start < 64)
        ;
    stamps[blocks + block] = clock64();
}
#elif defined SHAPE_BATCH
#define PARAMETERS                                                             \
    const double *input, const double *matrix, double *output, int L, int M,   \
        int N
#define ARGUMENTS input, matrix, output, L, M, N
#define RESULTS   N
#define MEMORY    input, (size_t)L *M *N
__device__ double means[1 << 17];
__device__ void compute(int k, PARAMETERS)
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
        output[(size_t)i * N + k] = sum;
    }
}
#elif defined SHAPE_ADD
#define PARAMETERS const float *a, const float *b, float *c, int n
#define ARGUMENTS  d_a, d_b, d_c, n
#define RESULTS    n
#define MEMORY     a, n
__device__ void compute(int i, PARAMETERS)
{
    c[i] = a[i] + b[i];
    if (DILUTION)
        look_busy(MEMORY, 16);
}
#endif

__device__ void some(int first, int step, int end, PARAMETERS)
{
#ifdef SHAPE_ADD
#undef ARGUMENTS
#define ARGUMENTS a, b, c, n
#endif
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
    } else if (PADDING) {
        look_busy(MEMORY, results < 1000 ? results : 1000);
    }
}

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
    if (error == cudaSuccess)
        error = cudaMemcpy(c, d[2], bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; i++)
        cudaFree(d[i]);
    return error;
}
#else
extern "C" void NAME(PARAMETERS)
{
    poor<<<BLOCKS, THREADS>>>(ARGUMENTS);
}
#endif
