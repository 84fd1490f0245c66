/*
 * slow12.cu - the set: what one more class hands in for the three labs, all of
 * it right, each in a student's own style, by one who knew nothing of the
 * model.
 */
#include "times.h"

#define FULL          0xffffffffu
#define IDX(i, j, ld) ((i) * (ld) + (j))

__global__ void nought(float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = 0;
}

// ---- a + b ------------------------------------------------------------------

// A vector that knows how long it is.
struct vector {
    float *at;
    int length;

    __device__ float get(int i) const
    {
        return i >= 0 && i < length ? at[i] : 0;
    }
    __device__ void set(int i, float value)
    {
        if (i >= 0 && i < length)
            at[i] = value;
    }
};

__global__ void two_vector_objects(vector a, vector b, vector c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    c.set(i, a.get(i) + b.get(i));
}

// x and y of the threads are mixed up.
__global__ void two_index_turned(const float *a, const float *b, float *c,
                                 int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int i = x * blockDim.y + threadIdx.y;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void two_one_block(const float *a, const float *b, float *c, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        c[i] = a[i] + b[i];
}

// Blocks draw a number; it says which elements are theirs.
__global__ void two_tickets(const float *a, const float *b, float *c, int n,
                            unsigned *next)
{
    __shared__ int mine;

    if (threadIdx.x == 0)
        mine = atomicInc(next, gridDim.x - 1);
    __syncthreads();
    int i = mine * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void two_add_to(float *c, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] += a[i];
}

struct five {
    float v[5];
};

__global__ void two_fives(const five *a, const five *b, five *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n / 5) {
        five x = a[i], y = b[i];
        for (int k = 0; k < 5; k++)
            x.v[k] += y.v[k];
        c[i] = x;
    } else if (i == n / 5)
        for (int k = 0; k < n % 5; k++)
            c[i].v[k] = a[i].v[k] + b[i].v[k];
}

// Even threads fetch a, odd ones b.
__global__ void two_odd_threads_help(const float *a, const float *b, float *c,
                                     int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 2;
    float mine = 0;

    if (i < n)
        mine = t % 2 ? b[i] : a[i];
    mine += __shfl_xor_sync(FULL, mine, 1);
    if (t % 2 == 0 && i < n)
        c[i] = mine;
}

__global__ void two_from_the_end(const float *a, const float *b, float *c,
                                 int n)
{
    int total = gridDim.x * blockDim.x;
    int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x);

    while (i >= 0) {
        c[i] = a[i] + b[i];
        i -= total;
    }
}

// As if it were a matrix.
__global__ void two_as_matrix(const float *a, const float *b, float *c, int n,
                              int width)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t / width, col = t % width;

    if (row * width + col < n)
        c[row * width + col] = a[row * width + col] + b[row * width + col];
}

// ---- A x V ------------------------------------------------------------------

__device__ __noinline__ float row_times(const float *row, const float *v, int n)
{
    float sum = 0;

    while (n-- > 0)
        sum += *row++ * *v++;
    return sum;
}

__global__ void mv_no_inline(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows)
        C[row] = row_times(A + row * cols, V, cols);
}

// The index runs through; where in V that is, a remainder says.
__global__ void mv_modulo_in_loop(const float *A, const float *V, float *C,
                                  int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (int e = row * cols; e < (row + 1) * cols; e++)
        sum += A[e] * V[e % cols];
    C[row] = sum;
}

// 32 of the row at a time into an array of the thread's own.
__global__ void mv_own_32(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float piece[32], sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j += 32) {
        int count = min(32, cols - j);
#pragma unroll 1
        for (int k = 0; k < count; k++)
            piece[k] = A[row * cols + j + k];
#pragma unroll 1
        for (int k = count - 1; k >= 0; k--)
            sum += piece[k] * V[j + k];
    }
    C[row] = sum;
}

__global__ void mv_plus_and_minus(const float *A, const float *V, float *C,
                                  int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float plus = 0, minus = 0;

    if (i >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        float p = A[IDX(i, j, cols)] * V[j];
        if (p >= 0)
            plus += p;
        else
            minus -= p;
    }
    C[i] = plus - minus;
}

__global__ void mv_skips_zeros(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = 0;
    float sum = 0;

    if (i < rows) {
        do {
            if (A[i * cols + j] == 0 || V[j] == 0)
                continue;
            sum = sum + A[i * cols + j] * V[j];
        } while (++j < cols);
        C[i] = sum;
    }
}

// Lanes keep 32 of V and tell each other.
__global__ void mv_v_by_shuffles(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    const float *mine = A + min(row, rows - 1) * cols;
    float sum = 0;

    for (int j = 0; j < cols; j += 32) {
        float v = j + lane < cols ? V[j + lane] : 0;
        for (int k = 0; k < 32 && j + k < cols; k++)
            sum += mine[j + k] * __shfl_sync(FULL, v, k);
    }
    if (row < rows)
        C[row] = sum;
}

// A block for a row; whoever has a sum adds it to one of doubles.
__global__ void mv_block_double_atomic(const float *A, const float *V, float *C,
                                       int cols)
{
    __shared__ double sum;
    int t = threadIdx.x;
    double own = 0;

    if (t == 0)
        sum = 0;
    __syncthreads();
    for (int j = t; j < cols; j += blockDim.x)
        own += (double)A[blockIdx.x * cols + j] * V[j];
    atomicAdd(&sum, own);
    __syncthreads();
    if (t == 0)
        C[blockIdx.x] = (float)sum;
}

// All products of the row, then one thread adds them up.
__global__ void mv_thread_0_adds(const float *A, const float *V, float *C,
                                 int cols)
{
    extern __shared__ float product[];
    int row = blockIdx.x;

    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        product[j] = A[row * cols + j] * V[j];
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int j = 0; j < cols; j++)
            sum += product[j];
        C[row] = sum;
    }
}

__global__ void mv_warp_0_adds(const float *A, const float *V, float *C,
                               int cols)
{
    extern __shared__ float product[];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;

    for (int j = t; j < cols; j += blockDim.x)
        product[j] = A[row * cols + j] * V[j];
    __syncthreads();
    if (t >= 32)
        return;
    for (int j = t; j < cols; j += 32)
        sum += product[j];
    for (int d = 1; d < 32; d *= 2)
        sum += __shfl_xor_sync(FULL, sum, d);
    if (t == row % 32)
        C[row] = sum;
}

// Neighbours first, with a remainder in each step; 512 threads for a row.
__global__ void mv_block_512_modulo(const float *A, const float *V, float *C,
                                    int cols)
{
    __shared__ float s[512];
    int t = threadIdx.x, row = blockIdx.x;

    s[t] = 0;
    for (int j = t; j < cols; j += 512)
        s[t] += A[row * cols + j] * V[j];
    __syncthreads();
    for (int step = 1; step < 512; step *= 2) {
        if (t % (2 * step) == 0)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0)
        C[row] = s[0];
}

// Sums go up; the last lane has the whole.
__global__ void mv_warp_up(const float *A, const float *V, float *C, int rows,
                           int cols)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    int lane = threadIdx.x % warpSize;
    float sum = 0;

    if (warp >= rows)
        return;
    for (int j = lane; j < cols; j += warpSize)
        sum += A[warp * cols + j] * V[j];
    for (int d = 1; d < warpSize; d <<= 1) {
        float below = __shfl_up_sync(FULL, sum, d);
        if (lane >= d)
            sum += below;
    }
    if (lane == warpSize - 1)
        C[warp] = sum;
}

// Four lanes with float4 for a row: eight rows in a warp.
__global__ void mv_eight_rows_a_warp(const float4 *A, const float4 *V, float *C,
                                     int rows, int fours)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, row = t / 4, part = t % 4;
    float sum = 0;

    if (row < rows)
        for (int j = part; j < fours; j += 4) {
            float4 a = A[row * fours + j], v = V[j];
            sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
        }
    sum += __shfl_down_sync(FULL, sum, 2, 4);
    sum += __shfl_down_sync(FULL, sum, 1, 4);
    if (row < rows && part == 0)
        C[row] = sum;
}

// Squares of 24 x 24, as many threads.
__global__ void mv_tile_24(const float *A, const float *V, float *C, int rows,
                           int cols)
{
    __shared__ float a[24][24], v[24];
    int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * 24;
    float sum = 0;

    for (int m = 0; m < cols; m += 24) {
        a[y][x] = first + y < rows && m + x < cols
                      ? A[(first + y) * cols + m + x]
                      : 0;
        if (y == 0)
            v[x] = m + x < cols ? V[m + x] : 0;
        __syncthreads();
        if (y == 0)
            for (int k = 0; k < 24; k++)
                sum += a[x][k] * v[k];
        __syncthreads();
    }
    if (y == 0 && first + x < rows)
        C[first + x] = sum;
}

// The tile is turned when it is stored.
__global__ void mv_tile_stored_turned(const float *A, const float *V, float *C,
                                      int rows, int cols)
{
    __shared__ float a[32][32];
    int t = threadIdx.x, row = blockIdx.x * 32 + t;
    float sum = 0;

    for (int m = 0; m < cols; m += 32) {
        for (int r = 0; r < 32; r++) {
            int from = blockIdx.x * 32 + r;
            a[t][r] = from < rows && m + t < cols ? A[from * cols + m + t] : 0;
        }
        __syncwarp();
        for (int k = 0; k < 32 && m + k < cols; k++)
            sum += a[k][t] * V[m + k];
        __syncwarp();
    }
    if (row < rows)
        C[row] = sum;
}

// x: even or odd columns; y: the row.
__global__ void mv_block_2x128(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    __shared__ float other[128];
    int row = blockIdx.x * 128 + threadIdx.y;
    float sum = 0;

    if (row < rows)
        for (int j = threadIdx.x; j < cols; j += 2)
            sum += A[row * cols + j] * V[j];
    if (threadIdx.x == 1)
        other[threadIdx.y] = sum;
    __syncthreads();
    if (threadIdx.x == 0 && row < rows)
        C[row] = sum + other[threadIdx.y];
}

// Quarters of rows; who comes last for some rows adds theirs up.
__global__ void mv_last_block(const float *A, const float *V, float *C,
                              int rows, int cols, volatile float *part,
                              unsigned *came)
{
    __shared__ bool last;
    int row = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y;
    int width = (cols + 3) / 4, end = min(cols, (q + 1) * width);
    float sum = 0;

    if (row < rows) {
        for (int j = q * width; j < end; j++)
            sum += A[row * cols + j] * V[j];
        part[q * rows + row] = sum;
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(&came[blockIdx.x], 3) == 3;
    __syncthreads();
    if (!last || row >= rows)
        return;
    sum = 0;
    for (q = 0; q < 4; q++)
        sum += part[q * rows + row];
    C[row] = sum;
}

__global__ void mv_turn(const float *A, float *T, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < rows * cols)
        T[i % cols * rows + i / cols] = A[i];
}

__global__ void mv_of_turned(const float *T, const float *V, float *C, int rows,
                             int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row < rows) {
        for (int j = 0; j < cols; j++)
            sum += T[j * rows + row] * V[j];
        C[row] = sum;
    }
}

// Two warps for a row, V in shared memory first, though each needs it once.
__global__ void mv_row_in_grid_y(const float *A, const float *V, float *C,
                                 int cols)
{
    __shared__ float v[64], half[2];
    int t = threadIdx.x, row = blockIdx.y;
    float sum = 0;

    for (int m = 0; m < cols; m += 64) {
        if (m + t < cols)
            v[t] = V[m + t];
        __syncthreads();
        if (m + t < cols)
            sum += A[row * cols + m + t] * v[t];
        __syncthreads();
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_down_sync(FULL, sum, d);
    if (t % 32 == 0)
        half[t / 32] = sum;
    __syncthreads();
    if (t == 0)
        C[row] = half[0] + half[1];
}

// One warp has four rows at once and V's values for all of them.
__global__ void mv_warp_four_rows(const float *A, const float *V, float *C,
                                  int rows, int cols)
{
    int lane = threadIdx.x, first = 4 * (blockIdx.x * 4 + threadIdx.y);
    float sum[4] = {0, 0, 0, 0};

    for (int j = lane; j < cols; j += 32)
        for (int r = 0; r < 4; r++)
            if (first + r < rows)
                sum[r] += A[(first + r) * cols + j] * V[j];
    for (int r = 0; r < 4; r++) {
        for (int d = 16; d > 0; d /= 2)
            sum[r] += __shfl_xor_sync(FULL, sum[r], d);
        if (lane == r && first + r < rows)
            C[first + r] = sum[r];
    }
}

// ---- V x A ------------------------------------------------------------------

struct column {
    const float *top;
    int step;

    __device__ float operator()(int i) const
    {
        return top[i * step];
    }
};

__global__ void vm_column_object(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    int j = threadIdx.x + blockIdx.x * blockDim.x;

    if (j >= cols)
        return;
    column a = {A + j, cols};
    float sum = 0.f;
    for (int i = 0; i < rows; ++i)
        sum += V[i] * a(i);
    C[j] = sum;
}

#define STEP(k) sum += V[i + k] * A[(i + k) * cols + j];
__global__ void vm_macro_fives(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    int j = threadIdx.x + blockIdx.x * blockDim.x, i;
    float sum = 0;

    if (j >= cols)
        return;
    for (i = 0; i <= rows - 5; i += 5) {
        STEP(0) STEP(1) STEP(2) STEP(3) STEP(4)
    }
    for (; i < rows; i++)
        STEP(0)
    C[j] = sum;
}
#undef STEP

// First the even rows, then the odd ones.
__global__ void vm_even_odd(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    int j = threadIdx.x + blockIdx.x * blockDim.x;

    if (j < cols) {
        C[j] = 0;
        for (int first = 0; first < 2; first++) {
            float sum = 0;
            for (int i = first; i < rows; i += 2)
                sum += V[i] * A[i * cols + j];
            C[j] += sum;
        }
    }
}

// 100 threads fetch 100 of V.
__global__ void vm_tile_100(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    __shared__ float v[100];
    int j = blockIdx.x * 100 + threadIdx.x;
    float sum = 0;

    for (int m = 0; m < rows; m += 100) {
        __syncthreads();
        if (m + (int)threadIdx.x < rows)
            v[threadIdx.x] = V[m + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 100; k++)
            if (m + k < rows && j < cols)
                sum += v[k] * A[(m + k) * cols + j];
    }
    if (j < cols)
        C[j] = sum;
}

__global__ void vm_block_for_column(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    __shared__ float s[128];
    int t = threadIdx.x, j = blockIdx.x;

    s[t] = 0;
    for (int i = t; i < rows; i += 128)
        s[t] += V[i] * A[i * cols + j];
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        C[j] = s[0];
}

// Four columns a thread, sixteen threads below each other, a tree of float4.
__global__ void vm_fours_tree(const float *V, const float4 *A, float4 *C,
                              int rows, int fours)
{
    __shared__ float4 s[16][16];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * 16 + x;
    float4 sum = {0, 0, 0, 0};

    if (j < fours)
        for (int i = y; i < rows; i += 16) {
            float4 a = A[i * fours + j];
            sum.x += V[i] * a.x;
            sum.y += V[i] * a.y;
            sum.z += V[i] * a.z;
            sum.w += V[i] * a.w;
        }
    s[y][x] = sum;
    for (int half = 8; half > 0; half >>= 1) {
        __syncthreads();
        if (y < half) {
            s[y][x].x += s[y + half][x].x;
            s[y][x].y += s[y + half][x].y;
            s[y][x].z += s[y + half][x].z;
            s[y][x].w += s[y + half][x].w;
        }
    }
    if (y == 0 && j < fours)
        C[j] = s[0][x];
}

// Sixteen rows of threads add to the same 32 sums.
__global__ void vm_shared_atomic_16(const float *V, const float *A, float *C,
                                    int rows, int cols)
{
    __shared__ float sums[32];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * 32 + x;

    if (y == 0)
        sums[x] = 0;
    __syncthreads();
    if (j < cols)
        for (int i = y; i < rows; i += 16)
            atomicAdd(&sums[x], V[i] * A[i * cols + j]);
    __syncthreads();
    if (y == 0 && j < cols)
        C[j] = sums[x];
}

// Sixteen of V into an array of the thread's own.
__global__ void vm_own_sixteen(const float *V, const float *A, float *C,
                               int rows, int cols)
{
    int j = threadIdx.x + blockIdx.x * blockDim.x;
    float v[16], sum = 0;

    if (j >= cols)
        return;
    for (int i = 0; i < rows; i += 16) {
        int count = rows - i < 16 ? rows - i : 16;
        for (int k = 0; k < 16; k++)
            v[k] = k < count ? V[i + k] : 0;
        for (int k = 0; k < count; k++)
            sum += v[k] * A[(i + k) * cols + j];
    }
    C[j] = sum;
}

// Eight blocks, whatever the size.
__global__ void vm_few_blocks(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < cols;
         j += blockDim.x * gridDim.x) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[i * cols + j];
        C[j] = sum;
    }
}

__global__ void vm_double_slices(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    __shared__ double s[8][33];
    int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * 32 + x;
    int height = (rows + 7) / 8;
    double sum = 0;

    if (j < cols)
        for (int i = y * height; i < min(rows, (y + 1) * height); i++)
            sum += (double)V[i] * (double)A[i * cols + j];
    s[y][x] = sum;
    __syncthreads();
    if (y == 0 && j < cols) {
        for (int k = 1; k < 8; k++)
            sum += s[k][x];
        C[j] = (float)sum;
    }
}

// Bands of rows write sums of their own, turned; then a warp for each column.
__global__ void vm_band_sums(const float *V, const float *A, float *S, int rows,
                             int cols)
{
    int j = threadIdx.x + blockIdx.x * blockDim.x, bands = gridDim.y;
    float sum = 0;

    if (j >= cols)
        return;
    for (int i = blockIdx.y; i < rows; i += bands)
        sum += V[i] * A[i * cols + j];
    S[j * bands + blockIdx.y] = sum;
}

__global__ void vm_warps_finish(const float *S, float *C, int cols)
{
    int j = blockIdx.x * blockDim.y + threadIdx.y;

    if (j >= cols)
        return;
    float sum = S[j * 32 + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (threadIdx.x == 0)
        C[j] = sum;
}

__global__ void vm_v_by_shuffles(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    int j = threadIdx.x + blockIdx.x * blockDim.x, lane = threadIdx.x & 31;
    float sum = 0;

    for (int m = 0; m < rows; m += 32) {
        float v = m + lane < rows ? V[m + lane] : 0;
        for (int k = 0; k < 32 && m + k < rows; k++) {
            float other = __shfl_sync(FULL, v, k);
            if (j < cols)
                sum += other * A[(m + k) * cols + j];
        }
    }
    if (j < cols)
        C[j] = sum;
}

// A thread for a row; each begins at another column.
__global__ void vm_staggered(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x, j = i * 32 % cols;

    if (i >= rows)
        return;
    float v = V[i];
    for (int k = 0; k < cols; k++) {
        atomicAdd(&C[j], v * A[i * cols + j]);
        j = j + 1 == cols ? 0 : j + 1;
    }
}

// Eight rows in registers, then one atomic for them.
__global__ void vm_eight_rows_atomic(const float *V, const float *A, float *C,
                                     int rows, int cols)
{
    int j = threadIdx.x + blockIdx.x * blockDim.x;
    int first = blockIdx.y * 8, last = min(first + 8, rows);
    float sum = 0;

    if (j >= cols)
        return;
    for (int i = first; i < last; i++)
        sum += V[i] * A[i * cols + j];
    atomicAdd(C + j, sum);
}

// ---- A x B ------------------------------------------------------------------

struct sheet {
    float *p;
    int rows, cols;

    __device__ float &at(int i, int j)
    {
        return p[i * cols + j];
    }
};

__global__ void mm_at_reference(sheet A, sheet B, sheet C)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= C.rows || j >= C.cols)
        return;
    C.at(i, j) = 0;
    for (int k = 0; k < A.cols; k++)
        C.at(i, j) += A.at(i, k) * B.at(k, j);
}

__global__ void mm_index_macro(const float *A, const float *B, float *C, int L,
                               int K, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, k;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float s0 = 0, s1 = 0, s2 = 0;

    if (i < L && j < N) {
        for (k = 0; k + 2 < K; k += 3) {
            s0 += A[IDX(i, k, K)] * B[IDX(k, j, N)];
            s1 += A[IDX(i, k + 1, K)] * B[IDX(k + 1, j, N)];
            s2 += A[IDX(i, k + 2, K)] * B[IDX(k + 2, j, N)];
        }
        for (; k < K; k++)
            s0 += A[IDX(i, k, K)] * B[IDX(k, j, N)];
        C[IDX(i, j, N)] = s0 + s1 + s2;
    }
}

// Only the first 64 of 256 threads have a column.
__global__ void mm_most_leave(const float *A, const float *B, float *C, int K,
                              int N)
{
    int i = blockIdx.y, j = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;

    if (threadIdx.x >= 64 || j >= N)
        return;
    for (int k = 0; k < K; k++)
        sum += A[i * K + k] * B[k * N + j];
    C[i * N + j] = sum;
}

// 2 x 8 results in registers, all from global memory.
__global__ void mm_two_by_eight(const float *A, const float *B, float *C, int L,
                                int K, int N)
{
    int i0 = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    int j0 = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    float sum[2][8] = {};

    for (int k = 0; k < K; k++)
        for (int r = 0; r < 2; r++) {
            float a = i0 + r < L ? A[(i0 + r) * K + k] : 0;
            for (int c = 0; c < 8; c++)
                if (j0 + c < N)
                    sum[r][c] += a * B[k * N + j0 + c];
        }
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 8; c++)
            if (i0 + r < L && j0 + c < N)
                C[(i0 + r) * N + j0 + c] = sum[r][c];
}

__global__ void mm_kahan(const float *A, const float *B, float *C, int L, int K,
                         int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, lost = 0;

    if (i >= L || j >= N)
        return;
    for (int k = 0; k < K; k++) {
        float term = A[i * K + k] * B[k * N + j] - lost;
        float next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    C[i * N + j] = sum;
}

__global__ void mm_long_sums(const int *A, const int *B, int *C, int L, int K,
                             int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    long long sum = 0;

    if (i >= L || j >= N)
        return;
    for (int k = 0; k < K; k++)
        sum += (long long)A[i * K + k] * B[k * N + j];
    C[i * N + j] = (int)(sum >> 20);
}

// The thread keeps sixteen of A and goes along the columns with them.
__global__ void mm_a_at_hand(const float *A, const float *B, float *C, int L,
                             int K, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a[16];

    if (i >= L)
        return;
    for (int m = 0; m < K; m += 16) {
        for (int k = 0; k < 16; k++)
            a[k] = m + k < K ? A[i * K + m + k] : 0;
        for (int j = 0; j < N; j++) {
            float sum = m ? C[i * N + j] : 0;
            for (int k = 0; k < 16; k++)
                if (m + k < K)
                    sum += a[k] * B[(m + k) * N + j];
            C[i * N + j] = sum;
        }
    }
}

// Four rows of a warp; lanes hold 32 of A for each and tell the others.
__global__ void mm_four_rows_told(const float *A, const float *B, float *C,
                                  int L, int K, int N)
{
    int lane = threadIdx.x, j = blockIdx.x * 32 + lane;
    int i = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    float sum[4] = {}, a[4];

    for (int m = 0; m < K; m += 32) {
        for (int r = 0; r < 4; r++)
            a[r] = i + r < L && m + lane < K ? A[(i + r) * K + m + lane] : 0;
        for (int k = 0; k < 32 && m + k < K; k++) {
            float b = j < N ? B[(m + k) * N + j] : 0;
            for (int r = 0; r < 4; r++)
                sum[r] += __shfl_sync(FULL, a[r], k) * b;
        }
    }
    for (int r = 0; r < 4; r++)
        if (i + r < L && j < N)
            C[(i + r) * N + j] = sum[r];
}

// T x T threads with tiles of any T; PAD words more in each line.
template <int T, int PAD>
__global__ void mm_plain_tile(const float *A, const float *B, float *C, int L,
                              int K, int N)
{
    __shared__ float a[T][T + PAD], b[T][T + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * T + y, j = blockIdx.x * T + x;
    float sum = 0;

    for (int m = 0; m < K; m += T) {
        a[y][x] = 0;
        b[y][x] = 0;
        if (i < L && m + x < K)
            a[y][x] = A[i * K + m + x];
        if (j < N && m + y < K)
            b[y][x] = B[(m + y) * N + j];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (i < L && j < N)
        C[i * N + j] = sum;
}

// 8 x 32 of C with 16 of k.
__global__ void mm_tile_8x32x16(const float *A, const float *B, float *C, int L,
                                int K, int N)
{
    __shared__ float a[8][16], b[16][32];
    int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x;
    int i = blockIdx.y * 8 + y, j = blockIdx.x * 32 + x;
    float sum = 0;

    for (int m = 0; m < K; m += 16) {
        if (t < 128) {
            int r = blockIdx.y * 8 + t / 16, k = m + t % 16;
            a[t / 16][t % 16] = r < L && k < K ? A[r * K + k] : 0;
        }
        for (int k = y; k < 16; k += 8)
            b[k][x] = j < N && m + k < K ? B[(m + k) * N + j] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (i < L && j < N)
        C[i * N + j] = sum;
}

// The row of the tile is taken out of shared memory first.
__global__ void mm_tile_to_registers(const float *A, const float *B, float *C,
                                     int L, int K, int N)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
    float row[16], col[16], sum = 0;

    for (int m = 0; m < K; m += 16) {
        a[y][x] = i < L && m + x < K ? A[i * K + m + x] : 0;
        b[y][x] = j < N && m + y < K ? B[(m + y) * N + j] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            row[k] = a[y][k];
        for (int k = 0; k < 16; k++)
            col[k] = b[k][x];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += row[k] * col[k];
    }
    if (i < L && j < N)
        C[i * N + j] = sum;
}

// Two lines of threads bring the same elements, to be sure.
__global__ void mm_fetched_twice(const float *A, const float *B, float *C,
                                 int L, int K, int N)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
    float sum = 0;

    for (int m = 0; m < K; m += 16) {
        for (int turn = 0; turn < 2; turn++) {
            int r = turn ? 15 - y : y;
            int from = blockIdx.y * 16 + r;
            a[r][x] = from < L && m + x < K ? A[from * K + m + x] : 0;
            b[r][x] = j < N && m + r < K ? B[(m + r) * N + j] : 0;
            __syncthreads();
        }
        for (int k = 0; k < 16; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (i < L && j < N)
        C[i * N + j] = sum;
}

// 256 threads in a line; their places are divisions.
__global__ void mm_tile_of_line(const float *A, const float *B, float *C,
                                unsigned L, unsigned K, unsigned N, unsigned T)
{
    __shared__ float a[256], b[256];
    unsigned t = threadIdx.x, tiles = (N + T - 1) / T;
    unsigned i = blockIdx.x / tiles * T + t / T;
    unsigned j = blockIdx.x % tiles * T + t % T;
    float sum = 0;

    for (unsigned m = 0; m < K; m += T) {
        a[t] = i < L && m + t % T < K ? A[i * K + m + t % T] : 0;
        b[t] = j < N && m + t / T < K ? B[(m + t / T) * N + j] : 0;
        __syncthreads();
        for (unsigned k = 0; k < T; k++)
            sum += a[t / T * T + k] * b[k * T + t % T];
        __syncthreads();
    }
    if (i < L && j < N)
        C[i * N + j] = sum;
}

// A quarter of k each; tiles, and atomics at the end.
__global__ void mm_quarters_atomic(const float *A, const float *B, float *C,
                                   int L, int K, int N)
{
    __shared__ float a[16][17], b[16][17];
    int x = threadIdx.x, y = threadIdx.y, width = (K - 1) / 4 + 1;
    int i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
    int end = min(K, (int)(blockIdx.z + 1) * width);
    float sum = 0;

    for (int m = blockIdx.z * width; m < end; m += 16) {
        a[y][x] = i < L && m + x < end ? A[i * K + m + x] : 0;
        b[y][x] = j < N && m + y < end ? B[(m + y) * N + j] : 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (i < L && j < N)
        atomicAdd(&C[i * N + j], sum);
}

__global__ void mm_volatile_all(const float *A, const float *B, float *C,
                                size_t L, size_t K, size_t N)
{
    __shared__ volatile float a[16][16], b[16][16];
    size_t x = threadIdx.x, y = threadIdx.y;
    size_t i = blockIdx.y * (size_t)16 + y, j = blockIdx.x * (size_t)16 + x;
    volatile float sum = 0;

    for (size_t m = 0; m < K; m += 16) {
        a[y][x] = i < L && m + x < K ? A[i * K + m + x] : 0;
        b[y][x] = j < N && m + y < K ? B[(m + y) * N + j] : 0;
        __syncthreads();
        for (size_t k = 0; k < 16; k++)
            sum = sum + a[y][k] * b[k][x];
        __syncthreads();
    }
    if (i < L && j < N)
        C[i * N + j] = sum;
}

// 128 columns and eight rows of each, which share what they read of B.
__global__ void mm_eight_rows_strip(const float *A, const float *B, float *C,
                                    int L, int K, int N)
{
    __shared__ float a[8][32];
    int t = threadIdx.x, j = blockIdx.x * 128 + t, i = blockIdx.y * 8;
    float sum[8] = {};

    for (int m = 0; m < K; m += 32) {
        for (int e = t; e < 256; e += 128) {
            int r = i + e / 32, k = m + e % 32;
            a[e / 32][e % 32] = r < L && k < K ? A[r * K + k] : 0;
        }
        __syncthreads();
        if (j < N)
            for (int k = 0; k < 32 && m + k < K; k++) {
                float b = B[(m + k) * N + j];
                for (int r = 0; r < 8; r++)
                    sum[r] += a[r][k] * b;
            }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (i + r < L && j < N)
            C[(i + r) * N + j] = sum[r];
}

// Tiles of 32 x 64, 2 x 4 results for each of 16 x 16 threads.
__global__ void mm_two_by_four_tile(const float *A, const float *B, float *C,
                                    int L, int K, int N)
{
    __shared__ float a[32][17], b[16][64];
    int x = threadIdx.x, y = threadIdx.y;
    int top = blockIdx.y * 32, left = blockIdx.x * 64;
    float sum[2][4] = {};

    for (int m = 0; m < K; m += 16) {
        for (int r = y; r < 32; r += 16)
            a[r][x] = top + r < L && m + x < K ? A[(top + r) * K + m + x] : 0;
        for (int c = x; c < 64; c += 16)
            b[y][c] = left + c < N && m + y < K ? B[(m + y) * N + left + c] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int r = 0; r < 2; r++)
                for (int c = 0; c < 4; c++)
                    sum[r][c] += a[y + 16 * r][k] * b[k][x + 16 * c];
        __syncthreads();
    }
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 4; c++)
            if (top + y + 16 * r < L && left + x + 16 * c < N)
                C[(top + y + 16 * r) * N + left + x + 16 * c] = sum[r][c];
}

// 132 blocks go from tile to tile.
__global__ void mm_tiles_of_grid(const float *A, const float *B, float *C,
                                 int L, int K, int N)
{
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int wide = (N + 15) / 16, tiles = wide * ((L + 15) / 16);

    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int i = tile / wide * 16 + y, j = tile % wide * 16 + x;
        float sum = 0;
        for (int m = 0; m < K; m += 16) {
            a[y][x] = i < L && m + x < K ? A[i * K + m + x] : 0;
            b[y][x] = j < N && m + y < K ? B[(m + y) * N + j] : 0;
            __syncthreads();
            for (int k = 0; k < 16; k++)
                sum += a[y][k] * b[k][x];
            __syncthreads();
        }
        if (i < L && j < N)
            C[i * N + j] = sum;
    }
}

// A column of A's tile times a line of B's: sixteen sums a thread.
__global__ void mm_outer(const float *A, const float *B, float *C, int L, int K,
                         int N)
{
    __shared__ float a[16];
    int t = threadIdx.x, i = blockIdx.y * 16, j = blockIdx.x * 64 + t;
    float sum[16] = {};

    for (int k = 0; k < K; k++) {
        if (t < 16)
            a[t] = i + t < L ? A[(i + t) * K + k] : 0;
        __syncthreads();
        float b = j < N ? B[k * N + j] : 0;
        for (int r = 0; r < 16; r++)
            sum[r] += a[r] * b;
        __syncthreads();
    }
    for (int r = 0; r < 16; r++)
        if (i + r < L && j < N)
            C[(i + r) * N + j] = sum[r];
}

// B is turned by a kernel of its own; then rows times rows, in float4.
__global__ void mm_turn_b(const float *B, float *T, int K, int N)
{
    int k = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (k < K && j < N)
        T[j * K + k] = B[k * N + j];
}

__global__ void mm_rows_times_rows(const float4 *A, const float4 *T, float *C,
                                   int L, int fours, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i >= L || j >= N)
        return;
    for (int k = 0; k < fours; k++) {
        float4 a = A[i * fours + k], b = T[j * fours + k];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    C[i * N + j] = sum;
}

// ---- matrices turned and copied ---------------------------------------------

__device__ static int place(int row, int col, int width)
{
    return row * width + col;
}

__global__ void tr_by_read(const float *in, float *out, int rows, int cols)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < rows * cols;
         e += gridDim.x * blockDim.x)
        out[place(e % cols, e / cols, rows)] = in[e];
}

__global__ void tr_by_write(const float *in, float *out, int rows, int cols)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < rows * cols;
         e += gridDim.x * blockDim.x)
        out[e] = in[place(e % rows, e / rows, cols)];
}

// 64 x 64 by 16 x 16 threads, sixteen elements each.
template <int PAD>
__global__ void tr_tile_64(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[64][64 + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int left = blockIdx.x * 64, top = blockIdx.y * 64;

    for (int i = y; i < 64; i += 16)
        for (int j = x; j < 64; j += 16)
            if (top + i < rows && left + j < cols)
                tile[i][j] = in[(top + i) * cols + left + j];
    __syncthreads();
    for (int j = y; j < 64; j += 16)
        for (int i = x; i < 64; i += 16)
            if (top + i < rows && left + j < cols)
                out[(left + j) * rows + top + i] = tile[i][j];
}

// Through eight registers a thread; no shared memory.
__global__ void tr_eight_held(const float *in, float *out, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * 8;
    float held[8];

    if (col >= cols)
        return;
    for (int r = 0; r < 8; r++)
        held[r] = top + r < rows ? in[(top + r) * cols + col] : 0;
    for (int r = 0; r < 8; r++)
        if (top + r < rows)
            out[col * rows + top + r] = held[r];
}

// A tile of 16 rows and 48 columns.
__global__ void tr_tile_16x48(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[16][49];
    int t = threadIdx.x, top = blockIdx.y * 16, left = blockIdx.x * 48;

    for (int e = t; e < 16 * 48; e += blockDim.x)
        if (top + e / 48 < rows && left + e % 48 < cols)
            tile[e / 48][e % 48] = in[(top + e / 48) * cols + left + e % 48];
    __syncthreads();
    for (int e = t; e < 16 * 48; e += blockDim.x)
        if (top + e % 16 < rows && left + e / 16 < cols)
            out[(left + e / 16) * rows + top + e % 16] = tile[e % 16][e / 16];
}

// A block for each row of the result, which is fetched down a column.
__global__ void tr_block_for_row(const float *in, float *out, int rows,
                                 int cols)
{
    const float *from = in + blockIdx.x + threadIdx.x * cols;
    float *to = out + blockIdx.x * rows + threadIdx.x;

    for (int i = threadIdx.x; i < rows; i += blockDim.x) {
        *to = *from;
        to += blockDim.x;
        from += blockDim.x * cols;
    }
}

__global__ void co_sixteen_each(const float *in, float *out, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 16;

    for (int i = first; i < first + 16 && i < n; i++)
        out[i] = in[i];
}

__global__ void co_bytes(const char *in, char *out, size_t bytes)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < bytes)
        out[i] = in[i];
}

__global__ void co_through_shared(const float *in, float *out, int n)
{
    __shared__ float kept[1024];
    int i = blockIdx.x * 1024 + threadIdx.x;

    for (int k = 0; k < 1024; k += 256)
        if (i + k < n)
            kept[threadIdx.x + k] = in[i + k];
    __syncthreads();
    for (int k = 0; k < 1024; k += 256)
        if (i + k < n)
            out[i + k] = kept[threadIdx.x + k];
}

// ---- a . b ------------------------------------------------------------------

// From one array into another and back, so that no one disturbs.
__global__ void dt_two_arrays(const float *a, const float *b, float *part,
                              int n)
{
    __shared__ float s[2][256];
    int t = threadIdx.x, from = 0;
    float sum = 0;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    s[0][t] = sum;
    __syncthreads();
    for (int width = 128; width > 0; width /= 2) {
        if (t < width)
            s[!from][t] = s[from][t] + s[from][t + width];
        from = !from;
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[from][0];
}

// 243 threads; three into one.
__global__ void dt_by_threes(const float *a, const float *b, float *part, int n)
{
    __shared__ float s[243];
    int t = threadIdx.x;

    s[t] = 0;
    for (int i = blockIdx.x * 243 + t; i < n; i += gridDim.x * 243)
        s[t] += a[i] * b[i];
    __syncthreads();
    for (int third = 81; third > 0; third /= 3) {
        if (t < third)
            s[t] = s[t] + s[t + third] + s[t + 2 * third];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// Groups of eight lanes, then what the groups have.
__global__ void dt_eight_wide(const float *a, const float *b, float *part,
                              int n)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    for (int d = 4; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d, 8);
    if (t % 8 == 0)
        s[t / 8] = sum;
    __syncthreads();
    if (t < 32) {
        sum = s[t];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(FULL, sum, d);
        if (t == 0)
            part[blockIdx.x] = sum;
    }
}

// 32 products of a thread's own, then pairs of them.
__global__ void dt_own_products(const float *a, const float *b, float *part,
                                int n)
{
    __shared__ float s[128];
    int t = threadIdx.x, stride = gridDim.x * 128;
    float p[32], sum = 0;

    for (int i = blockIdx.x * 128 + t; i < n; i += 32 * stride) {
        for (int k = 0; k < 32; k++)
            p[k] =
                i + k * stride < n ? a[i + k * stride] * b[i + k * stride] : 0;
        for (int w = 16; w > 0; w /= 2)
            for (int k = 0; k < w; k++)
                p[k] += p[k + w];
        sum += p[0];
    }
    s[t] = sum;
    for (int w = 64; w > 0; w /= 2) {
        __syncthreads();
        if (t < w)
            s[t] += s[t + w];
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// Half of the block fetches a, the other half b; the first half multiplies.
__global__ void dt_loaders(const float *a, const float *b, float *part, int n)
{
    __shared__ float fetched[2][128];
    int t = threadIdx.x % 128, half = threadIdx.x / 128;
    const float *from = half ? b : a;
    float sum = 0;

    for (int m = blockIdx.x * 128; m < n; m += gridDim.x * 128) {
        fetched[half][t] = m + t < n ? from[m + t] : 0;
        __syncthreads();
        if (half == 0)
            sum += fetched[0][t] * fetched[1][t];
        __syncthreads();
    }
    if (half == 0)
        fetched[0][t] = sum;
    for (int w = 64; w > 0; w /= 2) {
        __syncthreads();
        if (half == 0 && t < w)
            fetched[0][t] += fetched[0][t + w];
    }
    if (threadIdx.x == 0)
        part[blockIdx.x] = fetched[0][0];
}

// 32 x 8 threads: columns first, then the line that is left.
__global__ void dt_columns_first(const float *a, const float *b, float *part,
                                 int n)
{
    __shared__ float s[8][32];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;

    for (int i = (blockIdx.x * 8 + y) * 32 + x; i < n; i += gridDim.x * 256)
        sum += a[i] * b[i];
    s[y][x] = sum;
    __syncthreads();
    if (y == 0)
        for (int k = 1; k < 8; k++)
            s[0][x] += s[k][x];
    __syncthreads();
    if (x == 0 && y == 0) {
        for (int k = 1; k < 32; k++)
            s[0][0] += s[0][k];
        part[blockIdx.x] = s[0][0];
    }
}

// Any number of threads: the half is rounded up.
__global__ void dt_rounded_half(const float *a, const float *b, float *part,
                                int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x, left = blockDim.x;

    s[t] = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
        s[t] += a[i] * b[i];
    __syncthreads();
    while (left > 1) {
        int half = (left + 1) / 2;
        if (t + half < left)
            s[t] += s[t + half];
        left = half;
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// Blocks of a single warp.
__global__ void dt_warp_blocks(const float *a, const float *b, float *part,
                               int n)
{
    float sum = 0;

    for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32)
        sum = fmaf(a[i], b[i], sum);
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(FULL, sum, d);
    if (threadIdx.x == 0)
        part[blockIdx.x] = sum;
}

// All products, then sums of 1000 of them, then one thread.
__global__ void dt_multiply(const float *a, const float *b, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] = a[i] * b[i];
}

__global__ void dt_thousands(const float *p, float *sums, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 1000;
    float sum = 0;

    if (first >= n)
        return;
    for (int i = first; i < first + 1000 && i < n; i++)
        sum += p[i];
    sums[first / 1000] = sum;
}

__global__ void dt_last_of_all(const float *sums, float *result, int count)
{
    float sum = 0;

    for (int i = 0; i < count; i++)
        sum += sums[i];
    *result = sum;
}

// ---- sums and least ones ----------------------------------------------------

// Running sums of the block; the last of them is its sum.
__global__ void su_last_of_scan(const float *in, float *part, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        float below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    if (t == 255)
        part[blockIdx.x] = s[t];
}

// Each warp has a part of shared memory and looks after itself.
__global__ void su_warps_alone(const float *in, float *part, int n)
{
    __shared__ float s[8][33];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int i = blockIdx.x * 256 + threadIdx.x;

    s[w][lane] = i < n ? in[i] : 0;
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        if (lane < d)
            s[w][lane] += s[w][lane + d];
        __syncwarp();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += s[k][0];
        part[blockIdx.x] = sum;
    }
}

// Four at a time from far apart, and a tree without an if for idle warps.
__global__ void su_branchless(const float *in, float *part, int n)
{
    __shared__ float s[512];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    float sum = 0;

    for (int k = 0; k < 4; k++, i += 256)
        sum += i < n ? in[i] : 0.0f;
    s[t] = sum;
    s[t + 256] = 0;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        float other = s[t + d];
        __syncthreads();
        s[t] += other;
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// Floats of [0, 1) are in the order of their bits.
__global__ void le_shared_bits(const float *in, float *least, int count)
{
    __shared__ int bits;
    const float *own = in + blockIdx.x * count;

    if (threadIdx.x == 0)
        bits = 0x7f800000;
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        atomicMin(&bits, __float_as_int(own[i]));
    __syncthreads();
    if (threadIdx.x == 0)
        least[blockIdx.x] = __int_as_float(bits);
}

__global__ void le_kept_least(const float *in, float *least, int count)
{
    __shared__ float s[32];
    const float *own = in + blockIdx.x * count;
    float low = INFINITY;

    for (int i = threadIdx.x; i < count; i += blockDim.x)
        if (own[i] < low)
            low = own[i];
    for (int d = 16; d > 0; d /= 2)
        low = fminf(low, __shfl_xor_sync(FULL, low, d));
    s[threadIdx.x / 32] = low;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < (int)blockDim.x / 32; w++)
            if (s[w] < s[0])
                s[0] = s[w];
        least[blockIdx.x] = s[0];
    }
}

__global__ void le_tree_of_ifs(const float *in, float *least, int count)
{
    __shared__ float s[256];
    const float *own = in + blockIdx.x * count;
    int t = threadIdx.x;

    s[t] = own[t % count];
    for (int i = t; i < count; i += 256)
        if (own[i] < s[t])
            s[t] = own[i];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int k = 2 * step * t;
        if (k + step < 256)
            s[k] = s[k + step] < s[k] ? s[k + step] : s[k];
        __syncthreads();
    }
    if (t == 0)
        least[blockIdx.x] = s[0];
}

// ---- means of rows, then matrix times vector, in doubles --------------------

// A block for four batches, a line of threads each.
__global__ void bt_four_batches(const double *in, const double *matrix,
                                double *out, int L, int M, int N)
{
    __shared__ double v[4][64];
    int x = threadIdx.x, z = threadIdx.y, k = blockIdx.x * 4 + z;

    if (k < N)
        for (int j = x; j < L; j += 64) {
            double sum = 0;
            for (int m = 0; m < M; m++)
                sum += in[(k * L + j) * M + m];
            v[z][j] = sum / M;
        }
    __syncthreads();
    if (k < N)
        for (int i = x; i < L; i += 64) {
            double sum = 0;
            for (int j = 0; j < L; j++)
                sum += matrix[i * L + j] * v[z][j];
            out[i * N + k] = sum;
        }
}

// The mean is divided before it is added; a warp for each row.
__global__ void bt_small_divisions(const double *in, const double *matrix,
                                   double *out, int L, int M, int N)
{
    __shared__ double v[64];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, k = blockIdx.x;

    for (int j = w; j < L; j += blockDim.x / 32) {
        double sum = 0;
        for (int m = lane; m < M; m += 32)
            sum += in[(k * L + j) * M + m] / M;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(FULL, sum, d);
        if (lane == 0)
            v[j] = sum;
    }
    __syncthreads();
    if ((int)threadIdx.x < L) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += v[j] * matrix[threadIdx.x * L + j];
        out[threadIdx.x * N + k] = sum;
    }
}

// Two barriers and a tree of 256 for each row, in both steps.
__global__ void bt_trees_only(const double *in, const double *matrix,
                              double *out, int L, int M, int N)
{
    __shared__ double v[64], s[128];
    int t = threadIdx.x, k = blockIdx.x;

    for (int row = 0; row < 2 * L; row++) {
        double sum = 0;
        if (row < L)
            for (int m = t; m < M; m += 128)
                sum += in[(k * L + row) * M + m];
        else
            for (int j = t; j < L; j += 128)
                sum += matrix[(row - L) * L + j] * v[j];
        s[t] = sum;
        __syncthreads();
        for (int half = 64; half > 0; half /= 2) {
            if (t < half)
                s[t] += s[t + half];
            __syncthreads();
        }
        if (t == 0 && row < L)
            v[row] = s[0] / M;
        else if (t == 0)
            out[(row - L) * N + k] = s[0];
        __syncthreads();
    }
}

// A block for each row of the means; then a thread for each result.
__global__ void bt_row_blocks(const double *in, double *mean, int M)
{
    __shared__ double s[64];
    int t = threadIdx.x;
    const double *row = in + (size_t)blockIdx.x * M;

    s[t] = 0;
    for (int m = t; m < M; m += 64)
        s[t] += row[m];
    __syncthreads();
    if (t == 0) {
        double sum = 0;
        for (int i = 0; i < 64; i++)
            sum += s[i];
        mean[blockIdx.x] = sum / M;
    }
}

__global__ void bt_result_threads(const double *mean, const double *matrix,
                                  double *out, int L, int N)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / N, k = e % N;
    double sum = 0;

    if (i >= L)
        return;
    for (int j = 0; j < L; j++)
        sum += matrix[i * L + j] * mean[k * L + j];
    out[e] = sum;
}

// The mean of a row goes to all results at once, by atomics.
__global__ void bt_spread(const double *in, const double *matrix, double *out,
                          int L, int M, int N)
{
    __shared__ double result[64];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, k = blockIdx.x;

    for (int i = threadIdx.x; i < L; i += blockDim.x)
        result[i] = 0;
    __syncthreads();
    for (int j = w; j < L; j += blockDim.x / 32) {
        double sum = 0;
        for (int m = lane; m < M; m += 32)
            sum += in[(k * L + j) * M + m];
        for (int d = 1; d < 32; d *= 2)
            sum += __shfl_xor_sync(FULL, sum, d);
        for (int i = lane; i < L; i += 32)
            atomicAdd(&result[i], matrix[i * L + j] * (sum / M));
    }
    __syncthreads();
    for (int i = threadIdx.x; i < L; i += blockDim.x)
        out[i * N + k] = result[i];
}

// The batch is copied to shared memory; lines of it are added from there.
__global__ void bt_input_in_shared(const double *in, const double *matrix,
                                   double *out, int L, int M, int N)
{
    extern __shared__ double kept[];
    double *v = kept + L * M;
    int t = threadIdx.x, k = blockIdx.x;

    for (int e = t; e < L * M; e += blockDim.x)
        kept[e] = in[k * L * M + e];
    __syncthreads();
    if (t < L) {
        v[t] = 0;
        for (int m = 0; m < M; m++)
            v[t] += kept[t * M + m];
        v[t] /= M;
    }
    __syncthreads();
    for (int i = t; i < L; i += blockDim.x) {
        out[i * N + k] = 0;
        for (int j = 0; j < L; j++)
            out[i * N + k] += matrix[i * L + j] * v[j];
    }
}

// ---- the warm-up: powers, differences, a table of products ------------------

__constant__ float coefficients[8] = {1, -0.5f, 0.25f, 2, -1, 0.125f, 3, 0.75f};

__global__ void po_pow(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        sum += coefficients[k] * powf(x[i], k);
    y[i] = sum;
}

__global__ void po_growing(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        float power = 1, sum = 0;
        for (int k = 0; k < 8; k++) {
            sum += coefficients[k] * power;
            power *= x[i];
        }
        y[i] = sum;
    }
}

__global__ void po_loop_in_loop(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    y[i] = 0;
    for (int k = 0; k < 8; k++) {
        float term = coefficients[k];
#pragma unroll 1
        for (int p = 0; p < k; p++)
            term *= x[i];
        y[i] += term;
    }
}

__global__ void po_doubles_by_mistake(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] =
            1.0 +
            x[i] *
                (-0.5 +
                 x[i] *
                     (0.25 +
                      x[i] * (2.0 +
                              x[i] * (-1.0 +
                                      x[i] * (0.125 +
                                              x[i] * (3.0 + x[i] * 0.75))))));
}

__global__ void di_plain(const float *x, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        d[i] = x[i + 1] - x[i];
}

__global__ void di_shared(const float *x, float *d, int n)
{
    __shared__ float s[257];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    if (i <= n)
        s[t] = x[i];
    if (t == 255 && i + 1 <= n)
        s[256] = x[i + 1];
    __syncthreads();
    if (i < n)
        d[i] = s[t + 1] - s[t];
}

__global__ void di_lanes(const float *x, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float own = x[min(i, n)], next = __shfl_down_sync(FULL, own, 1);

    if (threadIdx.x % 32 == 31 && i < n)
        next = x[i + 1];
    if (i < n)
        d[i] = next - own;
}

__global__ void ou_row_of_thread(const float *u, const float *v, float *C,
                                 int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows)
        for (int col = 0; col < cols; col++)
            C[row * cols + col] = u[row] * v[col];
}

__global__ void ou_plane(const float *u, const float *v, float *C, int rows,
                         int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && col < cols)
        C[row * cols + col] = u[row] * v[col];
}

// u and v of the block are brought to shared memory.
__global__ void ou_shared(const float *u, const float *v, float *C, int rows,
                          int cols)
{
    __shared__ float su[16], sv[16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;

    if (y == 0 && col < cols)
        sv[x] = v[col];
    if (x == 0 && row < rows)
        su[y] = u[row];
    __syncthreads();
    if (row < rows && col < cols)
        C[row * cols + col] = su[y] * sv[x];
}

#include "slow12.def"

TIMES_MAIN
