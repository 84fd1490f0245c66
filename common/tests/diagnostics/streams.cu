/*
 * streams.cu - work that nothing orders: between streams, branches of a graph,
 * the host, and copies into shared memory.
 */
#include <cuda_pipeline.h>

#include "hazards.h"

__global__ void add(int *p, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += value;
}

__global__ void copy(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

__global__ void count(int *p, int n)
{
    atomicAdd(&p[(blockIdx.x * blockDim.x + threadIdx.x) % n], 1);
}

enum { N = 4096, THREADS = 256, BLOCKS = N / THREADS };

/* Two streams, an event, and an array that everybody knows to be set. */
struct two {
    cudaStream_t a, b;
    cudaEvent_t event;
    int *p;
    two(unsigned flags = cudaStreamDefault)
    {
        cudaStreamCreateWithFlags(&a, flags);
        cudaStreamCreateWithFlags(&b, flags);
        cudaEventCreate(&event);
        p = zeroed<int>(N);
        cudaDeviceSynchronize();
    }
    /* b waits for what a was told so far. */
    void order()
    {
        cudaEventRecord(event, a);
        cudaStreamWaitEvent(b, event, 0);
    }
    ~two()
    {
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
        cudaEventDestroy(event);
        cudaFree(p);
    }
};

template <bool fixed> void two_kernels(void)
{
    two t;
    add<<<BLOCKS, THREADS, 0, t.a>>>(t.p, N, 1);
    if (fixed)
        t.order();
    // EXPECT-HOST two_kernels racecheck: while another stream's work may still
    add<<<BLOCKS, THREADS, 0, t.b>>>(t.p, N, 1);
}

/* Each half is one stream's. */
template <bool fixed> void halves(void)
{
    two t;
    add<<<BLOCKS / 2, THREADS, 0, t.a>>>(t.p, N / 2, 1);
    // EXPECT-HOST halves racecheck: touch 4 bytes of it, the first at byte 8188
    add<<<BLOCKS / 2, THREADS, 0, t.b>>>(t.p + N / 2 - !fixed, N / 2, 1);
}

/* The event is recorded before the work, not behind it. */
template <bool fixed> void event_too_early(void)
{
    two t;
    if (!fixed)
        t.order();
    add<<<BLOCKS, THREADS, 0, t.a>>>(t.p, N, 1);
    if (fixed)
        t.order();
    // EXPECT-HOST event_too_early racecheck: while another stream's work may
    add<<<BLOCKS, THREADS, 0, t.b>>>(t.p, N, 1);
}

template <bool fixed> void copied_too_early(void)
{
    two t;
    int *pinned;
    cudaMallocHost(&pinned, N * sizeof(int));
    add<<<BLOCKS, THREADS, 0, t.a>>>(t.p, N, 1);
    if (fixed)
        t.order();
    // EXPECT-HOST copied_too_early racecheck: is read while another stream's
    cudaMemcpyAsync(pinned, t.p, N * sizeof(int), cudaMemcpyDeviceToHost, t.b);
    cudaStreamSynchronize(t.b);
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
}

/* Streams that do not wait for the default one. */
template <bool fixed> void default_stream(void)
{
    two t(fixed ? cudaStreamDefault : cudaStreamNonBlocking);
    add<<<BLOCKS, THREADS>>>(t.p, N, 1);
    // EXPECT-HOST default_stream racecheck: made with cudaStreamNonBlocking
    add<<<BLOCKS, THREADS, 0, t.a>>>(t.p, N, 1);
}

/* Atomics may meet, a plain read may not meet them. */
template <bool fixed> void atomics(void)
{
    two t;
    int *q = zeroed<int>(N);
    count<<<BLOCKS, THREADS, 0, t.a>>>(t.p, 32);
    count<<<BLOCKS, THREADS, 0, t.b>>>(t.p, 32);
    if (fixed)
        t.order();
    // EXPECT-HOST atomics racecheck: is read while another stream's work may
    copy<<<1, 32, 0, t.b>>>(q, t.p, 32);
    cudaFree(q);
}

/* A branch of a graph without the edge. */
template <bool fixed> void graph_branch(void)
{
    two t;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(t.a, cudaStreamCaptureModeGlobal);
    t.order();
    add<<<BLOCKS, THREADS, 0, t.a>>>(t.p, N, 1);
    if (fixed)
        t.order();
    // EXPECT-HOST graph_branch racecheck: while another node of the graph may
    add<<<BLOCKS, THREADS, 0, t.b>>>(t.p, N, 1);
    cudaEventRecord(t.event, t.b);
    cudaStreamWaitEvent(t.a, t.event, 0);
    cudaStreamEndCapture(t.a, &graph);
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
    cudaGraphLaunch(exec, t.a);
    cudaGraphLaunch(exec, t.a);
    cudaStreamSynchronize(t.a);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

template <bool fixed> void freed_too_early(void)
{
    two t;
    int *p;
    cudaMallocAsync(&p, N * sizeof(int), t.a);
    cudaMemsetAsync(p, 0, N * sizeof(int), t.a);
    add<<<BLOCKS, THREADS, 0, t.a>>>(p, N, 1);
    if (fixed)
        t.order();
    // EXPECT-HOST freed_too_early racecheck: while another stream's work may
    cudaFreeAsync(p, t.b);
}

/* Managed memory that the host reads while a kernel may write it. */
template <bool fixed> void read_managed(void)
{
    int *p;
    cudaMallocManaged(&p, N * sizeof(int));
    memset(p, 0, N * sizeof(int));
    add<<<BLOCKS, THREADS>>>(p, N, 1);
    if (fixed)
        cudaDeviceSynchronize();
    // EXPECT-HOST read_managed racecheck: the host touches
    volatile int first = p[0];
    (void)first;
    cudaFree(p);
}

/* One word, of a page that is not all used. */
template <bool fixed> void read_result(void)
{
    int *p;
    cudaMallocManaged(&p, 32 * sizeof(int));
    memset(p, 0, 32 * sizeof(int));
    add<<<1, 32>>>(p, 16, 1);
    if (fixed)
        cudaDeviceSynchronize();
    // EXPECT-HOST read_result racecheck: the host touches
    volatile int result = p[3];
    (void)result;
    cudaFree(p);
}

/* What a copy still reads is filled anew. */
template <bool fixed> void refilled(void)
{
    two t;
    int *pinned;
    cudaMallocHost(&pinned, N * sizeof(int));
    memset(pinned, 0, N * sizeof(int));
    cudaMemcpyAsync(t.p, pinned, N * sizeof(int), cudaMemcpyHostToDevice, t.a);
    volatile int first = pinned[0];
    (void)first;
    if (fixed)
        cudaStreamSynchronize(t.a);
    // EXPECT-HOST refilled racecheck: the host writes
    pinned[N / 2] = 1;
    cudaMemcpyAsync(t.p, pinned, N * sizeof(int), cudaMemcpyHostToDevice, t.a);
    cudaStreamSynchronize(t.a);
    cudaFreeHost(pinned);
}

/* The host waits for another stream than the one that copies. */
template <bool fixed> void waits_for_another(void)
{
    two t;
    int *pinned;
    cudaMallocHost(&pinned, N * sizeof(int));
    cudaMemcpyAsync(pinned, t.p, N * sizeof(int), cudaMemcpyDeviceToHost, t.a);
    cudaStreamSynchronize(fixed ? t.a : t.b);
    // EXPECT-HOST waits_for_another racecheck: a copy may still write it
    volatile int last = pinned[N - 1];
    (void)last;
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
}

/* Each thread copies two elements, a group each, and reads both. */
template <bool fixed> __global__ void one_group_short(int *p)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &p[t], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&s[t + 32], &p[t + 32], 4);
    __pipeline_commit();
    __pipeline_wait_prior(fixed ? 0 : 1);
    // EXPECT group_left racecheck: while a copy may still write it
    p[t] = s[t] + s[t + 32];
    __pipeline_wait_prior(0);
}

template <bool fixed> void group_left(void)
{
    int *p = zeroed<int>(64);
    one_group_short<fixed><<<1, 32>>>(p);
    cudaFree(p);
}

/* The barrier has to stand behind the wait, not before it. */
template <bool fixed> __global__ void meet_first(int *p)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &p[t], 4);
    __pipeline_commit();
    if (!fixed)
        __syncthreads();
    __pipeline_wait_prior(0);
    if (fixed)
        __syncthreads();
    // EXPECT barrier_before_wait racecheck: race: __shared__ s is read
    p[t] = s[63 - t];
}

template <bool fixed> void barrier_before_wait(void)
{
    int *p = zeroed<int>(64);
    meet_first<fixed><<<1, 64>>>(p);
    cudaFree(p);
}

template <bool fixed> __global__ void goes_away(int *p)
{
    __shared__ int s[32];
    // EXPECT never_waited racecheck: copy that its thread never waits for
    __pipeline_memcpy_async(&s[threadIdx.x], &p[threadIdx.x], 4);
    __pipeline_commit();
    if (fixed)
        __pipeline_wait_prior(0);
}

template <bool fixed> void never_waited(void)
{
    int *p = zeroed<int>(32);
    goes_away<fixed><<<1, 32>>>(p);
    cudaFree(p);
}

static const struct hazard hazards[] = {
    HAZARD(two_kernels),     HAZARD(halves),
    HAZARD(event_too_early), HAZARD(copied_too_early),
    HAZARD(default_stream),  HAZARD(atomics),
    HAZARD(graph_branch),    HAZARD(freed_too_early),
    HAZARD(read_managed),    HAZARD(read_result),
    HAZARD(refilled),        HAZARD(waits_for_another),
    HAZARD(group_left),      HAZARD(barrier_before_wait),
    HAZARD(never_waited)};

int main(int argc, char **argv)
{
    return RUN(hazards);
}
