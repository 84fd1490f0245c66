/*
 * ops_integer.c - integer arithmetic and bits, against 128-bit arithmetic and
 * loops over bits.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* ---- numbers of a width ------------------------------------------------- */

/* Low bits as a number with or without sign. */
static wide number(uint64_t bits, unsigned width, bool is_signed)
{
    wide value = 0;
    for (unsigned i = 0; i < width; i++)
        if (bits >> i & 1)
            value += (wide)1 << i;
    if (is_signed && bits >> (width - 1) & 1)
        value -= (wide)1 << width;
    return value;
}

static uint64_t bit(uint64_t a, unsigned i)
{
    return a >> i & 1;
}

static wide size_of(wide a)
{
    return a < 0 ? -a : a;
}

/* ---- rows by width and sign --------------------------------------------- */

/* By zero: all ones, as on an H200; PTX ISA leaves it open. */
static wide quotient(wide a, wide b)
{
    return b == 0 ? -1 : a / b;
}

static wide remainder_of(wide a, wide b)
{
    return b == 0 ? -1 : a % b;
}

/* Both halves of a product; of 64 bits without sign it needs all 128. */
static wide high_product(wide a, wide b, unsigned width)
{
    if (width == 64 && a >= 0 && b >= 0)
        return (wide)((uwide)a * (uwide)b >> 64);
    return (a * b) >> width;
}

/* Binary and ternary functions of signed (S) or unsigned numbers x, y, z of
 * W bits. */
#define FUNCTION(name, W, S, expression)                                       \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c, uint64_t d)       \
    {                                                                          \
        wide x = number(a, W, S), y = number(b, W, S), z = number(c, W, S);    \
        (void)x, (void)y, (void)z, (void)d;                                    \
        return (uint64_t)(expression);                                         \
    }

#define BOTH_SIGNS(name, W, expression)                                        \
    FUNCTION(name##_u##W, W, false, expression)                                \
    FUNCTION(name##_s##W, W, true, expression)
#define ALL_WIDTHS(name, expression)                                           \
    BOTH_SIGNS(name, 16, expression)                                           \
    BOTH_SIGNS(name, 32, expression)                                           \
    BOTH_SIGNS(name, 64, expression)

ALL_WIDTHS(add, (uwide)x + (uwide)y)
ALL_WIDTHS(sub, (uwide)x - (uwide)y)
ALL_WIDTHS(mul_lo, (uwide)x *(uwide)y)
ALL_WIDTHS(divide, quotient(x, y))
ALL_WIDTHS(rem, remainder_of(x, y))
ALL_WIDTHS(min, x < y ? x : y)
ALL_WIDTHS(max, x > y ? x : y)
ALL_WIDTHS(mad_lo, (uwide)x *(uwide)y + (uwide)z)
ALL_WIDTHS(sad, size_of(x - y) + z)
BOTH_SIGNS(mul_hi, 16, high_product(x, y, 16))
BOTH_SIGNS(mul_hi, 32, high_product(x, y, 32))
BOTH_SIGNS(mul_hi, 64, high_product(x, y, 64))
BOTH_SIGNS(mad_hi, 32, high_product(x, y, 32) + z)
BOTH_SIGNS(mad_hi, 64, high_product(x, y, 64) + z)
BOTH_SIGNS(mul_wide, 16, x *y)
BOTH_SIGNS(mul_wide, 32, x *y)
BOTH_SIGNS(mad_wide, 16, (uwide)(x *y) + c)
BOTH_SIGNS(mad_wide, 32, (uwide)(x *y) + c)
BOTH_SIGNS(mul24_lo, 24, x *y)
BOTH_SIGNS(mul24_hi, 24, (x * y) >> 16)
BOTH_SIGNS(mad24, 24, x *y + (wide)c)
FUNCTION(neg_16, 16, true, -x)
FUNCTION(neg_32, 32, true, -x)
FUNCTION(neg_64, 64, true, -x)
FUNCTION(abs_16, 16, true, size_of(x))
FUNCTION(abs_32, 32, true, size_of(x))
FUNCTION(abs_64, 64, true, size_of(x))

static wide clamp(wide a)
{
    return a > INT32_MAX ? INT32_MAX : a < INT32_MIN ? INT32_MIN : a;
}
BOTH_SIGNS(mad24_hi, 24, ((x * y) >> 16) + (wide)c)
FUNCTION(mad24_hi_sat, 32, true,
         clamp((number(a, 24, true) * number(b, 24, true) >> 16) + z))
FUNCTION(mad_hi_sat, 32, true, clamp(high_product(x, y, 32) + z))
FUNCTION(add_sat, 32, true, clamp(x + y))
FUNCTION(sub_sat, 32, true, clamp(x - y))

/* ---- bits --------------------------------------------------------------- */

#define PLAIN(name, expression)                                                \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c, uint64_t d)       \
    {                                                                          \
        (void)a, (void)b, (void)c, (void)d;                                    \
        return expression;                                                     \
    }

PLAIN(and_, ~(~a | ~b))
PLAIN(or_, ~(~a & ~b))
PLAIN(xor_, (a | b) & ~(a & b))
PLAIN(not_, ~(uint64_t)0 - a)
PLAIN(cnot, a == 0)

/* Shifts a bit at a time. */
static uint64_t shift_left(uint64_t a, uint64_t n, unsigned width)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < width; i++)
        if (n <= i && bit(a, i - (unsigned)n))
            result |= 1ull << i;
    return result;
}

static uint64_t shift_right(uint64_t a, uint64_t n, unsigned width, bool sign)
{
    uint64_t result = 0, fill = sign ? bit(a, width - 1) : 0;
    for (unsigned i = 0; i < width; i++)
        if (n < width - i ? bit(a, i + (unsigned)n) : fill)
            result |= 1ull << i;
    return result;
}

PLAIN(shl_16, shift_left(a, b, 16))
PLAIN(shl_32, shift_left(a, b, 32))
PLAIN(shl_64, shift_left(a, b, 64))
PLAIN(shr_u16, shift_right(a, b, 16, false))
PLAIN(shr_u32, shift_right(a, b, 32, false))
PLAIN(shr_u64, shift_right(a, b, 64, false))
PLAIN(shr_s16, shift_right(a, b, 16, true))
PLAIN(shr_s32, shift_right(a, b, 32, true))
PLAIN(shr_s64, shift_right(a, b, 64, true))

/* Funnel shifts of b:a by n, at most 32. */
PLAIN(shf_l_wrap, shift_left(b << 32 | a, c % 32, 64) >> 32)
PLAIN(shf_l_clamp, shift_left(b << 32 | a, c > 32 ? 32 : c, 64) >> 32)
PLAIN(shf_r_wrap, shift_right(b << 32 | a, c % 32, 64, false))
PLAIN(shf_r_clamp, shift_right(b << 32 | a, c > 32 ? 32 : c, 64, false))

static uint64_t count_ones(uint64_t a)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < 64; i++)
        count += bit(a, i);
    return count;
}

/* Place of the highest bit that differs from fill; -1: none. */
static int highest(uint64_t a, unsigned width, uint64_t fill)
{
    int i = (int)width - 1;
    while (i >= 0 && bit(a, (unsigned)i) == fill)
        i--;
    return i;
}

static uint64_t reverse(uint64_t a, unsigned width)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < width; i++)
        result |= bit(a, i) << (width - 1 - i);
    return result;
}

PLAIN(popc, count_ones(a))
PLAIN(clz_32, 31 - (uint64_t)highest(a, 32, 0))
PLAIN(clz_64, 63 - (uint64_t)highest(a, 64, 0))
PLAIN(brev_32, reverse(a, 32))
PLAIN(brev_64, reverse(a, 64))
PLAIN(bfind_u32, (uint64_t)highest(a, 32, 0))
PLAIN(bfind_s32, (uint64_t)highest(a, 32, bit(a, 31)))
PLAIN(bfind_u64, (uint64_t)highest(a, 64, 0))
PLAIN(bfind_s64, (uint64_t)highest(a, 64, bit(a, 63)))

/* How far left the highest bit would have to move; -1: there is none. */
static uint64_t shift_amount(int place, unsigned width)
{
    return place < 0 ? ~0ull : width - 1 - (uint64_t)place;
}
PLAIN(bfind_amount_u32, shift_amount(highest(a, 32, 0), 32))
PLAIN(bfind_amount_s32, shift_amount(highest(a, 32, bit(a, 31)), 32))
PLAIN(bfind_amount_u64, shift_amount(highest(a, 64, 0), 64))
PLAIN(bfind_amount_s64, shift_amount(highest(a, 64, bit(a, 63)), 64))

/* The pseudocode of "bfe" and "bfi"; what they do on 64 bits with more than
 * 255, as on an H200. */
static uint64_t extract(uint64_t a, uint64_t b, uint64_t c, unsigned width,
                        bool sign)
{
    uint64_t start = width == 32 ? b & 255 : b, msb = width - 1;
    uint64_t length = width == 32 ? c & 255 : c;
    uint64_t top = start + length - 1 < msb ? start + length - 1 : msb;
    uint64_t fill = sign && length ? bit(a, (unsigned)top) : 0, result = 0;
    for (unsigned i = 0; i <= msb; i++)
        if (i < length && start + i <= msb ? bit(a, (unsigned)start + i) : fill)
            result |= 1ull << i;
    return result;
}

static uint64_t insert(uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                       unsigned width)
{
    uint64_t start = width == 32 ? c & 255 : c;
    uint64_t length = width == 32 ? d & 255 : d;
    for (unsigned i = 0; i < length && start + i < width; i++)
        b = (b & ~(1ull << (start + i))) | bit(a, i) << (start + i);
    return b;
}

/* Bit by bit, as "bmsk" and "szext" say it in words; clamped widths. */
static uint64_t ones(uint64_t start, uint64_t width)
{
    uint64_t result = 0;
    for (uint64_t i = 0; i < 32; i++)
        result |= (uint64_t)(i >= start && i - start < width) << i;
    return result;
}

static uint64_t size_extend(uint64_t a, uint64_t width, bool sign)
{
    uint64_t low = ones(0, width);
    if (!sign || width == 0 || width > 31)
        return a & low;
    return (a & low) | (bit(a, (unsigned)width - 1) ? ~low : 0);
}

PLAIN(bmsk_clamp, ones(a, b))
PLAIN(bmsk_wrap, ones(a % 32, b % 32))
PLAIN(szext_clamp_u32, size_extend(a, b, false))
PLAIN(szext_wrap_u32, size_extend(a, b % 32, false))
PLAIN(szext_clamp_s32, size_extend(a, b, true))
PLAIN(szext_wrap_s32, size_extend(a, b % 32, true))
PLAIN(bfe_u32, extract(a, b, c, 32, false))
PLAIN(bfe_s32, extract(a, b, c, 32, true))
PLAIN(bfe_u64, extract(a, b, c, 64, false))
PLAIN(bfe_s64, extract(a, b, c, 64, true))
PLAIN(bfi_32, insert(a, b, c, d, 32))
PLAIN(bfi_64, insert(a, b, c, d, 64))

/* The pseudocode of "fns": from base up or down, the |n|-th bit set; the least
 * n gives 0 on an H200. */
static uint64_t find_nth(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    int64_t n = (int64_t)number(c, 32, true), count = 0;
    int64_t at = (int64_t)b, step = n < 0 ? -1 : 1;
    (void)d;
    if (n == INT32_MIN)
        return 0;
    if (n == 0)
        return b < 32 && bit(a, (unsigned)b) ? b : 0xffffffff;
    for (; at >= 0 && at < 32; at += step)
        if (bit(a, (unsigned)at) && ++count == n * step)
            return (uint64_t)at;
    return 0xffffffff;
}

static uint64_t truth_table(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |=
            bit(d, (unsigned)(bit(a, i) << 2 | bit(b, i) << 1 | bit(c, i)))
            << i;
    return result;
}

static uint64_t permute_bytes(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t result = 0;
    (void)d;
    for (unsigned i = 0; i < 4; i++) {
        unsigned selector = (unsigned)(c >> 4 * i) & 15;
        unsigned place = selector & 7;
        uint64_t byte =
            (place < 4 ? a >> 8 * place : b >> 8 * (place - 4)) & 255;
        if (selector & 8)
            byte = byte > 127 ? 255 : 0;
        result |= byte << 8 * i;
    }
    return result;
}

/* The table of "prmt": which byte goes where, by mode and c. */
static uint64_t permute_mode(const char *places, uint64_t a, uint64_t b,
                             uint64_t c)
{
    uint64_t result = 0, bytes = b << 32 | a;
    places += 4 * (c & 3);
    for (unsigned i = 0; i < 4; i++) /* d.b3 first */
        result = result << 8 | (bytes >> 8 * (places[i] - '0') & 255);
    return result;
}
PLAIN(permute_f4e, permute_mode("3210432154326543", a, b, c))
PLAIN(permute_b4e, permute_mode("5670670170120123", a, b, c))
PLAIN(permute_rc8, permute_mode("0000111122223333", a, b, c))
PLAIN(permute_ecl, permute_mode("3210321132223333", a, b, c))
PLAIN(permute_ecr, permute_mode("0000111022103210", a, b, c))
PLAIN(permute_rc16, permute_mode("1010323210103232", a, b, c))

static uint64_t dot_2(uint64_t a, uint64_t b, uint64_t c, bool sa, bool sb)
{
    return (uint64_t)((wide)c + number(a, 16, sa) * number(b, 8, sb) +
                      number(a >> 16, 16, sa) * number(b >> 8, 8, sb));
}
#define DOT_2(name, sa, sb)                                                    \
    PLAIN(dp2a_lo_##name, dot_2(a, b, c, sa, sb))                              \
    PLAIN(dp2a_hi_##name, dot_2(a, b >> 16, c, sa, sb))
DOT_2(uu, false, false)
DOT_2(us, false, true)
DOT_2(su, true, false)
DOT_2(ss, true, true)

static uint64_t dot(uint64_t a, uint64_t b, uint64_t c, bool sa, bool sb)
{
    wide sum = (wide)c;
    for (unsigned i = 0; i < 32; i += 8)
        sum += number(a >> i, 8, sa) * number(b >> i, 8, sb);
    return (uint64_t)sum;
}
PLAIN(dp4a_uu, dot(a, b, c, false, false))
PLAIN(dp4a_us, dot(a, b, c, false, true))
PLAIN(dp4a_su, dot(a, b, c, true, false))
PLAIN(dp4a_ss, dot(a, b, c, true, true))

/* ---- the rows ----------------------------------------------------------- */

#define WIDTHS(op, function, sources)                                          \
    {op ".u16", "h=" sources##_16, function##_u16, NULL},                      \
        {op ".s16", "h=" sources##_16, function##_s16, NULL},                  \
        {op ".u32", "r=" sources##_32, function##_u32, NULL},                  \
        {op ".s32", "r=" sources##_32, function##_s32, NULL},                  \
        {op ".u64", "d=" sources##_64, function##_u64, NULL},                  \
    {                                                                          \
        op ".s64", "d=" sources##_64, function##_s64, NULL                     \
    }
#define TWO_16   "hh"
#define TWO_32   "rr"
#define TWO_64   "dd"
#define THREE_16 "hhh"
#define THREE_32 "rrr"
#define THREE_64 "ddd"

static const struct op_row arithmetic[] = {
    WIDTHS("add", add, TWO),
    WIDTHS("sub", sub, TWO),
    WIDTHS("mul.lo", mul_lo, TWO),
    WIDTHS("mul.hi", mul_hi, TWO),
    WIDTHS("div", divide, TWO),
    WIDTHS("rem", rem, TWO),
    WIDTHS("min", min, TWO),
    WIDTHS("max", max, TWO),
    WIDTHS("mad.lo", mad_lo, THREE),
    WIDTHS("sad", sad, THREE),
    {"mad.hi.u32", "r=rrr", mad_hi_u32, NULL},
    {"mad.hi.s32", "r=rrr", mad_hi_s32, NULL},
    {"mad.hi.u64", "d=ddd", mad_hi_u64, NULL},
    {"mad.hi.s64", "d=ddd", mad_hi_s64, NULL},
    {"mul.wide.u16", "r=hh", mul_wide_u16, NULL},
    {"mul.wide.s16", "r=hh", mul_wide_s16, NULL},
    {"mul.wide.u32", "d=rr", mul_wide_u32, NULL},
    {"mul.wide.s32", "d=rr", mul_wide_s32, NULL},
    {"mad.wide.u16", "r=hhr", mad_wide_u16, NULL},
    {"mad.wide.s16", "r=hhr", mad_wide_s16, NULL},
    {"mad.wide.u32", "d=rrd", mad_wide_u32, NULL},
    {"mad.wide.s32", "d=rrd", mad_wide_s32, NULL},
    {"mul24.lo.u32", "r=rr", mul24_lo_u24, NULL},
    {"mul24.lo.s32", "r=rr", mul24_lo_s24, NULL},
    {"mul24.hi.u32", "r=rr", mul24_hi_u24, NULL},
    {"mul24.hi.s32", "r=rr", mul24_hi_s24, NULL},
    {"mad24.lo.u32", "r=rrr", mad24_u24, NULL},
    {"mad24.lo.s32", "r=rrr", mad24_s24, NULL},
    {"add.sat.s32", "r=rr", add_sat, NULL},
    {"sub.sat.s32", "r=rr", sub_sat, NULL},
    {"neg.s16", "h=h", neg_16, NULL},
    {"neg.s32", "r=r", neg_32, NULL},
    {"neg.s64", "d=d", neg_64, NULL},
    {"abs.s16", "h=h", abs_16, NULL},
    {"abs.s32", "r=r", abs_32, NULL},
    {"abs.s64", "d=d", abs_64, NULL},
};

#define BITS(op, function)                                                     \
    {op ".b16", "h=hh", function, NULL}, {op ".b32", "r=rr", function, NULL},  \
        {op ".b64", "d=dd", function, NULL},                                   \
    {                                                                          \
        op ".pred", "p=pp", function, NULL                                     \
    }

static const struct op_row bits[] = {
    BITS("and", and_),
    BITS("or", or_),
    BITS("xor", xor_),
    {"not.b16", "h=h", not_, NULL},
    {"not.b32", "r=r", not_, NULL},
    {"not.b64", "d=d", not_, NULL},
    {"not.pred", "p=p", not_, NULL},
    {"cnot.b16", "h=h", cnot, NULL},
    {"cnot.b32", "r=r", cnot, NULL},
    {"cnot.b64", "d=d", cnot, NULL},
    {"shl.b16", "h=hr", shl_16, NULL},
    {"shl.b32", "r=rr", shl_32, NULL},
    {"shl.b64", "d=dr", shl_64, NULL},
    {"shr.u16", "h=hr", shr_u16, NULL},
    {"shr.b16", "h=hr", shr_u16, NULL},
    {"shr.u32", "r=rr", shr_u32, NULL},
    {"shr.b32", "r=rr", shr_u32, NULL},
    {"shr.u64", "d=dr", shr_u64, NULL},
    {"shr.b64", "d=dr", shr_u64, NULL},
    {"shr.s16", "h=hr", shr_s16, NULL},
    {"shr.s32", "r=rr", shr_s32, NULL},
    {"shr.s64", "d=dr", shr_s64, NULL},
    {"shf.l.wrap.b32", "r=rrr", shf_l_wrap, NULL},
    {"shf.l.clamp.b32", "r=rrr", shf_l_clamp, NULL},
    {"shf.r.wrap.b32", "r=rrr", shf_r_wrap, NULL},
    {"shf.r.clamp.b32", "r=rrr", shf_r_clamp, NULL},
    {"popc.b32", "r=r", popc, NULL},
    {"popc.b64", "r=d", popc, NULL},
    {"clz.b32", "r=r", clz_32, NULL},
    {"clz.b64", "r=d", clz_64, NULL},
    {"brev.b32", "r=r", brev_32, NULL},
    {"brev.b64", "d=d", brev_64, NULL},
    {"bfind.u32", "r=r", bfind_u32, NULL},
    {"bfind.s32", "r=r", bfind_s32, NULL},
    {"bfind.u64", "r=d", bfind_u64, NULL},
    {"bfind.s64", "r=d", bfind_s64, NULL},
    {"bfind.shiftamt.u32", "r=r", bfind_amount_u32, NULL},
    {"bfind.shiftamt.s32", "r=r", bfind_amount_s32, NULL},
    {"bfind.shiftamt.u64", "r=d", bfind_amount_u64, NULL},
    {"bfind.shiftamt.s64", "r=d", bfind_amount_s64, NULL},
    {"bmsk.clamp.b32", "r=rr", bmsk_clamp, NULL},
    {"bmsk.wrap.b32", "r=rr", bmsk_wrap, NULL},
    {"szext.clamp.u32", "r=rr", szext_clamp_u32, NULL},
    {"szext.wrap.u32", "r=rr", szext_wrap_u32, NULL},
    {"szext.clamp.s32", "r=rr", szext_clamp_s32, NULL},
    {"szext.wrap.s32", "r=rr", szext_wrap_s32, NULL},
    {"bfe.u32", "r=rrr", bfe_u32, NULL},
    {"bfe.s32", "r=rrr", bfe_s32, NULL},
    {"bfe.u64", "d=drr", bfe_u64, NULL},
    {"bfe.s64", "d=drr", bfe_s64, NULL},
    {"fns.b32", "r=rrr", find_nth, NULL},
    {"bfi.b32", "r=rrrr", bfi_32, NULL},
    {"bfi.b64", "d=ddrr", bfi_64, NULL},
    {"lop3.b32", "r=rrr#0x00", truth_table, NULL},
    {"lop3.b32", "r=rrr#0x80", truth_table, NULL},
    {"lop3.b32", "r=rrr#0x96", truth_table, NULL},
    {"lop3.b32", "r=rrr#0xca", truth_table, NULL},
    {"lop3.b32", "r=rrr#0x1e", truth_table, NULL},
    {"lop3.b32", "r=rrr#0xff", truth_table, NULL},
    {"add.u32", "r=r#0xfffffff0", add_u32, NULL},
    {"sub.s64", "d=d#0x7fffffff", sub_s64, NULL},
    {"shl.b32", "r=r#40", shl_32, NULL},
    {"prmt.b32", "r=rrr", permute_bytes, NULL},
    {"prmt.b32.f4e", "r=rrr", permute_f4e, NULL},
    {"prmt.b32.b4e", "r=rrr", permute_b4e, NULL},
    {"prmt.b32.rc8", "r=rrr", permute_rc8, NULL},
    {"prmt.b32.ecl", "r=rrr", permute_ecl, NULL},
    {"prmt.b32.ecr", "r=rrr", permute_ecr, NULL},
    {"prmt.b32.rc16", "r=rrr", permute_rc16, NULL},
    {"dp2a.lo.u32.u32", "r=rrr", dp2a_lo_uu, NULL},
    {"dp2a.lo.u32.s32", "r=rrr", dp2a_lo_us, NULL},
    {"dp2a.lo.s32.u32", "r=rrr", dp2a_lo_su, NULL},
    {"dp2a.lo.s32.s32", "r=rrr", dp2a_lo_ss, NULL},
    {"dp2a.hi.u32.u32", "r=rrr", dp2a_hi_uu, NULL},
    {"dp2a.hi.u32.s32", "r=rrr", dp2a_hi_us, NULL},
    {"dp2a.hi.s32.u32", "r=rrr", dp2a_hi_su, NULL},
    {"dp2a.hi.s32.s32", "r=rrr", dp2a_hi_ss, NULL},
    {"mad24.hi.u32", "r=rrr", mad24_hi_u24, NULL},
    {"mad24.hi.s32", "r=rrr", mad24_hi_s24, NULL},
    {"mad24.hi.sat.s32", "r=rrr", mad24_hi_sat, NULL},
    {"mad.hi.sat.s32", "r=rrr", mad_hi_sat, NULL},
    {"dp4a.u32.u32", "r=rrr", dp4a_uu, NULL},
    {"dp4a.u32.s32", "r=rrr", dp4a_us, NULL},
    {"dp4a.s32.u32", "r=rrr", dp4a_su, NULL},
    {"dp4a.s32.s32", "r=rrr", dp4a_ss, NULL},
};

void integer_arithmetic(void **state)
{
    (void)state;
    op_rows_check(arithmetic, sizeof arithmetic / sizeof *arithmetic);
}

void integer_bits(void **state)
{
    (void)state;
    op_rows_check(bits, sizeof bits / sizeof *bits);
}

/* ---- carry -------------------------------------------------------------- */

enum carry_kind { CARRY_ADD, CARRY_SUB, CARRY_LOW, CARRY_HIGH };

static const struct carry_row {
    const char *opcode;
    enum carry_kind kind;
    bool takes, gives;
} carries[] = {
    {"add.cc", CARRY_ADD, false, true},
    {"addc", CARRY_ADD, true, false},
    {"addc.cc", CARRY_ADD, true, true},
    {"sub.cc", CARRY_SUB, false, true},
    {"subc", CARRY_SUB, true, false},
    {"subc.cc", CARRY_SUB, true, true},
    {"mad.lo.cc", CARRY_LOW, false, true},
    {"madc.lo", CARRY_LOW, true, false},
    {"madc.lo.cc", CARRY_LOW, true, true},
    {"mad.hi.cc", CARRY_HIGH, false, true},
    {"madc.hi", CARRY_HIGH, true, false},
    {"madc.hi.cc", CARRY_HIGH, true, true},
};

struct carry_lane {
    uint64_t a, b, c, before; /* before: the carry flag */
};

/* Result, and the flag after it: a carry, or that nothing was borrowed. */
static uint64_t carry_expected(const struct carry_row *row,
                               const struct carry_lane *in, unsigned width,
                               uint64_t *after)
{
    wide flag = row->takes ? (wide)in->before : 0, limit = (wide)1 << width;
    wide borrow = row->takes ? 1 - (wide)in->before : 0;
    wide a = number(in->a, width, false), b = number(in->b, width, false);
    wide c = number(in->c, width, false), result;
    switch (row->kind) {
    case CARRY_ADD: result = a + b + flag; break;
    case CARRY_SUB: result = a - b - borrow; break;
    case CARRY_LOW: result = a * b % limit + c + flag; break;
    default: result = a * b / limit + c + flag; break;
    }
    bool set = row->kind == CARRY_SUB ? result >= 0 : result >= limit;
    *after = row->gives ? set : in->before;
    return (uint64_t)(result & (limit - 1));
}

enum { CARRY_LANES = 1024 };

static void carry_launch(const struct carry_row *row, const char *type,
                         const struct carry_lane *in, uint64_t out[][2])
{
    char body[1024];
    bool wide_type = type[1] == '6', mad = row->kind >= CARRY_LOW;
    char reg = wide_type ? 'd' : 'r';
    const char *bits = wide_type ? "b64" : "b32";
    snprintf(body, sizeof body,
             "mad.wide.u32 %%at, %%gid, 32, %%in;\n"
             "ld.global.%s %%%c0, [%%at];\nld.global.%s %%%c1, [%%at+8];\n"
             "ld.global.%s %%%c2, [%%at+16];\nld.global.u32 %%r20, [%%at+24];\n"
             "add.cc.u32 %%r21, %%r20, 0xffffffff;\n"
             "%s.%s %%%c3, %%%c0, %%%c1%s;\naddc.u32 %%r22, 0, 0;\n"
             "mad.wide.u32 %%at, %%gid, 16, %%out;\n"
             "st.global.%s [%%at], %%%c3;\nst.global.u32 [%%at+8], %%r22;\n",
             bits, reg, bits, reg, bits, reg, row->opcode, type, reg, reg, reg,
             !mad        ? ""
             : wide_type ? ", %d2"
                         : ", %r2",
             bits, reg);
    struct ptx_run run = {.body = body,
                          .grid = {8, 1, 1},
                          .block = {CARRY_LANES / 8, 1, 1},
                          .in = in,
                          .in_bytes = CARRY_LANES * sizeof *in,
                          .out = out,
                          .out_bytes = CARRY_LANES * sizeof *out};
    ptx_run(&run);
}

static void carry_check(const struct carry_row *row, const char *type)
{
    static struct carry_lane in[CARRY_LANES];
    static uint64_t out[CARRY_LANES][2];
    unsigned width = type[1] == '6' ? 64 : 32;
    for (unsigned l = 0; l < CARRY_LANES; l++) {
        in[l] = (struct carry_lane){interesting('d', l),
                                    interesting('d', l / 8 % 61), random_bits(),
                                    random_bits() & 1};
        out[l][0] = out[l][1] = 0;
    }
    carry_launch(row, type, in, out);
    for (unsigned l = 0; l < CARRY_LANES; l++) {
        uint64_t after;
        uint64_t wanted = carry_expected(row, &in[l], width, &after);
        if (out[l][0] != wanted || out[l][1] != after)
            fail_msg("%s.%s, lane %u: %llx carry %llu, not %llx carry %llu",
                     row->opcode, type, l, (unsigned long long)out[l][0],
                     (unsigned long long)out[l][1], (unsigned long long)wanted,
                     (unsigned long long)after);
    }
}

void integer_carry(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof carries / sizeof *carries; i++) {
        carry_check(&carries[i], "u32");
        if (carries[i].kind == CARRY_HIGH)
            continue;
        carry_check(&carries[i], "s32");
        if (carries[i].kind == CARRY_LOW)
            continue;
        carry_check(&carries[i], "u64");
        carry_check(&carries[i], "s64");
    }
}
