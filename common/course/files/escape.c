/*
 * escape.c - see escape.h.
 */
#include "escape.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "term/plain.h"

/* Bytes at text that may be written as they are; 0: one byte that may not. */
static size_t shown(const char *text)
{
    return plain_length(text, strnlen(text, 4));
}

static bool is_number(const char *text)
{
    char *end;
    if (strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    strtod(text, &end);
    return end != text && !*end;
}

static bool is_formula(const char *text)
{
    const char *first = text + strspn(text, " \t\r\n'\"");
    return *first && strchr("=+-@", *first) && !is_number(text);
}

void escape_csv(FILE *file, const char *text)
{
    bool quoted = strpbrk(text, ",\"\r\n\t") || *text == ' ' ||
                  (*text && text[strlen(text) - 1] == ' ');
    if (quoted)
        putc('"', file);
    if (is_formula(text))
        putc('\'', file);
    while (*text) {
        size_t n = shown(text);
        if (*text == '\n' || *text == '\r' || *text == '\t')
            putc(' ', file);
        else if (n == 0)
            putc('?', file);
        else if (*text == '"')
            fputs("\"\"", file);
        else
            fwrite(text, 1, n, file);
        text += n ? n : 1;
    }
    if (quoted)
        putc('"', file);
}

static const char *entity(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void escape_html(FILE *file, const char *text)
{
    while (*text) {
        size_t n = shown(text);
        const char *named = entity(*text);
        if (named)
            fputs(named, file);
        else if (n == 0)
            putc('?', file);
        else
            fwrite(text, 1, n, file);
        text += n ? n : 1;
    }
}
