/*
 * grid_stride.cu - another right solution of lab 1: as many blocks as an H200
 * holds, whatever the size, whose threads go on by the size of the grid; other
 * block sizes, blocks of two dimensions.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { BLOCKS = 132, WARP = 32 };

static __device__ size_t stride(void)
{
    return (size_t)gridDim.x * blockDim.x;
}

static __device__ size_t first(void)
{
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}

// ---- vector_add -----------------------------------------------------------

__global__ void vector_add_kernel(const float *a, const float *b, float *c,
                                  int n)
{
    for (size_t i = first(); i < (size_t)n; i += stride())
        c[i] = a[i] + b[i];
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    size_t bytes = n * sizeof(float);
    float *all; // three arrays in one
    cudaError_t error = cudaMalloc(&all, 3 * bytes);

    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(all, a, bytes, cudaMemcpyDefault);
    if (error == cudaSuccess)
        error = cudaMemcpy(all + n, b, bytes, cudaMemcpyDefault);
    if (error == cudaSuccess) {
        vector_add_kernel<<<BLOCKS, 512>>>(all, all + n, all + 2 * (size_t)n,
                                           n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(c, all + 2 * (size_t)n, bytes, cudaMemcpyDefault);
    cudaFree(all);
    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    for (size_t row = first(); row < (size_t)rows; row += stride()) {
        float sum = 0.0f;
        for (int j = 0; j < cols; j++)
            sum += A[row * cols + j] * V[j];
        C[row] = sum;
    }
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    matvec_kernel<<<BLOCKS, 64>>>(A, V, C, rows, cols);
}

// ---- vecmat ---------------------------------------------------------------

__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    for (size_t col = first(); col < (size_t)cols; col += stride()) {
        float sum = 0.0f;
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[(size_t)i * cols + col];
        C[col] = sum;
    }
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    vecmat_kernel<<<BLOCKS, 1024>>>(V, A, C, rows, cols);
}

// ---- matvec_warp ----------------------------------------------------------

// A warp for each row of the block: x is the lane.
__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y;

    for (; row < (size_t)rows; row += (size_t)gridDim.x * blockDim.y) {
        float sum = 0.0f;
        for (int j = threadIdx.x; j < cols; j += WARP)
            sum += A[row * cols + j] * V[j];
        for (int lanes = 1; lanes < WARP; lanes *= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
        if (threadIdx.x == WARP - 1) // now all lanes hold the sum
            C[row] = sum;
    }
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    matvec_warp_kernel<<<BLOCKS, dim3(WARP, 16)>>>(A, V, C, rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

// Blocks 8 wide: a warp does 4 rows of 8 columns.
__global__ void matmul_naive_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;

    for (; row < (size_t)rows; row += (size_t)gridDim.y * blockDim.y) {
        float sum = 0.0f;
        for (int k = 0; k < inner && col < (size_t)cols; k++)
            sum += A[row * inner + k] * B[(size_t)k * cols + col];
        if (col < (size_t)cols)
            C[row * cols + col] = sum;
    }
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 grid((cols + 7) / 8, (rows + 31) / 32);

    matmul_naive_kernel<<<grid, dim3(8, 8)>>>(A, B, C, rows, inner, cols);
}
