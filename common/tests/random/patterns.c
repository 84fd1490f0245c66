/*
 * patterns.c - see patterns.h.
 *
 * Only what PTX defines to the last bit: no .approx, no rounding left out (a
 * mul and an add without one may become an fma).  Definitions: PTX ISA 9.0,
 * section 9.7.
 *
 * The order decides the numbers of kernels in h200_SEED.hashes and what
 * programs of a seed consist of.
 */
#include "patterns.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ROUNDED   "<.rn,.rz,.rm,.rp>"
#define INTEGERS  "(u16,s16,u32,s32,u64,s64)"
#define ANY       "(u8,s8,u16,s16,u32,s32,u64,s64)"
#define FLOATS    "(f16,f32,f64)"
#define RELATION  "<eq,ne,lt,le,gt,ge>"
#define UNORDERED "<eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan>"
/* A predicate from the first sources, and what becomes of it. */
#define ASKS(condition) "{ .reg .pred p; " condition "; selp.u32 %0, 1, 0, p; }"
#define ASKS_TWO(condition)                                                    \
    "{ .reg .pred p, q; .reg .b32 t; " condition                               \
    "; selp.u32 %0, 1, 0, p; selp.u32 t, 2, 0, q; add.u32 %0, %0, t; }"
/* The carry of a first instruction goes into a second. */
#define CARRIES(first, second, type)                                           \
    "{ .reg ." type " t; " first "." type " t, %1, %2; " second "." type
#define IN_LOCAL(store, load)                                                  \
    "{ .local .align 8 .b8 own[8]; st.local" store " [own], %1; ld.local" load \
    " }"

const struct pattern patterns[] = {
    /* integer arithmetic */
    {"<add,sub,mul.lo,mul.hi,min,max>." INTEGERS, "111"},
    {"<div,rem>." INTEGERS, "113"},
    {"mul.wide.<u16,s16>", "rhh"},
    {"mul.wide.<u32,s32>", "drr"},
    {"mad.lo." INTEGERS, "1111"},
    {"mad.hi.(u32,s32,u64,s64)", "1111"},
    {"mad.wide.<u16,s16>", "rhhr"},
    {"mad.wide.<u32,s32>", "drrd"},
    {"mul24.<lo,hi>.<u32,s32>", "rrr"},
    {"mad24.<lo,hi>.<u32,s32>", "rrrr"},
    {"<mad24.hi,mad.hi>.sat.s32", "rrrr"},
    {"sad." INTEGERS, "1111"},
    {"<neg,abs>.(s16,s32,s64)", "11"},
    {"<add,sub>.sat.s32", "rrr"},
    {CARRIES("add.cc", "addc", "u32") " %0, t, %3; }", "rrrr"},
    {CARRIES("sub.cc", "subc", "u32") " %0, t, %3; }", "rrrr"},
    {CARRIES("add.cc", "addc.cc", "s32") " %0, %2, %3; addc.u32 %0, %0, t; }",
     "rrrr"},
    {CARRIES("sub.cc", "subc.cc", "s32") " %0, %2, %3; subc.u32 %0, %0, t; }",
     "rrrr"},
    {CARRIES("add.cc", "addc", "u64") " %0, t, %3; }", "dddd"},
    {CARRIES("sub.cc", "subc", "u64") " %0, t, %3; }", "dddd"},
    {"{ .reg .u32 t; <mad.lo,mad.hi>.cc.u32 t, %1, %2, %3; "
     "<madc.lo,madc.hi>.u32 %0, %1, %2, t; }",
     "rrrr"},
    {"{ .reg .u32 t; mad.lo.cc.u32 t, %1, %2, %3; madc.hi.cc.u32 %0, %1, %2, "
     "t; addc.u32 %0, %0, %3; }",
     "rrrr"},
    {"dp4a.<u32,s32>.<u32,s32>", "rrrr"},
    {"dp2a.<lo,hi>.<u32,s32>.<u32,s32>", "rrrr"},

    /* bits */
    {"<and,or,xor>.(b16,b32,b64)", "111"},
    {"<not,cnot>.(b16,b32,b64)", "11"},
    {"<shl.b,shr.u,shr.s>16", "hhr"},
    {"<shl.b,shr.u,shr.s>32", "rrr"},
    {"<shl.b,shr.u,shr.s>64", "ddr"},
    {"shf.<l,r>.<wrap,clamp>.b32", "rrrr"},
    {"<popc,clz>.(b32,b64)", "r1"},
    {"brev.(b32,b64)", "11"},
    {"bfind<,.shiftamt>.(u32,s32,u64,s64)", "r1"},
    {"bfe.(u32,s32,u64,s64)", "11rr"},
    {"bfi.(b32,b64)", "111rr"},
    {"lop3.b32 %0, %1, %2, %3, <0x01,0x1e,0x69,0x80,0x96,0xca,0xe8,0xfd>;",
     "rrrr"},
    {"prmt.b32<,.f4e,.b4e,.rc8,.ecl,.ecr,.rc16>", "rrrr"},
    {"fns.b32", "rrLr"},
    {"bmsk.<clamp,wrap>.b32", "rrr"},
    {"szext.<clamp,wrap>.<u32,s32>", "rrr"},

    /* floating point */
    {"<add,sub,mul>" ROUNDED "<,.ftz><,.sat>.f32", "fff"},
    {"fma" ROUNDED "<,.ftz><,.sat>.f32", "ffff"},
    {"div" ROUNDED "<,.ftz>.f32", "fff"},
    {"<rcp,sqrt>" ROUNDED "<,.ftz>.f32", "ff"},
    {"<min,max><,.ftz><,.NaN><,.xorsign.abs>.f32", "fff"},
    {"<neg,abs><,.ftz>.f32", "ff"},
    {"<add,sub,mul,div>" ROUNDED ".f64", "ggg"},
    {"fma" ROUNDED ".f64", "gggg"},
    {"<rcp,sqrt>" ROUNDED ".f64", "gg"},
    {"<min,max>.f64", "ggg"},
    {"<neg,abs>.f64", "gg"},
    {"copysign.(f32,f64)", "111"},
    {"<add,sub,mul>.rn<,.ftz><,.sat>.f16", "hhh"},
    {"<add,sub,mul>.rn<,.ftz><,.sat>.f16x2", "rrr"},
    {"fma.rn<,.ftz><,.sat,.relu>.f16", "hhhh"},
    {"fma.rn<,.ftz><,.sat,.relu>.f16x2", "rrrr"},
    {"<min,max><,.ftz><,.NaN><,.xorsign.abs>.f16", "hhh"},
    {"<min,max><,.ftz><,.NaN><,.xorsign.abs>.f16x2", "rrr"},
    {"<neg,abs><,.ftz>.f16", "hh"},
    {"<neg,abs><,.ftz>.f16x2", "rr"},

    /* comparison */
    {ASKS("setp." RELATION "." INTEGERS " p, %1, %2"), "r11"},
    {ASKS("setp.<lo,ls,hi,hs>.(u16,u32,u64) p, %1, %2"), "r11"},
    {ASKS("setp." UNORDERED "<,.ftz>.f32 p, %1, %2"), "rff"},
    {ASKS("setp." UNORDERED "<,.ftz>.f16 p, %1, %2"), "rhh"},
    {ASKS("setp." UNORDERED ".f64 p, %1, %2"), "rgg"},
    {ASKS("testp.<finite,infinite,number,notanumber,normal,subnormal>."
          "(f32,f64) p, %1"),
     "r1"},
    {ASKS_TWO("setp.ne.u32 q, %3, 0; setp." RELATION
              ".<and,or,xor>.(s32,u64,f32) p, %1, %2, q"),
     "r11r"},
    {ASKS_TWO("setp." RELATION ".(s32,u64,f64) p|q, %1, %2"), "r11"},
    {"set." RELATION ".(u32,s32,f32)." INTEGERS, "122"},
    {"set." UNORDERED ".(u32,s32,f32).(f32,f64)", "122"},
    {"set.<lt,neu>.ftz.(u32,f32).f32", "1ff"},
    {"{ .reg .pred p; setp.ne.u32 p, %3, 0; "
     "selp.(b16,u32,s64,f32,f64) %0, %1, %2, p; }",
     "111r"},
    {"slct.(b16,u32,s64,f32,f64).s32", "111r"},
    {"slct<,.ftz>.(b16,u32,s64,f32,f64).f32", "111f"},

    /* conversion */
    {"cvt." ANY "." ANY, "12"},
    {"cvt.sat.(u8).(s8,u16,s16,u32,s32,u64,s64)", "12"},
    {"cvt.sat.(s8).(u8,u16,s16,u32,s32,u64,s64)", "12"},
    {"cvt.sat.(u16).(s8,s16,u32,s32,u64,s64)", "12"},
    {"cvt.sat.(s16).(u16,u32,s32,u64,s64)", "12"},
    {"cvt.sat.(u32).(s8,s16,s32,u64,s64)", "12"},
    {"cvt.sat.(s32).(u32,u64,s64)", "12"},
    {"cvt.sat.(u64).(s8,s16,s32,s64)", "12"},
    {"cvt.sat.(s64).(u64)", "12"},
    {"cvt" ROUNDED "<,.sat>." FLOATS "." ANY, "12"},
    {"cvt<.rni,.rzi,.rmi,.rpi><,.sat>." ANY "." FLOATS, "12"},
    {"cvt<.rni,.rzi,.rmi,.rpi>.ftz." ANY ".f32", "1f"},
    {"cvt<.rni,.rzi,.rmi,.rpi><,.sat>.(f16).f16", "11"},
    {"cvt<.rni,.rzi,.rmi,.rpi><,.ftz><,.sat>.f32.f32", "ff"},
    {"cvt<.rni,.rzi,.rmi,.rpi><,.sat>.f64.f64", "gg"},
    {"cvt<,.ftz><,.sat>.f32.f16", "fh"},
    {"cvt<,.sat>.f64.f16", "gh"},
    {"cvt<,.ftz><,.sat>.f64.f32", "gf"},
    {"cvt" ROUNDED "<,.ftz><,.sat>.f32.f64", "fg"},
    {"cvt" ROUNDED "<,.ftz><,.sat>.f16.f32", "hf"},
    {"cvt" ROUNDED "<,.sat>.f16.f64", "hg"},
    {"cvt<,.sat>.f32.f32", "ff"},
    {"cvt.<rn,rz><,.relu>.f16x2.f32", "rff"},
    {"cvt.pack.sat.<s16,u16>.s32", "rrr"},

    /* pieces of registers and of memory */
    {"mov.b32 %0, {%1, %2};", "rhh"},
    {"mov.b64 %0, {%1, %2};", "drr"},
    {"mov.b64 %0, {%1, %2, %3, %4};", "dhhhh"},
    {"{ .reg .b32 t; mov.b64 {%0, t}, %1; }", "rd"},
    {"{ .reg .b32 t; mov.b64 {t, %0}, %1; }", "rd"},
    {"{ .reg .b16 t; mov.b32 {%0, t}, %1; }", "hr"},
    {"{ .reg .b16 t; mov.b32 {t, %0}, %1; }", "hr"},
    {IN_LOCAL(".b64", "<.u8,.s8> %0, [own+<0,3,7>];"), "hd"},
    {IN_LOCAL(".b64", "<.u16,.s16,.u8,.s8> %0, [own+<0,2,6>];"), "rd"},
    {IN_LOCAL(".b64", "<.u32,.s32,.u16,.s16,.s8> %0, [own+<0,4>];"), "dd"},

    /* those that the first family of programs does not have */
    {"set." UNORDERED "<,.ftz>.(u32,s32).f16", "1hh"},
    {"set." UNORDERED "<,.ftz>.f16.f16", "hhh"},
    {"set." RELATION ".f16.(u16,s16,u32,s32,u64,s64,f32,f64)", "h11"},
    {"set." UNORDERED "<,.ftz>.<f16x2,u32,s32>.f16x2", "rrr"},
    {ASKS_TWO("setp.ne.u32 q, %3, 0; setp." RELATION
              ".<and,or,xor>.f16 p, %1, %2, q"),
     "rhhr"},
    {ASKS("setp.<eq,ne>.(b16,b32,b64) p, %1, %2"), "r11"},
    {"cvt.pack.sat.<s8,u8>.s32.b32", "rrrr"},
    {"cvt.rn.relu.f16.f32", "hf"},
    {"{ .reg .pred p; setp.ne.u32 p, %3, 0; "
     "selp.(u16,s16,b32,s32,b64,u64) %0, %1, %2, p; }",
     "111r"},
    {"slct.(u16,s16,b32,s32,b64,u64).s32", "111r"},
    {"mad" ROUNDED "<,.ftz><,.sat>.f32", "ffff"},
    {"mad" ROUNDED ".f64", "gggg"},
    {"{ .reg .s32 t; mad.<lo,hi>.cc.u32 t, %1, %2, %3; "
     "madc.<lo,hi>.cc.u32 %0, %2, %3, t; addc.u32 %0, %0, t; }",
     "rrrr"},
    {CARRIES("add.cc", "addc.cc", "s64") " %0, %2, %3; addc.s64 %0, %0, t; }",
     "dddd"},
    {CARRIES("sub.cc", "subc.cc", "s64") " %0, %2, %3; subc.s64 %0, %0, t; }",
     "dddd"},
    {ASKS_TWO("setp.lt.u32 p, %1, %2; setp.lt.s32 q, %2, %3; "
              "<and,or,xor>.pred p, p, q; not.pred q, q; "
              "<and,or,xor>.pred q, q, p"),
     "rrrr"},
    {"{ .local .align 16 .b8 own[16]; st.local.v2.b64 [own], {%1, %2}; "
     "ld.local.v4.u32 {%0, _, _, _}, [own]; ld.local.u32 %0, [own+<4,8,12>]; }",
     "rdd"},
    {"{ .reg .b16 a, b, c; .local .align 8 .b8 own[8]; st.local.b64 [own], %1; "
     "ld.local.v4.b16 {a, b, c, %0}, [own]; add.u16 %0, %0, a; "
     "sub.u16 %0, %0, b; xor.b16 %0, %0, c; }",
     "hd"},
    {"mov.u32 %0, %%<laneid,lanemask_eq,lanemask_lt,lanemask_le,lanemask_gt,"
     "lanemask_ge>;",
     "r"},

    /* those that no programs have: not refined yet, and for whole warps */
    {ASKS_TWO("setp." UNORDERED "<,.ftz>.f16x2 p|q, %1, %2"), "rrr"},
    {"{ .reg .pred p; .reg .b32 t; elect.sync t|p, 0xffffffff; "
     "selp.u32 %0, %1, 0, p; add.u32 %0, %0, t; }",
     "rr"},
};

const unsigned pattern_count = sizeof patterns / sizeof *patterns;

/* ---- alternatives ------------------------------------------------------- */

static char closing(char open)
{
    return open == '<' ? '>' : open == '(' ? ')' : '\0';
}

static unsigned alternatives(const char *text, char close)
{
    unsigned count = 1;
    for (; *text != close; text++)
        count += *text == ',';
    return count;
}

unsigned pattern_size(const struct pattern *pattern)
{
    unsigned size = 1;
    for (const char *at = pattern->text; *at; at++)
        if (closing(*at))
            size *= alternatives(at + 1, closing(*at));
    return size;
}

static char letter_of_type(const char *type)
{
    if (!strncmp(type, "f32", 3))
        return 'f';
    if (!strncmp(type, "f64", 3))
        return 'g';
    if (strstr(type, "64") == type + 1)
        return 'd';
    return strstr(type, "16") == type + 1 ? 'h' : 'r';
}

/* Appends the alternative to text; returns what follows the last one. */
static const char *choose(const char *from, char close, unsigned number,
                          char *text)
{
    while (number--)
        from = strchr(from, ',') + 1;
    size_t length = strcspn(from, close == '>' ? ",>" : ",)");
    strncat(text, from, length);
    return strchr(from, close) + 1;
}

static void spell_operands(const char *operands, const char types[2],
                           char *letters)
{
    assert(strlen(operands) <= MAX_OPERANDS);
    for (; *operands; operands++) {
        bool nonzero = *operands == '3';
        char letter = nonzero            ? types[0]
                      : *operands == '1' ? types[0]
                      : *operands == '2' ? types[1]
                                         : *operands;
        *letters++ = nonzero ? (char)toupper(letter) : letter;
    }
    *letters = '\0';
}

/* Behind an opcode: %0, %1, ...; */
static void append_operands(char *text, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, MAX_TEXT - length, "%s%%%zu%s", i ? ", " : " ",
                 i, i + 1 < count ? "" : ";");
    }
}

void pattern_spell(const struct pattern *pattern, unsigned number,
                   struct instruction *instruction)
{
    char types[2] = "", *text = instruction->text;
    unsigned type_count = 0;
    text[0] = '\0';
    for (const char *at = pattern->text; *at;) {
        char close = closing(*at);
        size_t length = strlen(text);
        assert(length + 40 < MAX_TEXT);
        if (!close) {
            text[length] = *at++;
            text[length + 1] = '\0';
            continue;
        }
        unsigned choices = alternatives(at + 1, close);
        at = choose(at + 1, close, number % choices, text);
        number /= choices;
        if (close == ')' && type_count < 2)
            types[type_count++] = letter_of_type(text + length);
    }
    spell_operands(pattern->operands, types, instruction->operands);
    if (!strchr(text, '%'))
        append_operands(text, strlen(pattern->operands));
}
