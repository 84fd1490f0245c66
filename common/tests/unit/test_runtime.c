/*
 * test_runtime.c - the CUDA Runtime API: copies, launches, errors.
 *
 * The program registers PTX as clang's start-up code does.  The errors expected
 * are those that the same calls gave on an NVIDIA H200 with CUDA 13.0; where
 * CUDA 12 differs (cudaErrorInvalidConfiguration, cudaErrorInvalidDevice-
 * Function), those its reference documents.
 */
#include "cuda_runtime_api.h"
#include "base/limits.h"
#include "memory/memory.h"
#include "runtime/handles.h"
#include "tell/finding.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* p[i] = i * factor + (int)scale for i < n; a trap; an atomic increment; a
 * store through p + 1 byte; more shared memory than can be declared. */
static const char ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .global .align 4 .u32 counter;\n"
    ".visible .const .align 4 .u32 factor = 3;\n"
    ".visible .entry fill(.param .u64 p, .param .u32 n, .param .f64 scale)\n"
    "{ .reg .pred %q; .reg .b32 %r<8>; .reg .b64 %a<3>; .reg .f64 %d;\n"
    "ld.param.u32 %r3, [n]; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ntid.x;\n"
    "mov.u32 %r6, %tid.x; mad.lo.s32 %r1, %r4, %r5, %r6;\n"
    "setp.ge.s32 %q, %r1, %r3; @%q bra END;\n"
    "ld.param.u64 %a2, [p]; ld.param.f64 %d, [scale];\n"
    "mul.wide.s32 %a1, %r1, 4; add.s64 %a1, %a2, %a1;\n"
    "cvt.rzi.s32.f64 %r2, %d; ld.const.u32 %r7, [factor];\n"
    "mad.lo.s32 %r2, %r7, %r1, %r2; st.global.u32 [%a1], %r2;\n"
    "END: ret; }\n"
    ".visible .entry die() { trap; ret; }\n"
    ".visible .entry tick() { .reg .b32 %r; .reg .b64 %a;\n"
    "mov.u64 %a, counter; atom.global.add.u32 %r, [%a], 1; ret; }\n"
    ".visible .entry crooked(.param .u64 p) { .reg .b64 %a;\n"
    "ld.param.u64 %a, [p]; add.s64 %a, %a, 1; st.global.u32 [%a], 0; ret; }\n"
    ".visible .entry endless() { L: bra L; }\n"
    ".visible .entry wide() { .shared .align 4 .b8 much[49156];\n"
    ".reg .b32 %r; ld.shared.u32 %r, [much]; ret; }\n"
    ".visible .entry narrow() .maxntid 64, 1, 1 { ret; }\n"
    ".extern .func (.param .b64 place) malloc(.param .b64 bytes);\n"
    ".visible .entry hoard(.param .u64 to) { .reg .b64 %a<3>;\n"
    "{ .param .b64 bytes; .param .b64 place;\n"
    "st.param.b64 [bytes], 6000000; call.uni (place), malloc, (bytes);\n"
    "ld.param.b64 %a1, [place]; }\n"
    "ld.param.u64 %a2, [to]; st.global.u64 [%a2], %a1; ret; }\n";

static const struct {
    uint32_t magic, version;
    const void *data;
    void *unused;
} wrapper = {0x466243b1, 1, ptx, NULL};

void **__cudaRegisterFatBinary(const void *wrapper_);
void __cudaRegisterFunction(void **handle, const void *host, char *device,
                            const char *name, int limit, void *a, void *b,
                            void *c, void *d, int *e);
void __cudaRegisterVar(void **handle, const void *host, char *device,
                       const char *name, int external, size_t size,
                       int constant, int global);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     void *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                       void *stream);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                               void **args, size_t shared, cudaStream_t stream);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared,
                              cudaStream_t stream);
cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset);
cudaError_t cudaLaunch(const void *function);

/* Their addresses stand for the kernels and variables. */
static const char fill, die, tick, crooked, endless, narrow, hoard, wide,
    missing;
static const char counter, factor;

static void start_up(void)
{
    static const struct {
        const char *host, *name;
    } kernels[] = {{&fill, "fill"},       {&die, "die"},
                   {&tick, "tick"},       {&crooked, "crooked"},
                   {&endless, "endless"}, {&narrow, "narrow"},
                   {&hoard, "hoard"},     {&wide, "wide"}};
    void **handle = __cudaRegisterFatBinary(&wrapper);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        __cudaRegisterFunction(handle, kernels[i].host, NULL, kernels[i].name,
                               -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterVar(handle, &counter, NULL, "counter", 0, 4, 0, 0);
    __cudaRegisterVar(handle, &factor, NULL, "factor", 0, 4, 1, 0);
}

static const dim3 one = {1, 1, 1};

static void *device_alloc(size_t size)
{
    void *p = NULL;
    assert_int_equal(cudaMalloc(&p, size), cudaSuccess);
    assert_non_null(p);
    return p;
}

static cudaError_t launch0(const void *kernel, dim3 grid, dim3 block,
                           size_t shared)
{
    return cudaLaunchKernel(kernel, grid, block, NULL, shared, NULL);
}

/* ---- memory ------------------------------------------------------------- */

static void copies_arrive(void **state)
{
    (void)state;
    int in[100], out[100] = {0};
    for (int i = 0; i < 100; i++)
        in[i] = 7 * i;
    int *a = device_alloc(sizeof in), *b = device_alloc(sizeof in);
    assert_int_equal(cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice), 0);
    assert_int_equal(cudaMemcpy(b, a, sizeof in, cudaMemcpyDeviceToDevice), 0);
    assert_int_equal(cudaMemcpy(out, b, sizeof out, cudaMemcpyDefault), 0);
    assert_memory_equal(in, out, sizeof in);
    assert_int_equal(cudaMemset(b + 1, 0xff, 4), 0);
    assert_int_equal(cudaMemcpy(out, b, 12, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], -1);
    assert_int_equal(out[2], 14);
    assert_int_equal(cudaFree(a), 0);
    assert_int_equal(cudaFree(b), 0);
    assert_int_equal(cudaFree(NULL), 0);
}

static void rows_are_copied_with_their_pitch(void **state)
{
    (void)state;
    char in[3][5] = {"abcd", "efgh", "ijkl"}, out[3][4];
    void *p;
    size_t pitch;
    assert_int_equal(cudaMallocPitch(&p, &pitch, 5, 3), 0);
    assert_true(pitch >= 5 && pitch % 32 == 0);
    assert_int_equal(cudaMemset2D(p, pitch, 'x', 5, 3), 0);
    assert_int_equal(
        cudaMemcpy2D(p, pitch, in, 5, 3, 3, cudaMemcpyHostToDevice), 0);
    assert_int_equal(
        cudaMemcpy2D(out, 4, p, pitch, 4, 3, cudaMemcpyDeviceToHost), 0);
    assert_memory_equal(out, "abcxefgxijkx", 12);
    assert_int_equal(
        cudaMemcpy2D(out, 2, p, pitch, 4, 3, cudaMemcpyDeviceToHost),
        cudaErrorInvalidPitchValue);
    assert_int_equal(cudaFree(p), 0);
}

/* The box of 2 x 2 x 2 bytes from (1, 1, 1) of 4 x 3 x 3 on. */
static void boxes_are_copied_and_filled(void **state)
{
    (void)state;
    char in[36], out[2][2][2];
    for (int i = 0; i < 36; i++)
        in[i] = (char)i;
    struct cudaExtent whole = {4, 3, 3}, part = {2, 2, 2};
    struct cudaPitchedPtr p, host = {in, 4, 4, 3};
    assert_int_equal(cudaMalloc3D(&p, whole), 0);
    assert_true(p.pitch >= 4 && p.xsize == 4 && p.ysize == 3);
    struct cudaMemcpy3DParms up = {.srcPtr = host,
                                   .dstPtr = p,
                                   .extent = whole,
                                   .kind = cudaMemcpyHostToDevice};
    assert_int_equal(cudaMemcpy3D(&up), 0);
    struct cudaPitchedPtr corner = p;
    corner.ptr = (char *)p.ptr + 2 * 3 * p.pitch;
    assert_int_equal(
        cudaMemset3DAsync(corner, 99, make_cudaExtent(2, 2, 1), NULL), 0);
    struct cudaMemcpy3DParms down = {.srcPtr = p,
                                     .srcPos = make_cudaPos(1, 1, 1),
                                     .dstPtr =
                                         make_cudaPitchedPtr(out, 2, 2, 2),
                                     .extent = part,
                                     .kind = cudaMemcpyDeviceToHost};
    assert_int_equal(cudaMemcpy3DAsync(&down, NULL), 0);
    const char expected[] = {17, 18, 21, 22, 99, 30, 33, 34};
    assert_memory_equal(out, expected, 8);
    down.extent.height = 3; /* than out's slices have */
    assert_int_equal(cudaMemcpy3D(&down), cudaErrorInvalidPitchValue);
    down.extent = make_cudaExtent(2, 2, 3); /* than p has from z = 1 on */
    assert_int_equal(cudaMemcpy3D(&down), cudaErrorInvalidValue);
    down.extent = part;
    down.srcPos.x = SIZE_MAX / 2; /* where the device has no addresses */
    down.kind = cudaMemcpyDefault;
    assert_int_equal(cudaMemcpy3D(&down), cudaErrorInvalidValue);
    down.srcPtr.ptr = NULL;
    assert_int_equal(cudaMemcpy3D(&down), cudaErrorInvalidValue);
    assert_int_equal(cudaFree(p.ptr), 0);
}

static void wrong_copies_are_refused(void **state)
{
    (void)state;
    char host[100] = {0};
    char *a = device_alloc(100);
    assert_int_equal(cudaMemcpy(host, host, 100, cudaMemcpyHostToDevice), 1);
    assert_int_equal(cudaMemcpy(a, host, 100, cudaMemcpyDeviceToHost), 1);
    assert_int_equal(cudaMemcpy(NULL, host, 100, cudaMemcpyHostToDevice), 1);
    assert_int_equal(cudaMemcpy(a, host, 100, (enum cudaMemcpyKind)9),
                     cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaMemcpy(a + 1, host, 100, cudaMemcpyHostToDevice), 1);
    assert_int_equal(cudaMemset(host, 0, 100), 1);
    assert_int_equal(cudaFree(host), 1);
    assert_int_equal(cudaFree(a + 1), 1);
    assert_int_equal(cudaFreeHost(a), 1);
    assert_int_equal(cudaFree(a), 0);
    assert_int_equal(cudaFree(a), 1);
    assert_int_equal(cudaMemcpy(host, a, 100, cudaMemcpyDeviceToHost), 1);
    assert_int_equal(cudaMemcpy(NULL, NULL, 0, cudaMemcpyHostToDevice), 0);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

/* Addresses are unified: a device pointer where kind says host is copied by
 * where it leads; a host pointer where kind says device is refused. */
static void kinds_may_be_wrong_on_the_hosts_side_only(void **state)
{
    (void)state;
    static const struct {
        bool dst_device, src_device;
        enum cudaMemcpyKind kind;
        cudaError_t expected;
    } cases[] = {
        {true, true, cudaMemcpyHostToDevice, 0},
        {true, true, cudaMemcpyDeviceToHost, 0},
        {true, true, cudaMemcpyHostToHost, 0},
        {false, true, cudaMemcpyHostToHost, 0},
        {true, false, cudaMemcpyHostToHost, 0},
        {false, false, cudaMemcpyDefault, 0},
        {false, false, cudaMemcpyDeviceToDevice, 1},
        {false, false, cudaMemcpyDeviceToHost, 1},
        {false, false, cudaMemcpyHostToDevice, 1},
        {false, true, cudaMemcpyDeviceToDevice, 1},
        {false, true, cudaMemcpyHostToDevice, 1},
        {true, false, cudaMemcpyDeviceToDevice, 1},
        {true, false, cudaMemcpyDeviceToHost, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int host[2] = {0, 7}, got = 0;
        int *a = device_alloc(4), *b = device_alloc(4);
        assert_int_equal(cudaMemcpy(b, &host[1], 4, cudaMemcpyHostToDevice), 0);
        assert_int_equal(cudaMemset(a, 0, 4), 0);
        int *dst = cases[i].dst_device ? a : &host[0];
        int *src = cases[i].src_device ? b : &host[1];
        assert_int_equal(cudaMemcpy(dst, src, 4, cases[i].kind),
                         cases[i].expected);
        assert_int_equal(cudaMemcpy(&got, dst, 4, cudaMemcpyDefault), 0);
        assert_int_equal(got, cases[i].expected ? 0 : 7);
        cudaFree(a);
        cudaFree(b);
    }
    cudaGetLastError();
}

/* The host could not follow such a pointer either. */
static void no_copy_leaves_the_device(void **state)
{
    (void)state;
    char host[16] = {0}, *a = device_alloc(16);
    assert_int_equal(cudaMemcpy(host, a + 16, 16, cudaMemcpyDefault), 1);
    assert_int_equal(cudaMemcpy(a + 16, host, 16, cudaMemcpyDefault), 1);
    assert_int_equal(cudaMemcpy(a + 16, a, 16, cudaMemcpyDeviceToHost), 1);
    assert_int_equal(cudaMemcpy(a + (1 << 30), host, 1, cudaMemcpyHostToHost),
                     1);
    assert_int_equal(cudaMemcpy(host, a - 100, 1, cudaMemcpyDefault), 1);
    cudaGetLastError();
    cudaFree(a);
}

static void memory_runs_out(void **state)
{
    (void)state;
    size_t free_bytes, total;
    void *p = &p;
    assert_int_equal(cudaMemGetInfo(&free_bytes, &total), 0);
    assert_true(free_bytes > 0 && free_bytes <= total);
    assert_int_equal(cudaMalloc(&p, total + 1), cudaErrorMemoryAllocation);
    assert_null(p);
    assert_int_equal(cudaMalloc(&p, (size_t)-1), cudaErrorMemoryAllocation);
    assert_int_equal(cudaGetLastError(), cudaErrorMemoryAllocation);
    assert_int_equal(cudaMalloc(&p, 0), cudaSuccess);
    assert_null(p);
    assert_int_equal(cudaMalloc(NULL, 4), cudaErrorInvalidValue);
    cudaGetLastError();
}

/* Pinned and managed memory has one address on both sides. */
static void host_and_kernel_share_memory(void **state)
{
    (void)state;
    int *pinned, *managed, *device, n = 40;
    double scale = 5;
    assert_int_equal(cudaHostAlloc((void **)&pinned, 160, cudaHostAllocMapped),
                     0);
    assert_int_equal(
        cudaMallocManaged((void **)&managed, 160, cudaMemAttachGlobal), 0);
    assert_int_equal(cudaHostGetDevicePointer((void **)&device, pinned, 0), 0);
    int *both[] = {device, managed};
    for (int i = 0; i < 2; i++) {
        void *args[] = {&both[i], &n, &scale};
        assert_int_equal(cudaLaunchKernel(&fill, (dim3){2, 1, 1},
                                          (dim3){32, 1, 1}, args, 0, NULL),
                         0);
    }
    assert_int_equal(cudaDeviceSynchronize(), 0);
    assert_int_equal(pinned[39], 39 * 3 + 5);
    assert_int_equal(managed[39], 39 * 3 + 5);
    struct cudaPointerAttributes a;
    assert_int_equal(cudaPointerGetAttributes(&a, managed + 3), 0);
    assert_int_equal(a.type, cudaMemoryTypeManaged);
    assert_int_equal(cudaPointerGetAttributes(&a, pinned), 0);
    assert_int_equal(a.type, cudaMemoryTypeHost);
    assert_int_equal(cudaPointerGetAttributes(&a, &a), 0);
    assert_int_equal(a.type, cudaMemoryTypeUnregistered);
    assert_int_equal(cudaFreeHost(pinned), 0);
    assert_int_equal(cudaFree(managed), 0);
}

static void variables(void **state)
{
    (void)state;
    int value = 10, got = 0;
    size_t size;
    void *address;
    assert_int_equal(cudaGetSymbolSize(&size, &counter), 0);
    assert_int_equal(size, 4);
    assert_int_equal(cudaGetSymbolAddress(&address, &counter), 0);
    assert_int_equal(
        cudaMemcpyToSymbol(&counter, &value, 4, 0, cudaMemcpyHostToDevice), 0);
    assert_int_equal(launch0(&tick, (dim3){3, 1, 1}, (dim3){5, 1, 1}, 0), 0);
    assert_int_equal(
        cudaMemcpyFromSymbol(&got, &counter, 4, 0, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(got, 25);
    assert_int_equal(cudaMemcpy(&got, address, 4, cudaMemcpyDefault), 0);
    assert_int_equal(got, 25);
    assert_int_equal(
        cudaMemcpyFromSymbol(&got, &factor, 4, 0, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(got, 3);
    assert_int_equal(
        cudaMemcpyToSymbol(&counter, &value, 4, 1, cudaMemcpyHostToDevice), 1);
    assert_int_equal(cudaGetSymbolSize(&size, &missing),
                     cudaErrorInvalidSymbol);
    cudaGetLastError();
}

/* ---- launches ----------------------------------------------------------- */

static void assert_filled(const int *device, int n, int scale)
{
    int *host = malloc((size_t)n * sizeof *host);
    assert_int_equal(cudaMemcpy(host, device, (size_t)n * sizeof *host,
                                cudaMemcpyDeviceToHost),
                     0);
    for (int i = 0; i < n; i++)
        assert_int_equal(host[i], 3 * i + scale);
    free(host);
}

/* The calls of nvcc 13, of nvcc 12 and clang, and of clang without CUDA. */
static void every_way_to_launch(void **state)
{
    (void)state;
    int n = 100, *p = device_alloc(400);
    double scale = 1;
    void *args[] = {&p, &n, &scale};
    dim3 grid = {4, 1, 1}, block = {32, 1, 1}, popped_grid, popped_block;
    size_t shared;
    cudaStream_t stream;
    assert_int_equal(__cudaPushCallConfiguration(grid, block, 16, NULL), 0);
    assert_int_equal(__cudaPopCallConfiguration(&popped_grid, &popped_block,
                                                &shared, &stream),
                     0);
    assert_int_equal(shared, 16);
    assert_int_equal(cudaLaunchKernel(&fill, popped_grid, popped_block, args,
                                      shared, stream),
                     0);
    assert_filled(p, n, 1);

    cudaKernel_t handle;
    scale = 2;
    assert_int_equal(__cudaGetKernel(&handle, &fill), 0);
    assert_int_equal(__cudaLaunchKernel(handle, grid, block, args, 0, NULL), 0);
    assert_filled(p, n, 2);

    scale = 3;
    assert_int_equal(cudaConfigureCall(grid, block, 0, NULL), 0);
    assert_int_equal(cudaSetupArgument(&p, sizeof p, 0), 0);
    assert_int_equal(cudaSetupArgument(&n, sizeof n, 8), 0);
    assert_int_equal(cudaSetupArgument(&scale, sizeof scale, 16), 0);
    assert_int_equal(cudaLaunch(&fill), 0);
    assert_filled(p, n, 3);

    scale = 4;
    cudaLaunchConfig_t config = {.gridDim = grid, .blockDim = block};
    assert_int_equal(cudaLaunchKernelExC(&config, &fill, args), 0);
    assert_filled(p, n, 4);
    assert_int_equal(cudaFree(p), 0);
}

/* Refused, remembered once, and the device goes on. */
static void assert_refused(cudaError_t got, cudaError_t expected)
{
    assert_int_equal(got, expected);
    assert_int_equal(cudaPeekAtLastError(), expected);
    assert_int_equal(cudaGetLastError(), expected);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
}

static void bad_configurations(void **state)
{
    (void)state;
    cudaError_t configuration = cudaErrorInvalidConfiguration;
    assert_refused(launch0(&tick, one, (dim3){1025, 1, 1}, 0), configuration);
    assert_refused(launch0(&tick, one, (dim3){32, 33, 1}, 0), configuration);
    assert_refused(launch0(&tick, one, (dim3){1, 1, 65}, 0), configuration);
    assert_refused(launch0(&tick, one, (dim3){0, 1, 1}, 0), configuration);
    assert_refused(launch0(&tick, (dim3){0, 1, 1}, one, 0), configuration);
    assert_refused(launch0(&tick, (dim3){1, 65536, 1}, one, 0), configuration);
    assert_refused(launch0(&tick, one, one, 48 * 1024 + 1),
                   cudaErrorInvalidValue);
    assert_refused(launch0(&missing, one, one, 0),
                   cudaErrorInvalidDeviceFunction);
    assert_refused(launch0(NULL, one, one, 0), cudaErrorInvalidDeviceFunction);
    cudaKernel_t handle;
    assert_int_equal(__cudaGetKernel(&handle, &tick), 0);
    assert_refused(
        __cudaLaunchKernel(handle, one, (dim3){1025, 1, 1}, NULL, 0, NULL),
        cudaErrorInvalidValue);
    assert_int_equal(launch0(&narrow, one, (dim3){64, 1, 1}, 0), 0);
    assert_refused(launch0(&narrow, one, (dim3){65, 1, 1}, 0),
                   cudaErrorInvalidValue);
}

static void more_shared_memory_must_be_asked_for(void **state)
{
    (void)state;
    enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    assert_int_equal(cudaFuncSetAttribute(&tick, most, 100 * 1024), 0);
    assert_int_equal(launch0(&tick, one, one, 100 * 1024), 0);
    assert_int_equal(cudaFuncSetAttribute(&wide, most, 100 * 1024), 0);
    assert_refused(launch0(&wide, one, one, 0), cudaErrorInvalidValue);
    assert_refused(launch0(&tick, one, one, 100 * 1024 + 1),
                   cudaErrorInvalidValue);
    assert_refused(cudaFuncSetAttribute(&tick, most, 228 * 1024),
                   cudaErrorInvalidValue);
    int blocks;
    assert_int_equal(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                         &blocks, &tick, 256, 100 * 1024),
                     0);
    assert_int_equal(blocks, 2);
    assert_int_equal(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &tick, 1024, 0),
        0);
    assert_int_equal(blocks, 2);
    assert_int_equal(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &tick, 32, 0),
        0);
    assert_int_equal(blocks, 32);
}

static void blocks_that_wait_for_each_other_must_fit(void **state)
{
    (void)state;
    dim3 full = {2 * 132, 1, 1}, more = {2 * 132 + 1, 1, 1};
    dim3 block = {1024, 1, 1};
    assert_int_equal(
        cudaLaunchCooperativeKernel(&tick, full, block, NULL, 0, NULL), 0);
    assert_refused(
        cudaLaunchCooperativeKernel(&tick, more, block, NULL, 0, NULL),
        cudaErrorCooperativeLaunchTooLarge);
}

/* Refused once, by every launch, and the other code goes on. */
static void code_that_cannot_be_read(void **state)
{
    (void)state;
    static const char bad_ptx[] =
        ".version 7.0\n.target sm_70\n.address_size 64\n"
        ".visible .entry wrong() { add.s32; // no end\n";
    static const struct {
        uint32_t magic, version;
        const void *data;
        void *unused;
    } bad = {0x466243b1, 1, bad_ptx, NULL};
    static const char wrong;
    void **handle = __cudaRegisterFatBinary(&bad);
    __cudaRegisterFunction(handle, &wrong, NULL, "wrong", -1, NULL, NULL, NULL,
                           NULL, NULL);
    uint64_t before = diagnostics_errors();
    assert_refused(launch0(&wrong, one, one, 0), cudaErrorInvalidPtx);
    assert_refused(launch0(&wrong, one, one, 0), cudaErrorInvalidPtx);
    assert_int_equal(diagnostics_errors() - before, 1);
    assert_int_equal(launch0(&tick, one, one, 0), 0);
}

/* ---- faults ------------------------------------------------------------- */

/* The launch succeeds; the synchronisation tells; then every call does, and a
 * reset does not bring the device back.  Each in a process of its own. */
static bool is_fault(const void *kernel, void **args, cudaError_t fault)
{
    void *p, *q = device_alloc(4);
    int count, width;
    bool before = !cudaLaunchKernel(kernel, one, one, args, 0, NULL) &&
                  !cudaGetLastError() && !launch0(&tick, one, one, 0) &&
                  !cudaMemcpyAsync(q, &count, 4, cudaMemcpyHostToDevice, NULL);
    bool told = cudaDeviceSynchronize() == fault &&
                cudaGetLastError() == fault && !cudaGetLastError();
    bool sticky = cudaMalloc(&p, 4) == fault && cudaFree(q) == fault &&
                  launch0(&tick, one, one, 0) == fault &&
                  cudaDeviceSynchronize() == fault;
    bool answers = !cudaGetDeviceCount(&count) &&
                   !cudaDeviceGetAttribute(&width, cudaDevAttrWarpSize, 0);
    bool lost = !cudaDeviceReset() &&
                cudaMalloc(&p, 4) == cudaErrorDevicesUnavailable &&
                cudaDeviceSynchronize() == cudaErrorDevicesUnavailable;
    return before && told && sticky && answers && lost;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* In a process of its own, whose malloc() has nothing left. */
static bool exhaustion_is_told(void)
{
    static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                              ".visible .entry late() { ret; }\n";
    static const struct {
        uint32_t magic, version;
        const void *data;
        void *unused;
    } binary = {0x466243b1, 1, ptx, NULL};
    static const char late;
    struct rlimit little = {1 << 20, 1 << 20};
    void **handle = __cudaRegisterFatBinary(&binary);
    __cudaRegisterFunction(handle, &late, NULL, "late", -1, NULL, NULL, NULL,
                           NULL, NULL);
    setrlimit(RLIMIT_DATA, &little);
    for (size_t size = 1 << 24; size > 0; size /= 2)
        /* cppcheck-suppress leakNoVarFunctionCall; it is what this is for */
        while (malloc(size))
            continue;
    return launch0(&late, one, one, 0) == cudaErrorMemoryAllocation;
}

/* Not taken for wrong code.  Sanitizers end a program without memory. */
static void a_host_without_memory(void **state)
{
    (void)state;
    if (SANITIZED)
        return;
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(exhaustion_is_told() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void assert_fault(const void *kernel, void **args, cudaError_t fault)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(is_fault(kernel, args, fault) ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void faults_are_sticky(void **state)
{
    (void)state;
    int *p = device_alloc(16), *null = NULL, n = 1;
    double scale = 0;
    void *nowhere[] = {&null, &n, &scale}, *odd[] = {&p};
    assert_fault(&die, NULL, cudaErrorLaunchFailure);
    assert_fault(&fill, nowhere, cudaErrorIllegalAddress);
    assert_fault(&crooked, odd, cudaErrorMisalignedAddress);
    assert_fault(&endless, NULL, cudaErrorLaunchTimeout);
    assert_int_equal(cudaFree(p), 0);
}

/* A copy synchronises too, and does nothing after a fault; one of no bytes
 * does not even look. */
static bool copy_tells(void)
{
    int *p = device_alloc(4), host = 5;
    return !cudaMemset(p, 0, 4) && !launch0(&die, one, one, 0) &&
           cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost) ==
               cudaErrorLaunchFailure &&
           host == 5 && !cudaMemcpy(&host, p, 0, cudaMemcpyDeviceToHost);
}

static void a_copy_tells_of_a_fault(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(copy_tells() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Without a fault a reset only frees what was allocated. */
static void a_reset_frees_everything(void **state)
{
    (void)state;
    size_t before, after, total;
    cudaMemGetInfo(&before, &total);
    char *p = device_alloc(1 << 20);
    assert_int_equal(cudaDeviceReset(), 0);
    cudaMemGetInfo(&after, &total);
    assert_true(after >= before);
    assert_int_equal(cudaMemset(p, 0, 1), cudaErrorInvalidValue);
    assert_int_equal(launch0(&tick, one, one, 0), 0);
    assert_int_equal(cudaDeviceSynchronize(), 0);
    cudaGetLastError();
}

/* Of 8 MiB. */
static bool kernel_gets_6_megabytes(void)
{
    void *got, **to = device_alloc(sizeof *to), *args[] = {&to};
    assert_int_equal(cudaLaunchKernel(&hoard, one, one, args, 0, NULL), 0);
    assert_int_equal(cudaMemcpy(&got, to, sizeof got, cudaMemcpyDeviceToHost),
                     0);
    assert_int_equal(cudaFree(to), 0);
    return got != NULL;
}

static void a_reset_empties_the_heap(void **state)
{
    (void)state;
    assert_true(kernel_gets_6_megabytes());
    assert_false(kernel_gets_6_megabytes());
    assert_int_equal(cudaDeviceReset(), 0);
    assert_true(kernel_gets_6_megabytes());
    assert_int_equal(cudaDeviceReset(), 0);
}

/* ---- streams and events ------------------------------------------------- */

static void note(void *data)
{
    strcat(data, "n");
}

static void note_status(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream;
    strcat(data, status ? "E" : "s");
}

static void streams_keep_their_order(void **state)
{
    (void)state;
    cudaStream_t stream;
    char order[8] = "";
    assert_int_equal(cudaStreamCreate(&stream), 0);
    assert_int_equal(cudaLaunchHostFunc(stream, note, order), 0);
    assert_int_equal(cudaStreamAddCallback(stream, note_status, order, 0), 0);
    assert_int_equal(cudaStreamSynchronize(stream), 0);
    assert_int_equal(cudaStreamQuery(stream), 0);
    assert_string_equal(order, "ns");
    assert_int_equal(cudaStreamDestroy(stream), 0);
    assert_int_equal(cudaStreamSynchronize(stream),
                     cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

/* Modelled: more work takes longer, the same work the same time. */
static void event_times_are_modelled(void **state)
{
    (void)state;
    cudaEvent_t e[4];
    float small, large, again;
    for (int i = 0; i < 4; i++)
        assert_int_equal(cudaEventCreate(&e[i]), 0);
    assert_int_equal(cudaEventElapsedTime(&small, e[0], e[1]),
                     cudaErrorInvalidResourceHandle);
    const dim3 grids[] = {{1, 1, 1}, {20000, 1, 1}, {1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cudaEventRecord(e[i], NULL), 0);
        assert_int_equal(launch0(&tick, grids[i], (dim3){32, 1, 1}, 0), 0);
    }
    assert_int_equal(cudaEventRecord(e[3], NULL), 0);
    assert_int_equal(cudaEventSynchronize(e[3]), 0);
    assert_int_equal(cudaEventElapsedTime(&small, e[0], e[1]), 0);
    assert_int_equal(cudaEventElapsedTime(&large, e[1], e[2]), 0);
    assert_int_equal(cudaEventElapsedTime(&again, e[2], e[3]), 0);
    assert_true(small > 0 && large > small);
    assert_true(again > 0.99f * small && again < 1.01f * small);
    for (int i = 0; i < 4; i++)
        assert_int_equal(cudaEventDestroy(e[i]), 0);
    assert_int_equal(cudaEventRecord(e[0], NULL),
                     cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

/* ---- the device --------------------------------------------------------- */

static void the_device_says_what_it_is(void **state)
{
    (void)state;
    int count, device, value, version;
    struct cudaDeviceProp p;
    assert_int_equal(cudaGetDeviceCount(&count), 0);
    assert_int_equal(count, 1);
    assert_int_equal(cudaSetDevice(0), 0);
    assert_int_equal(cudaGetDevice(&device), 0);
    assert_int_equal(device, 0);
    assert_refused(cudaSetDevice(1), cudaErrorInvalidDevice);
    assert_int_equal(cudaGetDeviceProperties(&p, 0), 0);
    assert_int_equal(p.warpSize, 32);
    assert_int_equal(p.maxThreadsPerBlock, 1024);
    assert_int_equal(p.major, 9);
    assert_non_null(strstr(p.name, "mulated"));
    assert_int_equal(
        cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), 0);
    assert_int_equal(value, p.multiProcessorCount);
    assert_int_equal(cudaRuntimeGetVersion(&version), 0);
    assert_true(version >= 11000);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph);

static void what_is_not_supported_is_refused(void **state)
{
    (void)state;
    assert_refused(cudaGraphAddNode(NULL, NULL), cudaErrorNotSupported);
}

/* ---- graphs ------------------------------------------------------------- */

static cudaStream_t new_stream(unsigned flags)
{
    cudaStream_t stream;
    assert_int_equal(cudaStreamCreateWithFlags(&stream, flags), 0);
    return stream;
}

static cudaStream_t capturing_stream(unsigned flags)
{
    cudaStream_t stream = new_stream(flags);
    assert_int_equal(
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), 0);
    return stream;
}

/* As assert_refused, but where nothing may wait for the device. */
static void assert_error(cudaError_t got, cudaError_t expected)
{
    assert_int_equal(got, expected);
    assert_int_equal(cudaGetLastError(), expected);
}

/* The errors are those of an H200 with CUDA 13.0.
 * The capture is lost, and the stream can go. */
static void assert_lost(cudaStream_t stream)
{
    cudaGraph_t graph = (cudaGraph_t)&graph;
    assert_error(cudaStreamEndCapture(stream, &graph),
                 cudaErrorStreamCaptureInvalidated);
    assert_null(graph);
    assert_int_equal(cudaStreamDestroy(stream), 0);
}

static void what_is_captured_is_not_done_yet(void **state)
{
    (void)state;
    int *p = device_alloc(4), got = 1;
    cudaStream_t stream = capturing_stream(cudaStreamNonBlocking);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    assert_int_equal(cudaMemset(p, 0, 4), 0);
    assert_int_equal(cudaMemsetAsync(p, 1, 4, stream), 0);
    assert_int_equal(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(got, 0);
    assert_int_equal(cudaStreamEndCapture(stream, &graph), 0);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0), 0);
    assert_int_equal(cudaGraphDestroy(graph), 0);
    assert_int_equal(cudaGraphLaunch(exec, stream), 0);
    assert_int_equal(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(got, 0x01010101);
    assert_int_equal(cudaGraphExecDestroy(exec), 0);
    assert_int_equal(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue);
    assert_int_equal(cudaStreamDestroy(stream), 0);
    assert_int_equal(cudaFree(p), 0);
}

static void a_capture_forbids_to_wait_for_it(void **state)
{
    (void)state;
    cudaStream_t stream = capturing_stream(cudaStreamDefault);
    assert_error(cudaStreamSynchronize(stream),
                 cudaErrorStreamCaptureUnsupported);
    assert_lost(stream);

    stream = capturing_stream(cudaStreamNonBlocking);
    assert_error(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    assert_lost(stream);

    stream = capturing_stream(cudaStreamDefault);
    assert_error(cudaMemset((void *)&stream, 0, 1),
                 cudaErrorStreamCaptureImplicit);
    assert_lost(stream);

    void *p = NULL;
    stream = capturing_stream(cudaStreamNonBlocking);
    assert_error(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported);
    assert_lost(stream);
    stream = new_stream(cudaStreamDefault);
    assert_int_equal(
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), 0);
    assert_int_equal(cudaMalloc(&p, 4), 0);
    assert_int_equal(cudaStreamDestroy(stream), 0);
    assert_int_equal(cudaFree(p), 0);

    assert_error(cudaStreamBeginCapture(NULL, cudaStreamCaptureModeGlobal),
                 cudaErrorStreamCaptureUnsupported);
}

static void a_threads_own_stream_captures(void **state)
{
    (void)state;
    int *p = device_alloc(4), got = 0;
    cudaStream_t mine = cudaStreamPerThread;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    enum cudaStreamCaptureStatus status;
    assert_int_equal(cudaMemset(p, 0, 4), 0);
    assert_int_equal(cudaStreamBeginCapture(mine, cudaStreamCaptureModeGlobal),
                     0);
    assert_int_equal(cudaMemsetAsync(p, 1, 4, mine), 0);
    assert_int_equal(cudaStreamIsCapturing(mine, &status), 0);
    assert_int_equal(status, cudaStreamCaptureStatusActive);
    assert_int_equal(cudaStreamEndCapture(mine, &graph), 0);
    assert_int_equal(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(got, 0);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0), 0);
    assert_int_equal(cudaGraphLaunch(exec, mine), 0);
    assert_int_equal(cudaStreamSynchronize(mine), 0);
    assert_int_equal(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(got, 0x01010101);
    assert_int_equal(cudaGraphExecDestroy(exec), 0);
    assert_int_equal(cudaGraphDestroy(graph), 0);
    assert_int_equal(cudaFree(p), 0);
}

/* It ends what it was told, and goes when somebody waits for that. */
static void a_late_stream_that_was_destroyed_goes(void **state)
{
    (void)state;
    int *p = device_alloc(4), *q = device_alloc(4), got;
    setenv("PTXRUN_LATE", "1", 1);
    cudaStream_t before = stream_latest(), stream = new_stream(0);
    unsetenv("PTXRUN_LATE");
    assert_int_equal(cudaMemsetAsync(p, 1, 4, stream), 0);
    assert_int_equal(cudaStreamDestroy(stream), 0);
    assert_true(stream_latest() == stream);
    assert_int_equal(cudaFree(q), 0);
    assert_true(stream_latest() == before);
    assert_int_equal(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost), 0);
    assert_int_equal(got, 0x01010101);
    assert_int_equal(cudaFree(p), 0);
}

static void a_fork_must_be_joined(void **state)
{
    (void)state;
    int *p = device_alloc(4);
    cudaStream_t first = capturing_stream(cudaStreamDefault);
    cudaStream_t second = new_stream(cudaStreamDefault);
    cudaGraph_t graph;
    cudaEvent_t event;
    assert_int_equal(cudaEventCreate(&event), 0);
    assert_int_equal(cudaEventRecord(event, first), 0);
    assert_int_equal(cudaStreamWaitEvent(second, event, 0), 0);
    assert_error(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    assert_error(cudaStreamEndCapture(second, &graph),
                 cudaErrorStreamCaptureUnmatched);
    assert_lost(first);

    assert_int_equal(cudaStreamBeginCapture(second, 0), 0);
    first = new_stream(cudaStreamDefault);
    assert_int_equal(cudaEventRecord(event, second), 0);
    assert_int_equal(cudaStreamWaitEvent(first, event, 0), 0);
    assert_int_equal(cudaMemsetAsync(p, 0, 4, first), 0);
    assert_error(cudaStreamEndCapture(second, &graph),
                 cudaErrorStreamCaptureUnjoined);
    assert_int_equal(cudaStreamDestroy(first), 0);
    assert_int_equal(cudaStreamDestroy(second), 0);
    assert_int_equal(cudaEventDestroy(event), 0);
    assert_int_equal(cudaFree(p), 0);
}

/* As CUDA 13 has it, which this library is when nobody asked for another. */
cudaError_t add_edges(cudaGraph_t graph, const cudaGraphNode_t *from,
                      const cudaGraphNode_t *to, const void *data,
                      size_t count) __asm__("cudaGraphAddDependencies");
cudaError_t get_edges(cudaGraph_t graph, cudaGraphNode_t *from,
                      cudaGraphNode_t *to, void *data,
                      size_t *count) __asm__("cudaGraphGetEdges");

static void nodes_run_after_what_they_depend_on(void **state)
{
    (void)state;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t late, early, from[2], to[2];
    size_t count = 2;
    short *p = device_alloc(4), got[2];
    struct cudaMemsetParams words = {p, 4, 0x1234, 2, 2, 1};
    assert_int_equal(cudaGraphCreate(&graph, 0), 0);
    assert_int_equal(cudaGraphAddMemcpyNode1D(&late, graph, NULL, 0, got, p, 4,
                                              cudaMemcpyDeviceToHost),
                     0);
    assert_int_equal(cudaGraphAddMemsetNode(&early, graph, NULL, 0, &words), 0);
    assert_int_equal(add_edges(graph, &early, &late, NULL, 1), 0);
    assert_error(add_edges(graph, &early, &late, NULL, 1),
                 cudaErrorInvalidValue);
    assert_int_equal(get_edges(graph, from, to, NULL, &count), 0);
    assert_int_equal(count, 1);
    assert_true(from[0] == early && to[0] == late && !from[1] && !to[1]);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0), 0);
    assert_int_equal(cudaGraphLaunch(exec, NULL), 0);
    assert_true(got[0] == 0x1234 && got[1] == 0x1234);
    assert_int_equal(cudaGraphExecDestroy(exec), 0);

    assert_int_equal(add_edges(graph, &late, &early, NULL, 1), 0);
    assert_error(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphDestroyNode(late), 0);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0), 0);
    assert_int_equal(cudaGraphExecDestroy(exec), 0);
    assert_int_equal(cudaGraphDestroy(graph), 0);
    assert_int_equal(cudaFree(p), 0);
}

/* A graph in a graph whose function of the host changes what runs, in a way
 * that a test chooses, between the two times that it is called. */
static struct {
    cudaGraph_t graph, child, other;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    void (*change)(void);
    char called[8]; /* 'a' by the child's nodes, 'b' by the other's */
} nest;

static void call_a(void *unused)
{
    (void)unused;
    strcat(nest.called, "a");
    if (nest.change)
        nest.change();
    nest.change = NULL;
}

static void call_b(void *unused)
{
    (void)unused;
    strcat(nest.called, "b");
}

/* Two nodes, one after the other. */
static cudaGraph_t graph_of_calls(cudaHostFn_t function)
{
    cudaGraph_t graph;
    cudaGraphNode_t node[2];
    struct cudaHostNodeParams call = {function, NULL};
    assert_int_equal(cudaGraphCreate(&graph, 0), 0);
    assert_int_equal(cudaGraphAddHostNode(&node[0], graph, NULL, 0, &call), 0);
    assert_int_equal(cudaGraphAddHostNode(&node[1], graph, node, 1, &call), 0);
    return graph;
}

static cudaGraph_t graph_around(cudaGraph_t child, cudaGraphNode_t *node)
{
    cudaGraph_t graph;
    assert_int_equal(cudaGraphCreate(&graph, 0), 0);
    assert_int_equal(cudaGraphAddChildGraphNode(node, graph, NULL, 0, child),
                     0);
    return graph;
}

static void give_another_child(void)
{
    assert_int_equal(
        cudaGraphExecChildGraphNodeSetParams(nest.exec, nest.node, nest.other),
        0);
}

/* As CUDA 13 has it. */
cudaError_t update_exec(
    cudaGraphExec_t exec, cudaGraph_t graph,
    cudaGraphExecUpdateResultInfo *result) __asm__("cudaGraphExecUpdate");

static void update_from_another(void)
{
    cudaGraphNode_t node;
    cudaGraphExecUpdateResultInfo result;
    cudaGraph_t graph = graph_around(nest.other, &node);
    assert_int_equal(update_exec(nest.exec, graph, &result), 0);
    assert_int_equal(cudaGraphDestroy(graph), 0);
}

static void destroy_what_runs(void)
{
    assert_int_equal(cudaGraphExecDestroy(nest.exec), 0);
    nest.exec = NULL;
}

static void a_launch_runs_what_was_launched(void **state)
{
    (void)state;
    void (*const changes[])(void) = {give_another_child, update_from_another,
                                     destroy_what_runs};
    nest.child = graph_of_calls(call_a);
    nest.other = graph_of_calls(call_b);
    nest.graph = graph_around(nest.child, &nest.node);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        strcpy(nest.called, "");
        nest.change = changes[i];
        assert_int_equal(cudaGraphInstantiate(&nest.exec, nest.graph, 0), 0);
        assert_int_equal(cudaGraphLaunch(nest.exec, NULL), 0);
        assert_string_equal(nest.called, "aa");
        if (!nest.exec)
            continue;
        assert_int_equal(cudaGraphLaunch(nest.exec, NULL), 0);
        assert_string_equal(nest.called, "aabb");
        assert_int_equal(cudaGraphExecDestroy(nest.exec), 0);
    }
    assert_int_equal(cudaGraphDestroy(nest.graph), 0);
    assert_int_equal(cudaGraphDestroy(nest.child), 0);
    assert_int_equal(cudaGraphDestroy(nest.other), 0);
}

static void what_a_stream_allocates_is_captured(void **state)
{
    (void)state;
    cudaStream_t stream = capturing_stream(cudaStreamDefault);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *p, got = 0;
    assert_int_equal(cudaMallocAsync((void **)&p, 4, stream), 0);
    assert_int_equal(cudaMemsetAsync(p, 2, 4, stream), 0);
    assert_int_equal(
        cudaMemcpyAsync(&got, p, 4, cudaMemcpyDeviceToHost, stream), 0);
    assert_int_equal(cudaFreeAsync(p, stream), 0);
    assert_int_equal(cudaStreamEndCapture(stream, &graph), 0);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0), 0);
    for (int turn = 0; turn < 2; turn++, got = 0) {
        assert_int_equal(cudaGraphLaunch(exec, stream), 0);
        assert_int_equal(got, 0x02020202);
    }
    assert_error(cudaMemset(p, 0, 4), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphExecDestroy(exec), 0);
    assert_int_equal(cudaGraphDestroy(graph), 0);
    assert_int_equal(cudaStreamDestroy(stream), 0);
}

static uint64_t pool_number(cudaMemPool_t pool, enum cudaMemPoolAttr attribute)
{
    uint64_t number = 77;
    assert_int_equal(cudaMemPoolGetAttribute(pool, attribute, &number), 0);
    return number;
}

static void pools_count_what_they_lend(void **state)
{
    (void)state;
    struct cudaMemPoolProps props = {
        .allocType = cudaMemAllocationTypePinned,
        .location = {cudaMemLocationTypeDevice, 0}};
    cudaMemPool_t pool, found, first;
    uint64_t threshold = 40 << 20, zero = 0;
    void *p, *q;
    assert_int_equal(cudaMemPoolCreate(&pool, &props), 0);
    assert_int_equal(cudaDeviceGetDefaultMemPool(&first, 0), 0);
    assert_int_equal(cudaDeviceSetMemPool(0, pool), 0);
    assert_int_equal(cudaDeviceGetMemPool(&found, 0), 0);
    assert_ptr_equal(found, pool);
    assert_int_equal(cudaMemPoolSetAttribute(
                         pool, cudaMemPoolAttrReleaseThreshold, &threshold),
                     0);
    assert_int_equal(cudaMallocAsync(&p, 60 << 20, NULL), 0);
    assert_int_equal(cudaMallocFromPoolAsync(&q, 100, pool, NULL), 0);
    assert_int_equal(pool_number(pool, cudaMemPoolAttrUsedMemCurrent),
                     (60 << 20) + 100);
    assert_int_equal(pool_number(first, cudaMemPoolAttrUsedMemCurrent), 0);
    assert_int_equal(cudaFreeAsync(p, NULL), 0);
    assert_int_equal(cudaFree(q), 0);
    assert_int_equal(pool_number(pool, cudaMemPoolAttrUsedMemCurrent), 0);
    assert_int_equal(pool_number(pool, cudaMemPoolAttrUsedMemHigh),
                     (60 << 20) + 100);
    assert_true(pool_number(pool, cudaMemPoolAttrReservedMemCurrent) >=
                threshold);
    assert_int_equal(cudaMemPoolTrimTo(pool, 0), 0);
    assert_int_equal(pool_number(pool, cudaMemPoolAttrReservedMemCurrent), 0);
    assert_int_equal(
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero), 0);
    assert_int_equal(pool_number(pool, cudaMemPoolAttrUsedMemHigh), 0);
    assert_error(
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero),
        cudaErrorInvalidValue);
    assert_int_equal(cudaMemPoolDestroy(pool), 0);
    assert_error(cudaMallocFromPoolAsync(&q, 100, pool, NULL),
                 cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceGetMemPool(&found, 0), 0);
    assert_ptr_equal(found, first);
    assert_error(cudaMemPoolDestroy(first), cudaErrorInvalidValue);
}

/* The address stays; what lies there ends with the node that frees it. */
static void memory_of_a_graph_comes_and_goes(void **state)
{
    (void)state;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    struct cudaMemAllocNodeParams alloc = {.bytesize = 4};
    uint64_t used = 0;
    assert_int_equal(cudaGraphCreate(&graph, 0), 0);
    assert_int_equal(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &alloc),
                     0);
    assert_error(cudaMemset(alloc.dptr, 0, 4), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0), 0);
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(cudaGraphLaunch(exec, NULL), 0);
        assert_int_equal(cudaMemset(alloc.dptr, 0, 4), 0);
        assert_int_equal(cudaDeviceGetGraphMemAttribute(
                             0, cudaGraphMemAttrUsedMemCurrent, &used),
                         0);
        assert_int_equal(used, 4);
        assert_error(cudaGraphLaunch(exec, NULL), cudaErrorInvalidValue);
        assert_int_equal(cudaFree(alloc.dptr), 0);
    }
    assert_int_equal(cudaGraphExecDestroy(exec), 0);
    assert_int_equal(
        cudaGraphInstantiate(&exec, graph,
                             cudaGraphInstantiateFlagAutoFreeOnLaunch),
        0);
    assert_int_equal(cudaGraphLaunch(exec, NULL), 0);
    assert_int_equal(cudaGraphLaunch(exec, NULL), 0);
    assert_int_equal(cudaFree(alloc.dptr), 0);
    assert_int_equal(cudaGraphExecDestroy(exec), 0);
    assert_int_equal(cudaGraphDestroy(graph), 0);
}

static void errors_have_names(void **state)
{
    (void)state;
    assert_string_equal(cudaGetErrorName(cudaErrorIllegalAddress),
                        "cudaErrorIllegalAddress");
    assert_string_equal(cudaGetErrorString(cudaErrorIllegalAddress),
                        "an illegal memory access was encountered");
    assert_string_equal(cudaGetErrorName((cudaError_t)12345),
                        "unrecognized error code");
}

/* ---- several host threads ----------------------------------------------- */

enum { THREADS = 8, LAUNCHES = 50 };

static void *tick_often(void *unused)
{
    for (int i = 0; i < LAUNCHES; i++)
        if (launch0(&tick, one, (dim3){32, 1, 1}, 0) ||
            cudaStreamSynchronize(NULL))
            return (void *)&tick; /* failed */
    return unused;
}

static void host_threads_share_the_device(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    int value = 0;
    void *failed;
    assert_int_equal(
        cudaMemcpyToSymbol(&counter, &value, 4, 0, cudaMemcpyHostToDevice), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, tick_often, NULL);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_int_equal(
        cudaMemcpyFromSymbol(&value, &counter, 4, 0, cudaMemcpyDeviceToHost),
        0);
    assert_int_equal(value, THREADS * LAUNCHES * 32);
}

/* For SANITIZE=thread: what the calls of all threads share is locked. */
static void *ask_often(void *unused)
{
    unsigned flags;
    int version;
    for (int i = 0; i < LAUNCHES; i++)
        if (cudaSetDeviceFlags(cudaDeviceScheduleSpin) ||
            cudaGetDeviceFlags(&flags) || flags != cudaDeviceScheduleSpin ||
            cudaRuntimeGetVersion(&version) || version != 13000)
            return (void *)&tick; /* failed */
    return unused;
}

static void host_threads_share_what_was_set(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, ask_often, NULL);
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

/* The error of one thread is not another's. */
static void *last_error_of_this_thread(void *error)
{
    *(cudaError_t *)error = cudaGetLastError();
    return NULL;
}

static void the_last_error_is_the_threads_own(void **state)
{
    (void)state;
    pthread_t thread;
    cudaError_t other = cudaErrorUnknown;
    assert_int_equal(cudaSetDevice(1), cudaErrorInvalidDevice);
    pthread_create(&thread, NULL, last_error_of_this_thread, &other);
    pthread_join(thread, NULL);
    assert_int_equal(other, cudaSuccess);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_arrive),
        cmocka_unit_test(rows_are_copied_with_their_pitch),
        cmocka_unit_test(boxes_are_copied_and_filled),
        cmocka_unit_test(wrong_copies_are_refused),
        cmocka_unit_test(kinds_may_be_wrong_on_the_hosts_side_only),
        cmocka_unit_test(no_copy_leaves_the_device),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(host_and_kernel_share_memory),
        cmocka_unit_test(variables),
        cmocka_unit_test(every_way_to_launch),
        cmocka_unit_test(bad_configurations),
        cmocka_unit_test(more_shared_memory_must_be_asked_for),
        cmocka_unit_test(blocks_that_wait_for_each_other_must_fit),
        cmocka_unit_test(code_that_cannot_be_read),
        cmocka_unit_test(a_host_without_memory),
        cmocka_unit_test(faults_are_sticky),
        cmocka_unit_test(a_copy_tells_of_a_fault),
        cmocka_unit_test(a_reset_frees_everything),
        cmocka_unit_test(a_reset_empties_the_heap),
        cmocka_unit_test(streams_keep_their_order),
        cmocka_unit_test(event_times_are_modelled),
        cmocka_unit_test(the_device_says_what_it_is),
        cmocka_unit_test(what_is_not_supported_is_refused),
        cmocka_unit_test(what_is_captured_is_not_done_yet),
        cmocka_unit_test(a_capture_forbids_to_wait_for_it),
        cmocka_unit_test(a_threads_own_stream_captures),
        cmocka_unit_test(a_late_stream_that_was_destroyed_goes),
        cmocka_unit_test(a_fork_must_be_joined),
        cmocka_unit_test(nodes_run_after_what_they_depend_on),
        cmocka_unit_test(a_launch_runs_what_was_launched),
        cmocka_unit_test(what_a_stream_allocates_is_captured),
        cmocka_unit_test(pools_count_what_they_lend),
        cmocka_unit_test(memory_of_a_graph_comes_and_goes),
        cmocka_unit_test(errors_have_names),
        cmocka_unit_test(host_threads_share_the_device),
        cmocka_unit_test(host_threads_share_what_was_set),
        cmocka_unit_test(the_last_error_is_the_threads_own),
    };
    setenv("PTXRUN_QUIET", "1", 1);
    setenv("PTXRUN_BUDGET", "100000", 1);
    start_up();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
