/*
 * indices.h - indices that may not fit into 32 bits.
 */
#ifndef INDICES_H
#define INDICES_H

#include "code.h"

/* Finds the products of two variables, one of them stemming from a kernel's
 * parameter of 32 bits, that are computed in 32 bits and become part of an
 * address in global memory: code->products.  Products with a constant, or of
 * numbers of threads and blocks alone, are none of them, nor are those of what
 * a constant, a mask or a remainder keeps small or a division made.
 * False: out of memory. */
bool indices_find(struct code *code);

#endif
