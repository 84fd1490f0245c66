/*
 * managed.cu - vector_add with memory that host and device share.
 */
#include <string.h>
#include "cuda_runtime.h"
#include "kernels.h"

enum {
    BLOCK = 256 // threads per block
};

// ---- vector_add -----------------------------------------------------------

__global__ void vector_add_kernel(const float *a, const float *b, float *c,
                                  int n)
{
    // Unsigned and 64 bits wide: the last block may reach past INT_MAX.
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n) // the grid is rounded up to whole blocks
        c[i] = a[i] + b[i];
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    size_t bytes = (size_t)n * sizeof(float);
    float *m = NULL;
    cudaError_t error = cudaMallocManaged(&m, 3 * bytes);
    if (error != cudaSuccess)
        return error;
    memcpy(m, a, bytes);
    memcpy(m + n, b, bytes);
    vector_add_kernel<<<(n - 1) / BLOCK + 1, BLOCK>>>(m, m + n,
                                                      m + 2 * (size_t)n, n);
    error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        memcpy(c, m + 2 * (size_t)n, bytes);
    cudaFree(m);
    return error;
}
