/* lab3_reduction.cu - steps on the way to dot_best and batch_best. */
#include "../../../../lab3_reduction/reference.cu"

#include "steps.h"

enum { LONGEST = 264, DOT_THREADS = 512 };

__device__ float block_sums[LONGEST];
__device__ unsigned blocks_done;

/* The threads of a block add up theirs; thread 0 has the sum. */
static __device__ float block_sum(float sum)
{
    __shared__ float sums[WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    sum = warp_sum(sum);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads(); /* the sums of all warps are there */
    return warp_sum(lane < (int)blockDim.x / WARP ? sums[lane] : 0.0f);
}

/* The products of dot_best; thread 0 has the block's sum. */
static __device__ float sum_of_products(const float4 *a, const float4 *b,
                                        size_t pieces)
{
    float sum = 0.0f;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < pieces;
         i += (size_t)gridDim.x * blockDim.x)
        sum += product(a[i], b[i]);
    return block_sum(sum);
}

__global__ void dot_parts(const float4 *a, const float4 *b, size_t pieces)
{
    float sum = sum_of_products(a, b, pieces);
    if (threadIdx.x == 0)
        block_sums[blockIdx.x] = sum;
}

__global__ void dot_add_parts(float *result)
{
    float sum = block_sum(threadIdx.x < LONGEST ? block_sums[threadIdx.x] : 0);
    if (threadIdx.x == 0)
        *result = sum;
}

void dot_two_kernels(const float *a, const float *b, float *result, int n)
{
    dot_parts<<<LONGEST, DOT_THREADS>>>((const float4 *)a, (const float4 *)b,
                                        n / 4);
    dot_add_parts<<<1, DOT_THREADS>>>(result);
}

/* As the CUDA samples have it: sum, fence, count; and who counts last adds. */
__global__ void dot_fence(const float4 *a, const float4 *b, float *result,
                          size_t pieces)
{
    __shared__ bool last;
    float sum = sum_of_products(a, b, pieces);
    if (threadIdx.x == 0) {
        block_sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    sum =
        block_sum(threadIdx.x < LONGEST ? __ldcg(&block_sums[threadIdx.x]) : 0);
    if (threadIdx.x == 0) {
        *result = sum;
        blocks_done = 0;
    }
}

void dot_last_block(const float *a, const float *b, float *result, int n)
{
    dot_fence<<<LONGEST, DOT_THREADS>>>((const float4 *)a, (const float4 *)b,
                                        result, n / 4);
}

void batch_two_kernels(const double *input, const double *matrix,
                       double *output, int L, int M, int N)
{
    batch_in_two(input, matrix, output, L, M, N, M % PAIR == 0, L % PAIR == 0);
}
