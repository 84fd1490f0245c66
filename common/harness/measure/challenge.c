/*
 * challenge.c - times an open exercise, and reads what it is held against.
 */
#include "challenge.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grade/explain.h"
#include "modelled.h"
#include "run/csv.h"
#include "timed.h"

static const double nothing_known = NAN;

/* ---- what was recorded --------------------------------------------------- */

/* A row of plots/recorded/medals_ID.csv. */
struct row {
    char exercise[48], against[16], name[48];
    struct size size;
    double measured_us, modelled_us;
};

static double number(const char *value)
{
    return *value ? strtod(value, NULL) : nothing_known;
}

static void take(void *to, const char *name, const char *value)
{
    struct row *row = to;
    if (csv_take_size(&row->size, name, value))
        return;
    if (!strcmp(name, "exercise"))
        snprintf(row->exercise, sizeof row->exercise, "%s", value);
    else if (!strcmp(name, "against"))
        snprintf(row->against, sizeof row->against, "%s", value);
    else if (!strcmp(name, "name"))
        snprintf(row->name, sizeof row->name, "%s", value);
    else if (!strcmp(name, "measured_us"))
        row->measured_us = number(value);
    else if (!strcmp(name, "modelled_us"))
        row->modelled_us = number(value);
}

static bool about(const struct row *row, const struct medal *medal,
                  const struct exercise *exercise)
{
    return !strcmp(row->exercise, exercise->name) &&
           size_equal(row->size, medal->size);
}

/* A rung's modelled time is held against modelled ones: what the model misses
 * is missed on both sides. */
static void take_target(struct medal *medal, const struct row *row)
{
    bool library = !strcmp(row->against, "library");
    struct medal_target *target = library ? &medal->library : &medal->rung;
    bool modelled = !medal->measured && !isnan(row->modelled_us);
    snprintf(target->name, sizeof target->name, "%s", row->name);
    target->us = modelled ? row->modelled_us : row->measured_us;
}

static void recorded_path(const struct gpu *gpu, char *path, size_t n)
{
    snprintf(path, n, "plots/recorded/medals_%s.csv", gpu->id);
}

static bool is_recorded(const struct gpu *gpu)
{
    char path[64];
    recorded_path(gpu, path, sizeof path);
    return access(path, R_OK) == 0;
}

static void read_targets(struct medal *medal, const struct exercise *exercise,
                         const struct gpu *gpu)
{
    struct row unknown = {.measured_us = nothing_known,
                          .modelled_us = nothing_known};
    struct row row = unknown;
    struct csv_file csv;
    char path[64];
    recorded_path(gpu, path, sizeof path);
    medal->rung = medal->library = (struct medal_target){.us = nothing_known};
    csv_open(&csv, path);
    for (; csv_next(&csv, take, &row); row = unknown) {
        if (about(&row, medal, exercise))
            take_target(medal, &row);
    }
    csv_close(&csv);
}

/* ---- which GPU ----------------------------------------------------------- */

/* The one that programs run on, if times of it are recorded. */
static const struct gpu *measuring_gpu(const struct session *session)
{
    for (size_t i = 0; session->on_gpu && i < gpu_count; i++) {
        if (!strcmp(all_gpus[i].name, session->device) &&
            is_recorded(&all_gpus[i]))
            return &all_gpus[i];
    }
    return NULL;
}

/* ---- the time ------------------------------------------------------------ */

/* Why there is no time. */
static void tell_failure(struct medal *medal, const char *why)
{
    snprintf(medal->text, sizeof medal->text, "no medal: %s", why);
}

/* Of a run that timed_run calls a failed or a wrong one. */
static void tell_failed_run(struct medal *medal,
                            const struct exercise *exercise,
                            const struct run *run)
{
    char size[64];
    size_in_words(exercise, medal->size, size, sizeof size);
    snprintf(medal->text, sizeof medal->text, "no medal: timed at %s: %s", size,
             run->state == RUN_DONE ? "the result is wrong; is it right with "
                                      "other inputs?"
                                    : run->message);
}

static bool measure(struct session *session, struct worker *worker,
                    struct medal *medal)
{
    struct timed timed;
    bool right = timed_measure(session, worker, CACHE_WARM, &timed);
    if (right) {
        medal->us = timed.run.response.times.median;
        snprintf(medal->doubt, sizeof medal->doubt, "%s", timed.note);
    } else {
        tell_failed_run(medal, session->problem.exercise, &timed.run);
    }
    run_free(&timed.run);
    return right;
}

static void take_modelled(struct medal *medal, struct modelled modelled)
{
    medal->us = modelled.us;
    medal->low_us = modelled.low_us;
    medal->high_us = modelled.high_us;
    snprintf(medal->bound, sizeof medal->bound, "%s", modelled.bound);
    snprintf(medal->doubt, sizeof medal->doubt, "%s", modelled.note);
}

static uint32_t copies_in(const struct calls *calls)
{
    uint32_t copies = 0;
    for (size_t i = 0; i < calls_kept(calls); i++) {
        enum call_kind kind = calls->made[i].kind;
        copies += kind == CALL_COPY_IN || kind == CALL_COPY_OUT ||
                  kind == CALL_COPY_WITHIN;
    }
    return copies;
}

/* Behind the last launch. */
static uint32_t fills_behind(const struct calls *calls)
{
    uint32_t fills = 0;
    for (size_t i = 0; i < calls_kept(calls); i++) {
        enum call_kind kind = calls->made[i].kind;
        fills = kind == CALL_LAUNCH ? 0 : fills + (kind == CALL_FILL);
    }
    return fills;
}

/* The model adds up kernels, and what memory in front of them is set by
 * (timing_add_fill): what a launcher has done besides would be had for nothing.
 * False, and said: it has no time. */
static bool is_kernels_alone(struct medal *medal, const struct calls *calls)
{
    uint32_t copies = copies_in(calls);
    char why[320];
    if (calls->allocations > 0)
        snprintf(why, sizeof why,
                 "it allocates memory (%" PRIu32 " time%s in a call), and the "
                 "rule of open exercises in kernels.h is that nothing is "
                 "allocated: a __device__ array has room for what kernels "
                 "leave to each other",
                 calls->allocations, calls->allocations == 1 ? "" : "s");
    else if (copies > 0)
        snprintf(why, sizeof why,
                 "it copies (%" PRIu32 " time%s in a call), and the times of "
                 "copies are not modelled: let a kernel read what is needed "
                 "where it is, and write what it computes where it has to be",
                 copies, copies == 1 ? "" : "s");
    else if (calls->count > calls_kept(calls))
        snprintf(why, sizeof why,
                 "it makes %" PRIu32 " calls (launches, copies, waits), of "
                 "which %d are kept: whether copies are among the others is "
                 "not known",
                 calls->count, MOST_CALLS_MADE);
    else if (fills_behind(calls) > 0)
        snprintf(why, sizeof why,
                 "it sets memory behind its last kernel, and what cudaMemset "
                 "takes is modelled as a part of the kernel that follows it: "
                 "let it stand in front of one, or a kernel write there");
    else
        return true;
    tell_failure(medal, why);
    return false;
}

static bool model(struct session *session, struct worker *worker,
                  const struct gpu *gpu, struct medal *medal)
{
    const struct problem *problem = &session->problem;
    struct request request = session_request(session, COMMAND_RUN, false);
    struct run run;
    bool right;
    request.model = true;
    right = timed_run(problem, worker, &request, &run);
    if (!right)
        tell_failed_run(medal, problem->exercise, &run);
    right = right && is_kernels_alone(medal, &run.response.calls);
    if (right)
        take_modelled(
            medal, modelled_run(gpu, problem->exercise, problem->size, &run));
    run_free(&run);
    return right;
}

/* False, and said why, if it did not come to a right result, or the model
 * cannot judge it. */
static bool time_it(struct session *session, struct medal *medal,
                    const struct program *program, const struct gpu *gpu,
                    const struct exercise *exercise)
{
    struct worker worker;
    bool right;
    session_worker(session, &worker, program, exercise, medal->measured);
    worker.options.gpu = gpu->id;
    /* How long blocks wait for each other would be the host threads' doing. */
    worker.options.threads = 1;
    right = medal->measured ? measure(session, &worker, medal)
                            : model(session, &worker, gpu, medal);
    worker_close(&worker);
    if (!right || !isnan(medal->us))
        return right;
    tell_failure(medal, *medal->doubt ? medal->doubt : "its time is not known");
    return false;
}

static void judge(struct session *session, const struct lab *lab,
                  const struct exercise *exercise, const struct gpu *gpu,
                  struct medal *medal)
{
    struct program program;
    if (!program_of(&program, lab, exercise, session->arguments->impl,
                    session->compiler) ||
        !problem_set(&session->problem, exercise, medal->size,
                     session->arguments->seed) ||
        !problem_expect(&session->problem)) {
        snprintf(medal->text, sizeof medal->text,
                 "no medal: no memory for the size that is timed");
        return;
    }
    if (!time_it(session, medal, &program, gpu, exercise))
        return;
    read_targets(medal, exercise, gpu);
    medal_award(medal, exercise);
}

/* Is it one, and right in every check, within its caps? */
static bool is_met(const struct exercise_result *result)
{
    if (!result->exercise->challenge.ladder || result->first[0])
        return false;
    for (size_t i = 0; i < result->count; i++) {
        if (!result->checks[i].passed)
            return false;
    }
    return result->count > 0;
}

void challenge_judge(struct session *session, const struct lab *lab,
                     struct exercise_result *result)
{
    const struct exercise *exercise = result->exercise;
    const struct challenge *challenge = &exercise->challenge;
    const struct gpu *gpu = measuring_gpu(session);
    struct medal *medal = &result->medal;
    if (!is_met(result))
        return;
    *medal = (struct medal){.measured = gpu,
                            .size = challenge->size,
                            .low_us = nothing_known,
                            .high_us = nothing_known};
    if (gpu && challenge->gpu_size.rows > 0)
        medal->size = challenge->gpu_size;
    if (!gpu)
        gpu = session->arguments->gpu;
    if (!is_recorded(gpu))
        return;
    snprintf(medal->device, sizeof medal->device, "%s", gpu->name);
    judge(session, lab, exercise, gpu, medal);
}
