/*
 * check.c - one exercise: every size, then the checks and their points.
 *
 * On a GPU the outputs are the GPU's, and the same program runs once more
 * on the emulated device, which finds memory errors and races and counts:
 * so the points are the same everywhere.
 */
#include "check.h"
#include "base/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "criteria.h"
#include "explain.h"
#include "lab/random.h"
#include "points.h"

/* Two runs of an array this large or smaller cost nothing to speak of. */
enum { TWICE_BYTES = 512 << 10, MAX_BROKEN = 4 };

struct grading {
    struct session *session;
    const struct exercise *exercise;
    struct exercise_result *result;
    struct points points;
    struct worker worker;  /* whose outputs count */
    struct worker checker; /* on a GPU: the emulated device beside it */
    size_t tried, right;
    size_t broken;            /* runs without an output */
    bool stop;                /* no more sizes: it would only take time */
    bool launched;            /* a kernel ran, as far as is known */
    enum certainty certainty; /* of the failure kept */
    double worst_units;
    char failure[1200];         /* the correctness check's message */
    char dirty[800], race[800]; /* the first finding of each */
    struct measured measured[MAX_CRITERIA];
    bool measured_right[MAX_CRITERIA];
};

static bool same_size(struct size a, struct size b)
{
    return a.rows == b.rows && a.cols == b.cols && a.inner == b.inner;
}

/* ---- one size ------------------------------------------------------------ */

/* Keeps the failure that explains most; of equals the first. */
static void keep_failure(struct grading *g, enum certainty certainty,
                         const char *text)
{
    char size[64];
    if (g->failure[0] && certainty <= g->certainty)
        return;
    size_in_words(g->exercise, g->session->problem.size, size, sizeof size);
    snprintf(g->failure, sizeof g->failure, "at %s: %s", size, text);
    g->certainty = certainty;
}

/* Warnings are about what the hardware forgives, such as threads that returned
 * above a barrier; but that the language leaves undefined. */
static bool costs_points(const struct finding_record *f)
{
    return !strcmp(f->severity, "error") || !strcmp(f->tool, "synccheck");
}

static void note_finding(struct grading *g, const struct finding_record *f)
{
    bool race = !strcmp(f->tool, "racecheck");
    char *text = race ? g->race : g->dirty;
    size_t n = race ? sizeof g->race : sizeof g->dirty;
    char where[300] = "";
    if (!costs_points(f) || text[0])
        return;
    if (f->line > 0)
        snprintf(where, sizeof where, "%s:%u: ", f->file, f->line);
    snprintf(text, n, "%s%s [%s]%s%s", where, f->title, f->tool,
             f->hint[0] ? "; " : "", f->hint);
}

static struct measured measured_in(const struct run *run, struct size size)
{
    struct measured m = {
        .counters = run->counters, .launches = run->launch_count, .size = size};

    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *l = &run->launches[i];
        uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
        uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
        m.blocks += blocks;
        m.warps += blocks * ((threads + WARP_SIZE - 1) / WARP_SIZE);
        m.threads += blocks * threads;
    }
    return m;
}

/* What the emulated device has to say about a run. */
static void take_observations(struct grading *g, const struct run *run,
                              bool right)
{
    const struct exercise *exercise = g->exercise;
    for (size_t i = 0; i < run->finding_count; i++)
        note_finding(g, &run->findings[i]);
    if (run->state == RUN_DONE && run->response.leaked_bytes > 0 &&
        !g->dirty[0])
        snprintf(g->dirty, sizeof g->dirty,
                 "%lld bytes of device memory "
                 "were not freed [leakcheck]",
                 (long long)run->response.leaked_bytes);
    g->launched = g->launched || run->launch_count > 0;
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++) {
        if (!same_size(exercise->criteria[i].size, g->session->problem.size))
            continue;
        g->measured[i] = measured_in(run, g->session->problem.size);
        g->measured_right[i] = right && run->state == RUN_DONE;
    }
}

/* On a GPU: what ran there must run on the emulated device as well. */
static void take_failure(struct grading *g, const struct run *run)
{
    if (run->state != RUN_DONE && !g->dirty[0])
        snprintf(g->dirty, sizeof g->dirty, "on the emulated device: %s",
                 run->message);
}

static void run_once(struct grading *g, struct worker *worker, bool on_gpu,
                     uint8_t poison, struct run *run)
{
    struct session *session = g->session;
    struct request request = session_request(session, COMMAND_RUN, on_gpu);
    request.poison = poison;
    worker_send(worker, &request);
    if (!session->problem.expected && /* while the child works */
        !problem_expect(&session->problem))
        g->stop = true;
    worker_wait(worker, run);
}

/* Damage beside the output, found whatever the output is. */
static bool harmed_nothing(struct grading *g, const struct run *run)
{
    const struct response *response = &run->response;
    const struct buffer *buffers = g->exercise->buffers;
    char text[256];
    if (response->changed != NO_BUFFER) {
        const struct buffer *buffer = &buffers[response->changed];
        snprintf(text, sizeof text,
                 "the input %s was changed, first at "
                 "element %llu; inputs must stay as they are",
                 buffer->name,
                 (unsigned long long)(response->changed_byte /
                                      element_bytes(buffer->element)));
    } else if (response->damaged != NO_BUFFER) {
        snprintf(text, sizeof text, "memory %s %s was written",
                 response->damaged_before ? "in front of" : "past the end of",
                 buffers[response->damaged].name);
    } else if (problem_changed_input(&g->session->problem) != NO_BUFFER) {
        snprintf(text, sizeof text,
                 "your code wrote to the grader's file of inputs");
    } else {
        return true;
    }
    keep_failure(g, NO_OUTPUT, text);
    return false;
}

static void explain_failure(struct grading *g, const struct evidence *evidence,
                            size_t first_wrong)
{
    char mistake[500], element[400], text[1000];
    enum certainty certainty =
        explain_mistake(evidence, mistake, sizeof mistake);
    explain_element(evidence, first_wrong, element, sizeof element);
    snprintf(text, sizeof text, "%s%s\nfirst: %s",
             evidence->poison == POISON_NUMBER
                 ? "right when run once, wrong when run again: "
                 : "",
             mistake, element);
    keep_failure(g, certainty, text);
}

static void compare_output(const struct grading *g, struct comparison *result,
                           uint8_t poison)
{
    const struct problem *problem = &g->session->problem;
    compare(result, g->exercise->buffers[problem->output].element,
            problem_output(problem), problem->expected, problem->count, poison);
}

/* Runs again over another poison: results that depend on what was in memory
 * before, or that change from run to run, are found so. */
static bool judge_twice(struct grading *g, const struct comparison *result,
                        const void *first)
{
    const struct problem *problem = &g->session->problem;
    struct comparison again;
    struct run run;
    bool right;
    run_once(g, &g->worker, g->session->on_gpu, POISON_NUMBER, &run);
    right = run.state == RUN_DONE && result->wrong == 0;
    if (run.state != RUN_DONE) {
        keep_failure(g, NO_OUTPUT, run.message);
    } else if (result->wrong > 0) {
        explain_failure(g,
                        &(struct evidence){problem, first, POISON_NAN,
                                           problem_output(problem)},
                        result->first_wrong);
    } else {
        compare_output(g, &again, POISON_NUMBER);
        right = again.wrong == 0;
        if (!right)
            explain_failure(g,
                            &(struct evidence){problem, problem_output(problem),
                                               POISON_NUMBER, NULL},
                            again.first_wrong);
    }
    run_free(&run);
    return right;
}

static bool judge(struct grading *g, struct comparison *result)
{
    const struct problem *problem = &g->session->problem;
    size_t bytes = problem->extents[problem->output].bytes;
    bool small = problem->total_bytes <= TWICE_BYTES;
    void *first;
    bool right;
    compare_output(g, result, POISON_NAN);
    if (!small && (result->wrong == 0 || g->failure[0]))
        return result->wrong == 0;
    first = malloc(bytes + 1);
    if (!first)
        return false;
    memcpy(first, problem_output(problem), bytes);
    right = judge_twice(g, result, first);
    free(first);
    return right;
}

/* What a lab says of outputs that cannot be predicted.  Least of all failures:
 * whatever else is wrong tells more. */
static bool others_plausible(struct grading *g)
{
    const struct exercise *exercise = g->exercise;
    const void *arrays[MAX_BUFFERS];
    char text[400];
    if (!exercise->plausible)
        return true;
    problem_arrays(&g->session->problem, arrays);
    if (exercise->plausible(arrays, g->session->problem.size, text,
                            sizeof text))
        return true;
    keep_failure(g, UNFIT, text);
    return false;
}

/* Each size would be waited for until the budget is spent. */
static bool never_ends(const struct run *run)
{
    return !strcmp(run->response.error_name, "cudaErrorLaunchTimeout");
}

static bool judge_run(struct grading *g, const struct run *run)
{
    struct comparison result;
    bool harmless;
    if (run->state != RUN_DONE) {
        keep_failure(g, NO_OUTPUT, run->message);
        g->broken++;
        g->stop = g->stop || run->state == RUN_TOO_SLOW || never_ends(run) ||
                  run->response.outcome == OUTCOME_NO_LAUNCHER ||
                  run->response.outcome == OUTCOME_NO_DEVICE ||
                  g->broken >= MAX_BROKEN;
        return false;
    }
    harmless = harmed_nothing(g, run) && others_plausible(g);
    if (!judge(g, &result))
        return false;
    g->worst_units = fmax(g->worst_units, result.worst_units);
    return harmless;
}

static void check_size(struct grading *g, struct size size)
{
    struct session *session = g->session;
    struct run run;
    bool right;
    if (!problem_set(&session->problem, g->exercise, size,
                     session->arguments->seed)) {
        keep_failure(g, NO_OUTPUT, "the grader has no memory for this size");
        return;
    }
    free(session->problem.expected);
    session->problem.expected = NULL;
    g->tried++;
    run_once(g, &g->worker, session->on_gpu, POISON_NAN, &run);
    if (g->stop) {
        keep_failure(g, NO_OUTPUT,
                     "the grader has no memory for what is expected");
        g->broken++;
        run_free(&run);
        return;
    }
    right = judge_run(g, &run);
    g->right += right;
    if (!session->on_gpu)
        take_observations(g, &run, right);
    run_free(&run);
    if (session->on_gpu) {
        run_once(g, &g->checker, false, POISON_NAN, &run);
        take_observations(g, &run, right);
        take_failure(g, &run);
        run_free(&run);
    }
}

/* ---- all sizes ----------------------------------------------------------- */

static bool among_sizes(const struct exercise *exercise, struct size size)
{
    for (size_t i = 0; i < exercise->size_count; i++) {
        if (same_size(exercise->sizes[i], size))
            return true;
    }
    return false;
}

static void check_sizes(struct grading *g)
{
    const struct exercise *exercise = g->exercise;
    for (size_t i = 0; i < exercise->size_count && !g->stop; i++)
        check_size(g, exercise->sizes[i]);
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++) {
        if (!g->stop && !among_sizes(exercise, exercise->criteria[i].size))
            check_size(g, exercise->criteria[i].size);
    }
}

/* ---- points -------------------------------------------------------------- */

static void pass(struct check *check)
{
    check->passed = true;
    check->points = check->max_points;
}

static void wait_for(struct check *check, const char *what)
{
    check->waiting = true;
    snprintf(check->message, sizeof check->message, "counts once %s", what);
}

static void add_correct(struct grading *g, const struct lab *lab)
{
    struct check *check =
        results_add_check(g->result, "correct", g->points.correct);
    bool idle = g->right == 0 && !g->launched && g->broken == 0;
    if (g->right == g->tried && g->right > 0 && !g->stop) {
        pass(check);
        snprintf(check->message, sizeof check->message,
                 "%zu sizes, error at most %.2g of the bound", g->tried,
                 g->worst_units);
    } else if (idle) {
        snprintf(check->message, sizeof check->message,
                 "no kernel was launched yet: fill in %s in %s/%s.cu",
                 g->exercise->name, lab->name, g->session->arguments->impl);
    } else {
        snprintf(check->message, sizeof check->message,
                 "right at %zu of %zu sizes%s\n%s", g->right, g->tried,
                 g->stop ? ", and no more were tried" : "", g->failure);
    }
}

static void add_clean(struct grading *g, const char *name, int points,
                      const char *finding, const char *fine)
{
    struct check *check = results_add_check(g->result, name, points);
    if (finding[0]) {
        snprintf(check->message, sizeof check->message, "%s", finding);
    } else if (g->right == 0 || !g->launched) {
        wait_for(check, "a result is right");
    } else {
        pass(check);
        snprintf(check->message, sizeof check->message, "%s", fine);
    }
}

static void add_criterion(struct grading *g, size_t i)
{
    const struct criterion *criterion = &g->exercise->criteria[i];
    struct check *check =
        results_add_check(g->result, criterion->name, g->points.criteria[i]);
    char size[64], text[256];
    size_in_words(g->exercise, criterion->size, size, sizeof size);
    if (!g->measured_right[i]) {
        snprintf(text, sizeof text, "the result is right at %s", size);
        wait_for(check, text);
    } else if (criterion_met(criterion, &g->measured[i], text, sizeof text)) {
        pass(check);
        snprintf(check->message, sizeof check->message, "%s", text);
    } else {
        snprintf(check->message, sizeof check->message, "%s, at %s. %s", text,
                 size, criterion->advice);
    }
}

/* Of a launcher that does the host side itself: what it does when a call of it
 * fails. */
static void add_errors(struct grading *g, const struct lab *lab)
{
    struct check *check =
        results_add_check(g->result, "errors", g->points.errors);
    if (g->right == 0 || !g->launched) {
        wait_for(check, "a result is right");
    } else if (check_failing_calls(g->session, lab, g->exercise, check->message,
                                   sizeof check->message)) {
        pass(check);
    }
}

static void add_checks(struct grading *g, const struct lab *lab)
{
    const struct exercise *exercise = g->exercise;
    add_correct(g, lab);
    add_clean(g, "clean", g->points.clean, g->dirty,
              "no memory, initialisation or synchronisation error");
    add_clean(g, "race_free", g->points.race_free, g->race, "no race");
    if (exercise->shares.errors > 0)
        add_errors(g, lab);
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        add_criterion(g, i);
}

/* The table's lines when there is no program to run. */
static void nothing_to_run(struct grading *g, const struct program *program)
{
    const struct exercise *exercise = g->exercise;
    struct check *check = results_add_check(g->result, "compiles", 0);
    program_why_missing(program, check->message, sizeof check->message);
    results_add_check(g->result, "correct", g->points.correct);
    results_add_check(g->result, "clean", g->points.clean);
    results_add_check(g->result, "race_free", g->points.race_free);
    if (exercise->shares.errors > 0)
        results_add_check(g->result, "errors", g->points.errors);
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        results_add_check(g->result, exercise->criteria[i].name,
                          g->points.criteria[i]);
    for (size_t i = 1; i < g->result->count; i++)
        g->result->checks[i].waiting = true;
}

static void take_texts(struct grading *g, struct worker *observer)
{
    g->result->complaints = observer->complaints;
    observer->complaints = NULL;
    g->result->printed = g->worker.printed;
    g->result->printed_bytes = g->worker.printed_bytes;
    g->worker.printed = NULL;
}

void check_exercise(struct session *session, const struct lab *lab,
                    const struct exercise *exercise,
                    struct exercise_result *result)
{
    struct grading g = {.session = session,
                        .exercise = exercise,
                        .result = result,
                        .points = points_of_checks(lab, exercise)};
    struct program program;
    *result = (struct exercise_result){.exercise = exercise};
    if (!program_find(&program, lab->name, session->arguments->impl,
                      session->compiler) ||
        !program_exists(&program)) {
        nothing_to_run(&g, &program);
        return;
    }
    session_worker(session, &g.worker, &program, exercise, session->on_gpu);
    session_worker(session, &g.checker, &program, exercise, false);
    check_sizes(&g);
    add_checks(&g, lab);
    take_texts(&g, session->on_gpu ? &g.checker : &g.worker);
    worker_close(&g.worker);
    worker_close(&g.checker);
}
