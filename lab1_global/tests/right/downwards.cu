/*
 * downwards.cu - another right solution of lab 1: loops that count down,
 * pointers that walk, arguments in a structure, functions by pointer, results
 * copied back to look at them, mapped memory.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernels.h"

typedef struct {
    const float *A, *V;
    float *C;
    int rows, cols;
} Args;

static void check(cudaError_t err, const char *what)
{
    if (err != cudaSuccess)
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(err));
}

// ---- vector_add -----------------------------------------------------------

__device__ float plus(float x, float y)
{
    return x + y;
}

typedef float (*binary)(float, float);

__global__ void add(float *c, const float *b, const float *a, unsigned n)
{
    binary op = plus;
    unsigned i = gridDim.x * blockDim.x - 1 -
                 (blockIdx.x * blockDim.x + threadIdx.x); // the last first
    if (i < n)
        *(c + i) = op(*(a + i), *(b + i));
}

// The device reads and writes the host's memory.
extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    size_t size = n * sizeof(float);
    float *h_a = NULL, *h_b = NULL, *h_c = NULL, *d_a, *d_b, *d_c;
    cudaError_t err = cudaHostAlloc(&h_a, size, cudaHostAllocMapped);

    if (!err)
        err = cudaHostAlloc(&h_b, size, cudaHostAllocMapped);
    if (!err)
        err = cudaHostAlloc(&h_c, size, cudaHostAllocMapped);
    if (!err)
        err = cudaHostGetDevicePointer((void **)&d_a, h_a, 0);
    if (!err)
        err = cudaHostGetDevicePointer((void **)&d_b, h_b, 0);
    if (!err)
        err = cudaHostGetDevicePointer((void **)&d_c, h_c, 0);
    if (!err) {
        for (int i = n; i-- > 0;) {
            h_a[i] = a[i];
            h_b[i] = b[i];
        }
        add<<<(n + 511) / 512, 512>>>(d_c, d_b, d_a, n);
        err = cudaGetLastError();
    }
    if (!err)
        err = cudaDeviceSynchronize();
    if (!err)
        for (int i = n; i-- > 0;)
            c[i] = h_c[i];
    if (h_a)
        cudaFreeHost(h_a);
    if (h_b)
        cudaFreeHost(h_b);
    if (h_c)
        cudaFreeHost(h_c);
    return err;
}

// ---- matvec ---------------------------------------------------------------

__global__ void by_rows(Args p)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;

    if (row < p.rows) {
        const float *a = p.A + (size_t)(row + 1) * p.cols;
        const float *v = p.V + p.cols;
        float sum = 0;

        while (v != p.V)
            sum += *--a * *--v;
        p.C[row] = sum;
    }
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    Args p = {A, V, C, rows, cols};

    by_rows<<<(rows + 255) / 256, 256>>>(p);
    check(cudaGetLastError(), "by_rows");
    check(cudaDeviceSynchronize(), "by_rows");
    if (getenv("DEBUG")) { // a look at the first ones
        float first[4];
        int n = rows < 4 ? rows : 4;
        check(cudaMemcpy(first, C, n * sizeof *first, cudaMemcpyDeviceToHost),
              "copy");
        for (int i = 0; i < n; i++)
            printf("C[%d] = %g\n", i, first[i]);
    }
}

// ---- vecmat ---------------------------------------------------------------

__global__ void by_columns(Args p)
{
    int col = blockDim.x * blockIdx.x + threadIdx.x;
    float sum = 0;
    int i = p.rows;

    if (col >= p.cols)
        return;
    do {
        i--;
        sum += p.V[i] * p.A[(size_t)i * p.cols + col];
    } while (i > 0);
    p.C[col] = sum;
}

// Prints what came out of it, always.
extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    Args p = {A, V, C, rows, cols};
    float *copy = (float *)malloc(cols * sizeof *copy);

    by_columns<<<(cols + 31) / 32, 32>>>(p);
    check(cudaMemcpy(copy, C, cols * sizeof *copy, cudaMemcpyDeviceToHost),
          "copy");
    printf("vecmat %d x %d: %f ... %f\n", rows, cols, copy[0], copy[cols - 1]);
    free(copy);
}

// ---- matvec_warp ----------------------------------------------------------

__device__ float warp_reduce(float x)
{
    int n = 32;
    while (n >>= 1)
        x += __shfl_down_sync(0xffffffff, x, n);
    return x;
}

__global__ void by_warps(Args p)
{
    int warp = (blockDim.x * blockIdx.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    float sum = 0;

    if (warp < p.rows) {
        const float *a = p.A + (size_t)warp * p.cols;
        for (int j = (p.cols - 1) / 32 * 32 + lane; j >= 0; j -= 32)
            if (j < p.cols)
                sum += a[j] * p.V[j];
        sum = warp_reduce(sum);
        if (!lane)
            p.C[warp] = sum;
    }
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    Args p = {A, V, C, rows, cols};

    by_warps<<<(rows * 32 + 1023) / 1024, 1024>>>(p);
    check(cudaGetLastError(), "by_warps");
}

// ---- matmul_naive ---------------------------------------------------------

__global__ void product(float *C, const float *A, const float *B, int3 n)
{
    int2 at = make_int2(blockIdx.x * blockDim.x + threadIdx.x,
                        blockIdx.y * blockDim.y + threadIdx.y);
    float sum = 0;

    if (at.x < n.x && at.y < n.y) {
        A += (size_t)at.y * n.z;
        B += at.x;
        for (int k = n.z; k != 0; k--, B += n.x)
            sum += *A++ * *B;
        C[(size_t)at.y * n.x + at.x] = sum;
    }
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 threads = {16, 16, 1};
    dim3 blocks = {(unsigned)(cols + 15) / 16, (unsigned)(rows + 15) / 16, 1};

    product<<<blocks, threads>>>(C, A, B, make_int3(cols, rows, inner));
    check(cudaGetLastError(), "product");
}
