/*
 * wide_loads.cu - another right solution of lab 1: 16 bytes a load where rows
 * begin at multiples of 16, and several results for each thread.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { WARP = 32, BLOCK = 128, FOUR = 4 };

static __device__ float dot(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// ---- vector_add -----------------------------------------------------------

__global__ void vector_add_kernel(const float *a, const float *b, float *c,
                                  int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t whole = n / FOUR;

    if (i < whole) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)c)[i] =
            make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    } else if (i < whole + n % FOUR) { // a thread for each of the rest
        i += whole * (FOUR - 1);
        c[i] = a[i] + b[i];
    }
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    size_t bytes = n * sizeof(float);
    float *d[3] = {NULL, NULL, NULL};
    cudaError_t error = cudaSuccess;

    for (int i = 0; i < 3 && error == cudaSuccess; i++)
        error = cudaMalloc(&d[i], bytes);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(d[0], a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(d[1], b, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        vector_add_kernel<<<n / FOUR / BLOCK + 1, BLOCK>>>(d[0], d[1], d[2], n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(c, d[2], bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; i++)
        cudaFree(d[i]);
    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)rows)
        return;

    const float *own = A + row * cols;
    float sum = 0.0f;
    int j = 0;
    for (; cols % FOUR == 0 && j < cols; j += FOUR)
        sum += dot(*(const float4 *)(own + j), *(const float4 *)(V + j));
    for (; j < cols; j++)
        sum += own[j] * V[j];
    C[row] = sum;
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    matvec_kernel<<<(rows - 1) / BLOCK + 1, BLOCK>>>(A, V, C, rows, cols);
}

// ---- vecmat ---------------------------------------------------------------

// Four columns for each thread, one after the other if rows are odd.
__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    size_t col = FOUR * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);

    if (cols % FOUR == 0 && col < (size_t)cols) {
        float4 sum = make_float4(0, 0, 0, 0);
        for (int i = 0; i < rows; i++) {
            float4 a = *(const float4 *)(A + (size_t)i * cols + col);
            float v = V[i];
            sum.x += v * a.x, sum.y += v * a.y;
            sum.z += v * a.z, sum.w += v * a.w;
        }
        *(float4 *)(C + col) = sum;
        return;
    }
    for (size_t end = col + FOUR; col < end && col < (size_t)cols; col++) {
        float sum = 0.0f;
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[(size_t)i * cols + col];
        C[col] = sum;
    }
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    vecmat_kernel<<<(cols - 1) / (FOUR * 64) + 1, 64>>>(V, A, C, rows, cols);
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP, j = lane;
    if (row >= (size_t)rows)
        return;

    const float *own = A + row * cols;
    float sum = 0.0f;
    if (cols % FOUR == 0)
        for (j = FOUR * lane; j < cols; j += FOUR * WARP)
            sum += dot(*(const float4 *)(own + j), *(const float4 *)(V + j));
    for (; j < cols; j += WARP)
        sum += own[j] * V[j];
    for (int lanes = WARP / 2; lanes > 0; lanes /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, lanes);
    if (lane == 0)
        C[row] = sum;
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    matvec_warp_kernel<<<(rows - 1) / (BLOCK / WARP) + 1, BLOCK>>>(A, V, C,
                                                                   rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

// A row of four elements of C for each thread.
__global__ void matmul_naive_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    size_t col = FOUR * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    size_t row = blockIdx.y;

    if (cols % FOUR == 0 && col < (size_t)cols) {
        float4 sum = make_float4(0, 0, 0, 0);
        for (int k = 0; k < inner; k++) {
            float4 b = *(const float4 *)(B + (size_t)k * cols + col);
            float a = A[row * inner + k];
            sum.x += a * b.x, sum.y += a * b.y;
            sum.z += a * b.z, sum.w += a * b.w;
        }
        *(float4 *)(C + row * cols + col) = sum;
        return;
    }
    for (size_t end = col + FOUR; col < end && col < (size_t)cols; col++) {
        float sum = 0.0f;
        for (int k = 0; k < inner; k++)
            sum += A[row * inner + k] * B[(size_t)k * cols + col];
        C[row * cols + col] = sum;
    }
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 grid((cols - 1) / (FOUR * WARP) + 1, rows);

    matmul_naive_kernel<<<grid, WARP>>>(A, B, C, rows, inner, cols);
}
