/*
 * math_functions.h - the mathematical functions kernels may call.
 *
 * Three kinds: what PTX has an instruction for becomes that instruction; the
 * fast intrinsics (__expf ...) become the approximate instructions that nvcc
 * uses for them; all else calls __nv_NAME, which the emulated device answers
 * (builtins.c).  Source: CUDA Math API reference; libdevice User's Guide.
 */
#ifndef EMU_MATH_FUNCTIONS_H
#define EMU_MATH_FUNCTIONS_H
#pragma GCC system_header

#include "device_functions.h"

/* ---- casts -------------------------------------------------------------- */

EMU_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
EMU_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
EMU_DEVICE unsigned __float_as_uint(float x)
{
    return __builtin_bit_cast(unsigned, x);
}
EMU_DEVICE float __uint_as_float(unsigned x)
{
    return __builtin_bit_cast(float, x);
}
EMU_DEVICE long long __double_as_longlong(double x)
{
    return __builtin_bit_cast(long long, x);
}
EMU_DEVICE double __longlong_as_double(long long x)
{
    return __builtin_bit_cast(double, x);
}
EMU_DEVICE int __double2hiint(double x)
{
    return (int)(__builtin_bit_cast(unsigned long long, x) >> 32);
}
EMU_DEVICE int __double2loint(double x)
{
    return (int)__builtin_bit_cast(unsigned long long, x);
}
EMU_DEVICE double __hiloint2double(int hi, int lo)
{
    unsigned long long bits = (unsigned long long)(unsigned)hi << 32;
    return __builtin_bit_cast(double, bits | (unsigned)lo);
}

/* ---- conversions: _rn nearest, _rz to zero, _rd down, _ru up ------------- */

/* In PTX and not with clang's builtins, which it folds at compile time without
 * regard to the rounding, and to nothing where the value does not fit. */
#define EMU_CONVERT1(name, To, From, types, i, to, from)                     \
    EMU_DEVICE To name(From x)                                               \
    {                                                                        \
        To y;                                                                \
        asm("cvt." i "." types " %0, %1;" : to(y) : from(x));                \
        return y;                                                            \
    }
#define EMU_CONVERT(name, To, From, types, i, to, from)                      \
    EMU_CONVERT1(name##_rn, To, From, types, "rn" i, to, from)               \
    EMU_CONVERT1(name##_rz, To, From, types, "rz" i, to, from)               \
    EMU_CONVERT1(name##_rd, To, From, types, "rm" i, to, from)               \
    EMU_CONVERT1(name##_ru, To, From, types, "rp" i, to, from)
EMU_CONVERT(__float2int, int, float, "s32.f32", "i", "=r", "f")
EMU_CONVERT(__float2uint, unsigned, float, "u32.f32", "i", "=r", "f")
EMU_CONVERT(__float2ll, long long, float, "s64.f32", "i", "=l", "f")
EMU_CONVERT(__float2ull, unsigned long long, float, "u64.f32", "i", "=l", "f")
EMU_CONVERT(__double2int, int, double, "s32.f64", "i", "=r", "d")
EMU_CONVERT(__double2uint, unsigned, double, "u32.f64", "i", "=r", "d")
EMU_CONVERT(__double2ll, long long, double, "s64.f64", "i", "=l", "d")
EMU_CONVERT(__double2ull, unsigned long long, double, "u64.f64", "i", "=l",
            "d")
EMU_CONVERT(__double2float, float, double, "f32.f64", "", "=f", "d")
EMU_CONVERT(__int2float, float, int, "f32.s32", "", "=f", "r")
EMU_CONVERT(__uint2float, float, unsigned, "f32.u32", "", "=f", "r")
EMU_CONVERT(__ll2float, float, long long, "f32.s64", "", "=f", "l")
EMU_CONVERT(__ull2float, float, unsigned long long, "f32.u64", "", "=f", "l")
EMU_CONVERT(__ll2double, double, long long, "f64.s64", "", "=d", "l")
EMU_CONVERT(__ull2double, double, unsigned long long, "f64.u64", "", "=d",
            "l")
#undef EMU_CONVERT
#undef EMU_CONVERT1
EMU_DEVICE double __int2double_rn(int x) { return x; }
EMU_DEVICE double __uint2double_rn(unsigned x) { return x; }

/* ---- arithmetic with a rounding of its own, never contracted into fma ---- */

#define EMU_ROUNDED(suffix, mode)                                            \
    EMU_DEVICE float __fadd_##suffix(float a, float b)                       \
    {                                                                        \
        return __nvvm_add_##mode##_f(a, b);                                  \
    }                                                                        \
    EMU_DEVICE float __fsub_##suffix(float a, float b)                       \
    {                                                                        \
        return __nvvm_add_##mode##_f(a, -b);                                 \
    }                                                                        \
    EMU_DEVICE float __fmul_##suffix(float a, float b)                       \
    {                                                                        \
        return __nvvm_mul_##mode##_f(a, b);                                  \
    }                                                                        \
    EMU_DEVICE float __fmaf_##suffix(float a, float b, float c)              \
    {                                                                        \
        return __nvvm_fma_##mode##_f(a, b, c);                               \
    }                                                                        \
    EMU_DEVICE float __fdiv_##suffix(float a, float b)                       \
    {                                                                        \
        return __nvvm_div_##mode##_f(a, b);                                  \
    }                                                                        \
    EMU_DEVICE float __frcp_##suffix(float a)                                \
    {                                                                        \
        return __nvvm_rcp_##mode##_f(a);                                     \
    }                                                                        \
    EMU_DEVICE float __fsqrt_##suffix(float a)                               \
    {                                                                        \
        return __nvvm_sqrt_##mode##_f(a);                                    \
    }                                                                        \
    EMU_DEVICE double __dadd_##suffix(double a, double b)                    \
    {                                                                        \
        return __nvvm_add_##mode##_d(a, b);                                  \
    }                                                                        \
    EMU_DEVICE double __dsub_##suffix(double a, double b)                    \
    {                                                                        \
        return __nvvm_add_##mode##_d(a, -b);                                 \
    }                                                                        \
    EMU_DEVICE double __dmul_##suffix(double a, double b)                    \
    {                                                                        \
        return __nvvm_mul_##mode##_d(a, b);                                  \
    }                                                                        \
    EMU_DEVICE double __fma_##suffix(double a, double b, double c)           \
    {                                                                        \
        return __nvvm_fma_##mode##_d(a, b, c);                               \
    }                                                                        \
    EMU_DEVICE double __ddiv_##suffix(double a, double b)                    \
    {                                                                        \
        return __nvvm_div_##mode##_d(a, b);                                  \
    }                                                                        \
    EMU_DEVICE double __drcp_##suffix(double a)                              \
    {                                                                        \
        return __nvvm_rcp_##mode##_d(a);                                     \
    }                                                                        \
    EMU_DEVICE double __dsqrt_##suffix(double a)                             \
    {                                                                        \
        return __nvvm_sqrt_##mode##_d(a);                                    \
    }
EMU_ROUNDED(rn, rn)
EMU_ROUNDED(rz, rz)
EMU_ROUNDED(rd, rm)
EMU_ROUNDED(ru, rp)
#undef EMU_ROUNDED

/* ---- fast intrinsics ----------------------------------------------------- */

EMU_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
EMU_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
EMU_DEVICE float __exp2f(float x) { return __nvvm_ex2_approx_f(x); }
EMU_DEVICE float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
EMU_DEVICE float __fdividef(float a, float b)
{
    return __nvvm_div_approx_f(a, b);
}
EMU_DEVICE float __frsqrt_rn(float x)
{
    return (float)(1.0 / __nvvm_sqrt_rn_d((double)x));
}
EMU_DEVICE float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
EMU_DEVICE float __expf(float x) { return __exp2f(x * 1.44269504f); }
EMU_DEVICE float __exp10f(float x) { return __exp2f(x * 3.32192809f); }
EMU_DEVICE float __logf(float x) { return __log2f(x) * 0.693147182f; }
EMU_DEVICE float __log10f(float x) { return __log2f(x) * 0.301029996f; }
EMU_DEVICE float __powf(float x, float y) { return __exp2f(y * __log2f(x)); }
EMU_DEVICE void __sincosf(float x, float *s, float *c)
{
    *s = __sinf(x);
    *c = __cosf(x);
}
EMU_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }
EMU_DEVICE float fdividef(float a, float b) { return a / b; }

/* ---- one instruction each ----------------------------------------------- */

#define EMU_UNARY_BUILTIN(name)                                              \
    EMU_DEVICE double name(double x) { return __builtin_##name(x); }         \
    EMU_DEVICE float name##f(float x) { return __builtin_##name##f(x); }     \
    EMU_DEVICE float name(float x) { return __builtin_##name##f(x); }
EMU_UNARY_BUILTIN(fabs)
EMU_UNARY_BUILTIN(floor)
EMU_UNARY_BUILTIN(ceil)
EMU_UNARY_BUILTIN(trunc)
EMU_UNARY_BUILTIN(round)
EMU_UNARY_BUILTIN(rint)
EMU_UNARY_BUILTIN(nearbyint)
#undef EMU_UNARY_BUILTIN

#define EMU_BINARY_BUILTIN(name)                                             \
    EMU_DEVICE double name(double x, double y)                               \
    {                                                                        \
        return __builtin_##name(x, y);                                       \
    }                                                                        \
    EMU_DEVICE float name##f(float x, float y)                               \
    {                                                                        \
        return __builtin_##name##f(x, y);                                    \
    }                                                                        \
    EMU_DEVICE float name(float x, float y)                                  \
    {                                                                        \
        return __builtin_##name##f(x, y);                                    \
    }
EMU_BINARY_BUILTIN(fmin)
EMU_BINARY_BUILTIN(fmax)
EMU_BINARY_BUILTIN(copysign)
#undef EMU_BINARY_BUILTIN

EMU_DEVICE double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
EMU_DEVICE float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
EMU_DEVICE float sqrt(float x) { return __nvvm_sqrt_rn_f(x); }
EMU_DEVICE double rsqrt(double x) { return __nvvm_rsqrt_approx_d(x); }
EMU_DEVICE float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
EMU_DEVICE float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
EMU_DEVICE double fma(double x, double y, double z)
{
    return __nvvm_fma_rn_d(x, y, z);
}
EMU_DEVICE float fmaf(float x, float y, float z)
{
    return __nvvm_fma_rn_f(x, y, z);
}
EMU_DEVICE float fma(float x, float y, float z)
{
    return __nvvm_fma_rn_f(x, y, z);
}
EMU_DEVICE double nan(const char *) { return __builtin_nan(""); }
EMU_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

/* ---- classification ----------------------------------------------------- */

/* libstdc++ has bool isnan(double) for the host already. */
#define EMU_CLASSIFY(name)                                                   \
    EMU_DEVICE bool name(float x) { return __builtin_##name(x); }            \
    EMU_DEVICE bool name(double x) { return __builtin_##name(x); }
EMU_CLASSIFY(isnan)
EMU_CLASSIFY(isinf)
EMU_CLASSIFY(isfinite)
EMU_CLASSIFY(isnormal)
EMU_CLASSIFY(signbit)
#undef EMU_CLASSIFY

/* ---- absolute value, minimum, maximum ------------------------------------ */

/* The least integer is its own absolute value. */
EMU_DEVICE int abs(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
EMU_DEVICE long long llabs(long long x)
{
    return x < 0 ? (long long)(0ull - (unsigned long long)x) : x;
}
EMU_DEVICE long labs(long x) { return (long)llabs(x); }
EMU_DEVICE long abs(long x) { return (long)llabs(x); }
EMU_DEVICE long long abs(long long x) { return llabs(x); }
EMU_DEVICE float abs(float x) { return __builtin_fabsf(x); }
EMU_DEVICE double abs(double x) { return __builtin_fabs(x); }

#define EMU_BOTH \
    static __host__ __device__ __inline__ \
    __attribute__((always_inline, nodebug))
#define EMU_MIN_MAX(T)                                                       \
    EMU_BOTH T min(T a, T b) { return b < a ? b : a; }                       \
    EMU_BOTH T max(T a, T b) { return a < b ? b : a; }
EMU_MIN_MAX(int)
EMU_MIN_MAX(unsigned)
EMU_MIN_MAX(long)
EMU_MIN_MAX(unsigned long)
EMU_MIN_MAX(long long)
EMU_MIN_MAX(unsigned long long)
#undef EMU_MIN_MAX
/* CUDA's promise for mixed signs: the unsigned one decides. */
#define EMU_MIN_MAX_MIXED(S, U)                                              \
    EMU_BOTH U min(S a, U b) { return min((U)a, b); }                        \
    EMU_BOTH U min(U a, S b) { return min(a, (U)b); }                        \
    EMU_BOTH U max(S a, U b) { return max((U)a, b); }                        \
    EMU_BOTH U max(U a, S b) { return max(a, (U)b); }
EMU_MIN_MAX_MIXED(int, unsigned)
EMU_MIN_MAX_MIXED(long, unsigned long)
EMU_MIN_MAX_MIXED(long long, unsigned long long)
#undef EMU_MIN_MAX_MIXED
EMU_BOTH float min(float a, float b) { return __builtin_fminf(a, b); }
EMU_BOTH float max(float a, float b) { return __builtin_fmaxf(a, b); }
EMU_BOTH double min(double a, double b) { return __builtin_fmin(a, b); }
EMU_BOTH double max(double a, double b) { return __builtin_fmax(a, b); }
EMU_BOTH double min(float a, double b) { return __builtin_fmin(a, b); }
EMU_BOTH double min(double a, float b) { return __builtin_fmin(a, b); }
EMU_BOTH double max(float a, double b) { return __builtin_fmax(a, b); }
EMU_BOTH double max(double a, float b) { return __builtin_fmax(a, b); }
#undef EMU_BOTH

/* ---- calls that builtins.c answers --------------------------------------- */

#define EMU_NV extern "C" __device__ __attribute__((const, nothrow))
#define EMU_NV_OUT extern "C" __device__ __attribute__((nothrow))

#define EMU_UNARY(name)                                                      \
    EMU_NV double __nv_##name(double);                                       \
    EMU_NV float __nv_##name##f(float);                                      \
    EMU_DEVICE double name(double x) { return __nv_##name(x); }              \
    EMU_DEVICE float name##f(float x) { return __nv_##name##f(x); }          \
    EMU_DEVICE float name(float x) { return __nv_##name##f(x); }
#define EMU_UNARY_ALL(X)                                                     \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh)     \
    X(asinh) X(acosh) X(atanh) X(exp) X(exp2) X(expm1) X(log) X(log2)        \
    X(log10) X(log1p) X(logb) X(cbrt) X(erf) X(erfc) X(tgamma) X(lgamma)
#define EMU_UNARY_CUDA(X)                                                    \
    X(exp10) X(rcbrt) X(sinpi) X(cospi) X(erfinv) X(erfcinv) X(erfcx)        \
    X(normcdf) X(normcdfinv) X(j0) X(j1) X(y0) X(y1)
EMU_UNARY_ALL(EMU_UNARY)
EMU_UNARY_CUDA(EMU_UNARY)
#undef EMU_UNARY

#define EMU_BINARY(name)                                                     \
    EMU_NV double __nv_##name(double, double);                               \
    EMU_NV float __nv_##name##f(float, float);                               \
    EMU_DEVICE double name(double x, double y)                               \
    {                                                                        \
        return __nv_##name(x, y);                                            \
    }                                                                        \
    EMU_DEVICE float name##f(float x, float y)                               \
    {                                                                        \
        return __nv_##name##f(x, y);                                         \
    }                                                                        \
    EMU_DEVICE float name(float x, float y) { return __nv_##name##f(x, y); }
#define EMU_BINARY_ALL(X)                                                    \
    X(atan2) X(pow) X(fmod) X(remainder) X(hypot) X(fdim) X(nextafter)
EMU_BINARY_ALL(EMU_BINARY)
EMU_BINARY(rhypot)
#undef EMU_BINARY
// As of C++11, of an int pow makes a double.
EMU_DEVICE double pow(double x, int n) { return __nv_pow(x, n); }
EMU_DEVICE double pow(float x, int n) { return __nv_pow(x, n); }
EMU_DEVICE double pow(float x, double y) { return __nv_pow(x, y); }
EMU_DEVICE double pow(double x, float y) { return __nv_pow(x, y); }
EMU_DEVICE double pow(int x, int n) { return __nv_pow(x, n); }
EMU_DEVICE double pow(int x, double y) { return __nv_pow(x, y); }

#define EMU_TERNARY(name)                                                    \
    EMU_NV double __nv_##name(double, double, double);                       \
    EMU_NV float __nv_##name##f(float, float, float);                        \
    EMU_DEVICE double name(double x, double y, double z)                     \
    {                                                                        \
        return __nv_##name(x, y, z);                                         \
    }                                                                        \
    EMU_DEVICE float name##f(float x, float y, float z)                      \
    {                                                                        \
        return __nv_##name##f(x, y, z);                                      \
    }
EMU_TERNARY(norm3d)
EMU_TERNARY(rnorm3d)
#undef EMU_TERNARY

#define EMU_INT_AND_REAL(name)                                               \
    EMU_NV double __nv_##name(int, double);                                  \
    EMU_NV float __nv_##name##f(int, float);                                 \
    EMU_DEVICE double name(int n, double x) { return __nv_##name(n, x); }    \
    EMU_DEVICE float name##f(int n, float x) { return __nv_##name##f(n, x); } \
    EMU_DEVICE float name(int n, float x) { return __nv_##name##f(n, x); }
EMU_INT_AND_REAL(jn)
EMU_INT_AND_REAL(yn)
#undef EMU_INT_AND_REAL

#define EMU_TO_INT(name, T, suffix)                                          \
    EMU_NV T __nv_##suffix(double);                                          \
    EMU_NV T __nv_##suffix##f(float);                                        \
    EMU_DEVICE T name(double x) { return __nv_##suffix(x); }                 \
    EMU_DEVICE T name##f(float x) { return __nv_##suffix##f(x); }            \
    EMU_DEVICE T name(float x) { return __nv_##suffix##f(x); }
EMU_TO_INT(ilogb, int, ilogb)
EMU_TO_INT(llrint, long long, llrint)
EMU_TO_INT(llround, long long, llround)
#undef EMU_TO_INT
EMU_DEVICE long lrint(double x) { return (long)__nv_llrint(x); }
EMU_DEVICE long lrintf(float x) { return (long)__nv_llrintf(x); }
EMU_DEVICE long lrint(float x) { return (long)__nv_llrintf(x); }
EMU_DEVICE long lround(double x) { return (long)__nv_llround(x); }
EMU_DEVICE long lroundf(float x) { return (long)__nv_llroundf(x); }
EMU_DEVICE long lround(float x) { return (long)__nv_llroundf(x); }

EMU_NV double __nv_ldexp(double, int);
EMU_NV float __nv_ldexpf(float, int);
EMU_DEVICE double ldexp(double x, int n) { return __nv_ldexp(x, n); }
EMU_DEVICE float ldexpf(float x, int n) { return __nv_ldexpf(x, n); }
EMU_DEVICE float ldexp(float x, int n) { return __nv_ldexpf(x, n); }
EMU_DEVICE double scalbn(double x, int n) { return __nv_ldexp(x, n); }
EMU_DEVICE float scalbnf(float x, int n) { return __nv_ldexpf(x, n); }
EMU_DEVICE float scalbn(float x, int n) { return __nv_ldexpf(x, n); }

EMU_NV_OUT double __nv_frexp(double, int *);
EMU_NV_OUT float __nv_frexpf(float, int *);
EMU_NV_OUT double __nv_modf(double, double *);
EMU_NV_OUT float __nv_modff(float, float *);
EMU_NV_OUT double __nv_remquo(double, double, int *);
EMU_NV_OUT float __nv_remquof(float, float, int *);
/* Two results by value: in registers, as nvcc has them.  The cosine comes with
 * the sine. */
#define EMU_BOTH(name)                                                       \
    EMU_NV double __nv_##name##_sin(double);                                 \
    EMU_NV float __nv_##name##_sinf(float);                                  \
    EMU_NV double __nv_##name##_cos(double, double sine);                    \
    EMU_NV float __nv_##name##_cosf(float, float sine);                      \
    EMU_DEVICE void name(double x, double *s, double *c)                     \
    {                                                                        \
        double sine = __nv_##name##_sin(x);                                  \
        *s = sine;                                                           \
        *c = __nv_##name##_cos(x, sine);                                     \
    }                                                                        \
    EMU_DEVICE void name##f(float x, float *s, float *c)                     \
    {                                                                        \
        float sine = __nv_##name##_sinf(x);                                  \
        *s = sine;                                                           \
        *c = __nv_##name##_cosf(x, sine);                                    \
    }
EMU_BOTH(sincos)
EMU_BOTH(sincospi)
#undef EMU_BOTH
EMU_DEVICE double frexp(double x, int *e) { return __nv_frexp(x, e); }
EMU_DEVICE float frexpf(float x, int *e) { return __nv_frexpf(x, e); }
EMU_DEVICE float frexp(float x, int *e) { return __nv_frexpf(x, e); }
EMU_DEVICE double modf(double x, double *i) { return __nv_modf(x, i); }
EMU_DEVICE float modff(float x, float *i) { return __nv_modff(x, i); }
EMU_DEVICE float modf(float x, float *i) { return __nv_modff(x, i); }
EMU_DEVICE double remquo(double x, double y, int *q)
{
    return __nv_remquo(x, y, q);
}
EMU_DEVICE float remquof(float x, float y, int *q)
{
    return __nv_remquof(x, y, q);
}
#undef EMU_NV
#undef EMU_NV_OUT

/* ---- the same names in namespace std ------------------------------------- */

/* After the declarations above: std::sqrt(x) in a kernel then means them. */
#include <math.h>
#include <stdlib.h>

namespace std {
#define X(name) using ::name;
EMU_UNARY_ALL(X)
EMU_BINARY_ALL(X)
#undef X
using ::abs;
using ::ceil;
using ::copysign;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::frexp;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::ldexp;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
using ::modf;
using ::nearbyint;
using ::remquo;
using ::rint;
using ::round;
using ::scalbn;
using ::signbit;
using ::sqrt;
using ::trunc;
} // namespace std
#undef EMU_UNARY_ALL
#undef EMU_UNARY_CUDA
#undef EMU_BINARY_ALL

#endif
