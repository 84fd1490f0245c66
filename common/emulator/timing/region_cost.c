/*
 * region_cost.c - machine instructions by PTX instruction, on sm_90.
 *
 * Source: each was compiled alone by ptxas 13.0 and read with nvdisasm; of
 * code with a fast and a slow way (division, sine of large numbers) the fast
 * one was counted, with the branch around the other (WAY).
 */
#include "region_cost.h"
#include "code/matrix.h"
#include "code/op_class.h"

#include <string.h>

uint16_t region_latency(enum pipe pipe, const struct gpu *gpu)
{
    switch (pipe) {
    case PIPE_DOUBLE: return (uint16_t)gpu->model.wait.in_double;
    case PIPE_SPECIAL: return (uint16_t)gpu->model.wait.special;
    case PIPE_CONVERT: return (uint16_t)gpu->model.wait.convert;
    case PIPE_SHUFFLE: return (uint16_t)gpu->model.wait.shuffle;
    case PIPE_MATRIX: return (uint16_t)gpu->model.wait.matrix;
    default: return (uint16_t)gpu->model.wait.arithmetic;
    }
}

static void add(struct region_cost *cost, const struct gpu *gpu, enum pipe pipe,
                unsigned issues)
{
    unsigned latency = region_latency(pipe, gpu);
    cost->part[cost->count++] =
        (struct cost_part){.pipe = (uint8_t)pipe,
                           .issues = (uint8_t)issues,
                           .latency = (uint16_t)(latency * issues)};
}

/* So many of a pipe, of which only some wait for each other. */
static void add_wide(struct region_cost *cost, const struct gpu *gpu,
                     enum pipe pipe, unsigned issues, unsigned chain)
{
    add(cost, gpu, pipe, issues);
    cost->part[cost->count - 1].latency =
        (uint16_t)(region_latency(pipe, gpu) * chain + issues - chain);
}

/* ---- what is several ---------------------------------------------------- */

struct expansion {
    uint16_t of; /* of ops.def, or of the library's functions */
    struct {
        uint8_t pipe, issues, chain; /* issues 0: no such part */
    } part[COST_PARTS];
};

#define FMA(n, chain)                                                          \
    {                                                                          \
        PIPE_FMA, n, chain                                                     \
    }
#define MUL(n, chain)                                                          \
    {                                                                          \
        PIPE_MULTIPLY, n, chain                                                \
    }
#define ALU(n, chain)                                                          \
    {                                                                          \
        PIPE_ALU, n, chain                                                     \
    }
#define DBL(n, chain)                                                          \
    {                                                                          \
        PIPE_DOUBLE, n, chain                                                  \
    }
#define WAY(n, chain)                                                          \
    {                                                                          \
        PIPE_NONE, n, chain                                                    \
    }
#define SFU(n)                                                                 \
    {                                                                          \
        PIPE_SPECIAL, n, n                                                     \
    }
#define CVT(n)                                                                 \
    {                                                                          \
        PIPE_CONVERT, n, n                                                     \
    }
#define DIVIDE_32                                                              \
    {                                                                          \
        CVT(1), SFU(1), CVT(1), ALU(15, 12)                                    \
    }
#define DIVIDE_64                                                              \
    {                                                                          \
        CVT(2), SFU(1), FMA(48, 36), ALU(24, 12)                               \
    }

static const struct expansion expansions[] = {
    {OP_div_u32, DIVIDE_32},
    {OP_div_s32, {CVT(1), SFU(1), CVT(1), ALU(20, 14)}},
    {OP_rem_u32, DIVIDE_32},
    {OP_rem_s32, {CVT(1), SFU(1), CVT(1), ALU(18, 13)}},
    {OP_div_u16, {CVT(2), SFU(1), FMA(3, 3), CVT(1)}},
    {OP_div_s16, {CVT(2), SFU(1), FMA(3, 3), CVT(1)}},
    {OP_rem_u16, {CVT(2), SFU(1), FMA(5, 4), CVT(1)}},
    {OP_rem_s16, {CVT(2), SFU(1), FMA(5, 4), CVT(1)}},
    {OP_div_u64, DIVIDE_64},
    {OP_div_s64, DIVIDE_64},
    {OP_rem_u64, DIVIDE_64},
    {OP_rem_s64, DIVIDE_64},
    {OP_div_f32, {SFU(1), {PIPE_CONVERT, 1, 0}, FMA(5, 5), WAY(7, 5)}},
    {OP_div_approx_f32, {SFU(1), FMA(3, 2)}},
    {OP_rcp_f32, {ALU(4, 3), SFU(1), FMA(3, 3), WAY(5, 5)}},
    {OP_sqrt_f32, {SFU(1), ALU(4, 2), FMA(4, 4), WAY(3, 4)}},
    {OP_rsqrt_f32, {ALU(1, 1), FMA(2, 2), SFU(1)}},
    {OP_div_f64, {SFU(1), DBL(8, 8), ALU(5, 3), WAY(5, 7)}},
    {OP_rcp_f64, {SFU(1), DBL(5, 5), ALU(4, 3), WAY(5, 7)}},
    {OP_sqrt_f64, {SFU(1), DBL(8, 8), ALU(7, 4), WAY(5, 7)}},
    {OP_rsqrt_f64, {SFU(1), DBL(5, 5), ALU(5, 3), WAY(5, 7)}},
    {OP_ex2_f32, {ALU(1, 1), FMA(2, 2), SFU(1)}},
    {OP_lg2_f32, {ALU(1, 1), FMA(2, 2), SFU(1)}},
    {OP_sin_f32, {FMA(1, 1), SFU(1)}},
    {OP_cos_f32, {FMA(1, 1), SFU(1)}},
    {OP_min_f64, {DBL(1, 1), ALU(6, 3)}},
    {OP_max_f64, {DBL(1, 1), ALU(6, 3)}},
    {OP_mul_lo_64, {MUL(4, 2)}},
    {OP_mad_lo_64, {MUL(4, 2)}},
    {OP_mul_hi_u32, {MUL(2, 1)}},
    {OP_mul_hi_s32, {MUL(2, 1)}},
    {OP_mul_hi_u64, {MUL(6, 4), ALU(3, 2)}},
    {OP_mul_hi_s64, {MUL(7, 4), ALU(10, 4)}},
    {OP_mul_lo_16, {MUL(1, 1), ALU(1, 1)}},
    {OP_mul_wide_u16, {MUL(1, 1), ALU(2, 1)}},
    {OP_mul_wide_s16, {MUL(1, 1), ALU(2, 1)}},
    {OP_abs_s64, {ALU(5, 3)}},
    {OP_min_u64, {ALU(4, 3)}},
    {OP_max_u64, {ALU(4, 3)}},
    {OP_min_s64, {ALU(4, 3)}},
    {OP_max_s64, {ALU(4, 3)}},
    {OP_popc_32, {CVT(1)}},
    {OP_popc_64, {CVT(2), ALU(1, 1)}},
    {OP_clz_32, {CVT(1), ALU(1, 1)}},
    {OP_clz_64, {CVT(2), ALU(2, 2)}},
    {OP_brev_32, {CVT(1)}},
    {OP_brev_64, {CVT(2)}},
    {OP_bfind_u32, {CVT(1)}},
    {OP_bfind_s32, {CVT(1)}},
    {OP_bfi_32, {ALU(3, 3)}},
    {OP_bfi_64, {ALU(8, 4)}},
    {OP_bfe_u32, {ALU(2, 2)}},
    {OP_bfe_s32, {ALU(2, 2)}},
    {OP_bfe_u64, {ALU(5, 4)}},
    {OP_bfe_s64, {ALU(5, 4)}},
    {OP_shl_64, {ALU(2, 1)}},
    {OP_shr_u64, {ALU(2, 1)}},
    {OP_shr_s64, {ALU(2, 1)}},
    {OP_cvt_f32_s32, {ALU(1, 1)}},
    {OP_cvt_f32_u32, {ALU(1, 1)}},
    {OP_redux_add, {{PIPE_SHUFFLE, 1, 1}, ALU(1, 1)}},
    {OP_cvt_s64_s32, {ALU(1, 1)}},
    {OP_mov_clock, {{PIPE_NONE, 2, 2}}},
    {OP_mov_clock64, {{PIPE_NONE, 4, 4}}},
};

/* The mathematical library, which nvcc has inlined: counts of ALU,
 * conversions, approximations, FMA; for double precision of constants that are
 * fetched, ALU, approximations, DOUBLE. */
#define SINGLE(id, alu, cvt, sfu, fma)                                         \
    {BUILTIN_nv_##id##f,                                                       \
     {ALU(alu, (alu) / 2 + 1), CVT(cvt), SFU(sfu), FMA(fma, (fma)*7 / 8)}},
#define WITH_WAY(id, alu, cvt, way, fma)                                       \
    {BUILTIN_nv_##id##f,                                                       \
     {ALU(alu, (alu) / 2 + 1), CVT(cvt), WAY(way, 1), FMA(fma, fma)}},
#define DOUBLE(id, none, alu, sfu, dbl)                                        \
    {BUILTIN_nv_##id,                                                          \
     {{PIPE_NONE, none, 0},                                                    \
      ALU(alu, (alu) / 3 + 1),                                                 \
      SFU(sfu),                                                                \
      DBL(dbl, (dbl)*7 / 8)}},

/* clang-format off */
static const struct expansion library[] = {
    WITH_WAY(sin, 12, 1, 9, 11) WITH_WAY(cos, 12, 1, 9, 11)
    SINGLE(tan, 14, 1, 1, 12) WITH_WAY(sincos, 18, 1, 8, 18)
    SINGLE(asin, 8, 0, 1, 16) SINGLE(acos, 9, 0, 1, 16)
    SINGLE(atan, 6, 0, 1, 12) SINGLE(sinh, 7, 1, 2, 15)
    SINGLE(cosh, 4, 1, 2, 9) SINGLE(tanh, 5, 0, 2, 10)
    SINGLE(asinh, 17, 0, 2, 24) SINGLE(acosh, 18, 0, 1, 25)
    SINGLE(atanh, 17, 0, 1, 21) SINGLE(exp, 1, 0, 1, 6)
    SINGLE(exp2, 1, 0, 1, 2) SINGLE(exp10, 1, 0, 1, 6)
    SINGLE(expm1, 12, 1, 1, 15) SINGLE(log, 10, 0, 0, 16)
    SINGLE(log2, 11, 0, 0, 17) SINGLE(log10, 10, 0, 0, 17)
    SINGLE(log1p, 14, 0, 0, 17) SINGLE(logb, 9, 0, 0, 2)
    SINGLE(cbrt, 6, 0, 2, 9) SINGLE(rcbrt, 7, 0, 2, 9)
    SINGLE(erf, 17, 0, 1, 10) SINGLE(erfc, 9, 1, 3, 35)
    SINGLE(erfcx, 12, 0, 4, 40) SINGLE(erfinv, 8, 0, 2, 18)
    SINGLE(erfcinv, 12, 0, 3, 24) SINGLE(normcdf, 14, 1, 3, 45)
    SINGLE(normcdfinv, 13, 0, 3, 26) SINGLE(tgamma, 40, 4, 4, 90)
    SINGLE(lgamma, 45, 2, 2, 100) SINGLE(sinpi, 8, 2, 0, 13)
    SINGLE(cospi, 9, 2, 0, 13) SINGLE(sincospi, 14, 2, 0, 20)
    SINGLE(j0, 30, 3, 2, 60) SINGLE(j1, 32, 3, 2, 60)
    SINGLE(y0, 60, 4, 4, 110) SINGLE(y1, 62, 4, 6, 110)
    SINGLE(atan2, 18, 0, 1, 20) SINGLE(pow, 28, 4, 1, 40)
    SINGLE(fmod, 20, 1, 1, 14) SINGLE(remainder, 24, 3, 1, 16)
    SINGLE(hypot, 10, 0, 1, 11) SINGLE(rhypot, 8, 0, 1, 9)
    SINGLE(norm3d, 12, 0, 1, 13) SINGLE(rnorm3d, 10, 0, 1, 11)
    SINGLE(fdim, 2, 0, 0, 1) SINGLE(nextafter, 20, 0, 0, 1)
    SINGLE(powi, 20, 0, 1, 12) SINGLE(ldexp, 8, 0, 0, 3)
    DOUBLE(sin, 8, 18, 2, 16) DOUBLE(cos, 8, 18, 2, 16)
    DOUBLE(tan, 36, 16, 3, 31) DOUBLE(sincos, 16, 24, 2, 30)
    DOUBLE(asin, 52, 18, 1, 42) DOUBLE(acos, 54, 24, 1, 46)
    DOUBLE(atan, 38, 16, 1, 28) DOUBLE(sinh, 36, 34, 1, 42)
    DOUBLE(cosh, 22, 14, 1, 22) DOUBLE(tanh, 42, 18, 5, 38)
    DOUBLE(asinh, 36, 50, 4, 68) DOUBLE(acosh, 36, 50, 3, 66)
    DOUBLE(atanh, 34, 50, 3, 66) DOUBLE(exp, 22, 16, 0, 18)
    DOUBLE(exp2, 22, 16, 0, 19) DOUBLE(exp10, 26, 17, 0, 20)
    DOUBLE(expm1, 22, 24, 0, 21) DOUBLE(log, 20, 24, 1, 31)
    DOUBLE(log2, 24, 24, 1, 33) DOUBLE(log10, 24, 24, 1, 33)
    DOUBLE(log1p, 34, 36, 2, 53) DOUBLE(logb, 0, 14, 2, 4)
    DOUBLE(cbrt, 0, 22, 6, 14) DOUBLE(rcbrt, 2, 26, 5, 15)
    DOUBLE(erf, 68, 8, 5, 43) DOUBLE(erfc, 66, 30, 2, 63)
    DOUBLE(erfcx, 68, 24, 3, 77) DOUBLE(erfinv, 80, 20, 2, 60)
    DOUBLE(erfcinv, 100, 60, 4, 100) DOUBLE(normcdf, 70, 34, 2, 74)
    DOUBLE(normcdfinv, 100, 60, 4, 100) DOUBLE(tgamma, 150, 80, 6, 180)
    DOUBLE(lgamma, 60, 60, 2, 90) DOUBLE(sinpi, 4, 14, 3, 15)
    DOUBLE(cospi, 4, 16, 3, 15) DOUBLE(sincospi, 8, 20, 3, 28)
    DOUBLE(j0, 150, 40, 5, 100) DOUBLE(j1, 150, 40, 5, 100)
    DOUBLE(y0, 200, 60, 6, 150) DOUBLE(y1, 200, 60, 8, 150)
    DOUBLE(atan2, 39, 30, 1, 40) DOUBLE(pow, 60, 84, 2, 75)
    DOUBLE(fmod, 0, 120, 0, 8) DOUBLE(remainder, 0, 130, 0, 10)
    DOUBLE(hypot, 3, 26, 1, 15) DOUBLE(rhypot, 0, 22, 1, 14)
    DOUBLE(norm3d, 3, 30, 1, 18) DOUBLE(rnorm3d, 0, 26, 1, 17)
    DOUBLE(fdim, 0, 2, 0, 2) DOUBLE(nextafter, 0, 24, 0, 9)
    DOUBLE(powi, 0, 20, 1, 20) DOUBLE(ldexp, 0, 12, 0, 3)
};
/* clang-format on */

/* No parts: it is not in the table, of so many bytes. */
static struct region_cost expanded(const struct expansion *table, size_t bytes,
                                   uint16_t of, const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    const struct expansion *end = table + bytes / sizeof *table;
    while (table < end && table->of != of)
        table++;
    for (unsigned k = 0; table < end && k < COST_PARTS; k++)
        if (table->part[k].issues)
            add_wide(&cost, gpu, table->part[k].pipe, table->part[k].issues,
                     table->part[k].chain);
    return cost;
}

/* Those that are not in the table take bits apart. */
static struct region_cost of_library(enum builtin builtin,
                                     const struct gpu *gpu)
{
    struct region_cost cost =
        expanded(library, sizeof library, (uint16_t)builtin, gpu);
    if (!cost.count)
        add_wide(&cost, gpu, PIPE_ALU, 12, 8);
    return cost;
}

/* ---- one instruction ---------------------------------------------------- */

static bool has_type(const struct insn *insn, const char *type)
{
    return insn->detail->text && strstr(insn->detail->text, type);
}

/* Operands of 64 bits, in two halves? */
static bool is_wide(const struct insn *insn)
{
    return has_type(insn, ".u64") || has_type(insn, ".s64") ||
           has_type(insn, ".b64");
}

static bool is_single(const struct insn *insn)
{
    return has_type(insn, ".f32") || has_type(insn, ".f16");
}

/* Clocks by which doubles have been compared later than ints: ptxas leaves six
 * between DSETP and who reads its condition, and four behind ISETP. */
enum { COMPARED_LATE = 2 };

static struct region_cost plain(const struct insn *insn, const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    const char *text = insn->detail->text ? insn->detail->text : "";
    bool multiplies = !strncmp(text, "mul", 3) || !strncmp(text, "mad", 3);
    bool sums = !strncmp(text, "fma", 3) || !strncmp(text, "add", 3) ||
                !strncmp(text, "sub", 3);
    if (!strncmp(text, "setp", 4) && has_type(insn, ".f64")) { /* DSETP */
        add(&cost, gpu, PIPE_DOUBLE, 1);
        cost.part[0].latency = region_latency(PIPE_ALU, gpu) + COMPARED_LATE;
        return cost;
    }
    if (is_single(insn) && (multiplies || sums))
        add(&cost, gpu, PIPE_FMA, 1);
    else if (multiplies || insn->op == OP_shl_32) /* IMAD, IMAD.SHL */
        add(&cost, gpu, PIPE_MULTIPLY, 1);
    else if (is_wide(insn))
        add_wide(&cost, gpu, PIPE_ALU, 2, 2);
    else
        add(&cost, gpu, PIPE_ALU, 1);
    if (multiplies && has_type(insn, ".wide"))
        cost.part[0].passes = WIDE_PASSES;
    return cost;
}

/* Of matrices: DMMA, which goes through the tensor core once for each step
 * along the depth, whether it has 16 rows or 8.  On an H100 and an H200 that is
 * 16 clocks: 16 for m8n8k4 and m16n8k4, 32 and 64 for m16n8k8 and m16n8k16.  So
 * those of 16 rows come to what NVIDIA says of an H100, twice what its FP64
 * units do.  The result is there 18 clocks later, of m8n8k4 10, which is not
 * told apart. */
static struct region_cost product(const struct insn *insn,
                                  const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    unsigned passes = insn->detail->matrix->depth / MATRIX_STEP;
    add(&cost, gpu, PIPE_MATRIX, 1);
    cost.part[0].passes = (uint8_t)passes;
    cost.part[0].latency = (uint16_t)(cost.part[0].latency +
                                      (passes - 1) * gpu->model.pipe.matrix);
    return cost;
}

static struct region_cost by_class(const struct insn *insn,
                                   const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    switch (op_class(insn->op)->wait) {
    case WAIT_DOUBLE: add(&cost, gpu, PIPE_DOUBLE, 1); return cost;
    case WAIT_SPECIAL: add(&cost, gpu, PIPE_CONVERT, 1); return cost;
    case WAIT_SHUFFLE: add(&cost, gpu, PIPE_SHUFFLE, 1); return cost;
    case WAIT_MATRIX: return product(insn, gpu);
    default: return plain(insn, gpu);
    }
}

/* cvt.any: between int and float it is a conversion, between ints a shift. */
static struct region_cost conversion(const struct insn *insn,
                                     const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    enum ptx_type to = insn->detail->type, from = insn->detail->source_type;
    bool floats = type_is_float(to) || type_is_float(from);
    if (to == from && floats && insn->detail->rounding < ROUND_RNI) {
        add(&cost, gpu, PIPE_FMA, 1); /* .sat, .ftz alone */
        return cost;
    }
    bool wide = ptx_type_size(to) == 8 || ptx_type_size(from) == 8;
    if (to == PTX_F32 && (from == PTX_U16 || from == PTX_U8)) /* I2FP */
        add(&cost, gpu, PIPE_ALU, 1);
    else if (!floats)
        add(&cost, gpu, PIPE_ALU, wide ? 2 : 1);
    else
        add(&cost, gpu, PIPE_CONVERT, 1);
    return cost;
}

struct region_cost region_cost_power(const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    add_wide(&cost, gpu, PIPE_ALU, 12, 7);
    add(&cost, gpu, PIPE_CONVERT, 3);
    add_wide(&cost, gpu, PIPE_NONE, 4, 1);
    add_wide(&cost, gpu, PIPE_FMA, 17, 15);
    return cost;
}

struct region_cost region_cost_special(const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    add(&cost, gpu, PIPE_NONE, 1);
    cost.part[0].latency = region_latency(PIPE_SPECIAL, gpu);
    return cost;
}

struct region_cost region_cost(const struct insn *insn, const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    if (insn->flags & INSN_MICRO)
        return cost;
    if (insn->op == OP_call && insn->detail->call &&
        insn->detail->call->builtin != BUILTIN_NONE)
        return of_library(insn->detail->call->builtin, gpu);
    if (insn->op == OP_ld_param)
        return region_cost_special(gpu);
    if (insn->op == OP_cvt_any)
        return conversion(insn, gpu);
    if ((insn->op == OP_ex2_f32 || insn->op == OP_lg2_f32 ||
         insn->op == OP_rsqrt_f32) &&
        has_type(insn, ".ftz")) {
        add(&cost, gpu, PIPE_SPECIAL, 1);
        return cost;
    }
    cost = expanded(expansions, sizeof expansions, insn->op, gpu);
    if (cost.count || !op_class(insn->op)->steps)
        return cost;
    return by_class(insn, gpu);
}
