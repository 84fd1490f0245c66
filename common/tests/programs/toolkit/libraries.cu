/*
 * libraries.cu - what comes with the CUDA Toolkit as headers, compiled into
 * the program: Thrust, CUB, cooperative groups beyond a warp, cuRAND's
 * generators.  nvcc only.
 */
#include "../check.h"
#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
#include <curand_kernel.h>
#include <thrust/device_vector.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
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

/* ---- Thrust ------------------------------------------------------------- */

struct square {
    __host__ __device__ long long operator()(int v) const
    {
        return (long long)v * v;
    }
};

static void check_thrust(void)
{
    std::vector<int> h = numbers(), back(N);
    thrust::device_vector<int> d(h.begin(), h.end()), before(N);
    long long sum = 0;
    int all = 0;
    for (int v : h)
        sum += square()(v);
    CHECK(thrust::transform_reduce(d.begin(), d.end(), square(), 0ll,
                                   thrust::plus<long long>()) == sum);
    thrust::exclusive_scan(d.begin(), d.end(), before.begin());
    thrust::copy(before.begin(), before.end(), back.begin());
    for (int i = 0; i < N; all += h[i++])
        CHECK(back[i] == all);
    CHECK(thrust::reduce(d.begin(), d.end()) == all);
    thrust::sort(d.begin(), d.end());
    thrust::copy(d.begin(), d.end(), back.begin());
    std::sort(h.begin(), h.end());
    CHECK(back == h);
}

/* ---- CUB ---------------------------------------------------------------- */

__global__ void of_block(const int *in, int *sum, int *before)
{
    typedef cub::BlockReduce<int, THREADS> reduction;
    typedef cub::BlockScan<int, THREADS> scan;
    __shared__ union {
        typename reduction::TempStorage reduction;
        typename scan::TempStorage scan;
    } room;
    int v = in[threadIdx.x], prefix;
    int total = reduction(room.reduction).Sum(v);
    __syncthreads(); /* the room is used again */
    scan(room.scan).ExclusiveSum(v, prefix);
    before[threadIdx.x] = prefix;
    if (threadIdx.x == 0)
        *sum = total;
}

static void check_cub(void)
{
    std::vector<int> h = numbers();
    int *d = on_device(h.data(), N), *sum = on_device<int>(NULL, 1);
    int *before = on_device<int>(NULL, THREADS), got, back[THREADS];
    size_t bytes = 0;
    CUDA(cub::DeviceReduce::Sum(NULL, bytes, d, sum, (int)N));
    char *room = on_device<char>(NULL, bytes);
    CUDA(cub::DeviceReduce::Sum(room, bytes, d, sum, (int)N));
    CUDA(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost));
    for (int v : h)
        got -= v;
    CHECK(got == 0);
    of_block<<<1, THREADS>>>(d, sum, before);
    LAUNCHED();
    take_back(&got, sum, 1);
    take_back(back, before, THREADS);
    int all = 0;
    for (int i = 0; i < THREADS; all += h[i++])
        CHECK(back[i] == all);
    CHECK(got == all);
    CUDA(cudaFree(d));
    CUDA(cudaFree(room));
}

/* ---- cooperative groups ------------------------------------------------- */

/* Tiles of two warps wait for each other in shared memory, without a barrier
 * of the block; odd and even values part into groups of their own. */
__global__ void of_groups(const int *in, int *pairs, int *before, int *alike)
{
    __shared__ cg::block_tile_memory<THREADS> room;
    auto block = cg::this_thread_block(room);
    auto two_warps = cg::tiled_partition<64>(block);
    auto warp = cg::tiled_partition<32>(block);
    int t = threadIdx.x, v = in[t];
    int sum = cg::reduce(two_warps, v, cg::plus<int>());
    if (two_warps.thread_rank() == 0)
        pairs[t / 64] = sum;
    before[t] = cg::exclusive_scan(warp, v);
    auto same = cg::binary_partition(warp, v % 2 == 0);
    alike[t] = cg::reduce(same, 1, cg::plus<int>());
}

static void check_groups(void)
{
    std::vector<int> h = numbers();
    int pairs[2], before[THREADS], alike[THREADS];
    int *d = on_device(h.data(), N), *p = on_device<int>(NULL, 2);
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
    check_thrust();
    check_cub();
    check_groups();
    check_darts();
    puts("libraries: Thrust, CUB, cooperative groups, cuRAND");
    return 0;
}
