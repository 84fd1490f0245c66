/*
 * cuda_runtime.h - CUDA C for clang and the emulated device.
 *
 * With it a .cu file needs nothing from NVIDIA.  A file in plain C gets the
 * Runtime API; CUDA C gets the language's built-in functions and variables as
 * well, and the calls of the API that take types.
 */
#ifndef EMU_CUDA_RUNTIME_H
#define EMU_CUDA_RUNTIME_H
#pragma GCC system_header

#include "cuda_runtime_api.h"
#include "host_defines.h"
#include "vector_functions.h"

#ifdef __CUDA__

/* What kernels call of the C library; clang turns printf into vprintf. */
extern "C" {
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...);
__device__ void *malloc(size_t size) __attribute__((malloc, nothrow));
__device__ void free(void *pointer) __attribute__((nothrow));
__device__ void __assertfail(const char *condition, const char *file,
                             unsigned line, const char *function,
                             size_t char_size) __attribute__((nothrow));
}
static __device__ __inline__ __attribute__((always_inline, nodebug)) void
__assert_fail(const char *condition, const char *file, unsigned line,
              const char *function)
{
    __assertfail(condition, file, line, function, sizeof(char));
}

/* new and delete in kernels (a virtual destructor refers to delete, too): clang
 * has them for CUDA in its wrapper of this header. */
#include <new>

/* Of what is 32 to clang nvcc does not know the value: a loop that it counts is
 * not unrolled.  Each read of it becomes one of the register (loops.awk). */
#define warpSize clang_warp_size
#include <__clang_cuda_builtin_vars.h>
#undef warpSize
#ifdef __CUDA_ARCH__
extern __device__ const int warpSize;
#else
__device__ const int warpSize = 32;
#endif

/* clang declares these conversions and leaves them to the library. */
#define EMU_CONVERSIONS(type)                                                \
    __device__ inline type::operator dim3() const { return dim3(x, y, z); }  \
    __device__ inline type::operator uint3() const { return {x, y, z}; }
EMU_CONVERSIONS(__cuda_builtin_threadIdx_t)
EMU_CONVERSIONS(__cuda_builtin_blockIdx_t)
EMU_CONVERSIONS(__cuda_builtin_blockDim_t)
EMU_CONVERSIONS(__cuda_builtin_gridDim_t)
#undef EMU_CONVERSIONS

#include "device_functions.h"
#include "device_atomic_functions.h"
#include "math_functions.h"
#include "texture_indirect_functions.h"
#include "surface_indirect_functions.h"

/* What clang calls for kernel<<<grid, block, shared, stream>>>(...). */
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                size_t shared_bytes = 0,
                                                void *stream = 0);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block,
                                         size_t shared_bytes = 0,
                                         cudaStream_t stream = 0);
#endif

/* ---- C++: pointers and symbols with their types -------------------------- */

#ifdef __cplusplus
#define EMU_API template <typename T> static inline cudaError_t

EMU_API cudaMalloc(T **p, size_t size)
{
    return ::cudaMalloc((void **)p, size);
}
EMU_API cudaMallocHost(T **p, size_t size, unsigned flags = 0)
{
    return ::cudaHostAlloc((void **)p, size, flags);
}
EMU_API cudaHostAlloc(T **p, size_t size, unsigned flags)
{
    return ::cudaHostAlloc((void **)p, size, flags);
}
EMU_API cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return ::cudaHostGetDevicePointer((void **)device, host, flags);
}
EMU_API cudaMallocManaged(T **p, size_t size,
                          unsigned flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)p, size, flags);
}
EMU_API cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)p, pitch, width, height);
}
EMU_API cudaMallocAsync(T **p, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)p, size, stream);
}
EMU_API cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
                           size_t offset = 0,
                           cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset,
                                kind);
}
EMU_API cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count,
                             size_t offset = 0,
                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset,
                                  kind);
}
EMU_API cudaMemcpyToSymbolAsync(const T &symbol, const void *src,
                                size_t count, size_t offset = 0,
                                cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count,
                                     offset, kind, stream);
}
EMU_API cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                                  size_t offset = 0,
                                  cudaMemcpyKind kind =
                                      cudaMemcpyDeviceToHost,
                                  cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count,
                                       offset, kind, stream);
}
EMU_API cudaGetSymbolAddress(void **p, const T &symbol)
{
    return ::cudaGetSymbolAddress(p, (const void *)&symbol);
}
EMU_API cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}
EMU_API cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **args,
                         size_t shared_bytes = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)function, grid, block, args,
                              shared_bytes, stream);
}
EMU_API cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block,
                                    void **args, size_t shared_bytes = 0,
                                    cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)function, grid, block,
                                         args, shared_bytes, stream);
}
EMU_API cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *function)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)function);
}
EMU_API cudaFuncSetAttribute(T *function, cudaFuncAttribute attribute,
                             int value)
{
    return ::cudaFuncSetAttribute((const void *)function, attribute, value);
}
EMU_API cudaFuncSetCacheConfig(T *function, cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)function, config);
}
EMU_API cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                      T function,
                                                      int block_size,
                                                      size_t shared_bytes)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, (const void *)function, block_size, shared_bytes);
}
EMU_API cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size,
                                           T function,
                                           size_t shared_bytes = 0,
                                           int limit = 0)
{
    int best = 0, multiprocessors = 0, blocks = 0;
    cudaError_t error = ::cudaDeviceGetAttribute(
        &multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    if (limit <= 0 || limit > 1024)
        limit = 1024;
    *min_grid = *block_size = 0;
    for (int size = limit; !error && size > 0; size -= size % 32 ? size % 32
                                                                 : 32) {
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, (const void *)function, size, shared_bytes);
        if (blocks * size > best) {
            best = blocks * size;
            *block_size = size;
            *min_grid = blocks * multiprocessors;
        }
    }
    return error;
}
/* The format of a T: cudaCreateChannelDesc<float4>(); none, of other types. */
template <typename T>
inline cudaChannelFormatDesc cudaCreateChannelDesc(void)
{
    return ::cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define EMU_FORMAT(T, x, y, z, w, kind)                                      \
    template <>                                                              \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<T>(void)              \
    {                                                                        \
        return ::cudaCreateChannelDesc(x, y, z, w,                           \
                                       cudaChannelFormatKind##kind);         \
    }
#define EMU_FORMATS(T, base, n, kind)                                        \
    EMU_FORMAT(T, n, 0, 0, 0, kind)                                          \
    EMU_FORMAT(base##1, n, 0, 0, 0, kind)                                    \
    EMU_FORMAT(base##2, n, n, 0, 0, kind)                                    \
    EMU_FORMAT(base##4, n, n, n, n, kind)
EMU_FORMAT(char, 8, 0, 0, 0, Signed)
EMU_FORMATS(signed char, char, 8, Signed)
EMU_FORMATS(unsigned char, uchar, 8, Unsigned)
EMU_FORMATS(short, short, 16, Signed)
EMU_FORMATS(unsigned short, ushort, 16, Unsigned)
EMU_FORMATS(int, int, 32, Signed)
EMU_FORMATS(unsigned int, uint, 32, Unsigned)
EMU_FORMATS(float, float, 32, Float)
#undef EMU_FORMATS
#undef EMU_FORMAT
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf(void)
{
    return ::cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}
/* The signatures of CUDA 11, with a node and words for what went wrong. */
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec,
                                               cudaGraph_t graph,
                                               cudaGraphNode_t * /* node */,
                                               char * /* log */, size_t)
{
    return ::cudaGraphInstantiate(exec, graph, 0);
}
static inline cudaError_t
cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                    cudaGraphNode_t *node, cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = ::cudaGraphExecUpdate(exec, graph, &info);
    if (node)
        *node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}
/* The signatures of CUDA 13, which name the place by kind and number. */
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t count,
                                               cudaMemLocation place,
                                               unsigned /* flags */,
                                               cudaStream_t stream = 0)
{
    return ::cudaMemPrefetchAsync(p, count, place.id, stream);
}
static inline cudaError_t cudaMemAdvise(const void *p, size_t count,
                                        cudaMemoryAdvise advice,
                                        cudaMemLocation place)
{
    return ::cudaMemAdvise(p, count, advice, place.id);
}
#undef EMU_API
#endif

#endif
