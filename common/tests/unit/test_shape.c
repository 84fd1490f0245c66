/*
 * test_shape.c - rows of arrays in shared memory, as a source declares them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grade/shape.h"

static char path[] = "/tmp/test_shape.XXXXXX";

static const char source[] =
    "#define WIDE 8 // of a row\n"
    "enum { TILE = 32, PAD = 1, /* PADDED */ ROUND = ROUND };\n"
    "__shared__ float tile[TILE][TILE + PAD], line[TILE];\n"
    "__shared__ double cube[2][3][ WIDE * (PAD + 1) ];\n"
    "__shared__ float odd[4][UNKNOWN], again[4][ROUND], none[4][0];\n"
    "float local[4][5];\n"
    "__shared__ float tile[16][WIDE / 2]; // of the next kernel\n";

static int write_source(void **state)
{
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    (void)state;
    return !file || fputs(source, file) < 0 || fclose(file);
}

static int remove_source(void **state)
{
    (void)state;
    return unlink(path);
}

static void rows_are_as_long_as_declared(void **state)
{
    (void)state;
    assert_int_equal(shape_columns(path, "tile", 4), 33);
    assert_int_equal(shape_columns(path, "tile", 9), 4);
    assert_int_equal(shape_columns(path, "cube", 9), 48);
    assert_int_equal(shape_columns(path, "line", 9), 0);
}

static void what_is_not_understood_has_no_rows(void **state)
{
    (void)state;
    assert_int_equal(shape_columns(path, "odd", 9), 0);
    assert_int_equal(shape_columns(path, "again", 9), 0);
    assert_int_equal(shape_columns(path, "none", 9), 0);
    assert_int_equal(shape_columns(path, "local", 9), 0);
    assert_int_equal(shape_columns(path, "nowhere", 9), 0);
    assert_int_equal(shape_columns("/nowhere", "tile", 9), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_as_long_as_declared),
        cmocka_unit_test(what_is_not_understood_has_no_rows),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("shape", tests, write_source,
                                       remove_source);
}
