/*
 * symbol.c - the program's __device__ and __constant__ variables: copied, asked
 * for.
 *
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#include "copy.h"
#include "register.h"
#include "runtime.h"

static cudaError_t symbol_range(const void *symbol, size_t count, size_t offset,
                                uint8_t **place)
{
    struct device_variable v;
    cudaError_t error = register_variable(symbol, &v);
    if (error)
        return error;
    if (offset > v.size || count > v.size - offset) {
        api_finding("a copy goes past the end of a __device__ or "
                    "__constant__ variable",
                    api_text("it has %llu bytes, the copy %zu from byte %zu on",
                             (unsigned long long)v.size, count, offset)
                        .chars,
                    "");
        return cudaErrorInvalidValue;
    }
    *place = (uint8_t *)(uintptr_t)(v.address + offset);
    return cudaSuccess;
}

cudaError_t symbol_copy_to(struct copy *c, const void *symbol, const void *src,
                           size_t count, size_t offset,
                           enum cudaMemcpyKind kind)
{
    uint8_t *dst = NULL;
    if (!copy_to_device(kind) && kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    cudaError_t error = symbol_range(symbol, count, offset, &dst);
    *c = copy_line("cudaMemcpyToSymbol", dst, src, count, kind);
    return error;
}

cudaError_t symbol_copy_from(struct copy *c, void *dst, const void *symbol,
                             size_t count, size_t offset,
                             enum cudaMemcpyKind kind)
{
    uint8_t *src = NULL;
    if (!copy_from_device(kind) && kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    cudaError_t error = symbol_range(symbol, count, offset, &src);
    *c = copy_line("cudaMemcpyFromSymbol", dst, src, count, kind);
    return error;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src,
                               size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = symbol_copy_to(&c, symbol, src, count, offset, kind);
    return api_end(error ? error : copy_now(c));
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count,
                                 size_t offset, enum cudaMemcpyKind kind)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = symbol_copy_from(&c, dst, symbol, count, offset, kind);
    return api_end(error ? error : copy_now(c));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src,
                                    size_t count, size_t offset,
                                    enum cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = symbol_copy_to(&c, symbol, src, count, offset, kind);
    return api_end(error ? error : copy_in(stream, c));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol,
                                      size_t count, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    struct copy c;
    cudaError_t error = api_begin();
    if (!error)
        error = symbol_copy_from(&c, dst, symbol, count, offset, kind);
    return api_end(error ? error : copy_in(stream, c));
}

static cudaError_t symbol_address(void **pointer, const void *symbol)
{
    struct device_variable v;
    cudaError_t error =
        pointer ? register_variable(symbol, &v) : cudaErrorInvalidValue;
    if (!error)
        *pointer = (void *)(uintptr_t)v.address;
    return error;
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    API(symbol_address(pointer, symbol));
}

static cudaError_t symbol_size(size_t *size, const void *symbol)
{
    struct device_variable v;
    cudaError_t error =
        size ? register_variable(symbol, &v) : cudaErrorInvalidValue;
    if (!error)
        *size = (size_t)v.size;
    return error;
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    API(symbol_size(size, symbol));
}
