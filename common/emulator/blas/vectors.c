/*
 * vectors.c - calls on vectors of one type.
 *
 * Source: cuBLAS Library documentation, "cuBLAS Level-1 Function Reference".
 */
#include "handle.h"

static bool takes(const char *function, int64_t n, bool pointers,
                  cublasStatus_t *status)
{
    *status = CUBLAS_STATUS_SUCCESS;
    if (n <= 0)
        return false;
    if (!pointers)
        *status = blas_bad(function, "a pointer is NULL");
    return pointers;
}

cublasStatus_t blas_vector_call(const char *function, cublasHandle_t handle,
                                enum blas_map what, cudaDataType type,
                                int64_t n, const void *a, cudaDataType a_type,
                                const void *b, void *x, int64_t step_x, void *y,
                                int64_t step_y)
{
    cublasStatus_t status = blas_handle(function, handle);
    bool factor = what == BLAS_AXPY || what == BLAS_SCAL || what == BLAS_ROT;
    if (status || !takes(function, n,
                         x && (y || what == BLAS_SCAL) && (a || !factor) &&
                             (b || what != BLAS_ROT),
                         &status))
        return status;
    if (what == BLAS_SCAL && step_x <= 0)
        return CUBLAS_STATUS_SUCCESS; /* as in BLAS */
    size_t size = blas_size(type);
    struct blas_scalar none = {.type = type};
    return blas_status(blas_launch_map(
        what, type, n, a ? blas_factor(handle, a, a_type) : none,
        b ? blas_factor(handle, b, a_type) : none,
        blas_steps(x, n, step_x, size), blas_steps(y, n, step_y, size),
        handle->stream));
}

/* For the host, it waits: the number has to be there. */
static cudaError_t sum_to_host(cublasHandle_t handle, void *result,
                               cudaDataType type)
{
    size_t size = type == CUDA_C_32I ? 8 : blas_size(type);
    cudaError_t error = cudaMemcpyAsync(result, handle->result, size,
                                        cudaMemcpyDeviceToHost, handle->stream);
    return error ? error : cudaStreamSynchronize(handle->stream);
}

cublasStatus_t blas_sum_call(const char *function, cublasHandle_t handle,
                             enum blas_sum what, cudaDataType type, int64_t n,
                             const void *x, int64_t step_x, const void *y,
                             int64_t step_y, void *result,
                             cudaDataType result_type)
{
    cublasStatus_t status = blas_handle(function, handle);
    bool two = what == BLAS_DOTU || what == BLAS_DOTC;
    if (status)
        return status;
    if (n < 0 || (!two && step_x <= 0))
        n = 0; /* as in BLAS: the result is 0 */
    if (!result || (n && (!x || (two && !y))))
        return blas_bad(function, "a pointer is NULL");
    bool here = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
    size_t size = blas_size(type);
    cudaError_t error = blas_launch_sum(
        what, type, n, blas_steps(x, n, step_x, size),
        blas_steps(y, n, step_y, size), here ? handle->result : result,
        result_type, handle->stream);
    if (!error && here)
        error = sum_to_host(handle, result, result_type);
    return blas_status(error);
}

/* ---- entry points -------------------------------------------------------- */

#define MAP2(name, what, T, type, INT)                                         \
    cublasStatus_t name(cublasHandle_t handle, INT n, T *x, INT incx, T *y,    \
                        INT incy)                                              \
    {                                                                          \
        return blas_vector_call(__func__, handle, what, type, n, NULL, type,   \
                                NULL, (void *)x, incx, y, incy);               \
    }
#define COPY(name, T, type, INT)                                               \
    cublasStatus_t name(cublasHandle_t handle, INT n, const T *x, INT incx,    \
                        T *y, INT incy)                                        \
    {                                                                          \
        return blas_vector_call(__func__, handle, BLAS_COPY, type, n, NULL,    \
                                type, NULL, (void *)x, incx, y, incy);         \
    }
#define AXPY(name, T, type, INT)                                               \
    cublasStatus_t name(cublasHandle_t handle, INT n, const T *alpha,          \
                        const T *x, INT incx, T *y, INT incy)                  \
    {                                                                          \
        return blas_vector_call(__func__, handle, BLAS_AXPY, type, n, alpha,   \
                                type, NULL, (void *)x, incx, y, incy);         \
    }
#define SCAL(name, T, type, R, real, INT)                                      \
    cublasStatus_t name(cublasHandle_t handle, INT n, const R *alpha, T *x,    \
                        INT incx)                                              \
    {                                                                          \
        return blas_vector_call(__func__, handle, BLAS_SCAL, type, n, alpha,   \
                                real, NULL, x, incx, NULL, 0);                 \
    }
#define ROT(name, T, type, R, real, INT)                                       \
    cublasStatus_t name(cublasHandle_t handle, INT n, T *x, INT incx, T *y,    \
                        INT incy, const R *c, const R *s)                      \
    {                                                                          \
        return blas_vector_call(__func__, handle, BLAS_ROT, type, n, c, real,  \
                                s, x, incx, y, incy);                          \
    }
#define DOT(name, what, T, type, INT)                                          \
    cublasStatus_t name(cublasHandle_t handle, INT n, const T *x, INT incx,    \
                        const T *y, INT incy, T *result)                       \
    {                                                                          \
        return blas_sum_call(__func__, handle, what, type, n, x, incx, y,      \
                             incy, result, type);                              \
    }
#define NORM(name, what, T, type, R, real, INT)                                \
    cublasStatus_t name(cublasHandle_t handle, INT n, const T *x, INT incx,    \
                        R *result)                                             \
    {                                                                          \
        return blas_sum_call(__func__, handle, what, type, n, x, incx, NULL,   \
                             0, result, real);                                 \
    }

/* S: the letter of the type T; Sc and Is as in the names of norms, indices;
 * R: its real numbers. */
#define VECTORS(S, Sc, Is, T, type, R, real, SIZE, INT, integer)               \
    MAP2(cublas##S##swap_v2##SIZE, BLAS_SWAP, T, type, INT)                    \
    COPY(cublas##S##copy_v2##SIZE, T, type, INT)                               \
    AXPY(cublas##S##axpy_v2##SIZE, T, type, INT)                               \
    SCAL(cublas##S##scal_v2##SIZE, T, type, T, type, INT)                      \
    NORM(cublas##Sc##nrm2_v2##SIZE, BLAS_NRM2, T, type, R, real, INT)          \
    NORM(cublas##Sc##asum_v2##SIZE, BLAS_ASUM, T, type, R, real, INT)          \
    NORM(cublas##Is##amax_v2##SIZE, BLAS_AMAX, T, type, INT, integer, INT)     \
    NORM(cublas##Is##amin_v2##SIZE, BLAS_AMIN, T, type, INT, integer, INT)

#define ALL(SIZE, INT, integer)                                                \
    VECTORS(S, S, Is, float, CUDA_R_32F, float, CUDA_R_32F, SIZE, INT,         \
            integer)                                                           \
    VECTORS(D, D, Id, double, CUDA_R_64F, double, CUDA_R_64F, SIZE, INT,       \
            integer)                                                           \
    VECTORS(C, Sc, Ic, cuComplex, CUDA_C_32F, float, CUDA_R_32F, SIZE, INT,    \
            integer)                                                           \
    VECTORS(Z, Dz, Iz, cuDoubleComplex, CUDA_C_64F, double, CUDA_R_64F, SIZE,  \
            INT, integer)                                                      \
    SCAL(cublasCsscal_v2##SIZE, cuComplex, CUDA_C_32F, float, CUDA_R_32F, INT) \
    SCAL(cublasZdscal_v2##SIZE, cuDoubleComplex, CUDA_C_64F, double,           \
         CUDA_R_64F, INT)                                                      \
    ROT(cublasSrot_v2##SIZE, float, CUDA_R_32F, float, CUDA_R_32F, INT)        \
    ROT(cublasDrot_v2##SIZE, double, CUDA_R_64F, double, CUDA_R_64F, INT)      \
    ROT(cublasCsrot_v2##SIZE, cuComplex, CUDA_C_32F, float, CUDA_R_32F, INT)   \
    ROT(cublasZdrot_v2##SIZE, cuDoubleComplex, CUDA_C_64F, double, CUDA_R_64F, \
        INT)                                                                   \
    DOT(cublasSdot_v2##SIZE, BLAS_DOTU, float, CUDA_R_32F, INT)                \
    DOT(cublasDdot_v2##SIZE, BLAS_DOTU, double, CUDA_R_64F, INT)               \
    DOT(cublasCdotu_v2##SIZE, BLAS_DOTU, cuComplex, CUDA_C_32F, INT)           \
    DOT(cublasCdotc_v2##SIZE, BLAS_DOTC, cuComplex, CUDA_C_32F, INT)           \
    DOT(cublasZdotu_v2##SIZE, BLAS_DOTU, cuDoubleComplex, CUDA_C_64F, INT)     \
    DOT(cublasZdotc_v2##SIZE, BLAS_DOTC, cuDoubleComplex, CUDA_C_64F, INT)
/* An index of 64 bits has a type of its own in blas_launch_sum. */
ALL(, int, CUDA_R_32I)
ALL(_64, int64_t, CUDA_C_32I)
