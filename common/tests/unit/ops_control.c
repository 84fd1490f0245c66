/*
 * ops_control.c - branches, loops, calls, and lanes that wait for each other.
 *
 * The kernels are small functions of a lane's number that part the lanes in
 * every way; the same function in C says what each should get.
 */
#include "ops_tests.h"

#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

enum { LANES = 160 };

#define STORE "mad.wide.u32 %at, %gid, 4, %out;\nst.global.u32 [%at], %r0;\n"

static struct counters counters; /* of the last run */

/* Every thread stores %r0; what it should be. */
static void check_function(const char *before, const char *body,
                           uint32_t (*wanted)(uint32_t lane))
{
    uint32_t out[LANES] = {0};
    char text[4096];
    snprintf(text, sizeof text, "%s\n%s", body, STORE);
    struct ptx_run run = {.before = before,
                          .body = text,
                          .grid = {2, 1, 1},
                          .block = {LANES / 2, 1, 1},
                          .out = out,
                          .out_bytes = sizeof out};
    ptx_run(&run);
    counters = run.counters;
    for (unsigned l = 0; l < LANES; l++)
        if (out[l] != wanted(l))
            fail_msg("lane %u: %u, not %u\n%s", l, out[l], wanted(l), body);
}

static enum launch_status status_of(const char *before, const char *body)
{
    struct ptx_run run = {.before = before, .body = body};
    return ptx_launch(&run);
}

/* ---- branches ----------------------------------------------------------- */

static uint32_t nested(uint32_t n)
{
    uint32_t r = n & 1 ? (n & 2 ? 10 : 20) : (n & 4 ? (n & 8 ? 30 : 40) : 50);
    return r + (n % 3 == 0 ? 100 : 0);
}

void control_nested_branches(void **state)
{
    (void)state;
    check_function(
        NULL,
        "and.b32 %r1, %gid, 1;\nsetp.ne.u32 %p1, %r1, 0;\n"
        "and.b32 %r2, %gid, 2;\nsetp.ne.u32 %p2, %r2, 0;\n"
        "and.b32 %r3, %gid, 4;\nsetp.ne.u32 %p3, %r3, 0;\n"
        "and.b32 %r4, %gid, 8;\nsetp.ne.u32 %p4, %r4, 0;\n"
        "@!%p1 bra EVEN;\n@%p2 bra A;\nmov.u32 %r0, 20;\nbra.uni ODD_END;\n"
        "A:\nmov.u32 %r0, 10;\nODD_END:\nbra.uni END;\nEVEN:\n"
        "@%p3 bra B;\nmov.u32 %r0, 50;\nbra END;\nB:\n@%p4 bra C;\n"
        "mov.u32 %r0, 40;\nbra END;\nC:\nmov.u32 %r0, 30;\nEND:\n"
        "rem.u32 %r5, %gid, 3;\nsetp.ne.u32 %p5, %r5, 0;\n@%p5 bra SKIP;\n"
        "add.u32 %r0, %r0, 100;\nSKIP:",
        nested);
    assert_true(counters.divergent_branches > 0);
}

static uint32_t whole_mask(uint32_t n)
{
    return n % 80 < 64 ? 0xffffffff : 0xffff; /* 80 threads: 32, 32, 16 */
}

/* Whatever lanes did apart, they are together after it. */
void control_reconvergence(void **state)
{
    (void)state;
    check_function(NULL,
                   "and.b32 %r1, %gid, 7;\nmov.u32 %r2, 0;\n"
                   "setp.eq.u32 %p1, %r1, 3;\n@%p1 bra B;\n"
                   "setp.eq.u32 %p2, %r1, 5;\n@%p2 bra C;\n"
                   "add.u32 %r2, %r2, 1;\nbra.uni JOIN;\nB:\n"
                   "add.u32 %r2, %r2, 2;\nC:\nadd.u32 %r2, %r2, 3;\nJOIN:\n"
                   "activemask.b32 %r0;",
                   whole_mask);
    check_function(NULL,
                   "and.b32 %r1, %gid, 15;\nLOOP:\nsub.u32 %r1, %r1, 1;\n"
                   "setp.gt.s32 %p1, %r1, 0;\n@%p1 bra LOOP;\n"
                   "activemask.b32 %r0;",
                   whole_mask);
    check_function(".func f()\n{\n.reg .pred %p;\n.reg .b32 %r;\n"
                   "mov.u32 %r, %laneid;\nsetp.lt.u32 %p, %r, 9;\n"
                   "@%p ret;\nadd.u32 %r, %r, 1;\nret;\n}\n",
                   "call f;\nactivemask.b32 %r0;", whole_mask);
}

/* Loops in loops, with break and continue. */
static uint32_t loops(uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n % 13; i++) {
        if (i == 7)
            continue;
        for (uint32_t k = i;; k += 3) {
            sum += k;
            if ((k ^ n) % 5 == 0)
                break;
        }
        if (sum > 60)
            break;
    }
    return sum;
}

void control_loops(void **state)
{
    (void)state;
    check_function(
        NULL,
        "mov.u32 %r0, 0;\nrem.u32 %r1, %gid, 13;\nmov.u32 %r2, 0;\n"
        "FOR:\nsetp.ge.u32 %p1, %r2, %r1;\n@%p1 bra END;\n"
        "setp.eq.u32 %p2, %r2, 7;\n@%p2 bra NEXT;\nmov.u32 %r3, %r2;\n"
        "INNER:\nadd.u32 %r0, %r0, %r3;\nxor.b32 %r4, %r3, %gid;\n"
        "rem.u32 %r4, %r4, 5;\nsetp.eq.u32 %p3, %r4, 0;\n@%p3 bra OUT;\n"
        "add.u32 %r3, %r3, 3;\nbra.uni INNER;\nOUT:\n"
        "setp.gt.u32 %p4, %r0, 60;\n@%p4 bra END;\nNEXT:\n"
        "add.u32 %r2, %r2, 1;\nbra.uni FOR;\nEND:",
        loops);
}

/* switch with a case that falls through into the next. */
static uint32_t cases(uint32_t n)
{
    uint32_t r = n;
    switch (n % 6) {
    case 0: r += 5; break;
    case 1: r *= 7; /* falls through */
    case 2: r ^= 99; break;
    case 4: r = 1; break;
    default: r -= 3;
    }
    return r;
}

void control_switch(void **state)
{
    (void)state;
    check_function(
        NULL,
        "mov.u32 %r0, %gid;\nrem.u32 %r1, %gid, 6;\n"
        "T: .branchtargets L0, L1, L2, L3, L4, L3;\nbrx.idx %r1, T;\n"
        "L0:\nadd.u32 %r0, %r0, 5;\nbra END;\n"
        "L1:\nmul.lo.u32 %r0, %r0, 7;\nL2:\nxor.b32 %r0, %r0, 99;\n"
        "bra END;\nL3:\nsub.u32 %r0, %r0, 3;\nbra END;\n"
        "L4:\nmov.u32 %r0, 1;\nEND:",
        cases);
    assert_true(counters.divergent_branches > 0);
}

static uint32_t early(uint32_t n)
{
    return n % 5 == 2 ? 0 : n % 7 == 3 ? 0 : n + 1;
}

/* Lanes that leave, one way or the other, while the rest goes on. */
void control_early_return(void **state)
{
    (void)state;
    check_function(NULL,
                   "rem.u32 %r1, %gid, 5;\nsetp.eq.u32 %p1, %r1, 2;\n"
                   "@%p1 ret;\nrem.u32 %r1, %gid, 7;\n"
                   "setp.ne.u32 %p1, %r1, 3;\n@%p1 bra STAY;\nexit;\nSTAY:\n"
                   "add.u32 %r0, %gid, 1;",
                   early);
    check_function(".func leave(.param .b32 n)\n{\n.reg .pred %p;\n"
                   ".reg .b32 %r<3>;\nld.param.u32 %r0, [n];\n"
                   "rem.u32 %r1, %r0, 5;\nsetp.eq.u32 %p, %r1, 2;\n"
                   "@%p exit;\nrem.u32 %r1, %r0, 7;\n"
                   "setp.eq.u32 %p, %r1, 3;\n@%p exit;\nret;\n}\n",
                   "{ .param .b32 a;\nst.param.u32 [a], %gid;\n"
                   "call leave, (a); }\nadd.u32 %r0, %gid, 1;",
                   early);
}

/* ---- calls -------------------------------------------------------------- */

static const char functions[] =
    ".func (.param .b32 r) twice(.param .b32 n)\n{\n.reg .b32 %x<3>;\n"
    "ld.param.u32 %x0, [n];\nadd.u32 %x0, %x0, %x0;\n"
    "st.param.u32 [r], %x0;\nret;\n}\n"
    ".func (.param .b32 r) square(.param .b32 n)\n{\n.reg .b32 %x<3>;\n"
    "ld.param.u32 %x0, [n];\nmul.lo.u32 %x0, %x0, %x0;\n"
    "st.param.u32 [r], %x0;\nret;\n}\n"
    ".func (.param .b32 r) negative(.param .b32 n)\n{\n.reg .b32 %x<3>;\n"
    "ld.param.u32 %x0, [n];\nneg.s32 %x0, %x0;\n"
    "st.param.u32 [r], %x0;\nret;\n}\n"
    ".global .align 8 .u64 table[3] = {twice, square, negative};\n"
    ".func (.param .b32 r) fib(.param .b32 n)\n{\n.reg .pred %p;\n"
    ".reg .b32 %x<6>;\n.local .align 4 .b8 kept[8];\n.reg .b64 %a;\n"
    "ld.param.u32 %x0, [n];\nsetp.gt.u32 %p, %x0, 1;\n@%p bra DEEPER;\n"
    "st.param.u32 [r], %x0;\nret;\nDEEPER:\nmov.u64 %a, kept;\n"
    "st.local.u32 [%a+4], %x0;\nsub.u32 %x1, %x0, 1;\n"
    "{ .param .b32 a, b;\nst.param.u32 [a], %x1;\ncall (b), fib, (a);\n"
    "ld.param.u32 %x2, [b]; }\nld.local.u32 %x3, [%a+4];\n"
    "sub.u32 %x3, %x3, 2;\n"
    "{ .param .b32 a, b;\nst.param.u32 [a], %x3;\ncall (b), fib, (a);\n"
    "ld.param.u32 %x4, [b]; }\nadd.u32 %x2, %x2, %x4;\n"
    "st.param.u32 [r], %x2;\nret;\n}\n";

static uint32_t fibonacci(uint32_t n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static uint32_t fib_of_lane(uint32_t n)
{
    return fibonacci(n % 11);
}

void control_recursion(void **state)
{
    (void)state;
    check_function(functions,
                   "rem.u32 %r1, %gid, 11;\n{ .param .b32 a, b;\n"
                   "st.param.u32 [a], %r1;\ncall.uni (b), fib, (a);\n"
                   "ld.param.u32 %r0, [b]; }",
                   fib_of_lane);
}

static uint32_t by_pointer(uint32_t n)
{
    uint32_t r = n % 3 == 0 ? 2 * n : n % 3 == 1 ? n * n : 0 - n;
    return n % 4 == 3 ? 5 : r;
}

/* Each lane its own function, some none; the prototype names the shape. */
void control_function_pointers(void **state)
{
    (void)state;
    check_function(functions,
                   "rem.u32 %r1, %gid, 3;\nmov.u64 %d1, table;\n"
                   "mad.wide.u32 %d1, %r1, 8, %d1;\nld.global.u64 %d2, [%d1];\n"
                   "and.b32 %r2, %gid, 3;\nsetp.ne.u32 %p1, %r2, 3;\n"
                   "{ .param .b32 a, b;\n"
                   "st.param.u32 [a], %gid;\n"
                   "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                   "@%p1 call (b), %d2, (a), P;\n"
                   "ld.param.u32 %r3, [b]; }\n"
                   "selp.b32 %r0, %r3, 5, %p1;",
                   by_pointer);
}

/* A warp calls, or branches, once for each target, with the lanes that want
 * it: the others wait, and are not counted. */
void control_targets_are_counted_once(void **state)
{
    static const char before[] =
        ".func f()\n{\nret;\n}\n.func g()\n{\nret;\n}\n"
        ".global .align 8 .u64 table[2] = {f, g};\n";
    struct ptx_run calls = {
        .before = before,
        .body = "and.b32 %r1, %thread, 1;\nmov.u64 %d1, table;\n"
                "mad.wide.u32 %d1, %r1, 8, %d1;\nld.global.u64 %d2, [%d1];\n"
                "P: .callprototype _ ();\ncall %d2, P;"};
    struct ptx_run ways = {
        .body = "and.b32 %r1, %thread, 3;\nT: .branchtargets A, B, C, D;\n"
                "brx.idx %r1, T;\nA:\nB:\nC:\nD:"};
    (void)state;
    ptx_run(&calls);
    /* The frame of the kernel, 4, two calls, two returns; ret. */
    assert_int_equal(calls.counters.warp_instructions, 6 + 4 + 2 + 2 + 1);
    assert_int_equal(calls.counters.thread_instructions, (6 + 4 + 2 + 1) * 32);
    ptx_run(&ways);
    assert_int_equal(ways.counters.warp_instructions, 6 + 1 + 4 + 1);
    assert_int_equal(ways.counters.thread_instructions, (6 + 1 + 1 + 1) * 32);
    assert_int_equal(ways.counters.branches, 4);
    assert_int_equal(ways.counters.divergent_branches, 3);
}

static uint32_t of_struct(uint32_t n)
{
    return (n + 3) + (n * 7) * 2;
}

/* Structures in and out, some bytes at a time. */
void control_struct_parameters(void **state)
{
    (void)state;
    check_function(
        ".func (.param .align 8 .b8 r[16]) f(.param .align 8 .b8 s[16], "
        ".param .b32 n)\n{\n.reg .b32 %x<6>;\n.reg .b64 %y;\n"
        ".reg .b16 %h<3>;\nld.param.v2.u32 {%x0, %x1}, [s];\n"
        "ld.param.s16 %x2, [s+8];\nld.param.u8 %h1, [s+10];\n"
        "ld.param.u32 %x3, [n];\nadd.u32 %x0, %x0, %x3;\n"
        "cvt.u32.u16 %x4, %h1;\nadd.u32 %x0, %x0, %x4;\n"
        "sub.u32 %x0, %x0, %x2;\nst.param.u32 [r+4], %x0;\n"
        "st.param.b64 [r+8], 7;\nst.param.u16 [r], 9;\nret;\n}\n",
        "{ .param .align 8 .b8 s[16]; .param .b32 n; "
        ".param .align 8 .b8 r[16];\n"
        "mul.lo.u32 %r1, %gid, 7;\nadd.u32 %r1, %r1, %r1;\n"
        "st.param.v2.b32 [s], {%r1, %r1};\nmov.u32 %r2, -2;\n"
        "st.param.b16 [s+8], %h1;\ncvt.u16.u32 %h2, %r2;\n"
        "st.param.b16 [s+8], %h2;\nst.param.b8 [s+10], 0x1;\n"
        "st.param.b32 [n], %gid;\ncall.uni (r), f, (s, n);\n"
        "ld.param.b32 %r0, [r+4]; }",
        of_struct);
}

/* ---- waiting for each other --------------------------------------------- */

/* Lanes of a warp take a lock in turn: spinning ones let the holder go on.
 * The count under the lock is a plain one, so that two holders would show. */
void control_spin_lock(void **state)
{
    static const char before[] = ".global .align 4 .u32 lock;\n"
                                 ".global .align 4 .u32 count;\n"
                                 ".func idle()\n{\nret;\n}\n";
    static const char *const spins[] = {
        /* the release after the loop */
        "SPIN:\natom.global.cas.b32 %r1, [lock], 0, 1;\n"
        "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra SPIN;\n"
        "membar.gl;\nld.volatile.global.u32 %r2, [count];\n"
        "add.u32 %r2, %r2, 1;\nst.volatile.global.u32 [count], %r2;\n"
        "membar.gl;\natom.global.exch.b32 %r3, [lock], 0;\n",
        /* the release in the loop */
        "SPIN:\natom.global.cas.b32 %r1, [lock], 0, 1;\n"
        "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra BUSY;\n"
        "membar.gl;\nld.volatile.global.u32 %r2, [count];\n"
        "add.u32 %r2, %r2, 1;\nst.volatile.global.u32 [count], %r2;\n"
        "membar.gl;\natom.global.exch.b32 %r3, [lock], 0;\n"
        "BUSY:\n@%p1 bra SPIN;\n",
        /* a call, a sleep and a branch of its own while it waits */
        "mov.u32 %r5, 0;\nSPIN:\natom.global.cas.b32 %r1, [lock], 0, 1;\n"
        "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra GOT;\ncall idle;\n"
        "nanosleep.u32 20;\nadd.u32 %r5, %r5, %gid;\n"
        "and.b32 %r6, %r5, 1;\nsetp.eq.u32 %p2, %r6, 0;\n@%p2 bra SPIN;\n"
        "add.u32 %r5, %r5, 2;\nbra.uni SPIN;\nGOT:\n"
        "membar.gl;\nld.volatile.global.u32 %r2, [count];\n"
        "add.u32 %r2, %r2, 1;\nst.volatile.global.u32 [count], %r2;\n"
        "membar.gl;\natom.global.exch.b32 %r3, [lock], 0;\n"};
    (void)state;
    for (size_t i = 0; i < sizeof spins / sizeof *spins; i++) {
        uint32_t out = 0;
        char body[2048];
        snprintf(body, sizeof body,
                 "%sbar.sync 0;\nsetp.ne.u32 %%p5, %%gid, 0;\n@%%p5 ret;\n"
                 "ld.volatile.global.u32 %%r0, [count];\n"
                 "st.global.u32 [%%out], %%r0;\n",
                 spins[i]);
        struct ptx_run run = {.before = before,
                              .body = body,
                              .block = {96, 1, 1},
                              .out = &out,
                              .out_bytes = sizeof out};
        assert_int_equal(ptx_launch(&run), LAUNCH_OK);
        assert_int_equal(out, 96);
    }
}

/* Lane 0 waits for a flag that the last lane of its warp sets afterwards, on
 * the other side of the branch; then warps, then blocks do. */
void control_flags(void **state)
{
    static const char *const who[] = {"%laneid", "%warpid", "%ctaid.x"};
    static const unsigned last[] = {31, 2, 3};
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned waits = 0; waits < 2; waits++) {
            uint32_t out[4 * 96] = {0};
            char body[1024];
            snprintf(body, sizeof body,
                     "mov.u32 %%r1, %s;\nsetp.ne.u32 %%p1, %%r1, %u;\n"
                     "@%%p1 bra OTHERS;\nWAIT:\n"
                     "ld.volatile.global.u32 %%r2, [flag];\n"
                     "setp.eq.u32 %%p2, %%r2, 0;\n@%%p2 bra WAIT;\n"
                     "OTHERS:\nsetp.ne.u32 %%p3, %%r1, %u;\n@%%p3 bra END;\n"
                     "st.volatile.global.u32 [flag], 1;\nEND:\n"
                     "mad.wide.u32 %%at, %%gid, 4, %%out;\n"
                     "st.global.u32 [%%at], 1;\n",
                     who[i], waits ? last[i] : 0, waits ? 0 : last[i]);
            struct ptx_run run = {.before = ".global .align 4 .u32 flag;\n",
                                  .body = body,
                                  .grid = {4, 1, 1},
                                  .block = {96, 1, 1},
                                  .out = out,
                                  .out_bytes = sizeof out};
            assert_int_equal(ptx_launch(&run), LAUNCH_OK);
            for (unsigned l = 0; l < 4 * 96; l++)
                assert_int_equal(out[l], 1);
        }
}

/* ---- what does not end well --------------------------------------------- */

void control_failures(void **state)
{
    (void)state;
    assert_int_equal(status_of(NULL, "trap;"), LAUNCH_TRAP);
    assert_int_equal(status_of(NULL, "LOOP:\nbra.uni LOOP;"), LAUNCH_TIMEOUT);
    assert_int_equal(status_of(NULL, "LOOP:\nbar.sync 0;\nbra.uni LOOP;"),
                     LAUNCH_TIMEOUT);
    assert_int_equal(status_of(NULL, "LOOP:\nvote.sync.ballot.b32 %r1, %p1, "
                                     "0xffffffff;\nbra.uni LOOP;"),
                     LAUNCH_TIMEOUT);
    assert_int_equal(status_of(NULL, "LOOP:\n@%p1 bra.uni LOOP;\n"
                                     "bar.sync 0, 64;"),
                     LAUNCH_TIMEOUT);
    assert_int_equal(status_of(".func f()\n{\ncall f;\nret;\n}\n", "call f;"),
                     LAUNCH_STACK_OVERFLOW);
    assert_int_equal(status_of(".func f()\n{\nret;\n}\n",
                               "mov.u64 %d1, 12345;\nP: .callprototype _ ();\n"
                               "call %d1, P;"),
                     LAUNCH_BAD_ADDRESS);
    assert_int_equal(status_of(NULL,
                               "mov.u32 %r1, 9;\nT: .branchtargets A, B;\n"
                               "brx.idx %r1, T;\nA:\nB:\n"),
                     LAUNCH_TRAP);
}

/* What is called is a function, with the parameters it has. */
void control_wrong_calls(void **state)
{
    (void)state;
    static const char *const calls[][2] = {
        {"malloc(.param .b64 n)", "malloc, (w)"},
        {"(.param .b32 r) malloc(.param .b64 n)", "(n), malloc, (w)"},
        {"(.param .b64 r) malloc()", "(w), malloc"},
        {"(.param .b64 r) malloc(.param .b32 n)", "(w), malloc, (n)"},
        {"free()", "free"},
        {"__assertfail()", "__assertfail"},
        {"(.param .b32 r) vprintf(.param .b64 f)", "(n), vprintf, (w)"},
        {"(.param .b64 r) __nv_sin(.param .b32 x)", "(w), __nv_sin, (n)"},
        {"(.param .b32 r) __nv_sin(.param .b64 x)", "(n), __nv_sin, (w)"},
        {"__nv_sincos(.param .b64 x)", "__nv_sincos, (w)"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char before[200], body[200];
        snprintf(before, sizeof before, ".extern .func %s;\n", calls[i][0]);
        snprintf(body, sizeof body,
                 ".param .b64 w;\n.param .b32 n;\nst.param.b64 [w], 8;\n"
                 "st.param.b32 [n], 8;\ncall %s;\n",
                 calls[i][1]);
        /* The first is right: a result may be left out. */
        assert_int_equal(status_of(before, body),
                         i ? LAUNCH_UNSUPPORTED : LAUNCH_OK);
    }
    assert_true(ptx_refuses("call k;"));
    assert_int_equal(status_of(".func f()\n{\nret;\n}\n",
                               "mov.u64 %d1, k;\nP: .callprototype _ ();\n"
                               "call %d1, P;"),
                     LAUNCH_BAD_ADDRESS);
}
