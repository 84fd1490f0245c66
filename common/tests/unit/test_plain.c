/*
 * test_plain.c - text of others, on its way to a terminal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "term/plain.h"

/* In place and printed, it is the same. */
static void assert_plain(const char *text, const char *expected)
{
    char place[128], *printed = NULL;
    size_t size;
    FILE *file = open_memstream(&printed, &size);
    assert_non_null(file);
    plain_print(file, text, strlen(text));
    fclose(file);
    strcpy(place, text);
    plain_make(place);
    assert_string_equal(place, expected);
    assert_string_equal(printed, expected);
    free(printed);
}

static void text_stays(void **state)
{
    (void)state;
    assert_plain("a\tb\n", "a\tb\n");
    assert_plain("\xc3\xa4 \xd0\x9f \xe4\xb8\xad \xf0\x9f\x98\x80",
                 "\xc3\xa4 \xd0\x9f \xe4\xb8\xad \xf0\x9f\x98\x80");
}

static void control_characters_are_shown(void **state)
{
    (void)state;
    assert_plain("\033[2J\r\b\a\x7f", "?[2J????");
    assert_plain("\xc2\x9b"
                 "2J",
                 "??2J"); /* CSI in one character */
}

static void the_direction_of_text_is_not_turned(void **state)
{
    (void)state;
    assert_plain("\xe2\x80\xae"
                 "a\xe2\x81\xa6\xef\xbb\xbf",
                 "???a??????");
}

static void what_is_no_utf8_is_shown(void **state)
{
    (void)state;
    assert_plain("\xcf\xf0\xe8 \xe2\x82", "??? ??");
}

static void a_copy_is_cut(void **state)
{
    char copy[6];
    (void)state;
    plain_copy(copy, sizeof copy, "ab\033[2J");
    assert_string_equal(copy, "ab?[2");
}

static void zeros_are_shown_where_a_length_is_given(void **state)
{
    char *printed = NULL;
    size_t size;
    FILE *file = open_memstream(&printed, &size);
    (void)state;
    assert_non_null(file);
    plain_print(file, "a\0b\xe2\x82\xac", 5); /* the last one is cut */
    fclose(file);
    assert_string_equal(printed, "a?b??");
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_stays),
        cmocka_unit_test(control_characters_are_shown),
        cmocka_unit_test(the_direction_of_text_is_not_turned),
        cmocka_unit_test(what_is_no_utf8_is_shown),
        cmocka_unit_test(a_copy_is_cut),
        cmocka_unit_test(zeros_are_shown_where_a_length_is_given),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("plain", tests, NULL, NULL);
}
