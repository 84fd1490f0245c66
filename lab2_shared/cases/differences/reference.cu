/*
 * Case differences, mended.
 */
#include "kernels.h"

enum { HALF = 128 };

// The upper half of a block brings what the lower half works with.
__global__ void differences_kernel(const float *in, float *out, int n)
{
    __shared__ float tile[HALF + 1];
    int first = blockIdx.x * HALF, t = threadIdx.x;

    if (t >= HALF) {
        for (int k = t - HALF; k <= HALF && first + k <= n; k += HALF)
            tile[k] = in[first + k];
    }
    __syncthreads();
    if (t < HALF && first + t < n)
        out[first + t] = tile[t + 1] - tile[t];
}

void differences(const float *in, float *out, int n)
{
    differences_kernel<<<(n + HALF - 1) / HALF, 2 * HALF>>>(in, out, n);
}
