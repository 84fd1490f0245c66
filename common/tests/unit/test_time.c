/*
 * test_time.c - what is timed in a graph, what is not, and that what was timed
 * is what comes back.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "runner/runner.h"

enum { BYTES = 4000 };

static uint32_t called;

/* To the default stream, as <<<>>> does. */
static int sets(void *const *p, struct size size)
{
    called++;
    cudaMemset(p[1], size.rows, BYTES);
    return (int)cudaDeviceSynchronize();
}

/* By its name; and nothing has to be waited for. */
static int names_the_stream(void *const *p, struct size size)
{
    called++;
    cudaMemsetAsync(p[1], size.rows, BYTES, cudaStreamLegacy);
    return (int)cudaStreamSynchronize(NULL);
}

static int allocates(void *const *p, struct size size)
{
    void *own;
    called++;
    if (cudaMalloc(&own, BYTES) != cudaSuccess)
        return (int)cudaGetLastError();
    cudaMemset(p[1], size.rows, BYTES);
    return (int)cudaFree(own);
}

static int has_a_stream(void *const *p, struct size size)
{
    static cudaStream_t own;
    called++;
    if (!own)
        cudaStreamCreate(&own);
    return (int)cudaMemsetAsync(p[1], size.rows, BYTES, own);
}

static struct response time_it(int (*call)(void *const *, struct size))
{
    static unsigned char shared[2 * 4096];
    struct launcher launcher = {.name = "it", .call = call};
    struct request request = {.command = COMMAND_TIME,
                              .size = {.rows = 5},
                              .buffers = 2,
                              .extents = {{0, BYTES}, {4096, BYTES}},
                              .input_bytes = 4096,
                              .cache = CACHE_WARM,
                              .poison = POISON_NAN,
                              .limit_ms = 1};
    struct runner_job job = {
        .launcher = &launcher, .request = &request, .shared = shared};
    struct response response = {.damaged = NO_BUFFER, .changed = NO_BUFFER};
    memset(shared, 7, sizeof shared);
    called = 0;
    assert_true(runner_prepare(&job));
    runner_time(&job, &response);
    runner_release(&job);
    assert_int_equal(response.outcome, OUTCOME_OK);
    assert_true(response.times.median > 0);
    for (int i = 0; i < BYTES; i++)
        assert_int_equal(shared[4096 + i], 5);
    return response;
}

/* Synchronisation is left out of it: nodes wait for each other. */
static void what_is_captured_is_timed_in_a_graph(void **state)
{
    (void)state;
    assert_true(time_it(sets).in_graph);
    assert_true(time_it(names_the_stream).in_graph);
}

static void what_allocates_is_timed_with_its_launch(void **state)
{
    (void)state;
    assert_false(time_it(allocates).in_graph);
}

/* Its own stream is not captured: the graph would be empty. */
static void a_stream_of_its_own_is_no_graph(void **state)
{
    (void)state;
    assert_false(time_it(has_a_stream).in_graph);
}

static void copies_are_apart(void **state)
{
    struct request request = {
        .buffers = 1, .extents = {{0, 1000}}, .input_bytes = 1000};
    unsigned char shared[1000] = {42};
    struct runner_job job = {.request = &request, .shared = shared};
    struct copies copies = {.count = 0};
    unsigned char byte;
    (void)state;
    assert_true(runner_prepare(&job));
    assert_true(runner_copies(&copies, &job));
    assert_true(copies.count > 1 && copies.flush);
    assert_ptr_equal(runner_copy(&copies, &job, 0)[0], job.pointers[0]);
    assert_ptr_not_equal(runner_copy(&copies, &job, 1)[0], job.pointers[0]);
    assert_ptr_equal(runner_copy(&copies, &job, copies.count)[0],
                     job.pointers[0]);
    cudaMemcpy(&byte, runner_copy(&copies, &job, copies.count - 1)[0], 1,
               cudaMemcpyDeviceToHost);
    assert_int_equal(byte, 42);
    runner_copies_free(&copies);
    runner_release(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_captured_is_timed_in_a_graph),
        cmocka_unit_test(what_allocates_is_timed_with_its_launch),
        cmocka_unit_test(a_stream_of_its_own_is_no_graph),
        cmocka_unit_test(copies_are_apart),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("time", tests, NULL, NULL);
}
