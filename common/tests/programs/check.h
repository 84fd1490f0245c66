/*
 * check.h - what each program here needs: say what is wrong and where, and
 * end with status 1.
 */
#ifndef CHECK_H
#define CHECK_H

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The oldest device that is compiled for, on the host's side as well: 520. */
#ifdef __CUDA_ARCH_LIST__
#define FIRST_OF(first, ...) first
#define LIST_FIRST(list) FIRST_OF(list, 0)
#define COMPUTE LIST_FIRST(__CUDA_ARCH_LIST__)
#else
#define COMPUTE 800
#endif

#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);   \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

#define CUDA(call)                                                           \
    do {                                                                     \
        cudaError_t error_ = (call);                                         \
        if (error_ != cudaSuccess) {                                         \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,             \
                   cudaGetErrorString(error_));                              \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

/* After a launch: was it valid, and did the kernel end well? */
#define LAUNCHED()                                                           \
    do {                                                                     \
        CUDA(cudaGetLastError());                                            \
        CUDA(cudaDeviceSynchronize());                                       \
    } while (0)

/* n elements on the device, copied from the host unless that is NULL. */
template <typename T> static T *on_device(const T *host, size_t n)
{
    T *device;
    CUDA(cudaMalloc(&device, n * sizeof(T)));
    if (host)
        CUDA(cudaMemcpy(device, host, n * sizeof(T),
                        cudaMemcpyHostToDevice));
    return device;
}

/* Copies back and frees. */
template <typename T> static void take_back(T *host, T *device, size_t n)
{
    CUDA(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost));
    CUDA(cudaFree(device));
}

/* Whole numbers that follow no pattern, 0 to 32767. */
static inline int noise(unsigned i)
{
    i = (i ^ 61) ^ (i >> 16);
    i *= 9;
    i ^= i >> 4;
    i *= 0x27d4eb2d;
    return (int)((i ^ (i >> 15)) & 0x7fff);
}

#endif
