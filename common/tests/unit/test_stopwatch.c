/*
 * test_stopwatch.c - blocks that time themselves: is all of their work between
 * the stamps?  And who did that work.
 */
#include "ptx_harness.h"

static uint32_t in[256], out[256];

static struct counters counted(const char *body, uint32_t threads)
{
    struct ptx_run run = {.before = ".shared .align 4 .b8 sums[1024];\n",
                          .body = body,
                          .grid = {3, 1, 1},
                          .block = {threads, 1, 1},
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    return run.counters;
}

#define CLOCK   "mov.u64 %d1, %clock64;\n"
#define BARRIER "bar.sync 0;\n"
/* Each thread puts an element of its own into shared memory; then a warp adds
 * a neighbour's, which is left where thread 0 finds it. */
#define LOAD                                                                   \
    "mad.wide.u32 %d2, %thread, 4, %in;\nld.global.u32 %r1, [%d2];\n"          \
    "mov.u32 %r2, sums;\nmad.lo.u32 %r2, %thread, 4, %r2;\n"                   \
    "st.shared.u32 [%r2], %r1;\n" BARRIER
#define ADD                                                                    \
    "setp.lt.u32 %p1, %thread, 32;\n@%p1 ld.shared.u32 %r3, [%r2];\n"          \
    "@%p1 ld.shared.u32 %r4, [%r2+128];\n@%p1 add.u32 %r3, %r3, %r4;\n"        \
    "@%p1 st.shared.u32 [%r2], %r3;\n"
/* What thread 0 finds, and the stamp before it. */
#define FETCH "setp.eq.u32 %p2, %thread, 0;\n@%p2 ld.shared.u32 %r5, [sums];\n"

static void assert_stamps(const char *body, uint64_t starts, uint64_t stops)
{
    struct counters c = counted(body, 64);
    assert_int_equal(c.clock_starts, starts);
    assert_int_equal(c.clock_stops, stops);
}

static void barriers_before_both_are_seen_in_every_block(void **state)
{
    (void)state;
    assert_stamps(BARRIER CLOCK LOAD ADD BARRIER CLOCK, 3, 3);
    assert_stamps(BARRIER CLOCK LOAD ADD BARRIER FETCH CLOCK, 3, 3);
}

static void without_a_clock_there_is_nothing_to_say(void **state)
{
    (void)state;
    assert_stamps(BARRIER LOAD ADD BARRIER, 0, 0);
    assert_stamps(BARRIER CLOCK LOAD ADD BARRIER, 3, 0);
}

/* As many barriers, but not where they are needed. */
static void elsewhere_they_count_for_nothing(void **state)
{
    (void)state;
    assert_stamps(CLOCK BARRIER LOAD ADD BARRIER CLOCK, 0, 3);
    assert_stamps(BARRIER BARRIER CLOCK LOAD ADD CLOCK, 3, 0);
    assert_stamps(BARRIER BARRIER CLOCK LOAD ADD FETCH CLOCK, 3, 0);
    assert_stamps(BARRIER CLOCK LOAD ADD CLOCK BARRIER, 3, 0);
}

static void work_before_the_first_stamp_is_not_timed(void **state)
{
    (void)state;
    assert_stamps(LOAD CLOCK ADD BARRIER CLOCK, 0, 3);
    assert_stamps(BARRIER LOAD CLOCK ADD BARRIER CLOCK, 0, 3);
}

/* The first warp's stamps follow its own work; the second goes on. */
static void other_warps_must_be_done(void **state)
{
    (void)state;
    assert_stamps(BARRIER CLOCK LOAD BARRIER
                  "setp.lt.u32 %p3, %thread, 32;\n@%p3 mov.u64 %d1, %clock64;\n"
                  "@!%p3 st.shared.u32 [%r2], %r1;\n",
                  3, 0);
}

/* 64 lanes load 4 bytes each, 32 of them 8 more; then all of a warp the same
 * word. */
static void lanes_are_counted_where_they_load(void **state)
{
    (void)state;
    struct counters c =
        counted("mad.wide.u32 %d2, %thread, 4, %in;\n"
                "ld.global.u32 %r1, [%d2];\nsetp.lt.u32 %p1, %thread, 32;\n"
                "@%p1 ld.global.u64 %d3, [%in];\n"
                "shfl.sync.down.b32 %r3, %r1, 16, 31, 0xffffffff;\n",
                64);
    (void)state;
    assert_int_equal(c.max_warp_load_bytes, 32 * (4 + 8));
    assert_int_equal(c.max_block_load_bytes, 64 * 4 + 32 * 8);
    assert_int_equal(c.thread_load_bytes, 3 * c.max_block_load_bytes);
    assert_int_equal(c.shuffles, 3 * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barriers_before_both_are_seen_in_every_block),
        cmocka_unit_test(without_a_clock_there_is_nothing_to_say),
        cmocka_unit_test(elsewhere_they_count_for_nothing),
        cmocka_unit_test(work_before_the_first_stamp_is_not_timed),
        cmocka_unit_test(other_warps_must_be_done),
        cmocka_unit_test(lanes_are_counted_where_they_load),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
