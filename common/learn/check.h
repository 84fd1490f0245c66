/* check.h - a CUDA call that fails ends the program, and names its place. */
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#define CHECK(call) check(call, #call, __FILE__, __LINE__)

static inline void check(cudaError_t error, const char *what, const char *file,
                         int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, what,
            cudaGetErrorString(error));
    exit(1);
}

#endif
