/*
 * dimensions.h - a size of an exercise, as a person gives one: rows, columns,
 * inner.
 */
#ifndef DIMENSIONS_H
#define DIMENSIONS_H

#include "lab/lab.h"

enum { DIMENSIONS = 3 };

/* Rows, cols, inner. */
int *size_dimension(struct size *size, size_t i);

/* What is given as ROWS, COLS, INNER, as a size has it, and back: what a
 * launcher of kernels.h calls inner are the columns of A, and so cols. */
struct size size_given(const struct exercise *exercise, struct size given);

/* To standard error: " COLS=", or with what it is here: " COLS= (calls)". */
void size_tell_dimension(const struct exercise *exercise, size_t i);

/* False, and said: kernels.h allows less.  Solutions need not bear more, and
 * the oracle may not. */
bool size_allowed(const struct exercise *exercise, struct size size);

#endif
