/*
 * check.c - one exercise: every size it is run at.
 *
 * All points come from the emulated device, so that they are the same
 * everywhere.  Where there is a GPU the same program runs there as well, and
 * whether it is right is said beside.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "grading.h"
#include "lab/random.h"

/* Two runs of an array this large or smaller cost nothing to speak of. */
enum { TWICE_BYTES = 512 << 10, MAX_BROKEN = 4 };

/* ---- one size ------------------------------------------------------------ */

static void run_once(struct grading *g, struct worker *worker, bool on_gpu,
                     uint8_t poison, struct run *run)
{
    struct session *session = g->session;
    struct request request = session_request(session, COMMAND_RUN, on_gpu);
    request.poison = poison;
    request.late = request.pinned && !on_gpu && poison == POISON_NUMBER;
    worker_send(worker, &request);
    if (!session->problem.expected && /* while the child works */
        !problem_expect(&session->problem))
        g->stop = true;
    worker_wait(worker, run);
}

static void compare_output(const struct grading *g, struct comparison *result,
                           uint8_t poison)
{
    const struct problem *problem = &g->session->problem;
    compare(result, g->exercise->buffers[problem->output].element,
            problem_output(problem), problem->expected, problem->count, poison);
}

/* That tells more than whatever else is wrong. */
static void note_host(struct grading *g, const struct run *run)
{
    if (run->response.outcome != OUTCOME_ON_HOST)
        return;
    g->on_host = true;
    g->failure = (struct failure){.cause = ""};
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
    run_once(g, &g->worker, false, POISON_NUMBER, &run);
    note_host(g, &run);
    right = run.state == RUN_DONE && result->wrong == 0;
    if (run.state != RUN_DONE) {
        grading_keep_broken(g, &run);
    } else if (result->wrong > 0) {
        grading_keep_output(g, first, problem_output(problem));
        grading_explain(g,
                        &(struct evidence){.problem = problem,
                                           .first = first,
                                           .poison = POISON_NAN,
                                           .second = problem_output(problem)},
                        result->first_wrong);
    } else {
        compare_output(g, &again, POISON_NUMBER);
        right = again.wrong == 0;
        if (!right)
            grading_explain(g,
                            &(struct evidence){.problem = problem,
                                               .first = problem_output(problem),
                                               .poison = POISON_NUMBER},
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
    if (!small && result->wrong > 0 && g->failure.cause[0])
        grading_keep_output(g, problem_output(problem), NULL);
    if (!small && (result->wrong == 0 || g->failure.cause[0]))
        return result->wrong == 0;
    first = malloc(bytes + 1);
    if (!first)
        return false;
    memcpy(first, problem_output(problem), bytes);
    right = judge_twice(g, result, first);
    free(first);
    return right;
}

/* Each size would be waited for until the budget is spent. */
static bool never_ends(const struct run *run)
{
    return !strcmp(run->response.error_name, "cudaErrorLaunchTimeout");
}

/* Of an open exercise, in a student.cu older than it. */
static bool left_out(const struct grading *g, const struct run *run)
{
    return g->exercise->challenge.ladder && run->state != RUN_DONE &&
           run->response.outcome == OUTCOME_NO_LAUNCHER;
}

static bool judge_run(struct grading *g, const struct run *run)
{
    struct comparison result;
    bool harmless;
    if (left_out(g, run)) {
        g->stop = true;
        return false;
    }
    note_host(g, run);
    if (run->state != RUN_DONE) {
        grading_keep_broken(g, run);
        g->broken++;
        g->stop = g->stop || run->state == RUN_TOO_SLOW || never_ends(run) ||
                  run->response.outcome == OUTCOME_NO_LAUNCHER ||
                  run->response.outcome == OUTCOME_NO_DEVICE ||
                  g->broken >= MAX_BROKEN;
        return false;
    }
    harmless = grading_harmless(g, run) && grading_plausible(g, run);
    if (!judge(g, &result))
        return false;
    return harmless;
}

/* Whatever was right elsewhere: the exercise is a kernel. */
static void forfeit(struct grading *g)
{
    g->stop = true;
    g->right = 0;
    for (size_t i = 0; i < MAX_CRITERIA; i++)
        g->criteria[i].right = false;
}

/* No points hang on it; what never ends is not tried at each size. */
static void run_on_gpu(struct grading *g)
{
    struct comparison result = {.wrong = 1};
    struct run run;
    bool right = false;
    if (g->gpu_broken >= MAX_BROKEN)
        return;
    run_once(g, &g->gpu, true, POISON_NAN, &run);
    if (run.state == RUN_DONE) {
        compare_output(g, &result, POISON_NAN);
        right = result.wrong == 0 && run.response.damaged == NO_BUFFER &&
                run.response.changed == NO_BUFFER;
    }
    g->gpu_tries++;
    g->gpu_right += right;
    if (run.state != RUN_DONE)
        g->gpu_broken += run.state == RUN_TOO_SLOW ? MAX_BROKEN : 1;
    if (!right && !g->gpu_failure[0])
        grading_keep_gpu_failure(g, &run);
    run_free(&run);
}

/* Before its output is judged. */
static void begin_try(struct grading *g, const struct run *run)
{
    struct tried *tried = &g->tried[g->tries - 1];
    if (g->tries > MAX_TRIED)
        return;
    *tried = (struct tried){.size = g->session->problem.size,
                            .output = run->state == RUN_DONE};
    if (run->launch_count > 0) {
        memcpy(tried->grid, run->launches[0].grid, sizeof tried->grid);
        memcpy(tried->block, run->launches[0].block, sizeof tried->block);
    }
}

static void end_try(struct grading *g, bool right)
{
    if (g->tries <= MAX_TRIED)
        g->tried[g->tries - 1].right = right;
}

static void check_size(struct grading *g, struct size size)
{
    struct session *session = g->session;
    struct run run;
    bool right;
    if (!problem_set(&session->problem, g->exercise, size,
                     session->arguments->seed)) {
        grading_keep_failure(g, NO_OUTPUT,
                             "the grader has no memory for this size", "");
        return;
    }
    g->tries++;
    run_once(g, &g->worker, false, POISON_NAN, &run);
    if (g->stop) {
        grading_keep_failure(
            g, NO_OUTPUT, "the grader has no memory for what is expected", "");
        g->broken++;
        run_free(&run);
        return;
    }
    begin_try(g, &run);
    right = judge_run(g, &run);
    g->by_host |= right && !run.launch_count && !g->exercise->on_cpu;
    right &= !g->by_host;
    g->right += right;
    end_try(g, right);
    grading_observe(g, &run, right);
    run_free(&run);
    if (session->on_gpu)
        run_on_gpu(g);
    if (g->on_host || g->by_host)
        forfeit(g);
}

/* ---- all sizes ----------------------------------------------------------- */

static bool among_sizes(const struct size *sizes, size_t count,
                        struct size size)
{
    for (size_t i = 0; i < count; i++) {
        if (size_equal(sizes[i], size))
            return true;
    }
    return false;
}

static size_t add_size(const struct exercise *exercise, struct size *further,
                       size_t count, struct size size)
{
    if (!among_sizes(exercise->sizes, exercise->size_count, size) &&
        !among_sizes(further, count, size))
        further[count++] = size;
    return count;
}

/* The sizes at which counters are read and that are not among those checked;
 * how many. */
static size_t further_sizes(const struct exercise *exercise,
                            struct size further[MAX_CRITERIA + MAX_CAPS])
{
    size_t count = 0;
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        count = add_size(exercise, further, count, exercise->criteria[i].size);
    for (size_t i = 0; i < MAX_CAPS && exercise->caps[i].name; i++)
        count = add_size(exercise, further, count, exercise->caps[i].size);
    return count;
}

static void check_sizes(struct grading *g)
{
    const struct exercise *exercise = g->exercise;
    struct size further[MAX_CRITERIA + MAX_CAPS];
    size_t count = further_sizes(exercise, further);
    for (size_t i = 0; i < exercise->size_count && !g->stop; i++)
        check_size(g, exercise->sizes[i]);
    for (size_t i = 0; i < count && !g->stop; i++)
        check_size(g, further[i]);
}

static void take_texts(struct grading *g)
{
    g->result->complaints = g->worker.complaints;
    g->worker.complaints = NULL;
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
    if (!program_of(&program, lab, exercise, session->arguments->impl,
                    session->compiler) ||
        !program_exists(&program)) {
        grading_nothing_to_run(&g, &program);
        return;
    }
    session_worker(session, &g.worker, &program, exercise, false);
    session_worker(session, &g.gpu, &program, exercise, true);
    check_sizes(&g);
    grading_reason(&g, &program);
    grading_award(&g, lab);
    take_texts(&g);
    worker_close(&g.worker);
    worker_close(&g.gpu);
}
