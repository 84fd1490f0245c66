/*
 * habits.cu - the set: right solutions with the habits that cost time, and with
 * what else programs do: print, call, recurse, launch often.
 */
#include "times.h"

#define FIRST (blockIdx.x * blockDim.x + threadIdx.x)
#define STEP  (gridDim.x * blockDim.x)

// ---- A x V ------------------------------------------------------------------

__global__ void mv_print(const float *A, const float *V, float *C, int rows,
                         int cols)
{
    int row = FIRST;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
    if (row == 0)
        printf("C[0] = %f\n", sum);
}

__global__ void mv_print_never(const float *A, const float *V, float *C,
                               int rows, int cols)
{
    int row = FIRST;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        sum += A[row * cols + j] * V[j];
        if (sum < -1e30f)
            printf("row %d is wrong at %d: %f\n", row, j, sum);
    }
    C[row] = sum;
}

// Products of doubles, since 1.0 is one.
__global__ void mv_literals(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int row = FIRST;
    float sum = 0.0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += 1.0 * A[row * cols + j] * V[j];
    C[row] = sum;
}

__global__ void mv_long(const float *A, const float *V, float *C,
                        long long rows, long long cols)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= rows)
        return;
    for (long long j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
}

// A barrier in each turn.
__global__ void mv_barriers(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    __shared__ float v;
    int row = FIRST;
    float sum = 0;

    for (int j = 0; j < cols; j++) {
        if (threadIdx.x == 0)
            v = V[j];
        __syncthreads();
        if (row < rows)
            sum += A[row * cols + j] * v;
        __syncthreads();
    }
    if (row < rows)
        C[row] = sum;
}

__global__ void mv_fences(const float *A, const float *V, float *C, int rows,
                          int cols)
{
    int row = FIRST;

    if (row >= rows)
        return;
    C[row] = 0;
    for (int j = 0; j < cols; j += 16) {
        for (int k = j; k < j + 16 && k < cols; k++)
            C[row] += A[row * cols + k] * V[k];
        __threadfence();
    }
}

__global__ void mv_volatile(const volatile float *A, const volatile float *V,
                            volatile float *C, int rows, int cols)
{
    int row = FIRST;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += A[row * cols + j] * V[j];
    C[row] = sum;
}

__device__ __noinline__ float product(const float *A, const float *V, int i,
                                      int j, int cols)
{
    return A[i * cols + j] * V[j];
}

__global__ void mv_calls(const float *A, const float *V, float *C, int rows,
                         int cols)
{
    int row = FIRST;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++)
        sum += product(A, V, row, j, cols);
    C[row] = sum;
}

struct matrix {
    const float *data;
    int rows, cols;
    __device__ float at(int i, int j) const
    {
        return i < rows && j < cols ? data[i * cols + j] : 0.0f;
    }
};

__global__ void mv_class(matrix A, matrix V, float *C)
{
    int row = FIRST;
    float sum = 0;

    for (int j = 0; j < A.cols; j++)
        sum += A.at(row, j) * V.at(j, 0);
    if (row < A.rows)
        C[row] = sum;
}

// Kahan's sum.
__global__ void mv_careful(const float *A, const float *V, float *C, int rows,
                           int cols)
{
    int row = FIRST;
    float sum = 0, lost = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j++) {
        float y = __fsub_rn(A[row * cols + j] * V[j], lost);
        float t = __fadd_rn(sum, y);
        lost = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    C[row] = sum;
}

__global__ void mv_unrolled(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    int row = FIRST;
    float a = 0, b = 0, c = 0, d = 0;

    if (row >= rows)
        return;
    for (int j = 0; j < cols; j += 4) {
        a += A[row * cols + j] * V[j];
        b += A[row * cols + j + 1] * V[j + 1];
        c += A[row * cols + j + 2] * V[j + 2];
        d += A[row * cols + j + 3] * V[j + 3];
    }
    C[row] = a + b + c + d;
}

// A launch for each column.
__global__ void mv_column(const float *A, const float *V, float *C, int rows,
                          int cols, int j)
{
    int row = FIRST;

    if (row < rows)
        C[row] = (j ? C[row] : 0) + A[row * cols + j] * V[j];
}

// A row is a warp's, whose lanes store their sums for lane 0 to add up.
__global__ void mv_lane_zero(const float *A, const float *V, float *C,
                             float *parts, int rows, int cols)
{
    int row = FIRST / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        sum += A[row * cols + j] * V[j];
    parts[row * 32 + lane] = sum;
    __syncwarp();
    if (lane == 0) {
        for (int k = 1; k < 32; k++)
            sum += parts[row * 32 + k];
        C[row] = sum;
    }
}

// Several rows a block, a thread for each element of 32 x 8.
__global__ void mv_block_rows(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    __shared__ float sums[8][32];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 8 + y;
    float sum = 0;

    if (row < rows)
        for (int j = x; j < cols; j += 32)
            sum += A[row * cols + j] * V[j];
    sums[y][x] = sum;
    __syncthreads();
    if (x == 0 && row < rows) {
        float total = 0;
        for (int k = 0; k < 32; k++)
            total += sums[y][k];
        C[row] = total;
    }
}

// ---- V x A ------------------------------------------------------------------

__global__ void vm_barriers(const float *V, const float *A, float *C, int rows,
                            int cols)
{
    __shared__ float v[32];
    int col = FIRST;
    float sum = 0;

    for (int i = 0; i < rows; i += 32) {
        if (threadIdx.x < 32 && i + threadIdx.x < rows)
            v[threadIdx.x] = V[i + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 32 && i + k < rows; k++)
            if (col < cols)
                sum += v[k] * A[(i + k) * cols + col];
        __syncthreads();
    }
    if (col < cols)
        C[col] = sum;
}

__global__ void vm_parts(const float *V, const float *A, float *parts, int rows,
                         int cols)
{
    int col = FIRST, slice = blockIdx.y;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = slice; i < rows; i += gridDim.y)
        sum += V[i] * A[i * cols + col];
    parts[slice * cols + col] = sum;
}

__global__ void vm_add_parts(const float *parts, float *C, int cols, int count)
{
    int col = FIRST;

    if (col >= cols)
        return;
    C[col] = 0;
    for (int k = 0; k < count; k++)
        C[col] += parts[k * cols + col];
}

__global__ void vm_power(const float *V, const float *A, float *C, int rows,
                         int cols)
{
    int col = FIRST;
    float sum = 0;

    if (col >= cols)
        return;
    for (int i = 0; i < rows; i++) {
        int sign = i % 2 == 0 ? 1 : -1;
        sum += sign * sign * V[i] * A[i * cols + col];
    }
    C[col] = sum;
}

// ---- A x B ------------------------------------------------------------------

__global__ void mm_sum_in_shared(const float *A, const float *B, float *C,
                                 int n)
{
    __shared__ float sums[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;

    sums[y][x] = 0;
    for (int k = 0; k < n; k++)
        sums[y][x] += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sums[y][x];
}

// The tile's index by remainders.
__global__ void mm_remainders(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[256], b[256];
    int t = threadIdx.x, tiles = n / 16;
    int row = blockIdx.x / tiles * 16 + t / 16;
    int col = blockIdx.x % tiles * 16 + t % 16;
    float sum = 0;

    for (int start = 0; start < n; start += 16) {
        a[t] = A[row * n + start + t % 16];
        b[t] = B[(start + t / 16) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[t / 16 * 16 + k] * b[k * 16 + t % 16];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

// B is transposed by a kernel of its own, and then read along its rows.
__global__ void mm_transpose(const float *B, float *T, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    T[x * n + y] = B[y * n + x];
}

__global__ void mm_transposed(const float *A, const float *T, float *C, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;

    for (int k = 0; k < n; k++)
        sum += A[y * n + k] * T[x * n + k];
    C[y * n + x] = sum;
}

// A row of A in shared memory, a thread for each column.
__global__ void mm_row_in_shared(const float *A, const float *B, float *C,
                                 int n)
{
    extern __shared__ float row[];

    for (int k = threadIdx.x; k < n; k += blockDim.x)
        row[k] = A[blockIdx.x * n + k];
    __syncthreads();
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += row[k] * B[k * n + col];
        C[blockIdx.x * n + col] = sum;
    }
}

// Four columns a thread, kept in an array.
__global__ void mm_four(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * 16 + threadIdx.y;
    int col = (blockIdx.x * 16 + threadIdx.x) * 4;
    float sums[4] = {0, 0, 0, 0};

    for (int k = 0; k < n; k++)
        for (int j = 0; j < 4; j++)
            sums[j] += A[row * n + k] * B[k * n + col + j];
    for (int j = 0; j < 4; j++)
        C[row * n + col + j] = sums[j];
}

// ---- sums -------------------------------------------------------------------

// A tree in shared memory with a barrier too many in each step, up to 1024.
__global__ void sum_divided(const float *a, const float *b, float *c, int n)
{
    __shared__ float sums[256];
    int t = threadIdx.x, i = FIRST;

    sums[t] = i < n ? a[i] * b[i] : 0;
    __syncthreads();
    for (int left = blockDim.x / 2; left >= 1; left = left / 2) {
        float other = 0;
        if (t < left)
            other = sums[t + left];
        __syncthreads();
        if (t < left)
            sums[t] = sums[t] + other;
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(c, sums[0]);
}

// The last block adds up what the others left.
__device__ unsigned arrived;

__global__ void sum_last_block(const float *a, const float *b, float *parts,
                               float *c, int n)
{
    __shared__ float sums[256];
    __shared__ bool last;
    int t = threadIdx.x;
    float sum = 0;

    for (int i = FIRST; i < n; i += STEP)
        sum += a[i] * b[i];
    sums[t] = sum;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sums[t] += sums[t + half];
    }
    if (t == 0) {
        parts[blockIdx.x] = sums[0];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float total = 0;
        for (int k = 0; k < gridDim.x; k++)
            total += ((volatile float *)parts)[k];
        *c = total;
    }
}

// Atomics by hand: a loop of compare and swap.
__global__ void sum_by_hand(const float *a, const float *b, float *c, int n)
{
    int *place = (int *)&c[blockIdx.x % 64];
    float sum = 0;

    for (int i = FIRST; i < n; i += STEP)
        sum += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32)
        return;
    int old = *(volatile int *)place, seen;
    do {
        seen = old;
        old =
            atomicCAS(place, seen, __float_as_int(__int_as_float(seen) + sum));
    } while (old != seen);
}

__global__ void sum_strided_tree(const double *a, double *c, int n)
{
    __shared__ double sums[512];
    int t = threadIdx.x;
    double sum = 0;

    for (int i = FIRST; i < n; i += STEP)
        sum += a[i] * a[i];
    sums[t] = sum;
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0)
            sums[t] += sums[t + d];
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

// ---- others -----------------------------------------------------------------

__device__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__global__ void recurse(int *out, int n)
{
    out[FIRST] = fibonacci(n + threadIdx.x % 3);
}

__global__ void polynomial(const float *x, float *y, int n, int degree)
{
    int i = FIRST;
    float sum = 0;

    if (i >= n)
        return;
    for (int k = 0; k < degree; k++)
        sum += k * powf(x[i], (float)k);
    y[i] = sum;
}

__global__ void states(const unsigned char *text, int *out, int length)
{
    const unsigned char *p = text + FIRST * length;
    int state = 0, count = 0;

    for (int i = 0; i < length; i++) {
        int c = p[i] & 7;
        switch (state) {
        case 0: state = c == 1 ? 1 : 0; break;
        case 1: state = c == 2 ? 2 : c == 1 ? 1 : 0; break;
        case 2: state = c > 4 ? 3 : 0; break;
        default: count++; state = 0;
        }
    }
    out[FIRST] = count;
}

__global__ void red_black(float *c, const float *a, int n, int colour)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1 || (x + y) % 2 != colour)
        return;
    c[y * n + x] =
        0.25f * (c[y * n + x - 1] + c[y * n + x + 1] + c[(y - 1) * n + x] +
                 c[(y + 1) * n + x] + a[y * n + x]);
}

__global__ void distances(const float *points, float *out, int n, int features)
{
    int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;

    for (int f = 0; f < features; f++) {
        float d = points[i * features + f] - points[j * features + f];
        sum += d * d;
    }
    out[i * n + j] = sqrtf(sum);
}

__global__ void nearest(const float *x, const float *y, int *out, int n)
{
    __shared__ float tile[2][128];
    int i = FIRST, best = 0;
    float least = 1e30f, mx = x[i], my = y[i];

    for (int start = 0; start < n; start += 128) {
        tile[0][threadIdx.x] = x[start + threadIdx.x];
        tile[1][threadIdx.x] = y[start + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float dx = tile[0][k] - mx, dy = tile[1][k] - my;
            float d = dx * dx + dy * dy;
            if (d < least && start + k != i) {
                least = d;
                best = start + k;
            }
        }
        __syncthreads();
    }
    out[i] = best;
}

__global__ void radix_pass(const int *in, int *out, int n, int bit)
{
    __shared__ int zeros[256];
    int t = threadIdx.x, i = FIRST, one = in[i] >> bit & 1;

    zeros[t] = !one;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int before = t >= d ? zeros[t - d] : 0;
        __syncthreads();
        zeros[t] += before;
    }
    __syncthreads();
    int place = one ? zeros[255] + t - zeros[t] : zeros[t] - 1;
    out[blockIdx.x * 256 + place] = in[i];
}

__global__ void adam(float *w, float *m, const float *g, int n)
{
    int i = FIRST;

    if (i < n) {
        float x = g[i], first = 0.9f * m[i] + 0.1f * x;
        float second = 0.999f * x + 0.001f * x * x;
        m[i] = first;
        w[i] -= 0.001f * (first / 0.1f) / (sqrtf(second / 0.001f) + 1e-8f);
    }
}

__global__ void matching(const int *edges, int *partner, int n)
{
    int v = FIRST;

    if (v >= n)
        return;
    for (int k = 0; k < 6; k++) {
        int to = edges[v * 6 + k] % n;
        if (to > v && atomicCAS(&partner[to], 0, v + 1) == 0)
            break;
    }
}

__global__ void bits(const unsigned *in, unsigned *out, int n)
{
    int i = FIRST;

    if (i < n) {
        unsigned x = in[i], y = 0;
        for (int k = 0; k < 32; k++)
            if (x >> k & 1)
                y |= 1u << (31 - k);
        out[i] = y ^ __clz(x | 1) ^ __ffs(x);
    }
}

// The table, and how its rows are said, stand as they do by hand.
// clang-format off
#define MM(version, kind, ...)                                                 \
    ROW("matmul/" #version, kind,                                              \
        (mm_##version<<<dim3(s.a / 16, s.a / 16), dim3(16, 16)>>>(             \
            d.a, d.b, d.c, s.a)),                                              \
        __VA_ARGS__)
#define SUM(version, kind)                                                     \
    ROW("dot/" #version, kind,                                                 \
        (sum_##version<<<s.a, s.c>>>(d.a, d.b, d.c, s.b)), SIZES)
#define SIZES {32, 1 << 18, 256}, {264, 1 << 20, 256}, {1056, 1 << 21, 256}

static const struct timed cases[] = {
    MV(print, "printf", SHAPES)
    MV(print_never, "printf", SHAPES)
    MV(literals, "double", SHAPES)
    MV(long, "uncoalesced", SHAPES)
    MV(barriers, "barriers", SHAPES)
    MV(fences, "store in loop", SHAPES)
    MV(volatile, "uncoalesced", SHAPES)
    MV(calls, "calls", SHAPES)
    ROW("matvec/class", "uncoalesced",
        (mv_class<<<blocks(s.a, 256), 256>>>(matrix{d.a, s.a, s.b},
                                             matrix{d.b, s.b, 1}, d.c)),
        SHAPES)
    MV(careful, "uncoalesced", SHAPES)
    MV(unrolled, "uncoalesced", SHAPES)
    {"matvec/column", "many kernels",
     [](data d, size s) {
         for (int j = 0; j < s.b; j++)
             mv_column<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a, s.b, j);
     },
     {{1000, 50}, {1000, 500}}},
    ROW("matvec/lane_zero", "one thread",
        (mv_lane_zero<<<blocks(s.a, 8), 256>>>(d.a, d.b, d.c, d.c + s.a, s.a,
                                               s.b)),
        SHAPES)
    ROW("matvec/block_rows", "one thread",
        (mv_block_rows<<<blocks(s.a, 8), dim3(32, 8)>>>(d.a, d.b, d.c, s.a,
                                                        s.b)),
        SHAPES)
    VM(barriers, "barriers", SHAPES)
    ROW("vecmat/parts", "two kernels",
        (vm_parts<<<dim3(blocks(s.b, 128), 16), 128>>>(d.b, d.a, d.c + s.b,
                                                       s.a, s.b));
        (vm_add_parts<<<blocks(s.b, 128), 128>>>(d.c + s.b, d.c, s.b, 16)),
        SHAPES)
    VM(power, "coalesced", SHAPES)
    MM(sum_in_shared, "shared", CUBE(128), CUBE(320))
    ROW("matmul/remainders", "shared",
        (mm_remainders<<<s.a / 16 * (s.a / 16), 256>>>(d.a, d.b, d.c, s.a)),
        CUBE(128), CUBE(320))
    ROW("matmul/transposed", "two kernels",
        dim3 grid(s.a / 16, s.a / 16); dim3 block(16, 16);
        (mm_transpose<<<grid, block>>>(d.b, d.c + s.a * s.a, s.a));
        (mm_transposed<<<grid, block>>>(d.a, d.c + s.a * s.a, d.c, s.a)),
        CUBE(128), CUBE(256))
    ROW("matmul/row_in_shared", "shared",
        (mm_row_in_shared<<<s.a, 128, s.a * sizeof(float)>>>(d.a, d.b, d.c,
                                                             s.a)),
        CUBE(128), CUBE(320))
    ROW("matmul/four", "l1",
        (mm_four<<<dim3(s.a / 64, s.a / 16), dim3(16, 16)>>>(d.a, d.b, d.c,
                                                             s.a)),
        CUBE(128), CUBE(320))
    ROW("dot/divided", "barriers",
        (sum_divided<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a)),
        {1 << 16}, {1 << 20})
    ROW("dot/last_block", "one thread",
        (sum_last_block<<<s.a, s.c>>>(d.a, d.b, d.c + 1, d.c, s.b)), SIZES)
    SUM(by_hand, "atomics")
    ROW("squares/strided_tree", "double",
        (sum_strided_tree<<<s.a, 512>>>(d.x, d.z, s.b)), {8, 1 << 16},
        {264, 1 << 20})
    ROW("recurse/fibonacci", "calls", (recurse<<<s.a, 64>>>(d.j, s.b)), {1, 8},
        {132, 8})
    ROW("polynomial/powers", "special",
        (polynomial<<<blocks(s.a, 256), 256>>>(d.a, d.c, s.a, s.b)),
        {1 << 14, 8}, {1 << 17, 8})
    ROW("states/switch", "divergent",
        (states<<<s.a, 128>>>((unsigned char *)d.a, d.j, s.b)), {1, 200},
        {264, 100})
    ROW("stencil/red_black", "divergent",
        (red_black<<<dim3(s.a / 16, s.a / 16), dim3(16, 16)>>>(d.c, d.a, s.a,
                                                               0)),
        {256}, {1024})
    ROW("distances/plain", "l1",
        (distances<<<dim3(s.a / 16, s.a / 16), dim3(16, 16)>>>(d.a, d.c, s.a,
                                                               s.b)),
        {128, 16}, {512, 32})
    ROW("nearest/tiled", "issue",
        (nearest<<<s.a / 128, 128>>>(d.a, d.b, d.j, s.a)), {512}, {4096})
    ROW("sort/radix_pass", "barriers",
        (radix_pass<<<s.a, 256>>>(d.i, d.j, s.a * 256, 3)), {1}, {1056})
    ROW("adam/step", "coalesced",
        (adam<<<blocks(s.a, 256), 256>>>(d.c, d.c + s.a, d.a, s.a)),
        {1 << 16}, {1 << 21})
    ROW("matching/plain", "atomics",
        (matching<<<blocks(s.a, 256), 256>>>(d.i, d.j, s.a)), {10000},
        {200000})
    ROW("bits/reverse", "integer",
        (bits<<<blocks(s.a, 256), 256>>>((unsigned *)d.i, (unsigned *)d.j,
                                         s.a)),
        {1 << 14}, {1 << 20})
};

TIMES_MAIN
