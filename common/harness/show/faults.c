/*
 * faults.c - see faults.h.
 */
#include "faults.h"

#include <stdio.h>
#include <string.h>

#include "grade/criteria.h"
#include "grade/explain.h"
#include "grade/points.h"
#include "measure/costs.h"
#include "term/wrap.h"

/* ---- which line ---------------------------------------------------------- */

/* Loads, stores, or both; of global or of shared memory: what a metric is
 * about, as its name says.  Of others no line is to blame. */
static bool is_about(const char *metric, const struct line_record *line)
{
    bool shared = !strncmp(metric, "shared_", 7);
    bool global = !strncmp(metric, "global_", 7);
    bool stores = strstr(metric, "_store_") || strstr(metric, "_write_");
    bool loads = strstr(metric, "_load_");
    bool is_load = !strcmp(line->kind, "load");
    if ((!shared && !global) || shared != line_is_shared(line))
        return false;
    return stores == loads || loads == is_load;
}

/* What is asked of a number of requests is asked of the requests, all else of
 * what they cost beyond what they need. */
static double blame(const char *metric, const struct line_record *line)
{
    double requests = (double)line->requests;
    return strstr(metric, "_requests")
               ? requests
               : (double)line_cost(line) - line_ideal(line) * requests;
}

static const struct line_record *line_to_blame(const char *metric,
                                               const struct run *run)
{
    const struct line_record *worst = NULL;
    for (size_t i = 0; i < run->line_count; i++) {
        const struct line_record *line = &run->lines[i];
        if (line_counts(line, line->launch) && is_about(metric, line) &&
            blame(metric, line) > 0 &&
            (!worst || blame(metric, line) > blame(metric, worst)))
            worst = line;
    }
    return worst;
}

/* ---- what is missed ------------------------------------------------------ */

static void print_fault(const struct profiled *at, const char *name, int points,
                        const char *counted, const char *advice,
                        const char *metric)
{
    const struct line_record *line = line_to_blame(metric, &at->run);
    char size[64], text[900], source[512];
    size_in_words(at->exercise, at->size, size, sizeof size);
    snprintf(text, sizeof text, "%s, %d point%s: %s, at %s. %s", name, points,
             points == 1 ? "" : "s", counted, size, advice);
    printf("    ");
    wrap_print(stdout, text, 4, 4);
    if (!line)
        return;
    line_source(line, source, sizeof source);
    printf("      line %u: %.60s\n", line->line, source);
}

/* What is asked about: the profile, and one run at another size, which is kept
 * as several criteria are read there. */
struct asked {
    struct session *session;
    const struct lab *lab;
    const struct profiled *profiled;
    struct profiled other;
    bool has_other;
    size_t missed;
};

/* The run at the size where something is read; NULL if there is none. */
static const struct profiled *run_at(struct asked *asked, struct size size)
{
    const struct profiled *at = asked->profiled;
    if (size_equal(size, at->size))
        return at;
    if (asked->has_other && !size_equal(size, asked->other.size)) {
        profile_free(&asked->other);
        asked->has_other = false;
    }
    if (!asked->has_other)
        asked->has_other =
            profile_impl(asked->session, asked->lab, at->exercise,
                         asked->session->arguments->impl, size, &asked->other);
    return asked->has_other && run_launched(&asked->other.run) ? &asked->other
                                                               : NULL;
}

/* Under a head. */
static void miss(struct asked *asked)
{
    if (asked->missed++ == 0)
        puts("\n  What costs points, once the result is right:");
}

static void judge(struct asked *asked, size_t i)
{
    const struct exercise *exercise = asked->profiled->exercise;
    const struct criterion *criterion = &exercise->criteria[i];
    const struct profiled *at = run_at(asked, criterion->size);
    struct measured measured;
    char text[256];
    if (!at)
        return;
    measured = measured_in(&at->run, at->size);
    if (criterion_met(criterion, &measured, text, sizeof text))
        return;
    miss(asked);
    print_fault(at, criterion->name,
                points_of_checks(asked->lab, exercise).criteria[i], text,
                criterion->advice, criterion->metric);
}

/* The hardest cap that holds. */
static void judge_caps(struct asked *asked)
{
    const struct cap *caps = asked->profiled->exercise->caps, *hardest = NULL;
    char text[900], counted[256];
    for (size_t i = 0; i < MAX_CAPS && caps[i].name; i++) {
        const struct profiled *at = run_at(asked, caps[i].size);
        struct measured measured;
        if (!at || (hardest && hardest->percent <= caps[i].percent))
            continue;
        measured = measured_in(&at->run, at->size);
        if (!bounds_met(&caps[i].bounds, &measured, counted, sizeof counted))
            hardest = &caps[i];
    }
    if (!hardest)
        return;
    miss(asked);
    snprintf(text, sizeof text, "at most %d %% of the exercise, %s: %s",
             hardest->percent, hardest->name, hardest->sentence);
    printf("    ");
    wrap_print(stdout, text, 4, 4);
}

void faults_print(struct session *session, const struct lab *lab,
                  const struct profiled *profiled)
{
    const struct exercise *exercise = profiled->exercise;
    struct asked asked = {.session = session, .lab = lab, .profiled = profiled};
    if (!run_launched(&profiled->run) || !points_hang_on(exercise))
        return;
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        judge(&asked, i);
    judge_caps(&asked);
    if (asked.has_other)
        profile_free(&asked.other);
    if (asked.missed == 0)
        puts("\n  Counters cost no points here: what is marked << is what this "
             "exercise is to\n  show, or is not asked of it.");
}
