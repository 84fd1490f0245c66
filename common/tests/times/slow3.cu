/*
 * slow3.cu - the set: lab 3, reductions and batches, as students write them.
 */
#include "times.h"

// ---- dot products: blocks x elements x threads ------------------------------

#define FIRST (blockIdx.x * blockDim.x + threadIdx.x)
#define STEP  (gridDim.x * blockDim.x)

__device__ float products(const float *a, const float *b, int n)
{
    float sum = 0;

    for (int i = FIRST; i < n; i += STEP)
        sum += a[i] * b[i];
    return sum;
}

// Neighbours first, by remainders.
__global__ void dot_modulo(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float sums[];
    int t = threadIdx.x;

    sums[t] = products(a, b, n);
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0 && t + d < blockDim.x)
            sums[t] += sums[t + d];
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

// Neighbours first, by the first threads: conflicts.
__global__ void dot_conflicts(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float sums[];
    int t = threadIdx.x;

    sums[t] = products(a, b, n);
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        int i = 2 * d * t;
        if (i + d < blockDim.x)
            sums[i] += sums[i + d];
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

__global__ void dot_one_adds(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float sums[];

    sums[threadIdx.x] = products(a, b, n);
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < blockDim.x; i++)
            sum += sums[i];
        c[blockIdx.x] = sum;
    }
}

__global__ void dot_shared_atomic(const float *a, const float *b, float *c,
                                  int n)
{
    __shared__ float total;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, products(a, b, n));
    __syncthreads();
    if (threadIdx.x == 0)
        c[blockIdx.x] = total;
}

__global__ void dot_shared_atomic_each(const float *a, const float *b, float *c,
                                       int n)
{
    __shared__ float total;

    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = FIRST; i < n; i += STEP)
        atomicAdd(&total, a[i] * b[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        c[blockIdx.x] = total;
}

__global__ void dot_atomic_thread(const float *a, const float *b, float *c,
                                  int n)
{
    atomicAdd(c, products(a, b, n));
}

__global__ void dot_atomic_each(const float *a, const float *b, float *c, int n)
{
    for (int i = FIRST; i < n; i += STEP)
        atomicAdd(c, a[i] * b[i]);
}

__global__ void dot_atomic_block(const float *a, const float *b, float *c,
                                 int n)
{
    for (int i = FIRST; i < n; i += STEP)
        atomicAdd(&c[blockIdx.x], a[i] * b[i]);
}

__global__ void dot_atomic_warp(const float *a, const float *b, float *c, int n)
{
    float sum = products(a, b, n);

    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, sum);
}

// Products go to memory, and the tree is there.
__global__ void dot_global_tree(const float *a, const float *b, float *c,
                                float *sums, int n)
{
    int t = threadIdx.x;
    float *mine = sums + blockIdx.x * blockDim.x;

    mine[t] = products(a, b, n);
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            mine[t] += mine[t + half];
    }
    if (t == 0)
        c[blockIdx.x] = mine[0];
}

__global__ void dot_pieces(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float sums[];
    int t = threadIdx.x, piece = (n + STEP - 1) / STEP;
    float sum = 0;

    for (int i = FIRST * piece; i < (FIRST + 1) * piece && i < n; i++)
        sum += a[i] * b[i];
    sums[t] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sums[t] += sums[t + half];
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

__global__ void dot_in_shared(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float sums[];
    int t = threadIdx.x;

    sums[t] = 0;
    for (int i = FIRST; i < n; i += STEP)
        sums[t] += a[i] * b[i];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

__global__ void dot_double(const float *a, const float *b, float *c, int n)
{
    extern __shared__ double wide[];
    int t = threadIdx.x;
    double sum = 0;

    for (int i = FIRST; i < n; i += STEP)
        sum += (double)a[i] * b[i];
    wide[t] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            wide[t] += wide[t + half];
    }
    if (t == 0)
        c[blockIdx.x] = (float)wide[0];
}

__global__ void dot_shuffle_each(const float *a, const float *b, float *c,
                                 int n)
{
    float total = 0;

    for (int i = FIRST; i - threadIdx.x < n; i += STEP) {
        float sum = i < n ? a[i] * b[i] : 0;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(~0u, sum, d);
        total += sum;
    }
    if (threadIdx.x % 32 == 0)
        atomicAdd(&c[blockIdx.x], total);
}

__global__ void dot_four(const float4 *a, const float4 *b, float *c, int n)
{
    float sum = 0;

    for (int i = FIRST; i < n / 4; i += STEP) {
        float4 x = a[i], y = b[i];
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&c[blockIdx.x], sum);
}

// One product a thread; the rest of the sum by halves, a launch each.
__global__ void dot_products(const float *a, const float *b, float *p, int n)
{
    int i = FIRST;

    if (i < n)
        p[i] = a[i] * b[i];
}

__global__ void dot_halve(float *p, int half)
{
    int i = FIRST;

    if (i < half)
        p[i] += p[i + half];
}

__global__ void dot_lane_zero(const float *a, const float *b, float *c, int n)
{
    int piece = blockDim.x;
    float sum = 0;

    if (threadIdx.x % 32)
        return;
    for (int first = blockIdx.x * piece + threadIdx.x; first < n;
         first += gridDim.x * piece)
        for (int i = first; i < first + 32 && i < n; i++)
            sum += a[i] * b[i];
    atomicAdd(&c[blockIdx.x], sum);
}

__global__ void dot_last_unrolled(const float *a, const float *b, float *c,
                                  int n)
{
    extern __shared__ float sums[];
    int t = threadIdx.x;

    sums[t] = products(a, b, n);
    __syncthreads();
    for (int half = blockDim.x / 2; half > 32; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t < 32) {
        volatile float *last = sums;
        for (int d = 32; d > 0; d /= 2) {
            float x = last[t] + last[t + d];
            __syncwarp();
            last[t] = x;
            __syncwarp();
        }
    }
    if (t == 0)
        c[blockIdx.x] = sums[0];
}

// ---- minima -----------------------------------------------------------------

__global__ void min_one_thread(const float *a, float *c, int count)
{
    float least = a[blockIdx.x * count];

    for (int i = 1; i < count; i++)
        least = fminf(least, a[blockIdx.x * count + i]);
    c[blockIdx.x] = least;
}

__global__ void min_atomic(const int *a, int *c, int count)
{
    if (threadIdx.x == 0)
        c[blockIdx.x] = 1 << 30;
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        atomicMin(&c[blockIdx.x], a[blockIdx.x * count + i]);
}

__global__ void min_clocks(const float *a, float *c, long long *stamps,
                           int count)
{
    __shared__ float least[256];
    int t = threadIdx.x;
    long long start = clock64();
    float x = 2;

    for (int i = t; i < count; i += 256)
        x = fminf(x, a[blockIdx.x * count + i]);
    least[t] = x;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            least[t] = fminf(least[t], least[t + half]);
    }
    if (t == 0)
        c[blockIdx.x] = least[0];
    stamps[FIRST] = clock64() - start;
}

// ---- batches: L x M x N, double ---------------------------------------------

// Means anew for each element of the result.
__global__ void batch_again(const double *input, const double *matrix,
                            double *output, int L, int M, int N)
{
    int i = FIRST, k = blockIdx.y;
    double total = 0;

    if (i >= L)
        return;
    for (int j = 0; j < L; j++) {
        double sum = 0;
        for (int m = 0; m < M; m++)
            sum += input[(k * L + j) * M + m];
        total += matrix[i * L + j] * sum / M;
    }
    output[i * N + k] = total;
}

__global__ void batch_means(const double *input, double *means, int rows, int M)
{
    int row = FIRST;
    double sum = 0;

    if (row >= rows)
        return;
    for (int m = 0; m < M; m++)
        sum += input[row * M + m];
    means[row] = sum / M;
}

__global__ void batch_product(const double *means, const double *matrix,
                              double *output, int L, int N)
{
    int i = FIRST, k = blockIdx.y;
    double sum = 0;

    if (i >= L)
        return;
    for (int j = 0; j < L; j++)
        sum += matrix[i * L + j] * means[k * L + j];
    output[i * N + k] = sum;
}

// Each element is divided, not the sum.
__global__ void batch_divides(const double *input, const double *matrix,
                              double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    int t = threadIdx.x, k = blockIdx.x;

    for (int j = t; j < L; j += blockDim.x) {
        double sum = 0;
        for (int m = 0; m < M; m++)
            sum += input[(k * L + j) * M + m] / M;
        v[j] = sum;
    }
    __syncthreads();
    for (int i = t; i < L; i += blockDim.x) {
        double sum = 0;
        for (int j = 0; j < L; j++)
            sum += matrix[i * L + j] * v[j];
        output[i * N + k] = sum;
    }
}

// The tree by remainders, and thread 0 in between.
__global__ void batch_modulo(const double *input, const double *matrix,
                             double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    __shared__ double sums[256];
    int t = threadIdx.x, k = blockIdx.x;

    for (int j = t; j < L; j += 256) {
        double sum = 0;
        for (int m = 0; m < M; m++)
            sum += input[(k * L + j) * M + m];
        v[j] = sum / M;
    }
    __syncthreads();
    for (int i = 0; i < L; i++) {
        double sum = 0;
        for (int j = t; j < L; j += 256)
            sum += matrix[i * L + j] * v[j];
        sums[t] = sum;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            if (t % (2 * d) == 0)
                sums[t] += sums[t + d];
            __syncthreads();
        }
        if (t == 0)
            output[i * N + k] = sums[0];
        __syncthreads();
    }
}

__global__ void batch_atomic(const double *input, const double *matrix,
                             double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    __shared__ double total;
    int t = threadIdx.x, k = blockIdx.x;

    for (int j = t; j < L; j += blockDim.x)
        v[j] = 0;
    __syncthreads();
    for (int p = t; p < L * M; p += blockDim.x)
        atomicAdd(&v[p / M], input[k * L * M + p] / M);
    for (int i = 0; i < L; i++) {
        if (t == 0)
            total = 0;
        __syncthreads();
        for (int j = t; j < L; j += blockDim.x)
            atomicAdd(&total, matrix[i * L + j] * v[j]);
        __syncthreads();
        if (t == 0)
            output[i * N + k] = total;
        __syncthreads();
    }
}

// A warp for each row of the means, and for each row of the matrix.
__global__ void batch_warps(const double *input, const double *matrix,
                            double *output, int L, int M, int N)
{
    extern __shared__ double v[];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, k = blockIdx.x;

    for (int j = warp; j < L; j += 8) {
        double sum = 0;
        for (int m = lane; m < M; m += 32)
            sum += input[(k * L + j) * M + m];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0)
            v[j] = sum / M;
    }
    __syncthreads();
    for (int i = warp; i < L; i += 8) {
        double sum = 0;
        for (int j = lane; j < L; j += 32)
            sum += matrix[i * L + j] * v[j];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0)
            output[i * N + k] = sum;
    }
}

// The table, and how its rows are said, stand as they do by hand.
// clang-format off
#define DOT(version, kind, shared, ...)                                        \
    ROW("dot/" #version, kind,                                                 \
        (dot_##version<<<s.a, s.c, shared>>>(d.a, d.b, d.c, s.b)), __VA_ARGS__)
#define WORDS s.c * sizeof(float)
#define SIZES {32, 1 << 18, 256}, {264, 1 << 20, 256}, {1056, 1 << 21, 512}

#define BATCH(version, kind, grid, block, shared, ...)                         \
    ROW("batch/" #version, kind,                                               \
        (batch_##version<<<grid, block, shared>>>(d.x, d.x + DOUBLES / 2, d.z, \
                                                  s.a, s.b, s.c)),             \
        __VA_ARGS__)
#define MEANS s.a * sizeof(double)
#define BATCHES {32, 32, 8}, {128, 128, 8}, {64, 64, 264}

static const struct timed cases[] = {
    DOT(modulo, "divergent", WORDS, SIZES)
    DOT(conflicts, "bank conflicts", WORDS, SIZES, {2112, 1 << 20, 512})
    DOT(one_adds, "one thread", WORDS, SIZES)
    DOT(shared_atomic, "shared atomics", 0, SIZES)
    DOT(shared_atomic_each, "shared atomics", 0, {32, 1 << 16, 256},
        {264, 1 << 18, 256}, {264, 1 << 20, 256})
    DOT(atomic_thread, "atomics", 0, SIZES)
    DOT(atomic_each, "atomics", 0, {32, 1 << 16, 256}, {264, 1 << 18, 256},
        {1056, 1 << 20, 256})
    DOT(atomic_block, "atomics", 0, {32, 1 << 16, 256}, {264, 1 << 18, 256},
        {1056, 1 << 20, 256})
    DOT(atomic_warp, "atomics", 0, SIZES)
    ROW("dot/global_tree", "store in loop",
        (dot_global_tree<<<s.a, s.c>>>(d.a, d.b, d.c, d.c + s.a, s.b)), SIZES)
    DOT(pieces, "uncoalesced", WORDS, SIZES)
    DOT(in_shared, "shared", WORDS, SIZES)
    DOT(double, "double", 2 * WORDS, SIZES)
    DOT(shuffle_each, "shuffles", 0, SIZES)
    ROW("dot/four", "coalesced",
        (dot_four<<<s.a, s.c>>>((float4 *)d.a, (float4 *)d.b, d.c, s.b)),
        {264, 1 << 20, 256}, {1056, 1 << 22, 256}, {1056, 1 << 24, 256})
    {"dot/halves", "many kernels",
     [](data d, size s) {
         dot_products<<<blocks(s.a, 256), 256>>>(d.a, d.b, d.c, s.a);
         for (int half = s.a / 2; half > 0; half /= 2)
             dot_halve<<<blocks(half, 256), 256>>>(d.c, half);
     },
     {{1 << 16}, {1 << 20}}},
    DOT(lane_zero, "divergent", 0, SIZES)
    DOT(last_unrolled, "shared", WORDS, SIZES)
    ROW("dot/one_thread", "one thread",
        (dot_atomic_thread<<<1, 1>>>(d.a, d.b, d.c, s.a)), {1000}, {20000})
    ROW("dot/one_warp", "few threads",
        (dot_atomic_warp<<<1, 32>>>(d.a, d.b, d.c, s.a)), {1 << 12}, {1 << 18})
    ROW("dot/many_blocks", "small blocks",
        (dot_atomic_warp<<<blocks(s.a, 32), 32>>>(d.a, d.b, d.c, s.a)),
        {1 << 16}, {1 << 20})
    ROW("minima/one_thread", "one thread",
        (min_one_thread<<<s.a, 1>>>(d.a, d.c, s.b)), {1, 512}, {132, 512},
        {2112, 512}, {21846, 64})
    ROW("minima/atomic", "atomics", (min_atomic<<<s.a, 256>>>(d.i, d.j, s.b)),
        {1, 4096}, {264, 512}, {2112, 512}, {1056, 3000})
    ROW("minima/clocks", "barriers",
        (min_clocks<<<s.a, 256>>>(d.a, d.c, (long long *)d.z, s.b)), {8, 512},
        {264, 512}, {1056, 2048})
    BATCH(again, "l1", dim3(blocks(s.a, 128), s.c), 128, 0, {32, 32, 8},
          {64, 64, 64}, {128, 128, 8})
    ROW("batch/two_kernels", "uncoalesced",
        (batch_means<<<blocks(s.a * s.c, 256), 256>>>(d.x, d.z + s.a * s.c,
                                                      s.a * s.c, s.b));
        (batch_product<<<dim3(blocks(s.a, 128), s.c), 128>>>(
            d.z + s.a * s.c, d.x + DOUBLES / 2, d.z, s.a, s.c)),
        BATCHES, {256, 256, 16})
    BATCH(divides, "division", s.c, 256, MEANS, BATCHES)
    BATCH(modulo, "divergent", s.c, 256, MEANS, BATCHES)
    BATCH(atomic, "shared atomics", s.c, 256, MEANS, {32, 32, 8},
          {64, 64, 64}, {128, 128, 8})
    BATCH(warps, "double", s.c, 256, MEANS, BATCHES, {256, 256, 16})
};

TIMES_MAIN
