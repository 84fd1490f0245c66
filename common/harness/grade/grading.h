/*
 * grading.h - one exercise while it is graded: what its runs have shown.
 *
 * check.c runs the sizes, observe.c keeps what is wrong in words, award.c
 * turns both into checks with points.
 */
#ifndef GRADING_H
#define GRADING_H

#include "criteria.h"
#include "explain.h"
#include "points.h"
#include "results.h"
#include "run/session.h"

struct grading {
    struct session *session;
    const struct exercise *exercise;
    struct exercise_result *result;
    struct points points;
    struct worker worker;      /* whose outputs count */
    struct worker checker;     /* on a GPU: the emulated device beside it */
    size_t tried, right;       /* sizes */
    size_t broken;             /* runs without an output */
    bool stop;                 /* no more sizes: it would only take time */
    bool launched;             /* a kernel ran, as far as is known */
    enum certainty certainty;  /* of the failure kept */
    double worst_units;        /* of the bound, over all right sizes */
    char failure[1200];        /* the correctness check's message */
    char dirty[800];           /* the first finding */
    char race[800];            /* the first race */
    struct measured measured[MAX_CRITERIA];
    bool measured_right[MAX_CRITERIA];
};

/* ---- observe.c ---- */

/* Keeps the failure that explains most; of equals the first. */
void grading_keep_failure(struct grading *g, enum certainty certainty,
                          const char *text);
/* Keeps why an output is wrong, as far as the evidence tells. */
void grading_explain(struct grading *g, const struct evidence *evidence,
                     size_t first_wrong);
/* Takes what the emulated device has to say about a run. */
void grading_observe(struct grading *g, const struct run *run, bool right);
/* On a GPU: what ran there must run on the emulated device as well. */
void grading_observe_failure(struct grading *g, const struct run *run);
/* False if something beside the output was damaged, whatever that is. */
bool grading_harmless(struct grading *g, const struct run *run);
/* What a lab says of outputs that cannot be predicted. */
bool grading_plausible(struct grading *g);
bool size_equal(struct size a, struct size b);

/* ---- award.c ---- */

/* The checks of an exercise that ran. */
void grading_award(struct grading *g, const struct lab *lab);
/* The same when there is no program to run. */
void grading_nothing_to_run(struct grading *g, const struct program *program);

#endif
