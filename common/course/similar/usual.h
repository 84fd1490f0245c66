/*
 * usual.h - what is usual among percentages, and what is far from it.
 *
 * Idea: the middle and the spread are the median and the median distance from
 * it (MAD), which a group of copies among many cannot move; how far a value
 * lies from the middle is counted in spreads.  Copies are then not only far
 * from the rest but few.
 */
#ifndef USUAL_H
#define USUAL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    USUAL_PAIRS = 10,  /* of fewer nothing can be said */
    USUAL_FAR = 35,    /* tenths of a spread: in one exercise of many */
    USUAL_FAR_IN_ALL = 28, /* in all of them together */
    USUAL_SPREAD = 6,  /* percent; a spread is at least this */
    USUAL_ALIKE = 85   /* percent; below it nothing is remarkable */
};

/* How many pairs are how many percent alike. */
struct usual {
    size_t pairs[101];
    size_t count;
    int median, spread, /* percent */
        most;           /* 99 of 100 pairs are at most so alike */
};

void usual_add(struct usual *usual, int percent);
/* Fills in the rest. */
void usual_sum(struct usual *usual);

/* How many pairs are at least so alike. */
size_t usual_as_alike(const struct usual *usual, int percent);

/* Is it so far beyond what is usual, and are few as alike?  people: how many
 * were compared, each of whom may have one whom he copied from. */
bool usual_is_not(const struct usual *usual, int percent, size_t people,
                  int far);

#endif
