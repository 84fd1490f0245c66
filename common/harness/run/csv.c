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
