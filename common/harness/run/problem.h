/*
 * problem.h - an exercise at one size: its inputs, its expected output.
 *
 * Inputs and output lie in a file in memory that runners map; the inputs that
 * the oracle sees, and the expected values, are the grader's alone.
 */
#ifndef PROBLEM_H
#define PROBLEM_H

#include "protocol.h"

struct problem {
    const struct exercise *exercise;
    struct size size;
    uint64_t seed;
    int memory;                  /* file descriptor, for the child */
    unsigned char *base;         /* the same, mapped */
    unsigned char *inputs;       /* the grader's own, laid out as there */
    size_t mapped;               /* bytes of it */
    struct extent extents[MAX_BUFFERS];
    size_t input_bytes, total_bytes;
    size_t output;               /* which buffer is the first output */
    size_t count;                /* its elements */
    struct expected *expected;   /* [count]; problem_expect */
};

/* False, with a message printed, if there is no memory for it. */
bool problem_open(struct problem *problem);
void problem_close(struct problem *problem);

/* Lays out and fills the inputs; the same seed gives the same inputs. */
bool problem_set(struct problem *problem, const struct exercise *exercise,
                 struct size size, uint64_t seed);
/* Computes the expected output. */
bool problem_expect(struct problem *problem);

/* A request for the problem as it is set, without guards. */
struct request problem_request(const struct problem *problem,
                               enum command command);

const void *problem_input(const struct problem *problem, size_t buffer);
/* What the last run left, valid until the next. */
const void *problem_output(const struct problem *problem);
/* All arrays, in the order of buffers, for the hooks of an exercise. */
void problem_arrays(const struct problem *problem,
                    const void *arrays[MAX_BUFFERS]);
/* Row length of a buffer, 0 for a vector. */
size_t buffer_columns(const struct buffer *buffer, struct size size);
size_t buffer_count(const struct exercise *exercise);

/* Bytes of all arrays at this size. */
size_t problem_bytes(const struct exercise *exercise, struct size size);

#endif
