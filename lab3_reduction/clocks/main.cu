/*
 * main.cu - which clock measures what, what a GPU waits for, and for how long.
 *
 *   make clocks [IMPL=student|reference]
 *
 * builds this together with your student.cu, whose block_clock and add_streams
 * it calls, and runs it on the GPU that is here.  Where there is none, make
 * prints what was recorded of one: plots/recorded/clocks_h200.txt.
 *
 *   watches.cu    one launch of block_clock, by seven clocks
 *   sweeps.cu     clocks of a block by blocks and threads; by slices
 *   ladder.cu     one thread: registers, shared memory, L1, L2, memory
 *   transfers.cu  copies of pageable and pinned memory; add_streams
 *
 * Every table has a head line that begins with # and ends with two empty lines,
 * as gnuplot wants it.
 */
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "clocks.h"

int multiprocessors;
double mhz;

double host_us(void)
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch())
        .count();
}

struct figures figures_of(double *samples, int count)
{
    std::sort(samples, samples + count);
    return {samples[0], samples[count / 2], samples[count - 1]};
}

void begin_table(const char *title, const char *columns)
{
    static bool begun;
    printf("%s# %s\n# %s\n", begun ? "\n\n" : "", title, columns);
    begun = true;
}

static __global__ void spin(long long clocks, unsigned long long *ns)
{
    long long start = clock64();
    unsigned long long before, after;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
    while (clock64() - start < clocks)
        ;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
    *ns = after - before;
}

// Clocks against nanoseconds, after a while: a GPU that had nothing to do runs
// slowly at first.
static double clock_rate(void)
{
    long long clocks = 4000000;
    unsigned long long *ns, taken = 0;
    CHECK(cudaMalloc(&ns, sizeof *ns));
    for (int i = 0; i < 40; i++)
        spin<<<1, 1>>>(clocks, ns);
    CHECK(cudaMemcpy(&taken, ns, sizeof taken, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(ns));
    return 1e3 * (double)clocks / (double)taken;
}

static const struct section {
    const char *name;
    void (*print)(void);
} sections[] = {{"watches", print_watches}, {"sweeps", print_sweeps},
                {"slices", print_slices},   {"ladder", print_ladder},
                {"copies", print_copies},   {"streams", print_streams}};

int main(int argc, char **argv)
{
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    multiprocessors = properties.multiProcessorCount;
    if (argc > 1 && strcmp(argv[1], "once") == 0) {
        launch_once();
        return 0;
    }
    mhz = clock_rate();
    printf("# device: %s, %d SMs at %.0f MHz\n# toolkit: CUDA %d.%d\n",
           properties.name, multiprocessors, mhz, CUDART_VERSION / 1000,
           CUDART_VERSION % 1000 / 10);
    for (const struct section &section : sections)
        if (argc < 2 || strcmp(argv[1], section.name) == 0)
            section.print();
    return 0;
}
