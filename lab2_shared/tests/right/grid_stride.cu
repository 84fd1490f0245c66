/*
 * grid_stride.cu - another right solution of lab 2: fewer blocks than pieces,
 * so that each block does several; tiles of half the width, and 16 bytes a
 * load.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { BLOCK = 128, WARP = 32, HALF = 16, FOUR = 4 };

// ---- matvec_tiled ---------------------------------------------------------

// A tile of V, 16 bytes a thread where they are whole.
static __device__ void fetch(float *tile, const float *V, int length)
{
    int own = FOUR * threadIdx.x;

    if (length == BLOCK && threadIdx.x < BLOCK / FOUR)
        *(float4 *)(tile + own) = *(const float4 *)(V + own);
    else if (length < BLOCK && threadIdx.x < length)
        tile[threadIdx.x] = V[threadIdx.x];
}

__global__ void matvec_tiled_kernel(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    __shared__ __align__(16) float tile[BLOCK];

    for (size_t first = (size_t)blockIdx.x * BLOCK; first < (size_t)rows;
         first += (size_t)gridDim.x * BLOCK) {
        size_t row = first + threadIdx.x;
        for (int start = 0; start < cols; start += BLOCK) {
            int length = min((int)BLOCK, cols - start);
            fetch(tile, V + start, length);
            __syncthreads();
            if (row < (size_t)rows) {
                float sum = start == 0 ? 0.0f : C[row];
                for (int j = 0; j < length; j++)
                    sum += A[row * cols + start + j] * tile[j];
                C[row] = sum;
            }
            __syncthreads();
        }
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    matvec_tiled_kernel<<<12, BLOCK>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    __shared__ __align__(16) float tile[BLOCK];
    size_t row = (size_t)blockIdx.x * BLOCK + threadIdx.x;

    float sum = 0.0f;
    for (int start = 0; start < cols; start += BLOCK) {
        int length = min((int)BLOCK, cols - start);
        fetch(tile, V + start, length);
        __syncthreads();
        for (int j = 0; row < (size_t)rows && j < length; j++)
            sum += A[row * cols + start + j] * tile[j];
        __syncthreads();
    }
    if (row < (size_t)rows)
        C[row] = sum;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    matvec_tiled_acc_kernel<<<(rows - 1) / BLOCK + 1, BLOCK>>>(A, V, C, rows,
                                                               cols);
}

// ---- vecmat_tiled ---------------------------------------------------------

// A quarter of the slices; a block goes on with the next columns.
__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    __shared__ float tile[BLOCK], sums[FOUR][WARP];
    int x = threadIdx.x, y = threadIdx.y, thread = y * WARP + x;

    for (size_t first = (size_t)blockIdx.x * WARP; first < (size_t)cols;
         first += (size_t)gridDim.x * WARP) {
        size_t col = first + x;
        float sum = 0.0f;
        for (int start = 0; start < rows; start += BLOCK) {
            int length = min((int)BLOCK, rows - start);
            if (thread < length)
                tile[thread] = V[start + thread];
            __syncthreads();
            for (int i = y; col < (size_t)cols && i < length; i += FOUR)
                sum += tile[i] * A[(size_t)(start + i) * cols + col];
            __syncthreads();
        }
        sums[y][x] = sum;
        __syncthreads();
        if (y == 0 && col < (size_t)cols)
            C[col] = sums[0][x] + sums[1][x] + sums[2][x] + sums[3][x];
        // Two barriers in the loop above keep the next columns' sums away.
    }
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    vecmat_tiled_kernel<<<132, dim3(WARP, FOUR)>>>(V, A, C, rows, cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

// Instead of a column that is not used: element j of row l at j ^ l.
__global__ void matvec_transposed_tile_kernel(const float *A, const float *V,
                                              float *C, int rows, int cols)
{
    __shared__ float tile[WARP][WARP], vector[WARP], sums[FOUR][WARP];
    int lane = threadIdx.x, slice = threadIdx.y;
    size_t first = (size_t)blockIdx.x * WARP, row = first + lane;

    float sum = 0.0f;
    for (int start = 0; start < cols; start += WARP) {
        int length = min((int)WARP, cols - start);
        for (int i = slice; i < WARP && first + i < (size_t)rows; i += FOUR)
            if (lane < length)
                tile[i][lane ^ i] = A[(first + i) * cols + start + lane];
        if (slice == 0 && lane < length)
            vector[lane] = V[start + lane];
        __syncthreads();
        for (int j = slice; j < length && row < (size_t)rows; j += FOUR)
            sum += tile[lane][j ^ lane] * vector[j];
        __syncthreads();
    }
    sums[slice][lane] = sum;
    __syncthreads();
    if (slice == 0 && row < (size_t)rows)
        C[row] = sums[0][lane] + sums[1][lane] + sums[2][lane] + sums[3][lane];
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    dim3 block(WARP, FOUR);

    matvec_transposed_tile_kernel<<<(rows - 1) / WARP + 1, block>>>(A, V, C,
                                                                    rows, cols);
}

// ---- matmul_tiled ---------------------------------------------------------

// Tiles of 16 x 16: a warp does two rows.
__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    __shared__ float a[HALF][HALF], b[HALF][HALF];
    int x = threadIdx.x, y = threadIdx.y;
    size_t row = (size_t)blockIdx.y * HALF + y;
    size_t col = (size_t)blockIdx.x * HALF + x;

    float sum = 0.0f;
    for (int start = 0; start < inner; start += HALF) {
        bool in_a = row < (size_t)rows && start + x < inner;
        bool in_b = col < (size_t)cols && start + y < inner;
        a[y][x] = in_a ? A[row * inner + start + x] : 0.0f;
        b[y][x] = in_b ? B[(size_t)(start + y) * cols + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < HALF; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < (size_t)rows && col < (size_t)cols)
        C[row * cols + col] = sum;
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 block(HALF, HALF);
    dim3 grid((cols - 1) / HALF + 1, (rows - 1) / HALF + 1);

    matmul_tiled_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
}
