/*
 * ladder.cu - what one thread waits for: a chain of equal steps between two
 * readings of the clock, each step needing what the one before gave.
 *
 * Independent work would hide the wait: that is what the other warps of a
 * multiprocessor are for.  Here there are none.
 */
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "clocks.h"

enum { STEPS = 512, LINE = 128 };

static __device__ long long taken[1024]; // of each block
static __device__ volatile double sink;  // so that results are needed

/* ---- steps --------------------------------------------------------------- */

// A step is a function of x that the compiler cannot shorten.
struct nothing {
    static __device__ void step(unsigned &)
    {
    }
};

// Additions alone the assembler would do all at once.
struct multiply_add {
    static __device__ void step(unsigned &x)
    {
        asm volatile("mad.lo.u32 %0, %0, %0, %0;" : "+r"(x));
    }
};

struct fma_single {
    static __device__ void step(unsigned &x)
    {
        asm volatile("{ .reg .f32 f; mov.b32 f, %0; fma.rn.f32 f, f, f, f; "
                     "mov.b32 %0, f; }"
                     : "+r"(x));
    }
};

struct sine {
    static __device__ void step(unsigned &x)
    {
        asm volatile("{ .reg .f32 f; mov.b32 f, %0; sin.approx.f32 f, f; "
                     "mov.b32 %0, f; }"
                     : "+r"(x));
    }
};

struct shuffle {
    static __device__ void step(unsigned &x)
    {
        x = __shfl_xor_sync(0xffffffffu, x, 1);
    }
};

struct barrier {
    static __device__ void step(unsigned &)
    {
        __syncthreads();
    }
};

struct shared_load {
    static __device__ void step(unsigned &x)
    {
        asm volatile("ld.shared.u32 %0, [%0];" : "+r"(x));
    }
};

template <class Step> static __global__ void chain(unsigned x)
{
    __shared__ unsigned words[32];
    for (int i = threadIdx.x; i < 32; i += blockDim.x)
        words[i] = (unsigned)__cvta_generic_to_shared(&words[(i + 1) % 32]);
    // Not the same in all lanes, or a shuffle would have nothing to do.
    x = x ? (unsigned)__cvta_generic_to_shared(words) : 3 * threadIdx.x;
    __syncthreads();
    long long start = clock64();
#pragma unroll
    for (int i = 0; i < STEPS; i++)
        Step::step(x);
    long long stop = clock64();
    sink = x;
    if (threadIdx.x == 0)
        taken[0] = stop - start;
}

// A first launch brings the code, the second is taken.
template <class Step> static double clocks_of(int threads, unsigned x)
{
    long long clocks;
    for (int i = 0; i < 2; i++)
        chain<Step><<<1, threads>>>(x);
    CHECK(cudaMemcpyFromSymbol(&clocks, taken, sizeof clocks));
    return (double)clocks;
}

static double empty; // clocks of an interval with nothing in it

static void row(const char *name, double clocks)
{
    printf("%-44s %9.1f %9.1f\n", name, clocks, 1e3 * clocks / mhz);
}

template <class Step>
static void step_row(const char *name, int threads, unsigned x)
{
    row(name, (clocks_of<Step>(threads, x) - empty) / STEPS);
}

/* ---- global memory ------------------------------------------------------- */

static __global__ void chase(char *lines, uint32_t count, uint32_t first)
{
    char *at = lines + blockIdx.x * 7919u % count * (size_t)LINE;
    for (uint32_t i = 0; i < first; i++)
        asm volatile("ld.global.u64 %0, [%0];" : "+l"(at));
    long long start = clock64();
#pragma unroll 8
    for (int i = 0; i < STEPS; i++)
        asm volatile("ld.global.u64 %0, [%0];" : "+l"(at));
    sink = (double)(uintptr_t)at;
    taken[blockIdx.x] = clock64() - start;
}

static __global__ void touch(const char *lines, uint32_t count)
{
    unsigned sum = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * blockDim.x)
        sum += __ldcg((const unsigned *)(lines + (size_t)i * LINE));
    if (sum == 1)
        sink = sum;
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

// Every line holds the address of the next, all of them in one circle without
// pattern, or what is asked for next would be guessed.
static char *linked(uint32_t count)
{
    std::vector<uint32_t> order(count);
    std::vector<uint64_t> words((size_t)count * LINE / 8);
    uint64_t state = 1;
    char *lines;
    CHECK(cudaMalloc(&lines, (size_t)count * LINE));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = next_random(&state) % (i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        words[(size_t)order[i] * LINE / 8] =
            (uint64_t)(uintptr_t)lines +
            (uint64_t)order[(i + 1) % count] * LINE;
    CHECK(cudaMemcpy(lines, words.data(), (size_t)count * LINE,
                     cudaMemcpyHostToDevice));
    return lines;
}

// A thread on each multiprocessor follows it, and the mean is taken: some are
// farther from a part of the L2 than others.
static double chase_clocks(size_t kib)
{
    const uint32_t count = (uint32_t)(kib * 1024 / LINE);
    std::vector<long long> clocks(multiprocessors);
    double sum = 0;
    char *lines = linked(count);
    touch<<<2 * multiprocessors, 1024>>>(lines, count);
    chase<<<multiprocessors, 1>>>(lines, count, kib <= 256 ? 2 * count : 0);
    CHECK(cudaMemcpyFromSymbol(clocks.data(), taken,
                               clocks.size() * sizeof clocks[0]));
    CHECK(cudaFree(lines));
    for (long long c : clocks)
        sum += (double)c;
    return sum / multiprocessors / STEPS;
}

static void load_row(const char *name, size_t kib)
{
    row(name, chase_clocks(kib));
}

void print_ladder(void)
{
    begin_table("ladder: one thread, each step waits for the one before",
                "step, clocks, ns");
    empty = clocks_of<nothing>(1, 0);
    row("\"two readings, nothing between\"", empty);
    step_row<multiply_add>("\"integer multiplication and addition\"", 1, 0);
    step_row<fma_single>("\"fma, float\"", 1, 0);
    step_row<shuffle>("\"shuffle\"", 32, 0);
    step_row<sine>("\"approximate sine\"", 1, 0);
    step_row<barrier>("\"barrier, 32 threads\"", 32, 0);
    step_row<barrier>("\"barrier, 1024 threads\"", 1024, 0);
    step_row<shared_load>("\"load from shared memory\"", 1, 1);
    load_row("\"load, found in L1 (of 16 KiB)\"", 16);
    load_row("\"load, found in L2 (of 4 MiB)\"", 4 << 10);
    load_row("\"load from memory (of 512 MiB)\"", 512 << 10);

    begin_table("chase: a load after the other, among so many KiB",
                "KiB, clocks, ns");
    for (size_t kib = 8; kib <= 512 << 10; kib *= 2) {
        double clocks = chase_clocks(kib);
        printf("%8zu %9.1f %9.1f\n", kib, clocks, 1e3 * clocks / mhz);
    }
}
