/*
 * test_course_isolation.c - what a class is graded in, on machines that have
 * other walls than this one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "grade/isolation.h"

static const char *kind; /* of boxes on the machine that is played */

const char *__wrap_box_kind(void);
const char *__wrap_box_kind(void)
{
    return getenv("BOX") ? "asked for" : kind;
}

static void the_best_is_taken_whatever_the_environment_asks_for(void **state)
{
    (void)state;
    setenv("BOX", "limits", 1);
    kind = "bubblewrap and seccomp";
    assert_string_equal(isolation_find(""), "bubblewrap");
    kind = "bubblewrap";
    assert_string_equal(isolation_find(""), "bubblewrap");
    kind = "Landlock and seccomp";
    assert_string_equal(isolation_find(""), "landlock");
}

static void without_any_it_is_refused_unless_that_is_wanted(void **state)
{
    (void)state;
    kind = "limits only";
    assert_null(isolation_find(""));
    kind = "seccomp and limits"; /* files of others can be read */
    assert_null(isolation_find(""));
    assert_string_equal(isolation_find("none"), "limits");
    kind = "bubblewrap and seccomp";
    assert_string_equal(isolation_find("none"), "limits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_taken_whatever_the_environment_asks_for),
        cmocka_unit_test(without_any_it_is_refused_unless_that_is_wanted),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
