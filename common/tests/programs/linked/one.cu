/*
 * one.cu - kernels that call functions and use variables of two.cu, and the
 * other way round; names that both files have for themselves.
 */
#include "linked.h"

static __device__ int step = 5;

static __device__ int add_step(int value)
{
    __shared__ int shared_step;
    if (threadIdx.x == 0)
        shared_step = step;
    __syncthreads();
    return value + shared_step;
}

__global__ void kernel_of_one(int *out)
{
    int i = threadIdx.x;
    float weight = chosen(weights[i % 4]);
    out[i] = add_step(step_of_two(i)) + (int)weight + 0 * both(i);
    atomicAdd(&counter, 1);
}

static void check_one(void)
{
    int *device = on_device<int>(NULL, THREADS), out[THREADS], count;
    kernel_of_one<<<1, THREADS>>>(device);
    LAUNCHED();
    take_back(out, device, THREADS);
    for (int i = 0; i < THREADS; i++)
        CHECK(out[i] == i + 700 + 5 + 2 * (i % 4 + 1));
    CUDA(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    CHECK(count == 2 + THREADS);
}

/* A kernel of the other file, launched from this one. */
static void check_kernel_of_two(void)
{
    int *device = on_device<int>(NULL, THREADS), out[THREADS];
    int two = 2;
    CUDA(cudaMemcpyToSymbol(counter, &two, sizeof two));
    kernel_of_two<<<2, THREADS / 2>>>(device);
    LAUNCHED();
    take_back(out, device, THREADS);
    for (int i = 0; i < THREADS; i++)
        CHECK(out[i] == 700 + 2 + i);
}

int main()
{
    check_kernel_of_two();
    check_one();
    check_two();
    puts("linked: several files");
    return 0;
}
