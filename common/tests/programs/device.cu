/*
 * device.cu - what programs ask about the device, kernels and occupancy, and
 * launches through the API instead of <<<>>>.
 */
#include "check.h"

__global__ void fill(int *v, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = value + i;
}

__global__ void __launch_bounds__(128) bounded(int *v)
{
    __shared__ int s[128];
    s[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = s[127 - threadIdx.x];
}

static void ask(void)
{
    cudaDeviceProp p;
    int count = 0, device = -1, threads, driver, runtime;
    CUDA(cudaGetDeviceCount(&count));
    CUDA(cudaSetDevice(0));
    CUDA(cudaGetDevice(&device));
    CUDA(cudaGetDeviceProperties(&p, 0));
    CUDA(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0));
    CUDA(cudaDriverGetVersion(&driver));
    CUDA(cudaRuntimeGetVersion(&runtime));
    CHECK(count >= 1 && device == 0 && driver >= 11000 && runtime >= 11000);
    CHECK(p.warpSize == 32 && p.maxThreadsPerBlock == 1024 && threads == 1024 &&
          p.name[0] && p.multiProcessorCount > 0);
    CHECK(p.maxGridSize[1] == 65535 && p.maxThreadsDim[2] == 64);
    CHECK(p.sharedMemPerBlock == 48 * 1024 && p.totalGlobalMem > 1 << 20);
}

static void occupancy(void)
{
    int blocks = 0, grid = 0, size = 0;
    cudaFuncAttributes a;
    CUDA(cudaFuncGetAttributes(&a, bounded));
    CHECK(a.sharedSizeBytes == 512 && a.maxThreadsPerBlock == 128);
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
    CHECK(blocks >= 1 && blocks <= 8);
    CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &size, fill, 0, 0));
    CHECK(grid > 0 && size >= 32 && size % 32 == 0 && size <= 1024);
}

int main(void)
{
    ask();
    occupancy();
    int n = 1000, value = 7, back[1000], *d = on_device<int>(NULL, n);
    void *args[] = {&d, &n, &value};
    CUDA(cudaLaunchKernel((const void *)fill, dim3(4), dim3(256), args, 0, 0));
    bounded<<<1, 128>>>(d);
    LAUNCHED();
    take_back(back, d, n);
    CHECK(back[0] == 134 && back[127] == 7 && back[999] == 1006);
    CHECK(cudaMalloc(&d, 1ull << 60) == cudaErrorMemoryAllocation);
    CHECK(cudaPeekAtLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(strcmp(cudaGetErrorName(cudaErrorInvalidValue),
                 "cudaErrorInvalidValue") == 0);
    CUDA(cudaDeviceReset());
    puts("device: answers");
    return 0;
}
