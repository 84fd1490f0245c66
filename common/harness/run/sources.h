/*
 * sources.h - which files a message may quote.
 *
 * A line "#line 1 "/etc/passwd"" makes every message about what follows one
 * about that file.  Quoted are only those that were compiled here.
 */
#ifndef SOURCES_H
#define SOURCES_H

#include <stdbool.h>
#include <stdio.h>

/* From now on this file, under whatever name. */
void source_allow(const char *path);

/* To read; NULL if it is not there, or none of those. */
FILE *source_open(const char *path);

/* One of its lines, without its end; false, and "", if it has none. */
bool source_line(const char *path, unsigned line, char *text, size_t n);

#endif
