/*
 * op_class.h - what an operation is to those who do not execute it: the class
 * column of ops.def.
 *
 * One table for the control flow (flow.c), the times (timing/) and what is
 * said of an access (lines.c, access*.c): a new row says its class, or it does
 * not compile.
 */
#ifndef OP_CLASS_H
#define OP_CLASS_H

#include "code.h"

enum op_role {
    ROLE_COMPUTES, /* in registers, between lanes, or nothing at all */
    ROLE_LOADS,
    ROLE_STORES,
    ROLE_UPDATES,  /* memory, as one access: atomics */
    ROLE_BRANCHES,
    ROLE_CALLS,
    ROLE_ENDS,     /* its lanes do not go on behind it */
    ROLE_MEETS     /* its warp waits for others of the block */
};

/* A division is several instructions of ptxas's: region_cost.c says which. */
enum { DIVIDE_STEPS = 8 };

/*    class          waited as   steps         role           space
 * waited as: of enum wait_kind, by who needs the result.  steps: 0: ptxas gets
 * it for nothing, as parameters and copies; more than one: it is several. */
#define OP_CLASSES(X)                                                        \
    X(PLAIN,         ARITHMETIC, 1,            ROLE_COMPUTES, PTX_REG)       \
    X(FREE,          ARITHMETIC, 0,            ROLE_COMPUTES, PTX_REG)       \
    X(DOUBLE,        DOUBLE,     1,            ROLE_COMPUTES, PTX_REG)       \
    X(SPECIAL,       SPECIAL,    1,            ROLE_COMPUTES, PTX_REG)       \
    X(DIVIDE,        ARITHMETIC, DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG)       \
    X(DIVIDE_DOUBLE, DOUBLE,     DIVIDE_STEPS, ROLE_COMPUTES, PTX_REG)       \
    X(SHUFFLE,       SHUFFLE,    1,            ROLE_COMPUTES, PTX_REG)       \
    X(MATRIX,        MATRIX,     1,            ROLE_COMPUTES, PTX_REG)       \
    X(TEXTURE,       GLOBAL,     1,            ROLE_COMPUTES, PTX_REG)       \
    X(LD_GLOBAL,     GLOBAL,     1,            ROLE_LOADS,    PTX_GLOBAL)    \
    X(LD_SHARED,     SHARED,     1,            ROLE_LOADS,    PTX_SHARED)    \
    X(LD_LOCAL,      SHARED,     1,            ROLE_LOADS,    PTX_LOCAL)     \
    X(LD_CONST,      ARITHMETIC, 1,            ROLE_LOADS,    PTX_CONST)     \
    X(LD_GENERIC,    GLOBAL,     1,            ROLE_LOADS,    PTX_GENERIC)   \
    X(LD_PARAM,      ARITHMETIC, 0,            ROLE_LOADS,    PTX_PARAM)     \
    X(LD_FRAME,      ARITHMETIC, 1,            ROLE_LOADS,    PTX_PARAM)     \
    X(ST_GLOBAL,     ARITHMETIC, 1,            ROLE_STORES,   PTX_GLOBAL)    \
    X(ST_SHARED,     ARITHMETIC, 1,            ROLE_STORES,   PTX_SHARED)    \
    X(ST_LOCAL,      ARITHMETIC, 1,            ROLE_STORES,   PTX_LOCAL)     \
    X(ST_GENERIC,    ARITHMETIC, 1,            ROLE_STORES,   PTX_GENERIC)   \
    X(ST_FRAME,      ARITHMETIC, 1,            ROLE_STORES,   PTX_PARAM)     \
    X(ATOM_GLOBAL,   ATOMIC,     1,            ROLE_UPDATES,  PTX_GLOBAL)    \
    X(ATOM_SHARED,   SHARED,     1,            ROLE_UPDATES,  PTX_SHARED)    \
    X(ATOM_GENERIC,  ATOMIC,     1,            ROLE_UPDATES,  PTX_GENERIC)   \
    X(BRANCH,        ARITHMETIC, 1,            ROLE_BRANCHES, PTX_REG)       \
    X(CALL,          ARITHMETIC, 1,            ROLE_CALLS,    PTX_REG)       \
    X(END,           ARITHMETIC, 1,            ROLE_ENDS,     PTX_REG)       \
    X(BARRIER,       ARITHMETIC, 1,            ROLE_MEETS,    PTX_REG)

struct op_class {
    enum wait_kind wait;
    uint8_t steps;
    enum op_role role;
    enum ptx_space space; /* of the memory; PTX_REG: none */
};

/* Of a row of ops.def: op < OP_COUNT. */
const struct op_class *op_class(uint16_t op);

/* May it touch global memory? */
static inline bool op_reaches_global(uint16_t op)
{
    enum ptx_space space = op_class(op)->space;
    return space == PTX_GLOBAL || space == PTX_GENERIC;
}

/* Does a program have an access to global memory that is like this? */
bool program_reaches(const struct program *program,
                     bool (*is_like_this)(const struct insn *));

/* Does it read and write memory as one access? */
static inline bool op_updates(uint16_t op)
{
    return op_class(op)->role == ROLE_UPDATES;
}

/* Are its results, one or several, in detail->slots, not in d? */
static inline bool op_fills_slots(uint16_t op)
{
    return op_class(op)->role == ROLE_LOADS || op == OP_unpack ||
           op == OP_texture || op == OP_surface_load;
}

/* Does it reach memory through a texture or a surface?  Of such there are no
 * sectors: how arrays lie in memory is the GPU's secret, and the pipe another
 * one.  The model takes what is read so for a value that is as late as one
 * from global memory. */
static inline bool op_has_image(uint16_t op)
{
    return op == OP_texture || op == OP_surface_load ||
           op == OP_surface_store || op == OP_image_query;
}

/* Is it of an mbarrier? */
static inline bool op_is_mbarrier(const struct insn *insn)
{
    return op_updates(insn->op) && insn->detail->atomic >= ATOMIC_ARRIVE;
}

/* Is it a copy that goes on when its thread goes on? */
static inline bool detail_copies(const struct insn_detail *detail)
{
    return detail->copies || detail->op == OP_bulk_load ||
           detail->op == OP_bulk_store;
}

/* Does it copy, or say something of copies?  Twice is not as good as once. */
static inline bool op_copies(uint16_t op)
{
    return op == OP_bulk_load || op == OP_bulk_store || op == OP_bulk_groups ||
           op == OP_copies || op == OP_copies_bind;
}

#endif
