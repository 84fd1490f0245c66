/*
 * libraries.cu - what comes with the CUDA Toolkit as headers, compiled into
 * the program: cooperative groups beyond a warp, cuRAND's generators.
 */
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <curand_kernel.h>
#include <vector>

namespace cg = cooperative_groups;

enum { N = 2000, THREADS = 128 };

static std::vector<int> numbers(void)
{
    std::vector<int> h(N);
    for (int i = 0; i < N; i++)
        h[i] = noise(i) % 5000;
    return h;
}

/* ---- cooperative groups ------------------------------------------------- */

#if CUDART_VERSION >= 12000
/* Tiles of two warps wait for each other in shared memory, without a barrier
 * of the block. */
__device__ void sum_pairs(int v, int *pairs)
{
    __shared__ cg::block_tile_memory<THREADS> room;
    auto two_warps = cg::tiled_partition<64>(cg::this_thread_block(room));
    int sum = cg::reduce(two_warps, v, cg::plus<int>());
    if (two_warps.thread_rank() == 0)
        pairs[threadIdx.x / 64] = sum;
}
#else /* where they are called experimental */
__device__ void sum_pairs(int v, int *pairs)
{
    int sum = cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), v,
                         cg::plus<int>());
    if (threadIdx.x % 32 == 0)
        atomicAdd(&pairs[threadIdx.x / 64], sum);
}
#endif

/* Odd and even values part into groups of their own. */
__global__ void of_groups(const int *in, int *pairs, int *before, int *alike)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int t = threadIdx.x, v = in[t];
    sum_pairs(v, pairs);
    before[t] = cg::exclusive_scan(warp, v);
    auto same = cg::binary_partition(warp, v % 2 == 0);
    alike[t] = cg::reduce(same, 1, cg::plus<int>());
}

static void check_groups(void)
{
    std::vector<int> h = numbers();
    int pairs[2] = {0, 0}, before[THREADS], alike[THREADS];
    int *d = on_device(h.data(), N), *p = on_device(pairs, 2);
    int *b = on_device<int>(NULL, THREADS), *a = on_device<int>(NULL, THREADS);
    of_groups<<<1, THREADS>>>(d, p, b, a);
    LAUNCHED();
    take_back(pairs, p, 2);
    take_back(before, b, THREADS);
    take_back(alike, a, THREADS);
    CUDA(cudaFree(d));
    for (int i = 0, sum = 0; i < THREADS; i++) {
        sum = i % 32 ? sum : 0;
        CHECK(before[i] == sum);
        sum += h[i];
        pairs[i / 64] -= h[i];
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            alike[i] -= h[k] % 2 == h[i] % 2;
        CHECK(alike[i] == 0);
    }
    CHECK(pairs[0] == 0 && pairs[1] == 0);
}

/* ---- cuRAND: pi by throwing darts --------------------------------------- */

__global__ void throw_darts(unsigned *inside, int throws)
{
    curandState state;
    curand_init(2026, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned count = 0;
    for (int i = 0; i < throws; i++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        count += x * x + y * y <= 1;
    }
    atomicAdd(inside, count);
}

static void check_darts(void)
{
    unsigned inside = 0, *d = on_device(&inside, 1);
    throw_darts<<<4, THREADS>>>(d, 100);
    LAUNCHED();
    take_back(&inside, d, 1);
    CHECK(fabs(4.0 * inside / (4 * THREADS * 100) - 3.14159) < 0.03);
}

int main(void)
{
    check_groups();
    check_darts();
    puts("libraries: cooperative groups, cuRAND");
    return 0;
}
