/*
 * solution.h - what a student has written for an exercise, word by word.
 *
 * Idea: a file is cut into what stands at its top level (functions, types,
 * macros).  An exercise has its launcher, whose name is known, and whatever
 * that one mentions, and what these mention; so neither headings nor order nor
 * place matter.  Lines of the stub are taken away, and signatures, which the
 * workbook gives.
 * Words are written one a line for sim_c, so that the lines that it names are
 * words; what may be changed without a thought (comments, spaces, braces,
 * const, kinds of integers) is left out or made equal before.  Names of
 * variables are equal to sim_c anyway.
 */
#ifndef SOLUTION_H
#define SOLUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lab/lab.h"

enum {
    SOLUTION_WORDS = 1500,   /* kept of an exercise; the longest reference has
                              * some 300, and sim_c is slow where words
                              * repeat */
    SOLUTION_FILE = 256 << 10 /* bytes of a student.cu */
};

/* A word of the file. */
struct solution_word {
    size_t at, length;  /* bytes in the text */
    const char *plain;  /* as sim_c gets it; NULL: as it stands */
};

struct solution {
    struct solution_word *words;
    size_t count;
};

/* A file, in pieces; text is kept as it is. */
struct solution_file {
    char *text;
    struct solution_piece *pieces;
    size_t count;
};

/* False: it cannot be read, or there is no memory. */
bool solution_open(struct solution_file *file, const char *path);
void solution_close(struct solution_file *file);

/* Of a reference what everybody is given: what lies between BEGIN SOLUTION and
 * END SOLUTION is taken out of its text. */
void solution_leave_regions(struct solution_file *file);

/* What stands in the file for the exercise of this name, without what stands
 * in stub, which may be NULL.  False: there is no memory; count may be 0. */
bool solution_take(struct solution *solution, const struct solution_file *file,
                   const struct solution_file *stub, const char *exercise);
void solution_free(struct solution *solution);

/* The lines of all comments of a text, one after the other. */
struct solution_comments {
    const char *text;
    size_t at, end;     /* where it goes on, and the end of this comment */
    const char *line;   /* of `length` bytes */
    size_t length;
};
struct solution_comments solution_comments(const char *text);
/* The next; false: there is none. */
bool solution_comment(struct solution_comments *comments);

/* A word a line. */
void solution_print(FILE *to, const struct solution *solution,
                    const struct solution_file *file);

#endif
