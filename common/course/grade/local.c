/*
 * local.c - see local.h.
 */
#include "local.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box/box.h"
#include "files/clock.h"
#include "one.h"
#include "progress.h"
#include "room.h"

/* A job has limits of its own for its programs (one.c); one that is behind
 * even these is ended here. */
static const double job_seconds = 2 * 3600;
/* That those who were told to stop have for it. */
static const double stop_seconds = 3;

struct job {
    pid_t pid; /* 0: none */
    struct plan_unit *unit;
    double started;
};

struct state {
    char *program; /* this one */
    const struct plan *plan;
    const struct local *local;
    struct progress progress;
    struct job *jobs;
    size_t running;
    bool stopped, full;        /* by a signal; as the disk is */
    struct plan_unit **failed; /* to be graded once more */
    size_t failed_count;
};

/* ---- how many ------------------------------------------------------------ */

size_t local_processors(void)
{
    cpu_set_t set;
    int count =
        sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (size_t)count : 1;
}

/* The number behind `name` in a file of the system's; -1: there is none. */
static long number_in(const char *path, const char *name)
{
    FILE *file = fopen(path, "re");
    char line[128];
    long number = -1;
    while (file && number < 0 && fgets(line, sizeof line, file)) {
        if (!strncmp(line, name, strlen(name)) &&
            sscanf(line + strlen(name), "%ld", &number) != 1)
            number = -1;
    }
    if (file)
        fclose(file);
    return number;
}

/* KiB that can still be had; a container's limit counts as well. */
static long memory_left(void)
{
    long left = number_in("/proc/meminfo", "MemAvailable:");
    long most = number_in("/sys/fs/cgroup/memory.max", "");
    long used = number_in("/sys/fs/cgroup/memory.current", "");
    long cache = number_in("/sys/fs/cgroup/memory.stat", "inactive_file ");
    if (most > 0 && used >= 0) {
        long here = (most - used + (cache > 0 ? cache : 0)) / 1024;
        if (left < 0 || here < left)
            left = here;
    }
    return left;
}

size_t local_jobs(size_t wanted, long kib)
{
    long left = memory_left();
    size_t most = left < 0 ? wanted : (size_t)(left / kib);
    if (most >= wanted)
        return wanted;
    most = most > 0 ? most : 1;
    printf("%zu side by side instead of %zu: %ld MiB of memory are free, and "
           "one takes up to %ld MiB\n",
           most, wanted, left / 1024, kib / 1024);
    return most;
}

/* ---- one job ------------------------------------------------------------- */

static _Noreturn void become(const struct state *state,
                             const struct plan_unit *unit, pid_t parent)
{
    struct one_call call = {.program = state->program,
                            .out = state->plan->out,
                            .digest = unit->digest,
                            .box = state->local->box,
                            .lab = unit->lab,
                            .file = unit->path};
    sigset_t none;
    setpgid(0, 0); /* Ctrl-C at a terminal is for us, who tell the others */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    one_become(&call, parent);
}

static bool start(struct state *state, struct plan_unit *unit)
{
    struct job *job = state->jobs;
    pid_t parent = getpid();
    while (job->pid)
        job++;
    fflush(NULL);
    job->pid = fork();
    if (job->pid == 0)
        become(state, unit, parent);
    if (job->pid < 0) {
        perror("course: cannot start a process");
        job->pid = 0;
        return false;
    }
    setpgid(job->pid, job->pid); /* whoever comes first */
    job->unit = unit;
    job->started = clock_seconds();
    state->running++;
    return true;
}

/* Not even a room has space. */
static bool is_full(const char *out)
{
    enum { LEAST = 1 << 20 };
    struct statvfs about;
    return statvfs(out, &about) == 0 &&
           (uint64_t)about.f_bavail * about.f_frsize < LEAST;
}

/* What it says of itself counts only if there is a result too; and a result
 * counts, also of who was stopped after it was written. */
static void finish(struct state *state, struct job *job)
{
    struct plan_unit *unit = job->unit;
    job->pid = 0;
    state->running--;
    unit->done = plan_unit_done(state->plan, unit, NULL);
    if (unit->done) {
        progress_step(&state->progress, unit->cost);
        return;
    }
    if (state->stopped)
        return;
    state->failed[state->failed_count++] = unit;
    if (is_full(state->plan->out))
        state->full = state->stopped = true;
}

static void reap(struct state *state)
{
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
        for (size_t i = 0; i < state->local->jobs; i++) {
            if (state->jobs[i].pid == pid)
                finish(state, &state->jobs[i]);
        }
    }
}

static void signal_all(const struct state *state, int number)
{
    for (size_t i = 0; i < state->local->jobs; i++) {
        if (state->jobs[i].pid)
            kill(state->jobs[i].pid, number);
    }
}

static void end_late(const struct state *state)
{
    for (size_t i = 0; i < state->local->jobs; i++) {
        const struct job *job = &state->jobs[i];
        if (job->pid && clock_seconds() - job->started > job_seconds)
            kill(job->pid, SIGKILL);
    }
}

/* ---- all ----------------------------------------------------------------- */

static void signals_of(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
}

static void await_something(struct state *state)
{
    struct timespec second = {1, 0};
    sigset_t set;
    int number;
    signals_of(&set);
    number = sigtimedwait(&set, NULL, &second);
    if (number > 0 && number != SIGCHLD)
        state->stopped = true;
    reap(state);
    end_late(state);
    progress_show(&state->progress);
}

/* First they are asked, so that they clear their rooms; then they are killed,
 * and all they have started with them. */
static void stop_all(struct state *state)
{
    double until = clock_seconds() + stop_seconds;
    struct timespec moment = {0, 20000000};
    signal_all(state, SIGTERM);
    while (state->running > 0 && clock_seconds() < until) {
        nanosleep(&moment, NULL);
        reap(state);
    }
    signal_all(state, SIGKILL);
    box_end_children();
    state->running = 0;
    room_sweep(state->plan->out);
}

/* Some units, so many side by side at most. */
static void run_some(struct state *state, struct plan_unit **units,
                     size_t count, size_t at_once)
{
    size_t next = 0;
    while (!state->stopped && (next < count || state->running > 0)) {
        while (next < count && state->running < at_once &&
               start(state, units[next]))
            next++;
        await_something(state);
    }
    if (state->stopped)
        stop_all(state);
}

/* What fails beside others may be right alone. */
static void run_all(struct state *state, struct plan_unit **units, size_t count)
{
    struct plan_unit **again;
    size_t failed;
    run_some(state, units, count, state->local->jobs);
    failed = state->failed_count;
    again = calloc(failed + 1, sizeof *again);
    if (!again || state->stopped || failed == 0) {
        free(again);
        return;
    }
    memcpy(again, state->failed, failed * sizeof *again);
    state->failed_count = 0;
    run_some(state, again, failed, 1);
    free(again);
}

static int tell_end(const struct state *state)
{
    const struct plan *plan = state->plan;
    if (state->full)
        fprintf(stderr, "course: the disk of %s is full; make room on it\n",
                plan->out);
    if (state->stopped) {
        printf("Stopped: %zu of %zu are graded, and stay so; the same command "
               "goes on from there.\n",
               plan->count - plan->open + state->progress.done, plan->count);
        return state->full ? ONE_WRONG_USE : ONE_STOPPED;
    }
    if (state->failed_count == 0)
        return 0;
    printf("%zu could not be graded, through no fault of the students; the "
           "same command tries them again.\n",
           state->failed_count);
    return ONE_FAILED;
}

static double work_of(const struct plan *plan)
{
    double work = 0;
    for (size_t i = 0; i < plan->open; i++)
        work += plan->units[i].cost;
    return work;
}

int local_run(const struct plan *plan, const struct local *local)
{
    struct state state = {.plan = plan, .local = local};
    struct plan_unit **units = calloc(plan->open + 1, sizeof *units);
    sigset_t set, before;
    int status = ONE_FAILED;
    signals_of(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    state.program = realpath("/proc/self/exe", NULL);
    progress_open(&state.progress, plan->open, work_of(plan));
    state.jobs = calloc(local->jobs + 1, sizeof *state.jobs);
    state.failed = calloc(2 * plan->open + 1, sizeof *state.failed);
    if (units && state.jobs && state.failed && state.program) {
        for (size_t i = 0; i < plan->open; i++)
            units[i] = &plan->units[i];
        run_all(&state, units, plan->open);
        progress_close(&state.progress);
        room_sweep(plan->out); /* of those who were killed */
        status = tell_end(&state);
    }
    free(units);
    free(state.jobs);
    free(state.failed);
    free(state.program);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}
