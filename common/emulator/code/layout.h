/*
 * layout.h - puts the blocks of a function where loops are in one piece.
 *
 * Idea: clang leaves the turns of a loop that it has unrolled, and what stands
 * in ifs, behind the rest of the function; ptxas puts blocks where it wants
 * them anyway.  A run of blocks that goes on from one to the next stays as it
 * is; behind it comes the run that it jumps to, if that has no place yet.
 * Guarantee: the code does the same, instruction by instruction, and nothing is
 * moved unless more loops are in one piece then.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "code.h"

/* False: out of memory. */
bool layout_settle(struct code *code);

#endif
