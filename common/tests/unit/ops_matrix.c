/*
 * ops_matrix.c - mma of doubles: each shape against a plain product.
 *
 * No two elements of A, B and C are equal, so an element in another place than
 * the PTX ISA has it gives another result.  Where the ISA has which element is
 * told here as it tells it, shape by shape.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 32, ROWS = 16, DEPTH = 16, COLUMNS = 8, REGISTERS = 16 };

struct matrices {
    double a[ROWS][DEPTH], b[DEPTH][COLUMNS], c[ROWS][COLUMNS];
    double d[ROWS][COLUMNS];
};

/* ---- which element is in register i of a lane --------------------------- */

struct place {
    unsigned row, col;
};

/* lane >> 2 is groupID, lane % 4 is threadID_in_group. */
static struct place a_8x4(unsigned lane, unsigned i)
{
    (void)i;
    return (struct place){lane >> 2, lane % 4};
}

static struct place a_16x4(unsigned lane, unsigned i)
{
    return (struct place){i == 0 ? lane >> 2 : (lane >> 2) + 8, lane % 4};
}

static struct place a_16x8(unsigned lane, unsigned i)
{
    return (struct place){i == 0 || i == 2 ? lane >> 2 : (lane >> 2) + 8,
                          i < 2 ? lane % 4 : lane % 4 + 4};
}

static struct place a_16x16(unsigned lane, unsigned i)
{
    static const unsigned col[] = {0, 0, 4, 4, 8, 8, 12, 12};
    return (struct place){i % 2 ? (lane >> 2) + 8 : lane >> 2,
                          lane % 4 + col[i]};
}

static struct place b_of(unsigned lane, unsigned i)
{
    static const unsigned row[] = {0, 4, 8, 12};
    return (struct place){lane % 4 + row[i], lane >> 2};
}

static struct place c_of(unsigned lane, unsigned i)
{
    return (struct place){i < 2 ? lane >> 2 : (lane >> 2) + 8,
                          lane % 4 * 2 + (i & 1)};
}

static const struct shape {
    const char *name;
    unsigned rows, depth, a, b, c; /* registers */
    struct place (*a_of)(unsigned lane, unsigned i);
} shapes[] = {
    {"m8n8k4", 8, 4, 1, 1, 2, a_8x4},
    {"m16n8k4", 16, 4, 2, 1, 4, a_16x4},
    {"m16n8k8", 16, 8, 4, 2, 4, a_16x8},
    {"m16n8k16", 16, 16, 8, 4, 4, a_16x16},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- runs --------------------------------------------------------------- */

/* "{%d8, %d9}" */
static const char *list(char text[64], unsigned first, unsigned count)
{
    int n = sprintf(text, "{");
    for (unsigned i = 0; i < count; i++)
        n += sprintf(text + n, "%s%%d%u", i ? ", " : "", first + i);
    sprintf(text + n, "}");
    return text;
}

enum { AT_A = 0, AT_B = 8, AT_C = 12, AT_D = 16 };

/* Registers of each lane come in and go out side by side; in_place: D is
 * C. */
static void body_of(char body[4096], const struct shape *shape,
                    const char *first, const char *last, bool in_place)
{
    char text[4][64];
    unsigned d = in_place ? AT_C : AT_D;
    int n = sprintf(body, "mad.wide.u32 %%at, %%thread, %u, %%in;\n",
                    (unsigned)(REGISTERS * sizeof(double)));
    for (unsigned i = 0; i < REGISTERS; i++)
        n += sprintf(body + n, "ld.global.f64 %%d%u, [%%at+%u];\n", i, 8 * i);
    n += sprintf(body + n, "mma.sync.aligned.%s.%s%s %s, %s, %s, %s;\n",
                 shape->name, first, last, list(text[0], d, shape->c),
                 list(text[1], AT_A, shape->a), list(text[2], AT_B, shape->b),
                 list(text[3], AT_C, shape->c));
    n += sprintf(body + n, "mad.wide.u32 %%at, %%thread, %u, %%out;\n",
                 (unsigned)(4 * sizeof(double)));
    for (unsigned i = 0; i < shape->c; i++)
        n += sprintf(body + n, "st.global.f64 [%%at+%u], %%d%u;\n", 8 * i,
                     d + i);
}

static void run_shape(const struct shape *shape, const char *first,
                      const char *last, bool in_place, struct matrices *m,
                      struct counters *counters)
{
    double in[LANES][REGISTERS], out[LANES][4];
    char body[4096];
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    for (unsigned l = 0; l < LANES; l++) {
        for (unsigned i = 0; i < shape->a; i++) {
            struct place at = shape->a_of(l, i);
            in[l][AT_A + i] = m->a[at.row][at.col];
        }
        for (unsigned i = 0; i < shape->b; i++)
            in[l][AT_B + i] = m->b[b_of(l, i).row][b_of(l, i).col];
        for (unsigned i = 0; i < shape->c; i++)
            in[l][AT_C + i] = m->c[c_of(l, i).row][c_of(l, i).col];
    }
    body_of(body, shape, first, last, in_place);
    struct ptx_run run = {.body = body,
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    *counters = run.counters;
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < shape->c; i++)
            m->d[c_of(l, i).row][c_of(l, i).col] = out[l][i];
}

/* ---- what comes out ----------------------------------------------------- */

/* Small integers: any order gives this. */
static void fill_integers(struct matrices *m)
{
    double next = 1;
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned k = 0; k < DEPTH; k++)
            m->a[i][k] = next++;
    for (unsigned k = 0; k < DEPTH; k++)
        for (unsigned j = 0; j < COLUMNS; j++)
            m->b[k][j] = next++;
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < COLUMNS; j++)
            m->c[i][j] = 1000 * next++;
}

static void fill_fractions(struct matrices *m)
{
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned k = 0; k < DEPTH; k++)
            m->a[i][k] = ldexp((double)(random_bits() >> 12), -52) - 0.5;
    for (unsigned k = 0; k < DEPTH; k++)
        for (unsigned j = 0; j < COLUMNS; j++)
            m->b[k][j] = ldexp((double)(random_bits() >> 12), -50) - 2;
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < COLUMNS; j++)
            m->c[i][j] = ldexp((double)(random_bits() >> 12), -51);
}

/* Fused multiply-adds along the depth. */
static void expect(const char *what, const struct shape *shape,
                   const struct matrices *m, int rounding)
{
    for (unsigned i = 0; i < shape->rows; i++)
        for (unsigned j = 0; j < COLUMNS; j++) {
            volatile double sum = m->c[i][j];
            fesetround(rounding);
            for (unsigned k = 0; k < shape->depth; k++)
                sum = fma(m->a[i][k], m->b[k][j], sum);
            fesetround(FE_TONEAREST);
            if (m->d[i][j] != sum)
                fail_msg("%s %s: [%u][%u] is %.17g, not %.17g", shape->name,
                         what, i, j, m->d[i][j], sum);
        }
}

void matrix_products(void **state)
{
    static const char *const layout = "row.col", *const types =
                                                     ".f64.f64.f64.f64";
    struct matrices m;
    struct counters counters;
    (void)state;
    for (unsigned i = 0; i < SHAPES; i++)
        for (unsigned in_place = 0; in_place < 2; in_place++) {
            fill_integers(&m);
            run_shape(&shapes[i], layout, types, in_place, &m, &counters);
            expect("of integers", &shapes[i], &m, FE_TONEAREST);
            fill_fractions(&m);
            run_shape(&shapes[i], layout, types, in_place, &m, &counters);
            expect("of fractions", &shapes[i], &m, FE_TONEAREST);
            assert_int_equal(counters.flops_double,
                             2 * shapes[i].rows * COLUMNS * shapes[i].depth);
        }
}

/* ptxas takes the rounding in front of the types and behind them. */
void matrix_roundings(void **state)
{
    static const struct {
        const char *first, *last;
        int rounding;
    } rows[] = {{"row.col.rn", ".f64.f64.f64.f64", FE_TONEAREST},
                {"row.col.rz", ".f64.f64.f64.f64", FE_TOWARDZERO},
                {"row.col.rm", ".f64.f64.f64.f64", FE_DOWNWARD},
                {"row.col", ".f64.f64.f64.f64.rp", FE_UPWARD},
                {"row.col", ".f64.f64.f64.f64.rz", FE_TOWARDZERO}};
    struct matrices m;
    struct counters counters;
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < SHAPES; k++) {
            fill_fractions(&m);
            run_shape(&shapes[k], rows[i].first, rows[i].last, true, &m,
                      &counters);
            expect(rows[i].first, &shapes[k], &m, rows[i].rounding);
        }
}

/* Operands that cannot be: numbers of registers, kinds, widths. */
#define MMA(shape) "mma.sync.aligned." shape ".f64.f64.f64.f64 "

void matrix_refusals(void **state)
{
    static const char *const refused[] = {
        MMA("m8n8k4.col.col") "{%d0, %d1}, {%d2}, {%d3}, {%d0, %d1};",
        MMA("m8n8k4.row.row") "{%d0, %d1}, {%d2}, {%d3}, {%d0, %d1};",
        MMA("m8n8k8.row.col") "{%d0, %d1}, {%d2}, {%d3}, {%d0, %d1};",
        MMA("m8n8k4.row.col.rni") "{%d0, %d1}, {%d2}, {%d3}, {%d0, %d1};",
        MMA("m8n8k4.row.col") "{%d0, %d1}, {%d2, %d3}, {%d3}, {%d0, %d1};",
        MMA("m8n8k4.row.col") "{%d0, %d1}, %d2, %d3, {%d0, %d1};",
        MMA("m8n8k4.row.col") "{%d0, %d1}, {%d2}, {%d3}, {%d0, %d1}, %d4;",
        MMA("m8n8k4.row.col") "{%d0, %d1}, {%r2}, {%d3}, {%d0, %d1};",
        MMA("m8n8k4.row.col") "{%d0, %d1}, {_}, {%d3}, {%d0, %d1};",
        MMA("m8n8k4.row.col") "{%d0, 1}, {%d2}, {%d3}, {%d0, %d1};",
        MMA("m16n8k4.row.col") "{%d0, %d1}, {%d2}, {%d3}, {%d0, %d1};",
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64 {%d0, %d1}, {%d2}, {%d3},"
        " {%d0, %d1};",
        "mma.sync.aligned.m8n8k4.row.col.rz.f64.f64.f64.f64.rz {%d0, %d1}, "
        "{%d2}, {%d3}, {%d0, %d1};",
        "mma.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d0, %d1}, {%d2}, {%d3}, "
        "{%d0, %d1};",
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%r0, %r1, %r2, "
        "%r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, {%r0, %r1, %r2, %r3};",
    };
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (!ptx_refuses(refused[i]))
            fail_msg("taken: %s", refused[i]);
}
