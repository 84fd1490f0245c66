/*
 * groups.cu - cooperative groups: block, tiles of a warp, and the threads that
 * happen to be together.
 */
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { THREADS = 96, BLOCKS = 6, N = BLOCKS * THREADS };

template <unsigned SIZE>
__device__ int sum_of(cg::thread_block_tile<SIZE> tile, int v)
{
    for (int d = tile.size() / 2; d > 0; d /= 2)
        v += tile.shfl_down(v, d);
    return v;
}

__global__ void sums(const int *in, int *out)
{
    __shared__ int partial[THREADS / 16];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int rank = block.thread_rank();
    int sum = sum_of(tile, in[blockIdx.x * THREADS + rank]);
    if (tile.thread_rank() == 0)
        partial[rank / 16] = sum;
    block.sync();
    if (rank == 0) {
        for (int i = 1; i < (int)block.size() / 16; i++)
            sum += partial[i];
        out[blockIdx.x] = sum;
    }
}

/* One atomic for all lanes that are here together. */
__device__ int claim(int *counter)
{
    cg::coalesced_group here = cg::coalesced_threads();
    int first = 0;
    if (here.thread_rank() == 0)
        first = atomicAdd(counter, here.size());
    return here.shfl(first, 0) + here.thread_rank();
}

__global__ void keep_odd(const int *in, int *out, int *count)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (v % 2)
        out[claim(count)] = v;
}

__global__ void tile_votes(int *out)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x, r = tile.thread_rank();
    out[4 * t] = tile.any(r == t % 16);
    out[4 * t + 1] = tile.ballot(r % 2);
    out[4 * t + 2] = tile.shfl_xor(t, 3) + tile.meta_group_rank();
    tile.sync();
    out[4 * t + 3] = tile.shfl_up(t, 1);
}

static void check_votes(void)
{
    int o[4 * 64], *d = on_device<int>(NULL, 4 * 64);
    tile_votes<<<1, 64>>>(d);
    LAUNCHED();
    take_back(o, d, 4 * 64);
    for (int t = 0; t < 64; t++) {
        CHECK(o[4 * t] == (t % 16 < 8) && o[4 * t + 1] == 0xaa);
        CHECK(o[4 * t + 2] == (t ^ 3) + t / 8);
        CHECK(o[4 * t + 3] == (t % 8 ? t - 1 : t));
    }
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int h[N], odd[N], kept[N], sum[BLOCKS], zero = 0, count, n = 0;
    for (int i = 0; i < N; i++) {
        h[i] = noise(i);
        if (h[i] % 2)
            odd[n++] = h[i];
    }
    int *in = on_device(h, N), *out = on_device<int>(NULL, N);
    int *c = on_device(&zero, 1), *s = on_device<int>(NULL, BLOCKS);
    sums<<<BLOCKS, THREADS>>>(in, s);
    keep_odd<<<BLOCKS, THREADS>>>(in, out, c);
    LAUNCHED();
    take_back(sum, s, BLOCKS);
    take_back(kept, out, n);
    take_back(&count, c, 1);
    CUDA(cudaFree(in));
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < THREADS; i++)
            sum[b] -= h[b * THREADS + i];
        CHECK(sum[b] == 0);
    }
    CHECK(count == n);
    qsort(odd, n, sizeof *odd, compare);
    qsort(kept, n, sizeof *kept, compare);
    CHECK(memcmp(odd, kept, n * sizeof *odd) == 0);
    check_votes();
    puts("groups: of every size");
    return 0;
}
