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
    wrap_print(stdout, text, 4, 6);
    if (!line)
        return;
    line_source(line, source, sizeof source);
    printf("      line %u: %.60s\n", line->line, source);
}

/* The run at the size where a criterion is read; false if there is none. */
static bool run_at(struct session *session, const struct lab *lab,
                   const struct profiled *profiled, struct size size,
                   struct profiled *other)
{
    if (size_equal(size, profiled->size)) {
        *other = *profiled;
        return true;
    }
    if (!profile_impl(session, lab, profiled->exercise,
                      session->arguments->impl, size, other))
        return false;
    if (other->run.state == RUN_DONE && other->run.launch_count > 0)
        return true;
    profile_free(other);
    return false;
}

/* Is it met, as far as is known?  Else it is printed, the first under a head.
 */
static bool judge(struct session *session, const struct lab *lab,
                  const struct profiled *profiled, size_t i, bool first)
{
    const struct criterion *criterion = &profiled->exercise->criteria[i];
    int points = points_of_checks(lab, profiled->exercise).criteria[i];
    struct measured measured;
    struct profiled at;
    char text[256];
    bool met;
    if (!run_at(session, lab, profiled, criterion->size, &at))
        return true;
    measured = measured_in(&at.run, at.size);
    met = criterion_met(criterion, &measured, text, sizeof text);
    if (!met && first)
        puts("\n  What costs points, once the result is right:");
    if (!met)
        print_fault(&at, criterion->name, points, text, criterion->advice,
                    criterion->metric);
    if (!size_equal(criterion->size, profiled->size))
        profile_free(&at);
    return met;
}

void faults_print(struct session *session, const struct lab *lab,
                  const struct profiled *profiled)
{
    const struct criterion *criteria = profiled->exercise->criteria;
    size_t missed = 0, asked = 0;
    if (profiled->run.state != RUN_DONE || profiled->run.launch_count == 0)
        return;
    for (; asked < MAX_CRITERIA && criteria[asked].name; asked++)
        missed += !judge(session, lab, profiled, asked, missed == 0);
    if (asked > 0 && missed == 0)
        puts("\n  Counters cost no points here.");
}
