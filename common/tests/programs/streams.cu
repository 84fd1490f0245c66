/*
 * streams.cu - several streams in chunks, events between them, callbacks,
 * priorities, copies that do not wait.
 */
#include "check.h"

enum { N = 6000, CHUNKS = 4, CHUNK = N / CHUNKS };

__global__ void square(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

__global__ void add_one(int *v, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v[i]++;
}

static void add_to(void *data)
{
    *(int *)data += 5;
}

static void called(cudaStream_t, cudaError_t status, void *data)
{
    CHECK(status == cudaSuccess);
    *(int *)data *= 3;
}

static void in_chunks(int *in, int *out)
{
    cudaStream_t streams[CHUNKS];
    int *a = on_device<int>(NULL, N), *b = on_device<int>(NULL, N);
    for (auto &stream : streams)
        CUDA(cudaStreamCreate(&stream));
    for (int c = 0; c < CHUNKS; c++) {
        size_t at = c * CHUNK, bytes = CHUNK * sizeof(int);
        CUDA(cudaMemcpyAsync(a + at, in + at, bytes, cudaMemcpyHostToDevice,
                             streams[c]));
        square<<<(CHUNK + 127) / 128, 128, 0, streams[c]>>>(a + at, b + at,
                                                            CHUNK);
        CUDA(cudaMemcpyAsync(out + at, b + at, bytes, cudaMemcpyDeviceToHost,
                             streams[c]));
    }
    for (auto stream : streams) {
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaStreamQuery(stream));
        CUDA(cudaStreamDestroy(stream));
    }
    CUDA(cudaFree(a));
    CUDA(cudaFree(b));
}

static void with_events(void)
{
    cudaStream_t first, second;
    cudaEvent_t start, ready, end;
    int back[10], number = 1, least, greatest;
    float ms = -1;
    CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CUDA(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA(
        cudaStreamCreateWithPriority(&second, cudaStreamNonBlocking, greatest));
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    CUDA(cudaEventCreate(&end));
    int *v = on_device<int>(NULL, 10);
    CUDA(cudaMemsetAsync(v, 0, 10 * sizeof *v, first));
    CUDA(cudaEventRecord(start, first));
    add_one<<<1, 32, 0, first>>>(v, 10);
    CUDA(cudaEventRecord(ready, first));
    CUDA(cudaStreamWaitEvent(second, ready, 0));
    add_one<<<1, 32, 0, second>>>(v, 10);
    CUDA(cudaLaunchHostFunc(second, add_to, &number));
    CUDA(cudaStreamAddCallback(second, called, &number, 0));
    CUDA(cudaEventRecord(end, second));
    CUDA(cudaEventSynchronize(end));
    CUDA(cudaEventQuery(end));
    CUDA(cudaEventElapsedTime(&ms, start, end));
    CUDA(cudaStreamSynchronize(second));
    CHECK(ms >= 0 && number == 18);
    take_back(back, v, 10);
    for (int i = 0; i < 10; i++)
        CHECK(back[i] == 2);
    CUDA(cudaEventDestroy(start));
    CUDA(cudaEventDestroy(ready));
    CUDA(cudaEventDestroy(end));
    CUDA(cudaStreamDestroy(first));
    CUDA(cudaStreamDestroy(second));
}

int main(void)
{
    int *in, *out;
    CUDA(cudaMallocHost(&in, N * sizeof *in));
    CUDA(cudaHostAlloc(&out, N * sizeof *out, cudaHostAllocDefault));
    for (int i = 0; i < N; i++)
        in[i] = noise(i);
    in_chunks(in, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == in[i] * in[i]);
    CUDA(cudaFreeHost(in));
    CUDA(cudaFreeHost(out));
    with_events();
    puts("streams: in order");
    return 0;
}
