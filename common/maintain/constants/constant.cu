/*
 * constant.cu - what an array in constant memory adds to a launch of any kernel
 * of the same file, whether it reads the array or not.
 */
#include "constants.h"

static __constant__ float array[64];

static __global__ void reads(float *never, int n)
{
    if (n < 0)
        never[threadIdx.x] = array[n & 63];
}

static __global__ void reads_nothing(float *never, int n)
{
    if (n < 0)
        never[threadIdx.x] = 1;
}

void measure_constant(void)
{
    reads<<<1, 32, 0, stream>>>(NULL, 1); // else the array is left out
    print("us",
          us_of(400, [&] { reads_nothing<<<1, 32, 0, stream>>>(NULL, 1); }),
          "launch_constant_1_32");
}
