/*
 * fuzz_blas.c - libFuzzer target: calls of cuBLAS, whatever their arguments.
 *
 * Guarantee sought: each call works, or returns an error; kernels of ours touch
 * nothing outside of what they are given without a finding; no overflow of
 * sizes and steps.  What no call can know is left out: factors and results of
 * the host are there or NULL, its vectors and matrices are small.
 * Built and run by `make fuzz`.
 */
#include <stdlib.h>

#include "blas/handle.h"
#include "take.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CALLS = 4, BYTES = 1 << 14, HOST_BYTES = 1 << 21, ARRAYS = 64 };

static cublasHandle_t handle;
static uint8_t host[HOST_BYTES];
static char *device, *gone;
static void *arrays; /* on the device: ARRAYS pointers */

/* A call's, whichever it is. */
static struct arguments {
    cublasOperation_t op_a, op_b;
    int64_t m, n, k, count, lda, ldb, ldc, step_a, step_b, step_c;
    void *alpha, *beta, *a, *b, *c, *result;
    cudaDataType type_a, type_b, type_c, type;
    cublasComputeType_t compute;
} x;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (cublasCreate(&handle) || cudaMalloc((void **)&device, BYTES) ||
        cudaMalloc((void **)&gone, 64) || cudaFree(gone) ||
        cudaMalloc(&arrays, ARRAYS * sizeof(void *)) ||
        cudaMemset(device, 0, BYTES))
        abort();
    return 0;
}

/* ---- arguments ---------------------------------------------------------- */

static void *take_device(struct taken *t)
{
    switch (take_one_of(t, 10)) {
    case 0: return NULL;
    case 1: return gone;
    case 2: return device + take_count(t) % (BYTES + 64);
    case 3: return arrays;
    case 4: return host;
    default: return device + 1024 * take_one_of(t, BYTES / 1024);
    }
}

/* Where the handle says that it is, mostly. */
static void *take_scalar(struct taken *t)
{
    cublasPointerMode_t mode;
    unsigned how = take_one_of(t, 16);
    cublasGetPointerMode(handle, &mode);
    if (!how)
        return NULL;
    if (mode == CUBLAS_POINTER_MODE_HOST)
        return host + 8 * (how % 2);
    return how == 1 ? take_device(t) : device + 16 * how;
}

static int64_t take_step(struct taken *t)
{
    unsigned how = take_one_of(t, 8);
    return how < 5    ? 1 + how
           : how == 5 ? 0
           : how == 6 ? -(int64_t)take_one_of(t, 8)
                      : (int64_t)take_count(t);
}

static cudaDataType take_type(struct taken *t)
{
    static const cudaDataType known[] = {CUDA_R_32F, CUDA_R_16F, CUDA_R_64F,
                                         CUDA_C_32F, CUDA_C_64F, CUDA_R_8I,
                                         CUDA_R_32I, CUDA_R_16BF};
    unsigned which = take_one_of(t, 10);
    return which < 8 ? known[which] : (cudaDataType)take_byte(t);
}

static struct arguments take_arguments(struct taken *t)
{
    static const cublasComputeType_t computes[] = {
        CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_64F,
        CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32F_FAST_TF32};
    struct arguments a = {.op_a = take_one_of(t, 4), .op_b = take_one_of(t, 4)};
    a.m = (int64_t)take_count(t);
    a.n = (int64_t)take_count(t);
    a.k = (int64_t)take_count(t);
    a.count = take_one_of(t, 4) ? take_one_of(t, 6) : (int64_t)take_count(t);
    a.lda = take_one_of(t, 3) ? 40 + take_one_of(t, 40) : take_step(t);
    a.ldb = take_one_of(t, 3) ? 40 + take_one_of(t, 40) : take_step(t);
    a.ldc = take_one_of(t, 3) ? 40 + take_one_of(t, 40) : take_step(t);
    a.step_a = take_step(t);
    a.step_b = take_step(t);
    a.step_c = take_step(t);
    a.alpha = take_scalar(t);
    a.beta = take_scalar(t);
    a.result = take_scalar(t);
    a.a = take_device(t);
    a.b = take_device(t);
    a.c = take_device(t);
    a.type_a = take_type(t);
    a.type_b = take_one_of(t, 3) ? a.type_a : take_type(t);
    a.type_c = take_one_of(t, 3) ? a.type_a : take_type(t);
    a.type = take_one_of(t, 3) ? a.type_a : take_type(t);
    a.compute = computes[take_one_of(t, 5)];
    return a;
}

/* ---- calls -------------------------------------------------------------- */

/* Sizes that are int take the lower half of what was drawn. */
#define I(size) (int)(size)
#define L(size) (size)

#define VECTORS(S, Is, _64, N)                                                 \
    X(S##axpy##_64, N(x.n), x.alpha, x.a, N(x.step_a), x.b, N(x.step_b))       \
    X(S##copy##_64, N(x.n), x.a, N(x.step_a), x.b, N(x.step_b))                \
    X(S##swap##_64, N(x.n), x.a, N(x.step_a), x.b, N(x.step_b))                \
    X(S##scal##_64, N(x.n), x.alpha, x.a, N(x.step_a))                         \
    X(Is##amax##_64, N(x.n), x.a, N(x.step_a), x.result)                       \
    X(Is##amin##_64, N(x.n), x.a, N(x.step_a), x.result)
#define NORMS(S, _64, N)                                                       \
    X(S##nrm2##_64, N(x.n), x.a, N(x.step_a), x.result)                        \
    X(S##asum##_64, N(x.n), x.a, N(x.step_a), x.result)
#define ROT(S, _64, N)                                                         \
    X(S##rot##_64, N(x.n), x.a, N(x.step_a), x.b, N(x.step_b), x.alpha, x.beta)
#define DOT(Sdot, Sger, _64, N)                                                \
    X(Sdot##_64, N(x.n), x.a, N(x.step_a), x.b, N(x.step_b), x.result)         \
    X(Sger##_64, N(x.m), N(x.n), x.alpha, x.a, N(x.step_a), x.b, N(x.step_b),  \
      x.c, N(x.ldc))
#define MATRICES(S, _64, N)                                                    \
    X(S##gemv##_64, x.op_a, N(x.m), N(x.n), x.alpha, x.a, N(x.lda), x.b,       \
      N(x.step_b), x.beta, x.c, N(x.step_c))                                   \
    X(S##gemm##_64, x.op_a, x.op_b, N(x.m), N(x.n), N(x.k), x.alpha, x.a,      \
      N(x.lda), x.b, N(x.ldb), x.beta, x.c, N(x.ldc))                          \
    X(S##geam##_64, x.op_a, x.op_b, N(x.m), N(x.n), x.alpha, x.a, N(x.lda),    \
      x.beta, x.b, N(x.ldb), x.c, N(x.ldc))                                    \
    X(S##gemvStridedBatched##_64, x.op_a, N(x.m), N(x.n), x.alpha, x.a,        \
      N(x.lda), x.step_a, x.b, N(x.step_b), x.k, x.beta, x.c, N(x.step_c),     \
      x.ldc, N(x.count))                                                       \
    X(S##gemvBatched##_64, x.op_a, N(x.m), N(x.n), x.alpha, x.a, N(x.lda),     \
      x.b, N(x.step_b), x.beta, x.c, N(x.step_c), N(x.count))                  \
    X(S##gemmStridedBatched##_64, x.op_a, x.op_b, N(x.m), N(x.n), N(x.k),      \
      x.alpha, x.a, N(x.lda), x.step_a, x.b, N(x.ldb), x.step_b, x.beta, x.c,  \
      N(x.ldc), x.step_c, N(x.count))                                          \
    X(S##gemmBatched##_64, x.op_a, x.op_b, N(x.m), N(x.n), N(x.k), x.alpha,    \
      x.a, N(x.lda), x.b, N(x.ldb), x.beta, x.c, N(x.ldc), N(x.count))
#define TYPED(_64, N)                                                          \
    X(GemmEx##_64, x.op_a, x.op_b, N(x.m), N(x.n), N(x.k), x.alpha, x.a,       \
      x.type_a, N(x.lda), x.b, x.type_b, N(x.ldb), x.beta, x.c, x.type_c,      \
      N(x.ldc), x.compute, CUBLAS_GEMM_DEFAULT)                                \
    X(GemmStridedBatchedEx##_64, x.op_a, x.op_b, N(x.m), N(x.n), N(x.k),       \
      x.alpha, x.a, x.type_a, N(x.lda), x.step_a, x.b, x.type_b, N(x.ldb),     \
      x.step_b, x.beta, x.c, x.type_c, N(x.ldc), x.step_c, N(x.count),         \
      x.compute, CUBLAS_GEMM_DEFAULT)                                          \
    X(GemmBatchedEx##_64, x.op_a, x.op_b, N(x.m), N(x.n), N(x.k), x.alpha,     \
      x.a, x.type_a, N(x.lda), x.b, x.type_b, N(x.ldb), x.beta, x.c, x.type_c, \
      N(x.ldc), N(x.count), x.compute, CUBLAS_GEMM_DEFAULT)                    \
    X(AxpyEx##_64, N(x.n), x.alpha, x.type_c, x.a, x.type_a, N(x.step_a), x.b, \
      x.type_b, N(x.step_b), x.type)                                           \
    X(ScalEx##_64, N(x.n), x.alpha, x.type_c, x.a, x.type_a, N(x.step_a),      \
      x.type)                                                                  \
    X(DotEx##_64, N(x.n), x.a, x.type_a, N(x.step_a), x.b, x.type_b,           \
      N(x.step_b), x.result, x.type_c, x.type)                                 \
    X(Nrm2Ex##_64, N(x.n), x.a, x.type_a, N(x.step_a), x.result, x.type_c,     \
      x.type)
#define ALL(_64, N)                                                            \
    VECTORS(S, Is, _64, N)                                                     \
    VECTORS(D, Id, _64, N)                                                     \
    VECTORS(C, Ic, _64, N)                                                     \
    VECTORS(Z, Iz, _64, N)                                                     \
    NORMS(S, _64, N)                                                           \
    NORMS(D, _64, N)                                                           \
    NORMS(Sc, _64, N)                                                          \
    NORMS(Dz, _64, N)                                                          \
    ROT(S, _64, N)                                                             \
    ROT(Zd, _64, N)                                                            \
    DOT(Sdot, Sger, _64, N)                                                    \
    DOT(Ddot, Dger, _64, N)                                                    \
    DOT(Cdotc, Cgerc, _64, N)                                                  \
    DOT(Zdotu, Zgeru, _64, N)                                                  \
    MATRICES(S, _64, N)                                                        \
    MATRICES(D, _64, N)                                                        \
    MATRICES(C, _64, N)                                                        \
    MATRICES(Z, _64, N)                                                        \
    TYPED(_64, N)

#define X(name, ...)                                                           \
    static void call_##name(void)                                              \
    {                                                                          \
        cublas##name(handle, __VA_ARGS__);                                     \
    }
ALL(, I)
ALL(_64, L)
#undef X

static void (*const calls[])(void) = {
#define X(name, ...) call_##name,
    ALL(, I) ALL(_64, L)
#undef X
};
enum { KINDS = sizeof calls / sizeof *calls };

/* Between the host and the device: of the host so much is there. */
static void copy(struct taken *t)
{
    int n = (int)take_one_of(t, 80), element = (int)take_one_of(t, 20);
    int step = (int)take_one_of(t, 80), columns = (int)take_one_of(t, 80);
    int other = (int)take_count(t);
    void *there = take_device(t);
    switch (take_one_of(t, 4)) {
    case 0: cublasSetVector(n, element, host, step, there, other); break;
    case 1: cublasGetVector(n, element, there, other, host, step); break;
    case 2:
        cublasSetMatrix(n, columns, element, host, step, there, other);
        break;
    default: cublasGetMatrix(n, columns, element, there, other, host, step);
    }
}

static void set(struct taken *t)
{
    cublasSetPointerMode(handle, take_one_of(t, 3));
    cublasSetMathMode(handle, take_byte(t));
    cublasSetAtomicsMode(handle, take_one_of(t, 3));
    cublasGetStatusString((cublasStatus_t)take_count(t));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taken t = {data, size};
    void *some[ARRAYS];
    take_bytes(&t, host, 16);
    for (int i = 0; i < ARRAYS; i++)
        some[i] = i < 4 ? take_device(&t) : device + 256 * i;
    cudaMemcpy(arrays, some, sizeof some, cudaMemcpyHostToDevice);
    for (int i = 0; i < CALLS && t.left; i++) {
        unsigned which = take_byte(&t) << 8 | take_byte(&t);
        if (which % 8 == 0)
            set(&t);
        if (which % 16 == 1)
            copy(&t);
        x = take_arguments(&t);
        calls[which / 16 % KINDS]();
    }
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    cudaGetLastError();
    return 0;
}
