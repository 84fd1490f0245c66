/*
 * launches.cu - what it takes to begin: a kernel behind another one in a
 * graph, the blocks of a grid, and the warps of a block.
 */
#include "constants.h"

static __global__ void nothing(float *never, int n)
{
    if (n < 0)
        never[threadIdx.x] = 1;
}

// Registers as a real kernel has them.
static __global__ void __launch_bounds__(256)
    many_registers(float *never, int n)
{
    if (n < 0) {
        float x[100];
        for (int i = 0; i < 100; i++)
            x[i] = never[threadIdx.x + i];
        for (int k = 0; k > n; k--)
            for (int i = 0; i < 100; i++)
                x[i] = x[i] * x[(i + 1) % 100];
        for (int i = 0; i < 100; i++)
            never[i] = x[i];
    }
}

static __global__ void wait_clocks(long long clocks)
{
    extern __shared__ float room[];
    const long long start = clock64();
    while (clock64() - start < clocks)
        ;
    if (clocks < 0)
        sink = room[0];
}

static double waiting_us(int nodes, int blocks, int threads, size_t shared,
                         long long clocks)
{
    return us_of(nodes, [&] {
        wait_clocks<<<blocks, threads, shared, stream>>>(clocks);
    });
}

static void measure_gaps(void)
{
    static const int grids[][2] = {{1, 32},    {1, 1024},   {132, 32},
                                   {132, 256}, {132, 1024}, {264, 1024},
                                   {1056, 256}};
    for (const auto &g : grids) {
        print("us",
              us_of(400, [&] { nothing<<<g[0], g[1], 0, stream>>>(NULL, 1); }),
              "launch_%d_%d", g[0], g[1]);
        // What is not spent in the kernel.
        print("us", waiting_us(100, g[0], g[1], 0, 8000) - 8000 / mhz,
              "launch_waiting_%d_%d", g[0], g[1]);
    }
    print("us",
          us_of(400, [&] { many_registers<<<132, 256, 0, stream>>>(NULL, 1); }),
          "launch_registers_132_256");
    print("us", waiting_us(100, 132, 256, 40000, 8000) - 8000 / mhz,
          "launch_shared_132_256");
}

// In streams, without a graph: the host's pace.
static void measure_stream(void)
{
    const int count = 2000;
    double least = 1e30;
    for (int r = 0; r < REPEATS; r++) {
        float ms;
        CHECK(cudaEventRecord(before, 0));
        for (int i = 0; i < count; i++)
            nothing<<<1, 32>>>(NULL, 1);
        CHECK(cudaEventRecord(after, 0));
        CHECK(cudaEventSynchronize(after));
        CHECK(cudaEventElapsedTime(&ms, before, after));
        if (ms * 1e3 / count < least)
            least = ms * 1e3 / count;
    }
    print("us", least, "launch_interval");
}

static void measure_blocks(void)
{
    static const int grids[] = {132,   528,   1056,   4224,
                                21846, 84480, 337920, 1351680};
    static const int threads[] = {32, 64, 128, 256, 512, 1024};
    for (int n : threads)
        for (int blocks : grids)
            print(
                "us",
                us_of(10, [&] { nothing<<<blocks, n, 0, stream>>>(NULL, 1); }),
                "blocks_%d_of_%d", blocks, n);
    for (int blocks = 1056; blocks <= 84480; blocks *= 80)
        print(
            "us",
            us_of(10,
                  [&] { many_registers<<<blocks, 256, 0, stream>>>(NULL, 1); }),
            "blocks_registers_%d_of_256", blocks);
}

// Waves of blocks that fill the multiprocessors, one behind the other: what a
// wave takes besides waiting.
static void measure_waves(void)
{
    static const int shapes[][3] = {// threads, resident blocks, KiB shared
                                    {1024, 2, 0},  {1024, 1, 200}, {256, 8, 0},
                                    {256, 1, 200}, {128, 16, 0},   {64, 32, 0},
                                    {32, 32, 0},   {32, 1, 200}};
    CHECK(cudaFuncSetAttribute(
        wait_clocks, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    for (const auto &s : shapes) {
        const int wave = s[1] * multiprocessors;
        const size_t shared = (size_t)s[2] << 10;
        const double few = waiting_us(4, 2 * wave, s[0], shared, 4000);
        const double many = waiting_us(4, 12 * wave, s[0], shared, 4000);
        print("clocks", (many - few) / 10 * mhz - 4000, "wave_%d_blocks_of_%d",
              s[1], s[0]);
    }
}

void measure_launches(void)
{
    measure_gaps();
    measure_stream();
    measure_blocks();
    measure_waves();
}
