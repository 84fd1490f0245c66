/*
 * main.cu - the constants of the time model, measured on a GPU.
 *
 *   make gpu ID=h100
 *
 * builds this, runs it, and keeps what it prints, a figure a line (name,
 * number, unit), as plots/recorded/constants_h100.txt; profile.awk makes
 * common/gpus/h100.def of that.  ncu, if there, says the same of few of them.
 *
 * Exit status: 0; 1 when a CUDA call failed; 3 when the clock was not steady,
 * so that the figures are of no use.
 */
#include <cmath>
#include <cstdarg>
#include <cstring>

#include "constants.h"

cudaStream_t stream;
cudaEvent_t before, after;
double mhz;
int multiprocessors;
double graph_us;

void print(const char *unit, double value, const char *name, ...)
{
    char text[64];
    va_list list;
    va_start(list, name);
    vsnprintf(text, sizeof text, name, list);
    va_end(list);
    printf("%-32s %14.10g %s\n", text, value, unit);
    fflush(stdout);
}

static __global__ void wait_clocks(long long clocks)
{
    const long long start = clock64();
    while (clock64() - start < clocks)
        ;
}

static __global__ void nothing(void)
{
}

static double empty_us(int count)
{
    return us_of(count, [] { nothing<<<1, 32, 0, stream>>>(); });
}

// Clocks against the timer of events, on all multiprocessors.
static double clock_now(void)
{
    const long long clocks = 4000000;
    const double us = us_of(
        1, [&] { wait_clocks<<<multiprocessors, 1024, 0, stream>>>(clocks); });
    return (double)clocks / us;
}

struct section {
    const char *name;
    void (*measure)(void);
};

static const section sections[] = {
    {"limits", measure_limits},       {"pipes", measure_pipes},
    {"matrices", measure_matrices},   {"shared", measure_shared},
    {"latencies", measure_latencies}, {"l1", measure_l1},
    {"reads", measure_reads},         {"stores", measure_stores},
    {"atomics", measure_atomics},     {"launches", measure_launches},
    {"constant", measure_constant},   {"copies", measure_copies},
};

int main(int argc, char **argv)
{
    cudaDeviceProp properties;
    int status = 0;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    multiprocessors = properties.multiProcessorCount;
    printf("# %s, CUDA %d.%d\n", properties.name, CUDART_VERSION / 1000,
           CUDART_VERSION % 1000 / 10);
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&before));
    CHECK(cudaEventCreate(&after));
    for (int i = 0; i < 100; i++) // out of its sleep
        mhz = clock_now();
    print("MHz", mhz, "clock");
    const double one = empty_us(1);
    graph_us = one - empty_us(400);
    print("us", graph_us, "graph");
    for (const section &section : sections) {
        if (argc > 1 && strcmp(argv[1], section.name) != 0)
            continue;
        section.measure();
        const double now = clock_now();
        print("MHz", now, "clock_after_%s", section.name);
        if (fabs(now - mhz) > 0.01 * mhz) {
            fprintf(stderr,
                    "the clock went from %.0f to %.0f MHz while %s were "
                    "measured: the GPU is hot, limited or shared\n",
                    mhz, now, section.name);
            status = 3;
        }
    }
    return status;
}
