/* cuda_profiler_api.h - cudaProfilerStart and cudaProfilerStop. */
#ifndef EMU_CUDA_PROFILER_API_H
#define EMU_CUDA_PROFILER_API_H
#include "cuda_runtime_api.h"
#endif
