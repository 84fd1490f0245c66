/*
 * plain.h - text of others, as it may be shown.
 *
 * What a student's program prints, and what a compiler quotes of his file, must
 * not move the cursor, colour, clear or rename anything: on its way to a
 * terminal or into a report it passes through here, and nowhere else.
 */
#ifndef PLAIN_H
#define PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bytes of the character at text, of which n bytes are left, that may be shown
 * as they are: letters and signs of UTF-8, spaces, tabs and line breaks.  0:
 * the byte is none: it is a control character, C0, DEL or C1 (which begins
 * with c2 in UTF-8), one that turns the direction of text, or no UTF-8. */
size_t plain_length(const char *text, size_t n);

/* Prints the n bytes; what may not be shown as ?. */
void plain_print(FILE *file, const char *text, size_t n);

/* The same in place, up to the terminating zero. */
void plain_make(char *text);

/* The same of a copy, cut at n bytes with the terminating zero. */
void plain_copy(char *to, size_t n, const char *text);

#endif
