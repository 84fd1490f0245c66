/*
 * arith.h - the arithmetic of ops.def, a lane at a time.
 *
 * PTX ISA 9.0, section 9.7.  Where C leaves behaviour undefined (division by
 * zero, INT_MIN / -1, shifts beyond the width) these do what the hardware
 * does.
 */
#ifndef ARITH_H
#define ARITH_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

#define DIVISION(U, S, MIN)                                                  \
    static inline U div_##U(U a, U b) { return b ? a / b : (U)-1; }          \
    static inline U rem_##U(U a, U b)                                        \
    {                                                                        \
        return b ? a % b : (U)-1;                                            \
    }                                                                        \
    static inline S div_##S(S a, S b)                                        \
    {                                                                        \
        return b == 0 ? -1 : b == -1 ? (S)(0u - (U)a) : a / b;               \
    }                                                                        \
    static inline S rem_##S(S a, S b)                                        \
    {                                                                        \
        return b == 0 ? -1 : b == -1 ? 0 : a % b;                            \
    }                                                                        \
    static inline U min_##U(U a, U b) { return a < b ? a : b; }              \
    static inline U max_##U(U a, U b) { return a > b ? a : b; }              \
    static inline S min_##S(S a, S b) { return a < b ? a : b; }              \
    static inline S max_##S(S a, S b) { return a > b ? a : b; }

DIVISION(u16, s16, INT16_MIN)
DIVISION(u32, s32, INT32_MIN)
DIVISION(u64, s64, INT64_MIN)
#undef DIVISION

static inline u16 mul_hi_u16(u16 a, u16 b) { return (u32)a * b >> 16; }
static inline s16 mul_hi_s16(s16 a, s16 b) { return (s16)((s32)a * b >> 16); }
static inline u32 mul_hi_u32(u32 a, u32 b) { return (u64)a * b >> 32; }
static inline s32 mul_hi_s32(s32 a, s32 b) { return (s32)((s64)a * b >> 32); }
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;
static inline u64 mul_hi_u64(u64 a, u64 b) { return (u64)((u128)a * b >> 64); }
static inline s64 mul_hi_s64(s64 a, s64 b) { return (s64)((s128)a * b >> 64); }

static inline s64 sext24(u32 a) { return (s32)(a << 8) >> 8; }

static inline s32 clamp_s32(s64 a)
{
    return a > INT32_MAX ? INT32_MAX : a < INT32_MIN ? INT32_MIN : (s32)a;
}

static inline u64 reverse_u64(u64 a)
{
    a = (a & 0x5555555555555555u) << 1 | (a >> 1 & 0x5555555555555555u);
    a = (a & 0x3333333333333333u) << 2 | (a >> 2 & 0x3333333333333333u);
    a = (a & 0x0f0f0f0f0f0f0f0fu) << 4 | (a >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return __builtin_bswap64(a);
}

static inline u32 reverse_u32(u32 a) { return (u32)(reverse_u64(a) >> 32); }

/* Position of the highest bit set; all ones when there is none. */
static inline u32 find_u64(u64 a)
{
    return a ? 63 - (u32)__builtin_clzll(a) : ~0u;
}

/* bfe: start and length are of 8 bits; on 64 bits, where the hardware has a
 * subroutine, whole numbers. */
static inline u64 extract_u64(u64 a, u32 start, u32 length)
{
    if (start > 63 || length == 0)
        return 0;
    return length > 63 ? a >> start : a >> start & ((1ull << length) - 1);
}

/* Bits beyond the top are copies of the sign bit of the field. */
static inline s64 extract_signed(u64 a, u32 start, u32 length, u32 width)
{
    if (length == 0)
        return 0;
    u64 end = (u64)start + length - 1;
    u32 top = end < width - 1 ? (u32)end : width - 1;
    u64 sign = a >> top & 1;
    u64 field = start >= width ? 0 : extract_u64(a, start, length);
    u32 have = start >= width ? 0 : top - start + 1;
    return (s64)(sign && have < 64 ? field | ~0ull << have : field);
}

static inline u32 extract_u32(u32 a, u32 start, u32 length)
{
    return (u32)extract_u64(a, start & 255, length & 255);
}

/* width ones from bit start on. */
static inline u32 bit_mask(u32 start, u32 width)
{
    u32 ones = width > 31 ? ~0u : (1u << width) - 1;
    return start > 31 ? 0 : ones << start;
}

static inline s32 extract_s32(s32 a, u32 start, u32 length)
{
    return (s32)extract_signed((u32)a, start & 255, length & 255, 32);
}

static inline s64 extract_s64(s64 a, u32 start, u32 length)
{
    return extract_signed((u64)a, start, length, 64);
}

/* bfi: a's low bits into b.  Start and length as above. */
static inline u64 insert_u64(u64 a, u64 b, u32 start, u32 length, u32 width)
{
    if (width == 32)
        start &= 255, length &= 255;
    if (start >= width || length == 0)
        return b;
    u64 field = length > 63 ? ~0ull : (1ull << length) - 1;
    return (b & ~(field << start)) | (a & field) << start;
}

/* lop3: table holds the result for each of the 8 combinations of bits. */
static inline u32 logic3(u32 a, u32 b, u32 c, u32 table)
{
    u32 result = 0;
    for (u32 i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

/* fns: the n-th set bit from base upwards, or downwards for n < 0; n = 0: is
 * base itself set?  All ones if there is none.  The least n, which has no
 * opposite, gives 0 on hardware. */
static inline u32 find_nth(u32 mask, u32 base, s32 n)
{
    if (n == INT32_MIN)
        return 0;
    s64 step = n < 0 ? -1 : 1;
    s64 left = n < 0 ? -(s64)n : n > 1 ? n : 1;
    s64 last = n ? 31 : base;
    for (s64 at = base; at >= 0 && at <= last && at < 32; at += step)
        if (mask >> at & 1 && --left == 0)
            return (u32)at;
    return UINT32_MAX;
}

/* prmt, default mode: four selectors of 4 bits; bit 3 replicates the sign. */
static inline u32 permute(u32 a, u32 b, u32 selectors)
{
    u64 bytes = (u64)b << 32 | a;
    u32 result = 0;
    for (u32 i = 0; i < 4; i++) {
        u32 s = selectors >> (4 * i) & 15;
        u32 byte = bytes >> (8 * (s & 7)) & 255;
        if (s & 8)
            byte = byte & 0x80 ? 255 : 0;
        result |= byte << (8 * i);
    }
    return result;
}

/* prmt's other modes: bytes of b:a in an order that the low two bits of c
 * choose, a selector for each of them. */
static inline u32 permute_mode(u32 a, u32 b, u32 c, u64 selectors)
{
    return permute(a, b, selectors >> (16 * (c & 3)) & 0xffff);
}

static inline u32 dot4_uu(u32 a, u32 b)
{
    u32 sum = 0;
    for (u32 i = 0; i < 32; i += 8)
        sum += (a >> i & 255) * (b >> i & 255);
    return sum;
}

static inline u32 dot4_us(u32 a, u32 b)
{
    s32 sum = 0;
    for (u32 i = 0; i < 32; i += 8)
        sum += (int)(a >> i & 255) * (int8_t)(b >> i);
    return (u32)sum;
}

static inline u32 dot4_ss(u32 a, u32 b)
{
    s32 sum = 0;
    for (u32 i = 0; i < 32; i += 8)
        sum += (int8_t)(a >> i) * (int8_t)(b >> i);
    return (u32)sum;
}

/* dp2a: two halves of a, two bytes of b. */
#define DOT2(name, A, B)                                                     \
    static inline u32 dot2_##name(u32 a, u32 b)                              \
    {                                                                        \
        return (u32)((A)a * (B)b) + (u32)((A)(a >> 16) * (B)(b >> 8));       \
    }
DOT2(uu, u16, uint8_t)
DOT2(us, u16, int8_t)
DOT2(su, s16, uint8_t)
DOT2(ss, s16, int8_t)
#undef DOT2

/* cvt.pack: the second operand goes below the first, both saturated. */
static inline u32 pack_clamped(s32 high, s32 low, s32 least, s32 most)
{
    u32 bits = most > 255 ? 16 : 8;
    high = high < least ? least : high > most ? most : high;
    low = low < least ? least : low > most ? most : low;
    return ((u32)high & ((1u << bits) - 1)) << bits |
           ((u32)low & ((1u << bits) - 1));
}

/* ---- floating point ----------------------------------------------------- */

/* Which NaN comes out, as measured on an H200 (common/tests/random/h200.md):
 * single precision always makes this one; double precision passes on an
 * operand that is one, made quiet, with its sign: the second, else fma's
 * third, else the first.  x86 takes the first. */
#define NAN_F32 __builtin_nanf("0x3fffff")

static inline f32 number_f32(f32 a) { return a != a ? NAN_F32 : a; }
static inline f64 number_f64(f64 a) { return a; }

static inline u64 bits_f64(f64 a)
{
    u64 bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static inline f64 quiet_f64(f64 a)
{
    u64 bits = bits_f64(a) | (u64)(a != a) << 51;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* The result, unless the operand is NaN. */
static inline f64 unless_nan(f64 operand, f64 result)
{
    return operand != operand ? quiet_f64(operand) : result;
}

/* Of a result in double precision: a NaN that no operand was is negative, and
 * an operand that is one passes through.  x86 does so by itself; Arm makes a
 * positive one, and looks for signalling operands first. */
#ifdef __x86_64__
#define invalid_f64(result)          (result)
#define operand_f64(operand, result) (result)
#else
#define operand_f64(operand, result) unless_nan(operand, result)
static inline f64 invalid_f64(f64 result)
{
    return result != result ? -__builtin_nan("") : result;
}
#endif

INLINE f64 fused_f64(f64 a, f64 b, f64 c)
{
    f64 result = operand_f64(a, invalid_f64(__builtin_fma(a, b, c)));
    return unless_nan(b, unless_nan(c, result));
}

/* Sign bits alone; hardware has no instruction for it and adds 0. */
static inline u32 signed_f32(u32 a, u32 keep, u32 flip)
{
    return a << 1 > 0xff000000u ? 0x7fffffffu : (a & keep) ^ flip;
}

static inline u64 signed_f64(u64 a, u64 keep, u64 flip)
{
    return a << 1 > 0xffe0000000000000u ? a | 1ull << 51 : (a & keep) ^ flip;
}

/* A NaN gives way to a number; -0 is below +0. */
#define FLOAT_EXTREMES(T)                                                    \
    static inline T min_##T(T a, T b)                                        \
    {                                                                        \
        return a != a ? b : b != b ? a : a < b ? a : b < a ? b               \
               : signbit(a) ? a : b;                                         \
    }                                                                        \
    static inline T max_##T(T a, T b)                                        \
    {                                                                        \
        return a != a ? b : b != b ? a : a > b ? a : b > a ? b               \
               : signbit(a) ? b : a;                                         \
    }
FLOAT_EXTREMES(f32)
FLOAT_EXTREMES(f64)
#undef FLOAT_EXTREMES

/* .NaN: it does not give way.  .xorsign.abs: of the sizes, and the sign is
 * that of the product, even where a NaN gave way. */
static inline f32 min_nan(f32 a, f32 b)
{
    return a != a || b != b ? NAN_F32 : min_f32(a, b);
}

static inline f32 max_nan(f32 a, f32 b)
{
    return a != a || b != b ? NAN_F32 : max_f32(a, b);
}

static inline f32 product_sign(f32 size, f32 a, f32 b)
{
    f32 s = signbit(a) ? -1.0f : 1.0f;
    return copysignf(size, signbit(b) ? -s : s);
}

#define OF_SIZES(name)                                                       \
    static inline f32 name##_xorsign(f32 a, f32 b)                           \
    {                                                                        \
        return product_sign(name(fabsf(a), fabsf(b)), a, b);                 \
    }
OF_SIZES(min_f32)
OF_SIZES(max_f32)
OF_SIZES(min_nan)
OF_SIZES(max_nan)
#undef OF_SIZES

/* div.approx multiplies by 1 / b, which is 0 for the largest b. */
static inline f32 quotient_approx(f32 a, f32 b)
{
    return __builtin_fabsf(b) > 0x1p126f ? a * copysignf(0, b) : a / b;
}

/* .ftz: subnormals become zeros of their sign. */
static inline f32 flush_f32(f32 a)
{
    return __builtin_fabsf(a) < 0x1p-126f ? copysignf(0, a) : a;
}

/* .sat: [0, 1]; NaN becomes +0. */
static inline f32 saturate_f32(f32 a) { return a > 0 ? a < 1 ? a : 1 : 0; }
static inline f64 saturate_f64(f64 a) { return a > 0 ? a < 1 ? a : 1 : 0; }

static inline f64 flush_f64(f64 a)
{
    return fabs(a) < 0x1p-1022 ? copysign(0, a) : a;
}

static inline f64 clear_low_half(f64 a)
{
    u64 bits;
    memcpy(&bits, &a, sizeof bits);
    bits &= 0xffffffff00000000u;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* ---- half precision (IEEE binary16) ------------------------------------- */

static inline f32 float_of(u16 h)
{
    u32 sign = (u32)(h & 0x8000) << 16, exponent = h >> 10 & 31;
    u32 fraction = h & 0x3ff, bits;
    if (exponent == 0) {
        f32 value = (f32)fraction * 0x1p-24f;
        return sign ? -value : value;
    }
    if (exponent == 31)
        bits = sign | 0x7f800000u | fraction << 13;
    else
        bits = sign | (exponent + 112) << 23 | fraction << 13;
    f32 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rounds once, in the host's mode, from a double that holds the exact
 * result.  Down and up are directions, so nearbyint must see the sign; the
 * integer in between keeps the compiler from taking it out. */
static inline u16 half_of(f64 a)
{
    u16 sign = signbit(a) ? 0x8000 : 0;
    f64 size = fmin(fabs(a), 65520); /* from there on as good as infinite */
    int exponent = -13;
    if (a != a)
        return 0x7fff;
    if (isinf(a))
        return sign | 0x7c00;
    if (size >= 0x1p-14)
        frexp(size, &exponent); /* below it: units of 2^-24 */
    s32 units = (s32)nearbyint(copysign(ldexp(size, 11 - exponent), a));
    return sign | (u16)((exponent + 13) * 1024 + abs(units));
}

#define HALF_2(name, value)                                                  \
    static inline u16 half_##name(u16 x, u16 y)                              \
    {                                                                        \
        f32 a = float_of(x), b = float_of(y);                                \
        return half_of(value);                                               \
    }
HALF_2(add, (f64)a + b)
HALF_2(sub, (f64)a - b)
HALF_2(mul, (f64)a * b)
HALF_2(min, min_f32(a, b))
HALF_2(max, max_f32(a, b))
HALF_2(min_nan, min_nan(a, b))
HALF_2(max_nan, max_nan(a, b))
HALF_2(min_xorsign, min_f32_xorsign(a, b))
HALF_2(max_xorsign, max_f32_xorsign(a, b))
HALF_2(min_nan_xorsign, min_nan_xorsign(a, b))
HALF_2(max_nan_xorsign, max_nan_xorsign(a, b))
#undef HALF_2

static inline u16 half_fma(u16 a, u16 b, u16 c)
{
    /* The product has 22 bits; the sum with c fits a double but for sticky
     * bits far below, where rounding to half cannot see a tie. */
    return half_of((f64)float_of(a) * float_of(b) + float_of(c));
}

static inline bool half_is_nan(u16 a) { return (a & 0x7fff) > 0x7c00; }
static inline u16 half_neg(u16 a)
{
    return half_is_nan(a) ? 0x7fff : a ^ 0x8000;
}
static inline u16 half_abs(u16 a)
{
    return half_is_nan(a) ? 0x7fff : a & 0x7fff;
}
static inline u16 half_ex2(u16 a) { return half_of(exp2(float_of(a))); }
static inline u16 half_tanh(u16 a) { return half_of(tanh(float_of(a))); }

/* .ftz, .sat, .relu */
static inline u16 half_flush(u16 a) { return a & 0x7c00 ? a : a & 0x8000; }
static inline u16 half_relu(u16 a) { return a & 0x8000 ? 0 : a; }

static inline u16 half_saturate(u16 a)
{
    return half_is_nan(a) || a & 0x8000 ? 0 : a > 0x3c00 ? 0x3c00 : a;
}

static inline u32 pair_of(u16 low, u16 high)
{
    return (u32)high << 16 | low;
}

#endif
