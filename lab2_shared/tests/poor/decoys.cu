/*
 * decoys.cu - right results of lab 2 without what it is about: tiles are
 * filled, barriers stand where they should, and the products come from global
 * memory.  Each part stands by itself.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- matvec_tiled ---------------------------------------------------------

// Of the tile one element is used, times zero.
__global__ void decoy_1(const float *A, const float *V, float *C, int rows,
                        int cols)
{
    __shared__ float tile[256];
    size_t row = (size_t)blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;

    tile[threadIdx.x] = V[threadIdx.x % cols];
    __syncthreads();
    if (row < rows) {
        for (int j = 0; j < cols; j++)
            sum += A[row * cols + j] * V[j];
        C[row] = sum + 0.0f * tile[threadIdx.x ^ 1];
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    decoy_1<<<(rows - 1) / 256 + 1, 256>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

// All tiles are filled, with barriers, and not used.
__global__ void decoy_2(const float *A, const float *V, float *C, int rows,
                        int cols)
{
    __shared__ volatile float tile[256];
    size_t row = (size_t)blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f, unused = 0.0f;

    for (int start = 0; start < cols; start += 256) {
        int length = min(256, cols - start);
        if (threadIdx.x < length)
            tile[threadIdx.x] = V[start + threadIdx.x];
        __syncthreads();
        if (row < rows)
            for (int j = start; j < start + length; j++)
                sum += A[row * cols + j] * V[j];
        unused += tile[0];
        __syncthreads();
    }
    if (row < rows)
        C[row] = unused == 1234567.0f ? 0.0f : sum;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    decoy_2<<<(rows - 1) / 256 + 1, 256>>>(A, V, C, rows, cols);
}

// ---- vecmat_tiled ---------------------------------------------------------

// One slice works, the other seven keep it company.
__global__ void decoy_3(const float *V, const float *A, float *C, int rows,
                        int cols)
{
    size_t col = (size_t)blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;

    if (col >= cols || threadIdx.y > 0)
        return;
    for (int i = 0; i < rows; i++)
        sum += V[i] * A[(size_t)i * cols + col];
    C[col] = sum;
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    decoy_3<<<(cols - 1) / 32 + 1, dim3(32, 8)>>>(V, A, C, rows, cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

// Lab 1's warp for each row; its sums go through shared memory for show.
__global__ void decoy_4(const float *A, const float *V, float *C, int rows,
                        int cols)
{
    __shared__ float sums[8][33];
    int lane = threadIdx.x, warp = threadIdx.y;
    size_t row = (size_t)blockIdx.x * 8 + warp;
    float sum = 0.0f;

    for (int j = lane; row < rows && j < cols; j += 32)
        sum += A[row * cols + j] * V[j];
    sums[warp][lane] = sum;
    __syncthreads();
    sum = sums[warp][lane];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0 && row < rows)
        C[row] = sum;
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    decoy_4<<<(rows - 1) / 8 + 1, dim3(32, 8)>>>(A, V, C, rows, cols);
}

// ---- matmul_tiled ---------------------------------------------------------

// A tile of A is filled; what is multiplied is read where it came from.
__global__ void decoy_5(const float *A, const float *B, float *C, int rows,
                        int inner, int cols)
{
    __shared__ volatile float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    float sum = 0.0f;

    for (int start = 0; start < inner; start += 32) {
        tile[y][x] = row < rows && start + x < inner
                         ? A[(size_t)row * inner + start + x]
                         : 0.0f;
        __syncthreads();
        if (row < rows && col < cols)
            for (int k = start; k < min(start + 32, inner); k++)
                sum += A[(size_t)row * inner + k] * B[(size_t)k * cols + col];
        __syncthreads();
    }
    if (row < rows && col < cols)
        C[(size_t)row * cols + col] = sum;
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 grid((cols - 1) / 32 + 1, (rows - 1) / 32 + 1);
    decoy_5<<<grid, dim3(32, 32)>>>(A, B, C, rows, inner, cols);
}
