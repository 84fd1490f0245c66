/*
 * text.c - plain, one line, not too long.
 */
#include "text.h"

#include <stdlib.h>
#include <string.h>

#include "term/plain.h"

static const char left_out[] = " [...]";

bool text_open(struct text *text)
{
    *text = (struct text){.bytes = NULL};
    text->file = open_memstream(&text->bytes, &text->size);
    return text->file;
}

char *text_close(struct text *text, size_t most)
{
    bool written = text->file && !ferror(text->file);
    if (text->file)
        written = fclose(text->file) == 0 && written;
    if (!written) {
        free(text->bytes);
        return NULL;
    }
    text_make_plain(text->bytes);
    text_cut(text->bytes, most);
    return text->bytes;
}

/* U+FFFE and U+FFFF are UTF-8, and no characters of XML. */
static bool is_no_character(const char *at)
{
    return !strncmp(at, "\xef\xbf\xbe", 3) || !strncmp(at, "\xef\xbf\xbf", 3);
}

void text_make_plain(char *text)
{
    plain_make(text);
    for (char *at = text; *at; at++) {
        if (is_no_character(at))
            memset(at, '?', 3);
    }
}

void text_make_line(char *text)
{
    for (; *text; text++) {
        if (*text == '\n' || *text == '\t' || *text == '\r')
            *text = ' ';
    }
}

/* A byte within a character of UTF-8 begins with the bits 10. */
void text_cut(char *text, size_t most)
{
    size_t at = most - (sizeof left_out - 1);
    if (strlen(text) <= most)
        return;
    while (at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80)
        at--;
    memcpy(text + at, left_out, sizeof left_out);
}

char *text_line(const char *text, size_t most)
{
    char *line = strdup(text);
    if (!line)
        return NULL;
    text_make_plain(line);
    text_make_line(line);
    text_cut(line, most);
    return line;
}

void text_indent(FILE *file, const char *text, const char *before)
{
    while (*text) {
        int n = (int)strcspn(text, "\n");
        fprintf(file, "%s%.*s\n", before, n, text);
        text += n;
        text += *text == '\n';
    }
}
