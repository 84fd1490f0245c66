/*
 * empty.c - what launching takes: an empty kernel, many times in one graph.
 *
 * The kernel is a line of PTX, which the driver compiles: this file has to go
 * into programs by any compiler.  Toolkits before 12.8 cannot load it so.
 */
#include <dlfcn.h>
#include <math.h>

#include "runner.h"

enum { NODES = 400, TURNS = 5 };

static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                          ".visible .entry empty() { ret; }\n";

typedef cudaError_t load_library(void **library, const void *code, void *,
                                 void *, unsigned, void *, void *, unsigned);
typedef cudaError_t get_kernel(void **kernel, void *library, const char *name);

/* NULL: this CUDA Runtime cannot. */
static void *empty_kernel(void)
{
    load_library *load;
    get_kernel *get;
    void *library, *kernel;
    *(void **)&load = dlsym(RTLD_DEFAULT, "cudaLibraryLoadData");
    *(void **)&get = dlsym(RTLD_DEFAULT, "cudaLibraryGetKernel");
    if (!load || !get ||
        load(&library, ptx, NULL, NULL, 0, NULL, NULL, 0) != cudaSuccess ||
        get(&kernel, library, "empty") != cudaSuccess)
        return NULL;
    return kernel;
}

static cudaGraphExec_t graph_of(const void *kernel, cudaStream_t stream)
{
    struct dim3 one = {1, 1, 1}, warp = {32, 1, 1};
    cudaGraph_t graph = NULL;
    cudaGraphExec_t made = NULL;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < NODES; i++)
        cudaLaunchKernel(kernel, one, warp, NULL, 0, stream);
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || !graph)
        return NULL;
    if (cudaGraphInstantiateWithFlags(&made, graph, 0) != cudaSuccess)
        made = NULL;
    cudaGraphDestroy(graph);
    return made;
}

/* The least of a few: all that disturbs makes it larger. */
static double time_graph(cudaGraphExec_t graph, cudaStream_t stream)
{
    cudaEvent_t start, stop;
    double least = NAN;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    for (int i = 0; i < TURNS; i++) {
        float ms = NAN;
        cudaEventRecord(start, stream);
        cudaGraphLaunch(graph, stream);
        cudaEventRecord(stop, stream);
        if (cudaEventSynchronize(stop) == cudaSuccess &&
            cudaEventElapsedTime(&ms, start, stop) == cudaSuccess)
            least = fmin(least, ms * 1e3 / NODES);
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return least;
}

static double measure(void)
{
    void *kernel = empty_kernel();
    cudaStream_t stream;
    cudaGraphExec_t graph = NULL;
    double us = NAN;
    if (!kernel || cudaStreamCreate(&stream) != cudaSuccess)
        return NAN;
    graph = graph_of(kernel, stream);
    if (graph)
        us = time_graph(graph, stream);
    if (graph)
        cudaGraphExecDestroy(graph);
    cudaStreamDestroy(stream);
    return us;
}

double runner_launch_us(void)
{
    static double us = -1;
    if (us == -1)
        us = measure();
    cudaGetLastError();
    return us;
}
