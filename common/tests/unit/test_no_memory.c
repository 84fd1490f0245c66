/*
 * test_no_memory.c - a host without memory: a kernel is refused or its launch
 * ends, with LAUNCH_NO_MEMORY, and soon.
 *
 * Idea: a kernel is loaded and launched again and again; each time another one
 * of all its allocations fails, first that one alone, then all behind it too.
 */
#include "base/arena.h"
#include "machine/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- allocations that fail (the linker's --wrap) ------------------------ */

static _Atomic unsigned long asked; /* since the last reset */
static unsigned long fails = ~0ul;  /* the number of the first that fails */
static bool fails_on;               /* those behind it as well */

static bool refused(void)
{
    unsigned long number = asked++;
    return fails_on ? number >= fails : number == fails;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void *__real_arena_alloc(struct arena *arena, size_t size);
void *__real_arena_grow(struct arena *arena, void *array, size_t count,
                        size_t *room, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
void *__wrap_arena_alloc(struct arena *arena, size_t size);
void *__wrap_arena_grow(struct arena *arena, void *array, size_t count,
                        size_t *room, size_t size);

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return refused() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return refused() ? NULL : __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return refused() ? NULL : __real_aligned_alloc(align, size);
}

void *__wrap_arena_alloc(struct arena *arena, size_t size)
{
    return refused() ? NULL : __real_arena_alloc(arena, size);
}

void *__wrap_arena_grow(struct arena *arena, void *array, size_t count,
                        size_t *room, size_t size)
{
    return refused() ? NULL
                     : __real_arena_grow(arena, array, count, room, size);
}

/* ---- kernels ------------------------------------------------------------ */

#define HEAD ".version 8.4\n.target sm_90\n.address_size 64\n"
#define KERNEL(body)                                                           \
    ".visible .entry k()\n{\n.reg .pred %p<9>;\n.reg .b32 %r<9>;\n"            \
    ".reg .b64 %d<9>;\nmov.u32 %r0, %laneid;\n"                                \
    "setp.lt.u32 %p0, %r0, 16;\nand.b32 %r1, %r0, 1;\n" body "ret;\n}\n"

/* What the lanes of a warp part at, each alone: the first parting of a launch
 * is the one that needs memory. */
static const char *const partings[] = {
    KERNEL("@%p0 bra A;\nadd.u32 %r2, %r2, 1;\nbra B;\n"
           "A:\nadd.u32 %r2, %r2, 2;\nB:\nadd.u32 %r2, %r2, 3;\n"),
    KERNEL("T: .branchtargets A, B;\nbrx.idx %r1, T;\n"
           "A:\nadd.u32 %r2, %r2, 1;\nB:\nadd.u32 %r2, %r2, 3;\n"),
    ".func f()\n{\nret;\n}\n" KERNEL("call f;\n"),
    ".func f()\n{\nret;\n}\n" KERNEL("@%p0 call f;\n"),
    ".func f()\n{\nret;\n}\n.func g()\n{\nret;\n}\n"
    ".global .align 8 .u64 table[2] = {f, g};\n" KERNEL(
        "mov.u64 %d1, table;\nmad.wide.u32 %d1, %r1, 8, %d1;\n"
        "ld.global.u64 %d2, [%d1];\nP: .callprototype _ ();\ncall %d2, P;\n"),
    KERNEL("@%p0 bar.warp.sync 0xffff;\n"),
    /* Two masks, of lanes that come to two places: a group is not complete. */
    KERNEL("setp.eq.u32 %p1, %r1, 0;\nmov.u32 %r2, 0xaaaaaaaa;\n"
           "selp.b32 %r2, 0x55555555, %r2, %p1;\n@%p0 bra A;\n"
           "bar.warp.sync %r2;\nret;\nA:\nbar.warp.sync %r2;\n"),
};

/* What makes a resolver ask for memory, beside its instructions. */
static const char many_things[] =
    ".shared .align 4 .b8 tile[64];\n.extern .shared .align 4 .b8 rest[];\n"
    ".global .align 8 .u64 place[4];\n.const .align 4 .u32 fixed[2] = {1, 2};\n"
    ".func (.param .b32 r) f(.param .b32 n)\n{\n.reg .b32 %x<3>;\n"
    ".local .align 4 .b8 own[8];\n.reg .b64 %a;\nmov.u64 %a, own;\n"
    "ld.param.u32 %x0, [n];\nst.local.u32 [%a], %x0;\n"
    "st.param.u32 [r], %x0;\nret;\n}\n" KERNEL(
        ".param .b32 n;\n.param .b32 r;\n.shared .align 8 .b8 state[8];\n"
        "mov.u64 %d1, place;\nst.global.u64 [%d1], %d2;\n"
        "mov.u32 %r2, tile;\nst.shared.u32 [%r2], 1;\n"
        "mov.u32 %r3, rest;\nld.const.u32 %r4, [fixed+4];\n"
        "setp.eq.u32 %p1, %r0, 0;\n@%p1 mbarrier.init.shared.b64 [state], 32;\n"
        "bar.sync 0;\nmbarrier.arrive.shared.b64 %d3, [state];\n"
        "mbarrier.test_wait.shared.b64 %p2, [state], %d3;\n"
        "set.lt.u32.u32 %r5, %r0, 7;\ncvta.shared.u64 %d4, %d4;\n"
        "add.rz.sat.f32 %r6, %r6, %r5;\nmov.b64 %d5, {%r5, 9};\n"
        "st.param.b32 [n], %r0;\ncall (r), f, (n);\nld.param.b32 %r7, [r];\n");

/* Of a kernel loaded and launched; LAUNCH_NO_MEMORY if it cannot be. */
static enum launch_status launched(const char *text)
{
    struct ptx_error error;
    struct module *module = module_load(text, &error);
    if (!module && !error.no_memory)
        fail_msg("line %u: %s", error.line, error.message);
    if (!module)
        return LAUNCH_NO_MEMORY;
    struct launch l = {.kernel = module_kernel(module, "k"),
                       .params = "",
                       .grid = {1, 1, 1},
                       .block = {32, 1, 1},
                       .dynamic_shared = 64};
    enum launch_status status = launch_run(&l);
    module_unload(module);
    return status;
}

/* Some memory is not needed, such as that for names in messages; what a
 * launch without it counts is not asked. */
static unsigned check(const char *kernel, bool all_behind)
{
    char text[4096];
    unsigned ended = 0;
    snprintf(text, sizeof text, "%s%s", HEAD, kernel);
    fails = ~0ul;
    asked = 0;
    assert_int_equal(launched(text), LAUNCH_OK);
    unsigned long count = asked;
    for (unsigned long i = 0; i < count; i++) {
        fails = i;
        fails_on = all_behind;
        asked = 0;
        alarm(120); /* it would go on for ever */
        enum launch_status status = launched(text);
        alarm(0);
        fails = ~0ul;
        ended += status != LAUNCH_OK;
        if (status != LAUNCH_OK && status != LAUNCH_NO_MEMORY)
            fail_msg("allocation %lu of %lu: status %d\n%s", i, count,
                     (int)status, text);
    }
    return ended;
}

static void partings_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof partings / sizeof *partings; i++) {
        assert_true(check(partings[i], false) > 0);
        assert_true(check(partings[i], true) > 0);
    }
}

static void modules_are_refused(void **state)
{
    (void)state;
    assert_true(check(many_things, false) > 0);
    assert_true(check(many_things, true) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partings_end),
        cmocka_unit_test(modules_are_refused),
    };
    setenv("PTXRUN_THREADS", "1", 1);
    setenv("PTXRUN_QUIET", "1", 0);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("no_memory", tests, NULL, NULL);
}
