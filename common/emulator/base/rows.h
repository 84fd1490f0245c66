/* rows.h - files to which every launch appends. */
#ifndef ROWS_H
#define ROWS_H

#include <stdio.h>

/* Opens path for appending and writes the header when the file is new or
 * empty.  NULL, with a word on stderr, when it cannot be opened. */
FILE *rows_open(const char *path, void (*header)(FILE *file));
/* A field of a CSV, quoted where RFC 4180 asks for it: "scan<float, 32>". */
void rows_put_field(FILE *file, const char *field);

#endif
