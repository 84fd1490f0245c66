/*
 * lab1_global.cu - steps on the way to matvec_best and vecmat_best.
 *
 * An array in constant memory, which warm_device has, adds a tenth of a
 * microsecond and more to each launch of a kernel of the same file, whether it
 * reads it or not (H100, inside a graph).  Here that is no part of what a
 * product takes: the array is global.
 */
#include <cuda_runtime.h>
#undef __constant__
#define __constant__ __device__
#include "../../../../lab1_global/reference.cu"

#include "steps.h"

void matvec_row(const float *A, const float *V, float *C, int rows, int cols)
{
    matvec_best_kernel<float, 1, 128><<<rows, 128>>>(A, V, C, rows, cols);
}

void matvec_quads(const float *A, const float *V, float *C, int rows, int cols)
{
    matvec_best_kernel<float4, 1, 128><<<rows, 128>>>(
        (const float4 *)A, (const float4 *)V, C, rows, cols / 4);
}

void matvec_rows(const float *A, const float *V, float *C, int rows, int cols)
{
    matvec_of_rows<float4, 2, 256>(A, V, C, rows, cols / 4);
}

void vecmat_strips(const float *V, const float *A, float *C, int rows, int cols)
{
    vecmat_best_kernel<float, WARP, 512, 8>
        <<<(cols - 1) / WARP + 1, 512>>>(V, A, C, rows, cols);
}

void vecmat_quads(const float *V, const float *A, float *C, int rows, int cols)
{
    vecmat_in_strips<8, 512, 8>(V, A, C, rows, cols);
}

__global__ void vecmat_atomics_kernel(const float *V, const float *A, float *C,
                                      int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (col >= cols)
        return;
    for (int i = blockIdx.y; i < rows; i += gridDim.y)
        sum += V[i] * A[(size_t)i * cols + col];
    atomicAdd(&C[col], sum);
}

void vecmat_atomics(const float *V, const float *A, float *C, int rows,
                    int cols)
{
    dim3 grid((cols - 1) / 128 + 1, 64);
    cudaMemsetAsync(C, 0, cols * sizeof(float), cudaStreamPerThread);
    vecmat_atomics_kernel<<<grid, 128>>>(V, A, C, rows, cols);
}
