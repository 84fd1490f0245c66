/*
 * test_modelled.c - measure/modelled.c: launches of a run added up, and told.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/gpu.h"
#include "measure/modelled.h"

static struct time_record some_time = {.known = true,
                                       .us = 12.34,
                                       .low_us = 10.9,
                                       .high_us = 14,
                                       .launch_us = 1,
                                       .bound = "L1"};

static void a_time_is_a_sentence(void **state)
{
    (void)state;
    char text[512];
    const char *begin =
        "modelled on NVIDIA H200: 12.3 us (10.9 to 14), bound by L1: requests";
    modelled_in_words(gpu_default(), &some_time, text, sizeof text);
    assert_int_equal(strncmp(text, begin, strlen(begin)), 0);
    assert_null(strstr(text, "Take care"));
}

static void a_doubt_stands_beside_it(void **state)
{
    (void)state;
    char text[512];
    struct time_record time = some_time;
    strcpy(time.note, "its blocks differ");
    modelled_in_words(gpu_default(), &time, text, sizeof text);
    assert_non_null(strstr(text, ". Take care: its blocks differ"));
}

static void no_time_has_a_reason(void **state)
{
    (void)state;
    char text[512];
    struct time_record time = {.note = "it did not end"};
    modelled_in_words(gpu_default(), &time, text, sizeof text);
    assert_string_equal(text, "not modelled on NVIDIA H200: it did not end");
    time.note[0] = '\0';
    modelled_in_words(gpu_default(), &time, text, sizeof text);
    assert_string_equal(text, "");
}

static double no_bytes(struct size size)
{
    (void)size;
    return 0;
}

/* One after the other; the longest says what they are bound by. */
static void launches_are_added_up(void **state)
{
    (void)state;
    const struct exercise exercise = {.bytes = no_bytes};
    struct launch_record launches[2] = {{.time = some_time},
                                        {.time = some_time}};
    struct run run = {.launches = launches, .launch_count = 2};
    launches[1].time.us = 100;
    strcpy(launches[1].time.bound, "DRAM");
    struct modelled sum =
        modelled_run(gpu_default(), &exercise, (struct size){0}, &run);
    assert_true(sum.us > 112.33 && sum.us < 112.35);
    assert_true(sum.low_us > 21.7 && sum.low_us < 21.9);
    assert_true(sum.launch_us == 2);
    assert_string_equal(sum.bound, "DRAM");
}

/* Which is less sure than what the GPU does. */
static void moving_data_takes_its_time(void **state)
{
    (void)state;
    struct exercise exercise = {.bytes = no_bytes, .buffers = {{.name = "a"}}};
    struct launch_record launch = {.time = some_time};
    struct run run = {.launches = &launch, .launch_count = 1};
    struct size size = {1, 1, 1};
    struct modelled alone = modelled_run(gpu_default(), &exercise, size, &run);
    exercise.host_pointers = true;
    struct modelled moved = modelled_run(gpu_default(), &exercise, size, &run);
    double more = moved.us - alone.us;
    assert_true(more > 0);
    assert_true(moved.low_us - alone.low_us < 0.8 * more);
    assert_true(moved.high_us - alone.high_us > 1.2 * more);
    assert_string_equal(moved.bound, "copies");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_data_takes_its_time),
        cmocka_unit_test(a_time_is_a_sentence),
        cmocka_unit_test(a_doubt_stands_beside_it),
        cmocka_unit_test(no_time_has_a_reason),
        cmocka_unit_test(launches_are_added_up),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("modelled", tests, NULL, NULL);
}
