/*
 * open.cu - the open exercises as somebody may write them who knows the rungs
 * before: right, and a start.  The lists of ../wrong make their mistakes in
 * this, as the reference is made for speed.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { BLOCK = 256, WARP = 32, ROWS = BLOCK / WARP };

// ---- matvec_best ----------------------------------------------------------

__global__ void matvec_best_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    size_t row = (size_t)blockIdx.x * ROWS + threadIdx.x / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= (size_t)rows) // depends on the warp only
        return;

    float sum = 0.0f;
    for (int j = lane; j < cols; j += WARP)
        sum += A[row * cols + j] * V[j];
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
        C[row] = sum;
}

extern "C" void matvec_best(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    matvec_best_kernel<<<(rows - 1) / ROWS + 1, BLOCK>>>(A, V, C, rows, cols);
}

// ---- vecmat_best ----------------------------------------------------------

__global__ void vecmat_best_kernel(const float *V, const float *A, float *C,
                                   int rows, int cols)
{
    // A block has 32 columns, and each of its ROWS warps every ROWS-th row.
    __shared__ float sums[ROWS][WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    size_t col = (size_t)blockIdx.x * WARP + lane;

    float sum = 0.0f;
    if (col < (size_t)cols)
        for (int i = warp; i < rows; i += ROWS)
            sum += V[i] * A[(size_t)i * cols + col];
    sums[warp][lane] = sum;
    __syncthreads(); // the sums of all warps are there
    if (warp > 0 || col >= (size_t)cols)
        return;
    for (int w = 1; w < ROWS; w++)
        sum += sums[w][lane];
    C[col] = sum;
}

extern "C" void vecmat_best(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    vecmat_best_kernel<<<(cols - 1) / WARP + 1, BLOCK>>>(V, A, C, rows, cols);
}
