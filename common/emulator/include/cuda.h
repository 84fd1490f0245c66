/*
 * cuda.h - asked for by programs that call the Runtime API alone.  Of the
 * Driver API nothing is here.
 */
#ifndef CUDA_H
#define CUDA_H

#include "cuda_runtime_api.h"

#endif
