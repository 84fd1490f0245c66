/*
 * entries.h - who takes part in the ranking of an exercise, and with what.
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "board.h"

/* All of a class whose lab was graded; false, told: no memory. */
bool entries_find(struct board *board, const struct class *class,
                  const struct lab *lab, const struct exercise *exercise);
/* Of these, keeps those whose solution is right, as UNIT/EXERCISE.json says. */
void entries_keep_right(struct board *board);
void entries_free(struct board *board);

/* What was measured, from UNIT/EXERCISE.csv of each. */
void entries_measured(struct board *board);
/* What the grader has modelled. */
void entries_modelled(struct board *board);

#endif
