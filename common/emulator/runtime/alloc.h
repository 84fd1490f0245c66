/*
 * alloc.h - memory that the program allocates (alloc.c) and frees, also as
 * work of a stream (alloc_async.c).
 */
#ifndef ALLOC_H
#define ALLOC_H

#include "runtime.h"
#include "work.h"

/* What cudaMalloc and its like do; size in bytes, 0: a null pointer. */
cudaError_t alloc_memory(void **pointer, size_t size,
                         enum device_memory_kind kind);
/* What cudaFree (host: cudaFreeHost) does after it waited. */
cudaError_t alloc_free(const char *call, void *pointer, bool host);

/* ---- alloc_async.c ------------------------------------------------------ */

/* What a node, or a stream, allocates or frees. */
struct memory_work {
    struct work work;
    const char *call;    /* for messages */
    void *pointer;
    size_t bytes;        /* of what is allocated */
};
extern const struct work_kind alloc_kind, free_kind;
/* A node that allocates: its address is known from now on, and the same in
 * every run; until it runs nothing is there. */
cudaError_t alloc_reserve(struct memory_work *work, size_t bytes);
/* What an earlier run of such a node left there is freed. */
void alloc_free_left(const struct memory_work *work);

#endif
