/* rows.h - files to which every launch appends. */
#ifndef ROWS_H
#define ROWS_H

#include <stdbool.h>
#include <stdio.h>

/* A file that the user asked for, or not; all zero: not looked at yet. */
struct rows_file {
    FILE *file;
    bool tried;
};

/* The file, opened for appending the first time; the header goes first where
 * it is new or empty.  NULL if path is NULL, or it cannot be opened, with a
 * word on stderr, once.  header NULL: there is none. */
FILE *rows_open(struct rows_file *rows, const char *path,
                void (*header)(FILE *file));
/* A field of a CSV, quoted where RFC 4180 asks for it: "scan<float, 32>". */
void rows_put_field(FILE *file, const char *field);

#endif
