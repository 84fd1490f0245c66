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

#include "slow1.def"

TIMES_MAIN
