/*
 * launchers.h - what a program can be asked to launch.
 *
 * A launcher of a kernels.h takes arguments of its own; here each is called in
 * one way, with arrays and a size.
 */
#ifndef LAUNCHERS_H
#define LAUNCHERS_H

#include "lab/lab.h"

struct launcher {
    const char *name;       /* that of its exercise: "matvec" */
    void (*function)(void); /* of student.cu; NULL: the file lacks it */
    /* Calls it: arrays in the order of the exercise's buffers.  Returns the
     * cudaError_t that it returned, 0 if it is void. */
    int (*call)(void *const *pointers, struct size size);
};

/* Of each lab a table, whose end has no name; NULL: of a lab that is not
 * linked.  Made by make from the lab folders: build/launchers.c. */
extern const struct launcher *const all_launchers[];
extern const size_t launcher_tables;

#endif
