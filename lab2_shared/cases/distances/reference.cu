/*
 * Case distances, mended.
 */
#include "kernels.h"

enum { TILE = 256 };

__global__ void distances_kernel(const float *x, const float *y, float *sums,
                                 int n, int m)
{
    __shared__ float tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float own = i < n ? x[i] : 0, sum = 0;

    for (int begin = 0; begin < m; begin += TILE) {
        if (begin + threadIdx.x < m)
            tile[threadIdx.x] = y[begin + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < min(TILE, m - begin); k++)
            sum += fabsf(own - tile[k]);
        __syncthreads();
    }
    if (i < n)
        sums[i] = sum;
}

void distances(const float *x, const float *y, float *sums, int n, int m)
{
    distances_kernel<<<(n + TILE - 1) / TILE, TILE>>>(x, y, sums, n, m);
}
