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
#include "lab/random.h"

/* The output as a table; a vector is one row. */
struct view {
    const struct evidence *evidence;
    const struct problem *problem;
    const char *name; /* of the output: "C" */
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

/* Where there are two runs, both must have left their poison: one that adds
 * to NaN leaves NaN. */
static bool is_unwritten(const struct view *v, size_t i)
{
    const struct evidence *evidence = v->evidence;
    return element_poisoned(v->element, evidence->first, i, evidence->poison) &&
           (!evidence->second ||
            element_poisoned(v->element, evidence->second, i, POISON_NUMBER));
}

typedef bool element_test(const struct view *v, size_t i);

static size_t count_where(const struct view *v, element_test *test)
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

/* ---- what was not written, what is wrong: places ------------------------- */

static enum certainty nothing_written(const struct view *v, char *text,
                                      size_t n)
{
    if (count_where(v, is_unwritten) < v->count)
        return UNFIT;
    snprintf(text, n, "%s was never written", v->name);
    return v->count < FEW ? PLACE : PATTERN;
}

/* The smallest corner of rows x cols that holds all elements that pass. */
struct corner {
    size_t rows, cols;
    bool full; /* all in it pass: it is the exact shape of them */
};

static struct corner corner_where(const struct view *v, element_test *test)
{
    struct corner corner = {0, 0, false};
    size_t passed = 0;
    for (size_t i = 0; i < v->count; i++) {
        size_t row = i / v->cols, col = i % v->cols;
        if (!test(v, i))
            continue;
        passed++;
        corner.rows = row >= corner.rows ? row + 1 : corner.rows;
        corner.cols = col >= corner.cols ? col + 1 : corner.cols;
    }
    corner.full = passed > 0 && passed == corner.rows * corner.cols;
    return corner;
}

/* The likely tile: the largest of the usual sizes of which `start` is the
 * last multiple before `total`; 0 if there is none. */
static size_t tile_ending_at(size_t start, size_t total)
{
    for (size_t tile = 1024; start > 0 && tile >= 4; tile /= 2) {
        if (total % tile != 0 && start == total / tile * tile)
            return tile;
    }
    return 0;
}

/* 16 to 1024 threads, a power of two or three times one. */
static bool usual_block(size_t n)
{
    if (n < 16 || n > 1024)
        return false;
    while (n % 2 == 0)
        n /= 2;
    return n == 1 || n == 3;
}

/* What it suggests that all from `start` on is not as it should be. */
static enum certainty advise(size_t start, size_t total, const char **advice)
{
    bool tile = tile_ending_at(start, total) > 0;
    bool block = usual_block(start);
    *advice = "";
    if (start + 1 == total) {
        *advice = "; is the last one excluded by a comparison?";
    } else if (tile && block) {
        *advice = ": all but the first block, or only the last, partial tile";
    } else if (tile) {
        *advice = ": only the last, partial tile; are tiles and blocks "
                  "counted rounding up?";
        return CAUSE;
    } else if (block) {
        *advice = ": all but the first block; does the index include "
                  "blockIdx.x * blockDim.x, and has the grid enough blocks?";
        return CAUSE;
    }
    return PLACE;
}

/* `what` is what the elements outside the corner are: "wrong". */
static enum certainty describe_rest(const struct view *v, struct corner corner,
                                    const char *what, char *text, size_t n)
{
    bool few_rows = corner.rows < v->rows;
    const char *advice;
    enum certainty certainty;
    if (v->rows == 1) {
        certainty = advise(corner.cols, v->cols, &advice);
        snprintf(text, n, "%s[%zu] and all behind it %s%s", v->name,
                 corner.cols, what, advice);
    } else if (few_rows && corner.cols < v->cols) {
        certainty = corner.rows * corner.cols <= 1024 ? CAUSE : PLACE;
        snprintf(
            text, n,
            "all but the first %zu rows and columns to %zu "
            "%s%s",
            corner.rows, corner.cols - 1, what,
            certainty == CAUSE
                ? ": all but the first block; do the "
                  "indices include blockIdx, and has the grid enough blocks?"
                : "");
    } else {
        certainty = few_rows ? advise(corner.rows, v->rows, &advice)
                             : advise(corner.cols, v->cols, &advice);
        snprintf(text, n, "%s from %zu on %s%s", few_rows ? "rows" : "columns",
                 few_rows ? corner.rows : corner.cols, what, advice);
    }
    return certainty;
}

static bool is_written(const struct view *v, size_t i)
{
    return !is_unwritten(v, i);
}

static enum certainty partly_unwritten(const struct view *v, char *text,
                                       size_t n)
{
    size_t missing = count_where(v, is_unwritten);
    struct corner written = corner_where(v, is_written);
    if (missing == 0)
        return UNFIT;
    if (written.full)
        return describe_rest(v, written, "were never written", text, n);
    snprintf(text, n, "%zu of %zu elements were never written", missing,
             v->count);
    return PLACE;
}

static enum certainty partly_wrong(const struct view *v, char *text, size_t n)
{
    struct corner right = corner_where(v, is_right);
    if (!right.full)
        return UNFIT;
    return describe_rest(v, right, "are wrong", text, n);
}

/* ---- what differs between two runs --------------------------------------- */

static double poison_number(enum element element)
{
    unsigned char bytes[8];
    memset(bytes, POISON_NUMBER, sizeof bytes);
    return element_value(element, bytes, 0);
}

/* NaN over NaN, and off by the number over the number: it was added to. */
static enum certainty adds_to_old_content(const struct view *v, char *text,
                                          size_t n)
{
    double old = poison_number(v->element);
    if (!v->evidence->second || v->element == ELEMENT_I32 ||
        v->element == ELEMENT_I64)
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        double now = element_value(v->element, v->evidence->second, i);
        double scale = fabs(old) + v->expected[i].magnitude;
        if (!isnan(got(v, i)) ||
            !(fabs(now - old - v->expected[i].value) <= 1e-4 * scale))
            return UNFIT;
    }
    snprintf(text, n,
             "the sum is added to what was there in %s before; set "
             "it to 0 first, or sum in a local variable",
             v->name);
    return CAUSE;
}

static enum certainty differs_between_runs(const struct view *v, char *text,
                                           size_t n)
{
    size_t changed = 0;
    if (!v->evidence->second)
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        double now = element_value(v->element, v->evidence->second, i);
        bool unwritten =
            element_poisoned(v->element, v->evidence->second, i, POISON_NUMBER);
        changed += !is_unwritten(v, i) && !unwritten &&
                   !(isnan(now) && isnan(got(v, i))) && now != got(v, i) &&
                   !(is_right(v, i) &&
                     element_right(v->element, now, &v->expected[i]));
    }
    if (changed == 0)
        return UNFIT;
    snprintf(text, n,
             "different from run to run: %zu of %zu elements changed "
             "with the same inputs; is there a race, or is memory read "
             "before it is written?",
             changed, v->count);
    return CAUSE;
}

/* ---- what the wrong values look like ------------------------------------- */

static enum certainty rounding_only(const struct view *v, char *text, size_t n)
{
    double worst = 0;
    size_t far = 0;
    if (v->count < FEW) /* a few may be near by chance */
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        double bound = element_bound(v->element, &v->expected[i]);
        double error = fabs(got(v, i) - v->expected[i].value);
        if (!(error <= 64 * bound) || bound == 0)
            return UNFIT;
        far += error > 0.1 * fabs(v->expected[i].value);
        worst = fmax(worst, error / bound);
    }
    /* The bound of a long sum is wide: what is within it a few times over may
     * still be nothing like the result. */
    if (10 * far > v->count)
        return UNFIT;
    snprintf(text, n,
             "rounding only: up to %.3g times the error that a sum "
             "in this precision may have; is a value kept in a smaller type "
             "on the way?",
             worst);
    return PATTERN;
}

static bool is_nan(const struct view *v, size_t i)
{
    return isnan(got(v, i));
}

static enum certainty wrong_are_nan(const struct view *v, char *text, size_t n)
{
    size_t nan = count_where(v, is_nan);
    if (nan == 0 || nan + count_where(v, is_right) < v->count)
        return UNFIT;
    snprintf(text, n,
             "%s not a number (NaN): memory that nobody set took "
             "part, an output read before it is written or what lies beyond "
             "an array",
             nan == v->count ? "every element is" : "the wrong elements are");
    return PATTERN;
}

static enum certainty same_everywhere(const struct view *v, char *text,
                                      size_t n)
{
    for (size_t i = 1; i < v->count; i++) {
        if (got(v, i) != got(v, 0))
            return UNFIT;
    }
    if (got(v, 0) == 0)
        snprintf(text, n, "every element is 0; is the sum stored?");
    else if (v->count < FEW)
        return UNFIT;
    else
        snprintf(text, n,
                 "every element is %.7g; does each thread use its "
                 "own index?",
                 got(v, 0));
    return v->count < FEW ? PLACE : PATTERN;
}

static enum certainty output_transposed(const struct view *v, char *text,
                                        size_t n)
{
    if (v->rows < 2 || v->cols < 2)
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        /* Stored column by column: (row, col) lies at col * rows + row. */
        size_t row = i % v->rows, col = i / v->rows;

        if (!is_value_of(v, i, row * v->cols + col))
            return UNFIT;
    }
    snprintf(text, n,
             "%s is transposed: element (row, col) belongs at "
             "row * %zu + col",
             v->name, v->cols);
    return CAUSE;
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

static enum certainty off_by_one(const struct view *v, char *text, size_t n)
{
    bool after = shifted_by(v, 1);
    if (!after && !shifted_by(v, -1))
        return UNFIT;
    snprintf(text, n, "off by one: %s[i] holds the value of %s[i %s 1]",
             v->name, v->name, after ? "+" : "-");
    return CAUSE;
}

/* Of a long sum the bound is wide: a few elements may be near by chance. */
static bool all_are_sharp(const struct view *v)
{
    for (size_t i = 0; i < v->count; i++) {
        if (element_bound(v->element, &v->expected[i]) >
            1e-4 * fabs(v->expected[i].value))
            return false;
    }
    return true;
}

static enum certainty scaled(const struct view *v, char *text, size_t n)
{
    static const double factors[] = {2, -1, 0.5, 3, 4, 32, 256};
    if (v->count < FEW && !all_are_sharp(v))
        return UNFIT;
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        size_t i = 0;
        while (i < v->count && element_right(v->element, got(v, i) / factors[k],
                                             &v->expected[i]))
            i++;
        if (i < v->count)
            continue;
        snprintf(text, n, "every element is %g times what it should be",
                 factors[k]);
        return PATTERN;
    }
    return UNFIT;
}

static bool is_wrong(const struct view *v, size_t i)
{
    return !is_right(v, i);
}

static enum certainty stale_tile(const struct view *v, char *text, size_t n)
{
    struct corner right = corner_where(v, is_right);
    size_t tile = tile_ending_at(right.cols, v->cols);
    if (!right.full || right.rows < v->rows || tile == 0)
        return UNFIT;
    for (size_t i = 0; i < v->count; i++) {
        if (i % v->cols >= right.cols && !is_value_of(v, i, i - tile))
            return UNFIT;
    }
    snprintf(text, n,
             "a stale tile: from %zu on stand the values of the tile "
             "of %zu before; the shorter last tile was not loaded",
             right.cols, tile);
    return CAUSE;
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
    size_t bytes = element_bytes(t->element);
    if (value)
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

static enum certainty read_in_wrong_order(struct trial *trial)
{
    const struct table *t = &trial->table;
    if (t->rows < 2 || t->cols < 2)
        return UNFIT;
    restride(t, 1, t->rows);
    if (would_be_right(trial)) {
        snprintf(trial->text, trial->n,
                 "%s was read transposed: element "
                 "(row, col) lies at row * %zu + col",
                 t->name, t->cols);
        return CAUSE;
    }
    restride(t, t->rows, 1);
    if (t->rows != t->cols && would_be_right(trial)) {
        snprintf(trial->text, trial->n,
                 "%s was read with rows of %zu "
                 "elements; they have %zu",
                 t->name, t->rows, t->cols);
        return CAUSE;
    }
    return UNFIT;
}

/* Left out: [first, end) of the rows or of the columns. */
static enum certainty left_out(struct trial *trial, bool columns, size_t first,
                               size_t end)
{
    const struct table *t = &trial->table;
    size_t all = columns ? t->cols : t->rows;
    const char *unit = t->rows == 1 ? "element" : columns ? "column" : "row";
    if (all < 2 || first >= end || (first == 0 && end == all))
        return UNFIT;
    (columns ? zero_columns : zero_rows)(t, first, end);
    if (!would_be_right(trial))
        return UNFIT;
    if (end - first > 1)
        snprintf(trial->text, trial->n,
                 "as if the last tile of %s were left "
                 "out, %ss %zu to %zu: is it shorter than the others, and "
                 "are tiles counted rounding up?",
                 t->name, unit, first, end - 1);
    else
        snprintf(trial->text, trial->n,
                 "as if the %s %s of %s were left "
                 "out; where does the loop %s?",
                 first == 0 ? "first" : "last", unit, t->name,
                 first == 0 ? "start" : "end");
    /* The last of 33 could be a tile left out as well. */
    return first > 0 && all % 32 == 1 ? PATTERN : CAUSE;
}

static enum certainty part_left_out(struct trial *trial, bool columns)
{
    size_t all = columns ? trial->table.cols : trial->table.rows;
    enum certainty certainty = left_out(trial, columns, all - 1, all);
    if (certainty == UNFIT)
        certainty = left_out(trial, columns, 0, 1);
    for (size_t tile = 8; certainty == UNFIT && tile <= 1024 && tile < all;
         tile *= 2) {
        if (all % tile > 1)
            certainty = left_out(trial, columns, all / tile * tile, all);
    }
    return certainty;
}

static enum certainty not_used_at_all(struct trial *trial)
{
    const struct table *t = &trial->table;
    zero_rows(t, 0, t->rows);
    if (!would_be_right(trial))
        return UNFIT;
    snprintf(trial->text, trial->n,
             "as if %s were all zeros: is it copied, "
             "and read?",
             t->name);
    return CAUSE;
}

static struct table table_of(const struct view *v, size_t buffer)
{
    const struct buffer *b = &v->problem->exercise->buffers[buffer];
    size_t count = b->count(v->problem->size);
    size_t cols = buffer_columns(b, v->problem->size);
    return (struct table){.name = b->name,
                          .element = b->element,
                          .rows = cols ? count / cols : 1,
                          .cols = cols ? cols : count,
                          .from = problem_input(v->problem, buffer)};
}

static enum certainty try_input(struct trial *trial, size_t buffer)
{
    struct table *t = &trial->table;
    const void *original = trial->inputs[buffer];
    size_t bytes;
    enum certainty certainty;
    *t = table_of(trial->view, buffer);
    bytes = t->rows * t->cols * element_bytes(t->element);
    t->to = malloc(bytes + 1);
    if (!t->to)
        return UNFIT;
    memcpy(t->to, t->from, bytes);
    trial->inputs[buffer] = t->to;
    certainty = read_in_wrong_order(trial);
    if (certainty == UNFIT)
        certainty = part_left_out(trial, true);
    if (certainty == UNFIT && t->rows > 1)
        certainty = part_left_out(trial, false);
    if (certainty == UNFIT)
        certainty = not_used_at_all(trial);
    trial->inputs[buffer] = original;
    free(t->to);
    return certainty;
}

/* Matrices first: what is left out of a sum is a column of A and an element
 * of V alike, and the column says more. */
static enum certainty other_inputs(const struct view *v, char *text, size_t n)
{
    struct trial trial = {.view = v, .text = text, .n = n};
    const struct exercise *exercise = v->problem->exercise;
    enum certainty certainty = UNFIT;
    if (v->count < 2)
        return UNFIT;
    trial.expected = calloc(v->count, sizeof *trial.expected);
    if (!trial.expected)
        return UNFIT;
    for (size_t i = 0; i < buffer_count(exercise); i++)
        trial.inputs[i] = problem_input(v->problem, i);
    for (int vectors = 0; vectors <= 1 && certainty == UNFIT; vectors++) {
        for (size_t i = 0; i < buffer_count(exercise) && certainty == UNFIT;
             i++) {
            const struct buffer *buffer = &exercise->buffers[i];
            if (buffer->direction == INPUT && (!buffer->columns) == vectors)
                certainty = try_input(&trial, i);
        }
    }
    free(trial.expected);
    return certainty;
}

/* ---- all of them --------------------------------------------------------- */

static struct view view_of(const struct evidence *evidence)
{
    const struct problem *problem = evidence->problem;
    const struct buffer *output = &problem->exercise->buffers[problem->output];
    size_t cols = buffer_columns(output, problem->size);
    return (struct view){.evidence = evidence,
                         .problem = problem,
                         .name = output->name,
                         .element = output->element,
                         .expected = problem->expected,
                         .count = problem->count,
                         .rows = cols ? problem->count / cols : 1,
                         .cols = cols ? cols : problem->count};
}

void explain_count(const struct evidence *evidence, char *text, size_t n)
{
    struct view v = view_of(evidence);
    snprintf(text, n, "%zu of %zu element%s wrong", count_where(&v, is_wrong),
             v.count, v.count == 1 ? "" : "s");
}

enum certainty explain_mistake(const struct evidence *evidence, char *text,
                               size_t n)
{
    static enum certainty (*const explanations[])(const struct view *v,
                                                  char *text, size_t n) = {
        nothing_written, adds_to_old_content, differs_between_runs,
        off_by_one,      partly_unwritten,    wrong_are_nan,
        same_everywhere, output_transposed,   scaled,
        other_inputs,    rounding_only,       stale_tile,
        partly_wrong,
    };
    struct view v = view_of(evidence);
    enum certainty certainty = UNFIT;
    for (size_t i = 0;
         i < sizeof explanations / sizeof *explanations && certainty == UNFIT;
         i++)
        certainty = explanations[i](&v, text, n);
    if (certainty == UNFIT)
        explain_count(evidence, text, n);
    return certainty;
}

static void owner_of(const struct view *v, size_t element, char *text, size_t n)
{
    const struct exercise *exercise = v->problem->exercise;
    if (exercise->owner)
        exercise->owner(v->problem->size, element, text, n);
    else
        snprintf(text, n, "thread %zu of the grid", element);
}

void explain_element(const struct evidence *evidence, size_t element,
                     char *text, size_t n)
{
    struct view v = view_of(evidence);
    double error = fabs(got(&v, element) - v.expected[element].value);
    double bound = element_bound(v.element, &v.expected[element]);
    char name[64], owner[160], value[32] = "NaN", off[64] = "";
    name_element(&v, element, name, sizeof name);
    owner_of(&v, element, owner, sizeof owner);
    if (is_unwritten(&v, element)) {
        snprintf(text, n, "%s was not written, expected %.9g (%s)", name,
                 v.expected[element].value, owner);
        return;
    }
    if (!isnan(got(&v, element)))
        snprintf(value, sizeof value, "%.9g", got(&v, element));
    if (bound > 0 && isfinite(error))
        snprintf(off, sizeof off, ", off by %.3g times the bound",
                 error / bound);
    snprintf(text, n, "%s = %s, expected %.9g%s (%s)", name, value,
             v.expected[element].value, off, owner);
}

void size_in_words(const struct exercise *exercise, struct size size,
                   char *text, size_t n)
{
    bool three = false, matrix = false;
    if (exercise->dimensions[0]) {
        snprintf(text, n, "%s %d, %s %d, %s %d", exercise->dimensions[0],
                 size.rows, exercise->dimensions[1], size.cols,
                 exercise->dimensions[2], size.inner);
        return;
    }
    for (size_t i = 0; i < exercise->size_count; i++)
        three = three || exercise->sizes[i].inner > 1;
    for (size_t i = 0; i < buffer_count(exercise); i++)
        matrix = matrix || buffer_columns(&exercise->buffers[i], size) > 0;
    if (three)
        snprintf(text, n, "%d x %d x %d", size.rows, size.cols, size.inner);
    else if (size.rows == 1 && !matrix)
        snprintf(text, n, "n = %d", size.cols);
    else
        snprintf(text, n, "%d x %d", size.rows, size.cols);
}
