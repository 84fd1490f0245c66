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
