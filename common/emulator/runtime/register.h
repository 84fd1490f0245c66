/* register.h - kernels and variables of the program (register.c). */
#ifndef REGISTER_H
#define REGISTER_H

#include "runtime.h"

/* A host function that stands for a kernel. */
struct function {
    const void *host;
    const char *name;            /* mangled */
    struct binary *binary;
    struct device_kernel kernel; /* code 0: not looked up yet */
    uint32_t max_dynamic;        /* shared memory, bytes, that
                                  * cudaFuncSetAttribute allows; 0: unasked */
    struct function *next;
};

/* The one of this address, with its kernel, its module loaded now if need
 * be. */
cudaError_t register_kernel(const void *host, struct function **function);
/* The device's copy of a variable. */
cudaError_t register_variable(const void *host,
                              struct device_variable *variable);

#endif
