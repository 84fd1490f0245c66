/*
 * slow1.cu - the set: lab 1 as students write it, right and slow.
 */
#include "times.h"

// ---- c = a + b --------------------------------------------------------------

__global__ void add_plain(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void add_stride(const float *a, const float *b, float *c, int n)
{
    int step = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        c[i] = a[i] + b[i];
}

// Each thread its own piece, side by side.
__global__ void add_pieces(const float *a, const float *b, float *c, int n,
                           int piece)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;

    for (int i = first; i < first + piece && i < n; i++)
        c[i] = a[i] + b[i];
}

__global__ void add_block_number(const float *a, const float *b, float *c)
{
    c[blockIdx.x] = a[blockIdx.x] + b[blockIdx.x];
}

__global__ void add_far(const float *a, const float *b, float *c, int n,
                        int stride)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int columns = n / stride;
    int i = t % columns * stride + t / columns;

    if (t < columns * stride)
        c[i] = a[i] + b[i];
}

__global__ void add_misaligned(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i + 3 < n)
        c[i + 3] = a[i + 1] + b[i + 2];
}

__global__ void add_four(const float4 *a, const float4 *b, float4 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float4 x = a[i], y = b[i];
        c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}

__global__ void add_backwards(const float *a, const float *b, float *c, int n)
{
    int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i >= 0)
        c[i] = a[i] + b[i];
}

__global__ void add_even_odd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        if (i % 2)
            c[i] = a[i] + b[i];
        else
            c[i] = b[i] + a[i];
    }
}

__global__ void add_through_shared(const float *a, const float *b, float *c,
                                   int n)
{
    __shared__ float x[256], y[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    x[threadIdx.x] = i < n ? a[i] : 0;
    y[threadIdx.x] = i < n ? b[i] : 0;
    __syncthreads();
    if (i < n)
        c[i] = x[threadIdx.x] + y[threadIdx.x];
}

__global__ void add_in_double(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = (float)((double)a[i] + (double)b[i]);
}

__global__ void add_half_warp(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * 16 + threadIdx.x;

    if (threadIdx.x < 16 && i < n)
        c[i] = a[i] + b[i];
}

// ---- A x V ------------------------------------------------------------------

__global__ void mv_row(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
}

__global__ void mv_in_place(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        C[row] = 0;
        for (int j = 0; j < cols; j++)
            C[row] += A[row * cols + j] * V[j];
    }
}

__global__ void mv_store_each(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row < rows)
        for (int j = 0; j < cols; j++) {
            sum += A[row * cols + j] * V[j];
            C[row] = sum;
        }
}

__global__ void mv_double(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += (double)A[row * cols + j] * V[j];
    C[row] = sum;
}

__global__ void mv_backwards(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = cols - 1; j >= 0; j--)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
}

__global__ void mv_restrict(const float *__restrict__ A,
                            const float *__restrict__ V, float *__restrict__ C,
                            int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    C[row] = 0;
    for (int j = 0; j < cols; j++)
        C[row] += A[row * cols + j] * V[j];
}

__global__ void mv_two_sums(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float even = 0, odd = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        if (j % 2 == 0)
            even += A[row * cols + j] * V[j];
        else
            odd += A[row * cols + j] * V[j];
    }
    C[row] = even + odd;
}

__global__ void mv_array_of_sums(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sums[16];

    if (row >= rows)
        return;
    for (int k = 0; k < 16; k++)
        sums[k] = 0;
    for (int j = 0; j < cols; j++)
        sums[(j + row) % 16] += A[row * cols + j] * V[j];
    for (int k = 1; k < 16; k++)
        sums[0] += sums[k];
    C[row] = sums[0];
}

__global__ void mv_block_tree(const float *A, const float *V, float *C,
                              int cols)
{
    __shared__ float sums[1024];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;

    for (int j = t; j < cols; j += blockDim.x)
        sum += A[row * cols + j] * V[j];
    sums[t] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        C[row] = sums[0];
}

__global__ void mv_block_one_adds(const float *A, const float *V, float *C,
                                  int cols)
{
    __shared__ float sums[256];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;

    for (int j = t; j < cols; j += blockDim.x)
        sum += A[row * cols + j] * V[j];
    sums[t] = sum;
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < blockDim.x; k++)
            sum += sums[k];
        C[row] = sum;
    }
}

__global__ void zero(float *C, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        C[i] = 0;
}

__global__ void mv_atomic_each(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;

    if (j < cols)
        atomicAdd(&C[row], A[row * cols + j] * V[j]);
}

// Across the rows: neighbours add to other elements.
__global__ void mv_atomic_rows(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y;

    if (row < rows)
        atomicAdd(&C[row], A[row * cols + j] * V[j]);
}

__global__ void mv_atomic_lane(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = threadIdx.x % 32; j < cols; j += 32)
        sum += A[row * cols + j] * V[j];
    atomicAdd(&C[row], sum);
}

__global__ void mv_atomic_pieces(const float *A, const float *V, float *C,
                                 int rows, int cols, int piece)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.y * piece;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = first; j < first + piece && j < cols; j++)
        sum += A[row * cols + j] * V[j];
    atomicAdd(&C[row], sum);
}

// Threads go over all elements and find out where they are by division.
__global__ void mv_divide(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int step = gridDim.x * blockDim.x;

    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < rows * cols;
         k += step)
        atomicAdd(&C[k / cols], A[k] * V[k % cols]);
}

template <int LANES>
__global__ void mv_lanes(const float *A, const float *V, float *C, int rows,
                         int cols)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t / LANES, lane = t % LANES;
    float sum = 0;

    if (row < rows)
        for (int j = lane; j < cols; j += LANES)
            sum += A[row * cols + j] * V[j];
    for (int d = LANES / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (row < rows && lane == 0)
        C[row] = sum;
}

__global__ void mv_warp_tree(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    __shared__ float sums[256];
    int t = threadIdx.x, lane = t % 32;
    int row = (blockIdx.x * blockDim.x + t) / 32;
    float sum = 0;

    if (row < rows)
        for (int j = lane; j < cols; j += 32)
            sum += A[row * cols + j] * V[j];
    sums[t] = sum;
    for (int half = 16; half > 0; half /= 2) {
        __syncthreads();
        if (lane < half)
            sums[t] += sums[t + half];
    }
    if (row < rows && lane == 0)
        C[row] = sums[t];
}

__global__ void mv_parts(const float *A, const float *V, float *parts, int rows,
                         int cols, int piece)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.y * piece;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = first; j < first + piece && j < cols; j++)
        sum += A[row * cols + j] * V[j];
    parts[blockIdx.y * rows + row] = sum;
}

__global__ void mv_add_parts(const float *parts, float *C, int rows, int count)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (int k = 0; k < count; k++)
        sum += parts[k * rows + row];
    C[row] = sum;
}

__global__ void mv_products(const float *A, const float *V, float *P, int n,
                            int cols)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k < n)
        P[k] = A[k] * V[k % cols];
}

__global__ void mv_add_products(const float *P, float *C, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    C[row] = 0;
    for (int j = 0; j < cols; j++)
        C[row] += P[row * cols + j];
}

__global__ void mv_two_rows(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int row = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    float first = 0, second = 0;

    if (row + 1 >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        first += A[row * cols + j] * V[j];
        second += A[(row + 1) * cols + j] * V[j];
    }
    C[row] = first;
    C[row + 1] = second;
}

__global__ void mv_float4(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j += 4) {
        float4 x = *(const float4 *)&A[row * cols + j];
        float4 y = *(const float4 *)&V[j];
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    C[row] = sum;
}

// ---- V x A ------------------------------------------------------------------

__global__ void vm_col(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = 0; i < rows; i++)
        sum += V[i] * A[i * cols + col];
    C[col] = sum;
}

__global__ void vm_in_place(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col >= cols)
        return;
    C[col] = 0;
    for (int i = 0; i < rows; i++)
        C[col] += V[i] * A[i * cols + col];
}

__global__ void vm_row_atomic(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows)
        for (int j = 0; j < cols; j++)
            atomicAdd(&C[j], V[row] * A[row * cols + j]);
}

__global__ void vm_element_atomic(const float *V, const float *A, float *C,
                                  int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && col < cols)
        atomicAdd(&C[col], V[row] * A[row * cols + col]);
}

__global__ void vm_warp_down(const float *V, const float *A, float *C, int rows,
                             int cols)
{
    int col = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = threadIdx.x % 32; i < rows; i += 32)
        sum += V[i] * A[i * cols + col];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        C[col] = sum;
}

__global__ void vm_block_down(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    __shared__ float sums[256];
    int col = blockIdx.x, t = threadIdx.x;
    float sum = 0;

    for (int i = t; i < rows; i += blockDim.x)
        sum += V[i] * A[i * cols + col];
    sums[t] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        C[col] = sums[0];
}

__global__ void vm_slices_atomic(const float *V, const float *A, float *C,
                                 int rows, int cols, int piece)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.y * piece;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = first; i < first + piece && i < rows; i++)
        sum += V[i] * A[i * cols + col];
    atomicAdd(&C[col], sum);
}

__global__ void vm_double(const float *V, const float *A, float *C, int rows,
                          int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;

    if (col >= cols)
        return;
    for (int i = 0; i < rows; i++)
        sum += (double)V[i] * A[i * cols + col];
    C[col] = sum;
}

__global__ void vm_pointer(const float *V, const float *A, float *C, int rows,
                           int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = A + col, *end = A + (size_t)rows * cols;
    float sum = 0;

    if (col >= cols)
        return;
    for (; p < end; p += cols)
        sum += *V++ * *p;
    C[col] = sum;
}

__global__ void vm_if(const float *V, const float *A, float *C, int rows,
                      int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = 0; i < rows; i++)
        if (V[i] > 0.5f)
            sum += V[i] * A[i * cols + col];
        else
            sum += A[i * cols + col] * V[i];
    C[col] = sum;
}

// ---- A x B ------------------------------------------------------------------

__global__ void mm_columns_down(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= rows || col >= cols)
        return;
    for (int k = 0; k < inner; k++)
        sum += A[row * inner + k] * B[k * cols + col];
    C[row * cols + col] = sum;
}

__global__ void mm_rows(const float *A, const float *B, float *C, int rows,
                        int inner, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;

    if (row >= rows || col >= cols)
        return;
    for (int k = 0; k < inner; k++)
        sum += A[row * inner + k] * B[k * cols + col];
    C[row * cols + col] = sum;
}

__global__ void mm_in_place(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= rows || col >= cols)
        return;
    C[row * cols + col] = 0;
    for (int k = 0; k < inner; k++)
        C[row * cols + col] += A[row * inner + k] * B[k * cols + col];
}

__global__ void mm_row_each(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    for (int col = 0; col < cols; col++) {
        float sum = 0;
        for (int k = 0; k < inner; k++)
            sum += A[row * inner + k] * B[k * cols + col];
        C[row * cols + col] = sum;
    }
}

__global__ void mm_col_each(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col >= cols)
        return;
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int k = 0; k < inner; k++)
            sum += A[row * inner + k] * B[k * cols + col];
        C[row * cols + col] = sum;
    }
}

__global__ void mm_one_number(const float *A, const float *B, float *C,
                              int rows, int inner, int cols)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t / cols, col = t % cols;
    float sum = 0;

    if (t >= rows * cols)
        return;
    for (int k = 0; k < inner; k++)
        sum += A[row * inner + k] * B[k * cols + col];
    C[t] = sum;
}

__global__ void mm_block_each(const float *A, const float *B, float *C,
                              int inner, int cols)
{
    __shared__ float sums[64];
    int row = blockIdx.y, col = blockIdx.x, t = threadIdx.x;
    float sum = 0;

    for (int k = t; k < inner; k += 64)
        sum += A[row * inner + k] * B[k * cols + col];
    sums[t] = sum;
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sums[t] += sums[t + half];
    }
    if (t == 0)
        C[row * cols + col] = sums[0];
}

__global__ void mm_atomic(const float *A, const float *B, float *C, int rows,
                          int inner, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z;

    if (row < rows && col < cols)
        atomicAdd(&C[row * cols + col], A[row * inner + k] * B[k * cols + col]);
}

__global__ void mm_double(const float *A, const float *B, float *C, int rows,
                          int inner, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    double sum = 0;

    if (row >= rows || col >= cols)
        return;
    for (int k = 0; k < inner; k++)
        sum += (double)A[row * inner + k] * (double)B[k * cols + col];
    C[row * cols + col] = (float)sum;
}

__global__ void mm_walk(const float *A, const float *B, float *C, int rows,
                        int inner, int cols)
{
    int step = gridDim.x * blockDim.x;

    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < rows * cols;
         t += step) {
        float sum = 0;
        for (int k = 0; k < inner; k++)
            sum += A[t / cols * inner + k] * B[k * cols + t % cols];
        C[t] = sum;
    }
}

// The table, and how its rows are said, stand as they do by hand.
// clang-format off
static const struct timed cases[] = {
    ROW("add/plain", "coalesced",
        (add_plain<<<blocks(s.a, s.b), s.b>>>(d.a, d.b, d.c, s.a)), {1000, 256},
        {1 << 18, 256}, {1 << 20, 256}, {1 << 22, 256}, {1 << 24, 256},
        {1 << 20, 1024})
    ROW("add/small_blocks", "tiny blocks",
        (add_plain<<<blocks(s.a, s.b), s.b>>>(d.a, d.b, d.c, s.a)),
        {1 << 20, 32}, {1 << 20, 48}, {1 << 20, 64}, {1 << 20, 96},
        {1 << 18, 8})
    ROW("add/block_each", "tiny blocks",
        (add_block_number<<<s.a, 1>>>(d.a, d.b, d.c)), {1000}, {21846},
        {100000})
    ROW("add/grid_stride", "few threads",
        (add_stride<<<s.b, 256>>>(d.a, d.b, d.c, s.a)), {1 << 18, 1},
        {1 << 20, 16}, {1 << 20, 132}, {1 << 22, 528}, {1 << 22, 1056})
    ROW("add/pieces", "uncoalesced",
        (add_pieces<<<blocks(s.a, 256 * s.b), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        {1 << 20, 4}, {1 << 20, 16}, {1 << 20, 64}, {1 << 22, 32})
    ROW("add/far", "uncoalesced",
        (add_far<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        {1 << 20, 2}, {1 << 20, 8}, {1 << 20, 32}, {1 << 20, 1024})
    ROW("add/misaligned", "coalesced",
        (add_misaligned<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a)),
        {1 << 20}, {1 << 22})
    ROW("add/four", "coalesced",
        (add_four<<<blocks(s.a, 1024), 256>>>((float4 *)d.a, (float4 *)d.b,
                                              (float4 *)d.c, s.a / 4)),
        {1 << 20}, {1 << 22}, {1 << 24})
    ROW("add/backwards", "coalesced",
        (add_backwards<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a)),
        {1 << 20})
    ROW("add/even_odd", "divergent",
        (add_even_odd<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a)),
        {1 << 20}, {1 << 22})
    ROW("add/through_shared", "shared",
        (add_through_shared<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a)),
        {1 << 20}, {1 << 22})
    ROW("add/in_double", "double",
        (add_in_double<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a)),
        {1 << 20}, {1 << 22})
    ROW("add/half_warp", "divergent",
        (add_half_warp<<<blocks(s.a, 16), 32>>>(d.a, d.b, d.c, s.a)), {1 << 18},
        {1 << 20})

    ROW("matvec/block_32", "small blocks",
        (mv_row<<<blocks(s.a, 32), 32>>>(d.a, d.b, d.c, s.a, s.b)), SHAPES)
    ROW("matvec/block_128", "uncoalesced",
        (mv_row<<<blocks(s.a, 128), 128>>>(d.a, d.b, d.c, s.a, s.b)), SHAPES)
    ROW("matvec/block_1024", "uncoalesced",
        (mv_row<<<blocks(s.a, 1024), 1024>>>(d.a, d.b, d.c, s.a, s.b)), SHAPES)
    ROW("matvec/block_1", "tiny blocks",
        (mv_row<<<s.a, 1>>>(d.a, d.b, d.c, s.a, s.b)), SHAPES, {20000, 50})
    ROW("matvec/many_rows", "uncoalesced",
        (mv_row<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        {100000, 20}, {40000, 100}, {20000, 200})
    MV(in_place, "store in loop", {64, 64}, SHAPES)
    MV(store_each, "store in loop", {64, 64}, SHAPES)
    MV(double, "double", SHAPES)
    MV(backwards, "uncoalesced", SHAPES)
    MV(restrict, "uncoalesced", SHAPES)
    MV(two_sums, "uncoalesced", SHAPES)
    MV(array_of_sums, "local memory", SHAPES)
    ROW("matvec/block_tree", "barriers",
        (mv_block_tree<<<s.a, s.c>>>(d.a, d.b, d.c, s.b)), {1000, 500, 128},
        {1000, 500, 256}, {2500, 2000, 256}, {2500, 2000, 1024})
    ROW("matvec/block_one_adds", "one thread",
        (mv_block_one_adds<<<s.a, 256>>>(d.a, d.b, d.c, s.b)), SHAPES)
    ROW("matvec/atomic_each", "atomics",
        (zero<<<blocks(s.a, 256), 256>>>(d.c, s.a));
        (mv_atomic_each<<<dim3(blocks(s.b, 256), s.a), 256>>>(d.a, d.b, d.c,
                                                              s.a, s.b)),
        {64, 64}, SHAPES)
    ROW("matvec/atomic_rows", "atomics",
        (zero<<<blocks(s.a, 256), 256>>>(d.c, s.a));
        (mv_atomic_rows<<<dim3(blocks(s.a, 256), s.b), 256>>>(d.a, d.b, d.c,
                                                              s.a, s.b)),
        SHAPES)
    ROW("matvec/atomic_lane", "atomics",
        (zero<<<blocks(s.a, 256), 256>>>(d.c, s.a));
        (mv_atomic_lane<<<blocks(s.a, 8), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/atomic_pieces", "atomics",
        (zero<<<blocks(s.a, 256), 256>>>(d.c, s.a));
        (mv_atomic_pieces<<<dim3(blocks(s.a, 256), blocks(s.b, s.c)), 256>>>(
            d.a, d.b, d.c, s.a, s.b, s.c)),
        {1000, 500, 64}, {2500, 2000, 64}, {2500, 2000, 16})
    ROW("matvec/divide", "atomics",
        (zero<<<blocks(s.a, 256), 256>>>(d.c, s.a));
        (mv_divide<<<528, 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/lanes_2", "uncoalesced",
        (mv_lanes<2><<<blocks(s.a, 128), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/lanes_4", "uncoalesced",
        (mv_lanes<4><<<blocks(s.a, 64), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/lanes_8", "waiting",
        (mv_lanes<8><<<blocks(s.a, 32), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/lanes_16", "waiting",
        (mv_lanes<16><<<blocks(s.a, 16), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/warp_tree", "barriers",
        (mv_warp_tree<<<blocks(s.a, 8), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/parts", "two kernels",
        (mv_parts<<<dim3(blocks(s.a, 256), blocks(s.b, s.c)), 256>>>(
            d.a, d.b, d.c + s.a, s.a, s.b, s.c));
        (mv_add_parts<<<blocks(s.a, 256), 256>>>(d.c + s.a, d.c, s.a,
                                                 blocks(s.b, s.c))),
        {1000, 500, 50}, {2500, 2000, 100}, {2500, 2000, 20})
    ROW("matvec/products", "two kernels",
        (mv_products<<<blocks(s.a * s.b, 256), 256>>>(d.a, d.b, d.c + s.a,
                                                      s.a * s.b, s.b));
        (mv_add_products<<<blocks(s.a, 256), 256>>>(d.c + s.a, d.c, s.a, s.b)),
        SHAPES)
    ROW("matvec/two_rows", "uncoalesced",
        (mv_two_rows<<<blocks(s.a, 512), 256>>>(d.a, d.b, d.c, s.a, s.b)),
        SHAPES)
    MV(float4, "uncoalesced", SHAPES)

    ROW("vecmat/block_32", "small blocks",
        (vm_col<<<blocks(s.b, 32), 32>>>(d.b, d.a, d.c, s.a, s.b)), SHAPES)
    ROW("vecmat/block_1", "tiny blocks",
        (vm_col<<<s.b, 1>>>(d.b, d.a, d.c, s.a, s.b)), {1000, 500},
        {500, 2000})
    ROW("vecmat/wide", "coalesced",
        (vm_col<<<blocks(s.b, 256), 256>>>(d.b, d.a, d.c, s.a, s.b)),
        {50, 100000}, {200, 40000})
    VM(in_place, "store in loop", {64, 64}, SHAPES)
    ROW("vecmat/row_atomic", "atomics",
        (zero<<<blocks(s.b, 256), 256>>>(d.c, s.b));
        (vm_row_atomic<<<blocks(s.a, 256), 256>>>(d.b, d.a, d.c, s.a, s.b)),
        {64, 64}, SHAPES)
    ROW("vecmat/element_atomic", "atomics",
        (zero<<<blocks(s.b, 256), 256>>>(d.c, s.b));
        (vm_element_atomic<<<dim3(blocks(s.b, 32), blocks(s.a, 8)),
                             dim3(32, 8)>>>(d.b, d.a, d.c, s.a, s.b)),
        SHAPES)
    ROW("vecmat/warp_down", "uncoalesced",
        (vm_warp_down<<<blocks(s.b, 8), 256>>>(d.b, d.a, d.c, s.a, s.b)),
        SHAPES)
    ROW("vecmat/block_down", "uncoalesced",
        (vm_block_down<<<s.b, 256>>>(d.b, d.a, d.c, s.a, s.b)), SHAPES)
    ROW("vecmat/slices_atomic", "atomics",
        (zero<<<blocks(s.b, 256), 256>>>(d.c, s.b));
        (vm_slices_atomic<<<dim3(blocks(s.b, 256), blocks(s.a, s.c)), 256>>>(
            d.b, d.a, d.c, s.a, s.b, s.c)),
        {1000, 500, 32}, {2500, 2000, 128}, {2500, 2000, 32})
    VM(double, "double", SHAPES)
    ROW("vecmat/pointer", "coalesced",
        (vm_pointer<<<blocks(s.b, 128), 128>>>(d.b, d.a, d.c, s.a, s.b)),
        SHAPES)
    VM(if, "divergent", SHAPES)

#define MATMUL(version, kind, x, y, ...)                                       \
    ROW("matmul/" #version, kind,                                              \
        (mm_##version<<<dim3(blocks(s.a, x), blocks(s.c, y)), dim3(x, y)>>>(   \
            d.a, d.b, d.c, s.a, s.b, s.c)),                                    \
        __VA_ARGS__)
    MATMUL(columns_down, "uncoalesced", 32, 32, CUBE(64), CUBE(128), CUBE(320))
    MATMUL(rows, "l1", 16, 16, CUBE(64), CUBE(128), CUBE(320))
    MATMUL(in_place, "store in loop", 32, 32, CUBE(64), CUBE(128), CUBE(256))
    MATMUL(double, "double", 16, 16, CUBE(128), CUBE(256))
    ROW("matmul/block_8x8", "small blocks",
        (mm_rows<<<dim3(blocks(s.a, 8), blocks(s.c, 8)), dim3(8, 8)>>>(
            d.a, d.b, d.c, s.a, s.b, s.c)),
        CUBE(128), CUBE(320))
    ROW("matmul/block_2x2", "tiny blocks",
        (mm_rows<<<dim3(blocks(s.a, 2), blocks(s.c, 2)), dim3(2, 2)>>>(
            d.a, d.b, d.c, s.a, s.b, s.c)),
        CUBE(128), CUBE(256))
    ROW("matmul/block_1x256", "uncoalesced",
        (mm_rows<<<dim3(s.a, blocks(s.c, 256)), dim3(1, 256)>>>(d.a, d.b, d.c,
                                                                s.a, s.b, s.c)),
        CUBE(128), CUBE(256))
    ROW("matmul/row_each", "uncoalesced",
        (mm_row_each<<<blocks(s.a, 64), 64>>>(d.a, d.b, d.c, s.a, s.b, s.c)),
        CUBE(64), CUBE(128))
    ROW("matmul/col_each", "few threads",
        (mm_col_each<<<blocks(s.c, 64), 64>>>(d.a, d.b, d.c, s.a, s.b, s.c)),
        CUBE(64), CUBE(128))
    ROW("matmul/one_number", "l1",
        (mm_one_number<<<blocks(s.a * s.c, 256), 256>>>(d.a, d.b, d.c, s.a, s.b,
                                                        s.c)),
        CUBE(100), CUBE(320))
    ROW("matmul/block_each", "tiny blocks",
        (mm_block_each<<<dim3(s.c, s.a), 64>>>(d.a, d.b, d.c, s.b, s.c)),
        CUBE(64), CUBE(128))
    ROW("matmul/atomic", "atomics",
        (zero<<<blocks(s.a * s.c, 256), 256>>>(d.c, s.a * s.c));
        (mm_atomic<<<dim3(blocks(s.c, 16), blocks(s.a, 16), s.b),
                     dim3(16, 16)>>>(d.a, d.b, d.c, s.a, s.b, s.c)),
        CUBE(64), CUBE(128))
    ROW("matmul/walk", "few threads",
        (mm_walk<<<s.a / 16, 256>>>(d.a, d.b, d.c, s.a, s.b, s.c)), CUBE(128),
        CUBE(256))
};

TIMES_MAIN
