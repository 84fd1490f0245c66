/* register.h - kernels and variables of the program (register.c). */
#ifndef REGISTER_H
#define REGISTER_H

#include "runtime.h"

/* The kernel behind a host function, its module loaded now if need be. */
cudaError_t register_kernel(const void *host_function,
                            const struct kernel **kernel,
                            uint32_t **max_dynamic);
/* Address and size of the device's copy of a variable. */
cudaError_t register_symbol(const void *host_variable, uint64_t *address,
                            uint64_t *size);

#endif
