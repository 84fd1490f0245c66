/*
 * typed.c - calls whose elements have the type that an argument names.
 *
 * Source: cuBLAS Library documentation, "cuBLAS-like Extension".
 */
#include "handle.h"

static bool is_complex(cudaDataType type)
{
    return type == CUDA_C_32F || type == CUDA_C_64F;
}

/* The type of alpha and beta. */
static cudaDataType scale_of(cublasComputeType_t compute, cudaDataType out)
{
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return is_complex(out) ? CUDA_C_64F : CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
    default: return is_complex(out) ? CUDA_C_32F : CUDA_R_32F;
    }
}

#define TYPED_PRODUCT(A, B, C, COUNT, SCALE)                                   \
    if (a_type != b_type)                                                      \
        return CUBLAS_STATUS_NOT_SUPPORTED;                                    \
    return blas_product_call(                                                  \
        __func__, handle, BLAS_PRODUCT(A, B, C, COUNT, a_type, c_type, SCALE))

#define PRODUCTS(SIZE, INT)                                                    \
    cublasStatus_t cublasGemmEx##SIZE(                                         \
        cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, \
        INT m, INT n, INT k, const void *alpha, const void *A,                 \
        cudaDataType a_type, INT lda, const void *B, cudaDataType b_type,      \
        INT ldb, const void *beta, void *C, cudaDataType c_type, INT ldc,      \
        cublasComputeType_t compute, cublasGemmAlgo_t algorithm)               \
    {                                                                          \
        (void)algorithm;                                                       \
        TYPED_PRODUCT(BLAS_ONE(A, lda), BLAS_ONE(B, ldb), BLAS_ONE(C, ldc), 1, \
                      scale_of(compute, c_type));                              \
    }                                                                          \
    cublasStatus_t cublasSgemmEx##SIZE(                                        \
        cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, \
        INT m, INT n, INT k, const float *alpha, const void *A,                \
        cudaDataType a_type, INT lda, const void *B, cudaDataType b_type,      \
        INT ldb, const float *beta, void *C, cudaDataType c_type, INT ldc)     \
    {                                                                          \
        TYPED_PRODUCT(BLAS_ONE(A, lda), BLAS_ONE(B, ldb), BLAS_ONE(C, ldc), 1, \
                      CUDA_R_32F);                                             \
    }                                                                          \
    cublasStatus_t cublasGemmStridedBatchedEx##SIZE(                           \
        cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, \
        INT m, INT n, INT k, const void *alpha, const void *A,                 \
        cudaDataType a_type, INT lda, long long stepA, const void *B,          \
        cudaDataType b_type, INT ldb, long long stepB, const void *beta,       \
        void *C, cudaDataType c_type, INT ldc, long long stepC, INT count,     \
        cublasComputeType_t compute, cublasGemmAlgo_t algorithm)               \
    {                                                                          \
        (void)algorithm;                                                       \
        TYPED_PRODUCT(BLAS_STEPS(A, lda, stepA), BLAS_STEPS(B, ldb, stepB),    \
                      BLAS_STEPS(C, ldc, stepC), count,                        \
                      scale_of(compute, c_type));                              \
    }                                                                          \
    cublasStatus_t cublasGemmBatchedEx##SIZE(                                  \
        cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, \
        INT m, INT n, INT k, const void *alpha, const void *const A[],         \
        cudaDataType a_type, INT lda, const void *const B[],                   \
        cudaDataType b_type, INT ldb, const void *beta, void *const C[],       \
        cudaDataType c_type, INT ldc, INT count, cublasComputeType_t compute,  \
        cublasGemmAlgo_t algorithm)                                            \
    {                                                                          \
        (void)algorithm;                                                       \
        TYPED_PRODUCT(BLAS_ARRAYS(A, lda), BLAS_ARRAYS(B, ldb),                \
                      BLAS_ARRAYS(C, ldc), count, scale_of(compute, c_type));  \
    }
PRODUCTS(, int)
PRODUCTS(_64, int64_t)

/* ---- vectors ------------------------------------------------------------- */

#define VECTORS(SIZE, INT)                                                     \
    cublasStatus_t cublasAxpyEx##SIZE(                                         \
        cublasHandle_t handle, INT n, const void *alpha, cudaDataType a_type,  \
        const void *x, cudaDataType x_type, INT incx, void *y,                 \
        cudaDataType y_type, INT incy, cudaDataType execution)                 \
    {                                                                          \
        (void)execution;                                                       \
        if (x_type != y_type)                                                  \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                \
        return blas_vector_call(__func__, handle, BLAS_AXPY, x_type, n, alpha, \
                                a_type, NULL, (void *)x, incx, y, incy);       \
    }                                                                          \
    cublasStatus_t cublasScalEx##SIZE(                                         \
        cublasHandle_t handle, INT n, const void *alpha, cudaDataType a_type,  \
        void *x, cudaDataType x_type, INT incx, cudaDataType execution)        \
    {                                                                          \
        (void)execution;                                                       \
        return blas_vector_call(__func__, handle, BLAS_SCAL, x_type, n, alpha, \
                                a_type, NULL, x, incx, NULL, 0);               \
    }                                                                          \
    cublasStatus_t cublasNrm2Ex##SIZE(                                         \
        cublasHandle_t handle, INT n, const void *x, cudaDataType x_type,      \
        INT incx, void *result, cudaDataType result_type,                      \
        cudaDataType execution)                                                \
    {                                                                          \
        (void)execution;                                                       \
        return blas_sum_call(__func__, handle, BLAS_NRM2, x_type, n, x, incx,  \
                             NULL, 0, result, result_type);                    \
    }
VECTORS(, int)
VECTORS(_64, int64_t)

#define DOT(name, what, INT)                                                   \
    cublasStatus_t name(cublasHandle_t handle, INT n, const void *x,           \
                        cudaDataType x_type, INT incx, const void *y,          \
                        cudaDataType y_type, INT incy, void *result,           \
                        cudaDataType result_type, cudaDataType execution)      \
    {                                                                          \
        (void)execution;                                                       \
        if (x_type != y_type)                                                  \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                \
        return blas_sum_call(__func__, handle, what, x_type, n, x, incx, y,    \
                             incy, result, result_type);                       \
    }
DOT(cublasDotEx, BLAS_DOTU, int)
DOT(cublasDotEx_64, BLAS_DOTU, int64_t)
DOT(cublasDotcEx, BLAS_DOTC, int)
DOT(cublasDotcEx_64, BLAS_DOTC, int64_t)
