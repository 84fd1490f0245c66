/*
 * test_grid.c - counters of known patterns are what the hardware's
 * definitions say, and the same whatever the number of host threads.
 *
 * The number of threads is read from the environment once, so each launch is
 * made in a process of its own.
 */
#include "machine/progress.h"
#include "ptx_harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCKS = 40, THREADS = 128, WARPS = BLOCKS * THREADS / 32 };

/* Launches in a child; its counters. */
static struct counters counted(const char *before, const char *body,
                               const char *threads)
{
    int ends[2], status;
    struct counters counters;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static uint32_t in[BLOCKS * THREADS * 8], out[BLOCKS * THREADS * 8];
        struct ptx_run run = {.before = before,
                              .body = body,
                              .grid = {BLOCKS / 4, 2, 2},
                              .block = {THREADS / 4, 4, 1},
                              .in = in,
                              .in_bytes = sizeof in,
                              .out = out,
                              .out_bytes = sizeof out};
        setenv("PTXRUN_THREADS", threads, 1);
        bool good = ptx_launch(&run) == LAUNCH_OK &&
                    write(ends[1], &run.counters, sizeof run.counters) ==
                        sizeof run.counters;
        _exit(good ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &counters, sizeof counters),
                     sizeof counters);
    close(ends[0]);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    return counters;
}

/* The same with one thread and with many. */
static struct counters checked(const char *before, const char *body)
{
    static const char *const threads[] = {"2", "3", "8", "40"};
    struct counters one = counted(before, body, "1");
    for (unsigned i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct counters other = counted(before, body, threads[i]);
        assert_memory_equal(&one, &other, sizeof one);
    }
    return one;
}

/* %r1: number of the thread in the grid, warp after warp. */
#define NUMBER                                                                 \
    "mov.u32 %r2, %ctaid.z;\nmov.u32 %r3, %ctaid.y;\n"                         \
    "mad.lo.u32 %r2, %r2, 2, %r3;\nmov.u32 %r3, %ctaid.x;\n"                   \
    "mad.lo.u32 %r2, %r2, 10, %r3;\nmov.u32 %r3, %tid.y;\n"                    \
    "mad.lo.u32 %r2, %r2, 4, %r3;\nmov.u32 %r3, %tid.x;\n"                     \
    "mad.lo.u32 %r1, %r2, 32, %r3;\n"
/* The harness's 6 before it, and ret. */
enum { NUMBER_INSNS = 9, FRAME_INSNS = 7 };

static void whole_lines(void **state)
{
    (void)state;
    struct counters c =
        checked(NULL, NUMBER "mad.wide.u32 %d1, %r1, 4, %in;\n"
                             "ld.global.u32 %r4, [%d1];\n"
                             "mad.wide.u32 %d2, %r1, 16, %out;\n"
                             "st.global.v4.u32 [%d2], {%r4, %r4, %r4, %r4};");
    assert_int_equal(c.warp_instructions,
                     WARPS * (NUMBER_INSNS + FRAME_INSNS + 4));
    assert_int_equal(c.thread_instructions, 32 * c.warp_instructions);
    assert_int_equal(c.global_load_requests, WARPS);
    assert_int_equal(c.global_load_sectors, 4 * WARPS);
    assert_int_equal(c.global_load_bytes, 128 * WARPS);
    assert_int_equal(c.global_store_requests, WARPS);
    assert_int_equal(c.global_store_sectors, 16 * WARPS);
    assert_int_equal(c.global_store_bytes, 512 * WARPS);
    assert_int_equal(c.max_warp_instructions, NUMBER_INSNS + FRAME_INSNS + 4);
    assert_int_equal(c.max_warp_global_loads, 1);
    assert_int_equal(c.max_block_sectors, 4 * 20);
    assert_int_equal(c.branches, 0);
}

/* A sector a lane; one word for all; half of the lanes; between two lines. */
static void scattered(void **state)
{
    (void)state;
    struct counters c =
        checked(NULL, NUMBER "mad.wide.u32 %d1, %r1, 32, %in;\n"
                             "ld.global.u8 %h1, [%d1+5];\n"
                             "ld.global.f64 %d3, [%in];\n"
                             "and.b32 %r4, %r1, 1;\nsetp.eq.u32 %p1, %r4, 0;\n"
                             "mad.wide.u32 %d2, %r1, 4, %in;\n"
                             "@%p1 ld.global.u32 %r5, [%d2];\n"
                             "ld.global.u32 %r5, [%d2+4];");
    assert_int_equal(c.global_load_requests, 4 * WARPS);
    assert_int_equal(c.global_load_sectors, (32 + 1 + 4 + 5) * WARPS);
    assert_int_equal(c.global_load_bytes, (32 + 8 + 64 + 128) * WARPS);
    assert_int_equal(c.thread_instructions,
                     32 * c.warp_instructions - 16 * WARPS);
}

/* Strides of 1, 2 and 32 words, one word for all, and of 8 bytes. */
static void banks(void **state)
{
    (void)state;
    struct counters c = checked(
        ".shared .align 8 .b8 tile[16384];\n",
        "mov.u32 %r1, %tid.y;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 ret;\n"
        "mov.u32 %r2, %tid.x;\nmov.u32 %r3, tile;\n"
        "mad.lo.u32 %r4, %r2, 4, %r3;\nmad.lo.u32 %r5, %r2, 8, %r3;\n"
        "mad.lo.u32 %r6, %r2, 128, %r3;\n"
        "st.shared.u32 [%r4], %r2;\nst.shared.u32 [%r5+1024], %r2;\n"
        "st.shared.u32 [%r6+8192], %r2;\nst.shared.u64 [%r5+4096], %d1;\n"
        "bar.warp.sync 0xffffffff;\nld.shared.u32 %r7, [%r3];\n"
        "ld.shared.u32 %r7, [%r4];\nld.shared.u64 %d2, [%r5+4096];\n"
        "ld.shared.u32 %r7, [%r6+8192];");
    assert_int_equal(c.shared_store_requests, 4 * BLOCKS);
    assert_int_equal(c.shared_store_wavefronts, (1 + 2 + 32 + 2) * BLOCKS);
    assert_int_equal(c.shared_store_bank_conflicts, (1 + 31) * BLOCKS);
    assert_int_equal(c.shared_store_bytes, (3 * 128 + 256) * BLOCKS);
    assert_int_equal(c.shared_load_requests, 4 * BLOCKS);
    assert_int_equal(c.shared_load_wavefronts, (1 + 1 + 2 + 32) * BLOCKS);
    assert_int_equal(c.shared_load_bank_conflicts, 31 * BLOCKS);
    assert_int_equal(c.shared_load_bytes, (4 + 128 + 256 + 128) * BLOCKS);
}

/* A loop of 1 to 4 rounds by lane, a branch all lanes agree on, one that
 * parts them; barriers; operations on numbers. */
static void branches(void **state)
{
    (void)state;
    struct counters c = checked(
        NULL, "mov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 3;\nLOOP:\n"
              "sub.u32 %r2, %r2, 1;\nsetp.ge.s32 %p1, %r2, 0;\n"
              "@%p1 bra LOOP;\nsetp.lt.u32 %p2, %r1, 32;\n@%p2 bra NEXT;\n"
              "trap;\nNEXT:\nsetp.lt.u32 %p3, %r1, 5;\n@%p3 bra FEW;\n"
              "add.f32 %r3, %r3, %r3;\nbra.uni END;\nFEW:\n"
              "fma.rn.f32 %r3, %r3, %r3, %r3;\nmul.f64 %d1, %d1, %d1;\nEND:\n"
              "bar.sync 0;\nbar.sync 1;");
    assert_int_equal(c.branches, (4 + 1 + 1 + 1) * WARPS);
    assert_int_equal(c.divergent_branches, (3 + 1) * WARPS);
    assert_int_equal(c.barriers, 2 * WARPS);
    assert_int_equal(c.flops_single, (27 + 2 * 5) * WARPS);
    assert_int_equal(c.flops_double, 5 * WARPS);
    assert_int_equal(c.warp_instructions,
                     (FRAME_INSNS + 2 + 4 * 3 + 2 + 2 + 2 + 2 + 2) * WARPS);
    /* A lane whose guard is false takes no part: of the branches only those
     * that take them do. */
    assert_int_equal(c.thread_instructions,
                     (32 * (FRAME_INSNS + 2 + 1 + 1 + 1 + 2) +
                      2 * 8 * (1 + 2 + 3 + 4) + 8 * (1 + 2 + 3) + 5 + 27 * 2 +
                      5 * 2) *
                         WARPS);
}

/* Local memory, atomics, calls: counted by warp. */
static void the_rest(void **state)
{
    (void)state;
    struct counters c =
        checked(".func f()\n{\nret;\n}\n",
                ".local .align 8 .b8 own[16];\nmov.u64 %d1, own;\n"
                "st.local.u32 [%d1], 1;\nld.local.u32 %r1, [%d1];\n"
                "ld.local.u8 %h1, [%d1+1];\nred.global.add.u32 [%out], 1;\n"
                "atom.global.add.u32 %r2, [%out+4], 1;\ncall f;");
    assert_int_equal(c.local_store_requests, WARPS);
    assert_int_equal(c.local_load_requests, 2 * WARPS);
    assert_int_equal(c.atomics, 2 * WARPS);
    assert_int_equal(c.global_red_requests, 2 * WARPS);
    assert_int_equal(c.warp_instructions, (FRAME_INSNS + 8) * WARPS);
    assert_int_equal(c.max_block_instructions, (FRAME_INSNS + 8) * 4);
}

/* Atomics have columns of their own: those whose result is read, the others,
 * and those in shared memory.  An exchange always returns. */
static void atomics(void **state)
{
    (void)state;
    struct counters c = checked(
        ".shared .align 16 .b8 s[8192];\n",
        "mov.u32 %r1, %tid.x;\nand.b32 %r1, %r1, 31;\n"
        "mad.wide.u32 %d1, %r1, 32, %out;\nmad.wide.u32 %d2, %r1, 4, %out;\n"
        "atom.global.add.u32 %r2, [%d1], 1;\nadd.u32 %r3, %r2, 1;\n"
        "atom.global.add.u32 %r4, [%d2], 1;\n"
        "shr.u32 %r8, %r1, 2;\nmad.wide.u32 %d3, %r8, 4, %out;\n"
        "and.b32 %r8, %r1, 0;\nmad.wide.u32 %d4, %r8, 4, %out;\n"
        "red.global.add.u32 [%d3], 1;\nred.global.add.u32 [%d4], 1;\n"
        "red.global.inc.u32 [%out], 9;\n"
        "red.global.add.f32 [%out], 0f00000000;\n"
        "red.global.max.u32 [%d2], 1;\nred.max.u32 [%out], 1;\n"
        "atom.global.exch.b32 %r5, [%d1], 1;\n"
        "mov.u32 %r6, s;\nmad.lo.u32 %r6, %r1, 128, %r6;\n"
        "st.shared.u32 [%r6], 0;\nbar.sync 0;\n"
        "atom.shared.add.u32 %r7, [%r6], 1;\n");
    assert_int_equal(c.atomics, 10 * WARPS);
    assert_int_equal(c.global_atom_requests, 2 * WARPS);
    assert_int_equal(c.global_atom_sectors, 64 * WARPS);
    assert_int_equal(c.global_red_requests, 7 * WARPS);
    assert_int_equal(c.global_red_sectors, (4 + 4 + 1 + 4 + 3 * 32) * WARPS);
    assert_int_equal(c.shared_atomic_requests, WARPS);
    assert_int_equal(c.shared_atomic_wavefronts, 32 * WARPS);
    assert_int_equal(c.shared_atomic_bank_conflicts, 31 * WARPS);
    assert_int_equal(c.global_load_requests, 0);
    assert_int_equal(c.global_store_requests, 0);
}

/* All blocks wait for the last: each looks for a while, then the next has its
 * turn, so that work grows with the number of blocks, not with its square. */
static void blocks_that_wait(void **state)
{
    (void)state;
    enum { BLOCKS = 512 };
    uint32_t come = 0;
    struct ptx_run run = {.body =
                              "atom.global.add.u32 %r1, [%out], 1;\n"
                              "WAIT:\nld.volatile.global.u32 %r2, [%out];\n"
                              "setp.lt.u32 %p1, %r2, 16384;\n@%p1 bra WAIT;\n",
                          .grid = {BLOCKS, 1, 1},
                          .cooperative = true,
                          .out = &come,
                          .out_bytes = sizeof come};
    ptx_run(&run);
    assert_int_equal(come, BLOCKS * 32);
    assert_true(run.counters.warp_instructions < BLOCKS * 10000);
}

/* One block frees memory in the midst of another's accesses to it. */
static void freed_under_way(void **state)
{
    (void)state;
    static const char before[] =
        ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
        ".extern .func free(.param .b64 p);\n"
        ".global .align 8 .u64 place;\n";
    static const char body[] =
        ".param .b64 p;\nmov.u64 %at, place;\nmov.u32 %r1, %ctaid.x;\n"
        "mov.u32 %r2, %tid.x;\nor.b32 %r2, %r1, %r2;\nmov.u32 %r4, 0;\n"
        "setp.eq.u32 %p2, %r1, 0;\n@%p2 bra OWN;\n"
        "WAIT:\nld.acquire.gpu.u64 %d1, [%at];\nsetp.eq.u64 %p1, %d1, 0;\n"
        "@%p1 bra WAIT;\n"
        "READ:\nld.u32 %r3, [%d1+64];\nst.u32 [%d1+128], %r4;\n"
        "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 20000;\n"
        "@%p1 bra READ;\nret;\n"
        "OWN:\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 ret;\n"
        "st.param.b64 [p], 4096;\ncall (p), malloc, (p);\n"
        "ld.param.b64 %d1, [p];\nst.u32 [%d1+64], %r4;\n"
        "st.release.gpu.u64 [%at], %d1;\n"
        "SPIN:\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 5000;\n"
        "@%p1 bra SPIN;\n"
        "st.param.b64 [p], %d1;\ncall free, (p);\n";
    pid_t child = fork();
    int status;
    if (child == 0) {
        struct ptx_run run = {.before = before,
                              .body = body,
                              .grid = {8, 1, 1},
                              .block = {32, 1, 1}};
        setenv("PTXRUN_THREADS", "4", 1);
        enum launch_status end = ptx_launch(&run);
        _exit(end == LAUNCH_OK || end == LAUNCH_BAD_ADDRESS ? 0 : 1);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

/* Only of blocks that took about as long until now, and of enough of them. */
static void time_left(void **state)
{
    (void)state;
    struct progress half = {1000, 50}, now = {2000, 110};
    assert_float_equal(progress_left(half, now, 410), 5000, 1);
    now.blocks = 120; /* the later ones are shorter */
    assert_float_equal(progress_left(half, now, 410), 0, 0);
    half.blocks = 5, now.blocks = 10;
    assert_float_equal(progress_left(half, now, 410), 0, 0);
}

/* Whoever is free takes the next piece of work; pieces take unlike times. */
#define DRAW(counter)                                                          \
    "again:\natom.global.add.u32 %r1, [" counter "], 1;\n"                     \
    "setp.ge.u32 %p1, %r1, 10240;\n@%p1 bra done;\n"                           \
    "mul.lo.u32 %r2, %r1, 0x9e3779b1;\nshr.u32 %r2, %r2, 23;\n"                \
    "work:\nsetp.eq.u32 %p2, %r2, 0;\n@%p2 bra again;\n"                       \
    "sub.u32 %r2, %r2, 1;\nbra.uni work;\ndone:"

/* Lanes that took a piece together wait for each other before they take more.
 */
static void lanes_draw_together(void **state)
{
    (void)state;
    struct counters c = counted(NULL, DRAW("%out"), "1");
    assert_true(c.thread_instructions > 12 * c.warp_instructions);
}

static void has_equal_shares(const char *before, const char *body)
{
    struct counters c = counted(before, body, "1");
    assert_true(c.max_block_instructions * BLOCKS < 1.3 * c.warp_instructions);
}

/* In the kernel, or in what it calls, which may be all that it does. */
static void blocks_that_draw_have_equal_shares(void **state)
{
    (void)state;
    has_equal_shares(NULL, DRAW("%out"));
    has_equal_shares(
        ".global .u32 counter;\n.func draws()\n{\n"
        ".reg .pred %p<3>;\n.reg .b32 %r<3>;\n" DRAW("counter") "\nret;\n}\n",
        "call draws;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_lines),
        cmocka_unit_test(scattered),
        cmocka_unit_test(banks),
        cmocka_unit_test(branches),
        cmocka_unit_test(the_rest),
        cmocka_unit_test(atomics),
        cmocka_unit_test(lanes_draw_together),
        cmocka_unit_test(blocks_that_draw_have_equal_shares),
        cmocka_unit_test(blocks_that_wait),
        cmocka_unit_test(freed_under_way),
        cmocka_unit_test(time_left),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
