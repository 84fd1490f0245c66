/*
 * Case histogram.  make case CASE=histogram tells what happened; kernels.h
 * says what the launcher has to do.
 */
#include "kernels.h"

enum { BINS = 64 };

__global__ void histogram_kernel(const float *x, int *counts, int n)
{
    __shared__ int own[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x < BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&own[(int)((x[i] + 1) * 32)], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

void histogram(const float *x, int *counts, int n)
{
    histogram_kernel<<<(n + 255) / 256, 256>>>(x, counts, n);
}
