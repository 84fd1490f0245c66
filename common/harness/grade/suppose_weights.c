/*
 * suppose_weights.c - elements of an input that count more than once, some more
 * often than others, or not at all.
 *
 * Idea: threads that share the work take the same elements, or not all of them
 * hand in their sums; or shuffles bring the sums of some lanes again and again.
 */
#include "suppose_table.h"

struct weights {
    /* How often element k of a row counts; p: the length supposed, block: the
     * threads of one. */
    double (*of)(size_t k, size_t p, size_t block);
    const char *text;
    enum length length;
    size_t fixed;
};

/* ---- threads that share the work ---------------------------------------- */

/* Thread t of p takes t, t + 1, ...: element k is that of all up to thread
 * k. */
static double all_behind(size_t k, size_t p, size_t block)
{
    (void)block;
    return (double)(k < p ? k + 1 : p);
}

/* The same in each tile of as many elements as a block has threads. */
static double all_behind_in_tile(size_t k, size_t p, size_t block)
{
    return all_behind(k % block, p, block);
}

/* Each of p threads takes 0, p, 2 p, ... */
static double from_0_on(size_t k, size_t p, size_t block)
{
    (void)block;
    return k % p == 0 ? (double)p : 0;
}

/* Each of p threads takes all. */
static double all_of_it(size_t k, size_t p, size_t block)
{
    (void)k;
    (void)block;
    return (double)p;
}

/* Of p threads of a grid, those of the first block. */
static double of_block_0(size_t k, size_t p, size_t block)
{
    return k % p < block ? 1 : 0;
}

/* ---- shuffles ------------------------------------------------------------ */

/* Five steps by 1: in the sum of lane 0, how often is lane k's? */
static double five_by_1(size_t lane)
{
    static const double times[] = {1, 5, 10, 10, 5, 1};
    return lane < COUNT(times) ? times[lane] : 0;
}

static double steps_by_1(size_t k, size_t p, size_t block)
{
    (void)p;
    (void)block;
    return five_by_1(k % 32);
}

/* A warp adds up what the warps have. */
static double steps_by_1_of_warps(size_t k, size_t p, size_t block)
{
    (void)p;
    return five_by_1(k % block / 32);
}

static double steps_by_1_twice(size_t k, size_t p, size_t block)
{
    return steps_by_1(k, p, block) * steps_by_1_of_warps(k, p, block);
}

/* Lane 31 adds its own sum five times; in the second stage too, where it has
 * one if there are 32 warps. */
static double lane_31_twice(size_t k, size_t p, size_t block)
{
    (void)p;
    return k % block == 1023 ? 1024 : 0;
}

/* ---- all of them --------------------------------------------------------- */

static const char steps_of_1[] =
    "elements of @n are counted by several threads: of @p that share the work, "
    "each goes on by 1 @u, and not by @p";
static const char starts_at_0[] =
    "all of @p threads that share the work take the same @us of @n, every @o "
    "one: does the loop start at the thread's own number?";
static const char nothing_shared[] =
    "every @u of @n is counted @p times: each of @p threads takes all of them, "
    "and they were to share the work";
static const char block_0_only[] =
    "only what the first block sums counts: are the sums of all blocks added?";
static const char next_lane[] =
    "every step of the shuffles brings the sum of the next lane: are the "
    "distances 16, 8, 4, 2 and 1?";
static const char last_lane[] =
    "lane 31 stores, and it has no sum but its own: behind __shfl_down_sync "
    "lane 0 has that of all lanes";

static const struct weights kinds[] = {
    {all_behind, steps_of_1, LENGTH_FIXED, 32},
    {all_behind, steps_of_1, LENGTH_BLOCK, 0},
    {all_behind, steps_of_1, LENGTH_BLOCK_X, 0},
    {all_behind, steps_of_1, LENGTH_BLOCK_Y, 0},
    {all_behind, steps_of_1, LENGTH_GRID, 0},
    {all_behind_in_tile, steps_of_1, LENGTH_BLOCK_Y, 0},
    {from_0_on, starts_at_0, LENGTH_BLOCK_Y, 0},
    {all_of_it, nothing_shared, LENGTH_BLOCK_Y, 0},
    {of_block_0, block_0_only, LENGTH_GRID, 0},
    {steps_by_1, next_lane, LENGTH_FIXED, 32},
    {steps_by_1_of_warps, next_lane, LENGTH_FIXED, 32},
    {steps_by_1_twice, next_lane, LENGTH_FIXED, 32},
    {lane_31_twice, last_lane, LENGTH_FIXED, 32},
};

static size_t threads_of(const struct trial *trial)
{
    struct supposition s = {.length = LENGTH_BLOCK};
    return suppose_length(&s, trial);
}

static bool predict_weights(const struct supposition *s, struct trial *trial)
{
    const struct weights *weights = s->what;
    size_t p = suppose_length(s, trial), block = threads_of(trial);
    size_t altered = 0;
    struct table t;
    if (p < 2 || block == 0 || !table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++) {
        size_t k = s->columns ? i % t.cols : i / t.cols;
        double weight = weights->of(k, p, block);
        altered += weight != 1;
        table_weigh(&t, i, weight);
    }
    table_ask(trial, s->buffer, &t);
    for (size_t i = 0; i < trial->view.count; i++)
        trial->predicted[i].terms += (double)p; /* each is rounded */
    return altered > 0;
}

static void tell_weights(const struct supposition *s, const struct trial *trial,
                         char *text, size_t n)
{
    const struct weights *weights = s->what;
    table_sentence(weights->text, s, trial, NULL, text, n);
}

bool suppose_weights(struct supposition s, suppose_try *try_it, void *context)
{
    s.predict = predict_weights;
    s.tell = tell_weights;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        s.what = &kinds[i];
        s.length = kinds[i].length;
        s.fixed = kinds[i].fixed;
        if (try_it(&s, context))
            return true;
    }
    return false;
}
