/*
 * open.cu - the open exercises as somebody may write them who knows the rungs
 * before: right, and a start.  The lists of ../wrong make their mistakes in
 * this, as the reference is made for speed.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { TILE = 32 };

// ---- matmul_best ----------------------------------------------------------

enum { STRIP = 4 }; // results of a thread, TILE / STRIP rows from each other

__global__ void matmul_best_kernel(const float *A, const float *B, float *C,
                                   int rows, int inner, int cols)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    enum { STEP = TILE / STRIP };
    int x = threadIdx.x, y = threadIdx.y;
    size_t col = (size_t)blockIdx.x * TILE + x;
    size_t top = (size_t)blockIdx.y * TILE;
    float sum[STRIP] = {0.0f};

    for (int start = 0; start < inner; start += TILE) {
        for (int i = y; i < TILE; i += STEP) {
            size_t row = top + i, k = start + i;
            bool in_a = row < (size_t)rows && start + x < inner;
            bool in_b = k < (size_t)inner && col < (size_t)cols;
            a[i][x] = in_a ? A[row * inner + start + x] : 0.0f;
            b[i][x] = in_b ? B[k * cols + col] : 0.0f;
        }
        __syncthreads(); // both tiles are there
        for (int k = 0; k < TILE; k++)
            for (int i = 0; i < STRIP; i++)
                sum[i] += a[y + i * STEP][k] * b[k][x];
        __syncthreads(); // everyone has read them before they are refilled
    }
    for (int i = 0; i < STRIP; i++)
        if (top + y + i * STEP < (size_t)rows && col < (size_t)cols)
            C[(top + y + i * STEP) * cols + col] = sum[i];
}

extern "C" void matmul_best(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    dim3 block(TILE, TILE / STRIP);
    dim3 grid((cols - 1) / TILE + 1, (rows - 1) / TILE + 1);
    matmul_best_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
}
