/*
 * resolve_matrix.c - mma.sync.aligned (matrix.h): its shape, and which
 * registers hold what of the matrices.
 *
 * Doubles only; other types, shapes and layouts are refused by name.
 */
#include "resolver.h"

#include "matrix.h"

static bool shape_named(const char *text, struct matrix *matrix)
{
    static const struct shape {
        const char *name;
        uint8_t rows, depth;
    } shapes[] = {{"m8n8k4", 8, 4},
                  {"m16n8k4", 16, 4},
                  {"m16n8k8", 16, 8},
                  {"m16n8k16", 16, 16}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (!is(text, shapes[i].name))
            continue;
        matrix->rows = shapes[i].rows;
        matrix->depth = shapes[i].depth;
        matrix->c_count = (uint8_t)(matrix->rows * MATRIX_SQUARE / WARP_SIZE);
        matrix->a_count = (uint8_t)(matrix->rows * matrix->depth / WARP_SIZE);
        matrix->b_count = (uint8_t)(MATRIX_SQUARE * matrix->depth / WARP_SIZE);
        return true;
    }
    return false;
}

/* .sync.aligned.SHAPE.row.col{.rnd}.f64.f64.f64.f64{.rnd}: ptxas takes the
 * rounding at either place. */
static bool matrix_opcode(const struct resolver *r, struct matrix *matrix)
{
    static const char *const words[] = {"sync", "aligned", NULL,  "row", "col",
                                        "f64",  "f64",     "f64", "f64"};
    enum { WORDS = sizeof words / sizeof *words, SHAPE = 2, LAYOUT = 4 };
    unsigned at = 1;
    for (unsigned i = 0; i < WORDS; i++) {
        const char *text = opcode_part(r, at++);
        if (i == SHAPE ? !shape_named(text, matrix) : !is(text, words[i]))
            return false;
        enum rounding rounding = rounding_named(opcode_part(r, at));
        if ((i != LAYOUT && i != WORDS - 1) || !rounding)
            continue;
        if (matrix->rounding || rounding > ROUND_RP)
            return false;
        matrix->rounding = rounding;
        at++;
    }
    return at == r->part_count;
}

/* Operand i: {count registers}; an element of one or the other kind. */
static bool matrix_operand(struct resolver *r, unsigned i, unsigned count,
                           bool written, uint32_t *slots)
{
    const struct ptx_operand *o = operand_at(r, i);
    if (o->kind != PTX_OPND_VECTOR || o->list_count != count)
        return resolver_fail(r, "%.60s: operand %u is to be {%u register%s}",
                             r->source->opcode, i + 1, count,
                             count == 1 ? "" : "s");
    for (unsigned k = 0; k < count; k++)
        if (written ? !operand_written(r, &o->list[k], 8, &slots[k])
                    : !operand_read(r, &o->list[k], i, 8, &slots[k]))
            return false;
    return true;
}

bool emit_matrix(struct resolver *r)
{
    struct matrix *matrix = arena_alloc(r->module->arena, sizeof *matrix);
    if (!matrix)
        return resolver_no_memory(r);
    if (r->source->operand_count != 4 || !matrix_opcode(r, matrix))
        return resolver_unsupported(r);
    if (!matrix_operand(r, 0, matrix->c_count, true, matrix->d) ||
        !matrix_operand(r, 1, matrix->a_count, false, matrix->a) ||
        !matrix_operand(r, 2, matrix->b_count, false, matrix->b) ||
        !matrix_operand(r, 3, matrix->c_count, false, matrix->c))
        return false;
    r->detail.matrix = matrix;
    r->detail.fourth = slot_number(r, ALL_LANES, 4);
    return emit(r, OP_mma) != NULL;
}
