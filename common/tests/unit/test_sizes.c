/*
 * test_sizes.c - at which sizes a result is right, and nothing that is not so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grade/grading.h"

static const struct size sizes[] = {{1, 1, 1}};
static size_t four(struct size size)
{
    (void)size;
    return 4;
}

static const struct exercise exercise = {
    .name = "matvec",
    .buffers = {{"A", INPUT, ELEMENT_F32, four, four, FILL_UNIFORM}},
    .sizes = sizes,
    .size_count = 1,
};

/* With so many columns, and right where `right` says. */
static const char *said(const int *columns, const bool *right, size_t count)
{
    static char text[200];
    struct grading g = {.exercise = &exercise, .tries = count};
    for (size_t i = 0; i < count; i++) {
        g.tried[i] = (struct tried){.size = {(int)i + 3, columns[i], 1},
                                    .right = right[i],
                                    .grid = {1, 1, 1},
                                    .block = {256, 1, 1}};
        g.right += right[i];
    }
    grading_sizes_in_words(&g, text, sizeof text);
    return text;
}

static void what_fits_into_a_tile(void **state)
{
    static const int columns[] = {5, 31, 32, 33, 100};
    static const bool right[] = {true, true, true, false, false};
    (void)state;
    assert_string_equal(said(columns, right, 5),
                        "right at 3 of 5 sizes: where the number of columns is "
                        "at most 32");
}

static void multiples_of_a_tile(void **state)
{
    static const int columns[] = {32, 33, 64, 100, 96};
    static const bool right[] = {true, false, true, false, true};
    (void)state;
    assert_string_equal(said(columns, right, 5),
                        "right at 3 of 5 sizes: where the number of columns is "
                        "a multiple of 32");
}

/* One that is right could be chance, one exception makes it false. */
static void nothing_that_is_not_so(void **state)
{
    static const int columns[] = {5, 31, 32, 33, 100};
    static const bool one[] = {true, false, false, false, false};
    static const bool other[] = {true, false, true, false, true};
    (void)state;
    assert_string_equal(said(columns, one, 5), "right at 1 of 5 sizes");
    assert_string_equal(said(columns, other, 5), "right at 3 of 5 sizes");
    assert_string_equal(said(columns, one, 1), "right at 1 of 1 size");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_into_a_tile),
        cmocka_unit_test(multiples_of_a_tile),
        cmocka_unit_test(nothing_that_is_not_so),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
