/*
 * watch.c - results are looked for each second, Slurm is asked less often.
 */
#include "watch.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "files/clock.h"
#include "files/publish.h"

/* Seconds: the longest between two questions to Slurm, and what a lost task
 * has left behind to come into sight. */
enum { MOST_BETWEEN = 10, LOST_SETTLES = 2, MOST_TOLD = 8 };

/* ---- signals ------------------------------------------------------------- */

static volatile sig_atomic_t came;

static void on_signal(int signal)
{
    came = signal;
}

void watch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    came = 0;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int watch_signal(void)
{
    return came;
}

/* A signal ends it, but for one that comes just before: hence not longer. */
void watch_rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 500 * 1000 * 1000}, NULL);
}

/* ---- what is told -------------------------------------------------------- */

static bool any_is(const struct watch *watch, enum task_state state)
{
    return queue_count(watch->arrays, watch->count, state) > 0;
}

static void show(struct watch *watch)
{
    char where[80];
    snprintf(where, sizeof where, "(%zu run, %zu wait)",
             queue_count(watch->arrays, watch->count, TASK_ACTIVE),
             queue_count(watch->arrays, watch->count, TASK_WAITING));
    watch->progress.where = where;
    progress_show(&watch->progress);
    watch->progress.where = "";
}

bool watch_all_there(const struct watch *watch, const struct job *job,
                     size_t task)
{
    for (size_t i = job_first(job, task); i < job_last(job, task); i++) {
        size_t place = wanted_place(&watch->wanted, &job->units[i]);
        if (place < watch->wanted.count &&
            watch->wanted.states[place] != WANTED_THERE)
            return false;
    }
    return true;
}

/* Who could not even write what he says does not see the folder. */
static void tell_end(const struct watch *watch, const struct array *array,
                     size_t index)
{
    const struct task *task = &array->tasks[index];
    char log[PUBLISH_PATH];
    bool said = publish_path(log, "%s/slurm/jobs/%s/%zu.log", watch->out,
                             array->job.name, index) &&
                access(log, F_OK) == 0;
    fprintf(stderr,
            said ? "course: task %zu on node %s ended as %s; what it said "
                   "stands in %s\n"
                 : "course: task %zu on node %s ended as %s and could not "
                   "write %s: do nodes see that folder?\n",
            index, task->node, task->word, log);
}

/* Where a task ran and waits again, its node was lost. */
static void tell_task(struct watch *watch, const struct array *array,
                      size_t index)
{
    const struct task *task = &array->tasks[index];
    struct node *node = nodes_find(&watch->nodes, task->node);
    if (!node || task->state == task->was)
        return;
    if (task->was == TASK_ACTIVE && task->state == TASK_WAITING &&
        !node->left) {
        fprintf(stderr,
                "course: Slurm has lost node %s, or taken it away; its tasks "
                "wait to run again\n",
                node->name);
        node->left = true;
    }
    if (task->state != TASK_LOST ||
        watch_all_there(watch, &array->job, index) || node->excluded ||
        watch->told++ >= MOST_TOLD)
        return;
    tell_end(watch, array, index);
}

static void tell_tasks(struct watch *watch)
{
    for (size_t i = 0; i < watch->count; i++) {
        for (size_t t = 0; t < job_tasks(&watch->arrays[i].job); t++)
            tell_task(watch, &watch->arrays[i], t);
    }
}

/* ---- what Slurm says ----------------------------------------------------- */

/* A controller may be away for a while: results come all the same. */
static bool silent_too_long(struct watch *watch, const char *said)
{
    double since = fmax(watch->answered, watch->came);
    if (clock_seconds() - since < watch->patience)
        return false;
    progress_close(&watch->progress);
    fprintf(stderr,
            "course: Slurm's controller no longer answers (%s); its job may "
            "still run\n",
            said);
    return true;
}

/* What it waits for, of the first task that does; "": none does. */
static const struct array *first_waiting(const struct watch *watch,
                                         const char **reason)
{
    for (size_t i = 0; i < watch->count; i++) {
        for (size_t t = 0; t < job_tasks(&watch->arrays[i].job); t++) {
            if (watch->arrays[i].tasks[t].state == TASK_WAITING) {
                *reason = watch->arrays[i].tasks[t].reason;
                return &watch->arrays[i];
            }
        }
    }
    return NULL;
}

/* Reasons that no waiting ends, in the words of squeue. */
static bool hopeless(const char *reason)
{
    static const char *const words[] = {"BadConstraints", "JobHeld",
                                        "held",           "PartitionTimeLimit",
                                        "NotAllowed",     "PartitionNodeLimit",
                                        "Invalid"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(reason, words[i]))
            return true;
    }
    return false;
}

/* Nothing runs, and nothing will.  Where nodes are up and busy with others'
 * jobs, waiting is what a queue is for; it is said once. */
static bool nothing_to_wait_for(struct watch *watch)
{
    const char *reason = "";
    const struct array *array = first_waiting(watch, &reason);
    if (!array || any_is(watch, TASK_ACTIVE))
        watch->active = clock_seconds();
    if (!array || clock_seconds() - watch->active < watch->patience)
        return false;
    if (hopeless(reason)) {
        fprintf(stderr, "course: Slurm keeps job %s waiting for good (%s)\n",
                array->id, reason);
        return true;
    }
    if (queue_nodes(array->partition) == 0) {
        fprintf(stderr,
                "course: no node of partition %s is up (sinfo says more); "
                "SLURM_OPTIONS=\"--partition=...\" takes another\n",
                array->partition);
        return true;
    }
    if (!watch->waits_told)
        fprintf(stderr, "course: job %s waits for its turn (%s)\n", array->id,
                reason);
    watch->waits_told = true;
    watch->active = clock_seconds();
    return false;
}

/* More often in the beginning. */
static bool time_to_ask(const struct watch *watch)
{
    double now = clock_seconds();
    double between = fmin(fmax((now - watch->began) / 10, 1), MOST_BETWEEN);
    return now - watch->asked >= between;
}

/* What is to be returned; WATCHED_ALL: go on. */
static enum watched ask(struct watch *watch)
{
    char said[COMMAND_SAID];
    bool answered = queue_ask(watch->arrays, watch->count, said);
    watch->asked = clock_seconds();
    watch->heard = answered;
    if (!answered)
        return silent_too_long(watch, said) ? WATCHED_NO_ANSWER : WATCHED_ALL;
    watch->answered = clock_seconds();
    progress_close(&watch->progress); /* what is told now has the line */
    if (nodes_take_refusals(&watch->nodes, watch->out) > 0)
        queue_exclude(watch->arrays, watch->count,
                      nodes_excluded(&watch->nodes));
    tell_tasks(watch);
    return nothing_to_wait_for(watch) ? WATCHED_NO_NODE : WATCHED_ALL;
}

/* ---- the end ------------------------------------------------------------- */

/* Does a task say that it has done what is not to be seen? */
static bool any_should_be_there(const struct watch *watch)
{
    for (size_t i = 0; i < watch->count; i++) {
        const struct array *array = &watch->arrays[i];
        for (size_t t = 0; t < job_tasks(&array->job); t++) {
            if (array->tasks[t].state == TASK_DONE &&
                !watch_all_there(watch, &array->job, t))
                return true;
        }
    }
    return false;
}

/* All tasks have ended: results that a shared folder shows late. */
static enum watched settle(struct watch *watch)
{
    double end = clock_seconds() + LOST_SETTLES;
    if (any_should_be_there(watch))
        end = clock_seconds() + watch->delay;
    for (;;) {
        if (wanted_ask(&watch->wanted) > 0)
            watch->came = clock_seconds();
        if (watch->wanted.found == watch->wanted.count)
            return WATCHED_ALL;
        if (came)
            return WATCHED_INTERRUPTED;
        if (clock_seconds() >= end)
            return WATCHED_QUIET;
        show(watch);
        watch_rest();
    }
}

/* The list of a folder with tens of thousands of results takes time, for who
 * keeps it too: a twentieth of ours. */
static void look(struct watch *watch)
{
    double begin = clock_seconds();
    if (begin < watch->next_look)
        return;
    if (wanted_list(&watch->wanted) > 0)
        watch->came = clock_seconds();
    watch->next_look = clock_seconds() + 20 * (clock_seconds() - begin);
}

enum watched watch_jobs(struct watch *watch)
{
    watch->answered = watch->came = watch->active = clock_seconds();
    watch->asked = 0;
    watch->heard = false;
    for (;;) {
        enum watched news = WATCHED_ALL;
        look(watch);
        if (watch->wanted.found == watch->wanted.count)
            return WATCHED_ALL;
        if (came)
            return WATCHED_INTERRUPTED;
        if (time_to_ask(watch))
            news = ask(watch);
        if (news != WATCHED_ALL)
            return news;
        if (watch->heard && !any_is(watch, TASK_WAITING) &&
            !any_is(watch, TASK_ACTIVE))
            return settle(watch);
        show(watch);
        watch_rest();
    }
}
