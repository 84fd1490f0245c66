/*
 * test_lab2.c - ../lab.c: is the lab's own data right?
 */
#include "../lab.c"

#include "lab_tests.h"

/* Tiles are off by one at their multiples, or one more, or one less. */
static void test_sizes_lie_around_the_tiles(void **state)
{
    (void)state;
    for (int d = -1; d <= 1; d++) {
        struct size tile = {BLOCK + d, BLOCK + d, 1};
        assert_true(checked_at(find("matvec_tiled"), tile));
        assert_true(checked_at(find("vecmat_tiled"), tile));
    }
    for (int d = 0; d < 3; d++) {
        struct size tile = {TILE - 1 + d, TILE - 1 + (d + 1) % 3,
                            TILE - 1 + (d + 2) % 3};
        assert_true(checked_at(find("matmul_tiled"), tile));
    }
}

static void test_owners_are_named(void **state)
{
    char text[160];
    (void)state;
    find("vecmat_tiled")
        ->owner((struct size){2500, 2000, 1}, 65, text, sizeof text);
    assert_string_equal(text, "column 65: with 32 columns a block, block 2, "
                              "threads (1,y)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TESTS_OF_EVERY_LAB,
        cmocka_unit_test(test_sizes_lie_around_the_tiles),
        cmocka_unit_test(test_owners_are_named),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
