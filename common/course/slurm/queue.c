/*
 * queue.c - squeue, sinfo, scancel and scontrol.
 *
 * Jobs are asked for by their names, which are ours alone: a number may be
 * unknown to who was killed between sbatch and its answer, and Slurm refuses a
 * question for numbers that it has forgotten.
 */
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { ANSWER_SECONDS = 60 };

bool queue_array(struct array *array, struct job *job)
{
    *array = (struct array){.job = *job};
    array->tasks = calloc(job_tasks(job), sizeof *array->tasks);
    return array->tasks;
}

void queue_array_free(struct array *array)
{
    job_free(&array->job);
    free(array->tasks);
}

/* "a,b,c", or NULL if that does not fit. */
static char *all_names(const struct array *arrays, size_t count, char *text,
                       size_t n)
{
    size_t length = 0;
    for (size_t i = 0; i < count && length < n; i++)
        length += (size_t)snprintf(text + length, n - length, "%s%s",
                                   i ? "," : "", arrays[i].job.name);
    return length < n ? text : NULL;
}

/* ---- squeue -------------------------------------------------------------- */

static enum task_state state_of(const char *word)
{
    static const char *const waiting[] = {"PENDING",      "REQUEUED",
                                          "REQUEUE_HOLD", "REQUEUE_FED",
                                          "SPECIAL_EXIT", "RESV_DEL_HOLD"};
    static const char *const active[] = {
        "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED",
        "STOPPED", "RESIZING",   "SIGNALING",   "STAGE_OUT"};
    if (!strcmp(word, "COMPLETED"))
        return TASK_DONE;
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++) {
        if (!strcmp(word, waiting[i]))
            return TASK_WAITING;
    }
    for (size_t i = 0; i < sizeof active / sizeof *active; i++) {
        if (!strcmp(word, active[i]))
            return TASK_ACTIVE;
    }
    return TASK_LOST;
}

enum field { NAME, ID, INDEX, STATE, PARTITION, NODE, REASON, FIELDS };

static bool split(char *line, char *fields[FIELDS])
{
    size_t n = 0;
    for (char *at = line; at && n < FIELDS; n++) {
        char *end = n + 1 < FIELDS ? strchr(at, '|') : NULL;
        fields[n] = at;
        if (end)
            *end++ = '\0';
        at = end;
    }
    return n == FIELDS;
}

static void keep(char *to, size_t n, const char *text)
{
    snprintf(to, n, "%s", text);
}

/* A pending task has no node: the last one is kept. */
static void take_line(struct array *array, char *fields[FIELDS])
{
    char *end;
    size_t index = strtoul(fields[INDEX], &end, 10);
    struct task *task = &array->tasks[index];
    if (end == fields[INDEX] || *end || index >= job_tasks(&array->job))
        return;
    keep(array->id, sizeof array->id, fields[ID]);
    keep(array->partition, sizeof array->partition, fields[PARTITION]);
    task->state = state_of(fields[STATE]);
    if (task->state == TASK_WAITING && strstr(fields[REASON], "requeued held"))
        task->state = TASK_LOST; /* its start failed; nobody will release it */
    keep(task->word, sizeof task->word, fields[STATE]);
    keep(task->reason, sizeof task->reason, fields[REASON]);
    if (fields[NODE][0])
        keep(task->node, sizeof task->node, fields[NODE]);
}

static void take_answer(struct array *arrays, size_t count, char *text)
{
    char *fields[FIELDS], *line;
    for (size_t i = 0; i < count; i++) {
        for (size_t t = 0; t < job_tasks(&arrays[i].job); t++) {
            struct task *task = &arrays[i].tasks[t];
            task->was = task->state;
            task->state = TASK_GONE;
        }
    }
    while ((line = strsep(&text, "\n"))) {
        if (!split(line, fields))
            continue;
        for (size_t i = 0; i < count; i++) {
            if (!strcmp(arrays[i].job.name, fields[NAME]))
                take_line(&arrays[i], fields);
        }
    }
}

bool queue_ask(struct array *arrays, size_t count, char said[COMMAND_SAID])
{
    static char names[1 << 16];
    char user[40];
    struct command command = {.count = 0};
    bool answered;
    if (!all_names(arrays, count, names + strlen("--name="),
                   sizeof names - strlen("--name=")))
        return false;
    memcpy(names, "--name=", strlen("--name="));
    snprintf(user, sizeof user, "--user=%lu", (unsigned long)geteuid());
    command_add(&command, "squeue");
    command_add(&command, "--noheader");
    command_add(&command, "--array");
    command_add(&command, "--states=all");
    command_add(&command, user);
    command_add(&command, names);
    command_add(&command, "--format=%j|%F|%K|%T|%P|%N|%r");
    answered = command_run(&command, ANSWER_SECONDS);
    if (answered)
        take_answer(arrays, count, command.output);
    keep(said, COMMAND_SAID, command.said);
    command_free(&command);
    return answered;
}

size_t queue_count(const struct array *arrays, size_t count,
                   enum task_state state)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t t = 0; t < job_tasks(&arrays[i].job); t++)
            n += arrays[i].tasks[t].state == state;
    }
    return n;
}

/* ---- the cluster --------------------------------------------------------- */

long queue_nodes(const char *partition)
{
    char of[80];
    struct command command = {.count = 0};
    long nodes = 0;
    snprintf(of, sizeof of, "--partition=%s", partition);
    command_add(&command, "sinfo");
    command_add(&command, "--noheader");
    command_add(&command, of);
    command_add(&command, "--states=idle,alloc,mixed,comp,planned");
    command_add(&command, "--format=%a %D");
    if (command_run(&command, ANSWER_SECONDS)) {
        char *text = command.output, *line;
        while ((line = strsep(&text, "\n"))) {
            if (!strncmp(line, "up ", 3))
                nodes += strtol(line + 3, NULL, 10);
        }
    } else {
        nodes = -1;
    }
    command_free(&command);
    return nodes;
}

/* "%C" is allocated/idle/other/total. */
size_t queue_processors(char said[COMMAND_SAID])
{
    struct command command = {.count = 0};
    size_t processors = 0;
    command_add(&command, "sinfo");
    command_add(&command, "--noheader");
    command_add(&command, "--format=%C");
    if (command_run(&command, ANSWER_SECONDS)) {
        const char *last = strrchr(command.output, '/');
        processors = last ? strtoul(last + 1, NULL, 10) : 1;
    }
    keep(said, COMMAND_SAID, command.said);
    command_free(&command);
    return processors;
}

size_t queue_most_tasks(void)
{
    static const char name[] = "MaxArraySize";
    struct command command = {.count = 0};
    size_t most = 0;
    command_add(&command, "scontrol");
    command_add(&command, "show");
    command_add(&command, "config");
    if (command_run(&command, ANSWER_SECONDS)) {
        const char *at = strstr(command.output, name);
        at = at ? strchr(at, '=') : NULL;
        most = at ? strtoul(at + 1, NULL, 10) : 0;
    }
    command_free(&command);
    return most > 1 ? most - 1 : 1000;
}

/* ---- changes ------------------------------------------------------------- */

void queue_cancel(const struct array *arrays, size_t count)
{
    char user[40], name[JOB_NAME + 8];
    snprintf(user, sizeof user, "--user=%lu", (unsigned long)geteuid());
    for (size_t i = 0; i < count; i++) {
        struct command command = {.count = 0};
        snprintf(name, sizeof name, "--name=%s", arrays[i].job.name);
        command_add(&command, "scancel");
        command_add(&command, "--quiet");
        command_add(&command, user);
        command_add(&command, name);
        command_run(&command, ANSWER_SECONDS);
        command_free(&command);
    }
}

void queue_exclude(const struct array *arrays, size_t count, const char *nodes)
{
    static char list[1 << 14];
    snprintf(list, sizeof list, "ExcNodeList=%s", nodes);
    for (size_t i = 0; i < count; i++) {
        char job[40];
        struct command command = {.count = 0};
        snprintf(job, sizeof job, "JobId=%s", arrays[i].id);
        command_add(&command, "scontrol");
        command_add(&command, "update");
        command_add(&command, job);
        command_add(&command, list);
        if (arrays[i].id[0])
            command_run(&command, ANSWER_SECONDS);
        command_free(&command);
    }
}
