/*
 * reason.c - why results are wrong, from all sizes together.
 *
 * Idea: what is wrong at one small size looks like many mistakes; few of them
 * would be wrong, and right, at the same sizes.  So outputs that are wrong are
 * kept, and when all sizes have been run inputs are made once more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grading.h"
#include "run/programs.h"
#include "run/sources.h"
#include "view.h"

/* Inputs and outputs of larger sizes are not looked at: of matrices, whose
 * oracle is asked hundreds of times, and of vectors. */
enum { MAX_BYTES = 2 << 20, MAX_VECTOR_BYTES = 4 << 20 };

static void *copy_of(const void *bytes, size_t n)
{
    void *copy = bytes ? malloc(n + 1) : NULL;
    if (copy)
        memcpy(copy, bytes, n);
    return copy;
}

static bool is_small(const struct problem *problem)
{
    const struct exercise *exercise = problem->exercise;
    size_t most = MAX_VECTOR_BYTES;
    for (size_t i = 0; i < buffer_count(exercise); i++) {
        if (exercise->buffers[i].columns)
            most = MAX_BYTES;
    }
    return problem->total_bytes <= most;
}

static struct tried *this_try(struct grading *g)
{
    return g->tries > 0 && g->tries <= MAX_TRIED ? &g->tried[g->tries - 1]
                                                 : NULL;
}

void grading_keep_output(struct grading *g, const void *first,
                         const void *second)
{
    const struct problem *problem = &g->session->problem;
    size_t bytes = problem->extents[problem->output].bytes;
    struct tried *tried = this_try(g);
    if (!tried || !is_small(problem))
        return;
    tried->first = copy_of(first, bytes);
    tried->second = copy_of(second, bytes);
    tried->kept = tried->first != NULL;
}

/* A problem's inputs and what is expected of them, apart from the file that
 * runners map. */
static bool take_problem(struct problem *copy, struct session *session,
                         const struct exercise *exercise, struct size size)
{
    struct problem *problem = &session->problem;
    if (!problem_set(problem, exercise, size, session->arguments->seed))
        return false;
    if (!is_small(problem) || !problem_expect(problem))
        return false;
    *copy = *problem;
    copy->base = NULL;
    copy->found = NULL;
    copy->inputs = copy_of(problem->inputs, problem->input_bytes);
    copy->expected =
        copy_of(problem->expected, problem->count * sizeof *copy->expected);
    return copy->inputs && copy->expected;
}

static bool is_usable(const struct tried *tried)
{
    return tried->output && (tried->right || tried->kept);
}

/* How many there are. */
static size_t take_evidence(struct grading *g, struct evidence *sizes,
                            struct problem *problems)
{
    size_t count = 0;
    for (size_t i = 0; i < g->tries && i < MAX_TRIED; i++) {
        const struct tried *t = &g->tried[i];
        if (!is_usable(t) ||
            !take_problem(&problems[count], g->session, g->exercise, t->size))
            continue;
        sizes[count] = (struct evidence){.problem = &problems[count],
                                         .first = t->first,
                                         .poison = POISON_NAN,
                                         .second = t->second,
                                         .right = t->right};
        memcpy(sizes[count].grid, t->grid, sizeof t->grid);
        memcpy(sizes[count].block, t->block, sizeof t->block);
        count++;
    }
    return count;
}

/* The first that is wrong; rather one with a value than one without. */
static size_t find_shown(const struct evidence *shown)
{
    struct view v = view_of(shown);
    size_t first = v.count;
    for (size_t i = 0; i < v.count; i++) {
        if (view_is_wrong(&v, i) && !view_is_unwritten(&v, i))
            return i;
        if (view_is_wrong(&v, i) && first == v.count)
            first = i;
    }
    return first < v.count ? first : 0;
}

/* In place of the failure kept, which was that of one size. */
static void keep_reason(struct grading *g, const struct evidence *shown,
                        enum certainty certainty, const char *text)
{
    struct problem problem = g->session->problem;
    char wrong[64], element[400], rest[600];
    explain_count(shown, wrong, sizeof wrong);
    explain_element(shown, find_shown(shown), element, sizeof element);
    snprintf(rest, sizeof rest, "%s\nfirst: %s", wrong, element);
    g->failure.cause[0] = '\0';
    g->session->problem.size = shown->problem->size; /* where it is said */
    grading_keep_failure(g, certainty, text, rest);
    g->session->problem.size = problem.size;
    picture_of(shown, g->failure.picture, sizeof g->failure.picture);
}

static void forget_outputs(struct grading *g)
{
    for (size_t i = 0; i < g->tries && i < MAX_TRIED; i++) {
        free(g->tried[i].first);
        free(g->tried[i].second);
        g->tried[i].first = g->tried[i].second = NULL;
    }
}

/* Nothing is known but at which sizes it is wrong; shown at one that has some
 * elements. */
static enum certainty say_where(const struct grading *g,
                                const struct evidence *sizes, size_t count,
                                char *text, size_t n, size_t *shown)
{
    size_t output = g->session->problem.output;
    char where[200];
    *shown = 0;
    while (*shown < count &&
           (sizes[*shown].right || sizes[*shown].problem->count < 16))
        ++*shown;
    if (*shown == count)
        return UNFIT;
    grading_sizes_in_words(g, where, sizeof where);
    snprintf(text, n, "%s is wrong; %s", g->exercise->buffers[output].name,
             where);
    return PLACE;
}

/* A launcher that did it once, and then no more; and one that does the whole
 * host side: what a kernel left undone would have been copied, too. */
static void add_idle_call(const struct grading *g, const struct evidence *shown,
                          char *text, size_t n)
{
    size_t used = strlen(text);
    if (g->launched && shown->grid[0] == 0 && strstr(text, "was never written"))
        snprintf(text + used, n - used,
                 ": no kernel was launched this time, and one was before; does "
                 "the launcher remember that it was called?");
    else if (g->exercise->host_pointers && strstr(text, "was never written"))
        snprintf(text + used, n - used,
                 ": is the result copied back, with cudaMemcpy from the device "
                 "to the host?");
}

/* ---- what the compiler saw ----------------------------------------------- */

struct unset {
    const char *exercise;
    const char *source;
    char text[200]; /* "": nothing of it */
};

/* Does the line lie under the heading of that exercise, or the file has no
 * headings, as that of a case? */
static bool belongs_to(const char *source, unsigned line, const char *exercise)
{
    FILE *file = source_open(source);
    char text[512], name[64] = "";
    for (unsigned i = 1; file && i <= line; i++) {
        if (!fgets(text, sizeof text, file))
            break;
        sscanf(text, "// ---- %63s ", name);
    }
    if (file)
        fclose(file);
    return !name[0] || !strcmp(name, exercise);
}

/* Only what is so in any case: what may be unset in some case may also be set
 * in all that occur. */
static void take_unset(const struct finding_record *message, void *context)
{
    struct unset *unset = context;
    char name[64];
    int end = 0; /* another warning of a variable does not come so far */
    sscanf(message->title, "variable '%63[^']' is uninitialized when used%n",
           name, &end);
    if (unset->text[0] || end == 0 ||
        !belongs_to(unset->source, message->line, unset->exercise))
        return;
    snprintf(unset->text, sizeof unset->text,
             "%s is used before it is set, in line %u, as the compiler warns: "
             "a variable holds anything until it is given a value",
             name, message->line);
}

/* A variable that is never set, of which every result is made. */
static enum certainty find_unset(const struct grading *g,
                                 const struct program *program,
                                 const struct evidence *sizes, size_t count,
                                 char *text, size_t n, size_t *shown)
{
    struct unset unset = {.exercise = g->exercise->name,
                          .source = program->source};
    size_t wrong = 0;
    while (wrong < count && sizes[wrong].right)
        wrong++;
    if (wrong == count)
        return UNFIT;
    program_each_message(program, take_unset, &unset);
    if (!unset.text[0])
        return UNFIT;
    snprintf(text, n, "%s", unset.text);
    *shown = wrong;
    return CAUSE;
}

void grading_reason(struct grading *g, const struct program *program)
{
    struct evidence sizes[MAX_TRIED] = {{.problem = NULL}};
    struct problem problems[MAX_TRIED];
    char text[500];
    size_t count, shown = 0;
    enum certainty certainty;
    if (!g->failure.cause[0] || g->failure.certainty == NO_OUTPUT) {
        forget_outputs(g);
        return;
    }
    count = take_evidence(g, sizes, problems);
    certainty = find_unset(g, program, sizes, count, text, sizeof text, &shown);
    if (certainty == UNFIT && !g->failure.by_lab)
        certainty = explain_together(sizes, count, text, sizeof text, &shown);
    if (certainty != UNFIT)
        add_idle_call(g, &sizes[shown], text, sizeof text);
    if (certainty == UNFIT && g->failure.certainty == UNFIT)
        certainty = say_where(g, sizes, count, text, sizeof text, &shown);
    if (certainty != UNFIT)
        keep_reason(g, &sizes[shown], certainty, text);
    for (size_t i = 0; i < count; i++) {
        free((void *)(uintptr_t)problems[i].inputs);
        free(problems[i].expected);
    }
    forget_outputs(g);
}
