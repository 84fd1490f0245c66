/*
 * test_model.c - the time model against times measured on one H200.
 *
 * The counters are worked out by hand from the definitions of sector and
 * request, for blocks of 256 threads; the first of them, for A x V at
 * 2500x2000, equals what the profiler of the hardware reads: 316000 load
 * requests, 5158000 sectors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/model.h"

enum { BLOCK = 256, WARPS = BLOCK / 32, SIZES = 7 };

static const double launch_us = 1.45, interval_us = 3.4;

/* Median microseconds on an H200: CUDA 13.0, L2 warm, launches batched. */
static const struct measured {
    uint64_t rows, cols;
    double matvec, matvec_warp, vecmat;
} measured[SIZES] = {
    {1000, 500, 31.1, 2.22, 25.3},  {1000, 1000, 66.8, 2.95, 25.4},
    {1500, 1000, 66.8, 3.19, 37.5}, {2000, 1000, 67.1, 3.36, 49.4},
    {2000, 1500, 94.1, 3.62, 49.7}, {2500, 1500, 94.1, 3.96, 61.9},
    {2500, 2000, 173, 5.39, 62.0},
};

static uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/* Instructions: 20 before and after the loop, 8 a turn; each turn adds to the
 * sum, and so many of them share a wait for their loads. */
static void count_instructions(struct counters *c, uint64_t warps,
                               uint64_t turns, uint64_t sharing)
{
    c->max_chain_arithmetic = turns;
    c->max_chain_global = ceil_div(turns, sharing);
    c->max_warp_instructions = 20 + 8 * turns;
    c->max_block_instructions = WARPS * c->max_warp_instructions;
    c->warp_instructions = warps * c->max_warp_instructions;
}

/* A thread per row: for each column, a sector of A a lane, one of V a warp. */
static struct model_input matvec(uint64_t rows, uint64_t cols)
{
    uint64_t warps = ceil_div(rows, 32);
    struct model_input in = {
        .blocks = ceil_div(rows, BLOCK),
        .threads = BLOCK,
        .counters =
            {
                .global_load_requests = warps * cols * 2,
                .global_load_sectors = rows * cols + warps * cols,
                .global_load_bytes = 4 * (rows * cols + warps * cols),
                .global_store_requests = warps,
                .global_store_sectors = ceil_div(rows, 8),
                .global_store_bytes = 4 * rows,
                .max_block_sectors = WARPS * (33 * cols + 4),
            },
    };

    count_instructions(&in.counters, warps, cols, 8);
    return in;
}

/* A thread per column: for each row, 4 sectors of A a warp and one of V. */
static struct model_input vecmat(uint64_t rows, uint64_t cols)
{
    uint64_t warps = ceil_div(cols, 32);
    struct model_input in = {
        .blocks = ceil_div(cols, BLOCK),
        .threads = BLOCK,
        .counters =
            {
                .global_load_requests = warps * rows * 2,
                .global_load_sectors = rows * ceil_div(cols, 8) + warps * rows,
                .global_load_bytes = 4 * (rows * cols + warps * rows),
                .global_store_requests = warps,
                .global_store_sectors = ceil_div(cols, 8),
                .global_store_bytes = 4 * cols,
                .max_block_sectors = WARPS * (5 * rows + 4),
            },
    };

    count_instructions(&in.counters, warps, rows, 8);
    return in;
}

/* A warp per row: 32 columns a turn, 4 sectors each of A and V. */
static struct model_input matvec_warp(uint64_t rows, uint64_t cols)
{
    uint64_t turns = ceil_div(cols, 32);
    struct model_input in = {
        .blocks = ceil_div(rows, WARPS),
        .threads = BLOCK,
        .counters =
            {
                .global_load_requests = rows * turns * 2,
                .global_load_sectors = rows * ceil_div(cols, 8) * 2,
                .global_load_bytes = 4 * rows * cols * 2,
                .global_store_requests = rows,
                .global_store_sectors = rows,
                .global_store_bytes = 4 * rows,
                .max_block_sectors = WARPS * (8 * turns + 1),
            },
        .bytes = 4.0 * (double)(rows * cols + rows + cols),
    };

    count_instructions(&in.counters, rows, turns, 4);
    return in;
}

static void check_factor(double modelled, double expected, double factor)
{
    if (modelled > expected * factor || modelled < expected / factor)
        fail_msg("modelled %.2f us, measured %.2f us", modelled, expected);
}

static void hand_counts_equal_the_profiler(void **state)
{
    struct counters c = matvec(2500, 2000).counters;
    (void)state;
    assert_int_equal(c.global_load_requests, 316000);
    assert_int_equal(c.global_load_sectors, 5158000);
    assert_int_equal(c.global_store_requests, 79);
    assert_int_equal(c.global_store_sectors, 313);
    c = vecmat(2500, 2000).counters;
    assert_int_equal(c.global_load_requests, 315000);
}

static void times_are_within_a_factor_of_two(void **state)
{
    const struct gpu *gpu = gpu_default();
    (void)state;
    for (int i = 0; i < SIZES; i++) {
        const struct measured *m = &measured[i];
        struct model_input row = matvec(m->rows, m->cols);
        struct model_input column = vecmat(m->rows, m->cols);
        struct model_input warp = matvec_warp(m->rows, m->cols);
        print_message("# %4dx%-4d  matvec %6.1f (%5.1f)  vecmat %5.1f (%4.1f)"
                      "  matvec_warp %4.2f (%4.2f)\n",
                      (int)m->rows, (int)m->cols, model_time_us(gpu, &row),
                      m->matvec, model_time_us(gpu, &column), m->vecmat,
                      model_time_us(gpu, &warp), m->matvec_warp);
        check_factor(model_time_us(gpu, &row), m->matvec, 2);
        check_factor(model_time_us(gpu, &column), m->vecmat, 2);
        check_factor(model_time_us(gpu, &warp), m->matvec_warp, 2);
    }
}

static void kernels_are_in_the_measured_order(void **state)
{
    const struct gpu *gpu = gpu_default();
    (void)state;
    for (int i = 0; i < SIZES; i++) {
        const struct measured *m = &measured[i];
        struct model_input row = matvec(m->rows, m->cols);
        struct model_input column = vecmat(m->rows, m->cols);
        struct model_input warp = matvec_warp(m->rows, m->cols);
        assert_true(model_time_us(gpu, &warp) < model_time_us(gpu, &column));
        assert_true(model_time_us(gpu, &column) < model_time_us(gpu, &row));
    }
}

/* Not one of the kernels the constants were taken from: C = A x B, 2048^3, a
 * thread per element in blocks of 32x32; measured: 2730 us. */
static void a_matrix_product_is_within_a_factor_of_two(void **state)
{
    uint64_t n = 2048, warps = n * n / 32;
    struct model_input in = {
        .blocks = (n / 32) * (n / 32),
        .threads = 1024,
        .bytes = 3.0 * 4 * (double)(n * n),
        .counters =
            {
                .global_load_requests = warps * n * 2,
                .global_load_sectors = warps * n * 5,
                .global_load_bytes = warps * n * (4 + 128),
                .global_store_requests = warps,
                .global_store_sectors = warps * 4,
                .global_store_bytes = warps * 128,
                .max_block_sectors = 32 * (5 * n + 4),
                .warp_instructions = warps * (20 + 8 * n),
                .max_warp_instructions = 20 + 8 * n,
                .max_block_instructions = 32 * (20 + 8 * n),
            },
    };

    (void)state;
    check_factor(model_time_us(gpu_default(), &in), 2730, 2);
}

static void an_empty_kernel_costs_its_launch(void **state)
{
    struct model_input in = {.blocks = 1, .threads = 1};
    (void)state;
    check_factor(model_time_us(gpu_default(), &in), interval_us, 1.01);
}

/* 2 GiB read once, every lane asking for its own: the memory's rate. */
static void beyond_the_cache_memory_sets_the_rate(void **state)
{
    uint64_t bytes = 2ull << 30;
    struct model_input in = {
        .blocks = 132 * 8,
        .threads = 256,
        .counters =
            {
                .global_load_requests = bytes / 128,
                .global_load_sectors = bytes / 32,
                .global_load_bytes = bytes,
            },
    };

    (void)state;
    check_factor(model_time_us(gpu_default(), &in), 524, 1.05);
}

/* A reduction's steps: a load from shared memory and a barrier each. */
static void waits_add_up_along_the_chain(void **state)
{
    struct model_input in = {
        .blocks = 1,
        .threads = 256,
        .counters = {.max_chain_shared = 1000, .max_chain_barriers = 1000},
    };

    (void)state;
    check_factor(model_time_us(gpu_default(), &in) - launch_us,
                 1000 * (30 + 28) / 1980.0, 1.01);
    in.threads = 1024; /* whose barriers have 32 warps to wait for */
    check_factor(model_time_us(gpu_default(), &in) - launch_us,
                 1000 * (30 + 76) / 1980.0, 1.01);
}

/* One block, 1000 loads one after the other, of data that L2 holds or not. */
static void loads_wait_for_where_the_data_lies(void **state)
{
    struct model_input in = {
        .blocks = 1,
        .threads = 256,
        .counters = {.max_chain_global = 1000},
    };

    (void)state;
    in.counters.global_load_bytes = gpu_default()->l2_bytes;
    check_factor(model_time_us(gpu_default(), &in) - launch_us,
                 1000 * 300 / 1980.0, 1.01);
    in.counters.global_load_bytes++;
    check_factor(model_time_us(gpu_default(), &in) - launch_us,
                 1000 * 700 / 1980.0, 1.01);
}

static void more_blocks_than_fit_take_turns(void **state)
{
    struct model_input in = {
        .threads = 1024, /* two such blocks fill an SM */
        .counters = {.max_chain_global = 1000},
    };
    double one, two;

    (void)state;
    in.blocks = 264;
    one = model_time_us(gpu_default(), &in);
    in.blocks = 265;
    two = model_time_us(gpu_default(), &in);
    check_factor(two - launch_us, 2 * (one - launch_us), 1.01);
    in.blocks = 264;
    in.shared_bytes = 200 * 1024; /* one such block fills an SM */
    check_factor(model_time_us(gpu_default(), &in), two, 1.01);
}

/* Measured: vector_add on host memory, launch included. */
static void moving_data_is_most_of_a_vector_sum(void **state)
{
    const struct gpu *gpu = gpu_default();
    (void)state;
    check_factor(model_host_us(gpu, 3, 3 * 4 * 0.5e6), 668, 1.1);
    check_factor(model_host_us(gpu, 3, 3 * 4 * 2e6), 1776, 1.1);
    check_factor(model_host_us(gpu, 3, 3 * 4 * 5e6), 4081, 1.1);
}

static void gpus_are_found_by_name(void **state)
{
    (void)state;
    assert_string_equal(gpu_default()->name, "NVIDIA H200");
    assert_ptr_equal(gpu_find("h200"), gpu_default());
    assert_int_equal(gpu_default()->l2_bytes, 62914560);
    assert_null(gpu_find("abacus"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_counts_equal_the_profiler),
        cmocka_unit_test(times_are_within_a_factor_of_two),
        cmocka_unit_test(kernels_are_in_the_measured_order),
        cmocka_unit_test(a_matrix_product_is_within_a_factor_of_two),
        cmocka_unit_test(an_empty_kernel_costs_its_launch),
        cmocka_unit_test(beyond_the_cache_memory_sets_the_rate),
        cmocka_unit_test(waits_add_up_along_the_chain),
        cmocka_unit_test(loads_wait_for_where_the_data_lies),
        cmocka_unit_test(more_blocks_than_fit_take_turns),
        cmocka_unit_test(moving_data_is_most_of_a_vector_sum),
        cmocka_unit_test(gpus_are_found_by_name),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
