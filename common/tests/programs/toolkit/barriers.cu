/*
 * barriers.cu - libcu++'s barriers on sm_90, where copies into shared memory
 * become bulk copies, and the instructions themselves (cuda::ptx), as the CUDA
 * C++ Programming Guide has them ("Tensor Memory Accelerator").  nvcc only.
 */
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#if __CUDACC_VER_MAJOR__ >= 13
#include <cuda/ptx>
#endif

namespace cg = cooperative_groups;

enum { THREADS = 128, N = 1024 };

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

/* The group copies what is of whole 16 bytes, then any, then by its own. */
__global__ void by_group(int *out, const int *in, int n)
{
    __shared__ __align__(16) int tile[N];
    __shared__ barrier arrived;
    cg::thread_block block = cg::this_thread_block();
    int t = threadIdx.x, sum;
    if (t == 0)
        init(&arrived, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile),
                       arrived);
    arrived.arrive_and_wait();
    sum = tile[N - 1 - t];
    block.sync();
    cuda::memcpy_async(block, tile, in + 1, n * sizeof(int), arrived);
    arrived.arrive_and_wait();
    sum += tile[n - 1 - t];
    block.sync();
    cg::memcpy_async(block, tile, in, n * sizeof(int));
    cg::wait(block);
    out[t] = sum + tile[(t + 1) % THREADS];
}

#if __CUDACC_VER_MAJOR__ >= 13
namespace ptx = cuda::ptx;

/* One thread fetches, all add, one stores. */
__global__ void add_one(int *data)
{
    __shared__ __align__(16) int tile[N];
    __shared__ barrier arrived;
    if (threadIdx.x == 0) {
        init(&arrived, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(
            tile, data, cuda::aligned_size_t<16>(sizeof tile), arrived);
        token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof tile);
    } else {
        token = arrived.arrive();
    }
    arrived.wait(std::move(token));
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        tile[i] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, data, tile,
                           sizeof tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

/* The instructions alone, and a sum in global memory. */
__global__ void add_twice(int *data)
{
    __shared__ __align__(16) int tile[N];
    __shared__ uint64_t arrived;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta,
                                ptx::space_shared, &arrived, sizeof tile);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, data,
                           sizeof tile, &arrived);
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta,
                             ptx::space_shared, &arrived);
        while (!ptx::mbarrier_try_wait_parity(&arrived, 0))
            continue;
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                  ptx::op_add, data, tile, sizeof tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

static void check_added(void)
{
    int h[N];
    for (int i = 0; i < N; i++)
        h[i] = noise(i);
    int *data = on_device(h, N);
    add_one<<<1, THREADS>>>(data);
    add_twice<<<1, 32>>>(data);
    LAUNCHED();
    take_back(h, data, N);
    for (int i = 0; i < N; i++)
        CHECK(h[i] == 2 * (noise(i) + 1));
}
#else
static void check_added(void)
{
}
#endif

int main(void)
{
    int h[N + 1], got[THREADS], n = N - 23;
    for (int i = 0; i <= N; i++)
        h[i] = noise(i);
    int *in = on_device(h, N + 1), *out = on_device<int>(NULL, THREADS);
    by_group<<<1, THREADS>>>(out, in, n);
    LAUNCHED();
    take_back(got, out, THREADS);
    CUDA(cudaFree(in));
    for (int i = 0; i < THREADS; i++)
        CHECK(got[i] == h[N - 1 - i] + h[n - i] + h[(i + 1) % THREADS]);
    check_added();
    puts("barriers: correct");
    return 0;
}
