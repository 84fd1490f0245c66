/*
 * utf8.h - text in UTF-8, whatever the locale is.
 *
 * Sources and what programs print come in all encodings; what is written for
 * others to read is UTF-8.
 */
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>

/* Bytes of the character at text, 1 to 4; 0: there is none. */
size_t utf8_length(const char *text);

/* Bytes that are no UTF-8 become question marks. */
void utf8_repair(char *text);

/* Behind the first n characters of valid text, or its end. */
char *utf8_at(char *text, size_t n);

#endif
