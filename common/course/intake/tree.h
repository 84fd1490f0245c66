/*
 * tree.h - what matters of a submission, in memory: whatever form it came in,
 * from here on it is a list of files with their bytes.
 *
 * A source is what was handed in at one time: the files of a folder, or one
 * archive.
 */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notes.h"
#include "path.h"

struct leaf {
    char *path;         /* clean, UTF-8, below its source */
    const char *source; /* the archive's name; "": a file as it lies there */
    enum matter matter;
    char *bytes;        /* ends with a zero that does not count */
    size_t size;
    int64_t time;       /* of the file, seconds since 1970; 0: not known */
    int64_t source_time;
    bool looked_at;     /* then lab, or NULL, is what it has launchers of */
    const char *lab;
};

struct tree {
    struct leaf *leaves;
    size_t count, room;
    size_t bytes;   /* of all */
    size_t entries; /* that were looked at */
    size_t names;   /* of sources, owned below */
    char *sources[MOST_ARCHIVES];
    char others[MOST_OTHERS][100]; /* files that do not matter: some names */
    size_t other_count;            /* of all */
    struct notes notes;
};

/* A copy of it that lives as long as the tree; the last one's if there are too
 * many. */
const char *tree_source(struct tree *tree, const char *name);

/* Takes the leaf in, and its bytes, which are malloc's; the path, of any
 * encoding, is copied.  What is too much is left out and told. */
void tree_add(struct tree *tree, const struct leaf *leaf);

/* Something is there that does not matter. */
void tree_other(struct tree *tree, const char *path);

void tree_free(struct tree *tree);

/* Ends the program (exit status 2) if p is NULL. */
void *tree_must(void *p);

#endif
