/*
 * rank.h - places.
 *
 * Idea: of each size a time is taken as a part of the best one's there, so that
 * no size counts more than another; the mean of these is geometric.  Who is not
 * "ok" at each size has no place.  Scores that lie within 1 % of the first of
 * them share a place; modelled ones, which are no better, within 10 %.
 */
#ifndef RANK_H
#define RANK_H

#include "board.h"

/* Places of all entries, which are sorted by those of a ranking: first, who
 * has none last. */
void rank(struct board *board);
void rank_sort(struct board *board, enum board_cache cache);

#endif
