/*
 * walk.h - a submission that lies there as a folder or a file.
 *
 * Guarantee: no link is followed, in no part of a path below `root`; nothing
 * but regular files is opened, and none of them waits.
 */
#ifndef WALK_H
#define WALK_H

#include <sys/stat.h>

#include "files/digest.h"
#include "tree.h"

/* Opens what lies at `path` below the folder `root`: a folder to be read, or a
 * regular file.  -1: it is something else, or cannot be opened (*about says
 * what it is, if it is there; errno). */
int walk_open(int root, const char *path, struct stat *about);

/* Takes what matters of the folder, which is closed, into the tree.  `above`:
 * what stands before its paths, "" or a folder's name.  Archives in it become
 * sources of their own. */
void walk_folder(struct tree *tree, int folder, const char *above);

/* The same of a regular file, which is closed, that is handed in alone. */
void walk_file(struct tree *tree, int file, const char *name);

/* Adds to the digest what tells whether something in the folder, which is
 * closed, has changed: names, sizes and times of what matters. */
void walk_digest(struct digest *digest, int folder);

#endif
