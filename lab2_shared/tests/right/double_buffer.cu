/*
 * double_buffer.cu - another right solution of lab 2: two tiles in turn, so
 * that one barrier for each is enough; dynamic shared memory cut into pieces;
 * the next tile is on its way in registers while this one is used.
 */
#include "cuda_runtime.h"
#include "kernels.h"

extern __shared__ float room[];

// ---- matvec_tiled ---------------------------------------------------------

__global__ void matvec_tiled_kernel(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    int t = threadIdx.x, turn = 0;
    size_t row = blockIdx.x * (size_t)blockDim.x + t;

    for (int start = 0; start < cols; start += blockDim.x, turn ^= 1) {
        float *tile = room + turn * blockDim.x;
        int length = min((int)blockDim.x, cols - start);

        if (t < length)
            tile[t] = V[start + t];
        __syncthreads(); // whoever is here has read the tile before the last
        if (row < rows) {
            float sum = start > 0 ? C[row] : 0.0f;
            for (int j = 0; j < length; j++)
                sum += A[row * cols + start + j] * tile[j];
            C[row] = sum;
        }
    }
}

extern "C" void matvec_tiled(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int block = 320;
    matvec_tiled_kernel<<<(rows + block - 1) / block, block,
                          2 * block * sizeof(float)>>>(A, V, C, rows, cols);
}

// ---- matvec_tiled_acc -----------------------------------------------------

__global__ void matvec_tiled_acc_kernel(const float *A, const float *V,
                                        float *C, int rows, int cols)
{
    int t = threadIdx.x, block = blockDim.x;
    int row = blockIdx.x * block + t;
    float *now = room, *next = room + block, sum = 0.0f;

    now[t] = t < cols ? V[t] : 0.0f;
    __syncthreads();
    for (int start = 0; start < cols; start += block) {
        float coming = 0.0f, *swap;
        int length = min(block, cols - start);

        if (start + block + t < cols)
            coming = V[start + block + t];
        if (row < rows)
            for (int j = 0; j < length; j++)
                sum += A[(size_t)row * cols + start + j] * now[j];
        next[t] = coming;
        __syncthreads();
        swap = now, now = next, next = swap;
    }
    if (row < rows)
        C[row] = sum;
}

extern "C" void matvec_tiled_acc(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    size_t bytes = 2 * 256 * sizeof(float);
    matvec_tiled_acc_kernel<<<(rows + 255) / 256, 256, bytes>>>(A, V, C, rows,
                                                                cols);
}

// ---- vecmat_tiled ---------------------------------------------------------

// A warp for each slice of the rows, all of V's tile first.
__global__ void vecmat_tiled_kernel(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    float *tile = room, *sums = room + 1024;
    int lane = threadIdx.x % 32, slice = threadIdx.x / 32;
    int slices = blockDim.x / 32, col = blockIdx.x * 32 + lane;
    float sum = 0.0f;

    for (int start = 0; start < rows; start += 1024) {
        int length = min(1024, rows - start);
        for (int i = threadIdx.x; i < length; i += blockDim.x)
            tile[i] = V[start + i];
        __syncthreads();
        if (col < cols) {
            const float *a = A + (size_t)(start + slice) * cols + col;
            for (int i = slice; i < length; i += slices) {
                sum += tile[i] * *a;
                a += (size_t)slices * cols;
            }
        }
        __syncthreads();
    }
    sums[slice * 32 + lane] = sum;
    __syncthreads();
    if (slice == 0 && col < cols) {
        sum = 0.0f;
        for (int i = 0; i < slices; i++)
            sum += sums[i * 32 + lane];
        C[col] = sum;
    }
}

extern "C" void vecmat_tiled(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int threads = 256;
    vecmat_tiled_kernel<<<(cols + 31) / 32, threads,
                          (1024 + threads) * sizeof(float)>>>(V, A, C, rows,
                                                              cols);
}

// ---- matvec_transposed_tile -----------------------------------------------

// Warps bring rows; then a lane is a row.  Tiles 33 floats wide, in turn.
__global__ void matvec_transposed_tile_kernel(const float *A, const float *V,
                                              float *C, int rows, int cols)
{
    enum { T = 32, WIDTH = T + 1, WARPS = 4 };
    float *tiles = room, *vectors = tiles + 2 * T * WIDTH;
    float *sums = vectors + 2 * T;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, turn = 0;
    int first = blockIdx.x * T;
    float sum = 0.0f;

    for (int start = 0; start < cols; start += T, turn = 1 - turn) {
        float *tile = tiles + turn * T * WIDTH, *vector = vectors + turn * T;
        for (int i = warp; i < T; i += WARPS) {
            int row = first + i, col = start + lane;
            float a = 0.0f;
            if (row < rows && col < cols)
                a = A[(size_t)row * cols + col];
            tile[i * WIDTH + lane] = a;
        }
        if (warp == WARPS - 1)
            vector[lane] = start + lane < cols ? V[start + lane] : 0.0f;
        __syncthreads();
        for (int j = warp * (T / WARPS); j < (warp + 1) * (T / WARPS); j++)
            sum += tile[lane * WIDTH + j] * vector[j];
    }
    sums[warp * T + lane] = sum;
    __syncthreads();
    if (warp == 0 && first + lane < rows)
        C[first + lane] = (sums[lane] + sums[lane + T]) +
                          (sums[lane + 2 * T] + sums[lane + 3 * T]);
}

extern "C" void matvec_transposed_tile(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    size_t bytes = (2 * 32 * 33 + 2 * 32 + 4 * 32) * sizeof(float);
    matvec_transposed_tile_kernel<<<(rows + 31) / 32, 128, bytes>>>(A, V, C,
                                                                    rows, cols);
}

// ---- matmul_tiled ---------------------------------------------------------

static __device__ float at(const float *M, int row, int col, int rows, int cols)
{
    return row < rows && col < cols ? M[(size_t)row * cols + col] : 0.0f;
}

__global__ void matmul_tiled_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    enum { T = 32 };
    __shared__ float a[2][T][T], b[2][T][T];
    int x = threadIdx.x, y = threadIdx.y, turn = 0;
    int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float sum = 0.0f;

    a[0][y][x] = at(A, row, x, rows, inner);
    b[0][y][x] = at(B, y, col, inner, cols);
    for (int start = 0; start < inner; start += T) {
        int next = start + T;

        __syncthreads();
        if (next < inner) {
            a[!turn][y][x] = at(A, row, next + x, rows, inner);
            b[!turn][y][x] = at(B, next + y, col, inner, cols);
        }
        for (int k = 0; k < T; k++)
            sum += a[turn][y][k] * b[turn][k][x];
        turn = !turn;
    }
    if (row < rows && col < cols)
        C[(size_t)row * cols + col] = sum;
}

extern "C" void matmul_tiled(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 block(32, 32), grid((cols + 31) / 32, (rows + 31) / 32);
    matmul_tiled_kernel<<<grid, block>>>(A, B, C, rows, inner, cols);
}
