/*
 * points.h - how many points a check gives.
 *
 * Idea: a lab has LAB_POINTS; its exercises have shares of them, and an
 * exercise's checks have shares of its own (lab.h), so that one can be added
 * and nothing else be scored anew.
 * Guarantee: the points of all checks of a lab add up to LAB_POINTS.
 */
#ifndef POINTS_H
#define POINTS_H

#include "lab/lab.h"

enum { LAB_POINTS = 100 };

/* Divides a total by shares, n of them, in whole numbers: each gets the whole
 * part of total * share / sum of shares, and what is left goes, a point each,
 * to the largest remainders, of equal ones to the first (Hamilton's rule).  A
 * share that would get nothing takes a point from the one that got most, of
 * equal ones the first, as long as that has more than one.  A share of 0 gets
 * 0; without any shares all get 0. */
void points_divide(int total, const int *shares, int *points, size_t n);

/* What a cap takes from the points of an exercise that can give most: all
 * that lies above so many percent of most, rounded down. */
int points_above(int points, int most, int percent);

/* False of an open exercise, whatever there is to win. */
bool points_hang_on(const struct exercise *exercise);

int points_of_exercise(const struct lab *lab, const struct exercise *exercise);

/* Is a point to be had for predicting (lab.h)?  It is one, whatever the
 * exercise has; of one that has few, its checks need them. */
bool points_for_predicting(const struct lab *lab,
                           const struct exercise *exercise);

/* What each check of an exercise can give. */
struct points {
    int correct, clean, race_free, errors;
    int criteria[MAX_CRITERIA];
    int predicted;
};

struct points points_of_checks(const struct lab *lab,
                               const struct exercise *exercise);

#endif
