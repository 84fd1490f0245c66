/*
 * matrices.c - calls on matrices of one type: gemv, ger, gemm, batches, geam.
 *
 * Source: cuBLAS Library documentation, level 2 and 3; Dongarra and others,
 * "A Set of Level 3 Basic Linear Algebra Subprograms".
 */
#include "handle.h"

/* ---- what all check ------------------------------------------------------ */

static bool is_operation(cublasOperation_t op)
{
    return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}

/* name: as the documentation calls the matrix. */
static cublasStatus_t leading(const char *function, char name, int64_t rows,
                              int64_t leading_dimension)
{
    if (leading_dimension >= (rows > 1 ? rows : 1))
        return CUBLAS_STATUS_SUCCESS;
    return blas_bad(function,
                    "ld%c is %lld, and %c has %lld rows: ld%c is at least "
                    "that, the distance between two columns",
                    name + 'a' - 'A', (long long)leading_dimension, name,
                    (long long)rows, name + 'a' - 'A');
}

/* op(X), of an X that has columns. */
static struct blas_matrix operand(struct blas_operand x, cublasOperation_t op)
{
    bool turned = op != CUBLAS_OP_N;
    return (struct blas_matrix){.data = (void *)x.data,
                                .arrays = (void *const *)x.arrays,
                                .row = turned ? x.leading : 1,
                                .column = turned ? 1 : x.leading,
                                .next = x.next,
                                .conjugate = op == CUBLAS_OP_C};
}

/* ---- products ------------------------------------------------------------ */

static cublasStatus_t product_is_bad(const char *function,
                                     const struct blas_product *p)
{
    bool turned_a = p->op_a != CUBLAS_OP_N, turned_b = p->op_b != CUBLAS_OP_N;
    if (!is_operation(p->op_a) || !is_operation(p->op_b))
        return blas_bad(function, "an operation is none of CUBLAS_OP_N, T, C");
    if (p->m < 0 || p->n < 0 || p->k < 0 || p->count < 0)
        return blas_bad(function, "a size is negative: m %lld, n %lld, k %lld",
                        (long long)p->m, (long long)p->n, (long long)p->k);
    if (!p->alpha || !p->beta)
        return blas_bad(function, "alpha or beta is NULL");
    cublasStatus_t status =
        leading(function, 'A', turned_a ? p->k : p->m, p->a.leading);
    if (!status)
        status = leading(function, 'B', turned_b ? p->n : p->k, p->b.leading);
    return status ? status : leading(function, 'C', p->m, p->c.leading);
}

cublasStatus_t blas_product_call(const char *function, cublasHandle_t handle,
                                 const struct blas_product *p)
{
    cublasStatus_t status = blas_handle(function, handle);
    if (!status)
        status = product_is_bad(function, p);
    if (status)
        return status;
    if (!blas_gemm_known(p->in, p->out, p->scale))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    struct blas_gemm g = {
        .m = p->m,
        .n = p->n,
        .k = p->k,
        .count = p->count,
        .alpha = blas_factor(handle, p->alpha, p->scale),
        .beta = blas_factor(handle, p->beta, p->scale),
        .a = operand(p->a, p->op_a),
        .b = operand(p->b, p->op_b),
        .c = operand(p->c, CUBLAS_OP_N),
        .in = p->in,
        .out = p->out,
    };
    return blas_status(blas_launch_gemm(&g, handle->stream));
}

/* A vector, as a column; of a batch by pointers it goes forwards. */
static struct blas_matrix column(struct blas_operand v, int64_t n, size_t size)
{
    struct blas_vector at = blas_steps(v.data, n, v.leading, size);
    return (struct blas_matrix){.data = at.data,
                                .arrays = (void *const *)v.arrays,
                                .row = at.step,
                                .next = v.next};
}

static cublasStatus_t transform_is_bad(const char *function,
                                       const struct blas_transform *t)
{
    if (!is_operation(t->op))
        return blas_bad(function, "the operation is none of CUBLAS_OP_N, T, C");
    if (t->m < 0 || t->n < 0 || t->count < 0)
        return blas_bad(function, "a size is negative: m %lld, n %lld",
                        (long long)t->m, (long long)t->n);
    if (!t->alpha || !t->beta)
        return blas_bad(function, "alpha or beta is NULL");
    if (!t->x.leading || !t->y.leading)
        return blas_bad(function, "incx or incy is 0");
    if (t->a.arrays && (t->x.leading < 0 || t->y.leading < 0))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return leading(function, 'A', t->m, t->a.leading);
}

cublasStatus_t blas_transform_call(const char *function, cublasHandle_t handle,
                                   const struct blas_transform *t)
{
    cublasStatus_t status = blas_handle(function, handle);
    if (!status)
        status = transform_is_bad(function, t);
    if (status)
        return status;
    bool turned = t->op != CUBLAS_OP_N;
    int64_t to = turned ? t->n : t->m, from = turned ? t->m : t->n;
    size_t size = blas_size(t->type);
    struct blas_gemm g = {
        .m = from ? to : 0, /* BLAS leaves y alone then */
        .n = 1,
        .k = from,
        .count = t->count,
        .alpha = blas_factor(handle, t->alpha, t->type),
        .beta = blas_factor(handle, t->beta, t->type),
        .a = operand(t->a, t->op),
        .b = column(t->x, from, size),
        .c = column(t->y, to, size),
        .in = t->type,
        .out = t->type,
    };
    return blas_status(blas_launch_gemm(&g, handle->stream));
}

struct outer {
    int64_t m, n;
    const void *alpha, *x;
    int64_t incx;
    const void *y;
    int64_t incy;
    void *a;
    int64_t lda;
    cudaDataType type;
    bool conjugate;
};

/* A product with sums of one, added to A. */
static cublasStatus_t outer_call(const char *function, cublasHandle_t handle,
                                 struct outer o)
{
    cublasStatus_t status = blas_handle(function, handle);
    if (status)
        return status;
    if (o.m < 0 || o.n < 0 || !o.incx || !o.incy || !o.alpha)
        return blas_bad(function, "m %lld, n %lld, incx %lld, incy %lld%s",
                        (long long)o.m, (long long)o.n, (long long)o.incx,
                        (long long)o.incy, o.alpha ? "" : ", alpha is NULL");
    status = leading(function, 'A', o.m, o.lda);
    if (status)
        return status;
    size_t size = blas_size(o.type);
    struct blas_vector x = blas_steps(o.x, o.m, o.incx, size);
    struct blas_vector y = blas_steps(o.y, o.n, o.incy, size);
    struct blas_gemm g = {
        .m = o.m,
        .n = o.n,
        .k = 1,
        .count = 1,
        .alpha = blas_factor(handle, o.alpha, o.type),
        .beta = {.type = o.type, .re = 1},
        .a = {.data = x.data, .row = x.step},
        .b = {.data = y.data, .column = y.step, .conjugate = o.conjugate},
        .c = {.data = o.a, .row = 1, .column = o.lda},
        .in = o.type,
        .out = o.type,
    };
    return blas_status(blas_launch_gemm(&g, handle->stream));
}

struct sum {
    cublasOperation_t op_a, op_b;
    int64_t m, n;
    const void *alpha, *a;
    int64_t lda;
    const void *beta, *b;
    int64_t ldb;
    void *c;
    int64_t ldc;
    cudaDataType type;
};

static cublasStatus_t sum_call(const char *function, cublasHandle_t handle,
                               struct sum s)
{
    cublasStatus_t status = blas_handle(function, handle);
    if (status)
        return status;
    if (!is_operation(s.op_a) || !is_operation(s.op_b) || s.m < 0 || s.n < 0 ||
        !s.alpha || !s.beta)
        return blas_bad(function, "an operation, a size or a factor is none");
    status = leading(function, 'A', s.op_a ? s.n : s.m, s.lda);
    if (!status)
        status = leading(function, 'B', s.op_b ? s.n : s.m, s.ldb);
    if (!status)
        status = leading(function, 'C', s.m, s.ldc);
    if (status)
        return status;
    return blas_status(blas_launch_geam(
        s.type, s.m, s.n, blas_factor(handle, s.alpha, s.type),
        operand(BLAS_ONE(s.a, s.lda), s.op_a),
        blas_factor(handle, s.beta, s.type),
        operand(BLAS_ONE(s.b, s.ldb), s.op_b),
        operand(BLAS_ONE(s.c, s.ldc), CUBLAS_OP_N), handle->stream));
}

/* ---- entry points -------------------------------------------------------- */

#define PRODUCT(TYPE, A, B, C, COUNT)                                          \
    BLAS_PRODUCT(A, B, C, COUNT, TYPE, TYPE, TYPE)
#define TRANSFORM(TYPE, A, X, Y, COUNT)                                        \
    (&(struct blas_transform){.op = op,                                        \
                              .m = m,                                          \
                              .n = n,                                          \
                              .count = COUNT,                                  \
                              .alpha = alpha,                                  \
                              .beta = beta,                                    \
                              .a = A,                                          \
                              .x = X,                                          \
                              .y = Y,                                          \
                              .type = TYPE})

#define GEMV(name, T, type, INT)                                               \
    cublasStatus_t name(cublasHandle_t handle, cublasOperation_t op, INT m,    \
                        INT n, const T *alpha, const T *A, INT lda,            \
                        const T *x, INT incx, const T *beta, T *y, INT incy)   \
    {                                                                          \
        return blas_transform_call(__func__, handle,                           \
                                   TRANSFORM(type, BLAS_ONE(A, lda),           \
                                             BLAS_ONE(x, incx),                \
                                             BLAS_ONE(y, incy), 1));           \
    }
#define GEMV_STEPS(name, T, type, INT)                                         \
    cublasStatus_t name(cublasHandle_t handle, cublasOperation_t op, INT m,    \
                        INT n, const T *alpha, const T *A, INT lda,            \
                        long long stepA, const T *x, INT incx,                 \
                        long long stepx, const T *beta, T *y, INT incy,        \
                        long long stepy, INT count)                            \
    {                                                                          \
        return blas_transform_call(__func__, handle,                           \
                                   TRANSFORM(type, BLAS_STEPS(A, lda, stepA),  \
                                             BLAS_STEPS(x, incx, stepx),       \
                                             BLAS_STEPS(y, incy, stepy),       \
                                             count));                          \
    }
#define GEMV_ARRAYS(name, T, type, INT)                                        \
    cublasStatus_t name(cublasHandle_t handle, cublasOperation_t op, INT m,    \
                        INT n, const T *alpha, const T *const A[], INT lda,    \
                        const T *const x[], INT incx, const T *beta,           \
                        T *const y[], INT incy, INT count)                     \
    {                                                                          \
        return blas_transform_call(__func__, handle,                           \
                                   TRANSFORM(type, BLAS_ARRAYS(A, lda),        \
                                             BLAS_ARRAYS(x, incx),             \
                                             BLAS_ARRAYS(y, incy), count));    \
    }
#define GEMM(name, T, type, INT)                                               \
    cublasStatus_t name(cublasHandle_t handle, cublasOperation_t op_a,         \
                        cublasOperation_t op_b, INT m, INT n, INT k,           \
                        const T *alpha, const T *A, INT lda, const T *B,       \
                        INT ldb, const T *beta, T *C, INT ldc)                 \
    {                                                                          \
        return blas_product_call(__func__, handle,                             \
                                 PRODUCT(type, BLAS_ONE(A, lda),               \
                                         BLAS_ONE(B, ldb), BLAS_ONE(C, ldc),   \
                                         1));                                  \
    }
#define GEMM_STEPS(name, T, type, INT)                                         \
    cublasStatus_t name(cublasHandle_t handle, cublasOperation_t op_a,         \
                        cublasOperation_t op_b, INT m, INT n, INT k,           \
                        const T *alpha, const T *A, INT lda, long long stepA,  \
                        const T *B, INT ldb, long long stepB, const T *beta,   \
                        T *C, INT ldc, long long stepC, INT count)             \
    {                                                                          \
        return blas_product_call(__func__, handle,                             \
                                 PRODUCT(type, BLAS_STEPS(A, lda, stepA),      \
                                         BLAS_STEPS(B, ldb, stepB),            \
                                         BLAS_STEPS(C, ldc, stepC), count));   \
    }
#define GEMM_ARRAYS(name, T, type, INT)                                        \
    cublasStatus_t name(cublasHandle_t handle, cublasOperation_t op_a,         \
                        cublasOperation_t op_b, INT m, INT n, INT k,           \
                        const T *alpha, const T *const A[], INT lda,           \
                        const T *const B[], INT ldb, const T *beta,            \
                        T *const C[], INT ldc, INT count)                      \
    {                                                                          \
        return blas_product_call(__func__, handle,                             \
                                 PRODUCT(type, BLAS_ARRAYS(A, lda),            \
                                         BLAS_ARRAYS(B, ldb),                  \
                                         BLAS_ARRAYS(C, ldc), count));         \
    }
#define GER(name, T, type, INT, conjugated)                                    \
    cublasStatus_t name(cublasHandle_t handle, INT m, INT n, const T *alpha,   \
                        const T *x, INT incx, const T *y, INT incy, T *A,      \
                        INT lda)                                               \
    {                                                                          \
        struct outer o = {m,    n, alpha, x,    incx,      y,                  \
                          incy, A, lda,   type, conjugated};                   \
        return outer_call(__func__, handle, o);                                \
    }
#define GEAM(name, T, type, INT)                                               \
    cublasStatus_t name(cublasHandle_t handle, cublasOperation_t op_a,         \
                        cublasOperation_t op_b, INT m, INT n, const T *alpha,  \
                        const T *A, INT lda, const T *beta, const T *B,        \
                        INT ldb, T *C, INT ldc)                                \
    {                                                                          \
        struct sum s = {op_a, op_b, m,   n, alpha, A,   lda,                   \
                        beta, B,    ldb, C, ldc,   type};                      \
        return sum_call(__func__, handle, s);                                  \
    }

/* S: the letter of the type T. */
#define PRODUCTS(S, T, type, v2, SIZE, INT)                                    \
    GEMM(cublas##S##gemm##v2##SIZE, T, type, INT)                              \
    GEMM_STEPS(cublas##S##gemmStridedBatched##SIZE, T, type, INT)              \
    GEMM_ARRAYS(cublas##S##gemmBatched##SIZE, T, type, INT)
#define MATRICES(S, T, type, SIZE, INT)                                        \
    PRODUCTS(S, T, type, _v2, SIZE, INT)                                       \
    GEMV(cublas##S##gemv_v2##SIZE, T, type, INT)                               \
    GEMV_STEPS(cublas##S##gemvStridedBatched##SIZE, T, type, INT)              \
    GEMV_ARRAYS(cublas##S##gemvBatched##SIZE, T, type, INT)                    \
    GEAM(cublas##S##geam##SIZE, T, type, INT)

#define ALL(SIZE, INT)                                                         \
    MATRICES(S, float, CUDA_R_32F, SIZE, INT)                                  \
    MATRICES(D, double, CUDA_R_64F, SIZE, INT)                                 \
    MATRICES(C, cuComplex, CUDA_C_32F, SIZE, INT)                              \
    MATRICES(Z, cuDoubleComplex, CUDA_C_64F, SIZE, INT)                        \
    PRODUCTS(H, void, CUDA_R_16F, , SIZE, INT)                                 \
    GER(cublasSger_v2##SIZE, float, CUDA_R_32F, INT, false)                    \
    GER(cublasDger_v2##SIZE, double, CUDA_R_64F, INT, false)                   \
    GER(cublasCgeru_v2##SIZE, cuComplex, CUDA_C_32F, INT, false)               \
    GER(cublasCgerc_v2##SIZE, cuComplex, CUDA_C_32F, INT, true)                \
    GER(cublasZgeru_v2##SIZE, cuDoubleComplex, CUDA_C_64F, INT, false)         \
    GER(cublasZgerc_v2##SIZE, cuDoubleComplex, CUDA_C_64F, INT, true)
ALL(, int)
ALL(_64, int64_t)
