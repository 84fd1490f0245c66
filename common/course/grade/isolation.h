/*
 * isolation.h - is what a student wrote kept apart from all else here?
 */
#ifndef ISOLATION_H
#define ISOLATION_H

#include <stdbool.h>

/* The word for BOX= (box/box.h) of the best box there is, whatever the
 * environment asks for; with sandbox "none", "limits".  NULL, told, if there is
 * none that keeps files apart. */
const char *isolation_find(const char *sandbox);

/* "bubblewrap and seccomp": what boxes of this word are made of. */
const char *isolation_in_words(const char *box);

#endif
