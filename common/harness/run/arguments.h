/*
 * arguments.h - the command line of the grader.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdint.h>

#include "base/gpu.h"
#include "lab/lab.h"

enum subcommand {
    SUB_CHECK,
    SUB_SWEEP,
    SUB_PROFILE,
    SUB_HINT,
    SUB_LIST,
    SUB_REPORT,
    SUB_PROGRESS,
    SUB_INPUTS,
    SUB_RECORD,
    SUB_EXPLAIN,
    SUB_PREDICT,
    SUB_NEXT
};
enum device_choice { DEVICE_AUTO, DEVICE_GPU, DEVICE_EMULATED };
/* How `list` lists; the formats stand in show/list.h. */
enum list_form {
    LIST_PROSE,
    LIST_TSV,
    LIST_CASES,
    LIST_GPUS,
    LIST_CHALLENGES,
    LIST_QUESTIONS
};
enum compiler_choice { COMPILER_ANY, COMPILER_CLANG, COMPILER_NVCC };

/* Of the grader, and so of make check. */
enum exit_status {
    STATUS_FULL_SCORE = 0,
    STATUS_POINTS_MISSING = 1,
    STATUS_WRONG_USE = 2,
    STATUS_HARNESS_FAULT = 3
};

struct arguments {
    enum subcommand subcommand;
    const struct lab *lab;            /* NULL: all */
    const struct exercise *exercise;  /* NULL: all of the lab */
    const char *impl;                 /* "student" or "reference" */
    enum device_choice device;
    const struct gpu *gpu;            /* that times are modelled for */
    enum compiler_choice compiler;
    uint64_t seed;                    /* drawn when none was given */
    const char *impls;                /* sweep: names with commas between
                                       * them; NULL: all */
    const char *folder;               /* sweep: in build; NULL: results;
                                       * record: where to */
    const char *json;                 /* NULL: build/results/check.json */
    const char *programs;             /* the folder that has LAB/IMPL.COMPILER;
                                       * NULL: build */
    unsigned threads;                 /* of the host, for a device; 0: as many
                                       * as it likes */
    const char *shared;               /* folder of what submissions share, or
                                       * NULL (shared.h) */
    const char *answers;              /* predict: "16.5 79"; NULL: asked */
    struct size size;                 /* profile: rows 0 if not given */
    struct size own;                  /* check, explain: a size of one's own;
                                       * has_own */
    bool has_own;                     /* its 0 are not given */
    bool color;
    bool brief;                       /* check: only what is to be done */
    bool full;                        /* check, profile: all that is known */
    bool problems;                    /* check: once more, for editors */
    bool points;                      /* check: no open exercises */
    bool predicted;                   /* check: as if all had been predicted */
    bool facts;                       /* profile: as a report reads it */
    enum list_form list;
    double limit_seconds;             /* of one launch */
};

/* False, with the valid choices printed, if something is unknown. */
bool arguments_parse(struct arguments *arguments, int argc, char **argv);

/* Is this exercise asked for? */
bool arguments_cover(const struct arguments *arguments, const struct lab *lab,
                     const struct exercise *exercise);
/* How many exercises are. */
size_t arguments_count(const struct arguments *arguments);

/* Says what: that an exercise has to be named.  If there is one that fits, of
 * the lab that was given or of all, the command for the first stands behind:
 * what ": " "make hint LAB=lab1_global EX=warm_index". */
void arguments_ask(const struct arguments *arguments, const char *what,
                   const char *between,
                   bool (*fits)(const struct exercise *exercise));

#endif
