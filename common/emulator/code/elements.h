/*
 * elements.h - arrays of a thread that NVVM has in registers, though the code
 * has them in memory.
 *
 * Idea: of a loop of so many turns at most NVVM makes one piece, with a way out
 * after each turn, if what it counts is an array's index; that is a constant in
 * each turn then, and each element a register.  clang does so only where the
 * number of turns is the same each time.
 * Guarantee: so it is only said of kernels in which all accesses to local
 * memory are at places that are known, or that are once such loops are one
 * piece, and that give no address of it away.
 * Source: nvcc 13.0 for sm_90: of such there is no LDL and no STL, and after
 * each turn an ISETP and a branch, but for stores into the array nothing that
 * the next turn could do ahead.
 */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "resolver.h"

/* Marks the loads and stores of such arrays, which share a slot that nobody
 * fills; what only leads to their places; where turns of the source begin in
 * loops of several.  False: out of memory. */
bool elements_keep(struct resolver *r);

#endif
