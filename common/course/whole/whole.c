/*
 * whole.c - see whole.h.
 */
#include "whole.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/lock.h"
#include "files/publish.h"
#include "grade/one.h"
#include "grade/run.h"
#include "summary.h"

enum { MOST_WORDS = 64 };

struct request {
    struct run_options run;
    const char *class, *deadline, *past, *overrides, *format;
};

/* The words of a step. */
struct words {
    char *at[MOST_WORDS + 1];
    int count;
};

static void add(struct words *words, const char *name, const char *value)
{
    if (!value || !*value || words->count + 2 > MOST_WORDS)
        return;
    words->at[words->count++] = (char *)name;
    words->at[words->count++] = (char *)value;
    words->at[words->count] = NULL;
}

static struct words begin(const struct request *request, const char *name)
{
    struct words words = {.at = {(char *)name}, .count = 1};
    add(&words, "--out", request->run.out);
    add(&words, "--lab", request->run.lab);
    return words;
}

/* ---- what was asked for -------------------------------------------------- */

static int take(struct request *request, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **value;
    } own[] = {{"--class", &request->class},
               {"--deadline", &request->deadline},
               {"--past", &request->past},
               {"--overrides", &request->overrides},
               {"--format", &request->format}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (!strcmp(own[i].name, name)) {
            *own[i].value = value;
            return 1;
        }
    }
    return run_take_option(&request->run, name, value);
}

static bool take_all(struct request *request, int argc, char **argv)
{
    *request =
        (struct request){.run = {.lab = "", .engine = "local", .sandbox = ""}};
    for (int i = 1; i < argc; i += 2) {
        int taken = i + 1 < argc ? take(request, argv[i], argv[i + 1]) : 0;
        if (taken < 0)
            return false;
        if (taken == 0) {
            fprintf(stderr,
                    "course: grade knows no %s, or it lacks its "
                    "value\n",
                    argv[i]);
            return false;
        }
    }
    if (!request->run.out)
        fprintf(stderr, "usage: course grade --out OUT --class CLASS ...; "
                        "common/course/whole/whole.h says more\n");
    return request->run.out;
}

static bool can_be_read(const char *what, const char *path)
{
    if (!path || access(path, R_OK) == 0)
        return true;
    fprintf(stderr, "course: %s=%s cannot be read: %s\n", what, path,
            strerror(errno));
    return false;
}

static bool has_class(const struct request *request)
{
    char path[PUBLISH_PATH];
    if (request->class && *request->class)
        return true;
    if (publish_path(path, "%s/submissions", request->run.out) &&
        access(path, F_OK) == 0)
        return true;
    fprintf(stderr, "course: which class? make grade CLASS=folder, a folder "
                    "with what your students handed in\n");
    return false;
}

/* Before anything is done. */
static bool is_possible(const struct request *request,
                        const struct whole_steps *steps)
{
    return has_class(request) && can_be_read("CLASS", request->class) &&
           can_be_read("OVERRIDES", request->overrides) &&
           can_be_read("PAST", request->past) &&
           (!request->format || !steps->format_known ||
            steps->format_known(request->format)) &&
           run_possible(&request->run);
}

/* ---- the steps ----------------------------------------------------------- */

static int take_in(const struct request *request,
                   const struct whole_steps *steps)
{
    struct words words = begin(request, "intake");
    char jobs[24] = "";
    if (!request->class || !steps->intake)
        return 0;
    if (request->run.jobs)
        snprintf(jobs, sizeof jobs, "%zu", request->run.jobs);
    add(&words, "--class", request->class);
    add(&words, "--deadline", request->deadline);
    add(&words, "--jobs", jobs);
    return steps->intake(words.count, words.at);
}

static int collect(const struct request *request,
                   const struct whole_steps *steps)
{
    struct words words = begin(request, "collect");
    add(&words, "--overrides", request->overrides);
    add(&words, "--past", request->past);
    return steps->collect ? steps->collect(words.count, words.at) : 0;
}

static int write_formats(const struct request *request,
                         const struct whole_steps *steps)
{
    struct words words = {.at = {(char *)"format"}, .count = 1};
    char *names, *rest, *name;
    int status;
    if (!request->format || !*request->format || !steps->format)
        return 0;
    add(&words, "--class", request->run.out);
    add(&words, "--lab", request->run.lab);
    add(&words, "--overrides", request->overrides);
    rest = names = strdup(request->format);
    while (names && words.count < MOST_WORDS &&
           (name = strtok_r(rest, " ", &rest)))
        words.at[words.count++] = name;
    words.at[words.count] = NULL;
    status = steps->format(words.count, words.at);
    free(names);
    return status;
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

int whole_main(int argc, char **argv, const struct whole_steps *steps)
{
    struct request request;
    int status;
    umask(077);
    if (!take_all(&request, argc, argv) || !is_possible(&request, steps) ||
        !run_open_out(request.run.out) || !lock_take(request.run.out))
        return ONE_WRONG_USE;
    status = take_in(&request, steps);
    if (status)
        return status;
    request.run.folder = request.class;
    status = run_class(&request.run);
    if (status == ONE_WRONG_USE || status == ONE_STOPPED)
        return status;
    status = worse(status, collect(&request, steps));
    status = worse(status, write_formats(&request, steps));
    summary_print(request.run.out);
    return status;
}
