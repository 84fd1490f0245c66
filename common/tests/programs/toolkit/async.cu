/*
 * async.cu - barriers that are objects, and copies that a thread need not wait
 * for: libcu++'s barrier and pipeline, and the pipeline primitives.  nvcc only,
 * from compute_80 on, where they are instructions of their own.
 */
#include "../check.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

enum { THREADS = 96, BLOCKS = 3, TILES = 5, N = THREADS * TILES };

/* As a barrier has a constructor, nvcc warns where it is shared. */
#pragma nv_diag_suppress static_var_with_dynamic_init

/* Arrives, does something else, waits: twice in each round. */
__global__ void rounds(int *sums, const int *in)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int tile[THREADS];
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    int sum = 0;
    for (int t = 0; t < TILES; t++) {
        tile[threadIdx.x] = in[t * THREADS + threadIdx.x];
        auto arrived = barrier.arrive();
        int other = (threadIdx.x + t + 1) % THREADS;
        barrier.wait(std::move(arrived));
        sum += tile[other];
        barrier.arrive_and_wait(); /* before the tile is written again */
    }
    sums[blockIdx.x * THREADS + threadIdx.x] = sum;
}

/* The next tile is on its way while this one is summed. */
__global__ void by_primitives(int *sums, const int *in)
{
    __shared__ int tile[2][THREADS];
    int x = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&tile[0][x], &in[x], sizeof(int));
    __pipeline_commit();
    for (int t = 0; t < TILES; t++) {
        if (t + 1 < TILES)
            __pipeline_memcpy_async(&tile[(t + 1) % 2][x],
                                    &in[(t + 1) * THREADS + x], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[t % 2][(x + t + 1) % THREADS];
        __syncthreads();
    }
    sums[blockIdx.x * THREADS + x] = sum;
}

/* The same by libcu++.  The pipeline of CUDA 11.8 does not wait for a stage
 * to be released, hence the barrier. */
__global__ void by_pipeline(int *sums, const int *in)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int tile[2][THREADS];
    cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int t = 0, ahead = 0; t < TILES; t++) {
        for (; ahead < TILES && ahead < t + 2; ahead++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, tile[ahead % 2], in + ahead * THREADS,
                               sizeof tile[0], pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += tile[t % 2][(threadIdx.x + t + 1) % THREADS];
        pipeline.consumer_release();
        block.sync();
    }
    sums[blockIdx.x * THREADS + threadIdx.x] = sum;
}

/* 12 of 16 bytes, the rest becomes 0. */
__global__ void with_zeros(int4 *out, const int4 *in)
{
    __shared__ int4 tile[THREADS];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

static void check_sums(const char *name, void (*kernel)(int *, const int *),
                       const int *numbers)
{
    static int sums[BLOCKS * THREADS];
    int *in = on_device(numbers, N);
    int *out = on_device<int>(NULL, BLOCKS * THREADS);
    kernel<<<BLOCKS, THREADS>>>(out, in);
    LAUNCHED();
    take_back(sums, out, BLOCKS * THREADS);
    CUDA(cudaFree(in));
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        int sum = 0;
        for (int t = 0; t < TILES; t++)
            sum += numbers[t * THREADS + (i % THREADS + t + 1) % THREADS];
        CHECK(sums[i] == sum);
    }
    printf("%s: correct\n", name);
}

static void check_zeros(const int *numbers)
{
    static int got[4 * THREADS];
    int *in = on_device(numbers, 4 * THREADS);
    int *out = on_device<int>(NULL, 4 * THREADS);
    with_zeros<<<1, THREADS>>>((int4 *)out, (const int4 *)in);
    LAUNCHED();
    take_back(got, out, 4 * THREADS);
    CUDA(cudaFree(in));
    for (int i = 0; i < 4 * THREADS; i++) {
        int from = 4 * (THREADS - 1 - i / 4) + i % 4;
        CHECK(got[i] == (i % 4 == 3 ? 0 : numbers[from]));
    }
    printf("with zeros: correct\n");
}

int main(void)
{
    static int numbers[N];
    for (int i = 0; i < N; i++)
        numbers[i] = noise(i);
    check_sums("rounds", rounds, numbers);
    check_sums("by primitives", by_primitives, numbers);
    check_sums("by pipeline", by_pipeline, numbers);
    check_zeros(numbers);
    return 0;
}
