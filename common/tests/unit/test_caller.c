/* test_caller.c - who called the API: what is kept of a call, and when. */
#include "tell/caller.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* As an entry point of the API does it. */
static __attribute__((noinline)) struct call_site *called(void)
{
    call_enter(__builtin_return_address(0));
    struct call_site *site = call_here();
    call_enter(NULL);
    return site;
}

/* The call is not the last thing done, so that it has a frame of its own. */
static __attribute__((noinline)) struct call_site *wrapped(int *calls)
{
    struct call_site *site = called();
    ++*calls;
    return site;
}

static void outside_of_calls_there_is_none(void **state)
{
    (void)state;
    assert_null(call_here());
    assert_null(call_place(NULL, 0));
    assert_null(call_outer(NULL));
    assert_true(call_same(NULL, NULL));
}

static void equal_calls_are_one(void **state)
{
    (void)state;
    struct call_site *first = NULL;
    for (volatile int i = 0; i < 3; i++) {
        struct call_site *site = called();
        assert_non_null(site);
        first = first ? first : site;
        assert_ptr_equal(site, first);
    }
    struct call_site *other = called();
    assert_ptr_not_equal(other, first);
    assert_false(call_same(other, first));
}

static void the_calls_around_count(void **state)
{
    (void)state;
    int calls = 0;
    struct call_site *a = wrapped(&calls);
    struct call_site *b = wrapped(&calls);
    assert_ptr_not_equal(a, b);
}

/* The stub of a kernel calls from one place, whatever <<< >>> it is for. */
static void a_launch_is_where_its_brackets_stand(void **state)
{
    (void)state;
    static const char here, there;
    struct call_site *sites[3];
    const void *const brackets[] = {&here, &there, &here};
    for (volatile int i = 0; i < 3; i++) {
        call_enter(__builtin_return_address(0));
        call_launch(brackets[i]);
        sites[i] = call_here();
    }
    call_enter(NULL);
    assert_ptr_not_equal(sites[0], sites[1]);
    assert_ptr_equal(sites[0], sites[2]);
}

/* place_of does not stand beside this test. */
static void without_the_helper_no_place_is_known(void **state)
{
    (void)state;
    struct call_site *site = called();
    assert_null(call_place(site, 0));
    assert_null(call_outer(site));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outside_of_calls_there_is_none),
        cmocka_unit_test(equal_calls_are_one),
        cmocka_unit_test(the_calls_around_count),
        cmocka_unit_test(a_launch_is_where_its_brackets_stand),
        cmocka_unit_test(without_the_helper_no_place_is_known),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
