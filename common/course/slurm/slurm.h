/*
 * slurm.h - a class graded by a Slurm cluster.
 *
 * Idea: what has no result yet is shared out over the tasks of an array job.
 * A task runs on some node, from a frozen copy of the workbook in the shared
 * folder, and publishes each result by a rename, as a local run does.  Here
 * nothing is believed but results: what Slurm says of a task only tells when
 * it is worth asking again for what is missing.
 * Guarantee: whoever dies at whatever moment, a node, the controller, this
 * process or a task, what is finished stands and is not graded again.  A job
 * is known by a name that was written down before it was submitted, so that
 * who starts again finds it.
 *
 *   OUT/slurm/kit-SUM/        the frozen copy, with libraries (kit.sh)
 *   OUT/slurm/jobs/NAME/      an array job: what its tasks are to do (job.h),
 *                             what they said (TASK.log)
 *   OUT/slurm/nodes/NODE      why this node does not grade, a sentence
 *   OUT/slurm/rooms/          in which tasks work
 */
#ifndef SLURM_H
#define SLURM_H

#include "grade/run.h"

/* The engine "slurm" of course run.  Comes back when each has a result, when
 * nothing more can be had, or when SIGINT or SIGTERM came.  Exit status: 0 all
 * have one; 2, told, if Slurm is not there, refuses, has no node that is up or
 * fit, or its controller has died; 3, told, if some have none after all
 * attempts; 130 after a signal, the job cancelled.
 *
 * From the environment: SLURM_OPTIONS, words for sbatch as for a shell;
 * SLURM_CHUNK, labs of submissions in a task, and SLURM_AT_ONCE, tasks at a
 * time, if Slurm is not to choose; SLURM_PATIENCE, seconds (60) after which a
 * controller that does not answer, or a partition without a node, is given
 * up; SLURM_DELAY, seconds (60) for which what a node says it has written may
 * be out of sight. */
int slurm_run(const struct plan *plan, const struct run_options *options);

/* course task OUT JOB ROOM: what a task does on its node; task.sh starts it. */
int slurm_task(int argc, char **argv);

#endif
