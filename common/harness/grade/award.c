/*
 * award.c - from what the runs showed to checks with points.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "explain.h"
#include "grading.h"
#include "predictions.h"

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

/* The check's message has all: the cause, how often, and where. */
static void tell_wrong(struct grading *g, struct check *check)
{
    const struct failure *failure = &g->failure;
    grading_sizes_in_words(g, check->brief, sizeof check->brief);
    snprintf(check->message, sizeof check->message, "%s\n%s\nat %s%s%s",
             failure->cause, check->brief, failure->size,
             failure->rest[0] ? ": " : "", failure->rest);
}

/* Right values that no kernel made. */
static void tell_by_host(struct grading *g, struct check *check)
{
    g->failure = (struct failure){.certainty = NO_OUTPUT};
    snprintf(g->failure.cause, sizeof g->failure.cause,
             "the result was computed without a kernel, which earns nothing: "
             "launch one that computes it");
    snprintf(check->message, sizeof check->message, "%s", g->failure.cause);
}

static void add_correct(struct grading *g, const struct lab *lab)
{
    struct check *check =
        results_add_check(g->result, "correct", g->points.correct);
    g->result->untouched = g->right == 0 && !g->launched && g->broken == 0;
    if (g->right == g->tries && g->right > 0 && !g->stop) {
        pass(check);
        snprintf(check->message, sizeof check->message,
                 "%zu size%s, within the bound", g->tries,
                 g->tries == 1 ? "" : "s");
    } else if (g->by_host) {
        tell_by_host(g, check);
    } else if (g->result->untouched) {
        g->failure.cause[0] = '\0';
        snprintf(check->message, sizeof check->message,
                 "%s yet: fill in %s in %s/%s.cu",
                 g->exercise->on_cpu ? "nothing was written"
                                     : "no kernel was launched",
                 g->exercise->name, lab->name, g->session->arguments->impl);
    } else {
        tell_wrong(g, check);
    }
}

static void add_clean(struct grading *g, const char *name, int points,
                      const char *finding, const char *fine)
{
    struct check *check = results_add_check(g->result, name, points);
    if (finding[0]) {
        snprintf(check->message, sizeof check->message, "%s", finding);
        snprintf(check->brief, sizeof check->brief, "%.*s",
                 (int)strcspn(finding, "["), finding);
    } else if (g->right == 0 || !g->launched) {
        wait_for(check, "a result is right");
    } else {
        pass(check);
        snprintf(check->message, sizeof check->message, "%s", fine);
    }
}

/* The first criterion that is missed. */
static void tell_poor(struct grading *g, const struct check *check,
                      const struct criterion *criterion)
{
    snprintf(g->poor, sizeof g->poor, "%s: %s", check->name, check->brief);
    g->advice = criterion->advice;
}

static void add_criterion(struct grading *g, size_t i)
{
    const struct criterion *criterion = &g->exercise->criteria[i];
    struct check *check =
        results_add_check(g->result, criterion->name, g->points.criteria[i]);
    char size[64], text[256];
    size_in_words(g->exercise, criterion->size, size, sizeof size);
    if (!g->criteria[i].right) {
        snprintf(text, sizeof text, "the result is right at %s", size);
        wait_for(check, text);
    } else if (criterion_met(criterion, &g->criteria[i].measured, text,
                             sizeof text)) {
        pass(check);
        snprintf(check->message, sizeof check->message, "%s", text);
    } else {
        snprintf(check->message, sizeof check->message, "%s, at %s. %s", text,
                 size, criterion->advice);
        snprintf(check->brief, sizeof check->brief, "%s, at %s", text, size);
        if (!g->poor[0])
            tell_poor(g, check, criterion);
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
    } else {
        snprintf(check->brief, sizeof check->brief, "%.*s",
                 (int)strcspn(check->message, ";"), check->message);
    }
}

/* A point for saying it before, none for being right: who must be right copies
 * what was counted. */
static void add_predicted(struct grading *g, const struct lab *lab)
{
    struct predictions predictions = predictions_read(lab, g->exercise);
    struct check *check =
        results_add_check(g->result, "predicted", g->points.predicted);
    bool right = g->right > 0 && g->launched;
    bool asked = !strcmp(g->session->arguments->impl, "student") &&
                 !g->session->arguments->predicted;
    if (right && !asked) {
        pass(check);
        snprintf(check->message, sizeof check->message,
                 "only who writes student.cu is asked to predict");
    } else if (asked && !predictions_complete(&predictions)) {
        check->waiting = !right;
        snprintf(
            check->message, sizeof check->message,
            "nothing was predicted: make predict LAB=%s EX=%s asks for %zu "
            "numbers, before make profile tells them",
            lab->name, g->exercise->name, predictions.asked);
    } else if (!right) {
        wait_for(check, "a result is right");
    } else {
        pass(check);
        snprintf(check->message, sizeof check->message,
                 "%s the first profile; make profile shows how near",
                 predictions_late(&predictions) ? "only after" : "before");
    }
}

/* Worth no points: what they are given for is the same everywhere. */
static void add_gpu(struct grading *g)
{
    struct check *check = results_add_check(g->result, "gpu", 0);
    check->passed = g->gpu_right == g->gpu_tries;
    snprintf(check->message, sizeof check->message,
             "right at %zu of %zu size%s on the %s%s%s; points come from the "
             "emulated device",
             g->gpu_right, g->gpu_tries, g->gpu_tries == 1 ? "" : "s",
             g->session->device, check->passed ? "" : ", wrong ",
             g->gpu_failure);
}

/* Too little is no fault of a result that is wrong. */
static bool cap_holds(const struct cap *cap, const struct observed *observed,
                      char *text, size_t n)
{
    bool judged =
        observed->right || (observed->done && isnan(cap->bounds.at_least));
    return judged && !bounds_met(&cap->bounds, &observed->measured, text, n);
}

/* The hardest of the caps that hold, if it takes anything. */
static void add_cap(struct grading *g)
{
    const struct cap *hardest = NULL;
    char text[256], counted[256], size[64];
    int score, most, taken;
    struct check *check;
    for (size_t i = 0; i < MAX_CAPS && g->exercise->caps[i].name; i++) {
        const struct cap *cap = &g->exercise->caps[i];
        if (!cap_holds(cap, &g->caps[i], text, sizeof text) ||
            (hardest && hardest->percent <= cap->percent))
            continue;
        hardest = cap;
        snprintf(counted, sizeof counted, "%s", text);
    }
    results_exercise_score(g->result, &score, &most);
    taken = hardest ? points_above(score, most, hardest->percent) : 0;
    /* Of an open exercise it takes the medal. */
    if (taken == 0 && !(hardest && g->exercise->challenge.ladder))
        return;
    check = results_add_check(g->result, hardest->name, 0);
    check->points = -taken;
    size_in_words(g->exercise, hardest->size, size, sizeof size);
    snprintf(check->message, sizeof check->message,
             "%s, at %s. %s Such a solution gets at most %d %% of the "
             "exercise: %d of %d points.",
             counted, size, hardest->sentence, hardest->percent, score - taken,
             most);
    snprintf(check->brief, sizeof check->brief,
             "at most %d %% of the exercise: %s, at %s", hardest->percent,
             counted, size);
    g->cap = hardest;
}

void grading_award(struct grading *g, const struct lab *lab)
{
    const struct exercise *exercise = g->exercise;
    add_correct(g, lab);
    add_clean(g, "clean", g->points.clean, g->dirty,
              "no memory, initialisation or synchronisation error");
    if (exercise->shares.race_free > 0)
        add_clean(g, "race_free", g->points.race_free, g->race, "no race");
    if (exercise->shares.errors > 0)
        add_errors(g, lab);
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        add_criterion(g, i);
    if (g->points.predicted > 0)
        add_predicted(g, lab);
    add_cap(g);
    if (g->session->on_gpu)
        add_gpu(g);
    grading_tell_cause(g);
}

/* The table's lines when there is no program to run. */
void grading_nothing_to_run(struct grading *g, const struct program *program)
{
    const struct exercise *exercise = g->exercise;
    struct check *check = results_add_check(g->result, "compiles", 0);
    g->result->untouched = program_not_begun(program);
    program_why_missing(program, check->message, sizeof check->message);
    snprintf(check->brief, sizeof check->brief, "%.*s",
             (int)strcspn(check->message, "\n:"), check->message);
    if (!g->result->untouched) /* no log is of it */
        program_first_error(program, &g->seen.finding);
    results_add_check(g->result, "correct", g->points.correct);
    results_add_check(g->result, "clean", g->points.clean);
    if (exercise->shares.race_free > 0)
        results_add_check(g->result, "race_free", g->points.race_free);
    if (exercise->shares.errors > 0)
        results_add_check(g->result, "errors", g->points.errors);
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        results_add_check(g->result, exercise->criteria[i].name,
                          g->points.criteria[i]);
    if (g->points.predicted > 0)
        results_add_check(g->result, "predicted", g->points.predicted);
    for (size_t i = 1; i < g->result->count; i++)
        g->result->checks[i].waiting = true;
    grading_tell_cause(g);
}
