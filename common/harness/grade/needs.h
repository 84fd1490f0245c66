/*
 * needs.h - which elements of the inputs an element of the output is made of,
 * as the oracle has it.
 */
#ifndef NEEDS_H
#define NEEDS_H

#include "run/problem.h"

struct needs {
    const struct problem *problem;
    size_t element;
    void *inputs[MAX_BUFFERS];   /* to be changed; NULL: no input */
    struct expected *expected;
    bool *needed[MAX_BUFFERS];   /* [element of the input] */
    bool known;                  /* else it would take too long, or memory */
};

void needs_open(struct needs *needs, const struct problem *problem,
                size_t element);
void needs_close(struct needs *needs);
bool needs_has(const struct needs *needs, size_t buffer, size_t index);
/* Is the product of two elements of inputs a part of it? */
bool needs_product(const struct needs *needs, size_t buffer, size_t index,
                   size_t other_buffer, size_t other);

#endif
