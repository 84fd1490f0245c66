/*
 * driver.h - the CUDA driver, as far as launches are made again with it.
 *
 * Idea: libcuda.so.1 comes with the GPU's driver, not with a toolkit, and its
 * interface is stable: it is opened when it is asked for, so that replay builds
 * everywhere, and can be held against another one that has these calls
 * (tests/course/driver.c).
 * Source: CUDA Driver API, cuda.h of CUDA 13.0; names end as they are exported.
 */
#ifndef REPLAY_DRIVER_H
#define REPLAY_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct driver_module *driver_module;
typedef struct driver_function *driver_function;
typedef struct driver_stream *driver_stream;
typedef struct driver_event *driver_event;
typedef struct driver_graph *driver_graph;
typedef struct driver_graph_exec *driver_graph_exec;
typedef struct driver_context *driver_context;

enum {
    DRIVER_CLOCK_RATE = 13,          /* kHz, at most */
    DRIVER_MULTIPROCESSORS = 16,
    DRIVER_L2_BYTES = 38,
    DRIVER_PAGEABLE_ACCESS = 88,     /* kernels reach memory of the host */
    DRIVER_MAX_DYNAMIC_SHARED = 8,   /* of a function */
    DRIVER_CAPTURE_RELAXED = 2,
    DRIVER_ATTRIBUTE_COOPERATIVE = 2,
    DRIVER_STREAM_NON_BLOCKING = 1
};

/* CUlaunchAttribute, CUlaunchConfig. */
struct driver_attribute {
    int id;
    char pad[8 - sizeof(int)];
    union {
        char bytes[64];
        int flag;
    } value;
};
struct driver_config {
    unsigned grid[3], block[3], shared;
    driver_stream stream;
    struct driver_attribute *attributes;
    unsigned attribute_count;
};

/* In the order of their use. */
#define DRIVER_CALLS(X)                                                        \
    X(cuInit, (unsigned flags))                                                \
    X(cuDeviceGet, (int *device, int ordinal))                                 \
    X(cuDeviceGetName, (char *name, int n, int device))                        \
    X(cuDeviceGetAttribute, (int *value, int attribute, int device))           \
    X(cuDeviceGetPCIBusId, (char *bus, int n, int device))                     \
    X(cuDevicePrimaryCtxRetain, (driver_context * context, int device))        \
    X(cuCtxSetCurrent, (driver_context context))                               \
    X(cuModuleLoadData, (driver_module * module, const void *image))           \
    X(cuModuleGetFunction,                                                     \
      (driver_function * function, driver_module module, const char *name))    \
    X(cuModuleGetGlobal_v2, (uint64_t * address, size_t *bytes,                \
                             driver_module module, const char *name))          \
    X(cuFuncSetAttribute, (driver_function function, int attribute, int value))\
    X(cuMemAlloc_v2, (uint64_t * address, size_t bytes))                       \
    X(cuMemFree_v2, (uint64_t address))                                        \
    X(cuMemcpyHtoD_v2, (uint64_t to, const void *from, size_t bytes))          \
    X(cuMemcpyDtoH_v2, (void *to, uint64_t from, size_t bytes))                \
    X(cuMemcpyDtoDAsync_v2,                                                    \
      (uint64_t to, uint64_t from, size_t bytes, driver_stream stream))        \
    X(cuMemsetD8Async,                                                         \
      (uint64_t to, unsigned char byte, size_t bytes, driver_stream stream))   \
    X(cuLaunchKernel,                                                          \
      (driver_function function, unsigned gx, unsigned gy, unsigned gz,        \
       unsigned bx, unsigned by, unsigned bz, unsigned shared,                 \
       driver_stream stream, void **parameters, void **extra))                 \
    X(cuLaunchKernelEx, (const struct driver_config *config,                   \
                         driver_function function, void **parameters,          \
                         void **extra))                                        \
    X(cuStreamCreate, (driver_stream * stream, unsigned flags))                \
    X(cuStreamSynchronize, (driver_stream stream))                             \
    X(cuStreamBeginCapture_v2, (driver_stream stream, int mode))               \
    X(cuStreamEndCapture, (driver_stream stream, driver_graph *graph))         \
    X(cuGraphInstantiateWithFlags,                                             \
      (driver_graph_exec * exec, driver_graph graph,                           \
       unsigned long long flags))                                              \
    X(cuGraphUpload, (driver_graph_exec exec, driver_stream stream))           \
    X(cuGraphLaunch, (driver_graph_exec exec, driver_stream stream))           \
    X(cuGraphExecDestroy, (driver_graph_exec exec))                            \
    X(cuGraphDestroy, (driver_graph graph))                                    \
    X(cuEventCreate, (driver_event * event, unsigned flags))                   \
    X(cuEventRecord, (driver_event event, driver_stream stream))               \
    X(cuEventElapsedTime,                                                      \
      (float *milliseconds, driver_event start, driver_event stop))

struct driver {
#define X(name, parameters) int(*name) parameters;
    DRIVER_CALLS(X)
#undef X
};
extern struct driver driver;

/* A GPU that can be used, and this process's context on it; false: there is
 * none, and why. */
bool driver_open(char *why, size_t n);
int driver_attribute(int attribute);
void driver_name(char *name, size_t n);
void driver_bus(char *bus, size_t n);

/* Did a call go well?  The first that did not is kept. */
bool driver_did(int result, const char *what);
/* What it was, in words; "": all went well. */
const char *driver_fault(void);

#endif
