/*
 * ops_float.c - floating point: bit for bit against the host's arithmetic in
 * each rounding mode, and the approximations against PTX ISA's error bounds.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <fenv.h>
#include <float.h>
#include <math.h>

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

static uint64_t extreme_half(uint64_t a, uint64_t b, bool least)
{
    return goes_first(double_of_half(a), double_of_half(b), least) ? a : b;
}

FUNCTION(min_f32, extreme_single(a, b, true, PLAIN))
FUNCTION(max_f32, extreme_single(a, b, false, PLAIN))
FUNCTION(min_ftz_f32, extreme_single(a, b, true, FTZ))
FUNCTION(max_ftz_f32, extreme_single(a, b, false, FTZ))
FUNCTION(min_nan_f32, nan_or_extreme(a, b, true))
FUNCTION(max_nan_f32, nan_or_extreme(a, b, false))
FUNCTION(min_f64, extreme_double(a, b, true))
FUNCTION(max_f64, extreme_double(a, b, false))
FUNCTION(min_f16, extreme_half(a, b, true))
FUNCTION(max_f16, extreme_half(a, b, false))

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
    {"min.f16", "e=ee", min_f16, NULL},
    {"max.f16", "e=ee", max_f16, NULL},
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
#define PAIR(op)                                                               \
    (HALF(op, LOW(a), LOW(b), LOW(c)) | HALF(op, HIGH(a), HIGH(b), HIGH(c))    \
                                            << 16)

FUNCTION(add_half, HALF(plus, a, b, 0))
FUNCTION(sub_half, HALF(minus, a, b, 0))
FUNCTION(mul_half, HALF(times, a, b, 0))
FUNCTION(fma_half, HALF(half_fused, a, b, c))
FUNCTION(add_pair, PAIR(plus))
FUNCTION(sub_pair, PAIR(minus))
FUNCTION(mul_pair, PAIR(times))
FUNCTION(fma_pair, PAIR(half_fused))

static const struct op_row halves[] = {
    {"add.f16", "e=ee", add_half, NULL},
    {"add.rn.f16", "e=ee", add_half, NULL},
    {"sub.f16", "e=ee", sub_half, NULL},
    {"mul.f16", "e=ee", mul_half, NULL},
    {"mul.rn.f16", "e=ee", mul_half, NULL},
    {"fma.rn.f16", "e=eee", fma_half, NULL},
    {"add.f16x2", "x=xx", add_pair, NULL},
    {"sub.f16x2", "x=xx", sub_pair, NULL},
    {"mul.f16x2", "x=xx", mul_pair, NULL},
    {"fma.rn.f16x2", "x=xxx", fma_pair, NULL},
};

void float_halves(void **state)
{
    (void)state;
    op_rows_check(halves, sizeof halves / sizeof *halves);
    /* Modifiers that would change the result must not be passed over. */
    assert_true(ptx_refuses("add.ftz.f16 %h0, %h1, %h2;"));
    assert_true(ptx_refuses("add.sat.f16 %h0, %h1, %h2;"));
    assert_true(ptx_refuses("add.sat.f64 %d0, %d1, %d2;"));
    assert_true(ptx_refuses("add.ftz.f64 %d0, %d1, %d2;"));
    assert_true(ptx_refuses("add.rz.f16 %h0, %h1, %h2;"));
    assert_true(ptx_refuses("fma.rn.relu.f16 %h0, %h1, %h2, %h3;"));
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
