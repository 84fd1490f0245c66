/*
 * rates.cu - kernels of one kind each: how many warp instructions a second the
 * emulated device executes of it (make bench).
 *
 *   rates KIND
 *
 * Without one it lists them.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 16, THREADS = 256, TURNS = 8000, N = BLOCKS * THREADS * 64 };

__global__ void whole_warps(float *a)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < TURNS; k++)
        sum += a[(i + (size_t)k * 32) % N] * 3.0f;
    a[i] = sum;
}

/* Four numbers in one access. */
__global__ void wide_accesses(float *a)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 *wide = (float4 *)a, sum = {0, 0, 0, 0};
    for (int k = 0; k < TURNS; k++) {
        float4 v = wide[N / 8 + (i + (size_t)k * 32) % (N / 8)];
        sum = make_float4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
        wide[i] = sum;
    }
}

/* Each lane reads a line of its own. */
__global__ void uncoalesced(float *a)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < TURNS; k++)
        sum += a[(i * 64 + (size_t)k) % N] * 3.0f;
    a[i * 64] = sum;
}

/* Somewhere: neither its neighbour's nor the next turn's. */
__device__ unsigned scattered(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* Each lane reads from anywhere in what the kernel writes to as well. */
__global__ void gathers(float *a)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < TURNS / 4; k++)
        sum += a[BLOCKS * THREADS + scattered(i * TURNS + k) % (N / 2)];
    a[i] = sum;
}

/* Lanes do different numbers of turns. */
__global__ void parted_lanes(float *a)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < TURNS / 16 * (int)(threadIdx.x % 32 + 1); k++)
        sum += a[(i + (size_t)k * 32) % N] * 3.0f;
    a[i] = sum;
}

/* Half of the warp votes among itself, then the other. */
__global__ void votes_of_halves(float *a)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned count = 0;
    for (int k = 0; k < TURNS; k++)
        if (threadIdx.x % 2)
            count += __popc(__ballot_sync(0xaaaaaaaa, k & threadIdx.x));
        else
            count += __popc(__ballot_sync(0x55555555, k & threadIdx.x));
    a[i] = count;
}

/* Each lane votes alone, with a mask of its own. */
__global__ void votes_of_one(float *a)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned count = 0;
    for (int k = 0; k < TURNS; k++)
        count += __ballot_sync(1u << threadIdx.x % 32, k & 1);
    a[i] = count;
}

/* No barrier between what others wrote and the read. */
__global__ void races_in_shared(float *a)
{
    __shared__ float tile[THREADS];
    float sum = 0;
    for (int k = 0; k < TURNS; k++) {
        tile[threadIdx.x] = k;
        sum += tile[(threadIdx.x + 33) % THREADS];
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* All threads count without an atomic. */
__global__ void races_in_global(float *a)
{
    for (int k = 0; k < TURNS; k++)
        a[k % 64 + threadIdx.x % 32] += 1.0f;
}

/* A histogram without atomics. */
__global__ void races_anywhere(float *a)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < TURNS / 8; k++)
        a[scattered(i * TURNS + k) % 1024] += 1.0f;
}

static const struct kind {
    const char *name;
    void (*kernel)(float *a);
} kinds[] = {
    {"whole_warps", whole_warps},         {"wide_accesses", wide_accesses},
    {"uncoalesced", uncoalesced},         {"gathers", gathers},
    {"parted_lanes", parted_lanes},       {"votes_of_halves", votes_of_halves},
    {"votes_of_one", votes_of_one},       {"races_in_shared", races_in_shared},
    {"races_in_global", races_in_global}, {"races_anywhere", races_anywhere},
};

static int launch(const struct kind *kind)
{
    float *a;
    if (cudaMalloc(&a, N * sizeof *a) || cudaMemset(a, 0, N * sizeof *a))
        return 1;
    kind->kernel<<<BLOCKS, THREADS>>>(a);
    cudaDeviceSynchronize(); /* what races returns errors, too */
    cudaFree(a);
    return 0;
}

int main(int argc, char **argv)
{
    for (const struct kind &kind : kinds)
        if (argc < 2)
            puts(kind.name);
        else if (!strcmp(argv[1], kind.name))
            return launch(&kind);
    return argc < 2 ? 0 : 2;
}
