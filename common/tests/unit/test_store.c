/*
 * test_store.c - bytes that are used again: nobody else's, and zero if asked.
 */
#include "memory/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#define SIZE (64ull << 20)

static uint8_t *host;
static struct store *store;
/* A program has one to its end: none is closed. */
static struct store *before[3];
static unsigned stores;

static int begin(void **state)
{
    (void)state;
    host = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (host == MAP_FAILED)
        return -1;
    store = store_open(host, SIZE);
    return store ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    before[stores++] = store;
    return munmap(host, SIZE);
}

static void what_was_given_back_is_taken_again(void **state)
{
    uint8_t *a = store_take(store, 4096, false),
            *b = store_take(store, 8192, false);
    (void)state;
    assert_ptr_equal(b, a + 4096);
    store_give(store, a, 4096);
    assert_ptr_equal(store_take(store, 1024, false), a);
    assert_ptr_equal(store_take(store, 4096, false), b + 8192);
    store_give(store, b, 8192);
    store_give(store, a, 1024);
    assert_ptr_equal(store_take(store, 12288, false), a);
    assert_ptr_equal(store_take(store, 4096, false), a + 4096 * 4);
}

static void there_is_an_end(void **state)
{
    uint8_t *all;
    (void)state;
    assert_null(store_take(store, SIZE + 1, false));
    all = store_take(store, SIZE, false);
    assert_ptr_equal(all, host);
    assert_null(store_take(store, 256, false));
    store_give(store, all, SIZE);
    assert_ptr_equal(store_take(store, 256, false), host);
}

enum { MOST = 40, STEPS = 4000 };

static bool holds_only(const uint8_t *bytes, uint64_t n, uint8_t value)
{
    return !n || (*bytes == value && !memcmp(bytes, bytes + 1, n - 1));
}

/* Each taker writes a number of his own, which nobody may change. */
static void nobody_has_anothers(void **state)
{
    struct {
        uint8_t *bytes;
        uint64_t n;
    } taken[MOST] = {{NULL, 0}};
    unsigned most = 0;
    (void)state;
    srand(7);
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned i = (unsigned)rand() % MOST;
        if (taken[i].bytes) {
            assert_true(
                holds_only(taken[i].bytes, taken[i].n, (uint8_t)(i + 1)));
            store_give(store, taken[i].bytes, taken[i].n);
            taken[i].bytes = NULL;
        } else {
            bool zero = rand() % 2;
            taken[i].n = 256 * (1 + (uint64_t)rand() % (1 + rand() % 300));
            taken[i].bytes = store_take(store, taken[i].n, zero);
            assert_non_null(taken[i].bytes);
            if (zero)
                assert_true(holds_only(taken[i].bytes, taken[i].n, 0));
            memset(taken[i].bytes, (int)(i + 1), taken[i].n);
            if (taken[i].bytes + taken[i].n > host + most)
                most = (unsigned)(taken[i].bytes + taken[i].n - host);
        }
    }
    assert_true(most < MOST * 300 * 256); /* it does not only grow */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_given_back_is_taken_again,
                                        begin, end),
        cmocka_unit_test_setup_teardown(there_is_an_end, begin, end),
        cmocka_unit_test_setup_teardown(nobody_has_anothers, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
