/*
 * cuda_fp16.h - half precision: __half, __half2 and what is done with them.
 *
 * A half is 16 bits.  In kernels each function is the PTX instruction that
 * sm_70 has for it (add.f16, cvt.rn.f16.f32 ...), so it rounds once, as on
 * hardware; what has none goes through float, which is wide enough: a result
 * rounded to float and then to half is that of rounding once for division,
 * reciprocal and square root, and within a unit in the last place for the
 * other functions.  On the host the same results come from C.
 * Source: CUDA Math API reference, "Half Precision Intrinsics"; PTX ISA.
 */
#ifndef EMU_CUDA_FP16_H
#define EMU_CUDA_FP16_H
#pragma GCC system_header

#include "cuda_runtime.h"

#define EMU_HALF                                                             \
    static __host__ __device__ __inline__                                    \
        __attribute__((always_inline, nodebug))

/* ---- bits: the host's conversions --------------------------------------- */

enum emu_half_mode { EMU_HALF_rn, EMU_HALF_rz, EMU_HALF_rd, EMU_HALF_ru };

/* Is a size of so many units and a rest to become one unit more? */
static inline bool emu_half_away(enum emu_half_mode mode, bool negative,
                                 unsigned long long units,
                                 unsigned long long rest,
                                 unsigned long long tie)
{
    switch (mode) {
    case EMU_HALF_rn: return rest > tie || (rest == tie && (units & 1));
    case EMU_HALF_rd: return negative && rest;
    case EMU_HALF_ru: return !negative && rest;
    default: return false;
    }
}

/* A double holds every float and, in the range of half, every integer. */
static inline unsigned short emu_half_bits(double x, enum emu_half_mode mode)
{
    unsigned long long bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bool negative = bits >> 63;
    unsigned short sign = negative ? 0x8000 : 0;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (x != x)
        return 0x7fff;
    if (exponent == 1024)
        return sign | 0x7c00;
    unsigned long long size = bits & 0xfffffffffffffull;
    if (exponent > -1023)
        size |= 1ull << 52;
    /* Below 2^-14 the unit stays 2^-24; far below, all is rest. */
    int shift = exponent >= -14 ? 42 : 42 - 14 - exponent;
    if (shift > 62)
        shift = 62;
    unsigned long long units = size >> shift;
    unsigned long long rest = size & ((1ull << shift) - 1);
    if (emu_half_away(mode, negative, units, rest, 1ull << (shift - 1)))
        units++;
    if (exponent >= -14) /* the leading unit counts one exponent itself */
        units += (unsigned long long)(exponent + 14) << 10;
    if (units >= 0x7c00) {
        bool away = emu_half_away(mode, negative, 1, 2, 1);
        return sign | (away ? 0x7c00 : 0x7bff);
    }
    return sign | (unsigned short)units;
}

static inline float emu_half_value(unsigned short h)
{
    unsigned sign = (unsigned)(h & 0x8000) << 16, exponent = h >> 10 & 31;
    unsigned fraction = h & 0x3ff;
    unsigned bits = sign | (exponent == 31 ? 255 : exponent + 112) << 23 |
                    fraction << 13;
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    if (exponent == 0)
        value = (sign ? -0x1p-24f : 0x1p-24f) * (float)fraction;
    return value;
}

/* ---- the types ---------------------------------------------------------- */

typedef struct __align__(2) {
    unsigned short x;
} __half_raw;

typedef struct __align__(4) {
    unsigned short x, y;
} __half2_raw;

struct __half;
EMU_HALF float __half2float(__half h);

/* From and to every number that C has, as NVIDIA's: not double, to which
 * float leads. */
#define EMU_HALF_NUMBERS(each)                                               \
    each(short, short) each(unsigned short, ushort) each(int, int)           \
    each(unsigned, uint) each(long, ll) each(unsigned long, ull)             \
    each(long long, ll) each(unsigned long long, ull)

struct __align__(2) __half {
    __half() = default;
    __host__ __device__ constexpr __half(const __half_raw &raw) : bits(raw.x)
    {
    }
    __host__ __device__ operator __half_raw() const { return {bits}; }
    __host__ __device__ inline __half(float x);
    __host__ __device__ inline __half(double x);
    __host__ __device__ inline operator float() const;
#define EMU_MEMBER(T, name)                                                  \
    __host__ __device__ inline __half(T x);                                  \
    __host__ __device__ inline operator T() const;
    EMU_HALF_NUMBERS(EMU_MEMBER)
#undef EMU_MEMBER
    __host__ __device__ inline operator char() const;
    __host__ __device__ inline operator signed char() const;
    __host__ __device__ inline operator unsigned char() const;
    __host__ __device__ constexpr operator bool() const
    {
        return bits & 0x7fff;
    }

protected:
    unsigned short bits;
};

struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ constexpr __half2(const __half &low,
                                          const __half &high)
        : x(low), y(high)
    {
    }
    __host__ __device__ __half2(const __half2_raw &raw)
        : x(__half_raw{raw.x}), y(__half_raw{raw.y})
    {
    }
    __host__ __device__ operator __half2_raw() const
    {
        return {__half_raw(x).x, __half_raw(y).x};
    }
};

typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

EMU_HALF unsigned short __half_as_ushort(__half h)
{
    return __half_raw(h).x;
}
EMU_HALF short __half_as_short(__half h)
{
    return (short)__half_raw(h).x;
}
EMU_HALF __half __ushort_as_half(unsigned short bits)
{
    return __half_raw{bits};
}
EMU_HALF __half __short_as_half(short bits)
{
    return __half_raw{(unsigned short)bits};
}

/* ---- numbers to half: _rn nearest, _rz to zero, _rd down, _ru up --------- */

#ifdef __CUDA_ARCH__
#define EMU_TO_HALF1(name, From, mode, rounding, type, reg)                  \
    EMU_HALF __half name(From x)                                             \
    {                                                                        \
        unsigned short y;                                                    \
        asm("cvt." rounding ".f16." type " %0, %1;" : "=h"(y) : reg(x));     \
        return __ushort_as_half(y);                                          \
    }
#else
#define EMU_TO_HALF1(name, From, mode, rounding, type, reg)                  \
    EMU_HALF __half name(From x)                                             \
    {                                                                        \
        return __ushort_as_half(emu_half_bits((double)x, EMU_HALF_##mode));  \
    }
#endif
#define EMU_TO_HALF(name, From, type, reg)                                   \
    EMU_TO_HALF1(name##_rn, From, rn, "rn", type, reg)                       \
    EMU_TO_HALF1(name##_rz, From, rz, "rz", type, reg)                       \
    EMU_TO_HALF1(name##_rd, From, rd, "rm", type, reg)                       \
    EMU_TO_HALF1(name##_ru, From, ru, "rp", type, reg)
EMU_TO_HALF(__float2half, float, "f32", "f")
EMU_TO_HALF(__short2half, short, "s16", "h")
EMU_TO_HALF(__ushort2half, unsigned short, "u16", "h")
EMU_TO_HALF(__int2half, int, "s32", "r")
EMU_TO_HALF(__uint2half, unsigned, "u32", "r")
EMU_TO_HALF(__ll2half, long long, "s64", "l")
EMU_TO_HALF(__ull2half, unsigned long long, "u64", "l")
EMU_TO_HALF1(__float2half, float, rn, "rn", "f32", "f")
EMU_TO_HALF1(__double2half, double, rn, "rn", "f64", "d")
#undef EMU_TO_HALF
#undef EMU_TO_HALF1

/* ---- half to numbers ----------------------------------------------------- */

EMU_HALF float __half2float(__half h)
{
#ifdef __CUDA_ARCH__
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(__half_as_ushort(h)));
    return x;
#else
    return emu_half_value(__half_as_ushort(h));
#endif
}

/* As cvt does it: what does not fit becomes the nearest that does. */
template <typename T> EMU_HALF T emu_half_clamped(__half h)
{
    float x = __half2float(h);
    bool has_sign = (T)-1 < (T)0;
    T most = (T)(~0ull >> (64 - 8 * sizeof(T) + has_sign));
    T least = has_sign ? (T)(-most - 1) : (T)0;
    if (x != x)
        return sizeof(T) == 8 ? (T)(1ull << 63) : (T)0;
    return x >= (float)most ? most : x <= (float)least ? least : (T)x;
}

#ifdef __CUDA_ARCH__
#define EMU_FROM_HALF1(name, To, rounding, type, reg)                        \
    EMU_HALF To name(__half h)                                               \
    {                                                                        \
        To y;                                                                \
        asm("cvt." rounding "." type ".f16 %0, %1;"                          \
            : reg(y) : "h"(__half_as_ushort(h)));                            \
        return y;                                                            \
    }
#define EMU_FROM_HALF(name, To, type, reg)                                   \
    EMU_FROM_HALF1(name##_rn, To, "rni", type, reg)                          \
    EMU_FROM_HALF1(name##_rz, To, "rzi", type, reg)                          \
    EMU_FROM_HALF1(name##_rd, To, "rmi", type, reg)                          \
    EMU_FROM_HALF1(name##_ru, To, "rpi", type, reg)
#else
#define EMU_FROM_HALF(name, To, type, reg)                                   \
    __device__ To name##_rn(__half);                                         \
    __device__ To name##_rd(__half);                                         \
    __device__ To name##_ru(__half);                                         \
    EMU_HALF To name##_rz(__half h) { return emu_half_clamped<To>(h); }
#endif
EMU_FROM_HALF(__half2short, short, "s16", "=h")
EMU_FROM_HALF(__half2ushort, unsigned short, "u16", "=h")
EMU_FROM_HALF(__half2int, int, "s32", "=r")
EMU_FROM_HALF(__half2uint, unsigned, "u32", "=r")
EMU_FROM_HALF(__half2ll, long long, "s64", "=l")
EMU_FROM_HALF(__half2ull, unsigned long long, "u64", "=l")
#undef EMU_FROM_HALF
#undef EMU_FROM_HALF1
EMU_HALF signed char __half2char_rz(__half h)
{
    return emu_half_clamped<signed char>(h);
}
EMU_HALF unsigned char __half2uchar_rz(__half h)
{
    return emu_half_clamped<unsigned char>(h);
}

__host__ __device__ inline __half::__half(float x) : __half(__float2half(x))
{
}
__host__ __device__ inline __half::__half(double x) : __half(__double2half(x))
{
}
__host__ __device__ inline __half::operator float() const
{
    return __half2float(*this);
}
#define EMU_MEMBER(T, name)                                                  \
    __host__ __device__ inline __half::__half(T x)                           \
        : __half(__##name##2half_rn(x))                                      \
    {                                                                        \
    }                                                                        \
    __host__ __device__ inline __half::operator T() const                    \
    {                                                                        \
        return (T)__half2##name##_rz(*this);                                 \
    }
EMU_HALF_NUMBERS(EMU_MEMBER)
#undef EMU_MEMBER
#undef EMU_HALF_NUMBERS
__host__ __device__ inline __half::operator char() const
{
    return emu_half_clamped<char>(*this);
}
__host__ __device__ inline __half::operator signed char() const
{
    return __half2char_rz(*this);
}
__host__ __device__ inline __half::operator unsigned char() const
{
    return __half2uchar_rz(*this);
}

/* ---- pairs -------------------------------------------------------------- */

EMU_HALF __half2 make_half2(__half x, __half y) { return {x, y}; }
EMU_HALF __half2 __halves2half2(__half x, __half y) { return {x, y}; }
EMU_HALF __half2 __half2half2(__half x) { return {x, x}; }
EMU_HALF __half __low2half(__half2 a) { return a.x; }
EMU_HALF __half __high2half(__half2 a) { return a.y; }
EMU_HALF __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
EMU_HALF __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
EMU_HALF __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
EMU_HALF __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
EMU_HALF __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
EMU_HALF float __low2float(__half2 a) { return __half2float(a.x); }
EMU_HALF float __high2float(__half2 a) { return __half2float(a.y); }
EMU_HALF __half2 __floats2half2_rn(float x, float y)
{
    return {__float2half(x), __float2half(y)};
}
EMU_HALF __half2 __float2half2_rn(float x) { return __floats2half2_rn(x, x); }
EMU_HALF __half2 __float22half2_rn(float2 a)
{
    return __floats2half2_rn(a.x, a.y);
}
EMU_HALF float2 __half22float2(__half2 a)
{
    return {__low2float(a), __high2float(a)};
}

/* ---- arithmetic --------------------------------------------------------- */

EMU_HALF unsigned emu_half2_bits(__half2 a)
{
    unsigned bits;
    __builtin_memcpy(&bits, &a, sizeof bits);
    return bits;
}
EMU_HALF __half2 emu_half2_of(unsigned bits)
{
    return __half2_raw{(unsigned short)bits, (unsigned short)(bits >> 16)};
}

/* In double the exact result, so that the host rounds once, too. */
#ifdef __CUDA_ARCH__
#define EMU_HALF_BINARY(name, ptx, op)                                       \
    EMU_HALF __half __h##name(__half a, __half b)                            \
    {                                                                        \
        unsigned short y;                                                    \
        asm(ptx ".f16 %0, %1, %2;"                                           \
            : "=h"(y)                                                        \
            : "h"(__half_as_ushort(a)), "h"(__half_as_ushort(b)));           \
        return __ushort_as_half(y);                                          \
    }
#define EMU_HALF2_BINARY(name, ptx, same)                                    \
    EMU_HALF __half2 __h##name(__half2 a, __half2 b)                         \
    {                                                                        \
        unsigned y;                                                          \
        asm(ptx ".f16x2 %0, %1, %2;"                                         \
            : "=r"(y) : "r"(emu_half2_bits(a)), "r"(emu_half2_bits(b)));     \
        return emu_half2_of(y);                                              \
    }
#else
#define EMU_HALF_BINARY(name, ptx, op)                                       \
    EMU_HALF __half __h##name(__half a, __half b)                            \
    {                                                                        \
        return __double2half((double)__half2float(a) op __half2float(b));    \
    }
#define EMU_HALF2_BINARY(name, ptx, same)                                    \
    EMU_HALF __half2 __h##name(__half2 a, __half2 b)                         \
    {                                                                        \
        return {__h##same(a.x, b.x), __h##same(a.y, b.y)};                   \
    }
#endif
/* With .rn the compiler may not make one fma of a product and a sum; 1 is the
 * most that _sat lets through, 0 the least, and what NaN becomes. */
#define EMU_HALF_ARITHMETIC(name, op)                                        \
    EMU_HALF_BINARY(name, #name, op)                                         \
    EMU_HALF_BINARY(name##_rn, #name ".rn", op)                              \
    EMU_HALF2_BINARY(name##2, #name, name)                                   \
    EMU_HALF2_BINARY(name##2_rn, #name ".rn", name)                          \
    EMU_HALF __half __h##name##_sat(__half a, __half b)                      \
    {                                                                        \
        return emu_half_saturated(__h##name(a, b));                          \
    }                                                                        \
    EMU_HALF __half2 __h##name##2_sat(__half2 a, __half2 b)                  \
    {                                                                        \
        return {__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y)};       \
    }
EMU_HALF __half emu_half_saturated(__half a)
{
    float x = __half2float(a);
    return __float2half(x > 0 ? x < 1 ? x : 1.0f : 0.0f);
}
EMU_HALF_ARITHMETIC(add, +)
EMU_HALF_ARITHMETIC(sub, -)
EMU_HALF_ARITHMETIC(mul, *)
#undef EMU_HALF_ARITHMETIC
#undef EMU_HALF_BINARY
#undef EMU_HALF2_BINARY

EMU_HALF __half __hdiv(__half a, __half b)
{
    return __float2half(__half2float(a) / __half2float(b));
}
EMU_HALF __half2 __h2div(__half2 a, __half2 b)
{
    return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
EMU_HALF __half __hneg(__half a)
{
    return __ushort_as_half(__half_as_ushort(a) ^ 0x8000);
}
EMU_HALF __half2 __hneg2(__half2 a) { return {__hneg(a.x), __hneg(a.y)}; }
EMU_HALF __half __habs(__half a)
{
    return __ushort_as_half(__half_as_ushort(a) & 0x7fff);
}
EMU_HALF __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }

/* ---- comparison --------------------------------------------------------- */

/* Float holds every half.  Ordered comparisons are false on NaN, "ne" too;
 * those with u are true.  Of a pair: 1.0 or 0.0 each, all ones or zeros each,
 * or (hb) whether it holds for both. */
#define EMU_HALF_COMPARE(name, condition)                                    \
    EMU_HALF bool __h##name(__half a, __half b)                              \
    {                                                                        \
        float x = __half2float(a), y = __half2float(b);                      \
        return condition;                                                    \
    }                                                                        \
    EMU_HALF bool __hb##name##2(__half2 a, __half2 b)                        \
    {                                                                        \
        return __h##name(a.x, b.x) & __h##name(a.y, b.y);                    \
    }                                                                        \
    EMU_HALF __half2 __h##name##2(__half2 a, __half2 b)                      \
    {                                                                        \
        unsigned low = __h##name(a.x, b.x), high = __h##name(a.y, b.y);      \
        return emu_half2_of(low * 0x3c00 | high * 0x3c000000);               \
    }                                                                        \
    EMU_HALF unsigned __h##name##2_mask(__half2 a, __half2 b)                \
    {                                                                        \
        unsigned low = __h##name(a.x, b.x), high = __h##name(a.y, b.y);      \
        return low * 0xffff | high * 0xffff0000;                             \
    }
EMU_HALF_COMPARE(eq, x == y)
EMU_HALF_COMPARE(ne, x < y || x > y)
EMU_HALF_COMPARE(lt, x < y)
EMU_HALF_COMPARE(le, x <= y)
EMU_HALF_COMPARE(gt, x > y)
EMU_HALF_COMPARE(ge, x >= y)
EMU_HALF_COMPARE(equ, !(x < y || x > y))
EMU_HALF_COMPARE(neu, x != y)
EMU_HALF_COMPARE(ltu, !(x >= y))
EMU_HALF_COMPARE(leu, !(x > y))
EMU_HALF_COMPARE(gtu, !(x <= y))
EMU_HALF_COMPARE(geu, !(x < y))
#undef EMU_HALF_COMPARE

EMU_HALF bool __hisnan(__half a)
{
    return (__half_as_ushort(a) & 0x7fff) > 0x7c00;
}
EMU_HALF __half2 __hisnan2(__half2 a) { return __hneu2(a, a); }
EMU_HALF int __hisinf(__half a)
{
    unsigned short bits = __half_as_ushort(a);
    return bits == 0x7c00 ? 1 : bits == 0xfc00 ? -1 : 0;
}

/* Of a NaN and a number the number, with _nan the NaN; -0 is below +0, which
 * bits show where the values are equal: only in the sign can they differ. */
#define EMU_HALF_CHOICE(name, less, both)                                    \
    EMU_HALF __half __h##name(__half a, __half b)                            \
    {                                                                        \
        if (__hisnan(a))                                                     \
            return __hisnan(b) ? __ushort_as_half(0x7fff) : b;               \
        if (__heq(a, b))                                                     \
            return __ushort_as_half(__half_as_ushort(a)                      \
                                        both __half_as_ushort(b));           \
        return __hisnan(b) || less(a, b) ? a : b;                            \
    }                                                                        \
    EMU_HALF __half __h##name##_nan(__half a, __half b)                      \
    {                                                                        \
        return __hisnan(a) || __hisnan(b) ? __ushort_as_half(0x7fff)         \
                                          : __h##name(a, b);                 \
    }                                                                        \
    EMU_HALF __half2 __h##name##2(__half2 a, __half2 b)                      \
    {                                                                        \
        return {__h##name(a.x, b.x), __h##name(a.y, b.y)};                   \
    }                                                                        \
    EMU_HALF __half2 __h##name##2_nan(__half2 a, __half2 b)                  \
    {                                                                        \
        return {__h##name##_nan(a.x, b.x), __h##name##_nan(a.y, b.y)};       \
    }
EMU_HALF_CHOICE(min, __hlt, |)
EMU_HALF_CHOICE(max, __hgt, &)
#undef EMU_HALF_CHOICE

/* ---- operators ---------------------------------------------------------- */

#define EMU_HALF_OPERATOR(T, op, function)                                   \
    EMU_HALF T operator op(const T &a, const T &b)                           \
    {                                                                        \
        return function(a, b);                                               \
    }                                                                        \
    EMU_HALF T &operator op##=(T &a, const T &b)                             \
    {                                                                        \
        return a = function(a, b);                                           \
    }
#define EMU_HALF_RELATION(T, op, function)                                   \
    EMU_HALF bool operator op(const T &a, const T &b)                        \
    {                                                                        \
        return function(a, b);                                               \
    }
#define EMU_HALF_STEP(T, op, by, one)                                        \
    EMU_HALF T &operator op(T &a) { return a by one; }                       \
    EMU_HALF T operator op(T &a, int)                                        \
    {                                                                        \
        T before = a;                                                        \
        a by one;                                                            \
        return before;                                                       \
    }
#define EMU_HALF_OPERATORS(T, h, b, two, div, one)                           \
    EMU_HALF_OPERATOR(T, +, h##add##two)                                     \
    EMU_HALF_OPERATOR(T, -, h##sub##two)                                     \
    EMU_HALF_OPERATOR(T, *, h##mul##two)                                     \
    EMU_HALF_OPERATOR(T, /, div)                                             \
    EMU_HALF_STEP(T, ++, +=, one)                                            \
    EMU_HALF_STEP(T, --, -=, one)                                            \
    EMU_HALF T operator+(const T &a) { return a; }                           \
    EMU_HALF T operator-(const T &a) { return h##neg##two(a); }              \
    EMU_HALF_RELATION(T, ==, b##eq##two)                                     \
    EMU_HALF_RELATION(T, !=, b##neu##two)                                    \
    EMU_HALF_RELATION(T, <, b##lt##two)                                      \
    EMU_HALF_RELATION(T, <=, b##le##two)                                     \
    EMU_HALF_RELATION(T, >, b##gt##two)                                      \
    EMU_HALF_RELATION(T, >=, b##ge##two)
#ifndef __CUDA_NO_HALF_OPERATORS__
EMU_HALF_OPERATORS(__half, __h, __h, , __hdiv, __ushort_as_half(0x3c00))
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
EMU_HALF_OPERATORS(__half2, __h, __hb, 2, __h2div, emu_half2_of(0x3c003c00))
#endif
#undef EMU_HALF_OPERATORS
#undef EMU_HALF_STEP
#undef EMU_HALF_RELATION
#undef EMU_HALF_OPERATOR

/* ---- in kernels only ---------------------------------------------------- */

#ifdef __CUDA__

EMU_DEVICE __half __hfma(__half a, __half b, __half c)
{
    unsigned short y;
    asm("fma.rn.f16 %0, %1, %2, %3;"
        : "=h"(y)
        : "h"(__half_as_ushort(a)), "h"(__half_as_ushort(b)),
          "h"(__half_as_ushort(c)));
    return __ushort_as_half(y);
}
EMU_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    unsigned y;
    asm("fma.rn.f16x2 %0, %1, %2, %3;"
        : "=r"(y)
        : "r"(emu_half2_bits(a)), "r"(emu_half2_bits(b)),
          "r"(emu_half2_bits(c)));
    return emu_half2_of(y);
}
EMU_DEVICE __half __hfma_sat(__half a, __half b, __half c)
{
    return emu_half_saturated(__hfma(a, b, c));
}
EMU_DEVICE __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c)
{
    return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}

#define EMU_HALF_FUNCTION(name, result)                                      \
    EMU_DEVICE __half h##name(__half a)                                      \
    {                                                                        \
        float x = __half2float(a);                                           \
        return __float2half(result);                                         \
    }                                                                        \
    EMU_DEVICE __half2 h2##name(__half2 a)                                   \
    {                                                                        \
        return {h##name(a.x), h##name(a.y)};                                 \
    }
EMU_HALF_FUNCTION(sqrt, sqrtf(x))
EMU_HALF_FUNCTION(rsqrt, rsqrtf(x))
EMU_HALF_FUNCTION(rcp, 1 / x)
EMU_HALF_FUNCTION(exp, expf(x))
EMU_HALF_FUNCTION(exp2, exp2f(x))
EMU_HALF_FUNCTION(exp10, exp10f(x))
EMU_HALF_FUNCTION(log, logf(x))
EMU_HALF_FUNCTION(log2, log2f(x))
EMU_HALF_FUNCTION(log10, log10f(x))
EMU_HALF_FUNCTION(sin, sinf(x))
EMU_HALF_FUNCTION(cos, cosf(x))
EMU_HALF_FUNCTION(tanh, tanhf(x))
EMU_HALF_FUNCTION(trunc, truncf(x))
EMU_HALF_FUNCTION(ceil, ceilf(x))
EMU_HALF_FUNCTION(floor, floorf(x))
EMU_HALF_FUNCTION(rint, rintf(x))
#undef EMU_HALF_FUNCTION

#define EMU_HALF_SHUFFLE(name, Lane)                                         \
    EMU_DEVICE __half2 name(unsigned mask, __half2 value, Lane lane,         \
                            int width = 32)                                  \
    {                                                                        \
        return emu_half2_of(                                                 \
            name(mask, emu_half2_bits(value), lane, width));                 \
    }                                                                        \
    EMU_DEVICE __half name(unsigned mask, __half value, Lane lane,           \
                           int width = 32)                                   \
    {                                                                        \
        unsigned bits = __half_as_ushort(value);                             \
        return __ushort_as_half(                                             \
            (unsigned short)name(mask, bits, lane, width));                  \
    }
EMU_HALF_SHUFFLE(__shfl_sync, int)
EMU_HALF_SHUFFLE(__shfl_up_sync, unsigned)
EMU_HALF_SHUFFLE(__shfl_down_sync, unsigned)
EMU_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef EMU_HALF_SHUFFLE

EMU_DEVICE __half __ldg(const __half *p)
{
    return __ushort_as_half(__ldg((const unsigned short *)p));
}
EMU_DEVICE __half2 __ldg(const __half2 *p)
{
    return emu_half2_of(__ldg((const unsigned *)p));
}

EMU_DEVICE __half atomicAdd(__half *p, __half value)
{
    unsigned short old;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
                 : "=h"(old)
                 : "l"(p), "h"(__half_as_ushort(value))
                 : "memory");
    return __ushort_as_half(old);
}
EMU_DEVICE __half2 atomicAdd(__half2 *p, __half2 value)
{
    unsigned old;
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(p), "r"(emu_half2_bits(value))
                 : "memory");
    return emu_half2_of(old);
}

#endif

#undef EMU_HALF
#endif
