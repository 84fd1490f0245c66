/*
 * test_lab3.c - ../lab.c: is the lab's own data right?
 *
 * The oracles are held against values worked out by hand.
 */
#include "../lab.c"

#include "lab_tests.h"

/* Sizes that the tree, the shuffles, the batches must not get wrong. */
static void test_sizes_have_no_favourites(void **state)
{
    const int threads[] = {33, 192, 384, 500};
    (void)state;
    for (size_t t = 0; t < COUNT(threads); t++) {
        bool found = false;
        for (size_t i = 0; i < COUNT(dot_sizes); i++)
            found = found || dot_sizes[i].inner == threads[t];
        assert_true(found);
    }
    for (size_t i = 0; i < COUNT(shuffle_sizes); i++)
        assert_int_equal(shuffle_sizes[i].inner % 32, 0);
    for (size_t i = 0; i < COUNT(batch_sizes); i++)
        assert_in_range(batch_sizes[i].rows, 1, 4096);
}

static void test_the_sweep_has_the_original_numbers_of_blocks(void **state)
{
    const int blocks[] = {1, 8, 16, 32, 64, 132, 264, 528, 1056, 2112};
    (void)state;
    assert_int_equal(COUNT(clock_sweep) - CLOCK_GPU_ONLY, COUNT(blocks));
    for (size_t i = 0; i < COUNT(blocks); i++) {
        assert_int_equal(clock_sweep[i].rows, blocks[i]);
        assert_int_equal(clock_sweep[i].inner, 256);
    }
}

/* ---- oracles ------------------------------------------------------------ */

/* 2 blocks of 2 threads: elements 0 1 4 | 2 3. */
static void test_dot_against_paper(void **state)
{
    const float a[] = {1, 2, 3, 4, 0.5f}, b[] = {2, 2, -1, 1, 4};
    struct expected out[2];
    (void)state;
    oracle_dot((const void *[]){a, b, NULL}, (struct size){2, 5, 2}, out);
    assert_true(out[0].value == 8 && out[0].magnitude == 8);
    assert_true(out[1].value == 1 && out[1].magnitude == 7);
    assert_true(out[0].terms == 3 && out[1].terms == 2);
}

/* a[i] = i, b[i] = 2, in 2 blocks of 512 threads: what the document prints. */
static void test_the_document_s_result(void **state)
{
    float a[1024], b[1024];
    struct size size = {2, 1024, 512};
    struct expected out[2];
    (void)state;
    assert_true(checked_at(find("dot"), size));
    prepare_dot((void *[]){a, b, NULL}, size, 1);
    oracle_dot((const void *[]){a, b, NULL}, size, out);
    assert_true(out[0].value == 261632 && out[1].value == 785920);
    assert_true(out[0].magnitude == 0 && out[1].magnitude == 0);

    size = (struct size){1, 1024, 1};
    assert_true(checked_at(find("dot_whole"), size));
    prepare_dot_best((void *[]){a, b, NULL}, size, 1);
    oracle_dot((const void *[]){a, b, NULL}, size, out);
    assert_true(out[0].value == 1047552 && out[0].magnitude == 0);
}

static void test_integers_must_be_exact(void **state)
{
    const float a[] = {3, -2}, b[] = {5, 7};
    struct expected out[1];
    (void)state;
    oracle_dot((const void *[]){a, b, NULL}, (struct size){1, 2, 1}, out);
    assert_true(out[0].value == 1);
    assert_true(element_bound(ELEMENT_F32, &out[0]) == 0);
}

/* L = 2, M = 2, N = 3, matrix 1 2 / 0 -1; means 1.5 3.5, 0 2, -1 1. */
static void test_batch_against_paper(void **state)
{
    const double input[] = {1, 2, 3, 4, -1, 1, 2, 2, -1, -1, 0, 2};
    const double matrix[] = {1, 2, 0, -1};
    const double wanted[] = {8.5, 4, 1, -3.5, -2, -1};
    struct expected out[6];
    (void)state;
    oracle_batch((const void *[]){input, matrix, NULL}, (struct size){2, 2, 3},
                 out);
    for (size_t i = 0; i < COUNT(wanted); i++)
        assert_true(out[i].value == wanted[i]);
    assert_true(out[1].magnitude == 1 + 4);
    assert_true(out[0].terms == 5);
}

/* ---- block_clock -------------------------------------------------------- */

static size_t index_of_least(const float *slice, size_t count)
{
    size_t least = 0;
    for (size_t i = 1; i < count; i++)
        if (slice[i] < slice[least])
            least = i;
    return least;
}

static void test_the_minimum_stands_at_every_index(void **state)
{
    enum { SLICE = 66 };
    struct size size = {SLICE, SLICE, 33};
    float input[SLICE * SLICE];
    bool seen[SLICE] = {false};

    (void)state;
    assert_true(checked_at(find("block_clock"), size));
    random_fill(input, SLICE * SLICE, ELEMENT_F32, FILL_UNIFORM, 3);
    prepare_clock((void *[]){input, NULL, NULL}, size, 12345);
    for (size_t k = 0; k < SLICE; k++)
        seen[index_of_least(input + k * SLICE, SLICE)] = true;
    for (size_t i = 0; i < SLICE; i++)
        assert_true(seen[i]);
    assert_true(input[SLICE + index_of_least(input + SLICE, SLICE)] > 0);
}

static bool plausible(int64_t start, int64_t stop, const char *text)
{
    const int64_t stamps[] = {start, stop};
    char why[400] = "";
    bool is = stamps_plausible((const void *[]){NULL, NULL, stamps},
                               (struct size){1, 512, 256}, why, sizeof why);
    if (!is)
        assert_non_null(strstr(why, text));
    return is;
}

static void test_stamps_must_be_possible(void **state)
{
    (void)state;
    assert_true(plausible(1000, 2500, ""));
    assert_false(plausible(-1, 2500, "is no reading"));
    assert_false(plausible(0, 1500, "is no reading"));
    assert_false(plausible(2500, 1000, "not before the stop"));
    assert_false(plausible(1000, 1000, "not before the stop"));
    assert_false(plausible(1000, 1002, "stopwatch"));
    assert_false(plausible(1, (int64_t)1 << 50, "stopwatch"));
}

/* ---- the CPU ------------------------------------------------------------ */

/* A student reads lab.c: what he is to write must not stand there. */
static void test_the_lab_has_no_loop_that_students_write(void **state)
{
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < EXERCISES; i++) {
        const struct exercise *e = &exercises[i], *own;
        if (!e->cpu)
            continue;
        own = find(e->cpu);
        assert_true(own->on_cpu && !e->serial && !own->serial);
        for (size_t b = 0; b < MAX_BUFFERS; b++)
            assert_true(own->buffers[b].count == e->buffers[b].count);
        count++;
    }
    assert_int_equal(count, 5);
}

static void test_a_stopwatch_says_the_median(void **state)
{
    const double ms[] = {50, 3, 1, 9, 2, 1.5}, mean[] = {3.3, 1, 9};
    const double right[] = {2, 1, 9}, cold[] = {2, 1, 50};
    const double came[] = {9, 3, 1.5}, least[] = {1, 1, 9};
    const double swapped[] = {2, 9, 1}, few[] = {40, 1, 2, 3};
    struct expected out[3];
    struct size size = {1, 5, 1};
    char why[400];
    (void)state;
    oracle_calls((const void *[]){ms, NULL}, size, out);
    for (size_t i = 0; i < COUNT(right); i++)
        assert_true(out[i].value == right[i]);
    assert_true(result_plausible((const void *[]){ms, right}, size, why, 400));
    assert_false(result_plausible((const void *[]){ms, mean}, size, why, 400));
    assert_non_null(strstr(why, "the mean"));
    assert_false(result_plausible((const void *[]){ms, cold}, size, why, 400));
    assert_non_null(strstr(why, "warm up"));
    assert_false(result_plausible((const void *[]){ms, came}, size, why, 400));
    assert_non_null(strstr(why, "as they came"));
    /* Better said by who compares all sizes; or it may be chance. */
    assert_true(
        result_plausible((const void *[]){ms, swapped}, size, why, 400));
    assert_true(result_plausible((const void *[]){ms, least}, size, why, 400));
    size.cols = 3;
    assert_true(result_plausible((const void *[]){few, (double[]){3, 1, 3}},
                                 size, why, 400));
    assert_false(result_plausible((const void *[]){few, (double[]){2, 1, 40}},
                                  size, why, 400));
    assert_non_null(strstr(why, "warm up"));
}

/* ---- the rest ----------------------------------------------------------- */

static void test_least_traffic_and_operations(void **state)
{
    struct size document = {512, 512, 1024}, clocks = {64, 512, 256};
    (void)state;
    assert_true(find("batch_grid")->bytes(document) ==
                8.0 * (268435456 + 262144 + 524288));
    assert_true(find("batch_grid")->flops(document) ==
                268435456 + 2.0 * 268435456);
    assert_true(find("dot")->flops((struct size){2, 1024, 512}) == 2048);
    assert_true(find("block_clock")->bytes(clocks) == 64 * (512 * 4 + 20));
}

static void test_owners_are_named(void **state)
{
    char text[160];
    (void)state;
    find("dot")->owner((struct size){4, 1000, 33}, 3, text, sizeof text);
    assert_string_equal(text, "block 3 of 4, 33 threads each");
    find("batch_grid")->owner((struct size){96, 33, 7}, 15, text, sizeof text);
    assert_string_equal(text, "row 2 of batch 1: block 1, thread 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TESTS_OF_EVERY_LAB,
        cmocka_unit_test(test_sizes_have_no_favourites),
        cmocka_unit_test(test_the_sweep_has_the_original_numbers_of_blocks),
        cmocka_unit_test(test_dot_against_paper),
        cmocka_unit_test(test_the_document_s_result),
        cmocka_unit_test(test_integers_must_be_exact),
        cmocka_unit_test(test_batch_against_paper),
        cmocka_unit_test(test_the_minimum_stands_at_every_index),
        cmocka_unit_test(test_stamps_must_be_possible),
        cmocka_unit_test(test_the_lab_has_no_loop_that_students_write),
        cmocka_unit_test(test_a_stopwatch_says_the_median),
        cmocka_unit_test(test_least_traffic_and_operations),
        cmocka_unit_test(test_owners_are_named),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
