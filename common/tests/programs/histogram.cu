/*
 * histogram.cu - counts by atomics in global memory, in shared memory first,
 * and in private counters of a thread.
 */
#include "check.h"

enum { BINS = 64, N = 10007 };

__global__ void in_global(const unsigned char *in, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i] % BINS], 1u);
}

__global__ void in_shared(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads(); /* all are zero before the first count */
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i] % BINS], 1u);
    __syncthreads(); /* all are counted */
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

/* Each thread counts in bytes of its own: bank conflicts, but no atomics. */
__global__ void in_bytes(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned char counts[BINS][32];
    int t = threadIdx.x;
    for (int b = 0; b < BINS; b++)
        counts[b][t] = 0;
    for (int i = t; i < 32 * 200 && blockIdx.x * 6400 + i < n; i += 32)
        counts[in[blockIdx.x * 6400 + i] % BINS][t]++;
    __syncthreads();
    for (int b = t; b < BINS; b += 32) {
        unsigned sum = 0;
        for (int k = 0; k < 32; k++)
            sum += counts[b][k];
        atomicAdd(&bins[b], sum);
    }
}

int main(void)
{
    static unsigned char h[N];
    unsigned expected[BINS] = {0}, got[BINS];
    for (int i = 0; i < N; i++)
        expected[(h[i] = (unsigned char)(noise(i) / 3)) % BINS]++;
    unsigned char *in = on_device(h, N);
    unsigned *bins = on_device<unsigned>(NULL, BINS);
    for (int way = 0; way < 3; way++) {
        CUDA(cudaMemset(bins, 0, sizeof got));
        if (way == 0)
            in_global<<<(N + 255) / 256, 256>>>(in, bins, N);
        else if (way == 1)
            in_shared<<<5, 48>>>(in, bins, N);
        else
            in_bytes<<<2, 32>>>(in, bins, N);
        LAUNCHED();
        CUDA(cudaMemcpy(got, bins, sizeof got, cudaMemcpyDeviceToHost));
        CHECK(memcmp(got, expected, sizeof got) == 0);
    }
    CUDA(cudaFree(in));
    CUDA(cudaFree(bins));
    puts("histograms: all agree");
    return 0;
}
