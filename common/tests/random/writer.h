/*
 * writer.h - what programs.c and richer.c share: the program being written and
 * the means to write a line of it.
 */
#ifndef WRITER_H
#define WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_DEPTH = 4, MAX_LOOPS = 2, HELPERS = 3 };

struct program {
    uint64_t random;
    bool rich;             /* of the second family */
    unsigned number;       /* names the functions */
    unsigned depth, loops; /* of the statement */
    unsigned names;        /* made up so far */
    bool uniform;          /* do all threads of the block come past? */
    bool in_kernel;        /* not in a function it calls */
    bool whole_warps;
    bool scattered; /* are lanes to be brought together? */
};

extern struct program program;

/* programs.c */
unsigned below(unsigned n);
bool maybe(void);
__attribute__((format(printf, 1, 2))) void line(const char *format, ...);
/* A condition of C: of each thread, and one that all threads of a block find
 * the same. */
void condition(char *text, size_t size);
void same_condition(char *text, size_t size);
/* Statements, one level deeper. */
void write_body(unsigned count);
void join_paths(bool uniform);
void scatter(void);

/* richer.c: a statement that only the second family has. */
void write_richer_statement(void);

#endif
