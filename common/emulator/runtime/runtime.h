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
#include "base/limits.h"
#include "code/module.h"
#include "machine/launch.h"
#include "memory/memory.h"
#include "tell/finding.h"

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
cudaError_t api_synchronize(void);
/* A kernel failed; work submitted from now on is not done. */
void api_fault(cudaError_t error);
bool api_faulted(void);
/* cudaDeviceReset: after a fault the device is lost to this process. */
void api_reset(void);

/* For tests of host code: of the calls that allocate, copy or launch, the n-th
 * from now on does nothing and fails; 0: none. */
void api_fail_call(size_t n);
/* The error with which one did; cudaSuccess if it has not come to that. */
cudaError_t api_failed_call(void);
/* Asked by each of them: the error, if this is the one, else cudaSuccess. */
cudaError_t api_call_fails(cudaError_t error);

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

/* ---- device.c ------------------------------------------------------------ */

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

#endif
