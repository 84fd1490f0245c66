/*
 * put.c - see put.h.
 */
#include "put.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "files/escape.h"
#include "term/plain.h"

typedef void escape(FILE *file, const char *text);

static void put(FILE *file, escape *escape, const char *format,
                va_list arguments)
{
    for (; *format; format++) {
        if (*format != '%') {
            putc(*format, file);
            continue;
        }
        switch (*++format) {
        case 's': escape(file, va_arg(arguments, const char *)); break;
        case 'd': fprintf(file, "%d", va_arg(arguments, int)); break;
        case 'z': fprintf(file, "%zu", va_arg(arguments, size_t)); break;
        default: putc(*format, file);
        }
    }
}

void put_html(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(file, escape_html, format, arguments);
    va_end(arguments);
}

/* ---- Markdown ------------------------------------------------------------ */

/* An underscore within a word marks nothing. */
static bool is_marked(const char *text, const char *at)
{
    if (*at == '_')
        return at == text || !isalnum((unsigned char)at[-1]) ||
               !isalnum((unsigned char)at[1]);
    return strchr("\\`*{}[]<>#|~^$!&", *at);
}

/* What begins a list, a heading's underline or a number of a list. */
static bool begins_block(const char *text, const char *at)
{
    size_t digits = strspn(text, "0123456789");
    if (strchr("+-=", *at))
        return at == text;
    return strchr(".)", *at) && digits > 0 && at == text + digits;
}

/* GitHub makes links of bare addresses, and calls whoever stands behind an @;
 * a character without width between their parts makes them words. */
static bool is_address(const char *text, const char *at)
{
    return *at == '@' || (*at == ':' && at[1] == '/') ||
           (at - text >= 2 && *at && strchr("wW", *at) &&
            !strncasecmp(at - 2, "www.", 4));
}

static void escape_markdown(FILE *file, const char *text)
{
    text += strspn(text, " \t\r\n");
    for (const char *at = text; *at;) {
        size_t n = plain_length(at, strnlen(at, 4));
        if (isspace((unsigned char)*at)) {
            putc(' ', file);
        } else if (n == 0) {
            putc('?', file);
        } else {
            if (n == 1 && (is_marked(text, at) || begins_block(text, at)))
                putc('\\', file);
            fwrite(at, 1, n, file);
        }
        if (is_address(text, at))
            fputs("\xe2\x80\x8b", file);
        at += n ? n : 1;
    }
}

void put_markdown(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put(file, escape_markdown, format, arguments);
    va_end(arguments);
}

static int longest_fence(const char *text)
{
    int longest = 2;
    while (*text) {
        int n = (int)strspn(text, "`");
        longest = n > longest ? n : longest;
        text += n ? n : 1;
    }
    return longest + 1;
}

static void fence(FILE *file, int indent, int ticks)
{
    fprintf(file, "%*s", indent, "");
    while (ticks-- > 0)
        putc('`', file);
    putc('\n', file);
}

void put_markdown_code(FILE *file, int indent, const char *text)
{
    int ticks = longest_fence(text);
    fence(file, indent, ticks);
    fprintf(file, "%*s", indent, "");
    while (*text) {
        size_t n = plain_length(text, strnlen(text, 4));
        if (n == 0)
            putc(*text == '\r' ? ' ' : '?', file);
        else
            fwrite(text, 1, n, file);
        text += n ? n : 1;
        if (n == 1 && text[-1] == '\n' && *text)
            fprintf(file, "%*s", indent, "");
    }
    putc('\n', file);
    fence(file, indent, ticks);
}

/* ---- addresses ----------------------------------------------------------- */

void put_address(FILE *file, const char *name)
{
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c < 0x80 && (isalnum(c) || c == '-' || c == '_'))
            putc(c, file);
        else
            fprintf(file, "%%%02X", c);
    }
}
