/*
 * text.h - text of others, as one platform after the other may hold it.
 *
 * Names, causes and messages quote what a student wrote or printed.  Formats
 * that are lines (TAP, VPL, Autolab) are forged by a line break, those that are
 * trees (JSON, XML, YAML) by what ends a value, and some consumers by tags
 * within a text.  Trees are written by who knows their rules (cJSON, libyaml,
 * files/escape.h); what this file adds is that text is plain before, is one
 * line where a line is asked for, and is no longer than a platform shows.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bytes: what platforms show of a text (Classroom 50 cuts at 2000 characters),
 * and of one line of it. */
enum { TEXT_MOST = 2000, TEXT_LINE = 300 };

/* Text that is built up, and ends where it is as long as it may be. */
struct text {
    FILE *file; /* to be written to */
    char *bytes;
    size_t size;
};

/* False if there is no memory. */
bool text_open(struct text *text);
/* What was written, plain and `most` bytes at most, the last of them "[...]"
 * where it was longer; to be freed.  NULL if there was no memory. */
char *text_close(struct text *text, size_t most);

/* In place: only letters and signs of UTF-8 that XML 1.0 knows, blanks, tabs
 * and line breaks; all else becomes ?. */
void text_make_plain(char *text);

/* In place: line breaks and tabs become blanks. */
void text_make_line(char *text);

/* In place: at most `most` bytes, whole characters, "[...]" behind them. */
void text_cut(char *text, size_t most);

/* A copy that is plain, one line, and `most` bytes at most; to be freed. */
char *text_line(const char *text, size_t most);

/* Each line of text with `before` in front of it, and a line break behind. */
void text_indent(FILE *file, const char *text, const char *before);

#endif
