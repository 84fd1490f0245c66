/* launch.h - launches, as work (launch.c). */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "runtime.h"
#include "work.h"

struct configuration {
    dim3 grid, block;
    size_t shared_bytes;         /* dynamic */
    cudaStream_t stream;
    bool cooperative;
};

struct kernel_work {
    struct work work;
    const void *function;        /* the host's */
    const struct device_kernel *kernel;
    struct configuration configuration;
    void **args;                 /* as many as the kernel has parameters */
};
extern const struct work_kind kernel_kind;

/* Found, checked and complete, or the error that tells what is not. */
cudaError_t kernel_prepare(struct kernel_work *work, const void *function,
                           struct configuration c, void **args);

#endif
