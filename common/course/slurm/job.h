/*
 * job.h - what an array job is to do: OUT/slurm/jobs/NAME/work.
 *
 * Written here before the job is submitted, read by its tasks on their nodes,
 * and here again by who starts anew.  Lines: "chunk N", then "LAB DIGEST PATH"
 * for each unit; task i, from 0 on, has units i * chunk to (i + 1) * chunk - 1.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>

/* A lab of a submission, to be graded. */
struct slurm_unit {
    const char *lab;    /* its name */
    const char *digest; /* of the result: OUT/results/LAB-DIGEST.json */
    const char *path;   /* of student.cu, from OUT on; no line breaks */
    double cost;        /* expected, in any unit; not written */
};

enum { JOB_NAME = 32 };

struct job {
    char name[JOB_NAME];      /* Slurm's, and the folder's */
    size_t chunk;             /* units in a task, from 1 on */
    struct slurm_unit *units;
    size_t count;
    char *text;               /* that their words belong to */
};

/* Makes its folder, under a name that no other has; `name` gets it.  False,
 * told, if that fails. */
bool job_write(const char *out, size_t chunk, const struct slurm_unit *units,
               size_t count, char name[JOB_NAME]);

/* False if there is none, or if it cannot be made sense of; not told. */
bool job_read(struct job *job, const char *out, const char *name);
void job_free(struct job *job);

size_t job_tasks(const struct job *job);
/* The first unit of a task, and the one behind its last. */
size_t job_first(const struct job *job, size_t task);
size_t job_last(const struct job *job, size_t task);

/* The names of all that lie in OUT, in no order; *count of them; to be freed
 * one by one, and the list. */
char **job_names(const char *out, size_t *count);
/* Removes its folder. */
void job_remove(const char *out, const char *name);

#endif
