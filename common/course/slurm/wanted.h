/*
 * wanted.h - what is wanted, and what of it is there.
 *
 * A result is there when its file is, and does not say that the grading failed:
 * the file got its name when it was whole.
 */
#ifndef WANTED_H
#define WANTED_H

#include <stdbool.h>
#include <stddef.h>

#include "grade/plan.h"
#include "grade/progress.h"
#include "job.h"

enum wanted_state { WANTED_MISSING, WANTED_FAILED, WANTED_THERE };

struct wanted {
    const char *out;
    struct slurm_unit *units; /* sorted by digest, so in no order that matters;
                               * texts belong to the plan */
    enum wanted_state *states;
    bool *under_way;          /* the caller's */
    size_t count, found;      /* found: how many are there */
    struct progress *progress; /* steps with each that is found */
};

/* What the plan has open; out: the plan's, as an absolute path.  False, told,
 * if there is no memory. */
bool wanted_open(struct wanted *wanted, const struct plan *plan,
                 const char *out, struct progress *progress);
void wanted_free(struct wanted *wanted);

/* The place of a unit in the list; count if it is not wanted. */
size_t wanted_place(const struct wanted *wanted,
                    const struct slurm_unit *unit);

/* Looks through the folder once; how many came.  One that failed is passed
 * over. */
size_t wanted_list(struct wanted *wanted);
/* Asks for each that is not there, also those that failed: slower, and right
 * where the list of a folder comes late (NFS); how many came. */
size_t wanted_ask(struct wanted *wanted);

/* Why the first that failed did, a sentence in `why`; how many failed. */
size_t wanted_failed(const struct wanted *wanted, char *why, size_t n);

#endif
