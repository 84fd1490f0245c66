/*
 * grader.c - what stands behind make check, plot, profile, report and the like.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "term/bar.h"
#include "grade/check.h"
#include "show/hint.h"
#include "show/list.h"
#include "show/own_size.h"
#include "show/predict.h"
#include "show/facts.h"
#include "grade/last.h"
#include "grade/progress.h"
#include "measure/challenge.h"
#include "measure/record.h"
#include "measure/sweep.h"
#include "run/inputs.h"
#include "show/problems.h"
#include "show/profiles.h"
#include "show/table.h"
#include "show/walk.h"

/* Room for every exercise that is asked for. */
static bool grade_lab(struct session *session, const struct lab *lab,
                      struct lab_result *result, struct bar *bar)
{
    *result = (struct lab_result){.lab = lab};
    result->exercises = calloc(lab->exercise_count, sizeof *result->exercises);
    if (!result->exercises)
        return false;
    if (session->arguments->subcommand == SUB_CHECK)
        table_lab(session, lab);
    for (size_t i = 0; i < lab->exercise_count; i++) {
        const struct exercise *exercise = &lab->exercises[i];
        if (!arguments_cover(session->arguments, lab, exercise))
            continue;
        bar_show(bar, exercise->name);
        check_exercise(session, lab, exercise,
                       &result->exercises[result->count++]);
        challenge_judge(session, lab, &result->exercises[result->count - 1]);
        bar_step(bar, 1);
        bar_clear(bar);
        if (session->arguments->subcommand == SUB_CHECK)
            table_exercise(session, result);
    }
    return true;
}

/* The points, and what they were given for: of this run, and of the last one of
 * each exercise, which is a student's. */
static bool write_results(const struct session *session,
                          const struct results *results)
{
    bool own = !strcmp(session->arguments->impl, "student");
    char path[PATH_BYTES], last[PATH_BYTES];
    if (session->arguments->json)
        return results_write_json(results, session->arguments->json);
    if (!build_path(path, sizeof path, "results"))
        return false;
    mkdir(path, 0777);
    return progress_record(session, results) &&
           build_path(path, sizeof path, "results/check.json") &&
           build_path(last, sizeof last, "results/last.json") &&
           results_write_json(results, path) &&
           (!own || last_enter(path, last));
}

/* All labs asked for; false when there is no memory for their results. */
static bool grade_labs(struct session *session, struct results *results)
{
    const struct lab *wanted = session->arguments->lab;
    struct bar bar;
    bar_open(&bar, (double)arguments_count(session->arguments));
    for (size_t i = 0; i < lab_count; i++) {
        if (wanted && wanted != all_labs[i])
            continue;
        if (!grade_lab(session, all_labs[i], &results->labs[results->count++],
                       &bar))
            return false;
    }
    return true;
}

/* For an open exercise alone, which has no points to miss. */
static bool all_right(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        for (size_t k = 0; k < results->labs[i].count; k++) {
            if (results->labs[i].exercises[k].first[0])
                return false;
        }
    }
    return true;
}

/* Of a student's exercise that was asked for alone. */
static void tell_next(const struct session *session)
{
    const struct arguments *arguments = session->arguments;
    struct next next;
    if (!arguments->exercise || arguments->exercise->is_case ||
        arguments->json || strcmp(arguments->impl, "student"))
        return;
    switch (progress_next(arguments->exercise, &next)) {
    case NEXT_NOT_YET: break;
    case NEXT_THERE: table_next(session, &next); break;
    case NEXT_NONE:
        puts("\nAll points are there.  Next: make report, make submit");
        break;
    }
}

/* Also the report, which shows the same in another form. */
static enum exit_status check(struct session *session)
{
    struct results results = {.count = 0};
    int score, maximum;
    bool done, complete;
    snprintf(results.device, sizeof results.device, "%s", session->device);
    results.labs = calloc(lab_count, sizeof *results.labs);
    done = results.labs && grade_labs(session, &results);
    results.killed = worker_killed();
    if (done) {
        if (session->arguments->subcommand == SUB_CHECK)
            table_end(session, &results);
        else
            facts_results(session, &results);
        if (session->arguments->problems)
            problems_print(session, &results);
        done = write_results(session, &results);
        if (done && session->arguments->subcommand == SUB_CHECK)
            tell_next(session);
    } else {
        perror("grader: memory for the results");
    }
    results_score(&results, &score, &maximum);
    complete = score == maximum && (maximum > 0 || all_right(&results));
    results_free(&results);
    if (!done)
        return STATUS_HARNESS_FAULT;
    return complete ? STATUS_FULL_SCORE : STATUS_POINTS_MISSING;
}

static enum exit_status run_subcommand(struct session *session)
{
    switch (session->arguments->subcommand) {
    case SUB_SWEEP: return sweep(session);
    case SUB_PROFILE: return profiles(session);
    case SUB_RECORD: return record_launches(session);
    case SUB_EXPLAIN: return walk(session);
    default:
        return session->arguments->has_own ? own_size_check(session)
                                           : check(session);
    }
}

int main(int argc, char **argv)
{
    struct arguments arguments;
    struct session session;
    enum exit_status status = STATUS_WRONG_USE;
    if (!arguments_parse(&arguments, argc, argv))
        return STATUS_WRONG_USE;
    if (arguments.subcommand == SUB_LIST)
        return list(&arguments);
    if (arguments.subcommand == SUB_INPUTS)
        return inputs_write(&arguments);
    if (arguments.subcommand == SUB_PROGRESS)
        return progress_print();
    if (arguments.subcommand == SUB_HINT)
        return hint(&arguments);
    if (arguments.subcommand == SUB_NEXT)
        return progress_print_next(&arguments);
    if (arguments.subcommand == SUB_PREDICT)
        return predict(&arguments);
    if (session_open(&session, &arguments))
        status = run_subcommand(&session);
    session_close(&session);
    return status;
}
