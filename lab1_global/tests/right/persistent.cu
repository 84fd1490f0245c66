/*
 * persistent.cu - another right solution of lab 1: blocks that take the next
 * piece from a counter, registered memory, chunks in flight in two streams,
 * several results for each thread, a switch for sizes.
 */
#include "cuda_runtime.h"
#include "kernels.h"

enum { WARP = 32, BLOCKS = 264 };

__device__ unsigned next_piece;

static void start_again(void)
{
    unsigned zero = 0;
    cudaMemcpyToSymbol(next_piece, &zero, sizeof zero);
}

// The next piece of work, the same for all threads of the block.
static __device__ unsigned take_piece(void)
{
    __shared__ unsigned piece;

    __syncthreads(); // everyone has read the one before
    if (threadIdx.x == 0)
        piece = atomicAdd(&next_piece, 1u);
    __syncthreads();
    return piece;
}

// ---- vector_add -----------------------------------------------------------

template <int EACH>
__global__ void add_kernel(const float *a, const float *b, float *c, int n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x * EACH + threadIdx.x;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        size_t i = first + (size_t)k * blockDim.x;
        if (i < n)
            c[i] = a[i] + b[i];
    }
}

static cudaError_t first_of(cudaError_t one, cudaError_t other)
{
    return one != cudaSuccess ? one : other;
}

static cudaError_t add_chunk(const float *a, const float *b, float *c,
                             float *device, size_t n, cudaStream_t stream)
{
    size_t bytes = n * sizeof(float);
    cudaError_t error =
        cudaMemcpyAsync(device, a, bytes, cudaMemcpyHostToDevice, stream);

    if (error == cudaSuccess)
        error = cudaMemcpyAsync(device + n, b, bytes, cudaMemcpyHostToDevice,
                                stream);
    if (error == cudaSuccess) {
        add_kernel<4><<<(n + 1023) / 1024, 256, 0, stream>>>(
            device, device + n, device + 2 * n, (int)n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(c, device + 2 * n, bytes,
                                cudaMemcpyDeviceToHost, stream);
    return error;
}

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    enum { CHUNK = 1 << 18 };
    cudaStream_t stream[2] = {0, 0};
    float *device[2] = {0, 0};
    cudaError_t error = cudaSuccess;

    for (int k = 0; k < 2 && error == cudaSuccess; k++) {
        error = cudaStreamCreate(&stream[k]);
        if (error == cudaSuccess)
            error = cudaMalloc(&device[k], 3 * CHUNK * sizeof(float));
    }
    for (int done = 0, k = 0; done < n && error == cudaSuccess;
         done += CHUNK, k = !k) {
        size_t length = n - done < CHUNK ? n - done : CHUNK;
        error = add_chunk(a + done, b + done, c + done, device[k], length,
                          stream[k]);
    }
    for (int k = 0; k < 2; k++) {
        if (stream[k])
            error = first_of(error, cudaStreamSynchronize(stream[k]));
        error = first_of(error, cudaFree(device[k]));
        if (stream[k])
            error = first_of(error, cudaStreamDestroy(stream[k]));
    }
    return error;
}

// ---- matvec ---------------------------------------------------------------

__global__ void matvec_kernel(const float *A, const float *V, float *C,
                              int rows, int cols)
{
    for (;;) {
        size_t row = (size_t)take_piece() * blockDim.x + threadIdx.x;
        if (row - threadIdx.x >= rows) // the same for all threads
            return;
        if (row < rows) {
            float sum = 0.0f;
            for (int j = 0; j < cols; j++)
                sum += A[row * cols + j] * V[j];
            C[row] = sum;
        }
    }
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    start_again();
    matvec_kernel<<<BLOCKS, 64>>>(A, V, C, rows, cols);
}

// ---- vecmat ---------------------------------------------------------------

// Four rows in flight.
__global__ void vecmat_kernel(const float *V, const float *A, float *C,
                              int rows, int cols)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum[4] = {0};
    int i = 0;

    if (col >= cols)
        return;
    for (; i + 4 <= rows; i += 4) {
        const float *a = A + (size_t)i * cols + col;
        sum[0] += V[i] * a[0];
        sum[1] += V[i + 1] * a[cols];
        sum[2] += V[i + 2] * a[2 * (size_t)cols];
        sum[3] += V[i + 3] * a[3 * (size_t)cols];
    }
    switch (rows - i) {
    case 3:
        sum[2] += V[i + 2] * A[(size_t)(i + 2) * cols + col]; // fall through
    case 2:
        sum[1] += V[i + 1] * A[(size_t)(i + 1) * cols + col]; // fall through
    case 1: sum[0] += V[i] * A[(size_t)i * cols + col];
    }
    C[col] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    vecmat_kernel<<<(cols + 95) / 96, 96>>>(V, A, C, rows, cols);
}

// ---- matvec_warp ----------------------------------------------------------

// Warps go on by the number of warps; two rows at a time.
__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    int lane = threadIdx.x % WARP;
    int warps = gridDim.x * blockDim.x / WARP;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;

    for (int row = 2 * warp; row < rows; row += 2 * warps) {
        bool two = row + 1 < rows;
        const float *upper = A + (size_t)row * cols;
        const float *lower = upper + (two ? cols : 0);
        float2 sum = {0.0f, 0.0f};
        for (int j = lane; j < cols; j += WARP) {
            float v = V[j];
            sum.x += upper[j] * v;
            if (two)
                sum.y += lower[j] * v;
        }
        for (int d = WARP / 2; d; d /= 2) {
            sum.x += __shfl_down_sync(0xffffffffu, sum.x, d);
            sum.y += __shfl_down_sync(0xffffffffu, sum.y, d);
        }
        if (lane == 0) {
            C[row] = sum.x;
            if (two)
                C[row + 1] = sum.y;
        }
    }
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    matvec_warp_kernel<<<132, 256>>>(A, V, C, rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

// Blocks of one dimension, from whose number a place follows.
__global__ void matmul_naive_kernel(const float *A, const float *B, float *C,
                                    int rows, int inner, int cols)
{
    size_t all = (size_t)rows * cols;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all;
         i += (size_t)gridDim.x * blockDim.x) {
        size_t row = i / cols, col = i % cols;
        float sum = 0.0f;
        for (int k = 0; k < inner; k++)
            sum += A[row * inner + k] * B[k * (size_t)cols + col];
        C[i] = sum;
    }
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    matmul_naive_kernel<<<BLOCKS, 256>>>(A, B, C, rows, inner, cols);
}
