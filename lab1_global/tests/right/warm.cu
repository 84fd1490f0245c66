/*
 * warm.cu - the warm-up in other ways than the reference: size_t and unsigned,
 * other blocks, cudaGetDeviceProperties, events in a stream of their own kind.
 */
#include "cuda_runtime.h"
#include "kernels.h"

// ---- warm_index -----------------------------------------------------------

__global__ void say(int *who, int threads)
{
    unsigned place = threadIdx.x;
    for (unsigned b = 0; b < blockIdx.x; b++)
        place += threads;
    int *mine = &who[place];
    *mine = (int)blockIdx.x * 10000;
    *mine += threadIdx.x;
}

extern "C" void warm_index(int *who, int blocks, int threads)
{
    dim3 grid(blocks), block(threads);
    say<<<grid, block>>>(who, threads);
}

// ---- warm_map -------------------------------------------------------------

__global__ void square_and_one(const float *x, float *y, int n)
{
    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        y[i] = fmaf(x[i], x[i], 1.0f);
}

extern "C" void warm_map(const float *x, float *y, int n)
{
    int blocks = n < 4096 ? 1 : 16;
    square_and_one<<<blocks, 128>>>(x, y, n);
}

// ---- warm_guard -----------------------------------------------------------

__global__ void difference(const float *x, float *d, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n)
        return;
    float here = x[i], next = x[i + 1];
    d[i] = -here + next;
}

extern "C" void warm_guard(const float *x, float *d, int n)
{
    difference<<<(n + 127) / 128, 128>>>(x, d, n);
}

// ---- warm_grid ------------------------------------------------------------

__global__ void outer(const float *u, const float *v, float *C, int rows,
                      int cols)
{
    int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
    if (r >= rows)
        return;
    if (c >= cols)
        return;
    *(C + (long long)cols * r + c) = v[c] * u[r];
}

extern "C" void warm_grid(const float *u, const float *v, float *C, int rows,
                          int cols)
{
    outer<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(
        u, v, C, rows, cols);
}

// ---- warm_device ----------------------------------------------------------

__constant__ float c[8];

__global__ void polynomial(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        float value = x[i], power = 1, sum = 0;
        for (int k = 0; k < 8; k++) {
            sum += c[k] * power;
            power *= value;
        }
        y[i] = sum;
    }
}

extern "C" void warm_device(const float *coefficients, const float *x, float *y,
                            int n)
{
    cudaDeviceProp properties;
    float host[8];
    cudaGetDeviceProperties(&properties, 0);
    cudaMemcpy(host, coefficients, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpyToSymbol(c, host, sizeof host);
    polynomial<<<properties.multiProcessorCount, 256>>>(x, y, n);
}

// ---- warm_events ----------------------------------------------------------

__global__ void twice(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + x[i];
}

extern "C" cudaError_t warm_events(const float *x, float *y, float *times,
                                   int n)
{
    cudaEvent_t begin, end, first, last;
    float *d_x, *d_y, ms;
    cudaMalloc((void **)&d_x, n * sizeof(float));
    cudaMalloc((void **)&d_y, n * sizeof(float));
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreate(&first);
    cudaEventCreate(&last);
    cudaEventRecord(first, 0);
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaEventRecord(begin, 0);
    twice<<<(n + 255) / 256, 256>>>(d_x, d_y, n);
    cudaEventRecord(end, 0);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    times[0] = ms;
    times[2] = (float)(8e-9 * n / (ms * 1e-3));
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaEventRecord(last, 0);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, first, last);
    times[1] = ms;
    times[3] = (float)(8e-9 * n / (ms * 1e-3));
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaEventDestroy(first);
    cudaEventDestroy(last);
    cudaFree(d_x);
    cudaFree(d_y);
    return cudaGetLastError();
}
