/*
 * suppose_parts.c - parts of an input that do not count, or count twice.
 *
 * Idea: what a thread, a warp or a tile failed to add looks like columns of a
 * matrix that are zero.
 */
#include <math.h>

#include "suppose_table.h"

/* Of a line of `all` parts, does number k count?  `line` is the line's own
 * number, p the length supposed. */
struct part {
    bool (*counts)(size_t k, size_t all, size_t p, size_t line);
    const char *text;
    enum length length;
    size_t fixed;
    double kept; /* what counts, counts so often; 0: once */
};

static bool but_last(size_t k, size_t all, size_t p, size_t line)
{
    (void)p;
    (void)line;
    return k + 1 < all;
}

static bool but_first(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)p;
    (void)line;
    return k > 0;
}

static bool only_first(size_t k, size_t all, size_t p, size_t line)
{
    return !but_first(k, all, p, line);
}

static bool only_last(size_t k, size_t all, size_t p, size_t line)
{
    return !but_last(k, all, p, line);
}

static bool but_last_tile(size_t k, size_t all, size_t p, size_t line)
{
    (void)line;
    return k < all / p * p;
}

static bool but_final_tile(size_t k, size_t all, size_t p, size_t line)
{
    (void)line;
    return k < (all - 1) / p * p;
}

static bool only_last_tile(size_t k, size_t all, size_t p, size_t line)
{
    (void)line;
    return k >= (all - 1) / p * p;
}

static bool only_first_tile(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k < p;
}

static bool but_first_tile(size_t k, size_t all, size_t p, size_t line)
{
    return !only_first_tile(k, all, p, line);
}

static bool every_pth(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % p == 0;
}

static bool last_of_each(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % p == p - 1;
}

static bool but_every_pth(size_t k, size_t all, size_t p, size_t line)
{
    return !every_pth(k, all, p, line);
}

static bool but_last_of_each(size_t k, size_t all, size_t p, size_t line)
{
    return !last_of_each(k, all, p, line);
}

/* As many bytes of it are there as it has elements of p bytes. */
static bool first_bytes(size_t k, size_t all, size_t p, size_t line)
{
    (void)line;
    return k < all / p;
}

/* The lower half of every 2 p: a step by p of a tree, or of shuffles, is
 * missing. */
static bool lower_half(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k / p % 2 == 0;
}

static bool upper_half(size_t k, size_t all, size_t p, size_t line)
{
    return !lower_half(k, all, p, line);
}

/* The first p of 32. */
static bool low_lanes(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % 32 < p;
}

/* The same in both stages, as a warp sums what the warps have. */
static bool low_lanes_twice(size_t k, size_t all, size_t p, size_t line)
{
    return low_lanes(k, all, 16, line) && k % p / 32 < 16;
}

/* The last step, by 1, is missing in both stages. */
static bool even_twice(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % 2 == 0 && k % p / 32 % 2 == 0;
}

static bool first_half(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return p < 2 || k % p < (p + 1) / 2;
}

static bool first_warp(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % p < 32;
}

static bool but_last_warp(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % p / 32 < (p - 1) / 32 || p <= 32;
}

/* The same, and where a block has one warp, that one. */
static bool but_any_last_warp(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % p / 32 < (p - 1) / 32;
}

/* A thread takes so many elements, p apart. */
static bool but_last_of_4(size_t k, size_t all, size_t p, size_t line)
{
    return !last_of_each(k / p, all, 4, line);
}

static bool but_last_of_8(size_t k, size_t all, size_t p, size_t line)
{
    return !last_of_each(k / p, all, 8, line);
}

static bool but_last_of_16(size_t k, size_t all, size_t p, size_t line)
{
    return !last_of_each(k / p, all, 16, line);
}

/* Of p threads, do halves that are rounded down get to thread k? */
static bool survives_halving(size_t k, size_t all, size_t p, size_t line)
{
    size_t thread = k % p, left = p;
    (void)all;
    (void)line;
    while (left > 1) {
        size_t half = left / 2;
        if (thread >= 2 * half)
            return false;
        if (thread >= half)
            thread -= half;
        left = half;
    }
    return true;
}

/* What each thread adds last, if its next one is p further on. */
static bool last_of_threads(size_t k, size_t all, size_t p, size_t line)
{
    (void)line;
    return k + p >= all;
}

/* Only one step of a tree is done. */
static bool one_step(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k % p == 0 || k % p == (p + 1) / 2;
}

/* The tree ends when two sums are left. */
static bool but_last_step(size_t k, size_t all, size_t p, size_t line)
{
    size_t thread = k % p, left = p;
    (void)all;
    (void)line;
    while (left > 2) {
        size_t half = (left + 1) / 2;
        if (thread >= half)
            thread -= half;
        left = half;
    }
    return thread == 0;
}

static bool own_only(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    return k % p == line % p;
}

static const char tile_left_out[] =
    "as if the last tile of @n were left out, @r: is it shorter than "
    "the others, and are tiles counted rounding up?";
static const char final_tile_left_out[] =
    "as if the last tile of @n were left out, @r: where does the loop over "
    "tiles end?";
static const char last_tile_only[] =
    "only the last tile of @n counts, of @p @us: does each tile overwrite the "
    "sum of those before?";
static const char first_tile_only[] =
    "only the first @p @us of @n count: is there no loop over the others, or "
    "does it end too soon?";
static const char first_tile_left_out[] =
    "as if the first @p @us of @n were left out: where does the loop start?";
static const char thread_0_only[] =
    "only what thread 0 sums counts, every @o @u of @n: are the sums of the "
    "block's other threads added to it?";
static const char step_missing[] =
    "as if the step by @p were missing from the reduction: of every 32 or more "
    "sums the ones @p further on are lost";
static const char lanes_missing[] =
    "what lanes @p to 31 sum is left out: do the shuffles begin at 16?";
static const char half_missing[] =
    "of every @p @us of @n only the first half counts: are the sums of all "
    "threads added?";
static const char second_of_two_missing[] =
    "of every two pieces of @p @us of @n only the first counts: does a thread "
    "add both of its @us?";
static const char last_of_each_thread[] =
    "only the last @u of @n that each thread takes counts: does = stand where "
    "+= belongs?";
static const char halving[] =
    "sums are lost where an odd number of them, of @p threads, is halved: half "
    "= left / 2 leaves one out";
static const char first_warp_only[] =
    "of every @p @us of @n only the first 32 count: are the sums of all warps "
    "added, or is the step of the loop that of a block?";
static const char last_warp_missing[] =
    "what the last warp of each block sums is left out";
static const char first_of_each_missing[] =
    "of every @p @us of @n the first is left out";
static const char last_of_each_missing[] =
    "of every @p @us of @n the last is left out";
static const char own_element_only[] =
    "each thread counts only the @u of @n that it brings itself: is the array "
    "__shared__, so that all threads see it?";
static const char one_turn_missing[] =
    "the last piece of each block, @p @us of @n, is left out: does the loop "
    "over what a thread adds end one turn too soon?";
static const char lane_0_doubled[] =
    "lane 0 adds its own sum again and again, and those of no other lane: "
    "__shfl_down_sync brings what lanes above have";
static const char lane_31_doubled[] =
    "the sum of lane 31 is taken: behind __shfl_down_sync lane 0 has that of "
    "all lanes";
static const char thread_0_doubled[] =
    "thread 0 adds its own sum again and again, and those of no other thread: "
    "__shfl_down_sync brings what lanes above have";

#define TILES(counts, text)                                                    \
    {counts, text, LENGTH_BLOCK, 0, 0}, {counts, text, LENGTH_BLOCK_X, 0, 0},  \
        {counts, text, LENGTH_BLOCK_Y, 0, 0},                                  \
        {counts, text, LENGTH_FIXED, 32, 0},                                   \
        {counts, text, LENGTH_FIXED, 16, 0},                                   \
        {counts, text, LENGTH_FIXED, 8, 0},                                    \
        {counts, text, LENGTH_FIXED, 64, 0},                                   \
        {counts, text, LENGTH_FIXED, 128, 0},                                  \
        {counts, text, LENGTH_FIXED, 256, 0},                                  \
        {counts, text, LENGTH_FIXED, 512, 0},                                  \
    {                                                                          \
        counts, text, LENGTH_FIXED, 1024, 0                                    \
    }

static const struct part parts[] = {
    {but_last,
     "as if the last @u of @n were left out; where does the loop end?",
     LENGTH_FIXED, 1, 0},
    {but_first,
     "as if the first @u of @n were left out; where does the loop start?",
     LENGTH_FIXED, 1, 0},
    {only_last, "only the last @u of @n counts: does = stand where += belongs?",
     LENGTH_FIXED, 1, 0},
    {last_of_threads, last_of_each_thread, LENGTH_GRID, 0, 0},
    {last_of_threads, last_of_each_thread, LENGTH_BLOCK, 0, 0},
    {last_of_threads, last_of_each_thread, LENGTH_BLOCK_Y, 0, 0},
    {last_of_threads, last_of_each_thread, LENGTH_FIXED, 32, 0},
    {only_first,
     "only the first @u of @n counts: does the loop end after its "
     "first turn?",
     LENGTH_FIXED, 1, 0},
    {first_bytes,
     "only the first quarter of @n counts: is it copied with as many bytes as "
     "it has elements, and not n * sizeof(float)?",
     LENGTH_FIXED, sizeof(float), 0},
    TILES(but_last_tile, tile_left_out),
    TILES(only_last_tile, last_tile_only),
    TILES(but_final_tile, final_tile_left_out),
    {only_first_tile, first_tile_only, LENGTH_GRID, 0, 0},
    TILES(only_first_tile, first_tile_only),
    {every_pth, thread_0_only, LENGTH_BLOCK, 0, 0},
    {every_pth, thread_0_only, LENGTH_BLOCK_X, 0, 0},
    {every_pth, thread_0_only, LENGTH_BLOCK_Y, 0, 0},
    {every_pth,
     "only what lane 0 sums counts, every 32nd @u of @n: are the "
     "sums of the other lanes added to it?",
     LENGTH_FIXED, 32, 0},
    {survives_halving, halving, LENGTH_BLOCK, 0, 0},
    {but_last_step,
     "the last step of the tree is missing: the sums of half of the threads "
     "are left out",
     LENGTH_BLOCK, 0, 0},
    {one_step,
     "only one step of the tree is done: of every @p sums two are added",
     LENGTH_BLOCK, 0, 0},
    {first_warp, first_warp_only, LENGTH_BLOCK, 0, 0},
    {but_last_warp, last_warp_missing, LENGTH_BLOCK, 0, 0},
    {low_lanes, lanes_missing, LENGTH_FIXED, 16, 0},
    {low_lanes_twice,
     "what lanes 16 to 31 sum is left out, in both stages: do the shuffles "
     "begin at 16?",
     LENGTH_BLOCK, 0, 0},
    {low_lanes, lanes_missing, LENGTH_FIXED, 8, 0},
    {low_lanes, lanes_missing, LENGTH_FIXED, 4, 0},
    {first_half, half_missing, LENGTH_BLOCK_Y, 0, 0},
    {lower_half, step_missing, LENGTH_FIXED, 1, 0},
    {even_twice,
     "the last step of the shuffles, by 1, is missing in both stages: what "
     "every other lane sums is left out",
     LENGTH_BLOCK, 0, 0},
    {lower_half, step_missing, LENGTH_FIXED, 2, 0},
    {lower_half, step_missing, LENGTH_FIXED, 4, 0},
    {lower_half, step_missing, LENGTH_FIXED, 8, 0},
    {lower_half, step_missing, LENGTH_FIXED, 16, 0},
    {lower_half, step_missing, LENGTH_FIXED, 32, 0},
    {lower_half, step_missing, LENGTH_FIXED, 64, 0},
    {lower_half, step_missing, LENGTH_FIXED, 128, 0},
    {every_pth, "of every 2 @us of @n the second is left out", LENGTH_FIXED, 2,
     0},
    {every_pth, "only every 4th @u of @n counts", LENGTH_FIXED, 4, 0},
    {every_pth, "only every 8th @u of @n counts", LENGTH_FIXED, 8, 0},
    {every_pth, "only every 16th @u of @n counts", LENGTH_FIXED, 16, 0},
    {first_half, half_missing, LENGTH_BLOCK, 0, 0},
    {lower_half, second_of_two_missing, LENGTH_BLOCK, 0, 0},
    {first_half, half_missing, LENGTH_BLOCK_X, 0, 0},
    TILES(but_last_of_each, last_of_each_missing),
    TILES(but_every_pth, first_of_each_missing),
    TILES(but_first_tile, first_tile_left_out),
    {last_of_each, "only every @o @u of @n counts, the last of each @p",
     LENGTH_BLOCK_Y, 0, 0},
    {last_of_each, "only every @o @u of @n counts, the last of each @p",
     LENGTH_BLOCK, 0, 0},
    {but_any_last_warp, last_warp_missing, LENGTH_BLOCK, 0, 0},
    {but_last_of_4, one_turn_missing, LENGTH_BLOCK, 0, 0},
    {but_last_of_8, one_turn_missing, LENGTH_BLOCK, 0, 0},
    {but_last_of_16, one_turn_missing, LENGTH_BLOCK, 0, 0},
    {every_pth, lane_0_doubled, LENGTH_FIXED, 32, 32},
    {last_of_each, lane_31_doubled, LENGTH_FIXED, 32, 32},
    {every_pth, thread_0_doubled, LENGTH_BLOCK, 0, 1024},
    {every_pth, thread_0_doubled, LENGTH_BLOCK, 0, 32},
    {own_only, own_element_only, LENGTH_BLOCK, 0, 0},
};

static const char upper_half_twice[] =
    "the sums @p further on are added twice: is a step of the tree made once "
    "more by what comes behind it?";

/* What counts twice. */
static const struct part doubled[] = {
    {only_first, "the first @u of @n counts twice", LENGTH_FIXED, 1, 0},
    {only_last, "the last @u of @n counts twice", LENGTH_FIXED, 1, 0},
    {every_pth, "what thread 0 sums counts twice, every @o @u of @n",
     LENGTH_BLOCK_Y, 0, 0},
    {every_pth, "what thread 0 sums counts twice, every @o @u of @n",
     LENGTH_BLOCK, 0, 0},
    {every_pth, "what lane 0 sums counts twice, every 32nd @u of @n",
     LENGTH_FIXED, 32, 0},
    {upper_half, upper_half_twice, LENGTH_FIXED, 32, 0},
    {upper_half, upper_half_twice, LENGTH_FIXED, 16, 0},
    {upper_half, upper_half_twice, LENGTH_FIXED, 1, 0},
    {only_first_tile, "the first @p @us of @n count twice", LENGTH_BLOCK, 0, 0},
    {only_first_tile, "the first @p @us of @n count twice", LENGTH_FIXED, 32,
     0},
};

static bool counts(const struct supposition *s, const struct table *t, size_t k,
                   size_t p, size_t line)
{
    const struct part *part = s->what;
    return part->counts(k, table_line(s, t), p, line);
}

/* How often element (line, k) is to count. */
static double weight(const struct supposition *s, bool counted)
{
    const struct part *part = s->what;
    if (s->factor == 2)
        return counted ? 2 : 1;
    return counted ? (part->kept > 0 ? part->kept : 1) : s->factor;
}

/* A block of one thread, or with one in y, has no tiles: "of every 1". */
static bool is_no_part(const struct supposition *s, size_t p)
{
    return p == 0 || (p == 1 && s->length != LENGTH_FIXED);
}

static bool predict_part(const struct supposition *s, struct trial *trial)
{
    size_t p = suppose_length(s, trial), altered = 0;
    struct table t;
    if (is_no_part(s, p) || !table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++) {
        size_t row = i / t.cols, col = i % t.cols;
        bool counted =
            counts(s, &t, s->columns ? col : row, p, s->columns ? row : col);
        double w = weight(s, counted);
        if (w == 1)
            continue;
        altered++;
        table_weigh(&t, i, w);
    }
    table_ask(trial, s->buffer, &t);
    return altered > 0;
}

static bool is_counted(const struct supposition *s, const struct table *t,
                       size_t k)
{
    return counts(s, t, k, t->p, 0);
}

static void tell_part(const struct supposition *s, const struct trial *trial,
                      char *text, size_t n)
{
    const struct part *part = s->what;
    table_sentence(part->text, s, trial, is_counted, text, n);
}

static bool try_parts(struct supposition s, const struct part *list, size_t n,
                      suppose_try *try_it, void *context)
{
    bool found = false;
    s.predict = predict_part;
    s.tell = tell_part;
    for (size_t i = 0; i < n && !found; i++) {
        s.what = &list[i];
        s.length = list[i].length;
        s.fixed = list[i].fixed;
        found = try_it(&s, context);
    }
    return found;
}

bool suppose_parts(struct supposition s, suppose_try *try_it, void *context)
{
    return try_parts(s, parts, COUNT(parts), try_it, context);
}

bool suppose_doubled(struct supposition s, suppose_try *try_it, void *context)
{
    s.factor = 2;
    return try_parts(s, doubled, COUNT(doubled), try_it, context);
}
