/*
 * wrap.c - breaks lines between words.
 */
#include "wrap.h"

#include <string.h>

enum { WIDTH = 79 };

void wrap_print(FILE *file, const char *text, size_t column, size_t indent)
{
    while (*text) {
        size_t word = strcspn(text, " \n");
        if (column > indent && column + 1 + word > WIDTH) {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', file);
            column++;
        }
        fprintf(file, "%.*s", (int)word, text);
        column += word;
        text += word;
        if (*text == '\n') {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
        }
        if (*text)
            text++;
    }
    fputc('\n', file);
}
