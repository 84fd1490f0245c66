/*
 * record.h - writes the result of one lab of one submission.
 */
#ifndef RECORD_H
#define RECORD_H

#include "store/store.h"

struct record {
    const struct course *course;
    const char *out, *lab, *digest, *source; /* store.h, result.c */
    const char *box;              /* "bubblewrap and seccomp" */
    enum result_status status;
    const char *why;              /* a sentence, or "" */
    double seconds;               /* of processors */
    long peak_kib;                /* of all processes at once */
    cJSON *check;                 /* what the grader wrote; NULL: nothing */
};

/* Publishes it.  False, told, if it cannot be written. */
bool record_publish(const struct record *record);

#endif
