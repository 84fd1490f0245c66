/*
 * own_size.h - make check ROWS=5 COLS=3: an exercise at a size of one's own,
 * its arrays printed.  No points hang on it.  make explain takes such a size in
 * the same way.
 */
#ifndef OWN_SIZE_H
#define OWN_SIZE_H

#include "run/session.h"

/* What is not given (0) is 1 where it always is.  False, and says why: it is no
 * size of the exercise, or too large to look at. */
bool own_size_take(const struct exercise *exercise, struct size given,
                   struct size *size);

/* Exit status as of a check: 0 if the result is right, 1 if not. */
enum exit_status own_size_check(struct session *session);

#endif
