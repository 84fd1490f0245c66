/*
 * wrap.h - text that fits a terminal.
 */
#ifndef WRAP_H
#define WRAP_H

#include <stdio.h>

/* Columns that text may fill: one less than the terminal has that standard
 * output is, so that no line break is the terminal's own; 79 elsewhere. */
size_t wrap_width(void);

/* Words of text from column on, which is reached already, and a line break;
 * further lines, and those after a line break in it, begin at indent. */
void wrap_print(FILE *file, const char *text, size_t column, size_t indent);

#endif
