/*
 * ops_compare.c - setp, set, testp, selp, slct and mov of values.
 *
 * Source: PTX ISA 9.0, 9.7.5 "Comparison and Selection Instructions".
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef __int128 wide;

/* ---- comparing ---------------------------------------------------------- */

static const struct type {
    const char *name;
    char letter, kind; /* kind: u s b f */
    unsigned width;
} types[] = {
    {"u16", 'h', 'u', 16}, {"s16", 'h', 's', 16}, {"b16", 'h', 'b', 16},
    {"u32", 'r', 'u', 32}, {"s32", 'r', 's', 32}, {"b32", 'r', 'b', 32},
    {"u64", 'd', 'u', 64}, {"s64", 'd', 's', 64}, {"b64", 'd', 'b', 64},
    {"f16", 'e', 'f', 16}, {"f32", 'f', 'f', 32}, {"f64", 'g', 'f', 64},
};
enum { TYPES = sizeof types / sizeof *types };

/* Which of the four ways two numbers can stand make it true. */
enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };
static const struct comparison {
    const char *name, *kinds;
    unsigned when;
} comparisons[] = {
    {"eq", "usbf", EQUAL},
    {"ne", "usbf", LESS | GREATER},
    {"lt", "usf", LESS},
    {"le", "usf", LESS | EQUAL},
    {"gt", "usf", GREATER},
    {"ge", "usf", GREATER | EQUAL},
    {"lo", "u", LESS},
    {"ls", "u", LESS | EQUAL},
    {"hi", "u", GREATER},
    {"hs", "u", GREATER | EQUAL},
    {"equ", "f", EQUAL | UNORDERED},
    {"neu", "f", LESS | GREATER | UNORDERED},
    {"ltu", "f", LESS | UNORDERED},
    {"leu", "f", LESS | EQUAL | UNORDERED},
    {"gtu", "f", GREATER | UNORDERED},
    {"geu", "f", GREATER | EQUAL | UNORDERED},
    {"num", "f", LESS | EQUAL | GREATER},
    {"nan", "f", UNORDERED},
};
enum { COMPARISONS = sizeof comparisons / sizeof *comparisons };

/* The comparison at hand. */
static struct {
    const struct type *type;
    const struct comparison *comparison;
    char boolean; /* of "and", "or", "xor" the first letter; 0: none */
    bool flush;
    uint64_t yes; /* set: what stands for true */
} now;

static double number_of(uint64_t bits)
{
    double value = now.type->width == 16   ? double_of_half(bits)
                   : now.type->width == 32 ? (double)single_of_bits(bits)
                                           : double_of_bits(bits);
    double least = now.type->width == 16 ? 0x1p-14 : 0x1p-126;
    return now.flush && fabs(value) < least ? 0 : value;
}

static wide integer_of(uint64_t bits)
{
    wide limit = (wide)1 << now.type->width;
    return now.type->kind == 's' && bits >= (uint64_t)(limit / 2)
               ? (wide)bits - limit
               : (wide)bits;
}

static unsigned relation(uint64_t a, uint64_t b)
{
    if (now.type->kind == 'f') {
        double x = number_of(a), y = number_of(b);
        return isnan(x) || isnan(y) ? UNORDERED
               : x == y             ? EQUAL
               : x < y              ? LESS
                                    : GREATER;
    }
    wide x = integer_of(a), y = integer_of(b);
    return x == y ? EQUAL : x < y ? LESS : GREATER;
}

static uint64_t combined(uint64_t truth, uint64_t c)
{
    switch (now.boolean) {
    case 'a': return truth && c;
    case 'o': return truth || c;
    case 'x': return truth != c;
    default: return truth;
    }
}

static uint64_t compared(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    (void)d;
    return combined((relation(a, b) & now.comparison->when) != 0, c);
}

static uint64_t set_value(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return compared(a, b, c, d) ? now.yes : 0;
}

static void check_row(const char *opcode, char destination,
                      uint64_t (*expect)(uint64_t, uint64_t, uint64_t,
                                         uint64_t))
{
    char letter = now.type->letter;
    char shape[] = {destination, '=', letter, letter, now.boolean ? 'p' : '\0',
                    '\0'};
    struct op_row row = {opcode, shape, expect, NULL};
    op_rows_check(&row, 1);
}

static bool choose(unsigned type, unsigned comparison)
{
    now.type = &types[type];
    now.comparison = &comparisons[comparison];
    now.flush = false;
    now.boolean = 0;
    return strchr(now.comparison->kinds, now.type->kind) != NULL;
}

static void check_setp(const char *boolean)
{
    char opcode[40];
    now.boolean = boolean[0] ? boolean[1] : 0;
    snprintf(opcode, sizeof opcode, "setp.%s%s%s.%s", now.comparison->name,
             boolean, now.flush ? ".ftz" : "", now.type->name);
    check_row(opcode, 'p', compared);
}

void compare_setp(void **state)
{
    static const char *const booleans[] = {"", ".and", ".or", ".xor"};
    (void)state;
    for (unsigned t = 0; t < TYPES; t++)
        for (unsigned c = 0; c < COMPARISONS; c++) {
            if (!choose(t, c))
                continue;
            check_setp("");
            check_setp(booleans[1 + (t + c) % 3]);
            now.flush = !strcmp(now.type->name, "f32") ||
                        !strcmp(now.type->name, "f16");
            if (now.flush)
                check_setp("");
        }
    assert_true(ptx_refuses("setp.lt.ftz.f64 %p0, %d1, %d2;"));
}

void compare_set(void **state)
{
    static const struct {
        const char *name;
        char letter;
        uint64_t yes;
    } results[] = {{"u32", 'r', 0xffffffff},
                   {"s32", 'r', 0xffffffff},
                   {"f32", 'f', 0x3f800000}};
    (void)state;
    for (unsigned t = 0; t < TYPES; t++)
        for (unsigned c = 0; c < COMPARISONS; c++) {
            char opcode[40];
            unsigned r = (t + c) % (types[t].letter == 'e' ? 2 : 3);
            if (!choose(t, c))
                continue;
            now.yes = results[r].yes;
            snprintf(opcode, sizeof opcode, "set.%s.%s.%s",
                     now.comparison->name, results[r].name, now.type->name);
            check_row(opcode, results[r].letter, set_value);
            now.boolean = 'x';
            snprintf(opcode, sizeof opcode, "set.%s.xor.%s.%s",
                     now.comparison->name, results[r].name, now.type->name);
            check_row(opcode, results[r].letter, set_value);
        }
}

/* Of two halves at once. */
static uint64_t set_pair(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return set_value(a & 0xffff, b & 0xffff, c, d) |
           set_value(a >> 16, b >> 16, c, d) << 16;
}

static void check_set_halves(const char *result, const char *from, char letter,
                             uint64_t yes)
{
    bool pair = !strcmp(from, "f16x2");
    char opcode[40],
        shape[] = {letter, '=', pair ? 'x' : 'e', pair ? 'x' : 'e', '\0'};
    struct op_row row = {opcode, shape, pair ? set_pair : set_value, NULL};
    now.yes = yes;
    for (int flush = 0; flush < 2; flush++) {
        now.flush = flush;
        snprintf(opcode, sizeof opcode, "set.%s%s.%s.%s", now.comparison->name,
                 flush ? ".ftz" : "", result, from);
        op_rows_check(&row, 1);
    }
}

void compare_set_halves(void **state)
{
    (void)state;
    for (unsigned t = 0; t < TYPES; t++)
        for (unsigned c = 0; c < COMPARISONS; c++) {
            if (strcmp(types[t].name, "f16") || !choose(t, c))
                continue;
            check_set_halves("f16", "f16", 'e', 0x3c00);
            check_set_halves("u16", "f16", 'h', 0xffff);
            check_set_halves("s32", "f16", 'r', 0xffffffff);
            check_set_halves("f16x2", "f16x2", 'x', 0x3c00);
            check_set_halves("u32", "f16x2", 'r', 0xffff);
            check_set_halves("s32", "f16x2", 'r', 0xffff);
        }
    assert_true(ptx_refuses("set.lt.and.f16x2.f16x2 %r0, %r1, %r2, %p1;"));
}

/* setp p|q: q is the opposite comparison, combined with the same c; c may be
 * negated, or be p itself, and either may be left out. */
void compare_two_predicates(void **state)
{
    static const char body[] =
        "mad.wide.u32 %at, %gid, 8, %in;\n"
        "ld.global.v2.u32 {%r0, %r1}, [%at];\n"
        "setp.lt.s32 %p0|%p1, %r0, %r1;\n"
        "setp.gt.u32 %p2, %r0, 7;\n"
        "setp.lt.and.s32 %p3|%p4, %r0, %r1, %p2;\n"
        "setp.lt.or.s32 %p5|%p6, %r0, %r1, !%p2;\n"
        "mov.pred %p7, %p2;\n"
        "setp.lt.xor.s32 %p7|%p8, %r0, %r1, %p7;\n"
        "setp.eq.s32 _|%p9, %r0, %r1;\n"
        "setp.eq.s32 %p10|_, %r0, %r1;\n"
        "mov.u32 %r2, 0;\n"
        "@%p0 or.b32 %r2, %r2, 1;\n@%p1 or.b32 %r2, %r2, 2;\n"
        "@%p3 or.b32 %r2, %r2, 4;\n@%p4 or.b32 %r2, %r2, 8;\n"
        "@%p5 or.b32 %r2, %r2, 16;\n@%p6 or.b32 %r2, %r2, 32;\n"
        "@%p7 or.b32 %r2, %r2, 64;\n@%p8 or.b32 %r2, %r2, 128;\n"
        "@%p9 or.b32 %r2, %r2, 256;\n@!%p10 or.b32 %r2, %r2, 512;\n"
        "mad.wide.u32 %at, %gid, 4, %out;\nst.global.u32 [%at], %r2;\n";
    int32_t in[64][2];
    uint32_t out[64] = {0};
    (void)state;
    for (int i = 0; i < 64; i++) {
        in[i][0] = i % 8 * 3 - 10;
        in[i][1] = i / 8 * 3 - 10;
    }
    struct ptx_run run = {.body = body,
                          .block = {64, 1, 1},
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (int i = 0; i < 64; i++) {
        bool t = in[i][0]<in[i][1], c = (uint32_t)in[i][0]> 7;
        bool same = in[i][0] == in[i][1];
        bool wanted[] = {t,        !t,     t && c,  !t && c, t || !c,
                         !t || !c, t != c, !t != c, !same,   !same};
        uint32_t bits = 0;
        for (int k = 0; k < 10; k++)
            bits |= (uint32_t)wanted[k] << k;
        assert_int_equal(out[i], bits);
    }
}

/* setp.f16x2 p|q: the lower halves into p, the upper ones into q, each
 * combined with c, which may be p itself; .ftz makes subnormals zeros. */
void compare_two_halves(void **state)
{
    static const char body[] =
        "mad.wide.u32 %at, %gid, 8, %in;\n"
        "ld.global.v2.u32 {%r0, %r1}, [%at];\n"
        "setp.lt.f16x2 %p0|%p1, %r0, %r1;\n"
        "setp.geu.ftz.f16x2 %p2|%p3, %r0, %r1;\n"
        "mov.pred %p4, %p0;\n"
        "setp.ne.and.f16x2 %p4|%p5, %r0, %r1, %p4;\n"
        "setp.eq.f16x2 _|%p6, %r0, %r1;\n"
        "setp.eq.f16x2 %p7|_, %r0, %r1;\n"
        "mov.u32 %r2, 0;\n"
        "@%p0 or.b32 %r2, %r2, 1;\n@%p1 or.b32 %r2, %r2, 2;\n"
        "@%p2 or.b32 %r2, %r2, 4;\n@%p3 or.b32 %r2, %r2, 8;\n"
        "@%p4 or.b32 %r2, %r2, 16;\n@%p5 or.b32 %r2, %r2, 32;\n"
        "@%p6 or.b32 %r2, %r2, 64;\n@%p7 or.b32 %r2, %r2, 128;\n"
        "mad.wide.u32 %at, %gid, 4, %out;\nst.global.u32 [%at], %r2;\n";
    static const struct {
        uint32_t bits;
        double value, flushed;
    } halves[8] = {{0, 0, 0},
                   {0x8000, 0, 0},
                   {0x3c00, 1, 1},
                   {0xbc00, -1, -1},
                   {0x7e00, NAN, NAN},
                   {0x0001, 0x1p-24, 0},
                   {0x8001, -0x1p-24, 0},
                   {0x7c00, INFINITY, INFINITY}};
    uint32_t in[64][2], out[64] = {0};
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        in[i][0] = halves[i % 8].bits | halves[i / 8].bits << 16;
        in[i][1] = halves[i / 8].bits | halves[i * 3 % 8].bits << 16;
    }
    struct ptx_run run = {.body = body,
                          .block = {64, 1, 1},
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    for (unsigned i = 0; i < 64; i++) {
        unsigned a[2] = {i % 8, i / 8}, b[2] = {i / 8, i * 3 % 8};
        uint32_t bits = 0;
        double first = halves[a[0]].value, second = halves[b[0]].value;
        bool c = first < second;
        for (unsigned k = 0; k < 2; k++) {
            double x = halves[a[k]].value, y = halves[b[k]].value;
            bool less = halves[a[k]].flushed < halves[b[k]].flushed;
            bits |= (uint32_t)(x < y) << k | 4u * !less << k |
                    16u * (islessgreater(x, y) && c) << k |
                    (uint32_t)(x == y) << (k ? 6 : 7);
        }
        assert_int_equal(out[i], bits);
    }
}

/* ---- properties --------------------------------------------------------- */

#define FUNCTION(name, expression)                                             \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c, uint64_t d)       \
    {                                                                          \
        (void)a, (void)b, (void)c, (void)d;                                    \
        return expression;                                                     \
    }
#define PROPERTY(name, class)                                                  \
    FUNCTION(name##_f32, fpclassify(single_of_bits(a)) class)                  \
    FUNCTION(name##_f64, fpclassify(double_of_bits(a)) class)

PROPERTY(infinite, == FP_INFINITE)
PROPERTY(number, != FP_NAN)
PROPERTY(not_a_number, == FP_NAN)
FUNCTION(normal_f32, isnormal(single_of_bits(a)) || single_of_bits(a) == 0)
FUNCTION(normal_f64, isnormal(double_of_bits(a)) || double_of_bits(a) == 0)
PROPERTY(subnormal, == FP_SUBNORMAL)
FUNCTION(finite_f32, isfinite(single_of_bits(a)))
FUNCTION(finite_f64, isfinite(double_of_bits(a)))

#define PROPERTY_ROWS(name, function)                                          \
    {"testp." name ".f32", "p=f", function##_f32, NULL},                       \
    {                                                                          \
        "testp." name ".f64", "p=g", function##_f64, NULL                      \
    }

/* ---- selection and moves ------------------------------------------------ */

FUNCTION(same, a)
FUNCTION(by_predicate, c ? a : b)
FUNCTION(by_sign, c < 0x80000000 ? a : b)
FUNCTION(by_float, single_of_bits(c) >= 0 ? a : b)
FUNCTION(by_flushed_float,
         fabsf(single_of_bits(c)) < 0x1p-126f || single_of_bits(c) > 0 ? a : b)

#define SELECT(type, letters)                                                  \
    {                                                                          \
        "selp." type, letters "p", by_predicate, NULL                          \
    }
#define MOVE(type, letters)                                                    \
    {                                                                          \
        "mov." type, letters, same, NULL                                       \
    }

static const struct op_row rows[] = {
    PROPERTY_ROWS("finite", finite),
    PROPERTY_ROWS("infinite", infinite),
    PROPERTY_ROWS("number", number),
    PROPERTY_ROWS("notanumber", not_a_number),
    PROPERTY_ROWS("normal", normal),
    PROPERTY_ROWS("subnormal", subnormal),
    SELECT("b16", "h=hh"),
    SELECT("u16", "h=hh"),
    SELECT("s16", "h=hh"),
    SELECT("b32", "r=rr"),
    SELECT("u32", "r=rr"),
    SELECT("s32", "r=rr"),
    SELECT("f32", "r=rr"),
    SELECT("b64", "d=dd"),
    SELECT("u64", "d=dd"),
    SELECT("s64", "d=dd"),
    SELECT("f64", "d=dd"),
    {"slct.b16.s32", "h=hhr", by_sign, NULL},
    {"slct.u16.s32", "h=hhr", by_sign, NULL},
    {"slct.s16.s32", "h=hhr", by_sign, NULL},
    {"slct.b32.s32", "r=rrr", by_sign, NULL},
    {"slct.u32.s32", "r=rrr", by_sign, NULL},
    {"slct.s32.s32", "r=rrr", by_sign, NULL},
    {"slct.f32.s32", "r=rrr", by_sign, NULL},
    {"slct.b64.s32", "d=ddr", by_sign, NULL},
    {"slct.u64.s32", "d=ddr", by_sign, NULL},
    {"slct.s64.s32", "d=ddr", by_sign, NULL},
    {"slct.f64.s32", "d=ddr", by_sign, NULL},
    {"slct.b16.f32", "h=hhf", by_float, NULL},
    {"slct.u16.f32", "h=hhf", by_float, NULL},
    {"slct.s16.f32", "h=hhf", by_float, NULL},
    {"slct.b32.f32", "r=rrf", by_float, NULL},
    {"slct.u32.f32", "r=rrf", by_float, NULL},
    {"slct.s32.f32", "r=rrf", by_float, NULL},
    {"slct.f32.f32", "r=rrf", by_float, NULL},
    {"slct.b64.f32", "d=ddf", by_float, NULL},
    {"slct.u64.f32", "d=ddf", by_float, NULL},
    {"slct.s64.f32", "d=ddf", by_float, NULL},
    {"slct.f64.f32", "d=ddf", by_float, NULL},
    {"slct.ftz.f32.f32", "r=rrf", by_flushed_float, NULL},
    {"slct.ftz.u64.f32", "d=ddf", by_flushed_float, NULL},
    MOVE("b16", "h=h"),
    MOVE("u16", "h=h"),
    MOVE("s16", "h=h"),
    MOVE("b32", "r=r"),
    MOVE("u32", "r=r"),
    MOVE("s32", "r=r"),
    MOVE("f32", "r=r"),
    MOVE("b64", "d=d"),
    MOVE("u64", "d=d"),
    MOVE("s64", "d=d"),
    MOVE("f64", "d=d"),
    MOVE("pred", "p=p"),
};

void compare_select_and_move(void **state)
{
    (void)state;
    op_rows_check(rows, sizeof rows / sizeof *rows);
}
