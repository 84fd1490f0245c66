/*
 * locks.cu - threads that wait for threads: spin locks that work inside a
 * warp, blocks that take turns, a warp that produces for another, flags in
 * shared and in global memory, a look before an atomic.
 */
#include "check.h"

enum { BLOCKS = 4, THREADS = 64 };

__device__ int lock, tickets, serving;
__device__ volatile int protected_sum, turn_sum;

/* Release inside the loop: lanes that lost do not keep the winner waiting. */
__global__ void spin(void)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            protected_sum = protected_sum + 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}

/* What a lock in shared memory protects is not volatile: fences are enough. */
__global__ void spin_shared(int *out)
{
    __shared__ int lock_here, sum, last;
    if (threadIdx.x == 0)
        lock_here = sum = last = 0;
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&lock_here, 0, 1) == 0) {
            __threadfence_block();
            sum++;
            last = threadIdx.x;
            __threadfence_block();
            atomicExch(&lock_here, 0);
            done = true;
        }
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum * 1000 + (last < THREADS);
}

/* Warp 0 stores, warp 1 waits for a flag and reads. */
__global__ void by_flag(volatile int *flag, int *data, int *out)
{
    __shared__ volatile int here;
    __shared__ int tile[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        here = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        tile[lane] = 3 * lane;
        data[lane] = 5 * lane;
        __threadfence();
        __syncwarp();
        if (lane == 0)
            here = *flag = 1;
    } else {
        while (here == 0 || *flag == 0)
            ;
        __threadfence();
        out[lane] = tile[lane] + data[lane];
    }
}

/* The atomic decides; who looked too early has done it for nothing. */
__global__ void look_first(const int *in, int *largest, int *seen, int *count)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (v > *largest)
        atomicMax(largest, v);
    if (seen[v % 50] == 0 && atomicExch(&seen[v % 50], 1) == 0)
        atomicAdd(count, 1);
}

/* One thread a block holds the lock for all of it. */
__global__ void block_lock(int *v)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
    }
    __syncthreads();
    volatile int *p = v;
    p[threadIdx.x] = p[threadIdx.x] + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(&lock, 0);
}

/* A lane works for long, with a look at the lock, and the others wait. */
__global__ void together(unsigned *masks)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        float x = threadIdx.x;
        for (int i = 0; i < 20000; i++)
            x = x * 0.5f + 1;
        masks[threadIdx.x] = x;
        __threadfence();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    masks[threadIdx.x] = __activemask();
}

__global__ void by_ticket(void)
{
    if (threadIdx.x)
        return;
    int mine = atomicAdd(&tickets, 1);
    while (atomicAdd(&serving, 0) != mine)
        ;
    __threadfence();
    turn_sum = turn_sum * 3 + mine;
    __threadfence();
    atomicAdd(&serving, 1);
}

/* Warp 0 fills one of two buffers while warp 1 empties the other. */
__global__ void pipeline(const int *in, int *out, int rounds)
{
    __shared__ int buffer[2][32];
    int lane = threadIdx.x % 32;
    for (int r = 0; r <= rounds; r++) {
        if (threadIdx.x < 32) {
            if (r < rounds)
                buffer[r % 2][lane] = 2 * in[32 * r + lane];
        } else if (r > 0) {
            out[32 * (r - 1) + lane] = buffer[(r - 1) % 2][31 - lane];
        }
        __syncthreads();
    }
}

/* Block b waits for what block b - 1 leaves: a chain through the grid. */
__global__ void chain(volatile int *result, int *ready)
{
    if (threadIdx.x)
        return;
    int b = blockIdx.x, before = 1;
    if (b > 0) {
        while (atomicAdd(&ready[b - 1], 0) == 0)
            ;
        __threadfence();
        before = result[b - 1];
    }
    result[b] = 2 * before + b;
    __threadfence();
    atomicExch(&ready[b], 1);
}

static void check_pipeline(void)
{
    int in[320], out[320];
    for (int i = 0; i < 320; i++)
        in[i] = noise(i);
    int *a = on_device(in, 320), *b = on_device<int>(NULL, 320);
    pipeline<<<1, 64>>>(a, b, 10);
    LAUNCHED();
    take_back(out, b, 320);
    CUDA(cudaFree(a));
    for (int i = 0; i < 320; i++)
        CHECK(out[i] == 2 * in[i / 32 * 32 + 31 - i % 32]);
}

static void check_chain(void)
{
    int result[8], zero[8] = {0}, value = 1;
    int *r = on_device<int>(NULL, 8), *ready = on_device(zero, 8);
    chain<<<8, 32>>>(r, ready);
    LAUNCHED();
    take_back(result, r, 8);
    CUDA(cudaFree(ready));
    for (int b = 0; b < 8; b++)
        CHECK(result[b] == (value = 2 * value + b));
}

static void check_flags(void)
{
    int zero = 0, out[32], sums[BLOCKS];
    int *flag = on_device(&zero, 1), *data = on_device<int>(NULL, 32);
    int *o = on_device<int>(NULL, 32), *s = on_device<int>(NULL, BLOCKS);
    spin_shared<<<BLOCKS, THREADS>>>(s);
    by_flag<<<1, 64>>>(flag, data, o);
    LAUNCHED();
    take_back(sums, s, BLOCKS);
    take_back(out, o, 32);
    CUDA(cudaFree(flag));
    CUDA(cudaFree(data));
    for (int sum : sums)
        CHECK(sum == THREADS * 1000 + 1);
    for (int i = 0; i < 32; i++)
        CHECK(out[i] == 8 * i);
}

[[maybe_unused]] static void check_looks(void)
{
    int in[BLOCKS * THREADS], found[52] = {0}, largest = 0, kinds = 0;
    bool seen[50] = {false};
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        in[i] = noise(i);
        largest = in[i] > largest ? in[i] : largest;
        kinds += !seen[in[i] % 50];
        seen[in[i] % 50] = true;
    }
    int *d = on_device(in, BLOCKS * THREADS), *f = on_device(found, 52);
    look_first<<<BLOCKS, THREADS>>>(d, f + 50, f, f + 51);
    LAUNCHED();
    take_back(found, f, 52);
    CUDA(cudaFree(d));
    CHECK(found[50] == largest && found[51] == kinds);
}

static void check_together(void)
{
    unsigned masks[THREADS], *m = on_device<unsigned>(NULL, THREADS);
    together<<<1, THREADS>>>(m);
    LAUNCHED();
    take_back(masks, m, THREADS);
    for (unsigned mask : masks)
        CHECK(mask == 0xffffffff);
}

int main(void)
{
    int sum, turns, v[THREADS] = {0}, *d = on_device(v, THREADS);
    spin<<<BLOCKS, THREADS>>>();
    block_lock<<<BLOCKS, THREADS>>>(d);
    by_ticket<<<BLOCKS, THREADS>>>();
    LAUNCHED();
    take_back(v, d, THREADS);
    CUDA(cudaMemcpyFromSymbol(&sum, protected_sum, sizeof sum));
    CUDA(cudaMemcpyFromSymbol(&turns, turn_sum, sizeof turns));
    CHECK(sum == BLOCKS * THREADS && turns == ((0 * 3 + 1) * 3 + 2) * 3 + 3);
    for (int i = 0; i < THREADS; i++)
        CHECK(v[i] == BLOCKS);
    check_pipeline();
    check_chain();
    check_flags();
    check_together();
#ifndef __CUDACC_DEBUG__ /* -G: the look and the atomic are far apart */
    check_looks();
#endif
    puts("locks: taken in turn, and given back");
    return 0;
}
