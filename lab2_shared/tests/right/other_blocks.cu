/*
 * other_blocks.cu - another right solution of lab 2: blocks and tiles of other
 * sizes, grids that stay the same, 16 bytes a load, and several results for
 * each thread.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { WARP = 32, FOUR = 4 };

// ---- matvec_tiled ---------------------------------------------------------

// Blocks of one warp: no other warp waits for the tile.
__global__ void matvec_tiled_kernel(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    __shared__ float tile[WARP];
    size_t row = (size_t)blockIdx.x * WARP + threadIdx.x;

    if (row < (size_t)rows)
        C[row] = 0.0f;
    for (int start = 0; start < cols; start += WARP) {
        int length = min(WARP, cols - start);
        if (threadIdx.x < length)
            tile[threadIdx.x] = V[start + threadIdx.x];
        __syncwarp();
        float sum = 0.0f;
        for (int j = 0; row < (size_t)rows && j < length; j++)
            sum += A[row * cols + start + j] * tile[j];
        if (row < (size_t)rows)
            C[row] += sum;
        __syncwarp();
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    matvec_tiled_kernel<<<(rows - 1) / WARP + 1, WARP>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

// Tiles of a size of their own, and a block of any size.
__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    enum { TILE = 512 };
    __shared__ float tile[TILE];
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int start = 0; start < cols; start += TILE) {
        int length = min((int)TILE, cols - start);
        for (int j = threadIdx.x; j < length; j += blockDim.x)
            tile[j] = V[start + j];
        __syncthreads();
        if (row < (size_t)rows)
            for (int j = 0; j < length; j++)
                sum += A[row * cols + start + j] * tile[j];
        __syncthreads();
    }
    if (row < (size_t)rows)
        C[row] = sum;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    matvec_tiled_acc_kernel<<<(rows - 1) / 96 + 1, 96>>>(A, V, C, rows, cols);
}

// ---- vecmat_tiled ---------------------------------------------------------

// 16 slices of 64 columns, added up in a tree.
__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    enum { COLUMNS = 64, SLICES = 16, BLOCK = COLUMNS * SLICES };
    __shared__ float tile[BLOCK];
    __shared__ float sums[SLICES][COLUMNS];
    int x = threadIdx.x, y = threadIdx.y;
    size_t col = (size_t)blockIdx.x * COLUMNS + x;

    float sum = 0.0f;
    for (int start = 0; start < rows; start += BLOCK) {
        int length = min((int)BLOCK, rows - start);
        if (y * COLUMNS + x < length)
            tile[y * COLUMNS + x] = V[start + y * COLUMNS + x];
        __syncthreads();
        for (int i = y; col < (size_t)cols && i < length; i += SLICES)
            sum += tile[i] * A[(size_t)(start + i) * cols + col];
        __syncthreads();
    }
    sums[y][x] = sum;
    for (int half = SLICES / 2; half > 0; half /= 2) {
        __syncthreads();
        if (y < half)
            sums[y][x] += sums[y + half][x];
    }
    if (y == 0 && col < (size_t)cols)
        C[col] = sums[0][x];
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    dim3 block(64, 16);

    vecmat_tiled_kernel<<<(cols - 1) / 64 + 1, block>>>(V, A, C, rows, cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

// A thread for each element of the tile; the sum of a row by shuffles, since
// the lanes of a warp now hold a part of it each.
__global__ void matvec_transposed_tile_kernel(const float *A, const float *V,
                                              float *C, int rows, int cols)
{
    __shared__ float tile[WARP][WARP + 1];
    __shared__ float vector[WARP], sums[WARP][WARP + 1];
    int x = threadIdx.x, y = threadIdx.y;
    size_t first = (size_t)blockIdx.x * WARP;

    float sum = 0.0f;
    for (int start = 0; start < cols; start += WARP) {
        bool inside = start + x < cols;
        if (inside && first + y < (size_t)rows)
            tile[y][x] = A[(first + y) * cols + start + x];
        else
            tile[y][x] = 0.0f;
        if (y == WARP - 1)
            vector[x] = inside ? V[start + x] : 0.0f;
        __syncthreads();
        sum += tile[x][y] * vector[y];
        __syncthreads();
    }
    sums[x][y] = sum;
    __syncthreads();
    sum = sums[y][x];
    for (int lanes = WARP / 2; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
    if (x == 0 && first + y < (size_t)rows)
        C[first + y] = sum;
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    dim3 block(WARP, WARP);

    matvec_transposed_tile_kernel<<<(rows - 1) / WARP + 1, block>>>(A, V, C,
                                                                    rows, cols);
}

// ---- matmul_tiled ---------------------------------------------------------

// Four rows of C for each thread: blocks of 32 x 8 threads, tiles of 32 x 32.
__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    __shared__ float a[WARP][WARP], b[WARP][WARP];
    int x = threadIdx.x, y = FOUR * threadIdx.y;
    size_t row = (size_t)blockIdx.y * WARP + y;
    size_t col = (size_t)blockIdx.x * WARP + x;
    float sum[FOUR] = {0};

    for (int start = 0; start < inner; start += WARP) {
        for (int i = 0; i < FOUR; i++) {
            bool in_a = row + i < (size_t)rows && start + x < inner;
            bool in_b = col < (size_t)cols && start + y + i < inner;
            a[y + i][x] = in_a ? A[(row + i) * inner + start + x] : 0.0f;
            b[y + i][x] = in_b ? B[(size_t)(start + y + i) * cols + col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < WARP; k++)
            for (int i = 0; i < FOUR; i++)
                sum[i] += a[y + i][k] * b[k][x];
        __syncthreads();
    }
    for (int i = 0; i < FOUR; i++)
        if (row + i < (size_t)rows && col < (size_t)cols)
            C[(row + i) * cols + col] = sum[i];
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 block(WARP, WARP / FOUR);
    dim3 grid((cols - 1) / WARP + 1, (rows - 1) / WARP + 1);

    matmul_tiled_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
}

// ---- matmul_register ------------------------------------------------------

// Blocks of 32 x 8 threads: 32 rows and 128 columns of results, the rows of a
// thread below each other.
__global__ void matmul_register_kernel(const float *A, const float *B, float *C,
                                       int rows, int inner, int cols)
{
    __shared__ float a[WARP][WARP], b[WARP][FOUR * WARP];
    int x = threadIdx.x, y = threadIdx.y;
    size_t top = (size_t)blockIdx.y * WARP;
    size_t left = (size_t)blockIdx.x * FOUR * WARP;
    float sum[FOUR][FOUR] = {};

    for (int start = 0; start < inner; start += WARP) {
        for (int i = y; i < WARP; i += WARP / FOUR) {
            bool in_a = top + i < (size_t)rows && start + x < inner;
            a[i][x] = in_a ? A[(top + i) * inner + start + x] : 0.0f;
            for (int j = 0; j < FOUR; j++) {
                size_t col = left + WARP * j + x;
                bool in_b = col < (size_t)cols && start + i < inner;
                b[i][WARP * j + x] =
                    in_b ? B[(size_t)(start + i) * cols + col] : 0.0f;
            }
        }
        __syncthreads();
        for (int k = 0; k < WARP; k++)
            for (int j = 0; j < FOUR; j++) {
                float right = b[k][WARP * j + x];
                for (int i = 0; i < FOUR; i++)
                    sum[i][j] += a[FOUR * y + i][k] * right;
            }
        __syncthreads();
    }
    for (int i = 0; i < FOUR; i++)
        for (int j = 0; j < FOUR; j++) {
            size_t row = top + FOUR * y + i, col = left + WARP * j + x;
            if (row < (size_t)rows && col < (size_t)cols)
                C[row * cols + col] = sum[i][j];
        }
}

extern "C" void matmul_register(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    dim3 block(WARP, WARP / FOUR);
    dim3 grid((cols - 1) / (FOUR * WARP) + 1, (rows - 1) / WARP + 1);

    matmul_register_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
}
