/*
 * explain.c - explanations of a wrong output, each a test on the data, tried
 * from the most certain to the most general.
 */
#include "explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "random.h"

/* The output as a table; a vector is one row. */
struct view {
    const struct evidence *evidence;
    const struct problem *problem;
    const char *name;             /* of the output: "C" */
    enum element element;
    const struct expected *expected;
    size_t count, rows, cols;
};

/* Patterns need some elements to be more than chance. */
enum { FEW = 4 };

static double got(const struct view *v, size_t i)
{
    return element_value(v->element, v->evidence->first, i);
}

/* Is element i what element k should be? */
static bool is_value_of(const struct view *v, size_t i, size_t k)
{
    return element_right(v->element, got(v, i), &v->expected[k]);
}

static bool is_right(const struct view *v, size_t i)
{
    return is_value_of(v, i, i);
}

static bool is_unwritten(const struct view *v, size_t i)
{
    return element_poisoned(v->element, v->evidence->first, i, POISON_NAN);
}

static size_t count_where(const struct view *v,
                          bool (*test)(const struct view *v, size_t i))
{
    size_t n = 0;

    for (size_t i = 0; i < v->count; i++)
        n += test(v, i);
    return n;
}

/* "C[5]" or "C[2][3]" */
static void name_element(const struct view *v, size_t i, char *text, size_t n)
{
    if (v->rows == 1)
        snprintf(text, n, "%s[%zu]", v->name, i);
    else
        snprintf(text, n, "%s[%zu][%zu]", v->name, i / v->cols, i % v->cols);
}

/* ---- what was not written ------------------------------------------------ */

static bool nothing_written(const struct view *v, char *text, size_t n)
{
    if (count_where(v, is_unwritten) < v->count)
        return false;
    snprintf(text, n, "nothing was written to %s yet", v->name);
    return true;
}

/* The first index from which test holds to the end; count if at none. */
static size_t suffix_start(const struct view *v,
                           bool (*test)(const struct view *v, size_t i))
{
    size_t i = v->count;

    while (i > 0 && test(v, i - 1))
        i--;
    return i;
}

/* The likely block or tile: the largest of the usual sizes of which `start`
 * is the last multiple before `total`; 0 if there is none. */
static size_t tile_ending_at(size_t start, size_t total)
{
    static const size_t tiles[] = { 1024, 512, 256, 128, 64, 32, 16, 8, 4 };

    for (size_t i = 0; start > 0 && i < sizeof tiles / sizeof *tiles; i++) {
        if (total % tiles[i] != 0 && start == total / tiles[i] * tiles[i])
            return tiles[i];
    }
    return 0;
}

static bool usual_block(size_t n)
{
    return n >= 16 && n <= 1024 && n % 16 == 0;
}

/* What the place of a suffix suggests. */
static const char *suffix_advice(size_t start, size_t total)
{
    if (tile_ending_at(start, total) > 0)
        return ": the last, partial block is missing; is the number of "
               "blocks rounded up?";
    if (usual_block(start))
        return ": that is one block; does the index include blockIdx.x * "
               "blockDim.x, and has the grid enough blocks?";
    return "";
}

/* In a matrix: the first column from which on test holds in every row. */
static size_t column_suffix(const struct view *v,
                            bool (*test)(const struct view *v, size_t i))
{
    size_t start = 0;

    for (size_t i = 0; i < v->count; i++) {
        if (!test(v, i) && i % v->cols >= start)
            start = i % v->cols + 1;
    }
    return start;
}

static bool partly_unwritten(const struct view *v, char *text, size_t n)
{
    const size_t missing = count_where(v, is_unwritten);
    const size_t start = suffix_start(v, is_unwritten);
    const size_t column = v->rows > 1 ? column_suffix(v, is_unwritten) : 0;

    if (missing == 0)
        return false;
    if (v->rows > 1 && missing == (v->cols - column) * v->rows)
        snprintf(text, n, "columns from %zu on were never written%s", column,
                 suffix_advice(column, v->cols));
    else if (v->rows > 1 && missing == v->count - start &&
             start % v->cols == 0)
        snprintf(text, n, "rows from %zu on were never written%s",
                 start / v->cols, suffix_advice(start / v->cols, v->rows));
    else if (missing == v->count - start)
        snprintf(text, n, "%s[%zu] and all behind it were never written%s",
                 v->name, start, suffix_advice(start, v->count));
    else
        snprintf(text, n, "%zu of %zu elements of %s were never written",
                 missing, v->count, v->name);
    return true;
}

/* ---- what differs between two runs --------------------------------------- */

static double poison_number(enum element element)
{
    unsigned char bytes[8];

    memset(bytes, POISON_NUMBER, sizeof bytes);
    return element_value(element, bytes, 0);
}

/* NaN over NaN, and off by the number over the number: it was added to. */
static bool adds_to_old_content(const struct view *v, char *text, size_t n)
{
    const double old = poison_number(v->element);

    if (v->evidence->second == NULL || v->element == ELEMENT_I32 ||
        v->element == ELEMENT_I64)
        return false;
    for (size_t i = 0; i < v->count; i++) {
        const double now = element_value(v->element, v->evidence->second, i);
        const double scale = fabs(old) + v->expected[i].magnitude;

        if (!isnan(got(v, i)) ||
            !(fabs(now - old - v->expected[i].value) <= 1e-4 * scale))
            return false;
    }
    snprintf(text, n, "the sum is added to what was in %s before; set it to 0 "
             "first, or sum in a local variable", v->name);
    return true;
}

static bool differs_between_runs(const struct view *v, char *text, size_t n)
{
    size_t changed = 0;

    if (v->evidence->second == NULL)
        return false;
    for (size_t i = 0; i < v->count; i++) {
        const double now = element_value(v->element, v->evidence->second, i);
        const bool unwritten = element_poisoned(
            v->element, v->evidence->second, i, POISON_NUMBER);

        changed += !is_unwritten(v, i) && !unwritten &&
                   !(isnan(now) && isnan(got(v, i))) && now != got(v, i) &&
                   !(is_right(v, i) &&
                     element_right(v->element, now, &v->expected[i]));
    }
    if (changed == 0)
        return false;
    snprintf(text, n, "different from run to run: %zu of %zu elements changed "
             "with the same inputs; is there a race, or is memory read "
             "before it is written?", changed, v->count);
    return true;
}

/* ---- what the wrong values look like ------------------------------------- */

static bool rounding_only(const struct view *v, char *text, size_t n)
{
    double worst = 0;

    for (size_t i = 0; i < v->count; i++) {
        const double bound = error_bound(v->element, &v->expected[i]);
        const double error = fabs(got(v, i) - v->expected[i].value);

        if (!(error <= 64 * bound) || bound == 0)
            return false;
        worst = fmax(worst, error / bound);
    }
    snprintf(text, n, "rounding only: up to %.3g times the error that a sum "
             "in this precision may have; is a value kept in a smaller type "
             "on the way?", worst);
    return true;
}

static bool is_nan(const struct view *v, size_t i)
{
    return isnan(got(v, i));
}

static bool wrong_are_nan(const struct view *v, char *text, size_t n)
{
    const size_t nan = count_where(v, is_nan);

    if (nan == 0 || nan + count_where(v, is_right) < v->count)
        return false;
    snprintf(text, n, "%s not a number (NaN): memory that nobody set took "
             "part, an output read before it is written or what lies beyond "
             "an array", nan == v->count ? "every element is"
                                         : "the wrong elements are");
    return true;
}

static bool same_everywhere(const struct view *v, char *text, size_t n)
{
    for (size_t i = 1; i < v->count; i++) {
        if (got(v, i) != got(v, 0))
            return false;
    }
    if (v->count < FEW)
        return false;
    if (got(v, 0) == 0)
        snprintf(text, n, "every element is 0; is the sum stored?");
    else
        snprintf(text, n, "every element is %.7g; does each thread use its "
                 "own index?", got(v, 0));
    return true;
}

static bool output_transposed(const struct view *v, char *text, size_t n)
{
    if (v->rows < 2 || v->cols < 2)
        return false;
    for (size_t i = 0; i < v->count; i++) {
        /* Stored column by column: (row, col) lies at col * rows + row. */
        const size_t row = i % v->rows, col = i / v->rows;

        if (!is_value_of(v, i, row * v->cols + col))
            return false;
    }
    snprintf(text, n, "%s is transposed: element (row, col) belongs at "
             "row * %zu + col", v->name, v->cols);
    return true;
}

/* All but the ends, which have no neighbour to take the value from. */
static bool shifted_by(const struct view *v, int by)
{
    if (v->count < FEW)
        return false;
    for (size_t i = 1; i + 1 < v->count; i++) {
        if (!is_value_of(v, i, by > 0 ? i + 1 : i - 1))
            return false;
    }
    return true;
}

static bool off_by_one(const struct view *v, char *text, size_t n)
{
    const bool after = shifted_by(v, 1);

    if (!after && !shifted_by(v, -1))
        return false;
    snprintf(text, n, "off by one: %s[i] holds the value of %s[i %s 1]",
             v->name, v->name, after ? "+" : "-");
    return true;
}

static bool scaled(const struct view *v, char *text, size_t n)
{
    static const double factors[] = { 2, -1, 0.5, 3, 4, 32, 256 };

    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        size_t i = 0;

        while (i < v->count &&
               element_right(v->element, got(v, i) / factors[k],
                             &v->expected[i]))
            i++;
        if (i < v->count)
            continue;
        snprintf(text, n, "every element is %g times what it should be",
                 factors[k]);
        return true;
    }
    return false;
}

/* ---- where the wrong values are ------------------------------------------ */

static bool is_wrong(const struct view *v, size_t i)
{
    return !is_right(v, i);
}

static bool stale_tile(const struct view *v, char *text, size_t n)
{
    const size_t start = suffix_start(v, is_wrong);
    const size_t tile = tile_ending_at(start, v->count);

    if (tile == 0 || count_where(v, is_wrong) != v->count - start)
        return false;
    for (size_t i = start; i < v->count; i++) {
        if (!is_value_of(v, i, i - tile))
            return false;
    }
    snprintf(text, n, "a stale tile: %s[%zu] and behind hold the values of "
             "the tile of %zu before; the shorter last tile was not loaded",
             v->name, start, tile);
    return true;
}

static bool wrong_rows_or_columns(const struct view *v, char *text, size_t n)
{
    const size_t wrong = count_where(v, is_wrong);
    const size_t row = suffix_start(v, is_wrong) / v->cols;
    const size_t column = column_suffix(v, is_wrong);

    if (v->rows < 2)
        return false;
    if (column > 0 && wrong == (v->cols - column) * v->rows) {
        snprintf(text, n, "only columns from %zu on are wrong%s", column,
                 tile_ending_at(column, v->cols) ? ": the last tile" : "");
        return true;
    }
    if (row > 0 && wrong == v->count - row * v->cols) {
        snprintf(text, n, "only rows from %zu on are wrong%s", row,
                 tile_ending_at(row, v->rows) ? ": the last tile" : "");
        return true;
    }
    return false;
}

static bool wrong_from_somewhere(const struct view *v, char *text, size_t n)
{
    const size_t start = suffix_start(v, is_wrong);

    if (start == 0 || count_where(v, is_wrong) != v->count - start)
        return false;
    if (tile_ending_at(start, v->count) > 0)
        snprintf(text, n, "only the last tile is wrong: %s[%zu] and behind",
                 v->name, start);
    else if (usual_block(start))
        snprintf(text, n, "only the first block of %zu is right; does the "
                 "index include blockIdx.x * blockDim.x?", start);
    else
        snprintf(text, n, "wrong from %s[%zu] to the end", v->name, start);
    return true;
}

/* ---- with other inputs it would be right --------------------------------- */

/* One matrix or vector, as rows x cols. */
struct table {
    const char *name;
    enum element element;
    size_t rows, cols;
    const unsigned char *from;
    unsigned char *to;
};

static void set_element(const struct table *t, size_t i, const void *value)
{
    const size_t bytes = element_bytes(t->element);

    if (value != NULL)
        memcpy(t->to + i * bytes, value, bytes);
    else
        memset(t->to + i * bytes, 0, bytes);
}

static const void *source(const struct table *t, size_t i)
{
    return i < t->rows * t->cols ? t->from + i * element_bytes(t->element)
                                 : NULL;
}

/* to[row][col] = from[row * row_step + col * col_step] */
static void restride(const struct table *t, size_t row_step, size_t col_step)
{
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t col = 0; col < t->cols; col++)
            set_element(t, row * t->cols + col,
                        source(t, row * row_step + col * col_step));
    }
}

static void zero_rows(const struct table *t, size_t first, size_t end)
{
    for (size_t i = first * t->cols; i < end * t->cols; i++)
        set_element(t, i, NULL);
}

static void zero_columns(const struct table *t, size_t first, size_t end)
{
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t col = first; col < end; col++)
            set_element(t, row * t->cols + col, NULL);
    }
}

/* What a hypothesis is tried with. */
struct trial {
    const struct view *view;
    const void *inputs[MAX_BUFFERS];
    struct expected *expected;
    struct table table;
    char *text;
    size_t n;
};

/* Would the output be right if the table were as altered?  Undoes that. */
static bool would_be_right(struct trial *trial)
{
    const struct view *v = trial->view;
    const struct table *t = &trial->table;
    size_t i = 0;

    v->problem->exercise->oracle(trial->inputs, v->problem->size,
                                 trial->expected);
    memcpy(t->to, t->from, t->rows * t->cols * element_bytes(t->element));
    while (i < v->count &&
           element_right(v->element, got(v, i), &trial->expected[i]))
        i++;
    return i == v->count;
}

static bool read_in_wrong_order(struct trial *trial)
{
    const struct table *t = &trial->table;

    if (t->rows < 2 || t->cols < 2)
        return false;
    restride(t, 1, t->rows);
    if (would_be_right(trial)) {
        snprintf(trial->text, trial->n, "%s was read transposed: element "
                 "(row, col) lies at row * %zu + col", t->name, t->cols);
        return true;
    }
    restride(t, t->rows, 1);
    if (t->rows != t->cols && would_be_right(trial)) {
        snprintf(trial->text, trial->n, "%s was read with rows of %zu "
                 "elements; they have %zu", t->name, t->rows, t->cols);
        return true;
    }
    return false;
}

/* Left out: [first, end) of the rows or of the columns. */
static bool left_out(struct trial *trial, bool columns, size_t first,
                     size_t end)
{
    const struct table *t = &trial->table;
    const size_t all = columns ? t->cols : t->rows;
    const char *unit = t->rows == 1 ? "element" : columns ? "column" : "row";

    if (all < 2 || first >= end || (first == 0 && end == all))
        return false;
    (columns ? zero_columns : zero_rows)(t, first, end);
    if (!would_be_right(trial))
        return false;
    if (end - first > 1)
        snprintf(trial->text, trial->n, "as if the last tile of %s were left "
                 "out, %ss %zu to %zu: is it shorter than the others, and "
                 "are tiles counted rounding up?", t->name, unit, first,
                 end - 1);
    else
        snprintf(trial->text, trial->n, "as if the %s %s of %s were left "
                 "out: where does the loop %s?", first == 0 ? "first" : "last",
                 unit, t->name, first == 0 ? "start" : "end");
    return true;
}

static bool part_left_out(struct trial *trial, bool columns)
{
    const size_t all = columns ? trial->table.cols : trial->table.rows;

    if (left_out(trial, columns, all - 1, all) ||
        left_out(trial, columns, 0, 1))
        return true;
    for (size_t tile = 8; tile <= 1024 && tile < all; tile *= 2) {
        if (all % tile > 1 &&
            left_out(trial, columns, all / tile * tile, all))
            return true;
    }
    return false;
}

static bool not_used_at_all(struct trial *trial)
{
    const struct table *t = &trial->table;

    zero_rows(t, 0, t->rows);
    if (!would_be_right(trial))
        return false;
    snprintf(trial->text, trial->n, "as if %s were all zeros: is it copied, "
             "and read?", t->name);
    return true;
}

static struct table table_of(const struct view *v, size_t buffer)
{
    const struct buffer *b = &v->problem->exercise->buffers[buffer];
    const size_t count = b->count(v->problem->size);
    const size_t cols = buffer_columns(b, v->problem->size);

    return (struct table){ .name = b->name, .element = b->element,
                           .rows = cols ? count / cols : 1,
                           .cols = cols ? cols : count,
                           .from = problem_input(v->problem, buffer) };
}

static bool try_input(struct trial *trial, size_t buffer)
{
    struct table *t = &trial->table;
    const void *original = trial->inputs[buffer];
    size_t bytes;
    bool found;

    *t = table_of(trial->view, buffer);
    bytes = t->rows * t->cols * element_bytes(t->element);
    t->to = malloc(bytes + 1);
    if (t->to == NULL)
        return false;
    memcpy(t->to, t->from, bytes);
    trial->inputs[buffer] = t->to;
    found = read_in_wrong_order(trial) || part_left_out(trial, true) ||
            (t->rows > 1 && part_left_out(trial, false)) ||
            not_used_at_all(trial);
    trial->inputs[buffer] = original;
    free(t->to);
    return found;
}

/* Matrices first: what is left out of a sum is a column of A and an element
 * of V alike, and the column says more. */
static bool other_inputs(const struct view *v, char *text, size_t n)
{
    struct trial trial = { .view = v, .text = text, .n = n };
    const struct exercise *exercise = v->problem->exercise;
    bool found = false;

    if (v->count < 2)
        return false;
    trial.expected = calloc(v->count, sizeof *trial.expected);
    if (trial.expected == NULL)
        return false;
    for (size_t i = 0; i < buffer_count(exercise); i++)
        trial.inputs[i] = problem_input(v->problem, i);
    for (int vectors = 0; vectors <= 1 && !found; vectors++) {
        for (size_t i = 0; i < buffer_count(exercise) && !found; i++) {
            const struct buffer *buffer = &exercise->buffers[i];

            if (buffer->direction == INPUT &&
                (buffer->columns == NULL) == vectors)
                found = try_input(&trial, i);
        }
    }
    free(trial.expected);
    return found;
}

/* ---- all of them --------------------------------------------------------- */

static struct view view_of(const struct evidence *evidence)
{
    const struct problem *problem = evidence->problem;
    const struct buffer *output = &problem->exercise->buffers[problem->output];
    const size_t cols = buffer_columns(output, problem->size);

    return (struct view){
        .evidence = evidence, .problem = problem, .name = output->name,
        .element = output->element, .expected = problem->expected,
        .count = problem->count, .rows = cols ? problem->count / cols : 1,
        .cols = cols ? cols : problem->count };
}

bool explain_mistake(const struct evidence *evidence, char *text, size_t n)
{
    static bool (*const explanations[])(const struct view *v, char *text,
                                        size_t n) = {
        nothing_written, adds_to_old_content, differs_between_runs,
        partly_unwritten, rounding_only, wrong_are_nan, same_everywhere,
        output_transposed, off_by_one, scaled, other_inputs, stale_tile,
        wrong_rows_or_columns, wrong_from_somewhere,
    };
    const struct view v = view_of(evidence);

    for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++) {
        if (explanations[i](&v, text, n))
            return true;
    }
    snprintf(text, n, "%zu of %zu elements are wrong",
             count_where(&v, is_wrong), v.count);
    return false;
}

static void owner_of(const struct view *v, size_t element, char *text,
                     size_t n)
{
    const struct exercise *exercise = v->problem->exercise;

    if (exercise->owner != NULL)
        exercise->owner(v->problem->size, element, text, n);
    else
        snprintf(text, n, "thread %zu of the grid", element);
}

void explain_element(const struct evidence *evidence, size_t element,
                     char *text, size_t n)
{
    const struct view v = view_of(evidence);
    const double error = fabs(got(&v, element) - v.expected[element].value);
    const double bound = error_bound(v.element, &v.expected[element]);
    char name[64], owner[160], off[64] = "";

    name_element(&v, element, name, sizeof name);
    owner_of(&v, element, owner, sizeof owner);
    if (is_unwritten(&v, element)) {
        snprintf(text, n, "%s was not written, expected %.9g (%s)", name,
                 v.expected[element].value, owner);
        return;
    }
    if (bound > 0 && isfinite(error))
        snprintf(off, sizeof off, ", off by %.3g times the bound",
                 error / bound);
    snprintf(text, n, "%s = %.9g, expected %.9g%s (%s)", name,
             got(&v, element), v.expected[element].value, off, owner);
}

void size_in_words(const struct exercise *exercise, struct size size,
                   char *text, size_t n)
{
    bool three = false;

    for (size_t i = 0; i < exercise->size_count; i++)
        three = three || exercise->sizes[i].inner > 1;
    if (three)
        snprintf(text, n, "%d x %d x %d", size.rows, size.cols, size.inner);
    else if (size.rows == 1 && buffer_columns(&exercise->buffers[0], size) == 0)
        snprintf(text, n, "n = %d", size.cols);
    else
        snprintf(text, n, "%d x %d", size.rows, size.cols);
}
