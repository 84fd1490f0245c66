/*
 * overlap.h - what may run beside what, by the order of the host's calls.
 */
#ifndef OVERLAP_H
#define OVERLAP_H

#include "lab/calls.h"

struct overlap {
    uint32_t beside;         /* copies that may run while a kernel does */
    uint32_t streams;        /* that the program made and that launch */
    uint64_t largest_copy;   /* bytes; between host and device */
};

struct overlap overlap_of(const struct calls *calls);

#endif
