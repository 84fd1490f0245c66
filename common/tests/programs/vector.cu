/*
 * vector.cu - vector sum, and saxpy with a grid-stride loop, at odd sizes.
 */
#include "check.h"

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void saxpy(float a, const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

template <typename T> __global__ void add4(const T *a, const T *b, T *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T x = a[i], y = b[i];
    x.x += y.x;
    x.y += y.y;
    x.z += y.z;
    x.w += y.w;
    c[i] = x;
}

static void check_add(int n)
{
    float *h = (float *)malloc(3 * n * sizeof *h);
    for (int i = 0; i < 2 * n; i++)
        h[i] = (float)noise(i);
    float *a = on_device(h, n), *b = on_device(h + n, n);
    float *c = on_device<float>(NULL, n);
    add<<<(n + 127) / 128, 128>>>(a, b, c, n);
    LAUNCHED();
    take_back(h + 2 * n, c, n);
    for (int i = 0; i < n; i++)
        CHECK(h[2 * n + i] == h[i] + h[n + i]);
    saxpy<<<3, 96>>>(2.0f, a, b, n);
    LAUNCHED();
    take_back(h + 2 * n, b, n);
    for (int i = 0; i < n; i++)
        CHECK(h[2 * n + i] == h[n + i] + 2 * h[i]);
    CUDA(cudaFree(a));
    free(h);
}

static void check_add4(void)
{
    enum { N = 45 };
    int4 h[2 * N], sum[N];
    for (int i = 0; i < 2 * N; i++)
        h[i] = make_int4(noise(i), -noise(i + 1), i, -i);
    int4 *a = on_device(h, N), *b = on_device(h + N, N);
    add4<<<2, 32>>>(a, b, a, N);
    LAUNCHED();
    take_back(sum, a, N);
    CUDA(cudaFree(b));
    for (int i = 0; i < N; i++)
        CHECK(sum[i].x == h[i].x + h[N + i].x &&
              sum[i].y == h[i].y + h[N + i].y && sum[i].z == 2 * i + N &&
              sum[i].w == -2 * i - N);
}

int main(void)
{
    static const int sizes[] = {1, 31, 32, 33, 127, 128, 129, 1000, 4099};
    for (int n : sizes)
        check_add(n);
    check_add4();
    puts("vectors: sums are right");
    return 0;
}
