/*
 * ops_convert.c - cvt between every two of eleven types, in every rounding
 * PTX allows for them, with and without .sat and .ftz; registers wider than
 * the types included.
 *
 * Source: PTX ISA 9.0, 9.7.9.21 "cvt".
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef __int128 wide;

static const struct type {
    const char *name;
    unsigned width;
    bool is_signed, is_float;
    char letter; /* of a shape */
} types[] = {
    {"u8", 8, false, false, 'h'},   {"s8", 8, true, false, 'h'},
    {"u16", 16, false, false, 'h'}, {"s16", 16, true, false, 'h'},
    {"u32", 32, false, false, 'r'}, {"s32", 32, true, false, 'r'},
    {"u64", 64, false, false, 'd'}, {"s64", 64, true, false, 'd'},
    {"f16", 16, true, true, 'e'},   {"f32", 32, true, true, 'f'},
    {"f64", 64, true, true, 'g'},
};
enum { TYPES = sizeof types / sizeof *types };

/* ".rn" of floating point and ".rni" to an integer, in the same order. */
enum direction { NEAREST, TO_ZERO, DOWN, UP, NO_ROUNDING };

/* The conversion at hand. */
static struct {
    const struct type *to, *from;
    enum direction direction;
    bool saturate, flush;
    unsigned register_width; /* of the destination */
} now;

/* ---- rounding ----------------------------------------------------------- */

static double to_integral(double a, enum direction direction)
{
    double down = floor(a), rest = a - down;
    if (!isfinite(a) || rest == 0)
        return a;
    bool up = direction == NEAREST
                  ? rest > 0.5 || (rest == 0.5 && fmod(down, 2) != 0)
              : direction == TO_ZERO ? a < 0
                                     : direction == UP;
    return copysign(up ? down + 1 : down, a);
}

/* long double holds every integer of 64 bits, and every double. */
static float single_towards(long double a, enum direction direction)
{
    float f = (float)a;
    bool beyond = fabsl((long double)f) > fabsl(a);
    if ((direction == TO_ZERO && beyond) || (direction == DOWN && f > a))
        return nextafterf(f, direction == DOWN ? -INFINITY : 0);
    return direction == UP && f < a ? nextafterf(f, INFINITY) : f;
}

static double double_towards(long double a, enum direction direction)
{
    double f = (double)a;
    bool beyond = fabsl((long double)f) > fabsl(a);
    if ((direction == TO_ZERO && beyond) || (direction == DOWN && f > a))
        return nextafter(f, direction == DOWN ? -INFINITY : 0);
    return direction == UP && f < a ? nextafter(f, INFINITY) : f;
}

/* ---- what cvt should give ----------------------------------------------- */

static wide integer_of(uint64_t bits, const struct type *type)
{
    wide limit = (wide)1 << type->width;
    wide value = (wide)bits % limit;
    return type->is_signed && value >= limit / 2 ? value - limit : value;
}

static wide most(const struct type *type)
{
    return ((wide)1 << (type->width - type->is_signed)) - 1;
}

static wide least(const struct type *type)
{
    return type->is_signed ? -most(type) - 1 : 0;
}

static wide clamped(wide a)
{
    return a > most(now.to)    ? most(now.to)
           : a < least(now.to) ? least(now.to)
                               : a;
}

/* Narrow results fill the register: with zeros or with the sign. */
static uint64_t fill_register(wide value)
{
    uint64_t bits = (uint64_t)integer_of((uint64_t)value, now.to);
    return now.register_width == 64 ? bits
                                    : bits & ((1ull << now.register_width) - 1);
}

/* Far beyond every type's range, so that infinity clamps like a number. */
static uint64_t integer_from_float(double a)
{
    if (isnan(a))
        return now.from->width < 64 && now.to->width < 64
                   ? 0
                   : fill_register((wide)1 << (now.to->width - 1));
    a = fmax(fmin(to_integral(a, now.direction), 0x1p100), -0x1p100);
    return fill_register(clamped((wide)a));
}

/* What becomes half precision is not flushed before: see h200.md. */
static float flush(float a)
{
    bool flushes = now.flush && now.to->letter != 'e';
    return flushes && fabsf(a) < FLT_MIN ? copysignf(0, a) : a;
}

static uint64_t float_from(long double a)
{
    if (now.saturate)
        a = isnan(a) || a <= 0 ? 0 : fminl(a, 1);
    switch (now.to->width) {
    case 16:
        return half_of_double((double)a,
                              now.direction == NO_ROUNDING
                                  ? HALF_NEAREST
                                  : (enum half_rounding)now.direction);
    case 32: return bits_of_single(flush(single_towards(a, now.direction)));
    default: return bits_of_double(double_towards(a, now.direction));
    }
}

static uint64_t converted(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    (void)b, (void)c, (void)d;
    if (!now.from->is_float) {
        wide value = integer_of(a, now.from);
        if (now.to->is_float)
            return float_from((long double)value);
        return fill_register(now.saturate ? clamped(value) : value);
    }
    double value = now.from->width == 16   ? double_of_half(a)
                   : now.from->width == 32 ? flush(single_of_bits(a))
                                           : double_of_bits(a);
    if (!now.to->is_float)
        return integer_from_float(value);
    if (now.to->width == now.from->width && now.direction != NO_ROUNDING)
        value = to_integral(value, now.direction);
    return float_from(value);
}

/* ---- the rows ----------------------------------------------------------- */

/* Roundings are of integers where the result is one, or as wide. */
static bool rounds_to_integral(void)
{
    return now.from->is_float &&
           (!now.to->is_float || now.to->width == now.from->width);
}

static bool needs_rounding(void)
{
    return now.to->is_float
               ? !now.from->is_float || now.to->width < now.from->width
               : now.from->is_float;
}

/* .sat is for results that may lie outside. */
static bool may_saturate(void)
{
    return now.to->is_float || now.from->is_float ||
           most(now.from) > most(now.to) || least(now.from) < least(now.to);
}

static bool may_round(void)
{
    return needs_rounding() || (rounds_to_integral() && now.to->is_float);
}

static void check_one(char letter)
{
    static const char *const roundings[] = {".rn", ".rz", ".rm", ".rp", ""};
    char opcode[40], shape[4] = {letter, '=', now.from->letter, '\0'};
    snprintf(opcode, sizeof opcode, "cvt%s%s%s%s.%s.%s",
             roundings[now.direction],
             rounds_to_integral() && now.direction != NO_ROUNDING ? "i" : "",
             now.flush ? ".ftz" : "", now.saturate ? ".sat" : "", now.to->name,
             now.from->name);
    struct op_row row = {opcode, shape, converted, NULL};
    op_rows_check(&row, 1);
}

static void check_roundings(void)
{
    now.register_width = now.to->letter == 'h' ? 16 : now.to->width;
    for (int direction = 0; direction <= NO_ROUNDING; direction++) {
        now.direction = (enum direction)direction;
        if (direction == NO_ROUNDING ? needs_rounding() : !may_round())
            continue;
        for (int variant = 0; variant < 4; variant++) {
            now.saturate = variant & 1;
            now.flush = variant & 2;
            if (now.saturate && !may_saturate())
                continue;
            if (now.flush && strcmp(now.to->name, "f32") &&
                strcmp(now.from->name, "f32"))
                continue;
            check_one(now.to->letter);
        }
    }
}

void convert_all_types(void **state)
{
    (void)state;
    for (unsigned to = 0; to < TYPES; to++)
        for (unsigned from = 0; from < TYPES; from++) {
            now.to = &types[to];
            now.from = &types[from];
            check_roundings();
        }
}

/* An integer result in a register wider than its type. */
void convert_to_wider_register(void **state)
{
    (void)state;
    now.saturate = now.flush = false;
    for (unsigned to = 0; to < 6; to++)
        for (unsigned from = 0; from < TYPES; from++)
            for (unsigned width = 32; width <= 64; width *= 2) {
                if (width <= types[to].width)
                    continue;
                now.to = &types[to];
                now.from = &types[from];
                now.direction = now.from->is_float ? TO_ZERO : NO_ROUNDING;
                now.register_width = width;
                check_one(width == 32 ? 'r' : 'd');
            }
}

/* ---- two at once -------------------------------------------------------- */

static uint64_t halves_from(uint64_t a, uint64_t b, enum half_rounding rounding,
                            bool relu)
{
    float high = single_of_bits(a), low = single_of_bits(b);
    if (relu) {
        high = high <= 0 ? 0 : high;
        low = low <= 0 ? 0 : low;
    }
    return half_of_double((double)high, rounding) << 16 |
           half_of_double((double)low, rounding);
}

#define FUNCTION(name, expression)                                             \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c, uint64_t d)       \
    {                                                                          \
        (void)a, (void)b, (void)c, (void)d;                                    \
        return expression;                                                     \
    }
FUNCTION(pair_rn, halves_from(a, b, HALF_NEAREST, false))
FUNCTION(pair_rz, halves_from(a, b, HALF_ZERO, false))
FUNCTION(pair_rn_relu, halves_from(a, b, HALF_NEAREST, true))
FUNCTION(pair_rz_relu, halves_from(a, b, HALF_ZERO, true))
FUNCTION(half_relu, halves_from(0, a, HALF_NEAREST, true))

/* The types of cvt.pack: the clamped values, a above b, c's low half above. */
static uint64_t packed(const char *type, uint64_t a, uint64_t b, uint64_t c)
{
    const struct type *source = &types[5];
    for (now.to = types; strcmp(now.to->name, type);)
        now.to++;
    uint64_t limit = (1ull << now.to->width) - 1;
    uint64_t high = (uint64_t)clamped(integer_of(a, source)) & limit;
    uint64_t low = (uint64_t)clamped(integer_of(b, source)) & limit;
    return ((c << 16 & (now.to->width == 8 ? 0xffff0000 : 0)) |
            high << now.to->width | low);
}

FUNCTION(pack_u16, packed("u16", a, b, 0))
FUNCTION(pack_s16, packed("s16", a, b, 0))
FUNCTION(pack_u8, packed("u8", a, b, c))
FUNCTION(pack_s8, packed("s8", a, b, c))

void convert_two_at_once(void **state)
{
    static const struct op_row rows[] = {
        {"cvt.rn.f16x2.f32", "x=ff", pair_rn, NULL},
        {"cvt.rz.f16x2.f32", "x=ff", pair_rz, NULL},
        {"cvt.rn.relu.f16x2.f32", "x=ff", pair_rn_relu, NULL},
        {"cvt.rz.relu.f16x2.f32", "x=ff", pair_rz_relu, NULL},
        {"cvt.rn.relu.f16.f32", "e=f", half_relu, NULL},
        {"cvt.pack.sat.u16.s32", "r=rr", pack_u16, NULL},
        {"cvt.pack.sat.s16.s32", "r=rr", pack_s16, NULL},
        {"cvt.pack.sat.u8.s32.b32", "r=rrr", pack_u8, NULL},
        {"cvt.pack.sat.s8.s32.b32", "r=rrr", pack_s8, NULL},
    };
    (void)state;
    op_rows_check(rows, sizeof rows / sizeof *rows);
    assert_true(ptx_refuses("cvt.rn.relu.f32.f64 %r0, %d1;"));
    assert_true(ptx_refuses("cvt.rn.satfinite.f16x2.f32 %r0, %r1, %r2;"));
}
