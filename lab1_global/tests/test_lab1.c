/*
 * test_lab1.c - ../lab.c: is the lab's own data right?
 *
 * The oracles are held against values worked out by hand.
 */
#include "../lab.c"

#include "lab_tests.h"

static void test_matrices_have_the_sizes_of_the_course(void **state)
{
    static const struct size course[] = {
        {1000, 500, 1},  {1000, 1000, 1}, {1500, 1000, 1}, {2000, 1000, 1},
        {2000, 1500, 1}, {2500, 1500, 1}, {2500, 2000, 1}};
    static const char *const names[] = {"matvec", "vecmat", "matvec_warp"};

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct exercise *exercise = find(names[i]);
        assert_int_equal(exercise->sweep_count, COUNT(course));
        for (size_t k = 0; k < COUNT(course); k++) {
            assert_true(checked_at(exercise, course[k]));
            assert_true(same(exercise->sweep[k], course[k]));
        }
    }
}

/* Small enough to be done on paper:  A = 1 2 3   B = 1 -1   a = 1 2
 *                                        4 5 6       0  2   b = 3 -5
 *                                                    1  1            */
static void test_oracles_against_paper(void **state)
{
    const float A[] = {1, 2, 3, 4, 5, 6}, B[] = {1, -1, 0, 2, 1, 1};
    const float V2[] = {1, -1}, V3[] = {1, 0, -2}, b[] = {3, -5};
    struct expected out[4];
    (void)state;
    find("vector_add")
        ->oracle((const void *[]){A, b, NULL}, (struct size){1, 2, 1}, out);
    assert_true(out[0].value == 4 && out[1].value == -3);
    assert_true(out[1].magnitude == 7);

    find("matvec")->oracle((const void *[]){A, V3, NULL},
                           (struct size){2, 3, 1}, out);
    assert_true(out[0].value == -5 && out[1].value == -8);
    assert_true(out[0].magnitude == 7 && out[0].terms == 3);

    find("vecmat")->oracle((const void *[]){V2, A, NULL},
                           (struct size){2, 3, 1}, out);
    assert_true(out[0].value == -3 && out[2].value == -3);
    assert_true(out[2].magnitude == 9 && out[2].terms == 2);

    find("matmul_naive")
        ->oracle((const void *[]){A, B, NULL}, (struct size){2, 3, 2}, out);
    assert_true(out[0].value == 4 && out[1].value == 6);
    assert_true(out[2].value == 10 && out[3].value == 12);
    assert_true(out[3].magnitude == 20 && out[3].terms == 3);
}

/* What the textbook prints. */
static void test_product_of_the_textbook(void **state)
{
    const struct exercise *e = find("matmul_naive");
    struct size four_each = {4, 4, 4};
    float A[16], B[16];
    struct expected out[16];
    (void)state;
    assert_true(checked_at(e, four_each));
    e->prepare((void *[]){A, B, NULL}, four_each, 1);
    e->oracle((const void *[]){A, B, NULL}, four_each, out);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            assert_true(out[4 * i + j].value == 4 * i * j);
}

static void test_warm_up_against_paper(void **state)
{
    const float x[] = {1, 3, 2}, v[] = {1, -1};
    float c[COEFFICIENTS] = {1, 0, 2};
    struct expected out[6] = {0};
    (void)state;
    find("warm_index")->oracle(NULL, (struct size){2, 3, 1}, out);
    assert_true(out[2].value == 2 && out[4].value == 10001);
    find("warm_map")
        ->oracle((const void *[]){x, NULL}, (struct size){1, 3, 1}, out);
    assert_true(out[1].value == 10 && out[2].value == 5);
    find("warm_guard")
        ->oracle((const void *[]){x, NULL}, (struct size){1, 2, 1}, out);
    assert_true(out[0].value == 2 && out[1].value == -1);
    find("warm_grid")
        ->oracle((const void *[]){x, v, NULL}, (struct size){3, 2, 1}, out);
    assert_true(out[3].value == -3 && out[4].value == 2);
    memset(out, 0, sizeof out);
    find("warm_device")
        ->oracle((const void *[]){c, x, NULL}, (struct size){1, 3, 1}, out);
    assert_true(out[0].value == 3 && out[1].value == 19);
}

/* A launch between events 2 and 3, copies around it, 1 and 4 around all. */
static struct calls good_calls(void)
{
    static const struct call_made made[] = {
        {.kind = CALL_RECORD, .event = 1},
        {.kind = CALL_COPY_IN, .bytes = 4000},
        {.kind = CALL_RECORD, .event = 2},
        {.kind = CALL_LAUNCH},
        {.kind = CALL_RECORD, .event = 3},
        {.kind = CALL_COPY_OUT, .bytes = 4000},
        {.kind = CALL_RECORD, .event = 4},
        {.kind = CALL_EVENT_WAIT, .event = 4},
        {.kind = CALL_ELAPSED, .event = 3, .since = 2, .ms = 0.5f},
        {.kind = CALL_ELAPSED, .event = 4, .since = 1, .ms = 2.0f}};
    struct calls calls = {.count = COUNT(made)};
    memcpy(calls.made, made, sizeof made);
    return calls;
}

static const char *events_say(const struct calls *calls, float kernel,
                              float all, float rate)
{
    static char text[400];
    float times[4] = {kernel, all, rate, 8000 / all / 1e6f};
    const void *arrays[] = {NULL, NULL, times};
    *text = '\0';
    events_called(arrays, calls, (struct size){1, 1000, 1}, text, sizeof text);
    return text;
}

static void test_events_stand_where_they_should(void **state)
{
    struct calls calls = good_calls();
    float rate = 8000 / 0.5f / 1e6f;
    (void)state;
    assert_string_equal(events_say(&calls, 0.5f, 2, rate), "");
    assert_non_null(strstr(events_say(&calls, 2, 0.5f, rate), "times[0] has"));
    assert_non_null(strstr(events_say(&calls, 0.5f, 0.5f, rate),
                           "times[1] has to be the time of both copies"));
    assert_non_null(
        strstr(events_say(&calls, 0.5f, 3, rate), "times[1] is no time"));
    assert_non_null(strstr(events_say(&calls, 0.5f, 2, 1000 * rate),
                           "times[2] has to be 8 n bytes"));
    assert_non_null(strstr(events_say(&calls, 0.5f, 2, NAN), "times[2]"));
    calls.made[7].kind = CALL_FILL;
    assert_non_null(strstr(events_say(&calls, 0.5f, 2, rate), "NotReady"));
}

static void test_least_traffic_and_operations(void **state)
{
    struct size size = {2500, 2000, 1}, cube = {10, 10, 10};
    (void)state;
    assert_true(find("matvec")->bytes(size) == 4.0 * (5000000 + 4500));
    assert_true(find("vecmat")->flops(size) == 1e7);
    assert_true(find("matmul_naive")->flops(cube) == 2000);
    assert_true(find("matmul_naive")->bytes(cube) == 1200);
    assert_true(find("vector_add")->bytes((struct size){1, 5, 1}) == 60);
}

static void test_owners_are_named(void **state)
{
    char text[160];
    (void)state;
    find("matvec")->owner((struct size){2500, 2000, 1}, 2499, text,
                          sizeof text);
    assert_string_equal(text, "row 2499: with 256 threads a block, "
                              "block 9, thread 195");
    find("matvec_warp")
        ->owner((struct size){2500, 2000, 1}, 41, text, sizeof text);
    assert_string_equal(text, "row 41: with 8 warps a block, "
                              "block 5, warp 1");
    find("matmul_naive")
        ->owner((struct size){33, 5, 40}, 33 * 40 - 1, text, sizeof text);
    assert_string_equal(text, "row 32, column 39: with 32x32 threads a block, "
                              "block (1,1), thread (7,0)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TESTS_OF_EVERY_LAB,
        cmocka_unit_test(test_matrices_have_the_sizes_of_the_course),
        cmocka_unit_test(test_oracles_against_paper),
        cmocka_unit_test(test_product_of_the_textbook),
        cmocka_unit_test(test_warm_up_against_paper),
        cmocka_unit_test(test_events_stand_where_they_should),
        cmocka_unit_test(test_least_traffic_and_operations),
        cmocka_unit_test(test_owners_are_named),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
