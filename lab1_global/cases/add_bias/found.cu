/*
 * Case add_bias.  make case CASE=add_bias tells what happened; kernels.h
 * says what the launcher has to do.
 */
#include "kernels.h"

__global__ void add_bias_kernel(const float *A, const float *bias, float *B,
                                int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < rows && j < cols)
        B[(size_t)j * rows + i] = A[(size_t)j * rows + i] + bias[i];
}

void add_bias(const float *A, const float *bias, float *B, int rows, int cols)
{
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);

    add_bias_kernel<<<grid, block>>>(A, bias, B, rows, cols);
}
