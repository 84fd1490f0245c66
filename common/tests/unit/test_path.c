/*
 * test_path.c - the way of accesses beyond a warp (timing/path.c), with an
 * H200's rates: what one costs by how many lines it has and where they are.
 */
#include "timing/path.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct gpu *gpu;

static struct path *new_path(void)
{
    gpu = gpu_find("h200");
    return path_new(gpu, (struct path_share){.active = 1, .l1_lines = 1984});
}

/* A load of so many lines from `first` on, of so many sectors each. */
static double load(struct path *path, double at, uint64_t first, uint16_t count,
                   uint8_t sectors)
{
    struct tape_line lines[32];
    struct tape_access access = {.space = PTX_GLOBAL,
                                 .lanes = 32,
                                 .pieces = count,
                                 .passes = sectors == 1 ? count : 1};
    for (uint64_t i = 0; i < count; i++)
        lines[i] = (struct tape_line){.line = first + i, .sectors = sectors};
    return path_load(
        path, at,
        (struct path_request){.accesses = &access, .count = 1, .lines = lines});
}

static void a_line_comes_from_l2_once(void **state)
{
    (void)state;
    struct path *p = new_path();
    double first = load(p, 0, 7, 1, 15);
    assert_true(first >= 0.7 * gpu->model.wait.l2);
    assert_true(load(p, first, 7, 1, 15) - first < 2 * gpu->model.wait.l1);
    assert_true(load(p, first, 8, 1, 15) - first >= 0.7 * gpu->model.wait.l2);
    path_free(p);
}

/* As behind a fence for all of the GPU. */
static void what_was_forgotten_comes_again(void **state)
{
    (void)state;
    struct path *p = new_path();
    double first = load(p, 0, 7, 1, 15);
    path_forget(p);
    double again = load(p, first, 7, 1, 15);
    assert_true(again - first >= 0.7 * gpu->model.wait.l2);
    assert_true(load(p, again, 7, 1, 15) - again < 2 * gpu->model.wait.l1);
    path_free(p);
}

/* A store to a whole line. */
static double store_line(struct path *path, double at, uint64_t number)
{
    struct tape_line line = {.line = number, .sectors = 15, .full = 15};
    struct tape_access access = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = 1, .passes = 1};
    return path_store(
        path, at,
        (struct path_request){.accesses = &access, .count = 1, .lines = &line});
}

static void what_l1_has_is_changed_there(void **state)
{
    (void)state;
    struct path *p = new_path();
    double l2 = 0.7 * gpu->model.wait.l2;
    double at = store_line(p, load(p, 0, 7, 1, 15), 7);
    assert_true(load(p, at, 7, 1, 15) - at < 2 * gpu->model.wait.l1);
    at = store_line(p, at, 8); /* and what it has not is not kept */
    assert_true(load(p, at, 8, 1, 15) - at >= l2);
    path_free(p);
}

/* Loads so many lines, of which each is followed by a store to another one or
 * not: how many come from L2. */
static uint64_t missed(struct path *path, double *at, uint64_t count,
                       bool stores)
{
    uint64_t missed = 0;
    for (uint64_t i = 0; i < count; i++) {
        double there = load(path, *at, i, 1, 15);
        missed += there - *at >= 0.7 * gpu->model.wait.l2;
        *at = stores ? store_line(path, there, 1000000 + i) : there;
    }
    return missed;
}

/* There is room for 1984 lines. */
static void what_is_stored_takes_room(void **state)
{
    enum { MANY = 1500 };
    (void)state;
    struct path *p = new_path();
    double at = 0;
    assert_int_equal(missed(p, &at, MANY, false), MANY);
    assert_in_range(missed(p, &at, MANY, false), 0, MANY / 10);
    assert_in_range(missed(p, &at, MANY, true), MANY / 5, MANY);
    path_free(p);
}

/* Who asks for what is on its way has it when it comes, about when who asked
 * first has it. */
static void a_line_on_its_way_is_waited_for(void **state)
{
    (void)state;
    struct path *p = new_path();
    double first = load(p, 0, 7, 1, 15);
    double second = load(p, 1, 7, 1, 15);
    assert_true(second > first - 2 && second < first + 4);
    path_free(p);
}

/* When a load of a line that L1 has is served, behind so many that wait for
 * another one. */
static double behind(uint32_t waiting)
{
    struct path *p = new_path();
    double at = load(p, 0, 7, 1, 15);
    for (uint32_t i = 0; i < waiting; i++)
        load(p, at, 8, 1, 15);
    double there = load(p, at, 7, 1, 15) - at;
    path_free(p);
    return there;
}

/* 144, though all of them want the same; of those that have been passed on the
 * place is free. */
static void so_many_loads_wait_at_most(void **state)
{
    (void)state;
    assert_true(behind(140) < 140 + 2 * gpu->model.wait.l1);
    assert_true(behind(150) > 0.7 * gpu->model.wait.l2);
    struct path *p = new_path();
    double at = load(p, 0, 7, 1, 15);
    for (uint32_t i = 0; i < 150; i++)
        at = load(p, at, 8 + i, 1, 15);
    assert_true(load(p, at, 7, 1, 15) < at + 2 * gpu->model.wait.l1);
    path_free(p);
}

/* Loads that wait are passed on one by one, and those that do not meanwhile. */
static void what_waited_is_passed_on_by_words(void **state)
{
    (void)state;
    struct path *p = new_path();
    struct tape_line line = {.line = 7, .sectors = 15};
    struct tape_access wide = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = 1, .passes = 16};
    struct path_request request = {
        .accesses = &wide, .count = 1, .lines = &line};
    load(p, 0, 8, 1, 15);
    double first = path_load(p, 600, request);
    double second = path_load(p, 600, request);
    assert_true(second > first + 8);
    assert_true(load(p, 640, 8, 1, 15) < 640 + 2 * gpu->model.wait.l1);
    path_free(p);
}

/* LSU's clocks for a load of the lines 0 to 31, eight rounds, of words of two
 * banks: 16 passes, or three a round. */
static double rounds_clocks(struct path *path, double at)
{
    struct tape_line lines[32];
    struct tape_access access = {.space = PTX_GLOBAL,
                                 .lanes = 32,
                                 .pieces = 32,
                                 .passes = 16,
                                 .apart = 24};
    double before = path_busy(path).lsu;
    for (uint64_t i = 0; i < 32; i++)
        lines[i] = (struct tape_line){.line = i, .sectors = 1};
    path_load(
        path, at,
        (struct path_request){.accesses = &access, .count = 1, .lines = lines});
    return path_busy(path).lsu - before;
}

/* A way whose L1 has room for those lines, and that LSU kept busier than
 * tags. */
static struct path *path_with_room(void)
{
    struct path *p = new_path();
    for (unsigned i = 0; i < 3; i++)
        load(p, 0, 100, 32, 1);
    load(p, 0, 0, 32, 2);
    return p;
}

/* Round by round, if it waits, as lines are looked up: by itself, for others'
 * data as well; what is there at once, beside rounds that wait. */
static void what_waits_is_passed_on_by_rounds(void **state)
{
    (void)state;
    struct path *p = path_with_room();
    assert_true(fabs(rounds_clocks(p, 5000) - 24) < 1);
    assert_true(fabs(rounds_clocks(p, 5000) - 24) < 1);
    assert_true(fabs(rounds_clocks(p, 9000) - 16) < 1);
    path_free(p);
    p = path_with_room();
    load(p, 5000, 16, 16, 1);
    double part = rounds_clocks(p, 9000); /* 4 rounds, and 16 lines at once */
    assert_true(part > 4 * 3 + 8 && part < 4 * 3 + 16);
    path_free(p);
}

/* Each sector is fetched by itself. */
static void parts_of_a_line_come_one_by_one(void **state)
{
    (void)state;
    struct path *p = new_path();
    double first = load(p, 0, 7, 1, 1);
    assert_true(load(p, first, 7, 1, 2) - first >= 0.7 * gpu->model.wait.l2);
    path_free(p);
}

/* 32 lines of one sector keep L1 busy for longer than one of four. */
static void a_request_costs_by_its_lines(void **state)
{
    (void)state;
    struct path *p = new_path();
    double at = load(p, 0, 0, 32, 1), before = path_busy(p).lsu;
    load(p, at, 0, 32, 1);
    double wide = path_busy(p).lsu - before;
    load(p, 2 * at, 0, 1, 15);
    double narrow = path_busy(p).lsu - before - wide;
    assert_true(wide >= 8 * narrow);
    path_free(p);
}

/* A line is filled in one of four banks, the next one looked up in another:
 * where 32 are wanted at once, all banks are busy. */
static void a_line_is_filled_beside_others(void **state)
{
    (void)state;
    enum { LINES = 320 };
    struct path *one = new_path(), *many = new_path();
    for (uint64_t i = 0; i < LINES; i++)
        load(one, 0, i, 1, 15);
    for (uint64_t i = 0; i < LINES; i += 32)
        load(many, 0, i, 32, 15);
    double filled = path_busy(one).lsu - LINES; /* a pass each */
    assert_true(path_busy(many).lsu - LINES / 32 > 3 * filled);
    path_free(one);
    path_free(many);
}

/* L1 looks up the lines of a request while it passes on the words of the one
 * before: 8 clocks for 32 lines in four banks, 16 for words in one of two. */
static void lines_are_looked_up_meanwhile(void **state)
{
    (void)state;
    enum { TIMES = 50 };
    struct path *p = new_path();
    struct tape_line lines[32];
    struct tape_access many = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = 32, .passes = 1};
    struct tape_access slow = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = 1, .passes = 16};
    for (uint64_t i = 0; i < 32; i++)
        lines[i] = (struct tape_line){.line = i, .sectors = 1};
    struct path_request looked = {
        .accesses = &many, .count = 1, .lines = lines};
    struct path_request passed = {
        .accesses = &slow, .count = 1, .lines = lines};
    double begun = path_load(p, 0, looked);
    double one = path_load(p, begun, looked) - begun + 16;
    begun *= 2;
    for (unsigned i = 0; i < TIMES; i++) {
        path_load(p, begun, looked);
        path_load(p, begun, passed);
    }
    double each = (path_done(p) - begun) / TIMES;
    assert_true(one > 24 && each >= 16 && each < 20);
    path_free(p);
}

static double all(const void *held, uint64_t line)
{
    (void)held;
    (void)line;
    return 1;
}

/* Until 640 lines, of so many sectors each, have come from memory to one
 * multiprocessor. */
static double comes_from_memory(uint8_t sectors)
{
    gpu = gpu_find("h200");
    struct path *p = path_new(
        gpu,
        (struct path_share){.active = 1, .l1_lines = 1984, .missing = all});
    double there = 0;
    for (uint64_t i = 0; i < 20; i++)
        there = fmax(there, load(p, 0, 32 * i, 32, sectors));
    path_free(p);
    return there;
}

/* 640 sectors are on their way at once, 2560 are not. */
static void so_many_sectors_are_on_their_way(void **state)
{
    (void)state;
    assert_true(comes_from_memory(1) < 3.5 * gpu->model.wait.dram);
    assert_true(comes_from_memory(15) > 5 * gpu->model.wait.dram);
}

/* Of a page of which L2 lacks half, every second sector is memory's. */
static double half(const void *held, uint64_t line)
{
    (void)held;
    (void)line;
    return 0.5;
}

static void what_l2_lacks_comes_from_memory(void **state)
{
    (void)state;
    gpu = gpu_find("h200");
    struct path *p = path_new(
        gpu,
        (struct path_share){.active = 132, .l1_lines = 1984, .missing = half});
    load(p, 0, 0, 32, 15);
    assert_int_equal((int)path_busy(p).dram_sectors, 64);
    path_forget(p);
    load(p, 0, 0, 32, 15);
    assert_int_equal((int)path_busy(p).returned, 32);
    path_free(p);
}

/* Also what its share of L2 has no room for. */
static void what_comes_back_is_known_for_long(void **state)
{
    (void)state;
    enum { LINES = 6400 };
    gpu = gpu_find("h200");
    struct path *p = path_new(
        gpu,
        (struct path_share){.active = 132, .l1_lines = 1984, .missing = half});
    for (uint64_t i = 0; i < 2 * LINES; i += 32)
        load(p, 0, i % LINES, 32, 15);
    assert_int_equal((int)path_busy(p).asked, 2 * LINES);
    assert_true(path_busy(p).returned > 0.99 * LINES);
    path_free(p);
}

/* Clocks from asking for a line to its coming, behind so many others that each
 * come a while after the one before. */
static double wait_behind(unsigned others, double between)
{
    gpu = gpu_find("h200");
    struct path *p = path_new(
        gpu,
        (struct path_share){.active = 132, .l1_lines = 1984, .missing = all});
    double at = 0;
    for (unsigned i = 0; i < others; i++, at += between)
        load(p, at, 1000 + i, 1, 15);
    double wait = load(p, at, 7, 1, 15) - at;
    path_free(p);
    return wait;
}

static void busy_memory_takes_longer(void **state)
{
    (void)state;
    double idle = wait_behind(0, 0);
    assert_true(wait_behind(1000, 100) < 1.1 * idle);
    assert_true(wait_behind(1000, 10) > 1.3 * idle);
    assert_true(wait_behind(1000, 1) > wait_behind(1000, 10));
}

/* A store to so many sectors, each of a line of its own, written whole or not,
 * by all multiprocessors at once: its path. */
static struct path *stored(unsigned count, uint16_t sectors, bool whole)
{
    struct tape_line lines[32];
    struct tape_access access = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = sectors, .passes = 1};
    struct path_request request = {
        .accesses = &access, .count = 1, .lines = lines};
    gpu = gpu_find("h200");
    struct path *p =
        path_new(gpu, (struct path_share){.active = 132, .l1_lines = 1984});
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t k = 0; k < sectors; k++)
            lines[k] = (struct tape_line){
                .line = 32 * i + k, .sectors = 1, .full = whole};
        path_store(p, 0, request);
    }
    return p;
}

/* Whole lines of which L2 holds nothing, so many: loaded, and stored. */
static struct path_busy changed(unsigned count, bool loads)
{
    gpu = gpu_find("h200");
    struct path *p = path_new(
        gpu,
        (struct path_share){.active = 132, .l1_lines = 1984, .missing = all});
    struct tape_access access = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = 1, .passes = 1};
    for (unsigned i = 0; i < count; i++) {
        struct tape_line line = {.line = i, .sectors = 15, .full = 15};
        struct path_request request = {
            .accesses = &access, .count = 1, .lines = &line};
        if (loads)
            path_load(p, 0, request);
        path_store(p, 0, request);
    }
    struct path_busy busy = path_busy(p);
    path_free(p);
    return busy;
}

/* What was read goes to memory again when it was changed, and memory turns from
 * one to the other. */
static void memory_takes_back_what_was_changed(void **state)
{
    (void)state;
    struct path_busy both = changed(100, true), stores = changed(100, false);
    assert_int_equal((int)stores.dram_sectors, 400);
    assert_int_equal((int)both.dram_sectors, 800);
    assert_true(both.dram > 2.1 * stores.dram);
    assert_true(both.returned == 0);
}

static void parts_of_sectors_are_merged(void **state)
{
    (void)state;
    struct path *whole = stored(100, 32, true), *parts = stored(100, 32, false);
    assert_true(path_done(parts) > 1.2 * path_done(whole));
    path_free(whole);
    path_free(parts);
}

/* Clocks of L2 for structs of three floats, 32 of them side by side, each float
 * by a store of its own, so many clocks behind the one before. */
static double structs_stored(double between)
{
    struct tape_line lines[3];
    struct tape_access access = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = 3, .passes = 1};
    struct path_request request = {
        .accesses = &access, .count = 1, .lines = lines};
    gpu = gpu_find("h200");
    struct path *p =
        path_new(gpu, (struct path_share){.active = 132, .l1_lines = 1984});
    for (uint64_t i = 0; i < 300; i++) {
        for (uint64_t k = 0; k < 3; k++)
            lines[k] = (struct tape_line){.line = i / 3 * 3 + k, .sectors = 15};
        path_store(p, between * (double)i, request);
    }
    double busy = path_busy(p).l2;
    path_free(p);
    return busy;
}

/* Before they go on to L2, if they come soon enough. */
static void stores_to_one_line_are_merged(void **state)
{
    (void)state;
    assert_true(structs_stored(200) > 2.3 * structs_stored(20));
}

/* L2 serves one after the other. */
static void loads_take_turns_with_atomics(void **state)
{
    (void)state;
    struct tape_line lines[32];
    struct tape_access access = {.space = PTX_GLOBAL,
                                 .lanes = 32,
                                 .pieces = 32,
                                 .passes = 1,
                                 .most_same = 1};
    struct path_request request = {
        .accesses = &access, .count = 1, .lines = lines};
    gpu = gpu_find("h200");
    struct path *p =
        path_new(gpu, (struct path_share){.active = 132, .l1_lines = 1984});
    for (uint64_t k = 0; k < 32; k++)
        lines[k] = (struct tape_line){.line = 100 + k, .sectors = 1};
    double alone = load(p, 0, 0, 1, 1);
    path_atomic(p, 1000, request);
    assert_true(load(p, 1000, 1, 1, 1) - 1000 > alone + 50);
    path_free(p);
}

/* Atomics of whole lines, count of them; so many lines from one to the next. */
static struct path *updated(double others, unsigned count, uint64_t step,
                            double *done)
{
    static struct hot_slice slices[TAPE_SLICES];
    struct tape_line line = {.sectors = 15, .turns = 4};
    struct tape_access access = {
        .space = PTX_GLOBAL, .lanes = 32, .pieces = 1, .most_same = 1};
    struct path_request request = {
        .accesses = &access, .count = 1, .lines = &line};
    gpu = gpu_find("h200");
    for (unsigned i = 0; i < TAPE_SLICES; i++)
        slices[i] = (struct hot_slice){.others = others, .several = true};
    struct path *p = path_new(
        gpu,
        (struct path_share){.active = 1, .l1_lines = 1984, .slices = slices});
    *done = 0;
    for (unsigned i = 0; i < count; i++) {
        line.line = i * step;
        *done = fmax(*done, path_atomic(p, 0, request));
    }
    return p;
}

/* Lines of one slice, where all others come at the same time, or of many. */
static void atomics_of_a_slice_wait(void **state)
{
    (void)state;
    double turn = SLICE_TURN * gpu_find("h200")->model.l2_part_us *
                  gpu_find("h200")->clock_khz / 1e3;
    double one, many, alone;
    struct path *p = updated(132, 16, 1, &one);
    assert_true(one > 3.5 * 4 * 132 * turn);
    assert_true(path_busy(p).met > 0.5 * one);
    path_free(p);
    path_free(updated(132, 16, 8, &many));
    assert_true(many < 1.6 * 4 * 132 * turn);
    p = updated(1, 16, 1, &alone);
    assert_true(alone < 1000);
    assert_true(path_busy(p).met <= 0);
    path_free(p);
}

/* While 128 are before it, an atomic has not left. */
static void atomics_leave_by_and_by(void **state)
{
    (void)state;
    double done;
    struct path *p = updated(132, 100, 0, &done);
    assert_true(path_sent(p) < 0.1 * done);
    path_free(p);
    p = updated(132, 400, 0, &done);
    assert_true(path_sent(p) > 0.6 * done && path_sent(p) < 0.8 * done);
    path_free(p);
}

/* A result comes from the nearer half of L2 or, the sooner the more lines there
 * are, from the other one. */
static void results_come_from_afar(void **state)
{
    (void)state;
    struct tape_line lines[32];
    struct tape_access access = {.space = PTX_GLOBAL,
                                 .lanes = 32,
                                 .pieces = 1,
                                 .passes = 1,
                                 .most_same = 1};
    struct path_request request = {
        .accesses = &access, .count = 1, .lines = lines, .returns = true};
    struct path *p = new_path();
    for (uint64_t k = 0; k < 32; k++)
        lines[k] = (struct tape_line){.line = k, .sectors = 1, .turns = 1};
    double one = path_atomic(p, 0, request);
    assert_true(one > gpu->model.wait.atomic + 100);
    access.pieces = 8;
    assert_true(path_atomic(p, 1000, request) - 1000 > one + 100);
    path_free(p);
}

/* Bytes of words of local memory, so many lines again and again, of one block
 * or of two in turn: when L2 has them all. */
static double local_bytes(unsigned lines, unsigned times, bool two,
                          uint8_t full)
{
    struct path *p =
        path_new(gpu, (struct path_share){.active = 132, .l1_lines = 1984});
    struct tape_access access = {
        .space = PTX_LOCAL, .lanes = 32, .pieces = 1, .passes = 1};
    double at = 0;
    for (unsigned i = 0; i < lines * times; i++) {
        struct tape_line line = {
            .line = LOCAL_LINES + i % lines, .sectors = 15, .full = full};
        at += 1;
        path_store(p, at,
                   (struct path_request){.accesses = &access,
                                         .count = 1,
                                         .lines = &line,
                                         .block = two && i % 2});
    }
    double done = path_done(p);
    path_free(p);
    return done;
}

/* A line of local memory is another one for each block. */
static void blocks_have_local_lines_of_their_own(void **state)
{
    (void)state;
    gpu = gpu_find("h200");
    double one = local_bytes(1, 400, false, 15);
    double two = local_bytes(1, 400, true, 15);
    assert_true(two > one && two < 1.1 * one);
    assert_true(local_bytes(30, 20, false, 0) >
                1.5 * local_bytes(30, 20, false, 15));
}

/* Sector by sector, those stored in part with which bytes they are, while what
 * comes next waits before LSU. */
static void a_store_leaves_by_and_by(void **state)
{
    (void)state;
    struct path *many = stored(1, 32, false), *one = stored(1, 1, true);
    struct path *whole = stored(1, 32, true);
    assert_true(path_open(many) > 40);
    assert_true(path_open(whole) < 0.6 * path_open(many));
    assert_true(path_open(one) <= 0);
    path_free(many);
    path_free(one);
    path_free(whole);
}

/* The farthest multiprocessor from L2 is waited for. */
static void many_multiprocessors_are_farther_from_l2(void **state)
{
    (void)state;
    struct path *alone = new_path();
    struct path *many =
        path_new(gpu, (struct path_share){.active = 132, .l1_lines = 1984});
    assert_true(load(many, 0, 7, 1, 1) > load(alone, 0, 7, 1, 1) + 15);
    path_free(alone);
    path_free(many);
}

static void shared_memory_serves_pass_by_pass(void **state)
{
    (void)state;
    struct path *p = new_path();
    struct tape_access access = {
        .space = PTX_SHARED, .lanes = 32, .passes = 32};
    struct path_request request = {.accesses = &access, .count = 1};
    double slow = path_load(p, 0, request);
    access.passes = 1;
    double fast = path_load(p, slow, request) - slow;
    assert_true(slow >= fast + 31 * gpu->model.shared_pass);
    path_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_comes_from_l2_once),
        cmocka_unit_test(what_was_forgotten_comes_again),
        cmocka_unit_test(what_l1_has_is_changed_there),
        cmocka_unit_test(what_is_stored_takes_room),
        cmocka_unit_test(a_line_on_its_way_is_waited_for),
        cmocka_unit_test(so_many_loads_wait_at_most),
        cmocka_unit_test(what_waited_is_passed_on_by_words),
        cmocka_unit_test(what_waits_is_passed_on_by_rounds),
        cmocka_unit_test(parts_of_a_line_come_one_by_one),
        cmocka_unit_test(a_request_costs_by_its_lines),
        cmocka_unit_test(a_line_is_filled_beside_others),
        cmocka_unit_test(lines_are_looked_up_meanwhile),
        cmocka_unit_test(so_many_sectors_are_on_their_way),
        cmocka_unit_test(what_l2_lacks_comes_from_memory),
        cmocka_unit_test(what_comes_back_is_known_for_long),
        cmocka_unit_test(memory_takes_back_what_was_changed),
        cmocka_unit_test(parts_of_sectors_are_merged),
        cmocka_unit_test(stores_to_one_line_are_merged),
        cmocka_unit_test(loads_take_turns_with_atomics),
        cmocka_unit_test(atomics_of_a_slice_wait),
        cmocka_unit_test(atomics_leave_by_and_by),
        cmocka_unit_test(results_come_from_afar),
        cmocka_unit_test(blocks_have_local_lines_of_their_own),
        cmocka_unit_test(a_store_leaves_by_and_by),
        cmocka_unit_test(many_multiprocessors_are_farther_from_l2),
        cmocka_unit_test(busy_memory_takes_longer),
        cmocka_unit_test(shared_memory_serves_pass_by_pass),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
