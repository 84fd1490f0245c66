/*
 * submit.h - hands an array job to Slurm (sbatch).
 */
#ifndef SUBMIT_H
#define SUBMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "command.h"
#include "job.h"

struct submission_to {
    const char *out, *kit;  /* absolute paths */
    const char *options;    /* of the user: words as for a shell */
    const char *exclude;    /* nodes a,b,c; "": none */
    size_t at_once;         /* tasks at a time; 0: no limit */
};

/* True if Slurm took it: id gets its number.  False with its reason in said;
 * *limited: it would take a job of fewer tasks. */
bool submit_job(const struct submission_to *to, const struct job *job,
                char id[24], char said[COMMAND_SAID], bool *limited);

#endif
