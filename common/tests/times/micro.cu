/*
 * micro.cu - the set: a kernel for each resource, and mixtures.
 *
 * Sizes: what one thread does, then blocks, then threads of a block, where a
 * case does not say otherwise.
 */
#define TIMES_FLOATS (1 << 25) // two arrays are four times the L2
#include "times.h"
#include <cuda_fp16.h>

#define FIRST (blockIdx.x * blockDim.x + threadIdx.x)
#define STEP  (gridDim.x * blockDim.x)

// ---- arithmetic: chains, ILP of them side by side ---------------------------

#define CHAINS(name, type, step)                                               \
    template <int ILP> __global__ void name(type *out, int turns)              \
    {                                                                          \
        type x[ILP], y = (type)(threadIdx.x + 1), z = (type)3;                 \
        (void)z;                                                               \
        for (int k = 0; k < ILP; k++)                                          \
            x[k] = y + (type)k;                                                \
        for (int i = 0; i < turns; i++)                                        \
            for (int k = 0; k < ILP; k++)                                      \
                x[k] = step(x[k], y, z);                                       \
        for (int k = 1; k < ILP; k++)                                          \
            x[0] += x[k];                                                      \
        out[FIRST] = x[0];                                                     \
    }

#define FMA(x, y, z)         ((x) * (y) + (z))
#define ROOT(x, y, z)        (sqrtf(x) + (y))
#define SINE(x, y, z)        (sinf(x) + (y))
#define FAST_SINE(x, y, z)   (__sinf(x) + (y))
#define EXP(x, y, z)         (expf(-(x) * (x)) + (z))
#define FAST_EXP(x, y, z)    (__expf(-(x)) + (z))
#define POWER(x, y, z)       (powf(fabsf(x), 0.3f) + (y))
#define LOG(x, y, z)         (logf(x) + (y))
#define DIVIDE(x, y, z)      ((y) / (x) + (z))
#define FAST_DIVIDE(x, y, z) (__fdividef(y, x) + (z))
#define INT_DIVIDE(x, y, z)  (1000000007 / ((x)&1023 | 1) + (y))
#define INT_MODULO(x, y, z)  (((x)*7 + (y)) % 1013 + (z))
#define CONVERT(x, y, z)     ((int)((float)(x)*0.5f) + (y))
#define XORSHIFT(x, y, z)    (((x) ^ (x) << 13 ^ (x) >> 17) + (y))
#define POPCOUNT(x, y, z)    (__popc(x) + (x) * (y))
#define LONG(x, y, z)        ((x) * (y) + (z))
#define DOUBLE_ROOT(x, y, z) (sqrt(x) + (y))
#define BRANCH(x, y, z)      ((x) > 1000 ? (x)-777 : (x) * (y))

CHAINS(fma_chain, float, FMA)
CHAINS(root_chain, float, ROOT)
CHAINS(sine_chain, float, SINE)
CHAINS(fast_sine_chain, float, FAST_SINE)
CHAINS(exp_chain, float, EXP)
CHAINS(fast_exp_chain, float, FAST_EXP)
CHAINS(power_chain, float, POWER)
CHAINS(log_chain, float, LOG)
CHAINS(divide_chain, float, DIVIDE)
CHAINS(fast_divide_chain, float, FAST_DIVIDE)
CHAINS(int_chain, int, FMA)
CHAINS(int_divide_chain, int, INT_DIVIDE)
CHAINS(int_modulo_chain, int, INT_MODULO)
CHAINS(convert_chain, int, CONVERT)
CHAINS(xorshift_chain, unsigned, XORSHIFT)
CHAINS(popcount_chain, unsigned, POPCOUNT)
CHAINS(long_chain, long long, LONG)
CHAINS(double_chain, double, FMA)
CHAINS(double_divide_chain, double, DIVIDE)
CHAINS(double_root_chain, double, DOUBLE_ROOT)
CHAINS(select_chain, int, BRANCH)

// Matrices of doubles, ILP sums side by side; on GPUs that multiply them so.
// What clang makes is for the emulated device, which does.
#if __CUDA_ARCH__ >= 900 || defined __clang__
#define MMA_16(d, x, y)                                                        \
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64"                     \
        " {%0, %1, %2, %3}, {%4, %5, %4, %5}, {%4, %5}, {%0, %1, %2, %3};"     \
        : "+d"((d)[0]), "+d"((d)[1]), "+d"((d)[2]), "+d"((d)[3])               \
        : "d"(x), "d"(y))
#define MMA_8(d, x, y)                                                         \
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"                      \
        " {%0, %1}, {%2}, {%3}, {%0, %1};"                                     \
        : "+d"((d)[0]), "+d"((d)[1])                                           \
        : "d"(x), "d"(y))
#else
#define MMA_16(d, x, y) ((d)[0] += (x) * (y))
#define MMA_8(d, x, y)  ((d)[0] += (x) * (y))
#endif

#define PRODUCTS(name, count, multiply)                                        \
    template <int ILP> __global__ void name(double *out, int turns)            \
    {                                                                          \
        double d[ILP][count] = {}, x = threadIdx.x, y = x * 0.5;               \
        for (int i = 0; i < turns; i++)                                        \
            for (int k = 0; k < ILP; k++)                                      \
                multiply(d[k], x, y);                                          \
        for (int k = 0; k < ILP; k++)                                          \
            for (int i = 0; i < count; i++)                                    \
                x += d[k][i];                                                  \
        out[FIRST] = x;                                                        \
    }

PRODUCTS(mma_chain, 4, MMA_16)
PRODUCTS(mma_8_chain, 2, MMA_8)

__global__ void mma_and_double(double *out, int turns)
{
    double d[4] = {}, x = threadIdx.x, y = x * 0.5, z = x;

    for (int i = 0; i < turns; i++) {
        MMA_16(d, x, y);
        for (int k = 0; k < 8; k++)
            z = z * y + x;
    }
    out[FIRST] = d[0] + d[1] + d[2] + d[3] + z;
}

__global__ void half_chain(__half2 *out, int turns)
{
    __half2 x = __float2half2_rn(threadIdx.x * 0.001f), y = x, z = x;

    for (int i = 0; i < turns; i++)
        x = __hfma2(x, y, z);
    out[FIRST] = x;
}

__global__ void shuffle_chain(int *out, int turns)
{
    int x = threadIdx.x;

    for (int i = 0; i < turns; i++)
        x = __shfl_sync(~0u, x, x + 1) + i;
    out[FIRST] = x;
}

__global__ void vote_chain(unsigned *out, int turns)
{
    unsigned x = threadIdx.x;

    for (int i = 0; i < turns; i++)
        x += __ballot_sync(~0u, x & 1);
    out[FIRST] = x;
}

__global__ void fma_and_double(float *out, double *wide, int turns)
{
    float x = threadIdx.x, y = x;
    double z = x;

    for (int i = 0; i < turns; i++) {
        x = x * y + 1;
        x = x * y + 2;
        x = x * y + 3;
        z = z * y + 1;
    }
    out[FIRST] = x;
    wide[FIRST] = z;
}

__global__ void fma_and_sine(float *out, int turns)
{
    float x = threadIdx.x, y = x, z = x;

    for (int i = 0; i < turns; i++) {
        for (int k = 0; k < 8; k++)
            x = x * y + 1;
        z = __sinf(z) + x;
    }
    out[FIRST] = x + z;
}

// ---- shared memory ----------------------------------------------------------

__global__ void shared_chain(int *out, int turns, int stride)
{
    __shared__ int next[1024];
    int at = threadIdx.x * stride % 1024;

    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        next[i] = (i + 33 * stride) % 1024;
    __syncthreads();
    for (int i = 0; i < turns; i++)
        at = next[at];
    out[FIRST] = at;
}

// Lanes STRIDE words apart: as many in one bank.
template <int STRIDE>
__global__ void shared_reads(float *out, const float *in, int turns)
{
    __shared__ float cells[1024 + 32];
    float sum = 0;

    for (int i = threadIdx.x; i < 1024 + 32; i += blockDim.x)
        cells[i] = in[i];
    __syncthreads();
    for (int i = 0; i < turns; i++)
        for (int k = 0; k < 4; k++)
            sum += cells[(threadIdx.x * STRIDE + i * 4 + k) % 1024];
    out[FIRST] = sum;
}

__global__ void shared_broadcast(float *out, const float *in, int turns)
{
    __shared__ float cells[1024];
    float sum = 0;

    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        cells[i] = in[i];
    __syncthreads();
    for (int i = 0; i < turns; i++)
        sum += cells[i % 1024] * in[0];
    out[FIRST] = sum;
}

template <int STRIDE> __global__ void shared_writes(float *out, int turns)
{
    __shared__ volatile float cells[8192];
    int at = threadIdx.x * STRIDE % 8192;

    for (int i = 0; i < turns; i++)
        cells[at] = i;
    out[FIRST] = cells[at];
}

__global__ void shared_random(float *out, const int *index, const float *in,
                              int turns)
{
    __shared__ float cells[1024];
    float sum = 0;

    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        cells[i] = in[i];
    __syncthreads();
    for (int i = 0; i < turns; i++)
        sum += cells[index[i * 1024 + threadIdx.x] % 1024];
    out[FIRST] = sum;
}

// SPREAD addresses of a warp's atomics.
template <int SPREAD> __global__ void shared_atomics(int *out, int turns)
{
    __shared__ int cells[1024];

    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        cells[i] = 0;
    __syncthreads();
    for (int i = 0; i < turns; i++)
        atomicAdd(&cells[(threadIdx.x % SPREAD + i) % 1024], 1);
    __syncthreads();
    out[FIRST] = cells[threadIdx.x];
}

__global__ void shared_float_atomics(float *out, int turns)
{
    __shared__ float cells[256];

    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        cells[i] = 0;
    __syncthreads();
    for (int i = 0; i < turns; i++)
        atomicAdd(&cells[(threadIdx.x + i) % 256], 1.5f);
    __syncthreads();
    out[FIRST] = cells[threadIdx.x % 256];
}

// ---- barriers ---------------------------------------------------------------

__global__ void barriers(float *out, int turns)
{
    float x = threadIdx.x;

    for (int i = 0; i < turns; i++) {
        __syncthreads();
        x = x * 1.5f + 1;
    }
    out[FIRST] = x;
}

__global__ void exchange(float *out, int turns)
{
    __shared__ float cells[1024];
    float x = threadIdx.x;

    for (int i = 0; i < turns; i++) {
        cells[threadIdx.x] = x;
        __syncthreads();
        x += cells[(threadIdx.x + 32) % blockDim.x];
        __syncthreads();
    }
    out[FIRST] = x;
}

// A barrier behind work that one warp has much of.
__global__ void barrier_one_late(float *out, int turns)
{
    float x = threadIdx.x;

    for (int i = 0; i < turns; i++) {
        if (threadIdx.x / 32 == i % (blockDim.x / 32))
            for (int k = 0; k < 100; k++)
                x = x * 1.01f + 1;
        __syncthreads();
    }
    out[FIRST] = x;
}

// ---- global memory: chains --------------------------------------------------

// Random places of the first `words` words of index.
__global__ void pointer_chain(int *out, const int *index, int turns, int words)
{
    int at = FIRST;

    for (int i = 0; i < turns; i++)
        at = (index[at & (words - 1)] + i) & (words - 1);
    out[FIRST] = at;
}

// One address for all lanes.
__global__ void uniform_chain(int *out, const int *index, int turns, int words)
{
    int at = blockIdx.x;

    for (int i = 0; i < turns; i++)
        at = (index[at & (words - 1)] + i) & (words - 1);
    out[FIRST] = at;
}

// The first warp finds all in L1; the others do not, and turn less often.
__global__ void chain_beside(int *out, const int *index, int turns, int others)
{
    int first = threadIdx.x < 32, at = first ? blockIdx.x : FIRST;
    int words = first ? 1 << 12 : 1 << 20;

    for (int i = 0; i < (first ? turns : others); i++)
        at = (index[at & (words - 1)] + i) & (words - 1);
    out[FIRST] = at;
}

// ---- global memory: streams -------------------------------------------------

__global__ void read(const float *a, float *c, int n)
{
    float sum = 0;

    for (int i = FIRST; i < n; i += STEP)
        sum += a[i];
    if (sum == -1)
        c[FIRST] = sum;
}

__global__ void read_four(const float4 *a, float *c, int n)
{
    float sum = 0;

    for (int i = FIRST; i < n / 4; i += STEP)
        sum += a[i].x + a[i].y + a[i].z + a[i].w;
    if (sum == -1)
        c[FIRST] = sum;
}

// The same few words again and again: by L1 or L2.
__global__ void read_again(const float *a, float *c, int n, int times)
{
    float sum = 0;

    for (int k = 0; k < times; k++)
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            sum += a[(i + k) & (n - 1)];
    c[FIRST] = sum;
}

// A row for each thread, AT_ONCE loads before the first is waited for.
template <int AT_ONCE>
__global__ void read_rows(const float *a, float *c, int columns, int stride)
{
    float sum = 0;

    a += FIRST * (size_t)stride;
#pragma unroll 1
    for (int i = 0; i < columns; i += AT_ONCE) {
        float x[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            x[k] = a[i + k];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            sum += x[k];
    }
    c[FIRST] = sum;
}

// A row for each warp, the same.
template <int AT_ONCE>
__global__ void read_lines(const float *a, float *c, int columns)
{
    float sum = 0;

    a += FIRST / 32 * (size_t)columns + threadIdx.x % 32;
#pragma unroll 1
    for (int i = 0; i < columns; i += 32 * AT_ONCE) {
        float x[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            x[k] = a[i + 32 * k];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            sum += x[k];
    }
    c[FIRST] = sum;
}

// A lane each STRIDE words.
template <int STRIDE>
__global__ void read_apart(const float *a, float *c, int n)
{
    float sum = 0;

    for (int i = FIRST; i < n / STRIDE; i += STEP)
        sum += a[(size_t)i * STRIDE];
    if (sum == -1)
        c[FIRST] = sum;
}

__global__ void write(float *c, int n)
{
    for (int i = FIRST; i < n; i += STEP)
        c[i] = 1;
}

template <int STRIDE> __global__ void write_apart(float *c, int n)
{
    for (int i = FIRST; i < n / STRIDE; i += STEP)
        c[(size_t)i * STRIDE] = 1;
}

__global__ void write_bytes(char *c, int n)
{
    for (int i = FIRST; i < n; i += STEP)
        c[i] = 1;
}

__global__ void read_bytes(const unsigned char *a, int *c, int n)
{
    int sum = 0;

    for (int i = FIRST; i < n; i += STEP)
        sum += a[i];
    c[FIRST] = sum;
}

__global__ void copy(const float *a, float *c, int n)
{
    int i = FIRST;

    if (i < n)
        c[i] = a[i];
}

__global__ void triad(const float *a, const float *b, float *c, int n)
{
    int i = FIRST;

    if (i < n)
        c[i] = a[i] + 3 * b[i];
}

__global__ void double_triad(const double *a, double *c, int n)
{
    int i = FIRST;

    if (i < n)
        c[i] = c[i] + 3 * a[i];
}

__global__ void gather(const float *a, const int *index, float *c, int n)
{
    int i = FIRST;

    if (i < n)
        c[i] = a[index[i]];
}

__global__ void scatter(const float *a, const int *index, float *c, int n)
{
    int i = FIRST;

    if (i < n)
        atomicExch(&c[index[i]], a[i]);
}

// Read, changed and written by the same thread, turn after turn.
__global__ void modify(float *c, int turns)
{
    volatile float *mine = c + FIRST;

    for (int i = 0; i < turns; i++)
        *mine = *mine + 1;
}

__global__ void store_in_place(float *c, int turns)
{
    volatile float *mine = c + FIRST;

    for (int i = 0; i < turns; i++)
        *mine = i;
}

// As above, a word of each line or sector.
__global__ void store_apart(float *c, int turns, int stride)
{
    volatile float *mine = c + (size_t)FIRST * stride;

    for (int i = 0; i < turns; i++)
        *mine = i;
}

// Loads that wait, with work beside them.
template <int WORK>
__global__ void load_and_work(const float *a, float *c, int n)
{
    float sum = 0;

    for (int i = FIRST; i < n; i += STEP) {
        float x = a[i];
        for (int k = 0; k < WORK; k++)
            x = x * x + 0.5f;
        sum += x;
    }
    c[FIRST] = sum;
}

__global__ void load_shared_work(const float *a, float *c, int n)
{
    __shared__ float cells[256];
    float sum = 0;

    for (int i = FIRST; i < n; i += STEP) {
        cells[threadIdx.x] = a[i];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += cells[(threadIdx.x + k) % 256] * 0.5f;
        __syncthreads();
    }
    c[FIRST] = sum;
}

// ---- atomics ----------------------------------------------------------------

__global__ void atomics_one(int *c, int turns)
{
    for (int i = 0; i < turns; i++)
        atomicAdd(c, 1);
}

__global__ void atomics_one_result(int *c, int *out, int turns)
{
    int sum = 0;

    for (int i = 0; i < turns; i++)
        sum += atomicAdd(c, 1);
    out[1024 + FIRST] = sum;
}

__global__ void atomics_one_float(float *c, int turns)
{
    for (int i = 0; i < turns; i++)
        atomicAdd(c, 1.5f);
}

__global__ void atomics_warp(int *c, int turns)
{
    for (int i = 0; i < turns; i++)
        atomicAdd(&c[FIRST / 32 * 32], 1);
}

__global__ void atomics_lanes(int *c, int turns)
{
    for (int i = 0; i < turns; i++)
        atomicAdd(&c[threadIdx.x % 32], 1);
}

__global__ void atomics_own(float *c, int turns)
{
    for (int i = 0; i < turns; i++)
        atomicAdd(&c[FIRST], 1.5f);
}

__global__ void atomics_some(int *c, int turns, int places)
{
    for (int i = 0; i < turns; i++)
        atomicAdd(&c[(FIRST * 7 + i * 13) % places], 1);
}

__global__ void atomics_random(int *c, const int *index, int n)
{
    int i = FIRST;

    if (i < n)
        atomicAdd(&c[index[i]], 1);
}

__global__ void atomics_compare(int *c, int turns, int places)
{
    for (int i = 0; i < turns; i++) {
        int *p = &c[(FIRST + i) % places], old = *(volatile int *)p, seen;
        do {
            seen = old;
            old = atomicCAS(p, seen, seen + 1);
        } while (old != seen);
    }
}

__global__ void atomics_max(int *c, const int *index, int n)
{
    int i = FIRST;

    if (i < n)
        atomicMax(&c[0], index[i]);
}

// ---- branches ---------------------------------------------------------------

// WAYS ways for the lanes of a warp.
template <int WAYS> __global__ void ways(float *out, int turns)
{
    float x = threadIdx.x;
    int way = threadIdx.x % WAYS;

    for (int i = 0; i < turns; i++)
        for (int w = 0; w < WAYS; w++)
            if (way == w) {
                x = x * 1.5f + w;
                x = sqrtf(x);
                x = x * 2.5f + i;
            }
    out[FIRST] = x;
}

// Lanes that go round 1 to 32 times.
__global__ void uneven(float *out, int turns)
{
    float x = threadIdx.x;

    for (int i = 0; i < turns; i++)
        for (int k = 0; k <= threadIdx.x % 32; k++)
            x = x * 1.01f + 1;
    out[FIRST] = x;
}

__global__ void switches(float *out, const int *index, int turns)
{
    float x = threadIdx.x;

    for (int i = 0; i < turns; i++)
        switch (index[FIRST + i * 1024] % 6) {
        case 0: x = x * 2 + 1; break;
        case 1: x = sqrtf(x); break;
        case 2: x = x / 3; break;
        case 3: x = fabsf(x - 5); break;
        case 4: x = sinf(x); break;
        default: x += 7;
        }
    out[FIRST] = x;
}

// ---- who works --------------------------------------------------------------

__global__ void nothing()
{
}

__global__ void little(float *c)
{
    c[FIRST] = FIRST;
}

__global__ void change_once(float *c)
{
    c[FIRST] *= 1.5f;
}

__global__ void copy_once(const float *a, float *c)
{
    c[FIRST] = a[FIRST] * 1.5f;
}

// Code of no loop, which is read once.
__global__ void straight(float *c)
{
    float x = threadIdx.x;

#pragma unroll
    for (int i = 0; i < 1024; i++)
        x = x * 1.01f + i;
    c[FIRST] = x;
}

// One of all blocks, warps or threads does much.
__global__ void busy_block(float *c, int turns)
{
    float x = threadIdx.x;

    if (blockIdx.x == gridDim.x / 2)
        for (int i = 0; i < turns; i++)
            x = x * 1.01f + 1;
    c[FIRST] = x;
}

__global__ void busy_thread(float *c, const float *a, int turns)
{
    float x = threadIdx.x;

    if (FIRST == 0)
        for (int i = 0; i < turns; i++)
            x += a[i] * x;
    c[FIRST] = x;
}

// Blocks do more the later they are.
__global__ void triangle(float *c, const float *a, int n)
{
    float x = 0;

    for (int i = threadIdx.x; i < blockIdx.x * n; i += blockDim.x)
        x += a[i];
    c[FIRST] = x;
}

// Much shared memory: few blocks at a time.
__global__ void roomy(float *c, const float *a, int turns)
{
    extern __shared__ float room[];
    float x = 0;

    room[threadIdx.x] = a[FIRST];
    __syncthreads();
    for (int i = 0; i < turns; i++)
        x += room[(threadIdx.x + i) % blockDim.x] * a[(FIRST + i * 64) & 65535];
    c[FIRST] = x;
}

// ---- local memory -----------------------------------------------------------

template <int LENGTH>
__global__ void local_array(float *out, const int *index, int turns)
{
    float mine[LENGTH];
    int at = threadIdx.x;

    for (int k = 0; k < LENGTH; k++)
        mine[k] = k;
    for (int i = 0; i < turns; i++) {
        at = index[(at + i) & 1023] % LENGTH;
        mine[at] += i;
    }
    for (int k = 1; k < LENGTH; k++)
        mine[0] += mine[k];
    out[FIRST] = mine[0];
}

// ---- constant memory --------------------------------------------------------

__constant__ float table[4096];

__global__ void constant_uniform(float *out, int turns)
{
    float x = 0;

    for (int i = 0; i < turns; i++)
        x += table[(i + blockIdx.x) % 4096];
    out[FIRST] = x;
}

__global__ void constant_apart(float *out, int turns)
{
    float x = 0;

    for (int i = 0; i < turns; i++)
        x += table[(i + threadIdx.x) % 64];
    out[FIRST] = x;
}

#include "micro.def"

TIMES_MAIN
