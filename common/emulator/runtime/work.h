/*
 * work.h - one thing that a stream is told to do.
 *
 * A launch, a copy, a fill, an allocation ... is a structure of its own that
 * begins with struct work, made on the stack of the call.  Done at once it is
 * never copied; a node of a graph keeps a copy.  What a kind of work is and
 * does stands in its struct work_kind, beside the functions that do it, so
 * streams and graphs know none of them by name.
 *
 * Guarantee: kept work does not change.  A node that is given other work lets
 * the old one go; who runs it holds it meanwhile, as the lock is given back
 * while a function of the host runs, and anything may then be replaced.
 */
#ifndef WORK_H
#define WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/cuda_runtime_api.h"

struct work_kind;

struct work {
    const struct work_kind *kind;
    unsigned holders;             /* of what is kept; 0: on a stack */
};

struct work_kind {
    enum cudaGraphNodeType type;  /* what a graph calls it */
    const char *in_default;       /* "a copy in the default stream" */
    size_t size;                  /* of its structure, in bytes */
    /* Does it, with the lock held, which a function of the host gives back
     * while it runs; the error that ends what the stream was told. */
    cudaError_t (*run)(const struct work *work);
    /* In a copy of the structure: copies what it points at; false: out of
     * memory, and nothing is to be cleared.  NULL: it owns nothing. */
    bool (*clone)(struct work *copy);
    /* Gives that back. */
    void (*clear)(struct work *copy);
    /* Of a stream that is late (late.h): may it be done later?  NULL: no. */
    bool (*may_wait)(const struct work *work);
    /* Has been done what it waits for?  NULL: it waits for nothing. */
    bool (*ready)(const struct work *work);
};

/* A copy, held once; NULL: out of memory. */
struct work *work_keep(const struct work *work);
/* Of what was kept; the last holder that lets go ends it. */
void work_hold(struct work *work);
void work_release(struct work *work);
/* may_wait of what the host never has to wait for. */
bool work_may_wait(const struct work *work);

#endif
