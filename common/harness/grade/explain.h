/*
 * explain.h - what kind of mistake makes an output look like this?
 *
 * A mismatch is first explained, then listed.  Each explanation is a test on
 * the data: it is given only where every element agrees with it.  The most
 * telling ones ask the oracle itself: "with A transposed, would this output
 * be right?"
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "run/problem.h"

struct evidence {
    const struct problem *problem; /* its inputs and expected values */
    const void *first;   /* the output to explain */
    uint8_t poison;      /* what had been in its place */
    const void *second;  /* of another run, over POISON_NUMBER; or NULL */
    bool right;          /* nothing is wrong with it: first may be NULL */
    unsigned grid[3], block[3]; /* of the launch; 0: not known */
};

/* How much is told of a failure: of several sizes the most telling is kept. */
enum certainty {
    UNFIT,   /* nothing beyond the number of wrong elements */
    PLACE,   /* where they are */
    PATTERN, /* what they have in common */
    CAUSE,   /* why they are wrong */
    NO_OUTPUT /* there is none, or memory was harmed: tells more than any */
};

/* Writes why elements are wrong or, where it is not known, how many; how much
 * that tells: UNFIT to CAUSE. */
enum certainty explain_mistake(const struct evidence *evidence, char *text,
                               size_t n);

/* The same without suppositions: where it is wrong, what that looks like. */
enum certainty explain_place(const struct evidence *evidence, char *text,
                             size_t n);
/* Of several sizes, in the order of their costs, those that were right with
 * them: a cause that holds at all; UNFIT if none is known.  *shown: the one
 * that shows it best. */
enum certainty explain_together(const struct evidence *sizes, size_t count,
                                char *text, size_t n, size_t *shown);

/* "17 of 100 elements wrong" */
void explain_count(const struct evidence *evidence, char *text, size_t n);

/* "C[3] = 0.5, expected 0.25 (row 3: block 0, thread 3)" */
void explain_element(const struct evidence *evidence, size_t element,
                     char *text, size_t n);

/* "2500 x 2000", "1000 elements" */
void size_in_words(const struct exercise *exercise, struct size size,
                   char *text, size_t n);

#endif
