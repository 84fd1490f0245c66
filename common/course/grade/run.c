/*
 * run.c - see run.h.
 */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ask.h"
#include "box/box.h"
#include "files/lock.h"
#include "isolation.h"
#include "lab/lab.h"
#include "local.h"
#include "one.h"
#include "progress.h"
#include "room.h"

/* What one takes at most, as far as it is no attack: measured:
 * three labs' references and wrong solutions took 40 to 140 MiB. */
static const long job_kib = 512L << 10;

enum { MOST_JOBS = 1024, MOST_ENGINES = 4 };

/* ---- engines ------------------------------------------------------------- */

static struct {
    const char *name;
    run_engine *engine;
} engines[MOST_ENGINES];
static size_t engine_count;

void run_add_engine(const char *name, run_engine *engine)
{
    if (engine_count == MOST_ENGINES)
        return;
    engines[engine_count].name = name;
    engines[engine_count++].engine = engine;
}

static int local(const struct plan *plan, const struct run_options *options)
{
    size_t wanted = options->jobs ? options->jobs : local_processors();
    struct local how = {.box = isolation_find(options->sandbox)};
    if (!how.box)
        return ONE_WRONG_USE;
    if (wanted > plan->open)
        wanted = plan->open;
    how.jobs = local_jobs(wanted, job_kib);
    printf("%zu to grade, %zu side by side, in boxes of %s\n", plan->open,
           how.jobs, isolation_in_words(how.box));
    return local_run(plan, &how);
}

static run_engine *find_engine(const char *name)
{
    if (!strcmp(name, "local"))
        return local;
    for (size_t i = 0; i < engine_count; i++) {
        if (!strcmp(engines[i].name, name))
            return engines[i].engine;
    }
    return NULL;
}

/* ---- options ------------------------------------------------------------- */

static int refuse(const char *what, const char *given, const char *instead)
{
    fprintf(stderr, "course: %s is %s, not \"%s\"\n", what, instead, given);
    return -1;
}

static int take_jobs(struct run_options *options, const char *value)
{
    char *end;
    unsigned long jobs = strtoul(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || jobs < 1 || jobs > MOST_JOBS)
        return refuse("JOBS", value, "a whole number from 1 to 1024");
    options->jobs = jobs;
    return 1;
}

static int take_lab(struct run_options *options, const char *value)
{
    char labs[512] = "one of:";
    size_t n = strlen(value);
    if (n > 0 && value[n - 1] == '/') /* completed by a shell */
        n--;
    for (size_t i = 0; i < lab_count; i++) {
        const char *name = all_labs[i]->name;
        if (strlen(name) == n && !strncmp(name, value, n)) {
            options->lab = name;
            return 1;
        }
        snprintf(labs + strlen(labs), sizeof labs - strlen(labs), " %s", name);
    }
    return refuse("LAB", value, labs);
}

static int take_engine(struct run_options *options, const char *value)
{
    char names[128] = "one of: local";
    for (size_t i = 0; i < engine_count; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), " %s",
                 engines[i].name);
    if (!find_engine(value))
        return refuse("ENGINE", value, names);
    options->engine = value;
    return 1;
}

int run_take_option(struct run_options *options, const char *name,
                    const char *value)
{
    if (!strcmp(name, "--out"))
        options->out = value;
    else if (!strcmp(name, "--lab"))
        return take_lab(options, value);
    else if (!strcmp(name, "--jobs"))
        return take_jobs(options, value);
    else if (!strcmp(name, "--engine"))
        return take_engine(options, value);
    else if (!strcmp(name, "--seed") && !ask_is_seed(value))
        return refuse("SEED", value, "a whole number below 2^64");
    else if (!strcmp(name, "--seed"))
        options->seed = value;
    else if (!strcmp(name, "--sandbox") && strcmp(value, "none"))
        return refuse("SANDBOX", value, "\"none\", or not given");
    else if (!strcmp(name, "--sandbox"))
        options->sandbox = value;
    else
        return 0;
    return 1;
}

bool run_possible(const struct run_options *options)
{
    return box_has_addresses() && isolation_find(options->sandbox);
}

/* ---- run ----------------------------------------------------------------- */

bool run_open_out(const char *out)
{
    if (!publish_folder(out))
        return false;
    if (chmod(out, 0700) == 0)
        return true;
    perror(out);
    return false;
}

static void say_cost(const struct plan *plan)
{
    double seconds = 0;
    long peak = 0;
    size_t count = 0;
    for (size_t i = 0; i < plan->open; i++) {
        struct result result;
        if (!plan->units[i].done ||
            !result_read(&result, plan->out, plan->units[i].lab,
                         plan->units[i].digest))
            continue;
        seconds += result.seconds;
        peak = result.peak_kib > peak ? result.peak_kib : peak;
        count++;
        result_free(&result);
    }
    if (count > 0)
        printf("Graded %zu: %.1f s of a processor each, at most %ld MiB of "
               "memory for one.\n",
               count, seconds / (double)count, peak / 1024);
}

static int grade(struct plan *plan, const struct run_options *options,
                 const struct course *course)
{
    int status;
    printf("%zu submission%s with %zu different student.cu, %zu of them graded "
           "already; seed %" PRIu64 "\n",
           plan->submissions, plan->submissions == 1 ? "" : "s", plan->count,
           plan->count - plan->open, course->seed);
    fflush(stdout);
    if (plan->open == 0)
        return 0;
    status = find_engine(options->engine)(plan, options);
    if (status != ONE_STOPPED)
        say_cost(plan);
    return status;
}

static int plan_and_grade(const struct run_options *options,
                          const struct course *course,
                          const struct course *before)
{
    struct plan plan;
    int status;
    if (!plan_open(&plan, options->out, course, before->seeded ? before : NULL,
                   options->lab))
        return ONE_WRONG_USE;
    ask_tell(course, before, plan.outdated);
    status = course_write(course, options->out) ? grade(&plan, options, course)
                                                : ONE_WRONG_USE;
    plan_close(&plan);
    return status;
}

int run_class(const struct run_options *options)
{
    struct asked asked = {.out = options->out,
                          .folder = options->folder,
                          .seed = options->seed,
                          .sandbox = options->sandbox};
    struct course course, before;
    int status = ONE_WRONG_USE;
    if (!run_possible(options) || !run_open_out(options->out) ||
        !lock_take(options->out))
        return ONE_WRONG_USE;
    room_sweep(options->out);
    if (ask(&asked, &course, &before))
        status = plan_and_grade(options, &course, &before);
    course_free(&course);
    course_free(&before);
    return status;
}

int run_main(int argc, char **argv)
{
    struct run_options options = {.lab = "", .engine = "local", .sandbox = ""};
    for (int i = 1; i < argc; i += 2) {
        int taken =
            i + 1 < argc ? run_take_option(&options, argv[i], argv[i + 1]) : 0;
        if (taken < 0)
            return ONE_WRONG_USE;
        if (taken == 0) {
            fprintf(stderr, "course: run knows no %s, or it lacks its value\n",
                    argv[i]);
            return ONE_WRONG_USE;
        }
    }
    umask(077);
    if (options.out)
        return run_class(&options);
    fprintf(stderr, "usage: course run --out OUT [--lab LAB] [--jobs N] "
                    "[--seed N] [--engine local|slurm] [--sandbox none]\n");
    return ONE_WRONG_USE;
}
