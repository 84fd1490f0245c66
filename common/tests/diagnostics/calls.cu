/*
 * calls.cu - wrong calls of the Runtime API; the kernels have no fault.
 */
#include "hazards.h"

__global__ void set(int *p)
{
    p[threadIdx.x] = 1;
}

template <bool fixed> void double_free(void)
{
    int *p = zeroed<int>(32);
    cudaFree(p);
    if (!fixed)
        // EXPECT-HOST double_free memcheck: memory that was freed before
        cudaFree(p);
}

template <bool fixed> void invalid_free(void)
{
    int *p = zeroed<int>(32);
    // EXPECT-HOST invalid_free memcheck: a pointer into an allocation
    cudaFree(fixed ? p : p + 1);
    if (!fixed)
        cudaFree(p);
}

template <bool fixed> void host_freed(void)
{
    int *p = zeroed<int>(32), here = 0;
    // EXPECT-HOST host_freed memcheck: CUDA did not allocate
    cudaFree(fixed ? p : &here);
    if (!fixed)
        cudaFree(p);
}

template <bool fixed> void leaked(void)
{
    // EXPECT-HOST leaked leakcheck: 128 bytes
    int *p = zeroed<int>(32);
    set<<<1, 32>>>(p);
    if (fixed)
        cudaFree(p);
}

template <bool fixed> void copy_too_long(void)
{
    int host[64] = {0}, *p = zeroed<int>(32);
    // EXPECT-HOST copy_too_long memcheck: fewer than 256 bytes
    cudaMemcpy(p, host, fixed ? 128 : 256, cudaMemcpyHostToDevice);
    cudaFree(p);
}

template <bool fixed> void wrong_direction(void)
{
    int host[32] = {0}, *p = zeroed<int>(32);
    // EXPECT-HOST wrong_direction apicheck: dst is a device pointer
    // EXPECT-HOST wrong_direction apicheck: src is a host pointer
    cudaMemcpy(p, host, sizeof host,
               fixed ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
    cudaFree(p);
}

template <bool fixed> void many_threads(void)
{
    int *p = zeroed<int>(1025);
    // EXPECT-HOST many_threads apicheck: 1025
    set<<<1, fixed ? 1024 : 1025>>>(p);
    cudaFree(p);
}

template <bool fixed> void empty_grid(void)
{
    int *p = zeroed<int>(32), n = fixed ? 32 : 0;
    // EXPECT-HOST empty_grid apicheck: a grid needs at least one block
    set<<<(n + 31) / 32, 32>>>(p);
    cudaFree(p);
}

template <bool fixed> void negative_grid(void)
{
    int *p = zeroed<int>(32), n = fixed ? 64 : 31;
    // EXPECT-HOST negative_grid apicheck: so many are a negative number
    set<<<(n - 32) / 32 - !fixed, 32>>>(p);
    cudaFree(p);
}

template <bool fixed> void much_shared(void)
{
    int *p = zeroed<int>(32);
    // EXPECT-HOST much_shared apicheck: 50176 bytes of dynamic
    set<<<1, 32, fixed ? 48 << 10 : 49 << 10>>>(p);
    cudaFree(p);
}

template <bool fixed> void destroyed_stream(void)
{
    int *p = zeroed<int>(32);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamSynchronize(stream);
    if (!fixed)
        cudaStreamDestroy(stream);
    // EXPECT-HOST destroyed_stream apicheck: there is no such stream
    set<<<1, 32, 0, stream>>>(p);
    if (fixed)
        cudaStreamDestroy(stream);
    cudaFree(p);
}

/* The host has no access to memory of cudaMalloc: the program dies. */
template <bool fixed> void host_reads(void)
{
    int *p = zeroed<int>(32), here = 0;
    if (fixed)
        cudaMemcpy(&here, p, sizeof here, cudaMemcpyDeviceToHost);
    else
        // EXPECT-HOST host_reads apicheck: the host program read or wrote
        here = *(volatile int *)p;
    printf("%d\n", here);
    cudaFree(p);
}

/* The same of a copy, where nobody looks at what it returns. */
template <bool fixed> void destroyed_copy(void)
{
    int *p = zeroed<int>(32), host[32] = {0};
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    if (!fixed)
        cudaStreamDestroy(stream);
    // EXPECT-HOST destroyed_copy apicheck: event or graph that is not there
    cudaMemcpyAsync(p, host, sizeof host, cudaMemcpyHostToDevice, stream);
    cudaGetLastError();
    if (fixed)
        cudaStreamDestroy(stream);
    cudaFree(p);
}

template <bool fixed> void never_recorded(void)
{
    cudaEvent_t begin, end;
    float ms;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    if (fixed)
        cudaEventRecord(end);
    cudaDeviceSynchronize();
    // EXPECT-HOST never_recorded apicheck: cudaEventElapsedTime of an event
    cudaEventElapsedTime(&ms, begin, end);
    cudaGetLastError();
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

/* Elements instead of bytes. */
template <bool fixed> void short_pitch(void)
{
    int host[8][20] = {{0}}, *p;
    size_t pitch;
    cudaMallocPitch(&p, &pitch, sizeof host[0], 8);
    // EXPECT-HOST short_pitch apicheck: cudaMemcpy2D with a pitch shorter than
    cudaMemcpy2D(p, pitch, host, fixed ? sizeof host[0] : 20, sizeof host[0], 8,
                 cudaMemcpyHostToDevice);
    cudaGetLastError();
    cudaFree(p);
}

int main(int argc, char **argv)
{
    static const struct hazard hazards[] = {
        HAZARD(double_free),    HAZARD(invalid_free),
        HAZARD(host_freed),     HAZARD(leaked),
        HAZARD(copy_too_long),  HAZARD(wrong_direction),
        HAZARD(many_threads),   HAZARD(empty_grid),
        HAZARD(much_shared),    HAZARD(negative_grid),
        HAZARD(host_reads),     HAZARD(destroyed_stream),
        HAZARD(destroyed_copy), HAZARD(never_recorded),
        HAZARD(short_pitch)};
    return RUN(hazards);
}
