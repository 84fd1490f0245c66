/*
 * pieces.cu - add_streams in another style: whole arrays on the device, streams
 * that the default one does not wait for, all copies in told first, and an
 * event for each stream that the host waits for.
 */
#include <vector>

#include "cuda_runtime.h"
#include "kernels.h"

__global__ void sum_of_piece(const float *a, const float *b, float *c, int from,
                             int to)
{
    int step = gridDim.x * blockDim.x;
    for (int i = from + blockIdx.x * blockDim.x + threadIdx.x; i < to;
         i += step)
        c[i] = a[i] + b[i];
}

// ---- add_streams ----------------------------------------------------------

static cudaError_t first_error;

static bool well(cudaError_t error)
{
    if (first_error == cudaSuccess)
        first_error = error;
    return first_error == cudaSuccess;
}

static void copy(float *to, const float *from, int first, int last,
                 cudaMemcpyKind kind, cudaStream_t stream)
{
    if (well(cudaSuccess))
        well(cudaMemcpyAsync(to + first, from + first,
                             (last - first) * sizeof(float), kind, stream));
}

static void pieces(const float *a, const float *b, float *c, float *room, int n,
                   int chunks, std::vector<cudaStream_t> &streams)
{
    float *x = room, *y = room + n, *z = room + 2 * (size_t)n;
    int length = (n - 1) / chunks + 1;
    auto each = [&](auto work) {
        for (int from = 0, k = 0; from < n; from += length, k++)
            work(from, n - from < length ? n : from + length,
                 streams[k % streams.size()]);
    };
    each([&](int from, int to, cudaStream_t stream) {
        copy(x, a, from, to, cudaMemcpyHostToDevice, stream);
        copy(y, b, from, to, cudaMemcpyHostToDevice, stream);
    });
    each([&](int from, int to, cudaStream_t stream) {
        if (!well(cudaSuccess))
            return;
        sum_of_piece<<<8, 128, 0, stream>>>(x, y, z, from, to);
        well(cudaGetLastError());
    });
    each([&](int from, int to, cudaStream_t stream) {
        copy(c, z, from, to, cudaMemcpyDeviceToHost, stream);
    });
}

static void wait(cudaStream_t stream)
{
    cudaEvent_t done;
    if (!well(cudaEventCreateWithFlags(&done, cudaEventDisableTiming)))
        return;
    well(cudaEventRecord(done, stream));
    well(cudaEventSynchronize(done));
    cudaEventDestroy(done);
}

extern "C" cudaError_t add_streams(const float *a, const float *b, float *c,
                                   int n, int chunks, int streams)
{
    std::vector<cudaStream_t> all(streams);
    float *room = NULL;
    first_error = cudaSuccess;
    for (cudaStream_t &stream : all)
        well(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (well(cudaMalloc(&room, (size_t)n * 3 * sizeof(float))))
        pieces(a, b, c, room, n, chunks, all);
    for (cudaStream_t stream : all) {
        wait(stream);
        cudaStreamDestroy(stream);
    }
    cudaFree(room);
    return first_error;
}
