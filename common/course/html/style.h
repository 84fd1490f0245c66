/*
 * style.h - how pages look: on a screen of any width, in light and dark, and
 * on paper; without anything from elsewhere.
 */
#ifndef STYLE_H
#define STYLE_H

#include <stddef.h>
#include <stdio.h>

/* All up to <body>: the title is escaped.  script: what the page may run, and
 * nothing else; NULL: nothing runs. */
void style_begin(FILE *file, const char *title, const char *script);
/* The script, if there is one, and the end. */
void style_end(FILE *file, const char *script);

/* A bar of score out of most, of another colour when it is all. */
void style_bar(FILE *file, int score, int most);
/* A bar of a part of a whole, which nobody has to reach. */
void style_share(FILE *file, size_t part, size_t whole);

#endif
