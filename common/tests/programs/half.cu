/*
 * half.cu - half precision.
 */
#include "check.h"
#include <cuda_fp16.h>

enum { N = 70 };

__global__ void round_trip(const float *in, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float2half(in[i]);
}

__global__ void axpy(float a, const __half *x, const __half *y, float *out,
                     int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __half2float(__hfma(__float2half(a), x[i], y[i]));
}

__global__ void pairs(const __half2 *x, float *out)
{
    __half2 v = __hadd2(x[threadIdx.x], __float2half2_rn(0.5f));
    v = __hmul2(v, v);
    out[2 * threadIdx.x] = __low2float(v);
    out[2 * threadIdx.x + 1] = __high2float(v);
}

int main(void)
{
    float in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (float)(i - 30) / 8;
    float *a = on_device(in, N), *b = on_device<float>(NULL, N);
    __half *h = on_device<__half>(NULL, N);
    round_trip<<<2, 64>>>(a, h, N);
    axpy<<<2, 64>>>(2.0f, h, h, b, N);
    LAUNCHED();
    CUDA(cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 3 * in[i]);
    pairs<<<1, N / 2>>>((__half2 *)h, b);
    LAUNCHED();
    take_back(out, b, N);
    CUDA(cudaFree(a));
    CUDA(cudaFree(h));
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (in[i] + 0.5f) * (in[i] + 0.5f));
    puts("half precision: exact where it can be");
    return 0;
}
