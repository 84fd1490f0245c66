/*
 * test_race.c - races that must be found, correct programs that must not be
 * accused, and random programs against happens-before spelled out.
 */
#include "memory/race.h"

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

/* ---- one launch, one block ---------------------------------------------- */

static struct race_launch *launch;
static struct race_block *rb;
static struct race_conflict found[RACE_CONFLICTS];

static void start(unsigned warps)
{
    launch = race_launch_begin(false);
    rb = race_block_create(launch, warps, 48 * 1024);
    race_block_begin(rb, 0);
}

static void finish(void)
{
    race_block_destroy(rb);
    race_launch_end(launch);
}

/* The pattern a caller that analysed the access would pass. */
static enum access_pattern pattern_of(const uint64_t *offset, uint32_t mask,
                                      unsigned width)
{
    uint32_t low = mask / (mask & -mask);
    unsigned first = (unsigned)__builtin_ctz(mask);
    bool same = true, unit = (low & (low + 1)) == 0;
    for (unsigned l = first; l < 32; l++) {
        if (!(mask >> l & 1))
            continue;
        same &= offset[l] == offset[first];
        unit &= offset[l] == offset[first] + (uint64_t)(l - first) * width;
    }
    return same ? ACCESS_UNIFORM : unit ? ACCESS_UNIT : ACCESS_GENERAL;
}

static unsigned touch_shared(enum access_kind kind, unsigned warp,
                             uint32_t mask, unsigned width, uint32_t pc,
                             const uint64_t *offset)
{
    uint32_t small[32];
    for (unsigned l = 0; l < 32; l++)
        small[l] = (uint32_t)offset[l];
    struct race_access access = {kind,  warp, mask,
                                 width, pc,   pattern_of(offset, mask, width),
                                 false, false};
    if (kind == ACCESS_READ && mask == ~0u && width >= 4 && random_below(4) &&
        access.pattern != ACCESS_GENERAL &&
        race_shared_read(rb, warp, pc, small[0], width,
                         access.pattern == ACCESS_UNIT))
        return 0; /* the short way is as good */
    return race_shared(rb, &access, small, found);
}

/* Lane l at (base + l * stride) floats. */
static unsigned floats(enum access_kind kind, unsigned warp, uint32_t mask,
                       uint32_t pc, uint64_t base, uint64_t stride)
{
    uint64_t offset[32];
    for (uint64_t l = 0; l < 32; l++)
        offset[l] = 4 * (base + l * stride);
    return touch_shared(kind, warp, mask, 4, pc, offset);
}

static unsigned reads(unsigned warp, uint64_t base, uint64_t stride)
{
    return floats(ACCESS_READ, warp, ~0u, 100, base, stride);
}

static unsigned writes(unsigned warp, uint64_t base, uint64_t stride)
{
    return floats(ACCESS_WRITE, warp, ~0u, 200, base, stride);
}

/* ---- tiles -------------------------------------------------------------- */

static void tile_with_barriers_is_clean(void **state)
{
    (void)state;
    start(4);
    for (unsigned k = 0; k < 50; k++) {
        for (unsigned w = 0; w < 4; w++)
            assert_int_equal(writes(w, w * 32, 1), 0);
        race_barrier(rb, 0xf);
        for (unsigned w = 0; w < 4; w++)
            for (unsigned j = 0; j < 128; j++)
                assert_int_equal(reads(w, j, 0), 0);
        race_barrier(rb, 0xf);
    }
    finish();
}

static void barrier_after_store_missing(void **state)
{
    (void)state;
    start(2);
    writes(0, 0, 1);
    writes(1, 32, 1);
    assert_int_equal(reads(1, 32, 1), 0); /* its own */
    assert_int_equal(reads(1, 5, 0), 1);
    assert_int_equal(found[0].hazard, RACE_RAW);
    assert_int_equal(found[0].lanes, ~0u);
    assert_int_equal(found[0].pc, 200);
    assert_int_equal(found[0].warp, 0);
    assert_int_equal(found[0].lane, 5);
    assert_int_equal(found[0].offset, 20);
    assert_false(found[0].warp_level);
    assert_false(found[0].other_block);
    finish();
}

/* The barrier at the end of the loop body is missing. */
static void barrier_before_next_store_missing(void **state)
{
    (void)state;
    start(2);
    writes(0, 0, 1);
    writes(1, 32, 1);
    race_barrier(rb, 3);
    for (unsigned j = 0; j < 64; j++)
        assert_int_equal(reads(0, j, 0) + reads(1, j, 0), 0);
    assert_int_equal(writes(0, 0, 1), 2); /* both warps read it */
    assert_int_equal(found[0].hazard, RACE_WAR);
    bool other_warp = !found[0].warp_level || !found[1].warp_level;
    assert_true(other_warp);
    assert_int_equal(found[0].pc, 100);
    finish();
}

static void double_buffering_is_clean(void **state)
{
    (void)state;
    start(8);
    for (unsigned k = 0; k < 20; k++) {
        uint64_t buffer = k % 2 * 256;
        for (unsigned w = 0; w < 8; w++)
            assert_int_equal(writes(w, buffer + w * 32, 1), 0);
        race_barrier(rb, 0xff); /* one a round */
        for (unsigned w = 0; w < 8; w++)
            for (unsigned j = 0; j < 256; j += 7)
                assert_int_equal(reads(w, buffer + j, 0), 0);
    }
    finish();
}

/* Lane t adds element t + s to element t. */
static unsigned add_step(unsigned warps, unsigned s)
{
    unsigned conflicts = 0;
    for (unsigned w = 0; w < warps; w++) {
        unsigned first = w * 32;
        if (first >= s)
            continue;
        uint32_t mask = s - first >= 32 ? ~0u : (1u << (s - first)) - 1;
        conflicts += floats(ACCESS_READ, w, mask, 1, first + s, 1);
        conflicts += floats(ACCESS_READ, w, mask, 2, first, 1);
        conflicts += floats(ACCESS_WRITE, w, mask, 3, first, 1);
    }
    return conflicts;
}

static void tree_reduction(void **state)
{
    (void)state;
    start(32);
    for (unsigned w = 0; w < 32; w++)
        assert_int_equal(writes(w, w * 32, 1), 0);
    for (unsigned s = 512; s > 0; s /= 2) {
        race_barrier(rb, ~0u);
        assert_int_equal(add_step(32, s), 0);
    }
    race_block_begin(rb, 1); /* without barriers between the steps */
    unsigned conflicts = 0;
    for (unsigned s = 512; s > 0; s /= 2)
        conflicts += add_step(32, s);
    assert_true(conflicts > 0);
    finish();
}

static void last_warp_without_syncwarp(void **state)
{
    (void)state;
    for (int sync = 0; sync < 2; sync++) {
        unsigned conflicts = 0;
        start(1);
        writes(0, 0, 1);
        writes(0, 32, 1);
        for (unsigned s = 32; s > 0; s /= 2) {
            if (sync)
                race_warp_sync(rb, 0, ~0u);
            conflicts += floats(ACCESS_READ, 0, ~0u, 1, s, 1);
            if (conflicts)
                assert_true(found[0].warp_level);
            if (sync) /* reads and writes overlap: a sync between, too */
                race_warp_sync(rb, 0, ~0u);
            conflicts += floats(ACCESS_WRITE, 0, ~0u, 2, 0, 1);
        }
        assert_int_equal(conflicts > 0, !sync);
        finish();
    }
}

/* Two-stage shuffle reduction: lane 0 of each warp stores a partial sum,
 * barrier, warp 0 reads them; with one barrier a row, the next row's stores
 * hit what warp 0 still reads. */
static unsigned shuffle_rows(unsigned barriers)
{
    unsigned conflicts = 0;
    start(32);
    for (unsigned row = 0; row < 3; row++) {
        for (unsigned w = 0; w < 32; w++)
            conflicts += floats(ACCESS_WRITE, w, 1, 10, w, 0);
        race_barrier(rb, ~0u);
        conflicts += floats(ACCESS_READ, 0, ~0u, 11, 0, 1);
        if (barriers == 2)
            race_barrier(rb, ~0u);
    }
    finish();
    return conflicts;
}

static void two_stage_shuffle_needs_two_barriers(void **state)
{
    (void)state;
    assert_int_equal(shuffle_rows(2), 0);
    assert_true(shuffle_rows(1) >= 2 * 31); /* every warp but 0, each row */
    assert_int_equal(found[0].hazard, RACE_WAR);
    assert_int_equal(found[0].pc, 11);
}

/* ---- readers and writers ------------------------------------------------ */

static void read_read_write(void **state)
{
    (void)state;
    start(3);
    assert_int_equal(floats(ACCESS_READ, 0, 1, 1, 7, 0), 0);
    assert_int_equal(floats(ACCESS_READ, 1, 1, 2, 7, 0), 0);
    assert_int_equal(floats(ACCESS_WRITE, 1, 1, 3, 7, 0), 1);
    assert_int_equal(found[0].pc, 1); /* not hidden by its own read */
    finish();
}

static void many_readers_then_write(void **state)
{
    (void)state;
    start(32);
    for (unsigned w = 0; w < 32; w++)
        floats(ACCESS_READ, w, ~0u, w, 7, 0);
    assert_int_equal(floats(ACCESS_WRITE, 3, 1, 99, 7, 0), RACE_CONFLICTS);
    finish();
}

static void write_write(void **state)
{
    (void)state;
    start(2);
    assert_int_equal(floats(ACCESS_WRITE, 0, 1, 1, 7, 0), 0);
    assert_int_equal(floats(ACCESS_WRITE, 0, 1, 2, 7, 0), 0); /* same thread */
    assert_int_equal(floats(ACCESS_WRITE, 1, 4, 3, 7, 0), 1);
    assert_int_equal(found[0].hazard, RACE_WAW);
    assert_int_equal(found[0].lanes, 4);
    assert_int_equal(found[0].pc, 2);
    finish();
}

static void lanes_of_one_warp(void **state)
{
    (void)state;
    start(1);
    writes(0, 0, 1);
    assert_int_equal(reads(0, 1, 1), 1); /* lane l reads l + 1's */
    assert_true(found[0].warp_level);
    assert_int_equal(found[0].lanes, ~0u >> 1); /* nobody wrote word 32 */
    assert_int_equal(reads(0, 0, 1), 0);
    race_warp_sync(rb, 0, 0xff);
    assert_int_equal(reads(0, 1, 1), 0);
    finish();
}

/* All lanes read word 0, lane 0 then writes it. */
static void broadcast_then_write(void **state)
{
    (void)state;
    start(1);
    reads(0, 0, 0);
    assert_int_equal(floats(ACCESS_WRITE, 0, 1, 3, 0, 0), 1);
    assert_true(found[0].warp_level);
    race_block_begin(rb, 1);
    floats(ACCESS_WRITE, 0, 1, 3, 0, 0);
    assert_int_equal(reads(0, 0, 0), 1);
    assert_int_equal(found[0].lanes, ~1u); /* lane 0 wrote it itself */
    finish();
}

static void histogram(void **state)
{
    (void)state;
    start(4);
    for (unsigned w = 0; w < 4; w++)
        writes(w, w * 32, 1);
    race_barrier(rb, 0xf);
    for (unsigned w = 0; w < 4; w++)
        for (unsigned i = 0; i < 9; i++)
            assert_int_equal(
                floats(ACCESS_ATOMIC, w, ~0u, 5, random_below(90), i % 3), 0);
    race_barrier(rb, 0xf);
    for (unsigned w = 0; w < 4; w++)
        assert_int_equal(reads(w, w * 32, 1), 0);
    finish();
}

static void atomic_against_plain(void **state)
{
    (void)state;
    start(3);
    floats(ACCESS_ATOMIC, 0, 1, 1, 7, 0);
    floats(ACCESS_ATOMIC, 1, 1, 2, 7, 0);
    assert_int_equal(floats(ACCESS_READ, 1, 1, 3, 7, 0), 1);
    assert_int_equal(found[0].pc, 1); /* not hidden by its own atomic */
    assert_true(found[0].other_atomic);
    assert_int_equal(floats(ACCESS_ATOMIC, 2, 1, 4, 7, 0), 1);
    assert_int_equal(found[0].hazard, RACE_WAR);
    assert_int_equal(floats(ACCESS_WRITE, 0, 1, 5, 7, 0), 3);
    finish();
}

static void bytes_of_a_word(void **state)
{
    (void)state;
    uint64_t offset[32];
    start(2);
    for (unsigned l = 0; l < 32; l++)
        offset[l] = 2 + l;
    assert_int_equal(writes(0, 100, 1), 0);
    assert_int_equal(touch_shared(ACCESS_WRITE, 0, ~0u, 1, 1, offset), 0);
    assert_int_equal(touch_shared(ACCESS_READ, 0, ~0u, 1, 2, offset), 0);
    for (unsigned l = 0; l < 32; l++)
        offset[l] = 34 + l; /* the other half of word 8 */
    assert_int_equal(touch_shared(ACCESS_WRITE, 1, ~0u, 1, 3, offset), 0);
    offset[0] = 33;
    assert_int_equal(touch_shared(ACCESS_READ, 1, 1, 1, 4, offset), 1);
    assert_int_equal(found[0].lane, 31);
    assert_int_equal(reads(1, 107, 0), 1); /* as recorded by words before */
    assert_int_equal(found[0].lane, 7);
    finish();
}

static void some_warps_at_a_barrier(void **state)
{
    (void)state;
    start(4);
    writes(0, 0, 1);
    race_barrier(rb, 0x3);
    assert_int_equal(reads(1, 0, 1), 0);
    assert_int_equal(reads(2, 0, 1), 1);
    race_barrier(rb, 0x6); /* warp 1 tells warp 2 */
    assert_int_equal(reads(2, 0, 1), 0);
    assert_int_equal(reads(3, 0, 1), 1);
    finish();
}

/* A lock or flag: what warp 0 stored before its fence, warp 1 may read after
 * an atomic or a strong read, and not before. */
static void fence_and_atomic_order_a_block(void **state)
{
    (void)state;
    start(3);
    writes(0, 0, 1);
    race_fence(rb, 0, false);
    assert_int_equal(floats(ACCESS_ATOMIC, 0, 1, 1, 100, 0), 0);
    writes(0, 40, 1); /* behind the fence */
    assert_int_equal(reads(1, 0, 1), 1);
    assert_int_equal(floats(ACCESS_ATOMIC, 1, 1, 2, 100, 0), 0);
    assert_int_equal(reads(1, 0, 1), 0);
    assert_int_equal(reads(1, 40, 1), 1);
    assert_int_equal(reads(2, 0, 1), 1); /* it has met nobody */
    race_acquire(rb, 2);
    assert_int_equal(reads(2, 0, 1), 0);
    race_block_begin(rb, 1);
    assert_false(race_fenced(rb));
    finish();
}

/* A lane takes the lock that another lane of its warp gave back. */
static void fence_orders_lanes(void **state)
{
    (void)state;
    start(1);
    floats(ACCESS_WRITE, 0, 1, 1, 0, 0);
    assert_int_equal(floats(ACCESS_READ, 0, 2, 2, 0, 0), 1);
    race_fence(rb, 0, false);
    assert_int_equal(floats(ACCESS_READ, 0, 4, 3, 0, 0), 0);
    finish();
}

static void blocks_start_afresh(void **state)
{
    (void)state;
    start(2);
    for (uint64_t b = 0; b < 100; b++) {
        race_block_begin(rb, b);
        assert_int_equal(writes(0, 0, 1), 0);
        assert_int_equal(reads(1, 64, 1), 0);
        assert_int_equal(writes(1, 0, 1), 1);
        assert_int_equal(found[0].block, b);
    }
    finish();
}

static void same_instruction(void **state)
{
    (void)state;
    uint64_t offset[32];
    uint32_t values[32];
    for (unsigned l = 0; l < 32; l++) {
        offset[l] = l / 2 * 4;
        values[l] = l / 2;
    }
    assert_int_equal(race_overlap(offset, ~0u, 4, values, 4), 0);
    values[6] = 77; /* lane 7 overwrites it */
    assert_int_equal(race_overlap(offset, ~0u, 4, values, 4), 1u << 6);
    assert_int_equal(race_overlap(offset, ~(1u << 7), 4, values, 4), 0);
    assert_int_equal(race_overlap(offset, 0, 4, values, 4), 0);
}

/* Reads are kept in a journal, which has less room: each is found, whether it
 * was written down because there was no room, because a plane was looked at,
 * or because words became bytes. */
static void reads_are_written_down(void **state)
{
    (void)state;
    unsigned most = 100;
    const uint64_t bytes[32] = {4 * (32 * 3 + 7) + 2};
    start(2);
    for (unsigned i = 0; i < most; i++)
        assert_true(race_shared_read(rb, 0, i, 128 * i, 4, true));
    assert_true(race_shared_read(rb, 0, 200, 4 * 31, 4, false));
    assert_true(race_shared_read(rb, 0, 400, 16 * 20, 16, true));
    assert_int_equal(floats(ACCESS_WRITE, 1, 1, 300, 32 * 99 + 5, 0), 1);
    assert_int_equal(found[0].pc, 99);
    assert_int_equal(found[0].lane, 5);
    assert_int_equal(floats(ACCESS_WRITE, 1, 1, 301, 31, 0), 1);
    assert_int_equal(found[0].pc, 200); /* the last of two readers */
    assert_int_equal(touch_shared(ACCESS_WRITE, 1, 1, 1, 302, bytes), 1);
    assert_int_equal(found[0].pc, 400);
    assert_int_equal(found[0].lane, (bytes[0] - 16 * 20) / 16);
    race_barrier(rb, 3);
    assert_int_equal(floats(ACCESS_WRITE, 1, 1, 303, 32 * 98, 0), 0);
    assert_true(race_shared_read(rb, 0, 500, 0, 4, true));
    assert_false(race_shared_read(rb, 0, 501, 128 * 98, 4, true));
    assert_int_equal(
        touch_shared(ACCESS_WRITE, 1, 1, 1, 304, (uint64_t[32]){9}), 1);
    assert_int_equal(found[0].lane, 2);
    finish();
}

/* ---- random programs in shared memory ----------------------------------- */

/* What happened, with the time it did. */
struct event {
    enum access_kind kind;
    unsigned block, warp, lane, width;
    uint64_t offset;
    unsigned time;
};

enum { EVENTS = 64 * 32, MODEL_WARPS = 4, MODEL_BLOCKS = 3 };

static struct event events[EVENTS];
static unsigned event_count, now;
/* known[b][w][v]: w knows what v did before that time; w == v: the time of
 * its last warp sync. */
static unsigned known[MODEL_BLOCKS][MODEL_WARPS][MODEL_WARPS];

static void model_start(void)
{
    event_count = 0;
    now = 1;
    memset(known, 0, sizeof known);
}

static void model_barrier(unsigned block, uint32_t warps)
{
    unsigned sum[MODEL_WARPS] = {0};
    for (unsigned w = 0; w < MODEL_WARPS; w++)
        for (unsigned v = 0; (warps >> w & 1) && v < MODEL_WARPS; v++)
            if (known[block][w][v] > sum[v] && v != w)
                sum[v] = known[block][w][v];
    now++;
    for (unsigned w = 0; w < MODEL_WARPS; w++)
        if (warps >> w & 1)
            sum[w] = now;
    for (unsigned w = 0; w < MODEL_WARPS; w++)
        for (unsigned v = 0; (warps >> w & 1) && v < MODEL_WARPS; v++)
            if (v != w || (warps >> v & 1))
                known[block][w][v] = sum[v];
}

static bool model_conflict(const struct event *a, const struct event *b)
{
    bool writes = a->kind != ACCESS_READ || b->kind != ACCESS_READ;
    bool atomics = a->kind == ACCESS_ATOMIC && b->kind == ACCESS_ATOMIC;
    bool meet =
        a->offset < b->offset + b->width && b->offset < a->offset + a->width;
    if (!meet || !writes || atomics)
        return false;
    if (a->block != b->block)
        return true;
    if (a->warp == b->warp && a->lane == b->lane)
        return false;
    return a->time >= known[b->block][b->warp][a->warp];
}

/* Lanes of an access that conflict with an earlier one; then adds it. */
static uint32_t model_access(struct event e, uint32_t mask,
                             const uint64_t *offset)
{
    uint32_t lanes = 0;
    unsigned before = event_count;
    e.time = now;
    for (; mask != 0; mask &= mask - 1) {
        e.lane = (unsigned)__builtin_ctz(mask);
        e.offset = offset[e.lane];
        for (unsigned i = 0; i < before; i++)
            if (model_conflict(&events[i], &e))
                lanes |= 1u << e.lane;
        events[event_count++] = e;
    }
    return lanes;
}

static uint32_t found_lanes(unsigned count)
{
    uint32_t lanes = 0;
    for (unsigned i = 0; i < count; i++)
        lanes |= found[i].lanes;
    return lanes;
}

static void random_offsets(uint64_t *offset, unsigned width)
{
    unsigned kind = random_below(4);
    uint64_t base = random_below(64), stride = random_below(3);
    for (uint64_t l = 0; l < 32; l++)
        offset[l] = width * (kind == 0   ? base + l
                             : kind == 1 ? base
                             : kind == 2 ? base + l * stride
                                         : random_below(128));
}

static uint32_t random_mask(void)
{
    switch (random_below(3)) {
    case 0: return 1u << random_below(32);
    case 1: return (uint32_t)(seed >> 24) | 1;
    default: return ~0u;
    }
}

static unsigned random_width(bool narrow)
{
    unsigned widths[] = {4, 4, 4, 8, 16, 2, 1};
    return widths[random_below(narrow ? 7 : 5)];
}

static void random_sync(unsigned block, bool partial)
{
    uint32_t warps = partial ? 1 + random_below(15) : 15;
    if (random_below(3) == 0) {
        unsigned warp = random_below(MODEL_WARPS);
        race_warp_sync(rb, warp, ~0u);
        known[block][warp][warp] = ++now;
    } else {
        race_barrier(rb, warps);
        model_barrier(block, warps);
    }
}

static void shared_equals_model(void **state)
{
    (void)state;
    start(MODEL_WARPS);
    for (unsigned round = 0; round < 3000; round++) {
        if (round == 1500) { /* from words to bytes, and back */
            finish();
            start(MODEL_WARPS);
        }
        race_block_begin(rb, round);
        model_start();
        for (unsigned step = 0; step < 40; step++) {
            if (random_below(4) == 0) {
                random_sync(0, true);
                continue;
            }
            uint64_t offset[32];
            uint32_t mask = random_mask();
            struct event e = {.warp = random_below(MODEL_WARPS)};
            e.width = random_width(round % 1500 > 700);
            e.kind =
                (enum access_kind[]){ACCESS_READ, ACCESS_READ, ACCESS_WRITE,
                                     ACCESS_ATOMIC}[random_below(4)];
            random_offsets(offset, e.width);
            uint32_t want = model_access(e, mask, offset);
            unsigned count =
                touch_shared(e.kind, e.warp, mask, e.width, step, offset);
            assert_int_equal(found_lanes(count) & ~want, 0);
            if (count < RACE_CONFLICTS) /* else some were dropped */
                assert_int_equal(found_lanes(count), want);
        }
    }
    finish();
}

/* ---- global memory ------------------------------------------------------ */

static struct race_cells *cells;
static struct race_block *blocks[MODEL_BLOCKS];

static void start_global(unsigned warps)
{
    launch = race_launch_begin(false);
    cells = race_cells_create(1 << 16);
    for (unsigned b = 0; b < MODEL_BLOCKS; b++) {
        blocks[b] = race_block_create(launch, warps, 0);
        race_block_begin(blocks[b], b);
    }
}

static void finish_global(void)
{
    for (unsigned b = 0; b < MODEL_BLOCKS; b++)
        race_block_destroy(blocks[b]);
    race_cells_destroy(cells);
    race_launch_end(launch);
}

/* What nobody reads comes back of the atomics that follow. */
static bool blind;

static unsigned touch(enum access_kind kind, unsigned block, unsigned warp,
                      uint32_t mask, unsigned width, uint32_t pc,
                      const uint64_t *offset)
{
    struct race_access access = {kind,  warp, mask,
                                 width, pc,   pattern_of(offset, mask, width),
                                 blind, false};
    return race_global(blocks[block], cells, &access, offset, found);
}

static unsigned global(enum access_kind kind, unsigned block, unsigned warp,
                       uint32_t mask, uint64_t base, uint64_t stride)
{
    uint64_t offset[32];
    for (uint64_t l = 0; l < 32; l++)
        offset[l] = 4 * (base + l * stride);
    return touch(kind, block, warp, mask, 4, (uint32_t)kind + 10, offset);
}

static void blocks_that_overlap(void **state)
{
    (void)state;
    start_global(2);
    assert_int_equal(global(ACCESS_WRITE, 0, 0, ~0u, 0, 1), 0);
    assert_int_equal(global(ACCESS_WRITE, 1, 0, ~0u, 32, 1), 0);
    assert_int_equal(global(ACCESS_WRITE, 1, 1, ~0u, 30, 1), 2);
    assert_int_equal(found[0].lanes, 3);
    assert_true(found[0].other_block);
    assert_false(found[0].warp_level);
    assert_int_equal(found[0].block, 0);
    assert_int_equal(found[0].lane, 30);
    assert_int_equal(found[0].pc, 11);
    assert_int_equal(found[0].offset, 120);
    assert_int_equal(found[1].block, 1); /* its own block's warp 0 */
    assert_false(found[1].other_block);
    finish_global();
}

static void either_order_is_found(void **state)
{
    (void)state;
    start_global(1);
    global(ACCESS_WRITE, 0, 0, 1, 0, 0);
    assert_int_equal(global(ACCESS_READ, 1, 0, ~0u, 0, 0), 1);
    assert_int_equal(found[0].hazard, RACE_RAW);
    global(ACCESS_READ, 0, 0, ~0u, 64, 1);
    assert_int_equal(global(ACCESS_WRITE, 1, 0, 1, 70, 0), 1);
    assert_int_equal(found[0].hazard, RACE_WAR);
    assert_int_equal(found[0].lane, 6);
    finish_global();
}

static void readers_of_two_blocks(void **state)
{
    (void)state;
    start_global(1);
    global(ACCESS_READ, 0, 0, ~0u, 0, 1);
    global(ACCESS_READ, 1, 0, ~0u, 0, 1);
    assert_int_equal(global(ACCESS_WRITE, 1, 0, ~0u, 0, 1), 1);
    assert_int_equal(found[0].block, 0);
    global(ACCESS_READ, 0, 0, ~0u, 64, 1);
    global(ACCESS_READ, 1, 0, ~0u, 64, 1); /* not hidden by its own read */
    assert_int_equal(global(ACCESS_WRITE, 0, 0, ~0u, 64, 1), 1);
    assert_int_equal(found[0].block, 1);
    finish_global();
}

/* A plain store, which the atomics of its own warp do not hide from those of
 * another; nor do they hide the other's from a plain store. */
static void stores_and_atomics(void **state)
{
    (void)state;
    start_global(3);
    for (unsigned i = 0; i < 2; i++) {
        blind = i;
        global(ACCESS_WRITE, 0, 0, 1, i, 0);
        race_warp_sync(blocks[0], 0, ~0u);
        assert_int_equal(global(ACCESS_ATOMIC, 0, 0, ~0u, i, 0), 0);
        race_warp_sync(blocks[0], 0, ~0u);
        assert_int_equal(global(ACCESS_ATOMIC, 0, 1, ~0u, i, 0), 1);
        assert_int_equal(found[0].hazard, RACE_WAW);
        assert_int_equal(found[0].warp, 0);
        assert_int_equal(global(ACCESS_ATOMIC, 1, 0, 1, i, 0), 1);
    }
    blind = true;
    for (unsigned w = 0; w < 3; w++)
        assert_int_equal(global(ACCESS_ATOMIC, 0, w, ~0u, 9, 0), 0);
    race_warp_sync(blocks[0], 2, ~0u);
    assert_int_equal(global(ACCESS_WRITE, 0, 2, 1, 9, 0), 1);
    assert_true(found[0].other_atomic);
    assert_int_equal(found[0].warp, 0);
    blind = false;
    finish_global();
}

/* Barriers and launches order both; so does a result that is looked at. */
static void atomics_in_turn(void **state)
{
    (void)state;
    start_global(3);
    for (unsigned i = 0; i < 50; i++) {
        blind = i % 2;
        assert_int_equal(global(ACCESS_WRITE, 0, i % 3, 1, 0, 0), 0);
        race_barrier(blocks[0], 7);
        for (unsigned w = 0; w < 3; w++)
            assert_int_equal(global(ACCESS_ATOMIC, 0, w, ~0u, 0, 0), 0);
        race_barrier(blocks[0], 7);
        for (unsigned w = 0; w < 3; w++)
            assert_int_equal(global(ACCESS_READ, 0, w, ~0u, 0, 0), 0);
        race_barrier(blocks[0], 7);
    }
    blind = false;
    for (unsigned b = 0; b < 3; b++)
        assert_int_equal(global(ACCESS_ATOMIC, b, 1, 1, 64, 0), 0);
    assert_int_equal(global(ACCESS_WRITE, 2, 1, 1, 64, 0), 0);
    finish_global();
}

static void launches_are_ordered(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct race_cells *kept = cells;
        start_global(1);
        if (i > 0) {
            race_cells_destroy(cells);
            cells = kept;
        }
        assert_int_equal(global(ACCESS_WRITE, i, 0, ~0u, 0, 1), 0);
        assert_int_equal(global(ACCESS_READ, i, 0, ~0u, 0, 1), 0);
        assert_int_equal(global(ACCESS_READ, i, 0, ~0u, 32, 0), 0);
        kept = cells;
        cells = NULL;
        finish_global();
        cells = kept;
    }
    race_cells_destroy(cells);
}

static void in_place_is_clean(void **state)
{
    (void)state;
    start_global(2);
    for (unsigned i = 0; i < 100; i++)
        for (unsigned b = 0; b < 3; b++)
            for (unsigned w = 0; w < 2; w++) {
                uint64_t base = (b * 2 + w) * 32 + 7;
                assert_int_equal(global(ACCESS_READ, b, w, ~0u, base, 1), 0);
                assert_int_equal(global(ACCESS_WRITE, b, w, ~0u, base, 1), 0);
            }
    finish_global();
}

/* Many epochs: stamps go through several chunks. */
static void barriers_order_a_block(void **state)
{
    (void)state;
    start_global(2);
    for (unsigned i = 0; i < 200; i++) {
        assert_int_equal(global(ACCESS_WRITE, 0, i % 2, ~0u, 0, 1), 0);
        race_barrier(blocks[0], 3);
        assert_int_equal(global(ACCESS_READ, 0, 0, ~0u, 31, 0), 0);
        assert_int_equal(global(ACCESS_READ, 0, 1, ~0u, 31, 0), 0);
        race_barrier(blocks[0], 3);
    }
    global(ACCESS_WRITE, 0, 0, ~0u, 0, 1);
    assert_int_equal(global(ACCESS_READ, 0, 1, ~0u, 0, 1), 1);
    assert_int_equal(found[0].warp, 0);
    finish_global();
}

/* One warp syncs a hundred times while the other stays in its epoch. */
static void warps_far_apart(void **state)
{
    (void)state;
    start_global(2);
    global(ACCESS_WRITE, 0, 1, 1, 500, 0);
    for (unsigned i = 0; i < 100; i++) {
        global(ACCESS_WRITE, 0, 0, 1, i, 0);
        race_warp_sync(blocks[0], 0, ~0u);
        global(ACCESS_READ, 0, 1, 1, 600 + i, 0);
    }
    assert_int_equal(global(ACCESS_READ, 0, 1, 1, 3, 0), 1);
    assert_int_equal(global(ACCESS_READ, 0, 0, 1, 500, 0), 1);
    race_barrier(blocks[0], 3);
    assert_int_equal(global(ACCESS_READ, 0, 1, 1, 99, 0), 0);
    finish_global();
}

/* ---- fences ------------------------------------------------------------- */

enum { NO_FENCE = 1, NO_ATOMIC = 2, NO_BARRIER = 4, FENCE_FIRST = 8 };

/* Every block stores a partial sum and counts itself; the last adds them.
 * Words 0..: partial sums; word 100: the counter. */
static unsigned last_block(unsigned mistakes)
{
    unsigned conflicts = 0;
    start_global(2);
    for (unsigned b = 0; b < 3; b++) {
        if (mistakes & FENCE_FIRST)
            race_fence(blocks[b], 0, true);
        conflicts += global(ACCESS_WRITE, b, 0, 1, b, 0);
        if (!(mistakes & (NO_FENCE | FENCE_FIRST)))
            race_fence(blocks[b], 0, true);
        if (!(mistakes & NO_ATOMIC))
            conflicts += global(ACCESS_ATOMIC, b, 0, 1, 100, 0);
        if (!(mistakes & NO_BARRIER))
            race_barrier(blocks[b], 3);
    }
    for (unsigned w = 0; w < 2; w++)
        conflicts += global(ACCESS_READ, 2, w, 7, 0, 1);
    conflicts += global(ACCESS_WRITE, 2, 0, 1, 100, 0); /* for the next run */
    finish_global();
    return conflicts;
}

static void last_block_pattern(void **state)
{
    (void)state;
    assert_int_equal(last_block(0), 0);
    assert_true(last_block(NO_FENCE) > 0);
    assert_true(last_block(NO_ATOMIC) > 0);
    assert_true(last_block(NO_BARRIER) > 0); /* warp 1 met nobody */
    assert_true(last_block(FENCE_FIRST) > 0);
}

/* Every warp stores; a barrier; one thread fences for all and counts. */
static void fence_covers_what_a_barrier_told(void **state)
{
    (void)state;
    start_global(2);
    for (unsigned b = 0; b < 3; b++) {
        for (unsigned w = 0; w < 2; w++)
            global(ACCESS_WRITE, b, w, ~0u, (b * 2 + w) * 32, 1);
        race_barrier(blocks[b], 3);
        race_fence(blocks[b], 0, true);
        global(ACCESS_ATOMIC, b, 0, 1, 1000, 0);
        race_barrier(blocks[b], 3);
    }
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(global(ACCESS_READ, 2, i % 2, ~0u, i * 32, 1), 0);
    finish_global();
}

/* Block 0 reads, then passes a sum on without a fence: block 1 may write what
 * block 0 has read, but not read what it wrote. */
static void told_without_a_fence(void **state)
{
    (void)state;
    start_global(2);
    global(ACCESS_READ, 0, 1, ~0u, 0, 1);
    global(ACCESS_WRITE, 0, 1, ~0u, 32, 1);
    race_barrier(blocks[0], 3);
    race_reads_told(blocks[0], 0);
    global(ACCESS_ATOMIC, 0, 0, 1, 100, 0);
    assert_true(global(ACCESS_WRITE, 1, 1, 1, 0, 1) > 0); /* met nobody yet */
    assert_int_equal(global(ACCESS_STRONG_READ, 1, 0, 1, 100, 0), 0);
    race_barrier(blocks[1], 3);
    assert_int_equal(global(ACCESS_WRITE, 1, 1, ~1u, 0, 1), 0);
    assert_true(global(ACCESS_READ, 1, 1, ~0u, 32, 1) > 0);
    finish_global();
}

static void flag_idiom(void **state)
{
    (void)state;
    start_global(1);
    global(ACCESS_WRITE, 0, 0, ~0u, 0, 1);
    race_fence(blocks[0], 0, true);
    assert_int_equal(global(ACCESS_ATOMIC, 0, 0, 1, 100, 0), 0);
    assert_int_equal(global(ACCESS_STRONG_READ, 1, 0, 1, 100, 0), 0);
    assert_int_equal(global(ACCESS_READ, 1, 0, ~0u, 0, 1), 0);
    assert_int_equal(global(ACCESS_READ, 2, 0, 1, 100, 0), 1); /* plain flag */
    assert_true(found[0].other_atomic);
    finish_global();
}

/* A counter that blocks wait on, again and again. */
static void grid_barrier(void **state)
{
    (void)state;
    start_global(2);
    for (unsigned i = 0; i < 50; i++) {
        for (unsigned b = 0; b < 3; b++) {
            assert_int_equal(
                global(ACCESS_WRITE, b, 1, ~0u, (i % 2 * 3 + b) * 32, 1), 0);
            race_barrier(blocks[b], 3);
            race_fence(blocks[b], 0, true);
            global(ACCESS_ATOMIC, b, 0, 1, 1000, 0);
        }
        for (unsigned b = 0; b < 3; b++) {
            global(ACCESS_ATOMIC, b, 0, 1, 1000, 0);
            race_fence(blocks[b], 0, true);
            race_barrier(blocks[b], 3);
            for (unsigned o = 0; o < 3; o++)
                assert_int_equal(
                    global(ACCESS_READ, b, 0, ~0u, (i % 2 * 3 + o) * 32, 1), 0);
        }
    }
    finish_global();
}

static void atomic_without_cells_still_orders(void **state)
{
    (void)state;
    start_global(1);
    global(ACCESS_WRITE, 0, 0, ~0u, 0, 1);
    race_fence(blocks[0], 0, true);
    struct race_cells *kept = cells;
    cells = NULL;
    assert_int_equal(global(ACCESS_ATOMIC, 0, 0, 1, 100, 0), 0);
    assert_int_equal(global(ACCESS_ATOMIC, 1, 0, 1, 100, 0), 0);
    cells = kept;
    assert_int_equal(global(ACCESS_READ, 1, 0, ~0u, 0, 1), 0);
    finish_global();
}

/* ---- random programs in global memory ----------------------------------- */

/* Words on which a race was already due: what follows is not judged. */
static bool raced[1024];

static bool judged_before(const struct event *e, uint64_t offset)
{
    bool judged = false;
    for (uint64_t b = offset; b < offset + e->width; b++)
        judged |= raced[b / 4];
    return judged;
}

/* Whether a lower lane has the same address: it is the one to be found. */
static bool follows(const uint64_t *offset, uint32_t mask, unsigned lane)
{
    for (unsigned l = 0; l < lane; l++)
        if ((mask >> l & 1) && offset[l] == offset[lane])
            return true;
    return false;
}

static void judge(const struct event *e, const uint64_t *offset, uint32_t mask,
                  uint32_t want, uint32_t got, bool exact)
{
    assert_int_equal(got & ~want, 0); /* no false alarm */
    for (unsigned l = 0; exact && l < 32; l++)
        if ((want >> l & 1) && !judged_before(e, offset[l]) &&
            !follows(offset, mask, l))
            assert_true(got >> l & 1); /* the first one is found */
    for (unsigned l = 0; l < 32; l++)
        for (unsigned b = 0; (want >> l & 1) && b < e->width; b++)
            raced[(offset[l] + b) / 4] = true;
}

static void random_global(unsigned rounds, bool exact)
{
    for (unsigned round = 0; round < rounds; round++) {
        start_global(MODEL_WARPS);
        model_start();
        memset(raced, 0, sizeof raced);
        for (unsigned step = 0; step < 40; step++) {
            uint64_t offset[32];
            uint32_t mask = random_mask();
            struct event e = {.block = random_below(MODEL_BLOCKS),
                              .warp = random_below(MODEL_WARPS)};
            if (round % 2)
                e.block = 0;
            rb = blocks[e.block];
            if (random_below(3) == 0) {
                random_sync(e.block, !exact);
                continue;
            }
            e.width = random_width(!exact);
            e.kind =
                (enum access_kind[]){ACCESS_READ, ACCESS_READ, ACCESS_WRITE,
                                     ACCESS_ATOMIC}[random_below(4 - exact)];
            random_offsets(offset, e.width);
            uint32_t want = model_access(e, mask, offset);
            unsigned count =
                touch(e.kind, e.block, e.warp, mask, e.width, step, offset);
            judge(&e, offset, mask, want, found_lanes(count),
                  exact && count < RACE_CONFLICTS);
        }
        finish_global();
    }
}

static void global_never_accuses_wrongly(void **state)
{
    (void)state;
    random_global(2000, false);
}

static void global_finds_the_first_race(void **state)
{
    (void)state;
    random_global(2000, true);
}

/* Plain accesses of neighbouring words are looked at together: that must tell
 * what looking at lane after lane tells, of other cells with the same past. */
static void together_as_one_by_one(struct race_cells *others,
                                   struct race_access access, unsigned block,
                                   const uint64_t *offset)
{
    struct race_conflict single[RACE_CONFLICTS];
    access.pattern = pattern_of(offset, access.mask, access.width);
    unsigned count = race_global(blocks[block], cells, &access, offset, found);
    access.pattern = ACCESS_GENERAL;
    assert_int_equal(
        race_global(blocks[block], others, &access, offset, single), count);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(found[i].lanes, single[i].lanes);
        assert_int_equal(found[i].hazard, single[i].hazard);
        assert_int_equal(found[i].warp_level, single[i].warp_level);
        assert_int_equal(found[i].other_block, single[i].other_block);
        assert_int_equal(found[i].other_atomic, single[i].other_atomic);
        assert_int_equal(found[i].pc, single[i].pc);
        assert_int_equal(found[i].block, single[i].block);
        assert_int_equal(found[i].warp, single[i].warp);
        assert_int_equal(found[i].lane, single[i].lane);
        assert_int_equal(found[i].offset, single[i].offset);
    }
}

static void neighbours_together_as_one_by_one(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 400; round++) {
        start_global(MODEL_WARPS);
        struct race_cells *others = race_cells_create(1 << 16);
        for (unsigned step = 0; step < 80; step++) {
            struct race_access access = {
                .warp = random_below(MODEL_WARPS),
                .width = round % 2 ? 4 : random_width(true),
                .mask = random_below(4) ? ~0u : random_mask(),
                .pc = random_below(5),
                .kind = (enum access_kind[]){
                    ACCESS_READ, ACCESS_READ, ACCESS_WRITE, ACCESS_STRONG_READ,
                    ACCESS_ATOMIC}[random_below(round % 3 ? 3 : 5)]};
            unsigned block = round % 5 ? random_below(MODEL_BLOCKS) : 0;
            uint64_t offset[32], base = random_below(90);
            rb = blocks[block];
            if (random_below(8) == 0) {
                random_sync(block, true);
                continue;
            }
            bool scattered = random_below(6) == 0;
            for (uint64_t l = 0; l < 32; l++)
                offset[l] =
                    access.width * (scattered ? random_below(128) : base + l);
            together_as_one_by_one(others, access, block, offset);
        }
        race_cells_destroy(others);
        finish_global();
    }
}

/* ---- many blocks, several host threads ---------------------------------- */

enum { THREADS = 4, MANY_BLOCKS = 256 };

static _Atomic unsigned next_block, conflicts_total;
static bool overlapping;

/* Block b writes words [32 b, 32 b + 32) and reads its neighbours'. */
static void *run_blocks(void *arg)
{
    (void)arg;
    struct race_block *mine = race_block_create(launch, 1, 0);
    struct race_conflict out[RACE_CONFLICTS];
    unsigned b;
    while ((b = next_block++) < MANY_BLOCKS) {
        uint64_t offset[32];
        race_block_begin(mine, b);
        for (uint64_t l = 0; l < 32; l++)
            offset[l] = 4 * (b * 32ull + l);
        struct race_access access = {ACCESS_WRITE, 0,     ~0u,  4, 1,
                                     ACCESS_UNIT,  false, false};
        conflicts_total += race_global(mine, cells, &access, offset, out);
        access.kind = ACCESS_READ;
        for (uint64_t l = 0; overlapping && l < 32; l++)
            offset[l] = 4 * ((b ^ 1) * 32ull + l);
        conflicts_total += race_global(mine, cells, &access, offset, out);
    }
    race_block_destroy(mine);
    return NULL;
}

static unsigned run_threads(bool overlap)
{
    pthread_t thread[THREADS];
    launch = race_launch_begin(true);
    cells = race_cells_create(MANY_BLOCKS * 32 * 4);
    overlapping = overlap;
    next_block = conflicts_total = 0;
    for (unsigned t = 0; t < THREADS; t++)
        pthread_create(&thread[t], NULL, run_blocks, NULL);
    for (unsigned t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    race_cells_destroy(cells);
    race_launch_end(launch);
    return conflicts_total;
}

static void threads_find_every_overlap(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(run_threads(false), 0);
        /* Each block is read by one other: found from one side, once. */
        assert_int_equal(run_threads(true), MANY_BLOCKS);
    }
}

/* Enough blocks that the numbers of chunks start again. */
static void numbers_start_again(void **state)
{
    (void)state;
    cells = race_cells_create(4096);
    struct race_cells *kept = cells;
    for (unsigned i = 0; i < 18; i++) {
        launch = race_launch_begin(false);
        blocks[0] = race_block_create(launch, 1, 0);
        for (unsigned b = 0; b < 1000000; b++) {
            race_block_begin(blocks[0], b);
            global(ACCESS_READ, 0, 0, 1, 1, 0);
        }
        assert_int_equal(global(ACCESS_WRITE, 0, 0, 1, 1, 0), 1);
        race_block_destroy(blocks[0]);
        race_launch_end(launch);
    }
    start_global(1);
    race_cells_destroy(cells);
    cells = kept;
    assert_int_equal(global(ACCESS_WRITE, 0, 0, 1, 1, 0), 0);
    assert_int_equal(global(ACCESS_WRITE, 1, 0, 1, 1, 0), 1);
    finish_global();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tile_with_barriers_is_clean),
        cmocka_unit_test(barrier_after_store_missing),
        cmocka_unit_test(barrier_before_next_store_missing),
        cmocka_unit_test(double_buffering_is_clean),
        cmocka_unit_test(tree_reduction),
        cmocka_unit_test(last_warp_without_syncwarp),
        cmocka_unit_test(two_stage_shuffle_needs_two_barriers),
        cmocka_unit_test(read_read_write),
        cmocka_unit_test(many_readers_then_write),
        cmocka_unit_test(write_write),
        cmocka_unit_test(lanes_of_one_warp),
        cmocka_unit_test(broadcast_then_write),
        cmocka_unit_test(histogram),
        cmocka_unit_test(atomic_against_plain),
        cmocka_unit_test(bytes_of_a_word),
        cmocka_unit_test(some_warps_at_a_barrier),
        cmocka_unit_test(fence_and_atomic_order_a_block),
        cmocka_unit_test(fence_orders_lanes),
        cmocka_unit_test(blocks_start_afresh),
        cmocka_unit_test(same_instruction),
        cmocka_unit_test(reads_are_written_down),
        cmocka_unit_test(shared_equals_model),
        cmocka_unit_test(blocks_that_overlap),
        cmocka_unit_test(either_order_is_found),
        cmocka_unit_test(readers_of_two_blocks),
        cmocka_unit_test(stores_and_atomics),
        cmocka_unit_test(atomics_in_turn),
        cmocka_unit_test(launches_are_ordered),
        cmocka_unit_test(in_place_is_clean),
        cmocka_unit_test(barriers_order_a_block),
        cmocka_unit_test(warps_far_apart),
        cmocka_unit_test(last_block_pattern),
        cmocka_unit_test(fence_covers_what_a_barrier_told),
        cmocka_unit_test(told_without_a_fence),
        cmocka_unit_test(flag_idiom),
        cmocka_unit_test(grid_barrier),
        cmocka_unit_test(atomic_without_cells_still_orders),
        cmocka_unit_test(global_never_accuses_wrongly),
        cmocka_unit_test(global_finds_the_first_race),
        cmocka_unit_test(neighbours_together_as_one_by_one),
        cmocka_unit_test(threads_find_every_overlap),
        cmocka_unit_test(numbers_start_again),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
