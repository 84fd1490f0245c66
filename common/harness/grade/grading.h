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
#include "picture.h"
#include "points.h"
#include "results.h"
#include "run/session.h"

enum { MAX_TRIED = 40 };

/* A size that was run, and what came out of it. */
struct tried {
    struct size size;
    bool right;
    bool output;               /* there was one, and it is compared */
    bool kept;                 /* wrong: both runs, of which each may be NULL */
    void *first, *second;
    unsigned grid[3], block[3]; /* of the first launch; 0: not known */
};

/* A finding of the emulated device, and at which size. */
struct seen {
    struct finding_record finding;
    struct size at;
    char size[64];             /* the same in words */
    unsigned grid[3], block[3]; /* of the launch; 0: not known */
    bool by_element;           /* a thread for each element of the output */
    bool table;                /* that has rows and columns */
    size_t rows, cols;         /* of the output; of a vector one row */
};

/* Why a result is not right. */
struct failure {
    enum certainty certainty;
    bool by_lab;               /* it is known, not guessed */
    char cause[500];           /* one sentence; "": none */
    char size[64];             /* where, in words */
    char rest[700];            /* what else is known, by lines */
    char picture[PICTURE_BYTES]; /* where it is wrong; or "" */
    struct seen seen;          /* by which a run was stopped; tool "": none */
};

struct grading {
    struct session *session;
    const struct exercise *exercise;
    struct exercise_result *result;
    struct points points;
    struct worker worker;      /* on the emulated device: it gives points */
    struct worker gpu;         /* beside it, where there is one */
    size_t gpu_tries, gpu_right, gpu_broken; /* sizes, there */
    char gpu_failure[600];     /* the first, there */
    struct tried tried[MAX_TRIED]; /* the sizes, in order */
    size_t tries, right;       /* how many, and how many of them were right */
    size_t broken;             /* runs without an output */
    bool stop;                 /* no more sizes: it would only take time */
    bool on_host;              /* a result was computed there */
    bool launched;             /* a kernel ran, as far as is known */
    struct failure failure;    /* that explains most; cause "": none */
    struct seen seen;          /* finding that explains most; tool "": none */
    char poor[440];            /* the first criterion that is not met, */
    const char *advice;        /* and what may help */
    const struct cap *cap;     /* that takes points; NULL: none does */
    char dirty[800];           /* the first finding */
    char race[800];            /* the first race */
    bool by_host;              /* some result was right without a launch */
    struct observed {
        struct measured measured;
        bool done;             /* the run came to its end */
        bool right;            /* and to a right result */
    } criteria[MAX_CRITERIA], caps[MAX_CAPS];
};

/* ---- observe.c ---- */

/* Keeps the failure that explains most; of equals the first. */
void grading_keep_failure(struct grading *g, enum certainty certainty,
                          const char *cause, const char *rest);
/* The same of a run without an output. */
void grading_keep_broken(struct grading *g, const struct run *run);
/* Keeps why an output is wrong, as far as the evidence tells. */
void grading_explain(struct grading *g, const struct evidence *evidence,
                     size_t first_wrong);
/* Takes what the emulated device has to say about a run. */
void grading_observe(struct grading *g, const struct run *run, bool right);
/* Keeps what a run on the GPU brought that is not right. */
void grading_keep_gpu_failure(struct grading *g, const struct run *run);
/* False if something beside the output was damaged, whatever that is. */
bool grading_harmless(struct grading *g, const struct run *run);
/* What a lab says of outputs that cannot be predicted, and of the host's
 * calls. */
bool grading_plausible(struct grading *g, const struct run *run);

/* ---- reason.c ---- */

/* Keeps what came out wrong of the size at hand, for grading_reason. */
void grading_keep_output(struct grading *g, const void *first,
                         const void *second);
/* Looks for an explanation that holds at all sizes that were run, instead of
 * that of one size; frees what was kept. */
void grading_reason(struct grading *g, const struct program *program);

/* ---- sizes.c ---- */

/* "right at 14 of 24 sizes: where there are at most 256 rows" */
void grading_sizes_in_words(const struct grading *g, char *text, size_t n);

/* ---- cause.c ---- */

/* "lab1_global/student.cu:41: read of 4 bytes past the end of A" */
void finding_in_words(const struct finding_record *finding, char *text,
                      size_t n);
/* From checks and what was kept: what is told first. */
void grading_tell_cause(struct grading *g);

/* ---- award.c ---- */

/* The checks of an exercise that ran.  If a cap of the lab's holds, there is
 * one more, whose points are what it takes, and so negative. */
void grading_award(struct grading *g, const struct lab *lab);
/* The same when there is no program to run. */
void grading_nothing_to_run(struct grading *g, const struct program *program);

#endif
