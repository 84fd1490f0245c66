/*
 * ask.h - what is asked for: seed, edition, sandbox; kept in class.json.
 */
#ifndef ASK_H
#define ASK_H

#include "store/store.h"

struct asked {
    const char *out;
    const char *folder;   /* the class, as make grade got it; NULL: as kept */
    const char *seed;     /* NULL: the one that is kept, else drawn */
    const char *sandbox;  /* "" or "none" */
};

/* Reads what was asked for before (*before, empty if nothing was), and makes
 * *course what is asked for now, with the edition of the workbook in the
 * present folder.  Writes nothing.  False, told: it cannot be. */
bool ask(const struct asked *asked, struct course *course,
         struct course *before);

/* Says in words what is another than before, if that matters: what it concerns
 * is graded anew. */
void ask_tell(const struct course *course, const struct course *before,
              size_t outdated);

/* Is the text a seed? */
bool ask_is_seed(const char *text);

#endif
