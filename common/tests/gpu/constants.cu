/*
 * constants.cu - the constants of the time model, measured on a GPU.
 *
 * Latencies: one warp runs a chain in which each instruction needs the result
 * of the one before, between two readings of clock64(); for memory, a chain of
 * pointers through an array that fits L1, or L2 only, or neither.  Rates: many
 * warps whose accesses do not depend on each other.  Launches: batches of
 * kernels that do nothing, or wait for so many cycles.  Each figure is the
 * least of several repeats, as everything that disturbs makes it larger.
 *
 *   nvcc -O3 -arch=native constants.cu -o constants && ./constants
 *
 * prints a name, a number and a unit a line: plots/recorded/constants_h200.txt
 * is what an H200 printed; common/gpus/h200.def has them.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARP = 32, CHAIN = 512, REPEATS = 7, LAUNCHES = 2000 };

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "constants: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

#define CHECK(call) check(call, #call)

static void print(const char *name, double value, const char *unit)
{
    printf("%-24s %10.2f %s\n", name, value, unit);
    fflush(stdout);
}

// ---- chains of instructions -------------------------------------------------

__device__ long long elapsed;
__device__ volatile double sink;

// A kernel that measures CHAIN times step(x), x = step(x).
#define CHAIN_KERNEL(name, type, step)                                         \
    __global__ void name(type x, type y, type z)                               \
    {                                                                          \
        volatile __shared__ type cell[64];                                     \
        cell[threadIdx.x % 64] = y;                                            \
        __syncthreads();                                                       \
        const long long start = clock64();                                     \
        _Pragma("unroll 64") for (int i = 0; i < CHAIN; i++) x = step;         \
        cell[threadIdx.x % 64] = x;                                            \
        const long long stop = clock64();                                      \
        if (threadIdx.x == 0)                                                  \
            elapsed = stop - start;                                            \
        sink = (double)x + (double)z;                                          \
    }

CHAIN_KERNEL(chain_fma, float, fmaf(x, y, z))
CHAIN_KERNEL(chain_integer, int, x *y + z)
CHAIN_KERNEL(chain_fma_double, double, fma(x, y, z))
CHAIN_KERNEL(chain_divide_double, double, y / x)
CHAIN_KERNEL(chain_root, float, __frsqrt_rn(x))
CHAIN_KERNEL(chain_divide, float, y / x)
CHAIN_KERNEL(chain_vote, unsigned, __ballot_sync(0xffffffffu, (int)x > 0) - z)
CHAIN_KERNEL(chain_shared_atomic, int, atomicAdd((int *)&cell[x], z))

static double read_elapsed(void)
{
    long long cycles;

    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyFromSymbol(&cycles, elapsed, sizeof cycles));
    return (double)cycles;
}

#define MEASURE_CHAIN(text, kernel, x, y, z)                                   \
    do {                                                                       \
        double least = 1e30;                                                   \
        for (int i = 0; i < REPEATS; i++) {                                    \
            kernel<<<1, WARP>>>(x, y, z);                                      \
            least = fmin(least, read_elapsed());                               \
        }                                                                      \
        print(text, least / CHAIN, "cycles");                                  \
    } while (0)

// ---- shared memory and barriers ---------------------------------------------

// A chain of addresses: each word holds the address of the next.
__global__ void chain_shared(int stride)
{
    __shared__ int next[1024];
    int at = threadIdx.x;

    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        next[i] = (i + stride) % 1024;
    __syncthreads();
    const long long start = clock64();
#pragma unroll 64
    for (int i = 0; i < CHAIN; i++)
        at = next[at];
    sink = at;
    const long long stop = clock64();
    if (threadIdx.x == 0)
        elapsed = stop - start;
}

// What goes through shared memory from one warp to the next, with a barrier.
__global__ void chain_exchange(float x)
{
    __shared__ float cell[1024];
    const int thread = threadIdx.x, other = (thread + WARP) % blockDim.x;

    cell[thread] = x;
    __syncthreads();
    const long long start = clock64();
#pragma unroll 8
    for (int i = 0; i < CHAIN; i++) {
        x = cell[other];
        __syncthreads();
        cell[thread] = x;
        __syncthreads();
    }
    const long long stop = clock64();
    if (thread == 0)
        elapsed = stop - start;
    sink = x;
}

__global__ void chain_barrier(void)
{
    __syncthreads();
    const long long start = clock64();
#pragma unroll 64
    for (int i = 0; i < CHAIN; i++)
        __syncthreads();
    const long long stop = clock64();
    if (threadIdx.x == 0)
        elapsed = stop - start;
}

static void measure_shared(void)
{
    char name[64];
    double least = 1e30;

    for (int i = 0; i < REPEATS; i++) {
        chain_shared<<<1, WARP>>>(33);
        least = fmin(least, read_elapsed());
    }
    print("shared_load", least / CHAIN, "cycles");
    for (int warps = 1; warps <= 32; warps *= 2) {
        least = 1e30;
        for (int i = 0; i < REPEATS; i++) {
            chain_barrier<<<1, warps * WARP>>>();
            least = fmin(least, read_elapsed());
        }
        snprintf(name, sizeof name, "barrier_%d_warps", warps);
        print(name, least / CHAIN, "cycles");
        least = 1e30;
        for (int i = 0; i < REPEATS; i++) {
            chain_exchange<<<1, warps * WARP>>>(1.0f);
            least = fmin(least, read_elapsed());
        }
        snprintf(name, sizeof name, "exchange_%d_warps", warps);
        print(name, least / CHAIN, "cycles");
    }
}

// ---- global memory ----------------------------------------------------------

// One warp follows pointers; lane l reads word l of a 128-byte line.
__global__ void chase(const unsigned *next, unsigned at, int steps, int cached)
{
    const long long start = clock64();
    if (cached) {
        for (int i = 0; i < steps; i++)
            at = __ldca(&next[32 * (size_t)at + threadIdx.x]);
    } else {
        for (int i = 0; i < steps; i++)
            at = __ldcg(&next[32 * (size_t)at + threadIdx.x]);
    }
    sink = at;
    const long long stop = clock64();
    if (threadIdx.x == 0)
        elapsed = stop - start;
}

__global__ void touch(const unsigned *next, size_t words)
{
    unsigned sum = 0;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < words;
         i += (size_t)gridDim.x * blockDim.x)
        sum += __ldcg(&next[i]);
    if (sum == 1)
        sink = sum;
}

// A cycle through all lines in an order without pattern (Sattolo).
static void link_lines(unsigned *lines, uint32_t count)
{
    uint32_t *order = (uint32_t *)malloc(count * sizeof *order);
    uint64_t state = 1;

    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t i = count - 1; i > 0; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint32_t k = (uint32_t)((state >> 33) % i);
        const uint32_t swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    for (uint32_t i = 0; i < count; i++)
        for (int l = 0; l < 32; l++)
            lines[32 * (size_t)order[i] + l] = order[(i + 1) % count];
    free(order);
}

static void measure_chase(const char *name, size_t bytes, bool cached,
                          bool warm)
{
    const uint32_t count = (uint32_t)(bytes / 128);
    unsigned *host = (unsigned *)malloc(bytes), *device;
    double least = 1e30;

    link_lines(host, count);
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    for (int i = 0; i < REPEATS; i++) {
        const unsigned start = host[32 * (size_t)(i * 977u % count)];

        if (warm)
            touch<<<264, 1024>>>(device, bytes / 4);
        chase<<<1, WARP>>>(device, start, 4096, cached);
        least = fmin(least, read_elapsed());
    }
    print(name, least / 4096, "cycles");
    CHECK(cudaFree(device));
    free(host);
}

__global__ void chain_global_atomic(int *cells, int z)
{
    const long long start = clock64();
    int x = 0;

    for (int i = 0; i < CHAIN; i++)
        x = atomicAdd(&cells[x + threadIdx.x], z);
    sink = x;
    const long long stop = clock64();
    if (threadIdx.x == 0)
        elapsed = stop - start;
}

// All threads of the grid add to one word.
__global__ void contended(int *cell)
{
    for (int i = 0; i < 64; i++)
        atomicAdd(cell, (int)threadIdx.x);
}

// ---- rates ------------------------------------------------------------------

// Each lane reads a word of its own sector: what one multiprocessor's L1
// delivers.  The array of 32 KiB is in L1 after the first round.
__global__ void sectors(const float *a, int rounds, int stride)
{
    const int sector = (int)(threadIdx.x * stride) % 8192;
    float sum = 0;

    for (int i = 0; i < 8192; i += blockDim.x)
        sum += a[i + threadIdx.x];
    __syncthreads();
    const long long start = clock64();
#pragma unroll 16
    for (int i = 0; i < rounds; i++)
        sum += __ldca(&a[(sector + 256 * i) % 8192]);
    sink = sum;
    __syncthreads();
    const long long stop = clock64();
    if (threadIdx.x == 0)
        elapsed = stop - start;
}

__global__ void copy(const float4 *from, float4 *to, size_t count)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x)
        to[i] = from[i];
}

__global__ void __launch_bounds__(1024)
    read_all(const float4 *from, size_t count)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    float sum = 0;
#pragma unroll 8
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += stride)
        sum += from[i].x + from[i].y + from[i].z + from[i].w;
    if (sum == 1.25f)
        sink = sum;
}

__global__ void wait_cycles(long long cycles, const float *a, float *b, int n)
{
    const long long start = clock64();

    while (clock64() - start < cycles)
        ;
    if (n < 0)
        b[0] = a[0];
}

static cudaEvent_t before, after;

// Microseconds of each of so many launches, one after the other.
#define TIME(count, ...)                                                       \
    do {                                                                       \
        us = 1e30;                                                             \
        for (int r_ = 0; r_ < REPEATS; r_++) {                                 \
            float ms_;                                                         \
            CHECK(cudaEventRecord(before, 0));                                 \
            for (int l_ = 0; l_ < (count); l_++) {                             \
                __VA_ARGS__;                                                   \
            }                                                                  \
            CHECK(cudaEventRecord(after, 0));                                  \
            CHECK(cudaEventSynchronize(after));                                \
            CHECK(cudaEventElapsedTime(&ms_, before, after));                  \
            us = fmin(us, ms_ * 1e3 / (count));                                \
        }                                                                      \
    } while (0)

static void measure_launches(void)
{
    static const int blocks[] = {1, 132, 1056, 2112, 8448};
    char name[64];
    double us;

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        for (int wait = 0; wait <= 16000; wait = wait ? 2 * wait : 1000) {
            TIME(LAUNCHES / 4,
                 (wait_cycles<<<blocks[i], 256>>>(wait, NULL, NULL, (int)i)));
            snprintf(name, sizeof name, "launch_%d_%d", blocks[i], wait);
            print(name, us, "us");
        }
    }
}

static void measure_sectors(void)
{
    float *a;

    CHECK(cudaMalloc(&a, 32768));
    CHECK(cudaMemset(a, 0, 32768));
    for (int stride = 1; stride <= 8; stride *= 2) {
        for (int warps = 8; warps <= 32; warps *= 2) {
            char name[64];
            double least = 1e30;

            for (int i = 0; i < REPEATS; i++) {
                sectors<<<1, warps * WARP>>>(a, 256, stride);
                least = fmin(least, read_elapsed());
            }
            snprintf(name, sizeof name, "request_%d_sectors_%d", 4 * stride,
                     warps);
            print(name, least / 256 / warps, "cycles");
        }
    }
    CHECK(cudaFree(a));
}

static void measure_bandwidth(void)
{
    const size_t large = (size_t)1 << 30;
    float4 *from, *to;
    char name[64];
    double us;

    CHECK(cudaMalloc(&from, large));
    CHECK(cudaMalloc(&to, large));
    CHECK(cudaMemset(from, 0, large));
    for (size_t mb = 2; mb <= 1024; mb *= 2) {
        const size_t bytes = mb << 20;

        TIME(mb < 100 ? 50 : 5,
             (read_all<<<264, 1024>>>(from, bytes / sizeof *from)));
        snprintf(name, sizeof name, "read_%zu_MiB", mb);
        print(name, (double)bytes / us / 1e6, "TB/s");
    }
    TIME(5, (copy<<<2112, 512>>>(from, to, large / sizeof *from)));
    print("copy_1_GiB", 2.0 * (double)large / us / 1e6, "TB/s");
    // One multiprocessor alone, and eight.
    for (int blocks = 1; blocks <= 64; blocks *= 4) {
        TIME(5, (read_all<<<blocks, 1024>>>(from, (8u << 20) / sizeof *from)));
        snprintf(name, sizeof name, "read_by_%d_sm", blocks);
        print(name, 8.0 * 1048576 / us / blocks, "MB/s");
    }
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}

static void measure_atomics(double mhz)
{
    int *cells;
    double least = 1e30, us;

    CHECK(cudaMalloc(&cells, 4096));
    CHECK(cudaMemset(cells, 0, 4096));
    for (int i = 0; i < REPEATS; i++) {
        chain_global_atomic<<<1, WARP>>>(cells, 0);
        least = fmin(least, read_elapsed());
    }
    print("global_atomic", least / CHAIN, "cycles");
    TIME(5, (contended<<<132, 256>>>(cells)));
    print("contended_atomic", us * mhz / (132.0 * 8 * 64), "cycles");
    CHECK(cudaFree(cells));
}

// The clock while it computes: cycles against the timer of events.
static double measure_clock(void)
{
    const long long cycles = 20000000;
    double us;

    TIME(1, (wait_cycles<<<132, 32>>>(cycles, NULL, NULL, 0)));
    return (double)cycles / us;
}

int main(void)
{
    struct cudaDeviceProp properties;

    CHECK(cudaGetDeviceProperties(&properties, 0));
    printf("# %s, CUDA %d.%d\n", properties.name, CUDART_VERSION / 1000,
           CUDART_VERSION % 1000 / 10);
    CHECK(cudaEventCreate(&before));
    CHECK(cudaEventCreate(&after));
    const double mhz = measure_clock();
    print("clock", mhz, "MHz");
    MEASURE_CHAIN("fma", chain_fma, 1.0f, 1.0f, 0.0f);
    MEASURE_CHAIN("integer_multiply_add", chain_integer, 1, 1, 0);
    MEASURE_CHAIN("double_fma", chain_fma_double, 1.0, 1.0, 0.0);
    MEASURE_CHAIN("double_divide", chain_divide_double, 1.0, 1.5, 0.0);
    MEASURE_CHAIN("divide", chain_divide, 1.0f, 1.5f, 0.0f);
    MEASURE_CHAIN("root", chain_root, 1.0f, 1.0f, 0.0f);
    MEASURE_CHAIN("vote", chain_vote, 1u, 1u, 0u);
    MEASURE_CHAIN("shared_atomic", chain_shared_atomic, 0, 0, 0);
    measure_shared();
    measure_chase("load_L1", 16u << 10, true, true);
    measure_chase("load_L2_1_MiB", 1u << 20, false, true);
    measure_chase("load_L2_4_MiB", 4u << 20, false, true);
    measure_chase("load_L2_20_MiB", 20u << 20, false, true);
    measure_chase("load_DRAM", (size_t)512 << 20, false, false);
    measure_atomics(mhz);
    measure_sectors();
    measure_bandwidth();
    measure_launches();
    return 0;
}
