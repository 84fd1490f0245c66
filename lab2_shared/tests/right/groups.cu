/*
 * groups.cu - another right solution of lab 2: cooperative groups in place of
 * __syncthreads and of shuffles with a mask, block sizes that the occupancy
 * calculator proposes, structures of tiles, a launch by cudaLaunchKernel.
 */
#include "cuda_runtime.h"

#include <cooperative_groups.h>

#include "kernels.h"

namespace cg = cooperative_groups;

// ---- matvec_tiled ---------------------------------------------------------

__global__ void matvec_tiled_kernel(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    extern __shared__ float tile[];
    cg::thread_block block = cg::this_thread_block();
    size_t row =
        (size_t)block.group_index().x * block.size() + block.thread_rank();

    for (int start = 0; start < cols; start += block.size()) {
        int j = start + block.thread_rank();
        int length = min((int)block.size(), cols - start);
        if (j < cols)
            tile[block.thread_rank()] = V[j];
        block.sync();
        if (row < rows) {
            float sum = 0.0f;
            for (int i = 0; i < length; i++)
                sum += A[row * cols + start + i] * tile[i];
            if (start == 0)
                C[row] = sum;
            else
                C[row] += sum;
        }
        block.sync();
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int least = 0, block = 0;

    cudaOccupancyMaxPotentialBlockSize(&least, &block, matvec_tiled_kernel,
                                       4096, 0);
    if (block <= 0 || block > 1024)
        block = 256;
    matvec_tiled_kernel<<<(rows + block - 1) / block, block,
                          block * sizeof(float)>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

struct acc_tile {
    float data[256];
    int length;
};

__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    __shared__ acc_tile tile;
    cg::thread_block block = cg::this_thread_block();
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int start = 0; start < cols; start += 256) {
        if (block.thread_rank() == 0)
            tile.length = min(256, cols - start); // for all to read
        if (start + (int)threadIdx.x < cols)
            tile.data[threadIdx.x] = V[start + threadIdx.x];
        cg::sync(block);
        if (row < rows)
            for (int j = 0; j < tile.length; j++)
                sum += A[(size_t)row * cols + start + j] * tile.data[j];
        cg::sync(block);
    }
    if (row < rows)
        C[row] = sum;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    void *args[] = {&A, &V, &C, &rows, &cols};
    cudaLaunchKernel((void *)matvec_tiled_acc_kernel, dim3((rows + 255) / 256),
                     dim3(256), args, 0, cudaStreamDefault);
}

// ---- vecmat_tiled ---------------------------------------------------------

// Slices are warps of a block of one dimension.
__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    __shared__ float tile[256], sums[8][32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int slice = threadIdx.x / 32, lane = warp.thread_rank();
    size_t col = (size_t)blockIdx.x * 32 + lane;
    float sum = 0.0f;

    for (int start = 0; start < rows; start += 256) {
        int length = rows - start < 256 ? rows - start : 256;
        if (block.thread_rank() < length)
            tile[block.thread_rank()] = V[start + block.thread_rank()];
        block.sync();
        if (col < cols)
            for (int i = slice; i < length; i += 8)
                sum += tile[i] * A[(size_t)(start + i) * cols + col];
        block.sync();
    }
    sums[slice][lane] = sum;
    block.sync();
    if (slice == 7 && col < cols) { // the last warp, for a change
        for (int i = 0; i < 7; i++)
            sum += sums[i][lane];
        C[col] = sum;
    }
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    vecmat_tiled_kernel<<<(cols + 31) / 32, 256>>>(V, A, C, rows, cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

// 32 threads bring a row; then eight lanes sum a row and shuffle.
__global__ void matvec_transposed_tile_kernel(const float *A, const float *V,
                                              float *C, int rows, int cols)
{
    __shared__ float tile[32][33];
    __shared__ float vector[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int lane = warp.thread_rank(), w = block.thread_rank() / 32;
    int first = blockIdx.x * 32;
    float sum = 0.0f;

    for (int start = 0; start < cols; start += 32) {
        for (int i = w; i < 32; i += 8)
            tile[i][lane] = first + i < rows && start + lane < cols
                                ? A[(size_t)(first + i) * cols + start + lane]
                                : 0.0f;
        if (w == 0)
            vector[lane] = start + lane < cols ? V[start + lane] : 0.0f;
        block.sync();
        for (int j = 4 * w; j < 4 * w + 4; j++)
            sum += tile[lane][j] * vector[j];
        block.sync();
    }
    tile[w][lane] = sum; // the tile has done its work
    block.sync();
    if (w == 0) {
        float total = 0.0f;
        for (int i = 0; i < 8; i++)
            total += tile[i][lane];
        if (first + lane < rows)
            C[first + lane] = total;
    }
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    matvec_transposed_tile_kernel<<<(rows + 31) / 32, 256>>>(A, V, C, rows,
                                                             cols);
}

// ---- matmul_tiled ---------------------------------------------------------

struct tiles {
    float a[32][32], b[32][32];
};

__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    extern __shared__ unsigned char bytes[];
    tiles &t = *reinterpret_cast<tiles *>(bytes);
    cg::thread_block block = cg::this_thread_block();
    int x = block.thread_index().x, y = block.thread_index().y;
    int row = block.group_index().y * 32 + y;
    int col = block.group_index().x * 32 + x;
    float sum = 0.0f;

    for (int start = 0; start < inner; start += 32) {
        int left = min(32, inner - start); // no zeros: the loop is shorter
        if (row < rows && x < left)
            t.a[y][x] = A[(size_t)row * inner + start + x];
        if (col < cols && y < left)
            t.b[y][x] = B[(size_t)(start + y) * cols + col];
        block.sync();
        if (row < rows && col < cols)
            for (int k = 0; k < left; k++)
                sum += t.a[y][k] * t.b[k][x];
        block.sync();
    }
    if (row < rows && col < cols)
        C[(size_t)row * cols + col] = sum;
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 grid((cols + 31) / 32, (rows + 31) / 32);
    matmul_tiled_kernel<<<grid, dim3(32, 32), sizeof(tiles)>>>(A, B, C, rows,
                                                               inner, cols);
}
