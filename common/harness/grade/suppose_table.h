/*
 * suppose_table.h - an input as rows and columns; a copy of it is altered for a
 * supposition.
 */
#ifndef SUPPOSE_TABLE_H
#define SUPPOSE_TABLE_H

#include "suppose.h"

struct table;
typedef bool table_counts(const struct supposition *s, const struct table *t,
                          size_t k);

struct table {
    const char *name;
    enum element element;
    size_t rows, cols;         /* of a vector one row */
    bool vector;
    const unsigned char *from;
    unsigned char *to;         /* its altered copy */
    table_counts *counts;      /* does part k count?  For sentences; or NULL */
    size_t p;                  /* the length supposed */
};

/* A copy, as it is yet; false if there is no memory for it. */
bool table_open(struct table *t, const struct trial *trial, size_t buffer);
size_t table_count(const struct table *t);
double table_value(const struct table *t, size_t i);
void table_set(const struct table *t, size_t i, double value);
/* By a factor; infinity stands for itself: it is what a minimum leaves out. */
void table_weigh(const struct table *t, size_t i, double factor);
/* The oracle's answer to the altered copy, which is freed. */
void table_ask(struct trial *trial, size_t buffer, struct table *t);

/* How many parts there are along the axis supposed, and what one is called. */
size_t table_line(const struct supposition *s, const struct table *t);
const char *table_unit(const struct supposition *s, const struct table *t);
/* In the form "@u" is column, row or element, "@n" the array, "@p" the length,
 * "@o" the same as an ordinal, "@r" what does not count: "columns 96 to 126",
 * "@h" and "@c" how many rows and columns there are. */
void table_sentence(const char *form, const struct supposition *s,
                    const struct trial *trial, table_counts *counts, char *text,
                    size_t n);

/* ---- suppose_parts.c ---- */

/* Parts along an axis of an input left out, or taken twice. */
bool suppose_parts(struct supposition s, suppose_try *try_it, void *context);
bool suppose_doubled(struct supposition s, suppose_try *try_it,
                     void *context);

/* ---- suppose_weights.c, suppose_windows.c ---- */

/* Parts of an axis that count more than once, some more often than others. */
bool suppose_weights(struct supposition s, suppose_try *try_it,
                     void *context);
/* Of a vector: each block has an output, the sum of a window of it, and the
 * windows lie wrong. */
bool suppose_windows(struct supposition s, suppose_try *try_it,
                     void *context);

#endif
