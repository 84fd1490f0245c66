/*
 * Case stir, mended.
 */
#include "kernels.h"

__global__ void stir_kernel(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[40503LL * i % n];
}

void stir(const float *from, float *to, int n)
{
    stir_kernel<<<(n + 255) / 256, 256>>>(from, to, n);
}
