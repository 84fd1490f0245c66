/*
 * main.cu - at which size a matrix leaves the L2 cache, and what that does to
 * A x V and V x A.
 *
 *   make sizes [IMPL=student|reference]
 *
 * builds this together with your student.cu and runs it on the GPU that is
 * here.  Where there is none, make shows what was recorded of one:
 * plots/recorded/sizes_h200.txt.
 *
 * Each launcher is called again and again with the same arrays, as a graph, so
 * that what fits into the L2 cache is there.  GB/s are of what has to be moved
 * at least: A, V and C once.  Beside them a copy between the two halves of A,
 * which reads one and writes the other.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../../common/learn/check.h"
#include "../kernels.h"

enum { SAMPLES = 5, MOST_LAUNCHES = 100, LARGEST = 32768 };
static const double graph_bytes = 1 << 30; // that a graph moves, or one launch

// The seven of the course; then squares, 32 MiB to 4 GiB, twice as much each
// time, whose rows begin on whole sectors.
static const struct shape {
    int rows, cols;
} shapes[] = {{1000, 500},    {1000, 1000},   {1500, 1000},      {2000, 1000},
              {2000, 1500},   {2500, 1500},   {2500, 2000},      {2880, 2880},
              {4096, 4096},   {5792, 5792},   {8192, 8192},      {11584, 11584},
              {16384, 16384}, {23168, 23168}, {LARGEST, LARGEST}};

static float *A, *V, *C; // V and C have room for a row or a column of any A

static double bytes_of(struct shape s)
{
    return 4.0 * ((double)s.rows * s.cols + s.rows + s.cols);
}

// Four elements a thread, in one access of 16 bytes.
static __global__ void copy_kernel(const float4 *from, float4 *to, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

static void copy_half(struct shape s)
{
    size_t n = (size_t)s.rows * s.cols / 8;
    copy_kernel<<<(unsigned)((n - 1) / 256 + 1), 256>>>((const float4 *)A,
                                                        (float4 *)A + n, n);
}

static void call_matvec(struct shape s)
{
    matvec(A, V, C, s.rows, s.cols);
}

static void call_vecmat(struct shape s)
{
    vecmat(V, A, C, s.rows, s.cols);
}

static void call_matvec_warp(struct shape s)
{
    matvec_warp(A, V, C, s.rows, s.cols);
}

// Of one replay; NaN: nothing was launched.
static double graph_us(cudaGraph_t graph)
{
    size_t nodes = 0;
    float ms[SAMPLES];
    cudaGraphExec_t ready;
    cudaEvent_t before, after;
    CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
    if (nodes == 0)
        return NAN;
    CHECK(cudaGraphInstantiateWithFlags(&ready, graph, 0));
    CHECK(cudaEventCreate(&before));
    CHECK(cudaEventCreate(&after));
    CHECK(cudaGraphLaunch(ready, cudaStreamPerThread));
    for (float &sample : ms) {
        CHECK(cudaEventRecord(before, cudaStreamPerThread));
        CHECK(cudaGraphLaunch(ready, cudaStreamPerThread));
        CHECK(cudaEventRecord(after, cudaStreamPerThread));
        CHECK(cudaEventSynchronize(after));
        CHECK(cudaEventElapsedTime(&sample, before, after));
    }
    CHECK(cudaEventDestroy(before));
    CHECK(cudaEventDestroy(after));
    CHECK(cudaGraphExecDestroy(ready));
    std::sort(ms, ms + SAMPLES);
    return 1e3 * ms[SAMPLES / 2];
}

static double rate(void (*call)(struct shape), struct shape s)
{
    int launches = (int)std::min((double)MOST_LAUNCHES,
                                 std::max(1.0, graph_bytes / bytes_of(s)));
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(cudaStreamPerThread,
                                 cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < launches; i++)
        call(s);
    CHECK(cudaStreamEndCapture(cudaStreamPerThread, &graph));
    double us = graph_us(graph) / launches;
    CHECK(cudaGraphDestroy(graph));
    return bytes_of(s) / us / 1e3;
}

// Those that there is memory for.
static bool fits(struct shape s)
{
    size_t free_bytes, all;
    CHECK(cudaMemGetInfo(&free_bytes, &all));
    return bytes_of(s) < 0.9 * (double)free_bytes;
}

static void allocate(struct shape s)
{
    size_t most = (size_t)std::max(s.rows, s.cols) * sizeof *V;
    CHECK(cudaMalloc(&A, (size_t)s.rows * s.cols * sizeof *A));
    CHECK(cudaMalloc(&V, most));
    CHECK(cudaMalloc(&C, most));
    CHECK(cudaMemset(A, 0, (size_t)s.rows * s.cols * sizeof *A));
    CHECK(cudaMemset(V, 0, most));
}

static void release(void)
{
    CHECK(cudaFree(A));
    CHECK(cudaFree(V));
    CHECK(cudaFree(C));
}

// A GPU that had nothing to do runs slowly for its first tenths of a second.
static void warm_up(void)
{
    struct shape s = {8192, 8192};
    allocate(s);
    for (int i = 0; i < 200; i++)
        rate(copy_half, s);
    release();
}

int main(void)
{
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    printf("# device: %s, L2 %d MiB\n# toolkit: CUDA %d.%d\n", properties.name,
           properties.l2CacheSize >> 20, CUDART_VERSION / 1000,
           CUDART_VERSION % 1000 / 10);
    puts("# rows, cols, MB of A; GB/s: copy, matvec, vecmat, matvec_warp");
    warm_up();
    for (struct shape s : shapes) {
        if (!fits(s))
            break;
        allocate(s);
        printf("%6d %6d %8.1f %8.0f %8.0f %8.0f %8.0f\n", s.rows, s.cols,
               4e-6 * s.rows * s.cols, rate(copy_half, s), rate(call_matvec, s),
               rate(call_vecmat, s), rate(call_matvec_warp, s));
        fflush(stdout);
        release();
    }
    return 0;
}
