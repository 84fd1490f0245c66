/*
 * growing.h - a file that is a whole document after every element.
 *
 * Each element overwrites what closes the document and writes it again, in one
 * write.  Whatever then happens to the program, the file can be read, with all
 * elements so far; several processes may write to it.
 */
#ifndef GROWING_H
#define GROWING_H

#include <stdbool.h>

struct growing {
    const char *opening; /* ends in the bracket that elements stand behind */
    const char *closing;
    const char *path; /* NULL: there is no such file */
    int file;         /* from here on its own; 0, to begin with */
    bool tried, said;
};

/* Is there such a file, and can it be written? */
bool growing_open(struct growing *growing);
/* One that does not end in `closing` is begun anew. */
void growing_begin(struct growing *growing);
void growing_add(struct growing *growing, const char *element);

#endif
