/*
 * managed.cu - vector_add with memory that host and device share.
 */
#include <string.h>
#include "cuda_runtime.h"
#include "kernels.h"

enum {
    BLOCK = 256,         // threads per block of the 1-D kernels
    WARP = 32,           // threads that execute together
    ROWS = BLOCK / WARP, // rows per block of matvec_warp
    TILE = 32            // matmul_naive: blocks of TILE x TILE threads
};

// ---- vector_add -----------------------------------------------------------

__global__ void vector_add_kernel(const float *a, const float *b, float *c,
                                  int n)
{
    // Unsigned and 64 bits wide: the last block may reach past INT_MAX.
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n) // the grid is rounded up to whole blocks
        c[i] = a[i] + b[i];
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    size_t bytes = (size_t)n * sizeof(float);
    float *m = NULL;
    cudaError_t error = cudaMallocManaged(&m, 3 * bytes);
    if (error != cudaSuccess)
        return error;
    memcpy(m, a, bytes);
    memcpy(m + n, b, bytes);
    vector_add_kernel<<<(n - 1) / BLOCK + 1, BLOCK>>>(m, m + n,
                                                      m + 2 * (size_t)n, n);
    error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        memcpy(c, m + 2 * (size_t)n, bytes);
    cudaFree(m);
    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)rows) // no barrier below, so leaving early is fine
        return;

    // Not C[row] +=: C might overlap A or V for all the compiler knows, so
    // it would have to store every partial sum.  A register costs nothing.
    float sum = 0.0f;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    matvec_kernel<<<(rows - 1) / BLOCK + 1, BLOCK>>>(A, V, C, rows, cols);
}

// ---- vecmat ---------------------------------------------------------------

__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= (size_t)cols)
        return;

    // The rung before read 32 rows at once; here neighbouring lanes read
    // neighbouring elements, and V[i] is one address for the whole warp.
    float sum = 0.0f;
    for (int i = 0; i < rows; i++)
        sum += V[i] * A[(size_t)i * cols + col];
    C[col] = sum;
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    vecmat_kernel<<<(cols - 1) / BLOCK + 1, BLOCK>>>(V, A, C, rows, cols);
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    size_t row = (size_t)blockIdx.x * ROWS + threadIdx.x / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= (size_t)rows) // depends on the warp only: all lanes leave, or
        return;              // none, so the full mask below is true

    float sum = 0.0f; // lanes past the end of a short row bring a zero
    for (int start = 0; start < cols; start += WARP) { // alike for all lanes
        int j = start + lane;
        if (j < cols)
            sum += A[row * cols + j] * V[j];
    }
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) // only lane 0 holds the whole sum
        C[row] = sum;
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    matvec_warp_kernel<<<(rows - 1) / ROWS + 1, BLOCK>>>(A, V, C, rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

__global__ void matmul_naive_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    // x counts columns: a warp then shares one element of A and reads 32
    // neighbours of B.  The other way round it would read 32 rows of A.
    size_t col = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    if (row >= (size_t)rows || col >= (size_t)cols)
        return;

    float sum = 0.0f;
    for (int k = 0; k < inner; k++)
        sum += A[row * inner + k] * B[(size_t)k * cols + col];
    C[row * cols + col] = sum;
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 block(TILE, TILE);
    dim3 grid((cols - 1) / TILE + 1, (rows - 1) / TILE + 1);
    matmul_naive_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
}
