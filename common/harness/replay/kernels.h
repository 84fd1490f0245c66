/*
 * kernels.h - what the kernels of kernels.cu are given; host and device.
 */
#ifndef REPLAY_KERNELS_H
#define REPLAY_KERNELS_H

#include <stdint.h>

/* A piece of memory that is made what it has to be before a launch: filled, or,
 * if element is 4 or 8, signs of some of its elements turned. */
struct renewed {
    uint64_t to, bytes;
    uint32_t word;
    uint32_t element;        /* bytes of one; 0: filled */
    uint64_t was, now;       /* which are turned; 0: as they were made */
};

enum { MOST_ARRAYS = 6 };

struct arrays {
    uint64_t at[MOST_ARRAYS], bytes[MOST_ARRAYS];
};

#endif
