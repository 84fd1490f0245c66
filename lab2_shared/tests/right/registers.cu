/*
 * registers.cu - another right solution of lab 2: several results for each
 * thread, which stay in registers; 16 bytes a load where rows allow it; tiles
 * that are turned on their way in; shuffles in place of the last barrier.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- matvec_tiled ---------------------------------------------------------

// V in tiles of 1024, four elements for each thread.
__global__ void matvec_tiled_kernel(const float *__restrict__ A,
                                    const float *__restrict__ V, float *C,
                                    int rows, int cols)
{
    __shared__ __align__(16) float tile[1024];
    int row = blockIdx.x * 256 + threadIdx.x;

    for (int start = 0; start < cols; start += 1024) {
        int length = cols - start > 1024 ? 1024 : cols - start;
        for (int i = 4 * threadIdx.x; i < length; i += 1024) {
            if (i + 3 < length) {
                *(float4 *)&tile[i] = *(const float4 *)&V[start + i];
            } else {
                for (int j = i; j < length; j++)
                    tile[j] = V[start + j];
            }
        }
        __syncthreads();
        if (row < rows) {
            const float *a = A + (size_t)row * cols + start;
            float sum = 0.0f;
            for (int j = 0; j < length; j++)
                sum += a[j] * tile[j];
            C[row] = start ? C[row] + sum : sum;
        }
        __syncthreads();
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    matvec_tiled_kernel<<<(rows + 255) / 256, 256>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

// Two rows for each thread.
__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    __shared__ float tile[128];
    int row = blockIdx.x * 256 + threadIdx.x, second = row + 128;
    float sum = 0.0f, other = 0.0f;

    for (int start = 0; start < cols; start += 128) {
        int length = min(128, cols - start);
        if (threadIdx.x < length)
            tile[threadIdx.x] = V[start + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < length; j++) {
            float v = tile[j];
            if (row < rows)
                sum += A[(size_t)row * cols + start + j] * v;
            if (second < rows)
                other += A[(size_t)second * cols + start + j] * v;
        }
        __syncthreads();
    }
    if (row < rows)
        C[row] = sum;
    if (second < rows)
        C[second] = other;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    matvec_tiled_acc_kernel<<<(rows + 255) / 256, 128>>>(A, V, C, rows, cols);
}

// ---- vecmat_tiled ---------------------------------------------------------

// Columns in pairs, 8 slices; the slices' sums meet by atomics in shared
// memory.
__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    __shared__ float tile[256], sums[64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x;
    int col = blockIdx.x * 64 + x;
    float sum = 0.0f, other = 0.0f;

    if (t < 64)
        sums[t] = 0.0f;
    for (int start = 0; start < rows; start += 256) {
        int length = min(256, rows - start);
        if (t < length)
            tile[t] = V[start + t];
        __syncthreads();
        for (int i = y; i < length; i += 8) {
            const float *a = A + (size_t)(start + i) * cols + col;
            if (col < cols)
                sum += tile[i] * a[0];
            if (col + 32 < cols)
                other += tile[i] * a[32];
        }
        __syncthreads();
    }
    atomicAdd(&sums[x], sum);
    atomicAdd(&sums[x + 32], other);
    __syncthreads();
    if (t < 64 && blockIdx.x * 64 + t < cols)
        C[blockIdx.x * 64 + t] = sums[t];
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    vecmat_tiled_kernel<<<(cols + 63) / 64, dim3(32, 8)>>>(V, A, C, rows, cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

// The tile stands on its side: stores in columns 33 apart, loads along rows.
__global__ void matvec_transposed_tile_kernel(const float *A, const float *V,
                                              float *C, int rows, int cols)
{
    __shared__ float turned[32][33], vector[32], sums[8][33];
    int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * 32;
    float sum = 0.0f;

    for (int start = 0; start < cols; start += 32) {
#pragma unroll
        for (int i = 0; i < 32; i += 8) {
            int row = first + y + i, col = start + x;
            turned[x][y + i] =
                row < rows && col < cols ? A[(size_t)row * cols + col] : 0.0f;
        }
        if (y == 0)
            vector[x] = start + x < cols ? V[start + x] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 32; j += 8)
            sum += turned[y + j][x] * vector[y + j];
        __syncthreads();
    }
    sums[y][x] = sum;
    __syncthreads();
    // Warp y adds up rows 4y to 4y + 3, eight lanes for each.
    sum = sums[x % 8][4 * y + x / 8];
    for (int d = 4; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d, 8);
    if (x % 8 == 0 && first + 4 * y + x / 8 < rows)
        C[first + 4 * y + x / 8] = sum;
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    matvec_transposed_tile_kernel<<<(rows + 31) / 32, dim3(32, 8)>>>(
        A, V, C, rows, cols);
}

// ---- matmul_tiled ---------------------------------------------------------

// Tiles of 32 x 32 by 32 x 8 threads: four rows of C for each.
__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    __shared__ float a[32][33], b[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    int top = blockIdx.y * 32, col = blockIdx.x * 32 + x;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};

    for (int start = 0; start < inner; start += 32) {
        for (int i = y; i < 32; i += 8) {
            bool above = top + i < rows && start + x < inner;
            bool inside = start + i < inner && col < cols;
            a[i][x] = above ? A[(size_t)(top + i) * inner + start + x] : 0.0f;
            b[i][x] = inside ? B[(size_t)(start + i) * cols + col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            float right = b[k][x];
            for (int i = 0; i < 4; i++)
                sum[i] += a[y + 8 * i][k] * right;
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        int row = top + y + 8 * i;
        if (row < rows && col < cols)
            C[(size_t)row * cols + col] = sum[i];
    }
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 grid((cols + 31) / 32, (rows + 31) / 32);
    matmul_tiled_kernel<<<grid, dim3(32, 8)>>>(A, B, C, rows, inner, cols);
}

// ---- matmul_register ------------------------------------------------------

// 8 x 8 results a thread, neighbours; the tile of A lies on its side, so that
// both are read 16 bytes at a time.
__global__ void matmul_register_kernel(const float *A, const float *B, float *C,
                                       int rows, int inner, int cols)
{
    __shared__ __align__(16) float a[8][128 + 4], b[8][128];
    int t = threadIdx.x, x = t % 16 * 4, y = t / 16 * 8;
    int top = blockIdx.y * 128, left = blockIdx.x * 128;
    float sum[8][8] = {};

    for (int start = 0; start < inner; start += 8) {
        for (int i = t; i < 8 * 128; i += 256) {
            int k = start + i % 8, row = top + i / 8;
            a[i % 8][i / 8] =
                row < rows && k < inner ? A[(size_t)row * inner + k] : 0.0f;
            k = start + i / 128;
            int col = left + i % 128;
            b[i / 128][i % 128] =
                col < cols && k < inner ? B[(size_t)k * cols + col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < 8; k++) {
            float4 d0 = *(float4 *)&a[k][y], d1 = *(float4 *)&a[k][y + 4];
            float4 e0 = *(float4 *)&b[k][x], e1 = *(float4 *)&b[k][x + 64];
            float down[8] = {d0.x, d0.y, d0.z, d0.w, d1.x, d1.y, d1.z, d1.w};
            float across[8] = {e0.x, e0.y, e0.z, e0.w, e1.x, e1.y, e1.z, e1.w};
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    sum[i][j] += down[i] * across[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int row = top + y + i, col = left + x + (j < 4 ? j : 60 + j);
            if (row < rows && col < cols)
                C[(size_t)row * cols + col] = sum[i][j];
        }
}

extern "C" void matmul_register(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    dim3 grid((cols + 127) / 128, (rows + 127) / 128);
    matmul_register_kernel<<<grid, 256>>>(A, B, C, rows, inner, cols);
}
