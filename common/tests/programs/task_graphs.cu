/*
 * task_graphs.cu - CUDA graphs: built node by node, captured from streams,
 * changed and launched again.
 */
#include "check.h"

enum { N = 1000 };

__global__ void add(int *a, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += value;
}

__global__ void scale(int *a, const int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= b[i];
}

static void count(void *counter)
{
    ++*(int *)counter;
}

static cudaGraphExec_t ready_to_run(cudaGraph_t graph)
{
    cudaGraphExec_t exec;
    CUDA(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0)); /* CUDA 11's */
    return exec;
}

static void launch(cudaGraphExec_t exec, cudaStream_t stream)
{
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
}

static struct cudaKernelNodeParams adding(void **arguments)
{
    struct cudaKernelNodeParams p = {};
    p.func = (void *)add;
    p.gridDim = dim3((N + 255) / 256);
    p.blockDim = dim3(256);
    p.kernelParams = arguments;
    return p;
}

/* Set to 3, add a value, copy back, count: the value is changed twice, once
 * for the graph that is run and once for a copy of it. */
static void node_by_node(cudaStream_t stream)
{
    static int host[N], counter;
    int *a = on_device<int>(NULL, N), n = N, value = 4;
    void *arguments[] = {&a, &n, &value};

    cudaGraph_t graph;
    cudaGraphNode_t set, kernel, copy, callback;
    CUDA(cudaGraphCreate(&graph, 0));
    struct cudaMemsetParams three = {};
    three.dst = a, three.value = 3, three.elementSize = 4;
    three.width = N, three.height = 1;
    CUDA(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &three));
    struct cudaKernelNodeParams p = adding(arguments);
    CUDA(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &p));
    CUDA(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, a,
                                  sizeof host, cudaMemcpyDeviceToHost));
    struct cudaHostNodeParams call = {count, &counter};
    CUDA(cudaGraphAddHostNode(&callback, graph, &copy, 1, &call));
    size_t nodes = 0, roots = 0;
    CUDA(cudaGraphGetNodes(graph, NULL, &nodes));
    CUDA(cudaGraphGetRootNodes(graph, NULL, &roots));
    CHECK(nodes == 4 && roots == 1);

    value = 100; /* the node has its own copy */
    cudaGraphExec_t exec = ready_to_run(graph);
    launch(exec, stream);
    CHECK(host[0] == 7 && host[N - 1] == 7 && counter == 1);
    CUDA(cudaGraphExecKernelNodeSetParams(exec, kernel, &p));
    launch(exec, stream);
    CHECK(host[0] == 103 && host[N - 1] == 103 && counter == 2);

    value = 200;
    CUDA(cudaGraphKernelNodeSetParams(kernel, &p));
    cudaGraph_t clone;
    CUDA(cudaGraphClone(&clone, graph));
    CUDA(cudaGraphDestroy(graph));
    cudaGraphExec_t second = ready_to_run(clone);
    launch(second, stream);
    CHECK(host[N / 2] == 203 && counter == 3);
    CUDA(cudaGraphExecDestroy(second));
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(clone));
    CUDA(cudaFree(a));
}

/* The first stream sets a, the second b; then a = (a + add) * b. */
static cudaGraph_t capture(cudaStream_t first, cudaStream_t second,
                           cudaEvent_t fork, cudaEvent_t join, int *a, int *b,
                           int added)
{
    cudaGraph_t graph;
    CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    CUDA(cudaEventRecord(fork, first));
    CUDA(cudaStreamWaitEvent(second, fork, 0));
    CUDA(cudaMemsetAsync(a, 0, N * sizeof(int), first));
    CUDA(cudaMemsetAsync(b, 0, N * sizeof(int), second));
    add<<<4, 256, 0, first>>>(a, N, added);
    add<<<4, 256, 0, second>>>(b, N, 5);
    CUDA(cudaEventRecord(join, second));
    CUDA(cudaStreamWaitEvent(first, join, 0));
    scale<<<4, 256, 0, first>>>(a, b, N);
    CUDA(cudaGetLastError());
    cudaStreamCaptureStatus status;
    CUDA(cudaStreamIsCapturing(second, &status));
    CHECK(status == cudaStreamCaptureStatusActive);
    CUDA(cudaStreamEndCapture(first, &graph));
    CUDA(cudaStreamIsCapturing(second, &status));
    CHECK(status == cudaStreamCaptureStatusNone);
    return graph;
}

static void captured(cudaStream_t first)
{
    static int host[N];
    cudaStream_t second;
    cudaEvent_t fork, join;
    CUDA(cudaStreamCreate(&second));
    CUDA(cudaEventCreate(&fork));
    CUDA(cudaEventCreate(&join));
    int *a = on_device<int>(NULL, N), *b = on_device<int>(NULL, N);

    cudaGraph_t graph = capture(first, second, fork, join, a, b, 2);
    size_t nodes = 0;
    CUDA(cudaGraphGetNodes(graph, NULL, &nodes));
    CHECK(nodes == 5);
    cudaGraphExec_t exec = ready_to_run(graph);
    for (int turn = 0; turn < 3; turn++)
        launch(exec, first);
    CUDA(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 10 && host[N - 1] == 10);

    cudaGraph_t other = capture(first, second, fork, join, a, b, 3);
#if CUDART_VERSION >= 12000
    cudaGraphExecUpdateResultInfo info;
    CUDA(cudaGraphExecUpdate(exec, other, &info));
    CHECK(info.result == cudaGraphExecUpdateSuccess);
#else
    cudaGraphNode_t at;
    cudaGraphExecUpdateResult result;
    CUDA(cudaGraphExecUpdate(exec, other, &at, &result));
    CHECK(result == cudaGraphExecUpdateSuccess);
#endif
    launch(exec, first);
    CUDA(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 15 && host[N - 1] == 15);

    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphDestroy(other));
    CUDA(cudaEventDestroy(fork));
    CUDA(cudaEventDestroy(join));
    CUDA(cudaStreamDestroy(second));
    CUDA(cudaFree(a));
    CUDA(cudaFree(b));
}

/* A graph that allocates, with a graph that adds as a part of it. */
static void with_memory(cudaStream_t stream)
{
    static int host[N];
    cudaGraph_t graph, inner;
    cudaGraphNode_t alloc, set, part, copy, gone, kernel;
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphCreate(&inner, 0));

    struct cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = N * sizeof(int);
    CUDA(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &memory));
    struct cudaMemsetParams zero = {};
    zero.dst = memory.dptr, zero.elementSize = 4;
    zero.width = N, zero.height = 1;
    CUDA(cudaGraphAddMemsetNode(&set, graph, &alloc, 1, &zero));
    int n = N, value = 6;
    void *arguments[] = {&memory.dptr, &n, &value};
    struct cudaKernelNodeParams p = adding(arguments);
    CUDA(cudaGraphAddKernelNode(&kernel, inner, NULL, 0, &p));
    CUDA(cudaGraphAddChildGraphNode(&part, graph, &set, 1, inner));
    CUDA(cudaGraphAddMemcpyNode1D(&copy, graph, &part, 1, host, memory.dptr,
                                  sizeof host, cudaMemcpyDeviceToHost));
    CUDA(cudaGraphAddMemFreeNode(&gone, graph, &copy, 1, memory.dptr));
    CUDA(cudaGraphDestroy(inner));

    cudaGraphExec_t exec = ready_to_run(graph);
    for (int turn = 0; turn < 2; turn++) {
        memset(host, 0, sizeof host);
        launch(exec, stream);
        CHECK(host[0] == 6 && host[N - 1] == 6);
    }
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
}

int main(void)
{
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    node_by_node(stream);
    captured(stream);
    with_memory(stream);
    CUDA(cudaStreamDestroy(stream));
    printf("graphs of tasks: correct\n");
    return 0;
}
