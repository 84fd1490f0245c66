/*
 * beginner.cu - another right solution of lab 1, as it is first written: int
 * everywhere, threads counted the plain way, numbers in place of names.
 * Mistakes in wrong/ are made in it, too: each part stands by itself.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- vector_add -----------------------------------------------------------

#include <stdio.h>

__global__ void addKernel(float *c, const float *a, const float *b, int n)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        c[idx] = a[idx] + b[idx];
    }
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    float *dev_a = 0;
    float *dev_b = 0;
    float *dev_c = 0;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    cudaError_t status;

    status = cudaMalloc((void **)&dev_c, n * sizeof(float));
    if (status != cudaSuccess) {
        fprintf(stderr, "cudaMalloc failed!");
        goto Error;
    }
    status = cudaMalloc((void **)&dev_a, n * sizeof(float));
    if (status != cudaSuccess) {
        fprintf(stderr, "cudaMalloc failed!");
        goto Error;
    }
    status = cudaMalloc((void **)&dev_b, n * sizeof(float));
    if (status != cudaSuccess) {
        fprintf(stderr, "cudaMalloc failed!");
        goto Error;
    }
    status = cudaMemcpy(dev_a, a, n * sizeof(float), cudaMemcpyHostToDevice);
    if (status != cudaSuccess) {
        fprintf(stderr, "cudaMemcpy failed!");
        goto Error;
    }
    status = cudaMemcpy(dev_b, b, n * sizeof(float), cudaMemcpyHostToDevice);
    if (status != cudaSuccess) {
        fprintf(stderr, "cudaMemcpy failed!");
        goto Error;
    }
    addKernel<<<blocks, threads>>>(dev_c, dev_a, dev_b, n);
    status = cudaGetLastError();
    if (status != cudaSuccess) {
        fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(status));
        goto Error;
    }
    status = cudaDeviceSynchronize();
    if (status != cudaSuccess) {
        fprintf(stderr, "error %d after the launch!\n", status);
        goto Error;
    }
    status = cudaMemcpy(c, dev_c, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (status != cudaSuccess) {
        fprintf(stderr, "cudaMemcpy failed!");
        goto Error;
    }
Error:
    cudaFree(dev_c);
    cudaFree(dev_a);
    cudaFree(dev_b);
    return status;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matVecMul(const float *A, const float *x, float *y, int m,
                          int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m) {
        float tmp = 0.0f;
        for (int j = 0; j < n; j++) {
            tmp += A[i * n + j] * x[j];
        }
        y[i] = tmp;
    }
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    int blockSize = 128;
    int gridSize = (rows + blockSize - 1) / blockSize;

    matVecMul<<<gridSize, blockSize>>>(A, V, C, rows, cols);
}

// ---- vecmat ---------------------------------------------------------------

__global__ void vecMatMul(const float *x, const float *A, float *y, int m,
                          int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (j < n) {
        float tmp = 0.0f;
        for (int i = 0; i < m; i++) {
            tmp += x[i] * A[i * n + j];
        }
        y[j] = tmp;
    }
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    int blockSize = 128;
    int gridSize = (cols + blockSize - 1) / blockSize;

    vecMatMul<<<gridSize, blockSize>>>(V, A, C, rows, cols);
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matVecWarp(const float *A, const float *x, float *y, int m,
                           int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int warpId = tid / 32;
    int laneId = tid % 32;
    float partial = 0.0f;

    if (warpId < m) {
        for (int j = laneId; j < n; j += 32) {
            partial += A[warpId * n + j] * x[j];
        }
        partial += __shfl_down_sync(0xffffffff, partial, 16);
        partial += __shfl_down_sync(0xffffffff, partial, 8);
        partial += __shfl_down_sync(0xffffffff, partial, 4);
        partial += __shfl_down_sync(0xffffffff, partial, 2);
        partial += __shfl_down_sync(0xffffffff, partial, 1);
        if (laneId == 0) {
            y[warpId] = partial;
        }
    }
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int blockSize = 256;
    int gridSize = (rows * 32 + blockSize - 1) / blockSize;

    matVecWarp<<<gridSize, blockSize>>>(A, V, C, rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

__global__ void matMul(const float *A, const float *B, float *C, int M, int K,
                       int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0;

    if (row < M && col < N) {
        for (int k = 0; k < K; k++) {
            value += A[row * K + k] * B[k * N + col];
        }
        C[row * N + col] = value;
    }
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 threadsPerBlock(16, 16);
    dim3 numBlocks((cols + 15) / 16, (rows + 15) / 16);

    matMul<<<numBlocks, threadsPerBlock>>>(A, B, C, rows, inner, cols);
}
