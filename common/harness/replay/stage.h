/*
 * stage.h - one exercise at one size on the GPU: its arrays, many times over,
 * what the launcher has allocated, and what holds all between launches.
 *
 * Idea: no launch finds what another one has left.  Before each, a kernel of
 * ours (kernels.cu, renew) fills scratch memory with junk, gives variables of
 * the module their first values and changes inputs: cold, the launch gets
 * another copy of the arrays, with other values in it; warm, signs of some
 * elements are turned, at random, where they lie.  A launch is what both graphs
 * differ in, that with it and that with our kernel alone.
 * Nor does one find what another one will be given, which it could compute or
 * fetch ahead: copies lie in memory in an order drawn by lot, at places drawn
 * by lot, in data that looks like theirs.
 */
#ifndef REPLAY_STAGE_H
#define REPLAY_STAGE_H

#include "driver.h"
#include "kernels.h"
#include "recorded.h"
#include "run/image.h"
#include "run/problem.h"

struct stage {
    const struct exercise *exercise;
    struct size size;
    struct recorded recorded;
    driver_module student, ours;
    driver_function renew, read_only, nothing, pace;
    driver_stream stream;
    driver_event start, stop;
    uint32_t multiprocessors;
    uint64_t l2_bytes;

    struct extent arrays[MAX_BUFFERS]; /* of a copy, behind each other */
    uint32_t array_count;
    uint64_t input_bytes, set_bytes;   /* of a set, without gaps; with */
    uint64_t launch_bytes;             /* inputs and outputs of a launch */
    uint32_t copies, sets;             /* copies of the arrays; their values */
    uint64_t made;                     /* [sets] as made */
    uint64_t copied, copied_bytes;     /* where copies are launched on lie */
    uint64_t *places;                  /* [copies][array_count]: in copied */
    struct expected **expected;        /* [sets] */
    size_t output, output_count;       /* the array that is checked */
    uint64_t *objects;                 /* where each object lies; 0: an array */
    uint64_t *first_values;            /* of variables: a copy; else 0 */
    driver_function *functions;        /* of each call */
    uint64_t *sent;                    /* [copies][calls]: what is written */
    uint64_t result;                   /* 16 bytes */
    char why[400];                     /* what cannot be; "": driver_fault */
};

/* False: why, or driver_fault.  kernels: PTX, terminated by a zero. */
bool stage_open(struct stage *stage, const struct exercise *exercise,
                struct size size, const struct image *image,
                const char *kernels);
/* Makes inputs and what has to come out; then all that the launcher needs. */
bool stage_furnish(struct stage *stage, uint64_t seed, const char *shared);

/* Submits: variables get their first values. */
bool stage_reset_variables(struct stage *stage);
/* Submits data that looks like inputs. */
bool stage_litter(struct stage *stage, uint64_t to, uint64_t bytes);
/* Where an array of a copy lies. */
uint64_t stage_array(const struct stage *stage, uint32_t copy, uint32_t array);
/* Submits what the launcher did, on a copy. */
bool stage_play(struct stage *stage, uint32_t copy);
/* Is what was computed on a copy right, which has the values of a set?  Reads
 * it from the device. */
bool stage_right(struct stage *stage, uint32_t copy, uint32_t set);

#endif
