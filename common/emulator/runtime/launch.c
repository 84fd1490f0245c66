/*
 * launch.c - kernel<<<grid, block, shared, stream>>>(arguments).
 *
 * The compiler turns the brackets into a push of the configuration and a stub
 * that pops it and calls cudaLaunchKernel (clang from 14 on, nvcc to 12) or
 * __cudaLaunchKernel (nvcc 13); clang that knows of no CUDA version uses the
 * calls of CUDA 9, cudaConfigureCall, cudaSetupArgument and cudaLaunch.
 * Guarantee: a configuration the device refuses is refused before anything
 * runs, with CUDA's error and a finding that names the limit.
 * Source: CUDA Runtime API reference, "Execution Control".
 */
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "base/limits.h"
#include "clock.h"
#include "function.h"
#include "launch.h"
#include "register.h"
#include "stream.h"

/* ---- checks ------------------------------------------------------------- */

static cudaError_t refuse_launch(cudaError_t error,
                                 const struct device_kernel *kernel,
                                 struct text what, const char *hint)
{
    struct text title = api_text("launch of %.100s: %s", kernel->name,
                                 cudaGetErrorString(error));
    api_finding(title.chars, what.chars, hint);
    return error;
}

static cudaError_t check_grid(const struct device_kernel *kernel, dim3 g)
{
    if (!g.x || !g.y || !g.z)
        return refuse_launch(
            cudaErrorInvalidConfiguration, kernel,
            api_text("the grid is %u x %u x %u blocks", g.x, g.y, g.z),
            "a grid needs at least one block: round the division "
            "up, (n - 1) / threads + 1");
    if (g.x > MAX_GRID_X || g.y > MAX_GRID_Y || g.z > MAX_GRID_Z)
        return refuse_launch(
            cudaErrorInvalidConfiguration, kernel,
            api_text("the grid is %u x %u x %u blocks; at most %d x %d "
                     "x %d",
                     g.x, g.y, g.z, MAX_GRID_X, MAX_GRID_Y, MAX_GRID_Z),
            (g.x | g.y | g.z) > INT32_MAX
                ? "so many are a negative number: which size is smaller than "
                  "what is subtracted from it?"
                : "let x count most of the blocks, or each thread take "
                  "several elements in a loop");
    return cudaSuccess;
}

static cudaError_t check_block(const struct device_kernel *kernel, dim3 b)
{
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    if (!threads || b.x > MAX_BLOCK_X || b.y > MAX_BLOCK_Y ||
        b.z > MAX_BLOCK_Z || threads > MAX_BLOCK_THREADS)
        return refuse_launch(
            cudaErrorInvalidConfiguration, kernel,
            api_text("the block is %u x %u x %u = %llu threads", b.x, b.y, b.z,
                     (unsigned long long)threads),
            "a block has 1 to 1024 threads, at most 64 in z; between "
            "<<< and >>> the number of blocks comes first: for more "
            "threads, launch more blocks");
    if (threads > kernel->max_threads)
        return refuse_launch(
            cudaErrorInvalidValue, kernel,
            api_text("the block has %llu threads, the kernel's "
                     "__launch_bounds__ allow %u",
                     (unsigned long long)threads, kernel->max_threads),
            "launch with that many at most, or say more in "
            "__launch_bounds__(threads)");
    return cudaSuccess;
}

/* There is no call by which there may be more; ptxas does not compile it. */
static cudaError_t check_declared(const struct device_kernel *kernel)
{
    if (kernel->static_shared <= SHARED_BYTES)
        return cudaSuccess;
    return refuse_launch(
        cudaErrorInvalidValue, kernel,
        api_text("its __shared__ arrays that are declared with a size have %u "
                 "bytes together; they may have %d",
                 kernel->static_shared, SHARED_BYTES),
        "arrays declared with a size have at most 48 KiB together: make them "
        "smaller, or declare one extern, whose bytes the third launch "
        "argument gives");
}

static cudaError_t check_shared(const struct device_kernel *kernel,
                                size_t dynamic, uint32_t allowed)
{
    size_t most = allowed ? options()->gpu->block_shared_optin : SHARED_BYTES;
    if (kernel->static_shared + dynamic <= most &&
        (!allowed || dynamic <= allowed))
        return cudaSuccess;
    return refuse_launch(
        cudaErrorInvalidValue, kernel,
        api_text("%zu bytes of dynamic and %u of static shared memory; "
                 "the block may have %zu",
                 dynamic, kernel->static_shared,
                 allowed ? (size_t)allowed + kernel->static_shared : most),
        "the third launch argument is in bytes; more than 48 KiB "
        "takes cudaFuncSetAttribute(kernel, "
        "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)");
}

/* Blocks that wait for each other must all be on the device at once. */
static cudaError_t check_cooperative(const struct device_kernel *kernel,
                                     const struct configuration *c)
{
    uint64_t blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z;
    uint32_t threads = c->block.x * c->block.y * c->block.z;
    uint64_t most =
        (uint64_t)options()->gpu->multiprocessors *
        (uint64_t)function_resident_blocks(kernel, threads, c->shared_bytes);
    if (blocks <= most)
        return cudaSuccess;
    return refuse_launch(cudaErrorCooperativeLaunchTooLarge, kernel,
                         api_text("%llu blocks; %llu fit on the device at once",
                                  (unsigned long long)blocks,
                                  (unsigned long long)most),
                         "ask cudaOccupancyMaxActiveBlocksPerMultiprocessor");
}

static cudaError_t check(const struct device_kernel *kernel,
                         const struct configuration *c, uint32_t allowed)
{
    if (!stream_exists(c->stream))
        return refuse_launch(cudaErrorInvalidResourceHandle, kernel,
                             api_text("there is no such stream"),
                             "was it destroyed before, or never made by "
                             "cudaStreamCreate?");
    cudaError_t error = check_grid(kernel, c->grid);
    if (!error)
        error = check_block(kernel, c->block);
    if (!error)
        error = check_declared(kernel);
    if (!error)
        error = check_shared(kernel, c->shared_bytes, allowed);
    if (!error && c->cooperative)
        error = check_cooperative(kernel, c);
    return error;
}

/* ---- running ------------------------------------------------------------ */

/* After a fault nothing runs, and the launch itself still succeeds: the host
 * learns of it when it synchronises.  A device that lacks what a launch takes
 * refuses it at once. */
static cudaError_t run(const struct device_kernel *kernel,
                       const struct configuration *c, const void *params)
{
    if (api_faulted())
        return cudaSuccess;
    struct device_launch launch = {
        .code = kernel->code,
        .grid = {c->grid.x, c->grid.y, c->grid.z},
        .block = {c->block.x, c->block.y, c->block.z},
        .dynamic_shared = (uint32_t)c->shared_bytes,
        .params = params,
        .param_bytes = kernel->param_bytes,
        .cooperative = c->cooperative,
    };
    double busy_ms = 0;
    cudaError_t error = device_launch(&launch, &busy_ms);
    if (error == cudaErrorLaunchOutOfResources)
        return error;
    clock_add_launch(busy_ms);
    if (error)
        api_fault(error);
    return cudaSuccess;
}

static cudaError_t run_kernel(const struct work *w)
{
    const struct kernel_work *work = (const struct kernel_work *)w;
    const struct device_kernel *kernel = work->kernel;
    /* Aligned for the largest parameter, and never of size 0. */
    uint8_t *params = calloc(1, (size_t)kernel->param_bytes + 16);
    if (!params)
        return cudaErrorMemoryAllocation;
    for (uint32_t i = 0; i < kernel->param_count; i++)
        memcpy(params + kernel->params[i].offset, work->args[i],
               kernel->params[i].size);
    cudaError_t error = run(kernel, &work->configuration, params);
    free(params);
    return error;
}

/* The arguments are copied. */
static bool clone_kernel(struct work *copy)
{
    struct kernel_work *work = (struct kernel_work *)copy;
    const struct device_kernel *kernel = work->kernel;
    size_t pointers = (kernel->param_count + 1) * sizeof(void *);
    void **args = malloc(pointers + kernel->param_bytes);
    uint8_t *values = (uint8_t *)args + pointers;
    for (uint32_t i = 0; args && i < kernel->param_count; i++) {
        args[i] = values + kernel->params[i].offset;
        memcpy(args[i], work->args[i], kernel->params[i].size);
    }
    work->args = args;
    return args != NULL;
}

static void clear_kernel(struct work *copy)
{
    free(((struct kernel_work *)copy)->args);
}

const struct work_kind kernel_kind = {cudaGraphNodeTypeKernel,
                                      "a launch into the default stream",
                                      sizeof(struct kernel_work),
                                      run_kernel,
                                      clone_kernel,
                                      clear_kernel,
                                      work_may_wait,
                                      NULL};

cudaError_t kernel_prepare(struct kernel_work *work, const void *function,
                           struct configuration c, void **args)
{
    struct function *f;
    cudaError_t error = register_kernel(function, &f);
    if (!error)
        error = check(&f->kernel, &c, f->max_dynamic);
    if (error)
        return error;
    const struct device_kernel *kernel = &f->kernel;
    for (uint32_t i = 0; i < kernel->param_count; i++)
        if (!args || !args[i])
            return cudaErrorInvalidValue;
    *work = (struct kernel_work){{&kernel_kind, 0}, function, kernel, c, args};
    return cudaSuccess;
}

/* Where the <<< >>> stands whose stub launches next; NULL: a call of the
 * program's own. */
static _Thread_local const void *popped_from;

static cudaError_t launch_configured(const void *function,
                                     struct configuration c, void **args)
{
    struct kernel_work work;
    call_launch(popped_from);
    popped_from = NULL;
    cudaError_t error = kernel_prepare(&work, function, c, args);
    return error ? error : stream_submit(c.stream, &work.work);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                             void **args, size_t shared_bytes,
                             cudaStream_t stream)
{
    API(launch_configured(
        function,
        (struct configuration){grid, block, shared_bytes, stream, false},
        args));
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                        dim3 block, void **args,
                                        size_t shared_bytes,
                                        cudaStream_t stream)
{
    API(launch_configured(
        function,
        (struct configuration){grid, block, shared_bytes, stream, true}, args));
}

static cudaError_t launch_ex(const cudaLaunchConfig_t *config,
                             const void *function, void **args)
{
    if (!config || (config->numAttrs && !config->attrs))
        return cudaErrorInvalidValue;
    struct configuration c = {config->gridDim, config->blockDim,
                              config->dynamicSmemBytes, config->stream, false};
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *a = &config->attrs[i];
        if (a->id == cudaLaunchAttributeCooperative)
            c.cooperative = a->val.cooperative != 0;
        if (a->id == cudaLaunchAttributeClusterDimension &&
            (a->val.clusterDim.x > 1 || a->val.clusterDim.y > 1 ||
             a->val.clusterDim.z > 1)) {
            api_finding("thread block clusters are not supported on the "
                        "emulated device",
                        "", "");
            return cudaErrorNotSupported;
        }
    }
    return launch_configured(function, c, args);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *function, void **args)
{
    API(launch_ex(config, function, args));
}

/* ---- the stubs of nvcc and clang ---------------------------------------- */

/* A thread's pending <<< >>>; nested when an argument launches in turn. */
enum { PENDING = 16 };
static _Thread_local struct {
    struct configuration configuration;
    const void *from;
} pending[PENDING];
static _Thread_local unsigned pending_count;

static unsigned push(struct configuration c, const void *from)
{
    if (pending_count == PENDING)
        return 1; /* the stub is not called */
    pending[pending_count].configuration = c;
    pending[pending_count++].from = from;
    return 0;
}

static const struct configuration *pop(void)
{
    if (!pending_count)
        return NULL;
    popped_from = pending[--pending_count].from;
    return &pending[pending_count].configuration;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                     void *stream)
{
    return push(
        (struct configuration){grid, block, shared_bytes, stream, false},
        __builtin_return_address(0));
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block,
                                       size_t *shared_bytes, void *stream)
{
    const struct configuration *c = pop();
    if (!c)
        return cudaErrorMissingConfiguration;
    *grid = c->grid;
    *block = c->block;
    *shared_bytes = c->shared_bytes;
    *(cudaStream_t *)stream = c->stream;
    return cudaSuccess;
}

/* nvcc 13: a kernel's handle is the address of its host stub. */
cudaError_t __cudaGetKernel(cudaKernel_t *handle, const void *function)
{
    *handle = (cudaKernel_t)(uintptr_t)function;
    return cudaSuccess;
}

/* CUDA 13 calls a wrong configuration an invalid argument; measured. */
static cudaError_t launch_13(const void *function, struct configuration c,
                             void **args)
{
    cudaError_t error = launch_configured(function, c, args);
    return error == cudaErrorInvalidConfiguration ? cudaErrorInvalidValue
                                                  : error;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 block,
                               void **args, size_t shared_bytes,
                               cudaStream_t stream)
{
    API(launch_13(
        handle,
        (struct configuration){grid, block, shared_bytes, stream, false},
        args));
}

/* CUDA 9: arguments are stored one by one, each at its place. */
enum { STORED_BYTES = 4096 };
static _Thread_local uint8_t stored[STORED_BYTES];

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes,
                              cudaStream_t stream)
{
    return push(
               (struct configuration){grid, block, shared_bytes, stream, false},
               __builtin_return_address(0))
               ? cudaErrorMissingConfiguration
               : cudaSuccess;
}

cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset)
{
    if (offset > sizeof stored || size > sizeof stored - offset)
        return cudaErrorInvalidValue;
    memcpy(stored + offset, arg, size);
    return cudaSuccess;
}

static cudaError_t launch_stored(const void *function)
{
    struct function *f;
    void *args[STORED_BYTES];
    const struct configuration *c = pop();
    if (!c)
        return cudaErrorMissingConfiguration;
    cudaError_t error = register_kernel(function, &f);
    if (!error && f->kernel.param_bytes > sizeof stored)
        error = cudaErrorInvalidValue;
    for (uint32_t i = 0; !error && i < f->kernel.param_count; i++)
        args[i] = stored + f->kernel.params[i].offset;
    return error ? error : launch_configured(function, *c, args);
}

cudaError_t cudaLaunch(const void *function)
{
    API(launch_stored(function));
}
