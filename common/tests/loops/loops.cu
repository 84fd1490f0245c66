// Loops as students write them, for what compilers make of each (loops.sh).
#include <cuda_runtime.h>

#define KERNEL(name, ...) extern "C" __global__ void name(__VA_ARGS__)
#define ROW(i)            ((size_t)(i)*n + threadIdx.x)

KERNEL(sum, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(product, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[threadIdx.x * n + i] * a[i];
    c[threadIdx.x] = s;
}

KERNEL(columns, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[ROW(i)] * c[i];
    c[threadIdx.x] = s;
}

KERNEL(in_double, const double *a, double *c, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * a[i + n];
    c[threadIdx.x] = s;
}

KERNEL(by_warp, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(by_grid, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(downwards, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = n - 1; i >= 0; i--)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(sizes, const float *a, float *c, size_t n)
{
    float s = 0;
    for (size_t i = 0; i < n; i++)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(store, const float *a, float *c, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = a[i];
}

KERNEL(store_apart, const float *__restrict__ a, float *__restrict__ c, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = a[i];
}

KERNEL(modify, const float *a, float *c, int n)
{
    c[threadIdx.x] = 0;
    for (int i = 0; i < n; i++)
        c[threadIdx.x] += a[i];
}

KERNEL(positive, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            s += a[i] * c[i];
    c[threadIdx.x] = s;
}

KERNEL(least, const float *a, float *c, int n)
{
    float least = a[0];
    int at = 0;
    for (int i = 0; i < n; i++)
        if (a[i] < least) {
            least = a[i];
            at = i;
        }
    c[at] = least;
}

KERNEL(chase, const int *a, int *c, int n)
{
    int x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = a[x];
    c[threadIdx.x] = x;
}

KERNEL(sparse, const int *column, const float *a, const float *v, float *c,
       int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * v[column[i]];
    c[threadIdx.x] = s;
}

KERNEL(divide, const int *a, int *c, int n, int by)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] / by;
    c[threadIdx.x] = s;
}

KERNEL(quotients, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] / a[i + n];
    c[threadIdx.x] = s;
}

KERNEL(roots, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += sqrtf(a[i]);
    c[threadIdx.x] = s;
}

KERNEL(bytes, const unsigned char *a, int *c, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(four, const float4 *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i].x + a[i].y + a[i].z + a[i].w;
    c[threadIdx.x] = s;
}

KERNEL(shared, const float *a, float *c, int n)
{
    extern __shared__ float tile[];
    float s = 0;
    tile[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < n; i++)
        s += tile[i] * a[i];
    c[threadIdx.x] = s;
}

KERNEL(stencil, const float *a, float *c, int n)
{
    for (int y = 1; y < n - 1; y++)
        c[ROW(y)] = a[ROW(y)] + a[ROW(y - 1)] + a[ROW(y + 1)];
}

KERNEL(add_to_one, const float *a, float *c, int n)
{
    for (int i = 0; i < n; i++)
        atomicAdd(c, a[i]);
}

KERNEL(chain, float *c, int n)
{
    float s = threadIdx.x;
    for (int i = 0; i < n; i++)
        s = s * 1.5f + 0.5f;
    c[threadIdx.x] = s;
}

KERNEL(by_stride, const float *a, float *c, int n)
{
    int stride = gridDim.x * blockDim.x;
    float s = 0;
    for (int i = threadIdx.x; i < n; i += stride)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(walk, const float *a, float *c, int n)
{
    float s = 0;
    for (const float *p = a + threadIdx.x * n, *end = p + n; p < end; p++)
        s += *p;
    c[threadIdx.x] = s;
}

KERNEL(walk_to, const float *a, float *c, int n)
{
    float s = 0;
    for (const float *p = a + threadIdx.x * n, *end = p + n; p != end; p++)
        s += *p;
    c[threadIdx.x] = s;
}

KERNEL(inside, const float *a, float *c, int n, int last)
{
    float s = 0;
    for (int i = threadIdx.x; i < last; i++)
        if (i < n)
            s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(both, const float *a, float *c, int n, int rows)
{
    float s = 0;
    for (int i = 0; i < n && threadIdx.y < rows; i++)
        s += a[i];
    c[threadIdx.x] = s;
}

KERNEL(fences, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        __threadfence();
    }
    c[threadIdx.x] = s;
}

KERNEL(add_apart, const float *a, float *c, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        atomicAdd(&c[i], a[i]);
}

KERNEL(exchange, const float *a, float *c, int n)
{
    __shared__ float x[256];
    float s = 0;
    for (int i = 0; i < n; i += 32) {
        x[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        s += x[255 - threadIdx.x];
        __syncthreads();
    }
    c[threadIdx.x] = s;
}

KERNEL(sixteen, const float *a, float *c, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 16; k++)
            s += a[i * 32 + k];
    c[threadIdx.x] = s;
}

// An index without sign, with a step of its own, compared: NVVM keeps it beside
// the counter.
KERNEL(own_index, const float *a, float *c, int n)
{
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[blockIdx.x * n + k];
    c[threadIdx.x] = s;
}

KERNEL(own_step, const float *a, float *c, int n)
{
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[t + 32 * k];
    c[t] = s;
}

KERNEL(own_bound, const float *a, float *c, int n)
{
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k++)
        if (t + k < 1000)
            s += a[t + k];
    c[t] = s;
}
