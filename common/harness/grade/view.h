/*
 * view.h - an output as explanations look at it: a table of elements beside
 * what they should be.
 *
 *   places.c   where it is wrong or was never written
 *   values.c   what wrong values look like
 *   suppose.c  suppositions held against all sizes at once
 *              (suppose_outputs.c, suppose_made.c, suppose_several.c,
 *              suppose_inputs.c, suppose_parts.c, suppose_weights.c,
 *              suppose_windows.c, suppose_places.c)
 */
#ifndef VIEW_H
#define VIEW_H

#include "compare.h"
#include "explain.h"

/* The output as a table; a vector is one row. */
struct view {
    const struct evidence *evidence;
    const struct problem *problem;
    const char *name;                /* of the output: "C" */
    enum element element;
    const struct expected *expected;
    size_t count, rows, cols;
};

/* Patterns need some elements to be more than chance. */
enum { FEW = 4 };

struct view view_of(const struct evidence *evidence);
/* Has it rows and columns, and be it one row? */
bool view_is_table(const struct view *v);
/* NAN where there is no output. */
double view_got(const struct view *v, size_t i);
/* Is element i what element k should be? */
bool view_is_value_of(const struct view *v, size_t i, size_t k);
bool view_is_right(const struct view *v, size_t i);
bool view_is_wrong(const struct view *v, size_t i);
/* Still the poison.  Where there are two runs, both must have left theirs: one
 * that adds to NaN leaves NaN. */
bool view_is_unwritten(const struct view *v, size_t i);

typedef bool view_test(const struct view *v, size_t i);
size_t view_count(const struct view *v, view_test *test);

/* The likely tile: the largest of the usual sizes of which `start` is the
 * last multiple before `total`; 0 if there is none. */
size_t view_tile_ending_at(size_t start, size_t total);

/* An explanation: writes it and says how much it tells; UNFIT if it does not
 * hold. */
typedef enum certainty view_explain(const struct view *v, char *text,
                                    size_t n);

/* ---- places.c ---- */

view_explain places_none_written, places_unwritten, places_wrong;

/* ---- values.c ---- */

/* ", where -1 stood before", if element i is what it should be and that on top;
 * else "". */
void values_old(const struct view *v, size_t i, char *text, size_t n);

view_explain values_added_to, values_changing, values_nan, values_same,
    values_rounded, places_stale_tile;

#endif
