/*
 * suppose_inputs.c - with other inputs it would be right: parts of an array
 * left out (suppose_parts.c), or all of it read from other places.
 *
 * Idea: the oracle itself is asked, with one array altered.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "suppose_table.h"

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

/* Of several matrices behind each other, of p rows each. */
static size_t read_each_transposed(const struct table *t, size_t row,
                                   size_t col, size_t p)
{
    return row / p * p * t->cols + col * p + row % p;
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

/* The first is left out, and the others move up. */
static size_t read_from_second(const struct table *t, size_t row, size_t col,
                               size_t p)
{
    (void)p;
    return col + 1 < t->cols ? row * t->cols + col + 1 : table_count(t);
}

static size_t read_backwards(const struct table *t, size_t row, size_t col,
                             size_t p)
{
    (void)p;
    return row * t->cols + t->cols - 1 - col;
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
     "@n was read transposed: element (row, col) lies at row * @c + col",
     LENGTH_FIXED, 1},
    {read_other_length, "@n was read with rows of @h elements; they have @c",
     LENGTH_FIXED, 1},
    {read_tile_0_columns,
     "of @n the first @u is read again and again: does "
     "the index follow the loop?",
     LENGTH_FIXED, 1},
    EACH_TILE(read_tile_0_columns, same_tile),
    {read_each_transposed,
     "@n was read transposed, each @p rows of it: element (row, col) of them "
     "lies at row * @c + col",
     LENGTH_ROWS, 0},
    EACH_TILE(read_tile_start, tile_start),
    {read_tile_transposed, tile_transposed, LENGTH_BLOCK_X, 0},
    {read_tile_transposed, tile_transposed, LENGTH_FIXED, 16},
    {read_before, "@n is read one @u too early", LENGTH_FIXED, 1},
    {read_behind, "@n is read one @u too late", LENGTH_FIXED, 1},
    {read_from_second,
     "as if the first @u of @n were left out, and the others moved up: where "
     "does the loop start, or end?",
     LENGTH_FIXED, 1},
    {read_backwards,
     "@n is read from its end: the last @u stands where the first belongs",
     LENGTH_FIXED, 1},
    {read_tile_0_columns,
     "every piece of @n, of @p @us, is read as the first one: is the start of "
     "the piece added to the index?",
     LENGTH_PIECE, 0},
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
        table_set(&t, i, from < table_count(&t) ? table_value(&t, from) : 0);
    }
    table_ask(trial, s->buffer, &t);
    return altered > 0;
}

static void tell_reading(const struct supposition *s, const struct trial *trial,
                         char *text, size_t n)
{
    const struct reading *reading = s->what;
    table_sentence(reading->text, s, trial, NULL, text, n);
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
        table_set(
            &t, i,
            whole->value(table_value(&t, i),
                         element_value(t.element, trial->inputs[other], i)));
    table_ask(trial, s->buffer, &t);
    return true;
}

static void tell_all_of_it(const struct supposition *s,
                           const struct trial *trial, char *text, size_t n)
{
    const struct whole *whole = s->what;
    table_sentence(whole->text, s, trial, NULL, text, n);
}

/* The largest in place of the least. */
static bool predict_other_end(const struct supposition *s, struct trial *trial)
{
    struct table t;
    if (!table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++)
        table_weigh(&t, i, -1);
    table_ask(trial, s->buffer, &t);
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
        table_set(&t, i, INFINITY);
    table_ask(trial, buffer, &t);
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
    lines = table_line(s, &t);
    for (size_t i = 0; i < table_count(&t); i++) {
        if ((s->columns ? i % t.cols : i / t.cols) < p)
            table_weigh(&t, i, s->factor);
    }
    table_ask(trial, s->buffer, &t);
    for (size_t i = 0; i < trial->view.count; i++) {
        const struct expected *e = &trial->predicted[i];
        dead = dead || isinf(e->value) ||
               (s->factor == 0 && e->value == 0 && e->magnitude == 0 &&
                trial->view.expected[i].value != 0);
    }
    return lines > 1 && !dead;
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

/* Is every element 0, if this input is? */
static bool gives_zeros(struct trial *trial, size_t buffer)
{
    struct table t;
    if (!table_open(&t, trial, buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++)
        table_set(&t, i, 0);
    table_ask(trial, buffer, &t);
    for (size_t i = 0; i < trial->view.count; i++) {
        if (trial->predicted[i].value != 0)
            return false;
    }
    return true;
}

/* Of several inputs this one, and no other. */
static bool alone_gives_zeros(struct trial *trial, size_t buffer)
{
    const struct exercise *exercise = trial->view.problem->exercise;
    size_t inputs = 0, giving = 0;
    for (size_t i = 0; i < buffer_count(exercise); i++) {
        if (exercise->buffers[i].direction != INPUT)
            continue;
        inputs++;
        giving += gives_zeros(trial, i);
    }
    return inputs > 1 && giving == 1 && gives_zeros(trial, buffer);
}

static bool try_wholes(struct supposition s, struct trial *trial,
                       suppose_try *try_it, void *context)
{
    bool found = false;
    bool alone = alone_gives_zeros(trial, s.buffer);
    s.tell = tell_all_of_it;
    s.predict = predict_all_of_it;
    for (size_t i = 0; i < COUNT(wholes) && !found; i++) {
        s.what = &wholes[i];
        s.of_zeros = alone && wholes[i].value == nothing;
        found = try_it(&s, context);
    }
    return found;
}

/* The sum of a row is that of those above as well, in groups of p rows, or of
 * all rows. */
static bool predict_piled(const struct supposition *s, struct trial *trial)
{
    size_t p = suppose_length(s, trial);
    struct table t;
    if (!table_open(&t, trial, s->buffer))
        return false;
    p = p > 0 ? p : t.rows;
    for (size_t i = 0; i < table_count(&t); i++) {
        double above = i / t.cols % p == 0
                           ? 0
                           : element_value(t.element, t.to, i - t.cols);
        table_set(&t, i, above + table_value(&t, i));
    }
    table_ask(trial, s->buffer, &t);
    return p > 1;
}

static void tell_piled(const struct supposition *s, const struct trial *trial,
                       char *text, size_t n)
{
    table_sentence("the sum runs on from row to row of @n: is it set to 0 for "
                   "each of them?",
                   s, trial, NULL, text, n);
}

/* A thread has a row, and all of its elements in a tile are multiplied by the
 * one of the other array that this thread brought: as if the row had their sum
 * there, and nothing else. */
static bool predict_own(const struct supposition *s, struct trial *trial)
{
    size_t p = suppose_length(s, trial);
    struct table t;
    if (p < 2 || !table_open(&t, trial, s->buffer))
        return false;
    for (size_t i = 0; i < table_count(&t); i++)
        table_set(&t, i, 0);
    for (size_t i = 0; i < table_count(&t); i++) {
        size_t row = i / t.cols, col = i % t.cols;
        size_t own = col / p * p + row % p;
        size_t at = row * t.cols + own;
        if (own < t.cols)
            table_set(&t, at,
                      element_value(t.element, t.to, at) + table_value(&t, i));
    }
    table_ask(trial, s->buffer, &t);
    /* a sum of elements is near 0, their products were not */
    for (size_t i = 0; i < trial->view.count; i++)
        trial->predicted[i].magnitude += trial->view.expected[i].magnitude;
    return true;
}

static void tell_own(const struct supposition *s, const struct trial *trial,
                     char *text, size_t n)
{
    table_sentence("each thread multiplies a whole tile of @n by one element "
                   "of the other array, the one that it brought itself: does "
                   "the index into that tile follow the loop?",
                   s, trial, NULL, text, n);
}

static bool try_own(struct supposition s, suppose_try *try_it, void *context)
{
    s.predict = predict_own;
    s.tell = tell_own;
    s.length = LENGTH_BLOCK;
    return try_it(&s, context);
}

static bool try_piled(struct supposition s, suppose_try *try_it, void *context)
{
    s.predict = predict_piled;
    s.tell = tell_piled;
    s.length = LENGTH_ROWS;
    if (try_it(&s, context))
        return true;
    s.length = LENGTH_FIXED;
    s.fixed = 0;
    return try_it(&s, context);
}

static bool try_axis(struct supposition s, struct trial *trial,
                     suppose_try *try_it, void *context)
{
    bool sums = s.factor == 0;
    if (!is_summed(&s, trial))
        return false;
    return suppose_parts(s, try_it, context) ||
           (sums && (suppose_doubled(s, try_it, context) ||
                     suppose_weights(s, try_it, context)));
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
           (s.factor == 0 && matrix && try_piled(s, try_it, context)) ||
           (s.factor == 0 && matrix && try_own(s, try_it, context)) ||
           (s.factor == 0 && !matrix && suppose_windows(s, try_it, context)) ||
           try_readings(s, readings + 2, COUNT(readings) - 2, try_it,
                        context) ||
           (matrix && try_readings(rows, readings_of_rows,
                                   COUNT(readings_of_rows), try_it, context)) ||
           try_wholes(s, trial, try_it, context);
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
