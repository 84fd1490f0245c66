/*
 * runner.h - the parts of the runner, the program that launches.
 *
 * A runner is linked from these files, lab.c, one of student.cu or
 * reference.cu, and libcudart, NVIDIA's or ours.  It knows no expected value
 * and judges nothing: it launches, and hands back what came out.
 */
#ifndef RUNNER_H
#define RUNNER_H

#include <cuda_runtime_api.h>

#include "protocol.h"

/* One array of the launcher, where the launcher expects it. */
struct runner_buffer {
    unsigned char *base;  /* what was allocated: guard, bytes, guard */
    unsigned char *data;  /* base + guard: what the launcher is given */
    size_t bytes, guard;
    bool on_host;
};

struct runner_job {
    const struct exercise *exercise;
    const struct request *request;
    unsigned char *shared;                    /* the mapped file */
    struct runner_buffer buffers[MAX_BUFFERS];
    void *pointers[MAX_BUFFERS];              /* their data, for launch */
    size_t count;
};

/* ---- runner_buffers.c ---- */

/* Allocates and fills what the launcher is given.  False when there is no
 * memory; runner_release frees what there is, then as always. */
bool runner_prepare(struct runner_job *job);
void runner_release(struct runner_job *job);
/* Fills the outputs with the poison again. */
void runner_poison(struct runner_job *job);
/* Copies the outputs to the shared file; looks at inputs and guard bands. */
bool runner_collect(struct runner_job *job, struct response *response);

/* ---- runner_time.c ---- */

void runner_time(struct runner_job *job, struct response *response);

/* ---- runner_alone.c ---- */

/* One launch without a grader, for profilers and debuggers. */
int runner_alone(int argc, char **argv);

/* ---- runner.c ---- */

/* Launches once and waits; false with the error in response. */
bool runner_launch(struct runner_job *job, struct response *response);
const struct exercise *runner_exercise(const char *name);

#endif
