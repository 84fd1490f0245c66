/*
 * slow6.cu - the set: solutions of the three labs, right and of varied skill,
 * once unseen like those of slow5.cu: by somebody who had not seen the model.
 */
#include "times.h"

#define ALL_LANES 0xffffffffu

__device__ int index_1d()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <typename T> __device__ T warp_total(T x)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_xor_sync(ALL_LANES, x, d);
    return x;
}

// ---- lab 1: A x V, a thread for each row ------------------------------------

// Four products by hand, then what is left.
__global__ void mv_by_fours(float *A, float *V, float *C, int rows, int cols)
{
    size_t row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        float sum = 0.0f;
        size_t j = 0;
        for (; j + 3 < cols; j += 4) {
            sum += A[row * cols + j] * V[j];
            sum += A[row * cols + j + 1] * V[j + 1];
            sum += A[row * cols + j + 2] * V[j + 2];
            sum += A[row * cols + j + 3] * V[j + 3];
        }
        for (; j < cols; j++)
            sum += A[row * cols + j] * V[j];
        C[row] = sum;
    }
}

__global__ void mv_pointers(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int row = index_1d();
    const float *p = A + (size_t)row * cols, *end = p + cols;
    float sum = 0;

    if (row >= rows)
        return;
    while (p != end)
        sum += *p++ * *V++;
    C[row] = sum;
}

__global__ void mv_read_only(const float *__restrict__ A,
                             const float *__restrict__ V, float *__restrict__ C,
                             int rows, int cols)
{
    int row = index_1d();
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum = fmaf(__ldg(&A[row * cols + j]), __ldg(&V[j]), sum);
    C[row] = sum;
}

__global__ void mv_count_down(const float *A, const float *V, float *C,
                              unsigned rows, unsigned cols)
{
    unsigned row = index_1d(), j = cols;
    float sum = 0;

    if (row >= rows)
        return;
    while (j-- > 0)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
}

// Six elements of the row are asked for before the first is used.
__global__ void mv_six_asked(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int row = index_1d();

    if (row >= rows)
        return;
    const float *p = &A[row * cols];
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0;
    for (int j = 0; j < cols; j += 6) {
        float a0 = p[j], a1 = p[j + 1], a2 = p[j + 2], a3 = p[j + 3],
              a4 = p[j + 4], a5 = p[j + 5];
        s0 += a0 * V[j];
        s1 += a1 * V[j + 1];
        s2 += a2 * V[j + 2];
        s3 += a3 * V[j + 3];
        s4 += a4 * V[j + 4];
        s5 += a5 * V[j + 5];
    }
    C[row] = ((s0 + s1) + (s2 + s3)) + (s4 + s5);
}

// Three rows for each thread, a third of the matrix apart.
__global__ void mv_three_rows(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int third = rows / 3, row = index_1d();
    float sum[3] = {0, 0, 0};

    if (row >= third)
        return;
    for (int j = 0; j < cols; j++) {
        float v = V[j];
        for (int k = 0; k < 3; k++)
            sum[k] += A[(row + k * third) * cols + j] * v;
    }
    for (int k = 0; k < 3; k++)
        C[row + k * third] = sum[k];
}

// Ten of both are copied before they are multiplied.
__global__ void mv_copies(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = index_1d();
    float a[10], v[10], sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j += 10) {
        for (int k = 0; k < 10; k++) {
            a[k] = A[row * cols + j + k];
            v[k] = V[j + k];
        }
        for (int k = 0; k < 10; k++)
            sum += a[k] * v[k];
    }
    C[row] = sum;
}

struct view {
    const float *first;
    int rows, cols;
    __device__ float at(int i, int j) const
    {
        return i < rows && j < cols ? first[i * cols + j] : 0;
    }
};

__global__ void mv_view(struct view A, const float *V, float *C)
{
    int row = index_1d();
    float sum = 0;

    if (row >= A.rows)
        return;
    for (int j = 0; j < A.cols; ++j)
        sum += A.at(row, j) * V[j];
    C[row] = sum;
}

// ---- lab 1: A x V, more threads for a row -----------------------------------

__global__ void mv_warp_pairs(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int row = index_1d() / warpSize, lane = threadIdx.x % warpSize;

    if (row >= rows)
        return;
    const float2 *p = (const float2 *)(A + row * cols);
    const float2 *v = (const float2 *)V;
    float sum = 0;
    for (int j = lane; j < cols / 2; j += warpSize) {
        float2 x = p[j], y = v[j];
        sum += x.x * y.x + x.y * y.y;
    }
    sum = warp_total(sum);
    if (lane == 0)
        C[row] = sum;
}

__global__ void mv_warp_two_rows(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int row = index_1d() / 32 * 2, lane = threadIdx.x & 31;
    float top = 0, below = 0;

    if (row + 1 >= rows)
        return;
    for (int j = lane; j < cols; j += 32) {
        top += A[row * cols + j] * V[j];
        below += A[(row + 1) * cols + j] * V[j];
    }
    top = warp_total(top);
    below = warp_total(below);
    if (lane < 2)
        C[row + lane] = lane ? below : top;
}

// As many warps as there are, each with rows a grid's width apart.
__global__ void mv_warp_strides(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    int lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;

    for (int row = index_1d() / 32; row < rows; row += warps) {
        float sum = 0;
        for (int j = lane; j < cols; j += 32)
            sum += A[row * cols + j] * V[j];
        for (int d = 1; d < 32; d *= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, d);
        if (!lane)
            C[row] = sum;
    }
}

template <int WARPS>
__global__ void __launch_bounds__(32 * WARPS, 4)
    mv_warp_sheet(const float *__restrict__ A, const float *__restrict__ V,
                  float *C, int rows, int cols)
{
    int row = blockIdx.x * WARPS + threadIdx.y;
    float sum = 0;

    if (row < rows) {
#pragma unroll 4
        for (int j = threadIdx.x; j < cols; j += 32)
            sum += A[(size_t)row * cols + j] * V[j];
        sum = warp_total(sum);
        if (threadIdx.x == 0)
            C[row] = sum;
    }
}

// Eight lanes for a row, four elements each.
__global__ void mv_eighths(const float4 *A, const float4 *V, float *C, int rows,
                           int cols4)
{
    int row = index_1d() >> 3, part = threadIdx.x & 7;
    float sum = 0;

    if (row < rows)
        for (int j = part; j < cols4; j += 8) {
            float4 a = A[row * cols4 + j], v = V[j];
            sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
        }
    for (int d = 4; d > 0; d >>= 1)
        sum += __shfl_down_sync(ALL_LANES, sum, d, 8);
    if (row < rows && part == 0)
        C[row] = sum;
}

// A block of three warps.
__global__ void mv_block_of_96(const float *A, const float *V, float *C,
                               int cols)
{
    __shared__ float part[3];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;

    for (int j = t; j < cols; j += 96)
        sum += A[row * cols + j] * V[j];
    sum = warp_total(sum);
    if (t % 32 == 0)
        part[t / 32] = sum;
    __syncthreads();
    if (t == 0)
        C[row] = part[0] + part[1] + part[2];
}

// A tree of doubles, with a barrier more than it takes.
__global__ void mv_block_doubles(const float *A, const float *V, float *C,
                                 int cols)
{
    __shared__ double s[128];
    int row = blockIdx.x, t = threadIdx.x, half = 64;
    double sum = 0;

    for (int j = t; j < cols; j += 128)
        sum += (double)A[row * cols + j] * V[j];
    s[t] = sum;
    __syncthreads();
    while (half != 0) {
        if (t < half)
            s[t] = s[t] + s[t + half];
        __syncthreads();
        half /= 2;
    }
    __syncthreads();
    if (t == 0)
        C[row] = (float)s[0];
}

// ---- lab 2: A x V with tiles ------------------------------------------------

__global__ void mv_tile_of_v(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    __shared__ float v[128];
    int t = threadIdx.x, row = blockIdx.x * 128 + t;
    float sum = 0;

    for (int first = 0; first < cols; first += 128) {
        if (first + t < cols)
            v[t] = V[first + t];
        __syncthreads();
        int count = cols - first < 128 ? cols - first : 128;
        if (row < rows)
            for (int j = 0; j < count; j++)
                sum += A[row * cols + first + j] * v[j];
        __syncthreads();
    }
    if (row < rows)
        C[row] = sum;
}

// 64 threads read a tile of 64 x 16 together, then each has a row of it.
template <int PITCH>
__global__ void mv_tile_of_a(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    __shared__ float tile[64][PITCH], v[16];
    int t = threadIdx.x, top = blockIdx.x * 64;
    float sum = 0;

    for (int first = 0; first < cols; first += 16) {
        int x = t % 16;
        for (int y = t / 16; y < 64; y += 4)
            tile[y][x] = top + y < rows && first + x < cols
                             ? A[(top + y) * cols + first + x]
                             : 0.0f;
        if (t < 16)
            v[t] = first + t < cols ? V[first + t] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += tile[t][k] * v[k];
        __syncthreads();
    }
    if (top + t < rows)
        C[top + t] = sum;
}

// ---- lab 1: V x A -----------------------------------------------------------

__global__ void vm_while_down(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int col = index_1d(), i = rows - 1;
    float sum = 0;

    while (i >= 0 && col < cols) {
        sum += V[i] * A[i * cols + col];
        i--;
    }
    if (col < cols)
        C[col] = sum;
}

__global__ void vm_two_pointers(const float *V, const float *A, float *C,
                                unsigned rows, unsigned cols)
{
    unsigned col = index_1d();

    if (col >= cols)
        return;
    const float *a = A + col, *end = a + rows * cols;
    float sum = 0;
    for (; a < end; a += cols)
        sum += *V++ * *a;
    C[col] = sum;
}

// Ten loads on their way, by hand.
__global__ void vm_ten_asked(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int col = index_1d(), i = 0;
    float sum = 0, a[10];

    if (col >= cols)
        return;
    for (; i + 10 <= rows; i += 10) {
#pragma unroll
        for (int k = 0; k < 10; k++)
            a[k] = A[(i + k) * cols + col];
#pragma unroll
        for (int k = 0; k < 10; k++)
            sum += V[i + k] * a[k];
    }
    for (; i < rows; i++)
        sum += V[i] * A[i * cols + col];
    C[col] = sum;
}

// The rows are cut into eight, one for each warp of a block.
__global__ void vm_eight_cuts(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    __shared__ float part[8][33];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x;
    int each = (rows + 7) / 8, from = y * each, to = min(rows, from + each);
    float sum = 0;

    if (col < cols)
        for (int i = from; i < to; i++)
            sum += V[i] * A[i * cols + col];
    part[y][x] = sum;
    __syncthreads();
    if (y == 0 && col < cols) {
        sum = 0;
        for (int k = 0; k < 8; k++)
            sum += part[k][x];
        C[col] = sum;
    }
}

// Four rows beside each other, and four threads for a column.
__global__ void vm_four_turns(const float *__restrict__ V,
                              const float *__restrict__ A, float *C, int rows,
                              int cols)
{
    __shared__ float part[3][64];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 64 + x;
    float sum = 0;

    if (col < cols)
        for (int i = y; i < rows; i += 4)
            sum += V[i] * A[i * cols + col];
    if (y)
        part[y - 1][x] = sum;
    __syncthreads();
    if (y == 0 && col < cols)
        C[col] = sum + part[0][x] + part[1][x] + part[2][x];
}

__global__ void vm_zero(float *C, int cols)
{
    int col = index_1d();

    if (col < cols)
        C[col] = 0;
}

// Grid of strips of 100 rows, each added to the result.
__global__ void vm_strips(const float *V, const float *A, float *C, int rows,
                          int cols)
{
    int col = index_1d(), from = blockIdx.y * 100, to = from + 100;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = from; i < to && i < rows; i++)
        sum += V[i] * A[i * cols + col];
    atomicAdd(C + col, sum);
}

template <typename T> __device__ void add(T *sum, float v, T a);

template <> __device__ void add(float2 *sum, float v, float2 a)
{
    sum->x += v * a.x;
    sum->y += v * a.y;
}

template <> __device__ void add(float4 *sum, float v, float4 a)
{
    sum->x += v * a.x;
    sum->y += v * a.y;
    sum->z += v * a.z;
    sum->w += v * a.w;
}

// Two or four columns beside each other for a thread.
template <typename T>
__global__ void vm_vectors(const float *V, const T *A, T *C, int rows, int cols)
{
    int col = index_1d();
    T sum = {};

    if (col >= cols)
        return;
    for (int i = 0; i < rows; i++)
        add(&sum, V[i], A[i * cols + col]);
    C[col] = sum;
}

// A lane loads a factor, and hands it to the others.
__global__ void vm_handed(const float *V, const float *A, float *C, int rows,
                          int cols)
{
    int col = index_1d(), lane = threadIdx.x & 31;
    int mine = min(col, cols - 1);
    float sum = 0;

    for (int i = 0; i < rows; i += 32) {
        float v = i + lane < rows ? V[i + lane] : 0;
        int count = min(32, rows - i);
        for (int k = 0; k < count; k++)
            sum += __shfl_sync(ALL_LANES, v, k) * A[(i + k) * cols + mine];
    }
    if (col < cols)
        C[col] = sum;
}

// V four at a time out of shared memory.
__global__ void vm_tile_fours(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    __shared__ float4 v[32];
    int t = threadIdx.x, col = index_1d();
    float sum = 0;

    for (int i = 0; i < rows; i += 128) {
        ((float *)v)[t] = i + t < rows ? V[i + t] : 0;
        __syncthreads();
        for (int k = 0; k < 32 && i + 4 * k < rows && col < cols; k++) {
            const float *a = A + (i + 4 * k) * cols + col;
            sum += v[k].x * a[0] + v[k].y * a[cols] + v[k].z * a[2 * cols] +
                   v[k].w * a[3 * cols];
        }
        __syncthreads();
    }
    if (col < cols)
        C[col] = sum;
}

// ---- lab 2: A x B, plain ----------------------------------------------------

// Whoever is outside finds out at each step.
__global__ void mm_asks_always(const float *A, const float *B, float *C, int l,
                               int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    for (int k = 0; k < m; k++)
        if (row < l && col < n)
            sum += A[row * m + k] * B[k * n + col];
    if (row < l && col < n)
        C[row * n + col] = sum;
}

__global__ void mm_long(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ C,
                        size_t l, size_t m, size_t n)
{
    size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= l || col >= n)
        return;
#pragma unroll 2
    for (size_t k = 0; k < m; k++)
        sum += A[row * m + k] * B[k * n + col];
    C[row * n + col] = sum;
}

__global__ void mm_flat(const float *A, const float *B, float *C, unsigned l,
                        unsigned m, unsigned n)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned row = id / n, col = id - row * n;
    float sum = 0;

    if (row >= l)
        return;
    for (unsigned k = 0; k < m; k++)
        sum += A[row * m + k] * B[k * n + col];
    C[id] = sum;
}

// Two columns half the width apart.
__global__ void mm_half_width(const float *A, const float *B, float *C, int l,
                              int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y, half = n / 2;
    float left = 0, right = 0;

    if (row >= l || col >= half)
        return;
    for (int k = 0; k < m; k++) {
        float a = A[row * m + k];
        left += a * B[k * n + col];
        right += a * B[k * n + col + half];
    }
    C[row * n + col] = left;
    C[row * n + col + half] = right;
}

// Two rows and two columns.
__global__ void mm_two_by_two(const float *A, const float *B, float *C, int l,
                              int m, int n)
{
    int col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    int row = 2 * (blockIdx.y * blockDim.y + threadIdx.y);

    if (row + 1 < l && col + 1 < n) {
        float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
        for (int k = 0; k < m; ++k) {
            float a0 = A[row * m + k], a1 = A[(row + 1) * m + k];
            float b0 = B[k * n + col], b1 = B[k * n + col + 1];
            c00 += a0 * b0;
            c01 += a0 * b1;
            c10 += a1 * b0;
            c11 += a1 * b1;
        }
        C[row * n + col] = c00;
        C[row * n + col + 1] = c01;
        C[(row + 1) * n + col] = c10;
        C[(row + 1) * n + col + 1] = c11;
    }
}

// ---- lab 2: A x B with tiles ------------------------------------------------

__device__ void fetch(float (*to)[17], const float *from, int pitch)
{
    to[threadIdx.y][threadIdx.x] = from[threadIdx.y * pitch + threadIdx.x];
}

__global__ void mm_tile_fetch(const float *A, const float *B, float *C, int l,
                              int m, int n)
{
    __shared__ float a[16][17], b[16][17];
    int col = blockIdx.x * 16, row = blockIdx.y * 16;
    float sum = 0;

    for (int k = 0; k < m; k += 16) {
        fetch(a, A + row * m + k, m);
        fetch(b, B + k * n + col, n);
        __syncthreads();
        for (int q = 0; q < 16; q++)
            sum += a[threadIdx.y][q] * b[q][threadIdx.x];
        __syncthreads();
    }
    if (row < l)
        C[(row + threadIdx.y) * n + col + threadIdx.x] = sum;
}

// B lies in shared memory turned; T: its sums' type.
template <typename T, int SIDE, int PAD>
__global__ void mm_tile_turned(const float *A, const float *B, float *C, int l,
                               int m, int n)
{
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * SIDE + x, row = blockIdx.y * SIDE + y;
    T sum = 0;

    for (int k = 0; k < m; k += SIDE) {
        a[y][x] = row < l && k + x < m ? A[row * m + k + x] : 0;
        b[x][y] = k + y < m && col < n ? B[(k + y) * n + col] : 0;
        __syncthreads();
        for (int q = 0; q < SIDE; q++)
            sum += (T)a[y][q] * b[x][q];
        __syncthreads();
    }
    if (row < l && col < n)
        C[row * n + col] = (float)sum;
}

template <int SIDE>
__global__ void mm_tile_plain(const float *A, const float *B, float *C, int l,
                              int m, int n)
{
    __shared__ float a[SIDE * SIDE], b[SIDE * SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * SIDE + x, row = blockIdx.y * SIDE + y;
    float sum = 0;

    for (int tile = 0; tile < m / SIDE; tile++) {
        __syncthreads();
        a[y * SIDE + x] = A[row * m + tile * SIDE + x];
        __syncthreads();
        b[y * SIDE + x] = B[(tile * SIDE + y) * n + col];
        __syncthreads();
        for (int q = 0; q < SIDE; q++)
            sum = sum + a[y * SIDE + q] * b[q * SIDE + x];
        __syncthreads();
    }
    if (row < l && col < n)
        C[row * n + col] = sum;
}

// 32 x 8 threads for a tile of 32 x 32: four rows each, eight apart.
__global__ void mm_tile_tall(const float *A, const float *B, float *C, int m,
                             int n)
{
    __shared__ float a[32][32], b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x, top = blockIdx.y * 32;
    float sum[4] = {0};

    for (int k = 0; k < m; k += 32) {
        for (int i = y; i < 32; i += 8) {
            a[i][x] = A[(top + i) * m + k + x];
            b[i][x] = B[(k + i) * n + col];
        }
        __syncthreads();
        for (int q = 0; q < 32; q++) {
            float v = b[q][x];
#pragma unroll
            for (int r = 0; r < 4; r++)
                sum[r] += a[y + 8 * r][q] * v;
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        C[(top + y + 8 * r) * n + col] = sum[r];
}

// 16 x 16 threads, two columns each.
__global__ void mm_tile_wide(const float *A, const float *B, float *C, int m,
                             int n)
{
    __shared__ float a[16][16], b[16][32];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, left = blockIdx.x * 32;
    float first = 0, second = 0;

    for (int k = 0; k < m; k += 16) {
        a[y][x] = A[row * m + k + x];
        b[y][x] = B[(k + y) * n + left + x];
        b[y][x + 16] = B[(k + y) * n + left + x + 16];
        __syncthreads();
#pragma unroll 4
        for (int q = 0; q < 16; q++) {
            first += a[y][q] * b[q][x];
            second += a[y][q] * b[q][x + 16];
        }
        __syncthreads();
    }
    C[row * n + left + x] = first;
    C[row * n + left + x + 16] = second;
}

// 64 threads, four by four elements each, in vectors.
__global__ void mm_tile_vectors(const float *A, const float *B, float *C, int m,
                                int n)
{
    __shared__ float4 a[8][9], b[8][8];
    int x = threadIdx.x, y = threadIdx.y, t = 8 * y + x;
    int top = blockIdx.y * 32, left = blockIdx.x * 32;
    float sum[4][4] = {};

    for (int k = 0; k < m; k += 8) {
        for (int i = t; i < 256; i += 64)
            ((float *)a[i % 8])[i / 8] = A[(top + i / 8) * m + k + i % 8];
        b[y][x] = *(const float4 *)&B[(k + y) * n + left + 4 * x];
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 8; q++) {
            float4 v = b[q][x], u = a[q][y];
            float p[4] = {u.x, u.y, u.z, u.w}, r[4] = {v.x, v.y, v.z, v.w};
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += p[i] * r[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(top + 4 * y + i) * n + left + 4 * x + j] = sum[i][j];
}

// The next tile is on its way while this one is used.
__global__ void mm_tile_ahead(const float *A, const float *B, float *C, int m,
                              int n)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float u = A[row * m + x], v = B[y * n + col], sum = 0;

    for (int k = 16; k <= m; k += 16) {
        a[y][x] = u;
        b[y][x] = v;
        __syncthreads();
        if (k < m) {
            u = A[row * m + k + x];
            v = B[(k + y) * n + col];
        }
#pragma unroll
        for (int q = 0; q < 16; q++)
            sum += a[y][q] * b[q][x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

// ---- lab 2: A with B turned, which lies by rows -----------------------------

__global__ void turned_plain(const float *A, const float *B, float *C, int l,
                             int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= l || col >= n)
        return;
    const float *a = A + row * m, *b = B + col * m;
    for (int k = 0; k < m; k++)
        sum += a[k] * b[k];
    C[row * n + col] = sum;
}

__global__ void turned_fours(const float *A, const float *B, float *C, int l,
                             int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= l || col >= n)
        return;
    const float4 *a = (const float4 *)(A + row * m);
    const float4 *b = (const float4 *)(B + col * m);
    for (int k = 0; k < m / 4; k++) {
        float4 p = a[k], q = b[k];
        sum += p.x * q.x;
        sum += p.y * q.y;
        sum += p.z * q.z;
        sum += p.w * q.w;
    }
    C[row * n + col] = sum;
}

// Turned as it is stored into shared memory, or as it is read from there.
template <bool EARLY, int PITCH>
__global__ void turned_tile(const float *A, const float *B, float *C, int m,
                            int n)
{
    __shared__ float a[16][16], b[16][PITCH];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, left = blockIdx.x * 16;
    float sum = 0;

    for (int k = 0; k < m; k += 16) {
        float v = B[(left + y) * m + k + x];
        a[y][x] = A[row * m + k + x];
        if (EARLY)
            b[x][y] = v;
        else
            b[y][x] = v;
        __syncthreads();
        for (int q = 0; q < 16; q++)
            sum += a[y][q] * (EARLY ? b[q][x] : b[x][q]);
        __syncthreads();
    }
    C[row * n + left + x] = sum;
}

// ---- lab 3: dot products ----------------------------------------------------

// The first sum is made while loading; the tree is of a block of any size up to
// 256.
__global__ void dot_two_loads(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x, w = blockDim.x;
    float sum = 0;

    for (int i = blockIdx.x * w * 2 + t; i < n; i += 2 * w * gridDim.x) {
        sum += a[i] * b[i];
        if (i + w < n)
            sum += a[i + w] * b[i + w];
    }
    s[t] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (t < d && t + d < w)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(c, s[0]);
}

__global__ void dot_pairs(const float2 *a, const float2 *b, float *c, int n)
{
    float sum = 0;

    for (int i = index_1d(); i < n / 2; i += gridDim.x * blockDim.x) {
        float2 x = a[i], y = b[i];
        sum += x.x * y.x;
        sum += x.y * y.y;
    }
    sum += __shfl_down_sync(ALL_LANES, sum, 16);
    sum += __shfl_down_sync(ALL_LANES, sum, 8);
    sum += __shfl_down_sync(ALL_LANES, sum, 4);
    sum += __shfl_down_sync(ALL_LANES, sum, 2);
    sum += __shfl_down_sync(ALL_LANES, sum, 1);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(c, sum);
}

// What a block has left behind, warp by warp.
__device__ void block_adds(float sum, float *c)
{
    __shared__ float part[32];
    int t = threadIdx.x;

    sum = warp_total(sum);
    if (t % 32 == 0)
        part[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = t < blockDim.x / 32 ? part[t] : 0;
        sum = warp_total(sum);
        if (t == 0)
            atomicAdd(c, sum);
    }
}

__global__ void dot_four_strides(const float *__restrict__ a,
                                 const float *__restrict__ b, float *c, int n)
{
    int i = index_1d(), w = gridDim.x * blockDim.x;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (; i + 3 * w < n; i += 4 * w) {
        s0 += a[i] * b[i];
        s1 += a[i + w] * b[i + w];
        s2 += a[i + 2 * w] * b[i + 2 * w];
        s3 += a[i + 3 * w] * b[i + 3 * w];
    }
    for (; i < n; i += w)
        s0 += a[i] * b[i];
    block_adds((s0 + s1) + (s2 + s3), c);
}

__global__ void dot_one_stride(const float *a, const float *b, float *c, int n)
{
    unsigned i = index_1d();
    float sum = 0;

    while (i < n) {
        sum += a[i] * b[i];
        i += gridDim.x * blockDim.x;
    }
    block_adds(sum, c);
}

__global__ void dot_fours(const float4 *a, const float4 *b, float *c, int n)
{
    float sum = 0;

    for (size_t i = index_1d(); i < n / 4; i += gridDim.x * blockDim.x) {
        float4 x = __ldg(a + i), y = __ldg(b + i);
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    block_adds(sum, c);
}

__global__ void dot_in_doubles(const float *a, const float *b, float *c, int n)
{
    double sum = 0.0;

    for (int i = index_1d(); i < n; i += gridDim.x * blockDim.x)
        sum += (double)a[i] * (double)b[i];
    sum = warp_total(sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, (float)sum);
}

// A block has a piece of its own, which its threads read side by side.
__global__ void dot_block_pieces(const float *a, const float *b, float *c,
                                 int n)
{
    int each = (n + gridDim.x - 1) / gridDim.x;
    const float *p = a + blockIdx.x * each + threadIdx.x;
    const float *q = b + blockIdx.x * each + threadIdx.x;
    const float *end = a + min(n, (int)(blockIdx.x + 1) * each);
    float sum = 0;

    while (p < end) {
        sum += *p * *q;
        p += blockDim.x;
        q += blockDim.x;
    }
    block_adds(sum, c);
}

__device__ unsigned blocks_done;

// Who comes last adds the parts.
__global__ void dot_last_adds(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[256];
    __shared__ bool last;
    int t = threadIdx.x;
    float sum = 0;

    for (int i = index_1d(); i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    s[t] = sum;
    for (int d = 128; d >= 1; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0) {
        c[1 + blockIdx.x] = s[0];
        __threadfence();
        last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t < 32) {
        sum = 0;
        for (int i = t; i < gridDim.x; i += 32)
            sum += ((volatile float *)c)[1 + i];
        sum = warp_total(sum);
        if (t == 0) {
            c[0] = sum;
            blocks_done = 0;
        }
    }
}

template <int W>
__global__ void __launch_bounds__(W)
    dot_constexpr(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[W];
    int t = threadIdx.x;

    s[t] = 0;
    for (int i = blockIdx.x * W + t; i < n; i += W * gridDim.x)
        s[t] += a[i] * b[i];
    __syncthreads();
    if constexpr (W >= 512) {
        if (t < 256)
            s[t] += s[t + 256];
        __syncthreads();
    }
    if constexpr (W >= 256) {
        if (t < 128)
            s[t] += s[t + 128];
        __syncthreads();
    }
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        float sum = warp_total(s[t] + s[t + 32]);
        if (t == 0)
            atomicAdd(c, sum);
    }
}

// ---- lab 3: batches, L x M x N ----------------------------------------------

// Thread j has mean j and then element j.
__global__ void batch_thread_each(const double *input, const double *matrix,
                                  double *output, int L, int M, int N)
{
    __shared__ double mean[64];
    int k = blockIdx.x, j = threadIdx.x;
    double sum = 0;

    const double *row = input + (k * L + j) * M;
    for (int m = 0; m < M; m++)
        sum += row[m];
    mean[j] = sum / M;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < L; i++)
        sum += matrix[j * L + i] * mean[i];
    output[j * N + k] = sum;
}

// As above, with two sums on their way, for both.
__global__ void batch_two_sums(const double *__restrict__ input,
                               const double *__restrict__ matrix,
                               double *__restrict__ output, int L, int M, int N)
{
    extern __shared__ double mean[];
    int k = blockIdx.x, j = threadIdx.x;
    double even = 0, odd = 0;

    const double2 *row = (const double2 *)(input + (k * L + j) * M);
    for (int m = 0; m < M / 2; m++) {
        even += row[m].x;
        odd += row[m].y;
    }
    mean[j] = (even + odd) * (1.0 / M);
    __syncthreads();
    even = odd = 0;
    for (int i = 0; i < L; i += 2) {
        even += matrix[j * L + i] * mean[i];
        odd += matrix[j * L + i + 1] * mean[i + 1];
    }
    output[j * N + k] = even + odd;
}

// A tile of 16 columns passes through shared memory.
template <int PITCH>
__global__ void batch_tile(const double *input, const double *matrix,
                           double *output, int L, int M, int N)
{
    __shared__ double tile[32][PITCH], mean[32];
    int k = blockIdx.x, x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    double sum = 0;

    for (int m = 0; m < M; m += 16) {
        for (int j = y; j < L; j += 8)
            tile[j][x] = input[(k * L + j) * M + m + x];
        __syncthreads();
        if (t < L)
            for (int q = 0; q < 16; q++)
                sum += tile[t][q];
        __syncthreads();
    }
    if (t < L)
        mean[t] = sum / M;
    __syncthreads();
    if (t < L) {
        sum = 0;
        for (int i = 0; i < L; i++)
            sum += matrix[t * L + i] * mean[i];
        output[t * N + k] = sum;
    }
}

// 16 lanes have a mean, and then an element.
__global__ void batch_half_warps(const double *input, const double *matrix,
                                 double *output, int L, int M, int N)
{
    __shared__ double mean[32];
    int k = blockIdx.x, lane = threadIdx.x % 16, half = threadIdx.x / 16;
    int halves = blockDim.x / 16;

    for (int j = half; j < L; j += halves) {
        double sum = 0;
        for (int m = lane; m < M; m += 16)
            sum += input[(k * L + j) * M + m];
        for (int d = 8; d > 0; d /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, d, 16);
        if (lane == 0)
            mean[j] = sum / M;
    }
    __syncthreads();
    for (int j = half; j < L; j += halves) {
        double sum = 0;
        for (int i = lane; i < L; i += 16)
            sum += matrix[j * L + i] * mean[i];
        for (int d = 8; d > 0; d /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, d, 16);
        if (lane == 0)
            output[j * N + k] = sum;
    }
}

#include "slow6.def"

TIMES_MAIN
