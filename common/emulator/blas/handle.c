/*
 * handle.c - handles, their settings, and copies of vectors and matrices.
 *
 * Source: cuBLAS Library documentation, "cuBLAS Helper Function Reference".
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "include/bits/library.h"

__attribute__((constructor)) static void begin(void)
{
    static const char inside;
    __cudaLibrary(&inside);
}

static void told(const char *function, const char *text, const char *hint)
{
    size_t length = strlen(function);
    if (length > 3 && !strcmp(function + length - 3, "_64"))
        length -= 3;
    if (length > 3 && !strncmp(function + length - 3, "_v2", 3))
        length -= 3;
    char title[400];
    snprintf(title, sizeof title, "%.*s: %s", (int)length, function, text);
    __cudaLibraryFinding(title, hint);
}

cublasStatus_t blas_bad(const char *function, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    told(function, text, "matrices lie column by column in cuBLAS");
    return CUBLAS_STATUS_INVALID_VALUE;
}

int blas_refuse(const char *function)
{
    told(function, "not supported on the emulated device",
         "SUPPORTED.md has what it knows; man ptxrun says where that is");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t blas_status(cudaError_t error)
{
    switch (error) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    case cudaErrorNotSupported: return CUBLAS_STATUS_NOT_SUPPORTED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

cublasStatus_t blas_handle(const char *function, cublasHandle_t handle)
{
    if (handle && handle->self == handle)
        return CUBLAS_STATUS_SUCCESS;
    told(function,
         handle ? "this is no handle, or one that was destroyed"
                : "the handle is NULL",
         "cublasCreate makes one, once at the beginning; look at what it "
         "returns");
    return CUBLAS_STATUS_NOT_INITIALIZED;
}

struct blas_scalar blas_factor(cublasHandle_t handle, const void *p,
                               cudaDataType type)
{
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST)
        return blas_host_scalar(p, type);
    return (struct blas_scalar){.device = p, .type = type};
}

size_t blas_size(cudaDataType type)
{
    switch (type) {
    case CUDA_R_8I: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_64F:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 4;
    }
}

struct blas_vector blas_steps(const void *data, int64_t n, int64_t step,
                              size_t element)
{
    uint64_t first = step < 0 && n > 0 ? (1 - (uint64_t)n) * (uint64_t)step : 0;
    uintptr_t begin = (uintptr_t)data + first * element; /* also of no memory */
    return (struct blas_vector){(void *)begin, step};
}

/* ---- a handle's life ----------------------------------------------------- */

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    if (!handle)
        return BLAS_BAD("the handle's address is NULL");
    struct cublasContext *made = calloc(1, sizeof *made);
    if (!made)
        return CUBLAS_STATUS_ALLOC_FAILED;
    cudaError_t error = cudaMalloc(&made->result, 16);
    if (error) {
        free(made);
        return error == cudaErrorMemoryAllocation
                   ? CUBLAS_STATUS_ALLOC_FAILED
                   : CUBLAS_STATUS_NOT_INITIALIZED;
    }
    made->self = made;
    *handle = made;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    cublasStatus_t status = blas_handle(__func__, handle);
    if (status)
        return status;
    handle->self = NULL;
    cudaError_t error = cudaFree(handle->result);
    free(handle);
    return blas_status(error);
}

/* ---- settings ------------------------------------------------------------ */

#define SETTING(call, get, type, field)                                        \
    cublasStatus_t call(cublasHandle_t handle, type value)                     \
    {                                                                          \
        cublasStatus_t status = blas_handle(__func__, handle);                 \
        if (!status)                                                           \
            handle->field = value;                                             \
        return status;                                                         \
    }                                                                          \
    cublasStatus_t get(cublasHandle_t handle, type *value)                     \
    {                                                                          \
        cublasStatus_t status = blas_handle(__func__, handle);                 \
        if (!status)                                                           \
            *value = handle->field;                                            \
        return status;                                                         \
    }
SETTING(cublasSetStream_v2, cublasGetStream_v2, cudaStream_t, stream)
SETTING(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t,
        pointer_mode)
SETTING(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math_mode)
SETTING(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t,
        atomics_mode)

/* Nothing here needs one. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
                                     size_t size)
{
    (void)workspace, (void)size;
    return blas_handle(__func__, handle);
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    int version = 0;
    if (!value)
        return BLAS_BAD("the value's address is NULL");
    cudaRuntimeGetVersion(&version);
    *value = type == MAJOR_VERSION ? version / 1000 : 0;
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void)
{
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
    (void)handle;
    int major;
    if (!version)
        return BLAS_BAD("the version's address is NULL");
    cublasGetProperty(MAJOR_VERSION, &major);
    *version = major * 10000;
    return CUBLAS_STATUS_SUCCESS;
}

#define STATUSES(X)                                                            \
    X(SUCCESS, "success")                                                      \
    X(NOT_INITIALIZED, "the library was not initialized")                      \
    X(ALLOC_FAILED, "the resource allocation failed")                          \
    X(INVALID_VALUE, "an invalid value was used as an argument")               \
    X(ARCH_MISMATCH, "an absent device architectural feature is required")     \
    X(MAPPING_ERROR, "an access to GPU memory space failed")                   \
    X(EXECUTION_FAILED, "the function failed to launch on the GPU")            \
    X(INTERNAL_ERROR, "an internal operation failed")                          \
    X(NOT_SUPPORTED, "the functionality is not supported")                     \
    X(LICENSE_ERROR, "a license error was detected")

const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
#define X(name, text)                                                          \
    case CUBLAS_STATUS_##name: return "CUBLAS_STATUS_" #name;
        STATUSES(X)
#undef X
    }
    return "cublas unknown error";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    switch (status) {
#define X(name, text)                                                          \
    case CUBLAS_STATUS_##name: return text;
        STATUSES(X)
#undef X
    }
    return "cublas unknown error";
}

/* ---- copies between host and device -------------------------------------- */

struct picture {
    int64_t rows, columns, element;
    const void *from;
    int64_t from_leading;
    void *to;
    int64_t to_leading;
};

/* Without a stream it waits, as cudaMemcpy does. */
static cublasStatus_t copied(const char *function, struct picture p,
                             enum cudaMemcpyKind kind, bool waits,
                             cudaStream_t stream)
{
    if (p.rows < 0 || p.columns < 0 || p.element <= 0)
        return blas_bad(function, "%lld x %lld elements of %lld bytes",
                        (long long)p.rows, (long long)p.columns,
                        (long long)p.element);
    if (p.from_leading < p.rows || p.to_leading < p.rows)
        return blas_bad(function,
                        "the leading dimensions are %lld and %lld, and there "
                        "are %lld rows",
                        (long long)p.from_leading, (long long)p.to_leading,
                        (long long)p.rows);
    if (!p.rows || !p.columns)
        return CUBLAS_STATUS_SUCCESS;
    size_t width = (size_t)(p.rows * p.element);
    size_t from_pitch = (size_t)(p.from_leading * p.element);
    size_t to_pitch = (size_t)(p.to_leading * p.element);
    size_t columns = (size_t)p.columns;
    cudaError_t error =
        waits ? cudaMemcpy2D(p.to, to_pitch, p.from, from_pitch, width, columns,
                             kind)
              : cudaMemcpy2DAsync(p.to, to_pitch, p.from, from_pitch, width,
                                  columns, kind, stream);
    return error ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}

/* A vector with steps is a matrix of one row.  call: Set or Get. */
#define COPIES(call, SIZE, INT, kind)                                          \
    cublasStatus_t cublas##call##Vector##SIZE(                                 \
        INT n, INT element, const void *x, INT step_x, void *y, INT step_y)    \
    {                                                                          \
        struct picture p = {1, n, element, x, step_x, y, step_y};              \
        return copied(__func__, p, kind, true, NULL);                          \
    }                                                                          \
    cublasStatus_t cublas##call##VectorAsync##SIZE(                            \
        INT n, INT element, const void *x, INT step_x, void *y, INT step_y,    \
        cudaStream_t stream)                                                   \
    {                                                                          \
        struct picture p = {1, n, element, x, step_x, y, step_y};              \
        return copied(__func__, p, kind, false, stream);                       \
    }                                                                          \
    cublasStatus_t cublas##call##Matrix##SIZE(INT rows, INT columns,           \
                                              INT element, const void *a,      \
                                              INT lda, void *b, INT ldb)       \
    {                                                                          \
        struct picture p = {rows, columns, element, a, lda, b, ldb};           \
        return copied(__func__, p, kind, true, NULL);                          \
    }                                                                          \
    cublasStatus_t cublas##call##MatrixAsync##SIZE(                            \
        INT rows, INT columns, INT element, const void *a, INT lda, void *b,   \
        INT ldb, cudaStream_t stream)                                          \
    {                                                                          \
        struct picture p = {rows, columns, element, a, lda, b, ldb};           \
        return copied(__func__, p, kind, false, stream);                       \
    }
COPIES(Set, , int, cudaMemcpyHostToDevice)
COPIES(Get, , int, cudaMemcpyDeviceToHost)
COPIES(Set, _64, int64_t, cudaMemcpyHostToDevice)
COPIES(Get, _64, int64_t, cudaMemcpyDeviceToHost)
