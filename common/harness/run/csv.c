/*
 * csv.c - rows are read by the names of the columns, so that a new column does
 * no harm.
 */
#include "csv.h"

#include <stdlib.h>
#include <string.h>

char *csv_cut(char **at, char separator)
{
    char *from = *at, *to = from, *field = from;
    bool quoted = separator != '\t' && *from == '"';
    if (quoted)
        from++;
    while (*from && (quoted || *from != separator)) {
        if (quoted && *from == '"' && *++from != '"')
            break;
        *to++ = *from++;
    }
    *at = *from == separator ? from + 1 : from;
    *to = '\0';
    return field;
}

void csv_take_row(char *row, const char *header, char separator, csv_take *take,
                  void *to)
{
    char *names = strdup(header), *name_at = names;
    while (names && *name_at) {
        const char *name = csv_cut(&name_at, separator);
        take(to, name, csv_cut(&row, separator));
    }
    free(names);
}

bool csv_take_size(struct size *size, const char *name, const char *value)
{
    int *number = !strcmp(name, "rows")    ? &size->rows
                  : !strcmp(name, "cols")  ? &size->cols
                  : !strcmp(name, "inner") ? &size->inner
                                           : NULL;
    if (number)
        *number = atoi(value);
    return number;
}

static bool next_line(struct csv_file *csv)
{
    while (csv->file && getline(&csv->line, &csv->room, csv->file) > 0) {
        csv->line[strcspn(csv->line, "\r\n")] = '\0';
        if (*csv->line != '#')
            return true;
    }
    return false;
}

bool csv_open(struct csv_file *csv, const char *path)
{
    *csv = (struct csv_file){.file = fopen(path, "re")};
    if (next_line(csv))
        csv->header = strdup(csv->line);
    return csv->header;
}

bool csv_next(struct csv_file *csv, csv_take *take, void *to)
{
    if (!csv->header || !next_line(csv))
        return false;
    csv_take_row(csv->line, csv->header, ',', take, to);
    return true;
}

void csv_close(struct csv_file *csv)
{
    if (csv->file)
        fclose(csv->file);
    free(csv->header);
    free(csv->line);
}
