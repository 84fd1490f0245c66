/*
 * problem.h - an exercise at one size: its inputs, its expected output.
 *
 * Inputs lie in a file that the judge reads, outputs in one in memory that it
 * writes; expected values are the grader's alone.  A runner on a GPU maps the
 * latter file, where a copy of the inputs then stands before the outputs.
 */
#ifndef PROBLEM_H
#define PROBLEM_H

#include "protocol.h"
#include "shared.h"

struct problem {
    const struct exercise *exercise;
    struct size size;
    uint64_t seed;
    int memory;                  /* file descriptor, for the child */
    unsigned char *base;         /* the same, mapped */
    size_t mapped;               /* bytes of it */
    int own;                     /* file of inputs that were made here */
    unsigned char *made;         /* the same, mapped */
    size_t made_bytes;
    int source;                  /* file that begins with the inputs */
    const unsigned char *inputs; /* the same, mapped: laid out as in base */
    struct shared shared;        /* where they may come from */
    struct extent extents[MAX_BUFFERS];
    size_t input_bytes, total_bytes;
    size_t output;               /* which buffer is the first output */
    size_t count;                /* its elements */
    struct expected *expected;   /* [count]; problem_expect */
    const void *found;           /* the same, if it was shared */
};

/* False, with a message printed, if there is no memory for it. */
bool problem_open(struct problem *problem);
/* What takes long to make is kept in that folder; false, and said, if it
 * cannot be used. */
bool problem_share(struct problem *problem, const char *folder);
void problem_close(struct problem *problem);

/* Only where everything lies; there are no inputs then. */
void problem_lay_out(struct problem *problem, const struct exercise *exercise,
                     struct size size);
/* Lays out and fills the inputs; the same seed gives the same inputs. */
bool problem_set(struct problem *problem, const struct exercise *exercise,
                 struct size size, uint64_t seed);
/* Computes the expected output. */
bool problem_expect(struct problem *problem);
void problem_forget_expected(struct problem *problem);
/* The inputs are in base, too: for who maps that file, and for loops that run
 * on it. */
void problem_place_inputs(struct problem *problem);

/* A request for the problem as it is set, without guards. */
struct request problem_request(const struct problem *problem,
                               enum command command);

const struct buffer *problem_buffer(const struct problem *problem,
                                    size_t buffer);
size_t problem_elements(const struct problem *problem, size_t buffer);
const void *problem_input(const struct problem *problem, size_t buffer);
/* What the last run left, valid until the next. */
const void *problem_output(const struct problem *problem);
/* All arrays, in the order of buffers, for the hooks of an exercise. */
void problem_arrays(const struct problem *problem,
                    const void *arrays[MAX_BUFFERS]);
/* Row length of a buffer, 0 for a vector. */
size_t buffer_columns(const struct buffer *buffer, struct size size);
size_t buffer_count(const struct exercise *exercise);
bool size_equal(struct size a, struct size b);

/* Bytes of all arrays at this size; elements of the inputs. */
size_t problem_bytes(const struct exercise *exercise, struct size size);
size_t input_elements(const struct exercise *exercise, struct size size);

#endif
