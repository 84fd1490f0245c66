/*
 * slow_way.h - operands for which a division or a root takes its slow way.
 *
 * Idea: ptxas makes of a division that rounds right some multiplications and a
 * check of the operands; where one lane's are zero, not finite, or so large or
 * small that a step between might be, the warp calls a function instead.  Its
 * time depends on that, so the tape of a warp tells (timing/tape.h).
 * Source: ptxas 13.0 for sm_90, its output read with nvdisasm; of the division
 * of floats, which has an instruction for the check (FCHK), only that it is
 * taken by zeros was seen (transform/plain, ways/switch).
 */
#ifndef SLOW_WAY_H
#define SLOW_WAY_H

#include "code/choices.h"

#include <stdbool.h>
#include <stdint.h>

/* Does one of the active lanes take it?  b: what is divided by, or a again. */
bool takes_slow_way(enum op op, const void *a, const void *b, uint32_t active);

#endif
