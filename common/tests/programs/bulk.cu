/*
 * bulk.cu - bulk copies and mbarriers, as sm_90 has them: a warp that fetches
 * tiles for others, tiles that go back as they came, sums in global memory.
 * nvcc compiles its kernels for compute_90 alone.
 */
#include "bulk.h"
#include "check.h"

namespace
{

enum { WORKERS = 64, TILE = 128, STAGES = 3, TILES = 11, N = TILE * TILES };
enum { TILE_BYTES = TILE * sizeof(float) };

/* As nvcc would refuse what follows for older devices. */
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900 || defined __clang__
#define HAS_BULK 1
#endif

struct stage {
    __align__(16) float in[TILE], out[TILE];
};

/* The last warp fetches; the others say when a tile is empty again. */
__global__ void stream_tiles(const float *in, float *out, float factor)
{
#ifdef HAS_BULK
    __shared__ stage stages[STAGES];
    __shared__ mbarrier full[STAGES], empty[STAGES];
    int t = threadIdx.x;
    if (t == 0)
        for (int s = 0; s < STAGES; s++) {
            MBARRIER_INIT(full[s], 1);
            MBARRIER_INIT(empty[s], WORKERS);
        }
    FENCE_PROXY;
    __syncthreads();
    for (int i = blockIdx.x, k = 0; i < TILES; i += gridDim.x, k++) {
        int s = k % STAGES, round = k / STAGES;
        if (t == WORKERS) {
            MBARRIER_WAIT(empty[s], (round + 1) % 2);
            MBARRIER_ARRIVE_EXPECT(full[s], TILE_BYTES);
            BULK_LOAD(stages[s].in, in + i * TILE, TILE_BYTES, full[s]);
        }
        if (t >= WORKERS)
            continue;
        MBARRIER_WAIT(full[s], round % 2);
        if (t == 0) /* the copy of this stage before has been read */
            BULK_WAIT_READ(STAGES - 1);
        asm volatile("bar.sync 1, 64;" ::: "memory");
        for (int x = t; x < TILE; x += WORKERS)
            stages[s].out[x] = factor * stages[s].in[TILE - 1 - x];
        FENCE_PROXY;
        MBARRIER_ARRIVE(empty[s]);
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (t == 0) {
            BULK_STORE(out + i * TILE, stages[s].out, TILE_BYTES);
            BULK_COMMIT;
        }
    }
    if (t == 0)
        BULK_WAIT(0);
#endif
}

/* Each block's counts are added to those of all. */
__global__ void count(const int *values, int *counts)
{
#ifdef HAS_BULK
    __shared__ __align__(16) int mine[32];
    if (threadIdx.x < 32)
        mine[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&mine[values[blockIdx.x * blockDim.x + threadIdx.x] & 31], 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        FENCE_PROXY;
        BULK_ADD(counts, mine, 32 * sizeof(int), "u32");
        BULK_COMMIT;
        BULK_WAIT_READ(0);
    }
#endif
}

void check_tiles(void)
{
    static float h[N], got[N];
    for (int i = 0; i < N; i++)
        h[i] = (float)noise(i);
    float *in = on_device(h, N), *out = on_device<float>(NULL, N);
    stream_tiles<<<2, WORKERS + 32>>>(in, out, 3);
    LAUNCHED();
    take_back(got, out, N);
    for (int i = 0; i < N; i++)
        CHECK(got[i] == 3 * h[i / TILE * TILE + TILE - 1 - i % TILE]);
    CUDA(cudaFree(in));
}

void check_counts(void)
{
    int h[512], want[32] = {}, got[32] = {};
    for (int i = 0; i < 512; i++)
        want[(h[i] = noise(i)) & 31]++;
    int *values = on_device(h, 512), *counts = on_device(got, 32);
    count<<<4, 128>>>(values, counts);
    LAUNCHED();
    take_back(got, counts, 32);
    for (int i = 0; i < 32; i++)
        CHECK(got[i] == want[i]);
    CUDA(cudaFree(values));
}

} // namespace

int main(void)
{
#ifdef __clang__
    bool has_bulk = true;
#else
    bool has_bulk = COMPUTE >= 900;
#endif
    if (has_bulk) {
        check_tiles();
        check_counts();
    }
    puts("bulk: tiles and sums");
    return 0;
}
