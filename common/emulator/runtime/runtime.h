/*
 * runtime.h - what the files of the Runtime API share.
 *
 *   runtime_errors.c     the lock, the last error, what a fault does
 *   runtime_register.c   fat binaries, kernels and variables of the program
 *   runtime_device.c     the device and its properties
 *   runtime_memory.c     allocations
 *   runtime_pool.c       memory pools
 *   runtime_copy.c       copies and fills
 *   runtime_box.c        copies and fills of three dimensions
 *   runtime_stream.c     streams, events, the modelled clock
 *   runtime_launch.c     launches
 *   runtime_graph*.c, runtime_capture.c  graphs (graph.h)
 *   runtime_function.c   attributes and occupancy of kernels
 *   runtime_report.c     the rows of PTXRUN_COUNTERS, the end of the program
 *   runtime_crash.c      a word when the host touches device memory
 *   runtime_unsupported.c calls that are refused by name
 *
 * One lock serialises the calls of all host threads.  Work is done when it is
 * submitted; a fault of a kernel is told at the next call that synchronises,
 * as on hardware, and then by every call.
 */
#ifndef RUNTIME_H
#define RUNTIME_H

#include "include/cuda_runtime_api.h"
#include "emulator.h"

/* ---- runtime_errors.c --------------------------------------------------- */

/* Takes the lock; the error of a fault told before, or cudaSuccess.  In an
 * entry point itself, so that it knows who called. */
#define api_begin() api_enter(__builtin_return_address(0))
cudaError_t api_enter(const void *return_address);
/* Remembers an error for cudaGetLastError, gives the lock back, returns it. */
cudaError_t api_end(cudaError_t error);
/* Is some thread between the two? */
bool api_inside(void);
/* The body of an entry point that does not synchronise. */
#define API(call)                                                           \
    do {                                                                    \
        cudaError_t error_ = api_begin();                                   \
        return api_end(error_ ? error_ : (call));                           \
    } while (0)
/* The same for what a device that is lost still answers. */
#define API_ALWAYS(call)                                                    \
    do {                                                                    \
        api_begin();                                                        \
        return api_end(call);                                               \
    } while (0)

/* Waits for the device: shows what kernels printed, tells their fault. */
cudaError_t synchronize(void);
/* A kernel failed; work submitted from now on is not done. */
void device_fault(cudaError_t error);
bool device_faulted(void);
/* cudaDeviceReset: after a fault the device is lost to this process. */
void device_reset(void);

/* For tests of host code: of the calls that allocate, copy or launch, the n-th
 * from now on does nothing and fails; 0: none. */
void fail_call(size_t n);
/* The error with which one did; cudaSuccess if it has not come to that. */
cudaError_t failed_call(void);
/* Asked by each of them: the error, if this is the one, else cudaSuccess. */
cudaError_t call_fails(cudaError_t error);

/* An APICHECK error on the host side: title, detail and hint as printf has
 * them; detail and hint may be "". */
void api_finding(const char *title, const char *detail, const char *hint);
/* A finding about the call in progress, at its place. */
void api_tell(struct finding *finding);
/* Short text made like printf makes it. */
struct text {
    char chars[240];
};
struct text text(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* ---- runtime_register.c ------------------------------------------------- */

/* The kernel behind a host function, its module loaded now if need be. */
cudaError_t find_kernel(const void *host_function,
                        const struct kernel **kernel, uint32_t **max_dynamic);
/* Address and size of the device's copy of a variable. */
cudaError_t find_symbol(const void *host_variable, uint64_t *address,
                        uint64_t *size);
/* "matvec", or "?" for what is not registered. */
const char *function_name(const void *host_function);

/* ---- runtime_device.c --------------------------------------------------- */

/* 11, 12 or 13: the CUDA Runtime that the program was linked with. */
int runtime_major(void);

/* H200: NVIDIA H200 Tensor Core GPU datasheet; CUDA C++ Programming Guide,
 * "Technical Specifications per Compute Capability", column 9.0. */
enum {
    MULTIPROCESSOR_THREADS = 2048,
    MULTIPROCESSOR_BLOCKS = 32,
    MULTIPROCESSOR_SHARED = 228 * 1024,
    MULTIPROCESSOR_REGISTERS = 64 * 1024,
    RESERVED_SHARED = 1024, /* per block, for the system */
    WARP_SCHEDULERS = 4,    /* per multiprocessor */
    SECTORS_PER_CLOCK = 4,  /* per multiprocessor: 128 bytes */
    CLOCK_KHZ = 1980000,
    MEMORY_CLOCK_KHZ = 3201000,
    MEMORY_BUS_BITS = 6016,
    L2_BYTES = 60 << 20
};

/* ---- runtime_memory.c --------------------------------------------------- */

/* "allocation #3" or the variable's name. */
struct text allocation_name(const struct allocation *allocation);
/* "allocation #3 (80 bytes, freed)", or why it is none. */
struct text describe_pointer(const void *pointer);
/* What cudaMalloc and its like do. */
cudaError_t allocate_kind(void **pointer, size_t size, enum memory_kind kind);
/* What cudaFree and cudaFreeHost do. */
cudaError_t release(const char *call, void *pointer, bool host);
/* cudaDeviceReset: everything the host allocated is gone. */
void free_everything(void);

/* ---- runtime_copy.c ----------------------------------------------------- */

/* A copy of a box; an ordinary one has a single slice of a single row. */
struct copy {
    const char *call;
    uint8_t *dst;
    const uint8_t *src;
    size_t dst_pitch, src_pitch;  /* bytes from row to row */
    size_t dst_slice, src_slice;  /* bytes from slice to slice */
    size_t width, height, depth;  /* bytes of a row; rows; slices */
    enum cudaMemcpyKind kind;
};
struct copy copy_line(const char *call, void *dst, const void *src,
                      size_t count, enum cudaMemcpyKind kind);
cudaError_t copy_run(struct copy c);
/* After everything before it; as part of a stream. */
cudaError_t copy_now(struct copy c);
cudaError_t copy_in(cudaStream_t stream, struct copy c);
/* The copy that cudaMemcpyToSymbol and cudaMemcpyFromSymbol are. */
cudaError_t copy_to_symbol(struct copy *c, const void *symbol, const void *src,
                           size_t count, size_t offset,
                           enum cudaMemcpyKind kind);
cudaError_t copy_from_symbol(struct copy *c, void *dst, const void *symbol,
                             size_t count, size_t offset,
                             enum cudaMemcpyKind kind);

/* Sets every element of a box. */
struct fill {
    const char *call;
    uint8_t *pointer;
    size_t pitch, slice;          /* bytes from row to row, slice to slice */
    unsigned value, element;      /* bytes of an element: 1, 2 or 4 */
    size_t width, height, depth;  /* bytes of a row; rows; slices */
};
cudaError_t fill_run(struct fill f);
cudaError_t fill_in(cudaStream_t stream, struct fill f);

/* ---- runtime_box.c ------------------------------------------------------ */

/* The copy that these parameters describe. */
cudaError_t box_copy(struct copy *c, const char *call,
                     const struct cudaMemcpy3DParms *p);

/* ---- runtime_pool.c ----------------------------------------------------- */

/* What a graph's node allocated; what was freed, whoever lent it. */
void pool_lend_to_graph(const void *pointer, uint64_t bytes);
void pool_take_back(const void *pointer);

/* ---- runtime_stream.c --------------------------------------------------- */

bool stream_exists(cudaStream_t stream);
/* Does it wait for the legacy stream, and that one for it? */
bool stream_blocks(cudaStream_t stream);
/* Where the capture of a stream is (graph.h); NULL: a default stream. */
struct tip *stream_tip(cudaStream_t stream);
/* Of every stream and every event. */
void each_tip(void (*visit)(struct tip *, void *), void *arg);
bool event_exists(cudaEvent_t event);
cudaError_t event_record(cudaEvent_t event);
/* Without the lock: it may wait for a thread that calls the API. */
cudaError_t host_run(struct cudaHostNodeParams host);
/* Moves the modelled clock: what the device was busy with, at least. */
void clock_add_launch(const struct counters *counters);
void clock_add_copy(size_t bytes);
void clock_add_fill(size_t bytes);

/* ---- runtime_launch.c --------------------------------------------------- */

struct configuration {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    bool cooperative;
};
struct kernel_work {
    const void *function;        /* the host's */
    const struct kernel *kernel;
    struct configuration configuration;
    void **args;                 /* as many as the kernel has parameters */
};
/* Found, checked and complete, or the error that tells what is not. */
cudaError_t kernel_prepare(struct kernel_work *work, const void *function,
                           struct configuration c, void **args);
/* A copy of the arguments takes their place; false: out of memory. */
bool kernel_copy_args(struct kernel_work *work);
cudaError_t kernel_run(const struct kernel_work *work);

/* ---- runtime_capture.c -------------------------------------------------- */

bool capturing(cudaStream_t stream);

/* ---- runtime_function.c ------------------------------------------------- */

/* Blocks of a kernel that fit on one multiprocessor; 0: not even one. */
int resident_blocks(const struct kernel *kernel, uint32_t block_threads,
                    size_t dynamic_shared);

/* ---- runtime_report.c --------------------------------------------------- */

void report_launch(const struct launch *launch);
/* Allocations that were never freed, when leaks are checked. */
void report_leaks(void);

#endif
