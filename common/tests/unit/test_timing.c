/*
 * test_timing.c - modelled times (timing/timing.c, sm.c): what a kernel's time
 * is made of, on an H200, by how it changes with one thing.
 */
#include "ptx_harness.h"

#include "timing/deal.h"
#include "timing/timing.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 1 << 20 };
static uint32_t *in, *out;

#define FUNCTIONS                                                              \
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"   \
    ".extern .func (.param .b64 r) __nv_sin(.param .b64 x);\n"                 \
    ".extern .func (.param .b32 r) __nv_logf(.param .b32 x);\n"                \
    ".extern .func (.param .b32 r) __nv_sinf(.param .b32 x);\n"

static struct timing timed(const char *body, uint32_t blocks, uint32_t threads)
{
    struct ptx_run run = {.before = FUNCTIONS,
                          .body = body,
                          .grid = {blocks, 1, 1},
                          .block = {threads, 1, 1},
                          .in = in,
                          .in_bytes = WORDS * sizeof *in,
                          .out = out,
                          .out_bytes = WORDS * sizeof *out,
                          .timed = gpu_find("h200")};
    ptx_run(&run);
    assert_true(run.timing.known);
    assert_true(run.timing.low_us <= run.timing.us);
    assert_true(run.timing.us <= run.timing.high_us);
    return run.timing;
}

/* The clocks that a body takes longer than another one. */
static double longer(const char *body, const char *other)
{
    return (timed(body, 1, 32).us - timed(other, 1, 32).us) *
           gpu_find("h200")->clock_khz / 1e3;
}

static void an_empty_kernel_takes_its_launch(void **state)
{
    (void)state;
    struct timing t = timed("", 1, 32);
    assert_int_equal(t.bound, BOUND_LAUNCH);
    assert_true(t.us < 1.5 * t.launch_us);
}

/* Blocks are started one after the other. */
static void many_blocks_take_long_to_start(void **state)
{
    (void)state;
    struct timing t = timed("", 20000, 32);
    assert_int_equal(t.bound, BOUND_LAUNCH);
    assert_true(t.us > 8 && t.us < 20);
}

#define START "mov.u32 %r1, 0;\nmov.f32 %r3, 0f3f800000;\nagain:\n"
#define AGAIN(turns)                                                           \
    "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, " turns ";\n@%p1 bra again;\n"
#define LAST "st.global.f32 [%out], %r3;"

/* A hundred turns more, of one addition that needs the one before. */
static void a_chain_takes_the_time_of_its_links(void **state)
{
    (void)state;
#define LINK "add.f32 %r3, %r3, %r3;\n"
    double clocks = longer(START LINK LINK LINK LINK AGAIN("200") LAST,
                           START LINK LINK LINK LINK AGAIN("100") LAST);
    assert_true(clocks > 100 * 4 * 4 && clocks < 100 * (4 * 4 + 40));
}

/* As measured (xorshift_chain, 61 clocks): eight warps of each scheduler do not
 * get out of a pipe what it has, 40 for these shifts, their logic and a sum in
 * four, since a scheduler stays with a warp and else takes the oldest. */
static void warps_of_a_scheduler_come_one_behind_the_other(void **state)
{
    (void)state;
#define XORSHIFT                                                               \
    "shl.b32 %r2, %r3, 13;\nshr.u32 %r4, %r3, 17;\nxor.b32 %r2, %r2, %r3;\n"   \
    "xor.b32 %r3, %r2, %r4;\nadd.u32 %r3, %r3, %r1;\n"
#define EIGHT(turns)                                                           \
    timed(START XORSHIFT XORSHIFT XORSHIFT XORSHIFT AGAIN(turns) LAST, 1, 1024)
    double clocks = (EIGHT("200").us - EIGHT("100").us) *
                    gpu_find("h200")->clock_khz / 1e3 / 100 / 4;
    assert_true(clocks > 44 && clocks < 65);
}

/* Of ints that two pipes take by turns, not one is issued in each of 64
 * clocks. */
static void two_pipes_of_ints_get_in_each_others_way(void **state)
{
    (void)state;
#define INTS                                                                   \
    "xor.b32 %r4, %r4, %r1;\nmul.lo.s32 %r5, %r5, %r1;\n"                      \
    "xor.b32 %r6, %r6, %r1;\nmul.lo.s32 %r7, %r7, %r1;\n"
#define MANY_INTS INTS INTS INTS INTS
#define MIXED(turns)                                                           \
    timed(START MANY_INTS MANY_INTS MANY_INTS MANY_INTS AGAIN(                 \
              turns) "add.u32 %r4, %r4, %r5;\nadd.u32 %r6, %r6, %r7;\n"        \
                     "add.u32 %r3, %r4, %r6;\n" LAST,                          \
          1, 1024)
    double clocks = (MIXED("200").us - MIXED("100").us) *
                    gpu_find("h200")->clock_khz / 1e3 / 100 / 8;
    assert_true(clocks > 68 && clocks < 90);
}

/* The first of eight blocks of a multiprocessor has ten times as much to do as
 * each other one.  It goes first, and most of what the others do is done
 * meanwhile: if it came last, it would take half as long again as alone. */
static void the_oldest_block_goes_first(void **state)
{
    (void)state;
#define LONG_FIRST                                                             \
    "mov.u32 %r8, %ctaid.x;\nsetp.eq.u32 %p2, %r8, 0;\n"                       \
    "selp.b32 %r9, 2000, 200, %p2;\n" START XORSHIFT XORSHIFT                  \
    "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, %r9;\n@%p1 bra again;\n"      \
    "mad.wide.u32 %at, %gid, 4, %out;\nst.global.f32 [%at], %r3;"
    double alone = timed(LONG_FIRST, 1, 256).us;
    double with_others = timed(LONG_FIRST, 8 * 132, 256).us;
    assert_true(with_others < 1.4 * alone);
}

/* As measured (turn_1_warps): a sum, a comparison and, 13 clocks later, a
 * branch. */
static void a_turn_waits_for_its_condition(void **state)
{
    (void)state;
#define ONCE ".pragma \"nounroll\";\n"
    double clocks =
        longer(START ONCE AGAIN("200") LAST, START ONCE AGAIN("100") LAST);
    assert_true(clocks > 100 * 27 && clocks < 100 * 30);
}

/* Zero is divided, and its root taken, by a function that is called. */
static void zeros_are_divided_slowly(void **state)
{
    (void)state;
#define DIVIDE(number)                                                         \
    START "mov.f32 %r4, " number ";\n"                                         \
          "div.rn.f32 %r5, %r4, %r6;\nadd.f32 %r3, %r3, %r5;\n"                \
          "sqrt.rn.f32 %r5, %r4;\nadd.f32 %r3, %r3, %r5;\n" AGAIN("100") LAST
#define NUMBER "mov.f32 %r6, 0f40400000;\n"
    double clocks =
        longer(NUMBER DIVIDE("0f00000000"), NUMBER DIVIDE("0f3f800000"));
    assert_true(clocks > 100 * 300 && clocks < 100 * 420);
}

/* A warp that prints, nothing here, waits for the host's memory. */
static void who_prints_takes_long(void **state)
{
    (void)state;
#define PRINT                                                                  \
    "{\n.param .b64 f;\n.param .b64 a;\n.param .b32 r;\n"                      \
    "st.param.b64 [f], %in;\nst.param.b64 [a], 0;\n"                           \
    "call.uni (r), vprintf, (f, a);\n}\n"
    double once = timed(PRINT, 1, 32).us - timed("", 1, 32).us;
    double twice = timed(PRINT PRINT, 1, 32).us - timed("", 1, 32).us;
    assert_true(once > 10 && once < 25);
    assert_true(twice > 1.9 * once && twice < 2.1 * once);
}

/* Two remainders that do not need one another are worked on together, in part;
 * a hundred turns, in clocks. */
static void remainders_fill_gaps(void **state)
{
    (void)state;
#define REMAINDER(to, of) "rem.s32 %r" #to ", %r" #of ", %r7;\n"
#define REMAINDERS(both)                                                       \
    "ld.global.u32 %r7, [%in];\nmov.u32 %r4, %r7;\nmov.u32 %r5, %r7;\n"        \
    "mov.u32 %r1, 0;\nagain:\n" ONCE both AGAIN(                               \
        "100") "add.s32 %r4, %r4, %r5;\nst.global.u32 [%out], %r4;"
    in[0] = 7;
    double apart = timed(REMAINDERS(REMAINDER(4, 4) REMAINDER(5, 5)), 1, 32).us;
    double chain = timed(REMAINDERS(REMAINDER(4, 4) REMAINDER(4, 4)), 1, 32).us;
    in[0] = 0;
    assert_true(apart < chain - 100 * 10 * 1e3 / gpu_find("h200")->clock_khz);
}

#define CALL(function, to, of)                                                 \
    "{\n.param .b32 a;\n.param .b32 b;\nst.param.f32 [a], %r" #of ";\n"        \
    "call.uni (b), __nv_" #function ", (a);\nld.param.f32 %r" #to              \
    ", [b];\n}\n"
#define CALLS(both)                                                            \
    "ld.global.u32 %r4, [%in];\nmov.u32 %r5, %r4;\n"                           \
    "mov.u32 %r1, 0;\nagain:\n" ONCE both AGAIN(                               \
        "100") "add.s32 %r4, %r4, %r5;\nst.global.u32 [%out], %r4;"

/* By how much a turn with two calls is shorter if they need not one another. */
#define SHORTER(function)                                                      \
    longer(CALLS(CALL(function, 4, 4) CALL(function, 4, 4)),                   \
           CALLS(CALL(function, 4, 4) CALL(function, 5, 5))) /                 \
        100

/* ptxas mixes functions in line that do not need one another, of those that
 * branch what is in front: two logarithms take 14 clocks more than one, which
 * takes 88, and two sines 20 less than twice as long. */
static void functions_in_line_are_mixed(void **state)
{
    (void)state;
    double logarithms = SHORTER(logf), sines = SHORTER(sinf);
    assert_true(logarithms > 50);
    assert_true(sines < 40);
}

/* The first sine of double waits for its table, as long as L2 takes. */
static void a_table_comes_from_l2(void **state)
{
    (void)state;
#define SINE                                                                   \
    "{\n.param .b64 a;\n.param .b64 b;\nst.param.b64 [a], %d1;\n"              \
    "call.uni (b), __nv_sin, (a);\nld.param.b64 %d1, [b];\n}\n"
#define SINES(calls)                                                           \
    "ld.global.b64 %d1, [%in];\n" calls "st.global.b64 [%out], %d1;"
    double first = longer(SINES(SINE), SINES(""));
    double second = longer(SINES(SINE SINE), SINES(SINE));
    assert_true(second > 150 && second < 300);
    assert_true(first > second + 200);
}

/* A hundred turns of four, so long each, and of what a turn takes besides; what
 * is waited for is cut to whole clocks. */
static void assert_four(double clocks, double each)
{
    assert_true(clocks > 100 * 4 * (each - 1));
    assert_true(clocks < 100 * (4 * each + 40));
}

/* The second adds to what the first has left, or to something else; on an H200
 * an mma 8 deep goes through the tensor core twice, one 4 deep once. */
static void matrices_wait_for_the_tensor_core(void **state)
{
    double pass = gpu_find("h200")->model.pipe.matrix;
    double wait = gpu_find("h200")->model.wait.matrix;
    (void)state;
#define ONES                                                                   \
    "mov.f64 %d2, 0d3ff0000000000000;\nmov.f64 %d4, %d2;\n"                    \
    "mov.f64 %d5, %d2;\nmov.f64 %d6, %d2;\nmov.f64 %d7, %d2;\n"
#define MMA_4(d)                                                               \
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "                         \
    "{%d" #d ", %d1" #d "}, {%d2}, {%d2}, {%d" #d ", %d1" #d "};\n"
#define MMA_8(d)                                                               \
    "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "                        \
    "{%d" #d ", %d1" #d ", %d2" #d ", %d3" #d "}, {%d2, %d2, %d2, %d2}, "      \
    "{%d2, %d2}, {%d" #d ", %d1" #d ", %d2" #d ", %d3" #d "};\n"
#define TURNS(multiply, turns)                                                 \
    ONES START multiply AGAIN(                                                 \
        turns) "add.f64 %d4, %d4, %d5;\nadd.f64 %d6, %d6, %d7;\n"              \
               "add.f64 %d4, %d4, %d6;\nst.global.f64 [%out], %d4;\n"
#define HUNDRED(multiply) longer(TURNS(multiply, "200"), TURNS(multiply, "100"))
    assert_four(HUNDRED(MMA_4(4) MMA_4(4) MMA_4(4) MMA_4(4)), wait);
    assert_four(HUNDRED(MMA_8(4) MMA_8(4) MMA_8(4) MMA_8(4)), wait + pass);
    assert_four(HUNDRED(MMA_8(4) MMA_8(5) MMA_8(6) MMA_8(7)), 2 * pass);
}

/* Products and sums of doubles have to wait while it multiplies. */
static void matrices_keep_the_unit_of_doubles(void **state)
{
    double pass = gpu_find("h200")->model.pipe.matrix;
    double fma = gpu_find("h200")->model.pipe.in_double;
    (void)state;
#define FMA(d) "fma.rn.f64 %d" #d ", %d2, %d2, %d" #d ";\n"
#define FMAS   FMA(24) FMA(25) FMA(26) FMA(27) FMA(28) FMA(29) FMA(30) FMA(31)
    assert_four(
        HUNDRED(MMA_4(4) FMAS MMA_4(5) FMAS MMA_4(6) FMAS MMA_4(7) FMAS),
        pass + 8 * fma);
}

/* Each address is loaded by the load before. */
static void loads_that_need_each_other_wait(void **state)
{
    (void)state;
#define NEXT "ld.global.u64 %d1, [%d1];\nadd.u64 %d1, %in, %d1;\n"
    double clocks = longer(
        "mov.u64 %d1, %in;\n" NEXT NEXT NEXT "st.global.u64 [%out], %d1;",
        "mov.u64 %d1, %in;\n" NEXT "st.global.u64 [%out], %d1;");
    assert_true(clocks > 50 && clocks < 800);
}

/* The last of six loads is past L1, and needed when it is there; the three
 * before share its count, and are waited for earlier. */
static void loads_that_share_a_count_wait_for_each_other(void **state)
{
    (void)state;
#define FIVE    LINK LINK LINK LINK LINK
#define TEN     FIVE FIVE
#define STEP(r) "add.f32 %r3, %r3, %" r ";\n" TEN
#define SIX(how)                                                               \
    START "ld.global.f32 %r4, [%in];\nld.global.f32 %r5, [%in+4];\n"           \
          "ld.global.f32 %r6, [%in+8];\nld.global.f32 %r7, [%in+12];\n"        \
          "ld.global.f32 %r8, [%in+16];\nld" how ".global.f32 %r9, "           \
          "[%in+20];\n" STEP("r4") STEP("r5") STEP("r6") STEP("r7")            \
              TEN TEN STEP("r8") TEN TEN STEP("r9") AGAIN("100") LAST
    double clocks = longer(SIX(".volatile"), SIX(""));
    assert_true(clocks > 100 * 60 && clocks < 100 * 250);
}

/* 32 rows of 4 KiB: 32 lines a request, one bank. */
static void rows_apart_take_longer_than_side_by_side(void **state)
{
    (void)state;
#define ROWS(shift)                                                            \
    "mul.wide.u32 %d1, %thread, " shift ";\nadd.u64 %d1, %in, %d1;\n" START    \
    "ld.global.f32 %r4, [%d1];\nadd.f32 %r3, %r3, %r4;\n"                      \
    "ld.global.f32 %r5, [%d1+4];\nadd.f32 %r3, %r3, %r5;\n" AGAIN("200") LAST
    struct timing apart = timed(ROWS("4096"), 132, 256);
    struct timing near = timed(ROWS("4"), 132, 256);
    assert_int_equal(apart.bound, BOUND_L1);
    assert_true(apart.us > 4 * near.us);
}

static void one_address_takes_atomics_one_by_one(void **state)
{
    (void)state;
    struct timing one =
        timed("red.global.add.f32 [%out], 0f3f800000;", 1024, 256);
    assert_int_equal(one.bound, BOUND_ATOMICS);
    assert_true(one.us > 300); /* 2^18 lanes */
    struct timing own = timed("mul.wide.u32 %d1, %gid, 4;\n"
                              "add.u64 %d1, %out, %d1;\n"
                              "red.global.add.f32 [%d1], 0f3f800000;",
                              1024, 256);
    assert_true(own.us < one.us / 20);
}

/* One lane of each of 256 warps: at one address one succeeds each time that
 * results have come back, and they are done with it after as many of these. */
static void who_loses_tries_again(void **state)
{
    (void)state;
#define TRY(place)                                                             \
    "mov.u32 %r4, " place ";\nmul.wide.u32 %d1, %r4, 128;\n"                   \
    "add.u64 %d1, %d1, %out;\nld.volatile.global.u32 %r1, [%d1];\n"            \
    "add.u32 %r2, %r1, 1;\natom.global.cas.b32 %r3, [%d1], %r1, %r2;\n"
    struct timing one = timed(TRY("0"), 256, 1);
    struct timing own = timed("mov.u32 %r5, %ctaid.x;\n" TRY("%r5"), 256, 1);
    assert_true(one.us - own.us > 255 * 0.25);
    assert_true(one.us - own.us < 255 * 0.3);
    assert_true(one.warnings & 1u << TIMING_TRIES);
}

/* Sums added when all else is done come all at once, and wait. */
static void atomics_at_the_end_wait_for_each_other(void **state)
{
    (void)state;
#define WORK START AGAIN("2000")
#define ADD  "red.global.add.f32 [%out], 0f3f800000;"
    double adds = timed(ADD, 132, 32).us, work = timed(WORK LAST, 132, 32).us;
    double both = timed(WORK ADD, 132, 32).us;
    double empty = timed("", 132, 32).us;
    assert_true(both > work + 0.8 * (adds - empty));
}

#define ADD_SHARED(where)                                                      \
    ".shared .align 4 .f32 cells[32];\nmov.u32 %r1, %tid.x;\n"                 \
    "shr.u32 %r1, %r1, " where ";\nmul.wide.u32 %d1, %r1, 4;\n"                \
    "mov.u64 %d2, cells;\nadd.u64 %d1, %d1, %d2;\n"                            \
    "st.shared.f32 [%d1], 0f00000000;\nbar.sync 0;\n"                          \
    "red.shared.add.f32 [%d1], 0f3f800000;"

/* A loop of compare-and-swap, one lane after the other: of a warp, or of all of
 * the block if they add to the same. */
static void floats_of_one_place_wait_for_each_other(void **state)
{
    (void)state;
    double empty = timed("", 1, 256).us;
    double warp = timed(ADD_SHARED("5"), 1, 32).us - empty;
    double own = timed(ADD_SHARED("5"), 1, 256).us - empty;
    double one = timed(ADD_SHARED("8"), 1, 256).us - empty;
    assert_true(own < 1.5 * warp);
    assert_true(one > 4 * warp);
}

/* The greatest of 64 bits: who has no greater one leaves the loop. */
static void who_has_no_greater_one_leaves(void **state)
{
    (void)state;
#define UPDATE_SHARED(update)                                                  \
    ".shared .align 8 .u64 cell;\nmov.u64 %d2, cell;\n"                        \
    "mov.u64 %d1, 1;\nst.shared.u64 [%d2], %d1;\nbar.sync 0;\n" update
    double empty = timed("", 1, 256).us;
    double sum =
        timed(UPDATE_SHARED("atom.shared.add.u64 %d3, [%d2], %d1;"), 1, 256).us;
    double most =
        timed(UPDATE_SHARED("atom.shared.max.u64 %d3, [%d2], %d1;"), 1, 256).us;
    assert_true(most - empty < 0.2 * (sum - empty));
}

/* Of many warps one has always read what another one has changed, until the
 * tries of all keep LSU busy: 1 x 256, 1 x 512 and 264 x 1024 threads (7.4,
 * 12.2 and 45.5 us on an H200, empty kernels 0.6). */
static void many_who_add_lose_less(void **state)
{
    (void)state;
    double empty = timed("", 1, 1024).us;
    double few = timed(ADD_SHARED("8"), 1, 256).us - empty;
    double many = timed(ADD_SHARED("9"), 1, 512).us - empty;
    double most = timed(ADD_SHARED("10"), 264, 1024).us - empty;
    assert_true(many < 1.3 * few);
    assert_true(most > 3 * many);
}

/* The same, whichever multiprocessor's they are: only one block adds. */
static void what_others_update_is_waited_for(void **state)
{
    (void)state;
#define ADDS_OF(block)                                                         \
    "mov.u32 %r2, %ctaid.x;\nsetp.ne.u32 %p2, %r2, " block ";\n" START         \
    "@!%p2 red.global.add.f32 [%out], %r3;\n" AGAIN("1000")
    double first = timed(ADDS_OF("0"), 132, 32).us;
    double last = timed(ADDS_OF("131"), 132, 32).us;
    double none = timed(ADDS_OF("999"), 132, 32).us;
    assert_true(last > 5 * none);
    assert_true(first > 0.7 * last && first < 1.4 * last);
}

/* L2 merges a part of a sector with what it has: 8192 times the same one. */
static void one_sector_takes_stores_one_by_one(void **state)
{
    (void)state;
    struct timing one = timed("st.global.u32 [%out], 7;", 1024, 256);
    struct timing own = timed("mul.wide.u32 %d1, %gid, 4;\n"
                              "add.u64 %d1, %out, %d1;\n"
                              "st.global.u32 [%d1], %gid;",
                              1024, 256);
    assert_int_equal(one.bound, BOUND_L2);
    assert_true(one.us > own.us + 5);
}

#define STRUCTS(between)                                                       \
    "st.global.f32 [%d1], %r3;\n" between                                      \
    "st.global.f32 [%d1+4], %r3;\n" between "st.global.f32 [%d1+8], %r3;\n"
#define OF_THREE                                                               \
    "mul.wide.u32 %d1, %gid, 12;\nadd.u64 %d1, %out, %d1;\n"                   \
    "mov.f32 %r3, 0f3f800000;\nmov.f32 %r5, 0f40400000;\n"
#define EACH     "bar.sync 0;\n"
#define QUOTIENT "div.rn.f32 %r3, %r3, %r5;\n"

/* A scheduler stays with a warp while it stores: its lines are whole then, and
 * are not if others store in between. */
static void what_is_stored_in_a_row_is_merged(void **state)
{
    (void)state;
    double row = timed(OF_THREE EACH EACH STRUCTS(""), 264, 1024).us;
    double each = timed(OF_THREE STRUCTS(EACH), 264, 1024).us;
    assert_true(each > 1.3 * row);
}

/* A division has a slow way: a branch past which no store moves. */
static void stores_do_not_move_past_divisions(void **state)
{
    (void)state;
    double first = timed(OF_THREE QUOTIENT QUOTIENT STRUCTS(""), 264, 1024).us;
    double between = timed(OF_THREE STRUCTS(QUOTIENT), 264, 1024).us;
    assert_true(between > 1.3 * first);
}

/* Rows and columns of a product: warps that wait while another one loads in a
 * row come in turn, so that a fourth block adds no more than its part. */
static void who_has_waited_longest_asks_next(void **state)
{
    (void)state;
#define PRODUCT                                                                \
    "shr.u32 %r4, %thread, 4;\nand.b32 %r5, %thread, 15;\n"                    \
    "mov.u32 %r8, %ctaid.x;\nmad.lo.u32 %r5, %r8, 16, %r5;\n"                  \
    "mul.wide.u32 %d1, %r4, 1160;\nadd.u64 %d1, %in, %d1;\n"                   \
    "mul.wide.u32 %d2, %r5, 4;\nadd.u64 %d2, %in, %d2;\n"                      \
    "cvt.u64.u32 %d3, %t;\nmul.lo.u64 %d3, %d3, 5;\n" START                    \
    "ld.global.f32 %r6, [%d1];\nld.global.f32 %r7, [%d2];\n"                   \
    "fma.rn.f32 %r3, %r6, %r7, %r3;\nadd.s64 %d1, %d1, 4;\n"                   \
    "add.s64 %d2, %d2, %d3;\n" AGAIN("290") LAST
    double three = timed(PRODUCT, 3 * 132, 256).us;
    double four = timed(PRODUCT, 4 * 132, 256).us;
    assert_true(four < 1.4 * three);
}

/* Those of the oldest block come first, and the last one is alone at the end
 * (on an H200 five blocks of products ended at 26, 28, 31, 38 and 48 thousand
 * clocks). */
static void the_oldest_block_asks_first(void **state)
{
    (void)state;
    double one = timed(PRODUCT, 132, 256).us;
    double three = timed(PRODUCT, 3 * 132, 256).us;
    assert_true(three > 1.55 * one);
}

/* A warp that waits for two sums before it loads again lets others load. */
static void who_waits_for_sums_lets_others_load(void **state)
{
    (void)state;
#define INDEXED                                                                \
    "shr.u32 %r4, %thread, 5;\nand.b32 %r5, %thread, 31;\n"                    \
    "mul.wide.u32 %d1, %r4, 1280;\nadd.u64 %d1, %in, %d1;\n" START             \
    "mul.wide.u32 %d2, %r5, 4;\nadd.u64 %d2, %in, %d2;\n"                      \
    "ld.global.f32 %r6, [%d1];\nld.global.f32 %r7, [%d2];\n"                   \
    "fma.rn.f32 %r3, %r6, %r7, %r3;\nadd.s64 %d1, %d1, 4;\n"                   \
    "add.u32 %r5, %r5, 320;\n" AGAIN("320") LAST
    double one = timed(INDEXED, 132, 512).us;
    double two = timed(INDEXED, 2 * 132, 512).us;
    assert_true(two < 1.6 * one);
}

/* 256 words, each of them hardly more often than others. */
static void places_near_each_other_take_turns(void **state)
{
    (void)state;
    struct timing near =
        timed("mul.lo.u32 %r1, %gid, 61;\nand.b32 %r1, %r1, 255;\n"
              "mul.wide.u32 %d1, %r1, 4;\nadd.u64 %d1, %out, %d1;\n"
              "red.global.add.u32 [%d1], 1;",
              1024, 256);
    assert_int_equal(near.bound, BOUND_ATOMICS);
    assert_true(near.us > 30);
}

/* One lane finds the least for all, where the code shows that they have one
 * address. */
static void lanes_of_one_address_are_combined(void **state)
{
    (void)state;
#define LEAST(at)                                                              \
    ".shared .align 4 .u32 cells[1024];\nmul.wide.u32 %d1, %thread, 4;\n"      \
    "mov.u64 %d2, cells;\nadd.u64 %d1, %d1, %d2;\n"                            \
    "st.shared.u32 [%d1], 0;\nbar.sync 0;\n" START "red.shared.min.u32 [" at   \
    "], %r1;\n" AGAIN("40")
    double same = timed(LEAST("%d2"), 8, 1024).us;
    double apart = timed(LEAST("%d1"), 8, 1024).us;
    assert_true(same < 4 * apart);
}

/* The first warps of sixteen blocks of four are on all schedulers. */
static void first_warps_do_not_meet(void **state)
{
    (void)state;
#define FIRST(limit)                                                           \
    "setp.gt.u32 %p2, %thread, " limit                                         \
    ";\n@%p2 bra leave;\n" START LINK LINK LINK LINK AGAIN("2000") LAST        \
        "leave:"
    double one = timed(FIRST("31"), 132, 128).us;
    assert_true(timed(FIRST("31"), 8 * 132, 128).us < 1.2 * one);
    assert_true(timed(FIRST("31"), 16 * 132, 128).us < 1.6 * one);
    assert_true(timed(FIRST("127"), 16 * 132, 128).us > 3 * one);
}

/* The block that has most to do is waited for, wherever it stands. */
static void the_busiest_block_counts(void **state)
{
    (void)state;
#define BUSY(block)                                                            \
    "mov.u32 %r2, %ctaid.x;\nsetp.ne.u32 %p2, %r2, " block ";\n"               \
    "@%p2 bra leave;\n" START LINK LINK LINK LINK AGAIN("2000") LAST "leave:"
    struct timing first = timed(BUSY("0"), 64, 32);
    struct timing other = timed(BUSY("37"), 64, 32);
    struct timing none = timed(BUSY("99"), 64, 32);
    assert_true(first.us > 5 * none.us);
    assert_true(other.us > 0.95 * first.us && other.us < 1.05 * first.us);
}

/* Or whose lines are more, by as many instructions. */
static void the_block_with_most_lines_counts(void **state)
{
    (void)state;
#define SCATTERED(block)                                                       \
    "mov.u32 %r2, %ctaid.x;\nsetp.eq.u32 %p2, %r2, " block ";\n"               \
    "selp.b32 %r2, 1040, 4, %p2;\nmul.wide.u32 %d1, %r2, %thread;\n"           \
    "add.u64 %d1, %in, %d1;\n" START                                           \
    "ld.global.f32 %r4, [%d1];\nadd.f32 %r3, %r3, %r4;\n" AGAIN("200") LAST
    struct timing first = timed(SCATTERED("0"), 64, 1024);
    struct timing other = timed(SCATTERED("37"), 64, 1024);
    struct timing none = timed(SCATTERED("99"), 64, 1024);
    assert_true(first.us > 1.5 * none.us);
    assert_true(other.us > 0.95 * first.us && other.us < 1.05 * first.us);
}

static void host_threads_change_nothing(void **state)
{
    (void)state;
    struct timing a = timed(ROWS("132"), 40, 128);
    struct timing b = timed(ROWS("132"), 40, 128);
    assert_memory_equal(&a.us, &b.us, sizeof a.us);
}

static void it_says_what_it_does_not_know(void **state)
{
    (void)state;
    struct timing t =
        timed("mul.wide.u32 %d1, %thread, 4;\nadd.u64 %d1, %out, %d1;\n" START
              "ld.volatile.global.f32 %r4, [%d1];\nadd.f32 %r3, %r3, %r4;\n"
              "st.volatile.global.f32 [%d1], %r3;\n" AGAIN("50"),
              1, 32);
    assert_non_null(strstr(timing_warning_text(t.warnings), "just stored"));
    t = timed("ld.volatile.global.u32 %r1, [%out];\nadd.u32 %r1, %r1, 1;\n"
              "red.global.max.u32 [%out], %r1;",
              1, 32);
    assert_true(t.warnings >> TIMING_ORDER & 1);
    t = timed(ROWS("4"), 132, 256);
    assert_int_equal(t.warnings, 0);
}

static void a_memset_is_counted_in(void **state)
{
    (void)state;
    const struct gpu *gpu = gpu_find("h200");
    struct timing t = {.known = true, .us = 1, .low_us = 0.9, .high_us = 1.2};
    timing_add_fill(&t, gpu, 4);
    assert_true(t.us > 2 && t.us < 4 && t.low_us > 1.9 && t.high_us < 4.2);
    struct timing more = {.known = true, .us = 1};
    timing_add_fill(&more, gpu, 1 << 28);
    assert_true(more.us > 50);
    assert_non_null(strstr(timing_warning_text(t.warnings), "cudaMemset"));
}

static void what_did_not_end_has_no_time(void **state)
{
    (void)state;
    struct timing_launch launch = {.ended = false};
    struct timing t = timing_of(gpu_find("h200"), &launch);
    assert_false(t.known);
    assert_non_null(strstr(timing_warning_text(t.warnings), "did not end"));
}

/* Two multiprocessors, two places each: the longest block is one's, the most
 * work the other's. */
static void who_has_most_work_ends_last(void **state)
{
    (void)state;
    const uint64_t work[] = {4, 3, 1, 3};
    struct deal deal = deal_blocks(work, work, 4, 2, 2);
    assert_non_null(deal.who);
    assert_int_equal(deal.last, 1);
    free(deal.who);
}

/* Three that have as much to do: the third one starts last. */
static void who_starts_last_ends_last(void **state)
{
    (void)state;
    const uint64_t work[] = {2, 2, 2, 1};
    const uint64_t lookups[] = {5, 6, 6, 9};
    struct deal deal = deal_blocks(work, lookups, 4, 4, 1);
    assert_non_null(deal.who);
    assert_int_equal(deal.last, 1);
    assert_int_equal(deal.latest, 2);
    free(deal.who);
}

/* Of 157 blocks 25 multiprocessors get a second one; the last of the others
 * still has its first one to start (first/1: 1.034 us of 132 blocks, 1.033 of
 * 157, an H200). */
static void a_few_blocks_more_do_not_end_sooner(void **state)
{
    (void)state;
#define COPY                                                                   \
    "mul.wide.u32 %d1, %gid, 4;\nadd.u64 %d1, %d1, %out;\n"                    \
    "ld.global.u32 %r1, [%d1];\nadd.u32 %r1, %r1, 1;\n"                        \
    "st.global.u32 [%d1], %r1;\n"
    double all = timed(COPY, 132, 256).us;
    assert_true(timed(COPY, 157, 256).us > 0.995 * all);
    assert_true(timed(COPY, 264, 256).us > 1.005 * all);
}

/* Of the first block, which alone has work, one more with none changes
 * nothing. */
static void who_works_alone_starts_first(void **state)
{
    (void)state;
#define FIRST_ALONE                                                            \
    "mov.u32 %r2, %ctaid.x;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 ret;\n" START LINK \
        AGAIN("1000") LAST
    double all = timed(FIRST_ALONE, 132, 32).us;
    assert_true(timed(FIRST_ALONE, 133, 32).us < all + 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_blocks_more_do_not_end_sooner),
        cmocka_unit_test(who_works_alone_starts_first),
        cmocka_unit_test(who_has_most_work_ends_last),
        cmocka_unit_test(who_starts_last_ends_last),
        cmocka_unit_test(an_empty_kernel_takes_its_launch),
        cmocka_unit_test(many_blocks_take_long_to_start),
        cmocka_unit_test(a_chain_takes_the_time_of_its_links),
        cmocka_unit_test(warps_of_a_scheduler_come_one_behind_the_other),
        cmocka_unit_test(two_pipes_of_ints_get_in_each_others_way),
        cmocka_unit_test(the_oldest_block_goes_first),
        cmocka_unit_test(a_turn_waits_for_its_condition),
        cmocka_unit_test(zeros_are_divided_slowly),
        cmocka_unit_test(who_prints_takes_long),
        cmocka_unit_test(remainders_fill_gaps),
        cmocka_unit_test(functions_in_line_are_mixed),
        cmocka_unit_test(a_table_comes_from_l2),
        cmocka_unit_test(matrices_wait_for_the_tensor_core),
        cmocka_unit_test(matrices_keep_the_unit_of_doubles),
        cmocka_unit_test(loads_that_need_each_other_wait),
        cmocka_unit_test(loads_that_share_a_count_wait_for_each_other),
        cmocka_unit_test(rows_apart_take_longer_than_side_by_side),
        cmocka_unit_test(one_address_takes_atomics_one_by_one),
        cmocka_unit_test(who_loses_tries_again),
        cmocka_unit_test(who_has_no_greater_one_leaves),
        cmocka_unit_test(atomics_at_the_end_wait_for_each_other),
        cmocka_unit_test(what_others_update_is_waited_for),
        cmocka_unit_test(floats_of_one_place_wait_for_each_other),
        cmocka_unit_test(many_who_add_lose_less),
        cmocka_unit_test(one_sector_takes_stores_one_by_one),
        cmocka_unit_test(what_is_stored_in_a_row_is_merged),
        cmocka_unit_test(who_has_waited_longest_asks_next),
        cmocka_unit_test(the_oldest_block_asks_first),
        cmocka_unit_test(who_waits_for_sums_lets_others_load),
        cmocka_unit_test(stores_do_not_move_past_divisions),
        cmocka_unit_test(places_near_each_other_take_turns),
        cmocka_unit_test(lanes_of_one_address_are_combined),
        cmocka_unit_test(first_warps_do_not_meet),
        cmocka_unit_test(the_busiest_block_counts),
        cmocka_unit_test(the_block_with_most_lines_counts),
        cmocka_unit_test(host_threads_change_nothing),
        cmocka_unit_test(a_memset_is_counted_in),
        cmocka_unit_test(it_says_what_it_does_not_know),
        cmocka_unit_test(what_did_not_end_has_no_time),
    };

    in = calloc(WORDS, sizeof *in);
    out = calloc(WORDS, sizeof *out);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests_name("timing", tests, NULL, NULL);
    free(in);
    free(out);
    return failed;
}
