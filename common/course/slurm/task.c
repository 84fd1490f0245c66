/*
 * task.c - one task of an array job, on its node.
 *
 *   course task OUT JOB ROOM
 *
 * It is called in the kit (kit.sh) by task.sh, with Slurm's SLURM_ARRAY_TASK_ID
 * and SLURM_CPUS_PER_TASK.  Each unit is graded by a course one of its own; one
 * that has a result is passed over, so that a task that runs again, or beside
 * its twin, does what is left.  ROOM is a folder of task.sh's, removed here.
 * Exit status: 0 each of its units has a result, 1 some have none.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grade/isolation.h"
#include "grade/one.h"
#include "job.h"
#include "slurm.h"
#include "store/store.h"

enum { ALL, SOME_MISSING, WRONG_USE };
/* Seconds for which the shared folder may not show what was written before the
 * task was submitted. */
enum { FOLDER_SECONDS = 90, MOST_WORKERS = 256 };

static volatile sig_atomic_t ended;

static void on_signal(int signal)
{
    (void)signal;
    ended = 1;
}

static size_t number_of(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

static bool read_patiently(struct job *job, const char *out, const char *name)
{
    for (int i = 0; i < FOLDER_SECONDS && !ended; i++) {
        if (job_read(job, out, name))
            return true;
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    }
    fprintf(stderr, "course: there is no %s/slurm/jobs/%s/work here\n", out,
            name);
    return false;
}

/* ---- several at a time --------------------------------------------------- */

struct workers {
    char *program; /* this one, by its name: rooms are kept for it */
    const char *out, *box;
    pid_t at[MOST_WORKERS];
    size_t count, most;
    pid_t parent; /* slurmstepd */
};

/* Its digest is asked for: where student.cu or the edition is another one now
 * than when the job was made, course one grades nothing. */
static _Noreturn void become_one(const struct workers *workers,
                                 const struct slurm_unit *unit, pid_t parent)
{
    char file[PUBLISH_PATH];
    struct one_call call = {.program = workers->program,
                            .out = workers->out,
                            .digest = unit->digest,
                            .box = workers->box,
                            .lab = unit->lab,
                            .file = file};
    if (publish_path(file, "%s/%s", workers->out, unit->path))
        one_become(&call, parent);
    _exit(WRONG_USE);
}

/* Without its slurmstepd a task is nobody's: Slurm thinks that the node is
 * lost, and gives the work to another one. */
static bool may_go_on(const struct workers *workers)
{
    return !ended && getppid() == workers->parent;
}

static void forget(struct workers *workers, pid_t process)
{
    for (size_t i = 0; i < workers->count; i++) {
        if (workers->at[i] == process)
            workers->at[i] = workers->at[--workers->count];
    }
}

static void start(struct workers *workers, const struct slurm_unit *unit)
{
    pid_t parent = getpid(), child = fork();
    if (child == 0)
        become_one(workers, unit, parent);
    if (child > 0)
        workers->at[workers->count++] = child;
}

/* Waits for one of them, or until the task shall not go on. */
static void wait_for_one(struct workers *workers)
{
    for (;;) {
        pid_t process = waitpid(-1, NULL, WNOHANG);
        if (process > 0)
            forget(workers, process);
        if (process != 0 || !may_go_on(workers))
            return;
        nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
    }
}

static void stop(struct workers *workers)
{
    for (size_t i = 0; i < workers->count; i++)
        kill(workers->at[i], SIGTERM);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    workers->count = 0;
}

static int grade(struct workers *workers, const struct job *job, size_t task)
{
    const char *out = workers->out;
    int status = ALL;
    for (size_t i = job_first(job, task); i < job_last(job, task); i++) {
        while (workers->count == workers->most && may_go_on(workers))
            wait_for_one(workers);
        if (!may_go_on(workers))
            break;
        if (!result_done(out, job->units[i].lab, job->units[i].digest, NULL))
            start(workers, &job->units[i]);
    }
    while (workers->count > 0 && may_go_on(workers))
        wait_for_one(workers);
    stop(workers);
    for (size_t i = job_first(job, task); i < job_last(job, task); i++) {
        if (!result_done(out, job->units[i].lab, job->units[i].digest, NULL))
            status = SOME_MISSING;
    }
    return status;
}

/* What keeps a submission apart from all else; NULL: nothing does here, and a
 * sentence says so to who gave the job. */
static const char *find_box(const char *out)
{
    const char *node = getenv("SLURMD_NODENAME"), *box = NULL;
    static const char sentence[] =
        "it has neither bubblewrap nor Landlock to keep submissions apart\n";
    char path[PUBLISH_PATH];
    struct course course;
    if (course_read(&course, out))
        box = isolation_find(course.sandbox);
    course_free(&course);
    if (!box && node && publish_path(path, "%s/slurm/nodes/%s", out, node))
        publish_text(path, sentence, strlen(sentence));
    return box;
}

static int grade_task(const char *out, const char *name)
{
    struct workers workers = {.out = out, .parent = getppid()};
    struct job job;
    int status;
    if (!read_patiently(&job, out, name))
        return SOME_MISSING;
    workers.box = find_box(out);
    workers.program = realpath("/proc/self/exe", NULL);
    workers.most = number_of("SLURM_CPUS_PER_TASK", 1);
    if (workers.most == 0 || workers.most > MOST_WORKERS)
        workers.most = 1;
    status = workers.box && workers.program
                 ? grade(&workers, &job, number_of("SLURM_ARRAY_TASK_ID", 0))
                 : SOME_MISSING;
    free(workers.program);
    job_free(&job);
    return status;
}

int slurm_task(int argc, char **argv)
{
    int status;
    if (argc != 4) {
        fprintf(stderr, "usage: course task OUT JOB ROOM\n");
        return WRONG_USE;
    }
    umask(077);
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    status = grade_task(argv[1], argv[2]);
    publish_remove(argv[3]);
    return status;
}
