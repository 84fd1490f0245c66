/*
 * observe.c - what is wrong with a run, in words: what the emulated device
 * found, what was harmed, what the output looks like.
 */
#include <stdio.h>
#include <string.h>

#include "explain.h"
#include "grading.h"
#include "lab/random.h"

/* ---- findings of the emulated device ------------------------------------- */

/* Warnings are about what the hardware forgives, such as threads that returned
 * above a barrier; but that the language leaves undefined. */
static bool costs_points(const struct finding_record *f)
{
    return !strcmp(f->severity, "error") || !strcmp(f->tool, "synccheck");
}

/* Findings that explain more come first: a kernel that uses foreign memory
 * does anything, who waits in vain at a barrier races, and what is raced for
 * may not be set yet. */
static size_t rank_of(const struct finding_record *f)
{
    static const char *const tools[] = {"memcheck", "apicheck", "synccheck",
                                        "racecheck", "initcheck"};
    size_t rank = 0;
    while (rank < sizeof tools / sizeof *tools && strcmp(tools[rank], f->tool))
        rank++;
    return rank;
}

static void take_launch(struct seen *seen, const struct launch_record *launch)
{
    memcpy(seen->grid, launch->grid, sizeof seen->grid);
    memcpy(seen->block, launch->block, sizeof seen->block);
}

/* Keeps the one that explains most; of equals the first. */
static void keep_finding(const struct grading *g, struct seen *seen,
                         const struct run *run, const struct finding_record *f)
{
    const struct problem *problem = &g->session->problem;
    size_t cols =
        buffer_columns(&g->exercise->buffers[problem->output], problem->size);
    if (!costs_points(f) ||
        (seen->finding.tool[0] && rank_of(f) >= rank_of(&seen->finding)))
        return;
    seen->finding = *f;
    seen->at = problem->size;
    seen->rows = cols ? problem->count / cols : 1;
    seen->cols = cols ? cols : problem->count;
    seen->table = cols > 0;
    if (run->launch_count == 1)
        take_launch(seen, &run->launches[0]);
    seen->by_element = !g->exercise->dimensions[0];
    size_in_words(g->exercise, g->session->problem.size, seen->size,
                  sizeof seen->size);
}

/* Nothing is wrong, but might be elsewhere: a note, or a call that does what
 * was meant and not what it says. */
static bool is_remark(const struct finding_record *f)
{
    return !strcmp(f->severity, "note") ||
           (!strcmp(f->severity, "warning") && !strcmp(f->tool, "apicheck"));
}

/* The first. */
static void note_remark(struct exercise_result *result,
                        const struct finding_record *f)
{
    if (!is_remark(f) || result->remark[0])
        return;
    snprintf(result->remark, sizeof result->remark, "%s:%u: %s; %s", f->file,
             f->line, f->title, f->hint);
}

static void note_finding(struct grading *g, const struct run *run,
                         const struct finding_record *f)
{
    bool race =
        g->exercise->shares.race_free > 0 && !strcmp(f->tool, "racecheck");
    char *text = race ? g->race : g->dirty;
    size_t n = race ? sizeof g->race : sizeof g->dirty;
    char where[300] = "";
    note_remark(g->result, f);
    keep_finding(g, &g->seen, run, f);
    if (!costs_points(f) || text[0])
        return;
    if (f->line > 0)
        snprintf(where, sizeof where, "%s:%u: ", f->file, f->line);
    snprintf(text, n, "%s%s [%s]%s%s", where, f->title, f->tool,
             f->hint[0] ? "; " : "", f->hint);
}

/* ---- failures ------------------------------------------------------------ */

static bool explains_more(const struct grading *g, enum certainty certainty)
{
    return !g->failure.cause[0] || certainty > g->failure.certainty;
}

void grading_keep_failure(struct grading *g, enum certainty certainty,
                          const char *cause, const char *rest)
{
    struct failure *failure = &g->failure;
    if (!explains_more(g, certainty))
        return;
    *failure = (struct failure){.certainty = certainty};
    snprintf(failure->cause, sizeof failure->cause, "%s", cause);
    snprintf(failure->rest, sizeof failure->rest, "%s", rest);
    size_in_words(g->exercise, g->session->problem.size, failure->size,
                  sizeof failure->size);
}

/* What the emulated device says is the cause, what the Runtime API made of it
 * comes behind. */
void grading_keep_broken(struct grading *g, const struct run *run)
{
    struct seen seen = {.size = ""};
    char cause[sizeof g->failure.cause];
    if (!explains_more(g, NO_OUTPUT))
        return;
    for (size_t i = 0; i < run->finding_count; i++)
        if (strcmp(run->findings[i].tool, "leakcheck"))
            keep_finding(g, &seen, run, &run->findings[i]);
    finding_in_words(&seen.finding, cause, sizeof cause);
    if (seen.finding.tool[0])
        grading_keep_failure(g, NO_OUTPUT, cause, run->message);
    else
        grading_keep_failure(g, NO_OUTPUT, run->message, "");
    g->failure.seen = seen;
}

/* Of a launcher that has the host side to do. */
static void note_left_behind(struct grading *g, const struct run *run)
{
    const struct response *response = &run->response;
    const struct calls *calls = &response->calls;
    bool streams = calls->streams > 0;
    int32_t left = streams ? calls->streams : calls->events;
    if (run->state != RUN_DONE || g->dirty[0])
        return;
    if (response->leaked_bytes > 0)
        snprintf(g->dirty, sizeof g->dirty,
                 "%lld bytes of device memory were not freed [leakcheck]",
                 (long long)response->leaked_bytes);
    else if (g->exercise->host_pointers && left > 0)
        snprintf(g->dirty, sizeof g->dirty,
                 "%d %s%s made and never destroyed; each needs its %s", left,
                 streams ? "stream" : "event", left == 1 ? " is" : "s are",
                 streams ? "cudaStreamDestroy" : "cudaEventDestroy");
}

static void observe_at(struct observed *observed, struct size at,
                       struct size size, const struct run *run, bool right)
{
    if (!size_equal(at, size))
        return;
    observed->measured = measured_in(run, size);
    observed->done = run->state == RUN_DONE;
    observed->right = right && observed->done;
}

/* On the CPU no launch tells it. */
static bool anything_written(const struct grading *g)
{
    const struct problem *problem = &g->session->problem;
    const unsigned char *output = problem_output(problem);
    for (size_t i = 0; i < problem->extents[problem->output].bytes; i++) {
        if (output[i] != POISON_NAN && output[i] != POISON_NUMBER)
            return true;
    }
    return false;
}

void grading_observe(struct grading *g, const struct run *run, bool right)
{
    const struct exercise *exercise = g->exercise;
    struct size size = g->session->problem.size;
    for (size_t i = 0; i < run->finding_count; i++)
        note_finding(g, run, &run->findings[i]);
    note_left_behind(g, run);
    g->launched = g->launched || run->launch_count > 0 ||
                  (exercise->on_cpu && anything_written(g));
    for (size_t i = 0; i < MAX_CRITERIA && exercise->criteria[i].name; i++)
        observe_at(&g->criteria[i], exercise->criteria[i].size, size, run,
                   right);
    for (size_t i = 0; i < MAX_CAPS && exercise->caps[i].name; i++)
        observe_at(&g->caps[i], exercise->caps[i].size, size, run, right);
}

void grading_keep_gpu_failure(struct grading *g, const struct run *run)
{
    char size[64];
    size_in_words(g->exercise, g->session->problem.size, size, sizeof size);
    snprintf(g->gpu_failure, sizeof g->gpu_failure, "at %s: %s", size,
             run->state == RUN_DONE ? "the result is wrong" : run->message);
}

/* Damage beside the output, found whatever the output is. */
bool grading_harmless(struct grading *g, const struct run *run)
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
    } else {
        return true;
    }
    grading_keep_failure(g, NO_OUTPUT, text, "");
    return false;
}

/* The second time streams take turns. */
static const char streams_meet[] =
    "then streams take turns; does a piece use another one's memory, or not "
    "wait for its own copies?";

/* Has the lab said of this very size why it is wrong, and no more? */
static bool lacks_rest(const struct grading *g)
{
    char size[sizeof g->failure.size];
    size_in_words(g->exercise, g->session->problem.size, size, sizeof size);
    return g->failure.by_lab && !g->failure.rest[0] &&
           !strcmp(g->failure.size, size);
}

void grading_explain(struct grading *g, const struct evidence *evidence,
                     size_t first_wrong)
{
    char mistake[400], element[400], wrong[64], cause[500], rest[600];
    bool again = evidence->poison == POISON_NUMBER;
    struct evidence launched = *evidence;
    enum certainty certainty;
    if (g->tries <= MAX_TRIED) {
        const struct tried *tried = &g->tried[g->tries - 1];
        memcpy(launched.grid, tried->grid, sizeof launched.grid);
        memcpy(launched.block, tried->block, sizeof launched.block);
    }
    certainty = explain_place(&launched, mistake, sizeof mistake);
    explain_element(evidence, first_wrong, element, sizeof element);
    explain_count(evidence, wrong, sizeof wrong);
    snprintf(cause, sizeof cause, "%s%s",
             again ? "right when run once, wrong when run again: " : "",
             again && g->exercise->pinned ? streams_meet : mistake);
    snprintf(rest, sizeof rest, "%s%sfirst: %s",
             strcmp(wrong, mistake) ? wrong : "",
             strcmp(wrong, mistake) ? "\n" : "", element);
    if (explains_more(g, certainty))
        grading_keep_failure(g, certainty, cause, rest);
    else if (lacks_rest(g))
        snprintf(g->failure.rest, sizeof g->failure.rest, "first: %s", element);
    else
        return;
    picture_of(evidence, g->failure.picture, sizeof g->failure.picture);
}

static bool has_one_output(const struct exercise *exercise)
{
    size_t outputs = 0;
    for (size_t i = 0; i < buffer_count(exercise); i++)
        outputs += exercise->buffers[i].direction == OUTPUT;
    return outputs == 1;
}

/* What a lab knows of the one output goes before what was guessed; of others,
 * and of calls, it is the least: whatever else is wrong tells more. */
static void keep_words_of_lab(struct grading *g, char *text, bool known)
{
    char *rest = strchr(text, '\n');
    if (rest)
        *rest++ = '\0';
    if (known && !g->failure.by_lab && g->failure.certainty < NO_OUTPUT)
        g->failure.cause[0] = '\0';
    grading_keep_failure(g, known ? CAUSE : UNFIT, text, rest ? rest : "");
    g->failure.by_lab |= known && !strcmp(g->failure.cause, text);
}

bool grading_plausible(struct grading *g, const struct run *run)
{
    const struct exercise *exercise = g->exercise;
    struct size size = g->session->problem.size;
    const void *arrays[MAX_BUFFERS];
    char text[400];
    problem_arrays(&g->session->problem, arrays);
    if (exercise->plausible &&
        !exercise->plausible(arrays, size, text, sizeof text)) {
        keep_words_of_lab(g, text, has_one_output(exercise));
        return false;
    }
    if (exercise->called && !exercise->called(arrays, &run->response.calls,
                                              size, text, sizeof text)) {
        keep_words_of_lab(g, text, false);
        return false;
    }
    return true;
}
