/*
 * test_overlap.c - what may run beside what, by the order of calls.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "grade/overlap.h"

static struct calls calls;

static void add(enum call_kind kind, uint32_t stream, uint32_t event)
{
    calls.made[calls.count++] = (struct call_made){.kind = kind,
                                                   .stream = stream,
                                                   .bytes = 64,
                                                   .event = event,
                                                   .pinned = true};
}

static void piece(uint32_t stream)
{
    add(CALL_COPY_IN, stream, 0);
    add(CALL_LAUNCH, stream, 0);
    add(CALL_COPY_OUT, stream, 0);
}

static struct overlap result(void)
{
    struct overlap overlap = overlap_of(&calls);
    calls = (struct calls){0};
    return overlap;
}

static void test_pieces_of_two_streams(void **state)
{
    struct overlap overlap;
    (void)state;
    piece(7);
    piece(9);
    overlap = result();
    assert_int_equal(overlap.beside, 4);
    assert_int_equal(overlap.streams, 2);
    assert_int_equal(overlap.largest_copy, 64);
}

static void test_one_stream_and_the_default_one(void **state)
{
    (void)state;
    piece(1);
    piece(1);
    assert_int_equal(result().beside, 0);
    piece(1);
    add(CALL_LAUNCH, 0, 0);
    piece(2);
    assert_int_equal(result().beside, 0);
}

/* The third piece waits for the first alone. */
static void test_waits_of_the_host(void **state)
{
    (void)state;
    piece(1);
    add(CALL_WAIT, 0, 0);
    piece(2);
    assert_int_equal(result().beside, 0);
    piece(1);
    piece(2);
    add(CALL_STREAM_WAIT, 1, 0);
    piece(1);
    assert_int_equal(result().beside, 6);
}

static void test_events(void **state)
{
    (void)state;
    piece(1);
    add(CALL_RECORD, 1, 3);
    add(CALL_WAIT_IN_STREAM, 2, 3);
    piece(2);
    assert_int_equal(result().beside, 0);
    piece(1);
    add(CALL_RECORD, 1, 3);
    add(CALL_EVENT_WAIT, 0, 3);
    piece(2);
    assert_int_equal(result().beside, 0);
    add(CALL_RECORD, 1, 3);
    piece(1);
    add(CALL_WAIT_IN_STREAM, 2, 3);
    piece(2);
    assert_int_equal(result().beside, 4);
}

/* The host waits for its copies; the kernel of the first may still run. */
static void test_pageable_memory(void **state)
{
    (void)state;
    piece(1);
    piece(2);
    for (uint32_t i = 0; i < calls.count; i++)
        calls.made[i].pinned = false;
    assert_int_equal(result().beside, 0);
    add(CALL_LAUNCH, 1, 0);
    add(CALL_COPY_IN, 2, 0);
    calls.made[1].pinned = false;
    assert_int_equal(result().beside, 1);
}

/* More streams than are told apart. */
static void test_too_many(void **state)
{
    (void)state;
    for (uint32_t s = 1; calls.count < MOST_CALLS_MADE - 3; s++)
        piece(s);
    assert_int_equal(result().streams, 33);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_of_two_streams),
        cmocka_unit_test(test_one_stream_and_the_default_one),
        cmocka_unit_test(test_waits_of_the_host),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_pageable_memory),
        cmocka_unit_test(test_too_many),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("overlap", tests, NULL, NULL);
}
