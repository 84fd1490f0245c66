/*
 * watches.cu - one launch of block_clock, by seven clocks.
 *
 * The clocks of a block begin when its threads are there.  Everything else has
 * a part of launching in it: little where launches follow each other in a
 * graph, most of it where the host waits for each.
 */
#include <vector>

#include "../kernels.h"
#include "clocks.h"

enum { ELEMENTS = 512, THREADS = 256, SAMPLES = 101, BATCH = 1000 };

static struct {
    float *input, *minima;
    long long *stamps;
    cudaEvent_t start, stop;
    cudaGraphExec_t graph; // of BATCH launches
} bench;

static void launch(void)
{
    block_clock(bench.input, bench.minima, bench.stamps, multiprocessors,
                ELEMENTS, THREADS);
}

static void prepare(void)
{
    size_t floats = (size_t)multiprocessors * ELEMENTS;
    CHECK(cudaMalloc(&bench.input, floats * sizeof(float)));
    CHECK(cudaMemset(bench.input, 0, floats * sizeof(float)));
    CHECK(cudaMalloc(&bench.minima, multiprocessors * sizeof(float)));
    CHECK(cudaMalloc(&bench.stamps, 2 * multiprocessors * sizeof(long long)));
    CHECK(cudaMemset(bench.stamps, 0, 2 * multiprocessors * sizeof(long long)));
    CHECK(cudaEventCreate(&bench.start));
    CHECK(cudaEventCreate(&bench.stop));
}

// For ncu: the launch that is looked at is the second.
void launch_once(void)
{
    prepare();
    launch();
    CHECK(cudaDeviceSynchronize());
    launch();
    CHECK(cudaDeviceSynchronize());
}

// This program is compiled so that <<<>>> means the stream of this thread,
// which can be captured.
static void make_graph(void)
{
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(cudaStreamPerThread,
                                 cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < BATCH; i++)
        launch();
    CHECK(cudaStreamEndCapture(cudaStreamPerThread, &graph));
    CHECK(cudaGraphInstantiate(&bench.graph, graph, 0));
    CHECK(cudaGraphDestroy(graph));
}

static void call_once(void)
{
    launch();
}

static void call_batch(void)
{
    for (int i = 0; i < BATCH; i++)
        launch();
}

static void call_graph(void)
{
    CHECK(cudaGraphLaunch(bench.graph, cudaStreamPerThread));
}

static double by_events(void (*work)(void))
{
    float ms;
    CHECK(cudaEventRecord(bench.start, cudaStreamPerThread));
    work();
    CHECK(cudaEventRecord(bench.stop, cudaStreamPerThread));
    CHECK(cudaEventSynchronize(bench.stop));
    CHECK(cudaEventElapsedTime(&ms, bench.start, bench.stop));
    return 1e3 * ms;
}

static double by_host(bool waits)
{
    double start = host_us(), us;
    launch();
    if (waits)
        CHECK(cudaDeviceSynchronize());
    us = host_us() - start;
    CHECK(cudaDeviceSynchronize());
    return us;
}

static void row(const char *name, struct figures us)
{
    printf("%-46s %10.3f %10.3f %10.3f\n", name, us.least, us.median, us.most);
}

static void events_row(const char *name, void (*work)(void), int launches)
{
    double us[SAMPLES];
    int samples = launches > 1 ? 11 : SAMPLES;
    for (int i = 0; i < samples; i++)
        us[i] = by_events(work) / launches;
    row(name, figures_of(us, samples));
}

static void host_row(const char *name, bool waits)
{
    double us[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        us[i] = by_host(waits);
    row(name, figures_of(us, SAMPLES));
}

// Of the blocks of the last launch; false: the kernel wrote no stamps.
static bool block_row(void)
{
    std::vector<long long> stamps(2 * multiprocessors);
    std::vector<double> us(multiprocessors);
    CHECK(cudaMemcpy(stamps.data(), bench.stamps,
                     stamps.size() * sizeof stamps[0], cudaMemcpyDeviceToHost));
    for (int i = 0; i < multiprocessors; i++)
        us[i] = (double)(stamps[multiprocessors + i] - stamps[i]) / mhz;
    struct figures f = figures_of(us.data(), multiprocessors);
    if (f.least <= 0) {
        puts("# block_clock writes no stamps yet");
        return false;
    }
    row("\"clock64() in a block\"", f);
    return true;
}

void print_watches(void)
{
    char title[120];
    snprintf(title, sizeof title,
             "watches: block_clock, %d blocks of %d threads, %d elements each",
             multiprocessors, THREADS, ELEMENTS);
    begin_table(title, "what is timed, us: least, median, most");
    prepare();
    double first = by_events(call_once);
    for (int i = 0; i < 10; i++)
        by_events(call_once);
    if (!block_row())
        return;
    make_graph();
    events_row("\"events around a graph of 1000, each\"", call_graph, BATCH);
    events_row("\"events around 1000 launches, each\"", call_batch, BATCH);
    events_row("\"events around one launch\"", call_once, 1);
    row("\"the same, the very first\"", {first, first, first});
    host_row("\"host: launch and wait\"", true);
    host_row("\"host: launch, without waiting\"", false);
}
