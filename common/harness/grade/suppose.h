/*
 * suppose.h - "if this were the mistake, what would come out?", held against
 * every size that was run.
 *
 * Idea: a supposition predicts the whole output, of sizes that were right as
 * well: there it must predict that nothing is wrong.  One that fails at a
 * single size is false.  What agrees by chance is kept out by counting how
 * much each element that agrees could tell: a sum that may be off by much
 * tells little, an array of one element no more than one number.
 * Guarantee: what is said holds at all sizes given.
 */
#ifndef SUPPOSE_H
#define SUPPOSE_H

#include "view.h"

/* What a supposition is tried with: one size. */
struct trial {
    struct view view;
    const void *inputs[MAX_BUFFERS]; /* NULL for outputs */
    struct expected *predicted;      /* [count] */
};

/* Predicted: such an element may be anything, or anything but right. */
#define SUPPOSE_ANY   INFINITY
#define SUPPOSE_WRONG NAN

/* A number that a launch or a size gives. */
enum length {
    LENGTH_FIXED,            /* `fixed` */
    LENGTH_BLOCK_X, LENGTH_BLOCK_Y, LENGTH_BLOCK, /* threads of a block */
    LENGTH_BLOCK_WARPS,
    LENGTH_BLOCKS, LENGTH_GRID, LENGTH_WARPS, /* all blocks, threads, warps */
    LENGTH_GRID_X, /* all threads in x */
    LENGTH_ROWS, LENGTH_COLS, LENGTH_INNER, /* of struct size */
    LENGTH_PIECE /* columns, in as many equal pieces as there are rows; of the
                  * last there may be less */
};

struct supposition {
    bool (*predict)(const struct supposition *s, struct trial *trial);
                             /* false: nothing would be wrong */
    void (*tell)(const struct supposition *s, const struct trial *trial,
                 char *text, size_t n);
    const void *what;        /* of the kind: its own table's row */
    enum length length;
    size_t fixed;
    size_t buffer;           /* that is altered */
    bool columns;            /* along its rows, else along its columns */
    double factor;           /* by which parts count: 0 left out, 2 twice */
    bool of_zeros;           /* it alone can be why every element is 0 */
};

/* ---- suppose_length.c ---- */

/* The number; 0 if it is not known. */
size_t suppose_length(const struct supposition *s, const struct trial *trial);
/* "the threads of a block", "32" */
void suppose_name_length(const struct supposition *s,
                         const struct trial *trial, char *text, size_t n);

/* ---- suppose_outputs.c, suppose_made.c, suppose_several.c,
 * suppose_inputs.c, suppose_places.c ---- */

/* Is called with one after the other; true ends it. */
typedef bool suppose_try(const struct supposition *s, void *context);

/* Suppositions of a kind, from the most special to the most general; true if
 * one of them ended it. */
bool suppose_outputs(const struct trial *trial, suppose_try *try_it,
                     void *context);
bool suppose_made(const struct trial *trial, suppose_try *try_it,
                  void *context);
bool suppose_several(const struct trial *trial, suppose_try *try_it,
                     void *context);
bool suppose_inputs(const struct trial *trial, suppose_try *try_it,
                    void *context);
bool suppose_places(const struct trial *trial, suppose_try *try_it,
                    void *context);

/* ---- suppose.c ---- */

/* Why the outputs are wrong, as far as it holds at all of these sizes; CAUSE,
 * and which of them shows it, or UNFIT. */
enum certainty suppose_all(const struct evidence *sizes, size_t count,
                           char *text, size_t n, size_t *shown);

#endif
