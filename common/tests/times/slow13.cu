/*
 * slow13.cu - the set: what another class hands in for the three labs, all of
 * it right, each in a student's own style, by one who knew nothing of the
 * model.
 */
#include "times.h"

#define FULL 0xffffffffu

// ---- a + b ------------------------------------------------------------------

struct plus_op {
    template <typename T> __device__ T operator()(T x, T y) const
    {
        return x + y;
    }
};

template <typename T, typename Op>
__global__ void two_any_op(const T *a, const T *b, T *c, int n, Op op)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        c[i] = op(a[i], b[i]);
}

__global__ void two_restrict_ldg(const float *__restrict__ a,
                                 const float *__restrict__ b,
                                 float *__restrict__ c, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = __ldg(a + i) + __ldg(b + i);
}

// The block does its first half, waits, then its second.
__global__ void two_halves_of_block(const float *a, const float *b, float *c,
                                    int n)
{
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
    __syncthreads();
    i += blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i];
    __syncthreads();
}

// The next two are fetched before these are added.
__global__ void two_fetch_ahead(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    float x = 0, y = 0;

    if (i < n) {
        x = a[i];
        y = b[i];
    }
    while (i < n) {
        float next_x = 0, next_y = 0;
        if (i + step < n) {
            next_x = a[i + step];
            next_y = b[i + step];
        }
        c[i] = x + y;
        x = next_x;
        y = next_y;
        i += step;
    }
}

__global__ void two_quarters(const float *a, const float *b, float *c, int n)
{
    int quarter = (n + 3) / 4, t = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = 0; k < 4; k++) {
        int i = k * quarter + t;
        if (t < quarter && i < n)
            c[i] = a[i] + b[i];
    }
}

// Sums are put into shared memory; the first warp takes them away.
__global__ void two_one_warp_stores(const float *a, const float *b, float *c,
                                    int n)
{
    __shared__ float result[256];
    int base = blockIdx.x * 256, t = threadIdx.x;

    if (base + t < n)
        result[t] = a[base + t] + b[base + t];
    __syncthreads();
    if (t < 32)
        for (int k = t; k < 256; k += 32)
            if (base + k < n)
                c[base + k] = result[k];
}

// Odd threads think they must do it the other way round.
__global__ void two_by_switch(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    switch (threadIdx.x % 3) {
    case 0: c[i] = a[i] + b[i]; break;
    case 1: c[i] = b[i] - (-a[i]); break;
    default: c[i] = 0.5f * (2 * a[i] + 2 * b[i]);
    }
}

__device__ bool all_inside(int i, int n)
{
    return __all_sync(FULL, i < n);
}

__global__ void two_asks_the_warp(const float *a, const float *b, float *c,
                                  int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (all_inside(i, n))
        c[i] = a[i] + b[i];
    else if (i < n)
        c[i] = a[i] + b[i];
}

// A grid in all three dimensions, numbered by hand.
__global__ void two_cube_of_threads(const float *a, const float *b, float *c,
                                    int n)
{
    int block = blockIdx.x + gridDim.x * blockIdx.y;
    int thread = threadIdx.z + blockDim.z * threadIdx.y +
                 blockDim.z * blockDim.y * threadIdx.x;
    int i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void two_int4_bits(int4 *a, int4 *b, int4 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i == n / 4)
        for (int k = 4 * i; k < n; k++)
            ((float *)c)[k] = ((float *)a)[k] + ((float *)b)[k];
    if (i >= n / 4)
        return;
    int4 p = a[i], q = b[i], r;
    r.x = __float_as_int(__int_as_float(p.x) + __int_as_float(q.x));
    r.y = __float_as_int(__int_as_float(p.y) + __int_as_float(q.y));
    r.z = __float_as_int(__int_as_float(p.z) + __int_as_float(q.z));
    r.w = __float_as_int(__int_as_float(p.w) + __int_as_float(q.w));
    c[i] = r;
}

// ---- A x V ------------------------------------------------------------------

struct row_of {
    const float *first;
    size_t length;

    __device__ float operator[](size_t j) const
    {
        return j < length ? first[j] : 0.f;
    }
};

__global__ void mv_row_asks(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= (size_t)rows)
        return;
    row_of a = {A + i * cols, (size_t)cols}, v = {V, (size_t)cols};
    float sum = 0;
    for (size_t j = 0; j < a.length; j++)
        sum += a[j] * v[j];
    C[i] = sum;
}

__global__ void mv_last_to_first(const float *A, const float *V, float *C,
                                 unsigned rows, unsigned cols)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < rows) {
        float sum = 0;
        for (unsigned j = cols; j-- > 0;)
            sum += A[i * cols + j] * V[j];
        C[i] = sum;
    }
}

__global__ void mv_unroll_8(const float *__restrict__ A,
                            const float *__restrict__ V, float *C, int rows,
                            int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i >= rows)
        return;
#pragma unroll 8
    for (int j = 0; j < cols; j++)
        sum += __ldg(&A[i * cols + j]) * __ldg(&V[j]);
    C[i] = sum;
}

// Sixteen threads a row; the first of them adds up what they have.
__global__ void mv_sixteen_first_adds(const float *A, const float *V, float *C,
                                      int rows, int cols)
{
    __shared__ float part[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 16 + y;

    part[y][x] = 0;
    if (row < rows)
        for (int j = x; j < cols; j += 16)
            part[y][x] += A[row * cols + j] * V[j];
    __syncthreads();
    if (x == 0 && row < rows) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += part[y][k];
        C[row] = sum;
    }
}

// Two tiles of V: one is filled while the other is used.
__global__ void mv_two_v_tiles(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    __shared__ float v[2][128];
    int t = threadIdx.x, row = blockIdx.x * 128 + t, now = 0;
    float sum = 0;

    v[0][t] = t < cols ? V[t] : 0;
    __syncthreads();
    for (int m = 0; m < cols; m += 128) {
        int next = m + 128 + t;
        v[!now][t] = next < cols ? V[next] : 0;
        if (row < rows)
            for (int k = 0; k < 128 && m + k < cols; k++)
                sum += A[row * cols + m + k] * v[now][k];
        __syncthreads();
        now = !now;
    }
    if (row < rows)
        C[row] = sum;
}

__global__ void mv_shared_doubles(const float *A, const float *V, float *C,
                                  int rows, int cols)
{
    extern __shared__ double all_v[];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0.0;

    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        all_v[j] = V[j];
    __syncthreads();
    if (row < rows) {
        for (int j = 0; j < cols; j++)
            sum += A[row * cols + j] * all_v[j];
        C[row] = (float)sum;
    }
}

__device__ float dot4(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// A warp for a row, two float4 of it at a time.
__global__ void mv_warp_two_fours(const float4 *A, const float4 *V, float *C,
                                  int rows, int fours)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    float one = 0, two = 0;

    if (row >= rows)
        return;
    const float4 *a = A + row * fours;
    for (int j = lane; j < fours; j += 64) {
        one += dot4(a[j], V[j]);
        if (j + 32 < fours)
            two += dot4(a[j + 32], V[j + 32]);
    }
    one += two;
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        one += __shfl_down_sync(FULL, one, d);
    if (lane == 0)
        C[row] = one;
}

// Each 32 products are added up at once.
__global__ void mv_warp_sums_each_turn(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float sum = 0;

    if (row >= rows)
        return;
    for (int m = 0; m < cols; m += 32) {
        float p = m + lane < cols ? A[row * cols + m + lane] * V[m + lane] : 0;
        for (int d = 16; d > 0; d /= 2)
            p += __shfl_xor_sync(FULL, p, d);
        sum += p;
    }
    if (lane == 0)
        C[row] = sum;
}

// A block for a row; a tree for each 128 products.
__global__ void mv_tree_each_turn(const float *A, const float *V, float *C,
                                  int cols)
{
    __shared__ float s[128];
    int t = threadIdx.x, row = blockIdx.x;
    float sum = 0;

    for (int m = 0; m < cols; m += 128) {
        s[t] = m + t < cols ? A[row * cols + m + t] * V[m + t] : 0;
        __syncthreads();
        for (int half = 64; half > 0; half /= 2) {
            if (t < half)
                s[t] += s[t + half];
            __syncthreads();
        }
        if (t == 0)
            sum += s[0];
        __syncthreads();
    }
    if (t == 0)
        C[row] = sum;
}

__global__ void nought(float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = 0;
}

// Blocks of 256 columns of one row, a tree, one atomic each.
__global__ void mv_pieces_tree(const float *A, const float *V, float *C,
                               int cols)
{
    __shared__ float s[256];
    int t = threadIdx.x, j = blockIdx.x * 256 + t, row = blockIdx.y;

    s[t] = j < cols ? A[row * cols + j] * V[j] : 0;
    for (int half = 128; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        atomicAdd(&C[row], s[0]);
}

// 32 warps, a row each; what lanes have is turned in shared memory, and the
// first warp adds one row a lane.
__global__ void mv_lanes_turned(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    __shared__ float s[32][33];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 32 + y;
    float sum = 0;

    if (row < rows)
        for (int j = x; j < cols; j += 32)
            sum += A[row * cols + j] * V[j];
    s[y][x] = sum;
    __syncthreads();
    if (y == 0 && blockIdx.x * 32 + x < (unsigned)rows) {
        sum = 0;
        for (int k = 0; k < 32; k++)
            sum += s[x][k];
        C[blockIdx.x * 32 + x] = sum;
    }
}

// Ten warps, a row each; V comes by 320.
__global__ void mv_ten_rows_a_block(const float *A, const float *V, float *C,
                                    int rows, int cols)
{
    __shared__ float v[320];
    int t = threadIdx.x, lane = t % 32, row = blockIdx.x * 10 + t / 32;
    float sum = 0;

    for (int m = 0; m < cols; m += 320) {
        __syncthreads();
        v[t] = m + t < cols ? V[m + t] : 0;
        __syncthreads();
        for (int k = lane; k < 320; k += 32)
            if (row < rows && m + k < cols)
                sum += A[row * cols + m + k] * v[k];
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (lane == 0 && row < rows)
        C[row] = sum;
}

// A warp has 32 rows, one after the other; lane r keeps the r-th result.
__global__ void mv_lane_keeps_its_row(const float *A, const float *V, float *C,
                                      int rows, int cols)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32;
    int lane = threadIdx.x % 32;
    float mine = 0;

    for (int r = 0; r < 32 && first + r < rows; r++) {
        float sum = 0;
        for (int j = lane; j < cols; j += 32)
            sum += A[(first + r) * cols + j] * V[j];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(FULL, sum, d);
        mine = lane == r ? sum : mine;
    }
    if (first + lane < rows)
        C[first + lane] = mine;
}

// Partial sums by the remainder of the column.
__global__ void mv_sums_by_remainder(const float *A, const float *V, float *C,
                                     int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sums[7] = {0, 0, 0, 0, 0, 0, 0}, all = 0;

    if (i >= rows)
        return;
#pragma unroll 1
    for (int j = 0; j < cols; j++)
        sums[j % 7] += A[i * cols + j] * V[j];
    for (int k = 0; k < 7; k++)
        all += sums[k];
    C[i] = all;
}

// Sums in pairs, for accuracy: like a binary counter.
__global__ void mv_binary_counter(const float *A, const float *V, float *C,
                                  int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, level;
    float held[16], sum = 0;

    if (i >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        float p = A[i * cols + j] * V[j];
        for (level = 0; j >> level & 1; level++)
            p += held[level];
        held[level] = p;
    }
    for (level = 0; cols >> level; level++)
        if (cols >> level & 1)
            sum += held[level];
    C[i] = sum;
}

__global__ void mv_sum_in_double(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;

    if (i < rows) {
        double sum = 0;
        for (int j = 0; j < cols; j++)
            sum += (double)A[i * cols + j] * (double)V[j];
        C[i] = sum;
    }
}

// Eight threads a row, a tree in shared memory.
__global__ void mv_eight_across_tree(const float *A, const float *V, float *C,
                                     int rows, int cols)
{
    __shared__ float s[32][8];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 32 + y;

    s[y][x] = 0;
    if (row < rows)
        for (int j = x; j < cols; j += 8)
            s[y][x] += A[row * cols + j] * V[j];
    __syncthreads();
    for (int half = 4; half > 0; half /= 2) {
        if (x < half)
            s[y][x] += s[y][x + half];
        __syncthreads();
    }
    if (x == 0 && row < rows)
        C[row] = s[y][0];
}

// Four warps bring a tile of 32 rows, one of them multiplies.
__global__ void mv_one_warp_multiplies(const float *A, const float *V, float *C,
                                       int rows, int cols)
{
    __shared__ float a[32][65], v[64];
    int t = threadIdx.x, row = blockIdx.x * 32;
    float sum = 0;

    for (int m = 0; m < cols; m += 64) {
        for (int e = t; e < 32 * 64; e += 128) {
            int r = row + e / 64, j = m + e % 64;
            a[e / 64][e % 64] = r < rows && j < cols ? A[r * cols + j] : 0;
        }
        if (t < 64)
            v[t] = m + t < cols ? V[m + t] : 0;
        __syncthreads();
        if (t < 32)
            for (int k = 0; k < 64; k++)
                sum += a[t][k] * v[k];
        __syncthreads();
    }
    if (t < 32 && row + t < rows)
        C[row + t] = sum;
}

// ---- V x A ------------------------------------------------------------------

__global__ void vm_three_sums(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = 0;
    float s0 = 0, s1 = 0, s2 = 0;

    if (j >= cols)
        return;
    for (; i + 2 < rows; i += 3) {
        s0 += V[i] * A[i * cols + j];
        s1 += V[i + 1] * A[(i + 1) * cols + j];
        s2 += V[i + 2] * A[(i + 2) * cols + j];
    }
    for (; i < rows; i++)
        s0 += V[i] * A[i * cols + j];
    C[j] = s0 + s1 + s2;
}

// x goes down the rows, y over the columns.
__global__ void vm_rows_in_x(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int j = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0;

    if (j < cols)
        for (int i = threadIdx.x; i < rows; i += 32)
            sum += V[i] * A[i * cols + j];
    for (int d = 16; d >= 1; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (threadIdx.x == 0 && j < cols)
        C[j] = sum;
}

__global__ void vm_size_t(const float *V, const float *A, float *C, size_t rows,
                          size_t cols)
{
    size_t j = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (j < cols)
        for (size_t i = 0; i < rows; i++)
            sum = sum + V[i] * A[i * cols + j];
    if (j < cols)
        C[j] = sum;
}

__global__ void vm_two_a_block_apart(const float *V, const float *A, float *C,
                                     int rows, int cols)
{
    int j = blockIdx.x * 2 * blockDim.x + threadIdx.x, k = j + blockDim.x;
    float left = 0, right = 0;

    for (int i = 0; i < rows; i++) {
        float v = V[i];
        if (j < cols)
            left += v * A[i * cols + j];
        if (k < cols)
            right += v * A[i * cols + k];
    }
    if (j < cols)
        C[j] = left;
    if (k < cols)
        C[k] = right;
}

// A tile of A in shared memory, though all is used once; TURNED: stored so.
template <int TURNED, int PAD>
__global__ void vm_tile_of_a(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    __shared__ float a[32][32 + PAD];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * 32 + x;
    float sum = 0;

    for (int m = 0; m < rows; m += 32) {
        for (int k = y; k < 32; k += 8) {
            float e = m + k < rows && j < cols ? A[(m + k) * cols + j] : 0;
            if (TURNED)
                a[x][k] = e;
            else
                a[k][x] = e;
        }
        __syncthreads();
        if (y == 0)
            for (int k = 0; k < 32 && m + k < rows; k++)
                sum += V[m + k] * (TURNED ? a[x][k] : a[k][x]);
        __syncthreads();
    }
    if (y == 0 && j < cols)
        C[j] = sum;
}

__global__ void vm_four_ahead(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float next[4], sum = 0;

    if (j >= cols)
        return;
#pragma unroll
    for (int k = 0; k < 4; k++)
        next[k] = k < rows ? A[k * cols + j] : 0;
    for (int i = 0; i < rows; i += 4) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float now = next[k];
            next[k] = i + 4 + k < rows ? A[(i + 4 + k) * cols + j] : 0;
            if (i + k < rows)
                sum += V[i + k] * now;
        }
    }
    C[j] = sum;
}

// Bands of rows; the last block that comes for some columns adds them.
__global__ void vm_last_adds(const float *V, const float *A, float *C, int rows,
                             int cols, volatile float *part, unsigned *came)
{
    __shared__ unsigned turn;
    int j = blockIdx.x * blockDim.x + threadIdx.x, bands = gridDim.y;
    float sum = 0;

    for (int i = blockIdx.y; i < rows && j < cols; i += bands)
        sum += V[i] * A[i * cols + j];
    if (j < cols)
        part[blockIdx.y * cols + j] = sum;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        turn = atomicInc(came + blockIdx.x, bands - 1);
    __syncthreads();
    if (turn != (unsigned)bands - 1 || j >= cols)
        return;
    sum = 0;
    for (int b = 0; b < bands; b++)
        sum += part[b * cols + j];
    C[j] = sum;
}

// A warp: four columns, eight rows below each other.
__global__ void vm_eight_down(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, lane = t % 32;
    int j = t / 32 * 4 + lane % 4;
    float sum = 0;

    if (j < cols)
        for (int i = lane / 4; i < rows; i += 8)
            sum += V[i] * A[i * cols + j];
    sum += __shfl_xor_sync(FULL, sum, 4);
    sum += __shfl_xor_sync(FULL, sum, 8);
    sum += __shfl_xor_sync(FULL, sum, 16);
    if (lane < 4 && j < cols)
        C[j] = sum;
}

// Rows are rounded up; the test is done for each.
__global__ void vm_tests_each_row(const float *V, const float *A, float *C,
                                  int rows, int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int rounded = (rows + 31) / 32 * 32;
    float sum = 0;

    for (int i = 0; i < rounded; i++)
        if (i < rows && j < cols)
            sum += V[i] * A[i * cols + j];
        else
            sum += 0;
    if (j < cols)
        C[j] = sum;
}

// 4 x 64 threads, all of V in shared memory, a sum for each of the four.
__global__ void vm_four_deep(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    extern __shared__ float v[];
    __shared__ float s[4][64];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * 64 + x;

    for (int i = y * 64 + x; i < rows; i += 256)
        v[i] = V[i];
    __syncthreads();
    s[y][x] = 0;
    if (j < cols)
        for (int i = y; i < rows; i += 4)
            s[y][x] += v[i] * A[i * cols + j];
    __syncthreads();
    if (y == 0 && j < cols)
        C[j] = s[0][x] + s[1][x] + s[2][x] + s[3][x];
}

// ---- A x B ------------------------------------------------------------------

__global__ void mm_restrict_ldg(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, const int n, const int k,
                                const int m)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < m && y < n) {
        float sum = 0;
        for (int e = 0; e < k; ++e)
            sum = fmaf(__ldg(&A[y * k + e]), __ldg(&B[e * m + x]), sum);
        C[y * m + x] = sum;
    }
}

#define TERM(e) (A[y * k + (e)] * B[(e)*m + x])
__global__ void mm_six_terms(const float *A, const float *B, float *C, int n,
                             int k, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y, e;
    float sum = 0;

    if (x >= m || y >= n)
        return;
    for (e = 0; e + 5 < k; e += 6)
        sum += TERM(e) + TERM(e + 1) + TERM(e + 2) + TERM(e + 3) + TERM(e + 4) +
               TERM(e + 5);
    while (e < k) {
        sum += TERM(e);
        e++;
    }
    C[y * m + x] = sum;
}
#undef TERM

__global__ void mm_sum_in_double(const float *A, const float *B, float *C,
                                 int n, int k, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    double sum = 0;

    if (x >= m || y >= n)
        return;
    for (int e = 0; e < k; e++)
        sum += (double)A[y * k + e] * B[e * m + x];
    C[y * m + x] = (float)sum;
}

// Which element of C: from one running number, anew in each step.
__global__ void mm_divides_in_loop(const float *A, const float *B, float *C,
                                   int n, int k, int m)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int width = m;
    float sum = 0;

    if (id >= n * m)
        return;
    for (int e = 0; e < k; e++)
        sum += A[id / width * k + e] * B[e * width + id % width];
    C[id] = sum;
}

__global__ void mm_shorts(const float *A, const float *B, float *C, short n,
                          short k, short m)
{
    unsigned short x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < m && y < n) {
        float sum = 0;
        for (short e = 0; e < k; e++)
            sum += A[y * k + e] * B[e * m + x];
        C[y * m + x] = sum;
    }
}

// Eight lanes for an element of C.
__global__ void mm_eight_lanes_each(const float *A, const float *B, float *C,
                                    int n, int k, int m)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, part = t % 8;
    int y = t / 8 / m, x = t / 8 % m;
    float sum = 0;

    if (y < n)
        for (int e = part; e < k; e += 8)
            sum += A[y * k + e] * B[e * m + x];
    for (int d = 4; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d, 8);
    if (y < n && part == 0)
        C[y * m + x] = sum;
}

// One launch for each slice of k; C grows.
__global__ void mm_slice(const float *A, const float *B, float *C, int n, int k,
                         int m, int from, int to)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < m && y < n) {
        float sum = from ? C[y * m + x] : 0;
        for (int e = from; e < to; e++)
            sum += A[y * k + e] * B[e * m + x];
        C[y * m + x] = sum;
    }
}

// Two rows of A in shared memory, all columns by the block.
__global__ void mm_two_rows_at_hand(const float *A, const float *B, float *C,
                                    int n, int k, int m)
{
    extern __shared__ float rows[];
    int y = 2 * blockIdx.x;
    bool second = y + 1 < n;

    for (int e = threadIdx.x; e < k; e += blockDim.x) {
        rows[e] = A[y * k + e];
        rows[k + e] = second ? A[(y + 1) * k + e] : 0;
    }
    __syncthreads();
    for (int x = threadIdx.x; x < m; x += blockDim.x) {
        float s0 = 0, s1 = 0;
        for (int e = 0; e < k; e++) {
            s0 += rows[e] * B[e * m + x];
            s1 += rows[k + e] * B[e * m + x];
        }
        C[y * m + x] = s0;
        if (second)
            C[(y + 1) * m + x] = s1;
    }
}

// Two columns beside each other, by float2.
__global__ void mm_pairs_of_columns(const float *A, const float2 *B, float2 *C,
                                    int n, int k, int pairs)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float2 sum = make_float2(0, 0);

    if (x >= pairs || y >= n)
        return;
    for (int e = 0; e < k; e++) {
        float a = A[y * k + e];
        float2 b = B[e * pairs + x];
        sum.x += a * b.x;
        sum.y += a * b.y;
    }
    C[y * pairs + x] = sum;
}

template <int N> struct tile {
    float at[N][N];

    __device__ void fetch(const float *M, int row, int col, int rows, int cols)
    {
        int r = row + threadIdx.y, c = col + threadIdx.x;
        at[threadIdx.y][threadIdx.x] =
            r < rows && c < cols ? M[r * cols + c] : 0;
    }
    __device__ float get(int r, int c) const
    {
        return at[r][c];
    }
};

template <int N>
__global__ void mm_tile_object(const float *A, const float *B, float *C, int n,
                               int k, int m)
{
    __shared__ tile<N> a, b;
    int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
    float sum = 0;

    for (int e = 0; e < k; e += N) {
        a.fetch(A, blockIdx.y * N, e, n, k);
        b.fetch(B, e, blockIdx.x * N, k, m);
        __syncthreads();
        for (int i = 0; i < N; i++)
            sum += a.get(threadIdx.y, i) * b.get(i, threadIdx.x);
        __syncthreads();
    }
    if (y < n && x < m)
        C[y * m + x] = sum;
}

// Both tiles have a row for what a thread multiplies: B's is turned.
template <int PAD>
__global__ void mm_b_turned(const float *A, const float *B, float *C, int n,
                            int k, int m)
{
    __shared__ float a[16][16 + PAD], b[16][16 + PAD];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;

    for (int e = 0; e < k; e += 16) {
        a[ty][tx] = y < n && e + tx < k ? A[y * k + e + tx] : 0;
        b[tx][ty] = x < m && e + ty < k ? B[(e + ty) * m + x] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += a[ty][i] * b[tx][i];
        __syncthreads();
    }
    if (y < n && x < m)
        C[y * m + x] = sum;
}

// The next tile waits in registers.
__global__ void mm_next_in_registers(const float *A, const float *B, float *C,
                                     int n, int k, int m)
{
    __shared__ float a[16][16], b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float p = y < n && tx < k ? A[y * k + tx] : 0;
    float q = x < m && ty < k ? B[ty * m + x] : 0, sum = 0;

    for (int e = 0; e < k; e += 16) {
        a[ty][tx] = p;
        b[ty][tx] = q;
        __syncthreads();
        p = y < n && e + 16 + tx < k ? A[y * k + e + 16 + tx] : 0;
        q = x < m && e + 16 + ty < k ? B[(e + 16 + ty) * m + x] : 0;
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (y < n && x < m)
        C[y * m + x] = sum;
}

// Two pairs of tiles and one barrier a turn.
__global__ void mm_two_pairs(const float *A, const float *B, float *C, int n,
                             int k, int m)
{
    __shared__ float a[2][16][17], b[2][16][17];
    int tx = threadIdx.x, ty = threadIdx.y, turn = 0;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;

    for (int e = 0; e < k; e += 16, turn ^= 1) {
        a[turn][ty][tx] = y < n && e + tx < k ? A[y * k + e + tx] : 0;
        b[turn][ty][tx] = x < m && e + ty < k ? B[(e + ty) * m + x] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += a[turn][ty][i] * b[turn][i][tx];
    }
    if (y < n && x < m)
        C[y * m + x] = sum;
}

// All limits are looked at for each product.
__global__ void mm_tests_in_tile(const float *A, const float *B, float *C,
                                 int n, int k, int m)
{
    __shared__ float a[32][32], b[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    float sum = 0;

    for (int p = 0; p < (k - 1) / 32 + 1; p++) {
        if (y < n && p * 32 + tx < k)
            a[ty][tx] = A[y * k + p * 32 + tx];
        if (x < m && p * 32 + ty < k)
            b[ty][tx] = B[(p * 32 + ty) * m + x];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            if (y < n && x < m && p * 32 + i < k)
                sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (y < n && x < m)
        C[y * m + x] = sum;
}

// 16 x 16 threads, tiles 64 deep.
__global__ void mm_tile_64_deep(const float *A, const float *B, float *C, int n,
                                int k, int m)
{
    __shared__ float a[16][64], b[64][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;

    for (int e = 0; e < k; e += 64) {
        for (int i = 0; i < 64; i += 16) {
            int p = e + i + tx, q = e + i + ty;
            a[ty][i + tx] = y < n && p < k ? A[y * k + p] : 0;
            b[i + ty][tx] = x < m && q < k ? B[q * m + x] : 0;
        }
        __syncthreads();
        for (int i = 0; i < 64; i++)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (y < n && x < m)
        C[y * m + x] = sum;
}

// To be safe: fences, and a barrier between all steps.
__global__ void mm_fenced(const float *A, const float *B, float *C, int n,
                          int k, int m)
{
    __shared__ float a[16][16], b[16][16], c[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;

    c[ty][tx] = 0;
    __syncthreads();
    for (int e = 0; e < k; e += 16) {
        a[ty][tx] = y < n && e + tx < k ? A[y * k + e + tx] : 0;
        __syncthreads();
        b[ty][tx] = x < m && e + ty < k ? B[(e + ty) * m + x] : 0;
        __threadfence_block();
        __syncthreads();
        for (int i = 0; i < 16; i++)
            c[ty][tx] += a[ty][i] * b[i][tx];
        __threadfence_block();
        __syncthreads();
    }
    if (y < n && x < m)
        C[y * m + x] = c[ty][tx];
}

// 2 rows and 4 columns a thread, B's four by one float4 of the tile.
__global__ void mm_two_by_float4(const float *A, const float *B, float *C,
                                 int n, int k, int m)
{
    __shared__ float a[32][17];
    __shared__ float4 b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    int top = blockIdx.y * 32, left = blockIdx.x * 64;
    float sum[2][4] = {};

    for (int e = 0; e < k; e += 16) {
        for (int i = t; i < 32 * 16; i += 256) {
            int r = top + i / 16, c = e + i % 16;
            a[i / 16][i % 16] = r < n && c < k ? A[r * k + c] : 0;
        }
        for (int i = t; i < 16 * 64; i += 256) {
            int r = e + i / 64, c = left + i % 64;
            ((float *)b)[i] = r < k && c < m ? B[r * m + c] : 0;
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float4 v = b[i][tx];
            for (int r = 0; r < 2; r++) {
                float u = a[ty + 16 * r][i];
                sum[r][0] += u * v.x;
                sum[r][1] += u * v.y;
                sum[r][2] += u * v.z;
                sum[r][3] += u * v.w;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 4; c++)
            if (top + ty + 16 * r < n && left + 4 * tx + c < m)
                C[(top + ty + 16 * r) * m + left + 4 * tx + c] = sum[r][c];
}

// Half of the warps bring A's tile, the others B's.
__global__ void mm_halves_fetch(const float *A, const float *B, float *C, int n,
                                int k, int m)
{
    __shared__ float tiles[2][16][16];
    int tx = threadIdx.x, ty = threadIdx.y, which = ty / 8;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;

    for (int e = 0; e < k; e += 16) {
        for (int r = ty % 8; r < 16; r += 8) {
            int row = which ? e + r : blockIdx.y * 16 + r;
            int col = which ? x : e + tx;
            int rows = which ? k : n, cols = which ? m : k;
            const float *from = which ? B : A;
            tiles[which][r][tx] =
                row < rows && col < cols ? from[row * cols + col] : 0;
        }
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += tiles[0][ty][i] * tiles[1][i][tx];
        __syncthreads();
    }
    if (y < n && x < m)
        C[y * m + x] = sum;
}

// ---- dot product, sum, least ------------------------------------------------

__device__ float own_dot(const float *a, const float *b, int n)
{
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    return sum;
}

#define FOLD(half)                                                             \
    if (T >= 2 * half) {                                                       \
        if (t < half)                                                          \
            s[t] += s[t + half];                                               \
        __syncthreads();                                                       \
    }
template <int T>
__global__ void dt_folds(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[T];
    int t = threadIdx.x;

    s[t] = own_dot(a, b, n);
    __syncthreads();
    FOLD(256)
    FOLD(128)
    FOLD(64)
    FOLD(32)
    FOLD(16)
    FOLD(8)
    FOLD(4)
    FOLD(2)
    FOLD(1)
    if (t == 0)
        c[blockIdx.x] = s[0];
}
#undef FOLD

// The distance of partners grows, and so do the conflicts.
__global__ void dt_packed_strides(const float *a, const float *b, float *c,
                                  int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = own_dot(a, b, n);
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int i = 2 * d * t;
        if (i < 256)
            s[i] += s[i + d];
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = s[0];
}

__global__ void dt_leaders_add(const float *a, const float *b, float *c, int n)
{
    __shared__ float all;
    float sum = own_dot(a, b, n);

    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&all, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        c[blockIdx.x] = all;
}

__global__ void dt_own_stretch(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x, threads = gridDim.x * 128;
    int each = (n + threads - 1) / threads,
        from = (blockIdx.x * 128 + t) * each;
    float sum = 0;

    for (int i = from; i < from + each && i < n; i++)
        sum += a[i] * b[i];
    s[t] = sum;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (!t)
        c[blockIdx.x] = s[0];
}

// Lane 0 asks all the others, one by one.
__global__ void dt_asks_all_lanes(const float *a, const float *b, float *c,
                                  int n)
{
    __shared__ float s[8];
    float mine = own_dot(a, b, n), sum = 0;
    int t = threadIdx.x;

    for (int lane = 0; lane < 32; lane++)
        sum += __shfl_sync(FULL, mine, lane);
    if (t % 32 == 0)
        s[t / 32] = sum;
    __syncthreads();
    if (t == 0)
        c[blockIdx.x] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}

__global__ void dt_rounding_kept(const float *a, const float *b, float *c,
                                 int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float sum = 0, rest = 0;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
        float y = __fsub_rn(__fmul_rn(a[i], b[i]), rest);
        float next = __fadd_rn(sum, y);
        rest = __fsub_rn(__fsub_rn(next, sum), y);
        sum = next;
    }
    s[t] = sum;
    __syncthreads();
    for (int half = 128; half; half >>= 1) {
        if (t < half)
            s[t] = s[t] + s[t + half];
        __syncthreads();
    }
    if (t == 0)
        *(c + blockIdx.x) = *s;
}

// The last block to come adds up what all have left.
__global__ void dt_last_one_in(const float *a, const float *b, float *c, int n,
                               volatile float *part, unsigned *came)
{
    __shared__ float s[256];
    __shared__ bool last;
    int t = threadIdx.x;
    float sum = own_dot(a, b, n);

    for (int turn = 0; turn < 2; turn++) {
        s[t] = sum;
        __syncthreads();
        for (int half = 128; half > 0; half /= 2) {
            if (t < half)
                s[t] += s[t + half];
            __syncthreads();
        }
        if (turn)
            break;
        if (t == 0) {
            part[blockIdx.x] = s[0];
            __threadfence();
            last = atomicInc(came, gridDim.x - 1) == gridDim.x - 1;
        }
        __syncthreads();
        if (!last)
            return;
        sum = 0;
        for (unsigned i = t; i < gridDim.x; i += 256)
            sum += part[i];
    }
    if (t == 0)
        c[0] = s[0];
}

// Eight products at once, with a loop for the rest.
__global__ void dt_eight_sums(const float *a, const float *b, float *c, int n)
{
    __shared__ float warps[4];
    int t = threadIdx.x, step = gridDim.x * 128, i = blockIdx.x * 128 + t;
    float p[8] = {0, 0, 0, 0, 0, 0, 0, 0}, sum = 0;

    for (; i + 7 * step < n; i += 8 * step)
#pragma unroll
        for (int k = 0; k < 8; k++)
            p[k] += a[i + k * step] * b[i + k * step];
    for (; i < n; i += step)
        sum += a[i] * b[i];
    for (int k = 0; k < 8; k++)
        sum += p[k];
    for (int d = 1; d < 32; d <<= 1)
        sum += __shfl_xor_sync(FULL, sum, d);
    if ((t & 31) == 0)
        warps[t >> 5] = sum;
    __syncthreads();
    if (t == 0)
        c[blockIdx.x] = warps[0] + warps[1] + warps[2] + warps[3];
}

__global__ void dt_fours_and_rest(const float4 *a, const float4 *b, float *c,
                                  int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float sum = 0;

    for (; i < n / 4; i += gridDim.x * 256)
        sum += dot4(a[i], b[i]);
    if (i == n / 4)
        for (int k = n / 4 * 4; k < n; k++)
            sum += ((const float *)a)[k] * ((const float *)b)[k];
    s[t] = sum;
    __syncthreads();
    if (t < 32) {
        for (int k = t + 32; k < 256; k += 32)
            sum += s[k];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(FULL, sum, d);
        if (t == 0)
            c[blockIdx.x] = sum;
    }
}

// Odd halves: whoever has no partner is left as it is.
__global__ void dt_block_of_992(const float *a, const float *b, float *c, int n)
{
    __shared__ float s[992];
    int t = threadIdx.x, left = 992;

    s[t] = own_dot(a, b, n);
    do {
        int half = (left + 1) / 2;
        __syncthreads();
        if (t + half < left)
            s[t] += s[t + half];
        left = half;
    } while (left > 1);
    if (t == 0)
        c[blockIdx.x] = s[0];
}

// Levels of 32: each turn, a 32nd of the threads stays.
__global__ void su_levels_of_32(const float *a, float *c, int n)
{
    __shared__ float s[1024];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;

    s[t] = i < n ? a[i] : 0;
    for (int left = 32; left > 0; left /= 32) {
        float sum = 0;
        __syncthreads();
        if (t < left)
            for (int k = 0; k < 32; k++)
                sum += s[t * 32 + k];
        __syncthreads();
        if (t < left)
            s[t] = sum;
    }
    if (t == 0)
        c[blockIdx.x] = s[0];
}

// The same, and lanes start at their own place: no conflicts.
__global__ void su_levels_rotated(const float *a, float *c, int n)
{
    __shared__ float s[1024];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    float sum = 0;

    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    if (t >= 32)
        return;
    for (int k = 0; k < 32; k++)
        sum += s[t * 32 + (k + t) % 32];
    __syncwarp();
    s[t] = sum;
    __syncwarp();
    if (t == 0) {
        for (int k = 1; k < 32; k++)
            sum += s[k];
        c[blockIdx.x] = sum;
    }
}

__global__ void su_integer_atomics(const int *a, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? a[i] & 255 : 0;

    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(FULL, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, sum);
}

__device__ float least_of(const float *mine, int n)
{
    float least = 3e38f;

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (mine[i] < least)
            least = mine[i];
    return least;
}

// Two arrays in turn, so that one barrier a step will do.
__global__ void le_to_and_fro(const float *a, float *c, int n)
{
    __shared__ float s[2][256];
    int t = threadIdx.x, now = 0;

    s[0][t] = least_of(a + blockIdx.x * n, n);
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            s[!now][t] = fminf(s[now][t], s[now][t + half]);
        now = !now;
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = s[now][0];
}

// Bit by bit, from the first: is there one that has a 0 here?
__global__ void le_bits_by_votes(const float *a, float *c, int n)
{
    int mine = __float_as_int(least_of(a + blockIdx.x * n, n)), found = 0;
    bool in = true;

    for (int bit = 30; bit >= 0; bit--) {
        bool zero = in && !(mine >> bit & 1);
        if (__syncthreads_or(zero))
            in = zero;
        else
            found |= 1 << bit;
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = __int_as_float(found);
}

// Rounds of neighbours' exchange, until nobody has news.
__global__ void le_until_no_news(const float *a, float *c, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, d = 1;
    bool news = true;

    s[t] = least_of(a + blockIdx.x * n, n);
    while (news) {
        __syncthreads();
        float own = s[t], other = s[(t + d) % 256];
        news = __syncthreads_or(other != own);
        s[t] = fminf(own, other);
        d *= 2;
    }
    __syncthreads();
    if (t == 0)
        c[blockIdx.x] = s[0];
}

// ---- means of a batch, times a matrix ---------------------------------------

__device__ void batch_product(const double *matrix, const double *v,
                              double *out, int l, int batches, int k)
{
    for (int i = threadIdx.x; i < l; i += blockDim.x) {
        double sum = 0;
        for (int j = 0; j < l; j++)
            sum += matrix[i * l + j] * v[j];
        out[i * batches + k] = sum;
    }
}

// Half a warp for the mean of a row.
__global__ void bt_half_warp_rows(const double *in, const double *matrix,
                                  double *out, int l, int m, int batches)
{
    __shared__ double v[64];
    int k = blockIdx.x, part = threadIdx.x % 16;
    const double *mine = in + (size_t)k * l * m;

    for (int j = threadIdx.x / 16; j < (l + 1) / 2 * 2; j += blockDim.x / 16) {
        double sum = 0;
        if (j < l)
            for (int i = part; i < m; i += 16)
                sum += mine[j * m + i];
        for (int d = 8; d > 0; d /= 2)
            sum += __shfl_down_sync(FULL, sum, d, 16);
        if (part == 0 && j < l)
            v[j] = sum / m;
    }
    __syncthreads();
    batch_product(matrix, v, out, l, batches, k);
}

// Rows come through a tile, so that a thread for a row is no harm.
__global__ void bt_staged_tile(const double *in, const double *matrix,
                               double *out, int l, int m, int batches)
{
    __shared__ double tile[32][17], v[64];
    int t = threadIdx.x, k = blockIdx.x;
    const double *mine = in + (size_t)k * l * m;

    for (int top = 0; top < l; top += 32) {
        double sum = 0;
        for (int left = 0; left < m; left += 16) {
            for (int e = t; e < 32 * 16; e += 64) {
                int r = top + e / 16, c = left + e % 16;
                tile[e / 16][e % 16] = r < l && c < m ? mine[r * m + c] : 0;
            }
            __syncthreads();
            if (t < 32)
                for (int e = 0; e < 16; e++)
                    sum += tile[t][e];
            __syncthreads();
        }
        if (t < 32 && top + t < l)
            v[top + t] = sum / m;
    }
    __syncthreads();
    batch_product(matrix, v, out, l, batches, k);
}

// Each element of the input goes to its mean by itself.
__global__ void bt_divide_each(const double *in, const double *matrix,
                               double *out, int l, int m, int batches)
{
    __shared__ double v[64];
    int t = threadIdx.x, k = blockIdx.x;
    const double *mine = in + (size_t)k * l * m;

    for (int j = t; j < l; j += blockDim.x) {
        v[j] = 0;
        for (int i = 0; i < m; i++)
            v[j] += mine[j * m + i] / m;
    }
    __syncthreads();
    batch_product(matrix, v, out, l, batches, k);
}

__device__ double warp_sum(double x)
{
    for (int d = warpSize / 2; d > 0; d /= 2)
        x += __shfl_xor_sync(FULL, x, d);
    return x;
}

// Warps of y: for the means' rows, then for the matrix's.
__global__ void bt_y_for_rows(const double *in, const double *matrix,
                              double *out, int l, int m, int batches)
{
    __shared__ double v[64];
    int x = threadIdx.x, k = blockIdx.x;

    for (int j = threadIdx.y; j < l; j += blockDim.y) {
        double sum = 0;
        for (int i = x; i < m; i += 32)
            sum += in[(k * l + j) * m + i];
        sum = warp_sum(sum);
        if (x == 0)
            v[j] = sum / m;
    }
    __syncthreads();
    for (int i = threadIdx.y; i < l; i += blockDim.y) {
        double sum = 0;
        for (int j = x; j < l; j += 32)
            sum += matrix[i * l + j] * v[j];
        sum = warp_sum(sum);
        if (x == 0)
            out[i * batches + k] = sum;
    }
}

// Means by all warps, the whole product by the first thread.
__global__ void bt_first_multiplies(const double *in, const double *matrix,
                                    double *out, int l, int m, int batches)
{
    __shared__ double v[64];
    int x = threadIdx.x % 32, k = blockIdx.x;

    for (int j = threadIdx.x / 32; j < l; j += blockDim.x / 32) {
        double sum = 0;
        for (int i = x; i < m; i += 32)
            sum += in[(k * l + j) * m + i];
        v[j] = warp_sum(sum) / m;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < l; i++) {
            double sum = 0;
            for (int j = 0; j < l; j++)
                sum += matrix[i * l + j] * v[j];
            out[i * batches + k] = sum;
        }
}

// The mean of a row is wanted, and used at once, by all: no array of means.
__global__ void bt_mean_at_once(const double *in, const double *matrix,
                                double *out, int l, int m, int batches)
{
    __shared__ double s[64];
    int t = threadIdx.x, k = blockIdx.x;
    double result = 0;

    for (int j = 0; j < l; j++) {
        double sum = 0;
        for (int i = t; i < m; i += 64)
            sum += in[(k * l + j) * m + i];
        s[t] = sum;
        for (int half = 32; half > 0; half /= 2) {
            __syncthreads();
            if (t < half)
                s[t] += s[t + half];
        }
        __syncthreads();
        if (t < l)
            result += matrix[t * l + j] * s[0] / m;
        __syncthreads();
    }
    if (t < l)
        out[t * batches + k] = result;
}

// 24 blocks; the matrix is kept in shared memory.
__global__ void bt_matrix_kept(const double *in, const double *matrix,
                               double *out, int l, int m, int batches)
{
    extern __shared__ double kept[];
    double *v = kept + l * l;
    int t = threadIdx.x, x = t % 32;

    for (int e = t; e < l * l; e += blockDim.x)
        kept[e] = matrix[e];
    for (int k = blockIdx.x; k < batches; k += gridDim.x) {
        __syncthreads();
        for (int j = t / 32; j < l; j += blockDim.x / 32) {
            double sum = 0;
            for (int i = x; i < m; i += 32)
                sum += in[(k * l + j) * m + i];
            sum = warp_sum(sum);
            if (x == j % 32)
                v[j] = sum / m;
        }
        __syncthreads();
        batch_product(kept, v, out, l, batches, k);
    }
}

__global__ void bt_means_of_all(const double *in, double *means, int rows,
                                int m)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    double sum = 0;

    if (row >= rows)
        return;
    for (int i = threadIdx.x % 32; i < m; i += 32)
        sum += in[row * m + i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        means[row] = sum / m;
}

// All products as one of matrices, with tiles of 8.
__global__ void bt_tiles_of_8(const double *matrix, const double *means,
                              double *out, int l, int batches)
{
    __shared__ double a[8][8], b[8][9];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 8 + y, k = blockIdx.x * 8 + x;
    double sum = 0;

    for (int e = 0; e < l; e += 8) {
        int other = blockIdx.x * 8 + y;
        a[y][x] = row < l && e + x < l ? matrix[row * l + e + x] : 0;
        b[y][x] = other < batches && e + x < l ? means[other * l + e + x] : 0;
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += a[y][i] * b[x][i];
        __syncthreads();
    }
    if (row < l && k < batches)
        out[row * batches + k] = sum;
}

#include "slow13.def"

TIMES_MAIN
