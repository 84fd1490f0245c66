/*
 * shared_sizes.cu - dynamic shared memory: several arrays in one, beside a
 * static one, more than 48 KiB; an asynchronous row of launches that differ.
 */
#include "check.h"

__global__ void reverse(int *data, int n)
{
    extern __shared__ int rows[];
    int t = threadIdx.x;
    if (t < n)
        rows[t] = data[t];
    __syncthreads();
    if (t < n)
        data[t] = rows[n - 1 - t];
}

/* doubles first: they need the larger alignment. */
__global__ void three_arrays(double *out, int n)
{
    extern __shared__ double area[];
    __shared__ int first;
    double *d = area;
    int *i = (int *)(d + n);
    char *c = (char *)(i + n);
    int t = threadIdx.x;
    if (t == 0)
        first = 1000;
    d[t] = t + 0.5;
    i[t] = 10 * t;
    c[t] = (char)t;
    __syncthreads();
    int o = n - 1 - t;
    out[t] = d[o] + i[o] + c[o] + first;
}

__global__ void large(int *out, int words)
{
    extern __shared__ int rows[];
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        rows[i] = i * i;
    __syncthreads();
    int sum = 0;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        sum += rows[words - 1 - i] & 0xff;
    atomicAdd(out, sum);
}

int main(void)
{
    int h[100], n = 100, words = 96 * 1024 / 4, expected = 0, sum = 0;
    for (int i = 0; i < n; i++)
        h[i] = noise(i);
    int *d = on_device(h, n), back[100];
    reverse<<<1, 128, n * sizeof(int)>>>(d, n);
    LAUNCHED();
    take_back(back, d, n);
    for (int i = 0; i < n; i++)
        CHECK(back[i] == h[n - 1 - i]);

    double out[50], *e = on_device<double>(NULL, 50);
    three_arrays<<<1, 50, 50 * (8 + 4 + 1)>>>(e, 50);
    LAUNCHED();
    take_back(out, e, 50);
    for (int i = 0; i < 50; i++)
        CHECK(out[i] == (49 - i) * 12 + 1000.5);

    for (int i = 0; i < words; i++)
        expected += i * i & 0xff;
    CUDA(cudaFuncSetAttribute(
        large, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * words));
    int *s = on_device(&sum, 1);
    large<<<1, 256, 4 * words>>>(s, words);
    LAUNCHED();
    take_back(&sum, s, 1);
    CHECK(sum == expected);
    puts("shared memory: of every size");
    return 0;
}
