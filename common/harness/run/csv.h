/*
 * csv.h - fields of a row of comma-separated values (RFC 4180), by place and
 * by the name of their column; and files of such rows.
 */
#ifndef CSV_H
#define CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lab/lab.h"

/* Cuts one field off *at, in place.  A quoted field may hold separators; two
 * quotes in it are one.  Fields between tabs are never quoted. */
char *csv_cut(char **at, char separator);

typedef void csv_take(void *to, const char *name, const char *value);

/* Calls take for each field of a row, which is cut up for that. */
void csv_take_row(char *row, const char *header, char separator,
                  csv_take *take, void *to);

/* Of the columns rows, cols, inner.  False: it is another. */
bool csv_take_size(struct size *size, const char *name, const char *value);

/* A file whose first line names the columns; lines that begin with # are
 * remarks. */
struct csv_file {
    FILE *file;         /* NULL: there is none */
    char *header, *line;
    size_t room;        /* of line */
};

/* False if it cannot be read or is empty: then there is no row.  To be closed
 * either way. */
bool csv_open(struct csv_file *csv, const char *path);
/* Calls take for each field of the next row; false if there is none. */
bool csv_next(struct csv_file *csv, csv_take *take, void *to);
void csv_close(struct csv_file *csv);

#endif
