/*
 * queue.h - what Slurm says of our jobs (squeue), and of its nodes (sinfo).
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "command.h"
#include "job.h"

enum task_state {
    TASK_GONE,    /* Slurm does not know it (any more) */
    TASK_WAITING, /* for a node, for the first time or again */
    TASK_ACTIVE,  /* has a node */
    TASK_DONE,    /* says that it has done all */
    TASK_LOST     /* failed, cancelled, out of time or memory, ... */
};

struct task {
    enum task_state state, was; /* now, and at the question before */
    char word[24];   /* the state in Slurm's words */
    char node[64];   /* its last one; "": none yet */
    char reason[96]; /* why it waits, in Slurm's words */
};

/* An array job. */
struct array {
    struct job job;
    struct task *tasks;  /* job_tasks of them */
    char id[24];         /* Slurm's number of it; "": not known */
    char partition[64];
};

/* False if there is no memory. */
bool queue_array(struct array *array, struct job *job);
void queue_array_free(struct array *array);

/* Asks for all tasks of these; false, with what squeue said in `said`, and
 * nothing changed, if it gives no answer. */
bool queue_ask(struct array *arrays, size_t count, char said[COMMAND_SAID]);

/* Tasks of them in this state. */
size_t queue_count(const struct array *arrays, size_t count,
                   enum task_state state);

/* Nodes of the partition that take jobs now or later; -1: no answer. */
long queue_nodes(const char *partition);
/* Processors of the cluster; 0: no answer, with what sinfo said. */
size_t queue_processors(char said[COMMAND_SAID]);
/* Tasks that an array can have; 1000 if Slurm does not say. */
size_t queue_most_tasks(void);

/* Takes them out of Slurm, whatever they are doing. */
void queue_cancel(const struct array *arrays, size_t count);
/* Their waiting tasks shall not get these nodes (a,b,c). */
void queue_exclude(const struct array *arrays, size_t count,
                   const char *nodes);

#endif
