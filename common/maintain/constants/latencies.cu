/*
 * latencies.cu - how long a load takes, by where its data lies.
 *
 * A chain of addresses through so many bytes, a line each, in an order without
 * pattern; every multiprocessor follows it alone, from another place, and the
 * mean of all is taken, as those far from a part of the L2 wait longer.
 */
#include "constants.h"

enum { STEPS = 2048, MOST_BLOCKS = 256, OTHERS = 1 << 28 };

static void *others; // bytes that drive all else from the L2

__device__ long long clocks_of_block[MOST_BLOCKS];

static __device__ __forceinline__ char *follow(char *at, bool cached)
{
    if (cached)
        asm volatile("ld.global.u64 %0, [%0];" : "+l"(at));
    else
        asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
    return at;
}

template <bool CACHED>
static __global__ void chase(char *lines, uint32_t count, uint32_t first,
                             uint32_t salt)
{
    char *at =
        lines + (blockIdx.x * 7919u + salt * 104729u) % count * (size_t)128;
    for (uint32_t i = 0; i < first; i++)
        at = follow(at, CACHED);
    const long long start = clock64();
#pragma unroll 8
    for (int i = 0; i < STEPS; i++)
        at = follow(at, CACHED);
    sink = (double)(uintptr_t)at;
    clocks_of_block[blockIdx.x] = clock64() - start;
}

static __global__ void link_lines(char *lines, const uint32_t *order,
                                  uint32_t count)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        *(char **)(lines + (size_t)order[i] * 128) =
            lines + (size_t)order[(i + 1) % count] * 128;
}

static __global__ void touch(const char *lines, uint32_t count)
{
    unsigned sum = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * blockDim.x)
        sum += __ldcg((const unsigned *)(lines + (size_t)i * 128));
    if (sum == 1)
        sink = sum;
}

// All lines once, in an order without pattern.
static uint32_t *shuffled(uint32_t count)
{
    uint32_t *order = (uint32_t *)malloc(count * sizeof *order);
    uint64_t state = 1;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t i = count - 1; i > 0; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint32_t k = (uint32_t)((state >> 33) % (i + 1));
        const uint32_t swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    return order;
}

static char *linked(uint32_t count)
{
    uint32_t *order = shuffled(count), *on_device;
    char *lines;
    CHECK(cudaMalloc(&lines, (size_t)count * 128));
    CHECK(cudaMalloc(&on_device, count * sizeof *on_device));
    CHECK(cudaMemcpy(on_device, order, count * sizeof *order,
                     cudaMemcpyHostToDevice));
    link_lines<<<(count + 255) / 256, 256>>>(lines, on_device, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(on_device));
    free(order);
    return lines;
}

static double mean_clocks(int blocks)
{
    long long clocks[MOST_BLOCKS];
    double sum = 0;
    CHECK(cudaMemcpyFromSymbol(clocks, clocks_of_block, sizeof clocks));
    for (int i = 0; i < blocks; i++)
        sum += (double)clocks[i];
    return sum / blocks / STEPS;
}

// `first` steps are not counted: they fill the cache.
template <bool CACHED>
static double latency(char *lines, uint32_t count, uint32_t first, bool warm)
{
    const int blocks =
        multiprocessors < MOST_BLOCKS ? multiprocessors : MOST_BLOCKS;
    double least = 1e30;
    for (int i = 0; i < 3; i++) {
        if (warm)
            touch<<<2 * multiprocessors, 1024, 0, stream>>>(lines, count);
        else
            CHECK(cudaMemsetAsync(others, i, OTHERS, stream));
        chase<CACHED><<<blocks, 1, 0, stream>>>(lines, count, first, i + 1);
        CHECK(cudaStreamSynchronize(stream));
        const double mean = mean_clocks(blocks);
        if (mean < least)
            least = mean;
    }
    return least;
}

template <bool CACHED>
static void measure(const char *name, size_t kib, bool fill, bool warm)
{
    const uint32_t count = (uint32_t)(kib * 8);
    char *lines = linked(count);
    print("clocks", latency<CACHED>(lines, count, fill ? 2 * count : 0, warm),
          "%s_%zu_KiB", name, kib);
    CHECK(cudaFree(lines));
}

// A word is stored and loaded again: does the load find it in L1?  `again` is
// `words`, which the compiler must not know.
template <bool CACHED>
static __global__ void store_load(float *words, float *again, int rounds)
{
    float *at = words + blockIdx.x * 1024 + threadIdx.x, x = 0;
    float *from = again + blockIdx.x * 1024 + threadIdx.x;
    const long long start = stamp();
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        asm volatile("st.global.f32 [%0], %1;" : : "l"(at), "f"(x) : "memory");
        if (CACHED)
            asm volatile("ld.global.f32 %0, [%1];"
                         : "=f"(x)
                         : "l"(from)
                         : "memory");
        else
            asm volatile("ld.global.cg.f32 %0, [%1];"
                         : "=f"(x)
                         : "l"(from)
                         : "memory");
        x += 1;
    }
    report(start);
    sink = x;
}

static void measure_store_load(void)
{
    float *words;
    CHECK(cudaMalloc(&words, 8u << 20));
    CHECK(cudaMemset(words, 0, 8u << 20));
    for (int warps = 1; warps <= 32; warps *= 2) {
        print("clocks", clocks_of([&] {
                            store_load<true><<<1, warps * WARP, 0, stream>>>(
                                words, words, 512);
                        }) / 512,
              "store_load_%d_warps", warps);
        print("clocks", clocks_of([&] {
                            store_load<false><<<1, warps * WARP, 0, stream>>>(
                                words, words, 512);
                        }) / 512,
              "store_load_l2_%d_warps", warps);
    }
    print("clocks",
          clocks_of([&] {
              store_load<true>
                  <<<2 * multiprocessors, 1024, 0, stream>>>(words, words, 512);
          }) / 512,
          "store_load_all");
    CHECK(cudaFree(words));
}

void measure_latencies(void)
{
    static const size_t l1[] = {16, 64, 128, 160, 192, 208, 224, 240, 256};
    static const size_t l2[] = {1, 4, 16, 24, 32, 40, 48, 56, 64, 80};
    CHECK(cudaMalloc(&others, OTHERS));
    for (size_t kib : l1)
        measure<true>("load", kib, true, false);
    for (size_t mib : l2)
        measure<false>("load", mib << 10, false, true);
    measure<false>("load", 256 << 10, false, false);
    measure<false>("load", 1024 << 10, false, false);
    CHECK(cudaFree(others));
    measure_store_load();
}
