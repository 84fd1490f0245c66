/*
 * name.h - names of people, as a page shows them and as a file may be called.
 */
#ifndef NAME_H
#define NAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
    NAME_SHOWN = 201, /* bytes of a name as shown, with the zero */
    NAME_KEY = 90     /* bytes of a key: 80, '-', 8 digits, the zero */
};

/* The name as shown: UTF-8 without control characters (each byte of them is a
 * question mark), without blanks at its ends or two of them in a row, cut at a
 * character's end.  "" if nothing is left. */
void name_show(const char *name, char shown[NAME_SHOWN]);

/* What files of it are called.  ASCII letters, digits, and all of UTF-8 beyond
 * ASCII that may be shown stay, as do - and . and _ within; all else becomes _.
 * Where something was changed or cut, or `clashes` says that another name has
 * this key, upper and lower case aside, "-" and eight digits of the name's
 * SHA-256 follow: so keys do not depend on who else is in the class, except
 * where names clash. */
void name_key(const char *name, bool clashes, char key[NAME_KEY]);

/* Is it such a key: a file of this name is no other folder's?  For what was
 * read from a file that somebody may have altered. */
bool name_is_key(const char *text);

#endif
