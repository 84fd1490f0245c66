/*
 * environment.h - what programs are told that work on a submission: nothing of
 * the user's that could change a grade or the words of a message, but where
 * programs and their libraries are.
 */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <stddef.h>

#include "files/publish.h"

enum { ENVIRONMENT_MOST = 16 };

struct environment {
    char text[ENVIRONMENT_MOST][PUBLISH_PATH];
    char *words[ENVIRONMENT_MOST + 1]; /* for struct work */
    size_t count;
};

/* What all are told; box: the word for BOX=. */
void environment_begin(struct environment *all, const char *box);
/* One more; none if there is no value, or it is too long. */
void environment_add(struct environment *all, const char *name,
                     const char *value);

#endif
