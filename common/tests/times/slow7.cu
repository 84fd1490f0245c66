/*
 * slow7.cu - the set: solutions of the three labs, right and of varied skill,
 * once unseen like those of slow6.cu.
 */
#include "times.h"

#define FULL_MASK 0xffffffffu

// ---- lab 1: a mean of two vectors, with weights -----------------------------

__global__ void blend_one_each(const float *p, const float *q, float *r,
                               float w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        r[i] = w * p[i] + (1.0f - w) * q[i];
}

__global__ void blend_loop(const float *p, const float *q, float *r, float w,
                           int n)
{
    int stride = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        r[i] = w * p[i] + (1.0f - w) * q[i];
}

__global__ void blend_three_in_a_row(const float *p, const float *q, float *r,
                                     float w, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 3;

    for (int k = 0; k < 3; k++)
        if (first + k < n)
            r[first + k] = w * p[first + k] + (1.0f - w) * q[first + k];
}

__global__ void blend_float2(const float2 *p, const float2 *q, float2 *r,
                             float w, int n2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n2)
        return;
    float2 x = p[i], y = q[i];
    r[i] = make_float2(w * x.x + (1 - w) * y.x, w * x.y + (1 - w) * y.y);
}

// Each third element is done in another way.
__global__ void blend_by_cases(const float *p, const float *q, float *r,
                               float w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    switch (i % 3) {
    case 0: r[i] = w * p[i] + (1.0f - w) * q[i]; break;
    case 1: r[i] = sqrtf(p[i] * q[i]); break;
    default: r[i] = p[i] / (q[i] + 1.0f);
    }
}

// ---- lab 1: vectors of length 1 ---------------------------------------------

struct vec3 {
    float x, y, z;
};

__global__ void unit_divides(const struct vec3 *in, struct vec3 *out, int n)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x;

    if (id < n) {
        struct vec3 v = in[id];
        float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 1e-9f);
        out[id].x = v.x / length;
        out[id].y = v.y / length;
        out[id].z = v.z / length;
    }
}

__global__ void unit_multiplies(const struct vec3 *in, struct vec3 *out, int n)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x;

    if (id < n) {
        struct vec3 v = in[id];
        float f = rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 1e-9f);
        out[id] = {v.x * f, v.y * f, v.z * f};
    }
}

__global__ void unit_planes(const float *in, float *out, int n)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x;

    if (id < n) {
        float x = in[id], y = in[id + n], z = in[id + 2 * n];
        float length = sqrtf(x * x + y * y + z * z + 1e-9f);
        out[id] = x / length;
        out[id + n] = y / length;
        out[id + 2 * n] = z / length;
    }
}

// ---- lab 1: sum of matrices, product of a column and a row ------------------

__global__ void msum_x_is_col(const float *A, const float *B, float *C,
                              int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && col < cols)
        C[row * cols + col] = A[row * cols + col] + B[row * cols + col];
}

__global__ void msum_x_is_row(const float *A, const float *B, float *C,
                              int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && col < cols)
        C[row * cols + col] = A[row * cols + col] + B[row * cols + col];
}

__global__ void outer_flat(const float *u, const float *v, float *C, int rows,
                           int cols)
{
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k < rows * cols)
        C[k] = u[k / cols] * v[k % cols];
}

// A block keeps its piece of v and goes down.
__global__ void outer_down(const float *u, const float *v, float *C, int rows,
                           int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col >= cols)
        return;
    float mine = v[col];
    for (int row = blockIdx.y; row < rows; row += gridDim.y)
        C[(size_t)row * cols + col] = u[row] * mine;
}

// ---- lab 1: the largest of each row -----------------------------------------

__global__ void rowmax_fmax(const float *A, float *top, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r >= rows)
        return;
    float best = A[r * cols];
    for (int c = 1; c < cols; c++)
        best = fmaxf(best, A[r * cols + c]);
    top[r] = best;
}

__global__ void rowmax_and_where(const float *A, float *top, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r >= rows)
        return;
    int where = 0;
    float best = A[r * cols];
    for (int c = 1; c < cols; c++) {
        float x = A[r * cols + c];
        if (x > best) {
            best = x;
            where = c;
        }
    }
    top[2 * r] = best;
    top[2 * r + 1] = where;
}

// Asks memory for the best one again.
__global__ void rowmax_index_only(const float *A, float *top, int rows,
                                  int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, where = 0;

    if (r >= rows)
        return;
    for (int c = 1; c < cols; c++)
        if (A[r * cols + c] > A[r * cols + where])
            where = c;
    top[r] = A[r * cols + where];
}

__global__ void rowmax_warp(const float *A, float *top, int rows, int cols)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float best = 0;

    if (r >= rows)
        return;
    for (int c = threadIdx.x % 32; c < cols; c += 32)
        best = fmaxf(best, A[r * cols + c]);
    for (int d = 16; d; d /= 2)
        best = fmaxf(best, __shfl_xor_sync(FULL_MASK, best, d));
    if (threadIdx.x % 32 == 0)
        top[r] = best;
}

// ---- lab 1: A x V -----------------------------------------------------------

__global__ void mv_only_large(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float s = 0;

    if (i < rows) {
        for (int j = 0; j < cols; j++) {
            float v = V[j];
            if (v > 0.25f)
                s += A[i * cols + j] * v;
        }
        C[i] = s;
    }
}

template <int TURNS>
__global__ void mv_unroll(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float s = 0;

    if (i >= rows)
        return;
#pragma unroll TURNS
    for (int j = 0; j < cols; j++)
        s += A[i * cols + j] * V[j];
    C[i] = s;
}

// The general routine of a library, with strides.
__global__ void mv_general(const float *A, int down, int right, const float *V,
                           int step, float *C, int rows, int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float s = 0;

    if (i >= rows)
        return;
    for (int j = 0; j < cols; j++)
        s += A[i * down + j * right] * V[j * step];
    C[i] = s;
}

__global__ void mv_one_index(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float s = 0;

    if (i >= rows)
        return;
    for (int at = i * cols; at < (i + 1) * cols; at++)
        s += A[at] * V[at % cols];
    C[i] = s;
}

// Kahan's sum.
__global__ void mv_kahan(const float *A, const float *V, float *C, int rows,
                         int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float s = 0, lost = 0;

    if (i >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        float y = A[i * cols + j] * V[j] - lost;
        float t = s + y;
        lost = (t - s) - y;
        s = t;
    }
    C[i] = s;
}

__global__ void mv_warp_four_sums(const float *__restrict__ A,
                                  const float *__restrict__ V, float *C,
                                  int rows, int cols)
{
    int lane = threadIdx.x & 31;
    int i = (threadIdx.x + blockIdx.x * blockDim.x) >> 5;

    if (i >= rows)
        return;
    A += i * cols;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int j = lane;
    for (; j + 96 < cols; j += 128) {
        s0 += A[j] * V[j];
        s1 += A[j + 32] * V[j + 32];
        s2 += A[j + 64] * V[j + 64];
        s3 += A[j + 96] * V[j + 96];
    }
    for (; j < cols; j += 32)
        s0 += A[j] * V[j];
    s0 += s1 + s2 + s3;
    for (int d = 16; d > 0; d >>= 1)
        s0 += __shfl_down_sync(FULL_MASK, s0, d);
    if (lane == 0)
        C[i] = s0;
}

// A warp for a row, and its lanes' sums in shared memory.
__global__ void mv_warp_shared_tree(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    __shared__ float part[8][32];
    int lane = threadIdx.x, w = threadIdx.y, i = blockIdx.x * 8 + w;
    float s = 0;

    if (i < rows)
        for (int j = lane; j < cols; j += 32)
            s += A[i * cols + j] * V[j];
    part[w][lane] = s;
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        if (lane < d)
            part[w][lane] += part[w][lane + d];
        __syncwarp();
    }
    if (lane == 0 && i < rows)
        C[i] = part[w][0];
}

// The same, but the whole block waits, and lane 0 adds.
__global__ void mv_warp_lane_0_adds(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    __shared__ float part[8][32];
    int lane = threadIdx.x, w = threadIdx.y, i = blockIdx.x * 8 + w;
    float s = 0;

    if (i < rows)
        for (int j = lane; j < cols; j += 32)
            s += A[i * cols + j] * V[j];
    part[w][lane] = s;
    __syncthreads();
    if (lane == 0 && i < rows) {
        float all = 0;
        for (int k = 0; k < 32; k++)
            all += part[w][k];
        C[i] = all;
    }
}

__global__ void mv_chunks_of(const float *A, const float *V, float *C, int rows,
                             int cols, int chunk)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int from = blockIdx.y * chunk, to = min(from + chunk, cols);
    float s = 0;

    if (i < rows) {
        for (int j = from; j < to; j++)
            s += A[i * cols + j] * V[j];
        atomicAdd(&C[i], s);
    }
}

// ---- lab 1: A x V of doubles and of integers --------------------------------

__global__ void dmv_thread(const double *A, const double *V, double *C,
                           int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = 0.0;

    if (i >= rows)
        return;
    for (int j = 0; j < cols; ++j)
        s = s + A[i * cols + j] * V[j];
    C[i] = s;
}

__global__ void dmv_warp(const double *A, const double *V, double *C, int rows,
                         int cols)
{
    int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    double s = 0.0;

    if (i >= rows)
        return;
    for (int j = threadIdx.x % 32; j < cols; j += 32)
        s += A[i * cols + j] * V[j];
    for (int d = 16; d >= 1; d /= 2)
        s += __shfl_down_sync(FULL_MASK, s, d);
    if (threadIdx.x % 32 == 0)
        C[i] = s;
}

__global__ void dmv_warp_double2(const double2 *A, const double2 *V, double *C,
                                 int rows, int half)
{
    int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    double s = 0.0, t = 0.0;

    if (i >= rows)
        return;
    for (int j = threadIdx.x % 32; j < half; j += 32) {
        double2 a = A[i * half + j], v = V[j];
        s += a.x * v.x;
        t += a.y * v.y;
    }
    s += t;
    for (int d = 16; d >= 1; d /= 2)
        s += __shfl_down_sync(FULL_MASK, s, d);
    if (threadIdx.x % 32 == 0)
        C[i] = s;
}

template <typename SUM>
__global__ void imv_sum(const int *A, const int *V, int *C, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    SUM s = 0;

    if (i >= rows)
        return;
    for (int j = 0; j < cols; ++j)
        s += (SUM)(A[i * cols + j] & 1023) * (V[j] & 1023);
    C[i] = (int)s;
}

// ---- lab 1: V x A -----------------------------------------------------------

template <int TURNS>
__global__ void vm_unroll(const float *V, const float *A, float *C, int rows,
                          int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0;

    if (j >= cols)
        return;
#pragma unroll TURNS
    for (int i = 0; i < rows; i++)
        acc += V[i] * A[i * cols + j];
    C[j] = acc;
}

// Columns of the left half and of the right one.
__global__ void vm_left_and_right(const float *V, const float *A, float *C,
                                  int rows, int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, half = (cols + 1) / 2;
    float left = 0, right = 0;

    if (j >= half)
        return;
    bool both = j + half < cols;
    for (int i = 0; i < rows; i++) {
        left += V[i] * A[i * cols + j];
        if (both)
            right += V[i] * A[i * cols + j + half];
    }
    C[j] = left;
    if (both)
        C[j + half] = right;
}

// What helped for A x V, where it does not help.
__global__ void vm_warp_for_column(const float *V, const float *A, float *C,
                                   int rows, int cols)
{
    int j = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float acc = 0;

    if (j >= cols)
        return;
    for (int i = threadIdx.x % 32; i < rows; i += 32)
        acc += V[i] * A[i * cols + j];
    for (int d = 16; d > 0; d /= 2)
        acc += __shfl_down_sync(FULL_MASK, acc, d);
    if (threadIdx.x % 32 == 0)
        C[j] = acc;
}

__global__ void vm_sixteen_deep(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    __shared__ float part[16][17];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * 16 + x;
    float acc = 0;

    if (j < cols)
        for (int i = y; i < rows; i += 16)
            acc += V[i] * A[i * cols + j];
    part[y][x] = acc;
    __syncthreads();
    for (int half = 8; half > 0; half /= 2) {
        if (y < half)
            part[y][x] += part[y + half][x];
        __syncthreads();
    }
    if (y == 0 && j < cols)
        C[j] = part[0][x];
}

__global__ void vm_bands(const float *V, const float *A, float *C, int rows,
                         int cols, int bands)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int j = id % cols, band = id / cols;
    float acc = 0;

    if (band >= bands)
        return;
    for (int i = band; i < rows; i += bands)
        acc += V[i] * A[i * cols + j];
    atomicAdd(C + j, acc);
}

// ---- lab 2: V x A, with V in shared memory ----------------------------------

template <int N>
__global__ void vm_shared_piece(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    __shared__ float piece[N];
    int j = blockIdx.x * N + threadIdx.x;
    float acc = 0;

    for (int top = 0; top < rows; top += N) {
        piece[threadIdx.x] =
            top + threadIdx.x < rows ? V[top + threadIdx.x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < N && top + k < rows; k++)
            if (j < cols)
                acc += piece[k] * A[(top + k) * cols + j];
        __syncthreads();
    }
    if (j < cols)
        C[j] = acc;
}

// ---- products of matrices, without shared memory ----------------------------

__global__ void mm_x_down(const float *A, const float *B, float *C, int L,
                          int K, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < L && j < N) {
        float sum = 0.f;
        for (int k = 0; k < K; ++k)
            sum += A[i * K + k] * B[k * N + j];
        C[i * N + j] = sum;
    }
}

template <int TURNS>
__global__ void mm_unroll(const float *A, const float *B, float *C, int L,
                          int K, int N)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < L && j < N) {
        float sum = 0.f;
#pragma unroll TURNS
        for (int k = 0; k < K; ++k)
            sum += A[i * K + k] * B[k * N + j];
        C[i * N + j] = sum;
    }
}

// Two results a thread: of neighbours, or of columns a block's width apart.
template <bool NEIGHBOURS>
__global__ void mm_two_cols(const float *A, const float *B, float *C, int L,
                            int K, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, first = blockIdx.x * 64;
    int j = first + threadIdx.x * (NEIGHBOURS ? 2 : 1);
    int j2 = NEIGHBOURS ? j + 1 : j + 32;
    float one = 0, two = 0;

    if (i >= L)
        return;
    for (int k = 0; k < K; ++k) {
        float a = A[i * K + k];
        if (j < N)
            one += a * B[k * N + j];
        if (j2 < N)
            two += a * B[k * N + j2];
    }
    if (j < N)
        C[i * N + j] = one;
    if (j2 < N)
        C[i * N + j2] = two;
}

// ---- lab 2: products of matrices, tiled -------------------------------------

template <typename T, int S>
__global__ void mm_tile_ternary(const T *A, const T *B, T *C, int L, int K,
                                int N)
{
    __shared__ T as[S][S], bs[S][S];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * S + ty, col = blockIdx.x * S + tx;
    T sum = 0;

    for (int m = 0; m < (K + S - 1) / S; ++m) {
        as[ty][tx] = row < L && m * S + tx < K ? A[row * K + m * S + tx] : 0;
        bs[ty][tx] = m * S + ty < K && col < N ? B[(m * S + ty) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < S; ++k)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// No zeros: the inner loop ends at the edge, by a condition or by a bound.
template <bool LEAVES>
__global__ void mm_tile_edge(const float *A, const float *B, float *C, int L,
                             int K, int N)
{
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int first = 0; first < K; first += 16) {
        if (row < L && first + tx < K)
            as[ty][tx] = A[row * K + first + tx];
        if (col < N && first + ty < K)
            bs[ty][tx] = B[(first + ty) * N + col];
        __syncthreads();
        int count = LEAVES ? 16 : min(16, K - first);
        if (row < L && col < N)
            for (int k = 0; k < count; ++k) {
                if (LEAVES && first + k >= K)
                    break;
                sum += as[ty][k] * bs[k][tx];
            }
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// "Better safe than sorry."
__global__ void mm_tile_four_barriers(const float *A, const float *B, float *C,
                                      int L, int K, int N)
{
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int m = 0; m < (K + 15) / 16; ++m) {
        as[ty][tx] = bs[ty][tx] = 0;
        __syncthreads();
        if (row < L && m * 16 + tx < K)
            as[ty][tx] = A[row * K + m * 16 + tx];
        __syncthreads();
        if (m * 16 + ty < K && col < N)
            bs[ty][tx] = B[(m * 16 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// A line of threads; the side of the tile is a parameter.
__global__ void mm_tile_line(const float *A, const float *B, float *C, int L,
                             int K, int N, int side)
{
    extern __shared__ float tiles[];
    float *as = tiles, *bs = tiles + side * side;
    int tx = threadIdx.x % side, ty = threadIdx.x / side;
    int row = blockIdx.y * side + ty, col = blockIdx.x * side + tx;
    float sum = 0;

    for (int first = 0; first < K; first += side) {
        as[ty * side + tx] =
            row < L && first + tx < K ? A[row * K + first + tx] : 0.0f;
        bs[ty * side + tx] =
            first + ty < K && col < N ? B[(first + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < side; ++k)
            sum += as[ty * side + k] * bs[k * side + tx];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// 32 x 32 results for 32 x 8 threads, eight deep at a time.
__global__ void mm_tile_eight_deep(const float *A, const float *B, float *C,
                                   int L, int K, int N)
{
    __shared__ float as[32][9], bs[8][32];
    int tx = threadIdx.x, ty = threadIdx.y, id = ty * 32 + tx;
    int top = blockIdx.y * 32, col = blockIdx.x * 32 + tx;
    float sum[4] = {0, 0, 0, 0};

    for (int first = 0; first < K; first += 8) {
        int y = id / 8, x = id % 8;
        as[y][x] =
            top + y < L && first + x < K ? A[(top + y) * K + first + x] : 0.0f;
        bs[ty][tx] = first + ty < K && col < N ? B[(first + ty) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < 8; ++k)
            for (int r = 0; r < 4; ++r)
                sum[r] += as[ty + 8 * r][k] * bs[k][tx];
        __syncthreads();
    }
    for (int r = 0; r < 4; ++r)
        if (top + ty + 8 * r < L && col < N)
            C[(top + ty + 8 * r) * N + col] = sum[r];
}

// ---- lab 2: transposition ---------------------------------------------------

__global__ void transpose_divides(const float *in, float *out, int rows,
                                  int cols)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;

    if (id < rows * cols)
        out[id % cols * rows + id / cols] = in[id];
}

template <typename T, int S, int PAD, int DEEP>
__global__ void transpose_brick(const T *in, T *out, int rows, int cols)
{
    __shared__ T brick[S][S + PAD];
    int x = blockIdx.x * S + threadIdx.x, y = blockIdx.y * S + threadIdx.y;

    for (int k = 0; k < S; k += DEEP)
        if (x < cols && y + k < rows)
            brick[threadIdx.y + k][threadIdx.x] = in[(y + k) * cols + x];
    __syncthreads();
    x = blockIdx.y * S + threadIdx.x;
    y = blockIdx.x * S + threadIdx.y;
    for (int k = 0; k < S; k += DEEP)
        if (x < rows && y + k < cols)
            out[(y + k) * rows + x] = brick[threadIdx.x][threadIdx.y + k];
}

__global__ void transpose_four_read(const float4 *in, float *out, int rows,
                                    int cols4)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= cols4 || y >= rows)
        return;
    float4 v = in[y * cols4 + x];
    out[(4 * x) * rows + y] = v.x;
    out[(4 * x + 1) * rows + y] = v.y;
    out[(4 * x + 2) * rows + y] = v.z;
    out[(4 * x + 3) * rows + y] = v.w;
}

// ---- lab 3: dot products ----------------------------------------------------

template <int THREADS>
__global__ void dot_halving(const float *a, const float *b, float *part, int n)
{
    __shared__ float cache[THREADS];
    int tid = threadIdx.x;
    float temp = 0;

    for (int i = tid + blockIdx.x * THREADS; i < n; i += THREADS * gridDim.x)
        temp += a[i] * b[i];
    cache[tid] = temp;
    __syncthreads();
    for (int i = THREADS / 2; i != 0; i /= 2) {
        if (tid < i)
            cache[tid] += cache[tid + i];
        __syncthreads();
    }
    if (tid == 0)
        part[blockIdx.x] = cache[0];
}

__global__ void dot_remainders(const float *a, const float *b, float *part,
                               int n)
{
    __shared__ float cache[128];
    int tid = threadIdx.x;
    float temp = 0;

    for (int i = tid + blockIdx.x * 128; i < n; i += 128 * gridDim.x)
        temp += a[i] * b[i];
    cache[tid] = temp;
    for (int s = 1; s < 128; s *= 2) {
        __syncthreads();
        if (tid % (2 * s) == 0)
            cache[tid] += cache[tid + s];
    }
    if (tid == 0)
        part[blockIdx.x] = cache[0];
}

__global__ void dot_eight_at_once(const float *a, const float *b, float *part,
                                  int n)
{
    __shared__ float warps[8];
    int width = blockDim.x * gridDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float temp = 0;

    for (; i + 7 * width < n; i += 8 * width) {
#pragma unroll
        for (int k = 0; k < 8; k++)
            temp += a[i + k * width] * b[i + k * width];
    }
    for (; i < n; i += width)
        temp += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        temp += __shfl_down_sync(FULL_MASK, temp, d);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = temp;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            temp += warps[w];
        part[blockIdx.x] = temp;
    }
}

// Barriers while there is more than a warp, then a warp's.
__global__ void dot_syncwarp(const float *a, const float *b, float *part, int n)
{
    __shared__ float cache[256];
    int tid = threadIdx.x;
    float temp = 0;

    for (int i = tid + blockIdx.x * 256; i < n; i += 256 * gridDim.x)
        temp += a[i] * b[i];
    cache[tid] = temp;
    __syncthreads();
    if (tid < 128)
        cache[tid] += cache[tid + 128];
    __syncthreads();
    if (tid < 64)
        cache[tid] += cache[tid + 64];
    __syncthreads();
    if (tid >= 32)
        return;
    for (int d = 32; d > 0; d /= 2) {
        float other = cache[tid + d];
        __syncwarp();
        cache[tid] += other;
        __syncwarp();
    }
    if (tid == 0)
        part[blockIdx.x] = cache[0];
}

// One piece for each thread: neighbours are far apart.
__global__ void dot_far_pieces(const float *a, const float *b, float *result,
                               int n)
{
    int threads = blockDim.x * gridDim.x, each = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    float temp = 0;

    for (int i = first; i < first + each && i < n; i++)
        temp += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        temp += __shfl_xor_sync(FULL_MASK, temp, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(result, temp);
}

__global__ void dot_integers(const int *a, const int *b,
                             unsigned long long *result, int n)
{
    __shared__ unsigned long long total;
    long long temp = 0;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        temp += (long long)a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        temp += __shfl_down_sync(FULL_MASK, temp, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&total, (unsigned long long)temp);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(result, total);
}

// ---- lab 3: the smallest and the largest ------------------------------------

struct extremes {
    float low, high;
};

__global__ void extremes_structs(const float *a, struct extremes *out, int n)
{
    __shared__ struct extremes s[256];
    int t = threadIdx.x;
    struct extremes e = {1e30f, -1e30f};

    for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) {
        if (a[i] < e.low)
            e.low = a[i];
        if (a[i] > e.high)
            e.high = a[i];
    }
    s[t] = e;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (t < half) {
            if (s[t + half].low < s[t].low)
                s[t].low = s[t + half].low;
            if (s[t + half].high > s[t].high)
                s[t].high = s[t + half].high;
        }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void extremes_two_trees(const float *a, struct extremes *out, int n)
{
    __shared__ float low[256], high[256];
    int t = threadIdx.x;

    low[t] = 1e30f;
    high[t] = -1e30f;
    for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) {
        low[t] = min(low[t], a[i]);
        high[t] = max(high[t], a[i]);
    }
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (t < half)
            low[t] = min(low[t], low[t + half]);
        __syncthreads();
        if (t < half)
            high[t] = max(high[t], high[t + half]);
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = {low[0], high[0]};
}

__global__ void extremes_lanes(const float *a, struct extremes *out, int n)
{
    __shared__ struct extremes s[8];
    int t = threadIdx.x;
    struct extremes e = {1e30f, -1e30f};

    for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) {
        float x = a[i];
        e.low = fminf(e.low, x);
        e.high = fmaxf(e.high, x);
    }
    for (int d = 16; d > 0; d >>= 1) {
        e.low = fminf(e.low, __shfl_xor_sync(FULL_MASK, e.low, d));
        e.high = fmaxf(e.high, __shfl_xor_sync(FULL_MASK, e.high, d));
    }
    if (t % 32 == 0)
        s[t / 32] = e;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; w++)
            e = {fminf(e.low, s[w].low), fmaxf(e.high, s[w].high)};
        out[blockIdx.x] = e;
    }
}

// ---- lab 3: rows less their mean --------------------------------------------

__global__ void center_thread(const float *A, float *B, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float mean = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        mean += A[row * cols + j] / cols;
    for (int j = 0; j < cols; j++)
        B[row * cols + j] = A[row * cols + j] - mean;
}

__global__ void center_warp(const float *A, float *B, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float mean = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        mean += A[row * cols + j];
    for (int d = 16; d > 0; d /= 2)
        mean += __shfl_xor_sync(FULL_MASK, mean, d);
    mean /= cols;
    for (int j = lane; j < cols; j += 32)
        B[row * cols + j] = A[row * cols + j] - mean;
}

// The row stays in shared memory between both passes.
__global__ void center_kept(const float *A, float *B, int cols)
{
    extern __shared__ float row_kept[];
    __shared__ float total;
    float mean = 0;

    A += blockIdx.x * cols;
    B += blockIdx.x * cols;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int j = threadIdx.x; j < cols; j += blockDim.x) {
        row_kept[j] = A[j];
        mean += row_kept[j];
    }
    for (int d = 16; d > 0; d /= 2)
        mean += __shfl_xor_sync(FULL_MASK, mean, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&total, mean);
    __syncthreads();
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        B[j] = row_kept[j] - total / cols;
}

// ---- lab 3: batches: means of rows, then a matrix times them ----------------

// in: count x len x width; a block for each; its means in shared memory.
__device__ void batch_product(const double *A, const double *means, double *out,
                              int len)
{
    for (int i = threadIdx.x; i < len; i += blockDim.x) {
        double sum = 0;
        for (int l = 0; l < len; l++)
            sum += A[i * len + l] * means[l];
        out[blockIdx.x * len + i] = sum;
    }
}

// A row after the other, by the whole block.
__global__ void batch_tree_each_row(const double *in, const double *A,
                                    double *out, int len, int width)
{
    __shared__ double means[64], s[64];
    int t = threadIdx.x;

    in += (size_t)blockIdx.x * len * width;
    for (int l = 0; l < len; l++) {
        double sum = 0;
        for (int m = t; m < width; m += 64)
            sum += in[l * width + m];
        s[t] = sum;
        __syncthreads();
        for (int half = 32; half > 0; half /= 2) {
            if (t < half)
                s[t] += s[t + half];
            __syncthreads();
        }
        if (t == 0)
            means[l] = s[0] / width;
        __syncthreads();
    }
    batch_product(A, means, out, len);
}

__global__ void batch_warp_each_row(const double *in, const double *A,
                                    double *out, int len, int width)
{
    __shared__ double means[64];
    int lane = threadIdx.x % 32;

    in += (size_t)blockIdx.x * len * width;
    for (int l = threadIdx.x / 32; l < len; l += blockDim.x / 32) {
        double sum = 0;
        for (int m = lane; m < width; m += 32)
            sum += in[l * width + m];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(FULL_MASK, sum, d);
        if (lane == 0)
            means[l] = sum / width;
    }
    __syncthreads();
    batch_product(A, means, out, len);
}

// Sixteen lanes for a row, which read pairs.
__global__ void batch_pairs_of_16(const double *in, const double *A,
                                  double *out, int len, int width)
{
    __shared__ double means[64];
    int lane = threadIdx.x % 16;
    const double2 *rows =
        (const double2 *)(in + (size_t)blockIdx.x * len * width);

    for (int l = threadIdx.x / 16; l < len; l += blockDim.x / 16) {
        double sum = 0;
        for (int m = lane; m < width / 2; m += 16) {
            double2 v = rows[l * (width / 2) + m];
            sum += v.x + v.y;
        }
        for (int d = 8; d > 0; d /= 2)
            sum += __shfl_xor_sync(FULL_MASK, sum, d, 16);
        if (lane == 0)
            means[l] = sum / width;
    }
    __syncthreads();
    batch_product(A, means, out, len);
}

// A thread for a row: each starts somewhere else in it.
__global__ void batch_thread_rotated(const double *in, const double *A,
                                     double *out, int len, int width)
{
    __shared__ double means[64];
    int l = threadIdx.x;

    in += (size_t)blockIdx.x * len * width;
    if (l < len) {
        double sum = 0;
        for (int m = 0; m < width; m++)
            sum += in[l * width + (m + l) % width];
        means[l] = sum / width;
    }
    __syncthreads();
    batch_product(A, means, out, len);
}

#include "slow7.def"
TIMES_MAIN
