/*
 * cublas_v2.h - the part of cuBLAS that the emulated device has; C and C++.
 *
 * Matrices lie column by column; lda and its like are the elements from one
 * column to the next.  alpha, beta and results are on the host, or on the
 * device after cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE).
 * Guarantee: names, types and numbers are those of CUDA 11 to 13, so that a
 * program is built the same with NVIDIA's header.  The calls of each type of
 * element (S float, D double, C and Z complex) are declared by one macro.
 * Source: cuBLAS Library documentation.
 */
#ifndef EMU_CUBLAS_V2_H
#define EMU_CUBLAS_V2_H

#include <stdint.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;

typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3,
} cublasOperation_t;

typedef enum {
    CUBLAS_FILL_MODE_LOWER,
    CUBLAS_FILL_MODE_UPPER,
    CUBLAS_FILL_MODE_FULL,
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
    CUBLAS_POINTER_MODE_HOST,
    CUBLAS_POINTER_MODE_DEVICE,
} cublasPointerMode_t;
typedef enum {
    CUBLAS_ATOMICS_NOT_ALLOWED,
    CUBLAS_ATOMICS_ALLOWED,
} cublasAtomicsMode_t;

/* Which algorithm is asked for makes no difference here. */
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
} cublasMath_t;
/* A sum is made in float or wider: FAST ones lose nothing here. */
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

typedef struct cublasContext *cublasHandle_t;

/* ---- handles ------------------------------------------------------------- */

/* The names of the second version of the library, which alone is here. */
#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetWorkspace cublasSetWorkspace_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2

/* NOT_INITIALIZED of whatever is no handle, in every call that takes one. */
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace,
                                  size_t size);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle,
                                    cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle,
                                    cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* ---- copies, with sizes that are int, or int64_t (_64) ------------------- */

/* Set: from the host to the device; Get: back.  element: its size in bytes. */
#define EMU_CUBLAS_COPIES(_64, I)                                            \
    cublasStatus_t cublasSetVector##_64(I n, I element, const void *x,       \
                                        I incx, void *y, I incy);            \
    cublasStatus_t cublasGetVector##_64(I n, I element, const void *x,       \
                                        I incx, void *y, I incy);            \
    cublasStatus_t cublasSetVectorAsync##_64(I n, I element, const void *x,  \
                                             I incx, void *y, I incy,        \
                                             cudaStream_t stream);           \
    cublasStatus_t cublasGetVectorAsync##_64(I n, I element, const void *x,  \
                                             I incx, void *y, I incy,        \
                                             cudaStream_t stream);           \
    cublasStatus_t cublasSetMatrix##_64(I rows, I columns, I element,        \
                                        const void *A, I lda, void *B,       \
                                        I ldb);                              \
    cublasStatus_t cublasGetMatrix##_64(I rows, I columns, I element,        \
                                        const void *A, I lda, void *B,       \
                                        I ldb);                              \
    cublasStatus_t cublasSetMatrixAsync##_64(                                \
        I rows, I columns, I element, const void *A, I lda, void *B, I ldb,  \
        cudaStream_t stream);                                                \
    cublasStatus_t cublasGetMatrixAsync##_64(                                \
        I rows, I columns, I element, const void *A, I lda, void *B, I ldb,  \
        cudaStream_t stream);

/* ---- vectors: S the letter of the type T, R its real numbers ------------- */

/* y += alpha x; y = x; x and y exchanged; x *= alpha. */
#define EMU_CUBLAS_VECTORS(S, T, _64, I)                                     \
    cublasStatus_t cublas##S##axpy##_64(cublasHandle_t, I n, const T *alpha, \
                                        const T *x, I incx, T *y, I incy);   \
    cublasStatus_t cublas##S##copy##_64(cublasHandle_t, I n, const T *x,     \
                                        I incx, T *y, I incy);               \
    cublasStatus_t cublas##S##swap##_64(cublasHandle_t, I n, T *x, I incx,   \
                                        T *y, I incy);                       \
    cublasStatus_t cublas##S##scal##_64(cublasHandle_t, I n, const T *alpha, \
                                        T *x, I incx);
/* x *= alpha; x and y become c x + s y and c y - s x: c, s, alpha real. */
#define EMU_CUBLAS_REAL_SCAL(S, T, R, _64, I)                                \
    cublasStatus_t cublas##S##scal##_64(cublasHandle_t, I n, const R *alpha, \
                                        T *x, I incx);
#define EMU_CUBLAS_ROT(S, T, R, _64, I)                                      \
    cublasStatus_t cublas##S##rot##_64(cublasHandle_t, I n, T *x, I incx,    \
                                       T *y, I incy, const R *c,             \
                                       const R *s);
/* The sum of x y; dotc: of x conjugated. */
#define EMU_CUBLAS_DOT(Sdot, T, _64, I)                                      \
    cublasStatus_t cublas##Sdot##_64(cublasHandle_t, I n, const T *x,        \
                                     I incx, const T *y, I incy, T *result);
/* The length of x; the sum of |re| + |im|. */
#define EMU_CUBLAS_NORMS(Sc, T, R, _64, I)                                   \
    cublasStatus_t cublas##Sc##nrm2##_64(cublasHandle_t, I n, const T *x,    \
                                         I incx, R *result);                 \
    cublasStatus_t cublas##Sc##asum##_64(cublasHandle_t, I n, const T *x,    \
                                         I incx, R *result);
/* The first index, counted from 1, of the largest, smallest |re| + |im|. */
#define EMU_CUBLAS_EXTREMES(Is, T, _64, I)                                   \
    cublasStatus_t cublas##Is##amax##_64(cublasHandle_t, I n, const T *x,    \
                                         I incx, I *result);                 \
    cublasStatus_t cublas##Is##amin##_64(cublasHandle_t, I n, const T *x,    \
                                         I incx, I *result);

/* ---- matrices ------------------------------------------------------------ */

/* y = alpha op(A) x + beta y with A of m x n; C = alpha op(A) op(B) + beta C
 * with C of m x n, k the sums' length. */
#define EMU_CUBLAS_MATRICES(S, T, _v2, _64, I)                               \
    cublasStatus_t cublas##S##gemv##_v2##_64(                                \
        cublasHandle_t, cublasOperation_t, I m, I n, const T *alpha,         \
        const T *A, I lda, const T *x, I incx, const T *beta, T *y, I incy); \
    cublasStatus_t cublas##S##gemm##_v2##_64(                                \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const T *alpha, const T *A, I lda, const T *B, I ldb,           \
        const T *beta, T *C, I ldc);
/* The same count times: the matrices at steps of so many elements, or at the
 * addresses of arrays, which are on the device. */
#define EMU_CUBLAS_BATCHES(S, T, _64, I)                                     \
    cublasStatus_t cublas##S##gemvStridedBatched##_64(                       \
        cublasHandle_t, cublasOperation_t, I m, I n, const T *alpha,         \
        const T *A, I lda, long long stepA, const T *x, I incx,              \
        long long stepx, const T *beta, T *y, I incy, long long stepy,       \
        I count);                                                            \
    cublasStatus_t cublas##S##gemvBatched##_64(                              \
        cublasHandle_t, cublasOperation_t, I m, I n, const T *alpha,         \
        const T *const A[], I lda, const T *const x[], I incx,               \
        const T *beta, T *const y[], I incy, I count);
#define EMU_CUBLAS_GEMM_BATCHES(S, T, _64, I)                                \
    cublasStatus_t cublas##S##gemmStridedBatched##_64(                       \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const T *alpha, const T *A, I lda, long long stepA, const T *B, \
        I ldb, long long stepB, const T *beta, T *C, I ldc, long long stepC, \
        I count);                                                            \
    cublasStatus_t cublas##S##gemmBatched##_64(                              \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const T *alpha, const T *const A[], I lda, const T *const B[],  \
        I ldb, const T *beta, T *const C[], I ldc, I count);
/* A += alpha x y^T. */
#define EMU_CUBLAS_GER(Sger, T, _64, I)                                      \
    cublasStatus_t cublas##Sger##_64(cublasHandle_t, I m, I n,               \
                                     const T *alpha, const T *x, I incx,     \
                                     const T *y, I incy, T *A, I lda);
/* C = alpha op(A) + beta op(B). */
#define EMU_CUBLAS_GEAM(S, T, _64, I)                                        \
    cublasStatus_t cublas##S##geam##_64(                                     \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        const T *alpha, const T *A, I lda, const T *beta, const T *B, I ldb, \
        T *C, I ldc);

/* ---- any type, named by an argument -------------------------------------- */

#define EMU_CUBLAS_TYPED(_64, I)                                             \
    cublasStatus_t cublasGemmEx##_64(                                        \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const void *alpha, const void *A, cudaDataType, I lda,          \
        const void *B, cudaDataType, I ldb, const void *beta, void *C,       \
        cudaDataType, I ldc, cublasComputeType_t, cublasGemmAlgo_t);         \
    cublasStatus_t cublasGemmStridedBatchedEx##_64(                          \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const void *alpha, const void *A, cudaDataType, I lda,          \
        long long stepA, const void *B, cudaDataType, I ldb,                 \
        long long stepB, const void *beta, void *C, cudaDataType, I ldc,     \
        long long stepC, I count, cublasComputeType_t, cublasGemmAlgo_t);    \
    cublasStatus_t cublasGemmBatchedEx##_64(                                 \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const void *alpha, const void *const A[], cudaDataType, I lda,  \
        const void *const B[], cudaDataType, I ldb, const void *beta,        \
        void *const C[], cudaDataType, I ldc, I count, cublasComputeType_t,  \
        cublasGemmAlgo_t);                                                   \
    cublasStatus_t cublasSgemmEx##_64(                                       \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const float *alpha, const void *A, cudaDataType, I lda,         \
        const void *B, cudaDataType, I ldb, const float *beta, void *C,      \
        cudaDataType, I ldc);                                                \
    cublasStatus_t cublasAxpyEx##_64(                                        \
        cublasHandle_t, I n, const void *alpha, cudaDataType,                \
        const void *x, cudaDataType, I incx, void *y, cudaDataType, I incy,  \
        cudaDataType execution);                                             \
    cublasStatus_t cublasScalEx##_64(                                        \
        cublasHandle_t, I n, const void *alpha, cudaDataType, void *x,       \
        cudaDataType, I incx, cudaDataType execution);                       \
    cublasStatus_t cublasDotEx##_64(                                         \
        cublasHandle_t, I n, const void *x, cudaDataType, I incx,            \
        const void *y, cudaDataType, I incy, void *result, cudaDataType,     \
        cudaDataType execution);                                             \
    cublasStatus_t cublasDotcEx##_64(                                        \
        cublasHandle_t, I n, const void *x, cudaDataType, I incx,            \
        const void *y, cudaDataType, I incy, void *result, cudaDataType,     \
        cudaDataType execution);                                             \
    cublasStatus_t cublasNrm2Ex##_64(                                        \
        cublasHandle_t, I n, const void *x, cudaDataType, I incx,            \
        void *result, cudaDataType, cudaDataType execution);

/* ---- declared ------------------------------------------------------------ */

#define EMU_CUBLAS_ALL(_64, I)                                               \
    EMU_CUBLAS_COPIES(_64, I)                                                \
    EMU_CUBLAS_VECTORS(S, float, _v2##_64, I)                                \
    EMU_CUBLAS_VECTORS(D, double, _v2##_64, I)                               \
    EMU_CUBLAS_VECTORS(C, cuComplex, _v2##_64, I)                            \
    EMU_CUBLAS_VECTORS(Z, cuDoubleComplex, _v2##_64, I)                      \
    EMU_CUBLAS_REAL_SCAL(Cs, cuComplex, float, _v2##_64, I)                  \
    EMU_CUBLAS_REAL_SCAL(Zd, cuDoubleComplex, double, _v2##_64, I)           \
    EMU_CUBLAS_ROT(S, float, float, _v2##_64, I)                             \
    EMU_CUBLAS_ROT(D, double, double, _v2##_64, I)                           \
    EMU_CUBLAS_ROT(Cs, cuComplex, float, _v2##_64, I)                        \
    EMU_CUBLAS_ROT(Zd, cuDoubleComplex, double, _v2##_64, I)                 \
    EMU_CUBLAS_DOT(Sdot, float, _v2##_64, I)                                 \
    EMU_CUBLAS_DOT(Ddot, double, _v2##_64, I)                                \
    EMU_CUBLAS_DOT(Cdotu, cuComplex, _v2##_64, I)                            \
    EMU_CUBLAS_DOT(Cdotc, cuComplex, _v2##_64, I)                            \
    EMU_CUBLAS_DOT(Zdotu, cuDoubleComplex, _v2##_64, I)                      \
    EMU_CUBLAS_DOT(Zdotc, cuDoubleComplex, _v2##_64, I)                      \
    EMU_CUBLAS_NORMS(S, float, float, _v2##_64, I)                           \
    EMU_CUBLAS_NORMS(D, double, double, _v2##_64, I)                         \
    EMU_CUBLAS_NORMS(Sc, cuComplex, float, _v2##_64, I)                      \
    EMU_CUBLAS_NORMS(Dz, cuDoubleComplex, double, _v2##_64, I)               \
    EMU_CUBLAS_EXTREMES(Is, float, _v2##_64, I)                              \
    EMU_CUBLAS_EXTREMES(Id, double, _v2##_64, I)                             \
    EMU_CUBLAS_EXTREMES(Ic, cuComplex, _v2##_64, I)                          \
    EMU_CUBLAS_EXTREMES(Iz, cuDoubleComplex, _v2##_64, I)                    \
    EMU_CUBLAS_MATRICES(S, float, _v2, _64, I)                               \
    EMU_CUBLAS_MATRICES(D, double, _v2, _64, I)                              \
    EMU_CUBLAS_MATRICES(C, cuComplex, _v2, _64, I)                           \
    EMU_CUBLAS_MATRICES(Z, cuDoubleComplex, _v2, _64, I)                     \
    EMU_CUBLAS_BATCHES(S, float, _64, I)                                     \
    EMU_CUBLAS_BATCHES(D, double, _64, I)                                    \
    EMU_CUBLAS_BATCHES(C, cuComplex, _64, I)                                 \
    EMU_CUBLAS_BATCHES(Z, cuDoubleComplex, _64, I)                           \
    EMU_CUBLAS_GEMM_BATCHES(S, float, _64, I)                                \
    EMU_CUBLAS_GEMM_BATCHES(D, double, _64, I)                               \
    EMU_CUBLAS_GEMM_BATCHES(C, cuComplex, _64, I)                            \
    EMU_CUBLAS_GEMM_BATCHES(Z, cuDoubleComplex, _64, I)                      \
    EMU_CUBLAS_GER(Sger, float, _v2##_64, I)                                 \
    EMU_CUBLAS_GER(Dger, double, _v2##_64, I)                                \
    EMU_CUBLAS_GER(Cgeru, cuComplex, _v2##_64, I)                            \
    EMU_CUBLAS_GER(Cgerc, cuComplex, _v2##_64, I)                            \
    EMU_CUBLAS_GER(Zgeru, cuDoubleComplex, _v2##_64, I)                      \
    EMU_CUBLAS_GER(Zgerc, cuDoubleComplex, _v2##_64, I)                      \
    EMU_CUBLAS_GEAM(S, float, _64, I)                                        \
    EMU_CUBLAS_GEAM(D, double, _64, I)                                       \
    EMU_CUBLAS_GEAM(C, cuComplex, _64, I)                                    \
    EMU_CUBLAS_GEAM(Z, cuDoubleComplex, _64, I)                              \
    EMU_CUBLAS_TYPED(_64, I)
EMU_CUBLAS_ALL(, int)
EMU_CUBLAS_ALL(_64, int64_t)

#ifdef __cplusplus
}

#include "cuda_fp16.h"

/* Half precision is a type of C++ only. */
#define EMU_CUBLAS_HALF(_64, I)                                              \
    extern "C" cublasStatus_t cublasHgemm##_64(                              \
        cublasHandle_t, cublasOperation_t a, cublasOperation_t b, I m, I n,  \
        I k, const __half *alpha, const __half *A, I lda, const __half *B,   \
        I ldb, const __half *beta, __half *C, I ldc);                        \
    extern "C" {                                                             \
    EMU_CUBLAS_GEMM_BATCHES(H, __half, _64, I)                               \
    }
EMU_CUBLAS_HALF(, int)
EMU_CUBLAS_HALF(_64, int64_t)
#endif

/* ---- the names of programs ----------------------------------------------- */

#define cublasSaxpy cublasSaxpy_v2
#define cublasScopy cublasScopy_v2
#define cublasSswap cublasSswap_v2
#define cublasSscal cublasSscal_v2
#define cublasSgemv cublasSgemv_v2
#define cublasSgemm cublasSgemm_v2
#define cublasDaxpy cublasDaxpy_v2
#define cublasDcopy cublasDcopy_v2
#define cublasDswap cublasDswap_v2
#define cublasDscal cublasDscal_v2
#define cublasDgemv cublasDgemv_v2
#define cublasDgemm cublasDgemm_v2
#define cublasCaxpy cublasCaxpy_v2
#define cublasCcopy cublasCcopy_v2
#define cublasCswap cublasCswap_v2
#define cublasCscal cublasCscal_v2
#define cublasCgemv cublasCgemv_v2
#define cublasCgemm cublasCgemm_v2
#define cublasZaxpy cublasZaxpy_v2
#define cublasZcopy cublasZcopy_v2
#define cublasZswap cublasZswap_v2
#define cublasZscal cublasZscal_v2
#define cublasZgemv cublasZgemv_v2
#define cublasZgemm cublasZgemm_v2
#define cublasCsscal cublasCsscal_v2
#define cublasZdscal cublasZdscal_v2
#define cublasSrot cublasSrot_v2
#define cublasDrot cublasDrot_v2
#define cublasCsrot cublasCsrot_v2
#define cublasZdrot cublasZdrot_v2
#define cublasSdot cublasSdot_v2
#define cublasDdot cublasDdot_v2
#define cublasCdotu cublasCdotu_v2
#define cublasCdotc cublasCdotc_v2
#define cublasZdotu cublasZdotu_v2
#define cublasZdotc cublasZdotc_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasSasum cublasSasum_v2
#define cublasDnrm2 cublasDnrm2_v2
#define cublasDasum cublasDasum_v2
#define cublasScnrm2 cublasScnrm2_v2
#define cublasScasum cublasScasum_v2
#define cublasDznrm2 cublasDznrm2_v2
#define cublasDzasum cublasDzasum_v2
#define cublasIsamax cublasIsamax_v2
#define cublasIsamin cublasIsamin_v2
#define cublasIdamax cublasIdamax_v2
#define cublasIdamin cublasIdamin_v2
#define cublasIcamax cublasIcamax_v2
#define cublasIcamin cublasIcamin_v2
#define cublasIzamax cublasIzamax_v2
#define cublasIzamin cublasIzamin_v2
#define cublasSger cublasSger_v2
#define cublasDger cublasDger_v2
#define cublasCgeru cublasCgeru_v2
#define cublasCgerc cublasCgerc_v2
#define cublasZgeru cublasZgeru_v2
#define cublasZgerc cublasZgerc_v2
#define cublasSaxpy_64 cublasSaxpy_v2_64
#define cublasScopy_64 cublasScopy_v2_64
#define cublasSswap_64 cublasSswap_v2_64
#define cublasSscal_64 cublasSscal_v2_64
#define cublasSgemv_64 cublasSgemv_v2_64
#define cublasSgemm_64 cublasSgemm_v2_64
#define cublasDaxpy_64 cublasDaxpy_v2_64
#define cublasDcopy_64 cublasDcopy_v2_64
#define cublasDswap_64 cublasDswap_v2_64
#define cublasDscal_64 cublasDscal_v2_64
#define cublasDgemv_64 cublasDgemv_v2_64
#define cublasDgemm_64 cublasDgemm_v2_64
#define cublasCaxpy_64 cublasCaxpy_v2_64
#define cublasCcopy_64 cublasCcopy_v2_64
#define cublasCswap_64 cublasCswap_v2_64
#define cublasCscal_64 cublasCscal_v2_64
#define cublasCgemv_64 cublasCgemv_v2_64
#define cublasCgemm_64 cublasCgemm_v2_64
#define cublasZaxpy_64 cublasZaxpy_v2_64
#define cublasZcopy_64 cublasZcopy_v2_64
#define cublasZswap_64 cublasZswap_v2_64
#define cublasZscal_64 cublasZscal_v2_64
#define cublasZgemv_64 cublasZgemv_v2_64
#define cublasZgemm_64 cublasZgemm_v2_64
#define cublasCsscal_64 cublasCsscal_v2_64
#define cublasZdscal_64 cublasZdscal_v2_64
#define cublasSrot_64 cublasSrot_v2_64
#define cublasDrot_64 cublasDrot_v2_64
#define cublasCsrot_64 cublasCsrot_v2_64
#define cublasZdrot_64 cublasZdrot_v2_64
#define cublasSdot_64 cublasSdot_v2_64
#define cublasDdot_64 cublasDdot_v2_64
#define cublasCdotu_64 cublasCdotu_v2_64
#define cublasCdotc_64 cublasCdotc_v2_64
#define cublasZdotu_64 cublasZdotu_v2_64
#define cublasZdotc_64 cublasZdotc_v2_64
#define cublasSnrm2_64 cublasSnrm2_v2_64
#define cublasSasum_64 cublasSasum_v2_64
#define cublasDnrm2_64 cublasDnrm2_v2_64
#define cublasDasum_64 cublasDasum_v2_64
#define cublasScnrm2_64 cublasScnrm2_v2_64
#define cublasScasum_64 cublasScasum_v2_64
#define cublasDznrm2_64 cublasDznrm2_v2_64
#define cublasDzasum_64 cublasDzasum_v2_64
#define cublasIsamax_64 cublasIsamax_v2_64
#define cublasIsamin_64 cublasIsamin_v2_64
#define cublasIdamax_64 cublasIdamax_v2_64
#define cublasIdamin_64 cublasIdamin_v2_64
#define cublasIcamax_64 cublasIcamax_v2_64
#define cublasIcamin_64 cublasIcamin_v2_64
#define cublasIzamax_64 cublasIzamax_v2_64
#define cublasIzamin_64 cublasIzamin_v2_64
#define cublasSger_64 cublasSger_v2_64
#define cublasDger_64 cublasDger_v2_64
#define cublasCgeru_64 cublasCgeru_v2_64
#define cublasCgerc_64 cublasCgerc_v2_64
#define cublasZgeru_64 cublasZgeru_v2_64
#define cublasZgerc_64 cublasZgerc_v2_64

#endif
