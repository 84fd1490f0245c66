/*
 * wrap.h - text that fits a terminal of 80 columns.
 */
#ifndef WRAP_H
#define WRAP_H

#include <stdio.h>

/* Words of text from column on, which is reached already, and a line break;
 * further lines, and those after a line break in it, begin at indent. */
void wrap_print(FILE *file, const char *text, size_t column, size_t indent);

#endif
