/*
 * wanted.h - what is wanted, and what of it is there.
 *
 * A result is there when its file is: it got its name when it was whole.
 */
#ifndef WANTED_H
#define WANTED_H

#include <stdbool.h>
#include <stddef.h>

#include "slurm.h"

struct wanted {
    struct slurm_unit *units; /* sorted by lab and digest; texts the caller's */
    bool *there;              /* whether it has a result */
    bool *under_way;          /* the caller's */
    size_t count, found;      /* found: how many are there */
};

/* Those of an earlier run that are there though they are wanted say that the
 * grading failed: they are removed.  False, told, if there is no memory. */
bool wanted_open(struct wanted *wanted, const char *out,
                 const struct slurm_unit *units, size_t count);
void wanted_free(struct wanted *wanted);

/* The place of a unit in the list; count if it is not wanted. */
size_t wanted_place(const struct wanted *wanted,
                    const struct slurm_unit *unit);

/* Looks through the folder once; how many came. */
size_t wanted_list(struct wanted *wanted, const char *out);
/* Asks for each that is missing: slower, and right where the list of a folder
 * comes late (NFS); how many came. */
size_t wanted_ask(struct wanted *wanted, const char *out);

#endif
