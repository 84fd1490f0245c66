/*
 * test_wrap.c - lines broken between words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "term/wrap.h"

static void assert_wrapped(const char *text, size_t column, size_t indent,
                           const char *expected)
{
    char *made = NULL;
    size_t size;
    FILE *file = open_memstream(&made, &size);
    assert_non_null(file);
    wrap_print(file, text, column, indent);
    fclose(file);
    assert_string_equal(made, expected);
    free(made);
}

static void what_fits_is_one_line(void **state)
{
    (void)state;
    assert_wrapped("one two", 4, 4, "one two\n");
    assert_wrapped("", 4, 4, "\n");
}

static void a_line_ends_before_column_80(void **state)
{
    (void)state;
    assert_wrapped("eight of nine", 70, 4, " eight of\n    nine\n");
    assert_wrapped("12345 789", 70, 70, "12345 789\n");
    assert_wrapped("12345 7890", 70, 70,
                   "12345\n"
                   "                                        "
                   "                              7890\n");
}

static void a_break_in_the_text_is_kept(void **state)
{
    (void)state;
    assert_wrapped("one\ntwo", 2, 2, "one\n  two\n");
}

static void a_word_too_long_is_not_broken(void **state)
{
    char word[101], line[102];
    (void)state;
    memset(word, 'x', 100);
    word[100] = '\0';
    snprintf(line, sizeof line, "%s\n", word);
    assert_wrapped(word, 0, 0, line);
}

/* Two behind a sentence, as this one; none at the end of a line. */
static void blanks_are_kept_within_a_line_only(void **state)
{
    (void)state;
    assert_wrapped("one.  Two", 4, 4, "one.  Two\n");
    assert_wrapped("1234.  890", 70, 70,
                   "1234.\n"
                   "                                        "
                   "                              890\n");
    assert_wrapped("one. \n two ", 2, 2, "one.\n  two\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_one_line),
        cmocka_unit_test(a_line_ends_before_column_80),
        cmocka_unit_test(a_break_in_the_text_is_kept),
        cmocka_unit_test(a_word_too_long_is_not_broken),
        cmocka_unit_test(blanks_are_kept_within_a_line_only),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("wrap", tests, NULL, NULL);
}
