/*
 * record.h - submission.json: what is known of a submission when all of it has
 * been read.
 */
#ifndef INTAKE_RECORD_H
#define INTAKE_RECORD_H

#include "items.h"
#include "said.h"
#include "store/store.h"

struct record_of {
    const struct item *item;
    const char *kind;
    const char *student;       /* as shown */
    const char *commit;        /* "" */
    int64_t time;
    enum submission_status status;
    const struct said *said;
    struct notes *notes;
    cJSON *files, *predictions, *answers; /* objects; become the record's */
    const char *stamp;         /* what tells whether it has changed */
};

/* The document; its caller's to delete. */
cJSON *record_make(const struct record_of *of);

/* Does OUT/submissions/KEY stand for this stamp, with all its files? */
bool record_stands(const char *out, const char *key, const char *stamp);

#endif
