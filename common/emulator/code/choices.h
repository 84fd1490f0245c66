/*
 * choices.h - divisions and roots that clang works out in advance.
 *
 * Idea: of "x < 0 ? far : near - sqrtf(x)" clang makes a root of any x and a
 * selection behind it; nvcc leaves the branch, as a root is not cheap.  What
 * lanes throw away so must not count where the operand matters for the time
 * (machine/slow_way.h).
 */
#ifndef CHOICES_H
#define CHOICES_H

#include "code.h"

/* May an instruction take longer for some operands, by a call? */
static inline bool has_slow_way(enum op op)
{
    switch (op) {
    case OP_div_f32:
    case OP_rcp_f32:
    case OP_sqrt_f32:
    case OP_div_f64:
    case OP_rcp_f64:
    case OP_sqrt_f64: return true;
    default: return false;
    }
}

/* Marks those of which a selection throws lanes away, and nobody else reads
 * the result. */
void choices_find(struct code *code);

#endif
