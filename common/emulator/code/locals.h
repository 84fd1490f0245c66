/*
 * locals.h - variables in local memory that ptxas keeps in registers.
 *
 * Idea: what is always accessed at the same known place of local memory, as
 * much of it each time, is a register in machine code, also if it is volatile
 * (which nvcc does not pass on to PTX, and clang does).  So are results of the
 * mathematical library that come through pointers, as nvcc has it inlined.
 * Guarantee: so it is only said of kernels all of whose accesses to local
 * memory are at known places, and which give no address of it away, but for
 * such results.
 * Source: ptxas 13.0 for sm_90: of such there is no LDL and no STL.
 */
#ifndef LOCALS_H
#define LOCALS_H

#include "resolver.h"

/* Marks loads and stores of such variables: each has a slot, which nobody
 * fills.  False: out of memory. */
bool locals_keep(struct resolver *r);

#endif
