/*
 * beginner.cu - another right solution of lab 2, as it is first written: int
 * everywhere, tiles counted, numbers by macros.  Mistakes in wrong/ are made in
 * it, too: each part stands by itself.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- matvec_tiled ---------------------------------------------------------

#define T1 128

__global__ void matVecShared(const float *A, const float *V, float *C, int N,
                             int M)
{
    __shared__ float Vs[T1];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int tiles = (M + T1 - 1) / T1;

    if (i < N) {
        C[i] = 0.0f;
    }
    for (int k = 0; k < tiles; k++) {
        int p = k * T1 + threadIdx.x;
        if (p < M) {
            Vs[threadIdx.x] = V[p];
        } else {
            Vs[threadIdx.x] = 0.0f;
        }
        __syncthreads();
        if (i < N) {
            for (int j = 0; j < T1 && k * T1 + j < M; j++) {
                C[i] += A[i * M + k * T1 + j] * Vs[j];
            }
        }
        __syncthreads();
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    matVecShared<<<(rows + T1 - 1) / T1, T1>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

#define T2 256

__global__ void matVecSharedAcc(const float *A, const float *V, float *C, int N,
                                int M)
{
    __shared__ float Vs[T2];
    int tx = threadIdx.x;
    int i = blockIdx.x * T2 + tx;
    float Cvalue = 0.0f;

    for (int k = 0; k < (M + T2 - 1) / T2; k++) {
        if (k * T2 + tx < M) {
            Vs[tx] = V[k * T2 + tx];
        } else {
            Vs[tx] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < T2; j++) {
            if (i < N && k * T2 + j < M) {
                Cvalue += A[i * M + k * T2 + j] * Vs[j];
            }
        }
        __syncthreads();
    }
    if (i < N) {
        C[i] = Cvalue;
    }
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    matVecSharedAcc<<<(rows + T2 - 1) / T2, T2>>>(A, V, C, rows, cols);
}

// ---- vecmat_tiled ---------------------------------------------------------

__global__ void vecMatShared(const float *V, const float *A, float *C, int N,
                             int M)
{
    __shared__ float Vs[256];
    __shared__ float part[8][32];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tid = ty * 32 + tx;
    int j = blockIdx.x * 32 + tx;
    float acc = 0.0f;

    for (int k = 0; k < (N + 255) / 256; k++) {
        if (k * 256 + tid < N) {
            Vs[tid] = V[k * 256 + tid];
        } else {
            Vs[tid] = 0.0f;
        }
        __syncthreads();
        for (int i = ty; i < 256; i += 8) {
            int row = k * 256 + i;
            if (row < N && j < M) {
                acc += Vs[i] * A[row * M + j];
            }
        }
        __syncthreads();
    }
    part[ty][tx] = acc;
    __syncthreads();
    if (ty == 0 && j < M) {
        float sum = 0.0f;
        for (int s = 0; s < 8; s++) {
            sum += part[s][tx];
        }
        C[j] = sum;
    }
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32);

    vecMatShared<<<grid, block>>>(V, A, C, rows, cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

__global__ void matVecTile(const float *A, const float *V, float *C, int N,
                           int M)
{
    __shared__ float As[32][33];
    __shared__ float Vs[32];
    __shared__ float part[8][32];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row0 = blockIdx.x * 32;
    float acc = 0.0f;

    for (int k = 0; k < (M + 31) / 32; k++) {
        int col = k * 32 + tx;
        for (int r = ty; r < 32; r += 8) {
            if (row0 + r < N && col < M) {
                As[r][tx] = A[(row0 + r) * M + col];
            } else {
                As[r][tx] = 0.0f;
            }
        }
        if (ty == 0) {
            if (col < M) {
                Vs[tx] = V[col];
            } else {
                Vs[tx] = 0.0f;
            }
        }
        __syncthreads();
        for (int j = ty; j < 32; j += 8) {
            acc += As[tx][j] * Vs[j];
        }
        __syncthreads();
    }
    part[ty][tx] = acc;
    __syncthreads();
    if (ty == 0 && row0 + tx < N) {
        float sum = 0.0f;
        for (int s = 0; s < 8; s++) {
            sum += part[s][tx];
        }
        C[row0 + tx] = sum;
    }
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    dim3 block(32, 8);
    dim3 grid((rows + 31) / 32);

    matVecTile<<<grid, block>>>(A, V, C, rows, cols);
}

// ---- matmul_tiled ---------------------------------------------------------

#define TILE_WIDTH 16

__global__ void matMulShared(const float *A, const float *B, float *C, int M,
                             int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float Cvalue = 0;

    for (int m = 0; m < (K - 1) / TILE_WIDTH + 1; m++) {
        if (row < M && m * TILE_WIDTH + tx < K) {
            As[ty][tx] = A[row * K + m * TILE_WIDTH + tx];
        } else {
            As[ty][tx] = 0.0f;
        }
        if (col < N && m * TILE_WIDTH + ty < K) {
            Bs[ty][tx] = B[(m * TILE_WIDTH + ty) * N + col];
        } else {
            Bs[ty][tx] = 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++) {
            Cvalue += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * N + col] = Cvalue;
    }
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 dimGrid((cols - 1) / TILE_WIDTH + 1, (rows - 1) / TILE_WIDTH + 1, 1);
    dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);

    matMulShared<<<dimGrid, dimBlock>>>(A, B, C, rows, inner, cols);
}
