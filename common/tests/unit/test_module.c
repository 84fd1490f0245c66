/*
 * test_module.c - modules in memory: what is refused and said, and the inputs
 * that once broke something (common/tests/fuzz/corpus/module), loaded and
 * launched.
 */
#include "ptx_harness.h"
#include "../fuzz/run_kernels.h"
#include "corpus.h"

#include "code/resolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER ".version 8.4\n.target sm_90\n.address_size 64\n"

/* ---- variables ---------------------------------------------------------- */

static struct module *loaded(const char *text)
{
    struct ptx_error error;
    struct module *module = module_load(text, &error);
    if (!module)
        fail_msg("line %u: %s", error.line, error.message);
    return module;
}

static void variables_hold_their_initialisers(void **state)
{
    struct module *module =
        loaded(HEADER ".global .align 4 .u32 a[4] = {1, 2};\n"
                      ".const .align 8 .f64 pi = 0d400921FB54442D18;\n"
                      ".global .align 8 .u64 p[2] = {a, a+8};\n"
                      ".func f()\n{\nret;\n}\n"
                      ".global .align 8 .u64 g = f;\n");
    uint64_t address, size, bad, pointers[2];
    uint32_t words[4];
    double pi;
    (void)state;
    assert_true(module_symbol(module, "a", &address, &size));
    assert_int_equal(size, 16);
    assert_true(memory_read(words, address, 16, &bad));
    assert_int_equal(words[0] + 10 * words[1] + words[2] + words[3], 21);
    uint64_t a = address;
    assert_true(module_symbol(module, "pi", &address, &size));
    assert_true(memory_read(&pi, address, 8, &bad));
    assert_true(pi > 3.14159 && pi < 3.1416);
    assert_true(module_symbol(module, "p", &address, &size));
    assert_true(memory_read(pointers, address, 16, &bad));
    assert_int_equal(pointers[0], a);
    assert_int_equal(pointers[1], a + 8);
    assert_true(module_symbol(module, "g", &address, &size));
    assert_true(memory_read(pointers, address, 8, &bad));
    assert_true(pointers[0] - FUNCTION_WINDOW < 16);
    assert_false(module_symbol(module, "b", &address, &size));
    module_unload(module);
    /* What is near an unloaded variable must not be described by its name. */
    assert_null(memory_nearest(a)->name);
}

static void kernels_are_described(void **state)
{
    struct module *module =
        loaded(HEADER ".entry k(.param .u8 a, .param .u64 b, .param .align 16 "
                      ".b8 s[20])\n.maxntid 256, 1, 1\n{\n"
                      ".shared .align 4 .b8 tile[100];\n"
                      ".local .align 8 .b8 own[24];\nret;\n}\n");
    const struct kernel *k = module_kernel(module, "k");
    (void)state;
    assert_non_null(k->program);
    assert_int_equal(k->param_count, 3);
    assert_int_equal(k->params[1].offset, 8);
    assert_int_equal(k->params[2].offset, 16);
    assert_int_equal(k->params[2].size, 20);
    assert_int_equal(k->param_bytes, 40);
    assert_int_equal(k->max_threads, 256);
    assert_int_equal(k->static_shared, 100);
    assert_int_equal(k->local_bytes, 24);
    assert_null(module_kernel(module, "l"));
    module_unload(module);
    /* As much as CUDA 12.1 and later take. */
    module =
        loaded(HEADER ".entry k(.param .align 4 .b8 s[32764])\n{\nret;\n}\n");
    assert_int_equal(module_kernel(module, "k")->params[0].size, 32764);
    module_unload(module);
}

/* ---- several files ------------------------------------------------------ */

static void files_are_linked(void **state)
{
    int out[32];
    struct ptx_run run = {
        .before = HEADER
        ".global .align 4 .u32 own = 1;\n.extern .const .u32 factor;\n"
        ".extern .func (.param .u32 r) times(.param .u32 a);\n"
        ".func (.param .u32 r) step(.param .u32 a)\n{\n.reg .u32 %r<3>;\n"
        "ld.param.u32 %r0, [a];\nld.global.u32 %r1, [own];\n"
        "add.u32 %r0, %r0, %r1;\nst.param.u32 [r], %r0;\nret;\n}\n"
        ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
        ".reg .u32 %r<4>;\n.reg .u64 %d<3>;\n.param .u32 a, b;\n"
        "mov.u32 %r0, %tid.x;\nst.param.u32 [a], %r0;\n"
        "call (b), times, (a);\nld.param.u32 %r1, [b];\n"
        "st.param.u32 [a], %r1;\ncall (b), step, (a);\n"
        "ld.param.u32 %r1, [b];\nld.const.u32 %r2, [factor];\n"
        "add.u32 %r1, %r1, %r2;\nld.param.u64 %d0, [out];\n"
        "mad.wide.u32 %d1, %r0, 4, %d0;\nst.global.u32 [%d1], %r1;\n"
        "ret;\n}\n" HEADER ".global .align 4 .u32 own = 100;\n"
        ".visible .const .u32 factor = 10;\n"
        ".func (.param .u32 r) step(.param .u32 a)\n{\n.reg .u32 %r<3>;\n"
        "ld.param.u32 %r0, [a];\nld.global.u32 %r1, [own];\n"
        "add.u32 %r0, %r0, %r1;\nst.param.u32 [r], %r0;\nret;\n}\n"
        ".visible .func (.param .u32 r) times(.param .u32 a)\n{\n"
        ".reg .u32 %r<3>;\n.param .u32 b, c;\nld.param.u32 %r0, [a];\n"
        "ld.const.u32 %r1, [factor];\nmul.lo.u32 %r0, %r0, %r1;\n"
        "st.param.u32 [b], %r0;\ncall (c), step, (b);\n"
        "ld.param.u32 %r0, [c];\nst.param.u32 [r], %r0;\nret;\n}\n",
        .out = out,
        .out_bytes = sizeof out};
    (void)state;
    ptx_run(&run);
    for (int i = 0; i < 32; i++)
        assert_int_equal(out[i], 10 * i + 100 + 1 + 10);
}

/* ---- refusals ----------------------------------------------------------- */

static void wrong_modules_are_refused(void **state)
{
    static const char *const texts[] = {
        HEADER ".global .align 8 .u64 p = nowhere;\n",
        HEADER ".entry k(.param .align 4 .b8 s[32768])\n{\nret;\n}\n",
        HEADER ".global .align 4 .b8 huge[18446744073709551615];\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct ptx_error error;
        assert_null(module_load(texts[i], &error));
        assert_int_not_equal(error.message[0], 0);
    }
}

static void unknown_instructions_are_refused(void **state)
{
    static const char *const bodies[] = {
        "tex.a2d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [%in, {%r4, %r5}];",
        "tex.2d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [%in, {%r4}];",
        "tex.2d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [%in, %in, {%r4, %r5}];",
        "tex.2d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [name, {%r4, %r5}];",
        "tex.grad.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%in, {%r4, %r5}];",
        "tld4.x.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%in, {%r4, %r5}];",
        "suld.p.2d.b32.trap {%r0}, [%in, {%r4, %r5}];",
        "suld.b.2d.v4.b64.trap {%r0, %r1, %r2, %r3}, [%in, {%r4, %r5}];",
        "sust.b.2d.b32 [%in, {%r4, %r5}], {%r0};",
        "sured.b.add.2d.u32.trap [%in, {%r4, %r5}], %r0;",
        "txq.channel_order.b32 %r0, [%in];",
        "frobnicate.u32 %r0, %r1;",
        "add.u32 %r0, %r1;",
        "add.u32 %r0, %r1, %d2;",
        "add.u32 %r0, %r1, %nosuch;",
        "add.u32 1, %r1, %r2;",
        "add.u32 %r0, !%r1, %r2;",
        "round.begin;",
        "mov.pack %d0, %d1;",
        "ld.global.v4.f64 {%d0, %d1, %d2, %d3}, [%in];",
        "ld.global.v2.u32 {%r0, %r1, %r2, %r3}, [%in];",
        "ld.global.u32 %h0, [%in];",
        "st.const.u32 [%in], %r0;",
        "bra NOWHERE;",
        "call nowhere;",
        "brx.idx %r0, NOTARGETS;",
        "bar.sync;",
        "@%r0 add.u32 %r1, %r1, 1;",
        "mov.u64 %d0, nothing;",
        "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 %r0, %r1;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (!ptx_refuses(bodies[i]))
            fail_msg("taken: %s", bodies[i]);
}

/* ---- what once broke something ------------------------------------------ */

static void run_all(const char *text, size_t size)
{
    static struct run_memory memory;
    struct ptx_error error;
    struct module *module = module_load(text, &error);
    (void)size;
    if (!memory.buffer)
        memory = run_memory_made();
    run_kernels(module, &memory);
    module_unload(module);
}

static void corpus(void **state)
{
    (void)state;
    corpus_each("module", 10, run_all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_hold_their_initialisers),
        cmocka_unit_test(kernels_are_described),
        cmocka_unit_test(files_are_linked),
        cmocka_unit_test(wrong_modules_are_refused),
        cmocka_unit_test(unknown_instructions_are_refused),
        cmocka_unit_test(corpus),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
