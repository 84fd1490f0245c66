/*
 * Case stir.  make case CASE=stir tells what happened; kernels.h
 * says what the launcher has to do.
 */
#include "kernels.h"

__global__ void stir_kernel(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] = from[40503 * i % n];
}

void stir(const float *from, float *to, int n)
{
    stir_kernel<<<(n + 255) / 256, 256>>>(from, to, n);
}
