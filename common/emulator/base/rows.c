/*
 * rows.c - files to which every launch appends.
 *
 * Several processes of one run may write to the same file, one after the
 * other; only the first writes the header.
 */
#include "rows.h"

#include <string.h>
#include <sys/stat.h>

FILE *rows_open(struct rows_file *rows, const char *path,
                void (*header)(FILE *file))
{
    struct stat before;
    if (rows->tried || !path)
        return rows->file;
    rows->tried = true;
    bool empty = stat(path, &before) != 0 || before.st_size == 0;
    rows->file = fopen(path, "a");
    if (!rows->file)
        perror(path);
    else if (empty && header)
        header(rows->file);
    return rows->file;
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
