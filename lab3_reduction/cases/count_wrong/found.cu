/*
 * Case count_wrong.  make case CASE=count_wrong tells what happened; kernels.h
 * says what the launcher has to do.
 */
#include "kernels.h"

__global__ void count_wrong_kernel(const float *results, const float *expected,
                                   int *wrong, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && fabsf(results[i] - expected[i]) > 1e-3f)
        atomicAdd(wrong, 1);
}

void count_wrong(const float *results, const float *expected, int *wrong, int n)
{
    cudaMemset(wrong, 0, sizeof *wrong);
    count_wrong_kernel<<<(n + 255) / 256, 256>>>(results, expected, wrong, n);
}
