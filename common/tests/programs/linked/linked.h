/*
 * linked.h - what the files of this program have of each other.
 */
#ifndef LINKED_H
#define LINKED_H

#include "../check.h"

enum { THREADS = 64 };

extern __device__ int counter;
extern __constant__ float weights[4];

/* What a step adds lies in a variable that each file has of its own. */
__device__ int step_of_two(int value);
/* Through a pointer to a function of two.cu. */
typedef float (*function)(float);
extern __device__ function chosen;

__global__ void kernel_of_two(int *out);

/* Inline: both files have it, one is linked. */
__device__ inline int both(int value)
{
    static __device__ int calls;
    return atomicAdd(&calls, 1) + value;
}

void check_two(void);

#endif
