/*
 * convert.h - cvt in all its forms, a lane at a time.
 *
 * PTX ISA 9.0, 9.7.9.21 "cvt": a value of the source type becomes the nearest
 * of the target type in the given rounding; floating point to integer clamps,
 * and turns NaN into 0 or, where 64 bits are involved, into the top bit; .sat
 * clamps everything else.
 */
#ifndef CONVERT_H
#define CONVERT_H

#include "arith.h"

#include <fenv.h>

/* floor() and its kin want the usual mode. */
static inline int host_rounding(enum rounding rounding)
{
    switch (rounding) {
    case ROUND_RZ: return FE_TOWARDZERO;
    case ROUND_RM: return FE_DOWNWARD;
    case ROUND_RP: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

static inline f64 round_integral(f64 a, enum rounding rounding)
{
    switch (rounding) {
    case ROUND_RZI: return trunc(a);
    case ROUND_RMI: return floor(a);
    case ROUND_RPI: return ceil(a);
    case ROUND_RNI: return nearbyint(a);
    default: return a;
    }
}

/* Low bits as a number of the type, extended to 64 bits. */
static inline u64 extend_bits(u64 bits, enum ptx_type type)
{
    unsigned spare = 64 - 8 * ptx_type_size(type);
    return type_is_signed(type) ? (u64)((s64)(bits << spare) >> spare)
                                : bits << spare >> spare;
}

static inline f64 float_value(u64 bits, enum ptx_type type)
{
    f32 single;
    f64 value;
    u32 low = (u32)bits;
    if (type == PTX_F16)
        return float_of((u16)bits);
    memcpy(&single, &low, sizeof single);
    memcpy(&value, &bits, sizeof value);
    return type == PTX_F32 ? single : value;
}

static inline u64 bits_of_float(f64 value, enum ptx_type type)
{
    u64 bits;
    if (type == PTX_F16)
        return half_of(value);
    if (type == PTX_F32) {
        f32 single = (f32)value;
        u32 low;
        memcpy(&low, &single, sizeof low);
        return low;
    }
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline u64 float_to_integer(f64 value, enum ptx_type from,
                                   enum ptx_type type)
{
    unsigned bits = 8 * ptx_type_size(type);
    if (value != value)
        return from == PTX_F64 || bits == 64 ? 1ull << (bits - 1) : 0;
    if (type_is_signed(type)) {
        f64 limit = ldexp(1, (int)bits - 1);
        if (value >= limit)
            return (u64)INT64_MAX >> (64 - bits);
        return (u64)(value < -limit ? (s64)-limit : (s64)value);
    }
    f64 limit = ldexp(1, (int)bits);
    if (value >= limit)
        return UINT64_MAX >> (64 - bits);
    return value <= 0 ? 0 : (u64)value;
}

/* .sat between integers. */
static inline u64 clamp_integer(u64 a, enum ptx_type from, enum ptx_type to)
{
    unsigned bits = 8 * ptx_type_size(to);
    bool negative = type_is_signed(from) && (s64)a < 0;
    if (!type_is_signed(to)) {
        u64 most = UINT64_MAX >> (64 - bits);
        return negative ? 0 : a > most ? most : a;
    }
    s64 most = INT64_MAX >> (64 - bits), least = -most - 1;
    if (negative)
        return (s64)a < least ? (u64)least : a;
    return a > (u64)most ? (u64)most : a;
}

/* The host's rounding mode is already that of detail->rounding. */
static inline u64 integer_to_float(u64 a, bool is_signed, bool saturate,
                                   enum ptx_type to)
{
    if (saturate) /* to [0, 1] */
        a = is_signed && (s64)a < 0 ? 0 : a != 0;
    if (to == PTX_F32) { /* once, not by way of double */
        f32 single = is_signed ? (f32)(s64)a : (f32)a;
        u32 bits;
        memcpy(&bits, &single, sizeof bits);
        return bits;
    }
    return bits_of_float(is_signed ? (f64)(s64)a : (f64)a, to);
}

/* As measured on an H200: to single precision and to half always the same,
 * but for what only moves bits; from and to double precision the fraction's
 * upper bits stay, and the sign. */
static inline u64 convert_nan(const struct insn_detail *detail, u64 bits)
{
    enum ptx_type from = detail->source_type, to = detail->type;
    bool computed = detail->rounding || detail->flush;
    if (from == PTX_F64 && to == PTX_F16)
        return (bits >> 48 & 0x8000) | 0x7e00 | (bits >> 42 & 0x1ff);
    if (to == PTX_F16)
        return 0x7fff;
    if (from == PTX_F64 || (to == PTX_F64 && !detail->flush))
        return bits_of_float(quiet_f64(float_value(bits, from)), to);
    if (to == PTX_F64)
        return 0x7fffffffe0000000;
    return from == PTX_F32 && !computed ? bits : 0x7fffffff;
}

static inline u64 convert_value(const struct insn_detail *detail, u64 bits)
{
    enum ptx_type from = detail->source_type, to = detail->type;
    if (!type_is_float(from)) {
        u64 a = extend_bits(bits, from);
        if (type_is_float(to))
            return integer_to_float(a, type_is_signed(from),
                                    detail->saturate, to);
        return detail->saturate ? clamp_integer(a, from, to) : a;
    }
    f64 value = float_value(bits, from);
    /* To half precision what is flushed here would round up on hardware. */
    if (detail->flush && from == PTX_F32 && to != PTX_F16)
        value = flush_f32((f32)value);
    value = round_integral(value, detail->rounding);
    if (!type_is_float(to))
        return float_to_integer(value, from, to);
    if (detail->saturate)
        value = saturate_f64(value);
    if (value != value)
        return convert_nan(detail, bits);
    u64 result = bits_of_float(value, to);
    if (detail->flush && to == PTX_F32) {
        f32 single = flush_f32((f32)value);
        u32 low;
        memcpy(&low, &single, sizeof low);
        result = low;
    }
    return result;
}

/* The register may be wider than the type: zeros or the sign fill it. */
static inline u64 convert_lane(const struct insn_detail *detail, u64 bits)
{
    u64 result = convert_value(detail, bits);
    return type_is_float(detail->type) ? result
                                       : extend_bits(result, detail->type);
}

#endif
