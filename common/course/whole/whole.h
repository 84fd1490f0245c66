/*
 * whole.h - all of make grade: take in, grade, collect.
 *
 *   course grade --out OUT [--class CLASS] [--lab LAB] [--jobs N] [--seed N]
 *                [--engine local|slurm] [--sandbox none] [--deadline DATE]
 *                [--past FOLDER] [--overrides FILE] [--format "WORD..."]
 *
 * Idea: three steps, each of which does what is missing and can be run alone;
 * here under one lock, and after what can be refused at once has been.
 * Without CLASS nothing is taken in: what was taken in before is graded.
 * Exit status: 0; 2 wrong use or a missing tool; 3 some could not be graded
 * (all else was, and is collected); 130 stopped by a signal.  What was finished
 * stands.
 */
#ifndef WHOLE_H
#define WHOLE_H

#include <stdbool.h>

/* Steps that stand above grading, as main functions; NULL: there is none. */
struct whole_steps {
    int (*intake)(int argc, char **argv);
    int (*collect)(int argc, char **argv);
    int (*format)(int argc, char **argv);
    bool (*format_known)(const char *words);
};

int whole_main(int argc, char **argv, const struct whole_steps *steps);

#endif
