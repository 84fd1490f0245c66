/*
 * notes.h - what there is to say of a submission: flags, which are words for a
 * column, and notes, which are sentences for whoever looks.
 *
 * Both end up in submission.json.  Text of others in a sentence is made plain.
 */
#ifndef NOTES_H
#define NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "bounds.h"
#include "stream.h"

enum { MOST_FLAGS = 24, LONGEST_NOTE = 480 };

struct notes {
    const char *flags[MOST_FLAGS]; /* words that live for ever */
    size_t flag_count;
    char said[MOST_NOTES][LONGEST_NOTE];
    size_t count;
    size_t alike[WHYS]; /* that were left out */
    size_t unsaid; /* sentences beyond these bounds */
};

/* A flag once only; no sentence twice. */
void notes_flag(struct notes *notes, const char *flag);
void notes_say(struct notes *notes, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

bool notes_has_flag(const struct notes *notes, const char *flag);

/* That an entry called `name` was left out: its flag and its sentence. */
void notes_left(struct notes *notes, const char *name, enum why why);

#endif
