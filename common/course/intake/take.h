/*
 * take.h - one submission of a class folder becomes submissions/KEY.
 *
 * Guarantee: it is there whole, or as it was before; what others hand in does
 * not matter to it.  What stands in it depends on what was handed in, the
 * deadline and the lab that was asked for, and on nothing else.
 */
#ifndef TAKE_H
#define TAKE_H

#include <stdbool.h>

#include "items.h"
#include "store/store.h"

struct intake {
    const char *out;       /* build/class */
    const char *asked;     /* the only lab that is graded; NULL: all */
    const char *edition;   /* of this workbook; "": not known */
    int64_t deadline;      /* seconds since 1970; 0: none */
    char room[PUBLISH_PATH]; /* a folder of this process's own */
    int root;              /* items->root, open */
    const struct items *items;
};

enum taken { TAKEN_ANEW, TAKEN_BEFORE, TAKEN_NOT };

/* TAKEN_BEFORE: it has been taken in, and is unchanged.  TAKEN_NOT: told, it
 * could not be written. */
enum taken take_item(const struct intake *intake, const struct item *item);

#endif
