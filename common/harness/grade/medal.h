/*
 * medal.h - what an open exercise is given in place of points: a medal for its
 * time, beside the best rung of its ladder and a library.
 *
 * Bronze: as fast as the best rung.  Silver: as fast as the library, too.
 * Gold: faster than both.  As fast is within MEDAL_MARGIN, faster is beyond it:
 * times scatter, and models are not exact.
 */
#ifndef MEDAL_H
#define MEDAL_H

#include <stdbool.h>

#include "lab/lab.h"

#define MEDAL_MARGIN 1.05

enum medal_kind { MEDAL_NONE, MEDAL_BRONZE, MEDAL_SILVER, MEDAL_GOLD };

/* What a time is held against. */
struct medal_target {
    char name[48]; /* "matvec_warp", "cublasSgemv"; "": there is none */
    double us;     /* NAN: not known */
};

struct medal {
    bool judged;             /* else text says why not, or is empty */
    enum medal_kind kind;
    bool measured;           /* on a GPU, else modelled */
    char device[96];         /* the GPU's name */
    struct size size;
    double us, low_us, high_us; /* of the latter NAN: no interval */
    char bound[16];          /* what takes longest, as the model names it; "" */
    char doubt[160];         /* what the model does not know well; "" */
    struct medal_target rung, library;
    char text[640];          /* the time and where, or why there is none; "" */
    char next[200];          /* what is needed for the next one; "": nothing */
};

/* "none", "bronze", "silver", "gold" */
const char *medal_name(enum medal_kind kind);
/* How its time came to be: "measured", "modelled" */
const char *medal_source(const struct medal *medal);
enum medal_kind medal_kind_for(double us, const struct medal_target *rung,
                               const struct medal_target *library);
/* From times and targets: kind, and both sentences. */
void medal_award(struct medal *medal, const struct exercise *exercise);

#endif
