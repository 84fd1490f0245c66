/*
 * test_parallel.c - parallel.c: under OpenMP every exercise of every lab must
 * give, bit for bit, what its serial loop gives.
 *
 * Threads are as many as are asked for, however few processors there are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "measure/parallel.h"
#include "lab/random.h"

enum { THREADS = 5 };

struct arrays {
    void *at[MAX_BUFFERS];
    size_t bytes[MAX_BUFFERS];
};

static void arrays_fill(struct arrays *arrays, const struct exercise *e,
                        struct size size)
{
    memset(arrays, 0, sizeof *arrays);
    for (size_t i = 0; i < MAX_BUFFERS && e->buffers[i].name; i++) {
        const struct buffer *b = &e->buffers[i];
        arrays->bytes[i] = b->count(size) * element_bytes(b->element);
        arrays->at[i] = malloc(arrays->bytes[i]);
        assert_non_null(arrays->at[i]);
        random_fill(arrays->at[i], b->count(size), b->element, b->fill, i + 7);
    }
}

static void arrays_free(struct arrays *arrays)
{
    for (size_t i = 0; i < MAX_BUFFERS; i++)
        free(arrays->at[i]);
}

/* Outputs differ before, so that what is not written is found. */
static void same_as_serial(const struct exercise *e, struct size size)
{
    struct arrays serial, parallel;
    arrays_fill(&serial, e, size);
    arrays_fill(&parallel, e, size);
    for (size_t i = 0; i < MAX_BUFFERS && e->buffers[i].name; i++)
        if (e->buffers[i].element != ELEMENT_I64 &&
            e->buffers[i].direction == OUTPUT)
            memset(parallel.at[i], 0xff, parallel.bytes[i]);
    e->serial(serial.at, size, 0, e->parts(size));
    parallel_run(e, parallel.at, size);
    for (size_t i = 0; i < MAX_BUFFERS && e->buffers[i].name; i++)
        if (memcmp(serial.at[i], parallel.at[i], serial.bytes[i]))
            fail_msg("%s %d %d %d: %s differs", e->name, size.rows, size.cols,
                     size.inner, e->buffers[i].name);
    arrays_free(&serial);
    arrays_free(&parallel);
}

static void test_openmp_gives_what_the_serial_loop_gives(void **state)
{
    (void)state;
    for (size_t l = 0; l < lab_count; l++) {
        for (size_t e = 0; e < all_labs[l]->exercise_count; e++) {
            const struct exercise *exercise = &all_labs[l]->exercises[e];
            for (size_t i = 0; exercise->serial && i < exercise->size_count;
                 i++)
                same_as_serial(exercise, exercise->sizes[i]);
        }
    }
}

/* ---- shares -------------------------------------------------------------- */

static size_t count_parts(struct size s)
{
    return (size_t)s.cols;
}

/* Counts how often a part was computed, and where a share begins. */
static void count_serial(void *const *p, struct size s, size_t from, size_t to)
{
    unsigned char *times = p[0], *begins = p[1];
    assert_true(from <= to && to <= count_parts(s));
    for (size_t i = from; i < to; i++)
        times[i]++;
    if (from < to)
        begins[from] = 1;
}

static void test_every_part_is_computed_once(void **state)
{
    struct exercise e = {.parts = count_parts, .serial = count_serial};
    (void)state;
    for (int n = 1; n <= 2000; n += n < 40 ? 1 : 49) {
        unsigned char times[2001] = {0}, begins[2001] = {0};
        parallel_run(&e, (void *[]){times, begins}, (struct size){1, n, 1});
        for (int i = 0; i < n; i++)
            assert_int_equal(times[i], 1);
        assert_int_equal(times[n], 0);
    }
}

#ifdef _OPENMP
static void test_shares_are_one_a_thread_and_whole_lines(void **state)
{
    struct exercise e = {.parts = count_parts, .serial = count_serial};
    unsigned char times[2000] = {0}, begins[2000] = {0};
    size_t shares = 0;
    (void)state;
    assert_int_equal(parallel_threads(), THREADS);
    parallel_run(&e, (void *[]){times, begins}, (struct size){1, 2000, 1});
    for (size_t i = 0; i < sizeof begins; i++) {
        shares += begins[i];
        assert_true(!begins[i] || i % 16 == 0);
    }
    assert_int_equal(shares, THREADS);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openmp_gives_what_the_serial_loop_gives),
        cmocka_unit_test(test_every_part_is_computed_once),
#ifdef _OPENMP
        cmocka_unit_test(test_shares_are_one_a_thread_and_whole_lines),
#endif
    };

#ifdef _OPENMP
    omp_set_num_threads(THREADS);
#endif
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
