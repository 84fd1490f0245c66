/*
 * test_order.c - what may run beside what.
 *
 * A program has one order, so each test takes streams and events of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "memory/order.h"

static struct moment work(uint32_t stream)
{
    order_stream(stream);
    return order_now();
}

/* Is it done before what the stream is told now? */
static bool before(struct moment moment, uint32_t stream)
{
    order_stream(stream);
    order_now();
    return order_before(moment);
}

static void test_one_stream_needs_no_care(void **state)
{
    (void)state;
    assert_false(order_parts());
    order_stream_made(1, false);
    assert_false(order_parts());
    assert_true(before(work(0), 1));
    assert_true(before(work(1), 1));
    assert_true(before(work(1), 0));
    order_stream_made(2, false);
    assert_true(order_parts());
}

static void test_events(void **state)
{
    (void)state;
    order_stream_made(3, false);
    order_stream_made(4, false);
    struct moment first = work(3);
    order_record(1);
    struct moment second = work(3);
    assert_false(before(first, 4));
    order_stream(4);
    order_wait(1);
    assert_true(before(first, 4));
    assert_false(before(second, 4));
    order_wait(99); /* never recorded */
    assert_false(before(second, 4));
}

static void test_the_host(void **state)
{
    (void)state;
    order_stream_made(5, false);
    order_stream_made(6, false);
    struct moment a = work(5), b = work(6);
    assert_false(order_host_knows(a));
    order_host_stream(5);
    assert_true(order_host_knows(a));
    assert_false(order_host_knows(b));
    assert_true(before(a, 6));
    assert_false(before(b, 5));
    order_stream(6);
    order_record(2);
    struct moment c = work(6);
    order_host_event(2);
    assert_true(order_host_knows(b));
    assert_false(order_host_knows(c));
    order_host_all();
    assert_true(order_host_knows(c));
}

/* The default stream stands between, but not for those that are apart. */
static void test_the_default_stream(void **state)
{
    (void)state;
    order_stream_made(7, false);
    order_stream_made(8, false);
    order_stream_made(9, true);
    struct moment a = work(7), apart = work(9);
    struct moment between = work(0);
    assert_true(order_before(a));
    assert_false(order_before(apart));
    assert_true(before(a, 8));
    assert_true(before(between, 8));
    assert_false(before(between, 9));
    order_host_stream(0);
    assert_true(order_host_knows(a));
    assert_false(order_host_knows(apart));
}

/* 0 -> 1, 2 -> 3: what lies beside each other, and what comes after all. */
static void test_graphs(void **state)
{
    struct moment at[4];
    (void)state;
    order_stream_made(10, false);
    order_stream_made(11, false);
    struct moment first = work(10), other = work(11);
    order_stream(10);
    assert_true(order_graph(4));
    order_node_after(1, 0);
    order_node_after(2, 0);
    order_node_after(3, 1);
    order_node_after(3, 2);
    for (size_t i = 0; i < 4; i++) {
        order_node(i);
        at[i] = order_now();
        assert_true(order_before(first));
        assert_false(order_before(other));
        assert_true(!i || order_before(at[0]));
        assert_int_equal(i > 1 && order_before(at[1]), i == 3);
    }
    order_graph_end();
    for (size_t i = 0; i < 4; i++) {
        assert_true(before(at[i], 10));
        assert_false(before(at[i], 11));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_stream_needs_no_care),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_the_host),
        cmocka_unit_test(test_the_default_stream),
        cmocka_unit_test(test_graphs),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
