/*
 * streams.cu - another right solution of lab 1: memory from a stream's pool,
 * pinned memory to copy through, work cut into pieces for several streams,
 * events, a graph, cudaLaunchKernel in place of <<<>>>.
 */
#include "cuda_runtime.h"
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- vector_add -----------------------------------------------------------

__global__ void vector_add_kernel(const float *a, const float *b, float *c,
                                  int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = __fadd_rn(__ldg(a + i), __ldg(b + i));
}

// Everything in the order of one stream; what goes wrong, goes wrong once.
extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    size_t bytes = sizeof *a * (size_t)n;
    float *staged = NULL, *device[3] = {NULL, NULL, NULL};
    cudaStream_t stream = NULL;
    cudaError_t error;

    if ((error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)))
        return error;
    if ((error = cudaMallocHost((void **)&staged, bytes)))
        goto out;
    for (int i = 0; i < 3; i++)
        if ((error = cudaMallocAsync((void **)&device[i], bytes, stream)))
            goto out;
    memcpy(staged, a, bytes);
    if ((error = cudaMemcpyAsync(device[0], staged, bytes,
                                 cudaMemcpyHostToDevice, stream)))
        goto out;
    if ((error = cudaStreamSynchronize(stream))) // the same staging twice
        goto out;
    memcpy(staged, b, bytes);
    if ((error = cudaMemcpyAsync(device[1], staged, bytes,
                                 cudaMemcpyHostToDevice, stream)))
        goto out;
    vector_add_kernel<<<(n + 127) / 128, 128, 0, stream>>>(device[0], device[1],
                                                           device[2], n);
    if ((error = cudaGetLastError()))
        goto out;
    if ((error = cudaMemcpyAsync(staged, device[2], bytes,
                                 cudaMemcpyDeviceToHost, stream)))
        goto out;
    if ((error = cudaStreamSynchronize(stream)))
        goto out;
    memcpy(c, staged, bytes);
out:
    for (int i = 0; i < 3; i++)
        if (device[i])
            cudaFreeAsync(device[i], stream);
    cudaFreeHost(staged);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, const float *V, float *C,
                              int first, int end, int cols)
{
    int row = first + (int)(blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0.0f;

    if (row >= end)
        return;
    for (int j = 0; j < cols; j++)
        sum += A[(size_t)row * cols + j] * V[j];
    C[row] = sum;
}

// A quarter of the rows in each of four streams.
extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    enum { PARTS = 4, BLOCK = 128 };
    cudaStream_t stream[PARTS];
    int part = (rows + PARTS - 1) / PARTS;

    for (int k = 0; k < PARTS; k++)
        cudaStreamCreate(&stream[k]);
    for (int k = 0; k < PARTS; k++) {
        int first = k * part, end = first + part < rows ? first + part : rows;
        if (first < end)
            matvec_kernel<<<(end - first + BLOCK - 1) / BLOCK, BLOCK, 0,
                            stream[k]>>>(A, V, C, first, end, cols);
    }
    for (int k = 0; k < PARTS; k++) {
        cudaStreamSynchronize(stream[k]);
        cudaStreamDestroy(stream[k]);
    }
}

// ---- vecmat ---------------------------------------------------------------

__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    const float *a = A + col, *end = V + rows;
    float sum = 0.0f;

    if (col >= cols)
        return;
    for (; V < end; V++, a += cols)
        sum = fmaf(*V, *a, sum);
    C[col] = sum;
}

// Timed by events, as the course's first lab shows.
extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    cudaEvent_t start, stop;
    float ms = 0.0f;

    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    vecmat_kernel<<<(cols + 255) / 256, 256>>>(V, A, C, rows, cols);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    if (getenv("VERBOSE"))
        printf("vecmat %d x %d: %.3f ms\n", rows, cols, ms);
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    size_t row = blockIdx.x;
    float sum = 0.0f;

    for (int j = threadIdx.x; j < cols; j += 32)
        sum += A[row * cols + j] * V[j];
    sum += __shfl_down_sync(~0u, sum, 16);
    sum += __shfl_down_sync(~0u, sum, 8);
    sum += __shfl_down_sync(~0u, sum, 4);
    sum += __shfl_down_sync(~0u, sum, 2);
    sum += __shfl_down_sync(~0u, sum, 1);
    if (threadIdx.x == 0)
        C[row] = sum;
}

// Blocks of one warp, launched through a graph.
extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    matvec_warp_kernel<<<rows, 32, 0, stream>>>(A, V, C, rows, cols);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}

// ---- matmul_naive ---------------------------------------------------------

__global__ void matmul_naive_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int k = 0; k < inner; ++k)
            sum += A[row * inner + k] * B[k * cols + col];
        C[row * cols + col] = sum;
    }
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    dim3 block(32, 16), grid((cols + 31) / 32, (rows + 15) / 16);
    void *arguments[] = {&A, &B, &C, &rows, &inner, &cols};

    cudaLaunchKernel((const void *)matmul_naive_kernel, grid, block, arguments,
                     0, 0);
}
