/*
 * panels.h - what one warp did to memory, as panels of a picture.
 *
 * A panel is an access of the source by one implementation: a load or store of
 * a line and column to one array.  In the order of panels.c: read the traces,
 * arrange() says which panels are drawn and where, then rectangles go to one
 * file and what gnuplot must know of each panel to another.
 */
#ifndef PANELS_H
#define PANELS_H

#include "base/limits.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { PER_PAGE = 5 }; /* rows of panels that a page has room for */

/* What one lane asked for. */
struct lane {
    unsigned index;     /* in the warp, [0, WARP_SIZE) */
    uint64_t offset;    /* bytes from the start of the array */
    unsigned bank;      /* of its first word; shared memory only */
    unsigned wavefront; /* from 1; shared memory only */
};

/* One execution of the access by the warp. */
struct step {
    unsigned execution; /* from 1; 0: none */
    unsigned count;     /* of lanes */
    unsigned cost;      /* sectors, or wavefronts */
    struct lane lanes[WARP_SIZE];
    uint64_t sectors[2 * WARP_SIZE]; /* touched: cost of them, rising; global */
};

struct panel {
    size_t column; /* its implementation, from 0 */
    bool global;   /* or shared */
    char *file, *kind, *array;
    unsigned line, at; /* at: column of the line; both from 1 */
    unsigned width;    /* bytes a lane asks for */
    unsigned launch;   /* the one that is drawn */
    struct step step;  /* being read, and the dearest, the first of equals */
    struct step worst;
    unsigned ideal; /* fewest sectors or wavefronts for what the lanes want */
    uint64_t times; /* requests of all warps of all launches; 0: not known */
    /* Set by panels_arrange. */
    unsigned nth;   /* of this kind to this array in its column, from 1 */
    unsigned row;   /* from 1; 0: not drawn */
    bool dull;      /* not drawn, since nothing is wasted; told in words */
    unsigned slot;  /* place in the row: 0 or 1 */
    unsigned range; /* columns the row is wide: sectors or banks */
};

struct heading {
    char *name;  /* of the implementation: "student" */
    char *warp;  /* what was traced, as the trace says: "0" */
    char *block; /* "15" */
    bool hidden; /* no line of its source is shown */
    bool recorded; /* not traced here */
};

struct panels {
    struct heading *headings; /* an implementation each */
    size_t columns;
    struct panel *panel; /* in the order of the traces */
    size_t count;
    unsigned rows, drawn;
};

/* Adds a trace of ptxrun: FOLDER/IMPL.csv, and how often each access was made,
 * if FOLDER/IMPL.lines says so (ptxrun --lines).  False, and why on standard
 * error, if there is no trace or no memory. */
bool panels_read(struct panels *panels, const char *path);
void panels_free(struct panels *panels);

void panels_arrange(struct panels *panels);

/* Two blocks for each panel that is drawn: rectangles "left right top bottom
 * color" and numbers above them, "x number". */
void panels_draw(const struct panels *panels, FILE *file);

/* The dearest execution of each access, as a trace that names no source. */
void panels_record(const struct panels *panels, FILE *file);

/* Arrays and numbers that access.gp loads. */
void panels_name(const struct panels *panels, FILE *file);

/* Where rank r of the sectors touched stands, from the left; columns. */
double panels_left(const struct step *step, unsigned r);
double panels_right(const struct step *step, unsigned r);

/* More than the ideal.  A request for neighbours that begin inside a sector
 * takes one more: that is not held against it. */
static inline bool panels_bad(const struct panel *panel)
{
    return panel->worst.cost > panel->ideal + panel->global;
}

#endif
