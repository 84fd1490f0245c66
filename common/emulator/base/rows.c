/*
 * rows.c - files to which every launch appends.
 *
 * Several processes of one run may write to the same file, one after the
 * other; only the first writes the header.
 */
#include "rows.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

FILE *rows_open(const char *path, void (*header)(FILE *file))
{
    struct stat before;
    bool empty = stat(path, &before) != 0 || before.st_size == 0;
    FILE *file = fopen(path, "a");
    if (!file)
        perror(path);
    else if (empty)
        header(file);
    return file;
}

void rows_put_field(FILE *file, const char *field)
{
    if (!strpbrk(field, ",\"\r\n")) {
        fputs(field, file);
        return;
    }
    fputc('"', file);
    for (; *field; field++) {
        if (*field == '"')
            fputc('"', file);
        fputc(*field, file);
    }
    fputc('"', file);
}
