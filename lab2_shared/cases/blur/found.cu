/*
 * Case blur.  make case CASE=blur tells what happened; kernels.h
 * says what the launcher has to do.
 */
#include "kernels.h"

enum { CHUNK = 256 };

// A block takes a row, a chunk of it at a time.
__global__ void blur_kernel(const float *in, float *out, int cols)
{
    // tile[1] is the first of the chunk: one more at either end.
    __shared__ float tile[CHUNK + 2];
    const float *row = in + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;

    for (int begin = 0; begin < cols; begin += CHUNK) {
        int j = begin + t;

        tile[t + 1] = row[min(j, cols - 1)];
        if (t == 0)
            tile[0] = row[max(begin - 1, 0)];
        if (t == CHUNK - 1)
            tile[CHUNK + 1] = row[min(j + 1, cols - 1)];
        __syncthreads();
        if (j < cols)
            out[(size_t)blockIdx.x * cols + j] =
                (tile[t] + tile[t + 1] + tile[t + 2]) / 3;
    }
}

void blur(const float *in, float *out, int rows, int cols)
{
    blur_kernel<<<rows, CHUNK>>>(in, out, cols);
}
