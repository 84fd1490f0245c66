/* device_launch_parameters.h - threadIdx, blockIdx, blockDim, gridDim. */
#ifndef EMU_DEVICE_LAUNCH_PARAMETERS_H
#define EMU_DEVICE_LAUNCH_PARAMETERS_H
#include "cuda_runtime.h"
#endif
