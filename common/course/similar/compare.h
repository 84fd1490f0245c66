/*
 * compare.h - all pairs of a class, in all exercises.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "class/class.h"
#include "likeness.h"
#include "people.h"
#include "remarks.h"
#include "usual.h"

enum { COMPARE_NOBODY = -1 };

/* One exercise. */
struct comparison {
    size_t lab, exercise;     /* in class->labs, and in the lab */
    struct likeness likeness;
    int *text_of;             /* of each person, in likeness.texts; or
                               * COMPARE_NOBODY */
    struct usual usual;       /* of pairs of the class */
    size_t people;            /* of the class that have a solution, of those
                               * with the same file one */
    bool with_workbook;       /* few of the class: pairs with the workbook's
                               * own solutions were counted as well */
};

/* Two persons, the first of this class. */
struct compared_pair {
    size_t one, other;        /* in people->list */
    size_t words;             /* of the shorter solutions, in all exercises */
    size_t alike;             /* of these, as percentages say */
    size_t unusual;           /* words of exercises in which they are
                               * unusually alike */
    size_t letters;           /* of comments that only they have */
    bool named;               /* one has the other's name in a comment */
    bool same_file;
};

struct compare {
    struct people people;
    size_t different;         /* of these: without those who have the same
                               * files as somebody before them */
    struct comparison *comparisons;
    size_t count;
    struct remarks remarks;   /* of pairs */
    struct usual total;       /* of pairs, over all exercises */
    struct compared_pair *pairs; /* unusual ones, the most alike first */
    size_t pair_count;
    bool possible;            /* sim_c is here */
};

/* False, told, if something fails; also then it has to be freed. */
bool compare_class(struct compare *compare, struct class *class,
                   const char *past);
void compare_free(struct compare *compare, const struct class *class);

/* Have both handed in the same bytes for the lab, with a solution in them? */
bool compare_same_file(const struct person *one, const struct person *other,
                       const struct class *class, size_t lab);

/* Percent of a pair in one exercise; -1: one of them has no solution. */
int compare_percent(const struct comparison *comparison, size_t one,
                    size_t other);
/* Over all exercises. */
int compare_total(const struct compared_pair *pair);

#endif
