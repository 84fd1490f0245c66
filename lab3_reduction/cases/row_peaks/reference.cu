/*
 * Case row_peaks, mended.
 */
#include "kernels.h"

enum { THREADS = 96 };

// A block for each row.
__global__ void row_peaks_kernel(const float *A, float *peaks, int cols)
{
    __shared__ float best[THREADS];
    const float *row = A + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float own = row[0];

    for (int j = t; j < cols; j += THREADS)
        own = fmaxf(own, row[j]);
    best[t] = own;
    __syncthreads();
    for (int n = THREADS; n > 1; n = (n + 1) / 2) {
        int half = (n + 1) / 2;

        if (t + half < n)
            best[t] = fmaxf(best[t], best[t + half]);
        __syncthreads();
    }
    if (t == 0)
        peaks[blockIdx.x] = best[0];
}

void row_peaks(const float *A, float *peaks, int rows, int cols)
{
    row_peaks_kernel<<<rows, THREADS>>>(A, peaks, cols);
}
