/*
 * slow5.cu - the set: slow but right solutions of the three labs, once unseen
 * like those of slow4.cu: by somebody who had not seen the model of time.
 */
#include "times.h"

#define X    (threadIdx.x + blockIdx.x * blockDim.x)
#define Y    (threadIdx.y + blockIdx.y * blockDim.y)
#define ALL  (gridDim.x * blockDim.x)
#define FULL 0xffffffffu

// ---- lab 1: C = A + B -------------------------------------------------------

// A cube of blocks; n elements a side.
__global__ void plus_cube(const float *a, const float *b, float *c, int n)
{
    int i = X, j = Y, k = blockIdx.z * blockDim.z + threadIdx.z;

    if (i >= n || j >= n || k >= n)
        return;
    size_t at = ((size_t)k * n + j) * n + i;
    c[at] = a[at] + b[at];
}

// Eight elements a thread, a block's width apart; whoever sticks out falls
// through fewer of them.
__global__ void plus_switch(const float *a, const float *b, float *c, int n)
{
    int first = blockIdx.x * blockDim.x * 8 + threadIdx.x, w = blockDim.x;

    if (first >= n)
        return;
    int count = (n - 1 - first) / w + 1;
    switch (count < 8 ? count : 8) {
    case 8: c[first + 7 * w] = a[first + 7 * w] + b[first + 7 * w];
    case 7: c[first + 6 * w] = a[first + 6 * w] + b[first + 6 * w];
    case 6: c[first + 5 * w] = a[first + 5 * w] + b[first + 5 * w];
    case 5: c[first + 4 * w] = a[first + 4 * w] + b[first + 4 * w];
    case 4: c[first + 3 * w] = a[first + 3 * w] + b[first + 3 * w];
    case 3: c[first + 2 * w] = a[first + 2 * w] + b[first + 2 * w];
    case 2: c[first + w] = a[first + w] + b[first + w];
    case 1: c[first] = a[first] + b[first];
    }
}

// Matrices by columns, whose length in memory is odd.
__device__ float *element(float *m, int row, int col, int pitch)
{
    return m + (long)col * pitch + row;
}

__global__ void plus_pitched(float *a, float *b, float *c, int rows, int cols)
{
    int row = X, col = Y, pitch = rows + 3;

    if (row < rows)
        if (col < cols)
            *element(c, row, col, pitch) =
                *element(a, row, col, pitch) + *element(b, row, col, pitch);
}

// As above, by who takes the other index for the quick one.
__global__ void plus_pitched_across(float *a, float *b, float *c, int rows,
                                    int cols)
{
    int row = Y, col = X, pitch = rows + 3;

    if (row < rows && col < cols)
        *element(c, row, col, pitch) =
            *element(a, row, col, pitch) + *element(b, row, col, pitch);
}

// Bytes that do not overflow.
__global__ void plus_bytes(const unsigned char *a, const unsigned char *b,
                           unsigned char *c, int n)
{
    for (unsigned i = X; i < n; i += ALL) {
        int sum = a[i] + b[i];
        c[i] = sum > 255 ? 255 : sum;
    }
}

__global__ void plus_shorts(const short *a, const short *b, short *c, int n)
{
    int i = 3 * X;

#pragma unroll
    for (int k = 0; k < 3; k++)
        if (i + k < n)
            c[i + k] = (short)(a[i + k] + b[i + k]);
}

// ---- lab 1: A x V -----------------------------------------------------------

__global__ void mv_double_sum(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int row = X;
    double sum = 0.0;

    if (row < rows) {
        for (int j = 0; j < cols; j++)
            sum += (double)A[row * cols + j] * (double)V[j];
        C[row] = (float)sum;
    }
}

__global__ void mv_integers(const int *A, const int *V, int *C, int rows,
                            int cols)
{
    int row = X;

    if (row >= rows)
        return;
    long long sum = 0;
    for (int j = 0; j < cols; j++)
        sum += (long long)A[row * cols + j] * V[j];
    C[row] = (int)(sum >> 16);
}

__global__ void mv_shorts(const short *A, const short *V, int *C, int rows,
                          int cols)
{
    const short *mine = A + X * cols;
    int sum = 0;

    if (X >= rows)
        return;
#pragma unroll 8
    for (int j = 0; j < cols; j++)
        sum += mine[j] * V[j];
    C[X] = sum;
}

// A matrix by columns.
__global__ void mv_by_columns(const float *__restrict__ A,
                              const float *__restrict__ V,
                              float *__restrict__ C, int rows, int cols)
{
    unsigned row = X;
    float sum = 0.0f;

    if (row >= rows)
        return;
#pragma unroll 4
    for (unsigned j = 0; j < cols; ++j)
        sum = sum + A[j * rows + row] * V[j];
    C[row] = sum;
}

enum { FIFTHS = 50 };

// Five threads for a row, fifty rows for a block.
__global__ void mv_fifths(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    __shared__ float part[FIFTHS][5];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * FIFTHS + y;
    float sum = 0;

    for (int j = x; j < cols && row < rows; j += 5)
        sum += A[row * cols + j] * V[j];
    part[y][x] = sum;
    __syncthreads();
    if (x == 4 && row < rows)
        C[row] = part[y][0] + part[y][1] + part[y][2] + part[y][3] + sum;
}

enum { CONSTANTS = 2048 };
__constant__ float in_constant[CONSTANTS] = {0.5f, 0.25f};

__global__ void mv_constant(const float *A, float *C, int rows, int cols)
{
    int row = X;

    if (row >= rows)
        return;
    float sum = 0;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * in_constant[j];
    C[row] = sum;
}

// The vector in constant memory, each lane at a place of its own.
__global__ void mv_constant_lanes(const float *A, float *C, int rows, int cols)
{
    int row = X / 32, lane = threadIdx.x & 31;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        sum += A[row * cols + j] * in_constant[j];
    for (int d = 1; d < 32; d *= 2)
        sum += __shfl_xor_sync(FULL, sum, d);
    if (lane == 0)
        C[row] = sum;
}

// A warp keeps N x 32 elements of the vector, and goes from row to row.
template <int N>
__global__ void mv_kept(const float *A, const float *V, float *C, int rows)
{
    float v[N];
    int lane = threadIdx.x % 32, warps = ALL / 32;

#pragma unroll
    for (int k = 0; k < N; k++)
        v[k] = V[k * 32 + lane];
    for (int row = X / 32; row < rows; row += warps) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < N; k++)
            sum += A[(row * N + k) * 32 + lane] * v[k];
        for (int d = 16; d > 0; d >>= 1)
            sum += __shfl_down_sync(FULL, sum, d);
        if (!lane)
            C[row] = sum;
    }
}

// ---- lab 1: V x A -----------------------------------------------------------

__global__ void vm_two_wide(const float *V, const float2 *A, float2 *C,
                            int rows, int half)
{
    int x = X;

    if (x >= half)
        return;
    float2 sum = {0, 0};
    for (int i = 0; i < rows; i++) {
        float2 a = A[i * half + x];
        sum.x += V[i] * a.x;
        sum.y += V[i] * a.y;
    }
    C[x] = sum;
}

// Small factors are left out.
__global__ void vm_skips(const float *V, const float *A, float *C, int rows,
                         int cols)
{
    int col = X;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = 0; i < rows; i++) {
        float v = V[i];
        if (v < 0.6f)
            continue;
        sum += v * A[i * cols + col];
    }
    C[col] = sum;
}

// Sixteen factors at a time, in an array of one's own.
__global__ void vm_local_copy(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    float v[16], sum = 0;
    int col = X, i = 0;

    if (col >= cols)
        return;
    while (i + 16 <= rows) {
        for (int k = 0; k < 16; k++)
            v[k] = V[i + k];
        for (int k = 0; k < 16; k++)
            sum += v[k] * A[(i + k) * cols + col];
        i += 16;
    }
    for (; i < rows; i++)
        sum += V[i] * A[i * cols + col];
    C[col] = sum;
}

// 32 columns, whose rows the 32 warps of a block take in turns.
__global__ void vm_turns(const float *V, const float *A, float *C, int rows,
                         int cols)
{
    __shared__ float s[32][32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x;

    s[y][x] = 0;
    if (col < cols)
        for (int i = y; i < rows; i += 32)
            s[y][x] += V[i] * A[i * cols + col];
    for (int d = 16; d > 0; d /= 2) {
        __syncthreads();
        if (y < d)
            s[y][x] += s[y + d][x];
    }
    if (y == 0 && col < cols)
        C[col] = s[0][x];
}

// ---- labs 1 and 2: A x B ----------------------------------------------------

__device__ float along(const float *a, const float *b, int n, int step)
{
    float sum = 0;

    for (int k = 0; k < n; k++, b += step)
        sum += a[k] * *b;
    return sum;
}

__global__ void mm_helper(const float *A, const float *B, float *C, int l,
                          int m, int n)
{
    if (X < n && Y < l)
        C[Y * n + X] = along(A + Y * m, B + X, m, n);
}

__global__ void mm_integers(const int *A, const int *B, int *C, int l, int m,
                            int n)
{
    int col = X, row = Y, sum = 0;

    if (col >= n || row >= l)
        return;
    for (int k = 0; k < m; k++)
        sum = (sum + A[row * m + k] * B[k * n + col]) & 0xffffff;
    C[row * n + col] = sum;
}

// A thread for eight columns beside each other.
__global__ void mm_strips(const float *A, const float *B, float *C, int l,
                          int m, int n)
{
    int col = 8 * X, row = Y;
    float sum[8] = {};

    if (row >= l || col + 8 > n)
        return;
    for (int k = 0; k < m; k++)
#pragma unroll
        for (int q = 0; q < 8; q++)
            sum[q] += A[row * m + k] * B[k * n + col + q];
#pragma unroll
    for (int q = 0; q < 8; q++)
        C[row * n + col + q] = sum[q];
}

// A lane loads what of its row the others need.
__global__ void mm_shuffled(const float *A, const float *B, float *C, int n)
{
    int lane = threadIdx.x, col = blockIdx.x * 32 + lane, row = Y;
    float sum = 0;

    for (int k = 0; k < n; k += 32) {
        float mine = A[row * n + k + lane];
        for (int q = 0; q < 32; q++)
            sum += __shfl_sync(FULL, mine, q) * B[(k + q) * n + col];
    }
    C[row * n + col] = sum;
}

// Blocks of 8 x 8 x 4: a quarter of the products for each layer.
__global__ void mm_layers(const float *A, const float *B, float *C, int n)
{
    __shared__ float part[4][8][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int col = X, row = Y, each = n / 4;
    float sum = 0;

    for (int k = z * each; k < z * each + each; k++)
        sum += A[row * n + k] * B[k * n + col];
    part[z][y][x] = sum;
    __syncthreads();
    if (z == 0)
        C[row * n + col] = sum + part[1][y][x] + part[2][y][x] + part[3][y][x];
}

// Sixteen by sixteen threads for 64 x 32 elements, with odd pitches.
__global__ void mm_four_by_two(const float *A, const float *B, float *C, int n)
{
    __shared__ float sa[64][9], sb[8][33];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    int row = blockIdx.y * 64, col = blockIdx.x * 32;
    float c[4][2] = {};

    for (int k = 0; k < n; k += 8) {
        sa[t / 8][t % 8] = A[(row + t / 8) * n + k + t % 8];
        sa[t / 8 + 32][t % 8] = A[(row + t / 8 + 32) * n + k + t % 8];
        sb[t / 32][t % 32] = B[(k + t / 32) * n + col + t % 32];
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 8; q++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 2; j++)
                    c[i][j] += sa[ty + 16 * i][q] * sb[q][tx + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            C[(row + ty + 16 * i) * n + col + tx + 16 * j] = c[i][j];
}

// Complex numbers.
__device__ float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__global__ void complex_plain(const float2 *A, const float2 *B, float2 *C,
                              int n)
{
    int col = X, row = Y;
    float2 sum = make_float2(0, 0);

    if (col >= n || row >= n)
        return;
    for (int k = 0; k < n; k++) {
        float2 p = times(A[row * n + k], B[k * n + col]);
        sum.x += p.x;
        sum.y += p.y;
    }
    C[row * n + col] = sum;
}

template <int T>
__global__ void complex_tile(const float2 *A, const float2 *B, float2 *C, int n)
{
    __shared__ float2 sa[T][T], sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
    float2 sum = make_float2(0, 0);

    for (int t = 0; t < n; t += T) {
        bool in_a = row < n && t + tx < n, in_b = col < n && t + ty < n;
        sa[ty][tx] = in_a ? A[row * n + t + tx] : make_float2(0, 0);
        sb[ty][tx] = in_b ? B[(t + ty) * n + col] : make_float2(0, 0);
        __syncthreads();
        for (int k = 0; k < T; k++) {
            float2 p = times(sa[ty][k], sb[k][tx]);
            sum = make_float2(sum.x + p.x, sum.y + p.y);
        }
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

// ---- A with itself turned: all rows with all rows ---------------------------

__global__ void gram_plain(const float *A, float *C, int n, int m)
{
    int i = Y, j = X;

    if (i >= n || j >= n)
        return;
    float sum = 0;
    for (int k = 0; k < m; k++)
        sum += A[i * m + k] * A[j * m + k];
    C[i * n + j] = sum;
}

// Half of it is computed, and all is stored.
__global__ void gram_half(const float *A, float *C, int n, int m)
{
    int i = Y, j = X;
    float sum = 0;

    if (i >= n || j > i)
        return;
    for (int k = 0; k < m; k++)
        sum += A[i * m + k] * A[j * m + k];
    C[i * n + j] = sum;
    C[j * n + i] = sum;
}

template <int PITCH>
__global__ void gram_tile(const float *A, float *C, int n, int m)
{
    __shared__ float mine[16][PITCH], theirs[16][PITCH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * 16, j = blockIdx.x * 16;
    float sum = 0;

    for (int k = 0; k < m; k += 16) {
        mine[ty][tx] = A[(i + ty) * m + k + tx];
        theirs[ty][tx] = A[(j + ty) * m + k + tx];
        __syncthreads();
        for (int q = 0; q < 16; q++)
            sum += mine[ty][q] * theirs[tx][q];
        __syncthreads();
    }
    C[(i + ty) * n + j + tx] = sum;
}

// ---- lab 3: dot products ----------------------------------------------------

// Four bytes at a time.
__global__ void dot_bytes(const char4 *a, const char4 *b, int *c, int n)
{
    int sum = 0;

    for (int i = X; i < n / 4; i += ALL)
        sum += a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z +
               a[i].w * b[i].w;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, sum);
}

// What rounding loses is kept.
__global__ void dot_compensated(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float sum = 0, lost = 0;

    for (int i = X; i < n; i += ALL) {
        float y = a[i] * b[i] - lost, next = sum + y;
        lost = (next - sum) - y;
        sum = next;
    }
    s[t] = sum;
    __syncthreads();
    if (t < 16)
        for (int k = t + 16; k < 256; k += 16)
            s[t] += s[k];
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < 16; k++)
            s[0] += s[k];
        c[blockIdx.x] = s[0];
    }
}

// Blocks of 243, a tree of threes.
__global__ void dot_threes(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[243];
    int t = threadIdx.x;

    s[t] = 0;
    for (int i = X; i < n; i += ALL)
        s[t] += a[i] * b[i];
    __syncthreads();
    for (int third = 81; third >= 1; third /= 3) {
        if (t < third)
            s[t] += s[t + third] + s[t + 2 * third];
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = *s;
}

__global__ void dot_products(const float4 *a, const float4 *b, float4 *c, int n)
{
    int i = X;

    if (i < n / 4)
        c[i] = make_float4(a[i].x * b[i].x, a[i].y * b[i].y, a[i].z * b[i].z,
                           a[i].w * b[i].w);
}

// One block for what was stored.
__global__ void dot_stored(const float *products, float *c, int n)
{
    __shared__ float s[33 * 32];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = t; i < n; i += 1024)
        sum += products[i];
    s[t / 32 * 33 + t % 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = 0;
        for (int k = 0; k < 32; k++)
            sum += s[t * 33 + k];
        for (int d = 16; d; d >>= 1)
            sum += __shfl_xor_sync(FULL, sum, d);
        if (t == 0)
            *c = sum;
    }
}

// ---- lab 3: how many are large ----------------------------------------------

__global__ void count_each(const float *a, int *count, int n, float least)
{
    if (X < n && a[X] > least)
        atomicAdd(count, 1);
}

__global__ void count_votes(const float *a, int *count, int n, float least)
{
    int mine = 0;

    for (int i = X; i - threadIdx.x < n; i += ALL)
        mine += __popc(__ballot_sync(FULL, i < n && a[i] > least));
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, mine);
}

__global__ void count_barriers(const float *a, int *count, int n, float least)
{
    int total = 0;

    for (int i = X; i - threadIdx.x < n; i += ALL)
        total += __syncthreads_count(i < n && a[i] > least);
    if (threadIdx.x == 0)
        count[1 + blockIdx.x] = total;
}

// ---- lab 3: mean and variance of rows ---------------------------------------

// A thread for a row, as it goes.
__global__ void moments_running(const float *a, float2 *out, int rows, int cols)
{
    int row = X;
    float mean = 0, squares = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        float x = a[row * cols + j], d = x - mean;
        mean += d / (j + 1);
        squares += d * (x - mean);
    }
    out[row] = make_float2(mean, squares / cols);
}

__device__ double block_sum(double *s, double x)
{
    int t = threadIdx.x;

    __syncthreads();
    s[t] = x;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    return s[0];
}

// A block for a row, which it reads twice.
__global__ void moments_twice(const float *a, float2 *out, int cols)
{
    __shared__ double s[128];
    const float *row = a + blockIdx.x * cols;
    double sum = 0, squares = 0;

    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        sum += row[j];
    double mean = block_sum(s, sum) / cols;
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        squares += pow(row[j] - mean, 2.0);
    squares = block_sum(s, squares);
    if (threadIdx.x == 0)
        out[blockIdx.x] = make_float2(mean, squares / cols);
}

__global__ void moments_floats(const float *a, float2 *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float2 s = {0, 0};

    if (row >= rows)
        return;
    for (int j = threadIdx.x; j < cols; j += 32) {
        float x = a[row * cols + j];
        s.x += x;
        s.y = fmaf(x, x, s.y);
    }
    for (int d = 16; d > 0; d /= 2) {
        s.x += __shfl_xor_sync(FULL, s.x, d);
        s.y += __shfl_xor_sync(FULL, s.y, d);
    }
    if (threadIdx.x == 0)
        out[row] =
            make_float2(s.x / cols, s.y / cols - s.x * s.x / cols / cols);
}

// ---- lab 3: batches, L x M x N ----------------------------------------------

// Warp y has means y, y + 8 and so on; then each has an element of the result.
__global__ void batch_eight_warps(const double *input, const double *matrix,
                                  double *output, int L, int M, int N)
{
    extern __shared__ double mean[];
    int lane = threadIdx.x, k = blockIdx.x;

    for (int j = threadIdx.y; j < L; j += 8) {
        double sum = 0;
        for (int m = lane; m < M; m += 32)
            sum += input[((size_t)k * L + j) * M + m];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(FULL, sum, d);
        if (lane == 0)
            mean[j] = sum / M;
    }
    __syncthreads();
    for (int i = threadIdx.y * 32 + lane; i < L; i += 256) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[i * L + j] * mean[j];
        output[i * N + k] = sum;
    }
}

// Everyone has all the means of the batch computed for one element.
__global__ void batch_every_element(const double *input, const double *matrix,
                                    double *output, int L, int M, int N)
{
    int k = X, i = Y;
    double total = 0;

    if (k >= N || i >= L)
        return;
    for (int j = 0; j < L; j++) {
        double sum = 0;
        for (int m = 0; m < M; m++)
            sum += input[(k * L + j) * M + m];
        total += matrix[i * L + j] * (sum / M);
    }
    output[i * N + k] = total;
}

#include "slow5.def"

TIMES_MAIN
