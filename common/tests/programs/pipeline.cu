/*
 * pipeline.cu - tiles copied into shared memory while those before are used:
 * the pipeline primitives, with pieces of all sizes, and zeros behind them.
 */
#include "check.h"
#include <cuda_pipeline.h>

enum { THREADS = 32, TILES = 9, STAGES = 3, N = THREADS * TILES };

/* Each thread adds up what its neighbour brought. */
__global__ void sums(const float4 *in, float4 *out)
{
    __shared__ float4 tiles[STAGES][THREADS];
    int t = threadIdx.x;
    float4 sum = {};
    for (int i = 0; i < TILES + STAGES - 1; i++) {
        if (i < TILES)
            __pipeline_memcpy_async(&tiles[i % STAGES][t], &in[i * THREADS + t],
                                    sizeof(float4));
        __pipeline_commit();
        if (i < STAGES - 1)
            continue;
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        float4 piece = tiles[(i + 1) % STAGES][(t + 1) % THREADS];
        sum.x += piece.x, sum.y += piece.y, sum.z += piece.z, sum.w += piece.w;
        __syncthreads();
    }
    out[t] = sum;
}

__global__ void pieces(const unsigned char *in, unsigned char *out)
{
    __shared__ __align__(16) unsigned char to[64];
    to[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        __pipeline_memcpy_async(to, in, 4);
        __pipeline_memcpy_async(to + 8, in + 8, 8);
        __pipeline_memcpy_async(to + 16, in + 16, 16, 4);
        __pipeline_memcpy_async(to + 32, in + 32, 16, 16);
        __pipeline_memcpy_async(to + 48, in + 48, 4, 4);
        __pipeline_memcpy_async(to + 56, in + 56, 8, 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    out[threadIdx.x] = to[threadIdx.x];
}

static void check_pieces(void)
{
    static const int ends[][2] = {{0, 4},   {8, 16},  {16, 28},
                                  {32, 32}, {48, 48}, {56, 60}};
    static const int written[][2] = {{0, 4},   {8, 16},  {16, 32},
                                     {32, 48}, {48, 52}, {56, 64}};
    unsigned char bytes[64], o[64];
    for (int i = 0; i < 64; i++)
        bytes[i] = (unsigned char)(i + 1);
    unsigned char *in = on_device(bytes, 64), *out = on_device(bytes, 64);
    pieces<<<1, 64>>>(in, out);
    LAUNCHED();
    take_back(o, out, 64);
    for (int k = 0; k < 6; k++)
        for (int i = written[k][0]; i < written[k][1]; i++)
            CHECK(o[i] == (i < ends[k][1] ? bytes[i] : 0));
    CUDA(cudaFree(in));
}

int main(void)
{
    float h[4 * N], want[4 * THREADS] = {}, got[4 * THREADS];
    for (int i = 0; i < 4 * N; i++) {
        h[i] = (float)(noise(i) % 100);
        want[(i + 4 * (THREADS - 1)) % (4 * THREADS)] += h[i];
    }
    float *in = on_device(h, 4 * N), *out = on_device<float>(NULL, 4 * THREADS);
    sums<<<1, THREADS>>>((const float4 *)in, (float4 *)out);
    LAUNCHED();
    take_back(got, out, 4 * THREADS);
    for (int i = 0; i < 4 * THREADS; i++)
        CHECK(got[i] == want[i]);
    CUDA(cudaFree(in));
    check_pieces();
    puts("pipeline: every byte in its place");
    return 0;
}
