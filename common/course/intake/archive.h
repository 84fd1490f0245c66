/*
 * archive.h - an archive of any kind that libarchive reads, taken in by
 * build/bin/unpack, which sits in a box.
 */
#ifndef INTAKE_ARCHIVE_H
#define INTAKE_ARCHIVE_H

#include "tree.h"

/* Takes what matters of the archive that is open as `file`, and closes it, into
 * the tree, as one source called `name`.  What is wrong with it is told in the
 * tree's notes.  False if nothing can be said of it, as it could not be read
 * (then the reason is the last note). */
bool archive_read_tree(struct tree *tree, int file, const char *name,
                       int64_t time);

/* Makes `folder`, which is there and empty, what the archive of a class holds:
 * archives in it as they are.  False, told, if it cannot be read whole. */
bool archive_read_class(const char *archive, const char *folder);

#endif
