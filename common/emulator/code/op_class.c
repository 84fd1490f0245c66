/*
 * op_class.c - the class column of ops.def, as a table by operation.
 */
#include "op_class.h"

enum {
#define X(id, wait, steps, role, space) CLASS_##id,
    OP_CLASSES(X)
#undef X
};

static const struct op_class classes[] = {
#define X(id, wait, steps, role, space) {WAIT_##wait, steps, role, space},
    OP_CLASSES(X)
#undef X
};

static const uint8_t class_of[] = {
#define OP(id, name, class) CLASS_##class,
#include "ops.def"
};

const struct op_class *op_class(uint16_t op)
{
    return &classes[class_of[op]];
}

bool program_reaches(const struct program *program,
                     bool (*is_like_this)(const struct insn *))
{
    for (uint32_t i = 0; i < program->wanted_count; i++) {
        const struct code *code = program->functions[program->wanted[i]];
        for (uint32_t pc = 0; pc < code->insn_count; pc++)
            if (op_reaches_global(code->insns[pc].op) &&
                is_like_this(&code->insns[pc]))
                return true;
    }
    return false;
}
