/*
 * test_silence.c - right kernels that look wrong are silent and compute what
 * they should; the wrong ones beside them are told.
 *
 * The PTX is as nvcc 13 writes it.  What a launch found is read from the file
 * of findings.
 */
#include "ptx_harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char findings[64];

__attribute__((constructor)) static void ask_for_findings(void)
{
    snprintf(findings, sizeof findings, "/tmp/silence-%ld", (long)getpid());
    setenv("PTXRUN_DIAGNOSTICS", findings, 1);
}

/* What was found since the last call. */
static const char *found(void)
{
    static char text[1 << 16];
    static long from;
    FILE *file = fopen(findings, "r");
    text[0] = '\0';
    if (!file)
        return text;
    fseek(file, from, SEEK_SET);
    size_t n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    from = ftell(file);
    fclose(file);
    return text;
}

/* Runs a kernel of n words in and out; words: what must be found, one after
 * the other, up to an empty one. */
static void check(const char *before, const char *body, unsigned threads,
                  uint32_t *words, size_t count, const char *const expected[])
{
    struct ptx_run run = {.before = before,
                          .body = body,
                          .block = {threads, 1, 1},
                          .in = words,
                          .in_bytes = count * sizeof *words,
                          .out = words,
                          .out_bytes = count * sizeof *words};
    found();
    ptx_launch(&run);
    const char *text = found(), *body_end = strchr(text, '\n');
    bool header = !strncmp(text, "tool\t", 5);
    const char *rows = header && body_end ? body_end + 1 : text;
    if (!expected[0] && rows[0])
        fail_msg("found: %s\nin %s", rows, body);
    for (size_t i = 0; expected[i]; i++)
        if (!strstr(rows, expected[i]))
            fail_msg("not found: %s\nbut %s\nin %s", expected[i], rows, body);
}

#define SILENT    ((const char *const[]){NULL})
#define TOLD(...) ((const char *const[]){__VA_ARGS__, NULL})

static const char arrays[] = ".shared .align 16 .b8 s[256];\n";

#define SHARED_SETUP                                                           \
    "mov.u32 %r1, s;\nshl.b32 %r2, %thread, 2;\nadd.s32 %r3, %r1, %r2;\n"      \
    "st.shared.u32 [%r3], %thread;\nbar.sync 0;\n"
#define STORE_R9 "mad.wide.u32 %at, %gid, 4, %out;\nst.global.u32 [%at], %r9;\n"

/* ---- addresses ---------------------------------------------------------- */

/* s[n + 2 + threadIdx.x] with n = -2: the register holds s - 8. */
static void negative_base(void **state)
{
    uint32_t out[64];
    (void)state;
    check(arrays,
          SHARED_SETUP "sub.s32 %r8, %r3, 8;\n"
                       "ld.shared.u32 %r9, [%r8+8];\n" STORE_R9,
          64, out, 64, SILENT);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(out[i], i);
    /* Lanes on both sides of 0. */
    check(arrays,
          SHARED_SETUP "sub.s32 %r8, %r3, 64;\nst.shared.u32 [%r8+64], 7;\n"
                       "ld.shared.u32 %r9, [%r8+64];\n" STORE_R9,
          32, out, 32, SILENT);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(out[i], 7);
    check(
        arrays,
        SHARED_SETUP "sub.s32 %r8, %r3, 12;\n"
                     "ld.shared.u32 %r9, [%r8+8];\n" STORE_R9,
        32, out, 32,
        TOLD("read of 4 bytes before the start of __shared__ s", "offset -4"));
}

#define LOCAL_BASE                                                             \
    ".local .align 8 .b8 depot[64];\nmov.u32 %r1, depot;\n"                    \
    "sub.s32 %r1, %r1, 8;\n"

static void negative_local_base(void **state)
{
    uint32_t out[32];
    (void)state;
    check(NULL,
          LOCAL_BASE "st.local.u32 [%r1+12], %thread;\n"
                     "ld.local.u32 %r9, [%r1+12];\n" STORE_R9,
          32, out, 32, SILENT);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(out[i], i);
    check(NULL, LOCAL_BASE "ld.local.u32 %r9, [%r1+4];\n", 32, out, 32,
          TOLD("outside the local array", "offset -4", "a negative index"));
}

/* On hardware constant memory has addresses of its own. */
static void constant_of_global(void **state)
{
    static const char constants[] = ".const .align 4 .b8 c[128];\n";
    uint32_t out[32];
    (void)state;
    for (unsigned i = 0; i < 32; i++)
        out[i] = 5;
    check(constants,
          "mad.wide.u32 %at, %gid, 4, %in;\nld.const.u32 %r9, [%at];\n"
          "ld.const.u32 %r9, [%at];\n",
          32, out, 32, TOLD("of constant memory at an address of"));
    check(constants,
          "mov.u64 %d1, c;\nmad.wide.u32 %at, %gid, 4, %d1;\n"
          "ld.const.u32 %r9, [%at];\n" STORE_R9,
          32, out, 32, SILENT);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(out[i], 0);
}

/* ---- lanes that have returned ------------------------------------------- */

/* if (threadIdx.x >= 20) return; */
#define RETURNED                                                               \
    "mov.u32 %r9, 0;\nsetp.gt.u32 %p1, %thread, 19;\n@%p1 bra OUT;\n"

/* A call at which the others wait for nobody. */
#define AFTER_RETURN(call) RETURNED call "\n" STORE_R9 "OUT:"

static void after_return(const char *body, uint32_t expected)
{
    uint32_t out[32] = {0};
    check(NULL, body, 32, out, 32, SILENT);
    for (unsigned i = 0; i < 20; i++)
        if (out[i] != expected)
            fail_msg("%s: lane %u has 0x%x", body, i, out[i]);
}

static void returned_lanes(void **state)
{
    (void)state;
    after_return(AFTER_RETURN("bar.warp.sync -1;\nmov.u32 %r9, 3;"), 3);
    after_return(AFTER_RETURN("setp.ne.u32 %p2, 1, 0;\n"
                              "vote.sync.ballot.b32 %r9, %p2, -1;"),
                 0xfffff);
    after_return(AFTER_RETURN("setp.ne.u32 %p2, 1, 0;\n"
                              "vote.sync.all.pred %p3, %p2, -1;\n"
                              "selp.u32 %r9, 1, 0, %p3;"),
                 1);
    after_return(AFTER_RETURN("match.any.sync.b32 %r9, 7, -1;"), 0xfffff);
    after_return(AFTER_RETURN("match.all.sync.b32 %r9|%p2, 7, -1;"), 0xfffff);
    after_return(AFTER_RETURN("redux.sync.add.s32 %r9, 1, -1;"), 20);
    after_return(AFTER_RETURN("shfl.sync.idx.b32 %r9|%p2, 6, 19, 31, -1;"), 6);
}

/* In two places: the first 8 lanes wait for the next 12, not for the rest. */
static void returned_lanes_apart(void **state)
{
    uint32_t out[32] = {0};
    (void)state;
    check(NULL,
          RETURNED "setp.gt.u32 %p2, %thread, 7;\n@%p2 bra LATER;\n"
                   "bar.warp.sync -1;\nbra.uni BOTH;\nLATER:\n"
                   "add.u32 %r1, %thread, 1;\nbar.warp.sync -1;\n"
                   "BOTH:\nmov.u32 %r9, 4;\n" STORE_R9 "OUT:",
          32, out, 32, SILENT);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(out[i], 4);
}

/* What still is wrong: to read a lane that has returned, and not to come. */
static void absent_lanes(void **state)
{
    uint32_t out[32] = {0};
    (void)state;
    check(NULL,
          RETURNED "shfl.sync.idx.b32 %r9|%p2, 6, 25, 31, -1;\n" STORE_R9
                   "OUT:",
          32, out, 32,
          TOLD("__shfl_sync reads a lane that does not take part",
               "reads lane 25"));
    check(NULL,
          "mov.u32 %r9, 1;\nsetp.gt.u32 %p1, %thread, 19;\n@%p1 bra OVER;\n"
          "bar.warp.sync -1;\nOVER:\n" STORE_R9,
          32, out, 32,
          TOLD("__syncwarp: lanes named in the mask never arrive",
               "lanes 0x000fffff have come, 0xfff00000 have not"));
}

/* ---- values that were never written ------------------------------------- */

/* Lanes below 8 (%p1) have set their word of s; %r3 is its address.  %p2: those
 * below 9; %p4: none. */
#define SET_8                                                                  \
    "mov.u32 %r1, s;\nshl.b32 %r2, %thread, 2;\nadd.s32 %r3, %r1, %r2;\n"      \
    "mov.u32 %r9, 0;\nsetp.lt.u32 %p1, %thread, 8;\n"                          \
    "setp.lt.u32 %p2, %thread, 9;\nsetp.ne.u32 %p4, 0, 0;\n"                   \
    "@%p1 st.shared.u32 [%r3], %thread;\nbar.sync 0;\n"
#define UNSET TOLD("bytes of __shared__ s that were never written")

static void follow(const char *body, const char *const expected[])
{
    uint32_t out[64] = {0};
    check(arrays, body, 32, out, 64, expected);
}

/* A twin for lanes that set their word, and one for a lane more. */
#define BOTH(text, end)                                                        \
    follow(SET_8 text "%p1" end STORE_R9, SILENT);                             \
    follow(SET_8 text "%p2" end STORE_R9, UNSET)

/* As nvcc has "if (w * 32 < n) { float x = s[w]; sum += x; }", and cub's
 * BlockReduce of num_valid threads. */
static void selected(void **state)
{
    (void)state;
    BOTH("ld.shared.u32 %r5, [%r3];\nadd.u32 %r6, %r5, 1;\n"
         "selp.b32 %r9, %r6, 0, ",
         ";\n");
    BOTH("ld.shared.f32 %r5, [%r3];\nadd.f32 %r6, %r5, 0f00000000;\n"
         "not.pred %p5, ",
         ";\nselp.f32 %r9, 0f00000000, %r6, %p5;\n");
    BOTH("ld.shared.v2.u32 {%r5, %r6}, [s];\nld.shared.u32 %r7, [%r3];\n"
         "cvt.u64.u32 %d1, %r7;\nshl.b64 %d1, %d1, 1;\ncvt.u32.u64 %r7, %d1;\n"
         "add.u32 %r8, %r5, %r6;\nadd.u32 %r7, %r7, %r8;\n"
         "selp.b32 %r9, %r7, %r8, ",
         ";\n");
}

/* if (i * 32 < n && s[i] > 3) count++; */
static void combined(void **state)
{
    (void)state;
    BOTH("ld.shared.u32 %r5, [%r3];\nsetp.gt.s32 %p5, %r5, 3;\n"
         "and.pred %p6, %p5, ",
         ";\nselp.u32 %r9, 1, 0, %p6;\n");
    BOTH("ld.shared.u32 %r5, [%r3];\nsetp.gt.and.s32 %p6|%p7, %r5, 3, ",
         ";\nselp.u32 %r9, 1, 0, %p6;\n");
    BOTH("ld.shared.u32 %r5, [%r3];\nsetp.gt.s32 %p5, %r5, 3;\nnot.pred %p7, ",
         ";\nor.pred %p6, %p7, %p5;\nselp.u32 %r9, 1, 0, %p6;\n");
    BOTH("ld.shared.u32 %r5, [%r3];\nselp.u32 %r7, 255, 0, ",
         ";\nand.b32 %r9, %r5, %r7;\nadd.u32 %r6, %r9, 0;\n"
         "selp.b32 %r6, %r6, 0, %p4;\n");
    BOTH("ld.shared.u32 %r5, [%r3];\nsetp.gt.s32 %p5, %r5, 3;\n"
         "and.pred %p6, %p5, ",
         ";\n@%p6 bra ON;\nmov.u32 %r9, 4;\nON:\n");
}

/* Loaded before a branch, used behind it. */
static void hoisted(void **state)
{
    (void)state;
    BOTH("ld.shared.u32 %r5, [%r3];\nnot.pred %p5, ",
         ";\n@%p5 bra OVER;\nadd.u32 %r9, %r5, %r9;\nOVER:\n");
    BOTH("ld.shared.u32 %r5, [%r3];\n@", " add.u32 %r9, %r5, 1;\n");
    BOTH("mov.u32 %r6, 0;\nAGAIN:\nld.shared.u32 %r5, [%r3];\n"
         "add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p5, %r6, 5;\n@%p5 bra AGAIN;\n"
         "mad.wide.u32 %at, %gid, 4, %out;\n@",
         " st.global.u32 [%at], %r5;\n");
}

/* What is used is told, whatever it is used for. */
static void used(void **state)
{
    (void)state;
#define LOADED   SET_8 "ld.shared.u32 %r5, [%r3];\n"
#define SELECTED LOADED "selp.b32 %r6, %r5, 0, %p2;\n"
    follow(LOADED "mov.u32 %r9, %r5;\n" STORE_R9, UNSET);
    follow(SELECTED "and.b32 %r6, %r6, 31;\nshl.b32 %r6, %r6, 2;\n"
                    "add.u32 %r6, %r1, %r6;\nst.shared.u32 [%r6], 1;\n",
           UNSET);
    follow(SELECTED "and.b32 %r6, %r6, 4;\nadd.u32 %r6, %r1, %r6;\n"
                    "ld.shared.u32 %r9, [%r6];\n",
           UNSET);
    follow(SELECTED "shfl.sync.bfly.b32 %r9|%p6, %r6, 1, 31, -1;\n", UNSET);
    follow(SELECTED "red.global.add.u32 [%out], %r6;\n", UNSET);
    follow(SELECTED
           "setp.eq.u32 %p6, %r6, 0;\n@%p6 bra ON;\nbar.sync 0;\nON:\n",
           UNSET);
    follow(SELECTED
           "setp.eq.u32 %p6, %r6, 0;\nvote.sync.any.pred %p7, %p6, -1;\n",
           UNSET);
    follow(LOADED
           "setp.gt.s32 %p6, %r5, 0;\nselp.u32 %r9, 5, 6, %p6;\n" STORE_R9,
           UNSET);
    /* In two steps, the second of which keeps it. */
    follow(SELECTED "selp.b32 %r9, 0, %r6, %p1;\n" STORE_R9, UNSET);
    follow(SELECTED "selp.b32 %r9, 0, %r6, %p2;\n" STORE_R9, SILENT);
}

/* In global memory, of structures, in a function. */
static void elsewhere(void **state)
{
    static const char heap[] = ".func (.param .b64 p) malloc(.param .b64 n);\n";
    uint32_t out[32];
    (void)state;
    check(heap,
          "{\n.param .b64 n;\n.param .b64 p;\nst.param.b64 [n], 64;\n"
          "call (p), malloc, (n);\nld.param.b64 %at, [p];\n}\n"
          "ld.u32 %r5, [%at];\nsetp.eq.u32 %p1, %thread, 77;\n"
          "add.u32 %r6, %r5, 1;\nselp.b32 %r9, %r6, 3, %p1;\n" STORE_R9,
          32, out, 32, SILENT);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(out[i], 3);
    follow(SET_8 "ld.shared.v2.u32 {%r5, %r6}, [s+24];\n"
                 "ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [s+16];\n"
                 "selp.b32 %r9, %r6, %r13, %p1;\n" STORE_R9,
           SILENT);
    follow(SET_8 "ld.shared.v4.f32 {%r10, %r11, %r12, %r13}, [s+32];\n"
                 "selp.b32 %r9, 1, %r13, %p1;\n" STORE_R9,
           UNSET);
}

static int tidy(void **state)
{
    (void)state;
    unlink(findings);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(negative_base),
        cmocka_unit_test(negative_local_base),
        cmocka_unit_test(constant_of_global),
        cmocka_unit_test(returned_lanes),
        cmocka_unit_test(returned_lanes_apart),
        cmocka_unit_test(absent_lanes),
        cmocka_unit_test(selected),
        cmocka_unit_test(combined),
        cmocka_unit_test(hoisted),
        cmocka_unit_test(used),
        cmocka_unit_test(elsewhere),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, tidy);
}
