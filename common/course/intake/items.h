/*
 * items.h - a class folder, as submissions: who handed in which of what lies
 * there.
 *
 * Names come from the platform: Gradescope's metadata, Moodle's and Canvas'
 * names of files, else the name of the folder or file.  Two that have one name
 * stay two, unless the platform's number is the same too.
 */
#ifndef ITEMS_H
#define ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bounds.h"
#include "files/name.h"
#include "notes.h"

enum { MOST_PARTS = 32 };

struct item {
    char shown[NAME_SHOWN]; /* unique in the class */
    char key[NAME_KEY];     /* unique, upper and lower case aside */
    char name[NAME_SHOWN];  /* as the platform has it */
    char id[64];            /* the platform's number; "" */
    const char *kind;       /* folder archive file moodle gradescope git ... */
    char *parts[MOST_PARTS];/* paths below the root: bytes as they are there */
    char *called[MOST_PARTS]; /* what the student called that file; NULL: so */
    size_t part_count;
    int64_t time;           /* that the platform says; 0: not said */
    bool nameless;          /* the platform has no name, only a number */
    bool late;              /* the platform says so */
    bool twice;             /* another one has the same name */
    bool by_platform;       /* the name is a platform's, not a file's */
    char with[NAME_SHOWN];  /* another one of the same group; "" */
};

struct items {
    struct item *at;
    size_t count;
    char root[LONGEST_PATH]; /* of all parts: the class folder, or one in it */
    size_t ignored;          /* files that are no submissions; */
    char first_ignored[256]; /* the first of them */
    bool broken_metadata;    /* submission_metadata.yml breaks off */
};

/* Finds all that was handed in below `folder`; what is `out`, the folder that
 * is being made, is no submission.  Sorted by their keys.  `unpacked`: it was
 * an archive called `name`, whose only folder may be the class.  False, told,
 * if the folder cannot be read. */
bool items_find(struct items *items, const char *folder, const char *name,
                bool unpacked, const char *out);

/* The folder is one submission, `name`'s. */
void items_one(struct items *items, const char *folder, const char *name);

void items_free(struct items *items);

#endif
