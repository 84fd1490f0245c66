/*
 * slow14.cu - the set: what yet another class hands in for the three labs, all
 * of it right: the same job several times, with one thing changed each time,
 * by one who knew nothing of the model.
 */
#include "times.h"

#define FULL 0xffffffffu

__device__ static int me()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ static float lanes_total(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(FULL, x, d);
    return x;
}

__global__ void zeros(float *C, int n)
{
    if (me() < n)
        C[me()] = 0;
}

// ---- lab 1: totals of rows --------------------------------------------------

__global__ void rt_in_register(const float *A, float *C, int rows, int cols)
{
    int i = me();
    float total = 0;

    if (i >= rows)
        return;
    for (int j = 0; j < cols; j++)
        total += A[i * cols + j];
    C[i] = total;
}

// Adds up in memory, and each time anew.
__global__ void rt_in_memory(const float *A, float *C, int rows, int cols)
{
    int i = me();

    if (i >= rows)
        return;
    C[i] = 0;
    for (int j = 0; j < cols; j++)
        C[i] += A[i * cols + j];
}

// Every thread begins with another column: its own number.
__global__ void rt_skewed(const float *A, float *C, int rows, int cols)
{
    int i = me();
    float total = 0;

    if (i >= rows)
        return;
    for (int k = 0; k < cols; k++)
        total += A[i * cols + (k + i) % cols];
    C[i] = total;
}

__global__ void rt_fours(const float4 *A, float *C, int rows, int fours)
{
    int i = me();
    float total = 0;

    if (i >= rows)
        return;
    for (int j = 0; j < fours; j++) {
        float4 v = A[i * fours + j];
        total += (v.x + v.y) + (v.z + v.w);
    }
    C[i] = total;
}

// 32 x 32 of the matrix are brought into shared memory, then added by rows.
template <int PITCH>
__global__ void rt_tile(const float *A, float *C, int rows, int cols)
{
    __shared__ float tile[32 * PITCH];
    int t = threadIdx.x, first = blockIdx.x * 32;
    float total = 0;

    for (int m = 0; m < cols; m += 32) {
        for (int k = 0; k < 32; k++)
            tile[k * PITCH + t] = first + k < rows && m + t < cols
                                      ? A[(first + k) * cols + m + t]
                                      : 0;
        __syncthreads();
        for (int k = 0; k < 32; k++)
            total += tile[t * PITCH + k];
        __syncthreads();
    }
    if (first + t < rows)
        C[first + t] = total;
}

// ---- lab 1: totals of columns -----------------------------------------------

__global__ void ct_down(const float *A, float *C, int rows, int cols)
{
    int j = me();
    float total = 0;

    if (j >= cols)
        return;
    for (int i = 0; i < rows; i++)
        total += A[i * cols + j];
    C[j] = total;
}

__global__ void ct_four_columns(const float4 *A, float4 *C, int rows, int fours)
{
    int j = me();
    float4 total = make_float4(0, 0, 0, 0);

    if (j >= fours)
        return;
    for (int i = 0; i < rows; i++) {
        float4 v = A[i * fours + j];
        total.x += v.x;
        total.y += v.y;
        total.z += v.z;
        total.w += v.w;
    }
    C[j] = total;
}

// Each row of threads takes every eighth row; the first adds the eight.
__global__ void ct_eight_rows(const float *A, float *C, int rows, int cols)
{
    __shared__ float part[8][32];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * 32 + x;
    float total = 0;

    if (j < cols)
        for (int i = y; i < rows; i += 8)
            total += A[i * cols + j];
    part[y][x] = total;
    __syncthreads();
    if (y == 0 && j < cols) {
        for (int k = 1; k < 8; k++)
            total += part[k][x];
        C[j] = total;
    }
}

// 64 rows a block, and the rest by an atomic addition.
__global__ void ct_pieces(const float *A, float *C, int rows, int cols)
{
    int j = me(), from = blockIdx.y * 64, to = min(from + 64, rows);
    float total = 0;

    if (j >= cols)
        return;
    for (int i = from; i < to; i++)
        total += A[i * cols + j];
    atomicAdd(&C[j], total);
}

// An atomic addition for each element of the matrix.
__global__ void ct_each_atomic(const float *A, float *C, int rows, int cols)
{
    int e = me();

    if (e < rows * cols)
        atomicAdd(&C[e % cols], A[e]);
}

// A block for a column: that is how rows went.
__global__ void ct_block_a_column(const float *A, float *C, int rows, int cols)
{
    __shared__ float part[4];
    int t = threadIdx.x, j = blockIdx.x;
    float total = 0;

    for (int i = t; i < rows; i += 128)
        total += A[i * cols + j];
    total = lanes_total(total);
    if (t % 32 == 0)
        part[t / 32] = total;
    __syncthreads();
    if (t == 0)
        C[j] = part[0] + part[1] + part[2] + part[3];
}

// ---- lab 1: A x V, a thread per row -----------------------------------------

__global__ void rv_textbook(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int i = me();

    if (i < rows) {
        float y = 0;
        for (int j = 0; j < cols; j++)
            y += A[i * cols + j] * V[j];
        C[i] = y;
    }
}

__global__ void rv_by_ldg(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int i = me();

    if (i < rows) {
        float y = 0;
        for (int j = 0; j < cols; j++)
            y += __ldg(A + i * cols + j) * __ldg(V + j);
        C[i] = y;
    }
}

__global__ void rv_volatile(const volatile float *A, const volatile float *V,
                            volatile float *C, int rows, int cols)
{
    int i = me();

    if (i < rows) {
        float y = 0;
        for (int j = 0; j < cols; j++)
            y += A[i * cols + j] * V[j];
        C[i] = y;
    }
}

// Skips what V would make zero, and adds by hand what is nearly one.
__global__ void rv_with_ifs(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int i = me();

    if (i < rows) {
        float y = 0;
        for (int j = 0; j < cols; j++) {
            float v = V[j];
            if (v == 0)
                continue;
            if (v == 1)
                y += A[i * cols + j];
            else
                y += A[i * cols + j] * v;
        }
        C[i] = y;
    }
}

// Four sums that do not wait for each other.
__global__ void rv_four_sums(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int i = me();

    if (i < rows) {
        float p = 0, q = 0, r = 0, s = 0;
        const float *a = A + i * cols;
        int j = 0;
        for (; j + 3 < cols; j += 4) {
            p += a[j] * V[j];
            q += a[j + 1] * V[j + 1];
            r += a[j + 2] * V[j + 2];
            s += a[j + 3] * V[j + 3];
        }
        for (; j < cols; j++)
            p += a[j] * V[j];
        C[i] = p + q + r + s;
    }
}

// Eight of the row are fetched into an array before they are used.
__global__ void rv_eight_held(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int i = me();

    if (i < rows) {
        float y = 0, held[8];
        for (int m = 0; m < cols; m += 8) {
#pragma unroll
            for (int k = 0; k < 8; k++)
                held[k] = m + k < cols ? A[i * cols + m + k] : 0;
#pragma unroll
            for (int k = 0; k < 8; k++)
                if (m + k < cols)
                    y += held[k] * V[m + k];
        }
        C[i] = y;
    }
}

// ---- lab 1: A x V, several threads per row ----------------------------------

// A warp; what its lanes have goes down, across, or through shared memory.
__global__ void wv_down(const float *A, const float *V, float *C, int rows,
                        int cols)
{
    int row = me() / 32, lane = threadIdx.x % 32;
    float y = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        y += A[row * cols + j] * V[j];
    y = lanes_total(y);
    if (lane == 0)
        C[row] = y;
}

__global__ void wv_lane_adds_all(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float s[128];
    int row = me() / 32, lane = threadIdx.x % 32;
    float y = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        y += A[row * cols + j] * V[j];
    s[threadIdx.x] = y;
    __syncwarp();
    if (lane == 0) {
        for (int k = 1; k < 32; k++)
            y += s[threadIdx.x + k];
        C[row] = y;
    }
}

__global__ void wv_lanes_to_memory(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    int row = me() / 32, lane = threadIdx.x % 32;
    float y = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        y += A[row * cols + j] * V[j];
    atomicAdd(&C[row], y);
}

// The lanes share the row out in pieces of consecutive columns.
__global__ void wv_pieces(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = me() / 32, lane = threadIdx.x % 32, each = (cols + 31) / 32;
    float y = 0;

    if (row >= rows)
        return;
    for (int j = lane * each; j < (lane + 1) * each && j < cols; j++)
        y += A[row * cols + j] * V[j];
    y = lanes_total(y);
    if (lane == 0)
        C[row] = y;
}

// Eight, four or two lanes a row.
template <int LANES>
__global__ void wv_few(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    int row = me() / LANES, lane = threadIdx.x % LANES;
    float y = 0;

    if (row < rows)
        for (int j = lane; j < cols; j += LANES)
            y += A[row * cols + j] * V[j];
    for (int d = LANES / 2; d > 0; d /= 2)
        y += __shfl_xor_sync(FULL, y, d);
    if (lane == 0 && row < rows)
        C[row] = y;
}

// ---- lab 1: V x A -----------------------------------------------------------

__global__ void vc_textbook(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    int j = me();
    float y = 0;

    if (j >= cols)
        return;
    for (int i = 0; i < rows; i++)
        y += V[i] * A[i * cols + j];
    C[j] = y;
}

// Each lane holds one of 32 elements of V; all have them by shuffles.
__global__ void vc_v_in_lanes(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int j = me(), lane = threadIdx.x % 32;
    float y = 0;

    for (int m = 0; m < rows; m += 32) {
        float own = m + lane < rows ? V[m + lane] : 0;
        for (int k = 0; k < 32; k++) {
            float v = __shfl_sync(FULL, own, k);
            if (j < cols && m + k < rows)
                y += v * A[(m + k) * cols + j];
        }
    }
    if (j < cols)
        C[j] = y;
}

__global__ void vc_v_in_shared(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    __shared__ float v[256];
    int j = me();
    float y = 0;

    for (int m = 0; m < rows; m += 256) {
        __syncthreads();
        if (m + threadIdx.x < rows)
            v[threadIdx.x] = V[m + threadIdx.x];
        __syncthreads();
        if (j < cols)
            for (int k = 0; k < 256 && m + k < rows; k++)
                y += v[k] * A[(m + k) * cols + j];
    }
    if (j < cols)
        C[j] = y;
}

__global__ void vc_in_double(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int j = me();
    double y = 0;

    if (j >= cols)
        return;
    for (int i = 0; i < rows; i++)
        y += (double)V[i] * A[i * cols + j];
    C[j] = (float)y;
}

// The place is found anew from one running number.
__global__ void vc_div_mod(const float *V, const float *A, float *C, int rows,
                           int cols)
{
    int j = me();
    float y = 0;

    if (j >= cols)
        return;
    for (int e = j; e < rows * cols; e += cols)
        y += V[e / cols] * A[e / cols * cols + e % cols];
    C[j] = y;
}

// Neighbouring threads are a quarter of the columns apart.
__global__ void vc_strided_threads(const float *V, const float *A, float *C,
                                   int rows, int cols)
{
    int t = me(), quarter = (cols + 3) / 4, j = t % 4 * quarter + t / 4;
    float y = 0;

    if (t / 4 >= quarter || j >= cols)
        return;
    for (int i = 0; i < rows; i++)
        y += V[i] * A[i * cols + j];
    C[j] = y;
}

// ---- lab 1: A x V, a block per row ------------------------------------------

__device__ static float row_part(const float *a, const float *V, int cols)
{
    float y = 0;

    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        y += a[j] * V[j];
    return y;
}

__global__ void bv_halves(const float *A, const float *V, float *C, int cols)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = row_part(A + blockIdx.x * cols, V, cols);
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        C[blockIdx.x] = s[0];
}

__global__ void bv_remainders(const float *A, const float *V, float *C,
                              int cols)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = row_part(A + blockIdx.x * cols, V, cols);
    for (int step = 1; step < 256; step *= 2) {
        __syncthreads();
        if (t % (2 * step) == 0)
            s[t] += s[t + step];
    }
    if (t == 0)
        C[blockIdx.x] = s[0];
}

__global__ void bv_one_adds(const float *A, const float *V, float *C, int cols)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = row_part(A + blockIdx.x * cols, V, cols);
    __syncthreads();
    if (t == 0) {
        float y = 0;
        for (int k = 0; k < 256; k++)
            y += s[k];
        C[blockIdx.x] = y;
    }
}

__global__ void bv_shared_atomic(const float *A, const float *V, float *C,
                                 int cols)
{
    __shared__ float total;
    float y = row_part(A + blockIdx.x * cols, V, cols);

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, y);
    __syncthreads();
    if (threadIdx.x == 0)
        C[blockIdx.x] = total;
}

__global__ void bv_two_stages(const float *A, const float *V, float *C,
                              int cols)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    float y = lanes_total(row_part(A + blockIdx.x * cols, V, cols));

    if (t % 32 == 0)
        s[t / 32] = y;
    __syncthreads();
    if (t < 32) {
        y = lanes_total(t < blockDim.x / 32 ? s[t] : 0);
        if (t == 0)
            C[blockIdx.x] = y;
    }
}

// ---- lab 2: transposition ---------------------------------------------------

__global__ void tr_reads_in_line(const float *A, float *B, int rows, int cols)
{
    int x = me(), y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < cols && y < rows)
        B[x * rows + y] = A[y * cols + x];
}

__global__ void tr_writes_in_line(const float *A, float *B, int rows, int cols)
{
    int y = me(), x = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < cols && y < rows)
        B[x * rows + y] = A[y * cols + x];
}

template <int PITCH>
__global__ void tr_tile(const float *A, float *B, int rows, int cols)
{
    __shared__ float tile[32 * PITCH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32, y = blockIdx.y * 32;

    for (int k = ty; k < 32; k += blockDim.y)
        if (y + k < rows && x + tx < cols)
            tile[k * PITCH + tx] = A[(y + k) * cols + x + tx];
    __syncthreads();
    for (int k = ty; k < 32; k += blockDim.y)
        if (x + k < cols && y + tx < rows)
            B[(x + k) * rows + y + tx] = tile[tx * PITCH + k];
}

// No pitch: the column is turned by the row.
__global__ void tr_tile_xor(const float *A, float *B, int rows, int cols)
{
    __shared__ float tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32, y = blockIdx.y * 32;

    for (int k = ty; k < 32; k += 8)
        if (y + k < rows && x + tx < cols)
            tile[k][tx ^ k] = A[(y + k) * cols + x + tx];
    __syncthreads();
    for (int k = ty; k < 32; k += 8)
        if (x + k < cols && y + tx < rows)
            B[(x + k) * rows + y + tx] = tile[tx][k ^ tx];
}

// Each thread turns 4 x 4 in registers.
__global__ void tr_four_by_four(const float4 *A, float4 *B, int rows, int cols)
{
    int x = me(), y = blockIdx.y * blockDim.y + threadIdx.y;
    int across = cols / 4, down = rows / 4;

    if (x >= across || y >= down)
        return;
    float4 p = A[4 * y * across + x], q = A[(4 * y + 1) * across + x];
    float4 r = A[(4 * y + 2) * across + x], s = A[(4 * y + 3) * across + x];
    B[4 * x * down + y] = make_float4(p.x, q.x, r.x, s.x);
    B[(4 * x + 1) * down + y] = make_float4(p.y, q.y, r.y, s.y);
    B[(4 * x + 2) * down + y] = make_float4(p.z, q.z, r.z, s.z);
    B[(4 * x + 3) * down + y] = make_float4(p.w, q.w, r.w, s.w);
}

// ---- lab 2: A x B, a thread per element -------------------------------------

__global__ void pp_x_is_column(const float *A, const float *B, float *C, int n,
                               int k, int m)
{
    int j = me(), i = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (i >= n || j >= m)
        return;
    for (int e = 0; e < k; e++)
        sum += A[i * k + e] * B[e * m + j];
    C[i * m + j] = sum;
}

__global__ void pp_x_is_row(const float *A, const float *B, float *C, int n,
                            int k, int m)
{
    int i = me(), j = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (i >= n || j >= m)
        return;
    for (int e = 0; e < k; e++)
        sum += A[i * k + e] * B[e * m + j];
    C[i * m + j] = sum;
}

__global__ void pp_sum_in_c(const float *A, const float *B, float *C, int n,
                            int k, int m)
{
    int j = me(), i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= n || j >= m)
        return;
    C[i * m + j] = 0;
    for (int e = 0; e < k; e++)
        C[i * m + j] += A[i * k + e] * B[e * m + j];
}

// One running number for a grid of one dimension.
__global__ void pp_numbered(const float *A, const float *B, float *C, int n,
                            int k, int m)
{
    for (int e = me(); e < n * m; e += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int f = 0; f < k; f++)
            sum += A[e / m * k + f] * B[f * m + e % m];
        C[e] = sum;
    }
}

// A block for a row of C, which holds the row of A.
__global__ void pp_row_held(const float *A, const float *B, float *C, int,
                            int k, int m)
{
    extern __shared__ float row[];
    int i = blockIdx.x;

    for (int e = threadIdx.x; e < k; e += blockDim.x)
        row[e] = A[i * k + e];
    __syncthreads();
    for (int j = threadIdx.x; j < m; j += blockDim.x) {
        float sum = 0;
        for (int e = 0; e < k; e++)
            sum += row[e] * B[e * m + j];
        C[i * m + j] = sum;
    }
}

// ---- lab 2: A x B, tiles ----------------------------------------------------

template <typename T, int SIDE, int PITCH>
__global__ void tp_pitch(const T *A, const T *B, T *C, int n, int k, int m)
{
    __shared__ T a[SIDE * PITCH], b[SIDE * PITCH];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * SIDE + y, j = blockIdx.x * SIDE + x;
    T sum = 0;

    for (int e = 0; e < k; e += SIDE) {
        a[y * PITCH + x] = i < n && e + x < k ? A[i * k + e + x] : 0;
        b[y * PITCH + x] = j < m && e + y < k ? B[(e + y) * m + j] : 0;
        __syncthreads();
        for (int f = 0; f < SIDE; f++)
            sum += a[y * PITCH + f] * b[f * PITCH + x];
        __syncthreads();
    }
    if (i < n && j < m)
        C[i * m + j] = sum;
}

// B's tile is kept turned.
template <int PITCH>
__global__ void tp_b_turned(const float *A, const float *B, float *C, int n,
                            int k, int m)
{
    __shared__ float a[16][16], b[16][PITCH];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
    float sum = 0;

    for (int e = 0; e < k; e += 16) {
        a[y][x] = i < n && e + x < k ? A[i * k + e + x] : 0;
        b[x][y] = j < m && e + y < k ? B[(e + y) * m + j] : 0;
        __syncthreads();
        for (int f = 0; f < 16; f++)
            sum += a[y][f] * b[x][f];
        __syncthreads();
    }
    if (i < n && j < m)
        C[i * m + j] = sum;
}

// Ends the loop at the edge, instead of putting zeros there.
__global__ void tp_loop_ends(const float *A, const float *B, float *C, int n,
                             int k, int m)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
    float sum = 0;

    for (int e = 0; e < k; e += 16) {
        if (i < n && e + x < k)
            a[y][x] = A[i * k + e + x];
        if (j < m && e + y < k)
            b[y][x] = B[(e + y) * m + j];
        __syncthreads();
        if (i < n && j < m)
            for (int f = 0; f < 16 && e + f < k; f++)
                sum += a[y][f] * b[f][x];
        __syncthreads();
    }
    if (i < n && j < m)
        C[i * m + j] = sum;
}

// ---- lab 2: A x B, several elements a thread --------------------------------

// UP x WIDE elements a thread, 16 x 16 threads.
template <int UP, int WIDE>
__global__ void mt_several(const float *A, const float *B, float *C, int n,
                           int k, int m)
{
    __shared__ float a[16 * UP][17], b[16][16 * WIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * 16 * UP, j = blockIdx.x * 16 * WIDE;
    float sum[UP][WIDE] = {};

    for (int e = 0; e < k; e += 16) {
#pragma unroll
        for (int u = 0; u < UP; u++) {
            int row = i + u * 16 + y;
            a[u * 16 + y][x] = row < n && e + x < k ? A[row * k + e + x] : 0;
        }
#pragma unroll
        for (int w = 0; w < WIDE; w++) {
            int col = j + w * 16 + x;
            b[y][w * 16 + x] = col < m && e + y < k ? B[(e + y) * m + col] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int f = 0; f < 16; f++)
#pragma unroll
            for (int u = 0; u < UP; u++)
#pragma unroll
                for (int w = 0; w < WIDE; w++)
                    sum[u][w] += a[u * 16 + y][f] * b[f][w * 16 + x];
        __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < UP; u++)
#pragma unroll
        for (int w = 0; w < WIDE; w++)
            if (i + u * 16 + y < n && j + w * 16 + x < m)
                C[(i + u * 16 + y) * m + j + w * 16 + x] = sum[u][w];
}

// Without shared memory: 4 rows a thread, B's element is used four times.
__global__ void mt_four_rows(const float *A, const float *B, float *C, int n,
                             int k, int m)
{
    int j = me(), i = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
    float sum[4] = {0, 0, 0, 0};

    if (i >= n || j >= m)
        return;
    for (int e = 0; e < k; e++) {
        float b = B[e * m + j];
        for (int u = 0; u < 4; u++)
            sum[u] += A[min(i + u, n - 1) * k + e] * b;
    }
    for (int u = 0; u < 4 && i + u < n; u++)
        C[(i + u) * m + j] = sum[u];
}

// ---- lab 2: the elements of each block of 256, the last one first -----------

__global__ void bb_directly(const float *in, float *out, int n)
{
    int t = threadIdx.x, from = blockIdx.x * 256, many = min(256, n - from);

    if (t < many)
        out[from + many - 1 - t] = in[from + t];
}

__global__ void bb_by_shared(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, from = blockIdx.x * 256, many = min(256, n - from);

    if (t < many)
        s[t] = in[from + t];
    __syncthreads();
    if (t < many)
        out[from + t] = s[many - 1 - t];
}

// Half the threads change two, in place in shared memory.
__global__ void bb_swapped(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, from = blockIdx.x * 256, many = min(256, n - from);

    if (t < many)
        s[t] = in[from + t];
    __syncthreads();
    if (t < many / 2) {
        float held = s[t];
        s[t] = s[many - 1 - t];
        s[many - 1 - t] = held;
    }
    __syncthreads();
    if (t < many)
        out[from + t] = s[t];
}

__global__ void bb_one_thread(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, from = blockIdx.x * 256, many = min(256, n - from);

    if (t < many)
        s[t] = in[from + t];
    __syncthreads();
    if (t == 0)
        for (int k = 0; k < many; k++)
            out[from + k] = s[many - 1 - k];
}

// ---- lab 3: one sum ---------------------------------------------------------

__global__ void os_an_atomic_each(const float *a, float *c, int n)
{
    if (me() < n)
        atomicAdd(c, a[me()]);
}

__global__ void os_an_atomic_a_warp(const float *a, float *c, int n)
{
    float x = lanes_total(me() < n ? a[me()] : 0);

    if (threadIdx.x % 32 == 0)
        atomicAdd(c, x);
}

__global__ void os_tree_unrolled(const float *a, float *c, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = me() < n ? a[me()] : 0;
    __syncthreads();
    if (t < 128)
        s[t] += s[t + 128];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        float x = lanes_total(s[t] + s[t + 32]);
        if (t == 0)
            atomicAdd(c, x);
    }
}

__global__ void os_tree_strides(const float *a, float *c, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = me() < n ? a[me()] : 0;
    for (int step = 1; step < 256; step *= 2) {
        int k = 2 * step * t;
        __syncthreads();
        if (k + step < 256)
            s[k] += s[k + step];
    }
    if (t == 0)
        atomicAdd(c, s[0]);
}

__global__ void os_fours_and_stride(const float4 *a, float *c, int fours)
{
    float x = 0;

    for (int i = me(); i < fours; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        x += v.x + v.y + v.z + v.w;
    }
    x = lanes_total(x);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, x);
}

// Each thread has a piece of the array for itself.
__global__ void os_pieces(const float *a, float *c, int n)
{
    int threads = gridDim.x * blockDim.x, each = (n + threads - 1) / threads;
    float x = 0;

    for (int i = me() * each; i < (me() + 1) * each && i < n; i++)
        x += a[i];
    x = lanes_total(x);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, x);
}

// ---- lab 3: one dot product, a sum for each block ---------------------------

__global__ void db_float_tree(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float sums[];
    int t = threadIdx.x;
    float x = 0;

    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        x += a[i] * b[i];
    sums[t] = x;
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (t + half < left)
            sums[t] += sums[t + half];
        left = half;
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

__global__ void db_volatile_tree(const float *a, const float *b, float *c,
                                 int n)
{
    __shared__ volatile float sums[256];
    int t = threadIdx.x;

    sums[t] = 0;
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        sums[t] = sums[t] + a[i] * b[i];
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sums[t] = sums[t] + sums[t + half];
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

__global__ void db_double_tree(const float *a, const float *b, float *c, int n)
{
    __shared__ double sums[256];
    int t = threadIdx.x;
    double x = 0;

    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        x += (double)a[i] * b[i];
    sums[t] = x;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sums[t] += sums[t + half];
    }
    if (t == 0)
        c[blockIdx.x] = (float)sums[0];
}

// Two loads of each array are on the way at once.
__global__ void db_two_at_once(const float *__restrict__ a,
                               const float *__restrict__ b, float *c, int n)
{
    __shared__ float sums[32];
    int t = threadIdx.x, step = gridDim.x * blockDim.x;
    float x = 0, y = 0;

    for (int i = me(); i < n; i += 2 * step) {
        x += a[i] * b[i];
        if (i + step < n)
            y += a[i + step] * b[i + step];
    }
    x = lanes_total(x + y);
    if (t % 32 == 0)
        sums[t / 32] = x;
    __syncthreads();
    if (t < 32) {
        x = lanes_total(t < blockDim.x / 32 ? sums[t] : 0);
        if (t == 0)
            c[blockIdx.x] = x;
    }
}

// ---- lab 3: many dot products, each of its own rows -------------------------

__global__ void md_thread(const float *a, const float *b, float *c, int many,
                          int n)
{
    int k = me();
    float x = 0;

    if (k >= many)
        return;
    for (int i = 0; i < n; i++)
        x += a[k * n + i] * b[k * n + i];
    c[k] = x;
}

// The same, where the rows stand side by side.
__global__ void md_thread_columns(const float *a, const float *b, float *c,
                                  int many, int n)
{
    int k = me();
    float x = 0;

    if (k >= many)
        return;
    for (int i = 0; i < n; i++)
        x += a[i * many + k] * b[i * many + k];
    c[k] = x;
}

__global__ void md_warp(const float *a, const float *b, float *c, int many,
                        int n)
{
    int k = me() / 32;
    float x = 0;

    if (k >= many)
        return;
    for (int i = threadIdx.x % 32; i < n; i += 32)
        x += a[k * n + i] * b[k * n + i];
    x = lanes_total(x);
    if (threadIdx.x % 32 == 0)
        c[k] = x;
}

__global__ void md_warp_fours(const float4 *a, const float4 *b, float *c,
                              int many, int fours)
{
    int k = me() / 32;
    float x = 0;

    if (k >= many)
        return;
    for (int i = threadIdx.x % 32; i < fours; i += 32) {
        float4 p = a[k * fours + i], q = b[k * fours + i];
        x += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    x = lanes_total(x);
    if (threadIdx.x % 32 == 0)
        c[k] = x;
}

// A block for a product, a tree of 64.
__global__ void md_block(const float *a, const float *b, float *c, int, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x, k = blockIdx.x;
    float x = 0;

    for (int i = t; i < n; i += 64)
        x += a[k * n + i] * b[k * n + i];
    s[t] = x;
    for (int half = 32; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        c[k] = s[0];
}

// ---- lab 3: where is the greatest of a row? ---------------------------------

__global__ void wg_thread(const float *a, int *place, int rows, int n)
{
    int k = me(), best = 0;

    if (k >= rows)
        return;
    for (int i = 1; i < n; i++)
        if (a[k * n + i] > a[k * n + best])
            best = i;
    place[k] = best;
}

__global__ void wg_tree_of_two(const float *a, int *place, int, int n)
{
    __shared__ float most[128];
    __shared__ int where[128];
    int t = threadIdx.x, k = blockIdx.x;

    most[t] = -1;
    where[t] = 0;
    for (int i = t; i < n; i += 128)
        if (a[k * n + i] > most[t]) {
            most[t] = a[k * n + i];
            where[t] = i;
        }
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half && most[t + half] > most[t]) {
            most[t] = most[t + half];
            where[t] = where[t + half];
        }
    }
    if (t == 0)
        place[k] = where[0];
}

// Value and place in one number of 64 bits, by an atomic maximum.
__global__ void wg_one_number(const float *a, int *place, int, int n)
{
    __shared__ unsigned long long best;
    int k = blockIdx.x;
    unsigned long long own = 0;

    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned long long now =
            (unsigned long long)__float_as_uint(a[k * n + i]) << 32 | i;
        own = now > own ? now : own;
    }
    atomicMax(&best, own);
    __syncthreads();
    if (threadIdx.x == 0)
        place[k] = (int)best;
}

__global__ void wg_warp(const float *a, int *place, int rows, int n)
{
    int k = me() / 32, where = 0;
    float most = -1;

    if (k >= rows)
        return;
    for (int i = threadIdx.x % 32; i < n; i += 32) {
        float x = a[k * n + i];
        where = x > most ? i : where;
        most = fmaxf(x, most);
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_down_sync(FULL, most, d);
        int there = __shfl_down_sync(FULL, where, d);
        if (other > most) {
            most = other;
            where = there;
        }
    }
    if (threadIdx.x % 32 == 0)
        place[k] = where;
}

// ---- lab 3: means of rows, then a matrix times them -------------------------

__global__ void gm_thread_a_row(const double *in, const double *matrix,
                                double *out, int l, int m)
{
    __shared__ double mean[64];
    int t = threadIdx.x, k = blockIdx.x;

    if (t < l) {
        double x = 0;
        for (int i = 0; i < m; i++)
            x += in[(k * l + t) * m + i];
        mean[t] = x / m;
    }
    __syncthreads();
    if (t < l) {
        double x = 0;
        for (int j = 0; j < l; j++)
            x += matrix[t * l + j] * mean[j];
        out[k * l + t] = x;
    }
}

__device__ static double lanes_sum(double x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(FULL, x, d);
    return x;
}

// A warp for a row of the means, and for one of the product.
__global__ void gm_warps_twice(const double *in, const double *matrix,
                               double *out, int l, int m)
{
    __shared__ double mean[64];
    int lane = threadIdx.x, k = blockIdx.x;

    for (int j = threadIdx.y; j < l; j += blockDim.y) {
        double x = 0;
        for (int i = lane; i < m; i += 32)
            x += in[(k * l + j) * m + i];
        x = lanes_sum(x);
        if (lane == 0)
            mean[j] = x / m;
    }
    __syncthreads();
    for (int j = threadIdx.y; j < l; j += blockDim.y) {
        double x = 0;
        for (int i = lane; i < l; i += 32)
            x += matrix[j * l + i] * mean[i];
        x = lanes_sum(x);
        if (lane == 0)
            out[k * l + j] = x;
    }
}

// A warp for a mean, a thread for a row of the product.
__global__ void gm_warps_once(const double *in, const double *matrix,
                              double *out, int l, int m)
{
    __shared__ double mean[64];
    int lane = threadIdx.x, k = blockIdx.x, t = threadIdx.y * 32 + lane;

    for (int j = threadIdx.y; j < l; j += blockDim.y) {
        double x = 0;
        for (int i = lane; i < m; i += 32)
            x += in[(k * l + j) * m + i];
        x = lanes_sum(x);
        if (lane == 0)
            mean[j] = x / m;
    }
    __syncthreads();
    for (int i = t; i < l; i += 32 * blockDim.y) {
        double x = 0;
        for (int j = 0; j < l; j++)
            x += matrix[i * l + j] * mean[j];
        out[k * l + i] = x;
    }
}

// The means in float, since nobody needs more of them.
__global__ void gm_floats(const double *in, const double *matrix, double *out,
                          int l, int m)
{
    __shared__ float mean[64];
    int lane = threadIdx.x, k = blockIdx.x, t = threadIdx.y * 32 + lane;

    for (int j = threadIdx.y; j < l; j += blockDim.y) {
        float x = 0;
        for (int i = lane; i < m; i += 32)
            x += (float)in[(k * l + j) * m + i];
        x = lanes_total(x);
        if (lane == 0)
            mean[j] = x / m;
    }
    __syncthreads();
    for (int i = t; i < l; i += 32 * blockDim.y) {
        float x = 0;
        for (int j = 0; j < l; j++)
            x += (float)matrix[i * l + j] * mean[j];
        out[k * l + i] = x;
    }
}

// ---- lab 3: how many are above a half? --------------------------------------

__global__ void hm_if_atomic(const float *a, int *c, int n)
{
    if (me() < n && a[me()] > 0.5f)
        atomicAdd(c, 1);
}

__global__ void hm_ballot(const float *a, int *c, int n)
{
    unsigned vote = __ballot_sync(FULL, me() < n && a[me()] > 0.5f);

    if (threadIdx.x % 32 == 0)
        atomicAdd(c, __popc(vote));
}

__global__ void hm_syncthreads_count(const float *a, int *c, int n)
{
    int many = __syncthreads_count(me() < n && a[me()] > 0.5f);

    if (threadIdx.x == 0)
        atomicAdd(c, many);
}

__global__ void hm_stride_shared(const float *a, int *c, int n)
{
    __shared__ int many;
    int own = 0;

    if (threadIdx.x == 0)
        many = 0;
    __syncthreads();
    for (int i = me(); i < n; i += gridDim.x * blockDim.x)
        own += a[i] > 0.5f;
    atomicAdd(&many, own);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(c, many);
}

#include "slow14.def"

TIMES_MAIN
