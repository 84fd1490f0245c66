/*
 * shared.h - what is the same for all submissions of a class, in a folder:
 * inputs and expected values, made by the first grader that needs them.
 *
 * Idea: a file for each, which its name describes completely.  It is written
 * under another name, forced to the disk, and then renamed, and nobody changes
 * it afterwards; its end repeats what it is.
 * Guarantee: whoever is killed or writes the same at the same time, what is
 * found under a name is whole, and was made by the code that asks for it.  The
 * folder may be removed at any time.  A full disk costs the sharing alone.
 */
#ifndef SHARED_H
#define SHARED_H

#include <stdbool.h>
#include <stddef.h>

enum { SHARED_NAME_BYTES = 200 };

struct shared {
    const char *folder;      /* NULL: nothing is shared */
    char edition[48];        /* of the code that makes the contents */
};

/* The folder must be there, and written by nobody else; false, and said, if
 * that is not so. */
bool shared_open(struct shared *shared, const char *folder);

/* Bytes of that name, to be read, and, unless descriptor is NULL, the file
 * they begin; NULL: there are none of that length.  munmap. */
const void *shared_map(const struct shared *shared, const char *name, size_t n,
                       int *descriptor);

/* From now on they are there, if there is room. */
void shared_publish(const struct shared *shared, const char *name,
                    const void *bytes, size_t n);

#endif
