/*
 * more.cu - faults of another choice than the emulated device's own tests:
 * what compute-sanitizer has options for, what nobody waited for, what only
 * another order would show.  Some of them the emulated device does not find.
 */
#include "../diagnostics/hazards.h"

#include <cuda_pipeline.h>
#include <mma.h>

/* ---- past the end ------------------------------------------------------- */

template <bool fixed> __global__ void sum_far(const float *a, float *out)
{
    int i = threadIdx.x;
    // EXPECT far_past_end memcheck: read past the end, into the next array
    out[i] = a[fixed ? i : i + 128];
}

/* cudaMalloc puts the arrays beside each other: what is read is memory. */
template <bool fixed> void far_past_end(void)
{
    float *a = zeroed<float>(128), *b = zeroed<float>(128);
    float *out = zeroed<float>(32);
    sum_far<fixed><<<1, 32>>>(a, out);
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
}

using namespace nvcuda;

template <bool fixed> __global__ void one_tile(const half *a, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    // EXPECT matrix_past_end memcheck: a row of the tile lies behind the array
    wmma::load_matrix_sync(x, a, fixed ? 16 : 32);
    out[threadIdx.x] = __half2float(x.x[0]);
}

template <bool fixed> void matrix_past_end(void)
{
    half *a = zeroed<half>(16 * 16);
    float *out = zeroed<float>(32);
    one_tile<fixed><<<1, 32>>>(a, out);
    cudaFree(a);
    cudaFree(out);
}

/* ---- copies that nobody waited for -------------------------------------- */

template <bool fixed> __global__ void through_shared(const int *in, int *out)
{
    __shared__ int s[64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&s[i], &in[i], sizeof(int));
    __pipeline_commit();
    if (fixed)
        __pipeline_wait_prior(0);
    __syncthreads();
    // EXPECT not_awaited racecheck: the copy may still be on its way
    out[i] = s[63 - i];
}

template <bool fixed> void not_awaited(void)
{
    int *in = zeroed<int>(64), *out = zeroed<int>(64);
    through_shared<fixed><<<1, 64>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

/* ---- memory ------------------------------------------------------------- */

__global__ void count_up(int *p)
{
    // EXPECT freed_in_stream memcheck: memory that was freed
    p[threadIdx.x]++;
}

/* The memory goes back while work that uses it comes later. */
template <bool fixed> void freed_in_stream(void)
{
    cudaStream_t stream;
    int *p;
    cudaStreamCreate(&stream);
    cudaMallocAsync(&p, 128, stream);
    cudaMemsetAsync(p, 0, 128, stream);
    if (!fixed)
        cudaFreeAsync(p, stream);
    // EXPECT-HOST freed_in_stream memcheck: uses memory that was freed
    count_up<<<1, 32, 0, stream>>>(p);
    if (fixed)
        cudaFreeAsync(p, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}

/* Nothing says that the memory is there when the other stream uses it. */
template <bool fixed> void not_there_yet(void)
{
    cudaStream_t first, second;
    cudaEvent_t there;
    int *p;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreate(&there);
    cudaMallocAsync(&p, 128, first);
    cudaMemsetAsync(p, 0, 128, first);
    cudaEventRecord(there, first);
    if (fixed)
        cudaStreamWaitEvent(second, there, 0);
    // EXPECT-HOST not_there_yet memcheck: nothing orders it
    count_up<<<1, 32, 0, second>>>(p);
    cudaDeviceSynchronize();
    cudaFreeAsync(p, first);
    cudaDeviceSynchronize();
}

/* ---- order -------------------------------------------------------------- */

template <bool fixed> void two_streams(void)
{
    cudaStream_t a, b;
    int *p = zeroed<int>(32);
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    count_up<<<1, 32, 0, a>>>(p);
    if (fixed)
        cudaStreamSynchronize(a);
    // EXPECT-HOST two_streams racecheck: nothing orders the two kernels
    count_up<<<1, 32, 0, b>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}

template <bool fixed> void host_too_early(void)
{
    int *p, sum;
    cudaMallocManaged(&p, 128);
    memset(p, 0, 128);
    count_up<<<1, 32>>>(p);
    if (fixed)
        cudaDeviceSynchronize();
    // EXPECT-HOST host_too_early racecheck: the kernel may still be writing
    sum = *(volatile int *)p;
    printf("%d\n", sum >= 0);
    cudaDeviceSynchronize();
    cudaFree(p);
}

/* Only where the flag is set do two threads meet at one place. */
template <bool fixed> __global__ void at_times(int *p, const int *flag)
{
    __shared__ int s[64];
    int i = threadIdx.x;
    s[i] = 0;
    __syncthreads();
    if (*flag && (!fixed || i == 0))
        // EXPECT branch_not_taken racecheck: in a branch that is not taken
        s[0] = i;
    __syncthreads();
    p[i] = s[i];
}

template <bool fixed> void branch_not_taken(void)
{
    int *p = zeroed<int>(64), *flag = zeroed<int>(1);
    at_times<fixed><<<1, 64>>>(p, flag);
    cudaFree(p);
    cudaFree(flag);
}

/* ---- calls -------------------------------------------------------------- */

template <bool fixed> void ignored_error(void)
{
    int *p = NULL;
    // EXPECT-HOST ignored_error apicheck: fails, and nobody looks
    cudaMalloc(&p, fixed ? 128 : (size_t)1 << 60);
    cudaFree(p);
}

int main(int argc, char **argv)
{
    static const struct hazard hazards[] = {
        HAZARD(far_past_end),   HAZARD(matrix_past_end),
        HAZARD(not_awaited),    HAZARD(freed_in_stream),
        HAZARD(not_there_yet),  HAZARD(two_streams),
        HAZARD(host_too_early), HAZARD(branch_not_taken),
        HAZARD(ignored_error)};
    return RUN(hazards);
}
