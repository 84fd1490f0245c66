/*
 * Case add_scaled, mended.
 */
#include "kernels.h"

__global__ void add_scaled_kernel(const float *A, const float *B, float *C,
                                  int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        C[i] = 3 * A[i] + B[i];
}

void add_scaled(const float *A, const float *B, float *C, int n)
{
    add_scaled_kernel<<<(n + 255) / 256, 256>>>(A, B, C, n);
}
