/*
 * runner.h - the parts of the runner, the program that launches.
 *
 * A runner is linked from these files, the launchers of a lab, one of
 * student.cu or reference.cu, and libcudart, NVIDIA's or ours.  It knows no
 * oracle and judges nothing: it launches, and hands back what came out.
 */
#ifndef RUNNER_H
#define RUNNER_H

#include <cuda_runtime_api.h>

#include "launchers.h"
#include "run/protocol.h"

/* One array of the launcher, where the launcher expects it. */
struct runner_buffer {
    unsigned char *base;  /* what was allocated: guard, bytes, guard */
    unsigned char *data;  /* base + guard: what the launcher is given */
    size_t bytes, guard;
    bool on_host, pinned;
};

struct runner_job {
    const struct launcher *launcher;
    const struct request *request;
    unsigned char *shared;                    /* the mapped file */
    struct runner_buffer buffers[MAX_BUFFERS];
    void *pointers[MAX_BUFFERS];              /* their data, for launch */
    size_t count;
};

/* ---- buffers.c ---- */

/* Allocates and fills what the launcher is given.  False when there is no
 * memory; runner_release frees what there is, then as always. */
bool runner_prepare(struct runner_job *job);
void runner_release(struct runner_job *job);
/* Fills the outputs with the poison again. */
void runner_poison(struct runner_job *job);
/* Copies the outputs to the shared file; looks at inputs and guard bands. */
bool runner_collect(struct runner_job *job, struct response *response);

/* ---- launch.c ---- */

/* The launcher of that name, if this program has it; else NULL. */
const struct launcher *runner_launcher(const char *name);
/* Launches once and waits; false with the error in response. */
bool runner_launch(struct runner_job *job, struct response *response);
/* Writes the outcome and the error's name and text; returns false. */
bool runner_fail(struct response *response, enum outcome outcome,
                 cudaError_t error);

/* ---- stream.c ---- */

/* What is given to the default stream goes to this one, and nobody waits for
 * it; NULL: as always.  Of programs linked with RUNNER_WRAPS. */
void runner_redirect(cudaStream_t stream);
/* That stream, for libraries that are told theirs. */
cudaStream_t runner_stream(void);
/* False: some went to a third stream, since runner_redirect. */
bool runner_all_redirected(void);

/* ---- copies.c ---- */

struct copies {
    uint32_t count;             /* 0: there are the job's own arrays only */
    size_t bytes;               /* of one */
    unsigned char *data;        /* of all but the first */
    void **pointers;            /* MAX_BUFFERS of each */
    void *flush;                /* to be written before a batch; NULL: no */
    size_t flush_bytes;
};

/* False when there is no memory; runner_copies_free as always. */
bool runner_copies(struct copies *copies, struct runner_job *job);
void runner_copies_free(struct copies *copies);
/* The arrays whose turn it is. */
void **runner_copy(const struct copies *copies, struct runner_job *job,
                   uint32_t turn);
void runner_flush(const struct copies *copies, uint32_t turn,
                  cudaStream_t stream);

/* ---- empty.c ---- */

/* Microseconds from one empty kernel of a graph to the next: what launching is
 * of any time taken in graphs; NAN where it cannot be told. */
double runner_launch_us(void);

/* ---- time.c ---- */

void runner_time(struct runner_job *job, struct response *response);
/* Of a launcher that computes on the CPU, by the host's clock. */
void runner_time_cpu(struct runner_job *job, struct response *response);

/* ---- alone.c ---- */

/* One launch without a grader, for profilers and debuggers. */
int runner_alone(int argc, char **argv);

#endif
