/*
 * few.cu - right results of lab 1 by too few: who works is chosen in the ways
 * that students find.  Each part stands by itself.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- vector_add -----------------------------------------------------------

// The loop of the host, put into a kernel.
__global__ void add_all(const float *a, const float *b, float *c, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    size_t bytes = n * sizeof(float);
    float *d_a = NULL, *d_b = NULL, *d_c = NULL;
    cudaError_t error = cudaMalloc(&d_a, bytes);

    if (!error)
        error = cudaMalloc(&d_b, bytes);
    if (!error)
        error = cudaMalloc(&d_c, bytes);
    if (!error)
        error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (!error)
        error = cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
    if (!error) {
        add_all<<<1, 1>>>(d_a, d_b, d_c, n);
        error = cudaGetLastError();
    }
    if (!error)
        error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return error;
}

// ---- matvec ---------------------------------------------------------------

// One block, whose threads go on by its size.
__global__ void one_block(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    for (int row = threadIdx.x; row < rows; row += blockDim.x) {
        float sum = 0.0f;
        for (int j = 0; j < cols; j++)
            sum += A[(size_t)row * cols + j] * V[j];
        C[row] = sum;
    }
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    one_block<<<1, 256>>>(A, V, C, rows, cols);
}

// ---- vecmat ---------------------------------------------------------------

// Blocks of 256 threads, of which the first does the columns of all.
__global__ void first_thread(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int first = blockIdx.x * blockDim.x;

    if (threadIdx.x != 0)
        return;
    for (int col = first; col < min(cols, first + 256); col++) {
        float sum = 0.0f;
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[(size_t)i * cols + col];
        C[col] = sum;
    }
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    first_thread<<<(cols - 1) / 256 + 1, 256>>>(V, A, C, rows, cols);
}

// ---- matvec_warp ----------------------------------------------------------

// One warp for all rows.
__global__ void one_warp(const float *A, const float *V, float *C, int rows,
                         int cols)
{
    for (int row = 0; row < rows; row++) {
        float sum = 0.0f;
        for (int j = threadIdx.x; j < cols; j += 32)
            sum += A[(size_t)row * cols + j] * V[j];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (threadIdx.x == 0)
            C[row] = sum;
    }
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    one_warp<<<1, 32>>>(A, V, C, rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

// One block of 32 x 32 threads, which walks over C.
__global__ void walk(const float *A, const float *B, float *C, int rows,
                     int inner, int cols)
{
    for (int row = threadIdx.y; row < rows; row += 32) {
        for (int col = threadIdx.x; col < cols; col += 32) {
            float sum = 0.0f;
            for (int k = 0; k < inner; k++)
                sum += A[(size_t)row * inner + k] * B[(size_t)k * cols + col];
            C[(size_t)row * cols + col] = sum;
        }
    }
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    walk<<<1, dim3(32, 32)>>>(A, B, C, rows, inner, cols);
}
