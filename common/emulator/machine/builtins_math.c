/*
 * builtins_math.c - __nv_NAME, the mathematics PTX has no instruction for.
 *
 * Idea: the host's libm in double precision; the float versions round its
 * result once, so they are exact to the rounding in nearly every case and
 * within what the CUDA Math API documents in all.  Names and signatures are
 * libdevice's (libdevice User's Guide); math_functions.h declares them.
 */
#include <math.h>
#include <string.h>

#include "builtins.h"

static const double pi = 3.14159265358979323846;
static const double root_half = 0.70710678118654752440;
static const double root_half_rest = -4.8336466567264567e-17;
static const double two_over_root_pi = 1.12837916709551257390;

/* ---- what libm lacks ---------------------------------------------------- */

static double sinpi_(double x)
{
    double r = remainder(x, 2.0); /* exact; in [-1, 1] */
    if (fabs(r) == 1.0)
        return copysign(0.0, x);
    if (fabs(r) > 0.5) /* keep the argument of sin small */
        r = copysign(1.0, r) - r;
    return sin(pi * r);
}

static double cospi_(double x)
{
    double r = fabs(remainder(x, 2.0));
    return r == 0.5 ? 0.0 : r < 0.25 ? cos(pi * r) : sin(pi * (0.5 - r));
}

/* The other half of sincos. */
static double cos_behind(double x, double sine)
{
    (void)sine;
    return cos(x);
}

static double cospi_behind(double x, double sine)
{
    (void)sine;
    return cospi_(x);
}

/* exp(x * x) with x split so that the square is exact; beyond 20 the asymptotic
 * series, whose next term is below 1e-15. */
static double erfcx_(double x)
{
    double head = (float)x;
    if (x < -27.0)
        return INFINITY;
    if (x < 20.0)
        return exp(head * head) * exp((x - head) * (x + head)) * erfc(x);
    double y = 1.0 / (x * x), sum = 1.0;
    for (int k = 6; k >= 1; k--)
        sum = 1.0 - (k - 0.5) * y * sum;
    return two_over_root_pi / 2.0 / x * sum;
}

/* Winitzki's approximation, then Newton's steps on erf. */
static double erfinv_(double x)
{
    if (!(fabs(x) < 1.0))
        return fabs(x) == 1.0 ? copysign(INFINITY, x) : NAN;
    double a = 0.147, l = log1p(-x * x), t = 2.0 / (pi * a) + l / 2.0;
    double y = copysign(sqrt(sqrt(t * t - l / a) - t), x);
    for (int i = 0; i < 4; i++)
        y -= (erf(y) - x) / (two_over_root_pi * exp(-y * y));
    return y;
}

/* For small x erf(y) = 1 - x loses x: step on log(erfc) instead. */
static double erfcinv_(double x)
{
    if (x > 0.5)
        return x <= 2.0 ? erfinv_(1.0 - x) : NAN;
    if (!(x > 0.0))
        return x == 0.0 ? INFINITY : NAN;
    double y = sqrt(-log(x));
    for (int i = 0; i < 60; i++) {
        double e = erfc(y);
        double step = log(e / x) * e / (two_over_root_pi * exp(-y * y));
        y += step;
        if (fabs(step) <= 1e-16 * y)
            break;
    }
    return y;
}

/* Far out erfc multiplies the rounding of its argument by 2 x: added back. */
static double normcdf_(double x)
{
    double t = -x * root_half;
    double rounding = fma(-x, root_half, -t) - x * root_half_rest;
    double correction = two_over_root_pi * exp(-t * t) * rounding;
    return 0.5 * (erfc(t) - (isnan(correction) ? 0.0 : correction));
}

static double normcdfinv_(double p)
{
    return -erfcinv_(2.0 * p) / root_half;
}

/* lgamma() itself writes a global variable, from several threads. */
static double lgamma_(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

static double rcbrt_(double x)
{
    return 1.0 / cbrt(x);
}

static double rhypot_(double x, double y)
{
    return 1.0 / hypot(x, y);
}

static double norm3d_(double x, double y, double z)
{
    return hypot(hypot(x, y), z);
}

static double rnorm3d_(double x, double y, double z)
{
    return 1.0 / norm3d_(x, y, z);
}

/* As cvt does it: what does not fit becomes the nearest that does. */
static long long to_integer(double whole)
{
    if (whole >= 0x1p63)
        return INT64_MAX;
    return whole < -0x1p63 || isnan(whole) ? INT64_MIN : (long long)whole;
}

static long long llrint_(double x)
{
    return to_integer(rint(x));
}

static long long llround_(double x)
{
    return to_integer(round(x));
}

/* ---- arguments and results ---------------------------------------------- */

#define ARGUMENT(T, name, i)                                                   \
    T name;                                                                    \
    if (!builtin_argument(call, i, &name, sizeof name))                        \
    return false

#define RESULT(T, value)                                                       \
    do {                                                                       \
        T result_ = (T)(value);                                                \
        return builtin_result(call, &result_, sizeof result_);                 \
    } while (0)

/* Stores through a pointer argument of the caller. */
static bool store(struct builtin_call *call, unsigned i, const void *value,
                  size_t n)
{
    ARGUMENT(uint64_t, address, i);
    void *to = lane_memory(call, address, n, true);
    if (to)
        memcpy(to, value, n);
    return to != NULL;
}

/* ---- one function for double, one for float ----------------------------- */

/* clang-format off */
#define UNARY_LIST(X)                                                          \
    X(sin, sin) X(cos, cos) X(tan, tan) X(asin, asin) X(acos, acos)            \
    X(atan, atan) X(sinh, sinh) X(cosh, cosh) X(tanh, tanh) X(asinh, asinh)    \
    X(acosh, acosh) X(atanh, atanh) X(exp, exp) X(exp2, exp2)                  \
    X(exp10, exp10) X(expm1, expm1) X(log, log) X(log2, log2)                  \
    X(log10, log10) X(log1p, log1p) X(logb, logb) X(cbrt, cbrt)                \
    X(rcbrt, rcbrt_) X(erf, erf) X(erfc, erfc) X(erfcx, erfcx_)                \
    X(erfinv, erfinv_) X(erfcinv, erfcinv_) X(normcdf, normcdf_)               \
    X(normcdfinv, normcdfinv_) X(tgamma, tgamma) X(lgamma, lgamma_)            \
    X(sinpi, sinpi_) X(cospi, cospi_) X(j0, j0) X(j1, j1) X(y0, y0) X(y1, y1) \
    X(sincos_sin, sin) X(sincospi_sin, sinpi_)
/* clang-format on */
#define UNARY(name, function)                                                  \
    bool builtin_nv_##name(struct builtin_call *call)                          \
    {                                                                          \
        ARGUMENT(double, x, 0);                                                \
        RESULT(double, function(x));                                           \
    }                                                                          \
    bool builtin_nv_##name##f(struct builtin_call *call)                       \
    {                                                                          \
        ARGUMENT(float, x, 0);                                                 \
        RESULT(float, function((double)x));                                    \
    }
UNARY_LIST(UNARY)

/* nextafter alone depends on the type's own grid. */
/* clang-format off */
#define BINARY_LIST(X)                                                         \
    X(atan2, atan2) X(pow, pow) X(fmod, fmod) X(remainder, remainder)          \
    X(hypot, hypot) X(rhypot, rhypot_) X(fdim, fdim)                           \
    X(sincos_cos, cos_behind) X(sincospi_cos, cospi_behind)
/* clang-format on */
#define BINARY(name, function)                                                 \
    bool builtin_nv_##name(struct builtin_call *call)                          \
    {                                                                          \
        ARGUMENT(double, x, 0);                                                \
        ARGUMENT(double, y, 1);                                                \
        RESULT(double, function(x, y));                                        \
    }                                                                          \
    bool builtin_nv_##name##f(struct builtin_call *call)                       \
    {                                                                          \
        ARGUMENT(float, x, 0);                                                 \
        ARGUMENT(float, y, 1);                                                 \
        RESULT(float, function((double)x, (double)y));                         \
    }
BINARY_LIST(BINARY)

bool builtin_nv_nextafter(struct builtin_call *call)
{
    ARGUMENT(double, x, 0);
    ARGUMENT(double, y, 1);
    RESULT(double, nextafter(x, y));
}

bool builtin_nv_nextafterf(struct builtin_call *call)
{
    ARGUMENT(float, x, 0);
    ARGUMENT(float, y, 1);
    RESULT(float, nextafterf(x, y));
}

#define TERNARY_LIST(X) X(norm3d, norm3d_) X(rnorm3d, rnorm3d_)
#define TERNARY(name, function)                                                \
    bool builtin_nv_##name(struct builtin_call *call)                          \
    {                                                                          \
        ARGUMENT(double, x, 0);                                                \
        ARGUMENT(double, y, 1);                                                \
        ARGUMENT(double, z, 2);                                                \
        RESULT(double, function(x, y, z));                                     \
    }                                                                          \
    bool builtin_nv_##name##f(struct builtin_call *call)                       \
    {                                                                          \
        ARGUMENT(float, x, 0);                                                 \
        ARGUMENT(float, y, 1);                                                 \
        ARGUMENT(float, z, 2);                                                 \
        RESULT(float, function((double)x, (double)y, (double)z));              \
    }
TERNARY_LIST(TERNARY)

/* ---- integers among the arguments --------------------------------------- */

#define REAL_AND_INT_LIST(X) X(powi, pow) X(ldexp, ldexp)
#define REAL_AND_INT(name, function)                                           \
    bool builtin_nv_##name(struct builtin_call *call)                          \
    {                                                                          \
        ARGUMENT(double, x, 0);                                                \
        ARGUMENT(int, n, 1);                                                   \
        RESULT(double, function(x, n));                                        \
    }                                                                          \
    bool builtin_nv_##name##f(struct builtin_call *call)                       \
    {                                                                          \
        ARGUMENT(float, x, 0);                                                 \
        ARGUMENT(int, n, 1);                                                   \
        RESULT(float, function((double)x, n));                                 \
    }
REAL_AND_INT_LIST(REAL_AND_INT)

#define INT_AND_REAL_LIST(X) X(jn, jn) X(yn, yn)
#define INT_AND_REAL(name, function)                                           \
    bool builtin_nv_##name(struct builtin_call *call)                          \
    {                                                                          \
        ARGUMENT(int, n, 0);                                                   \
        ARGUMENT(double, x, 1);                                                \
        RESULT(double, function(n, x));                                        \
    }                                                                          \
    bool builtin_nv_##name##f(struct builtin_call *call)                       \
    {                                                                          \
        ARGUMENT(int, n, 0);                                                   \
        ARGUMENT(float, x, 1);                                                 \
        RESULT(float, function(n, (double)x));                                 \
    }
INT_AND_REAL_LIST(INT_AND_REAL)

#define TO_INT_LIST(X)                                                         \
    X(ilogb, ilogb, int)                                                       \
    X(llrint, llrint_, long long) X(llround, llround_, long long)
#define TO_INT(name, function, T)                                              \
    bool builtin_nv_##name(struct builtin_call *call)                          \
    {                                                                          \
        ARGUMENT(double, x, 0);                                                \
        RESULT(T, function(x));                                                \
    }                                                                          \
    bool builtin_nv_##name##f(struct builtin_call *call)                       \
    {                                                                          \
        ARGUMENT(float, x, 0);                                                 \
        RESULT(T, function((double)x));                                        \
    }
TO_INT_LIST(TO_INT)

/* ---- results through pointers ------------------------------------------- */

#define POINTERS(T, suffix)                                                    \
    bool builtin_nv_frexp##suffix(struct builtin_call *call)                   \
    {                                                                          \
        ARGUMENT(T, x, 0);                                                     \
        int e;                                                                 \
        T m = (T)frexp((double)x, &e);                                         \
        if (!store(call, 1, &e, sizeof e))                                     \
            return false;                                                      \
        RESULT(T, m);                                                          \
    }                                                                          \
    bool builtin_nv_modf##suffix(struct builtin_call *call)                    \
    {                                                                          \
        ARGUMENT(T, x, 0);                                                     \
        double whole;                                                          \
        T fraction = (T)modf((double)x, &whole), w = (T)whole;                 \
        if (!store(call, 1, &w, sizeof w))                                     \
            return false;                                                      \
        RESULT(T, fraction);                                                   \
    }                                                                          \
    bool builtin_nv_remquo##suffix(struct builtin_call *call)                  \
    {                                                                          \
        ARGUMENT(T, x, 0);                                                     \
        ARGUMENT(T, y, 1);                                                     \
        int q;                                                                 \
        T r = (T)remquo((double)x, (double)y, &q);                             \
        if (!store(call, 2, &q, sizeof q))                                     \
            return false;                                                      \
        RESULT(T, r);                                                          \
    }                                                                          \
    bool builtin_nv_sincos##suffix(struct builtin_call *call)                  \
    {                                                                          \
        ARGUMENT(T, x, 0);                                                     \
        T s = (T)sin((double)x), c = (T)cos((double)x);                        \
        return store(call, 1, &s, sizeof s) && store(call, 2, &c, sizeof c);   \
    }                                                                          \
    bool builtin_nv_sincospi##suffix(struct builtin_call *call)                \
    {                                                                          \
        ARGUMENT(T, x, 0);                                                     \
        T s = (T)sinpi_((double)x), c = (T)cospi_((double)x);                  \
        return store(call, 1, &s, sizeof s) && store(call, 2, &c, sizeof c);   \
    }
POINTERS(double, )
POINTERS(float, f)
