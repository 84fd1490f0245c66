/*
 * own_size.h - make check ROWS=5 COLS=3: an exercise at a size of one's own,
 * its arrays printed.  No points hang on it.
 */
#ifndef OWN_SIZE_H
#define OWN_SIZE_H

#include "run/session.h"

/* Exit status as of a check: 0 if the result is right, 1 if not. */
enum exit_status own_size_check(struct session *session);

#endif
