/*
 * test_indices.c - products of ints that become addresses: which are remarked?
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "code/indices.h"
#include "code/module.h"

static const char head[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry k(.param .u64 A, .param .u32 rows, .param .u32 cols)\n"
    "{\n.reg .b32 %r<40>;\n.reg .b64 %d<20>;\n.reg .f32 %f<4>;\n"
    ".reg .pred %p<4>;\n"
    "ld.param.u64 %d1, [A];\nld.param.u32 %r1, [rows];\n"
    "ld.param.u32 %r2, [cols];\nmov.u32 %r3, %tid.x;\n"
    "mov.u32 %r4, %ctaid.x;\n"
    "mov.u32 %r5, %ntid.x;\nmad.lo.s32 %r6, %r4, %r5, %r3;\n";
/* From %r10 to a load. */
#define LOAD                                                                   \
    "mul.wide.s32 %d2, %r10, 4;\nadd.s64 %d3, %d1, %d2;\n"                     \
    "ld.global.f32 %f1, [%d3];\nst.global.f32 [%d1], %f1;\nret;\n}\n"

static uint32_t products(const char *body, const char *rest)
{
    char text[4096];
    struct ptx_error error;
    struct module *module;
    const struct kernel *kernel;
    struct code *code;
    uint32_t count;
    snprintf(text, sizeof text, "%s%s%s", head, body, rest);
    module = module_load(text, &error);
    if (!module)
        fail_msg("%s: %s", body, error.message);
    kernel = module_kernel(module, "k");
    assert_non_null(kernel);
    assert_non_null(kernel->program);
    code = kernel->program->functions[kernel->program->entry];
    assert_true(indices_find(code));
    count = code->product_count;
    module_unload(module);
    return count;
}

static void products_with_sizes_are_remarked(void **state)
{
    (void)state;
    assert_int_equal(products("mul.lo.s32 %r10, %r6, %r2;\n", LOAD), 1);
    assert_int_equal(products("mad.lo.s32 %r10, %r3, %r2, %r6;\n", LOAD), 1);
    assert_int_equal(products("mul.lo.s32 %r10, %r1, %r2;\n", LOAD), 1);
    assert_int_equal(products("mul.lo.s32 %r7, %r6, %r2;\n"
                              "add.s32 %r10, %r7, %r3;\n",
                              LOAD),
                     1);
    assert_int_equal(products("add.s32 %r7, %r2, -1;\nshl.b32 %r8, %r7, 1;\n"
                              "mul.lo.s32 %r10, %r4, %r8;\n",
                              LOAD),
                     1);
}

/* i runs from 0, by a constant: k * cols. */
static void a_loop_s_number_is_a_variable(void **state)
{
    (void)state;
    assert_int_equal(products("mov.u32 %r7, 0;\nagain:\nadd.s32 %r7, %r7, 1;\n"
                              "setp.lt.s32 %p1, %r7, %r1;\n@%p1 bra again;\n"
                              "mad.lo.s32 %r10, %r7, %r2, %r6;\n",
                              LOAD),
                     1);
}

static void what_fits_is_not_remarked(void **state)
{
    (void)state;
    /* numbers of threads and blocks; a constant */
    assert_int_equal(products("mul.lo.s32 %r10, %r4, %r5;\n", LOAD), 0);
    assert_int_equal(products("mov.u32 %r10, %r6;\n", LOAD), 0);
    assert_int_equal(products("mul.lo.s32 %r10, %r2, 3;\n", LOAD), 0);
    /* kept small by a mask, a minimum, a remainder; parts of a whole */
    assert_int_equal(products("and.b32 %r7, %r2, 31;\n"
                              "mul.lo.s32 %r10, %r6, %r7;\n",
                              LOAD),
                     0);
    assert_int_equal(products("min.s32 %r7, %r2, 256;\n"
                              "mul.lo.s32 %r10, %r6, %r7;\n",
                              LOAD),
                     0);
    assert_int_equal(products("rem.s32 %r7, %r2, 32;\n"
                              "mul.lo.s32 %r10, %r6, %r7;\n",
                              LOAD),
                     0);
    assert_int_equal(products("div.s32 %r7, %r2, %r5;\n"
                              "mul.lo.s32 %r10, %r3, %r7;\n",
                              LOAD),
                     0);
}

/* In 64 bits; or no index at all. */
static void other_products_are_not_remarked(void **state)
{
    (void)state;
    assert_int_equal(products("mul.wide.s32 %d4, %r6, %r2;\n"
                              "shl.b64 %d5, %d4, 2;\nadd.s64 %d6, %d1, %d5;\n"
                              "ld.global.f32 %f2, [%d6];\n"
                              "mov.u32 %r10, %r3;\n",
                              LOAD),
                     0);
    assert_int_equal(products("cvt.s64.s32 %d4, %r2;\ncvt.u64.u32 %d5, %r6;\n"
                              "mad.lo.s64 %d6, %d4, %d5, %d1;\n"
                              "ld.global.f32 %f2, [%d6];\n"
                              "mov.u32 %r10, %r3;\n",
                              LOAD),
                     0);
    assert_int_equal(products("mul.lo.s32 %r7, %r1, %r2;\n"
                              "setp.lt.s32 %p1, %r6, %r7;\n@!%p1 ret;\n"
                              "mov.u32 %r10, %r3;\n",
                              LOAD),
                     0);
    /* stored, and not where it is stored */
    assert_int_equal(products("mul.lo.s32 %r7, %r1, %r2;\n"
                              "st.global.u32 [%d1], %r7;\n"
                              "mov.u32 %r10, %r3;\n",
                              LOAD),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_with_sizes_are_remarked),
        cmocka_unit_test(a_loop_s_number_is_a_variable),
        cmocka_unit_test(what_fits_is_not_remarked),
        cmocka_unit_test(other_products_are_not_remarked),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
