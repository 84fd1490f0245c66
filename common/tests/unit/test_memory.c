/*
 * test_memory.c - which allocation a wrong address is told of.
 */
#include "base/limits.h"
#include "memory/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#define GIB (1ull << 30)

/* As the host computes an int index that overflows. */
static uint64_t element(uint64_t array, uint64_t index, unsigned width)
{
    return array + (uint64_t)(int64_t)(int32_t)(uint32_t)index * width;
}

static uint64_t allocated(size_t size)
{
    uint64_t address = memory_allocate(size, MEMORY_MANAGED, NULL);
    assert_int_not_equal(address, 0);
    return address;
}

static void an_int_that_overflowed(void **state)
{
    (void)state;
    uint64_t small = allocated(64), large = allocated(9 * GIB);
    const struct allocation *al = memory_find(large);
    for (uint64_t i = 1ull << 31; i < 9 * GIB / 4; i += 99999999)
        assert_ptr_equal(memory_wrapped(element(large, i, 4), 4), al);
    /* One part of an element. */
    assert_ptr_equal(memory_wrapped(element(large, 1ull << 31, 4) + 2, 2), al);
    assert_null(memory_wrapped(element(small, 1ull << 31, 4), 4));
    assert_int_equal(memory_free(large), FREE_OK);
    assert_null(memory_wrapped(element(large, 1ull << 31, 4), 4));
    memory_free(small);
}

static void an_unsigned_index_below_0(void **state)
{
    (void)state;
    uint64_t a = allocated(64), b = allocated(64);
    assert_ptr_equal(memory_wrapped(a + 4 * 0xffffffffull, 4), memory_find(a));
    assert_ptr_equal(memory_wrapped(b + 8 * 0xfffffff0ull, 4), memory_find(b));
    assert_null(memory_wrapped(a + 4 * 0xf0000000ull, 4));
    memory_free(a);
    memory_free(b);
}

/* A step too far is told of the array it left, though others are large. */
static void a_step_too_far(void **state)
{
    (void)state;
    uint64_t a = allocated(64), large = allocated(9 * GIB);
    assert_null(memory_wrapped(a + 64, 1));
    assert_null(memory_wrapped(large - 4, 1));
    assert_null(memory_wrapped(large + 9 * GIB, 4));
    assert_int_equal(memory_free(a), FREE_OK);
    assert_null(memory_wrapped(a, 1));
    memory_free(large);
}

static void before_all_allocations(void **state)
{
    (void)state;
    uint64_t a = allocated(64), far = 16 * GIB;
    assert_null(memory_nearest(a - 2 * far));
    assert_non_null(memory_reachable(a - far, far));
    assert_null(memory_reachable(a - 2 * far, GIB));
    memory_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_int_that_overflowed),
        cmocka_unit_test(an_unsigned_index_below_0),
        cmocka_unit_test(a_step_too_far),
        cmocka_unit_test(before_all_allocations),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
