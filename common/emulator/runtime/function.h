/* function.h - attributes and occupancy of kernels (function.c). */
#ifndef FUNCTION_H
#define FUNCTION_H

#include "runtime.h"

/* Blocks of a kernel that fit on one multiprocessor; 0: not even one. */
int function_resident_blocks(const struct device_kernel *kernel,
                             uint32_t block_threads, size_t dynamic_shared);

#endif
