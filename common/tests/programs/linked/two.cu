/*
 * two.cu - what one.cu has from elsewhere.
 */
#include "linked.h"

__device__ int counter;
__constant__ float weights[4] = {1, 2, 3, 4};

static __device__ int step = 700;

static __device__ int add_step(int value)
{
    return value + step;
}

__device__ int step_of_two(int value)
{
    return add_step(value);
}

static __device__ float twice(float x)
{
    return 2 * x;
}

__device__ function chosen = twice;

__global__ void kernel_of_two(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = step + counter + both(i) * 0 + i;
}

/* The variable of this file, not the other's. */
void check_two(void)
{
    int value;
    CUDA(cudaMemcpyFromSymbol(&value, step, sizeof value));
    CHECK(value == 700);
}
