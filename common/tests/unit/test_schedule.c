/*
 * test_schedule.c - other orders of blocks and warps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "machine/schedule.h"

enum { MOST = 400 };

static void test_every_block_comes_once(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++)
        for (uint64_t blocks = 1; blocks <= MOST; blocks *= 3) {
            struct schedule s;
            bool met[MOST] = {false};
            schedule_begin(&s, seed, blocks);
            for (uint64_t i = 0; i < blocks; i++) {
                uint64_t block = schedule_block(&s, i);
                assert_true(block < blocks && !met[block]);
                met[block] = true;
            }
        }
}

static void test_the_largest_grid(void **state)
{
    struct schedule s;
    uint64_t blocks = 2147483647ull * 65535 * 65535;
    (void)state;
    schedule_begin(&s, 7, blocks);
    assert_true(schedule_block(&s, blocks - 1) < blocks);
    assert_true(schedule_block(&s, 0) != schedule_block(&s, 1));
}

static void test_a_seed_is_an_order(void **state)
{
    struct schedule a, b, other, usual;
    bool differs = false;
    (void)state;
    schedule_begin(&a, 5, 10);
    schedule_begin(&b, 5, 10);
    schedule_begin(&other, 6, 10);
    schedule_begin(&usual, 0, 10);
    for (unsigned i = 0; i < 50; i++) {
        uint64_t slice = schedule_slice(&a, 9000);
        assert_true(slice >= 1 && slice <= 2048);
        assert_int_equal(schedule_slice(&b, 9000), slice);
        differs |= schedule_slice(&other, 9000) != slice;
        assert_int_equal(schedule_slice(&usual, 9000), 9000);
        assert_true(schedule_starts(&usual, i));
    }
    assert_true(differs);
}

/* Blocks that all wait for one that has not started make room for it. */
static void test_who_is_stuck_makes_room(void **state)
{
    struct schedule s;
    unsigned running = 0;
    (void)state;
    schedule_begin(&s, 3, 1000);
    for (unsigned turn = 0; turn < 1000; turn++) {
        if (schedule_starts(&s, running))
            running++;
        else
            schedule_stuck(&s, running);
    }
    assert_true(running > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_block_comes_once),
        cmocka_unit_test(test_the_largest_grid),
        cmocka_unit_test(test_a_seed_is_an_order),
        cmocka_unit_test(test_who_is_stuck_makes_room),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
