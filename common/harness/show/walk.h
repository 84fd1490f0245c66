/*
 * walk.h - make explain: the run of one warp, step by step.
 */
#ifndef WALK_H
#define WALK_H

#include "run/session.h"

/* Of the exercise asked for: at the first size at which something is wrong
 * and several lanes work, else where only one does, else at one that is no
 * trouble to read; or at the size that was given.
 * Leaves the steps of the block, and what is to be said of them, in
 * build/results/explain, for the page. */
enum exit_status walk(struct session *session);

#endif
