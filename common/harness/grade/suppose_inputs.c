/*
 * suppose_inputs.c - with other inputs it would be right: parts of an array
 * left out, taken twice, read from other places.
 *
 * Idea: the oracle itself is asked, with one array altered.  What a thread, a
 * warp or a tile failed to add looks like columns of a matrix that are zero.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "lab/random.h"
#include "suppose.h"

/* ---- one array as rows x columns ----------------------------------------- */

struct table {
    const char *name;
    enum element element;
    size_t rows, cols;
    const unsigned char *from;
    unsigned char *to; /* its altered copy */
};

static size_t table_count(const struct table *t)
{
    return t->rows * t->cols;
}

static bool table_open(struct table *t, const struct trial *trial,
                       size_t buffer)
{
    const struct problem *problem = trial->view.problem;
    const struct buffer *b = &problem->exercise->buffers[buffer];
    size_t count = b->count(problem->size);
    size_t cols = buffer_columns(b, problem->size);
    size_t bytes = count * element_bytes(b->element);
    *t = (struct table){.name = b->name,
                        .element = b->element,
                        .rows = cols ? count / cols : 1,
                        .cols = cols ? cols : count,
                        .from = problem_input(problem, buffer),
                        .to = malloc(bytes + 1)};
    if (t->to)
        memcpy(t->to, t->from, bytes);
    return t->to;
}

static void set_value(const struct table *t, size_t i, double value)
{
    switch (t->element) {
    case ELEMENT_F32: ((float *)t->to)[i] = (float)value; break;
    case ELEMENT_F64: ((double *)t->to)[i] = value; break;
    case ELEMENT_I32: ((int32_t *)t->to)[i] = (int32_t)value; break;
    case ELEMENT_I64: ((int64_t *)t->to)[i] = (int64_t)value; break;
    }
}

static double value_of(const struct table *t, size_t i)
{
    return element_value(t->element, t->from, i);
}

/* By a factor; infinity stands for itself: it is what a minimum leaves out. */
static void weigh(const struct table *t, size_t i, double factor)
{
    set_value(t, i, isinf(factor) ? factor : factor * value_of(t, i));
}

static void ask_oracle(struct trial *trial, size_t buffer, struct table *t)
{
    const void *original = trial->inputs[buffer];
    trial->inputs[buffer] = t->to;
    trial->view.problem->exercise->oracle(
        trial->inputs, trial->view.problem->size, trial->predicted);
    trial->inputs[buffer] = original;
    free(t->to);
}

/* ---- parts that count, and parts that do not ----------------------------- */

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

/* The lower half of every 2 p: a step by p of a tree, or of shuffles, is
 * missing. */
static bool lower_half(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    (void)line;
    return k / p % 2 == 0;
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

static bool own_only(size_t k, size_t all, size_t p, size_t line)
{
    (void)all;
    return k % p == line % p;
}

/* "@u" is column, row or element, "@n" the array, "@p" the length, "@o" the
 * same as an ordinal, "@r" what is left out. */
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
static const char halving[] =
    "sums are lost where an odd number of them, of @p threads, is halved: half "
    "= left / 2 leaves one out";
static const char first_warp_only[] =
    "only what the first warp of each block sums counts: are the sums of the "
    "other warps added to it?";
static const char last_warp_missing[] =
    "what the last warp of each block sums is left out";
static const char first_of_each_missing[] =
    "of every @p @us of @n the first is left out";
static const char last_of_each_missing[] =
    "of every @p @us of @n the last is left out";
static const char own_element_only[] =
    "each thread counts only the @u of @n that it brings itself: is the array "
    "__shared__, so that all threads see it?";
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
    {only_first,
     "only the first @u of @n counts: does the loop end after its "
     "first turn?",
     LENGTH_FIXED, 1, 0},
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
    {first_half, half_missing, LENGTH_BLOCK_X, 0, 0},
    TILES(but_last_of_each, last_of_each_missing),
    TILES(but_every_pth, first_of_each_missing),
    TILES(but_first_tile, first_tile_left_out),
    {last_of_each, "only every @o @u of @n counts, the last of each @p",
     LENGTH_BLOCK_Y, 0, 0},
    {last_of_each, "only every @o @u of @n counts, the last of each @p",
     LENGTH_BLOCK, 0, 0},
    {every_pth, lane_0_doubled, LENGTH_FIXED, 32, 32},
    {last_of_each, lane_31_doubled, LENGTH_FIXED, 32, 32},
    {every_pth, thread_0_doubled, LENGTH_BLOCK, 0, 1024},
    {every_pth, thread_0_doubled, LENGTH_BLOCK, 0, 32},
    {own_only, own_element_only, LENGTH_BLOCK, 0, 0},
};

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
    {only_first_tile, "the first @p @us of @n count twice", LENGTH_BLOCK, 0, 0},
    {only_first_tile, "the first @p @us of @n count twice", LENGTH_FIXED, 32,
     0},
};

static size_t length_of_lines(const struct supposition *s,
                              const struct table *t)
{
    return s->columns ? t->cols : t->rows;
}

static bool counts(const struct supposition *s, const struct table *t, size_t k,
                   size_t p, size_t line)
{
    const struct part *part = s->what;
    return part->counts(k, length_of_lines(s, t), p, line);
}

/* How often element (line, k) is to count. */
static double weight(const struct supposition *s, bool counted)
{
    const struct part *part = s->what;
    if (s->factor == 2)
        return counted ? 2 : 1;
    return counted ? (part->kept > 0 ? part->kept : 1) : s->factor;
}

static bool predict_part(const struct supposition *s, struct trial *trial)
{
    size_t p = suppose_length(s, trial), altered = 0;
    struct table t;
    if (p == 0 || !table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++) {
        size_t row = i / t.cols, col = i % t.cols;
        bool counted =
            counts(s, &t, s->columns ? col : row, p, s->columns ? row : col);
        double w = weight(s, counted);
        if (w == 1)
            continue;
        altered++;
        weigh(&t, i, w);
    }
    ask_oracle(trial, s->buffer, &t);
    return altered > 0;
}

/* ---- sentences ----------------------------------------------------------- */

static const char *unit_of(const struct supposition *s, const struct table *t)
{
    return t->rows == 1 ? "element" : s->columns ? "column" : "row";
}

/* The first and the last part that do not count. */
static void range_left_out(const struct supposition *s, const struct table *t,
                           size_t p, size_t *first, size_t *end)
{
    size_t all = length_of_lines(s, t);
    *first = all;
    *end = 0;
    for (size_t k = 0; k < all; k++) {
        if (counts(s, t, k, p, 0) != (s->factor == 2))
            continue;
        *first = k < *first ? k : *first;
        *end = k;
    }
}

/* "columns 96 to 126", "column 64" */
static void put_range(const struct supposition *s, const struct table *t,
                      size_t p, char *text, size_t n)
{
    size_t first, end;
    range_left_out(s, t, p, &first, &end);
    if (first == end)
        snprintf(text, n, "%s %zu", unit_of(s, t), first);
    else
        snprintf(text, n, "%ss %zu to %zu", unit_of(s, t), first, end);
}

/* "8th", "2nd" */
static void put_ordinal(size_t p, char *text, size_t n)
{
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    bool teen = p / 10 % 10 == 1;
    snprintf(text, n, "%zu%s", p, ends[p % 10 < 4 && !teen ? p % 10 : 0]);
}

static void put_field(char field, const struct supposition *s,
                      const struct table *t, size_t p, char *text, size_t n)
{
    switch (field) {
    case 'u': snprintf(text, n, "%s", unit_of(s, t)); break;
    case 'n': snprintf(text, n, "%s", t->name); break;
    case 'p': snprintf(text, n, "%zu", p); break;
    case 'o': put_ordinal(p, text, n); break;
    case 'r': put_range(s, t, p, text, n); break;
    default: *text = '\0';
    }
}

static void put_sentence(const char *form, const struct supposition *s,
                         const struct trial *trial, char *text, size_t n)
{
    size_t used = 0, p = suppose_length(s, trial);
    struct table t;
    *text = '\0';
    if (!table_open(&t, trial, s->buffer))
        return;
    for (; *form && used + 1 < n; form++) {
        if (*form == '@' && form[1]) {
            put_field(*++form, s, &t, p, text + used, n - used);
            used = strlen(text);
        } else {
            text[used++] = *form;
            text[used] = '\0';
        }
    }
    free(t.to);
}

static void tell_part(const struct supposition *s, const struct trial *trial,
                      char *text, size_t n)
{
    const struct part *part = s->what;
    put_sentence(part->text, s, trial, text, n);
}

/* ---- read from other places ---------------------------------------------- */

struct reading {
    /* From which place element (row, col) is read; one past the end: 0. */
    size_t (*from)(const struct table *t, size_t row, size_t col, size_t p);
    const char *text;
    enum length length;
    size_t fixed;
};

static size_t read_transposed(const struct table *t, size_t row, size_t col,
                              size_t p)
{
    (void)p;
    return t->rows < 2 || t->cols < 2 ? row * t->cols + col
                                      : col * t->rows + row;
}

static size_t read_other_length(const struct table *t, size_t row, size_t col,
                                size_t p)
{
    (void)p;
    return row * (t->rows < 2 || t->cols < 2 ? t->cols : t->rows) + col;
}

static size_t read_tile_0_columns(const struct table *t, size_t row, size_t col,
                                  size_t p)
{
    return row * t->cols + col % p;
}

static size_t read_tile_0_rows(const struct table *t, size_t row, size_t col,
                               size_t p)
{
    return row % p * t->cols + col;
}

/* The first of each tile. */
static size_t read_tile_start(const struct table *t, size_t row, size_t col,
                              size_t p)
{
    return row * t->cols + col / p * p;
}

/* Rows and columns of each tile change places; nothing lies outside. */
static size_t read_tile_transposed(const struct table *t, size_t row,
                                   size_t col, size_t p)
{
    size_t from_row = row / p * p + col % p, from_col = col / p * p + row % p;
    if (t->rows < 2 && t->cols < 2)
        return row * t->cols + col;
    return from_row < t->rows && from_col < t->cols
               ? from_row * t->cols + from_col
               : table_count(t);
}

static size_t read_before(const struct table *t, size_t row, size_t col,
                          size_t p)
{
    (void)p;
    return row * t->cols + (col > 0 ? col - 1 : 0);
}

static size_t read_behind(const struct table *t, size_t row, size_t col,
                          size_t p)
{
    (void)p;
    return row * t->cols + (col + 1 < t->cols ? col + 1 : col);
}

static const char same_tile[] =
    "every tile of @n is read as the first one, of @p @us: is the start of the "
    "tile added to the index?";

static const char tile_start[] =
    "of each tile of @n, of @p @us, only the first @u is read: does the index "
    "into the tile follow the loop?";
static const char tile_transposed[] =
    "tiles of @n are transposed, of @p x @p: do rows and columns of the tile "
    "change places, on the way in or in the sum?";

#define EACH_TILE(from, text)                                                  \
    {from, text, LENGTH_BLOCK, 0}, {from, text, LENGTH_BLOCK_X, 0},            \
        {from, text, LENGTH_BLOCK_Y, 0}, {from, text, LENGTH_FIXED, 32},       \
        {from, text, LENGTH_FIXED, 16}, {from, text, LENGTH_FIXED, 64},        \
        {from, text, LENGTH_FIXED, 128},                                       \
    {                                                                          \
        from, text, LENGTH_FIXED, 256                                          \
    }

static const struct reading readings[] = {
    {read_transposed,
     "@n was read transposed: element (row, col) lies at row "
     "* cols + col",
     LENGTH_FIXED, 1},
    {read_other_length,
     "@n was read with rows of another length: they have as "
     "many elements as it has columns",
     LENGTH_FIXED, 1},
    {read_tile_0_columns,
     "of @n the first @u is read again and again: does "
     "the index follow the loop?",
     LENGTH_FIXED, 1},
    EACH_TILE(read_tile_0_columns, same_tile),
    EACH_TILE(read_tile_start, tile_start),
    {read_tile_transposed, tile_transposed, LENGTH_BLOCK_X, 0},
    {read_tile_transposed, tile_transposed, LENGTH_FIXED, 16},
    {read_before, "@n is read one @u too early", LENGTH_FIXED, 1},
    {read_behind, "@n is read one @u too late", LENGTH_FIXED, 1},
};

static const struct reading readings_of_rows[] = {
    {read_tile_0_rows,
     "of @n the first @u is read again and again: does the "
     "index follow the @u?",
     LENGTH_FIXED, 1},
    EACH_TILE(read_tile_0_rows, same_tile),
};

static bool predict_reading(const struct supposition *s, struct trial *trial)
{
    const struct reading *reading = s->what;
    size_t p = suppose_length(s, trial), altered = 0;
    struct table t;
    if (p == 0 || !table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++) {
        size_t from = reading->from(&t, i / t.cols, i % t.cols, p);
        altered += from != i;
        set_value(&t, i, from < table_count(&t) ? value_of(&t, from) : 0);
    }
    ask_oracle(trial, s->buffer, &t);
    return altered > 0;
}

static void tell_reading(const struct supposition *s, const struct trial *trial,
                         char *text, size_t n)
{
    const struct reading *reading = s->what;
    struct table t;
    if (!table_open(&t, trial, s->buffer))
        return;
    if (reading->from == read_transposed)
        snprintf(text, n,
                 "%s was read transposed: element (row, col) lies at row * "
                 "%zu + col",
                 t.name, t.cols);
    else if (reading->from == read_other_length)
        snprintf(text, n,
                 "%s was read with rows of %zu elements; they have %zu", t.name,
                 t.rows, t.cols);
    else
        put_sentence(reading->text, s, trial, text, n);
    free(t.to);
}

/* ---- the whole array ----------------------------------------------------- */

struct whole {
    double (*value)(double value, double other);
    const char *text;
    bool other; /* takes the place of another input */
};

static double nothing(double value, double other)
{
    (void)value;
    (void)other;
    return 0;
}

static double one(double value, double other)
{
    (void)value;
    (void)other;
    return 1;
}

static double negative(double value, double other)
{
    (void)other;
    return -value;
}

static double cut_down(double value, double other)
{
    (void)other;
    return trunc(value);
}

static double another(double value, double other)
{
    (void)value;
    return other;
}

static const struct whole wholes[] = {
    {nothing, "as if @n were all zeros: is it copied, and read?", false},
    {negative,
     "as if every element of @n had the other sign: is it subtracted "
     "where it should be added?",
     false},
    {another, "as if @n were the other array: is that read twice?", true},
    {one, "as if every element of @n were 1: is it read at all?", false},
    {cut_down,
     "the elements of @n are cut down to whole numbers: are they "
     "kept in an int?",
     false},
};

/* Another input of the same kind and length, or the buffer itself. */
static size_t other_input(const struct trial *trial, size_t buffer)
{
    const struct exercise *exercise = trial->view.problem->exercise;
    const struct buffer *own = &exercise->buffers[buffer];
    struct size size = trial->view.problem->size;
    for (size_t i = 0; i < buffer_count(exercise); i++) {
        const struct buffer *b = &exercise->buffers[i];
        if (i != buffer && b->direction == INPUT &&
            b->element == own->element && b->count(size) == own->count(size))
            return i;
    }
    return buffer;
}

static bool predict_all_of_it(const struct supposition *s, struct trial *trial)
{
    const struct whole *whole = s->what;
    size_t other = other_input(trial, s->buffer);
    struct table t;
    if ((whole->other && other == s->buffer) ||
        !table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++)
        set_value(
            &t, i,
            whole->value(value_of(&t, i),
                         element_value(t.element, trial->inputs[other], i)));
    ask_oracle(trial, s->buffer, &t);
    return true;
}

static void tell_all_of_it(const struct supposition *s,
                           const struct trial *trial, char *text, size_t n)
{
    const struct whole *whole = s->what;
    put_sentence(whole->text, s, trial, text, n);
}

/* The largest in place of the least. */
static bool predict_other_end(const struct supposition *s, struct trial *trial)
{
    struct table t;
    if (!table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++)
        weigh(&t, i, -1);
    ask_oracle(trial, s->buffer, &t);
    for (size_t i = 0; i < trial->view.count; i++)
        trial->predicted[i].value = -trial->predicted[i].value;
    return true;
}

static void tell_other_end(const struct supposition *s,
                           const struct trial *trial, char *text, size_t n)
{
    (void)s;
    snprintf(text, n,
             "%s holds the largest elements, and not the least ones: is the "
             "comparison the other way round?",
             trial->view.name);
}

/* ---- all of them --------------------------------------------------------- */

static bool is_float(const struct trial *trial, size_t buffer)
{
    enum element element =
        trial->view.problem->exercise->buffers[buffer].element;
    return element == ELEMENT_F32 || element == ELEMENT_F64;
}

/* What an output leaves out when an element is this: infinity for a minimum,
 * 0 for a sum. */
static double neutral(struct trial *trial, size_t buffer)
{
    struct table t;
    bool minimum = is_float(trial, buffer);
    if (!minimum || !table_open(&t, trial, buffer))
        return 0;
    for (size_t i = 0; i < table_count(&t); i++)
        set_value(&t, i, INFINITY);
    ask_oracle(trial, buffer, &t);
    for (size_t i = 0; i < trial->view.count; i++)
        minimum = minimum && isinf(trial->predicted[i].value) &&
                  trial->predicted[i].magnitude == 0;
    return minimum ? INFINITY : 0;
}

/* Do outputs sum over this axis?  Along others, what is left out is an output
 * that is nothing at all. */
static bool is_summed(const struct supposition *s, struct trial *trial)
{
    bool dead = false;
    size_t p = 1, lines;
    struct table t;
    if (!table_open(&t, trial, s->buffer))
        return false;
    lines = length_of_lines(s, &t);
    for (size_t i = 0; i < table_count(&t); i++) {
        if ((s->columns ? i % t.cols : i / t.cols) < p)
            weigh(&t, i, s->factor);
    }
    ask_oracle(trial, s->buffer, &t);
    for (size_t i = 0; i < trial->view.count; i++) {
        const struct expected *e = &trial->predicted[i];
        dead = dead || isinf(e->value) ||
               (s->factor == 0 && e->value == 0 && e->magnitude == 0 &&
                trial->view.expected[i].value != 0);
    }
    return lines > 1 && !dead;
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

static bool try_readings(struct supposition s, const struct reading *list,
                         size_t n, suppose_try *try_it, void *context)
{
    bool found = false;
    s.predict = predict_reading;
    s.tell = tell_reading;
    for (size_t i = 0; i < n && !found; i++) {
        s.what = &list[i];
        s.length = list[i].length;
        s.fixed = list[i].fixed;
        found = try_it(&s, context);
    }
    return found;
}

static bool try_wholes(struct supposition s, suppose_try *try_it, void *context)
{
    bool found = false;
    s.tell = tell_all_of_it;
    s.predict = predict_all_of_it;
    for (size_t i = 0; i < COUNT(wholes) && !found; i++) {
        s.what = &wholes[i];
        found = try_it(&s, context);
    }
    return found;
}

static bool try_axis(struct supposition s, struct trial *trial,
                     suppose_try *try_it, void *context)
{
    bool sums = s.factor == 0;
    if (!is_summed(&s, trial))
        return false;
    if (try_parts(s, parts, COUNT(parts), try_it, context))
        return true;
    s.factor = 2;
    return sums && try_parts(s, doubled, COUNT(doubled), try_it, context);
}

static bool try_input(struct trial *trial, size_t buffer, suppose_try *try_it,
                      void *context)
{
    struct supposition s = {
        .buffer = buffer, .columns = true, .factor = neutral(trial, buffer)};
    const struct supposition other_end = {
        .predict = predict_other_end, .tell = tell_other_end, .buffer = buffer};
    bool matrix =
        trial->view.problem->exercise->buffers[buffer].columns != NULL;
    struct supposition rows = s;
    rows.columns = false;
    return try_readings(s, readings, 2, try_it, context) ||
           (isinf(s.factor) && try_it(&other_end, context)) ||
           try_axis(s, trial, try_it, context) ||
           (matrix && try_axis(rows, trial, try_it, context)) ||
           try_readings(s, readings + 2, COUNT(readings) - 2, try_it,
                        context) ||
           (matrix && try_readings(rows, readings_of_rows,
                                   COUNT(readings_of_rows), try_it, context)) ||
           try_wholes(s, try_it, context);
}

/* Matrices first: what is left out of a sum is a column of A and an element
 * of V alike, and the column says more. */
bool suppose_inputs(const struct trial *given, suppose_try *try_it,
                    void *context)
{
    const struct exercise *exercise = given->view.problem->exercise;
    struct trial trial = *given; /* its predictions may be written over */
    bool found = false;
    for (int vectors = 0; vectors <= 1 && !found; vectors++) {
        for (size_t i = 0; i < buffer_count(exercise) && !found; i++) {
            const struct buffer *buffer = &exercise->buffers[i];
            if (buffer->direction == INPUT && (!buffer->columns) == vectors)
                found = try_input(&trial, i, try_it, context);
        }
    }
    return found;
}
