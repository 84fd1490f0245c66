/*
 * slow9.cu - the set: solutions of the three labs, right, but slow or clumsy or
 * unusual, by one who knew nothing of the model.
 */
#include "times.h"

#define FULL           0xffffffffu
#define AT(M, r, c, w) M[(r) * (w) + (c)]

// ---- lab 1: sums of two vectors ---------------------------------------------

// The second index of the block is taken for the one that runs first.
__global__ void sum_swapped_xy(const float *a, const float *b, float *c, int n)
{
    int in_block = threadIdx.x * blockDim.y + threadIdx.y;
    int i = blockIdx.x * blockDim.x * blockDim.y + in_block;

    if (i < n)
        c[i] = a[i] + b[i];
}

// Eight elements are fetched, added and put back, each in a loop of its own.
__global__ void sum_own_eight(const float *a, const float *b, float *c, int n)
{
    int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    float x[8], y[8];

    for (int k = 0; k < 8; k++)
        x[k] = first + k < n ? a[first + k] : 0;
    for (int k = 0; k < 8; k++)
        y[k] = first + k < n ? b[first + k] : 0;
    for (int k = 0; k < 8; k++)
        if (first + k < n)
            c[first + k] = x[k] + y[k];
}

// Four elements, a grid apart, by hand.
__global__ void sum_by_hand(const float *a, const float *b, float *c, int n)
{
    int stride = blockDim.x * gridDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int i1 = i + stride, i2 = i + 2 * stride, i3 = i + 3 * stride;

    if (i < n)
        c[i] = a[i] + b[i];
    if (i1 < n)
        c[i1] = a[i1] + b[i1];
    if (i2 < n)
        c[i2] = a[i2] + b[i2];
    if (i3 < n)
        c[i3] = a[i3] + b[i3];
}

// Everything goes by shared memory, with barriers to be on the safe side.
__global__ void sum_safe_side(const float *a, const float *b, float *c, int n)
{
    __shared__ volatile float sa[160], sb[160], sc[160];
    int t = threadIdx.x;

    for (int first = blockIdx.x * 160; first < n; first += gridDim.x * 160) {
        int i = first + t;
        sa[t] = 0;
        sb[t] = 0;
        __syncthreads();
        if (i < n) {
            sa[t] = a[i];
            sb[t] = b[i];
        }
        __syncthreads();
        sc[t] = sa[t] + sb[t];
        __syncthreads();
        if (i < n)
            c[i] = sc[t];
        __syncthreads();
    }
}

__global__ void sum_pairs_of_doubles(const double2 *a, const double2 *b,
                                     double2 *c, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < pairs) {
        double2 x = a[i], y = b[i];
        c[i] = make_double2(x.x + y.x, x.y + y.y);
    }
}

__global__ void sum_first_copy(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[i];
}

__global__ void sum_then_add(const float *more, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] += more[i];
}

// ---- lab 1: A x V -----------------------------------------------------------

// Square blocks, of which the first column works.
__global__ void av_most_leave(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;

    if (threadIdx.x != 0 || row >= rows)
        return;
    float sum = 0;
    for (int j = 0; j < cols; j++)
        sum += AT(A, row, j, cols) * V[j];
    C[row] = sum;
}

// From both ends to the middle.
__global__ void av_both_ends(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    const float *p = A + row * cols, *q = p + cols - 1;
    const float *v = V, *w = V + cols - 1;
    float sum = 0;
    while (p < q) {
        sum += *p++ * *v++;
        sum += *q-- * *w--;
    }
    if (p == q)
        sum += *p * *v;
    C[row] = sum;
}

// What a sum loses is kept (Kahan).
__global__ void av_kahan(const float *A, const float *V, float *C, int rows,
                         int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, lost = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        float y = A[row * cols + j] * V[j] - lost;
        float next = sum + y;
        lost = (next - sum) - y;
        sum = next;
    }
    C[row] = sum;
}

// Eight rows in a block; lanes add to their row's number by atomics.
__global__ void av_shared_atomic_rows(const float *A, const float *V, float *C,
                                      int rows, int cols)
{
    __shared__ float total[8];
    int row = blockIdx.x * 8 + threadIdx.y;

    if (threadIdx.x == 0)
        total[threadIdx.y] = 0;
    __syncthreads();
    if (row < rows)
        for (int j = threadIdx.x; j < cols; j += 32)
            atomicAdd(&total[threadIdx.y], A[row * cols + j] * V[j]);
    __syncthreads();
    if (threadIdx.x == 0 && row < rows)
        C[row] = total[threadIdx.y];
}

// A warp for a row, by four; cols are a multiple of four.
__global__ void av_ldg_fours(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;

    if (row >= rows)
        return;
    const float4 *a = (const float4 *)(A + row * cols);
    const float4 *v = (const float4 *)V;
    float sum = 0;
    for (int j = lane; j < cols / 4; j += 32) {
        float4 x = __ldg(a + j), y = __ldg(v + j);
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(FULL, sum, d);
    if (lane == 0)
        C[row] = sum;
}

// 16 threads a row leave their parts; then the first 16 threads add 16 each.
template <int PAD>
__global__ void av_sixteen_parts(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float part[16][16 + PAD];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 16 + y;

    part[y][x] = 0.0f;
    if (row < rows)
        for (int j = x; j < cols; j += 16)
            part[y][x] += A[row * cols + j] * V[j];
    __syncthreads();
    if (y == 0 && blockIdx.x * 16 + x < rows) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += part[x][k];
        C[blockIdx.x * 16 + x] = sum;
    }
}

__global__ void av_odd_even(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float odd = 0, even = 0;

    if (row < rows) {
        for (int j = 0; j < cols; j++)
            if (j % 2 == 0)
                even = even + A[row * cols + j] * V[j];
            else
                odd = odd + A[row * cols + j] * V[j];
        C[row] = even + odd;
    }
}

// Unrolled by four; a switch for what is left.
__global__ void av_switch_tail(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, j = 0;
    const float *a = A + (size_t)row * cols;
    float s = 0;

    if (row >= rows)
        return;
    for (; j + 3 < cols; j += 4)
        s += a[j] * V[j] + a[j + 1] * V[j + 1] + a[j + 2] * V[j + 2] +
             a[j + 3] * V[j + 3];
    switch (cols % 4) {
    case 3: s += a[j + 2] * V[j + 2]; /* fall through */
    case 2: s += a[j + 1] * V[j + 1]; /* fall through */
    case 1: s += a[j] * V[j];
    }
    C[row] = s;
}

// 64 threads for each row: shuffles, and two numbers in shared memory.
__global__ void av_two_warps(const float *A, const float *V, float *C, int cols)
{
    __shared__ float two[2];
    int row = blockIdx.y, t = threadIdx.x;
    float sum = 0;

    for (int j = t; j < cols; j += 64)
        sum += A[row * cols + j] * V[j];
    for (int d = 16; d >= 1; d /= 2)
        sum += __shfl_xor_sync(FULL, sum, d);
    if (t % 32 == 0)
        two[t / 32] = sum;
    __syncthreads();
    if (t == 0)
        C[row] = two[0] + two[1];
}

// Threads stand in y.
__global__ void av_block_1x64(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row < rows) {
#pragma unroll 2
        for (int j = cols - 1; j >= 0; --j)
            sum += V[j] * A[row * cols + j];
        C[row] = sum;
    }
}

// ---- lab 1: V x A -----------------------------------------------------------

// Eight threads down each column; the tree goes down, too.
__global__ void va_tree_down(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    __shared__ float part[8][32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x;
    float sum = 0;

    if (col < cols)
        for (int i = y; i < rows; i += 8)
            sum += V[i] * A[i * cols + col];
    part[y][x] = sum;
    __syncthreads();
    for (int h = 4; h > 0; h /= 2) {
        if (y < h)
            part[y][x] += part[y + h][x];
        __syncthreads();
    }
    if (y == 0 && col < cols)
        C[col] = part[0][x];
}

__global__ void va_if_in_loop(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;

    for (int row = 0; row < rows; row++)
        if (col < cols && row * cols + col < rows * cols)
            sum += (double)V[row] * A[row * cols + col];
    if (col < cols)
        C[col] = (float)sum;
}

// The flat index runs; the row is found by division.
__global__ void va_flat_divides(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int col = k;
    float sum = 0;

    if (col >= cols)
        return;
    while (k < rows * cols) {
        sum += V[k / cols] * A[k];
        k += cols;
    }
    C[col] = sum;
}

// V comes by 64 through volatile shared memory.
__global__ void va_volatile_v(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    __shared__ volatile float v[64];
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int first = 0; first < rows; first += 64) {
        int left = rows - first < 64 ? rows - first : 64;
        if ((int)threadIdx.x < left)
            v[threadIdx.x] = V[first + threadIdx.x];
        __syncthreads();
        if (col < cols)
            for (int k = 0; k < left; k++)
                sum += v[k] * A[(first + k) * cols + col];
        __syncthreads();
    }
    if (col < cols)
        C[col] = sum;
}

__global__ void va_doubles_up(const double *V, const double *A, double *C,
                              int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col >= cols)
        return;
    C[col] = 0;
    for (int i = rows - 1; i >= 0; i--)
        C[col] += V[i] * A[i * cols + col];
}

// Blocks of 16 rows leave parts of all columns for a second kernel.
__global__ void va_bands_of_16(const float *V, const float *A, float *part,
                               int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, band = blockIdx.y;
    float sum = 0;

    if (col >= cols)
        return;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        int i = band * 16 + k;
        if (i < rows)
            sum += V[i] * A[i * cols + col];
    }
    part[band * cols + col] = sum;
}

__global__ void va_sum_bands(const float *part, float *C, int bands, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col >= cols)
        return;
    for (int b = 0; b < bands; b++)
        sum += part[b * cols + col];
    C[col] = sum;
}

// ---- lab 2: products out of global memory -----------------------------------

__device__ int where(int row, int col, int width)
{
    return row * width + col;
}

__device__ bool inside(int row, int col, int height, int width)
{
    return row >= 0 && row < height && col >= 0 && col < width;
}

// Asks helpers for each element.
__global__ void ab_helpers(const float *A, const float *B, float *C, int rows,
                           int inner, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int k = 0; k < inner; k++)
        if (inside(r, k, rows, inner) && inside(k, c, inner, cols))
            sum += A[where(r, k, inner)] * B[where(k, c, cols)];
    if (inside(r, c, rows, cols))
        C[where(r, c, cols)] = sum;
}

// x is the row.
__global__ void ab_row_by_x(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;

    if (r < rows && c < cols) {
        float sum = 0;
        for (int k = 0; k < inner; k++)
            sum += A[r * inner + k] * B[k * cols + c];
        C[r * cols + c] = sum;
    }
}

__global__ void ab_into_double(const double *A, const double *B, double *C,
                               int rows, int inner, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (r >= rows || c >= cols)
        return;
    AT(C, r, c, cols) = 0;
    for (int k = 0; k < inner; k++)
        AT(C, r, c, cols) += AT(A, r, k, inner) * AT(B, k, c, cols);
}

__device__ __noinline__ float row_by_column(const float *row, const float *col,
                                            int n, int stride)
{
    float sum = 0;

    while (n-- > 0) {
        sum += *row * *col;
        row++;
        col += stride;
    }
    return sum;
}

__global__ void ab_dot_function(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < rows && c < cols)
        C[r * cols + c] = row_by_column(A + r * inner, B + c, inner, cols);
}

__global__ void ab_unrolled_8(const float *__restrict__ A,
                              const float *__restrict__ B,
                              float *__restrict__ C, int rows, int inner,
                              int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (r >= rows || c >= cols)
        return;
#pragma unroll 8
    for (int k = 0; k < inner; k++)
        sum += AT(A, r, k, inner) * AT(B, k, c, cols);
    AT(C, r, c, cols) = sum;
}

// Three neighbours, asked for one by one.
__global__ void ab_three_across(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    float s0 = 0, s1 = 0, s2 = 0;

    if (r >= rows)
        return;
    for (int k = 0; k < inner; k++) {
        float a = A[r * inner + k];
        if (c < cols)
            s0 += a * B[k * cols + c];
        if (c + 1 < cols)
            s1 += a * B[k * cols + c + 1];
        if (c + 2 < cols)
            s2 += a * B[k * cols + c + 2];
    }
    if (c < cols)
        C[r * cols + c] = s0;
    if (c + 1 < cols)
        C[r * cols + c + 1] = s1;
    if (c + 2 < cols)
        C[r * cols + c + 2] = s2;
}

// A grid that is too small walks over C in both directions.
__global__ void ab_strides_of_grid(const float *A, const float *B, float *C,
                                   int rows, int inner, int cols)
{
    for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < rows;
         r += gridDim.y * blockDim.y)
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < cols;
             c += gridDim.x * blockDim.x) {
            float sum = 0;
            for (int k = 0; k < inner; k++)
                sum += A[r * inner + k] * B[k * cols + c];
            C[r * cols + c] = sum;
        }
}

// A by four; inner is a multiple of four.
__global__ void ab_fours_of_a(const float4 *A, const float *B, float *C,
                              int rows, int inner4, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (r >= rows || c >= cols)
        return;
    for (int k = 0; k < inner4; k++) {
        float4 a = A[r * inner4 + k];
        const float *b = B + 4 * k * cols + c;
        sum += a.x * b[0];
        sum += a.y * b[cols];
        sum += a.z * b[2 * cols];
        sum += a.w * b[3 * cols];
    }
    C[r * cols + c] = sum;
}

template <typename T>
__global__ void ab_two_sums_back(const T *A, const T *B, T *C, int rows,
                                 int inner, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    T sum[2] = {0, 0};

    if (r >= rows || c >= cols)
        return;
    for (int k = inner - 1; k >= 0; k--)
        sum[k & 1] += A[r * inner + k] * B[k * cols + c];
    C[r * cols + c] = sum[0] + sum[1];
}

// ---- lab 2: products by tiles -----------------------------------------------

// Sizes are multiples of W: no ifs.
template <typename T, int W>
__global__ void ab_exact(const T *A, const T *B, T *C, int inner, int cols)
{
    __shared__ T as[W][W], bs[W][W];
    int x = threadIdx.x, y = threadIdx.y;
    const T *a = A + (blockIdx.y * W + y) * inner + x;
    const T *b = B + y * cols + blockIdx.x * W + x;
    T sum = 0;

    for (int t = 0; t < inner; t += W) {
        as[y][x] = *a;
        bs[y][x] = *b;
        a += W;
        b += W * cols;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < W; k++)
            sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    C[(blockIdx.y * W + y) * cols + blockIdx.x * W + x] = sum;
}

// Tiles of 32 x 32 for 32 x 8 threads, each with four rows.
__global__ void ab_32_by_8(const float *A, const float *B, float *C, int rows,
                           int inner, int cols)
{
    __shared__ float as[32][32], bs[32][32];
    int x = threadIdx.x, c = blockIdx.x * 32 + x;
    float sum[4] = {0, 0, 0, 0};

    for (int t = 0; t < inner; t += 32) {
        for (int y = threadIdx.y; y < 32; y += 8) {
            int r = blockIdx.y * 32 + y;
            as[y][x] = r < rows && t + x < inner ? A[r * inner + t + x] : 0;
            bs[y][x] = t + y < inner && c < cols ? B[(t + y) * cols + c] : 0;
        }
        __syncthreads();
        for (int q = 0; q < 4; q++)
            for (int k = 0; k < 32; k++)
                sum[q] += as[threadIdx.y + 8 * q][k] * bs[k][x];
        __syncthreads();
    }
    for (int q = 0; q < 4; q++) {
        int r = blockIdx.y * 32 + threadIdx.y + 8 * q;
        if (r < rows && c < cols)
            C[r * cols + c] = sum[q];
    }
}

// B's tile is turned, so that both are read along rows.
template <int W, int PAD>
__global__ void ab_b_turned(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    __shared__ float as[W][W], bs[W][W + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * W + y, c = blockIdx.x * W + x;
    float sum = 0;

    for (int t = 0; t * W < inner; t++) {
        int k = t * W;
        as[y][x] = r < rows && k + x < inner ? A[r * inner + k + x] : 0;
        bs[x][y] = k + y < inner && c < cols ? B[(k + y) * cols + c] : 0;
        __syncthreads();
        for (int e = 0; e < W; e++)
            sum += as[y][e] * bs[x][e];
        __syncthreads();
    }
    if (r < rows && c < cols)
        C[r * cols + c] = sum;
}

__global__ void ab_volatile(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    __shared__ volatile float as[16][17], bs[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * 16 + y, c = blockIdx.x * 16 + x;
    volatile float sum = 0;

    for (int t = 0; t < (inner + 15) / 16; t++) {
        as[y][x] = 0;
        bs[y][x] = 0;
        if (r < rows && t * 16 + x < inner)
            as[y][x] = A[r * inner + t * 16 + x];
        if (t * 16 + y < inner && c < cols)
            bs[y][x] = B[(t * 16 + y) * cols + c];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum = sum + as[y][k] * bs[k][x];
        __syncthreads();
    }
    if (r < rows && c < cols)
        C[r * cols + c] = sum;
}

// 256 threads in a line; rows and columns of the tile by division.
__global__ void ab_one_line(const float *A, const float *B, float *C, int rows,
                            int inner, int cols, int w)
{
    __shared__ float as[256], bs[256];
    int t = threadIdx.x, x = t % w, y = t / w;
    int across = (cols + w - 1) / w;
    int r = blockIdx.x / across * w + y, c = blockIdx.x % across * w + x;
    float sum = 0.0f;

    for (int first = 0; first < inner; first += w) {
        as[t] = r < rows && first + x < inner ? A[r * inner + first + x] : 0;
        bs[t] = first + y < inner && c < cols ? B[(first + y) * cols + c] : 0;
        __syncthreads();
        for (int k = 0; k < w; k++)
            sum += as[t / w * w + k] * bs[k * w + t % w];
        __syncthreads();
    }
    if (r < rows && c < cols)
        C[r * cols + c] = sum;
}

// The next tile comes while this one is used: a barrier for each tile.
__global__ void ab_two_buffers(const float *A, const float *B, float *C,
                               int rows, int inner, int cols)
{
    __shared__ float as[2][16][16], bs[2][16][16];
    int x = threadIdx.x, y = threadIdx.y, now = 0;
    int r = blockIdx.y * 16 + y, c = blockIdx.x * 16 + x;
    float sum = 0;

    as[0][y][x] = r < rows && x < inner ? A[r * inner + x] : 0;
    bs[0][y][x] = y < inner && c < cols ? B[y * cols + c] : 0;
    __syncthreads();
    for (int t = 0; t < inner; t += 16) {
        int k = t + 16;
        if (k < inner) {
            as[1 - now][y][x] =
                r < rows && k + x < inner ? A[r * inner + k + x] : 0;
            bs[1 - now][y][x] =
                k + y < inner && c < cols ? B[(k + y) * cols + c] : 0;
        }
        for (int e = 0; e < 16; e++)
            sum += as[now][y][e] * bs[now][e][x];
        __syncthreads();
        now = 1 - now;
    }
    if (r < rows && c < cols)
        C[r * cols + c] = sum;
}

// A's tile is shared; B is read where it lies.
__global__ void ab_only_a(const float *A, const float *B, float *C, int rows,
                          int inner, int cols)
{
    __shared__ float as[8][32];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * 8 + y, c = blockIdx.x * 32 + x;
    float sum = 0;

    for (int t = 0; t < inner; t += 32) {
        int n = inner - t < 32 ? inner - t : 32;
        if (r < rows && x < n)
            as[y][x] = A[r * inner + t + x];
        __syncthreads();
        if (r < rows && c < cols)
            for (int k = 0; k < n; k++)
                sum += as[y][k] * B[(t + k) * cols + c];
        __syncthreads();
    }
    if (r < rows && c < cols)
        C[r * cols + c] = sum;
}

// The first row of threads fetches both tiles, the others wait.
__global__ void ab_few_load(const float *A, const float *B, float *C, int inner,
                            int cols)
{
    __shared__ float as[16][16], bs[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;

    for (int t = 0; t < inner / 16; t++) {
        if (y == 0)
            for (int k = 0; k < 16; k++) {
                as[k][x] = A[(blockIdx.y * 16 + k) * inner + t * 16 + x];
                bs[k][x] = B[(t * 16 + k) * cols + blockIdx.x * 16 + x];
            }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    C[(blockIdx.y * 16 + y) * cols + blockIdx.x * 16 + x] = sum;
}

// A barrier after each product, and a question before it.
__global__ void ab_barrier_each(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    __shared__ float as[8][8], bs[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * 8 + y, c = blockIdx.x * 8 + x;
    float sum = 0;

    as[y][x] = bs[y][x] = 0;
    for (int t = 0; t < inner; t += 8) {
        if (r < rows && t + x < inner)
            as[y][x] = A[r * inner + t + x];
        if (t + y < inner && c < cols)
            bs[y][x] = B[(t + y) * cols + c];
        __syncthreads();
        for (int k = 0; k < 8; k++) {
            if (t + k < inner)
                sum += as[y][k] * bs[k][x];
            __syncthreads();
        }
    }
    if (r < rows && c < cols)
        C[r * cols + c] = sum;
}

// 2 x 2 results for each of 16 x 16 threads.
__global__ void ab_two_by_two(const float *A, const float *B, float *C,
                              int rows, int inner, int cols)
{
    __shared__ float as[32][16], bs[16][32];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * 32, c = blockIdx.x * 32;
    float sum[2][2] = {{0, 0}, {0, 0}};

    for (int t = 0; t < inner; t += 16) {
        for (int i = 0; i < 2; i++) {
            int ar = r + y + 16 * i, bc = c + x + 16 * i;
            as[y + 16 * i][x] =
                ar < rows && t + x < inner ? A[ar * inner + t + x] : 0;
            bs[y][x + 16 * i] =
                t + y < inner && bc < cols ? B[(t + y) * cols + bc] : 0;
        }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    sum[i][j] += as[2 * y + i][k] * bs[k][2 * x + j];
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (r + 2 * y + i < rows && c + 2 * x + j < cols)
                C[(r + 2 * y + i) * cols + c + 2 * x + j] = sum[i][j];
}

// The width is the block's, the memory dynamic.
__global__ void ab_dynamic(const float *A, const float *B, float *C, int rows,
                           int inner, int cols)
{
    extern __shared__ float both[];
    int w = blockDim.x, x = threadIdx.x, y = threadIdx.y;
    float *as = both, *bs = both + w * w;
    int r = blockIdx.y * w + y, c = blockIdx.x * w + x;
    float sum = 0;

    for (int t = 0; t * w < inner; t++) {
        as[y * w + x] =
            r < rows && t * w + x < inner ? A[r * inner + t * w + x] : 0.0f;
        bs[y * w + x] =
            t * w + y < inner && c < cols ? B[(t * w + y) * cols + c] : 0.0f;
        __syncthreads();
        for (int k = 0; k < w; k++)
            sum += as[y * w + k] * bs[k * w + x];
        __syncthreads();
    }
    if (r < rows && c < cols)
        C[r * cols + c] = sum;
}

// ---- lab 2: transposition ---------------------------------------------------

template <typename T, int W, int PAD>
__global__ void swap_tile(const T *in, T *out, int rows, int cols)
{
    __shared__ T tile[W][W + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int c = blockIdx.x * W + x, r = blockIdx.y * W + y;

    if (r < rows && c < cols)
        tile[x][y] = in[r * cols + c];
    __syncthreads();
    r = blockIdx.y * W + x;
    c = blockIdx.x * W + y;
    if (r < rows && c < cols)
        out[c * rows + r] = tile[y][x];
}

// A square matrix where it lies; half of the threads have nothing to do.
__global__ void swap_in_place(float *M, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r < n && c < r) {
        float keep = M[r * n + c];
        M[r * n + c] = M[c * n + r];
        M[c * n + r] = keep;
    }
}

// 4 x 4 in registers; sizes are multiples of four.
__global__ void swap_own_4x4(const float4 *in, float4 *out, int rows4,
                             int cols4)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r >= rows4 || c >= cols4)
        return;
    float4 p = in[(4 * r + 0) * cols4 + c], q = in[(4 * r + 1) * cols4 + c];
    float4 s = in[(4 * r + 2) * cols4 + c], t = in[(4 * r + 3) * cols4 + c];
    out[(4 * c + 0) * rows4 + r] = make_float4(p.x, q.x, s.x, t.x);
    out[(4 * c + 1) * rows4 + r] = make_float4(p.y, q.y, s.y, t.y);
    out[(4 * c + 2) * rows4 + r] = make_float4(p.z, q.z, s.z, t.z);
    out[(4 * c + 3) * rows4 + r] = make_float4(p.w, q.w, s.w, t.w);
}

// A block goes down a strip of 32 columns, with a tile at a time.
__global__ void swap_strip(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[8][33];
    int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x;
    int c = blockIdx.x * 32 + x, turned = blockIdx.x * 32 + t / 8;

    for (int r = 0; r < rows; r += 8) {
        if (r + y < rows && c < cols)
            tile[y][x] = in[(r + y) * cols + c];
        __syncthreads();
        if (r + t % 8 < rows && turned < cols)
            out[turned * rows + r + t % 8] = tile[t % 8][t / 8];
        __syncthreads();
    }
}

// Warps take rows of the result in turn.
__global__ void swap_warp_rows(const float *in, float *out, int rows, int cols)
{
    int warps = gridDim.x * blockDim.x / warpSize;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;

    for (int c = warp; c < cols; c += warps)
        for (int r = threadIdx.x % warpSize; r < rows; r += warpSize)
            out[c * rows + r] = __ldg(&in[r * cols + c]);
}

// ---- lab 3: dot products and other reductions -------------------------------

__global__ void dots_warp_atomic(const float *a, const float *b, float *result,
                                 int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < n ? a[i] * b[i] : 0;

    for (int d = 1; d < 32; d *= 2)
        x += __shfl_down_sync(FULL, x, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(result, x);
}

__global__ void dots_double_shuffle(const double *a, const double *b,
                                    double *part, int n)
{
    __shared__ double s[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    double x = 0;

    if (warp == 0)
        s[lane] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        x += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(FULL, x, d);
    if (lane == 0)
        s[warp] = x;
    __syncthreads();
    if (warp == 0) {
        x = s[lane];
        for (int d = 16; d > 0; d /= 2)
            x += __shfl_down_sync(FULL, x, d);
        if (lane == 0)
            part[blockIdx.x] = x;
    }
}

// Every thread adds what all have, and one says it.
__global__ void dots_all_know(const float *a, const float *b, float *part,
                              int n)
{
    __shared__ float s[128];
    float x = 0, sum = 0;

    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
        x += a[i] * b[i];
    s[threadIdx.x] = x;
    __syncthreads();
    for (int k = 0; k < 128; k++)
        sum += s[k];
    if (threadIdx.x == 127)
        part[blockIdx.x] = sum;
}

// The tree of the first lesson, with its modulo, in double.
__global__ void dots_modulo(const double *a, const double *b, double *part,
                            int n)
{
    __shared__ double s[192];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    s[t] = i < n ? a[i] * b[i] : 0.0;
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0 && t + d < blockDim.x)
            s[t] += s[t + d];
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// Each product goes to one number of the block.
__global__ void dots_shared_each(const float *a, const float *b, float *result,
                                 int n)
{
    __shared__ float total;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        atomicAdd(&total, a[i] * b[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(result, total);
}

// Four sums in registers, each a quarter of the array.
__global__ void dots_quarters(const float *a, const float *b, float *part,
                              int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, q = n / 4;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int i = blockIdx.x * 256 + t; i < q; i += gridDim.x * 256) {
        s0 += a[i] * b[i];
        s1 += a[i + q] * b[i + q];
        s2 += a[i + 2 * q] * b[i + 2 * q];
        s3 += a[i + 3 * q] * b[i + 3 * q];
    }
    s[t] = s0 + s1 + s2 + s3;
    __syncthreads();
#pragma unroll
    for (int d = 128; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// Sixteen neighbours are a thread's own; and so on with what they leave.
__global__ void all_sixteens(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i * 16 >= n)
        return;
    for (int k = 0; k < 16 && i * 16 + k < n; k++)
        sum += in[i * 16 + k];
    out[i] = sum;
}

// The last warp's steps are written out, in volatile shared memory.
__global__ void all_written_out(const float *in, float *part, int n)
{
    __shared__ volatile float s[256];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * 512 + t; i < n; i += gridDim.x * 512)
        sum += in[i] + (i + 256 < n ? in[i + 256] : 0);
    s[t] = sum;
    __syncthreads();
    if (t < 128)
        s[t] += s[t + 128];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        __syncwarp();
        for (int d = 16; d > 0; d /= 2) {
            float other = s[t + d];
            __syncwarp();
            s[t] += other;
            __syncwarp();
        }
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// Blocks of a warp; a sum by xor for each line of 32.
__global__ void all_line_by_line(const float *in, float *part, int n)
{
    float total = 0;

    for (int first = blockIdx.x * 32; first < n; first += gridDim.x * 32) {
        int i = first + threadIdx.x;
        float x = i < n ? in[i] : 0;
        for (int d = 16; d > 0; d /= 2)
            x += __shfl_xor_sync(FULL, x, d);
        total += x;
    }
    if (threadIdx.x == 0)
        part[blockIdx.x] = total;
}

// A barrier and a tree for each line of a block.
__global__ void all_tree_each(const double *in, double *part, int n)
{
    __shared__ double s[128];
    int t = threadIdx.x;
    double total = 0;

    for (int first = blockIdx.x * 128; first < n; first += gridDim.x * 128) {
        s[t] = first + t < n ? in[first + t] : 0;
        __syncthreads();
        for (int d = 64; d > 0; d /= 2) {
            if (t < d)
                s[t] += s[t + d];
            __syncthreads();
        }
        if (t == 0)
            total += s[0];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = total;
}

// The largest and the smallest, one after the other, in one array.
__global__ void all_extremes(const float *in, float2 *part, int n)
{
    __shared__ float s[320];
    int t = threadIdx.x;
    float most = -1e30f, least = 1e30f;

    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += blockDim.x * gridDim.x) {
        most = in[i] > most ? in[i] : most;
        least = in[i] < least ? in[i] : least;
    }
    s[t] = most;
    __syncthreads();
    for (int d = 256; d > 0; d /= 2) {
        if (t < d && t + d < 320)
            s[t] = s[t + d] > s[t] ? s[t + d] : s[t];
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    s[t] = least;
    __syncthreads();
    for (int d = 256; d > 0; d /= 2) {
        if (t < d && t + d < 320)
            s[t] = s[t + d] < s[t] ? s[t + d] : s[t];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = make_float2(most, s[0]);
}

// ---- rows -------------------------------------------------------------------

// 32 rows by 32 are fetched in lines; then a warp has a row a lane.
template <int PAD>
__global__ void row_sums_tile(const float *M, float *sums, int rows, int cols)
{
    __shared__ float tile[32][32 + PAD];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 32;
    float sum = 0;

    for (int first = 0; first < cols; first += 32) {
        for (int k = y; k < 32; k += 4)
            tile[k][x] = row + k < rows && first + x < cols
                             ? M[(row + k) * cols + first + x]
                             : 0;
        __syncthreads();
        if (y == 0)
            for (int k = 0; k < 32; k++)
                sum += tile[x][k];
        __syncthreads();
    }
    if (y == 0 && row + x < rows)
        sums[row + x] = sum;
}

// A block of 1 x 256 for each row, and halving with y.
__global__ void row_sums_1x256(const float *M, double *sums, int cols)
{
    __shared__ double s[256];
    int y = threadIdx.y, row = blockIdx.x;

    s[y] = 0;
    for (int j = y; j < cols; j += blockDim.y)
        s[y] += M[row * cols + j];
    __syncthreads();
    for (int d = blockDim.y / 2; d > 0; d /= 2) {
        if (y < d)
            s[y] += s[y + d];
        __syncthreads();
    }
    if (y == 0)
        sums[row] = s[0];
}

// Bits of floats from 0 on are in the order of the floats.
__global__ void row_tops_atomic(const float *M, int *tops, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r < rows && c < cols)
        atomicMax(&tops[r], __float_as_int(M[r * cols + c]));
}

// Half a warp for each row.
__global__ void row_tops_half(const float *M, float *tops, int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    float top = -1e30f;

    if (r < rows)
        for (int j = threadIdx.x; j < cols; j += 16)
            top = fmaxf(top, M[r * cols + j]);
    for (int d = 8; d > 0; d /= 2)
        top = fmaxf(top, __shfl_xor_sync(FULL, top, d, 16));
    if (r < rows && threadIdx.x == 0)
        tops[r] = top;
}

// A thread looks for its row's largest, and again for where it is.
__global__ void row_tops_where(const double *M, int *where, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, found = 0;

    if (r >= rows)
        return;
    double top = M[r * cols];
    for (int j = 1; j < cols; j++)
        if (M[r * cols + j] > top)
            top = M[r * cols + j];
    for (int j = cols - 1; j >= 0; j--)
        found = M[r * cols + j] == top ? j : found;
    where[r] = found;
}

// ---- lab 3: batches ---------------------------------------------------------

// in: N x L x M; out: N x L sums of rows.
__global__ void sheets_warp_block(const double *in, double *out, int M)
{
    size_t row = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
    double sum = 0;

    for (int m = threadIdx.x; m < M; m += 32)
        sum += in[row * M + m];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

// x along the row, y down, z from matrix to matrix.
__global__ void sheets_8x4x4(const double *in, double *out, int L, int M, int N)
{
    __shared__ double s[4][4][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int l = blockIdx.x * 4 + y, k = blockIdx.y * 4 + z;
    bool mine = l < L && k < N;

    s[z][y][x] = 0;
    if (mine)
        for (int m = x; m < M; m += 8)
            s[z][y][x] += in[((size_t)k * L + l) * M + m];
    __syncthreads();
    if (mine && x == 0) {
        double sum = 0;
        for (int q = 0; q < 8; q++)
            sum += s[z][y][q];
        out[k * L + l] = sum;
    }
}

// A thread for each element.
__global__ void sheets_element(const double *in, double *out, int M, int count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;

    if (e < count)
        atomicAdd(&out[e / M], in[e]);
}

// A block takes a matrix home in float, then adds up its rows.
__global__ void sheets_taken_home(const double *in, double *out, int L, int M)
{
    extern __shared__ float home[];
    const double *sheet = in + (size_t)blockIdx.x * L * M;

    for (int e = threadIdx.x; e < L * M; e += blockDim.x)
        home[e] = (float)sheet[e];
    __syncthreads();
    for (int l = threadIdx.x; l < L; l += blockDim.x) {
        float sum = 0;
        for (int m = 0; m < M; m++)
            sum += home[l * M + m];
        out[blockIdx.x * L + l] = sum;
    }
}

// The lab's batch: means of rows, then a product; here a warp has all of it.
__global__ void sheets_one_warp(const double *in, const double *matrix,
                                double *out, int L, int M, int N)
{
    __shared__ double v[4][64];
    int lane = threadIdx.x, w = threadIdx.y, k = blockIdx.x * 4 + w;

    if (k >= N)
        return;
    for (int l = lane; l < L; l += 32) {
        double sum = 0;
        for (int m = 0; m < M; m++)
            sum += in[((size_t)k * L + l) * M + m];
        v[w][l] = sum / M;
    }
    __syncwarp();
    for (int i = lane; i < L; i += 32) {
        double sum = 0;
        for (int l = 0; l < L; l++)
            sum += matrix[i * L + l] * v[w][l];
        out[i * N + k] = sum;
    }
}

// As much as there is in one kernel of 16 x 16, with a barrier for each step.
__global__ void sheets_16x16(const double *in, const double *matrix,
                             double *out, int L, int M, int N)
{
    __shared__ double part[16][17], v[64];
    int k = blockIdx.x, x = threadIdx.x, y = threadIdx.y;

    for (int first = 0; first < L; first += 16) {
        double sum = 0;
        if (first + y < L)
            for (int m = x; m < M; m += 16)
                sum += in[((size_t)k * L + first + y) * M + m];
        part[y][x] = sum;
        __syncthreads();
        for (int d = 8; d > 0; d /= 2) {
            if (x < d)
                part[y][x] += part[y][x + d];
            __syncthreads();
        }
        if (x == 0 && first + y < L)
            v[first + y] = part[y][0] / M;
        __syncthreads();
    }
    for (int first = 0; first < L; first += 16) {
        double sum = 0;
        if (first + y < L)
            for (int l = x; l < L; l += 16)
                sum += matrix[(first + y) * L + l] * v[l];
        part[y][x] = sum;
        __syncthreads();
        if (x == 0 && first + y < L) {
            sum = 0;
            for (int q = 0; q < 16; q++)
                sum += part[y][q];
            out[(first + y) * N + k] = sum;
        }
        __syncthreads();
    }
}

#include "slow9.def"
TIMES_MAIN
