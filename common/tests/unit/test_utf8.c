/*
 * test_utf8.c - characters of one to four bytes, and what is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "term/utf8.h"

static void characters_have_one_to_four_bytes(void **state)
{
    (void)state;
    assert_int_equal(utf8_length("a"), 1);
    assert_int_equal(utf8_length("\xc3\xa4"), 2);
    assert_int_equal(utf8_length("\xe2\x82\xac"), 3);
    assert_int_equal(utf8_length("\xf0\x9f\x98\x80"), 4);
}

static void other_bytes_are_none(void **state)
{
    (void)state;
    assert_int_equal(utf8_length("\xa4"), 0);         /* a second byte */
    assert_int_equal(utf8_length("\xc1\x80"), 0);     /* too long for it */
    assert_int_equal(utf8_length("\xe2\x82"), 0);     /* cut */
    assert_int_equal(utf8_length("\xf5\x80\x80"), 0); /* beyond all */
}

static void they_become_question_marks(void **state)
{
    char text[] = "a\xff\xc3\xa4\xe2\x82";
    (void)state;
    utf8_repair(text);
    assert_string_equal(text, "a?\xc3\xa4??");
}

static void places_are_between_characters(void **state)
{
    char text[] = "a\xc3\xa4\xe2\x82\xac!";
    (void)state;
    assert_string_equal(utf8_at(text, 0), text);
    assert_string_equal(utf8_at(text, 2), "\xe2\x82\xac!");
    assert_string_equal(utf8_at(text, 3), "!");
    assert_string_equal(utf8_at(text, 9), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_have_one_to_four_bytes),
        cmocka_unit_test(other_bytes_are_none),
        cmocka_unit_test(they_become_question_marks),
        cmocka_unit_test(places_are_between_characters),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
