/*
 * cause.c - of all that is known about a failure, what is told first.
 *
 * Idea: one fault, one sentence.  What the emulated device found names a line
 * of the source and comes first; what the numbers look like comes first where
 * nothing was found, or where all that was found follows from it.
 */
#include <stdio.h>
#include <string.h>

#include "advise.h"

void finding_in_words(const struct finding_record *finding, char *text,
                      size_t n)
{
    char other[32] = "";
    if (!strcmp(finding->tool, "racecheck") && finding->other_line > 0 &&
        finding->other_line != finding->line)
        snprintf(other, sizeof other, " (line %u)", finding->other_line);
    if (finding->line > 0)
        snprintf(text, n, "%s:%u: %s%s", finding->file, finding->line,
                 finding->title, other);
    else
        snprintf(text, n, "%s", finding->title);
}

/* "at 33 x 1: thread (1,0,0) of block (0,0,0), the first of 255; A has ..." */
static void finding_details(const struct seen *seen, char *text, size_t n)
{
    const struct finding_record *f = &seen->finding;
    char many[40] = "";
    *text = '\0';
    if (f->count > 1)
        snprintf(many, sizeof many, ", the first of %llu",
                 (unsigned long long)f->count);
    if (f->thread[0])
        snprintf(text, n, "at %s: thread (%s) of block (%s)%s%s%s", seen->size,
                 f->thread, f->block, many, f->detail[0] ? "; " : "",
                 f->detail);
    else if (seen->size[0])
        snprintf(text, n, "at %s%s%s", seen->size, f->detail[0] ? ": " : "",
                 f->detail);
}

/* What was launched belongs to the sentence. */
static void append(struct exercise_result *result, const char *between,
                   const char *text)
{
    size_t used = strlen(result->first);
    snprintf(result->first + used, sizeof result->first - used, "%s%s", between,
             text);
}

static void tell_finding(struct grading *g, const struct seen *kept)
{
    struct exercise_result *result = g->result;
    struct seen seen = *kept;
    struct advice advice;
    char details[640];
    const char *hint;
    result->finding = seen.finding;
    finding_in_words(&seen.finding, result->first, sizeof result->first);
    finding_advise(g, &seen, &advice);
    if (advice.who[0])
        append(result, ", ", advice.who);
    if (!strncmp(seen.finding.title, "launch of", 9) &&
        seen.finding.detail[0]) {
        append(result, ": ", seen.finding.detail);
        seen.finding.detail[0] = '\0';
    }
    finding_details(&seen, details, sizeof details);
    hint = advice.hint[0] ? advice.hint : seen.finding.hint;
    snprintf(result->more, sizeof result->more, "%s%s%s", details,
             details[0] && hint[0] ? "\n" : "", hint);
}

static void tell_failure(struct grading *g)
{
    const struct failure *failure = &g->failure;
    struct exercise_result *result = g->result;
    snprintf(result->first, sizeof result->first, "%s", failure->cause);
    snprintf(result->more, sizeof result->more, "at %s%s%s", failure->size,
             failure->rest[0] ? ": " : "", failure->rest);
    snprintf(result->picture, sizeof result->picture, "%s", failure->picture);
}

static bool in_global_memory(const struct finding_record *f)
{
    return !strstr(f->title, "__shared__");
}

/* Blocks that all do the same meet in global memory: that they race follows
 * from what the numbers tell; so does a copy of what no thread has written.
 * And nothing is wrong because of a leak. */
static bool numbers_tell_more(const struct grading *g)
{
    const struct finding_record *f = &g->seen.finding;
    return !f->tool[0] || !strcmp(f->tool, "leakcheck") ||
           (!strcmp(f->tool, "initcheck") && !f->thread[0]) ||
           (!strcmp(f->tool, "racecheck") && in_global_memory(f) &&
            g->failure.certainty == CAUSE);
}

/* A message's first sentence, and what comes behind it. */
static void tell_message(struct exercise_result *result, const char *message)
{
    size_t length = strcspn(message, "\n");
    snprintf(result->first, sizeof result->first, "%.*s", (int)length, message);
    if (message[length])
        length++;
    snprintf(result->more, sizeof result->more, "%s", message + length);
}

/* Is this check's message a finding, which is kept? */
static bool found(const struct grading *g, const struct check *check)
{
    return g->seen.finding.title[0] && (!strcmp(check->name, "clean") ||
                                        !strcmp(check->name, "race_free") ||
                                        !strcmp(check->name, "compiles"));
}

static void tell_check(struct grading *g)
{
    struct exercise_result *result = g->result;
    const struct check *check = result->checks;
    const struct check *end = check + result->count;
    while (check < end && (check->passed || check->waiting))
        check++;
    if (check == end)
        return;
    if (found(g, check)) {
        tell_finding(g, &g->seen);
    } else if (g->cap) {
        snprintf(result->first, sizeof result->first, "%s", g->cap->sentence);
    } else if (g->poor[0] &&
               !strncmp(g->poor, check->name, strlen(check->name))) {
        snprintf(result->first, sizeof result->first, "%s", g->poor);
        snprintf(result->more, sizeof result->more, "%s", g->advice);
    } else {
        tell_message(result, check->brief[0] ? check->brief : check->message);
    }
}

void grading_tell_cause(struct grading *g)
{
    if (!g->failure.cause[0])
        tell_check(g);
    else if (g->failure.seen.finding.tool[0])
        tell_finding(g, &g->failure.seen);
    else if (g->failure.certainty == NO_OUTPUT || numbers_tell_more(g))
        tell_failure(g);
    else
        tell_finding(g, &g->seen);
}
