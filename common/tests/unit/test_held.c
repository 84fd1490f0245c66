/*
 * test_held.c - what L2 holds of a launch's data (timing/held.c), an H200's of
 * 60 MiB.
 */
#include "timing/held.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RATE = 64, MIB = 1 << 20 };

/* The part that is missing of data of which one line in RATE is in the sample,
 * loaded or stored from its begin to its end. */
static double missing_of(uint64_t loaded_mib, uint64_t stored_mib, bool settled)
{
    uint64_t each = RATE * TAPE_LINE_BYTES;
    size_t loaded = loaded_mib * MIB / each, stored = stored_mib * MIB / each;
    struct tape_touch *touches = calloc(loaded + stored, sizeof *touches);
    assert_non_null(touches);
    for (size_t i = 0; i < loaded + stored; i++)
        touches[i] = (struct tape_touch){.block = i,
                                         .line = i * RATE,
                                         .loaded = i < loaded ? 15 : 0,
                                         .changed = i < loaded ? 0 : 15};
    struct tapes tapes = {
        .touches = touches, .touch_count = loaded + stored, .touch_rate = RATE};
    struct held *held = held_new(gpu_find("h200"), &tapes, settled);
    double missing = held ? held_missing(held, 0) : 0;
    held_free(held);
    free(touches);
    return missing;
}

/* As kernels that read 37, 49 and 128 MiB were measured, launch by launch. */
static void what_is_read_is_held_up_to_its_size(void **state)
{
    (void)state;
    assert_true(missing_of(37, 0, false) == 0);
    assert_true(missing_of(49, 0, false) > 0.8);
    assert_true(missing_of(128, 0, false) == 1);
}

/* A copy of 20 MiB took three quarters of memory's time, and of 12 MiB L2's. */
static void what_is_stored_takes_more_room(void **state)
{
    (void)state;
    assert_true(missing_of(12, 12, false) == 0);
    assert_true(missing_of(20, 20, false) > 0.6);
    assert_true(missing_of(20, 20, false) < 0.8);
}

static void blocks_that_stay_find_more(void **state)
{
    (void)state;
    assert_true(missing_of(43, 0, true) < missing_of(43, 0, false));
    assert_true(missing_of(20, 20, true) < missing_of(20, 20, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_held_up_to_its_size),
        cmocka_unit_test(what_is_stored_takes_more_room),
        cmocka_unit_test(blocks_that_stay_find_more),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("held", tests, NULL, NULL);
}
