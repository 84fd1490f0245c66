/*
 * escape.h - text of others, as a format may hold it.
 *
 * Names, messages, paths: whatever a student had a hand in is written into a
 * file through one of these, and through nothing else.  All drop what is no
 * UTF-8 and control characters (each becomes ?), but keep line breaks and
 * tabs where the format can.
 */
#ifndef ESCAPE_H
#define ESCAPE_H

#include <stdio.h>

/* A cell of CSV (RFC 4180), quoted where needed; one that a spreadsheet would
 * take for a formula (= + - @ first, or after blanks) gets an apostrophe before
 * it (OWASP, "CSV Injection"), but a plain number keeps its sign.  Line breaks
 * become blanks: a record is a line. */
void escape_csv(FILE *file, const char *text);

/* Text or the value of a quoted attribute in HTML and XML: & < > " and '. */
void escape_html(FILE *file, const char *text);

#endif
