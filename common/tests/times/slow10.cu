/*
 * slow10.cu - the set: what a class hands in for the three labs, all of it
 * right, by one who knew nothing of the model.
 */
#include "times.h"

#define FULL 0xffffffffu

// ---- A x V: a thread for each row -------------------------------------------

__global__ void av_backwards(float *A, float *V, float *C, size_t rows,
                             size_t cols)
{
    size_t row = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (row < rows) {
        float acc = 0.0f;
        size_t k = cols;
        while (k-- > 0)
            acc += A[row * cols + k] * V[k];
        C[row] = acc;
    }
}

// The 1.0 makes doubles of all that follows.
__global__ void av_one_point_oh(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    float sum = 0.0;
    for (int j = 0; j < cols; ++j)
        sum += 1.0 * A[row * cols + j] * V[j];
    C[row] = sum;
}

struct row_of {
    const float *first;
    int length;
    __device__ float operator[](int j) const
    {
        return j < length ? first[j] : 0.0f;
    }
};

__global__ void av_row_object(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;

    if (r < rows) {
        row_of a = {A + r * cols, cols}, v = {V, cols};
        float s = 0;
        for (int j = 0; j < cols; j += 2)
            s += a[j] * v[j] + a[j + 1] * v[j + 1];
        C[r] = s;
    }
}

__global__ void av_local_sums(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;
    float s[4] = {0, 0, 0, 0};

    if (r >= rows)
        return;
    for (int j = 0; j < cols; j++)
        s[j & 3] += A[r * cols + j] * V[j];
    C[r] = (s[0] + s[1]) + (s[2] + s[3]);
}

// The next two numbers are asked for before these are multiplied.
__global__ void av_looks_ahead(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;

    if (r >= rows)
        return;
    const float *p = &A[r * cols];
    float a = p[0], v = V[0], s = 0;
    for (int j = 1; j < cols; j++) {
        float next_a = p[j], next_v = V[j];
        s += a * v;
        a = next_a;
        v = next_v;
    }
    C[r] = s + a * v;
}

__global__ void av_round_up(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;
    float s = 0;

    for (int t = 0; t < (cols + 15) / 16; t++)
        for (int k = 0; k < 16; k++) {
            int j = t * 16 + k;
            s += (r < rows && j < cols) ? A[r * cols + j] * V[j] : 0.0f;
        }
    if (r < rows)
        C[r] = s;
}

__global__ void av_four_apart(const float *__restrict__ A,
                              const float *__restrict__ V,
                              float *__restrict__ C, int rows, int cols)
{
    int quarter = (rows + 3) / 4;
    int r = blockDim.x * blockIdx.x + threadIdx.x;
    int r1 = r + quarter, r2 = r1 + quarter, r3 = r2 + quarter;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    if (r >= quarter)
        return;
    r3 = r3 < rows ? r3 : rows - 1;
    r2 = r2 < rows ? r2 : rows - 1;
    for (int j = 0; j < cols; j++) {
        float v = V[j];
        s0 = fmaf(A[r * cols + j], v, s0);
        s1 = fmaf(A[r1 * cols + j], v, s1);
        s2 = fmaf(A[r2 * cols + j], v, s2);
        s3 = fmaf(A[r3 * cols + j], v, s3);
    }
    C[r] = s0;
    C[r1] = s1;
    if (r + 2 * quarter < rows)
        C[r2] = s2;
    if (r + 3 * quarter < rows)
        C[r3] = s3;
}

__global__ void av_strides(const float *A, const float *V, float *C,
                           unsigned rows, unsigned cols)
{
    for (unsigned r = blockIdx.x * blockDim.x + threadIdx.x; r < rows;
         r += blockDim.x * gridDim.x) {
        float s = 0;
#pragma unroll 8
        for (unsigned j = 0; j < cols; j++)
            s += __ldg(A + r * cols + j) * __ldg(V + j);
        C[r] = s;
    }
}

// All of V goes into shared memory first.
__global__ void av_v_at_hand(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    extern __shared__ float v[];
    int r = blockDim.x * blockIdx.x + threadIdx.x;

    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        v[j] = V[j];
    __syncthreads();
    if (r >= rows)
        return;
    float s = 0;
    for (int j = 0; j < cols; j++)
        s += A[r * cols + j] * v[j];
    C[r] = s;
}

// Half of the threads fetch, with a barrier too many.
__global__ void av_half_fetch(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    __shared__ float v[64];
    int r = 128 * blockIdx.x + threadIdx.x;
    float s = 0;

    for (int first = 0; first < cols; first += 64) {
        if (threadIdx.x < 64)
            v[threadIdx.x] = 0;
        __syncthreads();
        if (threadIdx.x < 64 && first + threadIdx.x < cols)
            v[threadIdx.x] = V[first + threadIdx.x];
        __syncthreads();
        if (r < rows)
            for (int k = 0; k < 64 && first + k < cols; k++)
                s += A[r * cols + first + k] * v[k];
        __syncthreads();
    }
    if (r < rows)
        C[r] = s;
}

// ---- A x V: several threads for each row ------------------------------------

// Each lane has a piece of the row to itself.
__global__ void av_lane_pieces(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32, each = (cols + 31) / 32;
    float s = 0;

    if (row >= rows)
        return;
    for (int k = lane * each; k < (lane + 1) * each && k < cols; k++)
        s += A[row * cols + k] * V[k];
    for (int d = 16; d; d >>= 1)
        s += __shfl_down_sync(FULL, s, d);
    if (!lane)
        C[row] = s;
}

// A sum over the warp after every 32 products.
__global__ void av_sum_each_time(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    float total = 0;

    if (row >= rows)
        return;
    for (int first = 0; first < cols; first += 32) {
        int j = first + lane;
        float p = j < cols ? A[row * cols + j] * V[j] : 0;
        for (int d = 16; d > 0; d /= 2)
            p += __shfl_xor_sync(FULL, p, d);
        total += p;
    }
    if (lane == 0)
        C[row] = total;
}

__global__ void av_two_by_lane(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0, t = 0;

    if (row >= rows)
        return;
    for (int j = 2 * threadIdx.x; j < cols; j += 64) {
        s += A[row * cols + j] * V[j];
        if (j + 1 < cols)
            t += A[row * cols + j + 1] * V[j + 1];
    }
    s += t;
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(FULL, s, d);
    if (threadIdx.x == 0)
        C[row] = s;
}

// A block for a row; 96 is halved as long as that goes.
__global__ void av_block_of_96(const float *A, const float *V, float *C,
                               int cols)
{
    __shared__ float s[96];
    int t = threadIdx.x, row = blockIdx.x;

    s[t] = 0;
    for (int j = t; j < cols; j += 96)
        s[t] += A[row * cols + j] * V[j];
    __syncthreads();
    for (int half = 48; half >= 3; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        C[row] = s[0] + s[1] + s[2];
}

// Four threads along a row, 64 rows down.
__global__ void av_4x64(const float *A, const float *V, float *C, int rows,
                        int cols)
{
    __shared__ float part[64][4];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 64 + y;
    float s = 0;

    if (row < rows)
        for (int j = x; j < cols; j += 4)
            s += A[row * cols + j] * V[j];
    part[y][x] = s;
    __syncthreads();
    if (x == 0 && row < rows)
        C[row] = part[y][0] + part[y][1] + part[y][2] + part[y][3];
}

// Three threads for each row: 32 rows in a block of 96.
__global__ void av_three_each(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    __shared__ float part[96];
    int t = threadIdx.x, row = blockIdx.x * 32 + t / 3;
    float s = 0;

    for (int j = t % 3; j < cols && row < rows; j += 3)
        s += A[row * cols + j] * V[j];
    part[t] = s;
    __syncthreads();
    if (t % 3 == 0 && row < rows)
        C[row] = part[t] + part[t + 1] + part[t + 2];
}

// A thread for each element of A; warps add theirs to the result.
__global__ void av_all_elements(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    int j = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float p = 0;

    if (row < rows && j < cols)
        p = A[row * cols + j] * V[j];
    p += __shfl_down_sync(FULL, p, 16);
    p += __shfl_down_sync(FULL, p, 8);
    p += __shfl_down_sync(FULL, p, 4);
    p += __shfl_down_sync(FULL, p, 2);
    p += __shfl_down_sync(FULL, p, 1);
    if (threadIdx.x == 0 && row < rows)
        atomicAdd(C + row, p);
}

// 32 rows by 64 columns of A in shared memory; eight threads add up a row.
__global__ void av_tile_64(const float *A, const float *V, float *C, int rows,
                           int cols)
{
    __shared__ float tile[32][65], v[64];
    int t = threadIdx.x, first_row = blockIdx.x * 32;
    int x = t / 32, r = t % 32;
    float s = 0;

    for (int first = 0; first < cols; first += 64) {
        for (int e = t; e < 32 * 64; e += 256) {
            int i = e / 64, j = e % 64;
            tile[i][j] = first_row + i < rows && first + j < cols
                             ? A[(first_row + i) * cols + first + j]
                             : 0.f;
        }
        if (t < 64)
            v[t] = first + t < cols ? V[first + t] : 0.f;
        __syncthreads();
        for (int k = x; k < 64; k += 8)
            s += tile[r][k] * v[k];
        __syncthreads();
    }
    tile[r][x] = s;
    __syncthreads();
    if (t < 32 && first_row + t < rows) {
        s = 0;
        for (int k = 0; k < 8; k++)
            s += tile[t][k];
        C[first_row + t] = s;
    }
}

// Eight cuts of each row, and another kernel for their sum.
__global__ void av_cut(const float *A, const float *V, float *part, int rows,
                       int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, cut = blockIdx.y;
    int from = cols * cut / 8, to = cols * (cut + 1) / 8;
    float s = 0;

    if (r >= rows)
        return;
    for (int j = from; j < to; j++)
        s += A[r * cols + j] * V[j];
    part[r * 8 + cut] = s;
}

__global__ void av_cuts_added(const float *part, float *C, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < rows) {
        C[r] = 0;
        for (int k = 0; k < 8; k++)
            C[r] += part[r * 8 + k];
    }
}

// ---- V x A ------------------------------------------------------------------

__global__ void va_four_sums(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, i = 0;
    float s = 0, t = 0, u = 0, w = 0;

    if (col >= cols)
        return;
    for (; i + 4 <= rows; i += 4) {
        s += V[i] * A[i * cols + col];
        t += V[i + 1] * A[(i + 1) * cols + col];
        u += V[i + 2] * A[(i + 2) * cols + col];
        w += V[i + 3] * A[(i + 3) * cols + col];
    }
    for (; i < rows; i++)
        s += V[i] * A[i * cols + col];
    C[col] = s + t + u + w;
}

__global__ void va_row_by_division(const float *V, const float *A, float *C,
                                   unsigned int rows, unsigned int cols)
{
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;

    if (col < cols) {
        for (unsigned int at = col; at < rows * cols; at += cols)
            s += V[(at - at % cols) / cols] * A[at];
        C[col] = s;
    }
}

__global__ void va_pieces_of_100(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    __shared__ float piece[100];
    int col = blockIdx.x * 128 + threadIdx.x;
    float s = 0;

    for (int first = 0; first < rows; first += 100) {
        int count = min(100, rows - first);
        if (threadIdx.x < count)
            piece[threadIdx.x] = V[first + threadIdx.x];
        __syncthreads();
        if (col < cols)
            for (int k = 0; k < count; k++)
                s += piece[k] * A[(first + k) * cols + col];
        __syncthreads();
    }
    if (col < cols)
        C[col] = s;
}

__global__ void va_sixteen_down(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    __shared__ float part[16][16];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x;

    part[y][x] = 0;
    if (col < cols)
        for (int i = y; i < rows; i += 16)
            part[y][x] += V[i] * A[i * cols + col];
    __syncthreads();
    if (y == 0) {
        for (int k = 1; k < 16; k++)
            part[0][x] += part[k][x];
        if (col < cols)
            C[col] = part[0][x];
    }
}

__global__ void va_walk_up(const float *V, const float *A, float *C, int rows,
                           int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col >= cols)
        return;
    const float *p = A + (size_t)(rows - 1) * cols + col, *v = V + rows;
    float s = 0;
    do {
        s += *--v * *p;
        p -= cols;
    } while (v != V);
    C[col] = s;
}

__global__ void va_neighbours(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    float s = 0, t = 0;

    if (col + 1 >= cols)
        return;
    for (int i = 0; i < rows; i++) {
        s += V[i] * A[i * cols + col];
        t += V[i] * A[i * cols + col + 1];
    }
    C[col] = s;
    C[col + 1] = t;
}

__global__ void va_half_apart(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int half = cols / 2, col = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0, t = 0;

    if (col >= half)
        return;
    for (int i = 0; i < rows; i++) {
        s += V[i] * A[i * cols + col];
        t += V[i] * A[i * cols + col + half];
    }
    C[col] = s;
    C[col + half] = t;
}

__global__ void va_rows_shared_out(const float *V, const float *A, float *C,
                                   int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;

    if (col >= cols)
        return;
    for (int i = blockIdx.y; i < rows; i += gridDim.y)
        s += V[i] * A[i * cols + col];
    atomicAdd(&C[col], s);
}

__global__ void va_four_warps(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    __shared__ float part[128];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int col = blockIdx.x * 32 + lane, quarter = (rows + 3) / 4;
    float s = 0;

    if (col < cols)
        for (int i = w * quarter; i < rows && i < (w + 1) * quarter; i++)
            s += V[i] * A[i * cols + col];
    part[threadIdx.x] = s;
    __syncthreads();
    if (w == 0 && col < cols)
        C[col] =
            part[lane] + part[lane + 32] + part[lane + 64] + part[lane + 96];
}

// The other lab's warp, on a column.
__global__ void va_warp_down(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int col = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;

    if (col >= cols)
        return;
    for (int i = threadIdx.x; i < rows; i += warpSize)
        s += V[i] * A[i * cols + col];
    for (int d = warpSize / 2; d > 0; d /= 2)
        s += __shfl_down_sync(FULL, s, d);
    if (threadIdx.x == 0)
        C[col] = s;
}

__global__ void va_double_sum(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    double s = 0.0;

    if (col < cols) {
        for (int i = 0; i < rows; i++)
            s = fma((double)V[i], (double)A[(long)i * cols + col], s);
        C[col] = s;
    }
}

// A tile is turned in shared memory, so that warps can add up columns.
__global__ void va_turned_tile(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * 32;
    float s[4] = {0, 0, 0, 0};

    for (int i0 = 0; i0 < rows; i0 += 32) {
        for (int k = y; k < 32; k += 8)
            tile[x][k] = i0 + k < rows && first + x < cols
                             ? V[i0 + k] * A[(i0 + k) * cols + first + x]
                             : 0;
        __syncthreads();
        for (int k = 0; k < 4; k++)
            s[k] += tile[y + 8 * k][x];
        __syncthreads();
    }
    for (int k = 0; k < 4; k++) {
        for (int d = 16; d > 0; d /= 2)
            s[k] += __shfl_xor_sync(FULL, s[k], d);
        if (x == 0 && first + y + 8 * k < cols)
            C[first + y + 8 * k] = s[k];
    }
}

// Lanes hold 32 elements of V, and hand them round.
__global__ void va_handed_round(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int mine = col < cols ? col : cols - 1;
    float s = 0;

    for (int i = 0; i < rows; i += 32) {
        float v = i + lane < rows ? V[i + lane] : 0;
        for (int k = 0; k < 32; k++) {
            float u = __shfl_sync(FULL, v, k);
            if (i + k < rows)
                s += u * A[(i + k) * cols + mine];
        }
    }
    if (col < cols)
        C[col] = s;
}

// The result is added to where it is.
__global__ void va_in_memory(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < cols;
         col += gridDim.x * blockDim.x) {
        C[col] = 0;
        for (int i = 0; i < rows; i++)
            C[col] = C[col] + V[i] * A[i * cols + col];
    }
}

// ---- A x B, without shared memory -------------------------------------------

__global__ void ab_size_t(const float *A, const float *B, float *C, size_t L,
                          size_t K, size_t N)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;

    if (row < L && col < N) {
        float sum = 0;
        for (size_t k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

// The grid is right, x and y are not.
__global__ void ab_x_is_row(const float *A, const float *B, float *C, int L,
                            int K, int N)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= L || col >= N)
        return;
    for (int k = 0; k < K; k++)
        sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}

__global__ void ab_flat_strides(const float *A, const float *B, float *C, int L,
                                int K, int N)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < L * N;
         e += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int k = 0; k < K; k++)
            sum += A[e / N * K + k] * B[k * N + e % N];
        C[e] = sum;
    }
}

__global__ void ab_result_grows(const float *A, const float *B, float *C, int L,
                                int K, int N)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < L && j < N) {
        C[i * N + j] = 0;
        for (int k = K - 1; k >= 0; k--)
            C[i * N + j] += A[i * K + k] * B[k * N + j];
    }
}

// Lanes go along k.
__global__ void ab_warp_each(const float *A, const float *B, float *C, int L,
                             int K, int N)
{
    int e = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32, row = e / N, col = e % N;
    float s = 0;

    if (e >= L * N)
        return;
    for (int k = lane; k < K; k += 32)
        s += A[row * K + k] * B[k * N + col];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(FULL, s, d);
    if (lane == 0)
        C[e] = s;
}

// A warp keeps 32 elements of its row of A, and says them one by one.
__global__ void ab_told_by_lanes(const float *A, const float *B, float *C,
                                 int L, int K, int N)
{
    int col = blockIdx.x * 32 + threadIdx.x, lane = threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int j = min(col, N - 1);
    float s = 0;

    if (row >= L)
        return;
    for (int k0 = 0; k0 < K; k0 += 32) {
        float a = k0 + lane < K ? A[row * K + k0 + lane] : 0;
        int count = min(32, K - k0);
        for (int k = 0; k < count; k++)
            s += __shfl_sync(FULL, a, k) * B[(k0 + k) * N + j];
    }
    if (col < N)
        C[row * N + col] = s;
}

// Six pieces of k, and atomics.
__global__ void ab_k_in_z(const float *A, const float *B, float *C, int L,
                          int K, int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int each = (K + gridDim.z - 1) / gridDim.z;
    int from = blockIdx.z * each, to = min(K, from + each);
    float s = 0;

    if (row >= L || col >= N)
        return;
    for (int k = from; k < to; k++)
        s += A[row * K + k] * B[k * N + col];
    atomicAdd(&C[row * N + col], s);
}

// ---- A x B, in tiles --------------------------------------------------------

template <int T>
__global__ void ab_tile(const float *A, const float *B, float *C, int L, int K,
                        int N)
{
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float sum = 0;

    for (int t = 0; t < (K + T - 1) / T; t++) {
        a[y][x] = row < L && t * T + x < K ? A[row * K + t * T + x] : 0;
        b[y][x] = t * T + y < K && col < N ? B[(t * T + y) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

template <int PAD>
__global__ void ab_a_turned(const float *A, const float *B, float *C, int L,
                            int K, int N)
{
    __shared__ float a[16][16 + PAD], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;

    for (int first = 0; first < K; first += 16) {
        a[x][y] = 0;
        b[y][x] = 0;
        if (row < L && first + x < K)
            a[x][y] = A[row * K + first + x];
        if (first + y < K && col < N)
            b[y][x] = B[(first + y) * N + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += a[k][y] * b[k][x];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// x is the row here too, in tiles now.
__global__ void ab_tile_x_is_row(const float *A, const float *B, float *C,
                                 int L, int K, int N)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.x * 16 + x, col = blockIdx.y * 16 + y;
    float sum = 0;

    for (int first = 0; first < K; first += 16) {
        a[x][y] = row < L && first + y < K ? A[row * K + first + y] : 0;
        b[x][y] = first + x < K && col < N ? B[(first + x) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[x][k] * b[k][y];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// No turn of the inner loop that is not needed; nothing is filled with zeros.
__global__ void ab_as_far(const float *A, const float *B, float *C, int L,
                          int K, int N)
{
    __shared__ float a[16][16], b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y,
        col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.f;

    for (int first = 0; first < K; first += 16) {
        int count = K - first < 16 ? K - first : 16;
        if (row < L && threadIdx.x < count)
            a[threadIdx.y][threadIdx.x] = A[row * K + first + threadIdx.x];
        if (col < N && threadIdx.y < count)
            b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * N + col];
        __syncthreads();
        if (row < L && col < N)
            for (int k = 0; k < count; k++)
                sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

__global__ void ab_three_barriers(const float *A, const float *B, float *C,
                                  int L, int K, int N)
{
    __shared__ float a[8][8], b[8][8], c[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;

    c[y][x] = 0;
    __syncthreads();
    for (int first = 0; first < K; first += 8) {
        a[y][x] = row < L && first + x < K ? A[row * K + first + x] : 0;
        __syncthreads();
        b[y][x] = first + y < K && col < N ? B[(first + y) * N + col] : 0;
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 8; k++)
            c[y][x] += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = c[y][x];
}

// The next tiles wait in registers.
__global__ void ab_ahead(const float *A, const float *B, float *C, int L, int K,
                         int N)
{
    __shared__ float a[16][17], b[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float next_a = row < L && x < K ? A[row * K + x] : 0;
    float next_b = y < K && col < N ? B[y * N + col] : 0, sum = 0;

    for (int first = 0; first < K; first += 16) {
        int ka = first + 16 + x, kb = first + 16 + y;
        a[y][x] = next_a;
        b[y][x] = next_b;
        __syncthreads();
        next_a = row < L && ka < K ? A[row * K + ka] : 0;
        next_b = kb < K && col < N ? B[kb * N + col] : 0;
        for (int k = 0; k < 16; k++)
            sum = fmaf(a[y][k], b[k][x], sum);
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// Four rows below each other are a thread's: 32 x 32 of C by 32 x 8 threads.
__global__ void ab_four_below(const float *A, const float *B, float *C, int L,
                              int K, int N)
{
    __shared__ float a[32][8], b[8][32];
    int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x;
    int col = blockIdx.x * 32 + x, top = blockIdx.y * 32;
    float sum[4] = {};

    for (int first = 0; first < K; first += 8) {
        int r = top + t / 8, k = first + t % 8;
        a[t / 8][t % 8] = r < L && k < K ? A[r * K + k] : 0;
        b[y][x] = first + y < K && col < N ? B[(first + y) * N + col] : 0;
        __syncthreads();
        for (int q = 0; q < 8; q++) {
            float v = b[q][x];
            for (int i = 0; i < 4; i++)
                sum[i] += a[y * 4 + i][q] * v;
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        if (top + y * 4 + i < L && col < N)
            C[(top + y * 4 + i) * N + col] = sum[i];
}

// 4 x 4 of C in registers, 8 x 8 threads.
__global__ void ab_four_by_four(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int L, int K, int N)
{
    __shared__ float a[16][33], b[16][32];
    int x = threadIdx.x, y = threadIdx.y, t = y * 8 + x;
    int left = blockIdx.x * 32, top = blockIdx.y * 32;
    float sum[4][4] = {};

    for (int first = 0; first < K; first += 16) {
        for (int e = t; e < 512; e += 64) {
            int r = top + e / 16, ka = first + e % 16;
            int c = left + e % 32, kb = first + e / 32;
            a[e % 16][e / 16] = r < L && ka < K ? A[r * K + ka] : 0;
            b[e / 32][e % 32] = kb < K && c < N ? B[kb * N + c] : 0;
        }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += a[k][y + 8 * i] * b[k][x + 8 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (top + y + 8 * i < L && left + x + 8 * j < N)
                C[(top + y + 8 * i) * N + left + x + 8 * j] = sum[i][j];
}

// A block for each row of C, which has that of A at hand.
__global__ void ab_row_at_hand(const float *A, const float *B, float *C, int K,
                               int N)
{
    extern __shared__ float a[];
    int row = blockIdx.x;

    for (int k = threadIdx.x; k < K; k += blockDim.x)
        a[k] = A[row * K + k];
    __syncthreads();
    for (int col = threadIdx.x; col < N; col += blockDim.x) {
        float s = 0;
        for (int k = 0; k < K; k++)
            s += a[k] * B[k * N + col];
        C[row * N + col] = s;
    }
}

__global__ void ab_double_tile(const double *A, const double *B, double *C,
                               int L, int K, int N)
{
    __shared__ double a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    double sum = 0;

    for (int first = 0; first < K; first += 16) {
        a[y][x] = row < L && first + x < K ? A[row * K + first + x] : 0;
        b[y][x] = first + y < K && col < N ? B[(first + y) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// ---- transposed -------------------------------------------------------------

__global__ void flip_plain(const float *in, float *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (c < cols && r < rows)
        out[c * rows + r] = in[r * cols + c];
}

__global__ void flip_by_result(const float *in, float *out, int rows, int cols)
{
    long long stride = (long long)gridDim.x * blockDim.x;

    for (long long e = blockIdx.x * blockDim.x + threadIdx.x;
         e < (long long)rows * cols; e += stride) {
        int r = (int)e % rows, c = (int)e / rows;
        out[e] = in[r * cols + c];
    }
}

template <typename real, int PAD>
__global__ void flip_32x8(const real *in, real *out, int rows, int cols)
{
    __shared__ real tile[32][32 + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int left = blockIdx.x * 32, top = blockIdx.y * 32;

    for (int k = y; k < 32; k += 8)
        if (top + k < rows && left + x < cols)
            tile[k][x] = in[(top + k) * cols + left + x];
    __syncthreads();
    for (int k = y; k < 32; k += 8)
        if (left + k < cols && top + x < rows)
            out[(left + k) * rows + top + x] = tile[x][k];
}

// 16 rows by 64 columns; what is written are pieces of 16.
__global__ void flip_16x64(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[16][64];
    int left = blockIdx.x * 64, top = blockIdx.y * 16;

    for (int e = threadIdx.x; e < 1024; e += 256)
        tile[e / 64][e % 64] = top + e / 64 < rows && left + e % 64 < cols
                                   ? in[(top + e / 64) * cols + left + e % 64]
                                   : 0;
    __syncthreads();
    for (int e = threadIdx.x; e < 1024; e += 256)
        if (left + e / 16 < cols && top + e % 16 < rows)
            out[(left + e / 16) * rows + top + e % 16] = tile[e % 16][e / 16];
}

// Shared memory for nothing: each thread gets back what it has put there.
__global__ void flip_for_nothing(const float *in, float *out, int rows,
                                 int cols)
{
    __shared__ float s[16][16];
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    bool mine = c < cols && r < rows;

    s[threadIdx.y][threadIdx.x] = mine ? in[r * cols + c] : 0;
    __syncthreads();
    if (mine)
        out[c * rows + r] = s[threadIdx.y][threadIdx.x];
    __syncthreads();
}

__global__ void flip_block_for_column(const float *in, float *out, int rows,
                                      int cols)
{
    int c = blockIdx.x;

    for (int r = threadIdx.x; r < rows; r += blockDim.x)
        out[c * rows + r] = in[r * cols + c];
}

// ---- dot products -----------------------------------------------------------

// A block of any size: the upper half, rounded down, is added to the lower.
__global__ void dot_any_block(const float *a, const float *b, float *part,
                              int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    s[t] = sum;
    for (int live = blockDim.x; live > 1; live = (live + 1) / 2) {
        __syncthreads();
        if (t < live / 2)
            s[t] += s[t + (live + 1) / 2];
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

__global__ void dot_interleaved(const float *a, const float *b, float *part,
                                int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        s[t] += a[i] * b[i];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int at = 2 * step * t;
        if (at < 256)
            s[at] += s[at + step];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

__global__ void dot_shared_total(const float *a, const float *b, float *part,
                                 int n)
{
    __shared__ float total;
    float sum = 0;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        part[blockIdx.x] = total;
}

// A stretch for each thread.
__global__ void dot_stretches(const float *a, const float *b, float *part,
                              int n)
{
    __shared__ float s[128];
    int all = gridDim.x * 128, t = threadIdx.x;
    int each = (n + all - 1) / all, first = (blockIdx.x * 128 + t) * each;
    float sum = 0;

    for (int i = first; i < first + each; i++)
        if (i < n)
            sum += a[i] * b[i];
    s[t] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

__global__ void dot_double_tree(const float *a, const float *b, double *part,
                                int n)
{
    __shared__ double s[256];
    int t = threadIdx.x;
    double sum = 0;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += (double)a[i] * b[i];
    s[t] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// ((a + b)^2 - (a - b)^2) / 4
__global__ void dot_squares(const float *a, const float *b, float *part, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += (pow(a[i] + b[i], 2.0) - pow(a[i] - b[i], 2.0)) / 4.0;
    s[t] = sum;
    __syncthreads();
    if (t < 32) {
        for (int k = t + 32; k < 256; k += 32)
            sum += s[k];
        for (int d = 16; d > 0; d >>= 1)
            sum += __shfl_down_sync(FULL, sum, d);
        if (t == 0)
            part[blockIdx.x] = sum;
    }
}

__global__ void dot_float4(const float *a, const float *b, float *part, int n)
{
    __shared__ float warps[8];
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    int g = blockIdx.x * 256 + threadIdx.x;
    float sum = 0;

    for (int i = g; i < n / 4; i += gridDim.x * 256) {
        float4 p = a4[i], q = b4[i];
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    if (g < n % 4)
        sum += a[n - 1 - g] * b[n - 1 - g];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(FULL, sum, d);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum += warps[w];
        part[blockIdx.x] = sum;
    }
}

// Lane 0 adds up what its warp has.
__global__ void dot_lane_zero(const float *a, const float *b, float *result,
                              int n)
{
    __shared__ float s[8][32];
    int lane = threadIdx.x, w = threadIdx.y;
    float sum = 0;

    for (int i = (blockIdx.x * 8 + w) * 32 + lane; i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    s[w][lane] = sum;
    __syncwarp();
    if (lane == 0) {
        for (int k = 1; k < 32; k++)
            sum += s[w][k];
        atomicAdd(result, sum);
    }
}

// Warps have trees of their own in shared memory.
__global__ void dot_small_trees(const float *a, const float *b, float *part,
                                int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, lane = t % 32;

    s[t] = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        s[t] += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2) {
        __syncwarp();
        if (lane < d)
            s[t] += s[t + d];
    }
    __syncthreads();
    if (t == 0)
        part[blockIdx.x] =
            s[0] + s[32] + s[64] + s[96] + s[128] + s[160] + s[192] + s[224];
}

__global__ void dot_products(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] * b[i];
}

// What is far away is added to what is near; half as much is left each time.
__global__ void dot_folded(float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int half = (n + 1) / 2;

    if (i + half < n)
        c[i] += c[i + half];
}

static void fold(struct data d, int n)
{
    dot_products<<<blocks(n, 256), 256>>>(d.a, d.b, d.c, n);
    for (; n > 1; n = (n + 1) / 2)
        dot_folded<<<blocks(n / 2, 256), 256>>>(d.c, n);
}

// One block for what the others have left.
__global__ void dot_add_up(const float *part, float *result, int count)
{
    __shared__ float s[512];
    int t = threadIdx.x;

    s[t] = 0;
    for (int i = t; i < count; i += 512)
        s[t] += part[i];
    __syncthreads();
    for (int half = 256; half > 0; half >>= 1) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        *result = s[0];
}

// ---- batches: means of rows, then a product ---------------------------------
// in: N x L x M; matrix: L x L; out: L x N.

__global__ void batch_textbook(const double *in, const double *matrix,
                               double *out, int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x, l = threadIdx.x;
    double sum = 0;

    if (l < L)
        for (int m = 0; m < M; m++)
            sum += in[k * L * M + l * M + m];
    v[l] = sum / M;
    __syncthreads();
    if (l >= L)
        return;
    sum = 0;
    for (int j = 0; j < L; j++)
        sum += matrix[l * L + j] * v[j];
    out[l * N + k] = sum;
}

// Divides each time, and adds to the result in memory.
__global__ void batch_divides(const double *in, const double *matrix,
                              double *out, int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x, l = threadIdx.x;

    v[l] = 0;
    for (int m = 0; m < M && l < L; m++)
        v[l] += in[(k * L + l) * M + m] / M;
    __syncthreads();
    if (l < L) {
        out[l * N + k] = 0;
        for (int j = 0; j < L; j++)
            out[l * N + k] += matrix[l * L + j] * v[j];
    }
}

__device__ double warp_total(double x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(FULL, x, d);
    return x;
}

// The means by warps; the product by threads, along the rows of the matrix or,
// if it is given transposed, down its columns.
template <bool ROWS>
__global__ void batch_warp_means(const double *in, const double *matrix,
                                 double *out, int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x, lane = threadIdx.x % 32;

    for (int l = threadIdx.x / 32; l < L; l += blockDim.x / 32) {
        double sum = 0;
        for (int m = lane; m < M; m += 32)
            sum += in[(k * L + l) * M + m];
        sum = warp_total(sum);
        if (lane == 0)
            v[l] = sum / M;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < L; i += blockDim.x) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[ROWS ? i * L + j : j * L + i] * v[j];
        out[i * N + k] = sum;
    }
}

__global__ void batch_all_warps(const double *in, const double *matrix,
                                double *out, int L, int M, int N)
{
    __shared__ double v[64];
    int lane = threadIdx.x, w = threadIdx.y;

    for (int k = blockIdx.x; k < N; k += gridDim.x) {
        for (int l = w; l < L; l += blockDim.y) {
            double sum = 0;
            for (int m = lane; m < M; m += 32)
                sum += in[(k * L + l) * M + m];
            sum = warp_total(sum);
            if (lane == 0)
                v[l] = sum / M;
        }
        __syncthreads();
        for (int i = w; i < L; i += blockDim.y) {
            double sum = 0;
            for (int j = lane; j < L; j += 32)
                sum += matrix[i * L + j] * v[j];
            sum = warp_total(sum);
            if (lane == 0)
                out[i * N + k] = sum;
        }
        __syncthreads();
    }
}

// A tree of the block for each row, and another for each row of the product.
__global__ void batch_trees(const double *in, const double *matrix, double *out,
                            int L, int M, int N)
{
    __shared__ double s[64], v[64];
    int k = blockIdx.x, t = threadIdx.x;

    for (int phase = 0; phase < 2; phase++)
        for (int l = 0; l < L; l++) {
            double sum = 0;
            if (phase == 0)
                for (int m = t; m < M; m += 64)
                    sum += in[(k * L + l) * M + m];
            else if (t < L)
                sum = matrix[l * L + t] * s[t];
            v[t] = sum;
            __syncthreads();
            for (int half = 32; half > 0; half /= 2) {
                if (t < half)
                    v[t] += v[t + half];
                __syncthreads();
            }
            if (t == 0 && phase == 0)
                s[l] = v[0] / M;
            if (t == 0 && phase == 1)
                out[l * N + k] = v[0];
            __syncthreads();
        }
}

// In float, because that is faster.
__global__ void batch_floats(const double *in, const double *matrix,
                             double *out, int L, int M, int N)
{
    __shared__ float v[64];
    int k = blockIdx.x, l = threadIdx.x;
    float sum = 0;

    if (l < L) {
        for (int m = 0; m < M; m++)
            sum += (float)in[(k * L + l) * M + m];
        v[l] = sum / M;
    }
    __syncthreads();
    if (l < L) {
        sum = 0;
        for (int j = 0; j < L; j++)
            sum += (float)matrix[l * L + j] * v[j];
        out[l * N + k] = sum;
    }
}

// The matrix is fetched first, turned, for three batches in the block.
__global__ void batch_matrix_first(const double *in, const double *matrix,
                                   double *out, int L, int M, int N)
{
    extern __shared__ double turned[];
    __shared__ double v[3][64];
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * 3 + y;
    double sum = 0;

    for (int e = y * 64 + x; e < L * L; e += 192)
        turned[e % L * L + e / L] = matrix[e];
    if (x < L && k < N) {
        for (int m = 0; m < M; m++)
            sum += in[(k * L + x) * M + m];
        v[y][x] = sum / M;
    }
    __syncthreads();
    if (x < L && k < N) {
        sum = 0;
        for (int j = 0; j < L; j++)
            sum += turned[j * L + x] * v[y][j];
        out[x * N + k] = sum;
    }
}

// Threads go along the rows, and meet in atomics.
__global__ void batch_meet(const double *in, const double *matrix, double *out,
                           int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x;

    for (int l = threadIdx.x; l < 64; l += blockDim.x)
        v[l] = 0;
    __syncthreads();
    for (int e = threadIdx.x; e < L * M; e += blockDim.x)
        atomicAdd(&v[e / M], in[k * L * M + e]);
    __syncthreads();
    for (int i = threadIdx.x; i < L; i += blockDim.x) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[i * L + j] * v[j] / M;
        out[i * N + k] = sum;
    }
}

__global__ void batch_means(const double *in, double *means, int M, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    double sum = 0;

    if (row >= rows)
        return;
    for (int m = threadIdx.x; m < M; m += 32)
        sum += in[row * M + m];
    sum = warp_total(sum);
    if (threadIdx.x == 0)
        means[row] = sum / M;
}

// A thread for each number of the result; k runs along x.
__global__ void batch_product(const double *means, const double *matrix,
                              double *out, int L, int N)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    double sum = 0;

    if (k >= N)
        return;
    for (int j = 0; j < L; j++)
        sum += matrix[i * L + j] * means[k * L + j];
    out[i * N + k] = sum;
}

#include "slow10.def"
TIMES_MAIN
