/*
 * suppose_table.c - an input as rows and columns, altered; and sentences about
 * it.
 */
#include "suppose_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/random.h"

size_t table_count(const struct table *t)
{
    return t->rows * t->cols;
}

bool table_open(struct table *t, const struct trial *trial, size_t buffer)
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
                        .vector = cols == 0,
                        .from = problem_input(problem, buffer),
                        .to = malloc(bytes + 1)};
    if (t->to)
        memcpy(t->to, t->from, bytes);
    return t->to;
}

void table_set(const struct table *t, size_t i, double value)
{
    element_set(t->element, t->to, i, value);
}

double table_value(const struct table *t, size_t i)
{
    return element_value(t->element, t->from, i);
}

/* By a factor; infinity stands for itself: it is what a minimum leaves out. */
void table_weigh(const struct table *t, size_t i, double factor)
{
    table_set(t, i, isinf(factor) ? factor : factor * table_value(t, i));
}

void table_ask(struct trial *trial, size_t buffer, struct table *t)
{
    const void *original = trial->inputs[buffer];
    trial->inputs[buffer] = t->to;
    memset(trial->predicted, 0, trial->view.count * sizeof *trial->predicted);
    trial->view.problem->exercise->oracle(
        trial->inputs, trial->view.problem->size, trial->predicted);
    trial->inputs[buffer] = original;
    free(t->to);
}

size_t table_line(const struct supposition *s, const struct table *t)
{
    return s->columns ? t->cols : t->rows;
}

const char *table_unit(const struct supposition *s, const struct table *t)
{
    return t->vector ? "element" : s->columns ? "column" : "row";
}

/* "8th", "2nd" */
static void put_ordinal(size_t p, char *text, size_t n)
{
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    bool teen = p / 10 % 10 == 1;
    snprintf(text, n, "%zu%s", p, ends[p % 10 < 4 && !teen ? p % 10 : 0]);
}

/* "columns 96 to 126", "column 64" */
static void put_range(const struct supposition *s, const struct table *t,
                      char *text, size_t n)
{
    size_t all = table_line(s, t), first = all, end = 0;
    for (size_t k = 0; k < all; k++) {
        if (t->counts && t->counts(s, t, k))
            continue;
        first = k < first ? k : first;
        end = k;
    }
    if (first == end)
        snprintf(text, n, "%s %zu", table_unit(s, t), first);
    else
        snprintf(text, n, "%ss %zu to %zu", table_unit(s, t), first, end);
}

static void put_field(char field, const struct supposition *s,
                      const struct table *t, size_t p, char *text, size_t n)
{
    switch (field) {
    case 'u': snprintf(text, n, "%s", table_unit(s, t)); break;
    case 'n': snprintf(text, n, "%s", t->name); break;
    case 'p': snprintf(text, n, "%zu", p); break;
    case 'o': put_ordinal(p, text, n); break;
    case 'r': put_range(s, t, text, n); break;
    case 'h': snprintf(text, n, "%zu", t->rows); break;
    case 'c': snprintf(text, n, "%zu", t->cols); break;
    default: *text = '\0';
    }
}

void table_sentence(const char *form, const struct supposition *s,
                    const struct trial *trial, table_counts *counts, char *text,
                    size_t n)
{
    size_t used = 0;
    struct table t;
    *text = '\0';
    if (!table_open(&t, trial, s->buffer))
        return;
    t.p = suppose_length(s, trial);
    t.counts = counts;
    for (; *form && used + 1 < n; form++) {
        if (*form == '@' && form[1]) {
            put_field(*++form, s, &t, t.p, text + used, n - used);
            used = strlen(text);
        } else {
            text[used++] = *form;
            text[used] = '\0';
        }
    }
    free(t.to);
}
