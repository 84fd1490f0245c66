/*
 * stream.c - what a launcher gives to the default stream goes to another one
 * while it is timed, so that a CUDA graph can be made of it: the legacy stream
 * cannot be captured.
 *
 * Idea: the linker gives these functions the calls of the launcher's file
 * (--wrap, RUNNER_WRAPS in harness.mk), and each passes its call on.  To wait
 * for the device while work is captured is nothing: nodes of a graph follow
 * each other anyway.
 * Guarantee: without runner_redirect, the very same call is made.
 */
#include <cuda_runtime_api.h>

#include "runner.h"

static cudaStream_t redirected;
static bool elsewhere; /* something went to a stream of the launcher's own */

void runner_redirect(cudaStream_t stream)
{
    redirected = stream;
    elsewhere = false;
}

cudaStream_t runner_stream(void)
{
    return redirected;
}

bool runner_all_redirected(void)
{
    return !elsewhere;
}

static cudaStream_t place_of(cudaStream_t stream)
{
    bool is_default = !stream || stream == cudaStreamLegacy ||
                      stream == cudaStreamPerThread || stream == redirected;
    if (!redirected)
        return stream;
    elsewhere |= !is_default;
    return is_default ? redirected : stream;
}

/* Where the linker was not asked, nothing is wrapped and none is called. */
#define REAL(name, ...)                                                        \
    cudaError_t __real_##name(__VA_ARGS__) __attribute__((weak));              \
    cudaError_t __wrap_##name(__VA_ARGS__);                                    \
    cudaError_t __wrap_##name(__VA_ARGS__)

REAL(cudaLaunchKernel, const void *function, struct dim3 grid,
     struct dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
    return __real_cudaLaunchKernel(function, grid, block, arguments, shared,
                                   place_of(stream));
}

/* What nvcc 13 makes of <<<>>>. */
REAL(__cudaLaunchKernel, void *kernel, struct dim3 grid, struct dim3 block,
     void **arguments, size_t shared, cudaStream_t stream)
{
    return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared,
                                     place_of(stream));
}

REAL(cudaLaunchCooperativeKernel, const void *function, struct dim3 grid,
     struct dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
    return __real_cudaLaunchCooperativeKernel(function, grid, block, arguments,
                                              shared, place_of(stream));
}

/* Of clusters, and other attributes. */
REAL(cudaLaunchKernelExC, const cudaLaunchConfig_t *config,
     const void *function, void **arguments)
{
    cudaLaunchConfig_t placed;
    if (!config)
        return __real_cudaLaunchKernelExC(config, function, arguments);
    placed = *config;
    placed.stream = place_of(config->stream);
    return __real_cudaLaunchKernelExC(&placed, function, arguments);
}

REAL(cudaMemsetAsync, void *at, int byte, size_t n, cudaStream_t stream)
{
    return __real_cudaMemsetAsync(at, byte, n, place_of(stream));
}

REAL(cudaMemset, void *at, int byte, size_t n)
{
    return redirected ? cudaMemsetAsync(at, byte, n, redirected)
                      : __real_cudaMemset(at, byte, n);
}

REAL(cudaMemcpyAsync, void *to, const void *from, size_t n,
     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return __real_cudaMemcpyAsync(to, from, n, kind, place_of(stream));
}

REAL(cudaDeviceSynchronize, void)
{
    return redirected ? cudaSuccess : __real_cudaDeviceSynchronize();
}

REAL(cudaStreamSynchronize, cudaStream_t stream)
{
    return place_of(stream) == redirected && redirected
               ? cudaSuccess
               : __real_cudaStreamSynchronize(stream);
}
