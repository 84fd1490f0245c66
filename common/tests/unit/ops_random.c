/*
 * ops_random.c - random programs, all lanes together against each lane alone.
 *
 * A program of integer and floating-point operations, branches, loops, calls
 * and memory of the lane's own runs twice: as one warp of 32 lanes, and as 32
 * blocks of one thread.  What a lane computes must not depend on the company
 * it keeps, bit for bit.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

enum { LANES = 32, WORDS = 16, PROGRAMS = 400, TEXT = 1 << 16, MAX_DEPTH = 4 };

static struct {
    char text[TEXT];
    size_t length;
    unsigned labels;
} program;

static unsigned below(unsigned n)
{
    return (unsigned)(random_bits() >> 20) % n;
}

__attribute__((format(printf, 1, 2))) static void write_line(const char *format,
                                                             ...)
{
    va_list args;
    va_start(args, format);
    program.length +=
        (size_t)vsnprintf(program.text + program.length,
                          sizeof program.text - program.length, format, args);
    va_end(args);
    assert_true(program.length < sizeof program.text);
}

/* ---- straight lines ----------------------------------------------------- */

/* Opcode and the letters of its operands: h r d registers (%h0..3, %r0..7,
 * %d0..3), p predicates (%p0..3), s a shift or a place of bits, t a table. */
static const char *const instructions[][2] = {
    {"add.u32", "rrr"},          {"sub.s32", "rrr"},
    {"mul.lo.s32", "rrr"},       {"mul.hi.s32", "rrr"},
    {"mul.wide.u32", "drr"},     {"mad.lo.u32", "rrrr"},
    {"mad.hi.u32", "rrrr"},      {"div.s32", "rrr"},
    {"rem.u32", "rrr"},          {"min.s32", "rrr"},
    {"max.u32", "rrr"},          {"abs.s32", "rr"},
    {"and.b32", "rrr"},          {"or.b32", "rrr"},
    {"xor.b32", "rrr"},          {"not.b32", "rr"},
    {"shl.b32", "rrs"},          {"shr.s32", "rrs"},
    {"shr.u32", "rrr"},          {"shf.l.wrap.b32", "rrrs"},
    {"popc.b32", "rr"},          {"clz.b32", "rr"},
    {"brev.b32", "rr"},          {"bfe.s32", "rrss"},
    {"bfi.b32", "rrrss"},        {"prmt.b32", "rrrr"},
    {"lop3.b32", "rrrrt"},       {"add.u64", "ddd"},
    {"sub.u64", "ddd"},          {"mul.lo.u64", "ddd"},
    {"mul.hi.u64", "ddd"},       {"div.u64", "ddd"},
    {"rem.s64", "ddd"},          {"shr.s64", "dds"},
    {"and.b64", "ddd"},          {"xor.b64", "ddd"},
    {"mad.wide.s32", "drrd"},    {"add.s16", "hhh"},
    {"mul.lo.u16", "hhh"},       {"shr.s16", "hhs"},
    {"xor.b16", "hhh"},          {"cvt.u32.u16", "rh"},
    {"cvt.s32.s16", "rh"},       {"cvt.u16.u32", "hr"},
    {"cvt.s64.s32", "dr"},       {"cvt.u32.u64", "rd"},
    {"cvt.s8.s32", "rr"},        {"cvt.sat.u8.s32", "rr"},
    {"add.f32", "rrr"},          {"sub.ftz.f32", "rrr"},
    {"mul.f32", "rrr"},          {"fma.rn.f32", "rrrr"},
    {"add.rz.f32", "rrr"},       {"mul.rp.f32", "rrr"},
    {"fma.rm.sat.f32", "rrrr"},  {"div.rn.f32", "rrr"},
    {"sqrt.rn.f32", "rr"},       {"rcp.approx.ftz.f32", "rr"},
    {"ex2.approx.f32", "rr"},    {"sin.approx.f32", "rr"},
    {"min.f32", "rrr"},          {"max.f32", "rrr"},
    {"neg.f32", "rr"},           {"add.f64", "ddd"},
    {"mul.rz.f64", "ddd"},       {"fma.rn.f64", "dddd"},
    {"div.rn.f64", "ddd"},       {"max.f64", "ddd"},
    {"cvt.rn.f32.s32", "rr"},    {"cvt.rzi.s32.f32", "rr"},
    {"cvt.rni.u64.f32", "dr"},   {"cvt.f64.f32", "dr"},
    {"cvt.rm.f32.f64", "rd"},    {"cvt.rn.f16.f32", "hr"},
    {"cvt.f32.f16", "rh"},       {"add.f16", "hhh"},
    {"fma.rn.f16", "hhhh"},      {"setp.lt.s32", "prr"},
    {"setp.ge.u64", "pdd"},      {"setp.neu.f32", "prr"},
    {"setp.lt.and.f32", "prrp"}, {"setp.eq.u16", "phh"},
    {"and.pred", "ppp"},         {"xor.pred", "ppp"},
    {"not.pred", "pp"},          {"selp.b32", "rrrp"},
    {"selp.b64", "dddp"},        {"set.gt.u32.f32", "rrr"},
    {"slct.u32.s32", "rrrr"},    {"mov.b32", "rr"},
};

static void write_operand(char letter)
{
    write_line(", ");
    switch (letter) {
    case 'h': write_line("%%h%u", below(4)); break;
    case 'd': write_line("%%d%u", below(4)); break;
    case 'p': write_line("%%p%u", below(4)); break;
    case 's': write_line("%u", below(70)); break;
    case 't': write_line("%u", below(256)); break;
    default: write_line("%%r%u", below(8)); break;
    }
}

/* Which of two NaNs an operation passes on is not said: none is left. */
static void write_no_nan(unsigned number, bool wide)
{
    if (wide)
        write_line("max.f64 %%d%u, %%d%u, 0dC000000000000000;\n", number,
                   number);
    else
        write_line("max.f32 %%r%u, %%r%u, 0fC0000000;\n", number, number);
}

static void write_instruction(void)
{
    enum { COUNT = sizeof instructions / sizeof *instructions };
    const char *const *chosen = instructions[below(COUNT)];
    char letter = chosen[1][0];
    unsigned number = below(4);
    if (below(4) == 0)
        write_line("@%s%%p%u ", below(2) ? "!" : "", below(4));
    write_line("%s %%%c%u", chosen[0], letter, number);
    for (unsigned i = 1; chosen[1][i]; i++)
        write_operand(chosen[1][i]);
    write_line(";\n");
    if (strstr(chosen[0], letter == 'd' ? "f64" : "f32") &&
        (letter == 'd' || letter == 'r'))
        write_no_nan(number, letter == 'd');
}

/* A word of the lane's own, at a place of its own choice. */
static void write_memory_access(void)
{
    bool load = below(2), generic = below(2);
    write_line("and.b32 %%r20, %%r%u, 60;\ncvt.u64.u32 %%d20, %%r20;\n"
               "mov.u64 %%d21, own;\nadd.u64 %%d20, %%d20, %%d21;\n",
               below(8));
    if (generic)
        write_line("cvta.local.u64 %%d20, %%d20;\n");
    write_line(load ? "ld%s.u32 %%r%u, [%%d20];\n"
                    : "st%s.u32 [%%d20], %%r%u;\n",
               generic ? "" : ".local", below(8));
}

/* ---- the shape of the program ------------------------------------------- */

static void write_block(unsigned depth);

static void write_if(unsigned depth)
{
    unsigned label = program.labels++;
    bool otherwise = below(2);
    write_line("@%s%%p%u bra ELSE%u;\n", below(2) ? "!" : "", below(4), label);
    write_block(depth + 1);
    if (otherwise)
        write_line("bra END%u;\n", label);
    write_line("ELSE%u:\n", label);
    if (otherwise) {
        write_block(depth + 1);
        write_line("END%u:\n", label);
    }
}

/* Up to 8 rounds, as many as a register says; perhaps left before. */
static void write_loop(unsigned depth)
{
    unsigned label = program.labels++, counter = 30 + depth;
    write_line("and.b32 %%r%u, %%r%u, 7;\nLOOP%u:\n", counter, below(8), label);
    write_block(depth + 1);
    if (below(2))
        write_line("@%%p%u bra LEFT%u;\n", below(4), label);
    write_block(depth + 1);
    write_line("sub.u32 %%r%u, %%r%u, 1;\nsetp.ge.s32 %%p10, %%r%u, 0;\n"
               "@%%p10 bra LOOP%u;\nLEFT%u:\n",
               counter, counter, counter, label, label);
}

static void write_switch(unsigned depth)
{
    unsigned label = program.labels++;
    write_line("and.b32 %%r20, %%r%u, 3;\nTARGETS%u: .branchtargets A%u, "
               "B%u, C%u, A%u;\nbrx.idx %%r20, TARGETS%u;\nA%u:\n",
               below(8), label, label, label, label, label, label, label);
    write_block(depth + 1);
    if (below(2))
        write_line("bra C%u;\n", label);
    write_line("B%u:\n", label);
    write_block(depth + 1);
    write_line("C%u:\n", label);
}

static void write_call(void)
{
    write_line("{ .param .b32 a; .param .b64 b; .param .b32 c;\n"
               "st.param.b32 [a], %%r%u;\nst.param.b64 [b], %%d%u;\n"
               "call (c), mix, (a, b);\nld.param.b32 %%r%u, [c]; }\n",
               below(8), below(4), below(8));
}

static void write_block(unsigned depth)
{
    unsigned count = 1 + below(6);
    for (unsigned i = 0; i < count; i++) {
        unsigned what = below(20);
        if (depth < MAX_DEPTH && what < 2)
            write_if(depth);
        else if (depth < MAX_DEPTH && what == 2)
            write_loop(depth);
        else if (depth < MAX_DEPTH && what == 3)
            write_switch(depth);
        else if (what == 4)
            write_call();
        else if (what == 5)
            write_memory_access();
        else
            write_instruction();
    }
}

static const char mix[] =
    ".func (.param .b32 c) mix(.param .b32 a, .param .b64 b)\n{\n"
    ".reg .pred %p;\n.reg .b32 %x<5>;\n.reg .b64 %y<3>;\n"
    "ld.param.b32 %x0, [a];\nld.param.b64 %y0, [b];\n"
    "cvt.u32.u64 %x1, %y0;\nand.b32 %x2, %x0, 1;\n"
    "setp.ne.u32 %p, %x2, 0;\n@%p bra ODD;\n"
    "st.param.b32 [c], %x1;\nret;\nODD:\nshr.u32 %x0, %x0, 3;\n"
    "xor.b32 %x1, %x1, %x0;\n{ .param .b32 d; .param .b64 e; "
    ".param .b32 f;\nst.param.b32 [d], %x0;\nst.param.b64 [e], %y0;\n"
    "call (f), mix, (d, e);\nld.param.b32 %x3, [f]; }\n"
    "add.u32 %x1, %x1, %x3;\nst.param.b32 [c], %x1;\nret;\n}\n";

static void write_program(void)
{
    program.length = program.labels = 0;
    write_line(".local .align 8 .b8 own[64];\n"
               "mad.wide.u32 %%at, %%gid, 64, %%in;\n");
    for (unsigned i = 0; i < 8; i++)
        write_line("ld.global.u32 %%r%u, [%%at+%u];\n"
                   "st.local.v2.u32 [own+%u], {%%r%u, %%r%u};\n",
                   i, 4 * i, 8 * i, i, i);
    for (unsigned i = 0; i < 4; i++)
        write_line("ld.global.u64 %%d%u, [%%at+%u];\n"
                   "cvt.u16.u32 %%h%u, %%r%u;\n"
                   "setp.gt.s32 %%p%u, %%r%u, %%r%u;\n",
                   i, 32 + 8 * i, i, i, i, i, i + 4);
    for (unsigned i = 0; i < 5; i++)
        write_block(0);
    write_line("mad.wide.u32 %%at, %%gid, 64, %%out;\n");
    for (unsigned i = 0; i < 8; i++)
        write_line("st.global.u32 [%%at+%u], %%r%u;\n", 4 * i, i);
    for (unsigned i = 0; i < 4; i++)
        write_line("st.global.u64 [%%at+%u], %%d%u;\n", 32 + 8 * i, i);
}

/* ---- both ways ---------------------------------------------------------- */

static void run_lanes(uint32_t in[LANES][WORDS], uint32_t out[LANES][WORDS],
                      unsigned block)
{
    struct ptx_run run = {.before = mix,
                          .body = program.text,
                          .grid = {LANES / block, 1, 1},
                          .block = {block, 1, 1},
                          .in = in,
                          .in_bytes = LANES * WORDS * sizeof in[0][0],
                          .out = out,
                          .out_bytes = LANES * WORDS * sizeof in[0][0]};
    memset(out, 0, run.out_bytes);
    ptx_run(&run);
}

/* Small numbers, floats, anything. */
static uint32_t word(void)
{
    static const char letters[] = "rff";
    unsigned kind = below(4);
    return kind < 3 ? (uint32_t)interesting(letters[kind], below(200))
                    : (uint32_t)random_bits();
}

void random_programs(void **state)
{
    static uint32_t in[LANES][WORDS], together[LANES][WORDS],
        alone[LANES][WORDS];
    (void)state;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        write_program();
        for (unsigned l = 0; l < LANES; l++)
            for (unsigned w = 0; w < WORDS; w++)
                in[l][w] = word();
        run_lanes(in, together, 32);
        run_lanes(in, alone, 1);
        for (unsigned l = 0; l < LANES; l++)
            for (unsigned w = 0; w < WORDS; w++)
                if (together[l][w] != alone[l][w])
                    fail_msg("program %u, lane %u, word %u: %x with all, %x "
                             "alone\n%s",
                             i, l, w, together[l][w], alone[l][w],
                             program.text);
    }
}
