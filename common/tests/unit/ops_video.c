/*
 * ops_video.c - the video instructions, by examples: each shows one thing.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

/* %r4 from %r1, %r2 and %r3. */
static const struct example {
    const char *text;
    uint32_t a, b, c, d;
} examples[] = {
    /* parts do not carry into each other */
    {"vadd2.u32.u32.u32 %r4, %r1, %r2, %r3", 0x0001ffff, 0x00010002, 9,
     0x00020001},
    {"vadd4.u32.u32.u32 %r4, %r1, %r2, %r3", 0x01ff7f80, 0x01018080, 9,
     0x0200ff00},
    {"vsub2.s32.s32.s32 %r4, %r1, %r2, %r3", 0x00018000, 0x00020001, 9,
     0xffff7fff},
    {"vsub4.s32.s32.s32 %r4, %r1, %r2, %r3", 0x01020304, 0x04030201, 9,
     0xfdff0103},
    {"vabsdiff2.u32.u32.u32 %r4, %r1, %r2, %r3", 0x0003ffff, 0x00050001, 9,
     0x0002fffe},
    {"vabsdiff4.u32.s32.s32 %r4, %r1, %r2, %r3", 0x80ff0102, 0x7f010102, 9,
     0xff020000},
    {"vmin2.s32.s32.s32 %r4, %r1, %r2, %r3", 0x8000ffff, 0x00010001, 9,
     0x8000ffff},
    {"vmin2.u32.u32.u32 %r4, %r1, %r2, %r3", 0x8000ffff, 0x00010001, 9,
     0x00010001},
    {"vmax4.s32.s32.s32 %r4, %r1, %r2, %r3", 0x80ff017f, 0x00010280, 9,
     0x0001027f},
    {"vavrg2.u32.u32.u32 %r4, %r1, %r2, %r3", 0xffff0003, 0xffff0004, 9,
     0xffff0004},
    {"vavrg4.s32.s32.s32 %r4, %r1, %r2, %r3", 0xff01fe7f, 0xfe02fd7f, 9,
     0xfe02fd7f},
    {"vset4.u32.u32.ge %r4, %r1, %r2, %r3", 0x01020304, 0x02020202, 9,
     0x00010101},
    {"vset2.s32.s32.lt %r4, %r1, %r2, %r3", 0xffff0000, 0x0000ffff, 9,
     0x00010000},
    /* clamped by the result's type */
    {"vadd2.s32.s32.s32.sat %r4, %r1, %r2, %r3", 0x7fff8000, 0x0001ffff, 9,
     0x7fff8000},
    {"vadd4.u32.u32.u32.sat %r4, %r1, %r2, %r3", 0xff80017f, 0x01800180, 9,
     0xffff02ff},
    {"vsub4.u32.u32.u32.sat %r4, %r1, %r2, %r3", 0x01800001, 0x02010100, 9,
     0x007f0001},
    /* all added to c */
    {"vadd2.u32.u32.u32.add %r4, %r1, %r2, %r3", 0xffff0001, 0x00010002, 9,
     0x0001000c},
    {"vabsdiff4.u32.u32.u32.add %r4, %r1, %r2, %r3", 0x01020304, 0x04030201,
     100, 108},
    {"vsub4.s32.s32.s32.add %r4, %r1, %r2, %r3", 0, 0x01010101, 3, UINT32_MAX},
    {"vset4.u32.u32.eq.add %r4, %r1, %r2, %r3", 0x01020304, 0x01000300, 5, 7},
    /* chosen parts, of both; those not written are c's */
    {"vadd2.u32.u32.u32 %r4.h0, %r1.h01, %r2.h23, %r3", 0x00010002, 0x00100020,
     0xabcd1234, 0xabcd0011},
    {"vmax4.u32.u32.u32 %r4.b31, %r1.b3210, %r2.b4567, %r3", 0x05000000,
     0x01020304, 0xaabbccdd, 0x05bb02dd},
    {"vadd2.u32.u32.u32.add %r4.h1, %r1, %r2, %r3", 0x00010002, 0x00030004, 1,
     5},
    /* one part */
    {"vadd.s32.s32.s32 %r4, %r1.b0, %r2.h1", 0xff, 0x00050000, 0, 4},
    {"vadd.u32.u32.u32 %r4, %r1, %r2", UINT32_MAX, 2, 0, 1},
    {"vabsdiff.u32.s32.s32 %r4, %r1, %r2", 0x80000000, 0x7fffffff, 0,
     UINT32_MAX},
    {"vmin.s32.s32.s32.add %r4, %r1, %r2, %r3", UINT32_MAX, 5, 10, 9},
    {"vadd.u32.u32.u32 %r4.b2, %r1, %r2, %r3", 200, 100, 0x11223344,
     0x112c3344},
    {"vset.s32.s32.lt %r4, %r1, %r2.b0", 0xfffffffe, 0xff, 0, 1},
    {"vset.u32.u32.gt.add %r4, %r1, %r2, %r3", 2, 1, 7, 8},
    {"vset.u32.u32.ne %r4.h1, %r1, %r2, %r3", 2, 1, 7, 0x00010007},
    {"vset2.u32.u32.le %r4, %r1, %r2, %r3", 0x00010003, 0x00020002, 9,
     0x00010000},
    {"vshl.u32.u32.u32.clamp %r4, %r1, %r2", 3, 40, 0, 0},
    {"vshl.u32.u32.u32.wrap %r4, %r1, %r2", 3, 33, 0, 6},
    {"vshr.s32.s32.u32.clamp %r4, %r1.h0, %r2", 0x8000, 3, 0, 0xfffff000},
    {"vshr.u32.u32.u32.clamp %r4, %r1, %r2", 0x80000000, 31, 0, 1},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

void video_examples(void **state)
{
    static char body[EXAMPLES * 200];
    uint32_t out[EXAMPLES];
    size_t n = 0;
    struct ptx_run run = {
        .body = body, .block = {1, 1, 1}, .out = out, .out_bytes = sizeof out};
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++)
        n += (size_t)snprintf(
            body + n, sizeof body - n,
            "mov.u32 %%r1, %u;\nmov.u32 %%r2, %u;\nmov.u32 %%r3, %u;\n%s;\n"
            "st.global.u32 [%%out+%zu], %%r4;\n",
            examples[i].a, examples[i].b, examples[i].c, examples[i].text,
            4 * i);
    ptx_run(&run);
    for (size_t i = 0; i < EXAMPLES; i++)
        if (out[i] != examples[i].d)
            fail_msg("%s: %08x, not %08x", examples[i].text, out[i],
                     examples[i].d);
}

void wrong_video_is_refused(void **state)
{
    static const char *const bodies[] = {
        "vadd2.u32.u32.u32 %r0, %r1, %r2;",
        "vadd2.u32.u32.u32 %r0.b0, %r1, %r2, %r3;",
        "vadd2.u32.u32.u32 %r0, %r1.h4, %r2, %r3;",
        "vadd2.u32.u32.u32 %r0, %r1.h40, %r2, %r3;",
        "vadd4.u32.u32.u32 %r0, %r1.b321, %r2, %r3;",
        "vadd2.u32.u32 %r0, %r1, %r2, %r3;",
        "vadd2.u32.u32.u32.min %r0, %r1, %r2, %r3;",
        "vadd3.u32.u32.u32 %r0, %r1, %r2, %r3;",
        "vavrg.u32.u32.u32 %r0, %r1, %r2;",
        "vshl2.u32.u32.u32.clamp %r0, %r1, %r2, %r3;",
        "vset4.u32.u32 %r0, %r1, %r2, %r3;",
        "vadd.u32.u32.u32 %r0, %r1, %r2, %r3;",
        "vadd.u32.u32.u32.add %r0, %r1, %r2;",
        "vadd.u32.u32.u32.sat %r0, %r1, %r2;",
        "vadd.u32.u32.u32.min %r0, %r1, %r2, %r3;",
        "vadd.u32.u32.u32 %r0, %r1.b4, %r2;",
        "vadd.u32.u32.u32 %r0, %r1.h2, %r2;",
        "vmad.u32.u32.u32 %r0, %r1, %r2, %r3;",
        "add.u32 %r0, %r1.h0, %r2;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (!ptx_refuses(bodies[i]))
            fail_msg("taken: %s", bodies[i]);
}
