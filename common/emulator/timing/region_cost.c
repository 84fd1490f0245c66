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
#include "region_insn.h"

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
    uint16_t of; /* of ops.def */
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
/* The reciprocal, four products, and others, of which a third are copies and
 * sums that ptxas has as products (IMAD.MOV, IMAD.IADD), too. */
#define DIVIDE_32(others, chain)                                               \
    {                                                                          \
        CVT(1), SFU(1), CVT(1), MUL(4 + (others) / 3, 4),                      \
            ALU((others) - (others) / 3, chain)                                \
    }
#define DIVIDE_64                                                              \
    {                                                                          \
        CVT(2), SFU(1), FMA(48, 36), ALU(24, 12)                               \
    }

static const struct expansion expansions[] = {
    {OP_div_u32, DIVIDE_32(12, 13)},
    {OP_div_s32, DIVIDE_32(19, 14)},
    {OP_rem_u32, DIVIDE_32(10, 14)},
    {OP_rem_s32, DIVIDE_32(17, 13)},
    {OP_div_u16, {CVT(2), SFU(1), FMA(3, 3), CVT(1)}},
    {OP_div_s16, {CVT(2), SFU(1), FMA(3, 3), CVT(1)}},
    {OP_rem_u16, {CVT(2), SFU(1), FMA(5, 4), CVT(1)}},
    {OP_rem_s16, {CVT(2), SFU(1), FMA(5, 4), CVT(1)}},
    {OP_div_u64, DIVIDE_64},
    {OP_div_s64, DIVIDE_64},
    {OP_rem_u64, DIVIDE_64},
    {OP_rem_s64, DIVIDE_64},
    {OP_div_f32, {SFU(1), {PIPE_CONVERT, 1, 0}, FMA(5, 5), WAY(7, 5)}},
    {OP_div_approx_f32, {ALU(1, 3), SFU(1), FMA(3, 2)}},
    {OP_rcp_f32, {ALU(4, 3), SFU(1), FMA(3, 3), WAY(5, 10)}},
    {OP_sqrt_f32, {SFU(1), ALU(4, 2), FMA(4, 4), WAY(3, 4)}},
    {OP_rsqrt_f32, {ALU(1, 3), FMA(2, 2), SFU(1)}},
    {OP_div_f64, {SFU(1), DBL(8, 8), ALU(5, 3), WAY(5, 7)}},
    {OP_rcp_f64, {SFU(1), DBL(5, 4), ALU(4, 3), WAY(5, 5)}},
    {OP_sqrt_f64, {SFU(1), DBL(8, 7), ALU(6, 2), WAY(6, 5)}},
    {OP_rsqrt_f64, {SFU(1), DBL(5, 4), ALU(3, 2), WAY(6, 3)}},
    {OP_ex2_f32, {ALU(1, 3), FMA(2, 2), SFU(1)}},
    {OP_lg2_f32, {ALU(1, 3), FMA(2, 2), SFU(1)}},
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

/* The mathematical library, which nvcc has inlined: machine instructions along
 * the way that usual arguments take, with what it takes around the others, and
 * the clocks from the first to the result, of a warp alone, by the stalls and
 * waits that ptxas has in them, its branches as long as sm.c has them.  A
 * branch, or a place to meet, counts as two: in chains of eight warps a sine of
 * 31 instructions takes 37 clocks, and a logarithm of 29 takes 32.  Others'
 * instructions stand between those of what is straight: two logarithms take 102
 * clocks where one takes 88, but two sines, which branch, twice as long as one.
 */
struct function {
    uint16_t of;
    bool branches;
    bool doubles;  /* products and sums are of double precision */
    uint8_t loads; /* of a table, 16 bytes each */
    uint8_t none;  /* constants, branches */
    uint8_t alu, special, sums;
    uint16_t clocks;
};

enum { STRAIGHT, BRANCHES };
#define SINGLE(id, way, ...) {BUILTIN_nv_##id##f, way, false, 0, __VA_ARGS__},
#define DOUBLE(id, way, ...) {BUILTIN_nv_##id, way, true, 0, __VA_ARGS__},
#define TABLED(id, way, ...) {BUILTIN_nv_##id, way, true, 3, __VA_ARGS__},

/* clang-format off */
static const struct function library[] = {
    SINGLE(sin, BRANCHES, 7, 9, 1, 15, 104)
    SINGLE(cos, BRANCHES, 7, 10, 1, 15, 110)
    SINGLE(tan, BRANCHES, 7, 7, 2, 13, 116)
    SINGLE(sincos, BRANCHES, 8, 14, 1, 15, 104)
    SINGLE(sincos_sin, BRANCHES, 8, 12, 1, 15, 95)
    SINGLE(sincos_cos, STRAIGHT, 0, 2, 0, 0, 9)
    SINGLE(asin, STRAIGHT, 0, 8, 1, 16, 92)
    SINGLE(acos, STRAIGHT, 0, 8, 1, 17, 96)
    SINGLE(atan, STRAIGHT, 0, 6, 1, 11, 76)
    SINGLE(sinh, STRAIGHT, 0, 6, 3, 14, 103)
    SINGLE(cosh, STRAIGHT, 0, 5, 3, 9, 95)
    SINGLE(tanh, STRAIGHT, 0, 4, 2, 10, 65)
    SINGLE(asinh, BRANCHES, 7, 15, 2, 20, 174)
    SINGLE(acosh, BRANCHES, 7, 15, 1, 24, 156)
    SINGLE(atanh, BRANCHES, 7, 13, 1, 19, 146)
    SINGLE(exp, STRAIGHT, 0, 2, 1, 7, 44)
    SINGLE(exp2, STRAIGHT, 0, 1, 1, 2, 39)
    SINGLE(exp10, STRAIGHT, 0, 2, 1, 7, 44)
    SINGLE(expm1, STRAIGHT, 0, 11, 2, 17, 98)
    SINGLE(log, STRAIGHT, 0, 13, 0, 15, 88)
    SINGLE(log2, STRAIGHT, 0, 12, 0, 17, 96)
    SINGLE(log10, STRAIGHT, 0, 13, 0, 16, 90)
    SINGLE(log1p, BRANCHES, 7, 10, 0, 15, 113)
    SINGLE(logb, BRANCHES, 7, 7, 0, 2, 66)
    SINGLE(cbrt, STRAIGHT, 0, 6, 2, 10, 78)
    SINGLE(rcbrt, STRAIGHT, 0, 7, 2, 10, 73)
    SINGLE(erf, STRAIGHT, 0, 14, 1, 11, 70)
    SINGLE(erfc, STRAIGHT, 0, 8, 4, 36, 122)
    SINGLE(erfcx, BRANCHES, 13, 7, 2, 30, 238)
    SINGLE(erfinv, BRANCHES, 7, 4, 1, 11, 102)
    SINGLE(erfcinv, BRANCHES, 7, 5, 1, 12, 122)
    SINGLE(normcdf, STRAIGHT, 0, 15, 4, 45, 158)
    SINGLE(normcdfinv, BRANCHES, 7, 5, 1, 14, 128)
    SINGLE(tgamma, BRANCHES, 9, 17, 3, 43, 210)
    SINGLE(lgamma, BRANCHES, 17, 9, 1, 13, 190)
    SINGLE(sinpi, STRAIGHT, 0, 7, 3, 14, 72)
    SINGLE(cospi, STRAIGHT, 0, 8, 2, 14, 78)
    SINGLE(sincospi, STRAIGHT, 0, 11, 3, 15, 74)
    SINGLE(sincospi_sin, STRAIGHT, 0, 9, 3, 15, 65)
    SINGLE(sincospi_cos, STRAIGHT, 0, 2, 0, 0, 9)
    SINGLE(j0, BRANCHES, 9, 1, 0, 24, 126)
    SINGLE(j1, BRANCHES, 9, 6, 0, 21, 132)
    SINGLE(y0, BRANCHES, 13, 8, 0, 15, 171)
    SINGLE(y1, BRANCHES, 16, 10, 0, 20, 195)
    SINGLE(atan2, BRANCHES, 14, 14, 2, 19, 192)
    SINGLE(pow, BRANCHES, 13, 23, 3, 40, 241)
    SINGLE(fmod, BRANCHES, 9, 7, 0, 2, 82)
    SINGLE(remainder, BRANCHES, 11, 12, 1, 6, 139)
    SINGLE(hypot, BRANCHES, 7, 10, 1, 12, 118)
    SINGLE(rhypot, STRAIGHT, 0, 8, 1, 10, 83)
    SINGLE(norm3d, BRANCHES, 7, 12, 1, 14, 120)
    SINGLE(rnorm3d, STRAIGHT, 0, 10, 1, 11, 82)
    SINGLE(fdim, STRAIGHT, 0, 2, 0, 1, 10)
    SINGLE(nextafter, BRANCHES, 13, 18, 0, 5, 148)
    SINGLE(ldexp, STRAIGHT, 0, 11, 0, 6, 53)
    TABLED(sin, BRANCHES, 22, 6, 2, 16, 228)
    TABLED(cos, BRANCHES, 22, 7, 2, 16, 236)
    DOUBLE(tan, BRANCHES, 55, 2, 3, 28, 315)
    DOUBLE(sincos, BRANCHES, 49, 8, 2, 21, 204)
    DOUBLE(sincos_sin, BRANCHES, 49, 6, 2, 21, 195)
    DOUBLE(sincos_cos, STRAIGHT, 0, 2, 0, 0, 9)
    DOUBLE(asin, BRANCHES, 36, 6, 0, 20, 190)
    DOUBLE(acos, BRANCHES, 41, 9, 0, 22, 235)
    DOUBLE(atan, BRANCHES, 50, 7, 1, 26, 256)
    DOUBLE(sinh, BRANCHES, 43, 16, 1, 24, 317)
    DOUBLE(cosh, BRANCHES, 34, 10, 1, 21, 250)
    DOUBLE(tanh, BRANCHES, 34, 7, 5, 20, 278)
    DOUBLE(asinh, BRANCHES, 46, 22, 3, 42, 468)
    DOUBLE(acosh, BRANCHES, 48, 27, 2, 42, 442)
    DOUBLE(atanh, BRANCHES, 50, 18, 2, 40, 470)
    DOUBLE(exp, BRANCHES, 31, 4, 0, 15, 170)
    DOUBLE(exp2, BRANCHES, 31, 4, 0, 16, 178)
    DOUBLE(exp10, BRANCHES, 35, 4, 0, 17, 186)
    DOUBLE(expm1, BRANCHES, 36, 14, 0, 19, 228)
    DOUBLE(log, BRANCHES, 39, 19, 1, 30, 300)
    DOUBLE(log2, BRANCHES, 43, 19, 1, 32, 306)
    DOUBLE(log10, BRANCHES, 43, 19, 1, 32, 306)
    DOUBLE(log1p, BRANCHES, 43, 15, 1, 29, 330)
    DOUBLE(logb, BRANCHES, 19, 4, 1, 4, 140)
    DOUBLE(cbrt, STRAIGHT, 8, 17, 6, 13, 251)
    DOUBLE(rcbrt, STRAIGHT, 14, 16, 5, 14, 227)
    DOUBLE(erf, STRAIGHT, 69, 3, 5, 42, 371)
    DOUBLE(erfc, BRANCHES, 87, 14, 2, 62, 412)
    DOUBLE(erfcx, BRANCHES, 80, 11, 2, 52, 512)
    DOUBLE(erfinv, BRANCHES, 81, 12, 1, 49, 486)
    DOUBLE(erfcinv, BRANCHES, 80, 9, 1, 52, 466)
    DOUBLE(normcdf, BRANCHES, 89, 18, 2, 73, 600)
    DOUBLE(normcdfinv, BRANCHES, 84, 9, 1, 56, 492)
    DOUBLE(tgamma, BRANCHES, 64, 16, 1, 42, 468)
    DOUBLE(lgamma, BRANCHES, 69, 10, 1, 28, 410)
    TABLED(sinpi, STRAIGHT, 9, 8, 3, 15, 174)
    TABLED(cospi, STRAIGHT, 12, 12, 2, 14, 197)
    DOUBLE(sincospi, STRAIGHT, 29, 15, 3, 22, 173)
    DOUBLE(sincospi_sin, STRAIGHT, 29, 13, 3, 22, 164)
    DOUBLE(sincospi_cos, STRAIGHT, 0, 2, 0, 0, 9)
    DOUBLE(j0, BRANCHES, 49, 2, 0, 20, 225)
    DOUBLE(j1, BRANCHES, 49, 6, 0, 23, 245)
    DOUBLE(y0, BRANCHES, 67, 4, 0, 30, 329)
    DOUBLE(y1, BRANCHES, 77, 8, 0, 36, 389)
    DOUBLE(atan2, BRANCHES, 58, 18, 1, 39, 424)
    DOUBLE(pow, BRANCHES, 83, 22, 1, 85, 743)
    DOUBLE(fmod, BRANCHES, 24, 14, 0, 3, 153)
    DOUBLE(remainder, BRANCHES, 51, 44, 0, 8, 398)
    DOUBLE(hypot, STRAIGHT, 8, 17, 1, 15, 154)
    DOUBLE(rhypot, BRANCHES, 9, 14, 1, 12, 172)
    DOUBLE(norm3d, STRAIGHT, 23, 26, 1, 21, 194)
    DOUBLE(rnorm3d, STRAIGHT, 18, 23, 1, 21, 171)
    DOUBLE(fdim, STRAIGHT, 1, 2, 0, 2, 18)
    DOUBLE(nextafter, BRANCHES, 15, 17, 0, 8, 154)
    DOUBLE(ldexp, STRAIGHT, 6, 9, 0, 4, 70)
};
/* clang-format on */

/* No parts: it is not in the table. */
static struct region_cost expanded(uint16_t of, const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    const struct expansion *end =
        expansions + sizeof expansions / sizeof *expansions;
    const struct expansion *at = expansions;
    while (at < end && at->of != of)
        at++;
    for (unsigned k = 0; at < end && k < COST_PARTS; k++)
        if (at->part[k].issues)
            add_wide(&cost, gpu, at->part[k].pipe, at->part[k].issues,
                     at->part[k].chain);
    return cost;
}

/* NULL: not in the table. */
static const struct function *find_function(const struct insn *insn)
{
    const struct call *call = insn->op == OP_call ? insn->detail->call : NULL;
    const struct function *end = library + sizeof library / sizeof *library;
    const struct function *at = library;
    if (!call || call->builtin == BUILTIN_NONE)
        return NULL;
    while (at < end && at->of != call->builtin)
        at++;
    return at < end ? at : NULL;
}

/* Lanes want 16 bytes each, of one row or the other: a quarter of a warp at a
 * time. */
enum { LOAD_PASSES = 4 };

/* Its clocks go to the parts by how long their results are waited for. */
static void share_out(struct region_cost *cost, const struct gpu *gpu,
                      unsigned clocks)
{
    unsigned all = 0, share[COST_PARTS];
    for (unsigned k = 0; k < cost->count; k++) {
        const struct cost_part *part = &cost->part[k];
        share[k] = part->pipe == PIPE_NONE
                       ? part->issues
                       : part->issues * region_latency(part->pipe, gpu);
        all += share[k];
    }
    for (unsigned k = 0; k < cost->count; k++) {
        struct cost_part *part = &cost->part[k];
        unsigned latency = clocks * share[k] / all;
        part->latency =
            (uint16_t)(latency < part->issues ? part->issues : latency);
    }
}

/* Those that are not in the table take bits apart, or are rare. */
static struct region_cost of_library(const struct insn *insn,
                                     const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    const struct function *f = find_function(insn);
    if (!f) {
        add_wide(&cost, gpu, PIPE_ALU, 12, 8);
        return cost;
    }
    if (f->none)
        add(&cost, gpu, PIPE_NONE, f->none);
    if (f->alu)
        add(&cost, gpu, PIPE_ALU, f->alu);
    if (f->special)
        add(&cost, gpu, PIPE_SPECIAL, f->special);
    if (f->loads) {
        add(&cost, gpu, PIPE_MEMORY, f->loads);
        cost.part[cost.count - 1].passes = LOAD_PASSES;
    }
    if (f->sums)
        add(&cost, gpu, f->doubles ? PIPE_DOUBLE : PIPE_FMA, f->sums);
    share_out(&cost, gpu, f->clocks);
    return cost;
}

bool region_cost_is_straight(const struct insn *insn)
{
    const struct function *f = find_function(insn);
    return f && !f->branches;
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
    if (compares(insn) && has_type(insn, ".f64")) { /* DSETP */
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

bool region_cost_known(struct region_cost *cost, const struct insn *insn,
                       const struct gpu *gpu)
{
    const struct function *f = find_function(insn);
    *cost = (struct region_cost){.count = 0};
    if (f && !f->doubles && f->sums)
        add(cost, gpu, PIPE_FMA, (f->sums * 2 + 2) / 3);
    return f && !f->doubles;
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
        return of_library(insn, gpu);
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
    cost = expanded(insn->op, gpu);
    if (cost.count || !op_class(insn->op)->steps)
        return cost;
    return by_class(insn, gpu);
}
