/*
 * test_transactions.c - sectors and wavefronts: cases counted by hand, and the
 * definitions spelled out slowly against random patterns.
 */
#include "base/counters.h"
#include "memory/transactions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed = 1;

static uint32_t random_below(uint32_t n)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((seed >> 33) % n);
}

/* ---- the definitions, slowly -------------------------------------------- */

static uint32_t slow_distinct(const uint64_t *offset, uint32_t mask,
                              uint64_t piece)
{
    uint32_t distinct = 0;
    for (unsigned i = 0; i < 32; i++) {
        bool met = !(mask >> i & 1);
        for (unsigned j = 0; j < i; j++)
            met |= (mask >> j & 1) && offset[j] / piece == offset[i] / piece;
        distinct += !met;
    }
    return distinct;
}

static bool slow_is(const uint64_t *offset, uint32_t mask, uint64_t stride)
{
    int first = -1;
    for (unsigned l = 0; l < 32; l++) {
        if (!(mask >> l & 1))
            continue;
        if (first < 0)
            first = (int)l;
        if (offset[l] - offset[first] != (l - (unsigned)first) * stride)
            return false;
    }
    return true;
}

static enum access_pattern slow_pattern(const uint64_t *offset, uint32_t mask,
                                        unsigned width)
{
    uint32_t low = mask ? mask / (mask & -mask) : 0;
    if (mask != 0 && slow_is(offset, mask, 0))
        return ACCESS_UNIFORM;
    if (mask != 0 && (low & (low + 1)) == 0 && slow_is(offset, mask, width))
        return ACCESS_UNIT;
    return ACCESS_GENERAL;
}

/* Distinct words by bank, over lanes [from, to). */
static uint32_t slow_passes(const uint64_t *offset, uint32_t mask,
                            unsigned width, unsigned from, unsigned to)
{
    uint64_t words[32][32];
    unsigned count[32] = {0}, most = 0;
    for (unsigned l = from; l < to; l++) {
        if (!(mask >> l & 1))
            continue;
        uint64_t last = (offset[l] + width - 1) / 4;
        for (uint64_t w = offset[l] / 4; w <= last; w++) {
            unsigned bank = w % 32, i = 0;
            while (i < count[bank] && words[bank][i] != w)
                i++;
            if (i == count[bank])
                words[bank][count[bank]++] = w;
            most = count[bank] > most ? count[bank] : most;
        }
    }
    return most;
}

static void check_global(const uint64_t *offset, uint32_t mask, unsigned width)
{
    struct access_shape shape = access_shape(offset, mask, width);
    assert_int_equal(shape.sectors, slow_distinct(offset, mask, 32));
    assert_int_equal(shape.bytes, width * slow_distinct(offset, mask, 1));
    assert_int_equal(shape.pattern, slow_pattern(offset, mask, width));
}

/* No two lanes of a pass want different words of a bank, all of a pass are of
 * one group, and there are as many passes as were counted. */
static void check_passes(const uint32_t *offset, uint32_t mask, unsigned width,
                         uint32_t wavefronts)
{
    uint8_t pass[32];
    unsigned lanes = width <= 4 ? 32 : 128 / width;
    assert_int_equal(shared_passes(offset, mask, width, pass), wavefronts);
    for (unsigned a = 0; a < 32; a++)
        for (unsigned b = 0; b < a; b++) {
            uint32_t unit = width <= 4 ? 4 : width;
            uint32_t one = offset[a] / unit, other = offset[b] / unit;
            if (!(mask >> a & 1) || !(mask >> b & 1) || pass[a] != pass[b])
                continue;
            assert_true(pass[a] < wavefronts && a / lanes == b / lanes);
            assert_true(one == other || one % lanes != other % lanes);
        }
}

static void check_shared(const uint64_t *offset, uint32_t mask, unsigned width)
{
    uint32_t small[32];
    for (unsigned l = 0; l < 32; l++)
        small[l] = (uint32_t)offset[l];
    struct shared_shape shape = shared_shape(small, mask, width);
    check_passes(small, mask, width, shape.wavefronts);

    unsigned lanes = width <= 4 ? 32 : 128 / width;
    uint32_t passes = 0, ideal = 0;
    for (unsigned l = 0; l < 32; l += lanes) {
        uint32_t p = slow_passes(offset, mask, width, l, l + lanes);
        passes += p;
        ideal += p > 0;
    }
    assert_int_equal(shape.wavefronts, passes);
    assert_int_equal(shape.ideal, ideal);
    assert_int_equal(shape.pattern, slow_pattern(offset, mask, width));
    if (slow_distinct(offset, mask, 1) < (uint32_t)__builtin_popcount(mask))
        assert_true(shape.overlap);
}

/* ---- random patterns ---------------------------------------------------- */

static uint32_t random_mask(void)
{
    switch (random_below(5)) {
    case 0: return random_below(UINT32_MAX) | random_below(2) << 31;
    case 1: return ~0u >> random_below(32);
    case 2: return ~0u << random_below(32);
    case 3: return (~0u >> (16 + random_below(16))) << random_below(17);
    default: return ~0u;
    }
}

static void random_offsets(uint64_t *offset, unsigned width)
{
    unsigned kind = random_below(7);
    uint64_t base = 1u << 20;
    base += (uint64_t)random_below(64) * width;
    int64_t stride = ((int64_t)random_below(140) - 70) * width;
    uint32_t row = 1 + random_below(20), pitch = random_below(80);
    uint32_t range = 1 + random_below(100);
    for (unsigned l = 0; l < 32; l++) {
        switch (kind) {
        case 0: offset[l] = base + (uint64_t)(l * stride); break;
        case 1: offset[l] = base + (uint64_t)l * width; break;
        case 2: offset[l] = base + (l / row * pitch + l % row) * width; break;
        case 3: offset[l] = base + (uint64_t)(l / row) * width; break;
        case 4: offset[l] = base + (uint64_t)random_below(range) * width; break;
        case 5: offset[l] = base + (uint64_t)(l ^ row) * width; break;
        default: offset[l] = base; break;
        }
    }
    if (random_below(3) == 0) /* one lane out of line */
        offset[random_below(32)] += (uint64_t)width * random_below(50);
}

static void equals_definition(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        uint64_t offset[32];
        unsigned width = 1u << random_below(5);
        uint32_t mask = random_mask();
        random_offsets(offset, width);
        for (unsigned l = 0; l < 32; l++) /* junk in inactive lanes */
            if (!(mask >> l & 1))
                offset[l] = seed ^ l;
        check_global(offset, mask, width);
        check_shared(offset, mask, width);
    }
}

static void equals_definition_for_every_mask_shape(void **state)
{
    (void)state;
    static const uint32_t masks[] = {0,          1,          0x80000000,
                                     0xffff,     0xffff0000, 0x0ff0,
                                     0x55555555, 0xf000000f, ~0u};
    for (unsigned m = 0; m < sizeof masks / sizeof *masks; m++)
        for (unsigned width = 1; width <= 16; width *= 2)
            for (uint64_t stride = 0; stride <= 40; stride++) {
                uint64_t offset[32];
                for (unsigned l = 0; l < 32; l++)
                    offset[l] = 64 + l * stride * width;
                check_global(offset, masks[m], width);
                check_shared(offset, masks[m], width);
            }
}

/* ---- by hand: global ---------------------------------------------------- */

static struct access_shape at_stride(uint64_t first, uint64_t stride,
                                     unsigned width)
{
    uint64_t offset[32];
    for (unsigned l = 0; l < 32; l++)
        offset[l] = first + l * stride;
    return access_shape(offset, ~0u, width);
}

static void assert_shape(struct access_shape shape, uint32_t sectors,
                         uint32_t bytes, enum access_pattern pattern)
{
    assert_int_equal(shape.sectors, sectors);
    assert_int_equal(shape.bytes, bytes);
    assert_int_equal(shape.pattern, pattern);
}

static void row_per_thread_touches_32_sectors(void **state)
{
    (void)state; /* A x V: lanes are a row of 2000 floats apart */
    assert_shape(at_stride(0, 8000, 4), 32, 128, ACCESS_GENERAL);
    assert_shape(at_stride(0, 0, 4), 1, 4, ACCESS_UNIFORM); /* and V */
}

static void neighbours_touch_4_sectors(void **state)
{
    (void)state;
    assert_shape(at_stride(0, 4, 4), 4, 128, ACCESS_UNIT);
    assert_shape(at_stride(256, 4, 4), 4, 128, ACCESS_UNIT);
    assert_shape(at_stride(16, 4, 4), 5, 128, ACCESS_UNIT); /* row 10000 B */
    assert_shape(at_stride(28, 4, 4), 5, 128, ACCESS_UNIT);
}

static void wider_accesses_touch_more(void **state)
{
    (void)state;
    assert_shape(at_stride(0, 8, 8), 8, 256, ACCESS_UNIT);
    assert_shape(at_stride(0, 16, 16), 16, 512, ACCESS_UNIT);
    assert_shape(at_stride(0, 1, 1), 1, 32, ACCESS_UNIT);
    assert_shape(at_stride(31, 1, 1), 2, 32, ACCESS_UNIT);
}

static void strides_up_to_a_sector(void **state)
{
    (void)state;
    assert_shape(at_stride(0, 8, 4), 8, 128, ACCESS_GENERAL);
    assert_shape(at_stride(0, 12, 4), 12, 128, ACCESS_GENERAL);
    assert_shape(at_stride(0, 28, 4), 28, 128, ACCESS_GENERAL);
    assert_shape(at_stride(0, 32, 4), 32, 128, ACCESS_GENERAL);
    assert_shape(at_stride(1240, (uint64_t)-4, 4), 5, 128, ACCESS_GENERAL);
    assert_shape(at_stride(1020, (uint64_t)-4, 4), 4, 128, ACCESS_GENERAL);
}

/* A x V at 2500 x 2000: A costs a sector a lane, V one a warp. */
static void totals_of_row_per_thread(void **state)
{
    (void)state;
    uint64_t sectors = 0;
    for (unsigned warp = 0; warp < 79; warp++) {
        uint64_t offset[32];
        uint32_t mask = warp < 78 ? ~0u : 0xf; /* 2500 = 78 * 32 + 4 */
        for (unsigned l = 0; l < 32; l++)
            offset[l] = (warp * 32ull + l) * 8000;
        sectors += 2000ull * access_shape(offset, mask, 4).sectors;
        memset(offset, 0, sizeof offset);
        sectors += 2000ull * access_shape(offset, mask, 4).sectors;
    }
    assert_int_equal(sectors, 5158000); /* as measured on an H200 */
}

/* ---- by hand: shared ---------------------------------------------------- */

static struct shared_shape shared_stride(uint32_t stride, unsigned width)
{
    uint32_t offset[32];
    for (unsigned l = 0; l < 32; l++)
        offset[l] = l * stride;
    return shared_shape(offset, ~0u, width);
}

static void run_needs_no_look(void **state)
{
    (void)state;
    for (unsigned width = 1; width <= 16; width *= 2) {
        for (unsigned apart = 0; apart < 2; apart++) {
            struct shared_shape run = shared_run_shape(apart, width);
            struct shared_shape looked = shared_stride(apart * width, width);
            assert_int_equal(run.wavefronts, looked.wavefronts);
            assert_int_equal(run.ideal, looked.ideal);
            assert_int_equal(run.overlap, looked.overlap);
            assert_int_equal(run.pattern, looked.pattern);
        }
    }
}

static void tile_columns(void **state)
{
    (void)state;
    assert_int_equal(shared_stride(32 * 4, 4).wavefronts, 32); /* [32][32] */
    assert_int_equal(shared_stride(33 * 4, 4).wavefronts, 1);  /* [32][33] */
    assert_int_equal(shared_stride(32 * 8, 8).wavefronts, 32); /* doubles */
    assert_int_equal(shared_stride(33 * 8, 8).wavefronts, 2);
}

static void strides_conflict_by_gcd(void **state)
{
    (void)state;
    for (uint32_t s = 1; s <= 64; s++) {
        uint32_t gcd = s, other = 32;
        while (other != 0) {
            uint32_t rest = gcd % other;
            gcd = other;
            other = rest;
        }
        struct shared_shape shape = shared_stride(s * 4, 4);
        assert_int_equal(shape.wavefronts, gcd);
        assert_int_equal(shape.ideal, 1);
        assert_false(shape.overlap);
    }
}

static void wide_accesses_without_conflict(void **state)
{
    (void)state;
    struct shared_shape two = shared_stride(8, 8);
    assert_int_equal(two.wavefronts, 2);
    assert_int_equal(two.ideal, 2);
    assert_int_equal(two.pattern, ACCESS_UNIT);
    struct shared_shape four = shared_stride(16, 16);
    assert_int_equal(four.wavefronts, 4);
    assert_int_equal(four.ideal, 4);
    /* Every second double: lanes i and i + 8 of each half collide. */
    assert_int_equal(shared_stride(16, 8).wavefronts, 4);
}

/* Passes of loads of lanes at rows so many words apart: of lane l, row
 * l % rows, or l / (32 / rows). */
static uint32_t cycled(unsigned words, unsigned rows, unsigned width)
{
    uint32_t offset[WARP_SIZE];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        offset[l] = 4 * words * (l % rows);
    return shared_load_passes(offset, ~0u, width);
}

static uint32_t grouped(unsigned words, unsigned rows, unsigned width)
{
    uint32_t offset[WARP_SIZE];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        offset[l] = 4 * words * (l / (WARP_SIZE / rows));
    return shared_load_passes(offset, ~0u, width);
}

/* As measured: shared_load_4, 8, 16 of pitch_16_rows_16_cycled and so on. */
static void groups_of_a_wide_load_merge_for_pairs_of_lanes(void **state)
{
    (void)state;
    assert_int_equal(cycled(16, 16, 4), 8);
    assert_int_equal(cycled(16, 16, 8), 16);
    assert_int_equal(cycled(16, 16, 16), 16);
    assert_int_equal(cycled(4, 1, 8), 1);
    assert_int_equal(cycled(4, 1, 16), 2);
    assert_int_equal(cycled(4, 2, 16), 2);
    assert_int_equal(cycled(4, 4, 16), 4);
    assert_int_equal(cycled(32, 2, 8), 2);
    assert_int_equal(cycled(32, 2, 16), 4);
    assert_int_equal(grouped(4, 16, 16), 2);
    assert_int_equal(grouped(16, 4, 16), 2);
    assert_int_equal(grouped(4, 16, 8), 2);
}

static void broadcast_is_one_wavefront(void **state)
{
    (void)state;
    assert_int_equal(shared_stride(0, 4).wavefronts, 1);
    assert_true(shared_stride(0, 4).overlap);
    assert_int_equal(shared_stride(1, 1).wavefronts, 1);
    assert_false(shared_stride(1, 1).overlap);
    /* 16 x 16 tile: two rows' words, 16 lanes each */
    uint32_t offset[32];
    for (uint32_t l = 0; l < 32; l++)
        offset[l] = l / 16 * 64;
    assert_int_equal(shared_shape(offset, ~0u, 4).wavefronts, 1);
    /* rows 128 bytes apart fall into one bank: two words of it */
    for (uint32_t l = 0; l < 32; l++)
        offset[l] = l / 16 * 128;
    assert_int_equal(shared_shape(offset, ~0u, 4).wavefronts, 2);
}

/* Interleaved tree: thread t works on 2 * s * t. */
static void interleaved_reduction(void **state)
{
    (void)state;
    uint32_t offset[32];
    for (uint32_t l = 0; l < 32; l++)
        offset[l] = l * 16 * 4;
    assert_int_equal(shared_shape(offset, 0xffff, 4).wavefronts, 8);
    assert_int_equal(shared_shape(offset, 0x3, 4).wavefronts, 1);
    assert_int_equal(shared_shape(offset, 0, 4).wavefronts, 0);
    assert_int_equal(shared_shape(offset, 0x5, 4).wavefronts, 2);
}

/* ---- sums --------------------------------------------------------------- */

static void sums_and_maxima(void **state)
{
    (void)state;
    struct counters sum = {.branches = 3, .max_block_sectors = 7};
    struct counters part = {.branches = 4,
                            .max_block_sectors = 5,
                            .max_warp_instructions = 9,
                            .flops_double = 1};
    counters_add(&sum, &part);
    assert_int_equal(sum.branches, 7);
    assert_int_equal(sum.max_block_sectors, 7);
    assert_int_equal(sum.max_warp_instructions, 9);
    assert_int_equal(sum.flops_double, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_definition),
        cmocka_unit_test(equals_definition_for_every_mask_shape),
        cmocka_unit_test(row_per_thread_touches_32_sectors),
        cmocka_unit_test(neighbours_touch_4_sectors),
        cmocka_unit_test(wider_accesses_touch_more),
        cmocka_unit_test(strides_up_to_a_sector),
        cmocka_unit_test(totals_of_row_per_thread),
        cmocka_unit_test(run_needs_no_look),
        cmocka_unit_test(tile_columns),
        cmocka_unit_test(strides_conflict_by_gcd),
        cmocka_unit_test(wide_accesses_without_conflict),
        cmocka_unit_test(groups_of_a_wide_load_merge_for_pairs_of_lanes),
        cmocka_unit_test(broadcast_is_one_wavefront),
        cmocka_unit_test(interleaved_reduction),
        cmocka_unit_test(sums_and_maxima),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
