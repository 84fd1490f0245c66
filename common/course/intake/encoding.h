/*
 * encoding.h - names of files, in whatever encoding somebody's computer wrote
 * them, as UTF-8.
 */
#ifndef ENCODING_H
#define ENCODING_H

#include <stddef.h>

/* A name that is UTF-8 stays as it is.  Others are guessed, as zip files do not
 * say: words of Cyrillic in code page 866 (or Windows-1251), else letters of
 * the West in code page 437, or Latin-1.  Cut at n bytes, with its zero, at the
 * end of a character.  Never fails. */
void encoding_to_utf8(const char *name, char *utf8, size_t n);

#endif
