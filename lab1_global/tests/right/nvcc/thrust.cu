/*
 * thrust.cu - another right solution of lab 1, which needs the CUDA Toolkit's
 * own headers (CUDACC=nvcc): Thrust's vectors and its loop over indices, CUB's
 * sum of a warp.
 */
#include <cub/cub.cuh>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

#include "kernels.h"

// ---- vector_add -----------------------------------------------------------

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    try {
        thrust::device_vector<float> d_a(a, a + n), d_b(b, b + n), d_c(n);

        thrust::transform(d_a.begin(), d_a.end(), d_b.begin(), d_c.begin(),
                          thrust::plus<float>());
        thrust::copy(d_c.begin(), d_c.end(), c);
    } catch (const thrust::system_error &error) {
        return (cudaError_t)error.code().value();
    } catch (const std::bad_alloc &) {
        return cudaErrorMemoryAllocation;
    }
    return cudaSuccess;
}

// ---- matvec ---------------------------------------------------------------

struct row_times {
    const float *A, *V;
    float *C;
    int cols;

    __device__ void operator()(size_t row) const
    {
        float sum = 0.0f;
        for (int j = 0; j < cols; j++)
            sum += A[row * cols + j] * V[j];
        C[row] = sum;
    }
};

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    thrust::for_each_n(thrust::device, thrust::counting_iterator<size_t>(0),
                       rows, row_times{A, V, C, cols});
}

// ---- vecmat ---------------------------------------------------------------

struct times_column {
    const float *V, *A;
    float *C;
    int rows, cols;

    __device__ void operator()(size_t col) const
    {
        float sum = 0.0f;
        for (int i = 0; i < rows; i++)
            sum += V[i] * A[(size_t)i * cols + col];
        C[col] = sum;
    }
};

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    thrust::for_each_n(thrust::device, thrust::counting_iterator<size_t>(0),
                       cols, times_column{V, A, C, rows, cols});
}

// ---- matvec_warp ----------------------------------------------------------

__global__ void matvec_warp_kernel(const float *A, const float *V, float *C,
                                   int rows, int cols)
{
    typedef cub::WarpReduce<float> reduce;
    __shared__ typename reduce::TempStorage room[8];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t row = (size_t)blockIdx.x * 8 + warp;
    float sum = 0.0f;

    if (row >= rows)
        return;
    for (int j = lane; j < cols; j += 32)
        sum += A[row * cols + j] * V[j];
    sum = reduce(room[warp]).Sum(sum);
    if (lane == 0)
        C[row] = sum;
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    matvec_warp_kernel<<<(rows + 7) / 8, 256>>>(A, V, C, rows, cols);
}

// ---- matmul_naive ---------------------------------------------------------

struct element {
    const float *A, *B;
    float *C;
    int inner, cols;

    __device__ void operator()(size_t i) const
    {
        size_t row = i / cols, col = i % cols;
        float sum = 0.0f;
        for (int k = 0; k < inner; k++)
            sum += A[row * inner + k] * B[(size_t)k * cols + col];
        C[i] = sum;
    }
};

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    thrust::for_each_n(thrust::device, thrust::counting_iterator<size_t>(0),
                       (size_t)rows * cols, element{A, B, C, inner, cols});
}
