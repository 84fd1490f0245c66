/*
 * test_chain.c - what the emulated device says its instructions wait for.
 * That it does not depend on host threads, test_grid.c tells.
 */
#include "ptx_harness.h"

static uint32_t in[256], out[256];

static struct counters counted(const char *body, uint32_t threads)
{
    struct ptx_run run = {.body = body,
                          .block = {threads, 1, 1},
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    return run.counters;
}

static void independent_loads_share_a_wait(void **state)
{
    (void)state;
    struct counters c = counted("ld.global.u32 %r1, [%in];\n"
                                "ld.global.u32 %r2, [%in+4];\n"
                                "add.u32 %r3, %r1, %r2;\n"
                                "st.global.u32 [%out], %r3;",
                                1);
    assert_int_equal(c.max_chain_global, 1);
}

static void a_load_waits_for_its_address(void **state)
{
    (void)state;
    struct counters c = counted("ld.global.u64 %d1, [%in];\n"
                                "add.u64 %d2, %in, %d1;\n"
                                "ld.global.f64 %d3, [%d2];\n"
                                "add.f64 %d4, %d3, %d3;\n"
                                "st.global.f64 [%out], %d4;",
                                1);
    assert_int_equal(c.max_chain_global, 2);
    assert_int_equal(c.max_chain_double, 1);
}

#define LOOP(step)                                                             \
    "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nmov.u32 %r5, 1;\nmov.u64 %d1, %in;\n"   \
    "again:\nld.global.u32 %r3, [%d1];\nadd.u32 %r2, %r2, %r3;\n"              \
    "add.u64 %d1, %d1, 4;\nadd.u32 %r1, %r1, " step ";\n"                      \
    "setp.lt.u32 %p1, %r1, 33;\n@%p1 bra again;\nst.global.u32 [%out], %r2;"

/* 33 turns: a wait for the first, a quarter for each other one. */
static void turns_that_count_are_unrolled(void **state)
{
    (void)state;
    assert_int_equal(counted(LOOP("1"), 1).max_chain_global, 1 + 32 / 4);
    assert_int_equal(counted(LOOP("%r5"), 1).max_chain_global, 33);
}

#define SHORT_IF(from, to)                                                     \
    "setp.lt.u32 %p1, %thread, 20;\n@!%p1 bra " to ";\n"                       \
    "ld.global.u32 %r1, [%in+" from "];\nadd.u32 %r2, %r2, %r1;\n" to ":\n"

/* What a short if holds is predicated: its loads do not wait for each other;
 * those behind a way in from elsewhere do. */
static void loads_of_short_ifs_share_a_wait(void **state)
{
    (void)state;
    const char *two = "mov.u32 %r2, 0;\n" SHORT_IF("0", "one")
        SHORT_IF("4", "two") "st.global.u32 [%out], %r2;";
    assert_int_equal(counted(two, 32).max_chain_global, 1);
    const char *entered = "mov.u32 %r2, 0;\nsetp.gt.u32 %p2, %thread, 30;\n"
                          "@%p2 bra one;\n" SHORT_IF("0", "one")
                              SHORT_IF("4", "two") "st.global.u32 [%out], %r2;";
    assert_int_equal(counted(entered, 32).max_chain_global, 2);
}

/* More than ptxas predicates: a branch, and a wait of its own. */
static void loads_of_long_ifs_wait(void **state)
{
    (void)state;
#define WORK "xor.b32 %r2, %r2, %r1;\nadd.u32 %r2, %r2, %r2;\n"
    const char *body = "mov.u32 %r2, 0;\nld.global.u32 %r1, [%in];\n"
                       "setp.lt.u32 %p1, %thread, 20;\n@!%p1 bra past;\n"
                       "ld.global.u32 %r3, [%in+4];\n" WORK WORK WORK WORK WORK
                       "past:\nst.global.u32 [%out], %r2;";
    assert_int_equal(counted(body, 32).max_chain_global, 2);
}

/* Before the barrier one warp loads, behind it the other: both count. */
static void barriers_wait_for_the_longest(void **state)
{
    (void)state;
    struct counters c = counted("setp.lt.u32 %p1, %thread, 32;\n"
                                "@!%p1 bra meet;\n"
                                "ld.global.u32 %r1, [%in];\n"
                                "meet:\nbar.sync 0;\n@%p1 bra leave;\n"
                                "ld.global.u32 %r2, [%in];\n"
                                "leave:",
                                64);
    assert_int_equal(c.max_chain_global, 2);
    assert_int_equal(c.max_chain_barriers, 1);
    assert_int_equal(c.max_warp_global_loads, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_loads_share_a_wait),
        cmocka_unit_test(a_load_waits_for_its_address),
        cmocka_unit_test(turns_that_count_are_unrolled),
        cmocka_unit_test(loads_of_short_ifs_share_a_wait),
        cmocka_unit_test(loads_of_long_ifs_wait),
        cmocka_unit_test(barriers_wait_for_the_longest),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("chain", tests, NULL, NULL);
}
