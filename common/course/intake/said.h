/*
 * said.h - what a submission says of itself: submission.txt and check.json of
 * make submit.  All of it is a student's word.
 */
#ifndef INTAKE_SAID_H
#define INTAKE_SAID_H

#include "files/name.h"
#include "tree.h"

struct said {
    char name[NAME_SHOWN], number[64], edition[80]; /* "": not said;
                             * edition: the SHA-256 of build/edition.txt
                             * without its line "compiler ..." */
    bool claims;               /* a score, with what can be had */
    int score, max_score;
};

void said_read(const struct tree *tree, struct said *said);

/* Can both names be one person's: do they have a word in common, or does one
 * have the number in it?  Upper and lower case, and what a file's name cannot
 * have, do not matter. */
bool said_fits(const struct said *said, const char *name);

#endif
