/*
 * hazards.h - one mistake, and the same without it.
 *
 * A file is a list of hazards.  Each is a function template with kernels that
 * are wrong where `fixed` is false.  Run as "FILE NAME" a program commits the
 * mistake, as "FILE NAME fixed" it does not.  What has to be reported stands
 * above the line it has to be reported for:
 *
 *     // EXPECT NAME TOOL: a part of the message
 *
 * and as EXPECT-HOST where the mistake is in a call of the API, on that line
 * or in a function that it calls.  Everything else that is reported is a false
 * alarm.
 */
#ifndef HAZARDS_H
#define HAZARDS_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

struct hazard {
    const char *name;
    void (*commit)(void), (*avoid)(void);
};

#define HAZARD(name)                                                         \
    {                                                                        \
        #name, name<false>, name<true>                                       \
    }

/* n elements on the device, of which every byte is 0. */
template <typename T> static T *zeroed(size_t n)
{
    T *p = NULL;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemset(p, 0, n * sizeof(T));
    return p;
}

/* The same, but nothing is written. */
template <typename T> static T *unset(size_t n)
{
    T *p = NULL;
    cudaMalloc(&p, n * sizeof(T));
    return p;
}

/* Status 0 whatever was found: that is for the findings to say. */
static int run_hazard(int argc, char **argv, const struct hazard *hazards,
                      size_t count)
{
    for (size_t i = 0; argc > 1 && i < count; i++) {
        if (strcmp(hazards[i].name, argv[1]))
            continue;
        if (argc > 2 && !strcmp(argv[2], "fixed"))
            hazards[i].avoid();
        else
            hazards[i].commit();
        cudaError_t error = cudaDeviceSynchronize();
        printf("%s\n", cudaGetErrorName(error));
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        puts(hazards[i].name);
    return argc > 1 ? 2 : 0;
}

#define RUN(hazards)                                                         \
    run_hazard(argc, argv, hazards, sizeof(hazards) / sizeof *(hazards))

#endif
