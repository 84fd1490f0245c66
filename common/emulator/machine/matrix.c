/*
 * matrix.c - mma, executed: see code/matrix.h.
 *
 * Each element is a sum of fused multiply-adds that begins with C and goes
 * along the depth.  PTX says that each is as exact as fma in double, but
 * neither in which order they come nor whether there are roundings between: an
 * H100 and an H200 give the same (common/tests/programs/matrices.cu, 448 sums
 * of all shapes).  Which NaN comes out, fma's, is our choice.
 * All lanes of the warp take part.  Lanes that do not are told, and what their
 * registers hold is taken.
 */
#include "code/matrix.h"

#include "arith.h"
#include "convert.h"
#include "names.h"
#include "warp.h"

#include <stdio.h>

struct operands {
    f64 a[MATRIX_ROWS][MATRIX_DEPTH];
    f64 b[MATRIX_DEPTH][MATRIX_SQUARE];
    f64 d[MATRIX_ROWS][MATRIX_SQUARE];
};

INLINE void gather(struct operands *to, const struct frame *frame,
                   const struct matrix *matrix)
{
    unsigned bands = matrix->rows / MATRIX_SQUARE;
    for (unsigned i = 0; i < matrix->a_count; i++) {
        const f64 *from = (const f64 *)(frame->slots + matrix->a[i]);
        unsigned row = i % bands * MATRIX_SQUARE, k = i / bands * MATRIX_STEP;
        for (unsigned l = 0; l < WARP_SIZE; l++)
            to->a[row + l / 4][k + l % 4] = from[l];
    }
    for (unsigned i = 0; i < matrix->b_count; i++) {
        const f64 *from = (const f64 *)(frame->slots + matrix->b[i]);
        for (unsigned l = 0; l < WARP_SIZE; l++)
            to->b[i * MATRIX_STEP + l % 4][l / 4] = from[l];
    }
    for (unsigned i = 0; i < matrix->c_count; i++) {
        const f64 *from = (const f64 *)(frame->slots + matrix->c[i]);
        for (unsigned l = 0; l < WARP_SIZE; l++)
            to->d[i / 2 * MATRIX_SQUARE + l / 4][l % 4 * 2 + i % 2] = from[l];
    }
}

INLINE void scatter(struct frame *frame, const struct matrix *matrix,
                    const struct operands *from, uint32_t mask)
{
    for (unsigned i = 0; i < matrix->c_count; i++) {
        f64 *to = (f64 *)(frame->slots + matrix->d[i]);
        for (unsigned l = 0; l < WARP_SIZE; l++)
            if (mask >> l & 1)
                to[l] =
                    from->d[i / 2 * MATRIX_SQUARE + l / 4][l % 4 * 2 + i % 2];
    }
}

HOT static void multiply(struct operands *o, const struct matrix *matrix)
{
    for (unsigned row = 0; row < matrix->rows; row++)
        for (unsigned k = 0; k < matrix->depth; k++)
            for (unsigned col = 0; col < MATRIX_SQUARE; col++)
                o->d[row][col] =
                    fused_f64(o->a[row][k], o->b[k][col], o->d[row][col]);
}

static void report_partial(struct warp *w, const struct insn *insn,
                           uint32_t mask)
{
    struct finding f = finding_at(w, insn, first_lane(mask), SYNCCHECK);
    f.lanes = (uint32_t)__builtin_popcount(mask);
    snprintf(f.title, sizeof f.title,
             "mma.sync without all 32 lanes of the warp");
    snprintf(f.detail, sizeof f.detail,
             "lanes 0x%08x execute it together; 0x%08x do not, or are not "
             "there: the result is undefined",
             mask, ~mask);
    snprintf(f.hint, sizeof f.hint,
             "the whole warp must execute the same mma: take it out of the "
             "if, and let no lane of it return before");
    diagnose(&f);
}

void matrix_multiply(struct warp *w, struct frame *frame,
                     const struct insn *insn, uint32_t mask)
{
    const struct matrix *matrix = insn->detail->matrix;
    bool rounds = matrix->rounding > ROUND_RN;
    int before = fegetround();
    struct operands operands;
    if (mask != ALL_LANES)
        report_partial(w, insn, mask);
    gather(&operands, frame, matrix);
    if (rounds)
        fesetround(host_rounding(matrix->rounding));
    multiply(&operands, matrix);
    if (rounds)
        fesetround(before);
    scatter(frame, matrix, &operands, mask);
    w->block->worker->counters.flops_double +=
        2u * matrix->rows * MATRIX_SQUARE * matrix->depth;
}
