/*
 * late.cu - who waits too little for a stream, or lets two use one place, sees
 * it when streams are late (PTXRUN_LATE=1, ptxrun --late-streams); otherwise
 * nobody does so.
 */
#include <cstdlib>

#include "check.h"

__global__ void add_one_late(int *v)
{
    v[threadIdx.x]++;
}

static bool late;
static int *pinned, *device; // 64 each

static void copy(int *to, const int *from, cudaStream_t stream)
{
    CUDA(cudaMemcpyAsync(to, from, 32 * sizeof *to, cudaMemcpyDefault, stream));
}

static void read_too_early(cudaStream_t stream)
{
    pinned[5] = 5;
    copy(device, pinned, stream);
    add_one_late<<<1, 32, 0, stream>>>(device);
    copy(pinned, device, stream);
    CHECK(pinned[5] == 5);
    CUDA(cudaStreamSynchronize(stream));
    CHECK(pinned[5] == 6);
}

static void one_room(cudaStream_t first, cudaStream_t second)
{
    pinned[0] = 1;
    pinned[32] = 2;
    copy(device, pinned, first);
    copy(pinned, device, first);
    copy(device, pinned + 32, second);
    copy(pinned + 32, device, second);
    CUDA(cudaDeviceSynchronize());
    CHECK(pinned[0] == 1 && pinned[32] == 1);
}

// A stream that waits for an event has what was done before it.
static void with_event(cudaStream_t first, cudaStream_t second)
{
    cudaEvent_t there;
    float ms;
    CUDA(cudaEventCreate(&there));
    pinned[7] = 7;
    copy(device, pinned, first);
    add_one_late<<<1, 32, 0, first>>>(device);
    CUDA(cudaEventRecord(there, first));
    CHECK(cudaEventElapsedTime(&ms, there, there) ==
          (late ? cudaErrorNotReady : cudaSuccess));
    cudaGetLastError();
    CUDA(cudaStreamWaitEvent(second, there, 0));
    copy(pinned + 32, device, second);
    CUDA(cudaStreamSynchronize(second));
    CHECK(pinned[32 + 7] == 8);
    CUDA(cudaEventSynchronize(there));
    CUDA(cudaEventDestroy(there));
}

// The host waits for a copy of pageable memory, whatever stream does it; and a
// stream that was destroyed ends what it was told.
static void pageable_and_gone(void)
{
    cudaStream_t stream;
    int here[32] = {3}, back[32] = {0};
    CUDA(cudaStreamCreate(&stream));
    copy(device, here, stream);
    here[0] = 4;
    add_one_late<<<1, 32, 0, stream>>>(device);
    copy(back, device, stream);
    CHECK(back[0] == 4);
    copy(pinned, device, stream);
    CUDA(cudaStreamDestroy(stream));
    CUDA(cudaDeviceSynchronize());
    CHECK(pinned[0] == 4);
}

int main(void)
{
    cudaStream_t first, second;
    late = getenv("PTXRUN_LATE") != NULL;
    CUDA(cudaMallocHost(&pinned, 64 * sizeof *pinned));
    CUDA(cudaMalloc(&device, 32 * sizeof *device));
    CUDA(cudaStreamCreate(&first));
    CUDA(cudaStreamCreate(&second));
    for (int i = 0; i < 64; i++)
        pinned[i] = 0;
    if (late) {
        read_too_early(first);
        one_room(first, second);
    }
    with_event(first, second);
    pageable_and_gone();
    CUDA(cudaStreamDestroy(first));
    CUDA(cudaStreamDestroy(second));
    CUDA(cudaFree(device));
    CUDA(cudaFreeHost(pinned));
    puts("late: ok");
    return 0;
}
