/*
 * test_bar.c - the bar that long work shows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/bar.h"

static void the_bar_grows_and_never_passes_its_end(void **state)
{
    struct bar bar = {.total = 4};
    char text[120];
    (void)state;
    bar_line(&bar, "first", 79, text, sizeof text);
    assert_string_equal(text, "  [                        ]   0 %  first");
    bar_step(&bar, 1);
    bar_line(&bar, "second", 79, text, sizeof text);
    assert_string_equal(text, "  [######                  ]  25 %  second");
    bar_step(&bar, 9);
    bar_line(&bar, "", 79, text, sizeof text);
    assert_string_equal(text, "  [########################] 100 %  ");
}

static void a_line_is_no_longer_than_the_terminal_is_wide(void **state)
{
    struct bar bar = {.total = 0};
    char text[120];
    (void)state;
    bar_line(&bar, "0123456789", 40, text, sizeof text);
    assert_string_equal(text, "  [                        ]   0 %  0123");
}

static void where_there_is_no_terminal_nothing_is_shown(void **state)
{
    struct bar bar = {.total = 1};
    (void)state;
    bar_show(&bar, "work");
    assert_false(bar.shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_grows_and_never_passes_its_end),
        cmocka_unit_test(a_line_is_no_longer_than_the_terminal_is_wide),
        cmocka_unit_test(where_there_is_no_terminal_nothing_is_shown),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("bar", tests, NULL, NULL);
}
