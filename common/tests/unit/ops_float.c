/*
 * ops_float.c - floating point: bit for bit against the host's arithmetic in
 * each rounding mode, and the approximations against PTX ISA's error bounds.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

/* ---- the host's arithmetic ---------------------------------------------- */

enum float_op { ADD, SUB, MUL, FMA, DIV, RCP, SQRT };

/* volatile: computed here and now, in the mode set, and not before. */
static float single_result(enum float_op op, float a, float b, float c,
                           int mode)
{
    volatile float x = a, y = b, z = c, result;
    fesetround(mode);
    switch (op) {
    case ADD: result = x + y; break;
    case SUB: result = x - y; break;
    case MUL: result = x * y; break;
    case FMA: result = fmaf(x, y, z); break;
    case DIV: result = x / y; break;
    case RCP: result = 1 / x; break;
    default: result = sqrtf(x); break;
    }
    fesetround(FE_TONEAREST);
    return result;
}

static double double_result(enum float_op op, double a, double b, double c,
                            int mode)
{
    volatile double x = a, y = b, z = c, result;
    fesetround(mode);
    switch (op) {
    case ADD: result = x + y; break;
    case SUB: result = x - y; break;
    case MUL: result = x * y; break;
    case FMA: result = fma(x, y, z); break;
    case DIV: result = x / y; break;
    case RCP: result = 1 / x; break;
    default: result = sqrt(x); break;
    }
    fesetround(FE_TONEAREST);
    return result;
}

enum { PLAIN = 0, FTZ = 1, SAT = 2 };

static float flushed(float a, int flags)
{
    return flags & FTZ && fabsf(a) < FLT_MIN ? copysignf(0, a) : a;
}

static float saturated(float a, int flags)
{
    if (!(flags & SAT))
        return a;
    return isnan(a) || a <= 0 ? 0 : fminf(a, 1);
}

static uint64_t single_bits(enum float_op op, uint64_t a, uint64_t b,
                            uint64_t c, int mode, int flags)
{
    float result = single_result(op, flushed(single_of_bits(a), flags),
                                 flushed(single_of_bits(b), flags),
                                 flushed(single_of_bits(c), flags), mode);
    return bits_of_single(saturated(flushed(result, flags), flags));
}

static uint64_t double_bits(enum float_op op, uint64_t a, uint64_t b,
                            uint64_t c, int mode)
{
    return bits_of_double(double_result(
        op, double_of_bits(a), double_of_bits(b), double_of_bits(c), mode));
}

/* ---- every operation in every mode -------------------------------------- */

#define FUNCTION(name, expression)                                             \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c, uint64_t d)       \
    {                                                                          \
        (void)a, (void)b, (void)c, (void)d;                                    \
        return expression;                                                     \
    }

#define MODE(op, suffix, mode)                                                 \
    FUNCTION(op##_f32_##suffix, single_bits(op, a, b, c, mode, PLAIN))         \
    FUNCTION(op##_f32_##suffix##_ftz, single_bits(op, a, b, c, mode, FTZ))     \
    FUNCTION(op##_f32_##suffix##_sat, single_bits(op, a, b, c, mode, SAT))     \
    FUNCTION(op##_f32_##suffix##_both,                                         \
             single_bits(op, a, b, c, mode, FTZ | SAT))                        \
    FUNCTION(op##_f64_##suffix, double_bits(op, a, b, c, mode))
#define MODES(op)                                                              \
    MODE(op, rn, FE_TONEAREST)                                                 \
    MODE(op, rz, FE_TOWARDZERO)                                                \
    MODE(op, rm, FE_DOWNWARD)                                                  \
    MODE(op, rp, FE_UPWARD)
MODES(ADD)
MODES(SUB)
MODES(MUL)
MODES(FMA)

/* Those that have no .sat. */
#define MODE_UNSATURATED(op, suffix, mode)                                     \
    FUNCTION(op##_f32_##suffix, single_bits(op, a, b, c, mode, PLAIN))         \
    FUNCTION(op##_f32_##suffix##_ftz, single_bits(op, a, b, c, mode, FTZ))     \
    FUNCTION(op##_f64_##suffix, double_bits(op, a, b, c, mode))
#define MODES_UNSATURATED(op)                                                  \
    MODE_UNSATURATED(op, rn, FE_TONEAREST)                                     \
    MODE_UNSATURATED(op, rz, FE_TOWARDZERO)                                    \
    MODE_UNSATURATED(op, rm, FE_DOWNWARD)                                      \
    MODE_UNSATURATED(op, rp, FE_UPWARD)
MODES_UNSATURATED(DIV)
MODES_UNSATURATED(RCP)
MODES_UNSATURATED(SQRT)

#define ROWS_MODE(op, name, suffix, f, g)                                      \
    {name "." #suffix ".f32", "f=" f, op##_f32_##suffix, NULL},                \
        {name "." #suffix ".ftz.f32", "f=" f, op##_f32_##suffix##_ftz, NULL},  \
    {                                                                          \
        name "." #suffix ".f64", "g=" g, op##_f64_##suffix, NULL               \
    }
#define ROWS_SAT(op, name, suffix, f)                                          \
    {name "." #suffix ".sat.f32", "f=" f, op##_f32_##suffix##_sat, NULL},      \
    {                                                                          \
        name "." #suffix ".ftz.sat.f32", "f=" f, op##_f32_##suffix##_both,     \
            NULL                                                               \
    }
#define ROWS(op, name, f, g)                                                   \
    ROWS_MODE(op, name, rn, f, g), ROWS_MODE(op, name, rz, f, g),              \
        ROWS_MODE(op, name, rm, f, g), ROWS_MODE(op, name, rp, f, g)
#define ROWS_SATURATED(op, name, f, g)                                         \
    ROWS(op, name, f, g), ROWS_SAT(op, name, rn, f),                           \
        ROWS_SAT(op, name, rz, f), ROWS_SAT(op, name, rm, f),                  \
        ROWS_SAT(op, name, rp, f)

static const struct op_row rounded[] = {
    ROWS_SATURATED(ADD, "add", "ff", "gg"),
    ROWS_SATURATED(SUB, "sub", "ff", "gg"),
    ROWS_SATURATED(MUL, "mul", "ff", "gg"),
    ROWS_SATURATED(FMA, "fma", "fff", "ggg"),
    ROWS_MODE(FMA, "mad", rn, "fff", "ggg"),
    ROWS_MODE(FMA, "mad", rz, "fff", "ggg"),
    ROWS(DIV, "div", "ff", "gg"),
    ROWS(RCP, "rcp", "f", "g"),
    ROWS(SQRT, "sqrt", "f", "g"),
    {"add.f32", "f=ff", ADD_f32_rn, NULL},
    {"sub.f32", "f=ff", SUB_f32_rn, NULL},
    {"mul.f32", "f=ff", MUL_f32_rn, NULL},
    {"add.f64", "g=gg", ADD_f64_rn, NULL},
    {"sub.f64", "g=gg", SUB_f64_rn, NULL},
    {"mul.f64", "g=gg", MUL_f64_rn, NULL},
};

void float_rounded(void **state)
{
    (void)state;
    op_rows_check(rounded, sizeof rounded / sizeof *rounded);
}

/* ---- minimum, maximum, sign --------------------------------------------- */

/* PTX ISA, "min": a number goes before NaN, and -0 is below +0. */
static bool goes_first(double a, double b, bool least)
{
    if (isnan(b))
        return true;
    if (isnan(a))
        return false;
    if (a == 0 && b == 0)
        return (signbit(a) != 0) == least;
    return least ? a < b : a > b;
}

static uint64_t extreme_single(uint64_t a, uint64_t b, bool least, int flags)
{
    float x = flushed(single_of_bits(a), flags);
    float y = flushed(single_of_bits(b), flags);
    return bits_of_single(goes_first(x, y, least) ? x : y);
}

static uint64_t nan_or_extreme(uint64_t a, uint64_t b, bool least)
{
    if (isnan(single_of_bits(a)) || isnan(single_of_bits(b)))
        return bits_of_single(NAN);
    return extreme_single(a, b, least, PLAIN);
}

static uint64_t extreme_double(uint64_t a, uint64_t b, bool least)
{
    return goes_first(double_of_bits(a), double_of_bits(b), least) ? a : b;
}

FUNCTION(min_f32, extreme_single(a, b, true, PLAIN))
FUNCTION(max_f32, extreme_single(a, b, false, PLAIN))
FUNCTION(min_ftz_f32, extreme_single(a, b, true, FTZ))
FUNCTION(max_ftz_f32, extreme_single(a, b, false, FTZ))
FUNCTION(min_nan_f32, nan_or_extreme(a, b, true))
FUNCTION(max_nan_f32, nan_or_extreme(a, b, false))
FUNCTION(min_f64, extreme_double(a, b, true))
FUNCTION(max_f64, extreme_double(a, b, false))

/* Sign bits: by adding and taking away the top bit. */
#define TOP(width) (1ull << ((width)-1))
static uint64_t without_sign(uint64_t a, unsigned width)
{
    return a >= TOP(width) ? a - TOP(width) : a;
}

static uint64_t other_sign(uint64_t a, unsigned width)
{
    return a >= TOP(width) ? a - TOP(width) : a + TOP(width);
}

static uint64_t sign_from(uint64_t sign, uint64_t size, unsigned width)
{
    return without_sign(size, width) + (sign >= TOP(width) ? TOP(width) : 0);
}

static uint64_t flush_bits(uint64_t a)
{
    return bits_of_single(flushed(single_of_bits(a), FTZ));
}

FUNCTION(neg_16, other_sign(a, 16))
FUNCTION(neg_32, other_sign(a, 32))
FUNCTION(neg_64, other_sign(a, 64))
FUNCTION(neg_pair, other_sign(a & 0xffff, 16) | other_sign(a >> 16, 16) << 16)
FUNCTION(abs_16, without_sign(a, 16))
FUNCTION(abs_32, without_sign(a, 32))
FUNCTION(abs_64, without_sign(a, 64))
FUNCTION(abs_pair, without_sign(a & 0xffff, 16) | without_sign(a >> 16, 16)
                                                      << 16)
FUNCTION(neg_ftz, other_sign(flush_bits(a), 32))
FUNCTION(abs_ftz, without_sign(flush_bits(a), 32))
FUNCTION(copysign_32, sign_from(a, b, 32))
FUNCTION(copysign_64, sign_from(a, b, 64))

static const struct op_row signs[] = {
    {"min.f32", "f=ff", min_f32, NULL},
    {"max.f32", "f=ff", max_f32, NULL},
    {"min.ftz.f32", "f=ff", min_ftz_f32, NULL},
    {"max.ftz.f32", "f=ff", max_ftz_f32, NULL},
    {"min.NaN.f32", "f=ff", min_nan_f32, NULL},
    {"max.NaN.f32", "f=ff", max_nan_f32, NULL},
    {"min.f64", "g=gg", min_f64, NULL},
    {"max.f64", "g=gg", max_f64, NULL},
    {"neg.f32", "f=f", neg_32, NULL},
    {"neg.ftz.f32", "f=f", neg_ftz, NULL},
    {"neg.f64", "g=g", neg_64, NULL},
    {"neg.f16", "e=e", neg_16, NULL},
    {"neg.f16x2", "x=x", neg_pair, NULL},
    {"abs.f32", "f=f", abs_32, NULL},
    {"abs.ftz.f32", "f=f", abs_ftz, NULL},
    {"abs.f64", "g=g", abs_64, NULL},
    {"abs.f16", "e=e", abs_16, NULL},
    {"abs.f16x2", "x=x", abs_pair, NULL},
    {"copysign.f32", "f=ff", copysign_32, NULL},
    {"copysign.f64", "g=gg", copysign_64, NULL},
};

void float_signs(void **state)
{
    (void)state;
    op_rows_check(signs, sizeof signs / sizeof *signs);
}

/* ---- half precision ----------------------------------------------------- */

/* Sums and products of halves fit a double; of product and sum what does not
 * fit is made odd (the usual way to round twice without harm). */
static double half_fused(double a, double b, double c)
{
    double product = a * b, sum = product + c;
    double part = sum - product;
    double error = (product - (sum - part)) + (c - part);
    if (isfinite(sum) && error != 0 && !(bits_of_double(sum) & 1))
        sum = nextafter(sum, (error > 0) == (sum > 0) ? sum * 2 : 0);
    return sum;
}

#define HALF(op, x, y, z)                                                      \
    half_of_double(                                                            \
        op(double_of_half(x), double_of_half(y), double_of_half(z)),           \
        HALF_NEAREST)
static double plus(double a, double b, double c)
{
    (void)c;
    return a + b;
}

static double minus(double a, double b, double c)
{
    (void)c;
    return a - b;
}

static double times(double a, double b, double c)
{
    (void)c;
    return a * b;
}

#define LOW(a)  ((a)&0xffff)
#define HIGH(a) ((a) >> 16)
/* What .ftz does before and after, .sat and .relu after. */
enum { RELU = 4 };

static uint64_t flushed_half(uint64_t a, int flags)
{
    bool tiny = fabs(double_of_half(a)) < 0x1p-14;
    return flags & FTZ && tiny
               ? half_of_double(copysign(0, double_of_half(a)), HALF_NEAREST)
               : a;
}

static uint64_t finished_half(uint64_t a, int flags)
{
    double value = double_of_half(flushed_half(a, flags));
    if (flags & SAT)
        value = isnan(value) || value <= 0 ? 0 : fmin(value, 1);
    if (flags & RELU && value <= 0)
        value = 0;
    return half_of_double(value, HALF_NEAREST);
}

/* PTX ISA, "min": .NaN keeps NaNs; .xorsign.abs compares sizes and gives the
 * sign of the product. */
enum { KEEP_NAN = 8, XORSIGN = 16 };

static double extreme(double a, double b, bool least, int flags)
{
    double x = flags & XORSIGN ? fabs(a) : a, y = flags & XORSIGN ? fabs(b) : b;
    double chosen = goes_first(x, y, least) ? x : y;
    if (isnan(chosen) || (flags & KEEP_NAN && (isnan(a) || isnan(b))))
        return NAN;
    return flags & XORSIGN && signbit(a) != signbit(b) ? -chosen : chosen;
}

static double least_of(double a, double b, int flags)
{
    return extreme(a, b, true, flags);
}

static double greatest_of(double a, double b, int flags)
{
    return extreme(a, b, false, flags);
}

/* One half, and two of them. */
#define PLAIN_HALF(name, expression)                                           \
    static uint64_t name##_one(uint64_t a, uint64_t b, uint64_t c)             \
    {                                                                          \
        (void)b, (void)c;                                                      \
        return expression;                                                     \
    }                                                                          \
    FUNCTION(name##_half, name##_one(a, b, c))                                 \
    FUNCTION(name##_pair, name##_one(LOW(a), LOW(b), LOW(c)) |                 \
                              name##_one(HIGH(a), HIGH(b), HIGH(c)) << 16)
#define HALF_VARIANT(name, op, flags)                                          \
    PLAIN_HALF(name, finished_half(HALF(op, flushed_half(a, flags),            \
                                        flushed_half(b, flags),                \
                                        flushed_half(c, flags)),               \
                                   flags))
#define HALF_VARIANTS(name, op)                                                \
    HALF_VARIANT(name, op, PLAIN)                                              \
    HALF_VARIANT(name##_ftz, op, FTZ)                                          \
    HALF_VARIANT(name##_sat, op, SAT)                                          \
    HALF_VARIANT(name##_ftz_sat, op, FTZ | SAT)
HALF_VARIANTS(add, plus)
HALF_VARIANTS(sub, minus)
HALF_VARIANTS(mul, times)
HALF_VARIANTS(fma, half_fused)
HALF_VARIANT(fma_relu, half_fused, RELU)
HALF_VARIANT(fma_ftz_relu, half_fused, FTZ | RELU)

#define HALF_EXTREME(name, op, flags)                                          \
    PLAIN_HALF(name, half_of_double(op(double_of_half(flushed_half(a, flags)), \
                                       double_of_half(flushed_half(b, flags)), \
                                       flags),                                 \
                                    HALF_NEAREST))
#define SINGLE_EXTREME(name, op, flags)                                        \
    FUNCTION(name, bits_of_single((float)op(flushed(single_of_bits(a), flags), \
                                            flushed(single_of_bits(b), flags), \
                                            flags)))
#define EXTREMES(name, op)                                                     \
    HALF_EXTREME(name##_plain, op, PLAIN)                                      \
    HALF_EXTREME(name##_ftz, op, FTZ)                                          \
    HALF_EXTREME(name##_nan, op, KEEP_NAN)                                     \
    HALF_EXTREME(name##_xorsign, op, XORSIGN)                                  \
    HALF_EXTREME(name##_all, op, FTZ | KEEP_NAN | XORSIGN)                     \
    SINGLE_EXTREME(name##_xorsign_single, op, XORSIGN)                         \
    SINGLE_EXTREME(name##_nan_xorsign_single, op, KEEP_NAN | XORSIGN)          \
    SINGLE_EXTREME(name##_all_single, op, FTZ | KEEP_NAN | XORSIGN)
EXTREMES(min, least_of)
EXTREMES(max, greatest_of)
PLAIN_HALF(neg_ftz, other_sign(flushed_half(a, FTZ), 16))
PLAIN_HALF(abs_ftz, without_sign(flushed_half(a, FTZ), 16))

#define HALF_ROWS(opcode, one, two, name)                                      \
    {opcode ".f16", one, name##_half, NULL},                                   \
    {                                                                          \
        opcode ".f16x2", two, name##_pair, NULL                                \
    }
#define HALF_ROWS_FINISHED(opcode, one, two, name)                             \
    HALF_ROWS(opcode, one, two, name),                                         \
        HALF_ROWS(opcode ".ftz", one, two, name##_ftz),                        \
        HALF_ROWS(opcode ".sat", one, two, name##_sat),                        \
        HALF_ROWS(opcode ".ftz.sat", one, two, name##_ftz_sat)
#define HALF_ROWS_EXTREME(opcode, name)                                        \
    HALF_ROWS(opcode, "e=ee", "x=xx", name##_plain),                           \
        HALF_ROWS(opcode ".ftz", "e=ee", "x=xx", name##_ftz),                  \
        HALF_ROWS(opcode ".NaN", "e=ee", "x=xx", name##_nan),                  \
        HALF_ROWS(opcode ".xorsign.abs", "e=ee", "x=xx", name##_xorsign),      \
        HALF_ROWS(opcode ".ftz.NaN.xorsign.abs", "e=ee", "x=xx", name##_all),  \
        {opcode ".xorsign.abs.f32", "f=ff", name##_xorsign_single, NULL},      \
        {opcode ".NaN.xorsign.abs.f32", "f=ff", name##_nan_xorsign_single,     \
         NULL},                                                                \
    {                                                                          \
        opcode ".ftz.NaN.xorsign.abs.f32", "f=ff", name##_all_single, NULL     \
    }

static const struct op_row halves[] = {
    HALF_ROWS_FINISHED("add", "e=ee", "x=xx", add),
    HALF_ROWS_FINISHED("add.rn", "e=ee", "x=xx", add),
    HALF_ROWS_FINISHED("sub", "e=ee", "x=xx", sub),
    HALF_ROWS_FINISHED("mul", "e=ee", "x=xx", mul),
    HALF_ROWS_FINISHED("mul.rn", "e=ee", "x=xx", mul),
    HALF_ROWS_FINISHED("fma.rn", "e=eee", "x=xxx", fma),
    HALF_ROWS("fma.rn.relu", "e=eee", "x=xxx", fma_relu),
    HALF_ROWS("fma.rn.ftz.relu", "e=eee", "x=xxx", fma_ftz_relu),
    HALF_ROWS_EXTREME("min", min),
    HALF_ROWS_EXTREME("max", max),
    HALF_ROWS("neg.ftz", "e=e", "x=x", neg_ftz),
    HALF_ROWS("abs.ftz", "e=e", "x=x", abs_ftz),
};

void float_halves(void **state)
{
    (void)state;
    op_rows_check(halves, sizeof halves / sizeof *halves);
    /* Modifiers that would change the result must not be passed over. */
    assert_true(ptx_refuses("add.sat.f64 %d0, %d1, %d2;"));
    assert_true(ptx_refuses("add.ftz.f64 %d0, %d1, %d2;"));
    assert_true(ptx_refuses("add.rz.f16 %h0, %h1, %h2;"));
    assert_true(ptx_refuses("fma.rn.relu.f32 %r0, %r1, %r2, %r3;"));
    assert_true(ptx_refuses("fma.rn.relu.bf16 %h0, %h1, %h2, %h3;"));
}

/* ---- which NaN ---------------------------------------------------------- */

/* As measured on an H200 (common/tests/random): single and half precision
 * make one NaN; double precision hands on the second operand that is one,
 * else the third, else the first. */
static const struct nan_case {
    const char *opcode;
    unsigned operands, width;
    uint64_t in[3], out;
} nan_cases[] = {
    {"add.f32", 2, 32, {0xff812345, 0x3f800000}, 0x7fffffff},
    {"add.ftz.f32", 2, 32, {0x3f800000, 0xff812345}, 0x7fffffff},
    {"mul.rz.f32", 2, 32, {0x7f800000, 0}, 0x7fffffff},
    {"fma.rn.f32", 3, 32, {0x7f800000, 0, 0xffc00000}, 0x7fffffff},
    {"div.rn.f32", 2, 32, {0, 0}, 0x7fffffff},
    {"sqrt.rn.f32", 1, 32, {0xbf800000}, 0x7fffffff},
    {"min.f32", 2, 32, {0xff812345, 0x7fc00000}, 0x7fffffff},
    {"max.NaN.f32", 2, 32, {0xff812345, 0}, 0x7fffffff},
    {"neg.f32", 1, 32, {0x7fc00001}, 0x7fffffff},
    {"abs.f32", 1, 32, {0xffc00001}, 0x7fffffff},
    {"cvt.rni.f32.f32", 1, 32, {0xff812345}, 0x7fffffff},
    {"cvt.f32.f32", 1, 32, {0xff812345}, 0xff812345},
    {"neg.f16", 1, 16, {0x7e01}, 0x7fff},
    {"abs.f16", 1, 16, {0xfe01}, 0x7fff},
    {"neg.f16x2", 1, 32, {0xfe013c00}, 0x7fffbc00},
    {"add.f64",
     2,
     64,
     {0x7ff712e2a3d0bae8, 0xfff1000000000000},
     0xfff9000000000000},
    {"add.f64", 2, 64, {0x7ff712e2a3d0bae8, 0}, 0x7fff12e2a3d0bae8},
    {"sub.f64", 2, 64, {0, 0x7ff5000000000000}, 0x7ffd000000000000},
    {"mul.f64", 2, 64, {0x7ff0000000000000, 0}, 0xfff8000000000000},
    {"div.rn.f64",
     2,
     64,
     {0xfff6000000000000, 0x7ff5000000000000},
     0xfffe000000000000},
    {"fma.rn.f64",
     3,
     64,
     {0x7ff3000000000000, 0, 0x7ff319e7c7daf44b},
     0x7ffb19e7c7daf44b},
    {"fma.rn.f64",
     3,
     64,
     {0, 0x7ffb560d2cfeb028, 0xfff6000000000000},
     0x7ffb560d2cfeb028},
    {"min.f64",
     2,
     64,
     {0xfff6000000000000, 0x7ff5000000000000},
     0x7ffd000000000000},
    {"neg.f64", 1, 64, {0x7ff6000000000000}, 0x7ffe000000000000},
    {"abs.f64", 1, 64, {0xfff3000000000000}, 0xfffb000000000000},
    {"cvt.rzi.f64.f64", 1, 64, {0x7ff6000000000000}, 0x7ffe000000000000},
};

static uint64_t nan_result(const struct nan_case *c)
{
    char body[700], letter = c->width == 64 ? 'd' : c->width == 32 ? 'r' : 'h';
    int at = snprintf(body, sizeof body,
                      "ld.global.b%u %%%c1, [%%in];\n"
                      "ld.global.b%u %%%c2, [%%in+8];\n"
                      "ld.global.b%u %%%c3, [%%in+16];\n%s %%%c0",
                      c->width, letter, c->width, letter, c->width, letter,
                      c->opcode, letter);
    for (unsigned i = 1; i <= c->operands; i++)
        at += snprintf(body + at, sizeof body - (size_t)at, ", %%%c%u", letter,
                       i);
    snprintf(body + at, sizeof body - (size_t)at,
             ";\nst.global.b%u [%%out], %%%c0;\n", c->width, letter);
    uint64_t out = 0;
    struct ptx_run run = {.body = body,
                          .block = {1, 1, 1},
                          .in = c->in,
                          .in_bytes = sizeof c->in,
                          .out = &out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    return out;
}

void float_nans(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof nan_cases / sizeof *nan_cases; i++) {
        uint64_t got = nan_result(&nan_cases[i]);
        if (got != nan_cases[i].out)
            fail_msg("%s: 0x%llx", nan_cases[i].opcode,
                     (unsigned long long)got);
    }
}

/* ---- approximations ----------------------------------------------------- */

/* Is got within relative and absolute distance of exact?  Around the ends of
 * the range the nearest float is allowed to be the next one. */
static bool close_to(uint64_t bits, double exact, double relative,
                     double absolute)
{
    float got = single_of_bits(bits);
    if (isnan(exact))
        return isnan(got);
    if (fabs(exact) > (double)FLT_MAX)
        return fabsf(got) >= FLT_MAX && (got > 0) == (exact > 0);
    if (exact == 0)
        return got == 0 || fabsf(got) <= absolute;
    return fabs(got - exact) <= fabs(exact) * relative + absolute + 0x1p-149;
}

#define NEAR(name, expression, relative, absolute)                             \
    static bool name(uint64_t got, uint64_t a, uint64_t b)                     \
    {                                                                          \
        double x = single_of_bits(a), y = single_of_bits(b);                   \
        (void)x, (void)y;                                                      \
        return close_to(got, expression, relative, absolute);                  \
    }

#define ULP 0x1p-23
NEAR(near_div, x / y, 2 * ULP, 0)
/* PTX ISA: 0, or NaN for infinity, where the divisor is beyond 2^126. */
#define DIV_APPROX(x, y) (fabs(y) > 0x1p126 ? (x)*copysign(0, y) : (x) / (y))
NEAR(near_div_approx, DIV_APPROX(x, y), 2 * ULP, 0)
NEAR(near_rcp, 1 / x, ULP, 0)
NEAR(near_sqrt, sqrt(x), ULP, 0)
NEAR(near_rsqrt, 1 / sqrt(x), 0x1.2p-23, 0)
NEAR(near_ex2, exp2(x), 2 * ULP, 0)
NEAR(near_lg2, log2(x), 0x1p-22, 0x1p-22)
NEAR(near_sin, sin(x), 0, 0x1p-20)
NEAR(near_cos, cos(x), 0, 0x1p-20)
NEAR(near_tanh, tanh(x), 0x1p-11, 0)

/* Half precision, or the lower of two. */
static bool near_half(uint64_t got, double exact, double relative,
                      double absolute)
{
    double value = double_of_half(got & 0xffff);
    if (isnan(exact))
        return isnan(value);
    if (fabs(exact) >= 65520)
        return isinf(value);
    return fabs(value - exact) <= fabs(exact) * relative + absolute;
}

static bool near_ex2_half(uint64_t got, uint64_t a, uint64_t b)
{
    (void)b;
    return near_half(got, exp2(double_of_half(a & 0xffff)), 0x1.1p-10, 0x1p-24);
}

static bool near_tanh_half(uint64_t got, uint64_t a, uint64_t b)
{
    (void)b;
    return near_half(got, tanh(double_of_half(a & 0xffff)), 0, 0x1.1p-11);
}

static bool near_ex2_pair(uint64_t got, uint64_t a, uint64_t b)
{
    return near_ex2_half(got, a, b) && near_ex2_half(got >> 16, a >> 16, b);
}

static bool near_tanh_pair(uint64_t got, uint64_t a, uint64_t b)
{
    return near_tanh_half(got, a, b) && near_tanh_half(got >> 16, a >> 16, b);
}

#define ZERO_IF_TINY(v) (fabs(v) < 0x1p-126 ? copysign(0, v) : (v))
NEAR(near_div_ftz, ZERO_IF_TINY(ZERO_IF_TINY(x) / ZERO_IF_TINY(y)), 2 * ULP,
     0x1p-126)
NEAR(near_div_approx_ftz,
     ZERO_IF_TINY(DIV_APPROX(ZERO_IF_TINY(x), ZERO_IF_TINY(y))), 2 * ULP,
     0x1p-126)
NEAR(near_rcp_ftz, ZERO_IF_TINY(1 / ZERO_IF_TINY(x)), ULP, 0x1p-126)
NEAR(near_sqrt_ftz, sqrt(ZERO_IF_TINY(x)), ULP, 0)
NEAR(near_rsqrt_ftz, 1 / sqrt(ZERO_IF_TINY(x)), 0x1.2p-23, 0)
NEAR(near_ex2_ftz, ZERO_IF_TINY(exp2(ZERO_IF_TINY(x))), 2 * ULP, 0x1p-126)
NEAR(near_lg2_ftz, log2(ZERO_IF_TINY(x)), 0x1p-22, 0x1p-22)

/* Double precision: the upper word approximates, the lower one is 0. */
static bool upper_half_near(uint64_t got, double exact)
{
    double value = double_of_bits(got);
    if (got & 0xffffffff)
        return false;
    if (isnan(exact) || isinf(exact))
        return isnan(exact) ? isnan(value) : value == exact;
    return fabs(value - exact) <= fabs(exact) * 0x1p-20;
}

static double flushed_double(uint64_t bits)
{
    double a = double_of_bits(bits);
    return fabs(a) < DBL_MIN ? copysign(0, a) : a;
}

static bool near_rcp_f64(uint64_t got, uint64_t a, uint64_t b)
{
    double exact = 1 / flushed_double(a);
    (void)b;
    return upper_half_near(got,
                           fabs(exact) < DBL_MIN ? copysign(0, exact) : exact);
}

static bool near_rsqrt_f64(uint64_t got, uint64_t a, uint64_t b)
{
    (void)b;
    return upper_half_near(got, 1 / sqrt(flushed_double(a)));
}

static bool near_rsqrt_full_f64(uint64_t got, uint64_t a, uint64_t b)
{
    double value = double_of_bits(got), exact = 1 / sqrt(double_of_bits(a));
    (void)b;
    if (isnan(exact) || isinf(exact))
        return isnan(exact) ? isnan(value) : value == exact;
    return fabs(value - exact) <= exact * 0x1p-20;
}

static const struct op_row approximations[] = {
    {"div.approx.f32", "f=ff", NULL, near_div_approx},
    {"div.approx.ftz.f32", "f=ff", NULL, near_div_approx_ftz},
    {"div.full.f32", "f=ff", NULL, near_div},
    {"div.full.ftz.f32", "f=ff", NULL, near_div_ftz},
    {"rcp.approx.f32", "f=f", NULL, near_rcp},
    {"rcp.approx.ftz.f32", "f=f", NULL, near_rcp_ftz},
    {"sqrt.approx.f32", "f=f", NULL, near_sqrt},
    {"sqrt.approx.ftz.f32", "f=f", NULL, near_sqrt_ftz},
    {"rsqrt.approx.f32", "f=f", NULL, near_rsqrt},
    {"rsqrt.approx.ftz.f32", "f=f", NULL, near_rsqrt_ftz},
    {"ex2.approx.f32", "f=f", NULL, near_ex2},
    {"ex2.approx.ftz.f32", "f=f", NULL, near_ex2_ftz},
    {"lg2.approx.f32", "f=f", NULL, near_lg2},
    {"lg2.approx.ftz.f32", "f=f", NULL, near_lg2_ftz},
    {"sin.approx.f32", "f=f", NULL, near_sin},
    {"cos.approx.f32", "f=f", NULL, near_cos},
    {"tanh.approx.f32", "f=f", NULL, near_tanh},
    {"ex2.approx.f16", "e=e", NULL, near_ex2_half},
    {"ex2.approx.f16x2", "x=x", NULL, near_ex2_pair},
    {"tanh.approx.f16", "e=e", NULL, near_tanh_half},
    {"tanh.approx.f16x2", "x=x", NULL, near_tanh_pair},
    {"rcp.approx.ftz.f64", "g=g", NULL, near_rcp_f64},
    {"rsqrt.approx.f64", "g=g", NULL, near_rsqrt_full_f64},
    {"rsqrt.approx.ftz.f64", "g=g", NULL, near_rsqrt_f64},
};

void float_approximations(void **state)
{
    (void)state;
    op_rows_check(approximations,
                  sizeof approximations / sizeof *approximations);
}
