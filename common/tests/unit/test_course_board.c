/*
 * test_course_board.c - places of a ranking.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/entries.h"
#include "board/rank.h"

enum { STUDENTS = 4 };

static struct class_student students[STUDENTS] = {
    {.name = "Ann"}, {.name = "Bob"}, {.name = "Cid"}, {.name = "Dee"}};
static struct board_entry entries[STUDENTS];
static struct board board;

/* Warm times of two sizes for each; below 0: that is not ok. */
static void rank_these(bool measured, double times[STUDENTS][2])
{
    board = (struct board){
        .entries = entries, .count = STUDENTS, .measured = measured};
    for (size_t i = 0; i < STUDENTS; i++) {
        entries[i] = (struct board_entry){.student = &students[i],
                                          .count[BOARD_WARM] = 2};
        for (int k = 0; k < 2; k++)
            entries[i].times[BOARD_WARM][k] = (struct board_time){
                .size = {k + 1, 1, 1},
                .us = fabs(times[i][k]),
                .read = 1,
                .state = times[i][k] < 0 ? "too fast" : "ok",
                .note = "why"};
    }
    rank(&board);
}

static const struct board_entry *entry_of(const char *name)
{
    for (size_t i = 0; i < STUDENTS; i++) {
        if (!strcmp(entries[i].student->name, name))
            return &entries[i];
    }
    fail();
    return NULL;
}

static void the_mean_is_of_parts_of_the_best(void **state)
{
    (void)state;
    /* Ann wins the large size, Bob the small one, by more. */
    rank_these(true, (double[][2]){{3, 100}, {1, 200}, {4, 400}, {9, 900}});
    assert_string_equal(entries[0].student->name, "Bob");
    assert_int_equal(entry_of("Bob")->place[BOARD_WARM], 1);
    assert_int_equal(entry_of("Ann")->place[BOARD_WARM], 2);
    assert_int_equal(entry_of("Dee")->place[BOARD_WARM], 4);
    assert_true(fabs(entry_of("Bob")->score[BOARD_WARM] - sqrt(2)) < 1e-9);
    assert_true(fabs(entry_of("Ann")->reading[BOARD_WARM] - sqrt(300)) < 1e-9);
}

static void who_cannot_be_told_apart_shares_a_place(void **state)
{
    double times[][2] = {{100, 100}, {100.5, 100.9}, {105, 105}, {112, 112}};
    (void)state;
    rank_these(true, times);
    assert_int_equal(entry_of("Ann")->place[BOARD_WARM], 1);
    assert_int_equal(entry_of("Bob")->place[BOARD_WARM], 1);
    assert_int_equal(entry_of("Cid")->place[BOARD_WARM], 3);
    rank_these(false, times);
    assert_int_equal(entry_of("Cid")->place[BOARD_WARM], 1);
    assert_int_equal(entry_of("Dee")->place[BOARD_WARM], 4);
}

static void who_is_not_ranked_is_nobodys_measure(void **state)
{
    (void)state;
    rank_these(true, (double[][2]){{0.1, -0.1}, {1, 1}, {2, 2}, {3, 3}});
    assert_int_equal(entry_of("Ann")->place[BOARD_WARM], 0);
    assert_string_equal(entry_of("Ann")->why, "too fast: why");
    assert_true(isnan(entry_of("Ann")->score[BOARD_WARM]));
    assert_ptr_equal(entry_of("Ann"), &entries[STUDENTS - 1]);
    assert_int_equal(entry_of("Bob")->place[BOARD_WARM], 1);
    assert_true(entry_of("Bob")->score[BOARD_WARM] == 1);
    /* nothing of it was measured cold */
    assert_int_equal(entry_of("Bob")->place[BOARD_COLD], 0);
}

static void all_have_the_same_sizes_or_no_place(void **state)
{
    (void)state;
    rank_these(true, (double[][2]){{1, 1}, {1, 1}, {0.9, 1.2}, {1, 1}});
    for (size_t i = 0; i < STUDENTS; i++)
        entries[i].place[BOARD_WARM] = 0;
    ((struct board_entry *)entry_of("Cid"))->count[BOARD_WARM] = 1;
    rank(&board);
    assert_int_equal(entry_of("Cid")->place[BOARD_WARM], 0);
    assert_int_equal(entry_of("Ann")->place[BOARD_WARM], 1);
    /* nor is his time anybody's measure, whoever comes first */
    assert_true(entry_of("Ann")->score[BOARD_WARM] == 1);
    assert_true(entry_of("Dee")->score[BOARD_WARM] == 1);
}

/* What the grader says of who broke the rules stands where his place would. */
static void who_has_no_medal_is_told_why(void **state)
{
    static const struct exercise exercise = {.name = "best"};
    struct board_entry entry = {.student = students};
    struct board one = {.entries = &entry, .count = 1, .exercise = &exercise};
    (void)state;
    entry.checked = cJSON_Parse("{\"labs\": [{\"exercises\": [{\"medal\": "
                                "{\"message\": \"no medal: it copies\"}}]}]}");
    assert_non_null(entry.checked);
    entries_modelled(&one);
    assert_string_equal(entry.why, "no modelled time: it copies");
    assert_int_equal(entry.count[BOARD_WARM], 0);
    cJSON_Delete(entry.checked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_is_of_parts_of_the_best),
        cmocka_unit_test(who_cannot_be_told_apart_shares_a_place),
        cmocka_unit_test(who_is_not_ranked_is_nobodys_measure),
        cmocka_unit_test(all_have_the_same_sizes_or_no_place),
        cmocka_unit_test(who_has_no_medal_is_told_why),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("course_board", tests, NULL, NULL);
}
