/*
 * slow4.cu - the set: slow but right solutions of the three labs, once unseen:
 * by somebody who had not seen the model of time.
 */
#include "times.h"

// ---- lab 1: C = A + B, matrices ---------------------------------------------

__global__ void sheet_plain(const float *A, const float *B, float *C, int rows,
                            int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && col < cols)
        C[row * cols + col] = A[row * cols + col] + B[row * cols + col];
}

__global__ void sheet_x_is_row(float *A, float *B, float *C, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= rows || j >= cols)
        return;
    C[i * cols + j] = A[i * cols + j] + B[i * cols + j];
}

__global__ void sheet_divides(const float *A, const float *B, float *C,
                              int rows, int cols)
{
    int total = rows * cols;
    int stride = blockDim.x * gridDim.x;

    for (int k = threadIdx.x + blockIdx.x * blockDim.x; k < total;
         k += stride) {
        int r = k / cols, q = k % cols;
        C[r * cols + q] = A[r * cols + q] + B[r * cols + q];
    }
}

__global__ void sheet_thread_per_row(const float *A, const float *B, float *C,
                                     int rows, int cols)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;

    if (r < rows)
        for (int q = 0; q < cols; ++q)
            C[r * cols + q] = A[r * cols + q] + B[r * cols + q];
}

__global__ void sheet_block_per_row(const float *__restrict__ A,
                                    const float *__restrict__ B,
                                    float *__restrict__ C, int cols)
{
    const float *a = A + blockIdx.x * cols;
    const float *b = B + blockIdx.x * cols;
    float *c = C + blockIdx.x * cols;

    for (int q = threadIdx.x; q < cols; q += blockDim.x)
        c[q] = a[q] + b[q];
}

// ---- lab 1: A x V -----------------------------------------------------------

__global__ void mv_float2(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        const float2 *a = (const float2 *)(A + row * cols);
        const float2 *v = (const float2 *)V;
        float2 sum = make_float2(0.0f, 0.0f);
        for (int j = 0; j < cols / 2; j++) {
            sum.x += a[j].x * v[j].x;
            sum.y += a[j].y * v[j].y;
        }
        C[row] = sum.x + sum.y;
    }
}

// For one block only.
__global__ void mv_single_block(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    for (int row = threadIdx.x; row < rows; row += blockDim.x) {
        float acc = 0.0f;
        for (int j = 0; j < cols; j++)
            acc += A[row * cols + j] * V[j];
        C[row] = acc;
    }
}

__global__ void mv_row_of_thread(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int tid = threadIdx.x + threadIdx.y * blockDim.x;
    int row = blockIdx.x * blockDim.x * blockDim.y + tid;

    if (row >= rows)
        return;
    float acc = 0.0f;
    for (int j = 0; j < cols; j++) {
        float m = A[row * cols + j];
        float v = V[j];
        acc = acc + m * v;
    }
    C[row] = acc;
}

__global__ void mv_walk(const float *A, const float *V, float *C, int rows,
                        int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    const float *p = A + row * cols, *end = p + cols;
    float sum = 0;
    while (p < end)
        sum += *p++ * *V++;
    C[row] = sum;
}

// Each begins elsewhere, so that they do not meet.
__global__ void mv_skewed(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (int k = 0; k < cols; k++) {
        int j = (k + row) % cols;
        sum += A[row * cols + j] * V[j];
    }
    C[row] = sum;
}

// 16 rows by 16 parts of a row: x runs along the row.
__global__ void mv_parts_in_x(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    __shared__ float part[16][16];
    int row = blockIdx.x * 16 + threadIdx.y;
    float sum = 0;

    if (row < rows)
        for (int j = threadIdx.x; j < cols; j += 16)
            sum += A[row * cols + j] * V[j];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0 && row < rows) {
        for (int k = 1; k < 16; k++)
            sum += part[threadIdx.y][k];
        C[row] = sum;
    }
}

// 16 rows by 16 parts of a row: x is the row, a part is in one piece.
__global__ void mv_parts_in_y(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    __shared__ float part[16][16];
    int row = blockIdx.x * 16 + threadIdx.x;
    int length = (cols + 15) / 16;
    int from = threadIdx.y * length, to = from + length;
    float sum = 0;

    if (to > cols)
        to = cols;
    if (row < rows)
        for (int j = from; j < to; j++)
            sum += A[row * cols + j] * V[j];
    part[threadIdx.x][threadIdx.y] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && row < rows) {
        float total = 0;
        for (int k = 0; k < 16; k++)
            total += part[threadIdx.x][k];
        C[row] = total;
    }
}

// A block for each row; neighbours are added first.
__global__ void mv_interleaved(const float *A, const float *V, float *C,
                               int cols)
{
    __shared__ float cache[128];
    int t = threadIdx.x;

    cache[t] = 0.0f;
    for (int j = t; j < cols; j += 128)
        cache[t] += A[blockIdx.x * cols + j] * V[j];
    __syncthreads();
    for (int s = 1; s < 128; s *= 2) {
        if (t % (2 * s) == 0)
            cache[t] += cache[t + s];
        __syncthreads();
    }
    if (t == 0)
        C[blockIdx.x] = cache[0];
}

// All of a block do the same, and one of them stores it.
__global__ void mv_everyone(const float *A, const float *V, float *C, int cols)
{
    int row = blockIdx.x;
    float sum = 0;

    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    if (threadIdx.x == 0)
        C[row] = sum;
}

// Eight elements are copied, and then used.
__global__ void mv_copies_first(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    float m[8], v[8], sum = 0;
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j += 8) {
        int count = cols - j < 8 ? cols - j : 8;
        for (int k = 0; k < count; k++) {
            m[k] = A[row * cols + j + k];
            v[k] = V[j + k];
        }
        for (int k = 0; k < count; k++)
            sum += m[k] * v[k];
    }
    C[row] = sum;
}

// Half a warp for each row, the sum through shared atomics.
__global__ void mv_half_warps(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    __shared__ float sums[8];
    int sub = threadIdx.x / 16, lane = threadIdx.x % 16;
    int row = blockIdx.x * 8 + sub;

    if (lane == 0)
        sums[sub] = 0;
    __syncthreads();
    if (row < rows)
        for (int j = lane; j < cols; j += 16)
            atomicAdd(&sums[sub], A[row * cols + j] * V[j]);
    __syncthreads();
    if (lane == 0 && row < rows)
        C[row] = sums[sub];
}

// ---- lab 1: V x A -----------------------------------------------------------

__global__ void vm_chunks(const float *V, const float *A, float *C, int rows,
                          int cols)
{
    __shared__ float part[16][16];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x;
    int chunk = (rows - 1) / 16 + 1;
    float sum = 0.f;

    for (int i = y * chunk; i < (y + 1) * chunk && i < rows; i++)
        if (col < cols)
            sum += V[i] * A[i * cols + col];
    part[y][x] = sum;
    __syncthreads();
    if (y != 0 || col >= cols)
        return;
    for (int k = 1; k < 16; k++)
        sum += part[k][x];
    C[col] = sum;
}

__global__ void vm_four_cols(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    for (int q = first; q < first + 4 && q < cols; q++) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[i * cols + q];
        C[q] = sum;
    }
}

__global__ void vm_volatile(volatile float *V, volatile float *A, float *C,
                            int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col < cols) {
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[i * cols + col];
        C[col] = sum;
    }
}

__global__ void vm_single_block(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    int col = threadIdx.x;

    while (col < cols) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[i * cols + col];
        C[col] = sum;
        col += blockDim.x;
    }
}

__global__ void vm_x_or_y(const float *V, const float *A, float *C, int rows,
                          int cols)
{
    int col = blockIdx.x * blockDim.y + threadIdx.y;
    float acc = 0;

    if (col >= cols)
        return;
    for (int i = rows - 1; i >= 0; --i)
        acc = fmaf(V[i], A[i * cols + col], acc);
    C[col] = acc;
}

// Along the columns, over all elements.
__global__ void vm_flat(const float *V, const float *A, float *C, int rows,
                        int cols)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int col = k / rows, row = k % rows;

    if (col < cols)
        atomicAdd(C + col, V[row] * A[row * cols + col]);
}

// Rows with negative factors are left to the other branch.
__global__ void vm_branches(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = 0; i < rows; i++) {
        float v = V[i], a = A[i * cols + col];
        if (v < 0.25f)
            sum += v * a;
        else if (a > 0.5f)
            sum = sum + a * v;
        else
            sum -= -v * a;
    }
    C[col] = sum;
}

// ---- labs 1 and 2: A x B, l x m by m x n ------------------------------------

__global__ void mm_swapped(const float *A, const float *B, float *C, int l,
                           int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row < l && col < n) {
        for (int k = 0; k < m; k++)
            sum += A[row * m + k] * B[k * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void mm_straight(const float *A, const float *B, float *C, int l,
                            int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col >= n || row >= l)
        return;
    float value = 0;
    for (int k = 0; k < m; ++k)
        value += A[row * m + k] * B[k * n + col];
    C[row * n + col] = value;
}

__global__ void mm_flat(const float *A, const float *B, float *C, int l, int m,
                        int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;

    if (id < l * n) {
        float s = 0;
        for (int k = 0; k < m; k++)
            s += A[id / n * m + k] * B[k * n + id % n];
        C[id] = s;
    }
}

// Tiles of a side that is no power of two.
template <int T>
__global__ void mm_odd_tile(const float *A, const float *B, float *C, int l,
                            int m, int n)
{
    __shared__ float sa[T][T];
    __shared__ float sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;

    for (int t = 0; t < (m + T - 1) / T; t++) {
        sa[ty][tx] = 0;
        sb[ty][tx] = 0;
        if (row < l && t * T + tx < m)
            sa[ty][tx] = A[row * m + t * T + tx];
        if (col < n && t * T + ty < m)
            sb[ty][tx] = B[(t * T + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    if (row < l && col < n)
        C[row * n + col] = sum;
}

// Eight rows of A, 32 of B: each thread loads four of those.
__global__ void mm_tile_32x8(const float *A, const float *B, float *C, int n)
{
    __shared__ float sa[8][32], sb[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty, col = blockIdx.x * 32 + tx;
    float sum = 0;

    for (int t = 0; t < n; t += 32) {
        sa[ty][tx] = A[row * n + t + tx];
        for (int k = ty; k < 32; k += 8)
            sb[k][tx] = B[(t + k) * n + col];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

__global__ void mm_split_k(const float *A, const float *B, float *C, int n)
{
    int col = blockIdx.x * 16 + threadIdx.x,
        row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;

    for (int k = 64 * blockIdx.z; k < 64 * (blockIdx.z + 1); k++)
        sum += A[row * n + k] * B[k * n + col];
    atomicAdd(&C[row * n + col], sum);
}

// A block for each element of the product.
__global__ void mm_block_per_element(const float *A, const float *B, float *C,
                                     int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float sum = 0;

    for (int k = t; k < n; k += 64)
        sum += A[blockIdx.y * n + k] * B[k * n + blockIdx.x];
    s[t] = sum;
    __syncthreads();
    for (int i = 32; i > 0; i >>= 1) {
        if (t < i)
            s[t] += s[t + i];
        __syncthreads();
    }
    if (t == 0)
        C[blockIdx.y * n + blockIdx.x] = s[0];
}

// A block for each column of B, which it keeps.
__global__ void mm_column_kept(const float *A, const float *B, float *C, int n)
{
    extern __shared__ float column[];

    for (int k = threadIdx.x; k < n; k += blockDim.x)
        column[k] = B[k * n + blockIdx.x];
    __syncthreads();
    for (int row = threadIdx.x; row < n; row += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += A[row * n + k] * column[k];
        C[row * n + blockIdx.x] = sum;
    }
}

// A barrier after each product, to be sure.
__global__ void mm_barrier_each(const float *A, const float *B, float *C, int n)
{
    __shared__ volatile float sa[16][16], sb[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int t = 0; t < n / 16; t++) {
        sa[ty][tx] = A[row * n + t * 16 + tx];
        __syncthreads();
        sb[ty][tx] = B[(t * 16 + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            sum += sa[ty][k] * sb[k][tx];
            __syncthreads();
        }
    }
    C[row * n + col] = sum;
}

// Eight rows of one column for each thread, one after the other.
__global__ void mm_eight_rows(const float *A, const float *B, float *C, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float acc[8] = {0};

    if (col >= n)
        return;
    for (int k = 0; k < n; k++) {
        float b = B[k * n + col];
        for (int r = 0; r < 8; r++)
            acc[r] += A[(blockIdx.y * 8 + r) * n + k] * b;
    }
    for (int r = 0; r < 8; r++)
        C[(blockIdx.y * 8 + r) * n + col] = acc[r];
}

// Both tiles in one array, the places of which are computed each time.
__device__ int place(int tile, int row, int col)
{
    return tile * 16 * 16 + col * 16 + row;
}

__global__ void mm_places(const float *A, const float *B, float *C, int n)
{
    __shared__ float both[2 * 16 * 16];
    int row = blockIdx.y * 16 + threadIdx.y,
        col = blockIdx.x * 16 + threadIdx.x;

    C[row * n + col] = 0;
    for (int t = 0; t < n; t += 16) {
        float sum = 0;
        both[place(0, threadIdx.y, threadIdx.x)] = A[row * n + t + threadIdx.x];
        both[place(1, threadIdx.y, threadIdx.x)] =
            B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum +=
                both[place(0, threadIdx.y, k)] * both[place(1, k, threadIdx.x)];
        C[row * n + col] += sum;
        __syncthreads();
    }
}

// ---- lab 2: A x V by tiles --------------------------------------------------

// Blocks of 100, tiles of 10.
__global__ void mv_tens(const float *A, const float *V, float *C, int rows,
                        int cols)
{
    __shared__ float tile[10];
    int row = blockIdx.x * 100 + threadIdx.x;
    float sum = 0;

    for (int t = 0; t < cols / 10; t++) {
        if (threadIdx.x < 10)
            tile[threadIdx.x] = V[t * 10 + threadIdx.x];
        __syncthreads();
        if (row < rows)
            for (int k = 0; k < 10; k++)
                sum += A[row * cols + t * 10 + k] * tile[k];
        __syncthreads();
    }
    if (row < rows)
        C[row] = sum;
}

struct pair {
    float m, v, product, unused;
};

// A warp for each row, which puts all it has into a struct.
__global__ void mv_structs(const float *A, const float *V, float *C, int rows,
                           int cols)
{
    __shared__ struct pair pairs[128];
    int t = threadIdx.x, row = blockIdx.x * 4 + t / 32;
    float sum = 0;

    for (int j = t % 32; j < cols && row < rows; j += 32) {
        pairs[t].m = A[row * cols + j];
        pairs[t].v = V[j];
        pairs[t].product = pairs[t].m * pairs[t].v;
        sum += pairs[t].product;
    }
    pairs[t].product = sum;
    __syncthreads();
    if (t % 32 == 0 && row < rows) {
        for (int k = 1; k < 32; k++)
            sum += pairs[t + k].product;
        C[row] = sum;
    }
}

// 32 rows of 8 columns are loaded by 256 threads; a warp adds them up.
__global__ void mv_narrow_tiles(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    __shared__ float tile[32][8], v[8];
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    int row = blockIdx.x * 32 + y;
    float sum = 0;

    for (int j = 0; j < cols; j += 8) {
        tile[y][x] = row < rows && j + x < cols ? A[row * cols + j + x] : 0;
        if (threadIdx.x < 8)
            v[x] = j + x < cols ? V[j + x] : 0;
        __syncthreads();
        if (threadIdx.x < 32)
            for (int k = 0; k < 8; k++)
                sum += tile[threadIdx.x][k] * v[k];
        __syncthreads();
    }
    if (threadIdx.x < 32 && blockIdx.x * 32 + threadIdx.x < rows)
        C[blockIdx.x * 32 + threadIdx.x] = sum;
}

// ---- lab 3: the sum of an array ---------------------------------------------

__global__ void total_zero(float *c)
{
    *c = 0;
}

__global__ void total_modulo(const float *in, float *out, int n)
{
    __shared__ float s[1024];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    s[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned int d = 1; d < blockDim.x; d *= 2) {
        if (tid % (2 * d) == 0)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

__global__ void total_sequential(const float *in, float *out, int n)
{
    __shared__ float s[1024];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    s[tid] = i < n ? in[i] : 0;
    for (unsigned int d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d)
            s[tid] += s[tid + d];
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

// What the blocks left, by one thread.
__global__ void total_rest(const float *parts, float *out, int count)
{
    float sum = 0;

    for (int k = 0; k < count; k++)
        sum += parts[k];
    *out = sum;
}

__global__ void total_single_block(const float *in, float *out, int n)
{
    __shared__ float s[512];
    int t = threadIdx.x;
    float mine = 0;

    for (int i = t; i < n; i += blockDim.x)
        mine += in[i];
    s[t] = mine;
    __syncthreads();
    if (t == 0) {
        float sum = 0;
        for (int k = 0; k < blockDim.x; k++)
            sum += s[k];
        *out = sum;
    }
}

// A thread adds up a thousand neighbours.
__global__ void total_thousands(const float *in, float *out, int n)
{
    int first = 1000 * (blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0;

    for (int i = first; i < first + 1000; i++)
        if (i < n)
            sum += in[i];
    atomicAdd(out, sum);
}

// Doubles, since there are so many.
__global__ void total_doubles(const float *in, double *out, int n)
{
    __shared__ double s[256];
    double mine = 0.0;

    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x)
        mine += (double)in[i];
    s[threadIdx.x] = mine;
    __syncthreads();
    for (int d = 128; d >= 1; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, s[0]);
}

__global__ void total_sixteen(const float *in, float *out, int n)
{
    __shared__ float s[16];
    int t = threadIdx.x, i = blockIdx.x * 16 + t;

    s[t] = 0;
    if (i < n)
        s[t] = in[i];
    __syncthreads();
    if (t == 0) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += s[k];
        atomicAdd(out, sum);
    }
}

// One level of a tree in global memory: neighbours at a distance of d.
__global__ void total_level(float *c, int n, int d)
{
    int i = 2 * d * (blockIdx.x * blockDim.x + threadIdx.x);

    if (i + d < n)
        c[i] += c[i + d];
}

static void total_levels(float *c, int n)
{
    for (int d = 1; d < n; d *= 2)
        total_level<<<blocks(n, 512 * d), 256>>>(c, n, d);
}

// Sums of all threads in memory, through volatile; then thread 0 adds them.
__global__ void total_volatile(const float *in, volatile float *sums,
                               float *out, int n)
{
    int t = threadIdx.x, me = blockIdx.x * blockDim.x + t;

    sums[me] = 0;
    for (int i = me; i < n; i += gridDim.x * blockDim.x)
        sums[me] += in[i];
    __threadfence_block();
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < blockDim.x; k++)
            sums[me] += sums[me + k];
        atomicAdd(out, sums[me]);
    }
}

__device__ float warp_total(float x)
{
    for (int k = 0; k < 5; k++)
        x += __shfl_down_sync(0xffffffff, x, 16 >> k);
    return x;
}

__global__ void total_warps(const float4 *in, float *out, int n)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n / 4;
         i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = warp_total(sum);
    if (t % 32 == 0)
        s[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = warp_total(t < blockDim.x / 32 ? s[t] : 0);
        if (t == 0)
            atomicAdd(out, sum);
    }
}

// ---- lab 3: the largest, and where ------------------------------------------

__global__ void most_each(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicMax(out, in[i]);
}

// Only who has more than what is there asks for it.
__global__ void most_looks_first(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && in[i] > *(volatile int *)out)
        atomicMax(out, in[i]);
}

__global__ void most_block(const int *in, int *out, int n)
{
    __shared__ int best[256];
    int t = threadIdx.x;

    best[t] = -1;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
        if (in[i] > best[t])
            best[t] = in[i];
    }
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d) {
            if (best[t + d] > best[t])
                best[t] = best[t + d];
        }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = best[0];
}

struct found {
    float value;
    int at;
};

__global__ void most_where(const float *in, struct found *out, int n)
{
    __shared__ struct found s[256];
    struct found me = {-1.0f, -1};
    int t = threadIdx.x;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        if (in[i] > me.value) {
            me.value = in[i];
            me.at = i;
        }
    s[t] = me;
    __syncthreads();
    for (int d = 1; d < 256; d <<= 1) {
        if ((t & (2 * d - 1)) == 0 && s[t + d].value > s[t].value)
            s[t] = s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// ---- lab 3: batches, L x M x N ----------------------------------------------

// Thread 0 has all the means to compute.
__global__ void batch_thread_0(const double *input, const double *matrix,
                               double *output, int L, int M, int N)
{
    extern __shared__ double mean[];
    int k = blockIdx.x;

    if (threadIdx.x == 0)
        for (int j = 0; j < L; j++) {
            mean[j] = 0;
            for (int m = 0; m < M; m++)
                mean[j] += input[(k * L + j) * M + m];
            mean[j] /= M;
        }
    __syncthreads();
    for (int i = threadIdx.x; i < L; i += blockDim.x) {
        output[i * N + k] = 0;
        for (int j = 0; j < L; j++)
            output[i * N + k] += matrix[i * L + j] * mean[j];
    }
}

// One warp for a batch, in floats.
__global__ void batch_floats(const double *input, const double *matrix,
                             double *output, int L, int M, int N)
{
    extern __shared__ float means[];
    int lane = threadIdx.x, k = blockIdx.x;

    for (int j = 0; j < L; j++) {
        float sum = 0;
        for (int m = lane; m < M; m += 32)
            sum += (float)input[(k * L + j) * M + m];
        sum = warp_total(sum);
        if (lane == 0)
            means[j] = sum / M;
    }
    __syncwarp();
    for (int i = lane; i < L; i += 32) {
        float sum = 0;
        for (int j = 0; j < L; j++)
            sum += (float)matrix[i * L + j] * means[j];
        output[i * N + k] = sum;
    }
}

// A block of 16 x 16: a tree for each row.
__global__ void batch_square(const double *input, const double *matrix,
                             double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    __shared__ double s[16][17];
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x;

    for (int pass = 0; pass < 2; pass++) {
        const double *from = pass ? matrix : input + k * L * M;
        int length = pass ? L : M;
        for (int row = 0; row < L; row += 16) {
            double sum = 0;
            if (row + y < L)
                for (int j = x; j < length; j += 16)
                    sum += from[(row + y) * length + j] * (pass ? v[j] : 1.0);
            s[y][x] = sum;
            __syncthreads();
            for (int d = 8; d > 0; d /= 2) {
                if (x < d)
                    s[y][x] += s[y][x + d];
                __syncthreads();
            }
            if (x == 0 && row + y < L) {
                if (pass)
                    output[(row + y) * N + k] = s[y][0];
                else
                    v[row + y] = s[y][0] / M;
            }
            __syncthreads();
        }
    }
}

// All by one thread for each batch.
__global__ void batch_alone(const double *input, const double *matrix,
                            double *output, double *mean, int L, int M, int N)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k >= N)
        return;
    for (int j = 0; j < L; j++) {
        double sum = 0;
        for (int m = 0; m < M; m++)
            sum += input[k * L * M + j * M + m];
        mean[k * L + j] = sum / M;
    }
    for (int i = 0; i < L; i++) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[i * L + j] * mean[k * L + j];
        output[i * N + k] = sum;
    }
}

// ---- lab 3: dot products, as they were first tried --------------------------

__global__ void dot_neighbours(const float2 *a, const float2 *b, float *c,
                               int n)
{
    __shared__ float s[1024];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n / 2;
         i += gridDim.x * blockDim.x)
        sum += a[i].x * b[i].x + a[i].y * b[i].y;
    s[t] = sum;
    __syncthreads();
    for (int left = blockDim.x; left > 1; left = (left + 1) / 2) {
        float x = 0;
        if (2 * t < left)
            x = s[2 * t] + (2 * t + 1 < left ? s[2 * t + 1] : 0);
        __syncthreads();
        if (2 * t < left)
            s[t] = x;
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = s[0];
}

// Every warp reads all of what the warps have left.
__global__ void dot_all_warps_finish(const float *a, const float *b, float *c,
                                     int n)
{
    __shared__ float s[32];
    int t = threadIdx.x, stride = blockDim.x * gridDim.x;
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += stride)
        sum += a[i] * b[i];
    sum = warp_total(sum);
    if (t % 32 == 0)
        s[t / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < blockDim.x / 32; k++)
        sum += s[k];
    c[blockIdx.x] = sum;
}

// Four elements a turn, a block's threads far apart.
__global__ void dot_rows_of_four(const float *__restrict__ a,
                                 const float *__restrict__ b, float *c, int n)
{
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    int step = 4 * blockDim.x * gridDim.x;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int i = first; i + 3 < n; i += step) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    atomicAdd(&c[threadIdx.x % 32], (s0 + s1) + (s2 + s3));
}

#include "slow4.def"

TIMES_MAIN
