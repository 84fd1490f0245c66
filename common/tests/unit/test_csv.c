/*
 * test_csv.c - fields of rows, by place and by name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static void size_of(void *to, const char *name, const char *value)
{
    csv_take_size(to, name, value);
}

static void a_file_has_rows_behind_remarks_and_a_head(void **state)
{
    char path[] = "/tmp/csv.XXXXXX";
    struct csv_file csv;
    struct size size = {0};
    FILE *file = fdopen(mkstemp(path), "w");
    (void)state;
    fputs("# a remark\nrows,other,inner\r\n3,x,5\n# and\n7,y,\n", file);
    fclose(file);
    assert_true(csv_open(&csv, path));
    assert_true(csv_next(&csv, size_of, &size));
    assert_true(size.rows == 3 && size.cols == 0 && size.inner == 5);
    assert_true(csv_next(&csv, size_of, &size));
    assert_true(size.rows == 7 && size.inner == 0);
    assert_false(csv_next(&csv, size_of, &size));
    csv_close(&csv);
    unlink(path);
}

static void no_file_has_no_rows(void **state)
{
    struct csv_file csv;
    (void)state;
    assert_false(csv_open(&csv, "/nowhere/at/all.csv"));
    assert_false(csv_next(&csv, size_of, NULL));
    csv_close(&csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_keep_commas),
        cmocka_unit_test(nothing_is_quoted_between_tabs),
        cmocka_unit_test(fields_go_by_the_names_of_columns),
        cmocka_unit_test(a_file_has_rows_behind_remarks_and_a_head),
        cmocka_unit_test(no_file_has_no_rows),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
