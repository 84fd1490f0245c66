/*
 * csv.h - fields of a row of comma-separated values (RFC 4180), by place and
 * by the name of their column.
 */
#ifndef CSV_H
#define CSV_H

#include <stdbool.h>
#include <stddef.h>

/* Cuts one field off *at, in place.  A quoted field may hold separators; two
 * quotes in it are one.  Fields between tabs are never quoted. */
char *csv_cut(char **at, char separator);

typedef void csv_take(void *to, const char *name, const char *value);

/* Calls take for each field of a row, which is cut up for that. */
void csv_take_row(char *row, const char *header, char separator,
                  csv_take *take, void *to);

#endif
