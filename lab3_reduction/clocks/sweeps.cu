/*
 * sweeps.cu - clocks of a block, by how many blocks there are and how many
 * threads each has; and by whether all blocks read the same slice.
 */
#include <algorithm>
#include <vector>

#include "../kernels.h"
#include "clocks.h"

enum { ELEMENTS = 512, MOST_BLOCKS = 4096, LAUNCHES = 9 };

static float *input, *minima;
static long long *stamps;

static void prepare(void)
{
    size_t bytes = (size_t)MOST_BLOCKS * ELEMENTS * sizeof(float);
    if (input)
        return;
    CHECK(cudaMalloc(&input, bytes));
    CHECK(cudaMemset(input, 0, bytes));
    CHECK(cudaMalloc(&minima, MOST_BLOCKS * sizeof(float)));
    CHECK(cudaMalloc(&stamps, 2 * MOST_BLOCKS * sizeof(long long)));
    CHECK(cudaMemset(stamps, 0, 2 * MOST_BLOCKS * sizeof(long long)));
}

static struct figures clocks_of_blocks(int blocks)
{
    std::vector<long long> both(2 * blocks);
    std::vector<double> clocks(blocks);
    CHECK(cudaMemcpy(both.data(), stamps, both.size() * sizeof both[0],
                     cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocks; i++)
        clocks[i] = (double)(both[blocks + i] - both[i]);
    return figures_of(clocks.data(), blocks);
}

// Of several launches, each one's blocks: the launch in the middle.
template <class Launch> static struct figures middle(int blocks, Launch launch)
{
    struct figures taken[LAUNCHES];
    for (struct figures &f : taken) {
        launch();
        CHECK(cudaGetLastError());
        f = clocks_of_blocks(blocks);
    }
    std::sort(taken, taken + LAUNCHES,
              [](const struct figures &a, const struct figures &b) {
                  return a.median < b.median;
              });
    return taken[LAUNCHES / 2];
}

/* ---- by blocks and by threads ------------------------------------------- */

// As shared memory and registers of this kernel allow more.
static int resident(int threads)
{
    return multiprocessors * std::min(32, 2048 / std::max(threads, 32));
}

static void sweep_row(int blocks, int threads)
{
    struct figures f = middle(blocks, [&] {
        block_clock(input, minima, stamps, blocks, ELEMENTS, threads);
    });
    printf("%7d %8d %10d %8.0f %8.0f %8.0f\n", blocks, threads,
           resident(threads), f.least, f.median, f.most);
}

void print_sweeps(void)
{
    const char *columns = "blocks, threads, blocks that fit at once; clocks of "
                          "a block: least, median, most";
    const int sm = multiprocessors;
    prepare();
    begin_table("blocks: block_clock, 512 elements, 256 threads", columns);
    for (int blocks : {1, 8, 16, 32, 64, sm, 2 * sm, 4 * sm, 8 * sm, 16 * sm})
        sweep_row(blocks, 256);
    begin_table("threads: block_clock, 512 elements, a block for each SM",
                columns);
    for (int threads : {1, 32, 64, 128, 256, 512, 1024})
        sweep_row(sm, threads);
    begin_table("threads8: block_clock, 512 elements, 8 blocks for each SM",
                columns);
    for (int threads : {1, 32, 64, 128, 256, 512, 1024})
        sweep_row(8 * sm, threads);
}

/* ---- a slice for each block, or one for all ------------------------------ */

static __global__ void read_slice(const float *data, float *sums,
                                  long long *stamps, int apart)
{
    const float *slice = data + (size_t)blockIdx.x * apart;
    __syncthreads();
    long long start = clock64();
    float sum = slice[threadIdx.x] + slice[threadIdx.x + blockDim.x];
    int any = __syncthreads_or(sum != 0); // a vote needs every sum
    if (threadIdx.x == 0) {
        stamps[blockIdx.x] = start;
        stamps[gridDim.x + blockIdx.x] = clock64();
        sums[blockIdx.x] = (float)any;
    }
}

static void slice_row(int blocks, int apart, void *others, size_t bytes)
{
    struct figures f = middle(blocks, [&] {
        if (others)
            CHECK(cudaMemsetAsync(others, 1, bytes, cudaStreamPerThread));
        read_slice<<<blocks, 256>>>(input, minima, stamps, apart);
    });
    printf("%7d %-6s %-14s %8.0f %8.0f %8.0f\n", blocks, apart ? "own" : "same",
           others ? "memory" : "L2", f.least, f.median, f.most);
}

void print_slices(void)
{
    size_t bytes = 256u << 20; // more than any L2 holds
    void *others;
    prepare();
    CHECK(cudaMalloc(&others, bytes));
    begin_table("slices: blocks of 256 threads load 512 elements each",
                "blocks, whose slice, where it lies; clocks of a block: least, "
                "median, most");
    for (int blocks : {1, multiprocessors, 8 * multiprocessors})
        for (int apart : {0, (int)ELEMENTS}) {
            slice_row(blocks, apart, NULL, bytes);
            slice_row(blocks, apart, others, bytes);
        }
    CHECK(cudaFree(others));
}
