/*
 * test_region.c - what ptxas would make of code that a warp ran.
 *
 * Kernels are PTX, the runs made up; what is expected was seen in the machine
 * code that ptxas 13.0 made of the same text for sm_90.
 */
#include "timing/region.h"

#include "ahead.h"
#include "base/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                                   \
    ".version 7.0\n.target sm_70\n.address_size 64\n"                          \
    ".extern .func (.param .b32 r) __nv_powf(.param .b32 x, .param .b32 y);\n" \
    ".const .align 4 .b8 fixed[64];\n"                                         \
    ".func (.param .b32 r) first(.param .b64 at)\n{\n.reg .f32 %f<2>;\n"       \
    ".reg .b64 %d<2>;\nld.param.u64 %d1, [at];\nld.global.f32 %f1, [%d1];\n"   \
    "st.param.f32 [r], %f1;\nret;\n}\n"                                        \
    ".visible .entry k(\n"                                                     \
    ".param .u64 k_in, .param .u64 k_out, .param .u32 k_n)\n{\n"               \
    ".reg .pred %p<9>;\n.reg .b32 %r<40>;\n.reg .f32 %f<40>;\n"                \
    ".reg .b64 %d<40>;\n.reg .f64 %g<40>;\n.shared .align 16 .b8 tile[4096];\n"

/* In front of all. */
static const char *made_by = "";

struct kernel_at_hand {
    struct module *module;
    const struct program *program;
    const struct code *code;
    struct regions *regions;
};

static struct kernel_at_hand load(const char *body)
{
    static char text[8192];
    struct kernel_at_hand k;
    struct ptx_error error;
    snprintf(text, sizeof text, "%s%s%s\nret;\n}\n", made_by, HEAD, body);
    k.module = module_load(text, &error);
    if (!k.module)
        fail_msg("%s", error.message);
    k.program = module_kernel(k.module, "k")->program;
    assert_non_null(k.program);
    k.code = k.program->functions[k.program->entry];
    k.regions = regions_new(k.program, options()->gpu);
    assert_non_null(k.regions);
    return k;
}

static void unload(struct kernel_at_hand *k)
{
    regions_free(k->regions);
    module_unload(k->module);
}

/* The first instruction of an operation from one on. */
static uint32_t find(const struct kernel_at_hand *k, uint16_t op, uint32_t from)
{
    while (k->code->insns[from].op != op)
        from++;
    return from;
}

static struct tape_run run_of(const struct kernel_at_hand *k, uint32_t from,
                              uint32_t to)
{
    return (struct tape_run){
        .function = k->program->entry, .from = from, .to = to, .lanes = 32};
}

static unsigned issues_in(const struct region *region, enum pipe pipe)
{
    unsigned sum = 0;
    for (uint32_t i = 0; i < region->count; i++)
        if (region->steps[i].pipe == pipe)
            sum += region->steps[i].issues;
    return sum;
}

static unsigned steps_of(const struct region *region, enum step_kind kind)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < region->count; i++)
        count += region->steps[i].kind == kind;
    return count;
}

/* All from the instruction of an operation on, as one run. */
static const struct region *from_op(struct kernel_at_hand *k, uint16_t op)
{
    struct tape_run run = run_of(k, find(k, op, 0), k->code->insn_count - 1);
    struct region_place at = {0, run.from};
    const struct region *region = region_next(k->regions, &run, 1, &at);
    assert_non_null(region);
    assert_int_equal(at.run, 1);
    return region;
}

/* ---- folding ------------------------------------------------------------- */

/* IMAD.WIDE, LDG, STG, EXIT. */
static void an_address_is_one_multiplication(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nmov.u32 %r1, %tid.x;\nbra on;\non:\n"
             "mul.wide.s32 %d2, %r1, 4;\nadd.s64 %d3, %d1, %d2;\n"
             "ld.global.f32 %f1, [%d3];\nst.global.f32 [%d3+128], %f1;");
    const struct region *region = from_op(&k, OP_mul_wide_s32);
    assert_int_equal(region_issues(region), 4);
    assert_int_equal(issues_in(region, PIPE_MULTIPLY), 1);
    unload(&k);
}

/* IMAD.WIDE keeps its pipe for twice as long as IMAD. */
static void wide_products_go_through_their_pipe_twice(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nmov.u32 %r1, %tid.x;\nbra on;\non:\n"
             "mul.lo.s32 %r2, %r1, %r1;\nmul.wide.s32 %d2, %r2, 4;\n"
             "add.s64 %d3, %d1, %d2;\nst.global.u32 [%d3], %r1;");
    const struct region *region = from_op(&k, OP_mul_lo_32);
    unsigned passes = 0;
    for (uint32_t i = 0; i < region->count; i++)
        if (region->steps[i].pipe == PIPE_MULTIPLY)
            passes += region->steps[i].passes ? region->steps[i].passes : 1;
    assert_int_equal(passes, 3);
    unload(&k);
}

/* DADD, DSETP, SEL. */
static void doubles_are_compared_where_they_are_added(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nmov.u32 %r1, %tid.x;\nbra on;\non:\n"
             "ld.global.f64 %g1, [%d1];\nadd.f64 %g2, %g1, %g1;\n"
             "setp.lt.f64 %p1, %g2, %g1;\nselp.b32 %r2, %r1, 7, %p1;\n"
             "st.global.u32 [%d1+8], %r2;");
    assert_int_equal(issues_in(from_op(&k, OP_ld_global), PIPE_DOUBLE), 2);
    unload(&k);
}

/* What is added to an address goes into the access. */
static void sums_of_addresses_cost_nothing(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nbra on;\non:\n"
             "ld.global.f32 %f1, [%d1];\nadd.s64 %d2, %d1, 4096;\n"
             "add.s64 %d3, %d2, 4;\nst.global.f32 [%d3], %f1;");
    assert_int_equal(region_issues(from_op(&k, OP_ld_global)), 3);
    unload(&k);
}

/* Who called a function reads what it loads. */
static void what_a_function_returns_is_needed(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\n{\n.param .b64 a;\n.param .b32 b;\n"
             "st.param.b64 [a], %d1;\ncall.uni (b), first, (a);\n"
             "ld.param.f32 %f1, [b];\n}\nst.global.f32 [%d1], %f1;");
    const struct code *callee = NULL;
    for (uint32_t i = 0; i < k.program->function_count; i++)
        if (k.program->functions[i] && i != k.program->entry)
            callee = k.program->functions[i];
    assert_non_null(callee);
    struct tape_run run = {
        .function = callee->index, .to = callee->insn_count, .lanes = 32};
    struct region_place at = {0, 0};
    const struct region *region = region_next(k.regions, &run, 1, &at);
    assert_non_null(region);
    assert_int_equal(steps_of(region, STEP_LOAD), 1);
    unload(&k);
}

/* A condition that a loop works out turn by turn is a value like others. */
static void conditions_that_stay_are_needed(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nmov.u32 %r1, 0;\n"
             "setp.eq.s32 %p2, %r1, 0;\nagain:\n"
             "ld.global.u32 %r2, [%d1];\nsetp.eq.s32 %p1, %r2, 0;\n"
             "and.pred %p2, %p1, %p2;\nadd.s32 %r1, %r1, 1;\n"
             "setp.ne.s32 %p3, %r1, 9;\n@%p3 bra again;\n"
             "selp.u32 %r3, 1, 0, %p2;\nst.global.u32 [%d1], %r3;");
    uint32_t from = find(&k, OP_ld_global, 0);
    struct tape_run run = run_of(&k, from, find(&k, OP_bra, 0) + 1);
    struct region_place at = {0, from};
    const struct region *region = region_next(k.regions, &run, 1, &at);
    assert_int_equal(steps_of(region, STEP_LOAD), 1);
    unload(&k);
}

static void what_nobody_needs_is_not_there(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nmov.u32 %r1, %tid.x;\nbra on;\non:\n"
             "mul.lo.s32 %r2, %r1, %r1;\nadd.s32 %r3, %r2, %r1;\n"
             "xor.b32 %r4, %r3, 5;\nst.global.u32 [%d1], %r3;");
    const struct region *region = from_op(&k, OP_mul_lo_32);
    assert_int_equal(region_issues(region), 3); /* IMAD STG EXIT */
    unload(&k);
}

/* As clang has pairs of half precision from one instruction to the next. */
static void halves_put_together_again_cost_nothing(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nld.global.u32 %r1, [%d1];\n"
             "shr.u32 %r2, %r1, 16;\nshl.b32 %r3, %r2, 16;\n"
             "or.b32 %r4, %r3, %r1;\nst.global.u32 [%d1], %r4;");
    const struct region *region = from_op(&k, OP_ld_global);
    assert_int_equal(steps_of(region, STEP_COMPUTE), 0);
    unload(&k);
}

#define CONVERTED(from)                                                        \
    "ld.param.u64 %d1, [k_in];\n{\n.reg .b16 %h;\nld.global." from             \
    " %h, [%d1];\ncvt.rn.f32." from " %f1, %h;\n}\nst.global.f32 [%d1], %f1;"

/* I2FP for what has no sign, I2F else. */
static void some_conversions_are_sums(void **state)
{
    (void)state;
    struct kernel_at_hand k = load(CONVERTED("u16"));
    assert_int_equal(issues_in(from_op(&k, OP_ld_global), PIPE_CONVERT), 0);
    unload(&k);
    k = load(CONVERTED("s16"));
    assert_int_equal(issues_in(from_op(&k, OP_ld_global), PIPE_CONVERT), 1);
    unload(&k);
}

static void a_division_is_many(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nmov.u32 %r1, %tid.x;\n"
             "ld.param.u32 %r2, [k_n];\nbra on;\non:\n"
             "div.s32 %r3, %r1, %r2;\nst.global.u32 [%d1], %r3;");
    const struct region *region = from_op(&k, OP_div_s32);
    assert_in_range(region_issues(region), 18, 28);
    assert_int_equal(issues_in(region, PIPE_SPECIAL), 1);
    unload(&k);
}

/* A sum of powf(x, y) of all turns. */
#define POWERS(first, x)                                                       \
    "ld.param.u64 %d1, [k_in];\nld.global.f32 %f1, [%d1];\nmov.u32 %r1, 0;\n"  \
    "mov.f32 %f4, %f1;\n" first "again:\ncvt.rn.f32.s32 %f2, %r1;\n{\n"        \
    ".param .b32 a;\nst.param.f32 [a], " x ";\n.param .b32 b;\n"               \
    "st.param.f32 [b], %f2;\n.param .b32 c;\n"                                 \
    "call.uni (c), __nv_powf, (a, b);\nld.param.f32 %f3, [c];\n}\n"            \
    "add.f32 %f4, %f4, %f3;\nadd.s32 %r1, %r1, 1;\n"                           \
    "setp.ne.s32 %p1, %r1, 9;\n@%p1 bra again;\nst.global.f32 [%d1], %f4;"

static unsigned issues_of_powers(const char *body)
{
    struct kernel_at_hand k = load(body);
    struct tape_run run =
        run_of(&k, find(&k, OP_cvt_f32_s32, 0), find(&k, OP_bra, 0) + 1);
    struct region_place at = {0, run.from};
    unsigned issues = region_issues(region_next(k.regions, &run, 1, &at));
    unload(&k);
    return issues;
}

/* The logarithm of what stays the same is worked out once. */
static void powers_of_the_same_take_no_logarithm(void **state)
{
    (void)state;
    unsigned others = issues_of_powers(POWERS("", "%f4"));
    unsigned same = issues_of_powers(POWERS("", "%f1"));
    unsigned of_two =
        issues_of_powers(POWERS("mov.f32 %f5, 0f40000000;\n", "%f5"));
    assert_true(same < 0.6 * others);
    assert_int_equal(of_two, same);
}

/* ---- the order of memory ------------------------------------------------- */

#define TWO_LOADS(between, second)                                             \
    "ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\nbra on;\non:\n"    \
    "ld.global.f32 %f1, [%d1];\nadd.f32 %f2, %f1, %f1;\n" between "\n" second  \
    " %f3, [%d1+4];\nst.global.f32 [%d2+64], %f3;"

static unsigned ahead(const char *body)
{
    struct kernel_at_hand k = load(body);
    struct tape_run run =
        run_of(&k, find(&k, OP_ld_global, 0), k.code->insn_count - 1);
    struct region_place at = {0, run.from};
    const struct region *region = region_next(k.regions, &run, 1, &at);
    assert_non_null(region);
    unsigned loads = loads_ahead(region);
    unload(&k);
    return loads;
}

static void loads_move_up_as_far_as_memory_lets_them(void **state)
{
    (void)state;
    assert_int_equal(
        ahead(TWO_LOADS("st.shared.f32 [tile], %f2;", "ld.global.f32")), 2);
    assert_int_equal(
        ahead(TWO_LOADS("st.global.f32 [%d2], %f2;", "ld.global.f32")), 1);
    assert_int_equal(
        ahead(TWO_LOADS("st.global.f32 [%d2], %f2;", "ld.global.nc.f32")), 2);
    assert_int_equal(
        ahead(TWO_LOADS("st.global.f32 [%d1+8], %f2;", "ld.global.f32")), 2);
    assert_int_equal(ahead(TWO_LOADS("st.shared.f32 [tile], %f2;\nbar.sync 0;",
                                     "ld.global.f32")),
                     1);
    assert_int_equal(
        ahead(TWO_LOADS("mov.b32 %r1, %f2;\nred.shared.add.u32 [tile], %r1;",
                        "ld.global.f32")),
        2);
    assert_int_equal(
        ahead(TWO_LOADS("red.shared.add.f32 [tile], %f2;", "ld.global.f32")),
        1); /* a loop */
}

/* Four elements by an index that something is done to; four LDG of indices, or
 * eight with what they are multiplied by, in front of the first use. */
#define GATHER(k, more)                                                        \
    "ld.global.u32 %r1, [%d1+" k "];\n" more "mul.wide.u32 %d3, %r1, 4;\n"     \
    "add.s64 %d4, %d2, %d3;\nld.global.f32 %f2, [%d4];\n"                      \
    "ld.global.f32 %f3, [%d5+" k "];\nfma.rn.f32 %f1, %f2, %f3, %f1;\n"
#define GATHERED(more)                                                         \
    "ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\n"                  \
    "ld.param.u64 %d5, [k_in];\nld.param.u32 %r2, [k_n];\n"                    \
    "mov.f32 %f1, 0f00000000;\nbra on;\non:\n" GATHER("0", more)               \
        GATHER("4", more) GATHER("8", more)                                    \
            GATHER("12", more) "st.global.f32 [%d1], %f1;"
#define SQUARE  "fma.rn.f32 %f1, %f1, %f1, %f4;\n"
#define SQUARES SQUARE SQUARE SQUARE SQUARE SQUARE SQUARE
#define SUMS(k)                                                                \
    "ld.global.f32 %f2, [%d1+" k                                               \
    "];\nadd.f32 %f1, %f1, %f2;\n" SQUARES SQUARES SQUARES SQUARES
#define DIVIDED "rem.s32 %r1, %r1, %r2;\n"

static void loads_begin_no_earlier_than_they_have_to(void **state)
{
    (void)state;
    assert_int_equal(ahead(GATHERED("")), 8);
    assert_int_equal(ahead(GATHERED(DIVIDED)), 4);
    /* For sums alone they do not wait. */
    assert_int_equal(
        ahead("ld.param.u64 %d1, [k_in];\nld.param.f32 %f4, [k_n];\n"
              "mov.f32 %f1, 0f00000000;\nbra on;\non:\n" SUMS("4") SUMS("8")
                  SUMS("12") SUMS("16") "st.global.f32 [%d1], %f1;"),
        4);
}

/* LDG, the division and its call, LDG. */
static void loads_stay_behind_what_may_take_a_slow_way(void **state)
{
    (void)state;
    assert_int_equal(ahead(TWO_LOADS("div.approx.f32 %f2, %f2, %f1;\n"
                                     "st.shared.f32 [tile], %f2;",
                                     "ld.global.f32")),
                     2);
    assert_int_equal(ahead(TWO_LOADS("div.rn.f32 %f2, %f2, %f1;\n"
                                     "st.shared.f32 [tile], %f2;",
                                     "ld.global.f32")),
                     1);
}

#define PRODUCT(a, b, number)                                                  \
    "ld.global.f32 %f" a ", [%d1+" number "];\n"                               \
    "ld.global.f32 %f" b ", [%d2+" number "];\n"                               \
    "fma.rn.f32 %f1, %f" a ", %f" b ", %f1;\n"

/* Of five pairs, each is waited for by itself; the fifth has to share. */
static void loads_of_one_instruction_share_a_count(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\n"
             "mov.f32 %f1, 0f00000000;\nbra on;\non:\n" PRODUCT("2", "3", "4")
                 PRODUCT("4", "5", "8") PRODUCT("6", "7", "12")
                     PRODUCT("8", "9", "16")
                         PRODUCT("10", "11", "20") "st.global.f32 [%d2], %f1;");
    const struct region *region = from_op(&k, OP_ld_global);
    uint32_t first = find(&k, OP_ld_global, 0);
    uint8_t boards[15] = {0};
    unsigned used = 0;
    for (uint32_t i = 0; i < region->count; i++)
        if (region->steps[i].kind == STEP_LOAD)
            boards[region->steps[i].pc - first] = region->steps[i].board;
    for (unsigned i = 0; i < 15; i += 3) {
        assert_int_equal(boards[i], boards[i + 1]);
        used |= 1u << boards[i];
    }
    assert_int_equal(used, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5);
    unload(&k);
}

/* LDGSTS, LDGDEPBAR, DEPBAR, EXIT: nothing waits for what is loaded. */
static void an_asynchronous_copy_is_one_instruction(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nbra on;\non:\n"
             "cp.async.ca.shared.global [tile], [%d1], 4;\n"
             "cp.async.commit_group;\ncp.async.wait_group 0;");
    const struct region *region = from_op(&k, OP_ld_global);
    assert_int_equal(steps_of(region, STEP_COPIES), 2);
    assert_int_equal(steps_of(region, STEP_STORE), 1);
    assert_int_equal(region_issues(region), 4);
    unload(&k);
}

/* ---- registers ----------------------------------------------------------- */

/* Twelve loads at an offset, where so many numbers are kept past them that are
 * made by a format of numbers: of %r1, all of a block's, and of %r2, each
 * thread's.  kept: how they are stored; more: what is done besides. */
static const char *loads_past(const char *format, unsigned count,
                              const char *kept, const char *more)
{
    static char body[8000];
    size_t n = (size_t)snprintf(
        body, sizeof body,
        "ld.param.u64 %%d1, [k_in];\nmov.u32 %%r1, %%ctaid.x;\n"
        "cvt.u64.u32 %%d2, %%r1;\nmov.u64 %%d3, %%d2;\n"
        "mov.u32 %%r2, %%tid.x;\nmov.f32 %%f1, 0f00000000;\nagain:\n");
    for (unsigned k = 11; k < 11 + count; k++)
        n += (size_t)snprintf(body + n, sizeof body - n, format, k, k);
    n += (size_t)snprintf(body + n, sizeof body - n,
                          "bra on;\non:\nadd.s64 %%d4, %%d1, %%d3;\n");
    for (unsigned k = 0; k < 12; k++)
        n += (size_t)snprintf(
            body + n, sizeof body - n,
            "ld.global.f32 %%f2, [%%d4+%u];\nadd.f32 %%f1, %%f1, %%f2;\n",
            8 * k);
    n += (size_t)snprintf(body + n, sizeof body - n,
                          "st.global.f32 [%%d1], %%f1;\nbar.sync 0;\n%s", more);
    for (unsigned k = 11; k < 11 + count; k++)
        n += (size_t)snprintf(body + n, sizeof body - n, kept, 8 * k, k);
    return body;
}

static unsigned ahead_of_all(const char *format, unsigned count,
                             const char *kept, const char *more)
{
    return ahead(loads_past(format, count, kept, more));
}

static unsigned ahead_of_kept(const char *format, unsigned count)
{
    return ahead_of_all(format, count, "st.global.u32 [%%d1+%u], %%r%u;\n", "");
}

static unsigned ahead_of_wide(const char *format, unsigned count)
{
    return ahead_of_all(format, count, "st.global.u64 [%%d1+%u], %%d%u;\n", "");
}

/* Where there are few, loads wait; numbers that are uniform, or differ by what
 * is, take none, or one. */
static void few_registers_are_few_loads_ahead(void **state)
{
    (void)state;
    unsigned crowded = ahead_of_kept("mul.lo.s32 %%r%u, %%r2, %u;\n", 18);
    assert_int_equal(crowded, 7);
    assert_int_equal(ahead_of_kept("mul.lo.s32 %%r%u, %%r1, %u;\n", 18), 12);
    assert_int_equal(ahead_of_kept("mad.lo.s32 %%r%u, %%r1, %u, %%r2;\n", 18),
                     12);
    /* Too many for 32: there are more. */
    assert_int_equal(ahead_of_kept("mul.lo.s32 %%r%u, %%r2, %u;\n", 29), 12);
}

static unsigned registers_of_kept(unsigned count)
{
    struct kernel_at_hand k =
        load(loads_past("mul.lo.s32 %%r%u, %%r2, %u;\n", count,
                        "st.global.u32 [%%d1+%u], %%r%u;\n", ""));
    from_op(&k, OP_ld_global);
    unsigned registers = regions_registers(k.regions);
    unload(&k);
    return registers;
}

/* ptxas keeps to 32 for long. */
static void many_in_use_have_more_registers(void **state)
{
    (void)state;
    assert_int_equal(registers_of_kept(18), 32);
    assert_int_equal(registers_of_kept(22), 32);
    assert_int_equal(registers_of_kept(25), 40);
}

/* Zeros above take none; products of 64 bits do, whosever they are. */
static void wide_numbers_have_pairs_but_for_zeros(void **state)
{
    (void)state;
    assert_int_equal(ahead_of_wide("mul.lo.s32 %%r%1$u, %%r2, %2$u;\n"
                                   "cvt.u64.u32 %%d%1$u, %%r%1$u;\n",
                                   9),
                     12);
    assert_int_equal(ahead_of_wide("add.s64 %%d%u, %%d2, %u;\n", 9), 12);
    assert_int_equal(ahead_of_wide("mul.lo.s64 %%d%u, %%d2, %u;\n", 9), 7);
}

/* What is only put on top of addresses: NVVM moves these. */
static void offsets_have_no_registers(void **state)
{
    static const char step[] = "add.s64 %d3, %d3, %d2;\n"
                               "add.s64 %d5, %d1, %d3;\n"
                               "st.global.f32 [%d5], %f1;\n";
    static const char also[] = "add.s64 %d3, %d3, %d2;\n"
                               "add.s64 %d5, %d1, %d3;\n"
                               "st.global.u64 [%d5], %d3;\n";
    static const char made[] = "mul.lo.s32 %%r%u, %%r2, %u;\n";
    static const char kept[] = "st.global.u32 [%%d1+%u], %%r%u;\n";
    (void)state;
    assert_true(ahead_of_all(made, 14, kept, step) >
                ahead_of_all(made, 14, kept, also));
}

/* What loads and adds up, past so many numbers that are kept. */
static const char *past_kept(const char *loads, unsigned kept)
{
    static char body[16000];
    size_t n =
        (size_t)snprintf(body, sizeof body,
                         "ld.param.u64 %%d1, [k_in];\nmov.u32 %%r2, %%tid.x;\n"
                         "mov.f32 %%f1, 0f00000000;\n");
    for (unsigned k = 11; k < 11 + kept; k++)
        n += (size_t)snprintf(body + n, sizeof body - n,
                              "mul.lo.s32 %%r%u, %%r2, %u;\n", k, k);
    n += (size_t)snprintf(body + n, sizeof body - n,
                          "bra on;\non:\n%s"
                          "st.global.f32 [%%d1], %%f1;\nbar.sync 0;\n",
                          loads);
    for (unsigned k = 11; k < 11 + kept; k++)
        n += (size_t)snprintf(body + n, sizeof body - n,
                              "st.global.u32 [%%d1+%u], %%r%u;\n", 8 * k, k);
    return body;
}

/* Loads, of which each has an address of its own. */
static const char *loads_apart(unsigned count, unsigned kept)
{
    char loads[8000];
    size_t n = 0;
    for (unsigned k = 0; k < count; k++)
        n += (size_t)snprintf(loads + n, sizeof loads - n,
                              "xor.b32 %%r3, %%r2, %u;\n"
                              "mul.wide.s32 %%d3, %%r3, 4;\n"
                              "add.s64 %%d4, %%d1, %%d3;\n"
                              "ld.global.f32 %%f2, [%%d4];\n"
                              "add.f32 %%f1, %%f1, %%f2;\n",
                              8 * k + 1);
    return past_kept(loads, kept);
}

/* They are worked out one by one, and their registers go to what is loaded. */
static void addresses_do_not_take_the_registers_of_loads(void **state)
{
    (void)state;
    assert_int_equal(ahead(loads_apart(12, 8)), 12);
    assert_int_equal(ahead(loads_apart(12, 14)), 12);
}

/* How often somebody waits for loads: for all that are on the same count. */
static unsigned waits_for_loads(const char *body)
{
    struct kernel_at_hand k = load(body);
    struct tape_run run =
        run_of(&k, find(&k, OP_ld_global, 0), k.code->insn_count - 1);
    struct region_place at = {0, run.from};
    const struct region *region = region_next(k.regions, &run, 1, &at);
    static uint8_t count[REGION_ENTRIES];
    unsigned waits = 0;
    memset(count, 0, sizeof count);
    assert_non_null(region);
    for (uint32_t i = 0; i < region->count; i++) {
        const struct step *s = &region->steps[i];
        for (unsigned r = 0; r < s->read_count; r++) {
            uint8_t board = count[s->reads[r]];
            waits += board != 0;
            for (unsigned e = 0; board && e < REGION_ENTRIES; e++)
                count[e] = count[e] == board ? 0 : count[e];
        }
        for (unsigned w = 0; w < s->write_count; w++)
            count[s->writes[w]] =
                s->kind == STEP_LOAD ? (uint8_t)(s->board + 1) : 0;
    }
    unload(&k);
    return waits;
}

/* Those of later loads do not, either: it was 12 when they did. */
static void addresses_of_later_loads_take_none_either(void **state)
{
    (void)state;
    assert_int_equal(waits_for_loads(loads_apart(32, 10)), 11);
}

/* Loads of four floats, where so many numbers are kept past them; of each
 * alone, or of two, products are added up. */
#define FOUR(a, b, c, d, at)                                                   \
    "ld.global.v4.f32 {%f" a ",%f" b ",%f" c ",%f" d "}, [%d1+" at "];\n"
#define ADD(a, b) "fma.rn.f32 %f1, %f" a ", %f" b ", %f1;\n"
#define ALONE(at) FOUR("2", "3", "4", "5", at) ADD("2", "3") ADD("4", "5")
#define PAIRED(at, other)                                                      \
    FOUR("2", "3", "4", "5", at)                                               \
    FOUR("6", "7", "8", "9", other)                                            \
    ADD("2", "6") ADD("3", "7") ADD("4", "8") ADD("5", "9")

/* Four loads of 16 bytes have to fit, if none needs another. */
static void fours_are_two_ahead_where_four_do_not_fit(void **state)
{
    static const char alone[] = ALONE("0") ALONE("16") ALONE("32") ALONE("48");
    static const char pairs[] = PAIRED("0", "16") PAIRED("32", "48");
    (void)state;
    assert_int_equal(ahead(past_kept(alone, 8)), 4);
    assert_int_equal(ahead(past_kept(alone, 13)), 2);
    assert_int_equal(ahead(past_kept(pairs, 13)), 4);
}

/* What is worked out in a loop, around another one, that lanes leave in
 * different turns, is not uniform. */
#define AROUND(lane)                                                           \
    "inner:\nadd.s32 %r3, %r3, 1;\nsetp.lt.s32 %p2, %r3, %r1;\n"               \
    "@%p2 bra inner;\nsetp.lt.s32 %p1, " lane ", 5;\n@%p1 bra again;\n"

static void lanes_that_part_share_no_registers(void **state)
{
    static const char made[] = "mul.lo.s32 %%r%u, %%r1, %u;\n";
    static const char kept[] = "st.global.u32 [%%d1+%u], %%r%u;\n";
    (void)state;
    assert_int_equal(ahead_of_all(made, 18, kept, AROUND("%r1")), 12);
    assert_int_equal(ahead_of_all(made, 18, kept, AROUND("%r2")), 7);
}

/* ---- loops --------------------------------------------------------------- */

#define LOOP(pragma, step)                                                     \
    "ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\n"                  \
    "ld.param.u32 %r1, [k_n];\nld.param.u32 %r9, [k_n];\n"                     \
    "mov.f32 %f1, 0f00000000;\nagain:\n" pragma                                \
    "ld.global.f32 %f2, [%d1];\nadd.f32 %f1, %f1, %f2;\n"                      \
    "add.s64 %d1, %d1, 4;\nadd.s32 %r1, %r1, " step ";\n"                      \
    "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra again;\nst.global.f32 [%d2], %f1;"

/* Turns of the loop that the first region takes of so many; the last one goes
 * on to the end. */
static unsigned turns_taken(const char *body, unsigned turns,
                            const struct region **region)
{
    static struct kernel_at_hand k;
    struct tape_run runs[64];
    if (k.module)
        unload(&k);
    k = load(body);
    uint32_t head = find(&k, OP_ld_global, 0), latch = find(&k, OP_bra, head);
    for (unsigned i = 0; i < turns; i++)
        runs[i] = run_of(&k, head, latch + 1);
    runs[turns - 1].to = k.code->insn_count - 1;
    struct region_place at = {0, head};
    *region = region_next(k.regions, runs, turns, &at);
    assert_non_null(*region);
    return at.run + (at.pc > head);
}

static void loops_that_count_are_unrolled(void **state)
{
    const struct region *region;
    (void)state;
    assert_int_equal(turns_taken(LOOP("", "-4"), 9, &region), 4);
    assert_int_equal(steps_of(region, STEP_LOAD), 4);
    assert_int_equal(loads_ahead(region), 4);
    assert_int_equal(steps_of(region, STEP_BRANCH), 1);
    /* 4 LDG, 4 FADD, a pointer and a counter, ISETP, BRA */
    assert_int_equal(region_issues(region), 13);
}

static void other_loops_are_not(void **state)
{
    const struct region *region;
    (void)state;
    assert_int_equal(
        turns_taken(LOOP(".pragma \"nounroll\";\n", "-4"), 9, &region), 1);
    assert_int_equal(turns_taken(LOOP("", "%r9"), 9, &region), 1);
    assert_int_equal(steps_of(region, STEP_LOAD), 1);
}

static void the_last_turns_are_fewer(void **state)
{
    const struct region *region;
    (void)state;
    assert_int_equal(turns_taken(LOOP("", "-4"), 3, &region), 2);
    assert_int_equal(turns_taken(LOOP("", "-4"), 1, &region), 1);
}

/* Every load and store of the runs is there once, whatever is joined. */
static void nothing_is_lost(void **state)
{
    (void)state;
    for (unsigned turns = 1; turns < 20; turns++) {
        struct kernel_at_hand k = load(LOOP("", "-4"));
        struct tape_run runs[20];
        uint32_t head = find(&k, OP_ld_global, 0);
        uint32_t latch = find(&k, OP_bra, head);
        unsigned loads = 0, stores = 0;
        for (unsigned i = 0; i < turns; i++)
            runs[i] = run_of(&k, i ? head : 0, latch + 1);
        runs[turns - 1].to = k.code->insn_count - 1;
        struct region_place at = {0, 0};
        while (at.run < turns) {
            const struct region *r = region_next(k.regions, runs, turns, &at);
            loads += steps_of(r, STEP_LOAD);
            stores += steps_of(r, STEP_STORE);
        }
        assert_int_equal(loads, turns);
        assert_int_equal(stores, 1);
        unload(&k);
    }
}

static void what_may_be_a_call_is_not_unrolled_by_ptxas(void **state)
{
    const struct region *region;
    (void)state;
    const char *divides =
        "ld.param.u64 %d1, [k_in];\nld.param.u32 %r1, [k_n];\n"
        "mov.f32 %f1, 0f00000000;\nagain:\nld.global.f32 %f2, [%d1];\n"
        "div.rn.f32 %f1, %f1, %f2;\nadd.s64 %d1, %d1, 4;\n"
        "add.s32 %r1, %r1, -4;\nsetp.ne.s32 %p1, %r1, 0;\n"
        "@%p1 bra again;\nst.global.f32 [%d1], %f1;";
    assert_int_equal(turns_taken(divides, 9, &region), 1);
}

/* What counts, what is done in a turn, how the counter is moved and tested;
 * turns that are one region. */
struct looped {
    const char *first, *body, *step;
    unsigned turns;
};

#define UP         "add.s32 %r1, %r1, 4;\nsetp.lt.s32 %p1, %r1, %r9;\n"
#define THE_SAME   "mov.u32 %r1, %r9;\n"
#define OF_THREADS "mov.u32 %r1, %tid.x;\n"

static void expect_turns(const struct looped *of, size_t count)
{
    const struct region *region;
    char body[2000];
    for (size_t i = 0; i < count; i++) {
        snprintf(body, sizeof body,
                 "ld.param.u64 %%d1, [k_in];\nld.param.u64 %%d2, [k_out];\n"
                 "ld.param.u32 %%r9, [k_n];\nmov.f32 %%f1, 0f00000000;\n"
                 "%sagain:\nld.global.f32 %%f2, [%%d1];\n%s"
                 "add.f32 %%f1, %%f1, %%f2;\nadd.s64 %%d1, %%d1, 8;\n%s"
                 "@%%p1 bra again;\nst.global.f32 [%%d2], %%f1;",
                 of[i].first, of[i].body, of[i].step);
        if (turns_taken(body, 9, &region) != of[i].turns)
            fail_msg("%s", body);
    }
}

/* "j += 4" that clang has unrolled twice counts by 8: NVVM does it four times,
 * and ptxas four times that. */
static void the_step_of_the_source_may_be_more_than_one(void **state)
{
    const struct region *region;
    (void)state;
    assert_int_equal(
        turns_taken("ld.param.u64 %d1, [k_in];\nld.param.u32 %r9, [k_n];\n"
                    "mov.f32 %f1, 0f00000000;\nmov.u32 %r1, %r9;\n"
                    "again:\nld.global.f32 %f2, [%d1];\n"
                    "ld.global.f32 %f3, [%d1+16];\nadd.f32 %f1, %f1, %f2;\n"
                    "add.f32 %f1, %f1, %f3;\nadd.s64 %d1, %d1, 32;\n"
                    "add.s32 %r1, %r1, 8;\nsetp.lt.s32 %p1, %r1, 99;\n"
                    "@%p1 bra again;\nst.global.f32 [%d1], %f1;",
                    9, &region),
        8);
}

/* As clang leaves an if of a loop that it has unrolled: behind the rest. */
static void blocks_of_a_loop_stand_together(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nld.param.u32 %r1, [k_n];\n"
             "setp.gt.s32 %p2, %r1, 5;\nmov.f32 %f1, 0f00000000;\nagain:\n"
             "@%p2 bra inside;\nbra on;\nout:\nst.global.f32 [%d1], %f1;\n"
             "bra end;\ninside:\nld.global.f32 %f2, [%d1];\n"
             "add.f32 %f1, %f1, %f2;\non:\nadd.s64 %d1, %d1, 4;\n"
             "add.s32 %r1, %r1, -4;\nsetp.ne.s32 %p1, %r1, 0;\n"
             "@%p1 bra again;\nbra out;\nend:");
    const struct insn *insns = k.code->insns;
    uint32_t branch = find(&k, OP_bra, 0), load = find(&k, OP_ld_global, 0);
    uint32_t back = find(&k, OP_bra, load), store = find(&k, OP_st_global, 0);
    assert_int_equal(insns[branch].target, load);
    assert_int_equal(insns[branch + 1].target, load + 2);
    assert_int_equal(load, branch + 2);
    assert_int_equal(insns[back].target, branch);
    assert_int_equal(insns[back + 1].target, store);
    assert_true(store > back);
    unload(&k);
}

/* Where lanes have different numbers of turns, nothing may be done that lanes
 * without a turn would do as well. */
static void turns_of_lanes_that_part_only_compute(void **state)
{
    static const struct looped of[] = {
        {OF_THREADS, "", UP, 4},
        {OF_THREADS, "red.global.add.f32 [%d1], %f2;\n", UP, 1},
        {THE_SAME, "red.global.add.f32 [%d1], %f2;\n", UP, 4},
        {OF_THREADS, "st.global.f32 [%d1+4096], %f2;\n", UP, 4},
        {OF_THREADS, "st.global.f32 [%d2], %f2;\n", UP, 1},
        /* which clang does not unroll, and NVVM does: 16 where there are */
        {THE_SAME, "bar.sync 0;\n", UP, 8},
        {OF_THREADS, "bar.sync 0;\n", UP, 4},
        {THE_SAME, "membar.gl;\n", UP, 1},
    };
    (void)state;
    expect_turns(of, sizeof of / sizeof *of);
}

/* What nvcc made has been unrolled by NVVM already: no sums in a chain, and a
 * barrier or a pointer changes nothing. */
static void what_nvcc_made_is_taken_as_it_is(void **state)
{
    static const struct looped of[] = {
        {THE_SAME, "bar.sync 0;\n", UP, 4},
        {THE_SAME, "",
         "add.s32 %r2, %r1, 2;\nadd.s32 %r1, %r2, 2;\n"
         "setp.lt.s32 %p1, %r1, %r9;\n",
         1},
        {"add.s64 %d2, %d1, 4096;\n", "ld.global.f32 %f3, [%d1+2];\n",
         "setp.lt.u64 %p1, %d1, %d2;\n", 4},
    };
    (void)state;
    made_by = "// Generated by NVIDIA NVVM Compiler\n";
    expect_turns(of, sizeof of / sizeof *of);
    made_by = "";
}

/* The counter is moved by one sum, and tested behind it, itself. */
static void counters_are_plain(void **state)
{
    static const struct looped of[] = {
        {OF_THREADS, "",
         "add.s32 %r2, %r1, 2;\nadd.s32 %r1, %r2, 2;\n"
         "setp.lt.s32 %p1, %r1, %r9;\n",
         1},
        {THE_SAME, "", "setp.lt.s32 %p1, %r1, %r9;\nadd.s32 %r1, %r1, 4;\n", 1},
        {THE_SAME, "",
         "add.s32 %r1, %r1, 4;\nadd.s32 %r2, %r1, %r9;\n"
         "setp.lt.s32 %p1, %r2, %r9;\n",
         1},
        /* p < end: NVVM leaves it alone, whatever clang has done */
        {"add.s64 %d2, %d1, 4096;\n", "", "setp.lt.u64 %p1, %d1, %d2;\n", 4},
        {"add.s64 %d2, %d1, 4096;\n", "ld.global.f32 %f3, [%d1+2];\n",
         "setp.lt.u64 %p1, %d1, %d2;\n", 1},
    };
    (void)state;
    expect_turns(of, sizeof of / sizeof *of);
}

#define FOUR_OF(what)  what what what what
#define ADDS           "add.f32 %f1, %f1, %f2;\n"
#define LOADS_AND_ADDS "ld.global.f32 %f2, [%d1+4];\n" ADDS

/* Loads count twice. */
static void heavy_loops_are_left_alone(void **state)
{
    static const struct looped of[] = {
        {THE_SAME, FOUR_OF(LOADS_AND_ADDS LOADS_AND_ADDS LOADS_AND_ADDS), UP,
         4},
        {THE_SAME, FOUR_OF(FOUR_OF(LOADS_AND_ADDS)), UP, 1},
        {THE_SAME, FOUR_OF(FOUR_OF(ADDS)), UP, 4},
        {THE_SAME, FOUR_OF(FOUR_OF(ADDS ADDS ADDS)), UP, 1},
    };
    (void)state;
    expect_turns(of, sizeof of / sizeof *of);
}

/* Sixteen turns, which are counted: all of them at once. */
static void a_few_turns_are_straight_code(void **state)
{
    const struct region *region;
    (void)state;
    const char *counted =
        "ld.param.u64 %d1, [k_in];\nmov.u32 %r1, 0;\n"
        "mov.f32 %f1, 0f00000000;\nagain:\nld.global.f32 %f2, [%d1];\n"
        "add.f32 %f1, %f1, %f2;\nadd.s64 %d1, %d1, 4;\n"
        "add.s32 %r1, %r1, 4;\nsetp.ne.s32 %p1, %r1, 64;\n"
        "@%p1 bra again;\nst.global.f32 [%d1], %f1;";
    assert_int_equal(turns_taken(counted, 16, &region), 16);
    assert_int_equal(steps_of(region, STEP_LOAD), 16);
}

/* ---- shared memory ------------------------------------------------------- */

#define FOUR_LOADS(shift)                                                      \
    "ld.param.u64 %d1, [k_in];\nmov.u32 %r1, %tid.x;\nmov.u32 %r9, tile;\n"    \
    "shl.b32 %r2, %r1, " shift ";\nadd.s32 %r3, %r9, %r2;\nbra on;\non:\n"     \
    "ld.shared.f32 %f1, [%r3];\nld.shared.f32 %f2, [%r3+4];\n"                 \
    "ld.shared.f32 %f3, [%r3+8];\nld.shared.f32 %f4, [%r3+12];\n"              \
    "add.f32 %f5, %f1, %f2;\nadd.f32 %f6, %f3, %f4;\n"                         \
    "add.f32 %f7, %f5, %f6;\nst.global.f32 [%d1], %f7;"

static unsigned joined_from(const char *body, uint16_t op)
{
    struct kernel_at_hand k = load(body);
    const struct region *region = from_op(&k, op);
    unsigned count = 0;
    for (uint32_t i = 0; i < region->count; i++)
        count += region->steps[i].joined;
    unload(&k);
    return count;
}

static unsigned joined(const char *body)
{
    return joined_from(body, OP_ld_shared);
}

#define MASKED(index)                                                          \
    "ld.param.u64 %d1, [k_in];\nmov.u32 %r1, %tid.x;\nmov.u32 %r9, tile;\n"    \
    "bra on;\non:\n" index "and.b32 %r3, %r2, 1008;\nadd.s32 %r4, %r9, %r3;\n" \
    "ld.shared.f32 %f1, [%r4];\nld.shared.f32 %f2, [%r4+4];\n"                 \
    "add.f32 %f3, %f1, %f2;\nst.global.f32 [%d1], %f3;"

/* Of "(i + k) % 256" clang makes one index; nvcc masks each. */
static void indices_that_wrap_are_several(void **state)
{
    (void)state;
    assert_int_equal(joined_from(MASKED("shl.b32 %r2, %r1, 4;\n"), OP_shl_32),
                     1);
    assert_int_equal(joined_from(MASKED("add.s32 %r2, %r1, %r1;\n"), OP_add_32),
                     0);
}

/* LDS.128, LDS.64, or none, by what is known of the address. */
static void loads_side_by_side_are_one(void **state)
{
    (void)state;
    assert_int_equal(joined(FOUR_LOADS("4")), 3);
    assert_int_equal(joined(FOUR_LOADS("3")), 2);
    assert_int_equal(joined(FOUR_LOADS("2")), 0);
}

#define STORED_TWICE(between)                                                  \
    "ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\n"                  \
    "mov.u32 %r1, %tid.x;\nmul.wide.u32 %d3, %r1, 4;\n"                        \
    "add.u64 %d2, %d2, %d3;\nbra on;\non:\nld.global.f32 %f1, [%d1];\n"        \
    "st.global.f32 [%d2+4], %f1;\n" between                                    \
    "add.f32 %f3, %f1, %f2;\nst.global.f32 [%d2+4], %f3;"

static unsigned stores_from(const char *body)
{
    struct kernel_at_hand k = load(body);
    unsigned stores = steps_of(from_op(&k, OP_ld_global), STEP_STORE);
    unload(&k);
    return stores;
}

/* One that nobody can have seen is left out. */
static void a_store_before_another_is_left_out(void **state)
{
    (void)state;
    assert_int_equal(stores_from(STORED_TWICE("mov.f32 %f2, %f1;\n")), 1);
    assert_int_equal(stores_from(STORED_TWICE("ld.shared.f32 %f2, [%r1];\n")),
                     1);
    assert_int_equal(stores_from(STORED_TWICE("ld.global.f32 %f2, [%d1];\n")),
                     2);
    assert_int_equal(stores_from(STORED_TWICE("bar.sync 0;\n")), 2);
}

/* ---- short ifs ----------------------------------------------------------- */

#define SHORT_IF                                                               \
    "ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\n"                  \
    "ld.param.u32 %r1, [k_n];\nmov.f32 %f2, 0f00000000;\nbra on;\non:\n"       \
    "ld.global.f32 %f1, [%d1];\nsetp.gt.s32 %p1, %r1, 5;\n@%p1 bra after;\n"   \
    "ld.global.f32 %f2, [%d1+4];\nafter:\n"                                    \
    "ld.global.f32 %f3, [%d1+8];\nadd.f32 %f4, %f1, %f2;\n"                    \
    "add.f32 %f5, %f4, %f3;\nst.global.f32 [%d2], %f5;"

/* What was jumped over is issued, and nobody waits in between. */
static void a_short_if_is_predicated(void **state)
{
    (void)state;
    struct kernel_at_hand k = load(SHORT_IF);
    uint32_t from = find(&k, OP_ld_global, 0), branch = find(&k, OP_bra, from);
    struct tape_run runs[2] = {
        run_of(&k, from, branch + 1),
        run_of(&k, k.code->insns[branch].target, k.code->insn_count - 1)};
    struct region_place at = {0, from};
    const struct region *region = region_next(k.regions, runs, 2, &at);
    assert_int_equal(at.run, 2);
    assert_int_equal(steps_of(region, STEP_LOAD), 3);
    assert_int_equal(steps_of(region, STEP_BRANCH), 0);
    assert_int_equal(loads_ahead(region), 3);
    unload(&k);
}

/* "if (a && b)", and what stands between both conditions. */
#define TWO_CONDITIONS(between)                                                \
    "ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\n"                  \
    "ld.param.u32 %r1, [k_n];\nmov.u32 %r3, %tid.x;\nmov.f32 %f2, "            \
    "0f00000000;\nbra on;\non:\nld.global.f32 %f1, [%d1];\n"                   \
    "setp.gt.s32 %p1, %r3, 5;\n@%p1 bra after;\n" between                      \
    "setp.gt.s32 %p2, %r2, 7;\n@%p2 bra after;\n"                              \
    "ld.global.f32 %f2, [%d1+8];\nafter:\n"                                    \
    "add.f32 %f4, %f1, %f2;\nst.global.f32 [%d2], %f4;"

/* The region of a warp all of whose lanes go straight on. */
static void straight_on(const char *body, unsigned branches, unsigned guarded)
{
    struct kernel_at_hand k = load(body);
    const struct region *region = from_op(&k, OP_ld_global);
    unsigned guards = 0;
    for (uint32_t i = 0; i < region->count; i++)
        guards += region->steps[i].guard != NO_ENTRY;
    assert_int_equal(steps_of(region, STEP_BRANCH), branches);
    assert_int_equal(guards, guarded);
    unload(&k);
}

/* Only the load waits for them; a load in between is not done for nothing. */
static void two_conditions_are_one(void **state)
{
    (void)state;
    straight_on(TWO_CONDITIONS("add.s32 %r2, %r1, 1;\n"), 0, 1);
    struct kernel_at_hand k =
        load(TWO_CONDITIONS("ld.global.u32 %r2, [%d1+4];\n"));
    uint32_t from = find(&k, OP_ld_global, 0), branch = find(&k, OP_bra, from);
    struct tape_run run = run_of(&k, from, k.code->insn_count - 1);
    struct region_place at = {0, from};
    assert_non_null(region_next(k.regions, &run, 1, &at));
    assert_int_equal(at.pc, branch + 1);
    unload(&k);
}

/* "if (a || b)": all lanes that b lets in have come, then those of a. */
static void either_of_two_conditions_is_one_if(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nld.param.u32 %r1, [k_n];\n"
             "mov.u32 %r3, %tid.x;\nmov.u32 %r4, 0;\nbra on;\non:\n"
             "ld.global.u32 %r2, [%d1];\nsetp.gt.s32 %p1, %r2, 5;\n"
             "@%p1 bra in;\nsetp.gt.s32 %p2, %r3, 7;\n@!%p2 bra after;\n"
             "bra.uni in;\nin:\nadd.s32 %r4, %r4, 1;\nafter:\n"
             "ld.global.u32 %r5, [%d1+4];\nxor.b32 %r4, %r4, %r5;\n"
             "st.global.u32 [%d1+64], %r4;");
    uint32_t from = find(&k, OP_ld_global, 0), first = find(&k, OP_bra, from);
    uint32_t second = find(&k, OP_bra, first + 1), in = second + 2;
    uint32_t end = k.code->insn_count - 1;
    struct tape_run ways[][4] = {
        {run_of(&k, from, first + 1), run_of(&k, in, end)},
        {run_of(&k, from, first + 1), run_of(&k, first + 1, second + 1),
         run_of(&k, in, in + 1), run_of(&k, in + 1, end)},
        {run_of(&k, from, first + 1), run_of(&k, first + 1, in + 1),
         run_of(&k, in, in + 1), run_of(&k, in + 1, end)}};
    uint32_t counts[] = {2, 4, 4};
    for (unsigned i = 0; i < 3; i++) {
        struct region_place at = {0, from};
        const struct region *region =
            region_next(k.regions, ways[i], counts[i], &at);
        assert_int_equal(at.run, counts[i]);
        assert_int_equal(steps_of(region, STEP_BRANCH), 0);
        assert_int_equal(loads_ahead(region), 2);
        assert_int_equal(region_issues(region), 8);
    }
    unload(&k);
}

/* ---- lanes that part ----------------------------------------------------- */

#define NINE_ADDS                                                              \
    "add.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, "       \
    "%f1;\nadd.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\nadd.f32 %f1, "      \
    "%f1, %f1;\nadd.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\nadd.f32 "      \
    "%f1, %f1, %f1;\n"
#define LONG_IF(what)                                                          \
    "ld.param.u64 %d1, [k_in];\nld.global.f32 %f1, [%d1];\n"                   \
    "mov.u32 %r1, " what                                                       \
    ";\nsetp.gt.s32 %p1, %r1, 5;\n@%p1 bra after;\n" NINE_ADDS                 \
    "after:\nst.global.f32 [%d1], %f1;"

#define IF_AND_BEHIND(inside, behind)                                          \
    "ld.param.u64 %d1, [k_in];\nld.global.f32 %f1, [%d1];\n"                   \
    "setp.gt.f32 %p1, %f1, 0f00000000;\n@%p1 bra after;\n" inside              \
    "after:\n" behind "add.f32 %f1, %f1, %f2;\nst.global.f32 [%d1], %f1;"

#define LOAD_MORE "ld.global.f32 %f2, [%d1+8];\n"

/* Is the if behind the first load a branch? */
static bool jumps(const char *body)
{
    struct kernel_at_hand k = load(body);
    struct tape_run run =
        run_of(&k, find(&k, OP_ld_global, 0), k.code->insn_count - 1);
    struct region_place at = {0, run.from};
    const struct region *region = region_next(k.regions, &run, 1, &at);
    assert_non_null(region);
    bool jumps = steps_of(region, STEP_BRANCH);
    unload(&k);
    return jumps;
}

#define BESIDE(r, by, f)                                                       \
    "add.s32 " r ", %r2, " by ";\nld.shared.f32 " f ", [" r "];\n"

/* Nine instructions are predicated where a load can go ahead then, one of the
 * if or behind it; an atomic never is, and what is last ends lanes.  What is
 * only added to an address is none. */
static void longer_ifs_are_predicated_for_loads(void **state)
{
    (void)state;
    assert_true(jumps(IF_AND_BEHIND(NINE_ADDS, "")));
    assert_false(jumps(IF_AND_BEHIND(NINE_ADDS, LOAD_MORE)));
    assert_false(jumps(IF_AND_BEHIND(NINE_ADDS LOAD_MORE, "")));
    assert_true(jumps(IF_AND_BEHIND(NINE_ADDS NINE_ADDS NINE_ADDS, LOAD_MORE)));
    assert_false(
        jumps(IF_AND_BEHIND(NINE_ADDS NINE_ADDS BESIDE("%r21", "-4", "%f21")
                                BESIDE("%r22", "-8", "%f22"),
                            LOAD_MORE)));
    assert_true(jumps(IF_AND_BEHIND("red.global.add.f32 [%d1], %f1;\n", "")));
    assert_true(jumps("ld.param.u64 %d1, [k_in];\nld.global.f32 %f1, [%d1];\n"
                      "setp.gt.f32 %p1, %f1, 0f00000000;\n@%p1 bra after;\n"
                      "st.global.f32 [%d1], %f1;\nafter:\n"));
}

static bool meets_behind(const char *body)
{
    struct kernel_at_hand k = load(body);
    uint32_t branch = find(&k, OP_bra, 0), to = k.code->insns[branch].target;
    struct tape_run run = run_of(&k, to, k.code->insn_count - 1);
    struct region_place at = {0, to};
    const struct region *region = region_next(k.regions, &run, 1, &at);
    assert_non_null(region);
    bool meets = region->meets;
    unload(&k);
    return meets;
}

/* BSYNC stands only where a condition may differ between lanes. */
static void lanes_that_may_part_meet(void **state)
{
    (void)state;
    assert_true(meets_behind(LONG_IF("%tid.x")));
    assert_false(meets_behind(LONG_IF("%ctaid.x")));
}

/* "x = a ? in[0] : in[1]" with lanes on both sides, on one, or on the other:
 * both loads are issued, each once. */
static void both_sides_of_an_else_are_predicated(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nld.param.u64 %d2, [k_out];\n"
             "mov.u32 %r1, %tid.x;\nsetp.gt.s32 %p1, %r1, 5;\nbra on;\non:\n"
             "@%p1 bra else;\nld.global.f32 %f1, [%d1];\nbra after;\nelse:\n"
             "ld.global.f32 %f1, [%d1+8];\nafter:\nst.global.f32 [%d2], %f1;");
    uint32_t first = find(&k, OP_ld_global, 0), other = first + 2;
    uint32_t end = k.code->insn_count - 1;
    struct tape_run ways[][4] = {
        {run_of(&k, first - 1, first), run_of(&k, first, other),
         run_of(&k, other, other + 1), run_of(&k, other + 1, end)},
        {run_of(&k, first - 1, first), run_of(&k, other, end)},
        {run_of(&k, first - 1, other), run_of(&k, other + 1, end)}};
    uint32_t counts[] = {4, 2, 2};
    for (unsigned i = 0; i < 3; i++) {
        struct region_place at = {0, first - 1};
        const struct region *region =
            region_next(k.regions, ways[i], counts[i], &at);
        assert_int_equal(at.run, counts[i]);
        assert_int_equal(steps_of(region, STEP_BRANCH), 0);
        assert_int_equal(steps_of(region, STEP_LOAD), 2);
    }
    unload(&k);
}

/* "if (a) ...; else if (b) ...": lanes of b, then those of a, then all. */
static void else_if_is_predicated(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nld.param.u32 %r2, [k_n];\n"
             "mov.u32 %r1, %tid.x;\nsetp.gt.s32 %p1, %r1, 5;\nbra on;\non:\n"
             "@%p1 bra else;\nsetp.gt.s32 %p2, %r1, %r2;\n@%p2 bra after;\n"
             "ld.global.f32 %f1, [%d1];\nst.shared.f32 [tile], %f1;\n"
             "bra after;\nelse:\nld.global.f32 %f2, [%d1+8];\n"
             "st.shared.f32 [tile+4], %f2;\nafter:\nbar.sync 0;");
    uint32_t first = find(&k, OP_setp_gt_s32, 0), at = first + 2;
    uint32_t end = k.code->insn_count - 1;
    struct tape_run ways[][5] = {
        {run_of(&k, at, at + 1), run_of(&k, at + 1, at + 3),
         run_of(&k, at + 3, at + 6), run_of(&k, at + 6, at + 8),
         run_of(&k, at + 8, end)},
        {run_of(&k, at, at + 3), run_of(&k, at + 8, end)}};
    uint32_t counts[] = {5, 2};
    for (unsigned i = 0; i < 2; i++) {
        struct region_place place = {0, at};
        const struct region *region =
            region_next(k.regions, ways[i], counts[i], &place);
        assert_int_equal(place.run, counts[i]);
        assert_int_equal(steps_of(region, STEP_BRANCH), 0);
        assert_int_equal(steps_of(region, STEP_LOAD), 2);
        assert_int_equal(loads_ahead(region), 2);
    }
    unload(&k);
}

#define WAY_OUT(number)                                                        \
    "ld.global.f32 %f" number ", [%d1+" number                                 \
    "];\nadd.f32 %f1, %f1, %f" number ";\nadd.s32 %r3, %r2, " number           \
    ";\nsetp.eq.s32 %p1, %r3, %r1;\n"                                          \
    "@%p1 bra out;\n"

/* Four turns of "j < 16 && start + j < n" are one piece, though clang made a
 * branch behind each of 16: loads of all four are under way. */
static void ways_out_of_what_was_a_loop_are_counted(void **state)
{
    (void)state;
    struct kernel_at_hand k = load(
        "ld.param.u64 %d1, [k_in];\nld.param.u32 %r1, [k_n];\nmov.u32 %r2, "
        "%ctaid.x;\nmov.f32 %f1, 0f00000000;\nbra on;\non:\n" WAY_OUT("4")
            WAY_OUT("8") WAY_OUT("12") WAY_OUT("16") WAY_OUT("20")
                WAY_OUT("24") "out:\nst.global.f32 [%d1], %f1;");
    uint32_t from = find(&k, OP_ld_global, 0), branch = from;
    for (unsigned i = 0; i < 6; i++)
        branch = find(&k, OP_bra, branch + 1);
    struct tape_run run = run_of(&k, from, branch + 1);
    struct region_place at = {0, from};
    assert_non_null(region_next(k.regions, &run, 1, &at)); /* the first */
    const struct region *region = region_next(k.regions, &run, 1, &at);
    assert_int_equal(loads_ahead(region), 4);
    unload(&k);
}

#define FILL(p, number)                                                        \
    "setp.gt.s32 " p ", %r2, " number ";\nmov.f32 %f2, %f1;\n@" p              \
    " bra o" number ";\nld.global.f32 %f2, [%d1+" number "];\no" number ":\n"  \
    "st.shared.f32 [tile+" number "], %f2;\n"
#define FILLS(more)                                                            \
    "ld.param.u64 %d1, [k_in];\nmov.u32 %r2, %tid.x;\nmov.f32 %f1, "           \
    "0f00000000;\nbra on;\non:\nmov.u32 %r3, %tid.y;\n" FILL("%p1", "4")       \
        FILL("%p2", "8") FILL("%p3", "12") FILL("%p4", "16") more

/* Global loads in front of the first store. */
static unsigned loads_in_front(const char *body)
{
    struct kernel_at_hand k = load(body);
    const struct region *region = from_op(&k, OP_setp_gt_s32);
    unsigned loads = 0;
    for (uint32_t i = 0; region->steps[i].kind != STEP_STORE; i++)
        loads += region->steps[i].kind == STEP_LOAD;
    unload(&k);
    return loads;
}

/* LDG LDG STS LDG STS LDG STS STS; in front of a barrier all loads first. */
static void loads_of_other_conditions_go_ahead_by_one_if(void **state)
{
    (void)state;
    assert_int_equal(loads_in_front(FILLS("")), 2);
    assert_int_equal(loads_in_front(FILLS("bar.sync 0;\n")), 4);
}

/* With an index for each: LDC in front of each IMAD.WIDE, and all go ahead. */
#define FETCH(p, number)                                                       \
    "setp.gt.s32 " p ", %r2, " number ";\nmov.f32 %f2, %f1;\n@" p              \
    " bra o" number ";\nxor.b32 %r4, %r2, " number ";\n"                       \
    "mul.wide.s32 %d3, %r4, 4;\nadd.s64 %d4, %d1, %d3;\n"                      \
    "ld.global.f32 %f2, [%d4];\no" number ":\n"                                \
    "st.shared.f32 [tile+" number "], %f2;\n"
#define FETCHES                                                                \
    "ld.param.u64 %d1, [k_in];\nmov.u32 %r2, %tid.x;\nmov.f32 %f1, "           \
    "0f00000000;\nbra on;\non:\nmov.u32 %r3, %tid.y;\n" FETCH("%p1", "4")      \
        FETCH("%p2", "8") FETCH("%p3", "12") FETCH("%p4", "16")

static void arrays_are_fetched_again_in_each_if(void **state)
{
    (void)state;
    struct kernel_at_hand k = load(FETCHES);
    const struct region *region = from_op(&k, OP_setp_gt_s32);
    assert_int_equal(issues_in(region, PIPE_CONSTANT), 4);
    unload(&k);
    assert_int_equal(loads_in_front(FETCHES), 4);
    /* Whether the parameter has been read before or not. */
    k = load("mov.u32 %r2, %tid.x;\nmov.f32 %f1, 0f00000000;\nbra on;\non:\n"
             "ld.param.u64 %d1, [k_in];\n" FETCH("%p1", "4"));
    region = from_op(&k, OP_ld_param);
    assert_int_equal(issues_in(region, PIPE_CONSTANT), 1);
    unload(&k);
}

/* LDC where a condition says whether, an operand where none does. */
static void constants_under_a_condition_are_loaded(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("mov.u32 %r2, %tid.x;\nbra on;\non:\nmov.u32 %r3, %tid.y;\n"
             "setp.gt.s32 %p1, %r2, 4;\n@%p1 bra over;\n"
             "ld.const.f32 %f2, [fixed];\nst.shared.f32 [tile], %f2;\nover:\n"
             "ld.const.f32 %f3, [fixed+4];\nst.shared.f32 [tile+4], %f3;");
    assert_int_equal(issues_in(from_op(&k, OP_setp_gt_s32), PIPE_CONSTANT), 1);
    unload(&k);
}

/* ptxas has seven conditions, and what five of them guard, in front of the
 * first sum. */
static void seven_conditions_are_known_at_once(void **state)
{
    char body[2048];
    size_t n = (size_t)snprintf(
        body, sizeof body,
        "ld.param.u64 %%d1, [k_in];\nmov.u32 %%r2, %%tid.x;\n"
        "mov.f32 %%f1, 0f00000000;\nbra on;\non:\nmov.u32 %%r3, %%tid.y;\n");
    (void)state;
    for (unsigned k = 4; k <= 48; k += 4)
        n += (size_t)snprintf(body + n, sizeof body - n,
                              "setp.gt.s32 %%p1, %%r2, %u;\n@%%p1 bra o%u;\n"
                              "ld.global.f32 %%f2, [%%d1+%u];\n"
                              "add.f32 %%f1, %%f1, %%f2;\no%u:\n",
                              k, k, k, k);
    snprintf(body + n, sizeof body - n, "st.global.f32 [%%d1], %%f1;");
    struct kernel_at_hand k = load(body);
    assert_int_equal(loads_ahead(from_op(&k, OP_setp_gt_s32)), 7);
    unload(&k);
}

#define IF(p, number)                                                          \
    "@%" p " bra over" number ";\nld.global.f32 %f" number ", [%d4+" number    \
    "];\nadd.f32 %f1, %f1, %f" number ";\nover" number ":\n"
#define IFS_OF(address, more)                                                  \
    "ld.param.u64 %d1, [k_in];\nld.param.u64 %d4, [k_in];\n"                   \
    "ld.param.u32 %r1, [k_n];\nsetp.gt.s32 %p2, %r1, 7;\n"                     \
    "mov.f32 %f1, 0f00000000;\nagain:\n" address IF("p2", "4") IF("p2", "8")   \
        more                                                                   \
        "add.s32 %r1, %r1, -4;\n"                                              \
        "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra again;\nst.global.f32 [%d1], %f1;"
#define IFS(more)                                                              \
    IFS_OF("mul.wide.s32 %d3, %r1, 4;\nadd.s64 %d4, %d1, %d3;\n", more)

/* Loads of a turn that are under way together. */
static unsigned loads_of_ifs(const char *body)
{
    struct kernel_at_hand k = load(body);
    uint32_t first = find(&k, OP_ld_global, 0);
    struct tape_run run = run_of(&k, first - 1, k.code->insn_count - 1);
    struct region_place at = {0, run.from};
    const struct region *region = region_next(k.regions, &run, 1, &at);
    assert_non_null(region);
    unsigned loads = loads_ahead(region);
    unload(&k);
    return loads;
}

/* BRA LDG LDG FADD FADD, BRA LDG FADD BRA LDG FADD; but not where a pointer
 * walks. */
static void of_the_same_ifs_two_are_one(void **state)
{
    (void)state;
    assert_int_equal(loads_of_ifs(IFS(IF("p2", "12") IF("p2", "16"))), 2);
    assert_int_equal(loads_of_ifs(IFS("")), 2);
    assert_int_equal(loads_of_ifs(IFS("setp.gt.s32 %p3, %r1, 9;\n" IF(
                         "p3", "12") IF("p3", "16"))),
                     4);
    assert_int_equal(
        loads_of_ifs(IFS_OF("", IF("p2", "12")
                                    IF("p2", "16") "add.s64 %d4, %d4, 16;\n")),
        4);
}

#define COPIES(change)                                                         \
    "ld.param.u64 %d1, [k_in];\nld.param.u32 %r1, [k_n];\n"                    \
    "setp.gt.s32 %p2, %r1, 7;\nagain:\n" change "@%p2 bra over;\n"             \
    "ld.global.f32 %f1, [%d1];\nst.global.f32 [%d1+4096], %f1;\nover:\n"       \
    "add.s64 %d1, %d1, 16;\nadd.s32 %r1, %r1, -4;\n"                           \
    "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra again;\nst.global.f32 [%d1], %f1;"

/* Machine instructions of what comes first of many turns. */
static unsigned issues_of_turns(const char *body)
{
    struct kernel_at_hand k = load(body);
    uint32_t first = find(&k, OP_setp_gt_s32, 0) + 1, last = first;
    struct tape_run runs[16];
    while (k.code->insns[last].op != OP_bra ||
           k.code->insns[last].target > first)
        last++;
    for (unsigned i = 0; i < 16; i++)
        runs[i] = run_of(&k, first, last + 1);
    struct region_place at = {0, first};
    unsigned issues = region_issues(region_next(k.regions, runs, 16, &at));
    unload(&k);
    return issues;
}

/* ptxas unrolls where the condition is another one each time. */
static void stores_under_the_same_condition_are_not_unrolled(void **state)
{
    (void)state;
    unsigned same = issues_of_turns(COPIES(""));
    unsigned other = issues_of_turns(COPIES("setp.gt.s32 %p2, %r1, 9;\n"));
    assert_in_range(same, 5, 8);
    assert_in_range(other, 2 * same, 5 * same);
}

/* As clang writes it where blocks stand as in the source. */
static void jumps_to_the_next_instruction_part_nothing(void **state)
{
    (void)state;
    struct kernel_at_hand k =
        load("ld.param.u64 %d1, [k_in];\nld.param.u32 %r1, [k_n];\n"
             "mov.f32 %f2, 0f00000000;\nbra on;\non:\n"
             "ld.global.f32 %f1, [%d1];\nsetp.gt.s32 %p1, %r1, 5;\n"
             "@%p1 bra in;\nbra.uni after;\nin:\nld.global.f32 %f2, [%d1+4];\n"
             "after:\nld.global.f32 %f3, [%d1+8];\nadd.f32 %f4, %f1, %f2;\n"
             "add.f32 %f5, %f4, %f3;\nst.global.f32 [%d1+64], %f5;");
    uint32_t from = find(&k, OP_ld_global, 0), branch = find(&k, OP_bra, from);
    uint32_t after = k.code->insns[branch + 1].target;
    for (unsigned way = 0; way < 2; way++) {
        struct tape_run runs[2] = {
            run_of(&k, from, branch + 1 + way),
            run_of(&k, way ? after : branch + 2, k.code->insn_count - 1)};
        struct region_place at = {0, from};
        const struct region *region = region_next(k.regions, runs, 2, &at);
        assert_int_equal(at.run, 2);
        assert_int_equal(steps_of(region, STEP_LOAD), 3);
        assert_int_equal(loads_ahead(region), 3);
    }
    unload(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_one_multiplication),
        cmocka_unit_test(wide_products_go_through_their_pipe_twice),
        cmocka_unit_test(doubles_are_compared_where_they_are_added),
        cmocka_unit_test(sums_of_addresses_cost_nothing),
        cmocka_unit_test(what_a_function_returns_is_needed),
        cmocka_unit_test(conditions_that_stay_are_needed),
        cmocka_unit_test(what_nobody_needs_is_not_there),
        cmocka_unit_test(halves_put_together_again_cost_nothing),
        cmocka_unit_test(some_conversions_are_sums),
        cmocka_unit_test(a_division_is_many),
        cmocka_unit_test(powers_of_the_same_take_no_logarithm),
        cmocka_unit_test(loads_move_up_as_far_as_memory_lets_them),
        cmocka_unit_test(loads_begin_no_earlier_than_they_have_to),
        cmocka_unit_test(loads_stay_behind_what_may_take_a_slow_way),
        cmocka_unit_test(few_registers_are_few_loads_ahead),
        cmocka_unit_test(addresses_do_not_take_the_registers_of_loads),
        cmocka_unit_test(addresses_of_later_loads_take_none_either),
        cmocka_unit_test(fours_are_two_ahead_where_four_do_not_fit),
        cmocka_unit_test(many_in_use_have_more_registers),
        cmocka_unit_test(loads_of_one_instruction_share_a_count),
        cmocka_unit_test(wide_numbers_have_pairs_but_for_zeros),
        cmocka_unit_test(offsets_have_no_registers),
        cmocka_unit_test(lanes_that_part_share_no_registers),
        cmocka_unit_test(an_asynchronous_copy_is_one_instruction),
        cmocka_unit_test(loops_that_count_are_unrolled),
        cmocka_unit_test(other_loops_are_not),
        cmocka_unit_test(the_last_turns_are_fewer),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(what_may_be_a_call_is_not_unrolled_by_ptxas),
        cmocka_unit_test(a_few_turns_are_straight_code),
        cmocka_unit_test(the_step_of_the_source_may_be_more_than_one),
        cmocka_unit_test(blocks_of_a_loop_stand_together),
        cmocka_unit_test(turns_of_lanes_that_part_only_compute),
        cmocka_unit_test(what_nvcc_made_is_taken_as_it_is),
        cmocka_unit_test(counters_are_plain),
        cmocka_unit_test(heavy_loops_are_left_alone),
        cmocka_unit_test(loads_side_by_side_are_one),
        cmocka_unit_test(indices_that_wrap_are_several),
        cmocka_unit_test(jumps_to_the_next_instruction_part_nothing),
        cmocka_unit_test(a_store_before_another_is_left_out),
        cmocka_unit_test(a_short_if_is_predicated),
        cmocka_unit_test(two_conditions_are_one),
        cmocka_unit_test(stores_under_the_same_condition_are_not_unrolled),
        cmocka_unit_test(either_of_two_conditions_is_one_if),
        cmocka_unit_test(longer_ifs_are_predicated_for_loads),
        cmocka_unit_test(both_sides_of_an_else_are_predicated),
        cmocka_unit_test(else_if_is_predicated),
        cmocka_unit_test(lanes_that_may_part_meet),
        cmocka_unit_test(ways_out_of_what_was_a_loop_are_counted),
        cmocka_unit_test(loads_of_other_conditions_go_ahead_by_one_if),
        cmocka_unit_test(arrays_are_fetched_again_in_each_if),
        cmocka_unit_test(constants_under_a_condition_are_loaded),
        cmocka_unit_test(seven_conditions_are_known_at_once),
        cmocka_unit_test(of_the_same_ifs_two_are_one),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("region", tests, NULL, NULL);
}
