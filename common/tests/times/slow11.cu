/*
 * slow11.cu - the set: what another class hands in for the three labs, all of
 * it right, each in a student's own style, by one who knew nothing of the
 * model.
 */
#include "times.h"

#define FULL 0xffffffffu

// ---- a + b ------------------------------------------------------------------

// Whole blocks without a question; what is left over has a launch of its own.
__global__ void plus_whole(const float *a, const float *b, float *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    c[i] = a[i] + b[i];
}

__global__ void plus_rest(const float *a, const float *b, float *c, int first,
                          int n)
{
    int i = first + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void plus_sheet_of_blocks(float *a, float *b, float *c, int N)
{
    int blockId = blockIdx.y * gridDim.x + blockIdx.x;
    int threadId = blockId * (blockDim.x * blockDim.y) +
                   threadIdx.y * blockDim.x + threadIdx.x;

    if (threadId < N) {
        c[threadId] = a[threadId] + b[threadId];
    }
}

// So that nobody comes in between.
__global__ void plus_atomics(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        atomicAdd(&c[i], a[i]);
        atomicAdd(&c[i], b[i]);
    }
}

__global__ void plus_volatile(const float *a, const float *b, volatile float *c,
                              int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    c[i] = 0;
    c[i] = c[i] + a[i];
    c[i] = c[i] + b[i];
}

struct adder {
    __device__ float operator()(float x, float y) const
    {
        return x + y;
    }
};

template <typename F>
__global__ void plus_zip(const float *first, const float *second, float *out,
                         size_t count, F f)
{
    const size_t stride = size_t(gridDim.x) * blockDim.x;
#pragma unroll 4
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
         i += stride)
        out[i] = f(first[i], second[i]);
}

// ---- A x V: a thread for each row -------------------------------------------

__global__ void mv_lambda(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    const auto row = blockIdx.x * blockDim.x + threadIdx.x;
    const auto at = [=](unsigned r, unsigned c) { return A[r * cols + c]; };

    if (row < (unsigned)rows) {
        auto sum = 0.0f;
        for (auto c = 0u; c < (unsigned)cols; ++c)
            sum += at(row, c) * V[c];
        C[row] = sum;
    }
}

__global__ void mv_long_long(float *A, float *V, float *C, long long M,
                             long long N)
{
    long long i =
        (long long)blockIdx.x * (long long)blockDim.x + (long long)threadIdx.x;
    long long j;

    if (i < M) {
        C[i] = 0;
        for (j = 0; j < N; j = j + 1) {
            C[i] = C[i] + A[i * N + j] * V[j];
        }
    }
}

__global__ void mv_hand_eight(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, k;

    if (r >= rows)
        return;
    const float *p = A + r * cols;
    float s = 0;
    for (k = 0; k + 7 < cols; k += 8)
        s += p[k] * V[k] + p[k + 1] * V[k + 1] + p[k + 2] * V[k + 2] +
             p[k + 3] * V[k + 3] + p[k + 4] * V[k + 4] + p[k + 5] * V[k + 5] +
             p[k + 6] * V[k + 6] + p[k + 7] * V[k + 7];
    for (; k < cols; k++)
        s += p[k] * V[k];
    C[r] = s;
}

// Pairwise sums, as numpy has them: a stack of sums of 16, 32, 64 ...
__global__ void mv_pairwise(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, height = 0, count = 0;
    float stack[12];

    if (r >= rows)
        return;
    for (int j = 0; j < cols; j += 16) {
        float s = 0;
        for (int k = j; k < j + 16 && k < cols; k++)
            s += A[r * cols + k] * V[k];
        for (int bits = count++; bits & 1; bits >>= 1)
            s += stack[--height];
        stack[height++] = s;
    }
    float sum = 0;
    while (height > 0)
        sum += stack[--height];
    C[r] = sum;
}

// A block has 16 rows, however many threads there are.
__global__ void mv_sixteen_rows(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    if (threadIdx.x >= 16)
        return;
    int r = blockIdx.x * 16 + threadIdx.x;
    if (r >= rows)
        return;
    float s = 0.f;
    for (int j = 0; j < cols; j++)
        s = s + A[r * cols + j] * V[j];
    C[r] = s;
}

__global__ void __launch_bounds__(64, 16)
    mv_cols_known(const float *__restrict__ A, const float *__restrict__ V,
                  float *__restrict__ C, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s[8] = {0.f};

    if (r >= rows)
        return;
    for (int j = 0; j < cols; j += 8)
#pragma unroll
        for (int k = 0; k < 8; k++)
            s[k] += A[r * cols + j + k] * V[j + k];
    for (int k = 1; k < 8; k++)
        s[0] += s[k];
    C[r] = s[0];
}

// A row's sum starts in the middle, each thread's elsewhere.
__global__ void mv_rotated(const float *A, const float *V, float *C, int rows,
                           int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;

    if (r >= rows)
        return;
    int j = threadIdx.x * 8 % cols;
    for (int k = 0; k < cols; k++) {
        s += A[r * cols + j] * V[j];
        if (++j == cols)
            j = 0;
    }
    C[r] = s;
}

// ---- A x V: more threads for each row ---------------------------------------

// x is the row, y a piece of it; the pieces meet in shared memory.
__global__ void mv_x_row_y_piece(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float sums[16][16];
    int row = blockIdx.x * 16 + threadIdx.x;
    int each = (cols + 15) / 16, from = threadIdx.y * each;
    int to = min(from + each, cols);
    float s = 0;

    if (row < rows)
        for (int j = from; j < to; j++)
            s += A[row * cols + j] * V[j];
    sums[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.y == 0 && row < rows) {
        s = 0;
        for (int k = 0; k < 16; k++)
            s += sums[k][threadIdx.x];
        C[row] = s;
    }
}

__global__ void mv_y_row_x_piece(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float sums[16][16];
    int row = blockIdx.x * 16 + threadIdx.y;
    int each = (cols + 15) / 16, from = threadIdx.x * each;
    int to = min(from + each, cols);
    float s = 0;

    if (row < rows)
        for (int j = from; j < to; j++)
            s += A[row * cols + j] * V[j];
    sums[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x == 0 && row < rows) {
        s = 0;
        for (int k = 0; k < 16; k++)
            s += sums[threadIdx.y][k];
        C[row] = s;
    }
}

// Four whole rows lie side by side in memory: copied as they are, then a warp
// has one of them.
__global__ void mv_flat_copy(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    extern __shared__ float copy[];
    int first = blockIdx.x * 4, count = min(4, rows - first) * cols;
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;

    for (int e = threadIdx.x; e < count; e += blockDim.x)
        copy[e] = A[first * cols + e];
    __syncthreads();
    if (first + w >= rows)
        return;
    float s = 0;
    for (int j = lane; j < cols; j += 32)
        s += copy[w * cols + j] * V[j];
    for (int d = 16; d >= 1; d /= 2)
        s += __shfl_down_sync(FULL, s, d);
    if (lane == 0)
        C[first + w] = s;
}

// Eight lanes for each two rows, so that each element of V serves twice.
__global__ void mv_eight_lanes_two(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    int group = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    int lane = threadIdx.x & 7, r = 2 * group;
    const float *p = A + min(r, rows - 1) * cols;
    const float *q = A + min(r + 1, rows - 1) * cols;
    float s = 0, t = 0;

    for (int j = lane; j < cols; j += 8) {
        float v = V[j];
        s += p[j] * v;
        t += q[j] * v;
    }
    for (int d = 4; d; d >>= 1) {
        s += __shfl_xor_sync(FULL, s, d, 8);
        t += __shfl_xor_sync(FULL, t, d, 8);
    }
    if (lane < 2 && r + lane < rows)
        C[r + lane] = lane ? t : s;
}

// 1024 threads, a warp for each of 32 rows; V in pieces of 1024.
__global__ void mv_thousand_of_v(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float v[1024];
    int lane = threadIdx.x, t = threadIdx.y * 32 + lane;
    int row = blockIdx.x * 32 + threadIdx.y;
    float s = 0;

    for (int base = 0; base < cols; base += 1024) {
        if (base + t < cols)
            v[t] = V[base + t];
        __syncthreads();
        if (row < rows)
            for (int k = lane; k < 1024 && base + k < cols; k += 32)
                s += A[row * cols + base + k] * v[k];
        __syncthreads();
    }
    for (int d = 1; d < 32; d *= 2)
        s += __shfl_xor_sync(FULL, s, d);
    if (lane == 0 && row < rows)
        C[row] = s;
}

// Columns are dealt out to blocks, with the piece of V that they need.
__global__ void mv_cut_in_shared(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    __shared__ float v[128];
    int row = blockIdx.x * 128 + threadIdx.x, first = blockIdx.y * 128;
    int count = min(128, cols - first);

    if ((int)threadIdx.x < count)
        v[threadIdx.x] = V[first + threadIdx.x];
    __syncthreads();
    if (row < rows) {
        float s = 0;
        for (int k = 0; k < count; ++k)
            s += A[row * cols + first + k] * v[k];
        atomicAdd(C + row, s);
    }
}

// In double.
__global__ void dmv_plain(const double *A, const double *V, double *C, int rows,
                          int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < rows) {
        double sum = 0.0;
        for (int c = 0; c < cols; c++) {
            sum += A[r * cols + c] * V[c];
        }
        C[r] = sum;
    }
}

__global__ void dmv_four_lanes(const double *A, const double *V, double *C,
                               int rows, int cols)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 4, l = threadIdx.x % 4;
    double sum = 0;

    if (r < rows)
        for (int c = l; c < cols; c += 4)
            sum += A[r * cols + c] * V[c];
    sum += __shfl_down_sync(FULL, sum, 2, 4);
    sum += __shfl_down_sync(FULL, sum, 1, 4);
    if (l == 0 && r < rows)
        C[r] = sum;
}

template <int PAD>
__global__ void dmv_tile(const double *A, const double *V, double *C, int rows,
                         int cols)
{
    __shared__ double tile[32][32 + PAD], v[32];
    int x = threadIdx.x, y = threadIdx.y, top = blockIdx.x * 32;
    double sum = 0;

    for (int first = 0; first < cols; first += 32) {
        for (int k = y; k < 32; k += 4)
            tile[k][x] = top + k < rows && first + x < cols
                             ? A[(top + k) * cols + first + x]
                             : 0;
        if (y == 0)
            v[x] = first + x < cols ? V[first + x] : 0;
        __syncthreads();
        if (y == 0)
            for (int k = 0; k < 32; k++)
                sum += tile[x][k] * v[k];
        __syncthreads();
    }
    if (y == 0 && top + x < rows)
        C[top + x] = sum;
}

// ---- V x A ------------------------------------------------------------------

// Eight neighbouring columns are a thread's.
__global__ void vm_local_eight(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    float acc[8] = {0, 0, 0, 0, 0, 0, 0, 0};

    if (first >= cols)
        return;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < 8; k++)
            acc[k] += V[i] * A[i * cols + first + k];
    for (int k = 0; k < 8; k++)
        C[first + k] = acc[k];
}

// Eight columns, as far apart as the block is wide.
__global__ void vm_eight_spread(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    int first = 8 * blockIdx.x * blockDim.x + threadIdx.x;
    float acc[8] = {0, 0, 0, 0, 0, 0, 0, 0};

    for (int i = 0; i < rows; i++) {
        float v = V[i];
        for (int k = 0; k < 8; k++)
            if (first + k * blockDim.x < cols)
                acc[k] += v * A[i * cols + first + k * blockDim.x];
    }
    for (int k = 0; k < 8; k++)
        if (first + k * blockDim.x < cols)
            C[first + k * blockDim.x] = acc[k];
}

__global__ void vm_v_as_float4(const float *__restrict__ V,
                               const float *__restrict__ A,
                               float *__restrict__ C, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, i = 0;
    float s = 0;

    if (col >= cols)
        return;
    for (; i < rows / 4 * 4; i += 4) {
        float4 v = *reinterpret_cast<const float4 *>(V + i);
        s = fmaf(v.x, A[i * cols + col], s);
        s = fmaf(v.y, A[(i + 1) * cols + col], s);
        s = fmaf(v.z, A[(i + 2) * cols + col], s);
        s = fmaf(v.w, A[(i + 3) * cols + col], s);
    }
    for (; i < rows; i++)
        s = fmaf(V[i], A[i * cols + col], s);
    C[col] = s;
}

// Eight warps share the rows; a tree over them, for 32 columns at once.
__global__ void vm_tree_of_warps(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    __shared__ float part[8][32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x;
    float s = 0;

    if (col < cols)
        for (int i = y; i < rows; i += 8)
            s += V[i] * A[i * cols + col];
    part[y][x] = s;
    for (int half = 4; half > 0; half /= 2) {
        __syncthreads();
        if (y < half)
            part[y][x] += part[y + half][x];
    }
    if (y == 0 && col < cols)
        C[col] = part[0][x];
}

// Runs of rows instead of every eighth one.
__global__ void vm_runs_of_rows(const float *V, const float *A, float *C,
                                int rows, int cols)
{
    __shared__ float part[8][33];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x;
    int from = rows * y / 8, to = rows * (y + 1) / 8;
    float s = 0;

    for (int i = from; i < to && col < cols; i++)
        s += V[i] * A[i * cols + col];
    part[y][x] = s;
    __syncthreads();
    if (y > 0 || col >= cols)
        return;
    for (int k = 1; k < 8; k++)
        s += part[k][x];
    C[col] = s;
}

// 64 rows for each block, all columns in turn.
__global__ void vm_64_rows_all(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    __shared__ float v[64];
    int top = blockIdx.x * 64, count = min(64, rows - top);

    if ((int)threadIdx.x < count)
        v[threadIdx.x] = V[top + threadIdx.x];
    __syncthreads();
    for (int col = threadIdx.x; col < cols; col += blockDim.x) {
        float s = 0;
        for (int k = 0; k < count; k++)
            s += v[k] * A[(top + k) * cols + col];
        atomicAdd(&C[col], s);
    }
}

__global__ void vm_short_index(const float *V, const float *A, float *C,
                               unsigned short rows, unsigned short cols)
{
    unsigned short col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col < cols) {
        for (unsigned short row = 0; row < rows; row++)
            sum += V[row] * A[row * cols + col];
        C[col] = sum;
    }
}

__global__ void vm_until_zero(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col >= cols)
        return;
    for (int row = 0; row < rows; row++) {
        float v = V[row];
        if (v == 0.0f)
            continue;
        sum += v * A[row * cols + col];
    }
    C[col] = sum;
}

// ---- A x B ------------------------------------------------------------------

// Columns lie one after the other here, as in Fortran; x goes down, or across.
__global__ void mm_fortran_down(const float *A, const float *B, float *C, int L,
                                int K, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= L || j >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[k * L + i] * B[j * K + k];
    C[j * L + i] = sum;
}

__global__ void mm_fortran_across(const float *A, const float *B, float *C,
                                  int L, int K, int N)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= L || j >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[k * L + i] * B[j * K + k];
    C[j * L + i] = sum;
}

struct matrix {
    const float *elements;
    int height, width;
    __device__ float get(int row, int col) const
    {
        if (row < 0 || row >= height || col < 0 || col >= width)
            return 0.0f;
        return elements[row * width + col];
    }
};

__global__ void mm_checked(matrix a, matrix b, float *c)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < a.width; k++)
        sum += a.get(row, k) * b.get(k, col);
    if (row < a.height && col < b.width)
        c[row * b.width + col] = sum;
}

template <int T> __global__ void mm_get_tile(matrix a, matrix b, float *c)
{
    __shared__ float as[T][T], bs[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;

    for (int m = 0; m < (a.width + T - 1) / T; ++m) {
        as[threadIdx.y][threadIdx.x] = a.get(row, m * T + threadIdx.x);
        bs[threadIdx.y][threadIdx.x] = b.get(m * T + threadIdx.y, col);
        __syncthreads();
        for (int e = 0; e < T; ++e)
            sum += as[threadIdx.y][e] * bs[e][threadIdx.x];
        __syncthreads();
    }
    if (row < a.height && col < b.width)
        c[row * b.width + col] = sum;
}

// z has pieces of k, which are added in shared memory.
__global__ void mm_z_in_block(const float *A, const float *B, float *C, int L,
                              int K, int N)
{
    __shared__ float s[8][8][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int col = blockIdx.x * 8 + x, row = blockIdx.y * 8 + y;
    float sum = 0;

    if (row < L && col < N)
        for (int k = z; k < K; k += 8)
            sum += A[row * K + k] * B[k * N + col];
    s[z][y][x] = sum;
    __syncthreads();
    if (z == 0 && row < L && col < N) {
        for (int k = 1; k < 8; k++)
            sum += s[k][y][x];
        C[row * N + col] = sum;
    }
}

// A block for a column of C, with that of B in shared memory.
__global__ void mm_column_at_hand(const float *A, const float *B, float *C,
                                  int L, int K, int N)
{
    extern __shared__ float b[];
    int col = blockIdx.x;

    for (int k = threadIdx.x; k < K; k += blockDim.x)
        b[k] = B[k * N + col];
    __syncthreads();
    for (int row = threadIdx.x; row < L; row += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < K; k++)
            sum += A[row * K + k] * b[k];
        C[row * N + col] = sum;
    }
}

// The same, but a warp for each row.
__global__ void mm_column_by_warps(const float *A, const float *B, float *C,
                                   int L, int K, int N)
{
    extern __shared__ float b[];
    int col = blockIdx.x, lane = threadIdx.x % 32;

    for (int k = threadIdx.x; k < K; k += blockDim.x)
        b[k] = B[k * N + col];
    __syncthreads();
    for (int row = threadIdx.x / 32; row < L; row += blockDim.x / 32) {
        float sum = 0;
        for (int k = lane; k < K; k += 32)
            sum += A[row * K + k] * b[k];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(FULL, sum, d);
        if (lane == 0)
            C[row * N + col] = sum;
    }
}

// Only B goes through shared memory.
__global__ void mm_only_b(const float *A, const float *B, float *C, int L,
                          int K, int N)
{
    __shared__ float b[16][16];
    int col = blockIdx.x * 16 + threadIdx.x;
    int row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;

    for (int m = 0; m < K; m += 16) {
        b[threadIdx.y][threadIdx.x] = (m + (int)threadIdx.y < K && col < N)
                                          ? B[(m + threadIdx.y) * N + col]
                                          : 0;
        __syncthreads();
        if (row < L)
            for (int k = 0; k < 16 && m + k < K; k++)
                sum += A[row * K + m + k] * b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// 16 x 16 threads, but 64 of k at a time.
__global__ void mm_deep_64(const float *A, const float *B, float *C, int L,
                           int K, int N)
{
    __shared__ float a[16][64], b[64][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;

    for (int m = 0; m < K; m += 64) {
#pragma unroll
        for (int q = 0; q < 64; q += 16) {
            a[y][x + q] = row < L && m + x + q < K ? A[row * K + m + x + q] : 0;
            b[y + q][x] =
                col < N && m + y + q < K ? B[(m + y + q) * N + col] : 0;
        }
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (row < L && col < N)
        C[row * N + col] = sum;
}

// Sizes are whole tiles; nothing is asked.
template <int T>
__global__ void mm_trusting(const float *A, const float *B, float *C, int K,
                            int N)
{
    __shared__ float a[T][T], b[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const float *pa = A + (blockIdx.y * T + ty) * K + tx;
    const float *pb = B + ty * N + blockIdx.x * T + tx;
    float sum = 0;

    for (int m = 0; m < K / T; m++, pa += T, pb += T * N) {
        a[ty][tx] = *pa;
        b[ty][tx] = *pb;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; k++)
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    C[(blockIdx.y * T + ty) * N + blockIdx.x * T + tx] = sum;
}

// 64 x 64 of C; 512 threads have eight below each other.
__global__ void mm_block_64_eights(const float *A, const float *B, float *C,
                                   int K, int N)
{
    __shared__ float as[64 * 8], bs[8 * 64];
    const int col = threadIdx.x % 64, row = threadIdx.x / 64;
    const int a_col = threadIdx.x % 8, a_row = threadIdx.x / 8;
    float results[8] = {0.0f};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    for (int m = 0; m < K; m += 8) {
        as[a_row * 8 + a_col] = A[a_row * K + a_col];
        bs[row * 64 + col] = B[row * N + col];
        __syncthreads();
        A += 8;
        B += 8 * N;
        for (int k = 0; k < 8; ++k) {
            float b = bs[k * 64 + col];
            for (int i = 0; i < 8; ++i)
                results[i] += as[(row * 8 + i) * 8 + k] * b;
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i)
        C[(row * 8 + i) * N + col] = results[i];
}

// 64 x 64 of C; 64 threads have 8 x 8 of it.
__global__ void mm_block_64_squares(const float *A, const float *B, float *C,
                                    int K, int N)
{
    __shared__ float as[64][8], bs[8][64];
    const int t = threadIdx.x, col = t % 8 * 8, row = t / 8 * 8;
    float results[8][8] = {{0.0f}};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    for (int m = 0; m < K; m += 8) {
        for (int q = 0; q < 64; q += 8)
            as[t / 8 + q][t % 8] = A[(t / 8 + q) * K + m + t % 8];
        for (int q = 0; q < 8; q++)
            bs[q][t] = B[(m + q) * N + t];
        __syncthreads();
        for (int k = 0; k < 8; ++k) {
            float ra[8], rb[8];
            for (int i = 0; i < 8; ++i)
                ra[i] = as[row + i][k];
            for (int i = 0; i < 8; ++i)
                rb[i] = bs[k][col + i];
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 8; ++j)
                    results[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
            C[(row + i) * N + col + j] = results[i][j];
}

// C grows by a column of A times a row of B with each launch.
__global__ void mm_one_k(const float *A, const float *B, float *C, int L, int K,
                         int N, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < L && col < N)
        C[row * N + col] += A[row * K + k] * B[k * N + col];
}

static void grow(struct data d, struct size s)
{
    for (int k = 0; k < s.b; k++)
        mm_one_k<<<dim3(blocks(s.c, 32), blocks(s.a, 8)), dim3(32, 8)>>>(
            d.a, d.b, d.c, s.a, s.b, s.c, k);
}

// Few blocks: each has 16 rows of C, tile after tile.
__global__ void mm_tiles_in_turn(const float *A, const float *B, float *C,
                                 int L, int K, int N)
{
    __shared__ float a[16][17], b[16][17];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 16 + y;

    for (int left = 0; left < N; left += 16) {
        float sum = 0;
        for (int m = 0; m < K; m += 16) {
            a[y][x] = row < L && m + x < K ? A[row * K + m + x] : 0;
            b[y][x] = m + y < K && left + x < N ? B[(m + y) * N + left + x] : 0;
            __syncthreads();
            for (int k = 0; k < 16; k++)
                sum += a[y][k] * b[k][x];
            __syncthreads();
        }
        if (row < L && left + x < N)
            C[row * N + left + x] = sum;
    }
}

__global__ void mm_doubles(const double *a, const double *b, double *c, int m,
                           int n, int p)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if ((i < m) && (j < p)) {
        double tmp = 0.0;
        for (int k = 0; k < n; k++)
            tmp += a[i * n + k] * b[k * p + j];
        c[i * p + j] = tmp;
    }
}

// Bytes, summed in integers: one by one, or four in a word of each (B turned).
__global__ void mm_chars(const signed char *A, const signed char *B, int *C,
                         int L, int K, int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;

    if (row >= L || col >= N)
        return;
    for (int k = 0; k < K; k++)
        sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}

__global__ void mm_char4(const char4 *A, const char4 *B, int *C, int L, int K4,
                         int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;

    if (row >= L || col >= N)
        return;
    for (int k = 0; k < K4; k++) {
        char4 a = A[row * K4 + k], b = B[k * N + col];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    C[row * N + col] = sum;
}

// ---- transposed -------------------------------------------------------------

template <typename T>
__global__ void turn_plain(const T *in, T *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (c < cols && r < rows)
        out[c * rows + r] = in[r * cols + c];
}

template <typename T, int W, int PAD>
__global__ void turn_tile(const T *in, T *out, int rows, int cols)
{
    __shared__ T tile[W][W + PAD];
    int x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * W + threadIdx.y;

    if (x < cols && y < rows)
        tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    x = blockIdx.y * W + threadIdx.x;
    y = blockIdx.x * W + threadIdx.y;
    if (x < rows && y < cols)
        out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

// Blocks go along diagonals, as was good for old cards; square tiles only.
__global__ void turn_diagonal_blocks(const float *in, float *out, int rows,
                                     int cols)
{
    __shared__ float tile[32][33];
    int bx, by, x = threadIdx.x, y = threadIdx.y;

    if (rows == cols) {
        by = blockIdx.x;
        bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    } else {
        int bid = blockIdx.x + gridDim.x * blockIdx.y;
        by = bid % gridDim.y;
        bx = ((bid / gridDim.y) + by) % gridDim.x;
    }
    for (int k = 0; k < 32; k += 8)
        if (by * 32 + y + k < rows && bx * 32 + x < cols)
            tile[y + k][x] = in[(by * 32 + y + k) * cols + bx * 32 + x];
    __syncthreads();
    for (int k = 0; k < 32; k += 8)
        if (bx * 32 + y + k < cols && by * 32 + x < rows)
            out[(bx * 32 + y + k) * rows + by * 32 + x] = tile[x][y + k];
}

// A warp turns 32 x 32 without shared memory; five rounds of exchanges.
__global__ void turn_exchanges(const float *in, float *out, int rows, int cols)
{
    int lane = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
    float v[32];

#pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = top + k < rows && left + lane < cols
                   ? in[(top + k) * cols + left + lane]
                   : 0;
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
#pragma unroll
        for (int k = 0; k < 32; k++)
            if (!(k & d)) {
                float mine = lane & d ? v[k] : v[k + d];
                float other = __shfl_xor_sync(FULL, mine, d);
                if (lane & d)
                    v[k] = other;
                else
                    v[k + d] = other;
            }
#pragma unroll
    for (int k = 0; k < 32; k++)
        if (left + k < cols && top + lane < rows)
            out[(left + k) * rows + top + lane] = v[k];
}

// Many small ones, 16 x 16: a block for each, or a thread.
__global__ void small_turned_block(const float *in, float *out)
{
    int x = threadIdx.x, y = threadIdx.y, base = blockIdx.x * 256;

    out[base + x * 16 + y] = in[base + y * 16 + x];
}

__global__ void small_turned_tile(const float *in, float *out)
{
    __shared__ float s[16][17];
    int x = threadIdx.x, y = threadIdx.y, base = blockIdx.x * 256;

    s[y][x] = in[base + y * 16 + x];
    __syncthreads();
    out[base + y * 16 + x] = s[x][y];
}

__global__ void small_turned_thread(const float *in, float *out, int count)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;

    if (m >= count)
        return;
    for (int r = 0; r < 16; r++)
        for (int c = 0; c < 16; c++)
            out[m * 256 + c * 16 + r] = in[m * 256 + r * 16 + c];
}

// ---- dot products, sums, shuffles -------------------------------------------

// Everything goes to shared memory first, each vector to its own.
__global__ void dp_both_in_shared(const float *a, const float *b, float *part,
                                  int n)
{
    __shared__ float sa[256], sb[256], s[256];
    int tid = threadIdx.x;

    s[tid] = 0;
    for (int base = blockIdx.x * 256; base < n; base += gridDim.x * 256) {
        sa[tid] = base + tid < n ? a[base + tid] : 0;
        sb[tid] = base + tid < n ? b[base + tid] : 0;
        __syncthreads();
        s[tid] += sa[tid] * sb[tid];
        __syncthreads();
    }
    for (int i = 128; i > 0; i >>= 1) {
        if (tid < i)
            s[tid] += s[tid + i];
        __syncthreads();
    }
    if (tid == 0)
        part[blockIdx.x] = s[0];
}

template <unsigned SIZE>
__global__ void dp_template(const float *a, const float *b, float *part,
                            unsigned n)
{
    __shared__ float sdata[SIZE];
    unsigned tid = threadIdx.x, i = blockIdx.x * (SIZE * 2) + tid;
    float mine = 0;

    for (; i < n; i += SIZE * 2 * gridDim.x) {
        mine += a[i] * b[i];
        if (i + SIZE < n)
            mine += a[i + SIZE] * b[i + SIZE];
    }
    sdata[tid] = mine;
    __syncthreads();
    if (SIZE >= 512) {
        if (tid < 256)
            sdata[tid] = mine = mine + sdata[tid + 256];
        __syncthreads();
    }
    if (SIZE >= 256) {
        if (tid < 128)
            sdata[tid] = mine = mine + sdata[tid + 128];
        __syncthreads();
    }
    if (SIZE >= 128) {
        if (tid < 64)
            sdata[tid] = mine = mine + sdata[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        mine += sdata[tid + 32];
        for (int d = 16; d > 0; d /= 2)
            mine += __shfl_down_sync(FULL, mine, d);
        if (tid == 0)
            part[blockIdx.x] = mine;
    }
}

// The tree grows from the wrong end: 1, 2, 4 threads ... add to their left.
__global__ void dp_upside_down(const float *a, const float *b, float *part,
                               int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float mine = 0;

    for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128)
        mine += a[i] * b[i];
    s[t] = mine;
    __syncthreads();
    for (int step = 1; step < 128; step <<= 1) {
        if ((t & (2 * step - 1)) == 2 * step - 1)
            s[t] += s[t - step];
        __syncthreads();
    }
    if (t == 127)
        part[blockIdx.x] = s[127];
}

// A scan is a sum too: the last thread of a warp has all.
__global__ void dp_shuffles_up(const float *a, const float *b, float *result,
                               int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float mine = i < n ? a[i] * b[i] : 0;

    for (int d = 1; d < 32; d *= 2) {
        float other = __shfl_up_sync(FULL, mine, d);
        if (lane >= d)
            mine += other;
    }
    if (lane == 31)
        atomicAdd(result, mine);
}

// Lane 0 asks the others, one after the other.
__global__ void dp_lane_asks(const float *a, const float *b, float *part, int n)
{
    __shared__ float warps[8];
    float mine = 0, sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        mine += a[i] * b[i];
    for (int k = 0; k < 32; k++)
        sum += __shfl_sync(FULL, mine, k);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = 0;
        for (int k = 0; k < 8; k++)
            sum += warps[k];
        part[blockIdx.x] = sum;
    }
}

// Integers: all threads to one address, and one for each block.
__global__ void dp_int_each(const int *a, const int *b, int *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(result, (a[i] & 15) * (b[i] & 15));
}

__global__ void dp_int_shared(const int *a, const int *b, int *result, int n)
{
    __shared__ int total;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&total, (a[i] & 15) * (b[i] & 15));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(result, total);
}

// Running sums of each row: a thread, a warp, or a block in shared memory.
__global__ void rows_serial(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (r >= rows)
        return;
    for (int c = 0; c < cols; c++) {
        sum += in[r * cols + c];
        out[r * cols + c] = sum;
    }
}

__global__ void rows_warp(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    float before = 0;

    if (r >= rows)
        return;
    for (int first = 0; first < cols; first += 32) {
        float x = first + lane < cols ? in[r * cols + first + lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            float y = __shfl_up_sync(FULL, x, d);
            x += lane >= d ? y : 0;
        }
        if (first + lane < cols)
            out[r * cols + first + lane] = before + x;
        before += __shfl_sync(FULL, x, 31);
    }
}

__global__ void rows_block(const float *in, float *out, int cols)
{
    __shared__ float s[2][256];
    int t = threadIdx.x, now = 0;
    float before = 0;

    for (int first = 0; first < cols; first += 256) {
        int c = first + t;
        s[now][t] = c < cols ? in[blockIdx.x * cols + c] : 0;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            s[1 - now][t] = s[now][t] + (t >= d ? s[now][t - d] : 0);
            now = 1 - now;
            __syncthreads();
        }
        if (c < cols)
            out[blockIdx.x * cols + c] = before + s[now][t];
        before += s[now][255];
        __syncthreads();
    }
}

// ---- batches: means of rows, then a product ---------------------------------
// in: N x L x M; matrix: L x L; out: L x N.

// A thread does a whole batch.
__global__ void bt_thread_does_all(const double *in, const double *matrix,
                                   double *out, int L, int M, int N)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    double means[48];

    if (k >= N)
        return;
    for (int l = 0; l < L; l++) {
        double sum = 0;
        for (int m = 0; m < M; m++)
            sum += in[(k * L + l) * M + m];
        means[l] = sum / M;
    }
    for (int l = 0; l < L; l++) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[l * L + j] * means[j];
        out[l * N + k] = sum;
    }
}

// Means are kept in global memory, within one block.
__global__ void bt_global_means(const double *in, const double *matrix,
                                double *out, double *means, int L, int M, int N)
{
    int k = blockIdx.x, l = threadIdx.x;

    if (l < L) {
        means[k * L + l] = 0;
        for (int m = 0; m < M; m++)
            means[k * L + l] += in[(k * L + l) * M + m];
        means[k * L + l] /= M;
    }
    __syncthreads();
    if (l < L) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[l * L + j] * means[k * L + j];
        out[l * N + k] = sum;
    }
}

// Four lanes for each row, of the means and of the product.
__global__ void bt_quads(const double *in, const double *matrix, double *out,
                         int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x, l = threadIdx.x / 4, q = threadIdx.x % 4;
    double sum = 0;

    if (l < L)
        for (int m = q; m < M; m += 4)
            sum += in[(k * L + l) * M + m];
    sum += __shfl_xor_sync(FULL, sum, 1);
    sum += __shfl_xor_sync(FULL, sum, 2);
    if (q == 0)
        v[l] = sum / M;
    __syncthreads();
    sum = 0;
    if (l < L)
        for (int j = q; j < L; j += 4)
            sum += matrix[l * L + j] * v[j];
    sum += __shfl_xor_sync(FULL, sum, 1);
    sum += __shfl_xor_sync(FULL, sum, 2);
    if (q == 0 && l < L)
        out[l * N + k] = sum;
}

// Pairs of doubles are read by warps; M is even.
__global__ void bt_double2(const double *in, const double *matrix, double *out,
                           int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;

    for (int l = w; l < L; l += blockDim.x >> 5) {
        const double2 *row = (const double2 *)(in + (k * L + l) * M);
        double sum = 0;
        for (int m = lane; m < M / 2; m += 32) {
            double2 two = row[m];
            sum += two.x + two.y;
        }
        for (int d = 16; d > 0; d >>= 1)
            sum += __shfl_down_sync(FULL, sum, d);
        if (lane == 0)
            v[l] = sum / M;
    }
    __syncthreads();
    if ((int)threadIdx.x < L) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[threadIdx.x * L + j] * v[j];
        out[threadIdx.x * N + k] = sum;
    }
}

// Means, the matrix and the products are all in shared memory.
__global__ void bt_all_shared(const double *in, const double *matrix,
                              double *out, int L, int M, int N)
{
    extern __shared__ double memory[];
    double *a = memory, *v = a + L * L, *rows = v + L;
    int k = blockIdx.x, t = threadIdx.x;

    for (int e = t; e < L * L; e += blockDim.x)
        a[e] = matrix[e];
    for (int e = t; e < L * M; e += blockDim.x)
        rows[e] = in[k * L * M + e];
    __syncthreads();
    if (t < L) {
        v[t] = 0;
        for (int m = 0; m < M; m++)
            v[t] += rows[t * M + m];
        v[t] /= M;
    }
    __syncthreads();
    if (t < L) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += a[t * L + j] * v[j];
        out[t * N + k] = sum;
    }
}

// 16 x 16 threads: x along a row, y over rows.
__global__ void bt_sixteens(const double *in, const double *matrix, double *out,
                            int L, int M, int N)
{
    __shared__ double part[16][16], v[64];
    int k = blockIdx.x, x = threadIdx.x, y = threadIdx.y;

    for (int pass = 0; pass < 2; pass++) {
        int length = pass ? L : M;
        const double *from = pass ? matrix : in + k * L * M;
        for (int top = 0; top < L; top += 16) {
            int l = top + y;
            double sum = 0;
            if (l < L)
                for (int m = x; m < length; m += 16)
                    sum += from[l * length + m] * (pass ? v[m] : 1.0);
            part[y][x] = sum;
            __syncthreads();
            if (x == 0 && l < L) {
                for (int i = 1; i < 16; i++)
                    sum += part[y][i];
                if (pass)
                    out[l * N + k] = sum;
                else
                    part[y][0] = sum / M;
            }
            __syncthreads();
            if (!pass && x == 0 && l < L)
                v[l] = part[y][0];
            __syncthreads();
        }
    }
}

// Small products of matrices, each L x L: a thread, a block, a block in tiles.
__global__ void pr_thread(const double *a, const double *b, double *c, int L,
                          int N)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k >= N)
        return;
    a += k * L * L;
    b += k * L * L;
    c += k * L * L;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < L; j++) {
            double sum = 0;
            for (int m = 0; m < L; m++)
                sum += a[i * L + m] * b[m * L + j];
            c[i * L + j] = sum;
        }
}

__global__ void pr_block(const double *a, const double *b, double *c, int L)
{
    int i = threadIdx.y, j = threadIdx.x, base = blockIdx.x * L * L;
    double sum = 0;

    for (int m = 0; m < L; m++)
        sum += a[base + i * L + m] * b[base + m * L + j];
    c[base + i * L + j] = sum;
}

__global__ void pr_shared(const double *a, const double *b, double *c, int L)
{
    __shared__ double sa[24][24], sb[24][24];
    int i = threadIdx.y, j = threadIdx.x, base = blockIdx.x * L * L;
    double sum = 0;

    sa[i][j] = a[base + i * L + j];
    sb[i][j] = b[base + i * L + j];
    __syncthreads();
    for (int m = 0; m < L; m++)
        sum += sa[i][m] * sb[m][j];
    c[base + i * L + j] = sum;
}

// Interleaved, so that neighbours have neighbouring matrices.
__global__ void pr_interleaved(const double *a, const double *b, double *c,
                               int L, int N)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;

    if (k >= N)
        return;
    for (int j = 0; j < L; j++) {
        double sum = 0;
        for (int m = 0; m < L; m++)
            sum += a[(i * L + m) * N + k] * b[(m * L + j) * N + k];
        c[(i * L + j) * N + k] = sum;
    }
}

#include "slow11.def"
TIMES_MAIN
