/*
 * slow2.cu - the set: lab 2, shared memory, as students write it.
 */
#include "times.h"

enum { TILE = 32 };

// ---- A x V ------------------------------------------------------------------

// The running sum in shared memory, as the course's listing has it.
__global__ void mv_shared_sum(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    __shared__ float tile[256], sums[256];
    int t = threadIdx.x, row = blockIdx.x * 256 + t;

    sums[t] = 0;
    for (int start = 0; start < cols; start += 256) {
        int length = min(256, cols - start);
        if (t < length)
            tile[t] = V[start + t];
        __syncthreads();
        if (row < rows)
            for (int j = 0; j < length; j++)
                sums[t] += A[row * cols + start + j] * tile[j];
        __syncthreads();
    }
    if (row < rows)
        C[row] = sums[t];
}

__global__ void mv_shared_volatile(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    __shared__ volatile float tile[256], sums[256];
    int t = threadIdx.x, row = blockIdx.x * 256 + t;

    sums[t] = 0;
    for (int start = 0; start < cols; start += 256) {
        int length = min(256, cols - start);
        if (t < length)
            tile[t] = V[start + t];
        __syncthreads();
        if (row < rows)
            for (int j = 0; j < length; j++)
                sums[t] += A[row * cols + start + j] * tile[j];
        __syncthreads();
    }
    if (row < rows)
        C[row] = sums[t];
}

// C in each step of the inner loop, not once a tile.
__global__ void mv_tile_in_place(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float tile[128];
    int t = threadIdx.x, row = blockIdx.x * 128 + t;

    if (row < rows)
        C[row] = 0;
    for (int start = 0; start < cols; start += 128) {
        if (start + t < cols)
            tile[t] = V[start + t];
        __syncthreads();
        if (row < rows)
            for (int j = 0; j < 128 && start + j < cols; j++)
                C[row] += A[row * cols + start + j] * tile[j];
        __syncthreads();
    }
}

// The whole vector, read by each block before it begins.
__global__ void mv_whole_vector(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    extern __shared__ float vector[];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        vector[j] = V[j];
    __syncthreads();
    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * vector[j];
    C[row] = sum;
}

// One thread fills what all wait for.
__global__ void mv_one_fills(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    __shared__ float tile[64];
    int t = threadIdx.x, row = blockIdx.x * blockDim.x + t;
    float sum = 0;

    for (int start = 0; start < cols; start += 64) {
        int length = min(64, cols - start);
        if (t == 0)
            for (int j = 0; j < length; j++)
                tile[j] = V[start + j];
        __syncthreads();
        if (row < rows)
            for (int j = 0; j < length; j++)
                sum += A[row * cols + start + j] * tile[j];
        __syncthreads();
    }
    if (row < rows)
        C[row] = sum;
}

// Tiles of 8 elements: two barriers for 8 products.
__global__ void mv_short_tiles(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    __shared__ float tile[8];
    int t = threadIdx.x, row = blockIdx.x * blockDim.x + t;
    float sum = 0;

    for (int start = 0; start < cols; start += 8) {
        if (t < 8 && start + t < cols)
            tile[t] = V[start + t];
        __syncthreads();
        for (int j = 0; j < 8 && start + j < cols; j++)
            if (row < rows)
                sum += A[row * cols + start + j] * tile[j];
        __syncthreads();
    }
    if (row < rows)
        C[row] = sum;
}

// A in square tiles; PAD decides about conflicts.
template <int PAD>
__global__ void mv_square(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    __shared__ float tile[TILE][TILE + PAD];
    int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * TILE;
    float sum = 0;

    for (int start = 0; start < cols; start += TILE) {
        tile[y][x] = first + y < rows && start + x < cols
                         ? A[(first + y) * cols + start + x]
                         : 0;
        __syncthreads();
        if (y == 0)
            for (int j = 0; j < TILE && start + j < cols; j++)
                sum += tile[x][j] * V[start + j];
        __syncthreads();
    }
    if (y == 0 && first + x < rows)
        C[first + x] = sum;
}

// As above, with a warp for each tile and a loop to fill it.
template <int PAD>
__global__ void mv_warp_square(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    __shared__ float tile[TILE][TILE + PAD], vector[TILE];
    int x = threadIdx.x, first = blockIdx.x * TILE;
    float sum = 0;

    for (int start = 0; start < cols; start += TILE) {
        int length = min(TILE, cols - start);
        for (int y = 0; y < TILE && first + y < rows; y++)
            if (x < length)
                tile[y][x] = A[(first + y) * cols + start + x];
        if (x < length)
            vector[x] = V[start + x];
        __syncthreads();
        if (first + x < rows)
            for (int j = 0; j < length; j++)
                sum += tile[x][j] * vector[j];
        __syncthreads();
    }
    if (first + x < rows)
        C[first + x] = sum;
}

// Sums of slices added by atomics in shared memory.
__global__ void mv_square_atomic(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1], sums[TILE];
    int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * TILE;

    if (y == 0)
        sums[x] = 0;
    for (int start = 0; start < cols; start += TILE) {
        for (int k = y; k < TILE; k += 8)
            tile[k][x] = first + k < rows && start + x < cols
                             ? A[(first + k) * cols + start + x]
                             : 0;
        __syncthreads();
        for (int j = y; j < TILE && start + j < cols; j += 8)
            atomicAdd(&sums[x], tile[x][j] * V[start + j]);
        __syncthreads();
    }
    if (y == 0 && first + x < rows)
        C[first + x] = sums[x];
}

// ---- V x A ------------------------------------------------------------------

__global__ void vm_tile(const float *V, const float *A, float *C, int rows,
                        int cols)
{
    __shared__ float tile[256];
    int t = threadIdx.x, col = blockIdx.x * blockDim.x + t;
    float sum = 0;

    for (int start = 0; start < rows; start += 256) {
        int length = min(256, rows - start);
        if (t < length)
            tile[t] = V[start + t];
        __syncthreads();
        if (col < cols)
            for (int i = 0; i < length; i++)
                sum += tile[i] * A[(start + i) * cols + col];
        __syncthreads();
    }
    if (col < cols)
        C[col] = sum;
}

// Slices the other way round: threadIdx.x counts them.
__global__ void vm_slices_across(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    __shared__ float sums[TILE][9];
    int slice = threadIdx.x, k = threadIdx.y, col = blockIdx.x * TILE + k;
    float sum = 0;

    if (col < cols)
        for (int i = slice; i < rows; i += 8)
            sum += V[i] * A[i * cols + col];
    sums[k][slice] = sum;
    __syncthreads();
    if (slice == 0 && col < cols) {
        for (int j = 1; j < 8; j++)
            sum += sums[k][j];
        C[col] = sum;
    }
}

__global__ void vm_shared_atomic(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    __shared__ float sums[TILE];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x;

    if (y == 0)
        sums[x] = 0;
    __syncthreads();
    if (col < cols)
        for (int i = y; i < rows; i += 8)
            atomicAdd(&sums[x], V[i] * A[i * cols + col]);
    __syncthreads();
    if (y == 0 && col < cols)
        C[col] = sums[x];
}

__global__ void vm_global_atomic(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    __shared__ float tile[256];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x;
    float sum = 0;

    if (y == 0 && col < cols)
        C[col] = 0;
    for (int start = 0; start < rows; start += 256) {
        int length = min(256, rows - start);
        if (y * 32 + x < length)
            tile[y * 32 + x] = V[start + y * 32 + x];
        __syncthreads();
        for (int i = y; i < length && col < cols; i += 8)
            sum += tile[i] * A[(start + i) * cols + col];
        __syncthreads();
    }
    if (col < cols)
        atomicAdd(&C[col], sum);
}

__global__ void vm_many_slices(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    __shared__ float sums[32][TILE];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x;
    float sum = 0;

    if (col < cols)
        for (int i = y; i < rows; i += 32)
            sum += V[i] * A[i * cols + col];
    sums[y][x] = sum;
    for (int half = 16; half > 0; half /= 2) {
        __syncthreads();
        if (y < half)
            sums[y][x] += sums[y + half][x];
    }
    if (y == 0 && col < cols)
        C[col] = sums[0][x];
}

// ---- A x B ------------------------------------------------------------------

template <int SIDE, int PAD>
__global__ void mm_tile(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[SIDE][SIDE + PAD], b[SIDE][SIDE + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * SIDE + y, col = blockIdx.x * SIDE + x;
    float sum = 0;

    for (int start = 0; start < n; start += SIDE) {
        a[y][x] = row < n && start + x < n ? A[row * n + start + x] : 0;
        b[y][x] = col < n && start + y < n ? B[(start + y) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < SIDE; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

// threadIdx.x is the row: conflicts, and stores apart.
template <int PAD>
__global__ void mm_tile_turned(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[TILE][TILE + PAD], b[TILE][TILE + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + x, col = blockIdx.x * TILE + y;
    float sum = 0;

    for (int start = 0; start < n; start += TILE) {
        a[x][y] = row < n && start + y < n ? A[row * n + start + y] : 0;
        b[x][y] = col < n && start + x < n ? B[(start + x) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[x][k] * b[k][y];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

// B's tile is kept the other way round.
template <int PAD>
__global__ void mm_tile_b_turned(const float *A, const float *B, float *C,
                                 int n)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;

    for (int start = 0; start < n; start += TILE) {
        a[y][x] = row < n && start + x < n ? A[row * n + start + x] : 0;
        b[x][y] = col < n && start + y < n ? B[(start + y) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[y][k] * b[x][k];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

__global__ void mm_tile_of_a(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;

    for (int start = 0; start < n; start += TILE) {
        a[y][x] = row < n && start + x < n ? A[row * n + start + x] : 0;
        __syncthreads();
        for (int k = 0; k < TILE && start + k < n; k++)
            if (col < n)
                sum += a[y][k] * B[(start + k) * n + col];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

__global__ void mm_tile_in_place(const float *A, const float *B, float *C,
                                 int n)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;

    if (row < n && col < n)
        C[row * n + col] = 0;
    for (int start = 0; start < n; start += 16) {
        a[y][x] = row < n && start + x < n ? A[row * n + start + x] : 0;
        b[y][x] = col < n && start + y < n ? B[(start + y) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            if (row < n && col < n)
                C[row * n + col] += a[y][k] * b[k][x];
        __syncthreads();
    }
}

// The bounds are asked in the innermost loop.
__global__ void mm_tile_bounds(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;

    for (int m = 0; m < (n + 15) / 16; m++) {
        if (row < n && m * 16 + x < n)
            a[y][x] = A[row * n + m * 16 + x];
        if (col < n && m * 16 + y < n)
            b[y][x] = B[(m * 16 + y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            if (m * 16 + k < n && row < n && col < n)
                sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

// Blocks of one row of 256 threads: the tile of A is a row.
__global__ void mm_row_tile(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[256];
    int t = threadIdx.x, row = blockIdx.y, col = blockIdx.x * 256 + t;
    float sum = 0;

    for (int start = 0; start < n; start += 256) {
        int length = min(256, n - start);
        if (t < length)
            a[t] = A[row * n + start + t];
        __syncthreads();
        if (col < n)
            for (int k = 0; k < length; k++)
                sum += a[k] * B[(start + k) * n + col];
        __syncthreads();
    }
    if (col < n)
        C[row * n + col] = sum;
}

template <int SIDE>
__global__ void mm_registers(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[16 * SIDE][17], b[16][16 * SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 * SIDE, col = blockIdx.x * 16 * SIDE;
    float sums[SIDE][SIDE] = {};

    for (int start = 0; start < n; start += 16) {
        for (int k = 0; k < SIDE; k++) {
            a[y + 16 * k][x] = A[(row + y + 16 * k) * n + start + x];
            b[y][x + 16 * k] = B[(start + y) * n + col + x + 16 * k];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++)
                    sums[i][j] += a[y + 16 * i][k] * b[k][x + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            C[(row + y + 16 * i) * n + col + x + 16 * j] = sums[i][j];
}

__global__ void mm_first_warp_fills(const float *A, const float *B, float *C,
                                    int n)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    int row = blockIdx.y * 16, col = blockIdx.x * 16;
    float sum = 0;

    for (int start = 0; start < n; start += 16) {
        if (t < 32)
            for (int k = t; k < 256; k += 32) {
                int i = k / 16, j = k % 16;
                a[i][j] = row + i < n && start + j < n
                              ? A[(row + i) * n + start + j]
                              : 0;
                b[i][j] = col + j < n && start + i < n
                              ? B[(start + i) * n + col + j]
                              : 0;
            }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row + y < n && col + x < n)
        C[(row + y) * n + col + x] = sum;
}

__global__ void mm_tile_double(const float *A, const float *B, float *C, int n)
{
    __shared__ double a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    double sum = 0;

    for (int start = 0; start < n; start += 16) {
        a[y][x] = row < n && start + x < n ? A[row * n + start + x] : 0;
        b[y][x] = col < n && start + y < n ? B[(start + y) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = (float)sum;
}

// The table, and how its rows are said, stand as they do by hand.
// clang-format off
#define MM(version, kind, side, kernel, ...)                                   \
    ROW("matmul/" version, kind,                                               \
        (kernel<<<dim3(blocks(s.a, side), blocks(s.a, side)),                  \
                  dim3(side, side)>>>(d.a, d.b, d.c, s.a)), __VA_ARGS__)

static const struct timed cases[] = {
    MV(shared_sum, "shared", SHAPES)
    MV(shared_volatile, "shared", SHAPES)
    ROW("matvec/tile_in_place", "store in loop",
        (mv_tile_in_place<<<blocks(s.a, 128), 128>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/whole_vector", "shared",
        (mv_whole_vector<<<blocks(s.a, s.c), s.c, s.b * sizeof(float)>>>(
            d.a, d.b, d.c, s.a, s.b)),
        {1000, 500, 32}, {1000, 500, 256}, {2500, 2000, 32}, {2500, 2000, 256})
    ROW("matvec/one_fills", "one thread",
        (mv_one_fills<<<blocks(s.a, 128), 128>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    MV(short_tiles, "barriers", SHAPES)
    ROW("matvec/square", "bank conflicts",
        (mv_square<0>
         <<<blocks(s.a, 32), dim3(32, 32)>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/square_padded", "barriers",
        (mv_square<1>
         <<<blocks(s.a, 32), dim3(32, 32)>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/warp_square", "bank conflicts",
        (mv_warp_square<0><<<blocks(s.a, 32), 32>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/warp_square_padded", "waiting",
        (mv_warp_square<1><<<blocks(s.a, 32), 32>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/square_atomic", "shared atomics",
        (mv_square_atomic<<<blocks(s.a, 32), dim3(32, 8)>>>(d.a, d.b, d.c, s.a,
                                                            s.b)),
        SHAPES)
    VM(tile, "shared", SHAPES)
    ROW("vecmat/slices_across", "uncoalesced",
        (vm_slices_across<<<blocks(s.b, 32), dim3(8, 32)>>>(d.b, d.a, d.c, s.a,
                                                            s.b)),
        SHAPES)
    ROW("vecmat/shared_atomic", "shared atomics",
        (vm_shared_atomic<<<blocks(s.b, 32), dim3(32, 8)>>>(d.b, d.a, d.c, s.a,
                                                            s.b)),
        SHAPES)
    ROW("vecmat/global_atomic", "atomics",
        (vm_global_atomic<<<blocks(s.b, 32), dim3(32, 8)>>>(d.b, d.a, d.c, s.a,
                                                            s.b)),
        SHAPES)
    ROW("vecmat/many_slices", "coalesced",
        (vm_many_slices<<<blocks(s.b, 32), dim3(32, 32)>>>(d.b, d.a, d.c, s.a,
                                                           s.b)),
        SHAPES)
    MM("tile_8", "barriers", 8, (mm_tile<8, 0>), CUBE(64), CUBE(128), CUBE(320))
    MM("tile_16", "shared", 16, (mm_tile<16, 0>), CUBE(128), CUBE(320),
       CUBE(384))
    MM("tile_32_padded", "shared", 32, (mm_tile<32, 1>), CUBE(128), CUBE(320))
    MM("tile_turned", "bank conflicts", 32, mm_tile_turned<0>, CUBE(128),
       CUBE(256))
    MM("tile_turned_padded", "uncoalesced", 32, mm_tile_turned<1>, CUBE(128),
       CUBE(256))
    MM("tile_b_turned", "bank conflicts", 32, mm_tile_b_turned<0>, CUBE(128),
       CUBE(256))
    MM("tile_b_turned_padded", "shared", 32, mm_tile_b_turned<1>, CUBE(128),
       CUBE(256))
    MM("tile_of_a", "shared", 32, mm_tile_of_a, CUBE(128), CUBE(320))
    MM("tile_in_place", "store in loop", 16, mm_tile_in_place, CUBE(128),
       CUBE(256))
    MM("tile_bounds", "shared", 16, mm_tile_bounds, CUBE(128), CUBE(300))
    ROW("matmul/row_tile", "shared",
        (mm_row_tile<<<dim3(blocks(s.a, 256), s.a), 256>>>(d.a, d.b, d.c, s.a)),
        CUBE(128), CUBE(256))
    ROW("matmul/registers_2", "shared",
        (mm_registers<2>
         <<<dim3(s.a / 32, s.a / 32), dim3(16, 16)>>>(d.a, d.b, d.c, s.a)),
        CUBE(128), CUBE(384))
    ROW("matmul/registers_4", "shared",
        (mm_registers<4>
         <<<dim3(s.a / 64, s.a / 64), dim3(16, 16)>>>(d.a, d.b, d.c, s.a)),
        CUBE(128), CUBE(384), CUBE(512))
    MM("first_warp_fills", "barriers", 16, mm_first_warp_fills, CUBE(128),
       CUBE(256))
    MM("tile_double", "double", 16, mm_tile_double, CUBE(128), CUBE(256))
};

TIMES_MAIN
