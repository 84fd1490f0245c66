/*
 * reduce.cu - one sum, in the ways courses teach it.
 *
 *   interleaved   neighbours first: divergent, but right
 *   sequential    halves added to halves
 *   warp_step     the last warp without block barriers, with __syncwarp
 *   shuffled      registers instead of shared memory
 *   with_atomics  a partial sum a block, added atomically
 *   two launches  partial sums, then their sum
 *   last_block    the block that comes last adds what the others left
 */
#include "check.h"

enum { BLOCK = 256 };

__device__ int load(const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    return sum;
}

__global__ void interleaved(const int *in, int *out, int n)
{
    __shared__ int s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = load(in, n);
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void sequential(const int *in, int *out, int n)
{
    extern __shared__ int dynamic[];
    unsigned t = threadIdx.x;
    dynamic[t] = load(in, n);
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half)
            dynamic[t] += dynamic[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = dynamic[0];
}

__global__ void warp_step(const int *in, int *out, int n)
{
    __shared__ int s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = load(in, n);
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 32; half >>= 1) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t >= 32)
        return;
    int sum = s[t] + s[t + 32];
    for (unsigned half = 16; half > 0; half >>= 1) {
        __syncwarp(); /* all have read before one writes */
        s[t] = sum;
        __syncwarp(); /* all have written before one reads */
        if (t < half)
            sum += s[t + half];
    }
    if (t == 0)
        out[blockIdx.x] = sum;
}

__device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ int block_sum(int v)
{
    __shared__ int partial[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warp_sum(v);
    if (lane == 0)
        partial[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? partial[lane] : 0;
    return warp == 0 ? warp_sum(v) : 0;
}

__global__ void shuffled(const int *in, int *out, int n)
{
    int sum = block_sum(load(in, n));
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__global__ void with_atomics(const int *in, int *out, int n)
{
    int sum = warp_sum(load(in, n));
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

__device__ unsigned blocks_done;

__global__ void last_block(const int *in, int *partial, int *out, int n)
{
    __shared__ bool last;
    int sum = block_sum(load(in, n));
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence(); /* the sum is seen before the count */
        unsigned before = atomicInc(&blocks_done, gridDim.x - 1);
        last = before == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    int v =
        threadIdx.x < gridDim.x ? ((volatile int *)partial)[threadIdx.x] : 0;
    v = block_sum(v);
    if (threadIdx.x == 0)
        *out = v;
}

static int total(int *device, int n)
{
    int h[64], sum = 0;
    CUDA(cudaMemcpy(h, device, n * sizeof *h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        sum += h[i];
    CUDA(cudaMemset(device, 0, 64 * sizeof *h));
    return sum;
}

static void check(int n)
{
    int *h = (int *)malloc(n * sizeof *h), expected = 0;
    for (int i = 0; i < n; i++)
        expected += h[i] = noise(i) - 16384;
    int *in = on_device(h, n), *out = on_device<int>(NULL, 64);
    CUDA(cudaMemset(out, 0, 64 * sizeof *out));
    int grid = n > 5000 ? 13 : (n + BLOCK - 1) / BLOCK;
    interleaved<<<grid, BLOCK>>>(in, out, n);
    CHECK(total(out, grid) == expected);
    sequential<<<grid, BLOCK, BLOCK * sizeof(int)>>>(in, out, n);
    CHECK(total(out, grid) == expected);
    warp_step<<<grid, BLOCK>>>(in, out, n);
    CHECK(total(out, grid) == expected);
    with_atomics<<<grid, BLOCK>>>(in, out, n);
    CHECK(total(out, 1) == expected);
    shuffled<<<grid, BLOCK>>>(in, out, n);
    sequential<<<1, BLOCK, BLOCK * sizeof(int)>>>(out, out + 63, grid);
    CUDA(cudaMemset(out, 0, 63 * sizeof *out));
    CHECK(total(out, 64) == expected);
    last_block<<<grid, BLOCK>>>(in, out, out + 63, n);
    CUDA(cudaMemset(out, 0, 63 * sizeof *out));
    CHECK(total(out, 64) == expected);
    LAUNCHED();
    CUDA(cudaFree(in));
    CUDA(cudaFree(out));
    free(h);
}

int main(void)
{
    static const int sizes[] = {1, 255, 256, 257, 1000, 3000, 20011};
    for (int n : sizes)
        check(n);
    puts("reductions: all agree");
    return 0;
}
