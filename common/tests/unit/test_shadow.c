/*
 * test_shadow.c - which bytes were written, against an array of bool; and
 * several threads marking one bitmap.
 */
#include "memory/gaps.h"
#include "memory/shadow.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed = 1;

static uint32_t random_below(uint32_t n)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((seed >> 33) % n);
}

/* ---- ranges ------------------------------------------------------------- */

static void starts_unmarked(void **state)
{
    (void)state;
    struct shadow *sh = shadow_create(100, false);
    assert_false(shadow_all(sh));
    assert_false(shadow_is_marked(sh, 99, 1));
    assert_true(shadow_is_marked(sh, 50, 0));
    assert_int_equal(shadow_first_unmarked(sh, 7, 20), 7);
    shadow_destroy(sh);
    shadow_destroy(NULL);
}

static void whole_copy_is_one_flag(void **state)
{
    (void)state;
    struct shadow *sh = shadow_create(5ull << 30, false);
    shadow_mark(sh, 0, 5ull << 30);
    assert_true(shadow_all(sh));
    assert_true(shadow_is_marked(sh, 4ull << 30, 1000));
    shadow_clear(sh);
    assert_false(shadow_all(sh));
    assert_false(shadow_is_marked(sh, 4ull << 30, 1000));
    shadow_destroy(sh);
}

static void all_when_the_last_byte_comes(void **state)
{
    (void)state;
    for (int private = 0; private < 2; private ++) {
        struct shadow *sh = shadow_create(203, private);
        shadow_mark(sh, 0, 150);
        shadow_mark(sh, 100, 102); /* overlaps: counted once */
        assert_false(shadow_all(sh));
        assert_int_equal(shadow_first_unmarked(sh, 0, 203), 202);
        shadow_mark(sh, 202, 1);
        assert_true(shadow_all(sh));
        shadow_destroy(sh);
    }
}

static bool model_all(const bool *model, uint64_t from, uint64_t n)
{
    for (uint64_t i = from; i < from + n; i++)
        if (!model[i])
            return false;
    return true;
}

static uint64_t model_first(const bool *model, uint64_t from, uint64_t n)
{
    uint64_t i = from;
    while (i < from + n && model[i])
        i++;
    return i;
}

static void assert_equal_model(const struct shadow *sh, const bool *model,
                               unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        assert_int_equal(shadow_is_marked(sh, i, 1), model[i]);
    assert_int_equal(shadow_all(sh), model_all(model, 0, size));
}

static void ranges_equal_model(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 300; round++) {
        unsigned size = 1 + random_below(500);
        bool model[500] = {false};
        struct shadow *sh = shadow_create(size, round & 1);
        for (unsigned step = 0; step < 12; step++) {
            unsigned from = random_below(size);
            unsigned n = random_below(size - from + 1);
            shadow_mark(sh, from, n);
            memset(model + from, 1, n);
            from = random_below(size);
            n = random_below(size - from + 1);
            assert_int_equal(shadow_first_unmarked(sh, from, n),
                             model_first(model, from, n));
            assert_equal_model(sh, model, size);
        }
        shadow_destroy(sh);
    }
}

static void scatter(struct shadow *sh, bool *model, unsigned size)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned from = random_below(size);
        unsigned n = 1 + random_below(size - from);
        n = n > 90 ? 90 : n;
        shadow_mark(sh, from, n);
        memset(model + from, 1, n);
    }
}

static void copies_take_marks_along(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        bool from_model[700] = {false}, to_model[700] = {false};
        bool same = round & 1;
        struct shadow *src = shadow_create(700, false);
        struct shadow *dst = same ? src : shadow_create(700, false);
        bool *target = same ? from_model : to_model;
        scatter(src, from_model, 700);
        scatter(dst, target, 700);
        unsigned n = random_below(400);
        unsigned from = random_below(300), to = random_below(300);
        bool copy[700];
        memcpy(copy, from_model, sizeof copy);
        for (unsigned i = 0; i < n; i++)
            target[to + i] |= copy[from + i];
        shadow_copy(dst, to, src, from, n);
        assert_equal_model(dst, target, 700);
        shadow_destroy(src);
        if (!same)
            shadow_destroy(dst);
    }
}

static void copies_of_the_whole(void **state)
{
    (void)state;
    struct shadow *src = shadow_create(300, false);
    struct shadow *dst = shadow_create(300, false);
    shadow_mark(src, 0, 300);
    shadow_copy(dst, 10, src, 0, 200);
    assert_int_equal(shadow_first_unmarked(dst, 10, 290), 210);
    shadow_copy(dst, 0, src, 0, 300);
    assert_true(shadow_all(dst));
    shadow_destroy(src);
    shadow_destroy(dst);
}

/* ---- lanes -------------------------------------------------------------- */

enum { BYTES = 2048 };

static void random_lanes(uint64_t *offset, unsigned width)
{
    unsigned kind = random_below(3), places = BYTES / width;
    unsigned first = random_below(places - 32), stride = random_below(4);
    for (unsigned l = 0; l < 32; l++)
        offset[l] = width * (kind == 0   ? random_below(places)
                             : kind == 1 ? first + l
                                         : (first + l * stride) % places);
}

static uint32_t model_unmarked(const bool *model, const uint64_t *offset,
                               uint32_t mask, unsigned width, unsigned element)
{
    uint32_t lanes = 0;
    for (unsigned l = 0; l < 32; l++)
        for (unsigned at = 0; at < width && mask >> l & 1; at += element)
            if (!memchr(model + offset[l] + at, 1, element))
                lanes |= 1u << l;
    return lanes;
}

static void lanes_equal_model(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        bool model[BYTES] = {false};
        struct shadow *sh = shadow_create(BYTES, round & 1);
        for (unsigned step = 0; step < 10; step++) {
            uint64_t offset[32];
            uint32_t small[32], mask = (uint32_t)(seed >> 20);
            unsigned log_width = random_below(5), width = 1u << log_width;
            unsigned element = 1u << random_below(log_width + 1);
            random_lanes(offset, width);
            for (unsigned l = 0; l < 32; l++)
                small[l] = (uint32_t)offset[l];
            uint32_t want = model_unmarked(model, offset, mask, width, element);
            assert_int_equal(
                shadow_unmarked_lanes(sh, offset, mask, width, element), want);
            assert_int_equal(
                shadow_unmarked_shared(sh, small, mask, width, element), want);
            if (step & 1)
                shadow_mark_lanes(sh, offset, mask, width);
            else
                shadow_mark_shared(sh, small, mask, width);
            for (unsigned l = 0; l < 32; l++)
                if (mask >> l & 1)
                    memset(model + offset[l], 1, width);
        }
        assert_equal_model(sh, model, BYTES);
        shadow_destroy(sh);
    }
}

/* Shared memory: what the block before wrote is unwritten for the next. */
static void clear_forgets(void **state)
{
    (void)state;
    struct shadow *sh = shadow_create(48 * 1024, true);
    uint32_t offset[32];
    for (uint32_t l = 0; l < 32; l++)
        offset[l] = l * 4;
    shadow_mark_shared(sh, offset, 0xffff, 4);
    assert_int_equal(shadow_unmarked_shared(sh, offset, ~0u, 4, 4), 0xffff0000);
    shadow_clear(sh);
    assert_int_equal(shadow_unmarked_shared(sh, offset, ~0u, 4, 4), ~0u);
    shadow_destroy(sh);
}

/* ---- gaps --------------------------------------------------------------- */

/* Of BYTES bytes, with what is marked there. */
static void expect_gaps(const struct shadow *sh, uint64_t n, uint64_t bytes,
                        uint64_t first)
{
    struct gaps gaps = gaps_find(sh, 0, n);
    assert_int_equal(gaps.bytes, bytes);
    assert_int_equal(gaps.first, first);
}

/* Structures of `size` bytes of which each has its first `used` set. */
static struct shadow *structures(unsigned count, unsigned size, unsigned used)
{
    struct shadow *sh = shadow_create((uint64_t)count * size, false);
    for (unsigned i = 0; i < count; i++)
        shadow_mark(sh, (uint64_t)i * size, used);
    return sh;
}

static void padding_is_no_gap(void **state)
{
    (void)state;
    static const unsigned shapes[][2] = {{8, 1},   {16, 12},  {16, 1},
                                         {48, 36}, {32, 20},  {128, 8},
                                         {80, 65}, {256, 129}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        unsigned size = shapes[i][0];
        struct shadow *sh = structures(20, size, shapes[i][1]);
        expect_gaps(sh, 20 * size, 0, 0);
        shadow_destroy(sh);
    }
}

static void gaps_are_told_beside_padding(void **state)
{
    (void)state;
    struct shadow *sh = shadow_create(20 * 48, false);
    expect_gaps(sh, 20 * 48, 20 * 48, 0);
    expect_gaps(sh, 0, 0, 0);
    for (unsigned i = 0; i < 20; i++)
        shadow_mark(sh, i * 48, i == 7 ? 16 : 36);
    expect_gaps(sh, 20 * 48, 32, 7 * 48 + 16);
    expect_gaps(sh, 7 * 48 + 32, 16, 7 * 48 + 16);
    shadow_destroy(sh);
    sh = structures(20, 1000, 968); /* rows that miss their tails */
    expect_gaps(sh, 20 * 1000, 20 * 32, 968);
    shadow_destroy(sh);
    sh = structures(1, 4004, 4000); /* one element */
    expect_gaps(sh, 4004, 4, 4000);
    expect_gaps(sh, 4000, 0, 0);
    shadow_destroy(sh);
}

/* ---- threads ------------------------------------------------------------ */

enum { MARKERS = 4, SPREAD = 1 << 16 };

static struct shadow *common_shadow;

/* Thread t marks every MARKERS-th byte, so that all share all words. */
static void *marker(void *arg)
{
    uint64_t first = *(unsigned *)arg;
    for (uint64_t i = 0; i < SPREAD; i += 32 * MARKERS) {
        uint64_t offset[32];
        for (unsigned l = 0; l < 32; l++)
            offset[l] = i + l * MARKERS + first;
        shadow_mark_lanes(common_shadow, offset, ~0u, 1);
        assert_int_equal(
            shadow_unmarked_lanes(common_shadow, offset, ~0u, 1, 1), 0);
    }
    return NULL;
}

static void threads_share_words(void **state)
{
    (void)state;
    pthread_t thread[MARKERS];
    unsigned number[MARKERS];
    common_shadow = shadow_create(SPREAD, false);
    for (unsigned t = 0; t < MARKERS; t++) {
        number[t] = t;
        pthread_create(&thread[t], NULL, marker, &number[t]);
    }
    for (unsigned t = 0; t < MARKERS; t++)
        pthread_join(thread[t], NULL);
    assert_true(shadow_all(common_shadow)); /* none lost, none twice */
    shadow_destroy(common_shadow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_unmarked),
        cmocka_unit_test(whole_copy_is_one_flag),
        cmocka_unit_test(all_when_the_last_byte_comes),
        cmocka_unit_test(ranges_equal_model),
        cmocka_unit_test(copies_take_marks_along),
        cmocka_unit_test(copies_of_the_whole),
        cmocka_unit_test(lanes_equal_model),
        cmocka_unit_test(clear_forgets),
        cmocka_unit_test(padding_is_no_gap),
        cmocka_unit_test(gaps_are_told_beside_padding),
        cmocka_unit_test(threads_share_words),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
