/*
 * slow8.cu - the set: solutions of the three labs, right and of varied skill,
 * once unseen like those of slow6.cu.
 */
#include "times.h"

#define FULL           0xffffffffu
#define AT(M, r, c, w) M[(r) * (w) + (c)]

// ---- lab 1: sums of two vectors ---------------------------------------------

// Blocks of one thread, which has sixteen elements.
__global__ void plus_alone(float *a, float *b, float *c, int n)
{
    int first = blockIdx.x * 16;

    for (int i = first; i < first + 16; i++) {
        if (i >= n)
            break;
        c[i] = a[i] + b[i];
    }
}

struct triple {
    float a, b, c;
};

__global__ void plus_triples(struct triple *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        t[i].c = t[i].a + t[i].b;
}

// Each warp has its own thousand elements.
__global__ void plus_warp_piece(const float *a, const float *b, float *c, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    int begin = warp * 1024, end = begin + 1024;

    if (end > n)
        end = n;
    for (int i = begin + lane; i < end; i = i + 32)
        c[i] = a[i] + b[i];
}

__global__ void plus_while(const float *a, const float *b, float *c, int last)
{
    long tid = threadIdx.x + (long)blockIdx.x * blockDim.x;

    while (tid <= last) {
        c[tid] = (float)(1.0 * a[tid] + b[tid] * 1.0);
        tid += (long)blockDim.x * gridDim.x;
    }
}

// A grid of two dimensions for an array of one.
__global__ void plus_grid_of_two(const float *a, const float *b, float *c,
                                 int n)
{
    int ix = threadIdx.x + blockIdx.x * blockDim.x;
    int iy = threadIdx.y + blockIdx.y * blockDim.y;
    int idx = iy * (gridDim.x * blockDim.x) + ix;

    if (idx < n)
        c[idx] = a[idx] + b[idx];
}

// ---- lab 1: A x V -----------------------------------------------------------

// Counted from 1, as in the textbook.
__global__ void mv_from_one(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;

    if (i <= rows) {
        float sum = 0;
        for (int j = 1; j <= cols; j++)
            sum = sum + A[(i - 1) * cols + (j - 1)] * V[j - 1];
        C[i - 1] = sum;
    }
}

__global__ void mv_sizes_down(const float *A, const float *V, float *C,
                              size_t rows, size_t cols)
{
    size_t row = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    double total = 0.0;

    if (row >= rows)
        return;
    for (size_t col = cols; col-- > 0;)
        total += A[row * cols + col] * V[col];
    C[row] = (float)total;
}

// A block of 7 x 9 threads for each row; one of them adds up.
__global__ void mv_block_7x9(const float *A, const float *V, float *C, int rows,
                             int cols)
{
    __shared__ float partial[63];
    int t = threadIdx.y * blockDim.x + threadIdx.x, row = blockIdx.x;

    partial[t] = 0;
    for (int j = t; j < cols; j += 63)
        partial[t] += A[row * cols + j] * V[j];
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        float sum = 0;
        for (int k = 0; k < 63; k++)
            sum += partial[k];
        C[row] = sum;
    }
}

__device__ __noinline__ float element(const float *M, int r, int c, int width)
{
    return M[r * width + c];
}

__global__ void mv_asks_function(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    if (r < rows) {
        for (int c = 0; c < cols; c++)
            sum += element(A, r, c, cols) * V[c];
        C[r] = sum;
    }
}

struct matrix {
    int width, height;
    float *elements;
};

__device__ float get(const struct matrix m, int row, int col)
{
    if (row >= m.height || col >= m.width)
        return 0;
    return m.elements[row * m.width + col];
}

__device__ void set(struct matrix m, int row, int col, float x)
{
    if (row < m.height && col < m.width)
        m.elements[row * m.width + col] = x;
}

__global__ void mv_matrices(struct matrix A, struct matrix V, struct matrix C)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0;

    for (int k = 0; k < A.width; ++k)
        value += get(A, row, k) * get(V, k, 0);
    set(C, row, 0, value);
}

// Eight parts of each row, then a second kernel.
__global__ void mv_eight_parts(const float *A, const float *V, float *part,
                               int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y;
    int len = (cols + 7) / 8;
    float s = 0;

    if (row >= rows)
        return;
    for (int j = p * len; j < (p + 1) * len && j < cols; j++)
        s += A[row * cols + j] * V[j];
    part[row * 8 + p] = s;
}

__global__ void mv_sum_parts(const float *part, float *C, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    C[row] = 0;
    for (int p = 0; p < 8; p++)
        C[row] += part[row * 8 + p];
}

__global__ void mv_volatile_result(const float *A, const float *V,
                                   volatile float *C, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= rows)
        return;
    C[i] = 0;
    for (int j = 0; j < cols; j++)
        C[i] += A[i * cols + j] * V[j];
}

// Too few threads for the rows, which go around.
__global__ void mv_few_go_around(const float *A, const float *V, float *C,
                                 int rows, int cols)
{
    int threads = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows;
         i += threads) {
        float s = 0;
        for (int j = 0; j < cols; j++)
            s += A[i * cols + j] * V[j];
        C[i] = s;
    }
}

// All of V lies in shared memory.
__global__ void mv_all_of_v(const float *__restrict__ A,
                            const float *__restrict__ V, float *__restrict__ C,
                            int rows, int cols)
{
    extern __shared__ float v[];
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        v[j] = V[j];
    __syncthreads();
    if (row >= rows)
        return;
    float sum = 0;
#pragma unroll 4
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * v[j];
    C[row] = sum;
}

// Products first, all of them, in a per-thread array.
__global__ void mv_array_of_ten(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float products[10], sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j += 10) {
        for (int k = 0; k < 10; k++)
            products[k] = j + k < cols ? A[row * cols + j + k] * V[j + k] : 0;
        for (int k = 0; k < 10; k++)
            sum += products[k];
    }
    C[row] = sum;
}

// A warp for a row in blocks of 1024; all lanes get the sum.
__global__ void mv_warp_of_1024(const float *A, const float *V, float *C,
                                int rows, int cols)
{
    int row = blockIdx.x * 32 + threadIdx.y;
    float s = 0;

    if (row < rows) {
        for (unsigned j = threadIdx.x; j < cols; j += 32)
            s += AT(A, row, j, cols) * V[j];
        s += __shfl_xor_sync(FULL, s, 1);
        s += __shfl_xor_sync(FULL, s, 2);
        s += __shfl_xor_sync(FULL, s, 4);
        s += __shfl_xor_sync(FULL, s, 8);
        s += __shfl_xor_sync(FULL, s, 16);
        if (threadIdx.x == 0)
            C[row] = s;
    }
}

// ---- lab 1: V x A -----------------------------------------------------------

__global__ void vm_block_16x4(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (col >= cols)
        return;
    for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < rows;
         row += gridDim.y * blockDim.y)
        sum += V[row] * A[row * cols + col];
    atomicAdd(&C[col], sum);
}

__global__ void vm_long_while(const float *V, const float *A, float *C,
                              long long rows, long long cols)
{
    long long j = (long long)blockIdx.x * blockDim.x + threadIdx.x, i = 0;
    float r = 0;

    if (j < cols) {
        while (i < rows) {
            r += A[i * cols + j] * V[i];
            i++;
        }
        C[j] = r;
    }
}

__global__ void vm_unsigned_down(const float *V, const float *A, float *C,
                                 unsigned rows, unsigned cols)
{
    unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    float r = 0;

    if (j >= cols)
        return;
#pragma unroll 3
    for (unsigned i = rows; i > 0; i--)
        r += A[(i - 1) * cols + j] * V[i - 1];
    C[j] = r;
}

// A block of 100 threads for each column.
__global__ void vm_hundred(const float *V, const float *A, float *C, int rows,
                           int cols)
{
    __shared__ float s[100];
    int t = threadIdx.x, col = blockIdx.x, len = 100;

    s[t] = 0;
    for (int i = t; i < rows; i += 100)
        s[t] += V[i] * A[i * cols + col];
    __syncthreads();
    while (len > 1) {
        int half = (len + 1) / 2;
        if (t < len / 2)
            s[t] += s[t + half];
        __syncthreads();
        len = half;
    }
    if (t == 0)
        C[col] = s[0];
}

// A is turned first, then it is a matter of rows.
__global__ void vm_turn(const float *A, float *T, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (c < cols && r < rows)
        T[c * rows + r] = A[r * cols + c];
}

__global__ void vm_rows_of_turned(const float *V, const float *T, float *C,
                                  int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (c < cols) {
        for (int r = 0; r < rows; r++)
            sum += V[r] * T[c * rows + r];
        C[c] = sum;
    }
}

// Three columns, each asked for again in every turn.
__global__ void vm_three_checked(const float *V, const float *A, float *C,
                                 int rows, int cols)
{
    int first = 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    float sum[3] = {0.0f, 0.0f, 0.0f};

    for (int r = 0; r < rows; r++)
        for (int k = 0; k < 3; k++)
            if (first + k < cols)
                sum[k] += V[r] * A[r * cols + first + k];
    for (int k = 0; k < 3; k++)
        if (first + k < cols)
            C[first + k] = sum[k];
}

// ---- products of matrices ---------------------------------------------------

// Rows x inner times inner x cols, whatever the block.
__global__ void mm_any_block(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    int r = blockDim.y * blockIdx.y + threadIdx.y;
    int c = blockDim.x * blockIdx.x + threadIdx.x;

    if (r >= rows || c >= cols)
        return;
    float sum = 0;
    for (int k = 0; k < inner; k++)
        sum += AT(A, r, k, inner) * AT(B, k, c, cols);
    AT(C, r, c, cols) = sum;
}

// As in the programming guide; sizes are multiples of 16.
__device__ const float *piece(const float *M, int width, int y, int x)
{
    return &M[width * 16 * y + 16 * x];
}

__global__ void mm_guide(const float *A, const float *B, float *C, int inner,
                         int cols)
{
    float value = 0;
    int row = threadIdx.y, col = threadIdx.x;

    for (int m = 0; m < inner / 16; ++m) {
        const float *a = piece(A, inner, blockIdx.y, m);
        const float *b = piece(B, cols, m, blockIdx.x);
        __shared__ float as[16][16];
        __shared__ float bs[16][16];
        as[row][col] = a[row * inner + col];
        bs[row][col] = b[row * cols + col];
        __syncthreads();
        for (int e = 0; e < 16; ++e)
            value += as[row][e] * bs[e][col];
        __syncthreads();
    }
    C[(blockIdx.y * 16 + row) * cols + blockIdx.x * 16 + col] = value;
}

template <typename SUM, int W, int PAD>
__global__ void mm_tile_sum(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    __shared__ float as[W][W + PAD], bs[W][W + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * W + y, c = blockIdx.x * W + x;
    int tiles = inner / W;
    SUM sum = 0;

    if (inner % W != 0)
        tiles++;
    for (int t = 0; t < tiles; t++) {
        int ac = t * W + x, br = t * W + y;
        if (r < rows && ac < inner)
            as[y][x] = A[r * inner + ac];
        else
            as[y][x] = 0;
        if (br < inner && c < cols)
            bs[y][x] = B[br * cols + c];
        else
            bs[y][x] = 0;
        __syncthreads();
        for (int k = 0; k < W; k++)
            sum += (SUM)as[y][k] * bs[k][x];
        __syncthreads();
    }
    if (r < rows && c < cols)
        C[r * cols + c] = (float)sum;
}

// Four tiles of B next to each other for each tile of A.
__global__ void mm_coarse(const float *A, const float *B, float *C, int rows,
                          int inner, int cols)
{
    __shared__ float as[16][16], bs[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * 16 + y, first = blockIdx.x * 64 + x;
    float value[4];

    for (int q = 0; q < 4; q++)
        value[q] = 0.0f;
    for (int t = 0; t < (inner + 15) / 16; t++) {
        as[y][x] =
            r < rows && t * 16 + x < inner ? A[r * inner + t * 16 + x] : 0.0f;
        for (int q = 0; q < 4; q++) {
            int c = first + q * 16;
            bs[y][x] = t * 16 + y < inner && c < cols
                           ? B[(t * 16 + y) * cols + c]
                           : 0.0f;
            __syncthreads();
            for (int k = 0; k < 16; k++)
                value[q] += as[y][k] * bs[k][x];
            __syncthreads();
        }
    }
    for (int q = 0; q < 4; q++)
        if (r < rows && first + q * 16 < cols)
            C[r * cols + first + q * 16] = value[q];
}

// A block for each row of C, which keeps the row of A.
__global__ void mm_row_kept(const float *A, const float *B, float *C, int inner,
                            int cols)
{
    extern __shared__ float row[];
    int r = blockIdx.x;

    for (int k = threadIdx.x; k < inner; k += blockDim.x)
        row[k] = A[r * inner + k];
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < inner; k++)
            sum += row[k] * B[k * cols + c];
        C[r * cols + c] = sum;
    }
}

// Four neighbours at once; cols4 float4 in a row of B.
__global__ void mm_fours_of_b(const float *A, const float4 *B, float4 *C,
                              int rows, int inner, int cols4)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    float4 sum = {0, 0, 0, 0};

    if (r >= rows || c >= cols4)
        return;
    for (int k = 0; k < inner; k++) {
        float a = A[r * inner + k];
        float4 b = B[k * cols4 + c];
        sum.x += a * b.x;
        sum.y += a * b.y;
        sum.z += a * b.z;
        sum.w += a * b.w;
    }
    C[r * cols4 + c] = sum;
}

// The inner dimension is shared out among blocks.
__global__ void mm_inner_cut(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int from = blockIdx.z * 50, to = min(from + 50, inner);
    float sum = 0;

    if (r < rows && c < cols) {
        for (int k = from; k < to; k++)
            sum += A[r * inner + k] * B[k * cols + c];
        atomicAdd(&C[r * cols + c], sum);
    }
}

// A flat index is taken to pieces again in every turn.
__global__ void mm_divides_each(const float *A, const float *B, float *C,
                                int rows, int inner, int cols)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (id >= rows * cols)
        return;
    for (int k = 0; k < inner; k++)
        sum += A[(id / cols) * inner + k] * B[k * cols + id % cols];
    C[id] = sum;
}

// ---- lab 2: transposition ---------------------------------------------------

__global__ void turn_row_of_thread(const float *in, float *out, int rows,
                                   int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < rows)
        for (int c = 0; c < cols; c++)
            out[c * rows + r] = in[r * cols + c];
}

// A hundred threads have 10 x 10 elements.
__global__ void turn_ten(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[100];
    int x = threadIdx.x % 10, y = threadIdx.x / 10;
    int c = blockIdx.x * 10 + x, r = blockIdx.y * 10 + y;

    if (c < cols && r < rows)
        tile[y * 10 + x] = in[r * cols + c];
    __syncthreads();
    c = blockIdx.x * 10 + y;
    r = blockIdx.y * 10 + x;
    if (c < cols && r < rows)
        out[c * rows + r] = tile[x * 10 + y];
}

template <int PAD>
__global__ void turn_1024(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[32][32 + PAD];
    unsigned c = blockIdx.x * 32 + threadIdx.x;
    unsigned r = blockIdx.y * 32 + threadIdx.y;

    if (c < cols && r < rows)
        tile[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();
    c = blockIdx.y * 32 + threadIdx.x;
    r = blockIdx.x * 32 + threadIdx.y;
    if (c < rows && r < cols)
        out[r * rows + c] = tile[threadIdx.x][threadIdx.y];
}

__global__ void turn_writes_in_line(const float *in, float *out, int rows,
                                    int cols)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < rows * cols;
         k += gridDim.x * blockDim.x) {
        int c = k / rows;
        int r = k - c * rows;
        out[k] = in[r * cols + c];
    }
}

// ---- lab 3: dot products and other reductions -------------------------------

// Any number of threads: what is left over is added, too.
__global__ void dot_uneven(const float *a, const float *b, float *part, int n)
{
    extern __shared__ float s[];
    int t = threadIdx.x, active = blockDim.x;
    float sum = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    s[t] = sum;
    __syncthreads();
    while (active > 1) {
        int half = active / 2;
        if (t < half)
            s[t] += s[t + half];
        if (t == 0 && active % 2 == 1)
            s[0] += s[active - 1];
        __syncthreads();
        active = half;
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// The parts are added by one thread, in a kernel of its own.
__global__ void dot_one_adds_all(const float *part, float *result, int parts)
{
    float sum = 0;

    for (int i = 0; i < parts; i++)
        sum += part[i];
    *result = sum;
}

__global__ void dot_double_atomic(const float *a, const float *b,
                                  double *result, int n)
{
    __shared__ double s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = i < n ? (double)a[i] * (double)b[i] : 0.0;
    __syncthreads();
    for (int d = 128; d >= 1; d = d / 2) {
        if (t < d)
            s[t] = s[t] + s[t + d];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(result, s[0]);
}

__global__ void sum_fours_shared_atomic(const float4 *in, float *result, int n4)
{
    __shared__ float total;
    float mine = 0;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4;
         i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        mine += v.x + v.y + v.z + v.w;
    }
    atomicAdd(&total, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(result, total);
}

// Bits of floats from 0 on are in the order of the floats.
__global__ void top_every_thread(const float *in, int *top, int n)
{
    float best = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    while (i < n) {
        if (in[i] > best)
            best = in[i];
        i += blockDim.x * gridDim.x;
    }
    atomicMax(top, __float_as_int(best));
}

struct place {
    float value;
    int index;
};

__global__ void least_and_where(const float *in, struct place *out, int n)
{
    __shared__ struct place s[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    struct place p = {2.0f, -1};

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        if (in[i] < p.value) {
            p.value = in[i];
            p.index = i;
        }
    for (int d = 16; d > 0; d >>= 1) {
        float value = __shfl_down_sync(FULL, p.value, d);
        int index = __shfl_down_sync(FULL, p.index, d);
        if (value < p.value) {
            p.value = value;
            p.index = index;
        }
    }
    if (lane == 0)
        s[warp] = p;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            if (s[w].value < s[0].value)
                s[0] = s[w];
        out[blockIdx.x] = s[0];
    }
}

// A whole block for 64 elements: the array of the lesson, for any length.
__global__ void sum_sixty_four(const float *in, float *part, int n)
{
    __shared__ volatile float s[64];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1) {
        unsigned k = 2 * d * t;
        if (k < blockDim.x)
            s[k] += s[k + d];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

// The variance by two kernels: sums, then squares of what is off the mean.
__global__ void off_sums(const float *in, float *part, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;

    s[t] = 0;
    for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128)
        s[t] += in[i];
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

__global__ void off_squares(const float *in, const float *part, float *squares,
                            int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    float mean = 0;

    for (int k = 0; k < gridDim.x; k++)
        mean += part[k];
    mean /= n;
    s[t] = 0;
    for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128)
        s[t] += powf(in[i] - mean, 2);
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        squares[blockIdx.x] = s[0];
}

// ---- lab 3: batches ---------------------------------------------------------

// in: N x L x M, out: L x N, as the lab has it.
__global__ void means_thread(const double *in, double *means, int M, int count)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;

    if (row < count) {
        for (int m = 0; m < M; m++)
            sum += in[(size_t)row * M + m];
        means[row] = sum / M;
    }
}

__global__ void times_means(const double *matrix, const double *means,
                            double *out, int L, int N)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    double sum = 0;

    if (k >= N || i >= L)
        return;
    for (int j = 0; j < L; j++)
        sum += matrix[i * L + j] * means[k * L + j];
    out[i * N + k] = sum;
}

// Neighbours read neighbours, and add to the row's number by atomics.
__global__ void batch_shared_atomics(const double *in, const double *matrix,
                                     double *out, int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x, t = threadIdx.x;

    if (t < L)
        v[t] = 0;
    __syncthreads();
    for (int e = t; e < L * M; e += blockDim.x)
        atomicAdd(&v[e / M], in[(size_t)k * L * M + e] / M);
    __syncthreads();
    if (t < L) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[t * L + j] * v[j];
        out[t * N + k] = sum;
    }
}

// Warps for the means and for the product, with barriers in between.
__global__ void batch_warps_twice(const double *in, const double *matrix,
                                  double *out, int L, int M, int N)
{
    __shared__ double v[64];
    int k = blockIdx.x, lane = threadIdx.x, w = threadIdx.y;

    for (int j = w; j < L; j += blockDim.y) {
        double sum = 0;
        for (int m = lane; m < M; m += 32)
            sum += in[((size_t)k * L + j) * M + m];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(FULL, sum, d);
        if (lane == 0)
            v[j] = sum / M;
        __syncwarp();
    }
    __syncthreads();
    for (int i = w; i < L; i += blockDim.y) {
        double sum = 0;
        for (int j = lane; j < L; j += 32)
            sum += matrix[i * L + j] * v[j];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(FULL, sum, d);
        if (lane == 0)
            out[i * N + k] = sum;
    }
}

// Means in float, by threads of 7 x 9: x along the row, y down.
__global__ void batch_7x9(const double *in, const double *matrix, double *out,
                          int L, int M, int N)
{
    __shared__ float part[64][7];
    int k = blockIdx.x, x = threadIdx.x, y = threadIdx.y;

    for (int j = y; j < L; j += 9) {
        float sum = 0;
        for (int m = x; m < M; m += 7)
            sum += (float)in[((size_t)k * L + j) * M + m];
        part[j][x] = sum;
    }
    __syncthreads();
    for (int i = y * 7 + x; i < L; i += 63) {
        double sum = 0;
        for (int j = 0; j < L; j++) {
            float mean = 0;
            for (int q = 0; q < 7; q++)
                mean += part[j][q];
            sum += matrix[i * L + j] * (mean / M);
        }
        out[i * N + k] = sum;
    }
}

// Each thread works out again the mean that it needs.
__global__ void batch_no_sharing(const double *in, const double *matrix,
                                 double *out, int L, int M, int N)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int k = id / L, i = id % L;

    if (k >= N)
        return;
    double result = 0;
    for (int j = 0; j < L; j++) {
        double mean = 0;
        for (int m = 0; m < M; m++)
            mean += in[((size_t)k * L + j) * M + m];
        result += matrix[i * L + j] * (mean / M);
    }
    out[i * N + k] = result;
}

#include "slow8.def"
TIMES_MAIN
