/*
 * put.h - pages are written through here, so that text of others stays text.
 *
 * Idea: a format is ours and is written as it is; what %s stands for may be
 * anybody's, and is escaped for where it goes.  There is no way to write a
 * text that is not.
 *   %s  a text    %d  an int    %z  a size_t    %%  a percent sign
 */
#ifndef PUT_H
#define PUT_H

#include <stdio.h>

void put_html(FILE *file, const char *format, ...);

/* Markdown as CommonMark and GitHub have it: in what was escaped nothing is
 * marked, linked, mentioned, a heading or HTML.  A line break becomes a blank.
 */
void put_markdown(FILE *file, const char *format, ...);

/* Text as the lines of a block of code, behind `indent` blanks, with a fence
 * longer than any in it. */
void put_markdown_code(FILE *file, int indent, const char *text);

/* A file's name as part of an address: all but letters and digits in %XX. */
void put_address(FILE *file, const char *name);

#endif
