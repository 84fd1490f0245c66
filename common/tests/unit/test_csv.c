/*
 * test_csv.c - fields of rows, by place and by name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "run/csv.h"

static void quotes_keep_commas(void **state)
{
    char row[] = "a,\"b, \"\"c\"\"\",,d";
    char *at = row;
    (void)state;
    assert_string_equal(csv_cut(&at, ','), "a");
    assert_string_equal(csv_cut(&at, ','), "b, \"c\"");
    assert_string_equal(csv_cut(&at, ','), "");
    assert_string_equal(csv_cut(&at, ','), "d");
    assert_string_equal(csv_cut(&at, ','), "");
}

static void nothing_is_quoted_between_tabs(void **state)
{
    char row[] = "\"a\tb\"";
    char *at = row;
    (void)state;
    assert_string_equal(csv_cut(&at, '\t'), "\"a");
    assert_string_equal(csv_cut(&at, '\t'), "b\"");
}

static void note(void *to, const char *name, const char *value)
{
    char *text = to;
    sprintf(text + strlen(text), "%s=%s;", name, value);
}

static void fields_go_by_the_names_of_columns(void **state)
{
    char row[] = "1,2", text[64] = "";
    (void)state;
    csv_take_row(row, "x,y,z", ',', note, text);
    assert_string_equal(text, "x=1;y=2;z=;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_keep_commas),
        cmocka_unit_test(nothing_is_quoted_between_tabs),
        cmocka_unit_test(fields_go_by_the_names_of_columns),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
