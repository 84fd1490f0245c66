/*
 * first.cu - a first program, complete: doubles eight numbers on the GPU.
 *
 *     make run FILE=lab1_global/first.cu
 *
 * README.md, "The first program", goes through it line by line.
 */
#include <stdio.h>

#include "cuda_runtime.h"

enum { N = 8 };

__global__ void twice(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2 * x[i];
    printf("block %d, thread %d: element %d\n", blockIdx.x, threadIdx.x, i);
}

int main(void)
{
    float x[N], y[N]; // in the memory of the CPU
    float *d_x, *d_y; // will point into that of the GPU
    size_t bytes = N * sizeof(float);

    for (int i = 0; i < N; i++)
        x[i] = i;
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    twice<<<2, 4>>>(d_x, d_y); // 2 blocks of 4 threads
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    for (int i = 0; i < N; i++)
        printf("2 x %g = %g\n", x[i], y[i]);
    return 0;
}
