/*
 * constants.h - what the files of this program share: how a figure is taken.
 *
 * Clocks are read inside a kernel, times around a CUDA graph of equal kernels.
 * A figure in clocks is the median of several repeats, one in microseconds the
 * least, as everything that disturbs makes it larger.
 */
#ifndef CONSTANTS_H
#define CONSTANTS_H

#include <algorithm>
#include <cstdint>
#include "../../learn/check.h"

enum { WARP = 32, REPEATS = 5 };

/* A line of the table. */
void print(const char *unit, double value, const char *name, ...)
    __attribute__((format(printf, 3, 4)));

extern cudaStream_t stream;
extern cudaEvent_t before, after;
extern double mhz;           /* of the multiprocessors, while they compute */
extern int multiprocessors;
extern double graph_us;      /* to begin a graph, and the events around it */

void measure_limits(void);
void measure_copies(void);
void measure_pipes(void);
void measure_matrices(void);
void measure_shared(void);
void measure_latencies(void);
void measure_l1(void);
void measure_reads(void);
void measure_stores(void);
void measure_atomics(void);
void measure_launches(void);
void measure_constant(void);

/* ---- clocks ---- */

static __device__ long long elapsed;    /* of block 0 */
static __device__ volatile double sink; /* so that results are needed */

/* Clocks of block 0 between its two stamps, the median of several launches. */
template <class Launch> static double clocks_of(Launch launch)
{
    long long clocks[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        launch();
        CHECK(cudaGetLastError());
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaMemcpyFromSymbol(&clocks[i], elapsed, sizeof *clocks));
    }
    std::sort(clocks, clocks + REPEATS);
    return (double)clocks[REPEATS / 2];
}

/* All warps of the block have come: one of them reads the clock. */
static __device__ __forceinline__ long long stamp(void)
{
    __syncthreads();
    return clock64();
}

static __device__ __forceinline__ void report(long long start)
{
    const long long stop = stamp();
    if (threadIdx.x == 0 && blockIdx.x == 0)
        elapsed = stop - start;
}

/* ---- times ---- */

/* Microseconds of one of `count` launches, nodes of a graph one after the
 * other, without what the graph itself takes (graph_us). */
template <class Launch> static double us_of(int count, Launch launch)
{
    cudaGraph_t graph;
    cudaGraphExec_t nodes;
    double least = 1e30;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < count; i++)
        launch();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&nodes, graph, 0));
    for (int i = 0; i < REPEATS + 2; i++) {
        float ms;
        CHECK(cudaEventRecord(before, stream));
        CHECK(cudaGraphLaunch(nodes, stream));
        CHECK(cudaEventRecord(after, stream));
        CHECK(cudaEventSynchronize(after));
        CHECK(cudaEventElapsedTime(&ms, before, after));
        if (i >= 2 && ms * 1e3 - graph_us < least * count) /* after warm-up */
            least = (ms * 1e3 - graph_us) / count;
    }
    CHECK(cudaGraphExecDestroy(nodes));
    CHECK(cudaGraphDestroy(graph));
    return least;
}

/* The multiprocessor this block runs on. */
static __device__ __forceinline__ unsigned own_sm(void)
{
    unsigned id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

#endif
