/*
 * refs.h - which commit a clone is at, read from its files without git: HEAD,
 * refs/heads/..., packed-refs.
 */
#ifndef INTAKE_REFS_H
#define INTAKE_REFS_H

#include <stdbool.h>

#include "files/digest.h"

struct ref {
    char name[DIGEST_TEXT]; /* of the commit: 40 or 64 hexadecimal digits */
    char branch[128];       /* without refs/heads/; "" if HEAD is a commit */
};

/* The clone's own branch: that of HEAD; where that has no commit, the only
 * branch, main or master.  `git`: the folder with HEAD in it.  False: there is
 * no commit. */
bool refs_default(int git, struct ref *ref);

/* Adds what it depends on to the digest. */
void refs_digest(int git, struct digest *digest);

/* A file in the folder, at most n bytes with the zero; "" if there is none, it
 * is no regular file or is larger.  No link is followed. */
bool refs_file(int git, const char *path, char *text, size_t n);

#endif
