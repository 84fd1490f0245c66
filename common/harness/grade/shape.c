/*
 * shape.c - the dimensions of a declaration, as far as they are sums and
 * products of numbers and names.
 */
#include "shape.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOURCE = 1 << 20, DEEPEST = 8 };

struct expression {
    const char *at;
    const char *source; /* in which names are defined */
    int depth;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the name stands as a word, from there on; NULL: nowhere. */
static const char *find_word(const char *text, const char *name, size_t n)
{
    for (const char *at = text; (at = strstr(at, name)) != NULL; at++)
        if ((at == text || !is_word(at[-1])) && !is_word(at[n]))
            return at;
    return NULL;
}

static long sum(struct expression *e);

/* "TILE = 32", "#define TILE 32"; -1: it is defined in no such way. */
static long value_of(const struct expression *e, const char *name, size_t n)
{
    char word[64];
    if (n >= sizeof word || e->depth >= DEEPEST)
        return -1;
    snprintf(word, sizeof word, "%.*s", (int)n, name);
    for (const char *at = e->source; (at = find_word(at, word, n)); at += n) {
        const char *after = at + n + strspn(at + n, " \t");
        const char *before = at;
        struct expression inner = {after, e->source, e->depth + 1};
        while (before > e->source && strchr(" \t", before[-1]))
            before--;
        if (*after == '=' && after[1] != '=')
            inner.at++;
        else if (before - e->source < 7 || strncmp(before - 7, "#define", 7))
            continue;
        return sum(&inner);
    }
    return -1;
}

static void skip_spaces(struct expression *e)
{
    e->at += strspn(e->at, " \t\n");
}

/* -1, here and below: it is not understood. */
static long factor(struct expression *e)
{
    const char *start;
    char *end;
    long value;
    skip_spaces(e);
    start = e->at;
    if (isdigit((unsigned char)*start)) {
        value = strtol(start, &end, 0);
        e->at = end;
        return value;
    }
    if (*start == '(') {
        e->at++;
        value = sum(e);
        skip_spaces(e);
        return *e->at++ == ')' ? value : -1;
    }
    while (is_word(*e->at))
        e->at++;
    return e->at > start ? value_of(e, start, (size_t)(e->at - start)) : -1;
}

/* No comment begins there. */
static bool is_times(const char *at)
{
    return *at == '*' || (*at == '/' && at[1] != '/' && at[1] != '*');
}

static long product(struct expression *e)
{
    long value = factor(e);
    for (skip_spaces(e); value >= 0 && is_times(e->at); skip_spaces(e)) {
        bool divides = *e->at++ == '/';
        long other = factor(e);
        value = other < (divides ? 1 : 0) ? -1
                : divides                 ? value / other
                                          : value * other;
    }
    return value;
}

static long sum(struct expression *e)
{
    long value = product(e);
    for (skip_spaces(e); value >= 0 && (*e->at == '+' || *e->at == '-');
         skip_spaces(e)) {
        bool takes = *e->at++ == '-';
        long other = product(e);
        value = other < 0 ? -1 : takes ? value - other : value + other;
    }
    return value;
}

/* What stands in all brackets but the first, multiplied. */
static size_t columns(const char *brackets, const char *source)
{
    struct expression e = {brackets, source, 0};
    size_t columns = 0;
    for (bool first = true; *e.at == '['; first = false) {
        e.at++;
        long value = sum(&e);
        skip_spaces(&e);
        if (value <= 0 || *e.at++ != ']')
            return 0;
        if (!first)
            columns = (columns ? columns : 1) * (size_t)value;
    }
    return columns;
}

/* The last declaration in front of the line's end. */
static const char *find_array(const char *text, const char *array,
                              unsigned line)
{
    const char *found = NULL;
    size_t n = strlen(array);
    for (const char *at = text; at && line > 0; line--) {
        const char *end = strchr(at, '\n');
        const char *shared = strstr(at, "__shared__");
        const char *name =
            shared && end && shared < end ? find_word(shared, array, n) : NULL;
        if (name && name < end && name[n] == '[')
            found = name + n;
        at = end ? end + 1 : NULL;
    }
    return found;
}

size_t shape_columns(const char *source, const char *array, unsigned line)
{
    FILE *file = fopen(source, "r");
    char *text = file ? calloc(1, MOST_SOURCE + 1) : NULL;
    size_t found = 0;
    if (text && fread(text, 1, MOST_SOURCE, file) > 0) {
        const char *brackets = find_array(text, array, line);
        found = brackets ? columns(brackets, text) : 0;
    }
    free(text);
    if (file)
        fclose(file);
    return found;
}
