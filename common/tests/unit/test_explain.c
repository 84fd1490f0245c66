/*
 * test_explain.c - each kind of mistake is made and must be called by name,
 * and by no other's.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grade/compare.h"
#include "grade/explain.h"
#include "grade/picture.h"

/* C = A x B; with inner 1 it is A x V. */

static size_t left(struct size s)
{
    return (size_t)s.rows * (size_t)s.cols;
}

static size_t right(struct size s)
{
    return (size_t)s.cols * (size_t)s.inner;
}

static size_t product(struct size s)
{
    return (size_t)s.rows * (size_t)s.inner;
}

static size_t cols(struct size s)
{
    return (size_t)s.cols;
}

static size_t inner(struct size s)
{
    return (size_t)s.inner;
}

static void oracle(const void *const *inputs, struct size s,
                   struct expected *expected)
{
    const float *A = inputs[0], *B = inputs[1];
    for (size_t e = 0; e < product(s); e++) {
        size_t row = e / inner(s), col = e % inner(s);
        expected[e] = (struct expected){0, 0, s.cols};
        for (size_t k = 0; k < cols(s); k++) {
            double term =
                (double)A[row * cols(s) + k] * (double)B[k * inner(s) + col];
            expected[e].value += term;
            expected[e].magnitude += fabs(term);
        }
    }
}

static const struct exercise matmul = {
    .name = "matmul",
    .buffers = {{"A", INPUT, ELEMENT_F32, left, cols, FILL_UNIFORM},
                {"B", INPUT, ELEMENT_F32, right, inner, FILL_UNIFORM},
                {"C", OUTPUT, ELEMENT_F32, product, inner, FILL_UNIFORM}},
    .oracle = oracle,
};

static const struct exercise matvec = {
    .name = "matvec",
    .buffers = {{"A", INPUT, ELEMENT_F32, left, cols, FILL_UNIFORM},
                {"V", INPUT, ELEMENT_F32, cols, NULL, FILL_UNIFORM},
                {"C", OUTPUT, ELEMENT_F32, product, NULL, FILL_UNIFORM}},
    .oracle = oracle,
};

/* One problem, two outputs of it, both right at first. */
static struct problem problem;
static float *first, *second;
static char text[600];

static void open_problem(const struct exercise *exercise, struct size size)
{
    assert_true(problem_open(&problem));
    assert_true(problem_set(&problem, exercise, size, 1234));
    assert_true(problem_expect(&problem));
    first = calloc(problem.count, sizeof *first);
    second = calloc(problem.count, sizeof *second);
    assert_non_null(first);
    assert_non_null(second);
    for (size_t i = 0; i < problem.count; i++)
        first[i] = second[i] = (float)problem.expected[i].value;
}

static int close_problem(void **state)
{
    (void)state;
    problem_close(&problem);
    free(first);
    free(second);
    first = second = NULL;
    return 0;
}

static const float *input(size_t buffer)
{
    return problem_input(&problem, buffer);
}

static void unwrite(size_t i)
{
    memset(&first[i], POISON_NAN, sizeof *first);
    memset(&second[i], POISON_NUMBER, sizeof *second);
}

/* Both runs give this. */
static void set(size_t i, double value)
{
    first[i] = second[i] = (float)value;
}

static double wanted(size_t i)
{
    return problem.expected[i].value;
}

static void must_say(const char *part)
{
    struct evidence evidence = {.problem = &problem,
                                .first = first,
                                .poison = POISON_NAN,
                                .second = second};
    explain_mistake(&evidence, text, sizeof text);
    if (!strstr(text, part))
        fail_msg("\"%s\" does not say \"%s\"", text, part);
}

static void never_written(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    for (size_t i = 0; i < 100; i++)
        unwrite(i);
    must_say("C was never written");
}

static void only_the_first_block(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){1021, 3, 1});
    for (size_t i = 256; i < 1021; i++)
        unwrite(i);
    must_say("C[256] and all behind it were never written: all but the first "
             "block");
}

static void only_the_first_block_of_a_matrix(void **state)
{
    (void)state;
    open_problem(&matmul, (struct size){64, 5, 96});
    for (size_t i = 0; i < problem.count; i++) {
        if (i / 96 >= 32 || i % 96 >= 32)
            unwrite(i);
    }
    must_say("first block");
}

static void the_last_block_is_missing(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){1021, 3, 1});
    for (size_t i = 992; i < 1021; i++)
        unwrite(i);
    must_say("only the last, partial tile");
}

static void the_last_tile_of_columns_is_wrong(void **state)
{
    (void)state;
    open_problem(&matmul, (struct size){20, 30, 1021});
    for (size_t i = 0; i < problem.count; i++) {
        if (i % 1021 >= 992)
            set(i, wanted(i) + 1 + (double)i);
    }
    must_say("columns from 992 on are wrong: only the last, partial tile");
}

static void some_are_never_written(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    unwrite(17);
    unwrite(71);
    must_say("2 of 100 elements were never written");
}

static void added_to_what_was_there(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    for (size_t i = 0; i < 100; i++) {
        float old;
        memset(&old, POISON_NUMBER, sizeof old);
        memset(&first[i], POISON_NAN, sizeof old);
        second[i] = old + (float)wanted(i);
    }
    must_say("added to what was there in C before");
}

static void different_from_run_to_run(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    first[5] += 1;
    second[9] += 1;
    must_say("different from run to run: 2 of 100");
}

static void rounding(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    for (size_t i = 0; i < 100; i++)
        set(i, wanted(i) + 20e-7 * problem.expected[i].magnitude);
    must_say("rounding only");
}

/* Of one element nothing can be said: it is near by chance. */
static void one_element_is_no_rounding(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){1, 3001, 1});
    problem.expected[0].value = 0.5 * problem.expected[0].magnitude;
    set(0, 1.01 * wanted(0));
    must_say("1 of 1 element wrong");
    assert_null(strstr(text, "rounding"));
}

static void not_a_number(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    set(50, NAN);
    must_say("the wrong elements are not a number (NaN)");
}

static void zeros(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    for (size_t i = 0; i < 100; i++)
        set(i, 0);
    must_say("every element is 0");
}

static void a_constant(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    for (size_t i = 0; i < 100; i++)
        set(i, wanted(0));
    must_say("own index");
}

static void output_transposed(void **state)
{
    (void)state;
    open_problem(&matmul, (struct size){31, 32, 33});
    for (size_t row = 0; row < 31; row++) {
        for (size_t col = 0; col < 33; col++)
            set(col * 31 + row, wanted(row * 33 + col));
    }
    must_say("C is transposed");
}

static void input_transposed(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 32, 1});
    for (size_t row = 0; row < 31; row++) {
        double sum = 0;
        for (size_t k = 0; k < 32; k++)
            sum += (double)input(0)[k * 31 + row] * (double)input(1)[k];
        set(row, sum);
    }
    must_say("A was read transposed");
}

static void wrong_row_length(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 32, 1});
    for (size_t row = 0; row < 31; row++) {
        double sum = 0;
        for (size_t k = 0; k < 32; k++)
            sum += (double)input(0)[row * 31 + k] * (double)input(1)[k];
        set(row, sum);
    }
    must_say("A was read with rows of 31 elements; they have 32");
}

/* The sum over [begin, end) only. */
static void sum_part(size_t begin, size_t end)
{
    for (size_t row = 0; row < problem.count; row++) {
        double sum = 0;
        for (size_t k = begin; k < end; k++)
            sum += (double)input(0)[row * cols(problem.size) + k] *
                   (double)input(1)[k];
        set(row, sum);
    }
}

static void first_term_missing(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    sum_part(1, 40);
    must_say("as if the first column of A were left out");
}

static void last_term_missing(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    sum_part(0, 39);
    must_say("as if the last column of A were left out");
}

static void last_tile_missing(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 255, 1});
    sum_part(0, 224);
    must_say("as if the last tile of A were left out, columns 224 to 254");
}

/* The last of 257 products is so small that it could be rounding, too. */
static void one_small_term_missing(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){257, 257, 1});
    ((float *)problem_input(&problem, 1))[256] = 1e-3f;
    assert_true(problem_expect(&problem));
    sum_part(0, 256);
    must_say("as if the last column of A were left out");
}

/* 3 times too much, but by less than a sum of so many terms may be off. */
static void one_element_is_no_pattern(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){1, 3001, 1});
    problem.expected[0].value = 1e-4 * problem.expected[0].magnitude;
    set(0, 3.1 * wanted(0));
    assert_true(3 * element_bound(ELEMENT_F32, &problem.expected[0]) >
                0.1 * wanted(0));
    must_say("1 of 1 element wrong");
    assert_null(strstr(text, "times what"));
}

/* A sum over those columns that `counts` says, each so often. */
static void sum_where(double (*counts)(size_t k))
{
    for (size_t row = 0; row < problem.count; row++) {
        double sum = 0;
        for (size_t k = 0; k < cols(problem.size); k++)
            sum += counts(k) * (double)input(0)[row * cols(problem.size) + k] *
                   (double)input(1)[k];
        set(row, sum);
    }
}

static double lanes_below_16(size_t k)
{
    return k % 32 < 16;
}

static void half_of_the_lanes(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 100, 1});
    sum_where(lanes_below_16);
    must_say("what lanes 16 to 31 sum is left out");
}

static double lane_0(size_t k)
{
    return k % 32 == 0;
}

static void only_lane_0(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 100, 1});
    sum_where(lane_0);
    must_say("only what lane 0 sums counts, every 32nd column of A");
}

static double lane_0_doubled(size_t k)
{
    return k % 32 == 0 ? 32 : 0;
}

static void shuffles_upwards(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 100, 1});
    sum_where(lane_0_doubled);
    must_say("lane 0 adds its own sum again and again");
}

static void only_the_last_tile(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 100, 1});
    sum_part(96, 100);
    must_say("only the last tile of A counts, of 32 columns");
}

static void only_the_last_term(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    sum_part(39, 40);
    must_say("only the last column of A counts");
}

static void whole_numbers(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){100, 40, 1});
    for (size_t i = 0; i < 100; i++)
        set(i, trunc(wanted(i)));
    must_say("every element of C is a whole number");
}

static void the_sum_runs_on(void **state)
{
    double sum = 0;
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    for (size_t i = 0; i < 31; i++)
        set(i, sum += wanted(i));
    must_say("the sum runs on");
}

static void rows_over_columns(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    for (size_t i = 0; i < 31; i++)
        set(i, 40.0 / 31 * wanted(i));
    must_say("the columns over the rows: is it divided by the rows?");
}

static void a_vector_read_from_its_first_element(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    for (size_t row = 0; row < 31; row++) {
        double sum = 0;
        for (size_t k = 0; k < 40; k++)
            sum += (double)input(0)[row * 40 + k] * (double)input(1)[0];
        set(row, sum);
    }
    must_say("of V the first element is read again and again");
}

static void tiles_transposed(void **state)
{
    (void)state;
    open_problem(&matmul, (struct size){32, 5, 32});
    for (size_t i = 0; i < 1024; i++) {
        size_t row = i / 32, col = i % 32;
        set(i,
            wanted((row / 16 * 16 + col % 16) * 32 + col / 16 * 16 + row % 16));
    }
    must_say("of 1024 elements wrong"); /* by what block is not known */
}

static struct evidence launched(unsigned block)
{
    struct evidence evidence = {.problem = &problem,
                                .first = first,
                                .poison = POISON_NAN,
                                .second = second,
                                .grid = {2, 1, 1},
                                .block = {block, 1, 1}};
    return evidence;
}

static double not_lost_of_96(size_t k)
{
    return k % 96 % 3 != 2; /* 96, 48, 24, 12, 6, 3: of three one is lost */
}

static void an_odd_number_is_halved(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matvec, (struct size){31, 200, 1});
    sum_where(not_lost_of_96);
    evidence = launched(96);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "of 96 threads, is halved"));
}

static void every_block_is_block_0(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matvec, (struct size){100, 40, 1});
    for (size_t i = 0; i < 100; i++)
        set(i, wanted(i % 32));
    evidence = launched(32);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "the same elements of C as block 0"));
}

/* Zeros agree with a sum of nothing, whatever was left out. */
static void zeros_prove_nothing(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 1, 1});
    sum_part(0, 0);
    must_say("every element is 0");
    assert_null(strstr(text, "left out"));
}

/* Nor if some of them are what was expected; and one thread in y makes no
 * tiles of one. */
static void a_right_zero_proves_nothing(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matvec, (struct size){400, 30, 1});
    memset((float *)problem_input(&problem, 0) + 300, 0,
           20 * 30 * sizeof(float));
    assert_true(problem_expect(&problem));
    sum_part(0, 0);
    evidence = launched(256);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "every element is 0"));
    assert_null(strstr(text, "left out"));
}

/* What stands there was computed: a grid that is too short is no cause, nor a
 * block that does the work of another. */
static void wrong_values_are_no_lack_of_threads(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matvec, (struct size){100, 40, 1});
    for (size_t i = 64; i < 100; i++)
        set(i, wanted(i) + 0.1 * (double)i * wanted(99 - i));
    evidence = launched(32);
    explain_mistake(&evidence, text, sizeof text);
    assert_string_equal(text, "C from C[64] on is wrong");
    for (size_t i = 32; i < 64; i++)
        set(i, wanted(i) + 0.1 * (double)i * wanted(99 - i));
    explain_mistake(&evidence, text, sizeof text);
    assert_string_equal(text, "C from C[32] on is wrong");
    for (size_t i = 32; i < 64; i++)
        set(i, wanted(i));
    for (size_t i = 64; i < 100; i++)
        unwrite(i);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "is never written: the grid has no more"));
}

/* At one size the last column may be meant; not if at another one, where there
 * is a last column as well, nothing is wrong. */
static void what_holds_at_one_size_only_is_not_said(void **state)
{
    struct problem small;
    struct evidence both[2];
    float *small_first;
    size_t shown;
    (void)state;
    open_problem(&matvec, (struct size){31, 33, 1});
    sum_part(0, 32);
    small = problem;
    small_first = first;
    both[0] = launched(32);
    both[0].problem = &small;
    both[0].second = NULL;
    free(second);
    open_problem(&matvec, (struct size){31, 32, 1});
    both[1] = launched(32);
    both[1].right = true;
    both[1].first = both[1].second = NULL; /* not kept */
    assert_int_equal(explain_together(both, 2, text, sizeof text, &shown),
                     CAUSE);
    assert_int_equal(shown, 0);
    assert_null(strstr(text, "last column"));
    assert_non_null(strstr(text, "last tile of A were left out, column 32"));
    problem_close(&small);
    free(small_first);
}

/* Of 8 threads in y that share the rows of a column, each goes on by 1. */
static double all_up_to_8(size_t k)
{
    return k < 8 ? (double)k + 1 : 8;
}

static void threads_that_go_on_by_1(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    sum_where(all_up_to_8);
    evidence = launched(32);
    evidence.block[1] = 8;
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(
        strstr(text, "of 8 that share the work, each goes on by 1"));
}

/* How often lane k's sum is in lane 0's after five steps by 1. */
static double five_steps_by_1(size_t k)
{
    static const double times[32] = {1, 5, 10, 10, 5, 1};
    return times[k % 32];
}

static void shuffles_by_1(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matvec, (struct size){31, 64, 1});
    sum_where(five_steps_by_1);
    evidence = launched(32);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "the sum of the next lane"));
}

/* Each thread uses the element of V that it brought, for all of a tile. */
static void the_element_a_thread_brought(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matvec, (struct size){40, 50, 1});
    for (size_t row = 0; row < 40; row++) {
        double sum = 0;
        for (size_t k = 0; k < 50; k++) {
            size_t own = k / 32 * 32 + row % 32;
            sum += own < 50
                       ? (double)input(0)[row * 50 + k] * (double)input(1)[own]
                       : 0;
        }
        set(row, sum);
    }
    evidence = launched(32);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "the one that it brought itself"));
}

/* Blocks of 16 x 16 threads, each of which has 4 x 4 results. */
static void results_of_a_thread_change_places(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matmul, (struct size){64, 20, 64});
    for (size_t i = 0; i < problem.count; i++) {
        size_t row = i / 64, col = i % 64;
        set(i,
            wanted((row % 16 + col / 16 * 16) * 64 + col % 16 + row / 16 * 16));
    }
    evidence = launched(16);
    evidence.block[1] = 16;
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "rows and columns change places among"));
}

static void a_thread_stores_results_of_its_first_row(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&matmul, (struct size){64, 20, 33});
    for (size_t i = 0; i < problem.count; i++)
        set(i, wanted(i / 33 % 16 * 33 + i % 33));
    evidence = launched(16);
    evidence.block[1] = 16;
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "all rows of C that a thread has"));
}

/* d = x[i + 1] - x[i]: a map, whose formula may be another. */

static size_t one_more(struct size s)
{
    return (size_t)s.cols + 1;
}

static void oracle_of_differences(const void *const *inputs, struct size s,
                                  struct expected *expected)
{
    const float *x = inputs[0];
    for (int i = 0; i < s.cols; i++)
        expected[i] =
            (struct expected){(double)x[i + 1] - (double)x[i],
                              fabs((double)x[i + 1]) + fabs((double)x[i]), 2};
}

static const struct exercise differences = {
    .name = "differences",
    .buffers = {{"x", INPUT, ELEMENT_F32, one_more, NULL, FILL_UNIFORM},
                {"d", OUTPUT, ELEMENT_F32, cols, NULL, FILL_UNIFORM}},
    .oracle = oracle_of_differences,
};

static void another_formula(void **state)
{
    (void)state;
    open_problem(&differences, (struct size){1, 50, 1});
    for (size_t i = 0; i < 50; i++)
        set(i, (double)input(0)[i] * (double)input(0)[i + 1]);
    must_say("d[i] is x[i] * x[i + 1], everywhere");
    for (size_t i = 0; i < 50; i++)
        set(i, 2 * (double)input(0)[i] - 1);
    must_say("d[i] is x[i] + x[i] - 1, everywhere");
}

static void a_number_is_no_formula(void **state)
{
    (void)state;
    open_problem(&differences, (struct size){1, 50, 1});
    for (size_t i = 0; i < 50; i++)
        set(i, 3);
    must_say("every element is 3");
}

/* Blocks of 32 threads: a sum for each. */

static size_t blocks_of_32(struct size s)
{
    return ((size_t)s.cols + 31) / 32;
}

static void oracle_of_blocks(const void *const *inputs, struct size s,
                             struct expected *expected)
{
    const float *x = inputs[0];
    for (size_t b = 0; b < blocks_of_32(s); b++)
        expected[b] = (struct expected){0, 0, 32};
    for (size_t i = 0; i < cols(s); i++) {
        expected[i / 32].value += (double)x[i];
        expected[i / 32].magnitude += fabs((double)x[i]);
    }
}

static const struct exercise sums_of_blocks = {
    .name = "sums",
    .buffers = {{"x", INPUT, ELEMENT_F32, cols, NULL, FILL_UNIFORM},
                {"partial", OUTPUT, ELEMENT_F32, blocks_of_32, NULL,
                 FILL_UNIFORM}},
    .oracle = oracle_of_blocks,
};

/* Each block sums `length` elements from its own first one on. */
static void sum_windows(size_t length)
{
    for (size_t b = 0; b < problem.count; b++) {
        double sum = 0;
        for (size_t k = b * 32; k < cols(problem.size) && k < b * 32 + length;
             k++)
            sum += (double)input(0)[k];
        set(b, sum);
    }
}

static void blocks_sum_what_others_sum(void **state)
{
    struct evidence evidence;
    (void)state;
    open_problem(&sums_of_blocks, (struct size){1, 150, 1});
    evidence = launched(32);
    evidence.grid[0] = 5;
    sum_windows(150);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "all blocks behind it as well"));
    sum_windows(64);
    explain_mistake(&evidence, text, sizeof text);
    assert_non_null(strstr(text, "blocks overlap"));
}

static void read_from_the_end(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    for (size_t row = 0; row < 31; row++) {
        double sum = 0;
        for (size_t k = 0; k < 40; k++)
            sum += (double)input(0)[row * 40 + k] * (double)input(1)[39 - k];
        set(row, sum);
    }
    must_say("is read from its end");
}

static void twice_too_much(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    for (size_t i = 0; i < 31; i++)
        set(i, 2 * wanted(i));
    must_say("every element is 2 times what it should be");
}

static void off_by_one(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){31, 40, 1});
    for (size_t i = 1; i < 31; i++)
        set(i, wanted(i - 1));
    must_say("off by one: C[i] holds the value of C[i - 1]");
}

static void a_stale_tile(void **state)
{
    (void)state;
    open_problem(&matvec, (struct size){3000, 2, 1});
    for (size_t i = 2976; i < 3000; i++)
        set(i, wanted(i - 32));
    must_say("a stale tile");
}

static void no_pattern_is_said_to_be_none(void **state)
{
    struct evidence evidence = {.problem = &problem, .poison = POISON_NAN};
    (void)state;
    open_problem(&matvec, (struct size){100, 10, 1});
    set(3, 77);
    set(50, -8);
    evidence.first = first;
    assert_int_equal(explain_mistake(&evidence, text, sizeof text), 0);
    assert_string_equal(text, "2 of 100 elements wrong");
}

static void a_picture_of_tiles(void **state)
{
    struct evidence evidence = launched(32);
    (void)state;
    open_problem(&matmul, (struct size){64, 2, 96});
    evidence.first = first;
    picture_of(&evidence, text, sizeof text);
    assert_string_equal(text, ""); /* all is right */
    for (size_t i = 0; i < problem.count; i++) {
        if (i / 96 >= 32 && i % 96 >= 64)
            set(i, 77);
    }
    set(0, 77);
    picture_of(&evidence, text, sizeof text);
    assert_string_equal(text,
                        "C by 16 x 2: . right, # wrong, + some of both\n"
                        "+...............................................\n"
                        "................................................\n"
                        "................................################\n"
                        "................................################\n");
}

static void an_element_is_named_with_its_owner(void **state)
{
    struct evidence evidence = {.problem = &problem, .poison = POISON_NAN};
    (void)state;
    open_problem(&matvec, (struct size){9, 2, 1});
    set(7, 100);
    evidence.first = first;
    explain_element(&evidence, 7, text, sizeof text);
    assert_non_null(strstr(text, "C[7] = 100, expected "));
    assert_non_null(strstr(text, "times what rounding can do"));
    assert_non_null(strstr(text, " (thread 7 of the grid)"));
}

/* Whose element of a matrix is depends on the launch, and so for a case. */
static void no_owner_is_said_that_may_be_another(void **state)
{
    struct evidence evidence = {.problem = &problem, .poison = POISON_NAN};
    struct exercise detective = matvec;
    (void)state;
    open_problem(&matmul, (struct size){3, 2, 5});
    set(7, 100);
    evidence.first = first;
    explain_element(&evidence, 7, text, sizeof text);
    assert_non_null(strstr(text, "C[1][2] = 100, expected "));
    assert_null(strstr(text, "thread"));
    close_problem(state);
    detective.is_case = true;
    open_problem(&detective, (struct size){9, 2, 1});
    unwrite(7);
    evidence.first = first;
    explain_element(&evidence, 7, text, sizeof text);
    assert_non_null(strstr(text, "C[7] was not written, expected "));
    assert_null(strstr(text, "thread"));
}

/* Ones on top of -1, which is what poison is as an int. */
static void what_was_added_to_is_said(void **state)
{
    struct evidence evidence = {.problem = &problem, .poison = POISON_NAN};
    struct exercise counting = matvec;
    int32_t *counts, *counts_then;
    (void)state;
    counting.buffers[2].element = ELEMENT_I32;
    open_problem(&counting, (struct size){9, 2, 1});
    counts = (void *)first;
    counts_then = (void *)second;
    problem.expected[7].value = 1;
    counts[7] = 0;
    memset(&counts_then[7], POISON_NUMBER, sizeof *counts_then);
    counts_then[7]++;
    evidence.first = first;
    evidence.second = second;
    explain_element(&evidence, 7, text, sizeof text);
    assert_non_null(strstr(text, "= 0, expected 1, where -1 stood before"));
    counts_then[7] = 0; /* set by chance */
    explain_element(&evidence, 7, text, sizeof text);
    assert_null(strstr(text, "before"));
}

#define TEST(name) cmocka_unit_test_teardown(name, close_problem)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(never_written),
        TEST(only_the_first_block),
        TEST(only_the_first_block_of_a_matrix),
        TEST(the_last_block_is_missing),
        TEST(the_last_tile_of_columns_is_wrong),
        TEST(some_are_never_written),
        TEST(added_to_what_was_there),
        TEST(different_from_run_to_run),
        TEST(rounding),
        TEST(one_element_is_no_rounding),
        TEST(not_a_number),
        TEST(zeros),
        TEST(a_constant),
        TEST(output_transposed),
        TEST(input_transposed),
        TEST(wrong_row_length),
        TEST(first_term_missing),
        TEST(last_term_missing),
        TEST(last_tile_missing),
        TEST(one_small_term_missing),
        TEST(one_element_is_no_pattern),
        TEST(half_of_the_lanes),
        TEST(only_lane_0),
        TEST(shuffles_upwards),
        TEST(only_the_last_tile),
        TEST(only_the_last_term),
        TEST(whole_numbers),
        TEST(the_sum_runs_on),
        TEST(rows_over_columns),
        TEST(a_vector_read_from_its_first_element),
        TEST(tiles_transposed),
        TEST(an_odd_number_is_halved),
        TEST(every_block_is_block_0),
        TEST(zeros_prove_nothing),
        TEST(a_right_zero_proves_nothing),
        TEST(wrong_values_are_no_lack_of_threads),
        TEST(what_holds_at_one_size_only_is_not_said),
        TEST(threads_that_go_on_by_1),
        TEST(shuffles_by_1),
        TEST(the_element_a_thread_brought),
        TEST(results_of_a_thread_change_places),
        TEST(a_thread_stores_results_of_its_first_row),
        TEST(another_formula),
        TEST(a_number_is_no_formula),
        TEST(blocks_sum_what_others_sum),
        TEST(read_from_the_end),
        TEST(twice_too_much),
        TEST(off_by_one),
        TEST(a_stale_tile),
        TEST(no_pattern_is_said_to_be_none),
        TEST(a_picture_of_tiles),
        TEST(what_was_added_to_is_said),
        TEST(an_element_is_named_with_its_owner),
        TEST(no_owner_is_said_that_may_be_another),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
