/*
 * test_cache.c - the lines of L1 (timing/cache.c), and how much of it and of
 * the multiprocessor a block takes (timing/room.c).
 */
#include "timing/cache.h"
#include "timing/room.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { LINES = 1024 };

static bool has(struct cache *c, uint64_t line)
{
    struct cache_line *found = cache_find(c, line);
    return found && found->sectors;
}

static void put(struct cache *c, uint64_t line)
{
    cache_take(c, line)->sectors = 1;
}

static void a_line_stays_until_others_need_its_place(void **state)
{
    (void)state;
    struct cache *c = cache_new(LINES, 16);
    unsigned there = 0;
    for (uint64_t i = 0; i < LINES / 2; i++)
        put(c, i * 31);
    for (uint64_t i = 0; i < LINES / 2; i++)
        there += has(c, i * 31);
    assert_in_range(there, LINES / 2, LINES / 2);
    for (uint64_t i = 0; i < 16 * LINES; i++)
        put(c, 1000000 + i);
    assert_false(has(c, 31));
    cache_free(c);
}

static void the_line_used_last_stays_longest(void **state)
{
    (void)state;
    struct cache *c = cache_new(16, 16); /* one set */
    for (uint64_t i = 0; i < 16; i++)
        put(c, i);
    assert_true(has(c, 0)); /* and so is used */
    put(c, 99);
    assert_true(has(c, 0));
    assert_false(has(c, 1));
    cache_free(c);
}

static void a_cache_may_have_no_lines(void **state)
{
    (void)state;
    struct cache *c = cache_new(0, 16);
    assert_null(cache_take(c, 1));
    assert_null(cache_find(c, 1));
    cache_free(c);
}

static void blocks_are_limited_by_what_runs_out_first(void **state)
{
    (void)state;
    const struct gpu *gpu = gpu_find("h200");
    struct room_block b = {.threads = 256, .registers = 32};
    assert_int_equal(room_blocks(gpu, b), 8); /* 2048 threads */
    b.registers = 64;
    assert_int_equal(room_blocks(gpu, b), 4); /* 65536 registers */
    b.shared_bytes = 100 * 1024;
    assert_int_equal(room_blocks(gpu, b), 2); /* 228 KiB */
    b = (struct room_block){.threads = 32, .registers = 16};
    assert_int_equal(room_blocks(gpu, b), 32);
}

/* 256 KiB, less the smallest share for shared memory that is enough. */
static void shared_memory_takes_lines_from_l1(void **state)
{
    (void)state;
    const struct gpu *gpu = gpu_find("h200");
    struct room_block b = {.threads = 1024};
    assert_int_equal(room_l1_lines(gpu, b, 2), (256 - 8) * 8);
    b.shared_bytes = 48 * 1024;
    assert_int_equal(room_l1_lines(gpu, b, 2), (256 - 100) * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_stays_until_others_need_its_place),
        cmocka_unit_test(the_line_used_last_stays_longest),
        cmocka_unit_test(a_cache_may_have_no_lines),
        cmocka_unit_test(blocks_are_limited_by_what_runs_out_first),
        cmocka_unit_test(shared_memory_takes_lines_from_l1),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("cache", tests, NULL, NULL);
}
