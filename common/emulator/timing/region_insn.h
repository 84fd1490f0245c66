/*
 * region_insn.h - what an instruction is to those that look for ifs and loops.
 */
#ifndef REGION_INSN_H
#define REGION_INSN_H

#include "code/op_class.h"

#include <string.h>

/* It costs nothing. */
static inline bool is_free(const struct insn *insn)
{
    return !op_class(insn->op)->steps || insn->flags & INSN_MICRO;
}

/* It makes a condition of two numbers. */
static inline bool compares(const struct insn *insn)
{
    const char *text = insn->detail->text;
    return text && !strncmp(text, "setp", 4);
}

static inline bool is_jump(const struct insn *insn)
{
    return insn->op == OP_bra && insn->guard == NO_SLOT;
}

/* A branch with a condition. */
static inline bool is_guarded(const struct insn *insn)
{
    return insn->op == OP_bra && insn->guard != NO_SLOT;
}

/* It loads from memory that all share. */
static inline bool is_far_load(const struct insn *insn)
{
    const struct op_class *class = op_class(insn->op);
    return class->role == ROLE_LOADS &&
           (class->space == PTX_GLOBAL || class->space == PTX_GENERIC);
}

/* A division or remainder of ints of 32 bits. */
static inline bool is_int_division(const struct insn *insn)
{
    return insn->op == OP_div_s32 || insn->op == OP_div_u32 ||
           insn->op == OP_rem_s32 || insn->op == OP_rem_u32;
}

#endif
