/*
 * constant.cu - another right solution of lab 1: the vector in constant
 * memory, a second kernel that adds up parts, mapped and managed memory, goto
 * to clean up.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { BLOCK = 128, MOST = 16384 }; // 64 KiB of constant memory

__constant__ float vector[MOST - 64];

#define LENGTH ((int)(sizeof vector / sizeof *vector))

// ---- vector_add -----------------------------------------------------------

__global__ void vector_add_kernel(const float *a, const float *b, float *c,
                                  int n)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * (long long)blockDim.x)
        c[i] = a[i] + b[i];
}

// One allocation of managed memory for all: no copies, but for the host's own.
extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    float *all = NULL;
    cudaError_t error = cudaMallocManaged(&all, 3 * (size_t)n * sizeof *all);

    if (error != cudaSuccess)
        goto done;
    for (size_t i = 0; i < (size_t)n; i++) {
        all[i] = a[i];
        all[n + i] = b[i];
    }
    vector_add_kernel<<<n / 1024 + 1, 256>>>(all, all + n, all + 2 * (size_t)n,
                                             n);
    error = cudaGetLastError();
    if (error != cudaSuccess)
        goto done;
    error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        goto done;
    for (size_t i = 0; i < (size_t)n; i++)
        c[i] = all[2 * (size_t)n + i];
done:
    cudaFree(all);
    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, float *C, int rows, int cols)
{
    size_t row = blockIdx.x * (size_t)BLOCK + threadIdx.x;
    float sum = 0.0f;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++) // one address for all lanes: a broadcast
        sum += A[row * cols + j] * vector[j];
    C[row] = sum;
}

__global__ void matvec_long_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    size_t row = blockIdx.x * (size_t)BLOCK + threadIdx.x;
    float sum = 0.0f;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    int blocks = (rows + BLOCK - 1) / BLOCK;

    if (cols > LENGTH) {
        matvec_long_kernel<<<blocks, BLOCK>>>(A, V, C, rows, cols);
        return;
    }
    cudaMemcpyToSymbol(vector, V, cols * sizeof *V, 0,
                       cudaMemcpyDeviceToDevice);
    matvec_kernel<<<blocks, BLOCK>>>(A, C, rows, cols);
}

// ---- vecmat ---------------------------------------------------------------

// Several threads for each column, which add what they have to C.
__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    if (col >= cols)
        return;
    for (int i = blockIdx.y; i < rows; i += gridDim.y)
        sum += V[i] * A[(size_t)i * cols + col];
    atomicAdd(C + col, sum);
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    dim3 grid((cols + 63) / 64, 8);

    cudaMemset(C, 0, cols * sizeof *C);
    vecmat_kernel<<<grid, 64>>>(V, A, C, rows, cols);
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    int lane = threadIdx.x, j;
    size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y;

    if (row < rows) {
        const float *mine = A + row * cols;
        float even = 0.0f, odd = 0.0f; // two sums, so that additions overlap
        for (j = lane; j + 32 < cols; j += 64) {
            even += mine[j] * V[j];
            odd += mine[j + 32] * V[j + 32];
        }
        if (j < cols)
            even += mine[j] * V[j];
        even += odd;
        for (int other = 1; other < 32; other <<= 1)
            even += __shfl_xor_sync(0xffffffff, even, other, 32);
        if (lane == 31)
            C[row] = even;
    }
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    matvec_warp_kernel<<<(rows + 7) / 8, dim3(32, 8)>>>(A, V, C, rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

// Two rows and two columns for each thread, half a block apart.
__global__ void matmul_naive_kernel(const float *__restrict__ A,
                                    const float *__restrict__ B,
                                    float *__restrict__ C, int rows, int inner,
                                    int cols)
{
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum[2][2] = {{0, 0}, {0, 0}};
    bool right = x + 32 < cols, below = y + 8 < rows;

    if (x >= cols || y >= rows)
        return;
    for (int k = 0; k < inner; k++) {
        float a = A[(size_t)y * inner + k];
        float lower = below ? A[(size_t)(y + 8) * inner + k] : 0.0f;
        float b = B[(size_t)k * cols + x];
        float further = right ? B[(size_t)k * cols + x + 32] : 0.0f;
        sum[0][0] += a * b;
        sum[0][1] += a * further;
        sum[1][0] += lower * b;
        sum[1][1] += lower * further;
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (y + 8 * i < rows && x + 32 * j < cols)
                C[(size_t)(y + 8 * i) * cols + x + 32 * j] = sum[i][j];
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 grid((cols + 63) / 64, (rows + 15) / 16);

    matmul_naive_kernel<<<grid, dim3(32, 8)>>>(A, B, C, rows, inner, cols);
}
