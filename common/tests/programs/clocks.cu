/*
 * clocks.cu - a block times itself: stamps around a minimum, the minimum at
 * every place in turn.
 */
#include "check.h"

enum { THREADS = 64, BLOCKS = 3 };

__global__ void timed_minimum(const float *in, float *out, long long *stamps)
{
    extern __shared__ float s[];
    int t = threadIdx.x, b = blockIdx.x;
    if (t == 0)
        stamps[b] = clock64();
    s[t] = in[t];
    s[t + blockDim.x] = in[t + blockDim.x];
    for (int d = blockDim.x; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] = fminf(s[t], s[t + d]);
    }
    if (t == 0)
        out[b] = s[0];
    __syncthreads();
    if (t == 0)
        stamps[b + gridDim.x] = clock64();
}

__global__ void wait_clocks(clock_t clocks, long long *waited)
{
    clock_t start = clock(), passed = 0;
    while (passed < clocks)
        passed = clock() - start;
    *waited = passed;
}

int main(void)
{
    float in[2 * THREADS], out[BLOCKS], *a, *b = on_device<float>(NULL, 3);
    long long stamps[2 * BLOCKS], waited;
    long long *c = on_device<long long>(NULL, 2 * BLOCKS);
    for (int place = 0; place < 2 * THREADS; place += 9) {
        for (int i = 0; i < 2 * THREADS; i++)
            in[i] = i == place ? -1.0f : (float)i;
        a = on_device(in, 2 * THREADS);
        timed_minimum<<<BLOCKS, THREADS, sizeof in>>>(a, b, c);
        LAUNCHED();
        CUDA(cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost));
        CUDA(cudaMemcpy(stamps, c, sizeof stamps, cudaMemcpyDeviceToHost));
        CUDA(cudaFree(a));
        for (int i = 0; i < BLOCKS; i++)
            CHECK(out[i] == -1 && stamps[i + BLOCKS] > stamps[i]);
    }
    wait_clocks<<<1, 1>>>(5000, c);
    LAUNCHED();
    CUDA(cudaMemcpy(&waited, c, sizeof waited, cudaMemcpyDeviceToHost));
    CHECK(waited >= 5000);
    CUDA(cudaFree(b));
    CUDA(cudaFree(c));
    puts("clocks: run");
    return 0;
}
