/* handle.h - a cuBLAS handle, and what every call does with it (handle.c). */
#ifndef BLAS_HANDLE_H
#define BLAS_HANDLE_H

#include "include/cublas_v2.h"
#include "kernels.h"
#include "refuse.h"

struct cublasContext {
    struct cublasContext *self; /* of a handle that is none: something else */
    cudaStream_t stream;
    cublasPointerMode_t pointer_mode;
    cublasMath_t math_mode;
    cublasAtomicsMode_t atomics_mode;
    void *result;               /* on the device: 16 bytes */
};

/* The body of an entry point: its finding, if what it is given is wrong,
 * names it. */
#define BLAS_BAD(...) blas_bad(__func__, __VA_ARGS__)
/* A finding "cublasSgemm: ..." at the program's line; INVALID_VALUE. */
cublasStatus_t blas_bad(const char *function, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What a launch or copy returned. */
cublasStatus_t blas_status(cudaError_t error);

/* SUCCESS, or NOT_INITIALIZED with its finding. */
cublasStatus_t blas_handle(const char *function, cublasHandle_t handle);
/* The factor at p, where the pointer mode says; p is not NULL. */
struct blas_scalar blas_factor(cublasHandle_t handle, const void *p,
                               cudaDataType type);

/* Where elements of a vector begin that goes by steps: BLAS begins one that
 * goes backwards at its last. */
struct blas_vector blas_steps(const void *data, int64_t n, int64_t step,
                              size_t element);
/* In bytes. */
size_t blas_size(cudaDataType type);

/* ---- calls of all types, by the names of all of them --------------------- */

cublasStatus_t blas_vector_call(const char *function, cublasHandle_t handle,
                                enum blas_map what, cudaDataType type,
                                int64_t n, const void *a, cudaDataType a_type,
                                const void *b, void *x, int64_t step_x,
                                void *y, int64_t step_y);
cublasStatus_t blas_sum_call(const char *function, cublasHandle_t handle,
                             enum blas_sum what, cudaDataType type, int64_t n,
                             const void *x, int64_t step_x, const void *y,
                             int64_t step_y, void *result,
                             cudaDataType result_type);

/* An operand of a product as the call has it. */
struct blas_operand {
    const void *data;
    const void *const *arrays; /* of a batch by pointers; NULL: by strides */
    int64_t leading, next;
};
struct blas_product {
    cublasOperation_t op_a, op_b;
    int64_t m, n, k, count;
    const void *alpha, *beta;
    struct blas_operand a, b, c;
    cudaDataType in, out, scale;
};
/* Operands of an entry point's arguments: one, or of a batch. */
#define BLAS_ONE(x, ld) ((struct blas_operand){.data = x, .leading = ld})
#define BLAS_STEPS(x, ld, step) \
    ((struct blas_operand){.data = x, .leading = ld, .next = step})
#define BLAS_ARRAYS(x, ld) \
    ((struct blas_operand){.arrays = (const void *const *)x, .leading = ld})
/* The product that an entry point is asked for, by the names of its arguments:
 * op_a, op_b, m, n, k, alpha, beta. */
#define BLAS_PRODUCT(A, B, C, COUNT, IN, OUT, SCALE)                         \
    (&(struct blas_product){.op_a = op_a,                                    \
                            .op_b = op_b,                                    \
                            .m = m,                                          \
                            .n = n,                                          \
                            .k = k,                                          \
                            .count = COUNT,                                  \
                            .alpha = alpha,                                  \
                            .beta = beta,                                    \
                            .a = A,                                          \
                            .b = B,                                          \
                            .c = C,                                          \
                            .in = IN,                                        \
                            .out = OUT,                                      \
                            .scale = SCALE})
cublasStatus_t blas_product_call(const char *function, cublasHandle_t handle,
                                 const struct blas_product *p);

/* y = alpha op(A) x + beta y. */
struct blas_transform {
    cublasOperation_t op;
    int64_t m, n, count;
    const void *alpha, *beta;
    struct blas_operand a, x, y; /* of vectors, leading is the step */
    cudaDataType type;
};
cublasStatus_t blas_transform_call(const char *function, cublasHandle_t handle,
                                   const struct blas_transform *t);

#endif
