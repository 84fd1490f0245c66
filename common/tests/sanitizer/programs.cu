/*
 * programs.cu - programs without a fault, to see what it takes to check them.
 *
 *   programs                their names
 *   programs NAME           runs one, and says whether its result is right
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 16, BLOCK = 256, BINS = 256 };

__global__ void matvec_kernel(const float *a, const float *v, float *c,
                              int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row >= rows)
        return;
    for (int k = 0; k < cols; k++)
        sum += a[(size_t)row * cols + k] * v[k];
    c[row] = sum;
}

__global__ void matmul_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        as[y][x] = a[(size_t)row * n + t + x];
        bs[y][x] = b[(size_t)(t + y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    c[(size_t)row * n + col] = sum;
}

__global__ void histogram_kernel(const unsigned char *in, int n, int *bins)
{
    __shared__ int s[BINS];
    for (int i = threadIdx.x; i < BINS; i += BLOCK)
        s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n;
         i += gridDim.x * BLOCK)
        atomicAdd(&s[in[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += BLOCK)
        atomicAdd(&bins[i], s[i]);
}

/* n elements on the device, each with that value. */
template <typename T> static T *filled(size_t n, T value)
{
    T *host = (T *)malloc(n * sizeof(T)), *device = NULL;
    for (size_t i = 0; i < n; i++)
        host[i] = value;
    cudaMalloc(&device, n * sizeof(T));
    cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice);
    free(host);
    return device;
}

/* Is the last of n elements that?  Frees them. */
template <typename T> static bool ends_in(T *device, size_t n, T value)
{
    T last = 0;
    cudaMemcpy(&last, device + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(device);
    return last == value;
}

static bool matvec(void)
{
    int rows = 2500, cols = 2000;
    float *a = filled((size_t)rows * cols, 1.0f), *v = filled(cols, 2.0f);
    float *c = filled(rows, 0.0f);
    matvec_kernel<<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(a, v, c, rows, cols);
    bool right = ends_in(c, rows, 2.0f * cols);
    cudaFree(a);
    cudaFree(v);
    return right;
}

static bool matmul(int n)
{
    size_t all = (size_t)n * n;
    float *a = filled(all, 1.0f), *b = filled(all, 2.0f);
    float *c = filled(all, 0.0f);
    dim3 grid(n / TILE, n / TILE), block(TILE, TILE);
    matmul_kernel<<<grid, block>>>(a, b, c, n);
    bool right = ends_in(c, all, 2.0f * n);
    cudaFree(a);
    cudaFree(b);
    return right;
}

static bool matmul_512(void)
{
    return matmul(512);
}

static bool matmul_1024(void)
{
    return matmul(1024);
}

static bool histogram(void)
{
    int n = 1 << 22;
    unsigned char *in = filled(n, (unsigned char)(BINS - 1));
    int *bins = filled(BINS, 0);
    histogram_kernel<<<128, BLOCK>>>(in, n, bins);
    bool right = ends_in(bins, BINS, n);
    cudaFree(in);
    return right;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        bool (*run)(void);
    } programs[] = {{"matvec", matvec},
                    {"matmul_512", matmul_512},
                    {"matmul_1024", matmul_1024},
                    {"histogram", histogram}};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (argc < 2)
            puts(programs[i].name);
        else if (!strcmp(argv[1], programs[i].name))
            return programs[i].run() ? 0 : 1;
    }
    return argc > 1 ? 2 : 0;
}
