/*
 * test_tape.c - what is kept of a launch to be played again: timing/tape.c, and
 * the places of the machine that tell it.
 */
#include "ptx_harness.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static uint32_t in[4096], out[4096];

/* To be freed. */
static struct tapes *recorded(const char *body, uint32_t blocks,
                              uint32_t threads)
{
    struct ptx_run run = {.body = body,
                          .grid = {blocks, 1, 1},
                          .block = {threads, 1, 1},
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out,
                          .recorded = true};
    ptx_run(&run);
    assert_non_null(run.tapes);
    assert_false(run.tapes->failed);
    return run.tapes;
}

static const struct tape_warp *first_warp(const struct tapes *t)
{
    return &t->tapes[0].warps[0];
}

/* ---- runs --------------------------------------------------------------- */

#define LOOP                                                                   \
    "mov.u32 %r1, 0;\nagain:\nadd.u32 %r1, %r1, 1;\n"                          \
    "setp.lt.u32 %p1, %r1, 3;\n@%p1 bra again;\nst.global.u32 [%out], %r1;"

/* Three turns: up to the branch, once more, and out of the loop. */
static void a_taken_branch_ends_a_run(void **state)
{
    (void)state;
    struct tapes *t = recorded(LOOP, 1, 1);
    const struct tape_warp *w = first_warp(t);
    assert_int_equal(t->count, 1);
    assert_int_equal(w->run_count, 3);
    assert_int_equal(w->runs[1].from, w->runs[2].from);
    assert_int_equal(w->runs[1].to, w->runs[0].to);
    assert_true(w->runs[2].to > w->runs[1].to);
    assert_int_equal(w->runs[0].accesses, 0);
    assert_int_equal(w->runs[2].accesses, 1);
    assert_int_equal(w->runs[0].lanes, 1);
    assert_false(w->cut);
    tapes_free(t);
}

/* Neither a barrier nor a shuffle does. */
static void a_run_goes_on_over_barriers(void **state)
{
    (void)state;
    struct tapes *t = recorded("bar.sync 0;\n"
                               "shfl.sync.bfly.b32 %r1, %thread, 1, 31, -1;\n"
                               "bar.sync 0;\n",
                               1, 64);
    assert_int_equal(t->tapes[0].warp_count, 2);
    assert_int_equal(t->tapes[0].warps[0].run_count, 1);
    assert_int_equal(t->tapes[0].warps[1].run_count, 1);
    tapes_free(t);
}

/* Up to the branch, one side, the other, together again. */
static void lanes_apart_have_runs_of_their_own(void **state)
{
    (void)state;
    struct tapes *t = recorded("setp.lt.u32 %p1, %thread, 20;\n"
                               "@!%p1 bra other;\nmov.u32 %r1, 1;\n"
                               "bra meet;\nother:\nmov.u32 %r1, 2;\nmeet:\n"
                               "mov.u32 %r2, 3;\n",
                               1, 32);
    const struct tape_warp *w = first_warp(t);
    assert_int_equal(w->run_count, 4);
    assert_int_equal(w->runs[0].lanes, 32);
    assert_int_equal(w->runs[1].lanes + w->runs[2].lanes, 32);
    assert_int_equal(w->runs[3].lanes, 32);
    tapes_free(t);
}

/* In each turn of a loop odd lanes go apart, where one of them leaves, in its
 * first turn; the others meet again, also if there is no other way out. */
static void who_leaves_is_not_waited_for(void **state)
{
    (void)state;
    unsigned turns = 0;
    struct tapes *t = recorded("mov.u32 %r1, 0;\nand.b32 %r2, %thread, 1;\n"
                               "setp.eq.u32 %p1, %r2, 0;\n"
                               "setp.eq.u32 %p2, %thread, 5;\n"
                               "again:\n@%p1 bra both;\n@%p2 bra over;\n"
                               "add.u32 %r3, %r3, 1;\nboth:\n"
                               "add.u32 %r1, %r1, 1;\n"
                               "setp.ge.u32 %p3, %r1, 4;\n@%p3 bra over;\n"
                               "add.u32 %r4, %r1, 1;\nbra.uni again;\nover:\n",
                               1, 32);
    const struct tape_warp *w = first_warp(t);
    for (uint32_t i = 0; i < w->run_count; i++) {
        assert_true(w->runs[i].lanes == 31 || i < 2 || w->runs[i].lanes < 17);
        turns += w->runs[i].lanes == 31;
    }
    assert_true(turns >= 4);
    tapes_free(t);
}

/* The second block sets what the first waits for; how long that is depends on
 * the host's threads, the tape does not. */
static void a_warp_that_waits_looks_once(void **state)
{
    (void)state;
    struct tapes *t = recorded("mov.u32 %r1, %ctaid.x;\n"
                               "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra set;\n"
                               "look:\natom.global.exch.b32 %r2, [%out], 0;\n"
                               "setp.eq.u32 %p2, %r2, 0;\n@%p2 bra look;\n"
                               "bra done;\nset:\n"
                               "atom.global.exch.b32 %r3, [%out], 1;\ndone:\n",
                               2, 1);
    const struct tape_warp *w = first_warp(t);
    assert_int_equal(w->run_count, 2); /* a turn; out of it */
    assert_int_equal(w->access_count, 1);
    assert_int_equal(t->atomic_requests, 2);
    assert_true(w->instructions < 20);
    tapes_free(t);
}

/* ---- accesses ----------------------------------------------------------- */

#define AT_THREAD(bytes)                                                       \
    "mul.wide.u32 %at, %thread, " bytes ";\nadd.u64 %at, %at, %in;\n"

static void lines_and_sectors_of_a_load(void **state)
{
    (void)state;
    struct tapes *t = recorded(AT_THREAD("4") "ld.global.u32 %r1, [%at+32];\n"
                                              "ld.global.u32 %r1, [%in];\n",
                               1, 32);
    const struct tape_warp *w = first_warp(t);
    assert_int_equal(w->access_count, 2);
    assert_int_equal(w->accesses[0].space, PTX_GLOBAL);
    assert_int_equal(w->accesses[0].lanes, 32);
    assert_int_equal(w->accesses[0].pieces, 2);
    assert_int_equal(w->lines[0].sectors, 0xe);
    assert_int_equal(w->lines[1].sectors, 0x1);
    assert_int_equal(w->lines[1].line, w->lines[0].line + 1);
    assert_int_equal(w->accesses[1].pieces, 1);
    assert_int_equal(w->lines[2].sectors, 0x1);
    assert_int_equal(w->accesses[0].passes, 1);
    assert_int_equal(w->accesses[1].passes, 1);
    tapes_free(t);
}

/* 256 bytes apart, with and without the guard that leaves lanes out. */
static void lanes_far_apart_have_a_line_each(void **state)
{
    (void)state;
    struct tapes *t =
        recorded(AT_THREAD("256") "ld.global.u32 %r1, [%at];\n"
                                  "setp.lt.u32 %p1, %thread, 5;\n"
                                  "@%p1 ld.global.u32 %r1, [%at];\n"
                                  "setp.gt.u32 %p1, %thread, 40;\n"
                                  "@%p1 ld.global.u32 %r1, [%at];\n",
                 1, 32);
    const struct tape_warp *w = first_warp(t);
    assert_int_equal(w->access_count, 2);
    assert_int_equal(w->accesses[0].pieces, 32);
    assert_int_equal(w->accesses[1].pieces, 5);
    assert_int_equal(w->accesses[1].lanes, 5);
    assert_int_equal(w->accesses[0].passes, 32);
    assert_int_equal(w->accesses[1].passes, 5);
    assert_int_equal(w->lines[31].line, w->lines[0].line + 62);
    tapes_free(t);
}

/* Of a store it matters whether it fills a sector. */
static void stores_fill_sectors(void **state)
{
    (void)state;
    struct tapes *t =
        recorded("mul.wide.u32 %at, %thread, 4;\nadd.u64 %at, %at, %out;\n"
                 "st.global.u32 [%at+16], %thread;\n"
                 "mul.wide.u32 %d1, %thread, 8;\nadd.u64 %at, %out, %d1;\n"
                 "st.global.u32 [%at+1024], %thread;\n",
                 1, 32);
    const struct tape_warp *w = first_warp(t);
    assert_int_equal(w->accesses[0].pieces, 2);
    assert_int_equal(w->lines[0].sectors, 0xf);
    assert_int_equal(w->lines[0].full, 0xe);
    assert_int_equal(w->lines[1].sectors, 0x1);
    assert_int_equal(w->lines[1].full, 0);
    assert_int_equal(w->accesses[1].pieces, 2);
    assert_int_equal(w->lines[2].sectors, 0xf);
    assert_int_equal(w->lines[2].full, 0);
    tapes_free(t);
}

static void passes_of_shared_memory(void **state)
{
    (void)state;
    const char *body = "mul.lo.u32 %r1, %thread, 8;\n"
                       "st.shared.u32 [%r1], %thread;\n"
                       "and.b32 %r2, %thread, 3;\nshl.b32 %r2, %r2, 2;\n"
                       "bar.sync 0;\natom.shared.add.u32 %r3, [%r2], 1;\n";
    struct ptx_run run = {
        .body = body, .dynamic_shared = 1024, .recorded = true};
    assert_int_equal(ptx_launch(&run), LAUNCH_OK);
    const struct tape_warp *w = first_warp(run.tapes);
    assert_int_equal(w->access_count, 2);
    assert_int_equal(w->accesses[0].space, PTX_SHARED);
    assert_int_equal(w->accesses[0].passes, 2);
    assert_int_equal(w->accesses[0].pieces, 0);
    assert_int_equal(w->accesses[1].most_same, 8);
    tapes_free(run.tapes);
}

#define OWN                                                                    \
    ".local .align 8 .b8 own[64];\n"                                           \
    "mov.u64 %at, own;\nmov.u64 %d1, 7;\n"
#define OWN_STORES "st.local.u32 [%at], %thread;\nst.local.u64 [%at+8], %d1;\n"

/* The same word of all lanes lies in one line, the next one behind it: where an
 * index leads. */
static void local_memory_lies_side_by_side(void **state)
{
    (void)state;
    struct tapes *t = recorded(OWN "shr.u32 %r1, %thread, 16;\n"
                                   "cvt.u64.u32 %d2, %r1;\n"
                                   "add.u64 %at, %at, %d2;\n" OWN_STORES,
                               1, 64);
    const struct tape_warp *w = &t->tapes[0].warps[1];
    assert_int_equal(w->accesses[0].space, PTX_LOCAL);
    assert_int_equal(w->accesses[0].pieces, 1);
    assert_int_equal(w->lines[0].sectors, 0xf);
    assert_int_equal(w->lines[0].full, 0xf);
    assert_true(w->lines[0].line == (LOCAL_LINES | 1 << LOCAL_WARP_SHIFT));
    assert_int_equal(w->accesses[1].pieces, 2);
    assert_true(w->lines[2].line == w->lines[0].line + 3);
    tapes_free(t);
}

/* At places that are known it is registers. */
static void local_variables_access_nothing(void **state)
{
    (void)state;
    struct tapes *t = recorded(OWN OWN_STORES, 1, 64);
    assert_int_equal(t->tapes[0].warps[1].access_count, 0);
    tapes_free(t);
}

#define OPERAND "cvt.rn.f32.u32 %r1, %thread;\nsub.f32 %r1, %r1, 0f41800000;\n"
#define CHOICE  "setp.lt.f32 %p1, %r1, 0f3F800000;\n"
#define ROOT    "sqrt.rn.f32 %r2, %r1;\n"
#define SELECTED                                                               \
    "add.f32 %r4, %r2, %r1;\nselp.f32 %r3, 0f00000000, %r4, %p1;\n"            \
    "st.global.u32 [%out], %r3;\n"

static enum ptx_space first_space(const char *body)
{
    struct tapes *t = recorded(body, 1, 1);
    enum ptx_space space = first_warp(t)->accesses[0].space;
    tapes_free(t);
    return space;
}

/* Roots of what is less than 0 are a call; not where a selection says that the
 * lanes do not want them, as clang has it for a condition, wherever that is
 * worked out. */
static void roots_that_are_thrown_away_are_no_calls(void **state)
{
    (void)state;
    assert_int_equal(
        first_space(OPERAND CHOICE ROOT "st.global.u32 [%out], %r2;\n"),
        PTX_PARAM);
    assert_int_equal(first_space(OPERAND CHOICE ROOT SELECTED), PTX_GLOBAL);
    assert_int_equal(first_space(OPERAND ROOT CHOICE SELECTED), PTX_GLOBAL);
    assert_int_equal(first_space(OPERAND ROOT "bra on;\non:\n" CHOICE SELECTED),
                     PTX_PARAM);
    assert_int_equal(
        first_space(OPERAND ROOT
                    "setp.lt.f32 %p1, %r2, 0f3F800000;\n" SELECTED),
        PTX_PARAM);
}

/* ---- the whole GPU ------------------------------------------------------ */

/* 32 lanes one after the other in each of 6 warps, as the old value is
 * asked for; one word each. */
static void the_hottest_place_of_atomics(void **state)
{
    (void)state;
    struct tapes *t =
        recorded("atom.global.exch.b32 %r1, [%out], %thread;\n"
                 "mul.wide.u32 %at, %thread, 64;\nadd.u64 %at, %at, %out;\n"
                 "atom.global.exch.b32 %r1, [%at+64], %r1;\n",
                 3, 64);
    assert_int_equal(t->atomic_requests, 12);
    assert_int_equal(t->hot.requests, 6);
    assert_int_equal(t->hot.serial, 6 * 32);
    assert_in_range(t->hot.slice, 6 * 32, 6 * 32 + 3 * 8);
    assert_int_equal(first_warp(t)->accesses[0].most_same, 32);
    assert_int_equal(first_warp(t)->accesses[1].most_same, 1);
    assert_int_equal(first_warp(t)->lines[0].turns, 32);
    assert_int_equal(first_warp(t)->lines[1].turns, 1);
    tapes_free(t);
}

/* Of 1 KiB one has every second pair of lines, another one the rest; of 8 KiB
 * nobody has more. */
static void slices_have_every_second_pair_of_lines(void **state)
{
    (void)state;
    enum { LINES = 64 };
    for (uint64_t i = 0; i < LINES; i++) {
        unsigned same = 0;
        for (uint64_t k = 0; k < LINES; k++)
            same += tape_slice(i) == tape_slice(k);
        assert_int_equal(same, 4);
        assert_int_equal(tape_slice(i), tape_slice(i ^ 1));
        assert_int_equal(tape_slice(i), tape_slice(i ^ 4));
        assert_int_not_equal(tape_slice(i), tape_slice(i ^ 2));
    }
}

/* Of what lies where, all that updates it, and whether that is one line. */
static void updates_of_a_slice(void **state)
{
    (void)state;
    uint64_t turns = 0;
    struct tapes *t = recorded("red.global.max.u32 [%out], %thread;\n", 3, 64);
    for (unsigned i = 0; i < TAPE_SLICES; i++) {
        turns += t->slices[i].turns;
        assert_false(t->slices[i].several);
    }
    assert_int_equal(turns, t->hot.slice);
    tapes_free(t);
    t = recorded("red.global.max.u32 [%out], %thread;\n"
                 "red.global.max.u32 [%out+128], %thread;\n",
                 3, 64);
    turns = 0;
    for (unsigned i = 0; i < TAPE_SLICES; i++)
        turns += t->slices[i].several;
    assert_int_equal(turns, 1);
    tapes_free(t);
}

/* Of what was read, not of what is known: a free place of a table. */
static void comparisons_at_an_address(void **state)
{
    (void)state;
    struct tapes *t = recorded("ld.volatile.global.u32 %r1, [%out];\n"
                               "atom.global.cas.b32 %r2, [%out], %r1, 7;\n",
                               3, 64);
    assert_int_equal(t->swap_count, 1);
    assert_int_equal(t->swaps[0].count, 6 * 32);
    tapes_free(t);
    t = recorded("atom.global.cas.b32 %r2, [%out], 0, %thread;\n", 3, 64);
    assert_int_equal(t->swap_count, 0);
    tapes_free(t);
}

/* A block that lanes leave, in front of one that only jumps into a loop of
 * others, which lanes leave too: each loop's end is found once. */
static void a_loop_that_is_only_left_is_jumped_into(void **state)
{
    (void)state;
    struct tapes *t =
        recorded("setp.eq.u32 %p1, %thread, 7;\n"
                 "mul.wide.u32 %at, %thread, 4;\nadd.u64 %at, %at, %out;\n"
                 "bra.uni start;\nc:\nst.global.u32 [%at], %thread;\n"
                 "setp.lt.u32 %p2, %thread, 64;\n@%p2 bra done;\nbra.uni c;\n"
                 "start:\n@%p1 bra done;\nbra.uni c;\ndone:\n",
                 1, 32);
    assert_int_equal(first_warp(t)->access_count, 1);
    tapes_free(t);
}

/* Six warps look at what a lane of each block changes. */
static void loads_past_l1_of_one_place(void **state)
{
    (void)state;
    struct tapes *t =
        recorded("setp.eq.u32 %p1, %thread, 7;\n"
                 "@%p1 atom.global.exch.b32 %r1, [%out], %thread;\n"
                 "ld.volatile.global.u32 %r2, [%out];\n",
                 3, 64);
    assert_int_equal(t->hot.looks, 6);
    assert_int_equal(t->hot.changes, 3);
    assert_true(t->hot.looked);
    tapes_free(t);
}

static void work_and_footprint_of_all_blocks(void **state)
{
    (void)state;
    struct tapes *t =
        recorded("mul.wide.u32 %at, %gid, 4;\nadd.u64 %at, %at, %in;\n"
                 "ld.global.u32 %r1, [%at];\nld.global.u32 %r1, [%in];\n",
                 5, 64);
    assert_int_equal(t->work_count, 5);
    assert_int_equal(t->blocks_each, 1);
    assert_int_equal(t->work[0].instructions, t->work[4].instructions);
    assert_true(t->work[0].instructions == t->tapes[0].instructions);
    assert_int_equal(t->work[1].sectors, 2 * (4 + 1));
    assert_int_equal(t->touch_rate, 1);
    assert_int_equal(t->footprint_bytes, 5 * 64 * 4);
    /* Two lines a block; the first one's by all the others, too. */
    assert_int_equal(t->touch_count, 5 * 2 + 4);
    assert_int_equal(t->touches[0].loads, 3);
    assert_int_equal(t->touches[0].loaded, 0xf);
    tapes_free(t);
}

/* ---- more than there is room for ---------------------------------------- */

enum { BLOCKS = 40, SMS = 4, WARPS = 2, ANY = SMS };

/* Which multiprocessor has work; and more sectors for as much. */
static uint32_t busy = ANY, wide = ANY;

/* Warps of so many turns, recorded in that order of blocks. */
static struct tapes *played(struct tape_budget budget, uint32_t turns,
                            bool backwards)
{
    struct tape_size size = {.blocks = BLOCKS,
                             .block_threads = WARPS * WARP_SIZE,
                             .multiprocessors = SMS,
                             .resident_threads = 2 * WARPS * WARP_SIZE,
                             .resident_blocks = 32};
    static struct insn insns[20];
    struct code code = {.index = 3, .insns = insns, .insn_count = 20};
    struct tapes *t = tapes_begin(size, budget);
    assert_non_null(t);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        uint32_t number = backwards ? BLOCKS - 1 - i : i;
        struct tape_block *b = tape_block_begin(t, number);
        bool works = busy == ANY || number % SMS == busy;
        for (uint32_t k = 0; k < (works ? turns : 1) * WARPS; k++) {
            struct tape_writer *w = tape_writer(b, k % WARPS);
            tape_shared(w, 11, 0xf, 1, NULL);
            tape_ran(w, &code, 10, 20, ALL_LANES);
        }
        tape_block_end(b, number / SMS + (number % SMS == wide));
    }
    tapes_end(t);
    return t;
}

/* Whatever came first, the same tapes are left. */
static void assert_same(const struct tapes *a, const struct tapes *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->complete, b->complete);
    for (size_t i = 0; i < a->count; i++) {
        assert_true(a->tapes[i].block == b->tapes[i].block);
        for (unsigned k = 0; k < WARPS; k++) {
            const struct tape_warp *x = &a->tapes[i].warps[k];
            const struct tape_warp *y = &b->tapes[i].warps[k];
            assert_int_equal(x->run_count, y->run_count);
            assert_int_equal(x->access_count, y->access_count);
            assert_true(x->cut == y->cut);
        }
    }
    assert_memory_equal(a->work, b->work, a->work_count * sizeof *a->work);
}

/* Once forwards and once backwards. */
static struct tapes *left(struct tape_budget budget, uint32_t turns)
{
    struct tapes *t = played(budget, turns, false);
    struct tapes *other = played(budget, turns, true);
    assert_same(t, other);
    tapes_free(other);
    return t;
}

/* Of a turn: a run and an access. */
enum { TURN = sizeof(struct tape_run) + sizeof(struct tape_access) };

static void all_tapes_stay_while_there_is_room(void **state)
{
    (void)state;
    struct tapes *t = left((struct tape_budget){1 << 20, 1 << 19}, 100);
    assert_false(t->sampled);
    assert_true(t->complete);
    assert_int_equal(t->count, BLOCKS);
    assert_int_equal(t->tapes[7].block, 7);
    assert_int_equal(t->tapes[7].warps[1].run_count, 100);
    assert_int_equal(t->tapes[7].warps[1].runs[0].function, 3);
    assert_int_equal(t->tapes[7].instructions, 100 * WARPS * 10);
    tapes_free(t);
}

/* Beside what is counted: a warp that does next to nothing, as in a launch of
 * very many, takes next to nothing. */
static void small_tapes_take_little(void **state)
{
    enum { BLOCKS = 4096, MOST_BYTES = 512 };
    (void)state;
    size_t before = mallinfo2().uordblks;
    struct tapes *t = recorded("st.global.u32 [%out], 1;", BLOCKS, 32);
    assert_int_equal(t->count, BLOCKS);
    assert_true(mallinfo2().uordblks - before < BLOCKS * MOST_BYTES);
    tapes_free(t);
}

/* And counts as more than there is of it. */
static void small_tapes_count_for_more(void **state)
{
    (void)state;
    struct tape_budget budget = {BLOCKS * WARPS * TURN + 1, 1 << 14};
    struct tapes *t = left(budget, 1);
    assert_true(t->sampled);
    assert_true(t->complete);
    tapes_free(t);
}

/* The middle one of the multiprocessors: its tapes, whole. */
static void tapes_of_one_multiprocessor_stay(void **state)
{
    (void)state;
    size_t all = 100 * WARPS * TURN * BLOCKS;
    struct tapes *t = left((struct tape_budget){all - 1, all / SMS + 1}, 100);
    assert_true(t->sampled);
    assert_true(t->complete);
    assert_int_equal(t->count, BLOCKS / SMS);
    assert_int_equal(t->sample, SMS / 2);
    assert_int_equal(t->tapes[1].block, SMS + SMS / 2);
    assert_false(t->tapes[1].cut);
    assert_int_equal(t->tapes[1].warps[0].run_count, 100);
    tapes_free(t);
}

/* Blocks that return at once, but for those of one multiprocessor. */
static void tapes_of_who_has_the_work_stay(void **state)
{
    (void)state;
    busy = 0;
    struct tapes *t = left((struct tape_budget){1 << 14, 1 << 14}, 100);
    busy = ANY;
    assert_true(t->sampled);
    assert_int_equal(t->sample, 0);
    assert_int_equal(t->tapes[1].block, SMS);
    assert_true(t->tapes[0].warps[0].run_count > 10);
    tapes_free(t);
}

static void tapes_of_who_has_more_sectors_stay(void **state)
{
    (void)state;
    wide = SMS - 1;
    struct tapes *t = left((struct tape_budget){1 << 14, 1 << 14}, 100);
    wide = ANY;
    assert_true(t->sampled);
    assert_int_equal(t->sample, SMS - 1);
    tapes_free(t);
}

/* There is room for three of ten. */
static void the_first_of_them_stay(void **state)
{
    (void)state;
    size_t block = 100 * WARPS * TURN;
    struct tapes *t = left((struct tape_budget){8 * block, 3 * block}, 100);
    assert_true(t->sampled);
    assert_false(t->complete);
    assert_int_equal(t->count, 3);
    assert_int_equal(t->tapes[2].block, 2 * SMS + SMS / 2);
    assert_false(t->tapes[2].cut);
    tapes_free(t);
}

/* Two blocks of two warps run at once: a quarter of the room for each warp. */
static void long_tapes_end_early(void **state)
{
    (void)state;
    size_t warp = 100 * TURN;
    struct tapes *t = left((struct tape_budget){8 * warp, 4 * warp - 4}, 3000);
    assert_true(t->sampled);
    assert_int_equal(t->count, 2);
    assert_true(t->tapes[0].cut && t->tapes[1].warps[1].cut);
    assert_int_equal(t->tapes[1].warps[1].run_count, 100);
    assert_int_equal(t->tapes[1].warps[1].access_count, 100);
    assert_int_equal(t->tapes[1].warps[1].instructions, 3000 * 10);
    tapes_free(t);
}

/* Lines are so many that only some stay, the same ones in any order. */
static void a_sample_of_lines(void **state)
{
    (void)state;
    enum { LINES = 1 << 18 };
    struct tape_size size = {2, WARP_SIZE, 1, 2048, 32};
    struct insn load = {.op = OP_ld_global, .width = 4};
    struct tapes *first = NULL;
    for (unsigned round = 0; round < 2; round++) {
        struct tapes *t = tapes_begin(size, tape_budget);
        for (uint64_t i = 0; i < 2; i++) {
            struct tape_block *b = tape_block_begin(t, i ^ round);
            for (uint64_t line = 0; line < LINES; line += WARP_SIZE)
                tape_strided(tape_writer(b, 0), 0, &load, line * 128, 128);
            tape_block_end(b, 0);
        }
        tapes_end(t);
        assert_in_range(t->touch_count, 1 << 14, 1 << 16);
        assert_true(t->touch_rate >= 8 && t->touch_rate <= 16);
        uint64_t bytes = LINES * SECTOR_BYTES;
        assert_in_range(t->footprint_bytes, bytes - bytes / 20,
                        bytes + bytes / 20);
        if (!first) {
            first = t;
            continue;
        }
        assert_int_equal(t->touch_count, first->touch_count);
        for (size_t i = 0; i < t->touch_count; i++)
            assert_true(t->touches[i].line == first->touches[i].line &&
                        t->touches[i].block == first->touches[i].block);
        tapes_free(t);
    }
    tapes_free(first);
}

static void nothing_is_kept_unless_asked_for(void **state)
{
    (void)state;
    struct ptx_run run = {.body = LOOP, .out = out, .out_bytes = sizeof out};
    assert_int_equal(ptx_launch(&run), LAUNCH_OK);
    assert_null(run.tapes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taken_branch_ends_a_run),
        cmocka_unit_test(a_run_goes_on_over_barriers),
        cmocka_unit_test(lanes_apart_have_runs_of_their_own),
        cmocka_unit_test(who_leaves_is_not_waited_for),
        cmocka_unit_test(a_warp_that_waits_looks_once),
        cmocka_unit_test(lines_and_sectors_of_a_load),
        cmocka_unit_test(lanes_far_apart_have_a_line_each),
        cmocka_unit_test(stores_fill_sectors),
        cmocka_unit_test(passes_of_shared_memory),
        cmocka_unit_test(local_memory_lies_side_by_side),
        cmocka_unit_test(local_variables_access_nothing),
        cmocka_unit_test(roots_that_are_thrown_away_are_no_calls),
        cmocka_unit_test(the_hottest_place_of_atomics),
        cmocka_unit_test(slices_have_every_second_pair_of_lines),
        cmocka_unit_test(updates_of_a_slice),
        cmocka_unit_test(a_loop_that_is_only_left_is_jumped_into),
        cmocka_unit_test(loads_past_l1_of_one_place),
        cmocka_unit_test(comparisons_at_an_address),
        cmocka_unit_test(work_and_footprint_of_all_blocks),
        cmocka_unit_test(all_tapes_stay_while_there_is_room),
        cmocka_unit_test(small_tapes_take_little),
        cmocka_unit_test(small_tapes_count_for_more),
        cmocka_unit_test(tapes_of_one_multiprocessor_stay),
        cmocka_unit_test(tapes_of_who_has_the_work_stay),
        cmocka_unit_test(tapes_of_who_has_more_sectors_stay),
        cmocka_unit_test(the_first_of_them_stay),
        cmocka_unit_test(long_tapes_end_early),
        cmocka_unit_test(a_sample_of_lines),
        cmocka_unit_test(nothing_is_kept_unless_asked_for),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("tape", tests, NULL, NULL);
}
