/*
 * region_cost.c - machine instructions by PTX instruction, on sm_90.
 *
 * Source: each was compiled alone by ptxas 13.0 and read with nvdisasm; of
 * code with a fast and a slow way (division, sine of large numbers) the fast
 * one was counted.
 */
#include "region_cost.h"
#include "code/op_class.h"

#include <string.h>

uint16_t region_latency(enum pipe pipe, const struct gpu *gpu)
{
    switch (pipe) {
    case PIPE_DOUBLE: return (uint16_t)gpu->model.wait.in_double;
    case PIPE_SPECIAL:
    case PIPE_CONVERT: return (uint16_t)gpu->model.wait.special;
    case PIPE_SHUFFLE: return (uint16_t)gpu->model.wait.shuffle;
    default: return (uint16_t)gpu->model.wait.arithmetic;
    }
}

static void add(struct region_cost *cost, const struct gpu *gpu, enum pipe pipe,
                unsigned issues)
{
    unsigned latency = region_latency(pipe, gpu);
    cost->part[cost->count++] = (struct cost_part){
        (uint8_t)pipe, (uint8_t)issues, (uint16_t)(latency * issues)};
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
    uint16_t op;
    struct {
        uint8_t pipe, issues, chain; /* issues 0: no such part */
    } part[COST_PARTS];
};

#define FMA(n, chain)                                                          \
    {                                                                          \
        PIPE_FMA, n, chain                                                     \
    }
#define ALU(n, chain)                                                          \
    {                                                                          \
        PIPE_ALU, n, chain                                                     \
    }
#define DBL(n, chain)                                                          \
    {                                                                          \
        PIPE_DOUBLE, n, chain                                                  \
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
        CVT(1), SFU(1), CVT(1), ALU(14, 12)                                    \
    }
#define DIVIDE_64                                                              \
    {                                                                          \
        CVT(2), SFU(1), FMA(48, 36), ALU(24, 12)                               \
    }

static const struct expansion expansions[] = {
    {OP_div_u32, DIVIDE_32},
    {OP_div_s32, {CVT(1), SFU(1), CVT(1), ALU(18, 14)}},
    {OP_rem_u32, DIVIDE_32},
    {OP_rem_s32, {CVT(1), SFU(1), CVT(1), ALU(17, 14)}},
    {OP_div_u16, {CVT(2), SFU(1), FMA(3, 3), CVT(1)}},
    {OP_div_s16, {CVT(2), SFU(1), FMA(3, 3), CVT(1)}},
    {OP_rem_u16, {CVT(2), SFU(1), FMA(5, 4), CVT(1)}},
    {OP_rem_s16, {CVT(2), SFU(1), FMA(5, 4), CVT(1)}},
    {OP_div_u64, DIVIDE_64},
    {OP_div_s64, DIVIDE_64},
    {OP_rem_u64, DIVIDE_64},
    {OP_rem_s64, DIVIDE_64},
    {OP_div_f32, {SFU(1), FMA(7, 6), ALU(2, 2)}},
    {OP_div_approx_f32, {SFU(1), FMA(3, 2)}},
    {OP_rcp_f32, {ALU(3, 3), SFU(1), FMA(2, 2)}},
    {OP_sqrt_f32, {SFU(1), ALU(3, 2), FMA(5, 4)}},
    {OP_rsqrt_f32, {SFU(1), FMA(2, 2), ALU(1, 1)}},
    {OP_div_f64, {SFU(1), DBL(8, 8), ALU(5, 3)}},
    {OP_rcp_f64, {ALU(4, 3), SFU(1), DBL(5, 5)}},
    {OP_sqrt_f64, {ALU(6, 4), SFU(1), DBL(9, 8)}},
    {OP_rsqrt_f64, {ALU(4, 3), SFU(1), DBL(6, 6)}},
    {OP_ex2_f32, {ALU(1, 1), FMA(2, 2), SFU(1)}},
    {OP_lg2_f32, {ALU(1, 1), FMA(2, 2), SFU(1)}},
    {OP_sin_f32, {FMA(1, 1), SFU(1)}},
    {OP_cos_f32, {FMA(1, 1), SFU(1)}},
    {OP_min_f64, {DBL(1, 1), ALU(4, 2)}},
    {OP_max_f64, {DBL(1, 1), ALU(4, 2)}},
    {OP_mul_lo_64, {FMA(4, 3)}},
    {OP_mad_lo_64, {FMA(4, 3), ALU(2, 2)}},
    {OP_mul_hi_u32, {FMA(1, 1)}},
    {OP_mul_hi_s32, {FMA(1, 1)}},
    {OP_mul_hi_u64, {FMA(6, 4), ALU(2, 2)}},
    {OP_mul_hi_s64, {FMA(6, 4), ALU(6, 3)}},
    {OP_mul_lo_16, {FMA(1, 1), ALU(1, 1)}},
    {OP_mul_wide_u16, {FMA(1, 1), ALU(2, 1)}},
    {OP_mul_wide_s16, {FMA(1, 1), ALU(2, 1)}},
    {OP_abs_s64, {ALU(4, 2)}},
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
    {OP_match_any_32, {{PIPE_SHUFFLE, 10, 10}}},
    {OP_match_any_64, {{PIPE_SHUFFLE, 20, 20}}},
    {OP_match_all_32, {{PIPE_SHUFFLE, 2, 2}}},
    {OP_match_all_64, {{PIPE_SHUFFLE, 3, 3}}},
    {OP_cvt_s64_s32, {ALU(1, 1)}},
    {OP_mov_clock, {{PIPE_NONE, 2, 2}}},
    {OP_mov_clock64, {{PIPE_NONE, 4, 4}}},
};

/* Of the mathematical library, by the function's number. */
struct library_cost {
    uint16_t builtin;
    struct {
        uint8_t pipe, issues, chain;
    } part[COST_PARTS];
};

static const struct library_cost library[] = {
    {BUILTIN_nv_sinf, {ALU(10, 5), CVT(2), FMA(11, 10)}},
    {BUILTIN_nv_cosf, {ALU(10, 5), CVT(2), FMA(11, 10)}},
    {BUILTIN_nv_tanf, {ALU(10, 5), CVT(2), FMA(12, 11), SFU(1)}},
    {BUILTIN_nv_sincosf, {ALU(16, 6), CVT(2), FMA(20, 11)}},
    {BUILTIN_nv_expf, {ALU(2, 2), FMA(6, 6), SFU(1)}},
    {BUILTIN_nv_exp2f, {ALU(2, 2), FMA(2, 2), SFU(1)}},
    {BUILTIN_nv_exp10f, {ALU(2, 2), FMA(6, 6), SFU(1)}},
    {BUILTIN_nv_logf, {ALU(8, 5), CVT(1), FMA(13, 12)}},
    {BUILTIN_nv_log2f, {ALU(8, 5), CVT(1), FMA(12, 11)}},
    {BUILTIN_nv_log10f, {ALU(8, 5), CVT(1), FMA(14, 13)}},
    {BUILTIN_nv_powf, {ALU(30, 15), SFU(2), CVT(2), FMA(36, 28)}},
    {BUILTIN_nv_tanhf, {ALU(6, 4), SFU(2), FMA(9, 8)}},
    {BUILTIN_nv_erff, {ALU(9, 4), SFU(1), FMA(12, 11)}},
    {BUILTIN_nv_sin, {ALU(20, 8), CVT(1), DBL(17, 15)}},
    {BUILTIN_nv_cos, {ALU(20, 8), CVT(1), DBL(17, 15)}},
    {BUILTIN_nv_sincos, {ALU(30, 10), CVT(1), DBL(30, 16)}},
    {BUILTIN_nv_exp, {ALU(14, 8), DBL(15, 14)}},
    {BUILTIN_nv_log, {ALU(24, 10), SFU(1), DBL(26, 20)}},
    {BUILTIN_nv_pow, {ALU(60, 30), SFU(1), DBL(70, 50)}},
};

static struct region_cost of_library(enum builtin builtin,
                                     const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        for (unsigned k = 0; k < COST_PARTS; k++)
            if (library[i].builtin == builtin && library[i].part[k].issues)
                add_wide(&cost, gpu, library[i].part[k].pipe,
                         library[i].part[k].issues, library[i].part[k].chain);
    if (cost.count)
        return cost;
    add_wide(&cost, gpu, PIPE_ALU, 16, 8);
    add(&cost, gpu, PIPE_SPECIAL, 1);
    add_wide(&cost, gpu, PIPE_FMA, 24, 20);
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

static struct region_cost plain(const struct insn *insn, const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    const char *text = insn->detail->text ? insn->detail->text : "";
    if (!strncmp(text, "mul", 3) || !strncmp(text, "mad", 3) ||
        !strncmp(text, "fma", 3) ||
        (!strncmp(text, "add", 3) && is_single(insn)) ||
        (!strncmp(text, "sub", 3) && is_single(insn)))
        add(&cost, gpu, PIPE_FMA, 1);
    else if (is_wide(insn))
        add_wide(&cost, gpu, PIPE_ALU, 2, 2);
    else
        add(&cost, gpu, PIPE_ALU, 1);
    return cost;
}

static struct region_cost expanded(const struct expansion *expansion,
                                   const struct gpu *gpu)
{
    struct region_cost cost = {.count = 0};
    for (unsigned k = 0; k < COST_PARTS; k++)
        if (expansion->part[k].issues)
            add_wide(&cost, gpu, expansion->part[k].pipe,
                     expansion->part[k].issues, expansion->part[k].chain);
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
    if (!floats)
        add(&cost, gpu, PIPE_ALU, wide ? 2 : 1);
    else
        add(&cost, gpu, PIPE_CONVERT, 1);
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
    struct region_cost none = {.count = 0};
    if (insn->flags & INSN_MICRO)
        return none;
    if (insn->op == OP_call && insn->detail->call &&
        insn->detail->call->builtin != BUILTIN_NONE)
        return of_library(insn->detail->call->builtin, gpu);
    if (insn->op == OP_ld_param) {
        add(&none, gpu, PIPE_NONE, 1);
        none.part[0].latency = region_latency(PIPE_SPECIAL, gpu);
        return none;
    }
    if (insn->op == OP_cvt_any)
        return conversion(insn, gpu);
    if ((insn->op == OP_ex2_f32 || insn->op == OP_lg2_f32 ||
         insn->op == OP_rsqrt_f32) &&
        has_type(insn, ".ftz")) {
        add(&none, gpu, PIPE_SPECIAL, 1);
        return none;
    }
    for (size_t i = 0; i < sizeof expansions / sizeof *expansions; i++)
        if (expansions[i].op == insn->op)
            return expanded(&expansions[i], gpu);
    if (!op_class(insn->op)->steps)
        return none;
    return by_class(insn, gpu);
}
