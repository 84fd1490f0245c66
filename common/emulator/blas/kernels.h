/*
 * kernels.h - what the emulated cuBLAS computes on the device (kernels.cu).
 *
 * Idea: three kernels, for vectors, for sums over vectors and for products of
 * matrices, know strides alone; which order, transposition and batch that
 * comes from, the calls know (calls.c, ex.c).
 * Sizes and strides are in elements, all at least 0 unless said otherwise.
 * Pointers lead to device memory.  Launched is on the stream; what is returned
 * is what the launch returned.
 */
#ifndef BLAS_KERNELS_H
#define BLAS_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include <cuda_runtime_api.h>
#include <library_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A factor: *device, of this type, or, if that is NULL, re + im * i. */
struct blas_scalar {
    const void *device;
    cudaDataType type;
    double re, im;
};
/* The one that is in the host's memory. */
struct blas_scalar blas_host_scalar(const void *p, cudaDataType type);

/* Element i is data[i * step]; step < 0: data is the last one in memory. */
struct blas_vector {
    void *data;
    int64_t step;
};

/* Element (i, j) of the b-th of a batch is at i * row + j * column of
 * arrays[b] or, if that is NULL, of data + b * next. */
struct blas_matrix {
    void *data;
    void *const *arrays;
    int64_t row, column, next;
    bool conjugate;
};

/* ---- vectors: n elements of one type ------------------------------------- */

enum blas_map {
    BLAS_AXPY, /* y += a x */
    BLAS_COPY, /* y = x */
    BLAS_SCAL, /* x *= a; b and y are not looked at */
    BLAS_SWAP,
    BLAS_ROT,  /* x, y = a x + b y, a y - b x; a and b real */
};
cudaError_t blas_launch_map(enum blas_map what, cudaDataType type, int64_t n,
                     struct blas_scalar a, struct blas_scalar b,
                     struct blas_vector x, struct blas_vector y,
                     cudaStream_t stream);

enum blas_sum {
    BLAS_DOTU,
    BLAS_DOTC, /* x conjugated */
    BLAS_NRM2,
    BLAS_ASUM, /* of |re| + |im| */
    BLAS_AMAX, /* the first index, from 1, of the largest |re| + |im| */
    BLAS_AMIN,
};
/* Into *result, of its type: for AMAX and AMIN CUDA_R_32I, or CUDA_C_32I, which
 * stands for an int64_t here.  0 of no elements. */
cudaError_t blas_launch_sum(enum blas_sum what, cudaDataType type, int64_t n,
                     struct blas_vector x, struct blas_vector y, void *result,
                     cudaDataType result_type, cudaStream_t stream);

/* ---- matrices ------------------------------------------------------------ */

/* C = alpha A B + beta C, m x n, the sums of k products; count of a batch.
 * C is not read if beta is 0, nor A and B if alpha is. */
struct blas_gemm {
    int64_t m, n, k, count;
    struct blas_scalar alpha, beta;
    struct blas_matrix a, b, c;
    cudaDataType in, out;
};
/* Is there a kernel for these types, with alpha and beta of that one? */
bool blas_gemm_known(cudaDataType in, cudaDataType out, cudaDataType scale);
cudaError_t blas_launch_gemm(const struct blas_gemm *g, cudaStream_t stream);

/* C = alpha A + beta B, m x n; a factor of 0: not read. */
cudaError_t blas_launch_geam(cudaDataType type, int64_t m, int64_t n,
                      struct blas_scalar alpha, struct blas_matrix a,
                      struct blas_scalar beta, struct blas_matrix b,
                      struct blas_matrix c, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
