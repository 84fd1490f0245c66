/*
 * trail.h - a result followed back through the steps of a run: where does it
 * first differ from what has to be?
 *
 * Idea: every value in the steps says what it was made of, down to elements of
 * the inputs.  Which of them have to be in an element of the output is asked of
 * the oracle: it is one of them if the result changes with it.  What should not
 * be in it, is in it twice, or is not in it, is then looked for among the
 * steps.
 * Guarantee: what is told holds in this run.  What it took, such as local
 * memory, may lie where nothing is followed; then nothing is said.
 */
#ifndef TRAIL_H
#define TRAIL_H

#include "run/problem.h"
#include "run/steps.h"

struct trail {
    const struct problem *problem;
    struct steps *steps;
    int *buffer_of;        /* [allocation]: which buffer it is; -1: none */
    size_t allocations;
    const char *source;    /* the file that was compiled */
    bool filled;           /* the host has set memory, or copied into it: where
                            * no step has written, something may be */
};

/* What is shown of a run, and why. */
struct difference {
    uint32_t step, other;  /* numbers of steps; 0: none */
    uint32_t launch, block, warp; /* whose steps tell it */
    char text[1000];       /* what is wrong; "": nothing was found */
};

/* False: there is no memory. */
bool trail_open(struct trail *trail, const struct problem *problem,
                struct steps *steps, const char *source);
void trail_close(struct trail *trail);

/* Why the element of the output is not what it has to be. */
void trail_follow(struct trail *trail, size_t element,
                  struct difference *difference);
/* Any warp, of the middle of the output, where nothing is wrong. */
void trail_show(const struct trail *trail, size_t element,
                struct difference *difference);

/* Which buffer of the exercise a step is about; -1: none that is known. */
int trail_buffer(const struct trail *trail, const struct step *step);
/* "A[3][0]" */
void trail_element(const struct trail *trail, size_t buffer, const char *name,
                   size_t index, char *text, size_t n);
/* "A[3][0]", as the element of a buffer, of an array in shared memory. */
void trail_place(const struct trail *trail, const struct step *step,
                 unsigned lane, char *text, size_t n);
/* "thread 33", "thread (1, 2)", in its block */
void trail_thread(const struct trail *trail, const struct step *step,
                  unsigned lane, char *text, size_t n);

#endif
